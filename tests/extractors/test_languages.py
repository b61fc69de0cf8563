"""Statements in other languages, by their tables."""

from datetime import UTC, date, datetime

import pytest

from extractors.message import Message
from extractors.other_languages.language_tables import AFTER_RECEIPTS, languages
from extractors.other_languages.languages import language_of, statements
from extractors.pipeline import Extractor

SENT = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("me llamo Inés y vivo en Vigo", "es"),
        ("ich wohne in Graz und arbeite bei Kuhn", "de"),
        ("j'habite à Lyon et je travaille chez Orange", "fr"),
        ("eu moro em Recife e não como carne", "pt"),
        ("我住在上海", "zh"),
        ("東京に住んでいます", "ja"),
        ("I live in Porto and work at Acme", None),
        ("🎉", None),
        ("", None),
    ],
)
def test_a_language_is_known_by_its_script_or_its_small_words(text: str, name: str | None) -> None:
    found = language_of(text)

    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("sentence", "attribute", "text"),
    [
        ("me llamo Inés y soy nueva", "name", "Nombre es Inés"),
        ("vivo en Vigo desde mayo y soy feliz", "location", "Vive en Vigo"),
        ("ya no vivo en Vigo por el trabajo", "location", "Vive en Vigo"),
        ("soy alérgica a las nueces y a los gatos", "allergy", "Es alérgica a las nueces y a los gatos"),
        ("mi jefa ahora es la Dra. Rosalind, ya no Denise", "manager", "Su jefa es la Dra. Rosalind"),
        ("ich heiße Bruno und bin neu", "name", "Heißt Bruno"),
        ("ich wohne jetzt in Graz und bin froh", "location", "Wohnt in Graz"),
        ("ich trinke keinen Kaffee, aber Tee", "diet", "Trinkt keinen Kaffee"),
        ("je m'appelle Océane et je suis là", "name", "S'appelle Océane"),
        ("j'habite à Lyon et je suis là", "location", "Habite à Lyon"),
        ("eu me chamo Rui e moro longe", "name", "Chama-se Rui"),
        ("não gosto de coentro e você", "preference:coentro", "Não gosta de coentro"),
        ("我叫小明，你好", "name", "名字是小明"),
        ("我对花生过敏", "allergy", "对花生过敏"),
        ("我不吃香菜", "diet", "不吃香菜"),
        ("名前は山田です。", "name", "名前は山田"),
        ("東京に住んでいます。", "location", "東京に住んでいる"),
        ("納豆が苦手です", "preference:納豆", "納豆が苦手"),
        ("我的时区是 UTC+7，谢谢", "timezone", "时区是UTC+7"),
        ("私のタイムゾーンはJSTです", "timezone", "タイムゾーンはJST"),
        ("meine Zeitzone ist UTC+1 und ich bin früh wach", "timezone", "Zeitzone ist UTC+1"),
        ("mi zona horaria es la de Bogotá, gracias", "timezone", "Su zona horaria es Bogotá"),
        ("mon fuseau horaire est UTC+2 et je suis là", "timezone", "Son fuseau horaire est UTC+2"),
        ("o meu fuso é o de Manaus e moro longe", "timezone", "Seu fuso horário é Manaus"),
        ("ich esse seit Ostern kein Brot und bin froh", "diet", "Isst kein Brot"),
    ],
)
def test_a_statement_is_read_in_its_language(sentence: str, attribute: str, text: str) -> None:
    language = language_of(sentence)
    assert language is not None

    found = [(item.attribute, item.text) for item, _, _ in statements(language, sentence, sent=SENT)]

    assert (attribute, text) in found


@pytest.mark.parametrize(
    "sentence",
    [
        "¿vivo en una casa o en un piso?",
        "si yo fuera rico vivo en el mar",
        "如果我住在上海",
        "我住在上海吗？",
        "東京に住んでいますか",
    ],
)
def test_questions_and_wishes_are_left_alone(sentence: str) -> None:
    language = language_of(sentence)
    assert language is not None

    assert list(statements(language, sentence, sent=SENT)) == []


@pytest.mark.parametrize(
    ("sentence", "day"),
    [
        ("下周三我去苏州出差", date(2026, 3, 11)),
        ("周三我去苏州出差", date(2026, 3, 4)),
        ("周一我去苏州出差", date(2026, 3, 9)),
        ("下周天我去苏州出差", date(2026, 3, 15)),
        ("明天我去苏州", date(2026, 3, 3)),
        ("后天我去苏州", date(2026, 3, 4)),
        ("5月3日我去苏州", date(2026, 5, 3)),
        ("1月3日我去苏州", date(2027, 1, 3)),
    ],
)
def test_chinese_plans_carry_their_day(sentence: str, day: date) -> None:
    language = language_of(sentence)
    assert language is not None

    assert [found for _, found, _ in statements(language, sentence, sent=SENT)] == [day]


@pytest.mark.parametrize("sentence", ["13月45日我去苏州", "2月30日我去苏州"])
def test_an_impossible_day_is_no_plan(sentence: str) -> None:
    language = language_of(sentence)
    assert language is not None

    assert list(statements(language, sentence, sent=SENT)) == []


def test_every_language_has_all_commands() -> None:
    wanted = {"remember", "forget", "forget_all", "undo", "previous", "off_record"}

    found = {language.name: set(language.commands) for language in languages()}

    assert {"de", "es", "fr", "ja", "pt", "zh"} <= set(found)
    assert all(commands - {AFTER_RECEIPTS} == wanted for commands in found.values())


@pytest.mark.parametrize("text", ["call me Al", "I work y'all"])
def test_a_few_english_words_are_english_though_others_have_them_too(text: str) -> None:
    assert language_of(text) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("porfa remember that the kiln is off on Mondays", "Kiln is off on Mondays"),
        ("bitte remember that Mrs Lang has the keys", "Mrs Lang has the keys"),
        ("stp forget my old address", "my old address"),
        ("gracias! forget what I said about my move", "my move"),
    ],
)
def test_a_courtesy_of_another_language_stands_before_a_command(text: str, found: str) -> None:
    message = Message(text=text, sent_at=datetime(2026, 3, 2, 9, 15, tzinfo=UTC))

    assert [candidate.text for candidate in Extractor().extract(message)] == [found]


@pytest.mark.parametrize(
    ("sentence", "text", "day"),
    [
        ("我8月3日到14日去拉萨", "2026-08-03 – 2026-08-14 去拉萨", date(2026, 8, 3)),
        ("我7月30日至8月2日休假", "2026-07-30 – 2026-08-02 休假", date(2026, 7, 30)),
        ("8月3日から14日まで休みます", "2026-08-03 – 2026-08-14 休みます", date(2026, 8, 3)),
        ("vom 28. Juli bis 3. August bin ich in Elternzeit", "", date(2026, 7, 28)),
        ("del 30 de julio al 4 de agosto estoy de permiso", "", date(2026, 7, 30)),
    ],
)
def test_a_range_of_days_carries_its_first(sentence: str, text: str, day: date) -> None:
    language = language_of(sentence)
    assert language is not None

    found = [(item.text, dated) for item, dated, _ in statements(language, sentence, sent=SENT)]

    assert [dated for _, dated in found] == [day]
    assert text in {"", found[0][0]}


@pytest.mark.parametrize("surface", ["channel", "thread"])
def test_what_is_told_to_people_is_no_guidance_for_the_bot(surface: str) -> None:
    message = Message(text="bitte immer per Sie", sent_at=datetime(2026, 3, 2, 9, 15, tzinfo=UTC), surface=surface)

    assert Extractor().extract(message) == []
