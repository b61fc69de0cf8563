"""The buttons below answers to `/memory admin`: pages of people, and the question before somebody is erased."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.listeners.administering import NOT_YOURS
from bot.listeners.visits import NOT_DONE
from bot.parts import utc_now
from bot.requests.administration import ERASED, NOT_AN_ADMIN, NOT_KNOWN_FOR_ONE
from bot.requests.administration.erasing import ASKED_LONG_AGO, KEPT
from bot.views.administration import ERASE_NO, ERASE_YES, PEOPLE_PAGE, Erasure
from memory.errors import StoreError
from memory.records import Operation, Person
from tests.bot.office import ALEX, DANA, TEAM, Json, Office, find, office, words

ADMIN = "U0ALEX"
SECOND_ADMIN = "U0OMAR"


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


async def ask(slack: Office, text: str) -> Json:
    """Type `/memory admin TEXT` as an admin, and return the message that answers it."""
    await slack.command(f"admin {text}", user=ADMIN)
    return slack.whispers(ADMIN)[-1]


async def question(slack: Office, *, because: str = "") -> Json:
    """Return the question whether to erase Dana, of whom one memory is held."""
    slack.remember("Keeps bees", person=DANA)
    return await ask(slack, f"erase <@U0DANA|dana>{because}")


async def press(slack: Office, message: Json, action_id: str, *, user: str = ADMIN) -> str:
    """Press a button, and return what the clicker alone sees last."""
    await slack.use(message, find(message, action_id), user=user)
    return str(slack.whispers(user)[-1]["text"])


def erased(slack: Office) -> int:
    """Return how often the audit says that somebody was erased."""
    return len(list(slack.parts.book.audit(team_id=TEAM, operation=Operation.ERASE_PERSON)))


def told_to_dana(slack: Office) -> list[str]:
    return [each.text for each in slack.workspace.workspace.state.messages("D0DANA") if each.by_bot]


async def test_pages_of_people_are_turned_in_their_one_message(slack: Office) -> None:
    assert (await ask(slack, "people"))["text"] == "I hold nothing about anybody yet."
    for number in range(12):
        slack.remember("Likes tea", person=Person(TEAM, f"U0P{number:02}"))
    slack.parts.book.pause(Person(TEAM, "U0P11"), at=utc_now(), actor="U0P11")

    first = await ask(slack, "people")
    await press(slack, first, f"{PEOPLE_PAGE}_next")
    second = slack.whispers(ADMIN)[-1]
    await press(slack, second, f"{PEOPLE_PAGE}_previous")

    assert "*Whom I know something about* (12), page 1 of 2" in words(first)
    assert first["text"].endswith("`/memory admin people 2` shows more.")
    assert "page 2 of 2" in words(second)
    assert "<@U0P11>: 1 memory, latest" in words(second)
    assert second["text"].endswith(", paused")
    assert second["ts"] == first["ts"]
    assert words(slack.whispers(ADMIN)[-1]) == words(first)


async def test_a_number_leads_to_its_page(slack: Office) -> None:
    for number in range(12):
        slack.remember("Likes tea", person=Person(TEAM, f"U0P{number:02}"))

    for said, page in (("people 2", 2), ("people 0", 1), ("people 99999999999999999999", 2), ("people two", 1)):
        assert f"page {page} of 2" in words(await ask(slack, said))


async def test_erasing_asks_by_buttons_and_tells_the_person_why(slack: Office) -> None:
    asked = await question(slack, because=" because she left &amp; asked for it")
    assert "erases everything about <@U0DANA>, with every copy: 1 memory, past ones included." in words(asked)
    assert "Your reason, which they are told: _she left &amp; asked for it_" in words(asked)
    assert slack.texts(DANA) == ["Keeps bees"]

    done = await press(slack, asked, ERASE_YES)

    assert done.startswith("Erased: everything about <@U0DANA>")
    assert slack.whispers(ADMIN)[-1]["ts"] == asked["ts"], "the answer stands in place of the question"
    assert slack.texts(DANA) == []
    assert told_to_dana(slack) == [f"{ERASED} Their reason: she left &amp; asked for it."]
    notes = [line.note for line in slack.parts.book.audit(team_id=TEAM) if line.actor == ADMIN]
    assert "erased U0DANA: she left & asked for it" in notes


async def test_erasing_can_be_left(slack: Office) -> None:
    asked = await question(slack)

    assert await press(slack, asked, ERASE_NO) == KEPT.format(user="U0DANA")
    assert slack.texts(DANA) == ["Keeps bees"]
    assert told_to_dana(slack) == []


async def test_a_second_click_erases_nothing_that_was_learnt_since(slack: Office) -> None:
    asked = await question(slack)
    await press(slack, asked, ERASE_YES)
    slack.remember("Lives in Porto", person=DANA)

    assert await press(slack, asked, ERASE_YES) == "<@U0DANA> was erased already."
    assert slack.texts(DANA) == ["Lives in Porto"]
    assert erased(slack) == 1
    assert told_to_dana(slack) == [ERASED]


async def test_a_question_of_long_ago_erases_nothing(slack: Office) -> None:
    asked = await question(slack)
    button = find(asked, ERASE_YES)
    then = Erasure(ADMIN, "U0DANA", utc_now() - timedelta(hours=2))

    await slack.use(asked, {**button, "value": then.packed()}, user=ADMIN)

    assert slack.whispers(ADMIN)[-1]["text"] == ASKED_LONG_AGO.format(command="/memory admin")
    assert slack.texts(DANA) == ["Keeps bees"]


async def test_who_went_meanwhile_needs_no_erasing(slack: Office) -> None:
    asked = await question(slack)
    slack.parts.book.forget_all(DANA, at=utc_now(), actor="U0DANA", hard=True)
    asked_of_nobody = {**find(asked, ERASE_YES), "value": Erasure(ADMIN, "U0GONE", utc_now()).packed()}

    await slack.use(asked, asked_of_nobody, user=ADMIN)

    assert slack.whispers(ADMIN)[-1]["text"] == "I hold nothing about <@U0GONE>."
    assert erased(slack) == 0


async def test_only_the_admin_who_asked_may_click(slack: Office) -> None:
    users = slack.workspace.workspace.state.users
    users[SECOND_ADMIN] = replace(users[SECOND_ADMIN], is_admin=True)
    asked = await question(slack)
    people = await ask(slack, "people")
    turn = {"type": "button", "action_id": f"{PEOPLE_PAGE}_next", "value": "not a page"}

    for action_id in (ERASE_YES, ERASE_NO):
        assert await press(slack, asked, action_id, user="U0DANA") == NOT_AN_ADMIN
        assert await press(slack, asked, action_id, user=SECOND_ADMIN) == NOT_YOURS.format(command="/memory")
    await slack.use(people, turn, user=ADMIN)

    assert slack.whispers(ADMIN)[-1]["text"] == NOT_YOURS.format(command="/memory")
    assert slack.texts(DANA) == ["Keeps bees"]


async def test_who_is_an_admin_no_longer_erases_nobody(slack: Office) -> None:
    asked = await question(slack)
    users = slack.workspace.workspace.state.users
    users[ADMIN] = replace(users[ADMIN], is_admin=False)
    slack.intake.directory.hear(TEAM, {"type": "user_change", "user": {"id": ADMIN, "team_id": TEAM}})

    assert await press(slack, asked, ERASE_YES) == NOT_AN_ADMIN
    assert slack.texts(DANA) == ["Keeps bees"]


async def test_where_slack_does_not_tell_who_is_an_admin_nothing_is_done_and_that_is_said(slack: Office) -> None:
    slack.wire.refused["users.info"] = "fatal_error"

    asked = await question(slack)

    assert asked["text"] == NOT_KNOWN_FOR_ONE
    assert slack.texts(DANA) == ["Keeps bees"]


async def test_what_cannot_be_erased_is_said_so(slack: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> list[str]:
        raise StoreError(slack.parts.settings.home, "the disk is full", "Make room.")

    asked = await question(slack)
    monkeypatch.setattr(slack.parts.book, "erase_person", refuse)

    assert await press(slack, asked, ERASE_YES) == NOT_DONE
    assert told_to_dana(slack) == []


async def test_who_cannot_be_told_is_named_below(slack: Office) -> None:
    asked = await question(slack)
    slack.wire.refused["conversations.open"] = "user_not_found"

    assert await press(slack, asked, ERASE_YES) == "I could not tell <@U0DANA> of it."
    assert slack.texts(DANA) == []


@pytest.mark.parametrize("value", ["", "yes", "[]", '["U0ALEX", "U0DANA", 1e99, ""]', '["U0ALEX", "U0DANA", "x", ""]'])
def test_a_button_that_cannot_be_read_asks_for_nothing(value: str) -> None:
    assert Erasure.unpacked(value) is None


def test_what_a_button_carries_comes_back() -> None:
    asked = Erasure(ALEX.user_id, DANA.user_id, utc_now().replace(microsecond=0), "a “reason”")

    assert Erasure.unpacked(asked.packed()) == asked
