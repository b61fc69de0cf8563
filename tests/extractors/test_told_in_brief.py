"""Tastes, days, labels and bare answers: what people tell of themselves and of the bot in few words."""

import pytest

from memory.records import CandidateOp
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("love fennel, can't stand aniseed", ["Loves fennel", "Dislikes aniseed"]),
        ("can't bear drizzle, love snow", ["Dislikes drizzle", "Loves snow"]),
        ("I've loved tap dancing since I was a boy", ["Has loved tap dancing"]),
        ("I keep my Thursdays free for the orchard", ["Keeps Thursdays free for the orchard"]),
        ("Lapsang is my tea", ["Tea is Lapsang"]),
        ("spring's my season", ["Season is spring"]),
        ("Nothing beats a cold swim before work", ["Nothing beats a cold swim before work"]),
        ("I read mostly Icelandic sagas", ["Reads mostly Icelandic sagas"]),
        ("hopelessly devoted to jigsaws", ["Is devoted to jigsaws"]),
        ("I've turned into a bit of a moss nerd", ["Is something of a moss nerd"]),
        ("not much of a wine drinker", ["Is not much of a wine drinker"]),
        (
            "void on the laptop, windows for everything else",
            ["Uses void on the laptop", "Uses windows for everything else"],
        ),
        ("been on Reaper since october", ["Uses Reaper since october"]),
        ("jam first with me", ["Jam first with them"]),
        ("we heat with peat", ["Heats with peat"]),
    ],
)
def test_tastes_and_habits(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("native Tagalog speaker here", ["Is a native Tagalog speaker"]),
        ("proud school cook over here", ["Is a school cook"]),
        ("Warehouse D is my crew", ["Crew is Warehouse D"]),
        ("half my week is in the seed bank", ["Half week is in the seed bank"]),
        ("Depot: Quarry Lane. Shift: lates.", ["Depot is Quarry Lane", "Shift is lates"]),
        ("Sundays I don't work", ["Doesn't work on Sundays"]),
        ("on Wednesdays I don't come in", ["Doesn't come in on Wednesdays"]),
        ("given I'm in Hobart and you're in Dublin, mornings only", ["Is in Hobart"]),
        ("these days I'm in Tartu, same time as Helsinki", ["Is in Tartu"]),
        ("because my hours are 7 to 3 I never see the late thread", ["Hours are 7 to 3"]),
        ("now that I live in Hull I take the train", ["Lives in Hull"]),
        (
            "Odesa originally, Gdańsk these past three years",
            ["Is from Odesa originally", "Lives in Gdańsk these past three years"],
        ),
    ],
)
def test_who_somebody_is(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text)] == expected


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("What t-shirt size is everyone?", "XL, and not the slim fit ones", "T-shirt size is XL"),
        ("which languages do you guide in?", "German and Ladin", "Speaks German and Ladin"),
        ("Any dietary requirements?", "vegan", "Is vegan"),
        ("what part do you sing?", "tenor", "Sings tenor"),
        ("what hours do you work?", "4 to midnight", "Works 4 to midnight"),
    ],
)
def test_a_bare_word_answers_a_question(read: Read, question: str, answer: str, expected: str) -> None:
    assert [found.text for found in read(answer, parent=question)] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from now on lead with the totals", "From now on lead with the totals"),
        ("Whenever I ask for a recipe, scale it to 30 plates", "When they ask for a recipe, scale it to 30 plates"),
        ("when you're not sure say so", "When you're not sure say so"),
        ("it's fine to swear with me", "It is fine to swear with them"),
        ("no need to be formal with me", "No need to be formal with them"),
        ("lose the emojis", "Wants no emojis"),
        ("I'd be grateful if you never rounded my figures", "Prefers it if the bot never rounded their figures"),
    ],
)
def test_what_the_bot_is_to_do(read: Read, text: str, expected: str) -> None:
    assert [(found.kind, found.text) for found in read(text)] == [("feedback", expected)]


@pytest.mark.parametrize(
    "text",
    [
        "love this, hate that",
        "love the new logo, can't stand the font",
        "nothing beats a green build",
        "that's my drink, put it down",
        "chaos is my colour",
        "not much of a difference",
        "something of a mess",
        "hopelessly devoted to you",
        "been on a call since nine",
        "proud moment here",
        "confused engineer here",
        "Mondays I don't know why we bother",
        "Status: red. Owner: none.",
        "I mostly agree",
        "I mainly came for the cake",
        "we heat with hope",
        "I type with my eyes closed",
        "it's fine to leave it for now",
        "it's ok to park in bay 4 today",
        "cut it in half. lose the exclamation marks",
        "if you don't know, ask the desk",
        "right now I'm in Leeds",
    ],
)
def test_what_only_sounds_like_it_is_left(read: Read, text: str) -> None:
    assert list(read(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no olives, and nothing fried please, ever. I mean for me", ["No olives"]),
        ("for the form: Tariq Mensah, we keep bees, and the shop opens at 8", ["Tariq Mensah", "Keeps bees"]),
        ("no shellfish thanks, the menu people asked", ["No shellfish"]),
        ("Kitchen side. We chatted by the urn, remember?", []),
        ("jestem optymistą", []),
        ("grand, thanks", []),
    ],
)
def test_a_word_or_two_are_kept_where_they_surely_say_enough(read: Read, text: str, expected: list[str]) -> None:
    found = [one.text for one in read(text) if one.op is CandidateOp.ADD]

    assert found[: len(expected)] == expected
    assert expected or not found
