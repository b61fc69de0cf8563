"""Orders to the bot that hold for good, in long messages and odd words, beside those that do not."""

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Nice, thanks. So as a standing rule, never shorten my headings unless I ask.", ["never", "heading"]),
        ("going forward, no emojis please, my reader spells them out", ["no emojis"]),
        ("moving forward, skip the pleasantries", ["no pleasantries"]),
        ("when I ask for a route give me the distance in miles", ["miles"]),
        ("Whenever I paste a query, explain it line by line, it helps me", ["query", "line by line"]),
        ("keep it brief when I ask about the rota, I'm usually on a ladder", ["brief"]),
        ("I'd rather you only named the bug when I paste a log", ["bug", "log"]),
        ("I'd like a page number next to every quote you give me", ["page number"]),
        ("I would be obliged if you would always address me as Dr Oyelaran", ["oyelaran"]),
        ("I should be glad if you kept all replies under three lines", ["three lines"]),
        ("Might you always sign off with just my initials?", ["initials"]),
        ("is it possible you reply in Danish always?", ["danish"]),
        ("I'm on a crane all day, so write to me in capitals", ["capitals"]),
        ("leave footnotes out unless I ask", ["no footnotes"]),
        ("<@U00> in this channel answer in English only", ["english"]),
        ("so if you ever list suppliers, put the nearest first", ["nearest first"]),
    ],
)
def test_what_is_asked_for_good_is_guidance(read: Read, text: str, keys: list[str]) -> None:
    found = [one for one in read(text) if one.kind is Kind.FEEDBACK]

    assert len(found) == 1
    assert all(key in found[0].text.lower() for key in keys)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("please use simple English with me and no slang", "simple english", "no slang"),
        ("answer me in whole sentences, and never in bullets", "whole sentences", "never in bullets"),
        ("answer me in Welsh unless I switch, and drop the exclamation marks", "welsh", "no exclamation marks"),
    ],
)
def test_an_order_and_what_it_forbids_are_two(read: Read, text: str, first: str, second: str) -> None:
    one, other = (found.text.lower() for found in read(text))

    assert first in one
    assert second in other


@pytest.mark.parametrize(
    "text",
    [
        "write the invitation in plain English and no jokes",
        "can you put this one in easy English and no idioms?",
        "give me a call when you send it",
        "When I get home, give me a call",
        "When you send the report, tell me",
        "I'd like every invoice you send me today",
        "leave the tables out of this one",
        "no more than five people in the sauna",
        "going forward with the merger was a mistake",
        "I'd be grateful if you would look at the draft",
    ],
)
def test_what_is_asked_for_now_is_none(read: Read, text: str) -> None:
    assert not [found for found in read(text) if found.kind is Kind.FEEDBACK]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("remember that I never want confetti in invoices", Kind.PREFERENCE),
        ("can you remember that I always want an aisle seat when you look up trains", Kind.PREFERENCE),
        ("keep in mind that I nap after lunch", Kind.PREFERENCE),
        ("for the record I'm the only plumber on the team", Kind.PROFILE),
        ("remember that crane 4 can not go under the Tyne bridge", Kind.FACT),
        ("for the record, we cast the bell on 9 February", Kind.EVENT),
        ("remember: Odalys wants the captions at size 30, every time", Kind.FACT),
    ],
)
def test_what_is_asked_to_be_kept_has_its_kind(read: Read, text: str, kind: Kind) -> None:
    (found,) = read(text)

    assert found.kind is kind


@pytest.mark.parametrize(
    "text",
    [
        "remember that the hens are fed at six, also that the gate sticks",
        "remember that the hens are fed at six and that the gate sticks",
        "Please remember that the hens are fed at six. Also that the gate sticks in the frost.",
        "por favor remember that the hens are fed at six, and also that the gate sticks",
    ],
)
def test_each_that_is_kept_as_an_item(read: Read, text: str) -> None:
    hens, gate = read(text)

    assert (hens.op, gate.op) == (CandidateOp.ADD, CandidateOp.ADD)
    assert "hens" in hens.text.lower()
    assert "gate" not in hens.text
    assert gate.text.startswith("Gate sticks")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("for every scene you draft me: no adverbs", "Wants no adverbs"),
        ("for the reports you draft me, no adverbs please", "Wants no adverbs"),
        ("in everything you write for me: no rhetorical questions", "Wants no rhetorical questions"),
        (
            "honestly i can't bear fondant, so keep it out of the recipes you give me",
            "Wants fondant kept out of the recipes",
        ),
        ("I hate emoji, so leave them out of your answers", "Wants emoji kept out of your answers"),
    ],
)
def test_what_is_not_wanted_in_what_the_bot_makes(read: Read, text: str, kept: str) -> None:
    assert [found.text for found in read(text) if found.kind is Kind.FEEDBACK] == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "in the letter you wrote me, no adverbs please",
        "for the party: no speeches",
        "I can't bear fondant, keep it out of my sight",
    ],
)
def test_what_is_at_hand_is_no_order_that_holds(read: Read, text: str) -> None:
    assert [found.text for found in read(text) if found.kind is Kind.FEEDBACK] == []
