"""Every knob of the bot, from config.toml, .env and the environment, with its default and unit.

The environment wins over `.env`, and `.env` over config.toml. An empty variable counts as not set.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import platformdirs
from dotenv import dotenv_values
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, ValidationInfo, field_validator

from memory.errors import InvalidValueError
from memory.records import Kind

VARIABLES = {
    "SLACK_BOT_TOKEN": "slack_bot_token",
    "SLACK_APP_TOKEN": "slack_app_token",
    "SLACK_SIGNING_SECRET": "slack_signing_secret",
    "SLACK_CLIENT_ID": "slack_client_id",
    "SLACK_CLIENT_SECRET": "slack_client_secret",
    "SLACK_CONFIG_TOKEN": "slack_config_token",
    "SLACK_API_URL": "slack_api_url",
    "MEMORY_BOT_INSTALLATIONS_URL": "installations_url",
    "MEMORY_BOT_PUBLIC_URL": "public_url",
    "MEMORY_BOT_HOME": "home",
    "MEMORY_BOT_DATABASE_URL": "database_url",
    "MEMORY_BOT_PORT": "port",
    "MEMORY_BOT_MCP_PORT": "mcp_port",
    "MEMORY_BOT_MCP_TOKEN": "mcp_token",
    "MEMORY_BOT_MODEL": "model",
    "MEMORY_BOT_MODEL_BASE_URL": "model_base_url",
    "MEMORY_BOT_MODEL_API_KEY": "model_api_key",
}
"""Which environment variable sets which knob. `MEMORY_BOT_CONFIG` names the file that the others come from."""

_LONGEST_SHORTCUT = 24
"""Characters of a shortcut's name that Slack takes."""

_EMOJI = re.compile(r"[a-z0-9_+'-]{1,100}")

SLACK_ITSELF = "https://slack.com/api/"

_PROBLEMS = {
    "extra_forbidden": "There is no such setting. Correct its name or remove it",
    "int_parsing": "Give a whole number",
    "int_type": "Give a whole number",
    "int_from_float": "Give a whole number",
    "float_parsing": "Give a number",
    "float_type": "Give a number",
    "bool_parsing": "Give true or false",
    "bool_type": "Give true or false",
    "string_type": 'Give a text in quotes, such as "text"',
    "enum": "Name a kind: profile, preference, fact, project, event, feedback or reference",
    "literal_error": "Use one of the words that the README names for it",
    "dict_type": "Make it a table, such as { event = 730 }",
    "path_type": 'Give a path in quotes, such as "/var/lib/memory-bot"',
    "model_type": "Make it a table: a line [memory], and its settings below it",
}
"""What to do about a problem that pydantic found, by pydantic's name for it."""


class MemorySettings(BaseModel):
    """The `[memory]` table of config.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = Field(True, description="Remember at all; off, the bot neither recalls nor keeps anything new")
    auto_capture: bool = Field(True, description="Keep what statements say; off, only what is asked for is kept")
    auto_recall: bool = Field(True, description="Recall before each reply")
    recall_max_items: Annotated[int, Field(ge=1)] = Field(6, description="Most memories used for one reply")
    recall_max_chars: Annotated[int, Field(ge=200)] = Field(
        1200, description="Most characters of memories used for one reply"
    )
    min_profile_confidence: Annotated[float, Field(ge=0, le=1)] = Field(
        0.70, description="Least confidence, 0 to 1, with which a statement is kept and recalled"
    )
    retention_days: Annotated[int, Field(ge=0)] = Field(
        365, description="Days that snapshots of turns are kept; 0 is for ever"
    )
    retention_days_by_kind: dict[Kind, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict,
        description="Days that memories of a kind are kept after they were last said, and their day is past, "
        "such as `{ event = 730 }`; a kind that is not named, or 0, is for ever",
    )
    uninstalled_days: Annotated[int, Field(ge=0)] = Field(
        30,
        description="Days that memories of a workspace that removed the app wait for it to come back, before they are "
        "erased; 0 is for ever",
    )
    pipeline: str | None = Field(
        None,
        description="Folder or name of another spaCy pipeline for English, with Penn tags and Universal Dependencies, "
        "in place of the one that ships",
    )
    encoder: str | None = Field(
        None,
        description="Folder or name of a sentence-transformers model, to find memories by their meaning too; "
        "needs `pip install 'memory-bot[encoder]'`",
    )
    schema_auto_migrate: bool = Field(True, description="Bring an older home up to date at start, after a backup")

    @field_validator("retention_days_by_kind")
    @classmethod
    def _is_of_a_durable_kind(cls, value: dict[Kind, int]) -> dict[Kind, int]:
        if Kind.EPISODE in value:
            raise ValueError("Snapshots of turns have retention_days. Leave episode out here")
        return value


class Settings(BaseModel):
    """All settings. Secrets never show in a log or a traceback."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("memory-bot")),
        description="Folder where everything is kept",
    )
    host: Annotated[str, Field(min_length=1)] = Field("127.0.0.1", description="Address to listen on with `--http`")
    port: Annotated[int, Field(ge=1, le=65535)] = Field(8765, description="Port of `--http` and of the local workspace")
    slack_bot_token: SecretStr | None = Field(None, description="Bot User OAuth Token, `xoxb-…`")
    slack_app_token: SecretStr | None = Field(None, description="App-level token for Socket Mode, `xapp-…`")
    socket_connections: Annotated[int, Field(ge=1, le=10)] = Field(
        2, description="Connections to keep open with Socket Mode; Slack allows 10 for all copies of the app together"
    )
    socket_silence_seconds: Annotated[float, Field(gt=0, le=300)] = Field(
        20, description="Seconds without a sign of life after which such a connection is replaced"
    )
    slack_signing_secret: SecretStr | None = Field(None, description="Signing secret, for `--http`")
    slack_client_id: str | None = Field(None, description="For installing into many workspaces")
    slack_client_secret: SecretStr | None = Field(None, description="For installing into many workspaces")
    slack_config_token: SecretStr | None = Field(
        None, description="App configuration token, with which `doctor` sees the app's manifest, `xoxe.xoxp-…`"
    )
    slack_api_url: str = Field(SLACK_ITSELF, description="Base address of Slack's Web API")
    installations_url: SecretStr | None = Field(
        None,
        description="Database for the tokens of many workspaces, such as "
        "`postgresql+asyncpg://user:password@host/name`; a file in the home if not set",
    )
    slack_org_deploy: bool = Field(False, description="In the manifest: may be installed for a whole organisation")
    slack_token_rotation: bool = Field(
        False, description="In the manifest: tokens of installations expire and are renewed"
    )
    public_url: str | None = Field(
        None, description="Where Slack reaches `--http`, such as `https://bot.example.com`; needed to install by OAuth"
    )
    database_url: SecretStr | None = Field(None, description="PostgreSQL instead of files; not in this version")
    admins: list[str] | dict[str, list[str]] = Field(
        default_factory=list,
        description="Slack ids of people who may administer memory beside the workspace's admins; of many "
        'workspaces a list for each, such as `{ T0ACME = ["U0DANA"] }`',
    )
    whole_channels_opt_in: bool = Field(
        False,
        description="In channels that admins open as a whole, note only people who chose so in their settings; "
        "else all who did not choose otherwise",
    )
    memory_command: str = Field("/memory", description="Name of the slash command about one's memory")
    soul_command: str = Field("/soul", description="Name of the slash command that shows who the bot is")
    remember_emoji: str = Field(
        "brain", description="Reaction that asks to remember a message, and that marks what was noted"
    )
    undo_emoji: str = Field("x", validate_default=True, description="Reaction that takes back what a receipt speaks of")
    remember_shortcut: str = Field("Remember this", description="Name of the shortcut on a message that remembers it")
    forget_shortcut: str = Field(
        "Forget what you learnt", description="Name of the shortcut on a message that forgets what it taught"
    )
    memories_shortcut: str = Field("My memories", description="Name of the shortcut that opens one's memories")
    follow_minutes: Annotated[int, Field(ge=0)] = Field(
        60,
        description="Minutes for which who mentioned the bot in a thread of a channel is heard there without a "
        "mention; 0 is not at all",
    )
    mcp_port: Annotated[int, Field(ge=0, le=65535)] = Field(
        8766, description="Port of `mcp --http`; 0 takes any that is free"
    )
    mcp_token: SecretStr | None = Field(
        None, description="What clients of `mcp --http` must send; made anew at each start if not set"
    )
    model: str | None = Field(
        None,
        description="Language model that writes the replies, as `provider:name`; without it, memory answers",
    )
    model_base_url: str | None = Field(None, description="Base address of the model's provider; the provider's own")
    model_api_key: SecretStr | None = Field(None, description="Key for the provider, in place of its usual variable")
    model_timeout_seconds: Annotated[float, Field(gt=0, le=600)] = Field(
        60, description="Seconds that the model may take for one reply, tools and retries included"
    )
    model_retries: Annotated[int, Field(ge=0, le=10)] = Field(
        2, description="Times a request is sent again when the provider is busy or broken"
    )
    model_turn_tokens: Annotated[int, Field(ge=500)] = Field(
        30_000, description="Most tokens that one reply may cost, read and written"
    )
    model_day_tokens: Annotated[int, Field(ge=0)] = Field(
        2_000_000, description="Most tokens that a day (UTC) may cost; then memory answers alone; 0 is without end"
    )
    model_answer_tokens: Annotated[int, Field(ge=16)] = Field(
        1024, description="Most tokens that the model may write at once"
    )
    model_extraction: bool = Field(
        False, description="Let the model read each statement once more after the answer, for what the rules missed"
    )
    model_extraction_seconds: Annotated[float, Field(gt=0, le=120)] = Field(
        20, description="Seconds that such a reading may take; what the rules found is kept in any case"
    )
    prompt_style: Literal["plain", "earl", "claw0"] = Field(
        "plain", description="Layout of the prompt: `plain`, or as `earl` or `claw0` build theirs"
    )
    recall_mode: Literal["inject", "index"] = Field(
        "inject", description="`inject` memories into the prompt, or give only an `index` of files the model can read"
    )
    recent_memories: Literal["week", "excerpts"] = Field(
        "week", description="In the prompt: 7 days and at most 50 lines (`week`), or 3 days of 500 characters each"
    )
    thread_max_chars: Annotated[int, Field(ge=0)] = Field(
        4000, description="Most characters of the conversation so far that the model is shown"
    )
    memory: MemorySettings = Field(default_factory=lambda: MemorySettings(), description="The memory itself")

    @field_validator("home")
    @classmethod
    def _is_absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @field_validator("memory_command", "soul_command")
    @classmethod
    def _is_a_command(cls, value: str) -> str:
        if not value.startswith("/") or not 2 <= len(value) <= 32 or not value.isprintable() or " " in value:
            raise ValueError("Give a slash and up to 31 characters without blanks")
        return value

    @field_validator("admins", mode="before")
    @classmethod
    def _lists_admins(cls, value: object) -> object:
        lists = list(value.values()) if isinstance(value, dict) else [value]
        if not all(isinstance(ids, list) and all(isinstance(each, str) for each in ids) for ids in lists):
            raise ValueError('Give a list of ids, such as ["U0DANA"], or a table of such lists by workspace')
        return value

    @field_validator("remember_shortcut", "forget_shortcut", "memories_shortcut")
    @classmethod
    def _is_the_name_of_a_shortcut(cls, value: str) -> str:
        if not value.strip() or len(value) > _LONGEST_SHORTCUT or not value.isprintable():
            raise ValueError(f"Give up to {_LONGEST_SHORTCUT} characters on one line")
        return value

    @field_validator("remember_emoji", "undo_emoji")
    @classmethod
    def _is_an_emoji(cls, value: str) -> str:
        name = value.strip().removeprefix(":").removesuffix(":")
        if not _EMOJI.fullmatch(name):
            raise ValueError("Give the name of an emoji as Slack shows it, such as brain")
        return name

    @field_validator("undo_emoji")
    @classmethod
    def _is_another_emoji(cls, value: str, info: ValidationInfo) -> str:
        if value == info.data.get("remember_emoji"):
            raise ValueError("Give another emoji than that of remember_emoji")
        return value

    @field_validator("model")
    @classmethod
    def _names_provider_and_model(cls, value: str | None) -> str | None:
        provider, _, name = (value or "").strip().partition(":")
        if not provider and not name:
            return None
        if not provider or not name:
            raise ValueError("Write it as provider:name, such as anthropic:claude-sonnet-4-5 or ollama:llama3.2")
        return f"{provider}:{name}"

    @field_validator("slack_api_url", "public_url", "model_base_url")
    @classmethod
    def _is_an_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not value.startswith(("https://", "http://")):
            raise ValueError("Give an address that begins with https:// or http://")
        return value.rstrip("/") + "/"

    @field_validator("database_url")
    @classmethod
    def _is_not_there_yet(cls, value: SecretStr) -> NoReturn:
        raise ValueError("This version keeps memories in files and has no PostgreSQL support. Unset it")

    @property
    def has_slack_tokens(self) -> bool:
        """Whether a Slack workspace is configured; without one the bot brings its own."""
        return self.slack_bot_token is not None

    def lists_admin(self, team_id: str, user_id: str) -> bool:
        """Return whether somebody is listed as an admin of a workspace here."""
        listed = self.admins.get(team_id, ()) if isinstance(self.admins, dict) else self.admins
        return user_id in listed

    @property
    def installs_by_oauth(self) -> bool:
        """Whether many workspaces may install the app with `--http`; then the bot token is not used."""
        return self.slack_client_id is not None or self.slack_client_secret is not None


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings from config.toml and the environment.

    Args:
        environ: The variables to read; the process's own, with those of `.env` behind them, by default.

    Raises:
        InvalidValueError: If a key is unknown or a value out of range; it names key, value, place and next step.
    """
    environ = environment() if environ is None else environ
    path = config_path(environ)
    values = _read_config(path)
    from_environment = {knob: environ[name] for name, knob in VARIABLES.items() if environ.get(name)}
    try:
        return Settings.model_validate({**values, **from_environment})
    except ValidationError as error:
        raise _explained(error, path, from_environment) from error


def environment() -> dict[str, str]:
    """Return the variables of the process and, behind them, those of `.env` in the working directory; no empty ones.

    Raises:
        InvalidValueError: If `.env` is there and cannot be read.
    """
    try:
        behind = dotenv_values(".env")
    except (OSError, UnicodeDecodeError) as error:
        path = Path(".env").absolute()
        raise InvalidValueError("The file", path, f"It cannot be read ({error}). Correct or remove it.") from error
    return {name: value for name, value in {**behind, **os.environ}.items() if value}


def config_path(environ: Mapping[str, str]) -> Path:
    """Return where config.toml is looked for."""
    given = environ.get("MEMORY_BOT_CONFIG")
    return Path(given).expanduser() if given else Path(platformdirs.user_config_dir("memory-bot")) / "config.toml"


def _read_config(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidValueError(
            "The configuration", path, f"It cannot be read ({error}). Correct or remove it."
        ) from error


def _explained(error: ValidationError, path: Path, from_environment: Mapping[str, str]) -> InvalidValueError:
    """Return the first problem in one sentence; the value of a secret is not repeated."""
    first = error.errors()[0]
    knob = ".".join(str(part) for part in first["loc"])
    variable = next((name for name, target in VARIABLES.items() if target == knob), None)
    where = variable if variable and knob in from_environment else f"The setting {knob} in {path}"
    field = Settings.model_fields.get(knob)
    is_secret = field is not None and "SecretStr" in str(field.annotation)
    # A setting that nobody knows may be a secret under a misspelt name.
    shown = "(not shown)" if is_secret or first["type"] == "extra_forbidden" else first["input"]
    problem = _PROBLEMS.get(first["type"]) or str(first["msg"]).removeprefix("Value error, ")
    return InvalidValueError(where, shown, f"{problem}.")
