"""Installing into many workspaces: the pages, and what goes wrong on the way."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.bot.installing.running import Running
from tests.bot.many_slacks import CLIENT_ID, Team

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # slack_sdk uses it


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
