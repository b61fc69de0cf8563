"""What stands beside a statement in another language: a question, its hours, its day, and what "and" joins to it."""

import pytest

from extractors.message import Message
from extractors.other_languages.in_languages import PROPOSED
from extractors.pipeline import Extractor
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import HandMade, OfLanguages


def _told(extractor: Extractor, text: str, judge: OfLanguages | None = None) -> list[tuple[str, str]]:
    shared = Extractor(extractor.parser.nlp, judge=HandMade(), language_judge=judge or OfLanguages())
    kept = shared.extract(Message(text=text, sent_at=SENT, surface="channel"))
    return [(one.text or "", str(one.dated or "")) for one in kept]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Vivo en Tudela, ¿alguien comparte coche?", "Vive en Tudela"),
        ("ich wohne in Celle, kann mir jemand ein Regal abholen?", "Wohnt in Celle"),
        ("moro em Tomar, alguém vai para esses lados?", "Mora em Tomar"),
        ("je suis fleuriste à Sète, est-ce que quelqu'un peut m'emmener ?", "Est fleuriste à Sète"),
        ("我住在无锡，有人拼车吗？", "住在无锡"),
    ],
)
def test_what_is_told_before_a_question_is_kept(extractor: Extractor, text: str, kept: str) -> None:
    assert _told(extractor, text) == [(kept, "")]


@pytest.mark.parametrize(
    "text",
    [
        "¿vivo en Tudela, verdad?",
        "vivo en Tudela, ¿no?",
        "si viviera en Tudela, ¿me pagarían el viaje?",
        "weißt du, ob ich in Celle wohne, kann das jemand nachsehen?",
        "você sabe se moro em Tomar, alguém lembra?",
        "tengo diabetes y vivo en Tudela, ¿alguien sabe de un buen médico?",
    ],
)
def test_what_is_asked_is_not(extractor: Extractor, text: str) -> None:
    assert _told(extractor, text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ich arbeite nur vormittags, Dienstag bis Freitag", "Arbeitet nur vormittags, Dienstag bis Freitag"),
        ("我一般早上九点到公司，下午五点走", "一般早上九点到公司，下午五点走"),
        ("trabalho sempre à noite, das 20h às 4h", "Trabalha sempre à noite, das 20h às 4h"),
    ],
)
def test_hours_behind_a_comma_go_on(extractor: Extractor, text: str, kept: str) -> None:
    assert kept in [told for told, _ in _told(extractor, text)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("mi hijo Hugo empieza el instituto el 9 de septiembre", ("Su hijo Hugo empieza el instituto", "2026-09-09")),
        ("hier on a décidé de fermer le quai trois", ("A décidé de fermer le quai trois", "2026-03-01")),
        ("来月の6日から8日まで休暇です", ("休暇", "2026-04-06")),
    ],
)
def test_a_day_in_any_place_dates_a_statement(extractor: Extractor, text: str, kept: tuple[str, str]) -> None:
    ((told, day),) = _told(extractor, text)

    assert kept[0] in told
    assert day == kept[1]


def test_what_recurs_has_no_day(extractor: Extractor) -> None:
    assert _told(extractor, "recuerda que el inventario se hace siempre el día 24") == [
        ("El inventario se hace siempre el día 24", "")
    ]


def test_what_is_joined_to_a_statement_is_judged_by_itself(extractor: Extractor) -> None:
    judge = OfLanguages({"llevo las llaves del armario": PROPOSED})

    assert _told(extractor, "soy de Tudela y llevo las llaves del armario", judge) == [
        ("Es de Tudela", ""),
        ("Lleva las llaves del armario", ""),
    ]
    assert _told(extractor, "soy de Tudela y llevo las llaves del armario") == [("Es de Tudela", "")]
