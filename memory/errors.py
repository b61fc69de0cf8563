"""The errors of memory-bot, one small tree. Each message shows the offending value and ends with the next step.

MemoryBotError
├── InvalidIdError          an id that does not fit Slack's grammar
├── InvalidValueError       any other argument or setting out of its range
├── NotFoundError           a memory, person or team that is not there
├── LogFormatError          a line of a log that cannot be read
├── StoreError              the disk said no: full, read-only, not ours
└── SchemaError             a home written by another version
"""

from pathlib import Path


class MemoryBotError(Exception):
    """Anything memory-bot refuses or cannot do. Its text is safe to print: it never holds the words of a memory."""


class InvalidIdError(MemoryBotError):
    """An id that does not fit Slack's grammar, and so must not become a path."""

    def __init__(self, what: str, value: str, expected: str) -> None:
        self.what, self.value, self.expected = what, value, expected
        super().__init__(f"{what} {str(value)[:80]!r} is not valid: expected {expected}. Use the id that Slack shows.")


class InvalidValueError(MemoryBotError):
    """An argument or a setting whose value cannot be used."""

    def __init__(self, what: str, value: object, next_step: str) -> None:
        self.what, self.value, self.next_step = what, value, next_step
        super().__init__(f"{what} {str(value)[:80]!r} cannot be used. {next_step}")


class NotFoundError(MemoryBotError):
    """Something asked for by name or id is not there."""

    def __init__(self, what: str, value: str, next_step: str) -> None:
        self.what, self.value, self.next_step = what, value, next_step
        super().__init__(f"There is no {what} {value[:80]!r}. {next_step}")


class LogFormatError(MemoryBotError):
    """A line of a log that looks like an entry and cannot be read; the line is kept and the rest is served."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(
            f"{path}, line {line}: {problem}. Correct that line or remove it; the other memories are still served."
        )


class StoreError(MemoryBotError):
    """The disk refused: full, read-only, not a directory, not ours. Nothing that was stored before is lost."""

    def __init__(self, path: Path, problem: str, next_step: str) -> None:
        self.path, self.problem, self.next_step = path, problem, next_step
        super().__init__(f"{path}: {problem}. {next_step}")


class SchemaError(MemoryBotError):
    """A home whose schema version this program must not touch."""

    def __init__(self, path: Path, found: str, supported: int) -> None:
        self.path, self.found, self.supported = path, found, supported
        super().__init__(
            f"{path} has schema version {found}; this program supports up to {supported}. "
            "Install a newer memory-bot, or point MEMORY_BOT_HOME at another folder."
        )
