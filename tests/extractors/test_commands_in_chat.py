"""Commands as people put them: with calls and courtesies around them, the thing first, in an English of their own."""

import pytest

from extractors.commanding.commands import read_commands, wants_kept
from extractors.message import Message, clean
from memory.records import CandidateOp
from tests.extractors.conftest import SENT, Read
from tests.extractors.test_commands import NOTED, body, ops


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("erase please the extension of the kiln room", "extension of the kiln room"),
        ("kia ora, can you bin whatever I said re the Tauranga job", "Tauranga job"),
        ("aiyah forget the Katong business lah", "Katong business"),
        ("pray forget the marrow thing", "marrow thing"),
        ("would you kindly make yourself forget my remark on the choir", "remark on the choir"),
        ("I'd be obliged if you'd lose my postcode", "my postcode"),
        ("the truck numbers I gave you, delete them", "truck numbers"),
        ("the loan I told you about, take it out of your papers", "loan"),
        ("my blood group please do not keep, it was a mistake", "blood group"),
        ("scrub the tide times out your memory", "tide times"),
        ("kindly strike from your records the matter of the glaze", "matter of the glaze"),
        ("undo my chair preference, the new one is fine", "chair preference"),
        ("please unlearn my old extension, 5531. It rings in the shed now", "5531"),
        ("the policy has moved, forget Oakfield", "Oakfield"),
        ("delete Oakfield", "Oakfield"),
        ("get shot of what I said about the loom, would you", "loom"),
        ("forget my Utrecht address, ok?", "Utrecht address"),
        ("delete whatever you have on me and the raffle tickets", "raffle tickets"),
    ],
)
def test_what_is_to_go_is_found_wherever_it_stands(text: str, what: str, read: Read) -> None:
    found = read(text)

    assert [candidate.op for candidate in found] == [CandidateOp.FORGET]
    assert what in found[0].text


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("forget about the pennies, we are here for the pounds", "thread"),
        ("forget that side door, look at the roof", "channel"),
        ("forget everything you know about sourdough, this one bakes in a pan", "channel"),
        ("forget the second one, the first was fine", "dm"),
        ("do not forget about the keys", "dm"),
        ("let's forget about the crust for this loaf", "dm"),
        ("dont know the part number, its the grey bit on the left", "dm"),
        ("do not know about the ferry yet", "dm"),
    ],
)
def test_what_people_tell_one_another_forgets_nothing(text: str, surface: str) -> None:
    assert CandidateOp.FORGET not in ops(text, surface=surface)


@pytest.mark.parametrize(
    "text",
    [
        "nuke it all, my friend",
        "everything you know about me, forget it",
        "clear the shelves, forget everything you know about me",
        "remove me completely please",
        "clean me from your memory fully",
        "kindly remove from your memory everything you have kept concerning me",
        "rub out all you've got of mine",
        "delete my saved details",
        "delete all my information",
    ],
)
def test_everything_is_asked_for_in_many_words(text: str, read: Read) -> None:
    assert [candidate.op for candidate in read(text)] == [CandidateOp.CONFIRM]


def test_everything_of_somebody_else_is_not_everything_of_the_author() -> None:
    def asked(text: str) -> list[CandidateOp]:
        message = Message(text=text, sent_at=SENT, surface="dm", user_name="Dana Reyes")
        return [command.op for command in read_commands(clean(text), message).found]

    assert asked("get rid of everything you know about Dana Reyes, that's me") == [CandidateOp.CONFIRM]
    assert asked("get rid of everything you know about Dan Ruiz") == [CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text",
    [
        "oh no, scratch that mate, it was the other kiln",
        "don't you dare remember that",
        "never mind saving that, she has left",
        "let's not keep that after all",
        "I'd sooner you didn't keep that",
        "withdraw that",
        "this one take back",
        "take that off my profile",
        "haha it was a bit, rewind",
        "expunge that at once",
    ],
)
def test_a_capture_is_taken_back_in_many_words(text: str) -> None:
    assert ops(text, parent=NOTED) == [CandidateOp.UNDO]


@pytest.mark.parametrize(
    "text",
    [
        "nein, nimm das wieder raus",
        "streich das bitte, das war meine Schwester",
        "annule ça stp, je parlais de mon frère",
        "no no, eso bórralo, era mi hermano",
        "apaga isso, era brincadeira",
        "别记这个，我开玩笑的",
    ],
)
def test_a_capture_is_taken_back_in_other_languages(text: str) -> None:
    assert ops(text, parent=NOTED) == [CandidateOp.UNDO]
    assert CandidateOp.UNDO not in ops(text, surface="channel")


def test_the_last_capture_stays_where_a_thing_is_named() -> None:
    assert ops("i take it back, forget the paprika thing") == [CandidateOp.FORGET]
    assert ops("can you undo the bold in the second paragraph", parent=NOTED) == []


@pytest.mark.parametrize(
    "text",
    [
        "remember that one for the new people",
        "remember this pls, it bites us every spring",
        "can you please remember that for the summer",
        "save it for next time someone asks",
        "yes, note this what he says",
        "keep in head",
        "pls memorize",
    ],
)
def test_what_was_said_before_is_kept_for_something(text: str) -> None:
    found = ops(f"<@U00> {text}", surface="thread", parent="The kiln takes 3 hours")

    assert found == [CandidateOp.REFERENCE_PREVIOUS]


def test_a_question_to_people_keeps_nothing() -> None:
    assert ops("remember this?? I still have the hat", surface="thread", parent="Us in 2009") == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("remember that the kiln takes 3 hours, would you?", "the kiln takes 3 hours"),
        ("remember the kiln takes 3 hours, will you please", "the kiln takes 3 hours"),
        ("remember this for the spring: the kiln takes 3 hours", "the kiln takes 3 hours"),
        ("remember, darling: the kiln takes 3 hours", "the kiln takes 3 hours"),
        ("remember this as well: the kiln takes 3 hours", "the kiln takes 3 hours"),
    ],
)
def test_neither_heading_nor_courtesy_is_remembered(text: str, what: str) -> None:
    assert body(text) == what


@pytest.mark.parametrize(
    "text",
    [
        "remember, gents, the whistle is at nine",
        "don't forget your boots on Saturday",
        "remember, remember, the fifth of anything",
        "remember that day the roof came off",
    ],
)
def test_people_remind_one_another(text: str) -> None:
    assert ops(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("note my PIN for the kiln, 4471", True),
        ("hold the van's immobiliser code 4-4-7-1 for me", True),
        ("my portal password is Marrow!77, learn it by heart", True),
        ("hold the door, the code is 4471", False),
        ("the guest wifi password is Marrow!77", False),
    ],
)
def test_a_secret_is_refused_only_where_it_is_to_be_kept(text: str, kept: bool) -> None:
    assert wants_kept(clean(text)) is kept
