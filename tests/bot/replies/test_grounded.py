"""The grounded engine says what is remembered and what was done, and nothing else."""

import pytest

from bot.audience import Place, PlaceKind
from bot.replies.base import Offer, Outcome, Reply, Situation
from bot.replies.grounded import MOST_SHOWN, REFUSAL, GroundedReplies
from memory.records import Candidate, CandidateOp, Change, Kind, Memory, Operation, Origin, Query, Recalled, Status
from tests.bot.making import ALEX, APRIL_9, DANA, inserted, remembered

DM = Place(PlaceKind.DM, "DALEX")
GENERAL = Place(PlaceKind.PUBLIC, "CGENERAL")

PORTO = remembered("Lives in Porto", kind=Kind.PROFILE, attribute="location", value="Porto")


async def said(text: str = "", **details: object) -> Reply:
    given: dict[str, object] = {
        "person": ALEX,
        "place": DM,
        "text": text,
        "query": Query(text, is_question=text.endswith("?")),
        "now": APRIL_9,
        "sees": lambda memory: True,
        **details,
    }
    return await GroundedReplies().reply(Situation(**given))  # type: ignore[arg-type]


async def test_a_question_is_answered_in_the_second_person_with_when_it_was_learned() -> None:
    reply = await said("where do I live?", recalled=[Recalled(PORTO, 0.9)])

    assert reply == Reply("You live in Porto (you told me on 2 March).", used=("01A",))


async def test_only_the_attribute_asked_for_is_answered() -> None:
    query = Query("where do I live?", attributes=("location",), is_question=True)
    mug = remembered("Likes the Porto mug", id="01B")

    reply = await said(query=query, recalled=[Recalled(mug, 0.95), Recalled(PORTO, 0.9)])

    assert reply.text == "You live in Porto (you told me on 2 March)."


async def test_several_close_memories_are_listed_and_distant_ones_left_out() -> None:
    found = [
        Recalled(remembered("Prefers tabs", id="01A"), 0.9),
        Recalled(remembered("Prefers dark mode", id="01B"), 0.8),
        Recalled(remembered("Dislikes mornings", id="01C"), 0.3),
    ]

    reply = await said("what do I prefer?", recalled=found)

    assert reply.text == "• You prefer tabs (you told me on 2 March).\n• You prefer dark mode (you told me on 2 March)."


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (DM, "I don't know that. Tell me"),
        (Place(PlaceKind.DM, "DALEX", outsiders=True, is_told=False), "while Slack does not tell me who is who"),
        (GENERAL, "that may be said here"),
    ],
)
async def test_an_unknown_answer_is_said_plainly(place: Place, words: str) -> None:
    assert words in (await said("what's my shoe size?", place=place)).text


async def test_what_another_person_said_in_public_names_them_and_the_channel() -> None:
    heron = remembered(
        "Staging database is called heron", subject=DANA, kind=Kind.FACT, origin=Origin.PUBLIC, channel_id="COPS"
    )

    reply = await said("what is staging called?", recalled=[Recalled(heron, 0.9)], name_of=lambda person: "Dana")

    assert reply.text == "Staging database is called heron (Dana said so in <#COPS> on 2 March)."


async def test_the_channel_is_not_named_where_it_was_said() -> None:
    tabs = remembered("Prefers tabs", origin=Origin.PUBLIC, channel_id="CGENERAL")

    reply = await said("tabs or spaces?", place=GENERAL, recalled=[Recalled(tabs, 0.9)])

    assert reply.text == "You prefer tabs (you told me on 2 March)."


@pytest.mark.parametrize(
    ("origin", "words"), [(Origin.HAND, "written in your file on 2 March"), (Origin.IMPORT, "imported on 2 March")]
)
async def test_where_a_memory_came_from_is_said(origin: Origin, words: str) -> None:
    reply = await said("tabs?", recalled=[Recalled(remembered("Prefers tabs", origin=origin), 0.9)])

    assert words in reply.text


async def test_what_no_longer_holds_is_told_as_such() -> None:
    lisbon = remembered("Lives in Lisbon", status=Status.SUPERSEDED, ended_at=APRIL_9)

    reply = await said("where did I use to live?", recalled=[Recalled(lisbon, 0.9)])

    assert reply.text == "You used to live in Lisbon (you told me on 2 March; that changed today)."


async def test_markup_in_a_memory_is_shown_and_not_obeyed() -> None:
    hostile = remembered("Prefers <!channel> & <@UDANA>")

    reply = await said("what do I prefer?", recalled=[Recalled(hostile, 0.9)])

    assert "<" not in reply.text.replace("&lt;", "")
    assert "&lt;!channel&gt; &amp;" in reply.text


async def test_everything_that_is_known_is_listed_up_to_a_limit() -> None:
    many = [Recalled(remembered(f"Likes tea number {n}", id=f"{n:02}"), 1.0) for n in range(MOST_SHOWN + 3)]

    reply = await said("what do you know about me?", overview=True, recalled=many)

    assert reply.text.count("•") == MOST_SHOWN
    assert "3 more" in reply.text


async def test_knowing_nothing_at_all_is_said() -> None:
    assert "Nothing yet" in (await said("what do you know about me?", overview=True)).text


KEY = inserted("The deploy key is in 1Password", kind=Kind.FACT)
UNDONE = Change(Operation.FORGET_SOFT, remembered("Works at Acme", status=Status.FORGOTTEN))
AGAIN = Change(Operation.PATCH, PORTO, previous=remembered("Lives in Porto", status=Status.SUPERSEDED))
MOVED = Change(Operation.SUPERSEDE, PORTO, previous=remembered("Lives in Lisbon"))


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(remembered=(KEY,)), "I'll remember that: The deploy key is in 1Password."),
        (Outcome(remembered=(MOVED,)), "I'll remember that: You live in Porto (before: lives in Lisbon)."),
        (
            Outcome(remembered=(Change(Operation.PATCH, PORTO, refreshed=True),)),
            "I knew that already: You live in Porto.",
        ),
        (Outcome(forgotten=(KEY,)), "Forgotten: the deploy key is in 1Password."),
        (Outcome(taken_back=(UNDONE,)), "Taken back: works at Acme."),
        (Outcome(taken_back=(UNDONE, AGAIN)), "Taken back: works at Acme.\nYou live in Porto, as before."),
        (Outcome(not_found=("my <shoes>",)), "I found nothing about “my &lt;shoes&gt;” to forget."),
        (Outcome(refused=True), REFUSAL),
        (Outcome(nothing_to_undo=True), "There is nothing to take back."),
        (Outcome(forgot_everything=1), "Done. I have forgotten everything about you (1 memory)."),
        (Outcome(forgot_everything=3), "Done. I have forgotten everything about you (3 memories)."),
        (Outcome(kept_everything=True), "Good, I have kept everything."),
    ],
)
async def test_commands_are_confirmed_with_what_happened(outcome: Outcome, text: str) -> None:
    assert (await said(outcome=outcome)).text == text


async def test_how_much_was_forgotten_is_told_to_its_owner_alone() -> None:
    reply = await said(outcome=Outcome(forgot_everything=3), place=Place(PlaceKind.PUBLIC, "C1"))

    assert reply.text == "Done. I have forgotten everything about you."


async def test_a_message_that_cannot_be_found_is_asked_for() -> None:
    assert "I don't have that message" in (await said(outcome=Outcome(nothing_to_remember=True))).text


async def test_forgetting_everything_is_offered_first() -> None:
    assert (await said(outcome=Outcome(asks_to_forget_everything=True))).offer is Offer.FORGET_EVERYTHING


async def test_a_confirmation_names_nothing_that_may_not_be_read_here() -> None:
    def sees(memory: Memory) -> bool:
        return memory.origin is Origin.PUBLIC

    public = inserted("Prefers tabs", origin=Origin.PUBLIC)
    hidden = await said(place=GENERAL, sees=sees, outcome=Outcome(forgotten=(KEY,)))
    mixed = await said(place=GENERAL, sees=sees, outcome=Outcome(forgotten=(KEY, public)))
    moved = await said(place=GENERAL, sees=sees, outcome=Outcome(remembered=(MOVED,)))

    assert hidden.text == "Forgotten."
    assert mixed.text == "Forgotten: prefers tabs (and 1 more)."
    assert "Lisbon" not in moved.text


NAME = Candidate(CandidateOp.ADD, "Name is Alex", Kind.PROFILE, "name", "Alex")
TABS = Candidate(CandidateOp.ADD, "Prefers tabs", Kind.PREFERENCE)
ENDED = Candidate(CandidateOp.RETRACT, "works at Acme")


@pytest.mark.parametrize(
    ("text", "details", "start"),
    [
        ("My name is Alex", {"understood": [NAME]}, "Nice to meet you, Alex."),
        ("I prefer tabs", {"understood": [TABS]}, "Got it."),
        ("I prefer tabs", {"understood": [TABS], "paused": True}, "I've paused taking notes"),
        ("I no longer work at Acme", {"understood": [ENDED]}, "Thanks for telling me."),
        ("hello!", {}, "Hello! Tell me"),
        ("Hi there", {"called": "Alex"}, "Hello, Alex!"),
        ("thanks a lot", {"called": "Alex"}, "You're welcome, Alex."),
        ("", {}, "I can only read text."),
        ("the build is red", {}, "I saw nothing there to keep"),
        ("tea time", {"recalled": [Recalled(remembered("Likes oolong tea"), 0.9)]}, "That reminds me: you like oolong"),
        ("help", {}, "I remember what people tell me and answer from it."),
        ("off the record, I'm leaving", {"off_the_record": True}, "Off the record: I kept nothing"),
    ],
)
async def test_what_is_no_question_gets_a_short_answer(text: str, details: dict[str, object], start: str) -> None:
    assert (await said(text, **details)).text.startswith(start)


@pytest.mark.parametrize(
    ("text", "details", "used"),
    [
        pytest.param("tea time", {"recalled": [Recalled(PORTO, 0.9)]}, (PORTO.id,), id="what-it-reminds-of"),
        pytest.param("hello!", {"called": "Lex", "name_from": "01N"}, ("01N",), id="a-name-they-told"),
        pytest.param("hello!", {"called": "Alex"}, (), id="a-name-that-Slack-shows"),
        pytest.param("help", {"called": "Lex", "name_from": "01N"}, (), id="a-name-that-is-not-said"),
    ],
)
async def test_an_answer_names_every_memory_that_it_tells(
    text: str, details: dict[str, object], used: tuple[str, ...]
) -> None:
    """What is not named would stand in the talk's transcript after it is forgotten."""
    assert (await said(text, **details)).used == used
