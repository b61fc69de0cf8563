"""Installing by OAuth into the local workspace: the page of consent, codes, and tokens that expire."""

import base64
import re
from collections.abc import AsyncIterator
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.local_slack.installing import CODE_SECONDS, TOKEN_SECONDS
from tests.local_slack.desk import MANIFEST, Desk, Json, desk

BACK = "https://bot.example.com/slack/oauth_redirect"
OAUTH = {**MANIFEST["oauth_config"], "redirect_urls": [BACK]}
INSTALLABLE = {**MANIFEST, "oauth_config": OAUTH}
ROTATING = {**INSTALLABLE, "settings": {**MANIFEST["settings"], "token_rotation_enabled": True}}


@pytest.fixture
async def at() -> AsyncIterator[Desk]:
    async with desk(INSTALLABLE) as found:
        yield found


@pytest.fixture
async def rotating() -> AsyncIterator[Desk]:
    async with desk(ROTATING) as found:
        yield found


async def ask(at: Desk, **query: str) -> tuple[int, str]:
    """Open the page of consent; return the status and the page."""
    asked = {"client_id": at.workspace.installing.client_id, "scope": "chat:write,commands", "state": "s1", **query}
    async with at.session.get(f"{at.workspace.url}/oauth/v2/authorize", params=asked) as answer:
        return answer.status, await answer.text()


def links(page: str) -> dict[str, str]:
    """Return the links of a page by what they say."""
    return {label: unescape(link) for link, label in re.findall(r'<a [^>]*href="([^"]+)"[^>]*>([^<]+)<', page)}


async def decide(at: Desk, label: str, **query: str) -> Json:
    """Follow a link of the page of consent; return what the app's address is called with."""
    _, page = await ask(at, **query)
    async with at.session.get(f"{at.workspace.url}{links(page)[label]}", allow_redirects=False) as answer:
        assert answer.status == 302
        location = urlsplit(answer.headers["Location"])
    assert answer.headers["Location"].startswith(BACK)
    return {name: values[0] for name, values in parse_qs(location.query).items()}


async def trade(at: Desk, **arguments: str) -> Json:
    installing = at.workspace.installing
    client = {"client_id": installing.client_id, "client_secret": installing.client_secret}
    return await at.api("oauth.v2.access", **{**client, "redirect_uri": BACK, **arguments})


async def test_the_page_tells_who_asks_for_what(at: Desk) -> None:
    status, page = await ask(at, redirect_uri=BACK)

    assert status == 200
    assert "memory-bot wants to enter Local workspace" in page
    assert ("<code>chat:write</code>" in page, list(links(page))) == (True, ["Allow", "Cancel"])


async def test_who_allows_it_sends_the_app_a_code_that_is_good_once(at: Desk) -> None:
    back = await decide(at, "Allow", redirect_uri=BACK)

    first, second = await trade(at, code=back["code"]), await trade(at, code=back["code"])

    assert back["state"] == "s1"
    assert (first["access_token"], first["scope"]) == (at.workspace.bot_token, "chat:write,commands")
    assert (first["team"], first["bot_user_id"]) == ({"id": "T0LOCAL", "name": "Local workspace"}, "U0MEMORYBOT")
    assert second == {"ok": False, "error": "code_already_used"}


async def test_without_an_address_the_first_of_the_manifest_counts(at: Desk) -> None:
    assert "code" in await decide(at, "Allow")


async def test_who_cancels_sends_the_app_a_no(at: Desk) -> None:
    assert await decide(at, "Cancel", redirect_uri=f"{BACK}?from=here") == {
        "from": "here",
        "error": "access_denied",
        "state": "s1",
    }


async def test_a_decision_is_made_once(at: Desk) -> None:
    _, page = await ask(at)
    address = f"{at.workspace.url}{links(page)['Allow']}"
    async with at.session.get(address, allow_redirects=False):
        pass

    async with at.session.get(address, allow_redirects=False) as answer:
        assert (answer.status, "That was decided already." in await answer.text()) == (400, True)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"client_id": "1.2"}, "invalid_client_id"),
        ({"scope": ""}, "no_scopes"),
        ({"scope": "chat:write,admin"}, "invalid_scope: the manifest does not name admin."),
        ({"redirect_uri": f"{BACK}.evil.example"}, "bad_redirect_uri"),
        ({"redirect_uri": "https://bot.example.com.evil.example/slack/oauth_redirect"}, "bad_redirect_uri"),
        ({"redirect_uri": "https://<b>evil</b>"}, "do not name https://&lt;b&gt;evil&lt;/b&gt;."),
    ],
)
async def test_what_cannot_be_asked_for_is_told(at: Desk, query: dict[str, str], said: str) -> None:
    status, page = await ask(at, **query)

    assert (status, said in page) == (400, True)


async def test_a_manifest_without_addresses_lets_nobody_in() -> None:
    async with desk() as found:
        status, page = await ask(found)

    assert (status, "do not name any." in page) == (400, True)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"client_id": "1.2"}, "invalid_client_id"),
        ({"client_secret": "wrong"}, "bad_client_secret"),
        ({"grant_type": "password"}, "invalid_grant_type"),
        ({"code": "never given"}, "invalid_code"),
        ({"redirect_uri": "https://elsewhere.example.com"}, "bad_redirect_uri"),
        ({"grant_type": "refresh_token", "refresh_token": "never given"}, "invalid_refresh_token"),
    ],
)
async def test_what_cannot_be_traded_is_told(at: Desk, arguments: dict[str, str], error: str) -> None:
    back = await decide(at, "Allow", redirect_uri=BACK)

    assert await trade(at, **{"code": back["code"], **arguments}) == {"ok": False, "error": error}


async def test_a_code_is_good_for_ten_minutes(at: Desk) -> None:
    back = await decide(at, "Allow", redirect_uri=BACK)
    at.clock.advance(CODE_SECONDS + 1)

    assert (await trade(at, code=back["code"]))["error"] == "invalid_code"


async def test_the_app_may_name_itself_by_basic_authentication(at: Desk) -> None:
    back = await decide(at, "Allow", redirect_uri=BACK)
    installing = at.workspace.installing
    who = base64.b64encode(f"{installing.client_id}:{installing.client_secret}".encode()).decode()
    address, form = f"{at.workspace.api_url}oauth.v2.access", {"code": back["code"], "redirect_uri": BACK}

    async with at.session.post(address, data=form, headers={"Authorization": f"Basic {who}"}) as answer:
        assert (await answer.json())["ok"]
    async with at.session.post(address, data=form, headers={"Authorization": "Basic ###"}) as answer:
        assert await answer.json() == {"ok": False, "error": "invalid_auth"}


async def test_where_tokens_are_rotated_one_expires_and_is_renewed_once(rotating: Desk) -> None:
    back = await decide(rotating, "Allow", redirect_uri=BACK)
    first = await trade(rotating, code=back["code"])
    assert (first["expires_in"], (await rotating.api("auth.test", token=first["access_token"]))["ok"]) == (43_200, True)

    rotating.clock.advance(TOKEN_SECONDS + 1)
    renewal = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second, third = await trade(rotating, **renewal), await trade(rotating, **renewal)

    assert await rotating.api("auth.test", token=first["access_token"]) == {"ok": False, "error": "token_expired"}
    assert (await rotating.api("auth.test", token=second["access_token"]))["ok"]
    assert third == {"ok": False, "error": "invalid_refresh_token"}
