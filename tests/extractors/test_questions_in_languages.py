"""Questions in other languages, by their tables: what attribute is asked for, and whether everything is."""

from datetime import UTC, datetime

import pytest

from extractors.asking.questions import understand
from extractors.other_languages.language_tables import languages
from memory.records import AnswerType

NOW = datetime(2026, 3, 2, 9, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("¿dónde vivo?", "location"),
        ("oye, ¿cómo me llamo?", "name"),
        ("¿Dónde trabajo?", "employer"),
        ("a qué soy alérgica?", "allergy"),
        ("¿cuál es mi comida favorita?", "favourite:comida"),
        ("wo wohne ich?", "location"),
        ("Was bin ich von Beruf?", "role"),
        ("wie heißt meine Frau?", "partner"),
        ("was ist mein Lieblingsessen?", "favourite:essen"),
        ("où est-ce que j'habite ?", "location"),
        ("comment s'appelle ma femme ?", "partner"),
        ("qu'est-ce que j'aime ?", "preference"),
        ("onde eu moro?", "location"),
        ("do que eu gosto?", "preference"),
        ("quando é meu aniversário?", "birthday"),
        ("我住在哪里？", "location"),
        ("我对什么过敏", "allergy"),
        ("我最喜欢的菜是什么？", "favourite:菜"),
        ("私はどこに住んでいますか？", "location"),
        ("私の名前は何ですか", "name"),
        ("好きな食べ物は何？", "favourite:食べ物"),
    ],
)
def test_a_question_asks_for_its_attribute(question: str, attribute: str) -> None:
    query = understand(question, now=NOW)

    assert query.attributes == (attribute,)
    assert query.is_question
    assert query.about_self
    assert query.answer_type is AnswerType.WHAT


@pytest.mark.parametrize(
    "question",
    [
        "¿qué sabes de mí?",
        "muéstrame mis recuerdos",
        "was weißt du über mich?",
        "que sais-tu sur moi ?",
        "o que você sabe sobre mim?",
        "你记得我什么？",
        "私について何を知っていますか？",
    ],
)
def test_everything_is_asked_for(question: str) -> None:
    query = understand(question, now=NOW)

    assert query.is_question
    assert (query.terms, query.attributes) == ((), ())
    assert not query.small_talk


@pytest.mark.parametrize(
    ("said", "attributes"),
    [
        ("vivo en Vigo", ()),
        ("¿dónde vive Marta?", ()),
        ("where do I live?", ("location",)),
        ("what do I like?", ("preference", "favourite")),
    ],
)
def test_what_asks_for_nothing_there_is_read_as_before(said: str, attributes: tuple[str, ...]) -> None:
    assert understand(said, now=NOW).attributes == attributes


def test_every_language_is_asked_for_everything_and_for_a_home() -> None:
    assert all({"everything", "location", "name"} <= set(language.asks) for language in languages())
