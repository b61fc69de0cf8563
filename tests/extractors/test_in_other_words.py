"""Orders about words, cover, slips of wording: what people say otherwise than a rule first had it."""

import pytest

from extractors.days.dates import find_dates
from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import CandidateOp
from tests.extractors.conftest import SENT, Read


def told(read: Read, text: str, *, surface: str = "dm") -> list[str]:
    return [one.text for one in read(text, surface=surface) if one.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('stop closing with "let me know!" every single time', 'Wants no closing with "let me know"'),
        ('don\'t ever say "I hope this helps!" to me', 'Never say "I hope this helps"'),
        ('Never open a reply to me with "Certainly!". Not once.', 'Never open a reply to them with "Certainly"'),
        (
            'One piece of advice: never open a reply to me with "Great question".',
            'Never open a reply to them with "Great question"',
        ),
        ("can you stop opening with 'Great question!' please", 'Wants no opening with "Great question"'),
        (
            'you keep writing "conservation" where I mean "restoration"',
            'Asks to stop writing "conservation" where they mean "restoration"',
        ),
        ("you keep calling me Mrs Trask", "Asks to stop calling them Mrs Trask"),
        (
            "could you always quote the source sentence above your translation?",
            "Asks to always quote the source sentence above your translation",
        ),
    ],
)
def test_an_order_about_words_holds_the_words(read: Read, text: str, kept: str) -> None:
    assert told(read, text) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        'I never said "I live in Porto"',
        'she told me to never say "I live in Porto"',
        'he wrote "I like tea" on the wall',
        "you keep taking my chair lol",
        "the poster says: I love Mondays",
        "I prefer B. B breathes. A is a tax form.",
        "ok, it's Porto",
        "right, it's Ben, he's late",
        "We are Methodists in our house and always have been.",
    ],
)
def test_words_that_others_said_are_nobodys_order(read: Read, text: str) -> None:
    assert told(read, text, surface="channel") == []


def test_two_things_wanted_of_all_answers_are_two_memories(read: Read) -> None:
    text = "I should like British spelling in everything you write for me, and no bullet points, ever."

    assert told(read, text) == ["Wants British spelling in everything you write for them", "Wants no bullet points"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I shall be at the Lisbon trade fair from 14 to 18 April. Bettina deputises.", "Bettina deputises"),
        ("I'm out 8 to 19 June. Hyun-woo has my newsletters till then", "Hyun-woo has newsletters till then"),
        (
            "I shall be on leave from 3 to 10 April. Mr Claes deals with my declarations in the meantime.",
            "Mr Claes deals with declarations in the meantime",
        ),
    ],
)
def test_who_covers_is_told_beside_an_absence(read: Read, text: str, kept: str) -> None:
    assert told(read, text)[1:] == [kept]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("hey all it's Nkechi, room lead for the toddlers", "Name is Nkechi"),
        ("Right lads Declan here, site manager on Carrick Court.", "Name is Declan"),
        ("first year cs student at masaryk btw", "Is first year cs student at masaryk"),
        ("i dont eat onion or garlic either", "Doesn't eat onion or garlic either"),
        ("im on desk tues thurs n sat", "Is on desk tues thurs and sat"),
        ("my day off is now Monday", "Day off is now Monday"),
        ("Retiring 30 October.", "Is retiring 2026-10-30"),
        (
            "The partners resolved this morning to charge for every pitch.",
            "Partners resolved on 2026-03-02 to charge for every pitch",
        ),
        ("got a van!! 2009 crafter, shes called Brenda", "Van is called Brenda"),
        ("remember that Keiko signs for CMC whenever I'm away", "Keiko signs for CMC whenever they are away"),
        ("I'm team Oxford comma till I die", "Is team Oxford comma till they die"),
        ("new desk sign says it all: I head up brand at Larkspur", "Heads up brand at Larkspur"),
        (
            "put me down at <mailto:kofi@fennmark.example|kofi@fennmark.example> for the pager summaries",
            "Is down at kofi@fennmark.example for the pager summaries",
        ),
        ("yeah i live in Brockley now, fianlly, no more bus replacement misery", "Lives in Brockley now"),
    ],
)
def test_what_is_said_in_other_words_is_kept(read: Read, text: str, kept: str) -> None:
    assert kept in told(read, text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the last tenant has to be across by 31 March", ["Last tenant has to be across by 2026-03-31"]),
        ("my son Tāne's at the uni in Christchurch now, doing geology", ["Son Tāne is at the uni in Christchurch"]),
        ("the pharmacy laptop is staffpe and the password is Netball2026", []),
    ],
)
def test_nothing_is_told_of_the_wrong_day_or_person(read: Read, text: str, kept: list[str]) -> None:
    assert told(read, text) == kept


def test_a_home_and_who_shares_it_are_two_memories(read: Read) -> None:
    text = "i live in Haarlem, two stops from the office, with a cat called Bobbel who pays no rent"

    assert told(read, text) == ["Lives in Haarlem", "Has a cat called Bobbel"]


@pytest.mark.parametrize("text", ["ah scratch that i read my mates rota", "scratch that, I read the wrong line"])
def test_what_was_read_wrong_is_taken_back(read: Read, text: str) -> None:
    assert [one.op for one in read(text, parent="Noted: Is in every other Saturday")] == [CandidateOp.UNDO]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("please remember that any invoice over 2,000 needs a signature", "Any invoice over 2,000 needs a signature"),
        ("remember the milkman only comes tues n fri", "Milkman only comes tues and fri"),
        ("remember this number for the plumber: 0161 496 0182", "Number for the plumber: 0161 496 0182"),
        ("note that anything for the Friday post has to be in by Wednesday", None),
        ("Monday is my research day, which is why the calendar bounces you", "Monday is their research day"),
        ("Only please know that I'm allergic to dammar", "Is allergic to dammar"),
        ("hey so its they/them for me now", "Pronouns are they/them"),
        ("I drink coffee only when I'm on nights", "Drinks coffee only when they are on nights"),
        ("i left Illustrator, its Affinity for everything now", "Uses Affinity for everything"),
    ],
)
def test_what_holds_each_week_or_is_wrapped_up_is_kept(read: Read, text: str, kept: str | None) -> None:
    found = told(read, text)

    assert found == [kept] if kept else all("2026" not in each for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "remember any good films?",
        "can you remember anything I said",
        "Everybody else, please stop quoting the old price to schools",
        "I have decided to become a marine biologist. April fools. Unless",
        "I moved to Reykjavik. just kidding",
        "bookings per clinic, last 90 days, split new vs returning, as a table please",
        "accruals vs prepayments in one line, like I've asked you before (I have)",
    ],
)
def test_what_asks_others_or_jests_is_not_kept(read: Read, text: str) -> None:
    assert told(read, text) == []


def test_who_does_it_now_is_no_habit(read: Read) -> None:
    assert told(read, "I no longer do Wednesdays at the desk, that's Shirley") == []


def test_how_a_name_is_spelled_is_no_job(extractor: Extractor) -> None:
    message = Message(text="Shanice with one n btw", sent_at=SENT, surface="channel", user_name="Shanice Cole")

    assert [one.text for one in extractor.extract(message)] == ["Name is Shanice"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("please forget extension 318. Mine is 342.", ["Extension is 342"]),
        ("my manager is Florence but it's Lorena who signs my leave", ["Manager is Florence", "Lorena signs leave"]),
        ("note that our year end is 30 September", ["Year end is 30 September"]),
        ("note that im vegan, for when you make me a shopping list", ["Is vegan"]),
        ("i live in Lenton these days, ten mintues on the bike", ["Lives in Lenton"]),
        ("Camille is a man's name where I come from :smile: he/him please", ["Pronouns are he/him"]),
        ("everyone ends up calling me Aura", ["Is called Aura"]),
        ("most of the yard knows me as Winnie", ["Is called Winnie"]),
        ("I'm 3 million yen in the red from the flat", []),
        ("my mum's in remission, found out at lunch", []),
    ],
)
def test_what_strangers_said_is_told_as_it_was_meant(read: Read, text: str, kept: list[str]) -> None:
    assert told(read, text) == kept


def test_no_secret_comes_in_as_what_a_thing_is_called(read: Read) -> None:
    found = told(read, "remember this password hunter22xQ for the wifi: guest network in the lobby")

    assert found == ["Guest network in the lobby"]


def test_many_words_that_may_begin_what_comes_each_week_are_read_at_once() -> None:
    assert find_dates("any has " * 1250 + "today", sent=SENT.date())


@pytest.mark.parametrize(
    "text",
    [
        "forget the flat cap, wear the bowler",
        "forget the blinds, look at the state of the carpet",
        "what was that thing i told u about my landlord",
        "don't keep the hens in past noon or they sulk, today I mean, it's hot",
        "these olives have gone off, binning",
    ],
)
def test_what_people_drop_among_themselves_is_no_command(read: Read, text: str) -> None:
    assert not [one for one in read(text) if one.op in {CandidateOp.FORGET, CandidateOp.CONFIRM}]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("pls forget my old address, dont want that floating around", "my old address"),
        ("forget the dentist thing, it's sorted", "the dentist thing"),
        ("forget the Porto address, use the Faro one", "the Porto address, use the Faro one"),
    ],
)
def test_what_is_to_be_forgotten_is_told_from_why(read: Read, text: str, body: str) -> None:
    assert [(one.op, one.text) for one in read(text)] == [(CandidateOp.FORGET, body)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("we got a kitten, he's called Quijote and he has eaten a card", ["Got a kitten called Quijote"]),
        ("we've adopted a dog. His name is Bolt.", ["Has adopted a dog called Bolt"]),
        ("we've adopted a dog", ["Has adopted a dog"]),
        ("we've got a cat called Mo. her name is short", ["Has got a cat called Mo"]),
    ],
)
def test_a_pet_is_told_once_with_its_name(read: Read, text: str, kept: list[str]) -> None:
    assert told(read, text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "make a note: the meter cupboard at Fenwick's sticks, you have to lift and pull",
            "Meter cupboard at Fenwick's sticks, you have to lift and pull",
        ),
        (
            "note that St Brendan's come in an access bus, so bay 2 is kept clear on their days",
            "St Brendan's come in an access bus, so bay 2 is kept clear on their days",
        ),
        ("remember that I'm vegetarian so no ham in the sandwiches", "Is vegetarian"),
        ("remember the gate sticks, so please oil it", "Gate sticks"),
        ("make a note: the side gate sticks, you have to enter 4471", "Side gate sticks"),
        ("note that the shed door jams, you need to use hunter22xQ", "Shed door jams"),
        ("remember the alarm is touchy, so my depression gets worse", "Alarm is touchy"),
    ],
)
def test_what_comes_of_a_thing_is_remembered_with_it(read: Read, text: str, kept: str) -> None:
    assert told(read, text) == [kept]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("heads up that our test cases live in Qase now", ["Test cases live in Qase"]),
        ("i dont eat onion or garlic so pick another place", ["Doesn't eat onion or garlic"]),
        ("would you ever call me Sersh from here on", ["Is called Sersh"]),
        ("Do not begin with a compliment on my question", ["Do not begin with a compliment on their question"]),
        ("I should be grateful if you refrained from emojis", ["Prefers it if the bot refrained from emojis"]),
        (
            'one rule of the house: we never write "simply" in a help article',
            ['Never writes "simply" in a help article'],
        ),
        ("I am not reachable from 18 to 22 May", ["Isn't reachable from 2026-05-18 to 2026-05-22"]),
        ("I won't be around on 4 May", ["Won't be around on 2026-05-04"]),
        ("the rent is two months behind so any job is a good job", []),
        ("we've 6 grand left on the loan for the kitchen at home", []),
        ("im pan btw, seeing as half of sales keeps guessing", []),
    ],
)
def test_what_more_strangers_said_is_told_as_it_was_meant(read: Read, text: str, kept: list[str]) -> None:
    assert told(read, text) == kept


def test_no_plural_part_of_a_day_has_a_date() -> None:
    assert find_dates("closed on Friday lunchtimes", sent=SENT.date()) == []
    assert find_dates("closed on Friday lunchtime", sent=SENT.date())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("remember my school login for me pls, kransome and hedgehog4000", "login"),
        ("remember my login for the portal, it's kransome hedgehog4000", "login"),
        ("please remember my credentials: kransome, hedgehog4000", "credentials"),
    ],
)
def test_a_login_with_a_word_and_a_number_is_refused(read: Read, text: str, name: str) -> None:
    assert [(one.op, one.text) for one in read(text)] == [(CandidateOp.REFUSE, name)]


@pytest.mark.parametrize(
    "text",
    [
        "remember that the login for new starters is done by IT",
        "remember my school login, room B2104",
    ],
)
def test_what_is_told_of_a_login_is_no_secret(read: Read, text: str) -> None:
    assert [one.op for one in read(text)] == [CandidateOp.ADD]


@pytest.mark.parametrize(
    "text",
    ["hi translators!", "feels weird to type", "no more cake please", "same for me please, always", "it's Ben Okoro"],
)
def test_what_only_greets_or_asks_once_is_not_kept(read: Read, text: str) -> None:
    assert told(read, text) == []


def test_an_office_that_closes_early_on_a_day_does_so_each_week(read: Read) -> None:
    assert told(read, "it's Fridays we close early") == ["Closes early on fridays"]
