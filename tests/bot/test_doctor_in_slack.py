"""doctor and Slack: tokens, scopes, clock, transport, installations, and the manifest as Slack has it."""

import copy
import os
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from slack_sdk.oauth.installation_store import Installation
from sqlalchemy.exc import OperationalError

from bot.doctor import Finding, Level
from bot.doctor.findings import failure, fine, warning
from bot.doctor.manifest import differences
from bot.doctor.slack import check_slack
from bot.installing.installations import Installations
from bot.installing.manifest import app_manifest
from bot.settings import Settings, load_settings
from tests.bot.many_slacks import scopes

Json = dict[str, Any]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Slack:
    """Answers each method as it is told to."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: dict[str, Json] = {
            "auth.test": {"ok": True, "team": "Acme", "user": "memory-bot", "app_id": "A1"},
            "apps.connections.open": {"ok": True, "url": "wss://example.com"},
        }
        self.by_token: dict[str, Json] = {}
        self.headers = {"x-oauth-scopes": scopes(), "date": "Mon, 02 Mar 2026 12:00:00 GMT"}
        self.asked: list[tuple[str, str]] = []

    async def answer(self, request: web.Request) -> web.Response:
        method, token = request.match_info["method"], request.headers["Authorization"].removeprefix("Bearer ")
        self.asked.append((method, token))
        body = self.by_token.get(token) or self.answers[method]
        return web.json_response(body, headers=self.headers)


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    slack = Slack()
    app = web.Application()
    app.router.add_route("*", "/api/{method}", slack.answer)
    async with TestServer(app) as server:
        slack.url = str(server.make_url("/api/"))
        yield slack


def settings(slack: Slack | None, **variables: str) -> Settings:
    ours = {"SLACK_API_URL": slack.url if slack else "http://127.0.0.1:9/api/", **variables}
    return load_settings({**os.environ, **ours})


async def examined(slack: Slack | None, **variables: str) -> list[Finding]:
    tokens = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", **variables}
    return await check_slack(settings(slack, **tokens), NOON)


def found(findings: list[Finding], what: str) -> Finding:
    return next(finding for finding in findings if finding.what == what)


async def test_good_tokens_are_fine(home: Path, slack: Slack) -> None:
    findings = await examined(slack)

    assert [finding.level for finding in findings] == [Level.OK] * 5, findings
    assert findings[0] == fine("slack token", "connected to Acme as memory-bot")
    assert found(findings, "slack transport") == fine("slack transport", "ready for Socket Mode")
    assert ("apps.connections.open", "xapp-1") in slack.asked


async def test_a_refused_token(home: Path, slack: Slack) -> None:
    slack.answers["auth.test"] = {"ok": False, "error": "token_revoked"}

    assert (await examined(slack))[0] == failure(
        "slack token", "Slack refused SLACK_BOT_TOKEN: token_revoked. Install the app again and copy its new token."
    )


async def test_scopes_that_are_needed_are_named(home: Path, slack: Slack) -> None:
    slack.headers["x-oauth-scopes"] = scopes().replace("commands,", "").replace("im:write,", "")

    assert found(await examined(slack), "slack scopes") == failure(
        "slack scopes",
        "The app lacks commands, im:write. Add them on the app's page, OAuth & Permissions, and install it again.",
    )


async def test_what_goes_without_a_scope_is_told(home: Path, slack: Slack) -> None:
    slack.headers["x-oauth-scopes"] = scopes().replace("files:write,", "")

    told = found(await examined(slack), "slack scopes")

    assert told.level is Level.WARN
    assert told.detail.startswith("Without files:write exports cannot be sent. Add them")


@pytest.mark.parametrize(
    ("off", "level"),
    [
        pytest.param(timedelta(seconds=-30), Level.OK, id="agrees"),
        pytest.param(timedelta(minutes=2), Level.WARN, id="a little off"),
        pytest.param(timedelta(minutes=-6), Level.FAIL, id="too far off"),
    ],
)
async def test_slacks_clock_is_compared(home: Path, slack: Slack, off: timedelta, level: Level) -> None:
    slack.headers["date"] = f"{NOON + off:%a, %d %b %Y %H:%M:%S} GMT"

    assert found(await examined(slack), "slack clock").level is level


async def test_a_slack_that_tells_no_time(home: Path, slack: Slack) -> None:
    slack.headers["date"] = "no date"

    assert found(await examined(slack), "slack clock").detail == "not told"


async def test_a_slack_that_cannot_be_reached(home: Path) -> None:
    findings = await examined(None)

    assert findings[0].detail == "http://127.0.0.1:9/api/ cannot be reached (ClientConnectorError). Check the network."
    assert found(findings, "slack transport").detail.endswith("(ClientConnectorError). Check the network.")


async def test_without_any_slack_nothing_is_asked(home: Path) -> None:
    assert await check_slack(load_settings(dict(os.environ)), NOON) == [
        fine("slack", "no tokens, so `memory-bot run` brings a local workspace")
    ]


@pytest.mark.parametrize(
    ("variables", "level", "detail"),
    [
        pytest.param(
            {"SLACK_APP_TOKEN": ""},
            Level.FAIL,
            "Set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for --http.",
            id="none",
        ),
        pytest.param(
            {"SLACK_APP_TOKEN": "xoxb-2"}, Level.FAIL, "SLACK_APP_TOKEN must begin with xapp-. Copy it again.", id="bot"
        ),
        pytest.param(
            {"SLACK_SIGNING_SECRET": "s", "SLACK_APP_TOKEN": ""}, Level.OK, "ready for --http", id="http alone"
        ),
        pytest.param({"SLACK_SIGNING_SECRET": "s"}, Level.OK, "ready for Socket Mode and --http", id="both"),
    ],
)
async def test_the_transport_needs_its_secret(
    home: Path, slack: Slack, variables: dict[str, str], level: Level, detail: str
) -> None:
    assert found(await examined(slack, **variables), "slack transport") == Finding("slack transport", level, detail)


async def test_an_app_token_that_is_refused(home: Path, slack: Slack) -> None:
    slack.answers["apps.connections.open"] = {"ok": False, "error": "not_allowed_token_type"}

    assert found(await examined(slack), "slack transport") == failure(
        "slack transport",
        "Slack refused SLACK_APP_TOKEN: not_allowed_token_type. Make one with connections:write.",
    )


# --- many workspaces --------------------------------------------------------------------------------------------------

OAUTH = {
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "s",
    "SLACK_SIGNING_SECRET": "s",
    "MEMORY_BOT_PUBLIC_URL": "https://bot.example.com",
}


async def installed(chosen: Settings, *team_ids: str, **details: Any) -> None:
    async with Installations(chosen) as installations:
        for team_id in team_ids:
            ours: Json = {"app_id": "A1", "bot_id": "B1", "bot_user_id": "UBOT", "user_id": "U1"}
            installation = Installation(team_id=team_id, bot_token=f"xoxb-{team_id}", **ours, **details)
            await installations.store.async_save(installation)


async def test_before_the_first_installation_it_says_where_it_begins(home: Path, slack: Slack) -> None:
    assert (await check_slack(settings(slack, **OAUTH), NOON))[0] == fine(
        "installations", "none yet; installing begins at https://bot.example.com/slack/install"
    )
    assert not home.exists()


async def test_each_workspace_is_looked_at(home: Path, slack: Slack) -> None:
    chosen = settings(slack, **OAUTH)
    await installed(chosen, "T0RED", "T0BLUE")
    slack.by_token["xoxb-T0RED"] = {"ok": False, "error": "account_inactive"}

    findings = await check_slack(chosen, NOON)

    assert found(findings, "installations").detail == "1 of 2 can be served"
    assert found(findings, "installation T0BLUE") == fine("installation T0BLUE", "connected to Acme")
    assert found(findings, "installation T0RED") == failure(
        "installation T0RED",
        "Slack refused its token: account_inactive. Install it there again, at https://bot.example.com/slack/install.",
    )


async def test_an_expired_token_is_renewed_by_the_bot(home: Path, slack: Slack) -> None:
    chosen = settings(slack, **OAUTH)
    await installed(chosen, "T0RED", bot_refresh_token="xoxe-1", bot_token_expires_in=60)
    slack.by_token["xoxb-T0RED"] = {"ok": False, "error": "token_expired"}

    told = found(await check_slack(chosen, NOON), "installation T0RED")

    assert (told.level, "it is renewed as soon as" in told.detail) == (Level.WARN, True)


async def test_scopes_are_looked_at_in_each(home: Path, slack: Slack) -> None:
    chosen = settings(slack, **OAUTH)
    await installed(chosen, "T0RED")
    slack.headers["x-oauth-scopes"] = scopes().replace("commands,", "")

    assert found(await check_slack(chosen, NOON), "installation T0RED").detail.startswith("The app lacks commands.")


async def test_a_slack_that_cannot_be_reached_about_installations(home: Path, slack: Slack) -> None:
    await installed(settings(slack, **OAUTH), "T0RED")

    findings = await check_slack(settings(None, **OAUTH), NOON)

    assert found(findings, "installation T0RED").detail.endswith("(ClientConnectorError). Check the network.")


@pytest.mark.parametrize(("variables", "level"), [({}, Level.FAIL), ({"SLACK_BOT_TOKEN": "xoxb-1"}, Level.WARN)])
async def test_half_of_the_settings_is_told(home: Path, slack: Slack, variables: dict[str, str], level: Level) -> None:
    told = found(await check_slack(settings(slack, SLACK_CLIENT_ID="1.2", **variables), NOON), "installations")

    assert (told.level, "SLACK_CLIENT_SECRET is not set" in told.detail) == (level, True)


async def test_a_database_that_breaks_is_told(home: Path, slack: Slack, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = settings(slack, **OAUTH)
    await installed(chosen, "T0RED")

    async def broken(installations: Installations) -> None:
        raise OperationalError("select", {}, Exception("gone"))

    monkeypatch.setattr(Installations, "all", broken)

    assert found(await check_slack(chosen, NOON), "installations") == failure(
        "installations", "They cannot be read (OperationalError). Check the database."
    )


# --- the manifest as Slack has it -------------------------------------------------------------------------------------

CONFIG = {"SLACK_CONFIG_TOKEN": "xoxe.xoxp-1"}


@pytest.fixture
def ours(home: Path) -> Json:
    return app_manifest(load_settings(dict(os.environ)))


async def test_without_a_configuration_token_the_manifest_is_not_seen(home: Path, slack: Slack) -> None:
    told = found(await examined(slack), "slack manifest")

    assert told.level is Level.OK
    assert "not seen without SLACK_CONFIG_TOKEN" in told.detail


async def test_the_manifest_that_slack_has_is_compared(home: Path, slack: Slack, ours: Json) -> None:
    slack.answers["apps.manifest.export"] = {"ok": True, "manifest": ours}

    assert found(await examined(slack, **CONFIG), "slack manifest") == fine("slack manifest", "as it should be")
    assert ("apps.manifest.export", "xoxe.xoxp-1") in slack.asked


async def test_over_http_the_addresses_are_compared(home: Path, slack: Slack) -> None:
    elsewhere = app_manifest(load_settings(dict(os.environ)), public_url="https://elsewhere.example.com")
    slack.answers["apps.manifest.export"] = {"ok": True, "manifest": elsewhere}

    findings = await examined(slack, **CONFIG, MEMORY_BOT_PUBLIC_URL="https://bot.example.com")

    assert found(findings, "slack address").detail.startswith(
        "event_subscriptions are sent to https://elsewhere.example.com/slack/events, not to https://bot.example.com/"
    )


@pytest.mark.parametrize(
    ("bots_info", "manifest_seen"),
    [
        ({"ok": True, "bot": {"app_id": "A1"}}, True),
        ({"ok": True, "bot": {}}, False),
        ({"ok": False, "error": "bot_not_found"}, False),
    ],
)
async def test_which_app_it_is_may_have_to_be_asked(
    home: Path, slack: Slack, ours: Json, bots_info: Json, manifest_seen: bool
) -> None:
    slack.answers |= {
        "auth.test": {"ok": True, "team": "Acme", "user": "memory-bot", "bot_id": "B1"},
        "bots.info": bots_info,
        "apps.manifest.export": {"ok": True, "manifest": ours},
    }

    told = found(await examined(slack, **CONFIG), "slack manifest")

    assert (told.detail == "as it should be") is manifest_seen
    assert ("which app this is" in told.detail) is not manifest_seen


async def test_a_configuration_token_that_has_expired(home: Path, slack: Slack) -> None:
    slack.answers["apps.manifest.export"] = {"ok": False, "error": "token_expired"}

    assert found(await examined(slack, **CONFIG), "slack manifest") == warning(
        "slack manifest", "Slack did not show it (token_expired). Make SLACK_CONFIG_TOKEN anew on api.slack.com/apps."
    )


async def test_a_manifest_that_does_not_come(home: Path, slack: Slack) -> None:
    slack.answers["apps.manifest.export"] = {}
    slack.by_token["xoxe.xoxp-1"] = {"ok": True}

    async def dropped(request: web.Request) -> web.Response:
        if request.match_info["method"] == "apps.manifest.export":
            assert request.transport is not None
            request.transport.close()
        return await answer(request)

    answer, slack.answer = slack.answer, dropped  # type: ignore[method-assign]
    app = web.Application()
    app.router.add_route("*", "/api/{method}", slack.answer)
    async with TestServer(app) as server:
        slack.url = str(server.make_url("/api/"))
        told = found(await examined(slack, **CONFIG), "slack manifest")

    assert told.detail == "Slack did not show it (ServerDisconnectedError). Try again."


def drop(*path: str) -> Callable[[Json], None]:
    """Return a change that removes something; the last step may be an entry of a list."""

    def change(manifest: Any) -> None:
        for step in path[:-1]:
            manifest = manifest[step]
        manifest.remove(path[-1]) if isinstance(manifest, list) else manifest.pop(path[-1])

    return change


def put(*path: str, value: Any) -> Callable[[Json], None]:
    def change(manifest: Any) -> None:
        for step in path[:-1]:
            manifest = manifest[step]
        manifest[path[-1]] = value

    return change


EVENTS = ("settings", "event_subscriptions", "bot_events")
SCOPES = ("oauth_config", "scopes")


@pytest.mark.parametrize(
    ("change", "what", "level", "said"),
    [
        (drop(*EVENTS, "message.im"), "slack events", Level.FAIL, "message.im is not subscribed to: the bot does not"),
        (drop(*EVENTS, "reaction_added"), "slack events", Level.WARN, "reactions ask for nothing. Add it on"),
        (
            drop(*EVENTS, "member_joined_channel"),
            "slack events",
            Level.WARN,
            "member_joined_channel is not subscribed to: the bot may believe for ten minutes",
        ),
        (drop(*SCOPES, "bot", "commands"), "slack manifest", Level.FAIL, "It does not ask for commands."),
        (put(*SCOPES, value={"bot": []}), "slack manifest", Level.FAIL, "app_mentions:read, assistant:write,"),
        (put("features", "app_home", value={}), "slack messages", Level.FAIL, "Nobody can write to the bot."),
        (
            put("features", "app_home", "messages_tab_read_only_enabled", value=True),
            "slack messages",
            Level.FAIL,
            "Nobody can write to the bot.",
        ),
        (put("features", "app_home", "home_tab_enabled", value=False), "slack home", Level.WARN, "no Home tab"),
        (drop("features", "agent_view"), "slack agent", Level.WARN, "The app is no agent"),
        (drop("features", "slash_commands"), "slack commands", Level.WARN, "Slack knows no command /memory, /soul."),
        (put("features", "shortcuts", value=[]), "slack shortcuts", Level.WARN, "my_memories, remember_this"),
        (put("settings", "interactivity", value={}), "slack buttons", Level.FAIL, "Buttons do nothing."),
        (
            put("settings", "token_rotation_enabled", value=True),
            "slack manifest",
            Level.WARN,
            "token_rotation_enabled is on in Slack, unlike the settings.",
        ),
    ],
)
def test_each_difference_is_told(
    ours: Json, change: Callable[[Json], None], what: str, level: Level, said: str
) -> None:
    theirs = copy.deepcopy(ours)
    change(theirs)

    told = list(differences(ours, theirs))

    assert any((each.what, each.level) == (what, level) and said in each.detail for each in told), told


def test_what_slack_has_beyond_ours_does_no_harm(ours: Json) -> None:
    theirs = copy.deepcopy(ours)
    theirs["settings"]["event_subscriptions"]["bot_events"].append("team_join")
    theirs["oauth_config"]["scopes"]["bot"].append("team:read")

    assert list(differences(ours, theirs)) == []
    assert list(differences(ours, ours)) == []


def test_an_app_without_any_manifest_lacks_everything(ours: Json) -> None:
    told = {each.what for each in differences(ours, {})}

    assert {"slack events", "slack manifest", "slack messages", "slack agent", "slack buttons"} <= told
