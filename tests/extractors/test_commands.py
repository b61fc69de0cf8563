"""Commands to the memory, in every wording, and what only looks like one."""

from datetime import UTC, datetime

import pytest

from extractors.commanding.commands import read_commands, wants_kept
from extractors.commanding.wordings import Commands
from extractors.message import Message, clean
from memory.records import CandidateOp

NOTED = "Noted: Lives in Porto"


def commands(text: str, *, surface: str = "dm", parent: str | None = None) -> Commands:
    message = Message(
        text=text, sent_at=datetime(2026, 3, 2, tzinfo=UTC), surface=surface, parent=parent, bot_user_id="U00"
    )
    return read_commands(clean(text, bot_user_id="U00"), message)


def ops(text: str, **options: str) -> list[CandidateOp]:
    return [command.op for command in commands(text, **options).found]


def body(text: str, **options: str) -> str | None:
    found = commands(text, **options).found
    return clean(text, bot_user_id="U00").text[slice(*found[0].body)] if found and found[0].body else None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember that the kiln is in shed 3", "the kiln is in shed 3"),
        ("pls remember im vegan", "im vegan"),
        ("Please remember: the kiln is hot on Mondays", "the kiln is hot on Mondays"),
        ("can you remember I'm vegan?", "I'm vegan?"),
        ("note that the kiln is broken", "the kiln is broken"),
        ("don't forget that the kiln is hot", "the kiln is hot"),
        ("dont forget im allergic to nuts", "im allergic to nuts"),
        ("keep in mind that my dad is deaf", "my dad is deaf"),
        ("for the record, I sold the kiln", "I sold the kiln"),
        ("make a note: kiln inspection is due", "kiln inspection is due"),
        ("write this down: the kiln takes 3 hours", "the kiln takes 3 hours"),
        ("log this: the kiln was serviced", "the kiln was serviced"),
        ("one more thing, remember that Bo likes tea", "Bo likes tea"),
        ("two rules here: remember that Bo likes tea", "Bo likes tea"),
        ("remember this:\nthe kiln is hot", "the kiln is hot"),
        ("remember the milk", "the milk"),
    ],
)
def test_remember_stores_what_follows(text: str, kept: str) -> None:
    assert ops(text) == [CandidateOp.ADD]
    assert body(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "do you remember the kiln?",
        "remember when the kiln blew up",
        "remember that one intern who painted the rig",
        "Remember Chiara?",
        "remember to feed the kiln",
        "please remember to feed the kiln",
        "don't forget to feed the kiln",
        "don't forget your coat",
        "I remember that meeting",
        "remember that time we lost the kiln",
        "remember, kids: always share",
        "make a note of the meeting please",
        "Could whoever is last out please remember to water the ficus",
        "remember this: ",
    ],
)
def test_other_uses_of_remember_store_nothing(text: str) -> None:
    assert CandidateOp.ADD not in ops(text)


def test_a_bare_thing_to_remember_is_for_the_bot_only_where_it_is_addressed() -> None:
    assert ops("remember the milk", surface="channel") == []
    assert ops("<@U00> remember the milk", surface="channel") == [CandidateOp.ADD]


@pytest.mark.parametrize(
    "text",
    [
        "remember this",
        "remember that please",
        "can you remember this?",
        "<@U00> remember that :point_up:",
        "yes!! remember this, so I can stop asking",
        "note this down",
        "keep this in mind please",
        "oh lovely, can you remember that for me",
        "could you remember this for the whole crew please",
        "please do remember that, I'm hopeless with dates",
        "save this one",
        "remember what I just said",
        "@memory keep this in memory please",
    ],
)
def test_remember_this_points_at_what_came_before(text: str) -> None:
    assert ops(text) == [CandidateOp.REFERENCE_PREVIOUS]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("forget my locker number, they changed it", "my locker number"),
        ("please forget the old number", "the old number"),
        ("forget what I said about Hobart", "Hobart"),
        ("you can forget the kiln stuff now", "the kiln stuff"),
        ("can you forget that I was ever vegan", "I was ever vegan"),
        ("forget about Piotr please. all of it", "Piotr"),
        ("forget the lake house, it was in my uncle's name", "the lake house"),
        ("forget the choir, it was on Tuesdays and they stopped", "the choir"),
        ("forget my shoe size. and forget the ladder, it was behind the piano", "my shoe size"),
        ("delete what you know about the pitch please", "the pitch"),
        ("delete my mobile number from your memory pls", "my mobile number"),
        ("delete my birthday", "my birthday"),
        ("forget Hobart", "Hobart"),
        ("you don't need to keep my shoe size any longer", "my shoe size"),
        ("scratch the thing about the ramp, it's open again", "the ramp"),
        ("strike out what I told you concerning the ramp", "the ramp"),
        ("unremember the stuff about my boat", "my boat"),
        ("you can erase that I keep newts, they left", "I keep newts"),
        ("silly me, forget what I said about the ramp", "the ramp"),
        ("forget where I live", "where I live"),
        ("please forget who my manager is", "who my manager is"),
        ("forget that I'm in Lund, I live in Malmö now", "I'm in Lund"),
        ("forget how old we are", "how old we are"),
    ],
)
def test_forget_names_what_is_to_go(text: str, wanted: str) -> None:
    assert ops(text) == [CandidateOp.FORGET]
    assert body(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "forget it, never mind",
        "forget about it mate",
        "forget about the ladder, it was behind the piano all along",
        "forget the ladder. we found it",
        "Forget the spare keys - turned up in the van",
        "I forgot my laptop",
        "I always forget names",
        "I'll never forget that trip",
        "forget lunch, I'm full",
        "forget I asked",
        "forget where I said we'd meet",
        "forget where everyone sits",
        "do you forget things?",
        "dad can i delete everything on the old ipad",
        "forget",
        "can you delete the last paragraph",
        "forget how this works",
    ],
)
def test_other_uses_of_forget_are_no_commands(text: str) -> None:
    assert ops(text) == []


def test_in_a_channel_people_tell_each_other_to_forget_things() -> None:
    assert ops("forget the report, do the slides", surface="channel") == []
    assert ops("delete my number from your notes", surface="channel") == []
    assert ops("<@U00> forget the report", surface="channel") == [CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text",
    [
        "forget everything about me",
        "please forget everything you know about me, thanks",
        "could you forget everything about me? seriously",
        "delete all you have on me",
        "wipe my memory",
        "forget me completely",
        "time to go: delete everything you know about me.",
        "I'd like everything you've noted on me removed, please",
        "forget everything you've got on me please mate",
    ],
)
def test_forgetting_everything_has_to_be_confirmed(text: str) -> None:
    assert ops(text) == [CandidateOp.CONFIRM]


def test_forgetting_everything_about_somebody_is_not_everything() -> None:
    assert ops("forget everything about Piotr") == [CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text",
    [
        "scratch that",
        "oops scratch that, wrong chat",
        "no no, don't remember that",
        "nooo don't remember that please",
        "hmm, on second thoughts, don't remember that",
        "undo",
        "strike that please",
        "delete the last one",
        "forget what I just said",
        "dont save what i just told you!! wrong chat",
        "Undo that, I meant it for my flatmate",
        "scratch that it was a joke",
    ],
)
def test_taking_back_undoes(text: str) -> None:
    assert ops(text) == [CandidateOp.UNDO]


@pytest.mark.parametrize(
    "text", ["forget that", "no, delete that one, it's secret", "that was sarcasm!! get rid of it"]
)
def test_after_a_receipt_more_words_take_back(text: str) -> None:
    assert ops(text, parent=NOTED) == [CandidateOp.UNDO]
    assert CandidateOp.UNDO not in ops(text, parent="Lunch?")


@pytest.mark.parametrize(
    "text", ["been wanting to scratch that itch", "scratch that itch", "scratch that: lunch at noon"]
)
def test_other_scratching_undoes_nothing(text: str) -> None:
    assert CandidateOp.UNDO not in ops(text)


@pytest.mark.parametrize(
    "text",
    [
        "off the record, I sold it",
        "don't remember this, just venting. I hate it",
        "don't save that but I'm moving",
        "between us, it is over",
        "(off the record) we sold it",
        "for your ears only: I sold it",
        "no memory please: I hate it",
        "burn after reading, I sold it",
        "say it to no one, we sold it",
        "entre nous, we sold it",
        "mum's the word, we sold it",
        "please do not store any of the following. I sold it",
        "Please do not keep what I write now. I sold it",
        "don't be saving this one but I sold it",
        "kindly let it not travel further: we sold it",
        "keep this one quiet: we sold it",
        "I'd rather this weren't kept anywhere: I sold it",
        "between you and me and the bot: I sold it",
    ],
)
def test_what_is_off_the_record_is_left_alone_to_the_end(text: str) -> None:
    found = commands(text)

    assert found.found == ()
    assert found.off_record[0][1] == len(clean(text).text)


def test_what_came_before_off_the_record_stays() -> None:
    text = "I moved desks. off the record, it was the noise"

    assert commands(text).off_record[0][0] == text.index("off")


def test_off_the_record_at_the_end_covers_what_came_before() -> None:
    assert commands("I sold the kiln. Off the record.").off_record[0][0] == 0


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("recuerda que el horno está roto", CandidateOp.ADD),
        ("olvida lo de Hobart", CandidateOp.FORGET),
        ("olvida todo lo que sabes de mí, por favor", CandidateOp.CONFIRM),
        ("no recuerdes eso por favor", CandidateOp.UNDO),
        ("por favor recuerda esto", CandidateOp.REFERENCE_PREVIOUS),
        ("merk dir bitte, dass der Ofen kaputt ist", CandidateOp.ADD),
        ("n'oublie pas que le four est en panne", CandidateOp.ADD),
        ("记住我的咖啡不加糖", CandidateOp.ADD),
        ("窯は熱いって覚えておいてください", CandidateOp.ADD),
    ],
)
def test_other_languages_have_their_commands(text: str, op: CandidateOp) -> None:
    assert ops(text) == [op]


def test_off_the_record_in_another_language() -> None:
    found = commands("entre nosotros, el horno está roto y no se lo digas a mi jefe")

    assert found.found == ()
    assert found.off_record


def test_a_question_in_another_language_is_no_command() -> None:
    assert ops("记住什么？") == []


def test_a_wish_to_keep_may_stand_anywhere() -> None:
    assert wants_kept(clean("the gate code is 2219, hang on to it"))
    assert not wants_kept(clean("the gate code is 2219"))
    assert not wants_kept(clean("off the record, remember 2219"))


def test_nothing_is_commanded_by_nothing() -> None:
    assert commands("") == Commands()


@pytest.mark.parametrize(
    "said", ["hmm no", "please", "yeah right", "righto", "could you please", "oh dear", "take that"]
)
def test_any_number_of_openings_is_read_to_its_end(said: str) -> None:
    """A pattern that could read them in more than one way would never come back."""
    for text in (f"{said} " * 2000 + "x", f"remember {said} " + f"{said} " * 2000):
        commands(text, parent="Noted: Lives in Rome")


def test_two_things_to_forget_in_one_sentence_are_two_commands() -> None:
    found = commands("you can forget the ramp, and forget my newts while you are at it").found

    assert [command.op for command in found] == [CandidateOp.FORGET, CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text",
    [
        "forget everything what you know of me",
        "clean up everything that you have about me, I am leaving",
        "forget everything ye know about me pal",
        "erase all you know about me before I hand in the laptop",
    ],
)
def test_forgetting_everything_is_asked_for_in_many_accents(text: str) -> None:
    assert ops(text) == [CandidateOp.CONFIRM]


@pytest.mark.parametrize("text", ["we had a chat, forget lunch", "the build, forget it", "sure, remove what is broken"])
def test_an_aside_before_other_words_makes_no_command(text: str) -> None:
    assert ops(text) == []


def test_what_was_just_noted_is_taken_back_after_an_aside() -> None:
    assert ops("hm no the kiln died, scratch that", parent=NOTED) == [CandidateOp.UNDO]
    assert ops("please don't remember that last item") == [CandidateOp.UNDO]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "remember: the gate shuts at 9; Rosa has the spare key; I like tea",
            "the gate shuts at 9; Rosa has the spare key; I like tea",
        ),
        ("remember that my desk is D4. I like tea", "my desk is D4."),
        (
            "remember that we bill in euros. Also that VAT is due in May",
            "we bill in euros. Also that VAT is due in May",
        ),
        ("remember that I cycle in. Also that was a great talk", "I cycle in."),
    ],
)
def test_a_list_to_remember_ends_with_its_last_item(text: str, kept: str) -> None:
    assert body(text) == kept


@pytest.mark.parametrize("text", ["nooo dont remember that lmaooo", "omg dont keep that hahaha", "scratch that rofl"])
def test_what_was_noted_is_taken_back_with_a_laugh(text: str) -> None:
    assert ops(text, parent=NOTED) == [CandidateOp.UNDO]


def test_which_one_is_to_be_forgotten_may_follow_it() -> None:
    assert body("forget my old number, the one ending 3317") == "my old number, the one ending 3317"


@pytest.mark.parametrize(
    "text",
    [
        "can you remember stuff from one chat to the other or does it reset?",
        "can you remember things from other channels or only from here",
        "could you remember the oven or is that too much",
    ],
)
def test_whether_it_can_remember_is_no_request(text: str) -> None:
    assert ops(text) == []


def test_what_was_noted_is_taken_back_in_scots_too() -> None:
    assert ops("dont remember that yin, Morag nicked my keyboard", parent=NOTED) == [CandidateOp.UNDO]
