"""What docs/local-workspace.md says of the control API and of events, beside what there is."""

import re
from dataclasses import fields

import pytest
from aiohttp import web

from bot.local_slack.faults import KINDS
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
    async with desk() as at, at.session.request(verb, f"{at.url}{path}", data=b"no JSON") as answer:
        status = answer.status

    assert status not in {web.HTTPNotFound.status_code, web.HTTPMethodNotAllowed.status_code}


def test_documented_events_are_ones_that_the_workspace_sends() -> None:
    known = {*MANIFEST["settings"]["event_subscriptions"]["bot_events"], *MORE, "channel_convert_to_private"}
    heard = PAGE.partition("The app hears of it")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([a-z_]+[a-z])`", heard))

    assert listed <= known
    assert len(listed) >= 12


def test_every_fault_is_documented_with_what_it_takes() -> None:
    rows = {
        kind: row
        for row in PAGE.splitlines()
        if row.startswith("| `")
        for kind in re.findall(r"`(\w+)`", row.partition(" | ")[0])
    }

    assert [kind for kind in KINDS if kind not in rows] == []
    assert [
        (kind, knob.name)
        for kind, sort in KINDS.items()
        for knob in fields(sort)
        if knob.name != "team" and f"`{knob.name}`" not in rows[kind]
    ] == []


def test_every_role_is_documented() -> None:
    assert [role for role in ROLES if f"`{role}`" not in PAGE] == []
