"""What is said in another voice than the author's tells nothing of the author."""

import pytest

from extractors.guarding.voices import voiced
from tests.extractors.conftest import Read

ANOTHER = [
    # role plays
    "imagine I run a dairy: I have ninety goats, I hate paperwork. what form do I need?",
    "Pretend that I'm a tenant in Oslo. I work nights and I live above a bar. Which clause helps me?",
    "suppose my firm is in Kigali. We never ship on Fridays. Which port would you take?",
    "say I'm a heron. I live at the lake, I love frogs. what should I watch out for?",
    "act as if I'm ninety. I live in Bergen and I use a flip phone",
    "you're the judge, I'm the accused. I live on Elm Street. go",
    "I'm a baker with two vans. you're the taxman, and my daughter is called Flo",
    "be a nasty critic! I'm a potter and I live in Stoke",
    "let's do the harbour quiz. I work for the pilots, you ask",
    "right, line run with me. I'm Hedda and I live in Christiania",
    # drafts and other people's texts
    "new flyer copy, be harsh please: We never use plastic. We love a slow lunch.",
    "caption for the photo: I live for this light, my favourite colour is rust",
    "write me a bio: I'm a welder from Gdansk and I love opera",
    "how do you say in Welsh: I have three sons and I work at the quarry",
    "dress this up for the board, I'm a humble caretaker with a mop",
    "witness statement, as she typed it: I own a trawler and I live in Hull",
    "two personas for the workshop: Hana, 34, lives in Daejeon. Otto, 51, works at a bank.",
    "a paragraph as if by the lighthouse: I live on the rock and I never sleep",
    "---------- Forwarded message ----------\nFrom: Tricia\nHello! I live in Opelousas with my husband",
    "fwd: I moved to Porto",
    "---- Weitergeleitet / forwarded ----\nMy son is called Ben and I live in Porto",
    # plays and logs
    "page 41, MARTA: I hate this house and I live in Riga",
    "first boy: I am Jose and I live in Cebu",
    "client: i work at the mint and i love gold",
]
OWN = {
    "imagine my surprise! I got the job. I work at Tidewater now": "Works at Tidewater",
    "as I said: I live in Tromsø": "Lives in Tromsø",
    "you're the best, I'm a plumber by the way": "Is a plumber",
    "write this down: I'm allergic to nuts": "Is allergic to nuts",
    "NOTE: I live in Porto": "Lives in Porto",
    "intro: I'm Dana, I live in Porto": "Lives in Porto",
    "poster session in May! I work at Acme": "Works at Acme",
    "I live in Porto\n--- Original message ---\nI live in Vigo": "Lives in Porto",
    "Fwd from the portal, skip the rest:\n&gt; I live in Vigo\nI live in Porto": "Lives in Porto",
    "I forwarded the mail. I live in Porto": "Lives in Porto",
    "the draft is done. I live in Porto": "Lives in Porto",
    "remember this copy: I live in Porto": "Lives in Porto",
    "News, before the rumour mill has them: I live in Porto": "Lives in Porto",
    "NORA: I hate this house\nI live in Porto": "Lives in Porto",
}


@pytest.mark.parametrize("text", ANOTHER)
def test_nothing_is_kept_of_what_another_voice_says(read: Read, text: str) -> None:
    assert [found.text for found in read(text)] == []


@pytest.mark.parametrize("text", OWN)
def test_what_sounds_like_another_voice_and_is_ones_own_is_kept(read: Read, text: str) -> None:
    assert OWN[text] in [found.text for found in read(text)]


def test_a_voice_lasts_from_where_it_begins_to_the_end_or_the_end_of_its_line() -> None:
    assert voiced("hello. imagine I'm a cat") == ((5, 24),)
    assert voiced("NORA: I sing\nand so do I") == ((0, 12),)
    assert voiced("first boy: I sing\nsecond boy: I dance") == ((0, 17), (17, 37))
    assert voiced("") == ()


def test_letters_that_grow_in_lower_case_do_not_shift_where_a_voice_begins() -> None:
    (begin, _), *_ = voiced("İİİ. client: i work at the mint")

    assert begin == 4
