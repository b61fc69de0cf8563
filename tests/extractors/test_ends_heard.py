"""What is over where only the judge hears that something is: in which clause, and what was so until then."""

from collections.abc import Callable

import pytest

from extractors.judging.ends_heard import HEARD, LIKELY, heard, may_end, takes_place
from extractors.judging.judge import Reading
from extractors.message import Message, clean
from extractors.pipeline import Extractor
from extractors.statements.rules import Found
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read

Ends = Callable[..., list[tuple[str, str | None]]]


@pytest.fixture
def tell(extractor: Extractor) -> Callable[[str], list[Reading]]:
    """The readings of a message, as if no rule had read anything in it."""

    def telling(text: str) -> list[Reading]:
        message = Message(text=text, sent_at=SENT)
        cleaned = clean(text)
        words = extractor.parser.words(cleaned)
        return [
            Reading(clause=each.clause, guards=each.guards) for each in extractor.readings(message, cleaned, words, ())
        ]

    return telling


@pytest.fixture
def ends(tell: Callable[[str], list[Reading]]) -> Ends:
    """What a message ends by the clauses alone: text and value of each."""

    def ending(text: str, chance: float = HEARD) -> list[tuple[str, str | None]]:
        return [(found.text, found.value) for _, found in heard(tell(text), chance)]

    return ending


@pytest.mark.parametrize(
    ("text", "told", "value"),
    [
        ("I don't teach swimming these days", "Teaches swimming", "swimming"),
        ("we no longer keep the ponies at Ruswarp", "Keeps the ponies at Ruswarp", "Ruswarp"),
        ("not coaching the juniors now, told the club so", "Is coaching the juniors", "club"),
        ("my uncle isn't living with us now", "Uncle is living with them", "uncle"),
        ("sold the ute at last", "Ute", "Ute"),
        ("we've handed back the allotment", "Allotment", "Allotment"),
        ("the Thursday whist has come to an end", "Thursday whist", "Thursday whist"),
        ("lease is up on the Ruswarp yard", "Lease is up on the Ruswarp yard", "Ruswarp yard"),
        ("gave the glasshouse away, pane by pane", "Glasshouse", "Glasshouse"),
        ("shut my pottery stall down!!", "Pottery stall", "Pottery stall"),
        ("hung the fiddle up in October", "Fiddle", "Fiddle"),
        ("pulled the plug on my podcast, 90 episodes", "Podcast", "Podcast"),
        ("let the rowing club membership lapse", "Rowing club membership", "Rowing club membership"),
        ("that's me off the parish council", "Parish council", "Parish council"),
    ],
)
def test_what_was_so_until_then(ends: Ends, text: str, told: str, value: str) -> None:
    assert (told, value) in ends(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sold the Hilux at the weekend, ask somebody else for the move", "Hilux"),
        ("we've shut the net loft after thirty years", "net loft"),
        ("I moved on from Trello at last", "Trello"),
        ("I bowed out of the book group in the spring", "book group"),
        ("the Massey's been sold, lads", "Massey"),
        ("Thursday badminton has been knocked on the head", "Thursday badminton"),
    ],
)
def test_what_is_ones_own_and_gone_needs_no_sure_judge(ends: Ends, text: str, value: str) -> None:
    assert [told.lower() for told, _ in ends(text, LIKELY)] == [value.lower()]


@pytest.mark.parametrize(
    "text",
    [
        "I gave up at page forty",
        "In 2003 I resigned from a job by fax",
        "not sold on the new plates, they chip",
        "we don't keep hens these days",
    ],
)
def test_anything_else_does(ends: Ends, text: str) -> None:
    assert ends(text, LIKELY) == []


@pytest.mark.parametrize(
    "text",
    [
        "Haha no, I haven't sold the tractor",
        "Karim doesn't work here any more, so mind whose name you order in",
        "Mr Rao and Mrs Pinto no longer speak since the rota",
        "I've given up on the third floor printer",
    ],
)
def test_what_still_is_and_what_others_did_end_nothing(ends: Ends, text: str) -> None:
    assert ends(text, 0.99) == []


@pytest.mark.parametrize(
    "text",
    [
        "please take me off those pings",
        "sold it",
        "I left the office at five",
        "no more cake please",
        "if I sold the ute, I'd miss it",
        "did you sell the ute?",
        "the build is history",
        "the van is dead again",
        "we dropped the kids off at school",
        "I lost my kids in the shop",
    ],
)
def test_what_is_asked_or_passes_is_not_over(ends: Ends, text: str) -> None:
    assert ends(text) == []


def test_a_clause_is_taken_whole_only_where_it_surely_ends_something(ends: Ends) -> None:
    text = "Zumba and I have consciously uncoupled"

    assert ends(text, 0.99) == [("Has consciously uncoupled with Zumba", "Zumba")]
    assert ends(text, HEARD) == []


def test_what_a_rule_read_is_what_is_over(tell: Callable[[str], list[Reading]]) -> None:
    one, other = tell("I gave up rye bread, my hands don't shake now")
    ruled = Found(None, "Rye bread", "gave-up", op=CandidateOp.RETRACT)

    assert list(heard([Reading(clause=one.clause, found=(ruled,)), other], 1.0)) == []


@pytest.mark.parametrize(
    ("text", "ruled", "expected"),
    [
        ("sold the ute", False, True),
        ("sold the ute", True, False),
        ("I don't keep hens now", True, True),
        ("ditched the iPad for a slate", False, False),
        ("I keep hens", False, False),
    ],
)
def test_an_ending_takes_the_place_of_what_only_the_judge_would_keep(
    tell: Callable[[str], list[Reading]], text: str, ruled: bool, expected: bool
) -> None:
    (reading,) = tell(text)
    found = (Found(Kind.FACT, "", "some-rule"),) if ruled else ()

    assert takes_place(Reading(clause=reading.clause, found=found)) is expected


def test_most_messages_hold_no_word_for_being_over() -> None:
    assert may_end("sold the ute so don't ask")
    assert not may_end("lunch is at noon")
    assert not may_end("sold the ute. " * 20)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sold the camper van so don't come asking for it", "camper van"),
        ("we've sold the looms, all four, to a college in Cork", "looms"),
        ("handed my taxi licence in after the eye test", "taxi licence"),
        ("I don't do the school run these days", "school run"),
        ("cancelled my Spotify btw", "Spotify"),
        ("we gave up the allotment in the end", "allotment"),
        ("me and Priya aren't together any more", "Priya"),
    ],
)
def test_endings_in_words_of_their_own(read: Read, text: str, expected: str) -> None:
    (found,) = read(text)

    assert found.op is CandidateOp.RETRACT
    assert expected.lower() in found.text.lower()


@pytest.mark.parametrize(
    "text",
    [
        "sold out of hot cross buns by ten!!",
        "sold the last Corsa on the lot, sorry",
        "we sold thirty-one jars at the fair",
        "no more scones left, sorry",
        "I've stopped reading halfway through the second part",
        "kicked the ticket machine and it gave me two",
        "I handed in my timesheet at last",
        "handed the keys of the hire car back with minutes to spare",
        "left Malmö at seven, should be with you by noon",
        "hung my socks over the radiator",
        "I have NOT left Brackley Joinery, whatever the lads say",
    ],
)
def test_what_only_sounds_like_an_ending_ends_nothing(read: Read, text: str) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.RETRACT] == []


def test_what_took_the_place_of_a_thing_is_kept_beside_its_ending(read: Read) -> None:
    assert {found.op for found in read("done with Notepad, Kakoune only now")} == {
        CandidateOp.ADD,
        CandidateOp.RETRACT,
    }


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("I've let my season ticket go, the football's rubbish", "Season ticket"),
        ("we broke off the engagement in May, so no plus one", "Engagement"),
        ("took myself off the flood roster for good, twenty years is plenty", "Flood roster"),
        ("we rehomed the parrot", "Parrot"),
        ("that's me stepped down from the infection control group, after nine long years", "Infection control group"),
        ("i'm not vego these days, the tour catering broke me", "Is vego"),
    ],
)
def test_what_was_let_go_ends_and_is_not_stated(read: Read, text: str, over: str) -> None:
    assert [(one.op, one.text) for one in read(text)] == [(CandidateOp.RETRACT, over)]


@pytest.mark.parametrize(
    "text", ["let the dog go first", "broke off a corner of the kiln shelf", "I'm not sure any more"]
)
def test_what_is_let_go_for_now_ends_nothing(read: Read, text: str) -> None:
    assert all(one.op is not CandidateOp.RETRACT for one in read(text))
