"""What Slack refuses, as the client raises it."""

from typing import Any

from slack_sdk.errors import SlackApiError


class Refused(dict[str, Any]):
    """What Slack answers: its body, status and headers."""

    def __init__(self, error: str, status: int, headers: dict[str, str]) -> None:
        super().__init__(ok=False, error=error)
        self.status_code, self.headers = status, headers


def refusal(error: str, status: int = 200, **headers: str) -> SlackApiError:
    """Return what is raised for an error code; "" with a status from 500 on is an answer without one."""
    return SlackApiError("refused", Refused(error, status, headers))
