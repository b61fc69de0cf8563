"""What people tell in words that the messages of other people showed to be usual."""

import pytest

from extractors.secrets import find_doubtful
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept", "day"),
    [
        ("two weeks today is the audit", "Audit is on 2026-03-16", "2026-03-16"),
        ("the 4th of June is my exam", "Exam is on 2026-06-04", "2026-06-04"),
        ("on Friday is the tasting", "Tasting is on 2026-03-06", "2026-03-06"),
    ],
)
def test_a_day_may_stand_first(read: Read, text: str, kept: str, day: str) -> None:
    (found,) = read(text)

    assert (found.kind, found.text, str(found.dated)) == (Kind.EVENT, kept, day)


@pytest.mark.parametrize(
    "text", ["today is my birthday", "Friday is the best day", "is Friday the audit?", "Mondays are the worst"]
)
def test_what_is_no_day_of_anything_is_left(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "dated"),
    [
        ("our financial year ends on the 30th of June", Kind.FACT, False),
        ("the warranty on the kiln runs until 30 March 2028", Kind.EVENT, True),
        ("my passport runs out in October", Kind.FACT, False),
    ],
)
def test_what_holds_until_a_day(read: Read, text: str, kind: Kind, *, dated: bool) -> None:
    (found,) = read(text)

    assert (found.kind, found.dated is not None) == (kind, dated)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("in my opinion your summaries should start with the decision", "Wants summaries to start with the decision"),
        ("your answers should always be short", "Wants answers to be short"),
    ],
)
def test_how_the_bots_words_should_be(read: Read, text: str, kept: str) -> None:
    assert [(found.kind, found.text) for found in read(text)] == [(Kind.FEEDBACK, kept)]


def test_how_one_answer_should_have_been_is_no_order(read: Read) -> None:
    assert read("your reply should have been shorter") == []


def test_what_is_given_up_for_good_is_over(read: Read) -> None:
    (over,) = read("I'm retiring the motorbike for good")

    assert (over.op, over.text) == (CandidateOp.RETRACT, "Motorbike")


def test_an_allergy_ends_where_a_request_begins(read: Read) -> None:
    texts = [found.text for found in read("i'm allergic to latex so can whoever does supplies get nitrile gloves")]

    assert texts == ["Is allergic to latex"]


def test_a_statement_to_forget_names_nothing_that_was_sold(read: Read) -> None:
    found = read("Forget that I drive the red van, I sold it on Saturday")

    assert [(one.op, one.text) for one in found] == [(CandidateOp.FORGET, "I drive the red van")]


def test_where_one_joins_from_is_their_place(read: Read) -> None:
    texts = [found.text for found in read("Marit, UX researcher, onboarding team, joining you from Stavanger")]

    assert texts == ["Name is Marit", "Is UX researcher", "Is on onboarding team", "Lives in Stavanger"]


def test_what_one_should_say_is_said(read: Read) -> None:
    (found,) = read("I should also say our school dog is called Haggis", surface="channel")

    assert found.text == "School dog is called Haggis"


def test_news_from_a_desk_are_its_authors(read: Read) -> None:
    assert read("Update from the shelter desk: I live in Porto now", surface="channel")
    assert read("Update from Priya: I live in Porto now", surface="channel") == []


def test_what_one_eats_is_a_preference(read: Read) -> None:
    found = read("I look after pumps and valves, pronouns he/him, and I eat anything except okra", surface="channel")

    assert found[-1].kind is Kind.PREFERENCE


def test_a_password_on_request_is_none() -> None:
    assert find_doubtful("the seed bank is at https://x.example/a, password on request from nobody") == []
    assert find_doubtful("le mot de passe est loutre22")


@pytest.mark.parametrize(
    ("text", "kept", "day"),
    [
        ("记一下，下个月的茶会是5月16日，在东馆", "下个月的茶会是 2026-05-16，在东馆", "2026-05-16"),
        ("记一下，展览5月16日到20日", "展览 2026-05-16 – 2026-05-20", "2026-05-16"),
    ],
)
def test_what_chinese_asks_to_remember_has_its_day(read: Read, text: str, kept: str, day: str) -> None:
    (found,) = read(text)

    assert (found.kind, found.text, str(found.dated)) == (Kind.EVENT, kept, day)


def test_a_loved_one_is_no_liking(read: Read) -> None:
    assert [found.text for found in read("我爱人姓沈，在隔壁茶厂做质检，有事也可以找她")] == [
        "爱人姓沈，在隔壁茶厂做质检"
    ]


def test_where_one_works_no_more_is_no_employer(read: Read) -> None:
    found = read("ich arbeite seit Januar in der Spenglerei Roth und nicht mehr bei Amsler")

    assert [(one.op, one.text) for one in found] == [
        (CandidateOp.ADD, "Arbeitet in der Spenglerei Roth"),
        (CandidateOp.RETRACT, "Arbeitet bei Amsler"),
    ]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("I swapped Mendeley for Zotero over reading week and my blood pressure thanks me", ["Uses Zotero"]),
        ("could you from today give temperatures in kelvin only", ["Asks to give temperatures in kelvin only"]),
        ("could you give me the temperatures today", []),
        ("i used to run everything in MATLAB but its all Julia now", ["Everything is Julia"]),
        ("new kitten is staying. She's called Biscoff", ["New kitten is called Biscoff"]),
        ("I've got a whippet called Soba, apologies to all sandwiches", ["Has got a whippet called Soba"]),
        ("I drive a desk these days", []),
        (
            "I really don't like being cc'd on everything, just put me on the ones I have to act on",
            ["Dislikes being cc'd on everything"],
        ),
        ("whenever you draft a letter dont copy my spelling", ["When you draft a letter don't copy their spelling"]),
        ("bitte ab sofort immer per Du", ["Möchte ab sofort immer per Du"]),
        ("Dagmar übernimmt solange die Sprechstunde", ["Dagmar übernimmt solange die Sprechstunde"]),
    ],
)
def test_it_is_told_in_such_words(read: Read, text: str, texts: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == texts


def test_who_left_a_team_is_not_on_it(read: Read) -> None:
    found = read("i've moved off the radio team, firmware tools is where I sit now", surface="thread")

    assert [one.text for one in found if one.attribute == "team" and one.op is CandidateOp.ADD] == []
    assert [one.text for one in found if one.op is CandidateOp.RETRACT] == ["The radio team"]


def test_who_lands_somewhere_is_no_reference(read: Read) -> None:
    (found,) = read("don't forget that my sister Chioma lands in Enugu on 2 May")

    assert (found.kind, str(found.dated)) == (Kind.EVENT, "2026-05-02")


def test_a_weekday_names_what_is_held_on_it(read: Read) -> None:
    (found,) = read("yesterday we decided to take the kids out of Saturday school")

    assert (found.text, str(found.dated)) == (
        "Decided to take the kids out of Saturday school on 2026-03-01",
        "2026-03-01",
    )


def test_what_comes_every_sabbath_has_no_day(read: Read) -> None:
    (found,) = read("keep in mind that I'm off every Sabbath, sundown Friday to sundown Saturday")

    assert (found.kind, found.dated) == (Kind.FACT, None)


def test_what_belongs_to_a_secret_is_not_kept_beside_it(read: Read) -> None:
    found = read("remember my net banking id is LRAGH22 and the password is Jasmine#40")

    assert [one.op for one in found] == [CandidateOp.REFUSE]


def test_a_long_line_behind_whom_it_is_for_is_no_script(read: Read) -> None:
    script = "everyone in the meeting: I live in Porto"
    notice = f"Everyone on the early line: {'the chiller failed and came back. ' * 6}One thing: I don't eat pork."

    assert read(script, surface="channel") == []
    assert [found.text for found in read(notice, surface="channel")] == ["Doesn't eat pork"]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("stop putting a summary at the end, I only just read the thing", ["Wants no summary at the end"]),
        (
            "Please keep it to one paragraph when I ask for a bulletin. Two is already a novel.",
            ["Keep it to one paragraph when they ask for a bulletin"],
        ),
        ("remember to be brief, I hate waffle", ["Dislikes waffle"]),
        ("I'm using zellij these days rather than tmux", ["Uses zellij"]),
        (
            "I switched from gas to electric for everything under 1240 degrees",
            ["Uses electric for everything under 1240 degrees"],
        ),
        (
            "please note that my accountant is Nerys at Hafod, she wants everything by the 20th of each month",
            ["Accountant is Nerys at Hafod", "Nerys wants everything by the 20th of each month"],
        ),
        ("The Americas queue is mine now", ["Has the Americas queue"]),
        ("I've had a stent in since June", []),
        ("I've got a phobia of dentists", []),
        ("Heads down on the board deck until three.", []),
    ],
)
def test_an_order_and_what_follows_it_are_told_apart(read: Read, text: str, texts: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == texts


def test_for_whom_it_is_told_is_no_other_voice(read: Read) -> None:
    (found,) = read("For whoever does the diary: I do farm calls on Tuesdays only.", surface="channel")

    assert found.text == "Does farm calls on Tuesdays only"


def test_what_was_adjourned_lies_ahead(read: Read) -> None:
    (found,) = read("The arbitration in Halvorsen was adjourned to 2 December", surface="thread")

    assert str(found.dated) == "2026-12-02"


def test_what_was_told_may_stand_before_the_wish_to_forget_it(read: Read) -> None:
    (found,) = read("what i told you about the Amersfoort branch, forget that please")

    assert (found.op, found.text) == (CandidateOp.FORGET, "the Amersfoort branch")


@pytest.mark.parametrize(
    "text",
    [
        "scratch the surface of that report and it's all last year's numbers",
        "lose the plot now and the whole week is gone",
        "drop the mic and walk off",
    ],
)
def test_an_idiom_is_no_wish_to_forget(read: Read, text: str) -> None:
    assert [found.op for found in read(text) if found.op is CandidateOp.FORGET] == []


def test_the_number_of_an_account_may_stand_before_its_name(read: Read) -> None:
    found = read("remember that 34-7720-1188 is the account for the clay co-op, we pay from it in June")

    assert [one.op for one in found] == [CandidateOp.REFUSE]
    assert find_doubtful("14 2026 is the account of a year") == []
