"""The app's manifest: whether Slack would take ours, and how the app as Slack knows it differs from it."""

from collections.abc import Iterator, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.doctor.findings import Finding, failure, fine, warning
from bot.installing.manifest import app_manifest, events_of, scopes_of
from bot.installing.manifest_rules import manifest_problems
from bot.settings import Settings

_NEXT = "Compare the app's page, App Manifest, with what `memory-bot manifest` prints."

_WITHOUT = {
    "agent_session_stopped": "people cannot stop an answer",
    "app_context_changed": "the bot does not hear what people look at",
    "app_home_opened": "the Home tab stays empty",
    "app_mention": "the bot does not hear when it is mentioned",
    "app_uninstalled": "the bot does not hear when it is removed",
    "message.channels": "edits and deletions in channels are not followed",
    "message.groups": "edits and deletions in private channels are not followed",
    "message.im": "the bot does not hear direct messages",
    "message.mpim": "edits and deletions in group messages are not followed",
    "reaction_added": "reactions ask for nothing",
    "tokens_revoked": "the bot does not hear when its tokens become void",
}
"""What each event is for; without any other the bot knows later that something has changed."""

_ESSENTIAL = frozenset({"app_mention", "message.im", "app_home_opened"})


def check_own_manifest(settings: Settings) -> Finding:
    """Return whether Slack would take the manifest that the settings make."""
    if problems := manifest_problems(app_manifest(settings, public_url=settings.public_url)):
        return failure("manifest", f"Slack would refuse it. {' '.join(problems)} Correct the settings.")
    return fine("manifest", "Slack would take it")


async def check_manifest_in_slack(settings: Settings, client: AsyncWebClient, app_id: str | None) -> list[Finding]:
    """Return how the app's manifest differs from ours, where a token lets us see it; else a word on how to look."""
    if settings.slack_config_token is None:
        told = "not seen without SLACK_CONFIG_TOKEN; `memory-bot manifest` prints what Slack should have"
        return [fine("slack manifest", told)]
    if app_id is None:
        return [warning("slack manifest", f"Slack does not tell which app this is. {_NEXT}")]
    try:
        answer = await client.apps_manifest_export(app_id=app_id, token=settings.slack_config_token.get_secret_value())
    except SlackApiError as error:
        told = f"Slack did not show it ({error.response['error']}). Make SLACK_CONFIG_TOKEN anew on api.slack.com/apps."
        return [warning("slack manifest", told)]
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return [warning("slack manifest", f"Slack did not show it ({type(error).__name__}). Try again.")]
    theirs = answer.get("manifest") or {}
    is_over_http = not _part(theirs, "settings").get("socket_mode_enabled")
    ours = app_manifest(settings, public_url=settings.public_url if is_over_http else None)
    found = list(differences(ours, theirs))
    return found or [fine("slack manifest", "as it should be")]


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Finding]:
    """Give a finding for each difference that matters; what Slack has beyond ours does no harm. Pure."""
    for event in sorted(events_of(ours) - events_of(theirs)):
        lost = _WITHOUT.get(event, "the bot may believe for ten minutes what has changed")
        found = failure if event in _ESSENTIAL else warning
        step = "Add it on the app's page, Event Subscriptions."
        yield found("slack events", f"{event} is not subscribed to: {lost}. {step}")
    needed, optional = (ours_of - frozenset().union(*scopes_of(theirs)) for ours_of in scopes_of(ours))
    if needed or optional:
        found = failure if needed else warning
        missing = ", ".join(sorted(needed | optional))
        yield found(
            "slack manifest", f"It does not ask for {missing}. Add them on the app's page, OAuth & Permissions."
        )
    yield from _features(_part(ours, "features"), _part(theirs, "features"))
    yield from _settings(_part(ours, "settings"), _part(theirs, "settings"))


def _features(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Finding]:
    home = _part(theirs, "app_home")
    if not home.get("messages_tab_enabled") or home.get("messages_tab_read_only_enabled"):
        told = "Nobody can write to the bot. Turn on the Messages tab, and that people may write there, on App Home."
        yield failure("slack messages", told)
    if not home.get("home_tab_enabled"):
        yield warning("slack home", "There is no Home tab. Turn it on on the app's page, App Home.")
    if "agent_view" not in theirs:
        yield warning("slack agent", f"The app is no agent: no suggested prompts, no status. {_NEXT}")
    for part, key, name in (("slash_commands", "command", "command"), ("shortcuts", "callback_id", "shortcut")):
        missing = _names(ours, part, key) - _names(theirs, part, key)
        if missing:
            yield warning(f"slack {name}s", f"Slack knows no {name} {', '.join(sorted(missing))}. {_NEXT}")


def _settings(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[Finding]:
    if not _part(theirs, "interactivity").get("is_enabled"):
        yield failure("slack buttons", "Buttons do nothing. Turn on the app's page, Interactivity & Shortcuts.")
    for part in ("event_subscriptions", "interactivity"):
        wanted, found = (_part(each, part).get("request_url") for each in (ours, theirs))
        if wanted and found and wanted != found:
            yield warning("slack address", f"{part} are sent to {found}, not to {wanted}. {_NEXT}")
    for name in ("token_rotation_enabled", "org_deploy_enabled"):
        if bool(ours.get(name)) != bool(theirs.get(name)):
            has = "on" if theirs.get(name) else "off"
            yield warning("slack manifest", f"{name} is {has} in Slack, unlike the settings. {_NEXT}")


def _names(features: Mapping[str, Any], part: str, key: str) -> set[str]:
    return {str(entry.get(key)) for entry in features.get(part) or ()}


def _part(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = parent.get(name)
    return value if isinstance(value, Mapping) else {}
