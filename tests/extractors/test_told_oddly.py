"""What is told in odd ways: after what is sought, of "it" and "its", beside secrets, in the place of what is over."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "For those asking where to find the rota book, it is in the vestry cupboard",
            "Rota book is in the vestry cupboard",
        ),
        ("we've moved the Lent supper, it's on Saturday 14 March now", "Lent supper is on 2026-03-14"),
        (
            "our staging box is `moth-3` and its database is wiped every night",
            "Staging box's database is wiped every night",
        ),
        ("we launch the ticket thing on 30 April. it has to work on 2G", "Ticket thing has to work on 2G"),
        ("my gaffer is called Nerys and she hates being cc'd", "Nerys hates being cc'd"),
    ],
)
def test_what_it_and_its_stand_for(read: Read, text: str, expected: str) -> None:
    assert expected in [found.text for found in read(text, surface="channel") if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our walk-in freezer runs at -30", ["Walk-in freezer runs at -30"]),
        ("I have two dogs, Mot and Fly.", ["Has two dogs, Mot and Fly"]),
        (
            "sales numbers live in <https://bi.example/sales> and the definitions are in <#C08MET|metrics>",
            ["Sales numbers live in https://bi.example/sales", "Definitions are in #metrics"],
        ),
        ("you may address me as Frau Lenz", ["Is called Frau Lenz"]),
        ("vegetarian, and my sister's coeliac", ["Is vegetarian", "Sister is coeliac"]),
        ("my gmail is gone, write to ada@kv.example", ["Email is ada@kv.example"]),
        ("orders for jam go to ada@kv.example, which I do read", ["Orders for jam go to ada@kv.example"]),
        ("the choir library is kept in the church office press", ["Choir library is kept in the church office press"]),
        ("our Tuesday stall at the dock is history, the council pulled it", []),
    ],
)
def test_what_is_told(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text) if found.op is CandidateOp.ADD] == expected


@pytest.mark.parametrize(
    ("author", "text", "expected"),
    [
        ("Lachlan Moore", "gday, Lachlan. I mend buses at the Fitzroy depot", ["Name is Lachlan"]),
        ("Nattapong Srisuk", "sup im nat, i do dispatch", ["Name is Nat", "Does dispatch"]),
        ("Odile Brun", "Odile Brun, Odi to anyone who has met me.", ["Name is Odile Brun"]),
        (
            "Edda Jons",
            "Edda, geologist, UTC all year round, desk in the annexe",
            ["Is on UTC all year round", "Desk is in the annexe"],
        ),
    ],
)
def test_introductions(extractor: Extractor, author: str, text: str, expected: list[str]) -> None:
    message = Message(text=text, sent_at=SENT, surface="channel", user_name=author, bot_user_id="U00")

    told = [found.text for found in extractor.extract(message)]

    assert set(expected) <= set(told)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember that the stall runs on Cartwise and the admin password is Oats!!19", ["Stall runs on Cartwise"]),
        (
            "don't forget that Sven has the trunk at his place, oh and the alarm pin there is 28614",
            ["Sven has the trunk at his place"],
        ),
        ("remember my login is dana and the password is Hunter2!!", []),
        ("keep in mind the plant room door is C3391Y", []),
        ("remember my banking mpin is four ones", []),
        ("記住，我的信用卡是 4000 0000 0000 3344", []),
    ],
)
def test_what_stands_beside_a_secret_is_kept_and_the_secret_is_not(read: Read, text: str, kept: list[str]) -> None:
    found = read(text)

    assert [one.text for one in found if one.op is CandidateOp.ADD] == kept
    assert CandidateOp.REFUSE in {one.op for one in found}


def test_a_thing_with_a_day_is_no_reference(read: Read) -> None:
    (found,) = read("remember that the barge goes into dry dock on 9 November")

    assert (found.kind, found.text) == (Kind.EVENT, "Barge goes into dry dock on 2026-11-09")


def test_a_time_zone_is_no_place(read: Read) -> None:
    (found,) = read("remember that the exports are in UTC")

    assert found.kind is Kind.FACT


@pytest.mark.parametrize(
    ("text", "ended", "new"),
    [
        ("ya no soy del turno B, ahora estoy en el turno D", "Es del turno B", "Está en el turno D"),
        ("je ne roule plus en Clio, maintenant je roule en Zoé", "Roule en Clio", "Roule en Zoé"),
        ("não toco mais baixo, agora toco bateria", "Toca baixo", "Toca bateria"),
        ("我们不收现金了，现在只收 PayNow", None, "只收 PayNow"),
        ("das Auto ist verkauft, ich fahre jetzt immer mit der Bahn", "Hat Auto", "Fährt immer mit der Bahn"),
        ("übrigens wohn ich nicht mehr in Kempten", "Wohnt in Kempten", None),
        ("aus dem Chor bin ich raus", "Ist in dem Chor", None),
        ("hab übrigens keinen Festnetzanschluss mehr", "Hat Festnetzanschluss", None),
        ("ya no manejo de noche", "Maneja de noche", None),
        ("o Tiago não é mais meu namorado", "Namorado é Tiago", None),
        ("larguei o pilates faz um tempo", "Faz pilates", None),
        ("dock の早朝ツアーは、もうやっていません", "dock の早朝ツアーをやっている", None),
        ("ya no tengo tiempo para eso, ahora voy a comer", None, None),
        ("ich hab keine Zeit mehr, ich fahre jetzt los", None, None),
    ],
)
def test_what_took_its_place_in_other_languages(read: Read, text: str, ended: str | None, new: str | None) -> None:
    found = read(text)

    assert [one.text for one in found if one.op is CandidateOp.RETRACT] == [each for each in [ended] if each]
    assert [one.text for one in found if one.op is CandidateOp.ADD] == [each for each in [new] if each]


@pytest.mark.parametrize(
    "text",
    [
        "kannst du dir das bitte merken?",
        "acordate de esto",
        "garde ça en mémoire stp",
        "guarda isso pra mim por favor",
        "これ、覚えといて",
        "帮我记一下这个",
    ],
)
def test_what_was_said_before_is_pointed_at_in_other_languages(read: Read, text: str) -> None:
    (found,) = read(text, parent="key 4 hangs by the door")

    assert found.op is CandidateOp.REFERENCE_PREVIOUS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Savitri is not my cook any longer", "Cook is Savitri"),
        ("Omar is no longer our landlord", "Landlord is Omar"),
    ],
)
def test_who_is_no_longer_somebody_of_ones_own(read: Read, text: str, expected: str) -> None:
    (found,) = read(text)

    assert (found.op, found.text) == (CandidateOp.RETRACT, expected)


@pytest.mark.parametrize(
    ("text", "surface", "op"),
    [
        ("<@U21> please forget the pink form, the clerk has one", "channel", None),
        ("<@U21> delete the old branch when you get a sec", "channel", None),
        ("<@U00> forget my locker number", "channel", CandidateOp.FORGET),
        ("<@U21> forget my locker number", "dm", CandidateOp.FORGET),
    ],
)
def test_what_somebody_else_is_asked_to_forget_is_not_forgotten(
    read: Read, text: str, surface: str, op: CandidateOp | None
) -> None:
    assert [found.op for found in read(text, surface=surface)] == [each for each in [op] if each]


@pytest.mark.parametrize(
    "text",
    [
        "please remember: maybank acc 5140 0000 0012",
        "for the record the uni portal passwrod is Guillemot!44",
        "remember the drug press code is 7719X",
        "remember the combo for the chipper lockbox... 6-19-44",
    ],
)
def test_secrets_written_oddly_are_refused(read: Read, text: str) -> None:
    assert [found.op for found in read(text)] == [CandidateOp.REFUSE]


@pytest.mark.parametrize(
    "text",
    [
        "In strict confidence: my partner Omar has left the bench",
        "please don't save: my cousin hit the boom gate",
        "Chatham House rules here: we decided to drop the Ruswarp account",
    ],
)
def test_what_is_told_in_confidence_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I wrote 14 April for the quota meeting. It is 21 April.", "Quota meeting is 2026-04-21"),
        ("hard hats are compulsory in shed three", "Hard hats are compulsory in shed three"),
        ("pronouns he/they, the form had no room", "Pronouns are he/they"),
        ("Dagbani is my mother tongue by the way", "Mother tongue is Dagbani"),
        ("swapped the old Hilux for a Ranger", "Has a Ranger"),
        ("they've moved me from the hot line to pastry", "Is on pastry"),
        ("allergic to wasps and I climb trees for a living", "Climbs trees for a living"),
        ("my partner Nuria is a vet and she only takes night calls", "Partner Nuria only takes night calls"),
        ("keep in mind that the client, fru Dam, wants no lime trees", "The client, fru Dam, wants no lime trees"),
        ("my boss aint Rusty no more its Kayla", "Boss is Kayla"),
        ("the donor list is on the N drive under RAISE", "Donor list is on the N drive under RAISE"),
    ],
)
def test_more_of_what_is_told(read: Read, text: str, expected: str) -> None:
    told = [found.text.lower() for found in read(text, surface="channel") if found.op is CandidateOp.ADD]

    assert expected.lower().removeprefix("the ") in [each.removeprefix("the ") for each in told]


def test_where_somebody_has_begun_is_told_with_its_day(read: Read) -> None:
    (found,) = read("started at Lookout Air on Friday")

    assert (found.kind, found.text) == (Kind.EVENT, "Started at Lookout Air on 2026-02-27")


def test_who_asks_to_see_everything_has_nothing_forgotten(read: Read) -> None:
    assert all(
        found.op is CandidateOp.ADD for found in read("can you list everything you know about me? delete nothing")
    )


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("two Ps, I am afraid: Philippa, not Phillipa", "Welcome, Phillipa! Name saved."),
        ("one letter off: I'm Losa, not Rosa", "Pleased to meet you, Rosa! Saved."),
    ],
)
def test_a_greeting_that_notes_a_name_is_put_right_as_a_name(read: Read, text: str, parent: str) -> None:
    told = [found for found in read(text, parent=parent) if found.op is CandidateOp.ADD]

    assert {found.attribute for found in told} == {"name"}


def test_who_somebody_is_at_an_account_goes_with_its_password(read: Read) -> None:
    (found,) = read("remember the vpn user is dana.k and the password is Foo!!12aa")

    assert found.op is CandidateOp.REFUSE


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "hello all! Aditya here, chartered accountant, grew up in Pune, ask me anything except football",
            ["Name is Aditya", "Grew up in Pune"],
        ),
        (
            "hey everyone, Marisol here, accounts payable, Cebu office",
            ["Name is Marisol", "Accounts payable", "Cebu office"],
        ),
    ],
)
def test_newcomers_tell_who_they_are_in_a_list(read: Read, text: str, kept: list[str]) -> None:
    assert [one.text for one in read(text, surface="channel")] == kept
