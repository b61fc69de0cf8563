"""Small talk is told from what is worth a look into memory, whatever its dress."""

import pytest

from bot.replies.small_talk import LONGEST, small_talk


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Hi!", "Hello"),
        ("Good   morning :wave:", "Hello"),
        ("hello <@U0BOT>", "Hello"),
        ("ok, thank you so much", "You're welcome"),
        ("what’s up?", "All is well"),
        ("r u a bot or a real person?", "I'm a bot"),
        ("What's your name?", "I'm a bot"),
        ("that was quick!", "Glad that helps"),
        ("haha", "👍"),
        ("see you tomorrow", "👍"),
        ("...", "👍"),
        ("?!", "Ask me what I know"),
        ("nope", "I had asked you nothing"),
        ("No, that's wrong!", "Sorry about that"),
        ("don't record anything I say", "Type `/memory pause`"),
        ("Please remind me to water the plants", "I can't remind you"),
        ("what day is it today?", "I know only what people"),
        ("who won the match last night?", "I know only what people"),
        ("Could you please deploy the site", "That is more than I can do"),
        ("tell us a joke", "That is more than I can do"),
        ("help me with this query please", "That is more than I can do"),
        ("help", "I remember what people tell me"),
    ],
)
def test_small_talk_has_an_answer(text: str, start: str) -> None:
    found = small_talk(text)

    assert found is not None
    assert found.answer.startswith(start)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "hello, where do I live?",
        "no, I live in Leuven",
        "what's my name?",
        "what is Dana's name?",
        "can you tell me where the runbook is?",
        "could you remember that for me?",
        "call me Al",
        "open source is my thing",
        "I play guitar",
        "great coffee at the corner place",
        "yes, the retro is on Monday",
        "the build is red",
    ],
)
def test_what_may_be_about_memory_is_none(text: str) -> None:
    assert small_talk(text) is None


@pytest.mark.parametrize("text", ["can you summarise the offsite?", "who is the king of spreadsheets?"])
def test_what_memory_might_know_is_left_to_it_first(text: str) -> None:
    found = small_talk(text)

    assert found is not None
    assert found.unless_known


@pytest.mark.parametrize("text", ["thanks" + "!" * LONGEST, ", " * 20_000, "hello " * 10_000])
def test_a_long_message_is_no_small_talk_and_none_is_hard_to_read(text: str) -> None:
    assert small_talk(text) is None
