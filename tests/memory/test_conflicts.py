"""What a new statement does to what is known. The tables of pairs are what the thresholds were measured on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.conflicts import Claim, Insert, Refresh, resolve, retracted
from memory.records import Memory, Polarity, Status
from memory.sameness import attribute_key, is_typo, items, same_statement, same_topic
from tests.memory.making import a_memory, day

SAME_IN_OTHER_WORDS = [
    ("Likes tea", "likes tea!"),
    ("Likes tea", "Loves tea"),
    ("Likes tea", "Enjoys tea"),
    ("Prefers dark mode in all editors", "Likes dark mode in all editors"),
    ("Has two cats, Biscuit and Feta", "Has two cats called Biscuit and Feta"),
    ("The deploy key is in 1Password", "Deploy key is in 1Password"),
    ("Standup is at 9:30", "The standup is at 9:30"),
    ("Works with Python and Rust", "Works with Rust and Python"),
    ("Is vegetarian", "Is vegeterian"),
    ("Favourite dinosaur is therizinosaurus", "The favourite dinosaur is therizinosaurus"),
    ("Uses code review", "Uses code-review"),
    ("Reads e-mail at noon", "Reads email at noon"),
    ("Our staging database is called walrus", "Staging database is called walrus"),
    ("Lives in Porto", "Is based in Porto"),
    ("Hates early meetings", "Detests early meetings"),
    ("Has meetings on Mondays", "Has a meeting on Monday"),
    ("Likes the mountains", "Likes mountains"),
    ("Speaks fluent French", "Speaks French fluent"),
]
TWO_STATEMENTS = [
    ("Likes tea", "Dislikes tea"),
    ("Likes tea", "Does not like tea"),
    ("Likes tea", "Likes coffee"),
    ("Standup is at 9:30", "Standup is at 9:45"),
    ("Launch is on 2026-05-12", "Launch is on 2026-05-19"),
    ("Daughter is called Mia", "Daughter is called Mio"),
    ("Sister is Marie", "Sister is Maria"),
    ("Brother is Martin", "Sister is Martina"),
    ("Colleague is Martin", "Colleague is Martina"),
    ("Staging database is called walrus", "Production database is called walrus"),
    ("Works on the frontend", "Works on the backend"),
    ("Room 301 is quiet", "Room 302 is quiet"),
    ("Can work on Fridays", "Can't work on Fridays"),
    ("Prefers tabs over spaces", "Prefers tabs"),
    ("Likes planes", "Likes planets"),
    ("Has a cat", "Has two cats"),
    ("The build takes ten minutes", "The build takes two minutes"),
    ("Version is 1.2.3", "Version is 1.2.4"),
    ("Owns a boat", "Owns a goat"),
    ("Never eats meat", "Always eats meat"),
]


def claim(
    text: str, number: float = 5, attribute: str | None = None, value: str | None = None, *, against: bool = False
) -> Claim:
    polarity = Polarity.NEGATIVE if against else Polarity.POSITIVE
    return Claim(text=text, at=day(number), attribute=attribute, value=value, polarity=polarity)


def known(
    text: str,
    attribute: str | None = None,
    value: str | None = None,
    *,
    number: float = 1,
    against: bool = False,
    status: Status = Status.ACTIVE,
    memory_id: str = "M1",
) -> Memory:
    return a_memory(text, number, attribute=attribute, value=value, against=against, status=status, memory_id=memory_id)


@pytest.mark.parametrize(("one", "other"), SAME_IN_OTHER_WORDS)
def test_the_same_in_other_words_is_one_statement(one: str, other: str) -> None:
    assert same_statement(one, other)
    assert same_statement(other, one)


@pytest.mark.parametrize(("one", "other"), TWO_STATEMENTS)
def test_what_differs_in_what_matters_is_two_statements(one: str, other: str) -> None:
    assert not same_statement(one, other)
    assert not same_statement(other, one)


@given(st.text(max_size=40), st.text(max_size=40))
def test_sameness_is_mutual(one: str, other: str) -> None:
    assert same_statement(one, one)
    assert same_statement(one, other) == same_statement(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("favourite:dinosaur", "favorite:dinosaur"),
        ("favourite:dinosaur", "Favourite:Dinosaurs"),
        ("favourite:dinosaur", "favourite:the dinosaur"),
        ("favourite:colour", "favorite:color"),
        ("working_hours", "Working Hours"),
        ("preference:code review", "preference:code-reviews"),
    ],
)
def test_spelling_does_not_make_two_claims(one: str, other: str) -> None:
    assert attribute_key(one) == attribute_key(other)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("favourite:dinosaur", "favourite:dinosuar", True),
        ("favourite:restaurant", "favourite:restuarant", True),
        ("favourite:beach", "favourite:peach", False),
        ("favourite:planet", "favourite:plane", False),
        ("favourite:cat", "favourite:car", False),
        ("favourite:singer", "favourite:finger", False),
        ("favourite:dinosaur", "preference:dinosuar", False),
        ("favourite:tea cup", "favourite:tea", False),
    ],
)
def test_a_small_typing_error_does_not_make_two_claims(one: str, other: str, *, same: bool) -> None:
    assert same_topic(attribute_key(one), attribute_key(other)) is same


def test_short_words_and_numbers_are_never_typing_errors() -> None:
    assert is_typo("meeting", "meetnig")
    assert not is_typo("tea", "sea")
    assert not is_typo("1000000", "1000001")


@pytest.mark.parametrize(
    ("new", "old"),
    [
        pytest.param(
            claim("Lives in Porto", 5, "location", "Porto"),
            known("Lives in Lisbon", "location", "Lisbon"),
            id="location",
        ),
        pytest.param(
            claim("Launch moved to 2030-05-18", 5, "date:launch", "2030-05-18"),
            known("Launch is on 2030-05-12", "date:launch", "2030-05-12"),
            id="a new day",
        ),
        pytest.param(
            claim("Name is Dana", 5, "name", "Dana"), known("Name is Danna", "name", "Danna"), id="spelling of a name"
        ),
        pytest.param(
            claim("Favourite dinosaur is stegosaurus", 5, "favorite:dinosaurs", "stegosaurus"),
            known("Favourite dinosaur is diplodocus", "favourite:dinosaur", "diplodocus"),
            id="favourite",
        ),
        pytest.param(
            claim("Dislikes tea", 5, "preference:tea", "tea", against=True),
            known("Likes tea", "preference:tea", "tea"),
            id="opposite polarity",
        ),
        pytest.param(
            claim("Is in New York", 5, "location", "New York"),
            known("Is in York", "location", "York"),
            id="York is not New York",
        ),
        pytest.param(
            claim("Is in York", 5, "location", "York"), known("Is in New York", "location", "New York"), id="nor back"
        ),
        pytest.param(
            claim("Speaks French, Wolof and German", 5, "language", "French, Wolof and German"),
            known("Speaks French and Wolof", "language", "French and Wolof"),
            id="a longer list",
        ),
        pytest.param(
            claim("Phone is 123 47", 5, "phone", "123 47"), known("Phone is 123 46", "phone", "123 46"), id="phone"
        ),
    ],
)
def test_a_newer_value_supersedes_the_older_one(new: Claim, old: Memory) -> None:
    assert resolve(new, [old]) == Insert((old,))


@pytest.mark.parametrize(
    ("new", "old"),
    [
        pytest.param(
            claim("Is based in Porto", 5, "location", "Porto"), known("Lives in Porto", "location", "porto"), id="value"
        ),
        pytest.param(
            claim("Lives in Porto", 5, "location", "Porto"),
            known("Lives in Porto, Portugal", "location", "Porto, Portugal"),
            id="head",
        ),
        pytest.param(
            claim("Name is Alex", 5, "name", "Alex"),
            known("Name is Alex Rivera", "name", "Alex Rivera"),
            id="first name",
        ),
        pytest.param(
            claim("Speaks French", 5, "language", "French"),
            known("Speaks French and Wolof", "language", "French and Wolof"),
            id="in a list",
        ),
        pytest.param(
            claim("Loves tea", 5, "preference:tea", "tea"), known("Likes tea", "preference:tea", "tea"), id="preference"
        ),
        pytest.param(claim("Enjoys tea", 5), known("Likes tea"), id="no attribute"),
        pytest.param(claim("Likes tea", 5, "preference:tea", "tea"), known("Likes tea"), id="attribute beside none"),
        pytest.param(claim("Lives in Porto", 5, "location"), known("Is based in Porto", "location"), id="no value"),
    ],
)
def test_saying_it_again_refreshes(new: Claim, old: Memory) -> None:
    assert resolve(new, [old]) == Refresh(old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        pytest.param(
            claim("Uses Helix", 5, "editor", "Helix"),
            known("Likes ramen", "preference:food", "ramen"),
            id="another claim",
        ),
        pytest.param(
            claim("Launch is on 2030-05-18", 5, "date:launch", "2030-05-18"),
            known("Launch is on 2020-01-02", "date:launch", "2020-01-02"),
            id="one that is over",
        ),
        pytest.param(
            claim("Launch is on 2030-05-18", 5, "date:launch", "2030-05-18"),
            known("Audit is on 2030-05-12", "date:audit", "2030-05-12"),
            id="the day of another thing",
        ),
        pytest.param(claim("Has a dog, Rex", 5, "pet", "Rex"), known("Has a cat, Tom", "pet", "Tom"), id="collected"),
        pytest.param(claim("Likes tea", 5), known("Likes coffee"), id="no attribute"),
        pytest.param(
            claim("tundra ships in May", 5, "project", "tundra"),
            known("Is building tundra in Rust", "project", "tundra"),
            id="two things about one project",
        ),
        pytest.param(
            claim("Prefers light mode in the IDE", 5, "preference:theme", "light mode in the IDE"),
            known("Prefers dark mode at night", "preference:theme", "dark mode at night"),
            id="two objects of one topic",
        ),
        pytest.param(
            claim("Dislikes green tea", 5, "preference:tea", "green tea", against=True),
            known("Likes black tea", "preference:tea", "black tea"),
            id="opposite polarity on another object",
        ),
        pytest.param(claim("Dislikes tea", 5, against=True), known("Likes tea"), id="polarity without an attribute"),
        pytest.param(
            claim("Favourite tree is oak", 5, "favourite:tree", "oak"),
            known("Favourite dish is ramen", "favourite:dish", "ramen"),
            id="another favourite",
        ),
    ],
)
def test_what_does_not_conflict_is_kept_beside(new: Claim, old: Memory) -> None:
    assert resolve(new, [old]) == Insert()


def test_an_older_message_that_arrives_late_does_not_win() -> None:
    now = known("Lives in Porto", "location", "Porto", number=9)

    assert resolve(claim("Lives in Lisbon", 5, "location", "Lisbon"), [now]) == Insert((), now)


def test_a_late_message_finds_its_place_in_the_middle() -> None:
    first = known("Lives in Rome", "location", "Rome", number=1, status=Status.SUPERSEDED, memory_id="A")
    last = known("Lives in Porto", "location", "Porto", number=9, memory_id="C")

    assert resolve(claim("Lives in Lisbon", 5, "location", "Lisbon"), [last, first]) == Insert((first,), last)


def test_a_late_repetition_refreshes_what_held_then() -> None:
    first = known("Lives in Rome", "location", "Rome", number=1, status=Status.SUPERSEDED, memory_id="A")
    last = known("Lives in Porto", "location", "Porto", number=9, memory_id="C")

    assert resolve(claim("Is based in Rome", 5, "location", "Rome"), [last, first]) == Refresh(first)


def test_going_back_to_an_old_value_is_a_new_memory() -> None:
    first = known("Lives in Rome", "location", "Rome", number=1, status=Status.SUPERSEDED, memory_id="A")
    last = known("Lives in Porto", "location", "Porto", number=3, memory_id="C")

    assert resolve(claim("Lives in Rome", 5, "location", "Rome"), [first, last]) == Insert((last,))


def test_what_was_ended_before_is_no_rival() -> None:
    old = a_memory("Works at Acme", 1, attribute="employer", value="Acme", status=Status.INVALIDATED)
    ended = Memory(**{name: getattr(old, name) for name in old.__slots__} | {"ended_at": day(3)})

    assert resolve(claim("Works at Acme", 5, "employer", "Acme"), [ended]) == Insert()


def test_what_was_forgotten_still_is_newer_than_an_older_message() -> None:
    forgotten = known("Lives in Porto", "location", "Porto", number=9, status=Status.FORGOTTEN)

    assert resolve(claim("Lives in Lisbon", 5, "location", "Lisbon"), [forgotten]) == Insert((), forgotten)
    assert resolve(claim("Lives in Lisbon", 10, "location", "Lisbon"), [forgotten]) == Insert()


def test_several_values_that_slipped_in_are_all_superseded() -> None:
    one = known("Lives in Rome", "location", "Rome", number=1, memory_id="A")
    two = known("Lives in Oslo", "location", "Oslo", number=2, memory_id="B")

    assert resolve(claim("Lives in Porto", 5, "location", "Porto"), [two, one]) == Insert((one, two))


ACME = known("Works at Acme", "employer", "Acme")
VEGAN = known("Is vegan", "diet", "vegan", memory_id="M2")
LISBON = known("Lives in Lisbon", "location", "Lisbon", memory_id="M3")
ASANA = known("Uses Asana", memory_id="M4")
BOARD = known("The Asana board of the Halloran pitch is pinned in the design channel", memory_id="M5")
CASHEWS = known("Brother Rohan is allergic to cashews", memory_id="M6")
TEA = known("Drinks tea every morning", "preference:tea", "tea every morning", memory_id="M7")
EVERYTHING = [ACME, VEGAN, LISBON, ASANA, BOARD, CASHEWS, TEA]


@pytest.mark.parametrize(
    ("text", "attribute", "value", "gone"),
    [
        pytest.param("Works at Acme", "employer", "Acme", [ACME], id="attribute and value"),
        pytest.param("Works at Globex", "employer", "Globex", [], id="another value"),
        pytest.param("Works at Acme", "employer", None, [ACME], id="the text names the value"),
        pytest.param("Is vegan", "diet", None, [VEGAN], id="diet"),
        pytest.param("", "location", None, [LISBON], id="a single-valued attribute alone"),
        pytest.param("", "diet", None, [], id="a collecting attribute alone"),
        pytest.param("Uses Asana", None, None, [ASANA], id="words, but not one word in a long statement"),
        pytest.param("Rohan is allergic to cashews", None, None, [CASHEWS], id="words in another form"),
        pytest.param("Drinks tea", "preference:drinks", "tea", [TEA], id="under another topic"),
        pytest.param("Drinks milk", "preference:drinks", "milk", [], id="never said"),
        pytest.param("", None, None, [], id="nothing"),
        pytest.param("Lives in Lisbon", "hometown", "Lisbon", [], id="another single-valued attribute"),
    ],
)
def test_an_ending_ends_what_it_names_and_nothing_else(
    text: str, attribute: str | None, value: str | None, gone: list[Memory]
) -> None:
    assert retracted(text, attribute, value, day(5), EVERYTHING) == gone


def test_an_ending_does_not_end_what_was_said_later() -> None:
    assert retracted("Works at Acme", "employer", "Acme", day(0), [ACME]) == []


def test_a_list_is_taken_apart() -> None:
    assert items("French, Wolof & Spanish and German") == ["French", "Wolof", "Spanish", "German"]
