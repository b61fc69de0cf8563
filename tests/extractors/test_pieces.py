"""What stands between the commas of a message in another language."""

import pytest

from extractors.message import Message, clean
from extractors.other_languages.language_tables import languages
from extractors.other_languages.pieces import MOST_CHARS, MOST_PIECES, Piece, pieces_of
from tests.extractors.conftest import SENT


def cut(code: str, text: str, *, surface: str = "channel", closed: tuple[tuple[int, int], ...] = ()) -> list[Piece]:
    language = next(one for one in languages() if one.name == code)
    message = Message(text=text, sent_at=SENT, surface=surface)
    return list(pieces_of(language, clean(text), message, closed))


def test_parts_stand_by_themselves_and_together_the_shortest_first() -> None:
    pieces = cut("de", "die Bänder hängen hinterm Tor, ganz hinten, am Haken")

    assert [piece.words for piece in pieces] == [
        "die Bänder hängen hinterm Tor",
        "ganz hinten",
        "am Haken",
        "die Bänder hängen hinterm Tor, ganz hinten",
        "ganz hinten, am Haken",
        "die Bänder hängen hinterm Tor, ganz hinten, am Haken",
    ]
    assert [(piece.size, piece.of) for piece in pieces] == [(1, 3)] * 3 + [(2, 3)] * 2 + [(3, 3)]


@pytest.mark.parametrize(
    ("code", "text", "parts"),
    [
        ("zh", "谢谢，钥匙挂在门后；随便用", ["谢谢", "钥匙挂在门后", "随便用"]),
        ("fr", "le code est prêt: la doc aussi", ["le code est prêt", "la doc aussi"]),
        ("es", "la reunión empieza a las 10:30 en la sala", ["la reunión empieza a las 10:30 en la sala"]),
    ],
)
def test_where_parts_end(code: str, text: str, parts: list[str]) -> None:
    assert [piece.words for piece in cut(code, text) if piece.size == 1] == parts


def test_an_emoji_ends_a_sentence_with_words_on_either_side() -> None:
    assert [piece.words for piece in cut("pt", "a Alice nasceu ontem :heart: só volto em abril")] == [
        "a Alice nasceu ontem",
        "só volto em abril",
    ]
    assert [piece.words for piece in cut("pt", "a Alice :heart: nasceu ontem")] == ["a Alice   nasceu ontem"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("es", "la clave del wifi nuevo :lock: es Kompressor2024 y ya está"),
        ("de", "meine Diagnose kam gestern an :cry: am 3. Mai geht es los"),
    ],
)
def test_no_emoji_parts_a_secret_or_what_is_private_from_what_tells_it(code: str, text: str) -> None:
    assert cut(code, text) == []


def test_each_knows_its_sentence_and_how_many_there_are() -> None:
    pieces = cut("de", "Das Tor klemmt. Der Haken hängt links, ganz oben.")

    assert [(piece.place, piece.sentences) for piece in pieces] == [(0, 2), (1, 2), (1, 2), (1, 2)]
    assert {piece.text[slice(*piece.sentence)] for piece in pieces[1:]} == {"Der Haken hängt links, ganz oben."}


def test_each_knows_whether_it_is_said_to_the_bot() -> None:
    assert [piece.to_bot for piece in cut("de", "Das Tor klemmt", surface="dm")] == [True]
    assert [piece.to_bot for piece in cut("de", "Das Tor klemmt")] == [False]


def test_what_was_taken_up_is_left_out_with_all_that_holds_it() -> None:
    text = "Das Tor klemmt, der Haken hängt links"

    assert [piece.words for piece in cut("de", text, closed=((0, 7),))] == ["der Haken hängt links"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "wo liegen die Akten im Keller?",
        "`die Rampe trägt nur zwei Paletten`",
        "&gt; die Rampe trägt nur zwei Paletten",
        "meine Migräne ist wieder da, das Licht stört",
        "das Passwort für das WLAN ist Kompressor2024",
        "x" * MOST_CHARS + " und die Rampe trägt zwei Paletten",
    ],
)
def test_what_asks_is_quoted_private_secret_or_too_far_on_is_left_out(text: str) -> None:
    assert cut("de", text) == []


def test_of_a_long_list_the_beginning_is_cut() -> None:
    pieces = cut("de", ", ".join(f"die Rampe {number}" for number in range(40)))

    assert {piece.of for piece in pieces} == {MOST_PIECES}
    assert len(pieces) == MOST_PIECES * (MOST_PIECES + 1) // 2
