"""Reads an app manifest: what the app may do, which events it wants, which commands it has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.local_slack.errors import ManifestError


@dataclass(frozen=True, slots=True, kw_only=True)
class SlashCommand:
    """One command the app registers; `should_escape` turns mentions in its text into ids."""

    command: str
    description: str
    usage_hint: str = ""
    should_escape: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """One shortcut: in the menu of every message, or a global one, at hand everywhere."""

    name: str
    callback_id: str
    on_message: bool
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The parts of a manifest that the workspace acts on.

    `scopes` are the required and the optional ones, all granted. `messages_tab` lets the app write to people's DMs,
    `takes_messages` lets people write there too. `redirect_urls` are where installing may end, `rotates_tokens` whether
    the tokens that it gives expire, `is_org_ready` whether a whole organisation can install it. `is_agent` lets it keep
    sessions, which people can stop.
    """

    app_name: str
    scopes: frozenset[str]
    bot_events: frozenset[str]
    commands: tuple[SlashCommand, ...]
    shortcuts: tuple[Shortcut, ...]
    home_tab: bool
    messages_tab: bool
    takes_messages: bool
    is_interactive: bool
    redirect_urls: tuple[str, ...] = ()
    rotates_tokens: bool = False
    is_org_ready: bool = False
    is_agent: bool = False

    def command(self, name: str) -> SlashCommand | None:
        """Return a command by its name with the slash, or None."""
        return next((command for command in self.commands if command.command == name), None)


def read_manifest(raw: Mapping[str, object]) -> Manifest:
    """Return what a manifest says; what it leaves out is off, as in Slack.

    Raises:
        ManifestError: If a part has the wrong form.
    """
    features, settings = _part(raw, "features"), _part(raw, "settings")
    app_home = _part(features, "app_home")
    scopes = _part(_part(raw, "oauth_config"), "scopes")
    return Manifest(
        app_name=str(_part(raw, "display_information").get("name", "")),
        scopes=frozenset(_strings(scopes, "bot") + _strings(scopes, "bot_optional")),
        bot_events=frozenset(_strings(_part(settings, "event_subscriptions"), "bot_events")),
        commands=tuple(_command(entry) for entry in _list(features, "slash_commands")),
        shortcuts=tuple(_shortcut(entry) for entry in _list(features, "shortcuts")),
        home_tab=bool(app_home.get("home_tab_enabled")),
        messages_tab=bool(app_home.get("messages_tab_enabled")),
        takes_messages=bool(app_home.get("messages_tab_enabled"))
        and not app_home.get("messages_tab_read_only_enabled"),
        is_interactive=bool(_part(settings, "interactivity").get("is_enabled")),
        redirect_urls=tuple(_strings(_part(raw, "oauth_config"), "redirect_urls")),
        rotates_tokens=bool(settings.get("token_rotation_enabled")),
        is_org_ready=bool(settings.get("org_deploy_enabled")),
        is_agent="agent_view" in features,
    )


def _part(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = parent.get(name, {})
    if not isinstance(value, Mapping):
        raise ManifestError(name, f"expected an object, found {value!r:.60}")
    return value


def _list(parent: Mapping[str, Any], name: str) -> list[Any]:
    value = parent.get(name, [])
    if not isinstance(value, list):
        raise ManifestError(name, f"expected a list, found {value!r:.60}")
    return value


def _strings(parent: Mapping[str, Any], name: str) -> list[str]:
    values = _list(parent, name)
    for value in values:
        if not isinstance(value, str):
            raise ManifestError(name, f"expected only strings, found {value!r:.60}")
    return values


def _command(entry: object) -> SlashCommand:
    if not isinstance(entry, Mapping) or not str(entry.get("command", "")).startswith("/"):
        raise ManifestError("slash_commands", f"expected a command that starts with /, found {entry!r:.60}")
    return SlashCommand(
        command=str(entry["command"]),
        description=str(entry.get("description", "")),
        usage_hint=str(entry.get("usage_hint", "")),
        should_escape=bool(entry.get("should_escape")),
    )


def _shortcut(entry: object) -> Shortcut:
    if not isinstance(entry, Mapping) or not all(entry.get(name) for name in ("name", "callback_id")):
        raise ManifestError("shortcuts", f"expected one with a name and a callback_id, found {entry!r:.60}")
    if entry.get("type") not in {"message", "global"}:
        raise ManifestError("shortcuts", f"expected the type message or global, found {entry.get('type')!r:.60}")
    return Shortcut(
        name=str(entry["name"]),
        callback_id=str(entry["callback_id"]),
        on_message=entry["type"] == "message",
        description=str(entry.get("description", "")),
    )
