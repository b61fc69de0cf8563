"""Orders to the bot that hold for good by what they are about, and those of the moment that look like them."""

import time

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("don't apologise so much", "Don't apologise so much"),
        ("dont hedge so much", "Don't hedge so much"),
        ("talk to me like a colleague not a customer", "Talk to them like a colleague not a customer"),
        ("don't treat me like an idiot", "Don't treat them like an idiot"),
        ("treat me as if I know nothing", "Treat them as if they know nothing"),
        ("stop ending with a question", "Asks to stop ending with a question"),
        ("quit saying sorry", "Asks to stop saying sorry"),
        ("stop being so cheerful", "Asks to stop being so cheerful"),
        ("don't repeat my question back to me", "Don't repeat their question back to them"),
        ("numbers in kilos please, always", "Wants numbers in kilos"),
        ("weights in pounds please, always", "Wants weights in pounds"),
        ("short answers when im on the ward please", "Wants short answers when they are on the ward"),
        ("bullet points when i'm on shift pls", "Wants bullet points when they are on shift"),
        ("Please stop with the tips.", "Wants no tips"),
        ("drop the formality", "Wants no formality"),
        ("go easy on the adjectives", "Go easy on the adjectives"),
        ("one question at a time please", "Wants one question at a time"),
        ("be stricter with my spelling", "Be stricter with their spelling"),
        ("be pickier about my semicolons", "Be pickier about their semicolons"),
        ("I'd like you to be blunter", "Be blunter"),
        ("no need to be so polite", "No need to be so polite"),
        ("assume I know nothing about tax", "Assume they know nothing about tax"),
        ("assume I'm on a phone", "Assume they are on a phone"),
        ("assume I have no medical background", "Assume they have no medical background"),
        ("never thank me for asking", "Never thank them for asking"),
        ("don't give me life advice", "Don't give them life advice"),
        ("please don't call me mate", "Does not want to be called mate"),
        ("give me sources or say you don't have any", "Give them sources or say you don't have any"),
        ("say you don't know rather than guess", "Say you don't know rather than guess"),
        ("you can swear, i don't mind", "The bot can swear"),
        ("you can be as blunt as you like, I won't cry", "The bot can be as blunt as you like"),
        ("correct my french when i get it wrong", "Correct their french when they get it wrong"),
        ("spell out abbreviations for me", "Spell out abbreviations for them"),
        ("use my first name, not Mr Hall", "Use their first name, not Mr Hall"),
        ("more examples, fewer definitions please", "Wants more examples, fewer definitions"),
        ("less chirpy please, always", "Wants answers less chirpy"),
        (
            "You may dispense with 'Great question!' at the head of your replies. For good.",
            'Wants no "Great question" at the head of your replies',
        ),
        (
            'You can leave off "I hope this helps" at the end of your replies.',
            'Wants no "I hope this helps" at the end of your replies',
        ),
        ('stop closing with "let me know if I can help"', 'Wants no closing with "let me know if I can help"'),
    ],
)
def test_an_order_about_how_the_bot_speaks_holds_for_good(read: Read, text: str, told: str) -> None:
    assert [(found.kind, found.text) for found in read(text)] == [(Kind.FEEDBACK, told)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I'm Norwegian, so write my dates day first. Always.", "Write their dates day first"),
        ("I'm a pharmacist so give me the proper drug names. Always.", "Give them the proper drug names"),
        ("I see that you add tips at the bottom of every answer. Please stop with the tips.", "Wants no tips"),
        ("you can use medical terms, I'm a nurse", "The bot can use medical terms"),
    ],
)
def test_an_order_beside_a_reason_is_told_as_an_order(read: Read, text: str, told: str) -> None:
    assert [found.text for found in read(text) if found.kind is Kind.FEEDBACK] == [told]


@pytest.mark.parametrize(
    "text",
    [
        "summarise this in three bullets",
        "be quick, I'm about to board",
        "stop for a second",
        "give me a table of that",
        "assume the meeting is at 3",
        "assume I'm the landlord and write the reply",
        "assume I'm a customer: how would you sell me this?",
        "assume I know Ana's address",
        "one more please",
        "one question please",
        "one thing at a time, let's do the budget",
        "be nice to Priya on the call",
        "be stricter with my spelling in this essay please",
        "be honest, is this any good?",
        "be more specific",
        "write to Ana and say thanks",
        "write a reply to the landlord. don't apologise so much.",
        "cut it in half. lose the exclamation marks",
        "don't apologise, it's fine",
        "no need to apologise, it was my mistake",
        "don't compliment Ana so much, she'll notice",
        "don't thank me for the lift, it was nothing",
        "don't open with a joke in my speech on Friday",
        "stop with the printer already, it's broken",
        "stop calling Ben",
        "quit apologising to Ben, he's fine",
        "drop the last line please",
        "cut the intro",
        "give me a hint or say you don't know it",
        "you can stop now",
        "you can skip the second paragraph",
        "feel free to be late, we start at ten past",
        "explain this like I'm five",
        "short answer please, I'm in a hurry",
        "correct my German: Ich habe gegangen",
        "tell Ben to stop with the jokes",
        "should I be stricter with my spelling?",
        'my boss told me "don\'t apologise so much"',
        'the sign says "one question at a time please"',
        "assume I know my bank password is Hunter-22!",
    ],
)
def test_what_is_asked_for_now_or_of_others_is_none(read: Read, text: str) -> None:
    assert not [found for found in read(text) if found.kind is Kind.FEEDBACK]


@pytest.mark.parametrize(
    "text",
    [
        "don't apologise so much Ben",
        "be stricter with the new starters please",
        "one question at a time please folks",
        "stop starting meetings with a joke",
        "you can swear in here, I don't mind",
    ],
)
def test_what_is_said_in_a_channel_is_no_order_to_the_bot(read: Read, text: str) -> None:
    assert not [found for found in read(text, surface="channel") if found.kind is Kind.FEEDBACK]


def test_a_special_category_in_an_order_is_not_kept(read: Read) -> None:
    assert read("short answers when I'm at chemo please") == []


def test_long_words_take_no_long_time(read: Read) -> None:
    started = time.monotonic()
    read("please don't " + "explain so " * 400 + "much")
    read("be more " * 300)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "text",
    [
        "big letters when my eyes are bad",
        "never offer me alcohol, I'm in recovery",
        "talk to me like my priest",
        "use my real name, not my deadname",
        "assume I read the file",
    ],
)
def test_an_order_that_tells_what_is_private_or_of_now_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []
