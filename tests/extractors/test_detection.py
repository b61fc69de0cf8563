"""The trained model that tells languages apart where their small words do not."""

import pytest

from extractors.other_languages.detection import likeliest


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("no como carne", "es"),
        ("não como carne", "pt"),
        ("odio el cilantro", "es"),
        ("odeio coentro", "pt"),
        ("me no like", "en"),
        ("nenn mich Bea", "de"),
        ("je déteste la coriandre", "fr"),
    ],
)
def test_short_sentences_are_told_apart(text: str, name: str) -> None:
    assert likeliest(text, {"en", "es", "de", "fr", "pt"}) == name


def test_only_the_languages_asked_about_are_answered() -> None:
    assert likeliest("não como carne", {"en", "es"}) in {"en", "es", None}
    assert likeliest("我住在上海", {"xx"}) is None


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_nothing_said_is_in_no_language(text: str) -> None:
    assert likeliest(text, {"en"}) is None


def test_lines_are_read_together() -> None:
    assert likeliest("no como\ncarne", {"en", "es", "pt"}) == "es"
