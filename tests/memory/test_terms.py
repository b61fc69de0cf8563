import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.terms import fold, parts, stem, stems, tokenise


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("Lives in Porto, mostly.", ["lives", "in", "porto", "mostly"], id="plain words"),
        pytest.param("", [], id="empty"),
        pytest.param(" \n\t… !?", [], id="no words"),
        pytest.param("Dana's cat", ["dana", "cat"], id="possessive"),
        pytest.param("O’Brien doesn't", ["o'brien", "doesn't"], id="inner apostrophe, curly or straight"),
        pytest.param("see ABC-123 now", ["see", "abc-123", "now"], id="ticket"),
        pytest.param("well-known part-time", ["well", "known", "part", "time"], id="hyphens between words"),
        pytest.param("edit config.toml.", ["edit", "config.toml"], id="file name before a full stop"),
        pytest.param("https://www.acme.io/run/book?x#y", ["acme.io", "run", "book", "x", "y"], id="url"),
        pytest.param("mail dana@acme.io", ["mail", "dana@acme.io"], id="e-mail address"),
        pytest.param("on 2026-03-06 at 10:30", ["on", "2026-03-06", "at", "10:30"], id="date and time"),
        pytest.param("costs 1,200.50 or 3", ["costs", "1200.50", "or", "3"], id="numbers"),
        pytest.param("v1.2.3 of c++ and c#", ["v1.2.3", "of", "c++", "and", "c#"], id="version and languages"),
        pytest.param("staging_db", ["staging_db"], id="identifier"),
        pytest.param("nice :smile: 👍🏽 👩‍💻🇵🇹", ["nice", ":smile:", "👍🏽", "👩‍💻", "🇵🇹"], id="emoji"),
        pytest.param("Café ＡＢＣ Straße", ["cafe", "abc", "strasse"], id="accents, width and case"),
        pytest.param("Привет, МИР", ["привет", "мир"], id="cyrillic"),
        pytest.param("住在東京 猫", ["住在", "在東", "東京", "猫"], id="pairs of characters"),
        pytest.param("東京Tower", ["東京", "tower"], id="scripts side by side"),
    ],
)
def test_text_is_cut_into_the_words_people_search_for(text: str, tokens: list[str]) -> None:
    assert tokenise(text) == tokens


@pytest.mark.parametrize("forms", ["live lives lived living", "go went gone", "child children", "favourite favorite"])
def test_the_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("token", ["abc-123", "10:30", "👍🏽", "東京", "c++", "мир"])
def test_what_is_not_an_english_word_is_its_own_stem(token: str) -> None:
    assert stem(token) == token


@pytest.mark.parametrize(
    ("token", "inside"),
    [
        pytest.param("config.toml", ["config", "toml"], id="file"),
        pytest.param("staging_db", ["staging", "db"], id="identifier"),
        pytest.param("東京", ["東", "京"], id="pair"),
        pytest.param("porto", [], id="word"),
        pytest.param("don't", [], id="contraction"),
        pytest.param("10:30", [], id="time"),
        pytest.param(":smile:", [], id="emoji"),
        pytest.param("café", [], id="accented word"),
    ],
)
def test_a_token_kept_whole_tells_the_words_inside_it(token: str, inside: list[str]) -> None:
    assert parts(token) == inside


@pytest.mark.parametrize("mark", ["-", ".", "+", ":"])
def test_half_a_million_characters_without_a_blank_are_cut_in_one_go(mark: str) -> None:
    assert len(tokenise(mark.join(["word"] * 100_000) + "!")) >= 10_000


def test_stems_follow_the_order_of_the_text() -> None:
    assert stems("She moved to Lisbon") == ["she", "move", "to", "lisbon"]


@given(st.text())
def test_any_text_can_be_cut_into_folded_tokens(text: str) -> None:
    assert all(token == fold(token) and token.strip() for token in tokenise(text))


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
