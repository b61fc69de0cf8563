"""What can go wrong in the local workspace.

LocalSlackError             it cannot start; the text can be printed as it is
├── ManifestError           the app manifest does not describe an app that can be installed here
└── PortInUseError          the port it should listen on is taken
ApiError                    a Web API call is answered with `ok: false`
RefusedError                the control API refuses; the text is shown to whoever acts
"""

from collections.abc import Mapping


class LocalSlackError(Exception):
    """The workspace cannot start. Its text names the value and the next step."""


class ManifestError(LocalSlackError):
    """The app manifest cannot be used."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"App manifest, {where}: {problem}. Correct it and start again.")


class PortInUseError(LocalSlackError):
    """Another program listens where the workspace wants to, or the system does not let us."""

    def __init__(self, port: int, problem: str = "it is in use") -> None:
        self.port, self.problem = port, problem
        super().__init__(
            f"The local workspace cannot listen on port {port}: {problem}. "
            "Stop the other program, or set MEMORY_BOT_PORT to another port."
        )


class ApiError(Exception):
    """A Web API call fails in a way the protocol has a code for; `details` are further keys of the answer."""

    def __init__(self, code: str, details: Mapping[str, object] | None = None) -> None:
        self.code, self.details = code, dict(details or {})
        super().__init__(code)


def invalid_arguments(*problems: str) -> ApiError:
    """Return the error for arguments that are missing or of the wrong kind; each problem is one sentence part."""
    return ApiError("invalid_arguments", {"response_metadata": {"messages": [f"[ERROR] {text}" for text in problems]}})


class RefusedError(Exception):
    """What somebody wants to do on the page cannot be done; `status` is the HTTP status."""

    def __init__(self, sentence: str, *, status: int = 400) -> None:
        self.sentence, self.status = sentence, status
        super().__init__(sentence)
