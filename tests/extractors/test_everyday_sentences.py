"""Everyday sentences: what is now in the place of what was so, what hangs on what is kept, and what is only a joke."""

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


def _kept(read: Read, text: str, parent: str | None = None) -> list[str]:
    return [one.text for one in read(text, parent=parent) if one.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "attribute", "kept"),
    [
        ("Olga isn't my manager since the merger, it's Tapio now", "manager", "Manager is Tapio"),
        ("since the merger my manager isn't Olga, it's Tapio", "manager", "Manager is Tapio"),
        ("my boss aint Olga no more its Tapio", "manager", "Boss is Tapio"),
        ("my manager was Olga, now it's Tapio", "manager", "Manager is Tapio"),
        ("my team isn't billing any more, it's payments", "team", "Team is payments"),
        ("nano isn't my editor any more, it's micro", "editor", "Editor is micro"),
        ("we don't live in Turku any more, Rauma since May", "location", "Lives in Rauma"),
        ("we no longer live in Turku. Rauma now", "location", "Lives in Rauma"),
        ("my email is no longer a@old.example, it's a@new.example", "email", "Email is a@new.example"),
    ],
)
def test_what_is_now_takes_the_place_of_what_was(read: Read, text: str, attribute: str, kept: str) -> None:
    (now,) = [one for one in read(text) if one.op is CandidateOp.ADD]

    assert (now.attribute, now.text) == (attribute, kept)


@pytest.mark.parametrize(
    "text",
    [
        "my team isn't big any more, it's tiny",
        "my city is not what it was, it's fun now",
        "my boss isn't here now, it's quiet",
        "Olga isn't my first choice, it's a toss-up",
        "my role was fun, it's admin now",
    ],
)
def test_how_a_thing_is_takes_nobodys_place(read: Read, text: str) -> None:
    assert _kept(read, text) == []


@pytest.mark.parametrize(
    ("text", "forgotten", "kept"),
    [
        (
            "delete the hotmail address you have for me, my email is a@new.example",
            "the hotmail address you have",
            ["Email is a@new.example"],
        ),
        ("bin the nickname you hold for me", "the nickname you hold", []),
        ("drop the old job title, I'm a ward sister now", "the old job title", ["Is a ward sister"]),
        ("scrap what I said about Mondays, it's Fridays", "Mondays", []),
    ],
)
def test_what_the_bot_has_of_somebody_is_forgotten(read: Read, text: str, forgotten: str, kept: list[str]) -> None:
    found = read(text)

    assert [one.text for one in found if one.op is CandidateOp.FORGET] == [forgotten]
    assert [one.text for one in found if one.op is CandidateOp.ADD] == kept


@pytest.mark.parametrize("text", ["scrap the slides you have for me", "clear the tasks you have for me"])
def test_work_at_hand_is_not_forgotten(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("remember that I'm blind in one eye, so if I bump you it's not personal", ["Is blind in one eye"]),
        ("note that our gate sticks, so when it won't open lift it", ["Gate sticks"]),
        ("can you remember my order? black tea, no sugar", ["Order is black tea, no sugar"]),
        ("could you remember my shoe size? 38", ["Shoe size is 38"]),
        ("can you remember my shoe size?", []),
    ],
)
def test_what_is_to_be_remembered_ends_where_it_is_told(read: Read, text: str, kept: list[str]) -> None:
    assert _kept(read, text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("she/her or they/them, both are fine", "Pronouns are she/her or they/them"),
        ("pronouns: xe/xem or they/them", "Pronouns are xe/xem or they/them"),
        ("pronouns: hen/henom", "Pronouns are hen/henom"),
    ],
)
def test_two_sets_of_pronouns_are_one_memory(read: Read, text: str, kept: str) -> None:
    assert _kept(read, text) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "pronouns: sleepy/grumpy",
        "my diet is 30% toast and 70% answering tickets",
        "back to work in the email mines",
        "my religion is long weekends",
        "I'm allergic to your spreadsheet",
        "just call me Houdini",
        "my new favourite bug: the lift thinks it's Sunday",
        "so the leave forms go to him and not to the office",
    ],
)
def test_a_joke_is_no_value(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I work in a tin mine near Oruro", "Works in a tin mine near Oruro"),
        ("my son works in a mine near Kiruna", "Son works in a mine near Kiruna"),
        ("the green bike is mine", "Has the green bike"),
    ],
)
def test_a_pit_is_no_pronoun(read: Read, text: str, kept: str) -> None:
    assert _kept(read, text) == [kept]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("remember my password is the name of my first dog", "password"),
        ("remember that my pin is the year I was born", "pin"),
        ("note: the locker combo is our anniversary", "locker combo"),
    ],
)
def test_a_secret_told_by_what_it_is_is_refused(read: Read, text: str, what: str) -> None:
    (found,) = read(text)

    assert found.op is CandidateOp.REFUSE
    assert what in found.text


@pytest.mark.parametrize(
    "text", ["my password is my cat's name lol", "our wifi password is my mum's maiden name", "my pin is my birth year"]
)
def test_a_secret_told_by_what_it_is_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("three weeks on, three weeks off", "Works three weeks on, three weeks off"),
        ("I'm on the rig, two weeks on two off", None),
        ("you get me from 6 till the horn goes", "Is reachable from 6 till the horn goes"),
        ("nights only for me", "Works nights only"),
    ],
)
def test_a_rota_is_working_hours(read: Read, text: str, kept: str | None) -> None:
    hours = [one.text for one in read(text) if one.attribute == "working_hours"]

    assert hours == ([kept] if kept else hours)


@pytest.mark.parametrize("text", ["you get me from the airport?", "you'll get me from 2 to 4 on Friday"])
def test_when_somebody_is_reached_once_is_no_rota(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("maybe odd but I always iron my socks", ["Always irons socks"]),
        ("what you need from all this is that I take over the Lugo accounts on 1 July", True),
        ("trains over buses for me I suppose, any day of the week", ["Prefers trains over buses"]),
        ("Leeds lad, live in Cardiff, long story", ["Is Leeds lad", "Lives in Cardiff"]),
        ("I knit with the neighbour and my mother-in-law only does crochet", True),
        ("im off friday 13 march dont ring me", ["Is off 2026-03-13"]),
        ("I take my tea so strong the spoon stands up", ["Takes tea so strong the spoon stands up"]),
        ("my native place is Salem, settled in Pune now", ["Native place is Salem", "Settled in Pune"]),
        ("sworn in as a lay judge yesterday, dad was in bits", ["Was sworn in as a lay judge on 2026-03-01"]),
        (
            "we're restoring the Anna Maria and she has to float by 3 May",
            ["Is restoring the Anna Maria", "Anna Maria has to float by 2026-05-03"],
        ),
        ("everyone from the old crew calls me Skip", ["Is called Skip"]),
        ("everybody at the yard says Bas, only the bank says Sebastian", ["Is called Bas"]),
        ("I'm not back till 1 September", ["Isn't back till 2026-09-01"]),
        (
            "my son Ole is a vet and his sister Eva drives a crane",
            ["Son Ole is a vet", "Son Ole's sister Eva drives a crane"],
        ),
        ("my contract is with the port authority these days", ["Contract is with the port authority"]),
    ],
)
def test_a_sentence_is_read_where_it_begins_and_ends(read: Read, text: str, kept: list[str] | bool) -> None:
    told = _kept(read, text)

    assert told == kept if isinstance(kept, list) else told


@pytest.mark.parametrize(
    "text",
    [
        "maybe strange but true",
        "everyone says Fred did it",
        "the baby's fine",
        "sworn in as a juror this morning, bored already",
    ],
)
def test_nothing_is_read_into_a_remark(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("parent", "text", "kept"),
    [
        ("Aisle side or window side, what do you take?", "window, every time", ["Prefers window side"]),
        ("Do you take the stairs or the lift?", "stairs I suppose, every time", ["Prefers stairs"]),
        ("Aisle or window for tonight?", "window", []),
        ("I'm on the amber team", "ugh, teal team I meant", ["Is on the teal team"]),
        ("I live in Braga", "Porto, I meant", ["Lives in Porto"]),
        ("I live in Braga", "that's not what I meant", []),
        ("Who do we ring on a Sunday?", "My brother Ole actually, he runs the boiler", ["Brother Ole runs the boiler"]),
    ],
)
def test_a_reply_is_read_with_what_it_answers(read: Read, parent: str, text: str, kept: list[str]) -> None:
    assert _kept(read, text, parent) == kept


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("lembra-te disto, sff", "O portão fecha às oito"),
        ("recuérdalo, gracias", "La puerta cierra a las ocho"),
        ("souviens-toi de ça, svp", "Le portail ferme à huit heures"),
        ("merk dir das, danke", "Das Tor schließt um acht"),
        ("onthoud dit, alsjeblieft", "De poort sluit om acht uur"),
        ("segnati questo pls", "Il cancello chiude alle otto"),
        ("ingat ini ya, makasih", "Gerbang tutup jam delapan"),
        ("これ覚えておいて、お願い", "門は八時に閉まります"),
        ("记住这个哈", "大门八点关"),
    ],
)
def test_a_courtesy_stands_behind_a_wish_in_any_language(read: Read, text: str, parent: str) -> None:
    (found,) = read(text, parent=parent)

    assert found.op is CandidateOp.REFERENCE_PREVIOUS


@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("guarda isto no armário, sff", "O portão fecha às oito"),
        ("anótalo en la pizarra, gracias", "La puerta cierra a las ocho"),
        ("merk dir das Gesicht, danke", "Das Tor schließt um acht"),
        ("谢谢", "大门八点关"),
    ],
)
def test_a_courtesy_alone_wishes_nothing(read: Read, text: str, parent: str) -> None:
    assert read(text, parent=parent) == []


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("Nils Berg", "Nils. i do payroll", ["Name is Nils", "Does payroll"]),
        ("Nils Berg", "Nils. I'm the fool who left the gate open", []),
        (
            "Mei Tan",
            "Mei, Hokkien at home, vegan on weekdays",
            ["Name is Mei", "Speaks Hokkien at home", "Is vegan on weekdays"],
        ),
        ("Ana Sá-Lima", "Sá-Lima, with the hyphen", ["Name is Sá-Lima"]),
    ],
)
def test_ones_own_name_begins_a_list(extractor: Extractor, name: str, text: str, told: list[str]) -> None:
    found = extractor.extract(Message(text=text, sent_at=SENT, surface="channel", user_name=name))

    assert [one.text for one in found] == told


def test_rules_for_what_the_bot_writes_are_each_an_order(read: Read) -> None:
    found = read("two rules for whenever you write to me: bullets, not prose, and never round the totals")

    assert [one.kind for one in found] == [Kind.FEEDBACK, Kind.FEEDBACK]
    assert found[1].text == "Never round the totals"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("no more limericks unless I ask", "Wants no limericks unless asked"),
        ("never translate unless I ask", "Never translate unless asked"),
        ("when I say supper I mean the late one", "Supper means the late one"),
        ('"the barn" means the Ghent office when I say it', '"the barn" means the Ghent office'),
    ],
)
def test_an_order_is_kept_with_its_exception(read: Read, text: str, order: str) -> None:
    (found,) = read(text)

    assert found.kind is Kind.FEEDBACK
    assert order in found.text


@pytest.mark.parametrize(
    "text", ["don't come unless I say so", "when I say I'm fine I mean it", "by the way I mean to ask about Ghent"]
)
def test_no_order_is_made_of_what_is_said_to_somebody(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("text", ["my bench partner is Ole", "my chess partner's Ole", "my lab partner is Ole"])
def test_who_one_does_a_thing_with_is_no_partner_nor_pet(read: Read, text: str) -> None:
    (found,) = read(text)

    assert found.attribute not in {"partner", "pet"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my vet is Marta, has been since 2010", ["Vet is Marta"]),
        ("use they for me, thanks", ["Pronouns are they"]),
        ("he's not my dad, he's my stepdad, Colin", ["Stepdad is Colin"]),
        ("I coach the juniors, which I love", ["Coaches the juniors"]),
    ],
)
def test_what_goes_on_tells_nothing_by_itself(read: Read, text: str, kept: list[str]) -> None:
    assert _kept(read, text) == kept
