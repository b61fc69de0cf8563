"""Text is kept on one line, cannot pretend to be anything else, and is never cut within a character."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from memory.text import TRUNCATED, fingerprint, normalise, sanitise, sanitise_name, truncate

ANY_TEXT = st.text(st.characters(), max_size=200) | st.text(
    st.sampled_from("a-<>!` \n\u202e\u200d\u200b🙂👩\ud800\ufe0e\ufe0f\U000e0141")
)


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        pytest.param("Likes tea", "Likes tea", id="plain text stays"),
        pytest.param("  Likes \t tea\n", "Likes tea", id="white space is one space"),
        pytest.param("one\r\n- **10:00 UTC** | `@x` | two", "one - **10:00 UTC** | `@x` | two", id="no second line"),
        pytest.param("a --> b", "a → b", id="a comment cannot end"),
        pytest.param("a <!-- memory {} --> b", "a <! -- memory {} → b", id="a comment cannot begin"),
        pytest.param("a <!-->-- b", "a <!→-- b", id="nor by what is left of another"),
        pytest.param("safe\u202eevil\u2066x\u2069", "safeevilx", id="no bidirectional overrides"),
        pytest.param("pass\u200bword\ufeff\u00ad", "password", id="no zero-width characters"),
        pytest.param("bell\x07 and \x1b[31mred", "bell and [31mred", id="no control codes"),
        pytest.param("line\u2028separator\u0085next", "line separator next", id="every kind of line end"),
        pytest.param("👩\u200d💻 codes", "👩\u200d💻 codes", id="an emoji keeps its joiner"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="a script keeps its joiner"),
        pytest.param("a\u200db c\u200c", "ab c", id="a lone joiner goes"),
        pytest.param("half \ud83d pair", "half � pair", id="a lone surrogate is shown as what it is"),
        pytest.param("\u3164\u2800\u202c", "⠀", id="an invisible letter goes, a blank braille cell stays"),
        pytest.param("safe\U000e0141\U000e0142\ufe01\u180b", "safe", id="nothing is hidden in selectors of variants"),
        pytest.param("❤\ufe0f\u200d🔥 is hot", "❤\ufe0f\u200d🔥 is hot", id="an emoji keeps its selector"),
        pytest.param("❤\ufe0f\ufe0e\ufe0f \ufe0fa\u200d\ufe0f", "❤\ufe0f a", id="one selector, of a sign"),
        pytest.param("\u200b\n", "", id="nothing visible is nothing"),
    ],
)
def test_text_is_made_fit_to_be_kept(raw: str, kept: str) -> None:
    assert sanitise(raw) == kept


@given(ANY_TEXT)
def test_sanitised_text_is_one_visible_line_without_comment_marks(raw: str) -> None:
    text = sanitise(raw)

    assert len(f"{text} ".splitlines()) == 1
    assert "<!--" not in text
    assert "-->" not in text
    assert all(unicodedata.category(each) not in {"Cc", "Cs", "Zl", "Zp"} for each in text)
    assert all(each in "\u200c\u200d" or unicodedata.category(each) != "Cf" for each in text)
    text.encode("utf-8")


@given(ANY_TEXT)
def test_sanitising_twice_changes_nothing_more(raw: str) -> None:
    assert sanitise(sanitise(raw)) == sanitise(raw)


def test_a_name_cannot_close_its_quotes() -> None:
    assert sanitise_name("@ev`il` | x\n") == "evil x"
    assert len(sanitise_name("x" * 500)) == 80


def test_short_text_is_not_truncated() -> None:
    assert truncate("Likes tea", 9) == "Likes tea"


@pytest.mark.parametrize(
    ("text", "max_chars", "kept"),
    [
        pytest.param("abcdefghijklmnop", 15, "abc [truncated]", id="letters"),
        pytest.param("ab 👨‍👩‍👧‍👦 and some more text", 18, "ab [truncated]", id="a family is not torn apart"),
        pytest.param("e\u0301" * 9, 15, "e\u0301" + TRUNCATED, id="an accent stays"),
        pytest.param("🇵🇹🇩🇪🇫🇷🇮🇹🇪🇸🇬🇷🇸🇪🇳🇴", 15, "🇵🇹" + TRUNCATED, id="a flag is not halved"),
        pytest.param("abcdefghijklmnop", 3, TRUNCATED, id="no room"),
    ],
)
def test_long_text_ends_on_a_whole_character(text: str, max_chars: int, kept: str) -> None:
    assert truncate(text, max_chars) == kept


@given(st.text(max_size=80), st.integers(min_value=12, max_value=60))
def test_truncated_text_fits_and_is_made_of_whole_graphemes(text: str, max_chars: int) -> None:
    cut = truncate(text, max_chars)

    assert len(cut) <= max_chars
    if len(text) > max_chars:
        kept = cut.removesuffix(TRUNCATED)
        graphemes = regex.findall(r"\X", text)
        assert any("".join(graphemes[:count]).rstrip() == kept for count in range(len(graphemes) + 1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes Tea.", "likes tea"),
        ("don't", "dont"),
        ("Ｗide ﬁne", "wide fine"),
        ("e-mail", "E mail"),
        ("STRASSE", "straße"),
    ],
)
def test_spelling_makes_no_difference_to_a_machine(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)
    assert fingerprint(one, b"key") == fingerprint(other, b"key")


def test_a_fingerprint_depends_on_the_secret() -> None:
    assert fingerprint("Likes tea", b"one") != fingerprint("Likes tea", b"other")
