"""Installing into many workspaces: pages, tokens, memories apart; what is refused, who leaves and who comes back."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.errors import InstallationsError, MissingTokenError, SlackRefusedError, SlackUnreachableError
from bot.installing.installations import Installations
from bot.installing.oauth_settings import install_url, require_oauth_settings
from bot.installing.served import Served, TokenWatch
from bot.installing.workspaces import Workspaces, open_workspaces
from bot.intake.intake import Intake
from bot.intake.journal import Journal
from bot.metrics import Metrics
from bot.parts import Parts, open_memory, utc_now
from bot.replies.grounded import GroundedReplies
from bot.settings import Settings
from bot.slack.directory import Directory
from bot.slack.http_server import HttpServer
from extractors.pipeline import Extractor
from memory.records import Person
from memory.upkeep.departed import departures, note_departure
from tests.bot.many_slacks import CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET, Browser, ManySlacks, Team, many_slacks
from tests.e2e.harness import free_port

PATIENCE = 30

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def settings(home: Path, slack: ManySlacks | None = None, **changes: Any) -> Settings:
    port = free_port()
    values = {
        "home": home,
        "port": port,
        "public_url": f"http://127.0.0.1:{port}",
        "slack_client_id": CLIENT_ID,
        "slack_client_secret": CLIENT_SECRET,
        "slack_signing_secret": SIGNING_SECRET,
        "slack_api_url": slack.api_url if slack else "http://127.0.0.1:9/api/",
        **changes,
    }
    return Settings.model_validate({name: value for name, value in values.items() if value is not None})


class Running:
    """The bot, in this process."""

    def __init__(self, browser: Browser, intake: Intake, workspaces: Workspaces) -> None:
        self.browser, self.intake, self.workspaces = browser, intake, workspaces

    @property
    def parts(self) -> Parts:
        return self.intake.parts

    async def answers(self, team: Team, text: str, *, team_id: str | None = None, user: str = "UALEX") -> list[str]:
        """Let somebody say something in a workspace; return what was posted there in answer."""
        before = len(team.posts)
        await self.browser.say(team, text, team_id=team_id, user=user)
        await settled()
        await self.intake.queues.drain()
        return [str(post.get("text")) for post in team.posts[before:]]

    def texts(self, team_id: str, user: str = "UALEX") -> list[str]:
        return [memory.text for memory in self.parts.book.memories(Person(team_id, user))]

    async def tell(self, team: Team, kind: str, **event: Any) -> None:
        """Send one of the events of leaving."""
        at = event.pop("at", None)
        await self.browser.event(team, {"type": kind, **event}, at=at)
        await settled()


async def settled() -> None:
    """Let every listener that Bolt started come to its end."""
    async with asyncio.timeout(PATIENCE):
        while working := [task for task in asyncio.all_tasks() if "slack_bolt" in _home(task)]:
            await asyncio.wait(working)


def _home(task: "asyncio.Task[Any]") -> str:
    frames = task.get_stack(limit=1)
    code = getattr(task.get_coro(), "cr_code", None)
    return f"{code.co_filename if code else ''} {frames[0].f_code.co_filename if frames else ''}"


@asynccontextmanager
async def bot(slack: ManySlacks, home: Path, extractor: Extractor, **changes: Any) -> AsyncIterator[Running]:
    chosen = settings(home, slack, **changes)
    parts = Parts(chosen, open_memory(chosen), extractor, GroundedReplies())
    journal = Journal(home / "journal" / "turns.sqlite3", now=utc_now)
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        token = None if chosen.installs_by_oauth else str(changes["slack_bot_token"])
        client = AsyncWebClient(token=token, base_url=slack.api_url, session=session)
        client.proxy = None
        client.retry_handlers.insert(0, TokenWatch(parts.served))
        workspaces = await stack.enter_async_context(open_workspaces(chosen, client, parts, http=True))
        intake = Intake(parts, journal, Directory(), Metrics())
        app = build_app(workspaces, intake)
        await stack.enter_async_context(
            HttpServer(app, intake.metrics, parts.served, host="127.0.0.1", port=chosen.port)
        )
        intake.play(workspaces.client_of)
        yield Running(Browser(f"http://127.0.0.1:{chosen.port}", slack, session), intake, workspaces)
        await settled()
        await intake.queues.drain()
    journal.close()
    parts.book.close()


@pytest.fixture
def red() -> Team:
    return Team("Red", "T0RED")


@pytest.fixture
def blue() -> Team:
    return Team("Blue", "T0BLUE")


@pytest.fixture
async def running(tmp_path: Path, red: Team, blue: Team, extractor: Extractor) -> AsyncIterator[Running]:
    async with many_slacks(red, blue) as slack, bot(slack, tmp_path, extractor) as started:
        yield started


# --- the pages --------------------------------------------------------------------------------------------------------


async def test_installing_begins_with_a_button_that_leads_to_slack(running: Running) -> None:
    status, page, cookie = await running.browser.open("/slack/install")

    link = urlsplit(page.split('<a class="button" href="')[1].split('"')[0].replace("&amp;", "&"))
    query = {name: values[0] for name, values in parse_qs(link.query).items()}
    assert (status, "Add memory-bot to your Slack" in page) == (200, True)
    assert f"http://{link.netloc}/api/" == running.browser.slack.api_url
    assert link.path == "/oauth/v2/authorize"
    assert (query["client_id"], query["redirect_uri"]) == (
        CLIENT_ID,
        f"{running.browser.bot_url}/slack/oauth_redirect",
    )
    assert {"chat:write", "assistant:write", "reactions:read"} <= set(query["scope"].split(","))
    assert cookie == f"slack-app-oauth-state={query['state']}"


async def test_the_page_at_the_end_leads_to_the_app(running: Running, red: Team) -> None:
    status, page = await running.browser.install(red)

    assert status == 200
    assert "memory-bot is installed" in page
    assert 'href="slack://app?team=T0RED&amp;id=A1"' in page


@pytest.mark.parametrize(
    ("query", "with_cookie", "status", "said"),
    [
        ({"error": "access_denied"}, True, 200, "You said no, and nothing was installed."),
        ({"code": "x", "state": "STATE"}, False, 400, "another browser, or twice"),
        ({"code": "x", "state": "other"}, True, 400, "another browser, or twice"),
        ({"state": "STATE"}, True, 401, "without its word that you agreed"),
        ({"code": "never-given", "state": "STATE"}, True, 401, "Slack did not confirm the installation."),
        ({"error": "<b>new</b>"}, True, 200, "Something went wrong on the way"),
    ],
    ids=["said no", "no cookie", "other state", "no code", "code refused", "unknown"],
)
async def test_what_goes_wrong_is_told_kindly(
    running: Running, query: dict[str, str], with_cookie: bool, status: int, said: str
) -> None:
    state, cookie = await running.browser.begin()
    sent = {name: value.replace("STATE", state) for name, value in query.items()}

    found, page, _ = await running.browser.open("/slack/oauth_redirect", cookie=cookie if with_cookie else "", **sent)

    assert (found, said in page, "<b>new" in page) == (status, True, False)
    assert 'href="/slack/install"' in page


async def test_a_state_is_good_once(running: Running, red: Team) -> None:
    state, cookie = await running.browser.begin()
    slack = running.browser.slack
    await running.browser.open("/slack/oauth_redirect", cookie=cookie, state=state, code=slack.consent(red))

    status, page, _ = await running.browser.open(
        "/slack/oauth_redirect", cookie=cookie, state=state, code=slack.consent(red)
    )

    assert (status, "the link is no longer good" in page) == (401, True)


async def test_a_slack_that_cannot_be_reached_is_told_kindly_too(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    state, cookie = await running.browser.begin()
    await running.browser.slack.stop()

    status, page, _ = await running.browser.open("/slack/oauth_redirect", cookie=cookie, state=state, code="x")

    assert (status, "Slack did not confirm the installation." in page) == (401, True)
    assert "An installation failed: ClientConnectorError" in caplog.text


# --- several workspaces at once ---------------------------------------------------------------------------------------


async def test_each_workspace_has_its_own_memory_and_token(running: Running, red: Team, blue: Team) -> None:
    await running.browser.install(red)
    await running.browser.install(blue)

    await running.answers(red, "I live in Porto")
    await running.answers(blue, "I live in Oslo")

    assert "Porto" in (await running.answers(red, "where do I live?"))[0]
    assert "Oslo" in (await running.answers(blue, "where do I live?"))[0]
    assert (running.texts("T0RED"), running.texts("T0BLUE")) == (["Lives in Porto"], ["Lives in Oslo"])
    assert {post["token"] for post in red.posts} == {"xoxb-T0RED-0"}
    assert {post["token"] for post in blue.posts} == {"xoxb-T0BLUE-0"}
    assert "Oslo" not in str(red.posts)
    assert "Porto" not in str(blue.posts)


async def test_the_bot_is_mentioned_by_another_id_in_each_workspace(running: Running, red: Team, blue: Team) -> None:
    await running.browser.install(red)
    await running.browser.install(blue)

    await running.answers(red, f"<@{red.bot_user_id}> remember that the key is under the mat")
    await running.answers(blue, f"<@{blue.bot_user_id}> I live in Oslo")

    assert running.parts.bot_user_ids == {"T0RED": red.bot_user_id, "T0BLUE": blue.bot_user_id}
    assert running.texts("T0RED") == ["Key is under the mat"]
    assert running.texts("T0BLUE") == ["Lives in Oslo"]


async def test_a_workspace_that_has_not_installed_the_app_gets_nothing(
    running: Running, red: Team, blue: Team, caplog: pytest.LogCaptureFixture
) -> None:
    await running.browser.install(red)

    assert await running.answers(blue, "I live in Oslo") == []
    assert running.texts("T0BLUE") == []
    assert "Workspace T0BLUE has not installed the app here, or has removed it." in caplog.text
    _, told = await running.browser.send({"command": "/memory", "text": "list", "team_id": "T0BLUE", "user_id": "U1"})
    assert "Please ask whoever looks after me here to install me again." in told


async def test_installations_outlast_a_restart(tmp_path: Path, red: Team, extractor: Extractor) -> None:
    async with many_slacks(red) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
            await before.answers(red, "I live in Porto")

        async with bot(slack, tmp_path, extractor) as after:
            assert after.parts.bot_in("T0RED") == red.bot_user_id
            assert "Porto" in (await after.answers(red, "where do I live?"))[0]
    assert (tmp_path / "installations.sqlite3").stat().st_mode & 0o077 == 0


async def test_what_a_crash_interrupted_is_answered_with_the_token_of_its_workspace(
    tmp_path: Path, red: Team, blue: Team, extractor: Extractor
) -> None:
    async with many_slacks(red, blue) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
        journal = Journal(tmp_path / "journal" / "turns.sqlite3", now=utc_now)
        ts = f"{time.time():.6f}"
        event = {"type": "message", "channel_type": "im", "channel": "D1", "user": "UALEX", "text": "hello", "ts": ts}
        for team_id in ("T0RED", "T0BLUE"):
            journal.receive(f"{team_id}/D1/{ts}", ts, {"team_id": team_id, "event": event})
        journal.close()

        async with bot(slack, tmp_path, extractor) as after:
            await after.intake.queues.drain()
            waiting = after.intake.journal.waiting()

    assert [post["token"] for post in red.posts] == ["xoxb-T0RED-0"]
    assert (blue.posts, waiting) == ([], [])


async def test_an_organisation_that_installs_it_for_all_has_one_memory(tmp_path: Path, extractor: Extractor) -> None:
    org = Team("Whole Org", None, "E0ORG")
    async with many_slacks(org) as slack, bot(slack, tmp_path, extractor, slack_org_deploy=True) as started:
        status, page = await started.browser.install(org)
        await started.answers(org, "I live in Porto", team_id="T0ONE")

        assert (status, 'href="slack://open"' in page) == (200, True)
        assert "Porto" in (await started.answers(org, "where do I live?", team_id="T0TWO"))[0]
        assert started.texts("E0ORG") == ["Lives in Porto"]
        assert started.parts.book.teams() == ["E0ORG"]

        await started.browser.send(
            {
                "type": "event_callback",
                "team_id": "T0ONE",
                "enterprise_id": "E0ORG",
                "event": {"type": "app_uninstalled"},
            }
        )
        await settled()
        assert [each.team_id for each in departures(tmp_path)] == ["E0ORG"]


async def test_a_workspace_of_an_organisation_may_install_it_alone(tmp_path: Path, extractor: Extractor) -> None:
    team = Team("One of many", "T0ONE", "E0ORG")
    async with many_slacks(team) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        await started.answers(team, "I live in Porto")

        assert started.texts("T0ONE") == ["Lives in Porto"]


# --- tokens that expire, and tokens that are refused ------------------------------------------------------------------


async def test_a_token_about_to_expire_is_renewed_once(tmp_path: Path, extractor: Extractor) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        team.expires_in = 43_200

        await asyncio.gather(*(started.browser.say(team, f"hello {n}", user=f"U{n}") for n in range(5)))
        await settled()
        await started.intake.queues.drain()

        assert [sent.get("grant_type") for sent in slack.traded] == [None, "refresh_token"]
        assert {post["token"] for post in team.posts} == {"xoxb-T0RED-1"}
        assert len(team.posts) == 5


async def test_a_token_that_cannot_be_renewed_stops_its_workspace_only(
    tmp_path: Path, blue: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    team = Team("Red", "T0RED", expires_in=-60)
    async with many_slacks(team, blue) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.install(team)
        await started.browser.install(blue)
        team.tokens.append("xoxb-somebody-else-renewed-it")

        assert await started.answers(team, "hello") == []
        assert await started.answers(blue, "hello")
        assert started.parts.served.troubles == {"T0RED": "token_expired"}
        assert f"install it again at {started.browser.bot_url}/slack/install." in caplog.text


async def test_a_token_that_expired_while_the_bot_was_off_is_renewed_before_old_turns_are_answered(
    tmp_path: Path, extractor: Extractor
) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(team)
            await before.intake.keep({"team_id": "T0RED", "event": message("hello")})
        team.expires_in = 43_200
        async with bot(slack, tmp_path, extractor) as after:
            await after.intake.queues.drain()

            assert {post["token"] for post in team.posts} == {"xoxb-T0RED-1"}
            await after.answers(team, "hello")
            assert [sent.get("grant_type") for sent in slack.traded] == [None, "refresh_token"]


async def test_a_token_that_cannot_be_renewed_at_start_is_logged(
    tmp_path: Path, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    team = Team("Red", "T0RED", expires_in=600)
    async with many_slacks(team) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(team)
        team.tokens.append("xoxb-somebody-else-renewed-it")
        async with bot(slack, tmp_path, extractor):
            pass

    assert "The token of T0RED could not be renewed: SlackTokenRotationError" in caplog.text


async def test_states_of_those_who_never_came_back_are_dropped(
    tmp_path: Path, red: Team, extractor: Extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.installing.installations.STATE_SECONDS", -1)
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor) as started:
        await started.browser.begin()

    async with Installations(settings(tmp_path)) as installations, installations.states.engine.connect() as connection:
        assert (await connection.execute(installations.states.oauth_states.select())).all() == []


@pytest.mark.parametrize("error", ["token_revoked", "account_inactive", "invalid_auth"])
async def test_a_refused_token_stops_its_workspace_until_it_is_installed_again(
    running: Running, red: Team, blue: Team, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    for team in (red, blue):
        await running.browser.install(team)
        await running.answers(team, "I live in Porto")
    red.refused = error
    await running.answers(red, "what do you know about me?")

    caplog.clear()
    assert await running.answers(red, "hello?") == []
    assert (await running.browser.open("/readyz"))[:2] == (200, f'{{"ok": true, "not_served": {{"T0RED": "{error}"}}}}')
    assert await running.answers(blue, "where do I live?")
    assert running.parts.served.troubles == {"T0RED": error}
    assert caplog.text == ""

    red.refused = None
    await running.browser.install(red)
    assert "Porto" in (await running.answers(red, "where do I live?"))[0]
    assert running.parts.served.troubles == {}


async def test_a_token_that_was_refused_before_the_start_is_noticed(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(red) as slack:
        async with bot(slack, tmp_path, extractor) as before:
            await before.browser.install(red)
        red.refused = "account_inactive"
        async with bot(slack, tmp_path, extractor) as after:
            await after.answers(red, "hello")

            assert after.parts.served.troubles == {"T0RED": "account_inactive"}
    told = (
        "Workspace T0RED is served no more: the app was removed there, or the workspace was closed (account_inactive)."
    )
    assert told in caplog.text


async def test_who_asks_by_command_where_nobody_is_served_is_told(running: Running, red: Team) -> None:
    await running.browser.install(red)
    await running.answers(red, "hello")
    running.parts.served.stop("T0RED", "token_revoked")

    _, answer = await running.browser.send({"command": "/memory", "text": "list", "team_id": "T0RED", "user_id": "U1"})

    assert "Please ask whoever looks after me here to install me again." in answer


async def test_a_turn_that_is_waiting_when_its_workspace_stops_is_kept(running: Running, red: Team) -> None:
    await running.browser.install(red)
    await running.answers(red, "hello")
    body = {"team_id": "T0RED", "event": message("I live in Porto")}
    key = await running.intake.keep(body)
    running.parts.served.stop("T0RED", "token_revoked")

    client = running.workspaces.client_of(body)
    assert (key is not None, client) == (True, None)
    running.intake.start(str(key), body, AsyncWebClient())
    await running.intake.queues.drain()

    assert [turn.key for turn in running.intake.journal.waiting()] == [key]
    assert running.texts("T0RED") == []


def message(text: str) -> dict[str, Any]:
    ts = f"{time.time():.6f}"
    return {"type": "message", "channel_type": "im", "channel": "D1", "user": "UALEX", "text": text, "ts": ts}


# --- leaving and coming back ------------------------------------------------------------------------------------------

LEAVING = [
    pytest.param("app_uninstalled", {}, id="uninstalled"),
    pytest.param("tokens_revoked", {"tokens": {"oauth": [], "bot": ["UBOTT0RED"]}}, id="tokens revoked"),
]


@pytest.mark.parametrize(("kind", "event"), LEAVING)
async def test_who_leaves_is_left_alone_and_waits_to_be_erased(
    running: Running, red: Team, blue: Team, tmp_path: Path, kind: str, event: dict[str, Any]
) -> None:
    for team in (red, blue):
        await running.browser.install(team)
        await running.answers(team, "I live in Porto")
    await running.intake.keep({"team_id": "T0RED", "event": message("never answered")})

    await running.tell(red, kind, **event, at=time.time() + 2)

    assert await running.answers(red, "hello?") == []
    assert await running.answers(blue, "where do I live?")
    assert [each.team_id for each in departures(tmp_path)] == ["T0RED"]
    assert running.intake.journal.waiting() == []
    assert running.texts("T0RED") == ["Lives in Porto"]
    async with Installations(running.parts.settings) as installations:
        assert [bot.team_id for bot in await installations.all()] == ["T0BLUE"]
    await running.tell(red, kind, **event, at=time.time() + 2)
    assert len(departures(tmp_path)) == 1


async def test_who_installs_it_again_in_time_keeps_everything(running: Running, red: Team, tmp_path: Path) -> None:
    await running.browser.install(red)
    await running.answers(red, "I live in Porto")
    await running.tell(red, "app_uninstalled", at=time.time() + 2)

    await running.browser.install(red)

    assert departures(tmp_path) == []
    assert "Porto" in (await running.answers(red, "where do I live?"))[0]


async def test_news_of_leaving_that_comes_after_the_return_is_passed_over(
    running: Running, red: Team, tmp_path: Path
) -> None:
    await running.browser.install(red)
    await running.answers(red, "I live in Porto")

    await running.tell(red, "app_uninstalled", at=time.time() - 300)

    assert departures(tmp_path) == []
    assert await running.answers(red, "where do I live?")


async def test_a_person_who_takes_back_their_own_consent_is_no_departure(
    running: Running, red: Team, tmp_path: Path
) -> None:
    await running.browser.install(red)

    await running.tell(red, "tokens_revoked", tokens={"oauth": ["UALEX"]}, at=time.time() + 2)

    assert departures(tmp_path) == []
    assert await running.answers(red, "hello")


async def test_memories_that_nobody_comes_back_for_are_kept_where_no_days_are_set(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    memory = {"memory": {"uninstalled_days": 0}}
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor, **memory) as started:
        await started.browser.install(red)
        await started.browser.send({"type": "event_callback", "team_id": "T0RED", "event": {"type": "app_uninstalled"}})
        await settled()

    assert "Workspace T0RED removed the app. Its memories are kept." in caplog.text


# --- one workspace ----------------------------------------------------------------------------------------------------


@pytest.fixture
def one() -> Team:
    return Team("Only", "T0ONLY", tokens=["xoxb-only"])


def single(slack: ManySlacks, home: Path, extractor: Extractor) -> AbstractAsyncContextManager[Running]:
    """Run the bot for the one workspace whose token is set."""
    alone = {"slack_client_id": None, "slack_client_secret": None, "public_url": None}
    return bot(slack, home, extractor, slack_bot_token="xoxb-only", **alone)


async def test_one_workspace_is_answered_with_its_token_whatever_bolt_finds_in_the_environment(
    tmp_path: Path, one: Team, extractor: Extractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "secret")
    async with many_slacks(one) as slack, single(slack, tmp_path, extractor) as started:
        assert await started.answers(one, "hello")
        status, _, _ = await started.browser.open("/slack/install")

    assert status == 404
    assert {post["token"] for post in one.posts} == {"xoxb-only"}


async def test_one_workspace_that_leaves_is_left_alone_and_back_at_the_next_start(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor) as started:
            await started.answers(one, "I live in Porto")
            await started.tell(one, "app_uninstalled", at=time.time() + 2)
            assert await started.answers(one, "hello?") == []
            status, told, _ = await started.browser.open("/readyz")
            assert (status, told) == (503, '{"ok": false, "not_served": {"T0ONLY": "app_uninstalled"}}')
            assert [each.team_id for each in departures(tmp_path)] == ["T0ONLY"]
        assert "Install the app again, set SLACK_BOT_TOKEN to its new token, and restart." in caplog.text

        async with single(slack, tmp_path, extractor) as again:
            assert departures(tmp_path) == []
            assert "Porto" in (await again.answers(one, "where do I live?"))[0]


async def test_a_token_that_is_refused_at_start_is_an_error(tmp_path: Path, one: Team, extractor: Extractor) -> None:
    one.refused = "token_revoked"
    async with many_slacks(one) as slack:
        with pytest.raises(SlackRefusedError, match="SLACK_BOT_TOKEN: token_revoked"):
            async with single(slack, tmp_path, extractor):
                pass


async def test_what_a_workspace_left_is_erased_even_where_its_token_lets_nobody_in_any_more(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor) as started:
            await started.answers(one, "I live in Porto")
        note_departure(tmp_path, "T0ONLY", utc_now() - timedelta(days=30))
        one.refused = "account_inactive"
        with pytest.raises(SlackRefusedError):
            async with single(slack, tmp_path, extractor):
                pass

    assert not (tmp_path / "teams" / "T0ONLY").exists()
    assert "Upkeep gc: workspace T0ONLY, which removed the app on" in caplog.text


async def test_a_note_of_who_left_that_cannot_be_read_keeps_nobody_from_talking(
    tmp_path: Path, one: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(one) as slack:
        async with single(slack, tmp_path, extractor):
            (tmp_path / "departed.json").write_text("{")
        async with single(slack, tmp_path, extractor) as again:
            assert await again.answers(one, "hello")

    assert caplog.text.count("it does not tell who left") == 2


# --- settings and the database ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("knob", "variable"),
    [
        ("slack_client_id", "SLACK_CLIENT_ID"),
        ("slack_client_secret", "SLACK_CLIENT_SECRET"),
        ("public_url", "MEMORY_BOT_PUBLIC_URL"),
        ("slack_signing_secret", "SLACK_SIGNING_SECRET"),
    ],
)
def test_what_is_not_set_is_named(tmp_path: Path, knob: str, variable: str) -> None:
    with pytest.raises(MissingTokenError, match=f"{variable} is not set, and installing into many workspaces needs it"):
        require_oauth_settings(settings(tmp_path, **{knob: None}))


def test_the_address_of_installing_follows_the_public_one(tmp_path: Path) -> None:
    chosen = settings(tmp_path, public_url="https://example.com/bots/memory")

    require_oauth_settings(chosen)
    assert install_url(chosen) == "https://example.com/bots/memory/slack/install"


async def test_the_tokens_may_lie_in_another_database(tmp_path: Path, red: Team, extractor: Extractor) -> None:
    other = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    home = tmp_path / "home"
    async with many_slacks(red) as slack, bot(slack, home, extractor, installations_url=other) as started:
        await started.browser.install(red)

        assert await started.answers(red, "hello")
    assert (tmp_path / "elsewhere.sqlite3").exists()
    assert not (home / "installations.sqlite3").exists()


async def test_a_bot_token_is_not_used_where_workspaces_install_the_app(
    tmp_path: Path, red: Team, extractor: Extractor, caplog: pytest.LogCaptureFixture
) -> None:
    async with many_slacks(red) as slack, bot(slack, tmp_path, extractor, slack_bot_token="xoxb-old"):
        pass

    assert "SLACK_BOT_TOKEN is not used, since SLACK_CLIENT_ID is set" in caplog.text


async def test_a_slack_that_cannot_be_asked_about_its_token_is_an_error(
    tmp_path: Path, one: Team, extractor: Extractor
) -> None:
    async with many_slacks(one) as slack:
        await slack.stop()
        with pytest.raises(SlackUnreachableError, match="ClientConnectorError"):
            async with single(slack, tmp_path, extractor):
                pass


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "no address of a database"),
        ("sqlite:///x.sqlite3", "its driver is not installed, or is none for asyncio"),
        ("postgresql+nosuch://u:secret@h/d", "its driver is not installed, or is none for asyncio"),
        ("sqlite+aiosqlite:////nowhere/at/all.sqlite3", "OperationalError"),
    ],
)
async def test_a_database_that_cannot_be_used_is_told_without_its_password(
    tmp_path: Path, address: str, said: str
) -> None:
    chosen = settings(tmp_path).model_copy(update={"installations_url": SecretStr(address)})

    with pytest.raises(InstallationsError) as told:
        async with Installations(chosen):
            pass

    async with asyncio.timeout(PATIENCE):
        while any("_connection_worker" in thread.name for thread in threading.enumerate()):  # noqa: ASYNC110 - no event tells it
            await asyncio.sleep(0)  # the driver's thread says goodbye to this loop
    assert said in str(told.value)
    assert "secret" not in str(told.value)


# --- who is served ----------------------------------------------------------------------------------------------------


def test_a_refused_token_that_nobody_has_any_more_means_nothing() -> None:
    served = Served()
    served.serve("T1", "old", since=utc_now())
    served.serve("T1", "new", since=utc_now())

    served.refused("old", "token_revoked")

    assert (served.troubles, served.anybody) == ({}, True)


def test_nobody_is_left_when_the_only_workspace_is_refused() -> None:
    served = Served()
    served.serve("T1", "token", since=utc_now())

    served.refused("token", "token_revoked")
    assert not served.anybody

    served.serve("T1", "another", since=utc_now())
    assert (served.anybody, served.troubles) == (True, {})


def test_a_trouble_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    served = Served()

    for _ in range(3):
        served.stop("T1", "token_revoked")

    assert caplog.text.count("Workspace T1 is served no more") == 1


def test_since_when_a_workspace_is_served_outdates_what_was_told_before() -> None:
    served, noon = Served(), datetime(2026, 3, 2, 12, tzinfo=UTC)
    served.serve("T1", "token", since=noon)

    assert served.was_good_after("T1", noon.replace(hour=11))
    assert not served.was_good_after("T1", noon)
    assert not served.was_good_after("T2", noon)
