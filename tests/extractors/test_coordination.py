"""What stands side by side in a sentence: people pointed out, other days and places, covers, limits and their ends."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the man you hear is my uncle Rurik, he tunes organs in Ghent", "Uncle Rurik tunes organs in Ghent"),
        (
            "the jam is from my aunt Petra, she keeps bees behind the station",
            "Aunt Petra keeps bees behind the station",
        ),
        ("my nephew Silas, he is a roofer", "Nephew Silas is a roofer"),
        ("that barking is Juno, our terrier", "Terrier is Juno"),
        ("Ottoline manages me", "Manager is Ottoline"),
    ],
)
def test_people_pointed_out_are_told_of(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "my wife drives the early trams so it's them and me",
        "my manager is Dorte until she leaves, which is June 15",
    ],
)
def test_nobody_is_them_nor_a_day(read: Read, text: str) -> None:
    assert not any("is them" in found.text or "is 2026" in found.text for found in read(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I live in Turku and no longer in Oulu", "Lives in Turku"),
        ("carpenter, based in Arusha but you will mostly find me on a roof", "Is based in Arusha"),
        (
            "tommorow i am in Split for the audit and on friday in Zadar at the yard",
            "Is in Zadar at the yard on 2026-03-06",
        ),
        ("my girl Inga has judo on Mondays which is why I leave at three that day", "Leaves at three on Mondays"),
        (
            "me and my brother Uwe are in Porto 8 to 15 june",
            "Is in Porto from 2026-06-08 to 2026-06-15 with brother Uwe",
        ),
        (
            "I'll be away at the dye course in Thun on Thursday and Friday",
            "Will be away at the dye course in Thun on 2026-03-05 and 2026-03-06",
        ),
        ("When I'm on the ferry it's Bodil who covers for me", "Bodil covers for them"),
        (
            "im migrating the card index and it has to be done by may 15",
            "Card index has to be done by 2026-05-15",
        ),
        ("Sunday to Wednesday for me", "Works Sunday to Wednesday"),
    ],
)
def test_what_is_coordinated_is_told_apart(read: Read, text: str, kept: str) -> None:
    assert any(found.text.lower().endswith(kept.lower()) for found in read(text))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I'm off 3 to 14 August, Olga does my rota in that time", "Olga does rota in that time"),
        ("I'm away from 6 to 17 July; Jill has the keys", "Jill has the keys from 2026-07-06 to 2026-07-17"),
        ("the van can not go out on a sunday", "Van can not go out on a sunday"),
        ("all the labels have to be in Basque", "All the labels have to be in Basque"),
        ("nobody uses our big lathe alone", "Nobody uses the big lathe alone"),
        (
            "the spare parts aren't in the cellar any more, they went up to loft 3",
            "Spare parts went up to loft 3",
        ),
    ],
)
def test_covers_limits_and_new_places(read: Read, text: str, kept: str) -> None:
    assert kept in [found.text for found in read(text, surface="channel")]


@pytest.mark.parametrize(
    "text",
    [
        "Bob does the dishes",
        "the call can't be before noon today",
        "the printer isn't working, it's jammed",
        "the build is not green now, it is red",
        "nobody reads my emails",
        "Tarek's on leave till the 9th I think, or the 10th",
        "we are testing the new build and it has to be done today",
        "we're painting the hall, it should be ready by Monday",
    ],
)
def test_what_only_sounds_so_is_left(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []
