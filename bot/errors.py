"""What can go wrong between the bot and Slack, as errors whose text can be printed as it is."""

from collections.abc import Sequence

from memory.errors import MemoryBotError

_WHERE_TOKENS_ARE = {
    "SLACK_BOT_TOKEN": "Copy the Bot User OAuth Token (xoxb-…) from your app's page, OAuth & Permissions.",
    "SLACK_APP_TOKEN": "Make an app-level token (xapp-…) with connections:write on your app's page, Basic Information.",
}


class SlackRefusedError(MemoryBotError):
    """Slack did not accept a token at start."""

    def __init__(self, setting: str, error: str) -> None:
        self.setting, self.error = setting, error
        super().__init__(f"Slack refused {setting}: {error}. {_WHERE_TOKENS_ARE[setting]}")


class SlackUnreachableError(MemoryBotError):
    """Nothing that speaks Slack's protocol answers at the address."""

    def __init__(self, url: str, problem: str) -> None:
        self.url, self.problem = url, problem
        super().__init__(
            f"Slack cannot be reached at {url} ({problem}). Check the network, and SLACK_API_URL if it is set."
        )


class MissingTokenError(MemoryBotError):
    """A token that this way of running needs is not set."""

    def __init__(self, setting: str, needed_for: str) -> None:
        self.setting = setting
        super().__init__(
            f"{setting} is not set, and {needed_for} needs it. "
            f"Put it into .env or the environment; the README shows how."
        )


class InstallationsError(MemoryBotError):
    """The database with the installations cannot be used."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(
            f"The installations in {where} cannot be used: {problem}. Set installations_url to a database with a "
            "driver for asyncio, such as postgresql+asyncpg://user:password@host/name, or unset it to use the home."
        )


class ManifestProblemError(MemoryBotError):
    """The settings make a manifest of the app that Slack would refuse."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"Slack would refuse this manifest. {' '.join(problems)} Correct the settings.")


class UndeliveredError(MemoryBotError):
    """Slack did not take a message for a while, for reasons that pass."""

    def __init__(self, channel_id: str) -> None:
        self.channel_id = channel_id
        super().__init__(f"Slack takes no message for {channel_id} at present. It stays in the journal until it can.")


class PortInUseError(MemoryBotError):
    """Another program listens where the bot wants to."""

    def __init__(self, port: int, variable: str = "MEMORY_BOT_PORT") -> None:
        self.port = port
        super().__init__(f"Port {port} is in use. Stop the other program, or set {variable} to another port.")


def outline(error: BaseException) -> str:
    """Return what a log may say of an error: its type and place, not its text, which may quote a message."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{type(error).__name__}{place}" if not isinstance(error, MemoryBotError) else str(error)
