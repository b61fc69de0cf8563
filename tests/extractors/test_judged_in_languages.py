"""What no statement of another language foresaw is proposed by the judge, but for what is nobody's business."""

import pytest

from extractors.in_languages import PROPOSED
from extractors.language_tables import languages
from extractors.message import Message
from extractors.pipeline import Extractor
from memory.records import Candidate, Kind
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import HandMade


def _kept(extractor: Extractor, text: str, keep: dict[str, float], surface: str = "channel") -> list[Candidate]:
    shared = Extractor(extractor.parser.nlp, judge=HandMade(keep))
    return shared.extract(Message(text=text, sent_at=SENT, surface=surface))


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        (
            "die alte Rampe zum Aufzug trägt nur zwei Paletten",
            "die alte rampe zum aufzug trägt nur zwei paletten",
            "Die alte Rampe zum Aufzug trägt nur zwei Paletten",
        ),
        (
            "yo llevo las llaves del armario, por si alguien pregunta",
            "yo llevo las llaves del armario",
            "Lleva las llaves del armario",
        ),
        ("la scatola rossa è sotto il tavolo grande", "la scatola rossa è sotto il tavolo grande", None),
    ],
)
def test_the_judge_proposes_pieces_between_commas(extractor: Extractor, text: str, said: str, told: str | None) -> None:
    (kept,) = _kept(extractor, text, {said: PROPOSED})

    assert kept.text == (told or f"{text[:1].upper()}{text[1:]}")
    assert kept.rule.endswith("-judge")
    assert kept.span is not None
    assert text[slice(*kept.span)].lower() == text[: len(text[slice(*kept.span)])].lower()
    assert _kept(extractor, text, {said: PROPOSED - 0.01}) == []


def test_the_surest_of_two_that_share_words_is_kept(extractor: Extractor) -> None:
    text = "die Bänder hängen hinterm Tor, ganz hinten links am Haken"
    whole, first = "die bänder hängen hinterm tor , ganz hinten links am haken", "die bänder hängen hinterm tor"

    assert [one.text for one in _kept(extractor, text, {whole: 0.9, first: 0.8})] == [f"D{text[1:]}"]
    assert [one.text for one in _kept(extractor, text, {whole: 0.8, first: 0.9})] == ["Die Bänder hängen hinterm Tor"]


@pytest.mark.parametrize(
    "text",
    [
        "meine Migräne ist wieder da und ich liege im Dunkeln",
        "estamos con la quimioterapia de mi padre desde enero",
        "je suis au syndicat depuis des années et c'est bien",
        "ich glaube der Schlüssel hängt hinter dem Kompressor",
        "weißt du wo die Akten im Keller liegen?",
        "das Passwort für das WLAN ist Kompressor2024 und nicht das alte",
    ],
)
def test_what_is_private_asked_or_unsure_is_left_alone(extractor: Extractor, text: str) -> None:
    judge = HandMade()
    Extractor(extractor.parser.nlp, judge=judge).extract(Message(text=text, sent_at=SENT, surface="channel"))

    assert [joined for _, _, joined in judge.asked if joined] == []


def test_where_no_table_tells_what_is_private_nothing_is_proposed(extractor: Extractor) -> None:
    judge = HandMade()
    text = "chìa khóa tủ thuốc treo sau máy nén khí trong kho"
    Extractor(extractor.parser.nlp, judge=judge).extract(Message(text=text, sent_at=SENT, surface="channel"))

    assert [joined for _, _, joined in judge.asked if joined] == []


def test_what_is_wanted_of_the_bot_is_kept_only_if_it_is_told_it(extractor: Extractor) -> None:
    text = "und die Zahlen bitte immer mit Leerzeichen vor dem Eurozeichen"
    said = text.lower()

    def feedback(surface: str) -> list[Candidate]:
        shared = Extractor(extractor.parser.nlp, judge=HandMade({said: 0.9}, kind=Kind.FEEDBACK))
        return shared.extract(Message(text=text, sent_at=SENT, surface=surface))

    assert [one.kind for one in feedback("dm")] == [Kind.FEEDBACK]
    assert feedback("channel") == []


@pytest.mark.parametrize(
    ("code", "private"),
    [
        ("de", "ich habe Diabetes"),
        ("es", "voy a misa los domingos"),
        ("fr", "je suis enceinte"),
        ("pt", "votei no domingo passado"),
        ("it", "prendo le pastiglie per la pressione alta"),
    ],
)
def test_special_categories_are_known_in_the_languages_that_the_judge_reads(code: str, private: str) -> None:
    language = next(one for one in languages() if one.name == code)

    assert language.private is not None
    assert language.private.search(private)
