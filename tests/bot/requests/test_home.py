"""The console on the home tab: right for any number of memories, within Slack's limits, and only about its owner."""

import json
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.local_slack import block_elements, blocks
from bot.preferences import Preferences
from bot.requests.console import PAGE_SIZE, Console, Sight
from bot.views import console as views
from bot.views import limits, modals
from bot.views.blocks import View
from bot.views.memories import learned
from memory.records import Kind, Memory, Origin
from tests.bot.making import APRIL_9, MARCH_2, remembered
from tests.bot.office import ALEX, DANA, Office, office, words


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


def known(slack: Office, count: int, kind: Kind = Kind.FACT) -> None:
    with slack.parts.book.batch(ALEX):
        for number in range(count):
            slack.parts.book.remember(
                ALEX,
                f"Shelf {number} holds box {number}",
                kind=kind,
                origin=Origin.DM,
                at=MARCH_2 + timedelta(minutes=number),
                actor="U0ALEX",
                memory_id=f"shelf{number:06}",
            )


async def test_a_newcomer_finds_an_empty_console(slack: Office) -> None:
    home = await slack.open_home()

    assert "I remember nothing about you yet." in words(home)
    assert "Search" not in words(home)


async def test_one_memory_shows_when_and_where_it_was_learned(slack: Office) -> None:
    slack.remember("Prefers tabs <over> spaces", kind=Kind.PREFERENCE)
    slack.remember("Is Dana's", person=DANA)

    shown = words(await slack.open_home())

    assert "*1 memory*: 1 preference" in shown
    assert "Prefers tabs &lt;over&gt; spaces" in shown
    assert f"preference · today in <#C0GENERAL> · <{slack.workspace.url}/archives/C0GENERAL/p1772442900000100|" in shown
    assert "Is Dana's" not in shown


def test_a_memory_without_a_readable_source_has_no_link() -> None:
    memory = remembered("Likes tea", origin=Origin.PUBLIC, channel_id="elsewhere")

    assert learned(memory, APRIL_9, workspace_url="https://x.slack.com/") == "preference · on 2 March in a conversation"
    assert learned(remembered("Likes tea"), APRIL_9) == "preference · on 2 March in our DM"


@pytest.mark.parametrize(("count", "last"), [(PAGE_SIZE, 1), (100, 10), (10_000, 1000)])
async def test_pages_show_every_memory_once(slack: Office, count: int, last: int) -> None:
    known(slack, count)
    home = await slack.open_home()
    assert f"*{count:,} memories*" in words(home)
    assert ("Next" in words(home)) == (last > 1)
    if last == 1:
        return

    await slack.click(home, f"{views.PAGE}_next")
    second = slack.home() or {}
    await slack.click(second, f"{views.PAGE}_last")
    end = slack.home() or {}
    await slack.click(end, f"{views.PAGE}_previous")
    before = slack.home() or {}
    await slack.click(before, f"{views.PAGE}_first")

    assert f"Shelf {count - 1 - PAGE_SIZE} holds" in words(second)
    assert f"Page {last:,} of {last:,}" in words(end)
    assert "Shelf 0 holds" in words(end)
    assert "Next" not in words(end)
    assert f"Page {last - 1:,} of {last:,}" in words(before)
    assert f"Shelf {count - 1} holds" in words(slack.home() or {})


async def test_one_kind_is_shown_and_then_all_again(slack: Office) -> None:
    tea = slack.remember("Likes tea", kind=Kind.PREFERENCE)
    slack.remember("Lives in Porto", kind=Kind.PROFILE)
    home = await slack.open_home()

    await slack.click(home, views.KIND, "preference")
    preferences = slack.home() or {}
    assert "Likes tea" in words(preferences)
    assert "Lives in Porto" not in words(preferences)

    await slack.click(preferences, views.FORGET, tea)
    assert "There is nothing of this kind any more." in words(slack.home() or {})
    await slack.click(slack.home() or {}, views.KIND, views.ALL_KINDS)
    assert "Lives in Porto" in words(slack.home() or {})


async def test_forgetting_one_from_the_console(slack: Office) -> None:
    tea, _ = slack.remember("Likes tea"), slack.remember("Lives in Porto")
    home = await slack.open_home()

    await slack.click(home, views.FORGET, tea)
    await slack.click(home, views.FORGET, tea)

    assert slack.texts() == ["Lives in Porto"]
    assert "That was forgotten already." in words(slack.home() or {})


async def test_nobody_forgets_anybody_elses_memories(slack: Office) -> None:
    tea = slack.remember("Likes tea")
    slack.remember("Has a cat", person=DANA)
    home = await slack.open_home()

    await slack.click(home, views.FORGET, tea, user="U0DANA")

    assert slack.texts() == ["Likes tea"]
    assert "Likes tea" not in words(slack.home("U0DANA") or {})


async def test_forgetting_everything_asks_first_and_leaves_an_empty_console(slack: Office) -> None:
    known(slack, 12)
    home = await slack.open_home()
    button = next(each for block in home["blocks"] for each in block.get("elements", []) if "danger" in str(each))
    assert "All 12 of your memories" in button["confirm"]["text"]["text"]

    await slack.click(home, views.FORGET_ALL)

    assert slack.texts() == []
    assert "I have forgotten everything about you (12)." in words(slack.home() or {})


async def test_pausing_and_resuming(slack: Office) -> None:
    await slack.click(await slack.open_home(), views.PAUSE)
    assert slack.parts.book.is_paused(ALEX)
    assert "*Paused.*" in words(slack.home() or {})

    await slack.click(slack.home() or {}, views.RESUME)
    assert not slack.parts.book.is_paused(ALEX)
    assert "*Paused.*" not in words(slack.home() or {})


async def test_an_export_comes_as_a_file_in_the_dm(slack: Office) -> None:
    slack.remember("Likes tea")
    home = await slack.open_home()

    await slack.click(home, views.EXPORT)

    assert "Everything I hold about you (1 active)" in words(slack.home() or {})
    files = slack.workspace.workspace.state.files.values()
    assert json.loads(next(iter(files)).content)["memories"][0]["text"] == "Likes tea"


async def test_an_opening_does_not_undo_what_a_click_has_shown_meanwhile(slack: Office) -> None:
    known(slack, 30)
    first = await slack.open_home()
    await slack.click(first, f"{views.PAGE}_next")

    await slack.event(type="app_home_opened", user="U0ALEX", tab="home", channel="D0ALEX", event_ts="1.2", view=first)
    assert "Page 2 of 3" in words(slack.home() or {})

    assert "Page 2 of 3" in words(await slack.open_home()), "it opens as it was left"


async def test_a_stale_button_pages_nowhere_and_a_stale_forget_still_forgets(slack: Office) -> None:
    known(slack, 30)
    first = await slack.open_home()
    await slack.click(first, f"{views.PAGE}_last")

    await slack.click(first, f"{views.PAGE}_next")
    assert "Page 3 of 3" in words(slack.home() or {})
    await slack.click(first, views.FORGET, "shelf000029")
    assert "Forgotten: Shelf 29 holds box 29." in words(slack.home() or {})


async def test_the_messages_tab_is_left_to_others(slack: Office) -> None:
    await slack.event(type="app_home_opened", user="U0ALEX", channel="D0ALEX", tab="messages", event_ts="1.2")

    assert slack.home() is None


async def test_a_person_of_an_impossible_id_and_a_slack_that_refuses_are_survived(slack: Office) -> None:
    await slack.event(type="app_home_opened", user="../../x", channel="D0ALEX", tab="home", event_ts="1.2")
    slack.wire.refused["views.publish"] = "fatal_error"
    await slack.event(type="app_home_opened", user="U0ALEX", channel="D0ALEX", tab="home", event_ts="1.2")

    assert slack.home() is None


# --- every view is one that Slack takes -------------------------------------------------------------------------------


def console(memories: Sequence[Memory]) -> Console:
    counts: dict[Kind, int] = dict.fromkeys(Kind, 12_345)
    return Console(
        sight=Sight(Kind.FACT, "<&>" * 66, 4),
        counts=counts,
        found=99_999,
        pages=9_999,
        shown=memories,
        paused=True,
        preferences=Preferences(),
        held=["x" * 500] * 20,
    )


WORST = [
    remembered("<&>\N{PILE OF POO}" * 10_000, id=f"{n:0>128}", channel_id="C" + "0" * 31) for n in range(PAGE_SIZE)
]


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(views.home(console(WORST), now=APRIL_9, notice="n" * 5000), id="home"),
        pytest.param(views.my_memories(console(WORST), now=APRIL_9, workspace_url="https://x.slack.com/"), id="mine"),
        pytest.param(modals.edit([remembered("x" * 3000)] * 5, now=APRIL_9, metadata="{}"), id="edit"),
        pytest.param(modals.edit(WORST[:5], now=APRIL_9, metadata="{}"), id="edit what is too long"),
        pytest.param(modals.history(WORST * 100, now=APRIL_9), id="a long history"),
        pytest.param(modals.search("w" * 300, metadata="{}"), id="search"),
        pytest.param(modals.settings(Preferences(), is_overheard=True, emoji="e" * 100, metadata="{}"), id="settings"),
    ],
)
def test_the_largest_views_stay_within_slacks_limits(view: View) -> None:
    assert blocks.problems(view["blocks"], most=limits.VIEW_BLOCKS) == []
    assert len(json.dumps(view).encode()) < limits.VIEW_BYTES
    assert len(view["private_metadata"]) <= limits.PRIVATE_METADATA
    for part in ("title", "submit", "close"):
        assert len(view.get(part, {"text": ""})["text"]) <= limits.MODAL_TITLE


@pytest.mark.parametrize(
    "name",
    [
        *("MESSAGE_BLOCKS", "VIEW_BLOCKS", "SECTION_TEXT", "HEADER_TEXT", "CONTEXT_ELEMENTS", "ACTIONS_ELEMENTS"),
        *("BUTTON_TEXT", "BUTTON_VALUE", "OPTION_TEXT", "OPTION_VALUE", "SELECT_OPTIONS", "CONFIRM_TITLE"),
        *("CONFIRM_TEXT", "CONFIRM_BUTTON", "LABEL", "PLACEHOLDER", "ID"),
    ],
)
def test_the_limits_are_those_that_the_local_workspace_holds_to(name: str) -> None:
    theirs = getattr(blocks, name, None) or getattr(block_elements, name)

    assert getattr(limits, name) == theirs


@pytest.mark.parametrize("text", ["", "{", "[]", '["fact"]', '["colour", "", 0]', '[null, "", "x"]', "7"])
def test_a_sight_that_cannot_be_read_is_the_first_page_of_everything(text: str) -> None:
    assert Sight.unpacked(text) == Sight()
    assert Sight.unpacked(Sight(Kind.FACT, "tea", 3).packed()) == Sight(Kind.FACT, "tea", 3)
