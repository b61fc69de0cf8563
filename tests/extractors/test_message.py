"""Slack mrkdwn to clean text, with the way back to the raw message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.message import MAX_ANALYSED_CHARS, clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param("I live in Porto", "I live in Porto", id="plain"),
        pytest.param("*bold* and _italic_ and snake_case", "bold and italic and snake_case", id="marks"),
        pytest.param("Otter &amp; Finch &lt;3", "Otter & Finch <3", id="entities"),
        pytest.param("see <https://wiki.example/a|here>", "see https://wiki.example/a", id="link with a bare label"),
        pytest.param("see <https://wiki.example/a>", "see https://wiki.example/a", id="link"),
        pytest.param(
            "see <https://wiki.example/a|how we ship things>",
            "see how we ship things (https://wiki.example/a)",
            id="link with a speaking label",
        ),
        pytest.param("<mailto:a@b.example|a@b.example>", "a@b.example", id="mail"),
        pytest.param("<tel:+36205550148|+36 20 555 0148>", "+36 20 555 0148", id="telephone"),
        pytest.param("<tel:+36205550148>", "+36205550148", id="telephone without label"),
        pytest.param("orders go to <#C04X|intake>", "orders go to #intake", id="channel"),
        pytest.param("in <#C04X>", "in <#C04X>", id="channel without name"),
        pytest.param("hi <!here> all", "hi  all", id="broadcast"),
        pytest.param("ask <!subteam^S1|@ops>", "ask @ops", id="user group"),
        pytest.param("my dog <@U02> and", "my dog <@U02> and", id="mention"),
        pytest.param("<weird>", "<weird>", id="other angle brackets"),
        pytest.param("use `main.py` please", "use main.py please", id="code is a name"),
        pytest.param("yes :tada: no", "yes   no", id="emoji"),
        pytest.param("yes 🎉 no", "yes   no", id="unicode emoji"),
        pytest.param("at 10:30: go", "at 10:30: go", id="times are no emoji"),
        pytest.param("I ~hate~ love tea", "I   love tea", id="struck out"),
        pytest.param("I’m “fine”", 'I\'m "fine"', id="typographic quotes"),
        pytest.param("so\u200bme \u202etext", "some text", id="invisible characters"),
        pytest.param("", "", id="empty"),
    ],
)
def test_markup_becomes_readable_text(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    "raw",
    [
        "&gt; I live in Recife\nreally?",
        "> I live in Recife\nreally?",
        "really?\n&gt;&gt;&gt; I live in Recife\nand work there",
        "```I live in Recife``` really?",
        "really? ```I live in Recife",
        "`I live in Recife` really?",
        'she said "I live in Recife" to me',
        "she said 'I live in Recife' to me",
        "she said «I live in Recife» to me",
        ":musical_note: I live in Recife :musical_note: stuck in my head",
        "---------- Forwarded message ----------\nFrom: Gwen\n\nI live in Recife",
        "From: Gwen\nSubject: move\n\nI live in Recife",
        "me: I live in Recife\nalso me: no",
        "~I live in Recife~ no",
    ],
)
def test_what_others_said_is_not_analysed(raw: str) -> None:
    assert "Recife" not in clean(raw).plain


def test_short_quotes_are_names() -> None:
    assert "voyage" in clean('he prefers the word "voyage"').plain


def test_a_forward_ends_where_its_sender_goes_on() -> None:
    cleaned = clean("---- Forwarded message ----\nFrom: G\n\nDear all\n^ this is for us")

    assert "for us" in cleaned.plain
    assert "Dear" not in cleaned.plain


def test_the_bots_own_mention_is_how_it_is_addressed() -> None:
    cleaned = clean("<@U00> I live in Porto with <@U02>", bot_user_id="U00")

    assert cleaned.to_bot
    assert cleaned.text.strip() == "I live in Porto with <@U02>"
    assert cleaned.mentions == ("U02",)


def test_a_leading_mention_is_an_address_unless_it_is_the_subject() -> None:
    assert clean("<@U07> remember this").text.strip() == "remember this"
    assert clean("<@U07> has the pager").text == "<@U07> has the pager"


def test_spans_lead_back_to_the_raw_message() -> None:
    raw = "so *I* live in <https://porto.example|Porto> now"
    cleaned = clean(raw)
    start = cleaned.text.index("https")

    first, last = cleaned.raw_span(start, start + 5)

    assert raw[first:last] == "<https://porto.example|Porto>"


def test_an_empty_span_leads_nowhere() -> None:
    assert clean("x").raw_span(0, 0) == (0, 0)
    assert clean("x").raw_span(5, 9) == (0, 0)


def test_opaque_ranges_are_told() -> None:
    cleaned = clean('say "one two three four" now')
    start = cleaned.text.index("one")

    assert cleaned.is_opaque(start, start + 3)
    assert not cleaned.is_opaque(0, 3)


def test_a_document_is_read_up_to_a_limit() -> None:
    assert len(clean("a" * 50_000).text) == MAX_ANALYSED_CHARS


@given(st.text(alphabet=st.sampled_from(list("ab <>@#|`*_~:&;\n\"'!UC0💥\u200b&gt;")) | st.characters(), max_size=200))
def test_any_text_keeps_its_lengths_and_offsets(raw: str) -> None:
    cleaned = clean(raw)

    assert len(cleaned.text) == len(cleaned.plain)
    for position in range(len(cleaned.text)):
        first, last = cleaned.raw_span(position, position + 1)
        assert 0 <= first < last <= len(raw)
