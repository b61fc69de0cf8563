"""A language is a file: adding one is enough, and what is wrong in one is said plainly."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extractors.message import Message
from extractors.other_languages import language_tables
from extractors.other_languages.language_tables import LanguageTableError, languages
from extractors.other_languages.languages import asked_for
from extractors.pipeline import Extractor
from memory.records import CandidateOp

SHIPPED = language_tables.FOLDER
ITALIAN = r"""
marks = "il lo la i gli le un una di che e è sono mi in a per con non mio mia chiamo abito ricorda adoro"
guards = '''\b(?:se|forse|vorrei)\b|\?'''

[words]
end = '''(?=$|[,;.!?]| (?:e|ma|perché|da)\b)'''
town = '''(?P<v>[A-ZÀ-Ý].+?)%end%'''

[third]
adoro = "adora"

[commands]
remember = '''^ricorda che (?P<body>.+)'''
forget = '''^dimentica (?P<body>(?!tutto).+)'''
forget_all = '''^dimentica tutto su di me'''
undo = '''^annulla$'''
previous = '''^ricorda questo$'''
off_record = '''\bfra noi\b'''

[asks]
location = '''\bdove abito'''

[[statements]]
kind = "profile"
attribute = "name"
text = "Si chiama {v}"
pattern = '''\bmi chiamo (?P<v>[A-ZÀ-Ý]\w+)'''

[[statements]]
kind = "profile"
attribute = "location"
text = "Abita a {v}"
pattern = '''\babito a %town%'''

[[statements]]
kind = "preference"
attribute = "preference:{t}"
text = "{x} {v}"
pattern = '''\b(?P<x>adoro) (?P<v>(?:il |la )?(?P<t>\w+))'''

[[ended]]
attribute = "location"
text = "Abita a {v}"
pattern = '''\bnon abito più a %town%'''
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with two of the languages, to which tests add Italian, read in the place of the one that ships."""
    copied = tmp_path / "languages"
    copied.mkdir()
    for name in ("es.toml", "pt.toml"):
        shutil.copy(SHIPPED / name, copied)
    monkeypatch.setattr(language_tables, "FOLDER", copied)
    languages.cache_clear()
    yield copied
    languages.cache_clear()


def said(text: str) -> list[tuple[str, str | None, str]]:
    message = Message(text=text, sent_at=datetime(2026, 3, 2, 9, 15, tzinfo=UTC))
    return [(found.op.value, found.attribute, found.text) for found in Extractor().extract(message)]


def test_a_file_is_all_that_a_new_language_needs(folder: Path) -> None:
    assert said("mi chiamo Giulia e abito a Torino") == []

    (folder / "it.toml").write_text(ITALIAN, encoding="utf-8")
    languages.cache_clear()

    assert said("mi chiamo Giulia e abito a Torino") == [
        ("add", "name", "Si chiama Giulia"),
        ("add", "location", "Abita a Torino"),
    ]
    assert said("adoro il caffè") == [("add", "preference:caffè", "Adora il caffè")]
    assert said("non abito più a Torino") == [("retract", "location", "Abita a Torino")]
    assert said("ricorda che la chiave è sotto il vaso") == [("add", None, "La chiave è sotto il vaso")]
    assert said("dimentica tutto su di me") == [(CandidateOp.CONFIRM.value, None, "")]
    assert said("abito a Torino?") == []
    assert asked_for("dove abito?") == "location"
    assert said("fra noi, abito a Torino") == []


def test_the_other_languages_are_read_as_before_beside_a_new_one(folder: Path) -> None:
    (folder / "it.toml").write_text(ITALIAN, encoding="utf-8")

    assert said("vivo en Vigo") == [("add", "location", "Vive en Vigo")]
    assert said("moro em Recife") == [("add", "location", "Mora em Recife")]


@pytest.mark.parametrize(
    ("was", "becomes", "problem"),
    [
        ("marks =", "marks", "it.toml, as TOML: "),
        ('marks = "', 'small = "', "it.toml, marks: has neither marks nor a script"),
        ("guards =", "guard =", "it.toml, the file: 'guards' is missing"),
        ("undo =", "undone =", "it.toml, [commands]: 'undo' is missing"),
        ("(?P<body>.+)", "(.+)", "it.toml, remember: has no (?P<body>"),
        ("town =", "city =", "it.toml, [words]: 'town' is missing"),
        (
            r"mi chiamo (",
            r"(?:mi )*chiamo (",
            "[[statements]] name: …\\b(?:mi )* repeats a group without end; {0,8} does",
        ),
        (r"mi chiamo (", r"mi chiamo ((", "it.toml, [[statements]] name: the pattern does not compile"),
        ('"Si chiama {v}"', '"Si chiama {w}"', "it.toml, [[statements]] name: 'Si chiama {w}' names ['w']"),
        ('kind = "profile"', 'kind = "person"', "it.toml, [[statements]] name: kind is 'person', not one of"),
        ('text = "Si chiama {v}"', "", "it.toml, [[statements]] name: 'text' is missing"),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_place(folder: Path, was: str, becomes: str, problem: str) -> None:
    (folder / "it.toml").write_text(ITALIAN.replace(was, becomes, 1), encoding="utf-8")

    with pytest.raises(LanguageTableError, match=re.escape(problem)) as raised:
        for language in languages():
            language.check()

    assert str(raised.value).endswith("docs/languages.md shows what belongs there.")


DAYS = r"""
[days]
months = ["gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
  "novembre", "dicembre"]
weekdays = ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"]
from_today = { oggi = 0, domani = 1 }
coming = "questo"

[[statements]]
kind = "event"
text = "Si sposa {d}"
dated = true
pattern = '''\bmi sposo (?:il )?(?P<d>.+)'''
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [("mi sposo il 4 maggio", "2026-05-04"), ("mi sposo questo sabato", "questo 2026-03-07"), ("mi sposo presto", "")],
)
def test_days_are_dated_by_the_words_of_the_table(folder: Path, text: str, shown: str) -> None:
    (folder / "it.toml").write_text(ITALIAN + DAYS, encoding="utf-8")
    languages.cache_clear()

    assert said(text) == ([("add", None, f"Si sposa {shown}")] if shown else [])


@pytest.mark.parametrize(
    ("was", "becomes", "problem"),
    [
        ('"gennaio", ', "", "it.toml, [days]: 'months' has 11 entries, not 12"),
        ("from_today =", "today =", "it.toml, [days]: 'from_today' is missing"),
        ("coming =", "nearing =", "it.toml, [days]: ['nearing'] are not known there"),
        ('"questo"', '"(questo"', "it.toml, [days]: the pattern does not compile"),
    ],
)
def test_a_mistake_in_the_days_is_told_too(folder: Path, was: str, becomes: str, problem: str) -> None:
    (folder / "it.toml").write_text(ITALIAN + DAYS.replace(was, becomes, 1), encoding="utf-8")

    with pytest.raises(LanguageTableError, match=re.escape(problem)):
        for language in languages():
            language.check()


def test_the_page_for_speakers_tells_every_key_and_attribute() -> None:
    page = (SHIPPED.parents[1] / "docs" / "languages.md").read_text(encoding="utf-8")
    named = {each.attribute for language in languages() for each in language.statements if each.attribute}

    missing = {name for name in named if f"`{name.partition(':')[0]}" not in page}
    missing |= {name for name in language_tables.COMMANDS if f"`{name}`" not in page}

    assert missing == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lunedì nuoto", [("add", None, "Nuota lunedì")]),
        ("lunedì parto presto", [("add", None, "Parte presto lunedì")]),
        ("lunedì dormo", []),
        ("il lunedì lavoriamo a Torino", [("add", None, "Lavora a Torino il lunedì")]),
    ],
)
def test_verbs_of_the_table_stand_in_patterns_and_endings_turn_the_rest(
    folder: Path, text: str, found: list[tuple[str, str | None, str]]
) -> None:
    table = ITALIAN.replace('adoro = "adora"', 'adoro = "adora"\nnuoto = "nuota"\n"parto presto" = "parte presto"')
    table = table.replace("[commands]", '"-iamo" = "a"\n\n[commands]', 1) + (
        "\n[[statements]]\nkind = 'fact'\ntext = '{x} {w}'\npattern = '''^(?P<w>lunedì) (?P<x>%verb%)'''\n"
        "\n[[statements]]\nkind = 'fact'\ntext = '{x} {r} {w}'\n"
        "pattern = '''^(?P<w>il lunedì) (?P<x>\\w+iamo) (?P<r>.+)'''\n"
    )
    (folder / "it.toml").write_text(table.replace("mi in a", "mi lunedì lavoriamo in a"), encoding="utf-8")
    languages.cache_clear()

    assert said(text) == found


def test_doubts_spoil_what_stands_between_the_same_commas(folder: Path) -> None:
    table = ITALIAN.replace("[words]", "doubts = '''\\b(?:magari|forse)\\b'''\n\n[words]", 1)
    (folder / "it.toml").write_text(table.replace("se|forse|vorrei", "se|vorrei"), encoding="utf-8")
    languages.cache_clear()

    assert said("mi chiamo Giulia, magari abito a Torino") == [("add", "name", "Si chiama Giulia")]
    assert said("mi chiamo Giulia, abito a Torino") == [
        ("add", "name", "Si chiama Giulia"),
        ("add", "location", "Abita a Torino"),
    ]
