"""What Slack makes of what people type and apps send."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_slack.cast import CAST
from bot.local_slack.text import MOST_CHARS, escape, names_of, rich_text, sent_by_app, typed, unescape

NAMES = names_of(CAST.users, (channel for channel in CAST.channels if channel.type != "im"))


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        pytest.param("plain words", "plain words", id="plain"),
        pytest.param("a < b & c > d", "a &lt; b &amp; c &gt; d", id="escapes"),
        pytest.param("&amp; is typed", "&amp;amp; is typed", id="an-entity-is-just-text"),
        pytest.param("hi @memory-bot!", "hi <@U0MEMORYBOT>!", id="mention-of-the-bot"),
        pytest.param("@Dana's list", "<@U0DANA>'s list", id="mention-with-a-tail"),
        pytest.param("@dana reyes and @DANA", "<@U0DANA> and <@U0DANA>", id="the-longest-name-in-any-case"),
        pytest.param("@danah and me@dana", "@danah and me@dana", id="not-a-name"),
        pytest.param("@memory-bots", "@memory-bots", id="longer-than-the-name"),
        pytest.param("look in #general, #leads", "look in <#C0GENERAL|general>, <#C0LEADS|leads>", id="channels"),
        pytest.param("@here @channel", "<!here> <!channel>", id="broadcasts"),
        pytest.param("see https://a.example/x?b=1&c=2.", "see <https://a.example/x?b=1&amp;c=2>.", id="link"),
        pytest.param("(https://a.example/x)", "(<https://a.example/x>)", id="link-in-brackets"),
        pytest.param("https://a.example/x_(y)", "<https://a.example/x_(y)>", id="brackets-in-a-link"),
        pytest.param("HTTP://A.example", "<HTTP://A.example>", id="link-in-capitals"),
        pytest.param("x@a.example", "<mailto:x@a.example|x@a.example>", id="email"),
        pytest.param("<@U0DANA> <#C0GENERAL|general>", "<@U0DANA> <#C0GENERAL|general>", id="formed-tokens-stay"),
        pytest.param("<https://a.example|A> <!here>", "<https://a.example|A> <!here>", id="formed-links-stay"),
        pytest.param("<@u0dana> <b>", "&lt;@u0dana&gt; &lt;b&gt;", id="not-tokens"),
        pytest.param("`@dana <https://a.example>`", "`@dana &lt;https://a.example&gt;`", id="inline-code"),
        pytest.param("```\n@dana & co\n```", "```\n@dana &amp; co\n```", id="code-block"),
        pytest.param("> quoted", "&gt; quoted", id="quote"),
    ],
)
def test_what_a_person_types(said: str, becomes: str) -> None:
    assert typed(said, NAMES) == becomes


def test_without_names_nothing_is_a_mention() -> None:
    assert typed("@dana", {}) == "@dana"


def test_slash_commands_get_names_beside_the_ids() -> None:
    labelled = names_of(CAST.users, CAST.channels[:1], labelled=True)

    assert typed("forget @dana in #general", labelled) == "forget <@U0DANA|dana> in <#C0GENERAL|general>"


@pytest.mark.parametrize(
    ("sent", "becomes"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("&lt;b&gt; &amp;", "&lt;b&gt; &amp;"),
        ("see https://a.example?b=1&amp;c=2", "see <https://a.example?b=1&amp;c=2>"),
        ("<https://a.example|A & B> <@U0DANA>", "<https://a.example|A & B> <@U0DANA>"),
        ("@dana", "@dana"),
    ],
)
def test_what_an_app_sends(sent: str, becomes: str) -> None:
    assert sent_by_app(sent) == becomes


def test_an_app_s_text_is_cut_where_slack_cuts_it() -> None:
    assert len(sent_by_app("x" * (MOST_CHARS + 5))) == MOST_CHARS


@given(st.text())
def test_escaping_can_be_undone(text: str) -> None:
    assert unescape(escape(text)) == text


@given(st.text(alphabet="<>&@#`ab |U0DANA:/.\n"))
def test_what_is_typed_never_holds_a_stray_bracket(text: str) -> None:
    result = typed(text, NAMES)

    assert result.count("<") == result.count(">")
    assert sent_by_app(result) == result, "an app that repeats it changes nothing"


def test_a_person_s_message_has_its_parts_as_rich_text() -> None:
    text = "hi <@U0DANA> &amp; <#C0GENERAL|general> <!here> <https://a.example?b&amp;c|A&amp;B> <https://b.example>"

    block = rich_text(text, "r1")

    assert block["block_id"] == "r1"
    assert [element for element in block["elements"][0]["elements"] if element.get("text") != " "] == [
        {"type": "text", "text": "hi "},
        {"type": "user", "user_id": "U0DANA"},
        {"type": "text", "text": " & "},
        {"type": "channel", "channel_id": "C0GENERAL"},
        {"type": "broadcast", "range": "here"},
        {"type": "link", "url": "https://a.example?b&c", "text": "A&B"},
        {"type": "link", "url": "https://b.example"},
    ]
