"""What becomes of commands when the judge has heard the message too."""

from collections.abc import Mapping

import pytest

from extractors.commanding.commands import read_commands
from extractors.commanding.overheard import HEARD, MEANT, OVERHEARD, as_meant, may_be_overheard, overheard
from extractors.commanding.wordings import Command, Commands
from extractors.judging.judge import OPS
from extractors.message import Message, clean
from extractors.parsing.parser import Parser
from extractors.pipeline import Extractor
from memory.records import Candidate, CandidateOp
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import HandMade

ADD, CONFIRM, FORGET, PREVIOUS, REFUSE, UNDO = (
    CandidateOp.ADD,
    CandidateOp.CONFIRM,
    CandidateOp.FORGET,
    CandidateOp.REFERENCE_PREVIOUS,
    CandidateOp.REFUSE,
    CandidateOp.UNDO,
)
SAID = "drop whatever I said about the budget"
RECEIPT = "Noted: Lives in Porto"
NOTHING: Mapping[CandidateOp, float] = {}
PARSER = Parser()


def heard(
    text: str = SAID,
    *,
    surface: str = "dm",
    parent: str | None = None,
    chances: Mapping[CandidateOp, float] = NOTHING,
) -> Command | None:
    """Return the command that the judge hears in a message; what is not given has no chance."""
    likely = {op: chances.get(op, 0.0) for op in OPS}
    message = Message(text=text, sent_at=SENT, surface=surface, parent=parent, bot_user_id="U00")
    return overheard(likely, clean(text, bot_user_id="U00"), message)


def meant(
    text: str, *found: Command, parent: str | None = "we meet at noon", chances: Mapping[CandidateOp, float] = NOTHING
) -> tuple[Command, ...]:
    """Return what the commands that the wordings found in a message become."""
    message = Message(text=text, sent_at=SENT, parent=parent)
    cleaned = clean(text)
    return as_meant(Commands(found), chances, message, cleaned, PARSER.words(cleaned)).found


@pytest.mark.parametrize("chance", [MEANT, MEANT - 0.01])
def test_what_is_to_be_remembered_may_be_what_was_said_before(chance: float) -> None:
    add, forget = Command(ADD, 0, 20, (9, 20), "remember"), Command(FORGET, 26, 34, (33, 34), "forget")
    found = meant("remember that wan eh. forget x", add, forget, chances={PREVIOUS: chance})

    assert found == (Command(PREVIOUS, 0, 20, (9, 20), OVERHEARD) if chance >= MEANT else add, forget)


def test_without_anything_before_nothing_before_is_meant() -> None:
    add = Command(ADD, 0, 20, (9, 20), "remember")

    assert meant("remember that one too", add, parent=None, chances={PREVIOUS: 1.0}) == (add,)
    assert meant("remember that one too", add, chances={}) == (add,)


@pytest.mark.parametrize(
    ("told", "here"),
    [
        ("remember that Aoife on reception covers my post", True),
        ("please remember my piano is tuned in May", True),
        ("remember this one, I lose it every time", False),
        ("remember that, the printer calls me about it", False),
        ("remember this :pray: the printer calls me about it", False),
        ("remember that can you", False),
        ("save this to memory please, past me was right for once", False),
        ("remember this: the cellar floods in April", True),
    ],
)
def test_what_is_told_there_and_then_is_not_what_was_said_before(*, told: str, here: bool) -> None:
    message = Message(text=told, sent_at=SENT, parent="we meet at noon")
    found = read_commands(clean(told), message, PARSER.words(clean(told))).found
    became = meant(told, *found, chances={PREVIOUS: 0.99})

    assert [one.op for one in became] == [ADD if here else PREVIOUS]


@pytest.mark.parametrize(
    "said", ["youre kinda preachy about sources, i get it", "so much about the harbour", "tell me about my canoe"]
)
def test_nobody_drops_anything_without_a_word_for_it(said: str) -> None:
    assert heard(said, chances={FORGET: 1.0}) is None


@pytest.mark.parametrize(
    "said",
    [
        "Keep it up, you will make a splash",
        "congrats, so proud of you",
        "keep going! see you tomorrow",
        "remember when the ferry turned round for the cake",
        "I never remember which tap it is",
        "make this sound less like a hostage letter",
        "headphones at the ready till eleven",
    ],
)
def test_nobody_keeps_anything_without_a_word_for_it(said: str) -> None:
    assert heard(said, parent="The fume hood is in 204", chances={PREVIOUS: 1.0}) is None


@pytest.mark.parametrize(
    "said",
    [
        "Yeah! Life is all about the trip",
        "you got it, see you",
        "and by owner, please",
        "undo the last change in the sheet pls",
        "scratch that off the board, it is done",
    ],
)
def test_nobody_takes_anything_back_without_a_word_for_it(said: str) -> None:
    assert heard(said, parent=RECEIPT, chances={UNDO: 1.0}) is None


@pytest.mark.parametrize("op", [UNDO, CONFIRM, PREVIOUS])
def test_a_command_that_no_wording_foresaw_is_obeyed(op: CandidateOp) -> None:
    text = "be so good and unhear it, and note it not"

    assert heard(text, chances={op: HEARD[op]}) == Command(op, 0, len(text), rule=OVERHEARD)


@pytest.mark.parametrize("op", HEARD)
def test_it_has_to_be_likely(op: CandidateOp) -> None:
    assert heard(chances={op: HEARD[op] - 0.01}) is None


def test_a_secret_that_nobody_asks_to_keep_is_let_pass() -> None:
    assert heard(chances={REFUSE: 1.0}) is None


def test_the_likeliest_command_is_obeyed() -> None:
    command = heard("clear the decks, the lot of it", chances={UNDO: 0.92, CONFIRM: 0.97, FORGET: 0.95})

    assert command is not None
    assert command.op is CONFIRM


def test_to_forget_all_about_somebody_else_is_not_to_forget_everything() -> None:
    text = "lose everything you've got about my ex, he's not to come up again"

    theirs = heard(text, chances={CONFIRM: 0.97, FORGET: 0.9})

    assert theirs is not None and theirs.op is FORGET and theirs.body is not None
    assert text[slice(*theirs.body)].strip() == "my ex"


@pytest.mark.parametrize(
    "text",
    [
        "lose everything you've got about me",
        "scrub all that you've learned about me",
        "a clean slate, so that nothing of mine remains",
        "lose all of it, what you know about my work and everything else about me",
    ],
)
def test_to_forget_all_about_oneself_is_asked_about_first(text: str) -> None:
    command = heard(text, chances={CONFIRM: 0.97, FORGET: 0.9})

    assert command is not None and command.op is CONFIRM


def test_where_the_judge_was_not_asked_nothing_is_heard() -> None:
    assert overheard({}, clean("undo"), Message(text="undo", sent_at=SENT)) is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("drop whatever I said about the budget", " the budget"),
        ("lose what you have regarding Vigo", " Vigo"),
        ("Lose what you have CONCERNING Vigo", " Vigo"),
        ("lose what I said on Vigo", " Vigo"),
        ("lose what I told you of Vigo", " Vigo"),
        ("you may lose the fact that I sail", " I sail"),
        ("lose it that I sail", " I sail"),
        ("lose the lines\nabout my\nboats", " my\nboats"),
        ("delete the surf spot. nobody was to know", " the surf spot"),
        ("may I ask you to lose the Brighton flat?", " the Brighton flat"),
        ("my unit number, I should not have typed it, forget it at once", "my unit number"),
    ],
)
def test_what_is_to_be_forgotten_is_what_it_is_about(text: str, topic: str) -> None:
    command = heard(text, chances={FORGET: 0.95})

    assert command is not None
    assert command.op is FORGET
    assert command.rule == OVERHEARD
    assert (command.start, command.end) == (0, len(text))
    assert command.body is not None
    assert text[slice(*command.body)] == topic


@pytest.mark.parametrize(
    "text",
    [
        "lose the dog",
        "delete the last paragraph",
        "what was it about?!",
        "lose what it is about ..",
        "what is it on a b",
    ],
)
def test_nothing_is_forgotten_where_nobody_says_what(text: str) -> None:
    assert heard(text, chances={FORGET: 1.0}) is None


@pytest.mark.parametrize(
    "text",
    [
        "did you lose the lines about my boats",
        "so have you binned the lines about my boats or not",
        "are you going to lose the lines about my boats",
    ],
)
def test_who_asks_what_the_bot_did_gives_no_command(text: str) -> None:
    assert heard(text, chances={FORGET: 1.0}) is None
    assert heard(text.replace("you", "you please", 1), chances={FORGET: 1.0}) is not None


def test_what_is_quoted_is_no_topic() -> None:
    assert heard('she wrote "lose the lines about my old boats"', chances={FORGET: 1.0}) is None


@pytest.mark.parametrize(
    ("text", "surface", "parent", "obeyed"),
    [
        pytest.param("unhear it", "dm", None, True, id="to the bot alone"),
        pytest.param("unhear it", "channel", None, False, id="to everybody"),
        pytest.param("<@U00> unhear it", "channel", None, True, id="to the bot by name"),
        pytest.param("unhear it", "thread", RECEIPT, True, id="to the bot's own word"),
        pytest.param(f"{'unhear it ' * 15}please", "dm", None, False, id="at too great a length"),
    ],
)
def test_only_what_is_said_to_the_bot_is_obeyed(text: str, surface: str, parent: str | None, obeyed: bool) -> None:
    message = Message(text=text, sent_at=SENT, surface=surface, parent=parent, bot_user_id="U00")

    assert may_be_overheard(clean(text, bot_user_id="U00"), message) is obeyed
    assert (heard(text, surface=surface, parent=parent, chances={UNDO: 1.0}) is not None) is obeyed


def test_what_is_answered_may_be_pointed_at_and_nothing_else_is_obeyed() -> None:
    asked = {"surface": "thread", "parent": "we meet at noon"}
    message = Message(text="unhear it", sent_at=SENT, surface="thread", parent="we meet at noon", bot_user_id="U00")

    assert may_be_overheard(clean("unhear it", bot_user_id="U00"), message)
    assert heard("unhear it", **asked, chances={UNDO: 1.0}) is None
    assert heard("hang on to that one", **asked, chances={PREVIOUS: 1.0}) is not None


def test_what_is_to_be_dropped_may_be_named_without_about() -> None:
    found = heard("scrub my Thursday rehearsals", chances={FORGET: 1.0})

    assert found is not None
    assert found.body == (5, 28)


# Through the whole pipeline


def read(extractor: Extractor, text: str, judge: HandMade) -> list[Candidate]:
    shared = Extractor(extractor.parser.nlp, judge=judge)
    return shared.extract(Message(text=text, sent_at=SENT, bot_user_id="U00"))


def test_an_overheard_command_names_what_to_forget(extractor: Extractor) -> None:
    text = "wipe off whatever got said about my canoe"
    (found,) = read(extractor, text, HandMade(commands={FORGET: 0.99}))

    assert (found.op, found.text.strip(), found.span) == (FORGET, "my canoe", (0, len(text)))
    assert read(extractor, text, HandMade()) == []


def test_beside_a_statement_nothing_is_overheard(extractor: Extractor) -> None:
    text = "I live in Porto. be so good and unhear it"
    judge = HandMade({"i live in porto": 0.99}, {UNDO: 0.99})

    assert [found.op for found in read(extractor, text, judge)] == [ADD]


def test_a_command_in_plain_words_needs_no_judge(extractor: Extractor) -> None:
    assert [found.op for found in read(extractor, "forget my canoe", HandMade())] == [FORGET]


def test_off_the_record_nothing_is_overheard(extractor: Extractor) -> None:
    assert read(extractor, "off the record, unhear it", HandMade(commands={UNDO: 0.99})) == []


def test_in_another_language_the_judge_is_not_listened_to(extractor: Extractor) -> None:
    text = "Vergiss bitte, dass ich in Porto wohne"
    heard_too, not_heard = (read(extractor, text, HandMade(commands={FORGET: chance})) for chance in (0.99, 0.0))

    assert heard_too == not_heard
    assert [found.op for found in heard_too] == [FORGET]
