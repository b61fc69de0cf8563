"""The memory is asked for the same thing in many words, and people say much that only sounds like it."""

from datetime import UTC, datetime

import pytest

from extractors.commanding.wordings import is_to_bot
from extractors.message import Message, clean
from memory.records import CandidateOp
from tests.extractors.conftest import Read
from tests.extractors.test_commands import NOTED, body, ops


@pytest.mark.parametrize(
    "text",
    [
        "please stick that in the memory bank",
        "make a mental note of that",
        "log that please",
        "put that on file",
        "store this, will you",
        "jot that down for me",
        "would you mind remembering that?",
        "keep a note of that",
        "that's one for the memory bank",
        "this needs writing down",
        "tuck that away somewhere safe",
        "commit that to memory",
        "don't lose that",
        "that should go in your notes",
        "add this to what you know",
        "keep hold of that",
        "oh good one, save that",
        "hang onto that for me, it's important",
        "this one you should keep",
        "remember that for the next time I ask",
        "keep that in the back of your mind",
    ],
)
def test_what_was_said_is_kept_in_many_words(text: str) -> None:
    assert ops(text, parent="The kiln takes 3 hours") == [CandidateOp.REFERENCE_PREVIOUS]


@pytest.mark.parametrize(
    "text",
    [
        "hang on to that",
        "hold that thought",
        "keep it",
        "save it for later",
        "that's worth it",
        "put it in the oven",
        "stick it on the board",
        "I noted that down already",
        "do you remember that?",
        "I keep it in my desk",
    ],
)
def test_people_keep_things_among_themselves(text: str) -> None:
    assert ops(text, surface="channel", parent="The kiln takes 3 hours") == []


@pytest.mark.parametrize(
    "text",
    [
        "save it as report.pdf",
        "keep it short",
        "keep that sentence but drop the second",
        "put it in bullet points",
        "note that it is only a draft?",
        "keep that in the fridge",
        "file it under nonsense",
        "keep it for later",
        "for the record please",
    ],
)
def test_work_on_a_text_is_no_command(text: str) -> None:
    assert ops(text) == []


def test_what_stands_before_in_the_message_is_what_is_pointed_at() -> None:
    assert body("We fire the kiln on Mondays only. Write that down.") == "We fire the kiln on Mondays only."
    assert ops("Good to know! Write that down.", parent="The kiln is off") == [CandidateOp.REFERENCE_PREVIOUS]


def test_a_bot_that_is_called_hears() -> None:
    assert ops("keep that one, bot", surface="thread") == [CandidateOp.REFERENCE_PREVIOUS]
    assert ops("keep that one, Ana", surface="thread") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("bin what you have about the boat", "the boat"),
        ("please wipe what you know of my sister", "my sister"),
        ("rub out the bit about my knee", "the bit about my knee"),
        ("my old flat in Oslo you can take off your list", "my old flat in Oslo"),
        ("the choir business can go", "the choir business"),
        ("you can lose the choir thing", "the choir thing"),
        ("strike the Tuesday swim from your notes", "the Tuesday swim"),
        ("ditch whatever you've saved about the ferry", "the ferry"),
        ("Whatever you have on my old flat, please delete it", "my old flat"),
        ("everything you know about my ex, please erase it all", "my ex"),
        ("anything you noted about the gym: drop it pls", "the gym"),
        ("delete what you know about me old truck, she's gone to a fella in Gander", "me old truck"),
        ("can forget my blood type please, dunno why i even told you", "my blood type"),
        ("can u forget that nickname i gave u, the spud one", "nickname i gave u, the spud one"),
        ("delete the entry on my landlord", "my landlord"),
        ("would you mind forgetting what I said about my sister", "my sister"),
        ("remove badminton from what you know about me", "badminton"),
        ("drop Marek from my contacts in your memory", "Marek from my contacts"),
        ("I no longer want you to know my middle name", "my middle name"),
        ("please stop remembering my old address", "my old address"),
        ("we split up. please get rid of Marek", "Marek"),
        ("I sold the boat so drop that", "I sold the boat"),
        ("the Hill Street desk is gone, drop it", "the Hill Street desk is gone"),
        ("that ferry thing, you can bin it", "that ferry thing"),
        ("what I said about the boat, delete that", "what I said about the boat"),
        ("drop the wedding date, we've called it off", "the wedding date"),
        ("please don't keep anything about my kids", "my kids"),
        ("can you bin everything you've got on Ilse", "Ilse"),
        ("forget sesame", "sesame"),
        ("I sold the car so forget its number please", "its number"),
        ("I left the choir, can you forget the choir nights", "the choir nights"),
    ],
)
def test_one_thing_is_forgotten_in_many_words(text: str, wanted: str) -> None:
    assert ops(text) == [CandidateOp.FORGET]
    assert body(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "drop me a line",
        "remove the second bullet please",
        "please drop the intro",
        "cut the last bit of the email",
        "scrap the draft and start over",
        "I keep forgetting my password",
        "don't let me forget the milk",
        "we dropped the second migration",
        "you can forget about getting that deposit back",
        "the sofa can go by the wall",
        "forget the spelling, is it one l or two",
        "ok forget the fog, make it rain",
        "forget tea, coffee is where it's at",
        "can you forget my name, joking",
        "it is late so drop me a line",
        "forget I was born",
        "clear the table please",
        "cancel my 3pm",
        "bin day is Tuesday",
        "that can go in the bin",
        "I deleted everything about the old project",
        "what happens if I ask you to forget everything about me?",
        "can people delete everything you know about them?",
    ],
)
def test_other_things_are_dropped_and_forgotten(text: str) -> None:
    assert ops(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "bin the old printer",
        "you can forget about the deposit",
        "drop the freemium thing please",
        "wipe the whiteboard please",
        "get rid of Ilse please",
        "scratch that, lunch at noon",
        "scratch that",
        "I want to be removed from the list",
        "forget me, save yourselves",
        "delete everything on the shared drive",
    ],
)
def test_nothing_is_taken_away_by_what_people_tell_each_other(text: str) -> None:
    assert ops(text, surface="channel") == []


@pytest.mark.parametrize(
    "text",
    [
        "scrub the whole lot please, all you've got on me",
        "I would like to be forgotten, please",
        "wipe what you know about me",
        "clear out everything you hold about me",
        "please remove all information about me",
        "I want everything you know about me deleted",
        "forget every single thing about me",
        "forget you ever knew me",
        "delete any data you hold on me",
        "I'm exercising my right to be forgotten",
        "goodbye and forget everything you know about me",
        "everything about me has to go",
        "forget all of it, every last thing about me",
        "forget everything please",
        "factory reset please",
        "new job, new me, so please forget everything you know about me",
        "fresh start here so delete all you have on me",
        "you know what, forget everything you know about me. new phone new life",
        "hola, quisiera que olvidaras todo sobre mí, por favor. gracias por la ayuda",
    ],
)
def test_everything_is_forgotten_in_many_words(text: str) -> None:
    assert ops(text) == [CandidateOp.CONFIRM]


def test_one_thing_about_me_is_not_everything() -> None:
    assert CandidateOp.CONFIRM not in ops("wipe whatever you know about me being vegan")


@pytest.mark.parametrize(
    "text",
    [
        "wait, cancel what you just wrote, that was my boss's",
        "so never mind that, put it back like it was",
        "un-note it",
        "that was a joke, don't save it",
        "disregard that please",
        "nah, scrap it",
        "roll that back",
        "you weren't supposed to save that",
        "get that out of your memory",
        "ugh no. undo.",
        "naw take that back out",
        "leave that out",
        "no need to keep that",
        "that one can go",
        "I never wanted that saved",
        "eh dont remember that leh, test only",
    ],
)
def test_the_last_capture_is_taken_back_in_many_words(text: str) -> None:
    assert CandidateOp.UNDO in ops(text, parent=NOTED)


@pytest.mark.parametrize(
    "text",
    [
        "no, I meant Braga",
        "put it in the calendar too",
        "drop by any time",
        "I never said that",
        "I'll never forget that",
        "we always delete it",
        "we do not remember that name, who was it?",
    ],
)
def test_an_answer_to_a_receipt_takes_nothing_back(text: str) -> None:
    assert ops(text, parent=NOTED) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I told you the visit is on the 17th. Wipe that", "I told you the visit is on the 17th"),
        ("you know the thing about the boat? forget that", "you know the thing about the boat"),
    ],
)
def test_what_the_sentence_before_told_is_forgotten(text: str, wanted: str) -> None:
    assert ops(text) == [CandidateOp.FORGET]
    assert body(text) == wanted


def test_what_follows_is_what_is_to_be_kept_where_nothing_came_before() -> None:
    assert body("Add this to memory. Our insurer is Humber Mutual.") == "Our insurer is Humber Mutual."


@pytest.mark.parametrize(
    "text",
    [
        "remove my name from the slide",
        "take it off the list, the leeks I mean",
        "take out the Kilkenny bit",
        "forget my last question",
        "let's forget about short lines for this one",
        "no need to remember any of this",
    ],
)
def test_what_is_asked_about_a_text_or_a_talk_forgets_nothing(text: str) -> None:
    assert ops(text) == []


@pytest.mark.parametrize("said", ["can you forget my tuesday slot?", "could you forget where I live?"])
def test_a_polite_question_is_a_command_to_forget(read: Read, said: str) -> None:
    assert [candidate.op for candidate in read(said)] == [CandidateOp.FORGET]


def test_forgetting_everything_may_be_asked_for_formally(read: Read) -> None:
    (found,) = read("I should like you to forget everything you know about me, if that is possible.")

    assert found.op is CandidateOp.CONFIRM


@pytest.mark.parametrize(
    ("said", "taken_back"),
    [("scratch that, I meant to send it to Davit", True), ("scratch that, I meant Porto", False)],
)
def test_what_was_meant_for_somebody_else_is_taken_back(read: Read, said: str, *, taken_back: bool) -> None:
    found = read(said, parent="Noted: lives in Lisbon")

    assert any(candidate.op is CandidateOp.UNDO for candidate in found) is taken_back


@pytest.mark.parametrize(
    "text",
    ["remember the cooler on your way out", "remember your keys before you go", "remember this for me will you ok"],
)
def test_what_is_to_be_taken_along_is_not_noted(read: Read, text: str) -> None:
    assert [found for found in read(text, surface="channel") if found.op is CandidateOp.ADD] == []


def test_what_is_to_be_forgotten_too_is_another_thing(read: Read) -> None:
    found = read("please forget what you have about my old route, and my daughter's address too")
    assert [(each.op, each.text) for each in found] == [
        (CandidateOp.FORGET, "my old route"),
        (CandidateOp.FORGET, "my daughter's address"),
    ]


@pytest.mark.parametrize(
    "text", ["can u not remember that lol i meant the OTHER repo", "could you not keep that, wrong repo"]
)
def test_a_receipt_is_taken_back_in_a_question(read: Read, text: str) -> None:
    found = read(text, parent="Noted: Maintains the installer repo")
    assert [each.op for each in found] == [CandidateOp.UNDO]


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("could you let go of everything to do with the lighthouse?", "the lighthouse"),
        ("I'd like you to have no memory of the Kotka interview", "the Kotka interview"),
        ("please keep no record of our bonus scheme", "our bonus scheme"),
        ("Pretend I never mentioned the perm.", "the perm"),
        ("act as if I'd never told you about the lodger, please", "the lodger"),
        ("please put my stepson's name out of your head", "my stepson's name"),
        ("consider my remarks on the new chef forgotten", "my remarks on the new chef"),
        ("let the matter of the raffle slip your mind", "the matter of the raffle"),
        ("don't hang on to the salary figure", "the salary figure"),
        ("ignore and forget the packing list I sent, it was last year's", "the packing list I sent"),
        ("whatever I wrote about my neighbour, please let it disappear", "whatever I wrote about my neighbour"),
    ],
)
def test_a_thing_is_to_be_forgotten_in_words_for_anything_but_that(text: str, thing: str) -> None:
    assert ops(text) == [CandidateOp.FORGET]
    assert body(text) == thing


def test_that_date_is_the_one_just_told() -> None:
    assert body("We told you the fair is on the 6th of June. Forget that date, none is fixed yet") == (
        "We told you the fair is on the 6th of June."
    )


@pytest.mark.parametrize(
    ("text", "parent"), [("naw take that off of there", NOTED), ("please forget what we just told you", NOTED)]
)
def test_what_was_noted_is_taken_back_in_more_words(text: str, parent: str) -> None:
    assert ops(text, parent=parent) == [CandidateOp.UNDO]


def test_all_of_the_memory_is_everything() -> None:
    assert ops("One last request: remove the whole of my memory, each and every item.") == [CandidateOp.CONFIRM]


@pytest.mark.parametrize(
    "text",
    [
        "lol forget me, how are YOU doing",
        "put the kettle on and take the bins out of the way",
        "consider it done",
        "have no memory of last night lol",
        "consider the ticket deleted",
        "let the dough rest",
        "the shop by the station has closed so get it at the market",
    ],
)
def test_what_only_sounds_like_it_takes_nothing_away(text: str) -> None:
    assert ops(text) == []


@pytest.mark.parametrize(
    ("text", "spoken_to"),
    [
        ("All is well here. <@U00> please forget my shoe size", True),
        ("could <@U00> forget who my secret santa was, it's march", True),
        ("You can stop remembering the garden, <@U00>. It is gravel.", True),
        ("I gave it to <@U31> and she has it still", False),
    ],
)
def test_where_nobody_said_who_the_bot_is_a_mention_at_an_end_of_a_sentence_is_it(text: str, spoken_to: bool) -> None:
    message = Message(text=text, sent_at=datetime(2026, 3, 2, tzinfo=UTC), surface="channel")

    assert is_to_bot(message, clean(text)) is spoken_to
