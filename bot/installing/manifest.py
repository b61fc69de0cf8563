"""The app's Slack manifest: one source for `memory-bot manifest`, the local workspace, installing and `doctor`.

The template is `deploy/slack/manifest.json`; the settings name its slash commands and shortcuts, and say how Slack
reaches the bot.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from bot.settings import Settings

Manifest: TypeAlias = dict[str, Any]

EVENTS_PATH = "/slack/events"
INSTALL_PATH = "/slack/install"
REDIRECT_PATH = "/slack/oauth_redirect"

_IN_REPOSITORY = Path(__file__).parents[2] / "deploy" / "slack" / "manifest.json"


def app_manifest(settings: Settings, *, public_url: str | None = None) -> Manifest:
    """Return the manifest of the app as it is configured.

    Args:
        public_url: Where Slack reaches the bot over HTTP, such as https://bot.example.com/; None for Socket Mode.
    """
    whole = _template()
    names = {"/memory": settings.memory_command, "/soul": settings.soul_command}
    about = whole["display_information"]
    about["long_description"] = about["long_description"].replace("/memory ", f"{settings.memory_command} ")
    for command in whole["features"]["slash_commands"]:
        command["command"] = names[command["command"]]
    shortcuts = {
        "remember_this": settings.remember_shortcut,
        "forget_learnt": settings.forget_shortcut,
        "my_memories": settings.memories_shortcut,
    }
    for shortcut in whole["features"]["shortcuts"]:
        shortcut["name"] = shortcuts[shortcut["callback_id"]]
    slack = whole["settings"]
    slack["org_deploy_enabled"] = settings.slack_org_deploy
    slack["token_rotation_enabled"] = settings.slack_token_rotation
    slack["socket_mode_enabled"] = public_url is None
    if public_url is not None:
        _point_to(whole, public_url.rstrip("/"))
    return whole


def scopes_of(manifest: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the scopes that the app cannot do without, and those that some of its features need."""
    scopes = manifest.get("oauth_config", {}).get("scopes", {})
    optional = frozenset(scopes.get("bot_optional", ()))
    return frozenset(scopes.get("bot", ())) - optional, optional


def events_of(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return the events that the app is subscribed to."""
    return frozenset(manifest.get("settings", {}).get("event_subscriptions", {}).get("bot_events", ()))


def _template() -> Manifest:
    """Return the template from the installed package, or from the repository that the bot is run from."""
    packaged = files("bot").joinpath("data/manifest.json")
    text = packaged.read_text("utf-8") if packaged.is_file() else _IN_REPOSITORY.read_text("utf-8")
    whole: Manifest = json.loads(text)
    return whole


def _point_to(whole: Manifest, base: str) -> None:
    """Name the addresses that Slack calls over HTTP: one for all requests, one to come back to after installing."""
    events = base + EVENTS_PATH
    for command in whole["features"]["slash_commands"]:
        command["url"] = events
    whole["oauth_config"]["redirect_urls"] = [base + REDIRECT_PATH]
    whole["settings"]["event_subscriptions"]["request_url"] = events
    whole["settings"]["interactivity"]["request_url"] = events
