"""`/memory admin …` and what it does to capture, over real payloads."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.listeners.visits import NOT_DONE
from bot.parts import utc_now
from bot.policy import Policy
from bot.requests.administration import ERASED, NO_LONGER, NOT_AN_ADMIN
from bot.requests.administration.places import LIKE_EVERYONE, ONLY_WHEN_ASKED
from bot.turn import CLOSED_HERE
from bot.views.administration import PAGE_FIELD
from memory.records import Kind, Person
from memory.records import Origin as From
from tests.bot.office import ALEX, DANA, TEAM, Json, Office, office

ADMIN, OTHER = "U0ALEX", "U0DANA"


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as workspace:
        users = workspace.workspace.workspace.state.users
        assert users[ADMIN].is_admin
        assert not users[OTHER].is_admin
        yield workspace


async def command(here: Office, text: str, user: str = ADMIN, channel: str = "C0GENERAL", name: str = "/memory") -> str:
    """Type a slash command, and return what that person alone is told."""
    before = {each.ts for each in whispers(here)}
    await here.command(text, user=user, channel=channel, name=name)
    told = [each for each in whispers(here) if each.ts not in before]
    assert {each.ephemeral_to for each in told} == {user}
    return "\n".join(each.text for each in told)


async def send(here: Office, form: Json, text: str, user: str = ADMIN) -> Json | None:
    """Send the dialog with this page; return the errors that are shown."""
    fields: dict[str, Any] = {PAGE_FIELD: {"text": {"value": text}}}
    return await here.submit(form, user, **fields)


def whispers(here: Office) -> list[Any]:
    state = here.workspace.workspace.state
    return [each for name in state.channels for each in state.whispers(name)]


async def hear(here: Office, user: str, text: str, channel: str = "C0GENERAL") -> None:
    """Let somebody say something in a channel, mention or not, as Slack tells it."""
    said = await here.say(user, text, channel=channel)
    await here.event(**said, channel_type="channel")


def policy(here: Office) -> Policy:
    return here.parts.policies.of(TEAM)


async def test_only_admins_may(here: Office) -> None:
    for words in ("admin", "admin status", "admin erase <@U0ALEX> yes", "admin channels deny <#C0GENERAL|general>"):
        assert await command(here, words, user=OTHER) == NOT_AN_ADMIN
    assert policy(here) == Policy()


async def test_whom_the_settings_list_may_too(here: Office) -> None:
    here.parts.settings = here.parts.settings.model_copy(update={"admins": [OTHER]})

    assert "1 person, 1 memory" not in await command(here, "admin status", user=OTHER)
    assert "0 people" in await command(here, "admin status", user=OTHER)


async def test_counts_are_shown_and_never_a_memory(here: Office) -> None:
    here.remember("Keeps bees in secret", person=DANA)
    here.parts.book.pause(DANA, at=utc_now(), actor=OTHER)

    told = [await command(here, f"admin {words}") for words in ("status", "people", "audit", "help", "")]

    assert "1 person, 1 memory (1 fact); 1 paused" in told[0]
    assert "<@U0DANA>: 1 memory, latest" in told[1]
    assert "<@U0DANA>: a new memory" in told[2]
    assert not any("bees" in each for each in told)


async def test_no_act_shows_an_admin_what_anybody_else_told_the_bot(here: Office) -> None:
    """What is private is spread wherever it could be: in texts, ids of an import, notes, settings, old turns."""
    book, now = here.parts.book, utc_now()
    bees = book.remember(
        DANA, "Keeps bees in secret", origin=From.DM, at=now, actor=OTHER, memory_id="keeps-bees-in-secret"
    ).memory
    book.patch(DANA, bees.id, "Keeps many bees in secret", at=now, actor=OTHER)
    for text in ("I keep bees", "my hive is in Porto", "my hive moved to Faro", "forget my hive"):
        await here.event(**await here.say(OTHER, text), channel_type="im")
    book.forget_ids(DANA, [bees.id], at=now, actor=OTHER)
    book.remember(DANA, "Has another hive of bees", origin=From.DM, at=now, actor=OTHER)
    seen_before = len(here.wire.calls)

    told = [
        await command(here, f"admin {words}")
        for words in (
            *("status", "people", "people 1", "channels", "channels listen <#C0GENERAL>", "outsiders on"),
            *("retention fact 30", "retention", "reindex", "gc", "audit", "export", "soul edit", "evergreen edit"),
            *("erase <@U0DANA>", "help", "export", "erase <@U0DANA> yes", "audit", "people", "status"),
        )
    ]

    uploaded = [each.content for each in here.workspace.workspace.state.files.values()]
    to_admin = json.dumps([told, *here.wire.calls[seen_before:]], default=str) + str(uploaded)
    assert uploaded, "the export is among what was looked at"
    for word in ("bees", "hive", "Porto", "Faro"):
        assert word not in to_admin


async def test_a_closed_channel_teaches_nothing(here: Office) -> None:
    assert "closed: nothing said there is noted" in await command(here, "admin channels deny <#C0GENERAL|general>")
    assert "is that already" in await command(here, "admin channels deny <#C0GENERAL|general>")

    await hear(here, OTHER, "<@U0MEMORYBOT> I live in Porto")
    assert here.texts(DANA) == []
    await hear(here, OTHER, "<@U0MEMORYBOT> remember that the deploy key is in 1Password")
    assert here.texts(DANA) == []
    assert here.told(OTHER) == CLOSED_HERE
    said = await here.say(OTHER, "I live in Porto", channel="C0GENERAL")
    await here.react(said, "brain", user=OTHER)
    assert here.texts(DANA) == []

    await command(here, "admin channels default <#C0GENERAL|general>")
    await hear(here, OTHER, "<@U0MEMORYBOT> I live in Porto")
    assert here.texts(DANA) == ["Lives in Porto"]


async def test_a_whole_channel_is_opened_with_an_announcement_and_overheard_quietly(here: Office) -> None:
    await hear(here, OTHER, "I live in Lisbon")
    assert here.texts(DANA) == []

    await command(here, "admin channels listen <#C0GENERAL|general>")
    announced = (await here.last_post("C0GENERAL"))["text"]
    await hear(here, OTHER, "I live in Porto")
    await hear(here, OTHER, "lol what a day, did you see the match?")

    assert announced.startswith("From now on: I take notes in this channel")
    assert here.texts(DANA) == ["Lives in Porto"]
    assert "lives in Porto" in here.told(OTHER)
    assert [each.text for each in here.workspace.workspace.state.messages("C0GENERAL") if each.user != OTHER] == [
        announced
    ]
    assert [each.text for each in here.parts.book.episodes(DANA, limit=9)] == ["I live in Porto"]

    await command(here, "admin channels default <#C0GENERAL|general>")
    assert (await here.last_post("C0GENERAL"))["text"] == NO_LONGER


async def joins(here: Office, user: str, channel: str = "C0GENERAL") -> None:
    await here.event(type="member_joined_channel", user=user, channel=channel, channel_type="C", event_ts="1.2")


async def test_who_comes_later_into_an_open_channel_is_told_too(here: Office) -> None:
    await joins(here, OTHER)
    assert whispers(here) == []
    await command(here, "admin channels listen <#C0GENERAL|general>")

    await joins(here, OTHER)
    await joins(here, "U0MEMORYBOT")
    here.wire.refused["chat.postEphemeral"] = "user_not_in_channel"
    await joins(here, "U0OMAR")

    assert here.told(OTHER).startswith("I take notes in this channel")
    assert [each.ephemeral_to for each in whispers(here)] == [ADMIN, OTHER]


async def test_who_wants_to_be_left_out_is_not_overheard(here: Office) -> None:
    await command(here, "admin channels listen <#C0GENERAL|general>")
    assert "`/memory settings whole channels off` leaves you out." in (await here.last_post("C0GENERAL"))["text"]

    await command(here, "settings whole channels off", user=OTHER)
    await hear(here, OTHER, "I live in Porto")
    assert here.texts(DANA) == []
    assert here.parts.book.episodes(DANA, limit=9) == []
    await hear(here, OTHER, "<@U0MEMORYBOT> I live in Faro")
    assert here.texts(DANA) == ["Lives in Faro"]


async def test_where_members_choose_for_themselves_nobody_is_overheard_who_did_not(here: Office) -> None:
    here.parts.settings = here.parts.settings.model_copy(update={"whole_channels_opt_in": True})
    await command(here, "admin channels listen <#C0GENERAL|general>")
    assert "`/memory settings whole channels on`" in (await here.last_post("C0GENERAL"))["text"]

    await hear(here, OTHER, "I live in Porto")
    assert here.texts(DANA) == []
    await command(here, "settings whole channels on", user=OTHER)
    await hear(here, OTHER, "I live in Faro")
    assert here.texts(DANA) == ["Lives in Faro"]


async def test_what_cannot_be_announced_is_not_done(here: Office) -> None:
    here.wire.refused["chat.postMessage"] = "not_in_channel"

    told = await command(here, "admin channels listen <#C0GENERAL|general>")

    assert told.startswith("I could not announce it there")
    assert policy(here) == Policy()


async def test_erasing_asks_first_and_tells_the_person(here: Office) -> None:
    here.remember("Keeps bees", person=DANA)

    asked = await command(here, "admin erase <@U0DANA|dana>")
    assert "everything about <@U0DANA>, with every copy: 1 memory" in asked
    assert here.texts(DANA) == ["Keeps bees"]
    done = await command(here, "admin erase <@U0DANA|dana> yes")

    assert done.startswith("Erased: everything about <@U0DANA>")
    assert here.texts(DANA) == []
    assert (await here.last_post("D0DANA"))["text"] == ERASED
    assert "I hold nothing" in await command(here, "admin erase <@U0OMAR|omar>")
    assert "Say whom" in await command(here, "admin erase dana")


async def test_a_reason_stands_in_the_audit_and_is_told(here: Office) -> None:
    here.remember("Keeps bees", person=DANA)

    await command(here, "admin erase <@U0DANA> yes because she left &amp; asked for it.")
    await command(here, "admin channels deny <#C0GENERAL|general> because it is for jokes")

    assert (await here.last_post("D0DANA"))["text"] == f"{ERASED} Their reason: she left &amp; asked for it."
    audit = await command(here, "admin audit")
    assert "<@U0ALEX>: everything erased of <@U0DANA> – " in audit
    assert "<@U0ALEX>: erased <@U0DANA>: she left &amp; asked for it" in audit
    assert "<@U0ALEX>: channel <#C0GENERAL>: deny: it is for jokes" in audit


async def test_who_cannot_be_told_is_said_so(here: Office) -> None:
    here.remember("Keeps bees", person=DANA)
    here.wire.refused["conversations.open"] = "user_not_found"

    done = await command(here, "admin erase <@U0DANA> yes")

    assert done.endswith("\nI could not tell <@U0DANA> of it.")
    assert here.texts(DANA) == []


async def test_a_dialog_that_comes_too_late_is_said_so(here: Office) -> None:
    here.wire.refused["views.open"] = "expired_trigger_id"

    assert await command(here, "admin soul edit") == "The dialog could not be opened. Please try again."


async def test_what_cannot_be_saved_is_said_so(here: Office) -> None:
    await command(here, "admin soul edit")
    form = here.dialog()
    (here.parts.settings.home / "SOUL.md").unlink(missing_ok=True)
    (here.parts.settings.home / "SOUL.md").mkdir()

    errors = await send(here, form, "Mine")

    assert errors == {PAGE_FIELD: NOT_DONE}


async def test_the_soul_is_shown_to_everyone(here: Office) -> None:
    here.parts.book.write_page("SOUL.md", "You are Mnemo.", person=ALEX, at=utc_now(), actor=ADMIN)

    assert await command(here, "", user=OTHER, name="/soul") == "You are Mnemo."


async def test_a_guest_is_noted_only_when_they_ask(here: Office) -> None:
    users = here.workspace.workspace.state.users
    users["U0OMAR"] = replace(users["U0OMAR"], is_restricted=True)
    omar = Person(TEAM, "U0OMAR")

    await hear(here, "U0OMAR", "<@U0MEMORYBOT> I live in Dubai")
    assert here.texts(omar) == []
    await hear(here, "U0OMAR", "<@U0MEMORYBOT> remember that my badge is blue")
    assert here.texts(omar) == ["Badge is blue"]


async def test_guests_are_noted_when_an_admin_says_so(here: Office) -> None:
    assert "only when they ask" in await command(here, "admin outsiders")
    assert "like everyone" in await command(here, "admin outsiders on")
    assert policy(here).outsiders


async def test_what_is_kept_for_so_long_goes_when_it_is_tidied(here: Office) -> None:
    now = utc_now()
    here.parts.book.remember(
        DANA, "Is off in May", kind=Kind.EVENT, origin=From.PUBLIC, at=now - timedelta(days=40), actor=OTHER
    )

    assert "all memories for ever" in await command(here, "admin retention")
    assert "Name a kind and days" in await command(here, "admin retention moods 3")
    assert "event 30 days, everything else for ever" in await command(here, "admin retention event 30")
    assert "1 memory" in await command(here, "admin gc")
    assert here.texts(DANA) == []


async def test_a_change_of_what_is_kept_is_told_to_the_people_concerned(here: Office) -> None:
    omar = Person(TEAM, "U0OMAR")
    for person, kind in ((DANA, Kind.EVENT), (omar, Kind.FACT)):
        here.remember("Is on Friday", person=person, kind=kind)

    told = await command(here, "admin retention event 30 because the law says so")
    again = await command(here, "admin retention event 30")

    assert told.endswith("What is older goes tonight. I tell the people concerned (1).")
    assert again.endswith("It is that already.")
    assert [each["text"] for each in here.sent("chat.postMessage")] == [
        "An admin of this workspace chose that I keep this of you for 30 days after you last said it, and its day is "
        "past: events. What is older goes tonight; `/memory export` gives you a copy before. Their reason: the law "
        "says so."
    ]
    assert (await here.last_post("D0DANA"))["text"].startswith("An admin of this workspace chose")

    assert "Nothing of it goes by itself. I tell the people concerned" in await command(here, "admin retention event 0")
    assert "until you let it go: events." in (await here.last_post("D0DANA"))["text"]
    audit = await command(here, "admin audit")
    assert "<@U0ALEX>: retention event: 30: the law says so" in audit
    assert "<@U0ALEX>: looked at audit" in audit


async def test_guests_hear_what_admins_chose_of_them(here: Office) -> None:
    users = here.workspace.workspace.state.users
    users["U0OMAR"] = replace(users["U0OMAR"], is_restricted=True)
    await hear(here, "U0OMAR", "<@U0MEMORYBOT> remember that my badge is blue")
    here.remember("Likes tea", person=DANA)

    await command(here, "admin outsiders on")
    assert (await here.last_post("D0OMAR"))["text"] == LIKE_EVERYONE.format(command="/memory")
    assert "already" in await command(here, "admin outsiders on")
    await command(here, "admin outsiders off")
    assert (await here.last_post("D0OMAR"))["text"] == ONLY_WHEN_ASKED
    assert here.workspace.workspace.state.messages("D0DANA") == []


async def test_what_admins_chose_is_told_to_whom_it_touches(here: Office) -> None:
    assert "your admins" not in await command(here, "settings", user=OTHER)
    await command(here, "admin retention event 30")
    await command(here, "admin channels listen <#C0GENERAL|general>")
    told = await command(here, "settings", user=OTHER)
    assert "this channel: opened to notes as a whole by your admins" in told
    assert "kept, as your admins chose: event 30 days" in told

    await command(here, "admin channels deny <#C0GENERAL|general>")
    assert "this channel: closed to notes" in await command(here, "settings", user=OTHER)


async def test_other_workspaces_of_a_home_are_left_alone(here: Office) -> None:
    elsewhere = Person("T0OTHER", "U0X")
    here.remember("Keeps bees", person=elsewhere)

    for words in ("gc", "reindex", "soul edit", "evergreen edit"):
        assert "whoever runs me" in await command(here, f"admin {words}")
    assert "0 people" in await command(here, "admin status")


async def test_upkeep_and_the_export_tell_what_they_did(here: Office) -> None:
    here.remember("Keeps bees in secret", person=DANA)

    assert "Reindex is done" in await command(here, "admin reindex")
    assert "nobody's memories are in it" in await command(here, "admin export")
    files = json.dumps(here.wire.calls, default=str)
    assert "bees" not in files


async def test_a_page_is_edited_in_a_dialog(here: Office) -> None:
    assert "A dialog to edit SOUL.md opens" in await command(here, "admin soul edit")
    form = here.dialog()

    assert await send(here, form, "You are Mnemo & kind.") is None
    assert here.parts.book.soul() == "You are Mnemo & kind."
    assert "<@U0ALEX>: SOUL.md was edited" in await command(here, "admin audit")


async def test_an_edit_meanwhile_is_not_overwritten(here: Office) -> None:
    await command(here, "admin evergreen edit")
    form = here.dialog()
    (here.parts.settings.home / "MEMORY.md").write_text("Written by hand.")

    errors = await send(here, form, "Mine")

    assert errors is not None
    assert errors[PAGE_FIELD].startswith("Somebody changed it meanwhile")
    assert here.parts.book.evergreen() == "Written by hand."


async def test_a_long_page_has_several_fields(here: Office) -> None:
    lines = [f"Line {number} of what is worth knowing." for number in range(300)]
    page = "\n".join([*lines, "", "x" * 2_900, "The end."])
    here.parts.book.write_page("MEMORY.md", page, person=ALEX, at=utc_now(), actor=ADMIN)

    await command(here, "admin evergreen edit")
    form = here.dialog()
    fields: dict[str, Any] = {
        block["block_id"]: {"text": {"value": block["element"].get("initial_value")}} for block in form["blocks"]
    }
    assert len(fields) == 7
    fields["page_1"]["text"]["value"] += "\nAnd one more."
    assert await here.submit(form, ADMIN, **fields) is None

    assert here.parts.book.evergreen().replace("\nAnd one more.", "", 1).split("\n") == page.split("\n")
    assert "And one more." in here.parts.book.evergreen()


@pytest.mark.parametrize("page", ["x" * 3_001, "\n".join(["y" * 2_000] * 11)], ids=["a long line", "many lines"])
async def test_a_page_too_long_for_a_dialog_is_left_to_whoever_runs_the_bot(here: Office, page: str) -> None:
    here.parts.book.write_page("SOUL.md", page, person=ALEX, at=utc_now(), actor=ADMIN)

    assert "SOUL.md is too long to edit here" in await command(here, "admin soul edit")


async def test_nobody_else_can_send_the_dialog(here: Office) -> None:
    await command(here, "admin soul edit")

    errors = await send(here, here.dialog(), "Evil", user=OTHER)

    assert errors == {PAGE_FIELD: NOT_AN_ADMIN}


async def test_words_that_make_no_sense_get_a_hint(here: Office) -> None:
    assert await command(here, "admin dance") == (
        "I don't know `/memory admin dance`. Try status, people, channels, outsiders, retention, reindex, gc, audit, "
        "erase, soul, evergreen, export, help."
    )
    assert "Say it as" in await command(here, "admin channels shut <#C0GENERAL|general>")
    assert "Say `/memory admin soul edit`" in await command(here, "admin soul burn")
    assert "channels: I take notes where I am mentioned" in await command(here, "admin channels")


async def test_it_can_be_said_in_a_message_too(here: Office) -> None:
    said = await here.say(ADMIN, "!memory admin soul edit")
    await here.event(**said, channel_type="im")

    assert (await here.last_post("D0ALEX"))["text"] == "A message can open no dialog: use `/memory` for that."
    assert here.texts(ALEX) == []
