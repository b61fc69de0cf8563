"""Days in languages with tables become absolute by how the table's `[days]` names them."""

from datetime import date

import pytest

from extractors.days.table_days import DayWords, find_days, resolved
from extractors.other_languages.language_tables import languages
from memory.records import Kind
from tests.extractors.conftest import Read

MONDAY = date(2026, 3, 2)
WORDS = {language.name: language.days for language in languages() if language.days}


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("de", "die Messe ist am 9. Juni", "die Messe ist am 2026-06-09"),
        ("es", "el ensayo es el 14 de abril de 2027", "el ensayo es el 2027-04-14"),
        ("fr", "la fête est le 1er juin", "la fête est le 2026-06-01"),
        ("pt", "a feira vai de 3 a 7 de agosto", "a feira vai de 2026-08-03 – 2026-08-07"),
        ("de", "vom 28. Mai bis 2. Juni", "vom 2026-05-28 – 2026-06-02"),
        ("fr", "c'était le 12 janvier", "c'était le 2026-01-12"),
        ("de", "ab dem ersten August", "ab dem 2026-08-01"),
        ("de", "ab Donnerstag hab ich Frühschicht", "ab 2026-03-05 hab ich Frühschicht"),
        ("de", "gestern eröffnet", "2026-03-01 eröffnet"),
        ("es", "la reunión es el jueves 12 a las diez", "la reunión es el 2026-03-12 a las diez"),
        ("es", "el lunes que viene cierro", "el 2026-03-09 cierro"),
        ("es", "ayer firmamos", "2026-03-01 firmamos"),
        ("fr", "mercredi 11, avec les plans", "2026-03-11, avec les plans"),
        ("fr", "vendredi prochain", "2026-03-06"),
        ("pt", "fecho do trimestre dia 20", "fecho do trimestre dia 2026-03-20"),
        ("pt", "do dia 1 ao dia 12 de junho", "do dia 2026-06-01 – 2026-06-12"),
        ("pt", "nesta sexta-feira fecho", "nesta 2026-03-06 fecho"),
        ("de", "vom 28.4. bis 3.5. bin ich weg", "vom 2026-04-28 – 2026-05-03 bin ich weg"),
        ("es", "el 12/3 cierro", "el 2026-03-12 cierro"),
        ("it", "dal 12.03.2026 chiudo", "dal 2026-03-12 chiudo"),
        ("sv", "semester 3-14 augusti", "semester 2026-08-03 – 2026-08-14"),
        ("nl", "de deadline is de 12e", "de deadline is de 2026-03-12"),
        ("hi", "5 जनवरी को", "2027-01-05 को"),
        ("fr", "vendredi je suis à Gap", "2026-03-06 je suis à Gap"),
        ("fr", "mardi dernier on a signé", "2026-02-24 on a signé"),
        ("de", "Freitag bin ich in Kassel", "2026-03-06 bin ich in Kassel"),
        ("pt", "na sexta não venho", "na 2026-03-06 não venho"),
        ("pt", "a Luísa nasceu dia 20 de fevereiro", "a Luísa nasceu dia 2026-02-20"),
        ("es", "el lunes pasado", "2026-02-23"),
    ],
)
def test_days_become_absolute(language: str, text: str, shown: str) -> None:
    assert resolved(text, WORDS[language], sent=MONDAY)[0] == shown


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "montags und dienstags bin ich da"),
        ("de", "guten Morgen, am Morgen laufe ich"),
        ("es", "los lunes nado por la mañana"),
        ("es", "hoy en día vivo en Lugo"),
        ("es", "hasta mañana"),
        ("fr", "le lundi je ne travaille pas"),
        ("fr", "mercredi 14h au bureau"),
        ("fr", "mardi 30 février"),
        ("pt", "todo dia 5 pago a renda"),
        ("pt", "segunda a sexta"),
        ("pt", "na segunda vez deu certo"),
        ("fr", "à vendredi"),
        ("fr", "lundi et mardi en télétravail"),
        ("de", "jeden Freitag frei"),
        ("de", "am 8.10 Uhr"),
        ("de", "ab 2.5 Kilo"),
        ("es", "el 31/2"),
        ("fr", "du 9/4 au 3/4"),
        ("nl", "de 3 katten"),
    ],
)
def test_days_that_come_again_are_none(language: str, text: str) -> None:
    assert find_days(text, WORDS[language], sent=MONDAY) == []


def test_what_names_no_day_stays() -> None:
    assert resolved("el 31 de febrero", WORDS["es"], sent=MONDAY) == ("el 31 de febrero", None)
    assert resolved("vom 7. bis 3. August", WORDS["de"], sent=MONDAY) == ("vom 7. bis 3. August", None)
    assert resolved("3月5日", None, sent=MONDAY) == ("3月5日", None)


def test_months_weekdays_and_today_are_all_that_a_language_must_name() -> None:
    months = tuple(
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta".split()
    )
    words = DayWords((*months, "lokakuuta", "marraskuuta", "joulukuuta"), ("maanantaina",), {"huomenna": 1})

    assert resolved("juhla on 9 kesäkuuta", words, sent=MONDAY)[0] == "juhla on 2026-06-09"
    assert resolved("huomenna lennän, en maanantaina", words, sent=MONDAY)[0] == "2026-03-03 lennän, en maanantaina"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("estoy de vacaciones del 4 al 9 de mayo", "De vacaciones"),
        ("ich bin vom 4. bis 9. Mai im Urlaub", "Im Urlaub"),
        ("je suis en vacances du 4 au 9 mai", "En vacances"),
        ("estou de férias de 4 a 9 de maio", "De férias"),
    ],
)
def test_an_absence_carries_its_first_day(read: Read, text: str, key: str) -> None:
    (found,) = read(text)

    assert (found.kind, found.dated, found.text) == (Kind.EVENT, date(2026, 5, 4), f"{key} 2026-05-04 – 2026-05-09")


def test_what_is_to_be_remembered_carries_its_day(read: Read) -> None:
    (found,) = read("apunta que la matanza es el 14 de abril")

    assert found.dated == date(2026, 4, 14)
