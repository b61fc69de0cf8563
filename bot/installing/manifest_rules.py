"""What Slack accepts as an app manifest (schema 2.0.0), as far as this app uses it. Pure.

Source: slackapi/manifest-schema, schemas/manifest.schema.2.0.0.json; and, for what the schema leaves open, Slack's own
documentation of app manifests.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

Rule: TypeAlias = Callable[[str, Any], Iterator[str]]
"""Takes where a value stands and the value; gives a sentence for each thing that is wrong with it."""


def manifest_problems(manifest: Mapping[str, Any]) -> list[str]:
    """Return one sentence for each thing that Slack would refuse, or that would keep the bot from working; [] if none.

    Each begins with the place, such as `features.shortcuts[0].name`.
    """
    return [*_MANIFEST("", manifest), *_against_sense(manifest)]


def _text(least: int = 0, most: int | None = None, pattern: str = "", like: str = "") -> Rule:
    def check(where: str, value: Any) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"{where}: {value!r:.60} is no text."
        elif len(value) < least or (most is not None and len(value) > most):
            yield f"{where}: has {len(value)} characters; Slack takes {least} to {most}."
        elif not re.match(pattern, value):
            yield f"{where}: {value!r:.60} is not {like}."

    return check


def _flag(where: str, value: Any) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"{where}: {value!r:.60} is neither true nor false."


def _number(where: str, value: Any) -> Iterator[str]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield f"{where}: {value!r:.60} is no whole number."


def _one_of(*values: str) -> Rule:
    def check(where: str, value: Any) -> Iterator[str]:
        if value not in values:
            yield f"{where}: {value!r:.60} is none of {', '.join(values)}."

    return check


def _list(each: Rule, most: int, *, least: int = 0, unique: bool = True) -> Rule:
    def check(where: str, value: Any) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{where}: {value!r:.60} is no list."
            return
        if not least <= len(value) <= most:
            yield f"{where}: has {len(value)} entries; Slack takes {least} to {most}."
        if unique and len({repr(entry) for entry in value}) < len(value):
            yield f"{where}: an entry stands there twice."
        for number, entry in enumerate(value):
            yield from each(f"{where}[{number}]", entry)

    return check


def _table(required: str = "", **known: Rule) -> Rule:
    def check(where: str, value: Any) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{where or 'the manifest'}: {value!r:.60} is no object."
            return
        prefix = f"{where}." if where else ""
        for name in required.split():
            if name not in value:
                yield f"{prefix}{name}: is missing."
        for name, entry in value.items():
            if name in known:
                yield from known[name](f"{prefix}{name}", entry)
            else:
                yield f"{prefix}{name}: Slack knows no such field here."

    return check


def _address(most: int) -> Rule:
    return _text(0, most, r"https?://", "an address that begins with https:// or http://")


_SHORTCUT = _table(
    "name type callback_id description",
    name=_text(1, 24),
    type=_one_of("message", "global"),
    callback_id=_text(1, 255),
    description=_text(1, 150),
)
_SLASH_COMMAND = _table(
    "command description",
    command=_text(2, 32, "/", "a name that begins with /"),
    url=_address(3000),
    description=_text(1, 2000),
    usage_hint=_text(1, 1000),
    should_escape=_flag,
)
_FEATURES = _table(
    app_home=_table(home_tab_enabled=_flag, messages_tab_enabled=_flag, messages_tab_read_only_enabled=_flag),
    bot_user=_table("display_name", display_name=_text(1, 80), always_online=_flag),
    agent_view=_table(
        agent_description=_text(0, 300),
        suggested_prompts=_list(_table("title message", title=_text(), message=_text()), 4, unique=False),
    ),
    shortcuts=_list(_SHORTCUT, 10, least=1, unique=False),
    slash_commands=_list(_SLASH_COMMAND, 50, least=1, unique=False),
)
_SCOPES = _list(_text(1, 50), 255)
_OAUTH = _table(redirect_urls=_list(_address(2500), 1000), scopes=_table(bot=_SCOPES, bot_optional=_SCOPES))
_SETTINGS = _table(
    event_subscriptions=_table(request_url=_address(3500), bot_events=_list(_text(1, 50), 100)),
    interactivity=_table("is_enabled", is_enabled=_flag, request_url=_address(3500)),
    org_deploy_enabled=_flag,
    socket_mode_enabled=_flag,
    token_rotation_enabled=_flag,
)
_MANIFEST = _table(
    "display_information",
    _metadata=_table(major_version=_number, minor_version=_number),
    display_information=_table(
        "name",
        name=_text(1, 35),
        description=_text(1, 140),
        long_description=_text(175, 4000),
        background_color=_text(4, 7, r"#(?:[0-9a-fA-F]{3}){1,2}\Z", "a colour such as #3b3054"),
    ),
    features=_FEATURES,
    oauth_config=_OAUTH,
    settings=_SETTINGS,
)


def _against_sense(manifest: Mapping[str, Any]) -> Iterator[str]:
    """What the schema allows, and yet does not work."""
    features, settings = _part(manifest, "features"), _part(manifest, "settings")
    if _part(features, "app_home").get("messages_tab_read_only_enabled"):
        yield "features.app_home.messages_tab_read_only_enabled: must be false, or nobody can write to the bot."
    names = [entry.get("command") for entry in _entries(features, "slash_commands")]
    if len(set(names)) < len(names):
        yield "features.slash_commands: two commands have one name."
    callbacks = [entry.get("callback_id") for entry in _entries(features, "shortcuts")]
    if len(set(callbacks)) < len(callbacks):
        yield "features.shortcuts: two shortcuts have one callback_id."
    if _part(manifest, "_metadata").get("major_version") != 2:
        yield "_metadata.major_version: must be 2."
    if settings.get("socket_mode_enabled"):
        return
    for name in ("event_subscriptions", "interactivity"):
        if not _part(settings, name).get("request_url"):
            yield f"settings.{name}.request_url: is missing, and Slack needs it where Socket Mode is off."


def _part(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = parent.get(name)
    return value if isinstance(value, Mapping) else {}


def _entries(parent: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = parent.get(name)
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []
