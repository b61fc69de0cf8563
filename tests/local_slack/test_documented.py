"""What docs/local-workspace.md says of the control API and of events, beside what there is."""

import re

import pytest
from aiohttp import web

from bot.local_slack.control import Control
from bot.local_slack.people import ROLES
from tests.local_slack.desk import MANIFEST, ROOT, desk
from tests.local_slack.test_rooms import MORE

PAGE = (ROOT / "docs" / "local-workspace.md").read_text(encoding="utf-8")
NAMED = [
    (verb, path)
    for verbs, path in re.findall(r"`([A-Z]+(?:`, `[A-Z]+)*) (/_control/\w+)", PAGE)
    for verb in verbs.split("`, `")
]


def test_the_page_names_requests() -> None:
    assert len(NAMED) >= 10


@pytest.mark.parametrize(("verb", "path"), NAMED)
async def test_a_documented_request_is_served(verb: str, path: str) -> None:
    async with desk() as at:
        router = web.UrlDispatcher()
        Control(at.workspace.workspace).add_to(router)

    assert (verb, path) in {(route.method, route.resource.canonical) for route in router.routes() if route.resource}


def test_documented_events_are_ones_that_the_workspace_sends() -> None:
    known = {*MANIFEST["settings"]["event_subscriptions"]["bot_events"], *MORE, "channel_convert_to_private"}
    heard = PAGE.partition("The app hears of it")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([a-z_]+[a-z])`", heard))

    assert listed <= known
    assert len(listed) >= 12


def test_every_role_is_documented() -> None:
    assert [role for role in ROLES if f"`{role}`" not in PAGE] == []
