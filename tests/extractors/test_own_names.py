"""Introductions without a verb, and names put right: read by the name that Slack knows the author by."""

from collections.abc import Callable

import pytest

from extractors.message import Message
from extractors.pipeline import Extractor
from extractors.statements.own_names import alike
from tests.extractors.conftest import SENT, Read

Told = Callable[[str, str], list[str]]


@pytest.fixture
def told(extractor: Extractor) -> Told:
    """What a message in a channel, by somebody of a name, gives: the texts of kind and text."""

    def telling(author: str, text: str) -> list[str]:
        message = Message(text=text, sent_at=SENT, surface="channel", user_name=author, bot_user_id="U00")
        return [found.text for found in extractor.extract(message)]

    return telling


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Ghent, he/him", ["Lives in Ghent", "Pronouns are he/him"]),
        ("based in Accra, they/them :wave:", ["Is based in Accra", "Pronouns are they/them"]),
        ("I work on tariffs out of Ghent, she/they", ["Works on tariffs out of Ghent", "Pronouns are she/they"]),
        ("I told the twins, he/him", []),
    ],
)
def test_pronouns_end_what_one_tells_of_oneself(read: Read, text: str, expected: list[str]) -> None:
    assert [one.text for one in read(text)] == expected


@pytest.mark.parametrize(
    ("author", "text", "expected"),
    [
        ("Noor Haddad", "hi all! Noor, logistics, Rotterdam", ["Name is Noor", "Is in logistics", "Is in Rotterdam"]),
        ("Noor Haddad", "Noor here, archivist, two kids", ["Name is Noor", "Is archivist", "Has two kids"]),
        (
            "Noor Haddad",
            "Myself Noor, fitter at Keel Brothers",
            ["Name is Noor", "Is fitter", "Works at Keel Brothers"],
        ),
        (
            "Noor Haddad",
            "Noor here, archivist, Aleppo born, Rotterdam these days",
            ["Name is Noor", "Is archivist", "Was born in Aleppo", "Is in Rotterdam"],
        ),
        ("Noor Haddad", "Noor, surveyor, Leith born and bred", ["Name is Noor", "Is surveyor", "Was born in Leith"]),
        ("Noor Haddad", "pathology here, Noor", ["Name is Noor", "Is in pathology"]),
        ("Noor Haddad", "new face in billing, Noor", ["Name is Noor", "Is new in billing"]),
        (
            "Noor Haddad",
            "Noor, she or they, from the quarry",
            ["Name is Noor", "Pronouns are she or they", "Is from the quarry"],
        ),
        (
            "Ebenezer Mensah",
            "I'm Ebenezer, Eben to anyone in a hurry",
            ["Name is Ebenezer", "Is called Eben to anyone in a hurry"],
        ),
        ("Ebenezer Mensah", "Not Mr Mensah, please. Eben will do", ["Is called Eben"]),
        ("Ebenezer Mensah", "it's Eben", ["Is called Eben"]),
        ("Ebenezer Mensah", "oh, it's Ebenezer with two z's?", []),
        ("Ebenezer Mensah", "it's Mensah with one s", ["Name is Mensah"]),
        ("Ebenezer Mensah", "ok so that is sorted. it's Ebenezer on the badge", ["Name is Ebenezer"]),
        ("Maria Josefa Ruiz", "write MJ please", ["Is called MJ"]),
        (
            "Pia Sand",
            "Pia here, rope splicer, living in Odda, one noisy parrot called Boss, in on Mondays, Tuesdays and Fridays",
            [
                "Name is Pia",
                "Is rope splicer",
                "Lives in Odda",
                "Has one noisy parrot called Boss",
                "Is in on Mondays, Tuesdays and Fridays",
            ],
        ),
        ("Pia Sand", "Pia here, new on the ferry desk", ["Name is Pia", "Is new on the ferry desk"]),
        ("Pia Sand", "Pia. Stonemason. Odda.", ["Name is Pia", "Is Stonemason", "Is in Odda"]),
        ("Pia Sand", "Pia, but Pippi is fine", ["Name is Pia", "Is called Pippi"]),
        ("Pia Sand", "Pia. Urgent. Ring me.", []),
        ("Pia Sand", "it's Pia Berg from June on", ["Name is Pia Berg"]),
        ("Pia Sand", "it's Pia, with an a at the end", ["Name is Pia"]),
        ("Pia Sand", "Hi, I'm Pia Sand, from the mill", ["Name is Pia Sand", "Is from the mill"]),
        (
            "Pia Sand",
            "Pia with catering, nights only, Tromsø",
            ["Name is Pia", "Is with catering", "Works nights only", "Is in Tromsø"],
        ),
        (
            "Pia Sand",
            "new voice on the help line is mine, Pia, nights only",
            ["Name is Pia", "Is new on the help line", "Works nights only"],
        ),
        (
            "Pia Sand",
            "Servus, Pia, the noisy half of the loom room",
            ["Name is Pia", "Is the noisy half of the loom room"],
        ),
        ("Pia Sand", "Hi, I'm Pia, I press the linen", ["Name is Pia", "Presses the linen"]),
        ("Leo Moss", "no its Moss with two s like the plant", ["Name is Moss"]),
        ("Leo Moss", "two s's in Moss please", ["Name is Moss"]),
    ],
)
def test_an_introduction_is_read_item_by_item(told: Told, author: str, text: str, expected: list[str]) -> None:
    assert told(author, text) == expected


@pytest.mark.parametrize(
    ("author", "text"),
    [
        ("Noor Haddad", "Imani, logistics, Rotterdam"),
        ("Noor Haddad", "thanks, Noor"),
        ("Noor Haddad", "Noor, Bob and Lee are in the room"),
        ("Noor Haddad", "Noor, can you call logistics?"),
        ("Mona Friis", "it's Monday"),
        ("Mona Friis", "it's Mo you want for that"),
        ("Ebenezer Mensah", "Zoom will do"),
        ("Ebenezer Mensah", "Ed will do"),
        ("Pia Sand", "Hi, Pia here, I send the file again"),
        ("Pia Sand", "Hi, Pia here, they lost the file"),
        ("Pia Sand", "the mail that pia, logistics, wrote"),
        ("Pia Sand", "I press the linen"),
        ("Pia Sand", "if Pia, logistics, asks"),
        ("Pia Sand", "Pia here, on the desk till 4 today"),
        ("", "Noor, logistics, Rotterdam"),
    ],
)
def test_a_list_that_does_not_hold_the_authors_name_tells_nothing_of_them(told: Told, author: str, text: str) -> None:
    assert not any(
        found.startswith(("Is in ", "Is called", "Works", "Name is Mon", "Sends", "Is on"))
        for found in told(author, text)
    )


@pytest.mark.parametrize(
    ("name", "author", "short"),
    [
        ("Percy", "Percival Odhiambo", True),
        ("AK", "Abdul Karim Sesay", True),
        ("Zhenya", "Yevhenia Marchuk", False),
        ("percy", "Percival Odhiambo", False),
        ("Bob", "Percival Odhiambo", False),
        ("A1", "Abdul Karim Sesay", False),
    ],
)
def test_a_short_name_is_told_by_how_it_begins(name: str, author: str, short: bool) -> None:
    assert alike(name, author) is short


@pytest.mark.parametrize(
    "text",
    [
        "Hi again to the new people, Ottilie here, the loud one.",
        "welcome to the new people, Ottilie here",
        "Morning everybody, Ottilie here",
    ],
)
def test_a_name_stands_behind_whom_it_is_said_to(read: Read, text: str) -> None:
    assert [found.text for found in read(text)] == ["Name is Ottilie"]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("I'm a nurse at the Royal Infirmary", ["Is a nurse", "Works at the Royal Infirmary"]),
        ("I'm an analyst at the Bank of Ghana", ["Is an analyst", "Works at the Bank of Ghana"]),
        ("I'm a pharmacy tech at the Derry branch", ["Is a pharmacy tech"]),
        ("I'm a physio at the clinic", ["Is a physio"]),
        ("I'm the photographer at the Christmas Party", ["Is the photographer"]),
    ],
)
def test_an_employer_behind_an_article_has_a_name(read: Read, text: str, texts: list[str]) -> None:
    assert [found.text for found in read(text)] == texts


@pytest.mark.parametrize(
    "text", ["all of July, yes. This is Finland", "This is England", "this is Texas, what do you expect"]
)
def test_a_country_is_not_who_is_speaking(read: Read, text: str) -> None:
    assert [found.text for found in read(text) if found.attribute == "name"] == []
