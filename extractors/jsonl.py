"""JSON Lines in, JSON Lines out: messages to candidates, for the command line and for scoring."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.errors import MemoryBotError
from memory.records import Candidate

_FIRST_YEAR, _LAST_YEAR = 1000, 8999
"""Messages are of our days; from others, "next week" and "400 years ago" could not be counted."""


class MessageFormatError(MemoryBotError):
    """A line that does not describe a message."""

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(
            f"Line {line} is not a message: {problem}. Each line is one JSON object with at least "
            '"text" and "sent_at" (such as "2026-03-02T09:15:00Z"). Correct that line and run it again.'
        )


def run(lines: Iterable[str], explain: bool = False) -> Iterator[str]:
    """Yield one JSON line of candidates for each line that describes a message; blank lines are skipped.

    Args:
        lines: JSON objects with "text" and "sent_at", optionally "id", "user", "user_name", "surface", "parent", "bot".
        explain: Whether each line also tells its clauses, rules and guards.

    Raises:
        MessageFormatError: If a line is not such an object; its message names the line's number.
    """
    extractor = Extractor()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        message = _message(line, number)
        explanation = extractor.explain(message)
        output: dict[str, object] = {
            "id": message.id,
            "candidates": [_plain(candidate) for candidate in explanation.candidates],
        }
        if explain:
            output["commands"] = explanation.commands
            output["clauses"] = explanation.clauses
        yield json.dumps(output, ensure_ascii=False)


def _message(line: str, number: int) -> Message:
    try:
        given = json.loads(line)
    except json.JSONDecodeError as error:
        raise MessageFormatError(number, f"it is not JSON ({error.msg} at column {error.colno})") from error
    if not isinstance(given, dict):
        raise MessageFormatError(number, "it is not a JSON object")
    text, sent_at = given.get("text"), given.get("sent_at")
    if not isinstance(text, str):
        raise MessageFormatError(number, f'"text" is {text!r}')
    try:
        moment = datetime.fromisoformat(sent_at) if isinstance(sent_at, str) else None
    except ValueError:
        moment = None
    if moment is None or not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
        raise MessageFormatError(number, f'"sent_at" is {sent_at!r}')
    parent = given.get("parent")
    bot = given.get("bot")
    return Message(
        text=text,
        sent_at=moment,
        id=str(given.get("id", "")),
        user_id=str(given.get("user") or ""),
        user_name=str(given.get("user_name") or ""),
        surface=str(given.get("surface") or "dm"),
        parent=parent if isinstance(parent, str) else None,
        bot_user_id=bot if isinstance(bot, str) else None,
    )


def _plain(candidate: Candidate) -> dict[str, object]:
    return {
        "op": candidate.op.value,
        "kind": candidate.kind.value if candidate.kind else None,
        "attribute": candidate.attribute,
        "text": candidate.text,
        "date": candidate.dated.isoformat() if candidate.dated else None,
        "confidence": round(candidate.confidence, 3),
        "rule": candidate.rule,
    }
