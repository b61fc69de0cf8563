"""Views are pure: data in, blocks within Slack's limits out."""

import json

import pytest

from bot.local_slack.blocks import problems
from bot.preferences import Preferences
from bot.slack.mrkdwn import channel, escape, link, readable, unescape
from bot.views.blocks import BUTTON_VALUE, SECTION_TEXT, button, clip, section
from bot.views.choices import settings
from bot.views.choices import unpacked as chosen_by
from bot.views.leafing import PAGE_SIZE, Leaf, unpacked
from bot.views.limits import MESSAGE_BLOCKS
from bot.views.memories import history, memory_list, reasons, search_results
from bot.views.messages import confirm_forget_everything, pack_ids, receipt, receipt_text, unpack_ids
from memory.records import Change, Operation, Origin, Person, Recalled, Status
from tests.bot.making import APRIL_9, inserted, remembered

LIST = Leaf("UALEX", "list")


def shown(blocks: list[dict[str, object]]) -> str:
    return json.dumps(blocks, ensure_ascii=False)


def test_a_receipt_says_what_was_noted_and_can_be_undone() -> None:
    blocks = receipt([inserted("Prefers tabs over spaces", id="01A"), inserted("Lives in Porto", id="01B")])

    assert receipt_text([inserted("Prefers tabs over spaces")]) == "Noted: prefers tabs over spaces"
    assert "prefers tabs over spaces · lives in Porto" in shown(blocks)
    assert unpack_ids(blocks[1]["elements"][0]["value"]) == ["01A", "01B"]


def test_a_receipt_tells_replacements_and_endings() -> None:
    moved = Change(Operation.SUPERSEDE, remembered("Lives in Porto"), previous=remembered("Lives in Lisbon"))
    left = Change(Operation.INVALIDATE, remembered("Works at Acme"))

    assert receipt_text([moved, left]) == "Noted: lives in Porto (before: lives in Lisbon) · no longer works at Acme"


def test_a_long_receipt_is_summed_up_and_an_empty_one_is_nothing() -> None:
    assert receipt_text([inserted(f"JST {n}") for n in range(7)]).endswith("and 2 more")
    assert receipt_text([]) == ""
    assert receipt([]) == []


def test_ids_that_do_not_fit_a_button_are_left_out_whole() -> None:
    ids = [f"{n:026}" for n in range(200)]

    packed = pack_ids(ids)

    assert len(packed) <= BUTTON_VALUE
    assert unpack_ids(packed) == ids[: len(unpack_ids(packed))]
    assert unpack_ids("") == []


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (PAGE_SIZE, 1), (PAGE_SIZE + 1, 2), (1000, 100)])
def test_lists_are_paged_within_fifty_blocks(count: int, pages: int) -> None:
    memories = [remembered(f"Likes tea {n}", id=f"{n:04}") for n in range(count)]

    for page in range(-1, pages + 1):
        blocks = memory_list(memories, Leaf("UALEX", "list", page=page), now=APRIL_9, paused=True)
        assert problems(blocks, most=MESSAGE_BLOCKS) == []
    assert ("Next" in shown(memory_list(memories, LIST, now=APRIL_9))) == (pages > 1)
    assert ("Previous" in shown(memory_list(memories, Leaf("UALEX", "list", page=pages), now=APRIL_9))) == (pages > 1)


def test_the_largest_answers_stay_within_slacks_limits() -> None:
    worst = [remembered("<&>" * 10_000, id=f"{n:0>128}", channel_id="C" + "0" * 31) for n in range(11)]
    leaf = Leaf("U" + "0" * 31, "search", "<&>" * 66, 1)
    recalled = [Recalled(memory, 1.0, reasons=("r" * 300,) * 9) for memory in worst]
    own = remembered("<&>" * 10_000, id="9" * 128, subject=Person("T1", leaf.owner))

    for blocks in (
        memory_list(worst, leaf, now=APRIL_9),
        search_results(worst, leaf, now=APRIL_9),
        history([worst] * 11, leaf, now=APRIL_9),
        reasons([*recalled, Recalled(own, 1.0)], leaf, now=APRIL_9, names={}),
        settings(
            Preferences(),
            owner=leaf.owner,
            paused=True,
            is_overheard=True,
            emoji="e" * 100,
            heading="h",
            held=["x"] * 99,
        ),
    ):
        assert problems(blocks, most=MESSAGE_BLOCKS) == []


@pytest.mark.parametrize("value", ["", "3", "{}", "[]", '["U", "list", "", "x", ""]', "not JSON", '["U", "receipts"]'])
def test_a_value_that_no_button_of_ours_has_is_none(value: str) -> None:
    leaf = Leaf("U1", "search", "tea", 3)

    assert unpacked(value) is None
    assert chosen_by(value) is None
    assert unpacked(leaf.packed("01A")) == (leaf, "01A")


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (Origin.DM, "in our DM"),
        (Origin.PUBLIC, "in <#DALEX>"),
        (Origin.HAND, "from your file"),
        (Origin.IMPORT, "by import"),
        (Origin.SHORTCUT, "by request"),
    ],
)
def test_a_list_says_when_and_where_it_was_learned(origin: Origin, words: str) -> None:
    assert f"on 2 March {words}" in shown(memory_list([remembered("Likes tea", origin=origin)], LIST, now=APRIL_9))


def test_search_results_name_the_words_and_escape_them() -> None:
    blocks = search_results([remembered("Likes <tea>")], Leaf("UALEX", "search", "<tea>"), now=APRIL_9)

    assert "“&lt;tea&gt;”* (1)" in shown(blocks)
    assert "Likes &lt;tea&gt;" in shown(blocks)


def test_history_shows_each_step_but_no_forgotten_words() -> None:
    lineage = [
        remembered("Lives in Lisbon", status=Status.SUPERSEDED, ended_at=APRIL_9),
        remembered("Lives in Faro", status=Status.INVALIDATED),
        remembered("Lives in Braga", status=Status.FORGOTTEN),
        remembered("Lives in Porto"),
    ]

    text = shown(history([lineage], Leaf("UALEX", "history"), now=APRIL_9))

    assert "~Lives in Lisbon~ (replaced, until today)" in text
    assert "~Lives in Faro~ (no longer so)" in text
    assert "Braga" not in text
    assert "on 2 March: _forgotten_" in text
    assert "on 2 March: Lives in Porto" in text


def test_a_page_of_histories_shows_the_latest_steps_of_a_long_one() -> None:
    lineage = [remembered(f"Lives at number {n}", status=Status.SUPERSEDED) for n in range(12)]

    text = shown(history([lineage], Leaf("UALEX", "history"), now=APRIL_9))

    assert "4 earlier steps" in text
    assert "number 11" in text
    assert "number 3~" not in text


def test_the_question_before_forgetting_everything_has_two_buttons() -> None:
    assert [e["text"]["text"] for e in confirm_forget_everything("Shall I?")[1]["elements"]] == [
        "Yes, forget everything",
        "No, keep it",
    ]


def test_texts_are_cut_to_slacks_limits() -> None:
    assert clip("short", 10) == "short"
    assert len(clip("x" * 50, 10)) == 10
    assert len(section("x" * 9000)["text"]["text"]) == SECTION_TEXT
    assert button("Go", "a", "v", style="danger")["style"] == "danger"


def test_escaping_goes_both_ways() -> None:
    assert unescape(escape("a < b & c > d")) == "a < b & c > d"
    assert channel("C1") == "<#C1>"
    assert channel("> <!here") == "a conversation"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        pytest.param("ask <@U1> or <@U2|omar>", "ask Dana or omar", id="people"),
        pytest.param("ask <@U3>", "ask someone", id="a person nobody knows"),
        pytest.param("in <#C1|leads> and <#C2>", "in #leads and a channel", id="channels"),
        pytest.param("<!here> <!subteam^S1|@design> <!date^1^{date}|today>", "@here @design today", id="broadcasts"),
        pytest.param("<https://a.b|the plan> <https://a.b>", "the plan (https://a.b) https://a.b", id="links"),
        pytest.param("<mailto:a@b.c|a@b.c>", "a@b.c", id="an address"),
        pytest.param(" 1 &lt; 2 &amp; 3 ", "1 < 2 & 3", id="escapes"),
    ],
)
def test_slack_text_is_spelt_out(text: str, spoken: str) -> None:
    assert readable(text, {"U1": "Dana"}) == spoken


def test_an_address_that_no_link_can_hold_leaves_the_label() -> None:
    assert link("https://x.slack.com/a?b&c", "see <it>") == "<https://x.slack.com/a?b&amp;c|see &lt;it&gt;>"
    assert link("javascript:alert(1)", "see it") == "see it"
    assert link("https://a|b", "see it") == "see it"
