"""What no statement of another language foresaw is proposed by the judge, but for what is nobody's business."""

import pytest

from extractors.message import Message
from extractors.other_languages.in_languages import PROPOSED
from extractors.other_languages.language_tables import languages
from extractors.pipeline import Extractor
from memory.records import Candidate, Kind
from tests.extractors.conftest import SENT
from tests.extractors.hand_made import HandMade, OfLanguages


def _kept(extractor: Extractor, text: str, judge: OfLanguages, surface: str = "channel") -> list[Candidate]:
    shared = Extractor(extractor.parser.nlp, judge=HandMade(), language_judge=judge)
    return shared.extract(Message(text=text, sent_at=SENT, surface=surface))


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        (
            "die alte Rampe zum Aufzug trägt nur zwei Paletten",
            "die alte Rampe zum Aufzug trägt nur zwei Paletten",
            "Die alte Rampe zum Aufzug trägt nur zwei Paletten",
        ),
        (
            "yo llevo las llaves del armario, por si alguien pregunta",
            "yo llevo las llaves del armario",
            "Lleva las llaves del armario",
        ),
        (
            "la scatola rossa è sotto il tavolo",
            "la scatola rossa è sotto il tavolo",
            "La scatola rossa è sotto il tavolo",
        ),
        ("谢谢大家，我的杯子印着一只老虎", "我的杯子印着一只老虎", "杯子印着一只老虎"),
        ("うちの棚は左から三番目が浅い。", "うちの棚は左から三番目が浅い。", "棚は左から三番目が浅い"),
    ],
)
def test_the_judge_proposes_pieces_between_commas(extractor: Extractor, text: str, said: str, told: str) -> None:
    (kept,) = _kept(extractor, text, OfLanguages({said: PROPOSED}))

    assert kept.text == told
    assert kept.rule.endswith("-judge")
    assert kept.span is not None
    assert text[slice(*kept.span)].startswith(said[:5])
    assert _kept(extractor, text, OfLanguages({said: PROPOSED - 0.01})) == []


def test_the_surest_of_two_that_share_words_is_kept(extractor: Extractor) -> None:
    text = "die Bänder hängen hinterm Tor, ganz hinten links am Haken"
    first = "die Bänder hängen hinterm Tor"

    assert [one.text for one in _kept(extractor, text, OfLanguages({text: 0.9, first: 0.8}))] == [f"D{text[1:]}"]
    assert [one.text for one in _kept(extractor, text, OfLanguages({text: 0.8, first: 0.9}))] == [f"D{first[1:]}"]


def test_a_day_is_told_to_the_judge_and_as_a_date(extractor: Extractor) -> None:
    judge = OfLanguages({"am 12. Mai wackelt der Kran ganz furchtbar": 0.9})
    (kept,) = _kept(extractor, "am 12. Mai wackelt der Kran ganz furchtbar, endlich mal", judge)

    assert str(kept.dated) == "2026-05-12"
    assert {piece.words: piece.dated for piece in judge.asked}["am 12. Mai wackelt der Kran ganz furchtbar"]
    assert not {piece.words: piece.dated for piece in judge.asked}["endlich mal"]


@pytest.mark.parametrize(
    "text",
    [
        "meine Migräne ist wieder da und ich liege im Dunkeln",
        "estamos con la quimioterapia de mi padre desde enero",
        "je suis au syndicat depuis des années et c'est bien",
        "ich glaube der Schlüssel hängt hinter dem Kompressor",
        "weißt du wo die Akten im Keller liegen?",
        "das Passwort für das WLAN ist Kompressor2024 und nicht das alte",
        "我信佛很多年了，家里人都知道",
        "糖尿病なのでおやつは遠慮しています",
    ],
)
def test_what_is_private_asked_or_unsure_is_left_alone(extractor: Extractor, text: str) -> None:
    judge = OfLanguages()
    _kept(extractor, text, judge)

    assert not [piece for piece in judge.asked if "家里人" not in piece.words]


def test_where_no_table_tells_what_is_private_nothing_is_proposed(extractor: Extractor) -> None:
    judge = OfLanguages()
    _kept(extractor, "chìa khóa tủ thuốc treo sau máy nén khí trong kho", judge)

    assert judge.asked == []


def test_one_word_alone_is_no_statement(extractor: Extractor) -> None:
    judge = OfLanguages()
    _kept(extractor, "danke, das Regal ist jetzt leer, super", judge)

    assert "das Regal ist jetzt leer" in {piece.words for piece in judge.asked}
    assert {"danke", "super"}.isdisjoint(piece.words for piece in judge.asked)


def test_what_is_wanted_of_the_bot_is_kept_only_if_it_is_told_it(extractor: Extractor) -> None:
    text = "und die Zahlen bitte immer mit Leerzeichen vor dem Eurozeichen"

    def feedback(surface: str) -> list[Candidate]:
        return _kept(extractor, text, OfLanguages({text: 0.9}, kind=Kind.FEEDBACK), surface)

    assert [one.kind for one in feedback("dm")] == [Kind.FEEDBACK]
    assert feedback("channel") == []


def test_why_something_was_kept_or_not_is_told(extractor: Extractor) -> None:
    kept = "der alte Kran wackelt im Wind."
    judge = OfLanguages({kept: 0.9}, kind=Kind.FEEDBACK)
    text = f"ich wohne in Graz, {kept} Meine Migräne ist wieder da. Wo liegt das Seil?"
    shared = Extractor(extractor.parser.nlp, judge=HandMade(), language_judge=judge)

    def told(surface: str) -> dict[object, dict[str, object]]:
        explained = shared.explain(Message(text=text, sent_at=SENT, surface=surface))
        return {each["text"]: each for each in explained.clauses}

    in_channel, in_dm = told("channel"), told("dm")

    assert in_channel["ich wohne in Graz"]["rules"] == ["de-location"]
    assert in_channel["Meine Migräne ist wieder da."]["guards"] == ["private"]
    assert in_channel["Wo liegt das Seil?"]["guards"] == ["question"]
    assert in_channel[kept]["because"] == "it is not said to the bot"
    assert in_dm[kept]["kept"] is True
    assert in_dm[kept]["judge"] == {"keep": 0.9, "kind": "feedback"}


def test_the_less_sure_of_two_is_told_as_such(extractor: Extractor) -> None:
    text, first = "die Bänder hängen hinterm Tor, ganz hinten links am Haken", "die Bänder hängen hinterm Tor"
    judge = OfLanguages({text: 0.85, first: 0.9})
    shared = Extractor(extractor.parser.nlp, judge=HandMade(), language_judge=judge)

    explained = shared.explain(Message(text=text, sent_at=SENT, surface="channel"))

    because = {each["text"]: each.get("because") for each in explained.clauses}
    assert because[text] == "a surer piece shares words with it"


@pytest.mark.parametrize(
    ("code", "private"),
    [
        ("de", "ich habe Diabetes"),
        ("es", "voy a misa los domingos"),
        ("fr", "je suis enceinte"),
        ("pt", "votei no domingo passado"),
        ("it", "prendo le pastiglie per la pressione alta"),
        ("zh", "我信佛很多年了"),
        ("ja", "糖尿病なのでおやつは遠慮しています"),
    ],
)
def test_special_categories_are_known_in_the_languages_that_the_judge_reads(code: str, private: str) -> None:
    language = next(one for one in languages() if one.name == code)

    assert language.private is not None
    assert language.private.search(private)
