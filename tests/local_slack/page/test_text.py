"""The page's reading of Slack text, run in a real browser: what becomes which element, and that nothing else does."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route

from tests.local_slack.page.browser import PAGE, chromium, needs_chromium

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]

ADDRESS = "http://page.test"
STORE = """{
  me: "U0ALEX",
  users: new Map([["U0ALEX", {id: "U0ALEX", name: "Alex"}], ["U0DANA", {id: "U0DANA", name: "Dana"}]]),
  channels: new Map([["C0GENERAL", {id: "C0GENERAL", name: "general", members: ["U0ALEX"]}],
                     ["C0LEADS", {id: "C0LEADS", name: "leads", members: ["U0DANA"]}]]),
}"""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def page() -> AsyncIterator[Page]:
    """A page that has the modules at hand and nothing running."""

    async def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{ADDRESS}/")
        if name == "":
            await route.fulfill(body="<!doctype html><title>modules</title>", content_type="text/html")
        else:
            await route.fulfill(path=PAGE / name, content_type="text/javascript")

    async with chromium() as browser:
        page = await browser.new_page(locale="en-GB", timezone_id="Europe/Lisbon")
        await page.route(f"{ADDRESS}/**", serve)
        await page.goto(f"{ADDRESS}/")
        yield page


async def shown(page: Page, text: str, dialect: str = "mrkdwn") -> str:
    """The HTML that the page makes of a text."""
    result: str = await page.evaluate(
        f"""async ([text, dialect]) => {{
          const module = await import("/mrkdwn.js");
          const host = document.createElement("div");
          host.append(...module[dialect](text, {STORE}));
          return host.innerHTML;
        }}""",
        [text, dialect],
    )
    return result


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("plain words", "<p>plain words</p>", id="plain"),
        pytest.param("*bold* _italic_ ~gone~", "<p><strong>bold</strong> <em>italic</em> <s>gone</s></p>", id="marks"),
        pytest.param("*bold and _both_*", "<p><strong>bold and <em>both</em></strong></p>", id="nested marks"),
        pytest.param("(*bold*), *so*.", "<p>(<strong>bold</strong>), <strong>so</strong>.</p>", id="by punctuation"),
        pytest.param("2*3*4 and snake_case_name", "<p>2*3*4 and snake_case_name</p>", id="marks inside words"),
        pytest.param("a * not bold*, b * c", "<p>a * not bold*, b * c</p>", id="marks by spaces"),
        pytest.param("*never closed", "<p>*never closed</p>", id="a mark left open"),
        pytest.param("`*code*` `&lt;b&gt;`", "<p><code>*code*</code> <code>&lt;b&gt;</code></p>", id="code"),
        pytest.param("```\nx = *1*\n```", "<pre><code>x = *1*</code></pre>", id="code block"),
        pytest.param("see ```a``` there", "<p>see </p><pre><code>a</code></pre><p> there</p>", id="code within a line"),
        pytest.param("&gt; said\n&gt; twice\nend", "<blockquote><p>said\ntwice</p></blockquote><p>end</p>", id="quote"),
        pytest.param("• one\n• two", "<ul><li>one</li><li>two</li></ul>", id="bullets"),
        pytest.param("- one\n- *two*", "<ul><li>one</li><li><strong>two</strong></li></ul>", id="dashes"),
        pytest.param("3. one\n4. two", '<ol start="3"><li>one</li><li>two</li></ol>', id="numbers"),
        pytest.param("a &amp; b &lt;i&gt; &amp;lt;", "<p>a &amp; b &lt;i&gt; &amp;lt;</p>", id="undone once"),
        pytest.param("hi <@U0DANA>", '<p>hi <span class="mention">@Dana</span></p>', id="mention"),
        pytest.param("hi <@U0ALEX>", '<p>hi <span class="mention mention-me">@Alex</span></p>', id="mention of me"),
        pytest.param("<@U0X|kim>", '<p><span class="mention">@kim</span></p>', id="mention of a stranger"),
        pytest.param(
            "<#C0GENERAL|general>", '<p><a class="mention" href="#/U0ALEX/C0GENERAL">#general</a></p>', id="channel"
        ),
        pytest.param("<#C0LEADS>", '<p><span class="mention">#leads</span></p>', id="channel of others"),
        pytest.param("<!here>", '<p><span class="mention mention-me">@here</span></p>', id="broadcast"),
        pytest.param("<!date^1772442000^{date_num}|then>", "<p><time>02/03/2026</time></p>", id="date"),
        pytest.param("<!date^soon^{date}|then>", "<p><time>then</time></p>", id="a date that is none"),
        pytest.param(
            "<https://a.example/?x=1&amp;y=2|label>",
            '<p><a href="https://a.example/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">label</a></p>',
            id="link with a label",
        ),
        pytest.param(
            "see https://a.example/x.",
            '<p>see <a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>.</p>',
            id="bare address",
        ),
        pytest.param("mail <mailto:a@b.example>", None, id="mail"),
        pytest.param(":tada: :not_an_emoji: 10:30:15", None, id="emoji"),
    ],
)  # fmt: skip
async def test_mrkdwn_becomes_elements(page: Page, text: str, html: str | None) -> None:
    result = await shown(page, text)

    if html is not None:
        assert result == html
    elif "mail" in text:
        assert '<a href="mailto:a@b.example"' in result
        assert ">a@b.example</a>" in result
    else:
        assert '<span class="emoji" role="img" aria-label="tada" title=":tada:">🎉</span>' in result
        assert ":not_an_emoji: 10:30:15" in result


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Title\nbody", '<p class="heading heading-1" role="heading" aria-level="3">Title</p><p>body</p>'),
        (
            "**bold** and *italic* and __bold__",
            "<p><strong>bold</strong> and <em>italic</em> and <strong>bold</strong></p>",
        ),
        ("*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"),
        ("~~old~~ `code`", "<p><s>old</s> <code>code</code></p>"),
        ("```python\nx\n```", "<pre><code>x</code></pre>"),
        ("one\n\n---\n\ntwo", "<p>one</p><hr><p>two</p>"),
        (
            "[label](https://a.example)",
            '<p><a href="https://a.example" target="_blank" rel="noopener noreferrer">label</a></p>',
        ),
        ("[label](javascript:alert)", "<p>[label](javascript:alert)</p>"),
    ],
)
async def test_markdown_becomes_elements(page: Page, text: str, html: str) -> None:
    assert await shown(page, text, "markdown") == html


@pytest.mark.parametrize("dialect", ["mrkdwn", "markdown"])
@pytest.mark.parametrize(
    "hostile",
    [
        "<script>window.bitten = true</script>",
        "<img src=x onerror='window.bitten = true'>",
        "<javascript:window.bitten=true|click>",
        "<JaVaScRiPt:window.bitten=true>",
        "<data:text/html,<script>window.bitten=true</script>|x>",
        "[x](javascript:window.bitten=true)",
        "<@U0X|<img src=x onerror=window.bitten=true>>",
        '<https://a.example/"onmouseover="window.bitten=true|x>',
        "<!date^1^{date}|<b>x</b>>",
        "`<svg onload=window.bitten=true>`",
        "```<iframe src=javascript:window.bitten=true>```",
        ":<img src=x>:",
        "&lt;script&gt;window.bitten=true&lt;/script&gt;",
    ],
)
async def test_hostile_text_makes_no_element_of_its_own(page: Page, hostile: str, dialect: str) -> None:
    found = await page.evaluate(
        f"""async ([text, dialect]) => {{
          const module = await import("/mrkdwn.js");
          const host = document.createElement("div");
          document.body.append(host);
          host.append(...module[dialect](text, {STORE}));
          const ours = new Set(["P", "A", "SPAN", "CODE", "PRE", "TIME"]);
          const all = [...host.querySelectorAll("*")];
          return {{
            foreign: all.filter((node) => !ours.has(node.tagName)).map((node) => node.tagName),
            handlers: all.filter((node) => [...node.attributes].some(({{name}}) => name.startsWith("on"))).length,
            links: all.filter((node) => node.tagName === "A" && !/^https?:/.test(node.getAttribute("href"))).length,
            bitten: window.bitten === true,
          }};
        }}""",
        [hostile, dialect],
    )

    assert found == {"foreign": [], "handlers": 0, "links": 0, "bitten": False}


@pytest.mark.parametrize(
    "text",
    [
        "*" * 40_000,
        "*a _b ~c " * 5_000,
        "`a" * 20_000,
        "<a" * 20_000,
        "```" * 13_333,
        "&gt; " * 10_000,
        "[a](" * 10_000,
        ":a" * 20_000,
    ],
    ids=["stars", "open marks", "ticks", "brackets", "fences", "quotes", "links", "colons"],
)
async def test_forty_thousand_characters_take_well_under_a_second(page: Page, text: str) -> None:
    milliseconds = await page.evaluate(
        f"""async (text) => {{
          const {{ mrkdwn, markdown }} = await import("/mrkdwn.js");
          const start = performance.now();
          mrkdwn(text, {STORE});
          markdown(text, {STORE});
          return performance.now() - start;
        }}""",
        text,
    )

    assert milliseconds < 1_000


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("hi <@U0DANA>, see <#C0GENERAL|general>", "hi @Dana, see #general"),
        ("<https://a.example/?x=1&amp;y=2>", "https://a.example/?x=1&y=2"),
        ("<https://a.example|label>", "<https://a.example|label>"),
        ("1 &lt; 2 &amp;&amp; 3", "1 < 2 && 3"),
        ("<!here> now", "@here now"),
    ],
)
async def test_an_edited_message_starts_as_it_was_typed(page: Page, text: str, typed: str) -> None:
    result = await page.evaluate(
        f"""async (text) => (await import("/mrkdwn.js")).asTyped(text, {STORE})""",
        text,
    )

    assert result == typed


@pytest.mark.parametrize(
    ("text", "is_only"),
    [
        (":tada:", True),
        ("🎉 👍🏽", True),
        ("👩‍💻", True),
        ("7", False),
        (":nothing:", False),
        ("ok 🎉", False),
        ("", False),
    ],
)
async def test_only_messages_of_a_few_emoji_are_shown_large(page: Page, text: str, is_only: bool) -> None:
    assert await page.evaluate("""async (text) => (await import("/emoji.js")).isOnlyEmoji(text)""", text) is is_only


SUGGEST_STORE = """{
  me: "U0ALEX",
  users: new Map([["U0ALEX", {id: "U0ALEX", name: "Alex", real_name: "Alex Rivera"}],
                  ["U0DANA", {id: "U0DANA", name: "Dana", real_name: "Dana Reyes"}],
                  ["U0MEMORYBOT", {id: "U0MEMORYBOT", name: "memory-bot", is_bot: true}]]),
  channels: new Map([["C0GENERAL", {id: "C0GENERAL", members: ["U0ALEX", "U0DANA", "U0MEMORYBOT"]}]]),
  myChannels: [{id: "C0GENERAL", name: "general", members: ["U0ALEX"]}],
  commands: [{command: "/memory", description: "Yours", usage_hint: "list | forget WORDS|all | why"},
             {command: "/soul", description: "Who"}],
}"""


@pytest.mark.parametrize(
    ("text", "inserts"),
    [
        pytest.param("/", ["/memory ", "/soul "], id="all commands"),
        pytest.param("/me", ["/memory "], id="a command begun"),
        pytest.param("/memory", None, id="a command that is complete"),
        pytest.param("/memory ", ["list", "forget ", "why"], id="what a command can do"),
        pytest.param("/memory f", ["forget "], id="a word begun"),
        pytest.param("/memory forget tun", None, id="free words"),
        pytest.param("say /me", None, id="no command in the middle"),
        pytest.param("hi @", ["@memory-bot ", "@Dana "], id="people, the bot first"),
        pytest.param("hi @rey", ["@Dana "], id="by real name"),
        pytest.param("mail a@b", None, id="an address is no mention"),
        pytest.param("see #g", ["#general "], id="channels"),
        pytest.param("well :tad", [":tada: "], id="emoji"),
        pytest.param("at 10:30", None, id="a time is no emoji"),
        pytest.param("", None, id="nothing"),
    ],
)
async def test_completion_offers_what_fits_the_word_before_the_caret(
    page: Page, text: str, inserts: list[str] | None
) -> None:
    result = await page.evaluate(
        f"""async (text) => {{
          const {{ suggest }} = await import("/suggest.js");
          const found = suggest(text, text.length, {{ store: {SUGGEST_STORE}, channelId: "C0GENERAL" }});
          return found?.options.map((option) => option.insert) ?? null;
        }}""",
        text,
    )

    assert result == inserts


ROWS = """async ([messages, options]) => {
  const { rows, mainMessages } = await import("/timeline.js");
  return rows(mainMessages(messages, options.flat ?? false), options).map((row) => {
    if (row.day) return "day";
    if (row.isNew) return "new";
    return `${row.message.text}${row.compact ? " compact" : ""}${row.showsThread ? " answers" : ""}`;
  });
}"""


def said(seconds: int, user: str, text: str, **more: str) -> dict[str, str]:
    return {"ts": f"{1_000_000 + seconds}.000100", "user": user, "text": text} | more


ROOT = {"thread_ts": "1000000.000100"}
DAY = 86_400


@pytest.mark.parametrize(
    ("messages", "options", "expected"),
    [
        pytest.param([], {}, [], id="empty"),
        pytest.param(
            [said(0, "A", "a"), said(60, "A", "b"), said(61, "B", "c")],
            {},
            ["day", "a", "b compact", "c"],
            id="one author's messages stand together",
        ),
        pytest.param(
            [said(0, "A", "a"), said(400, "A", "b"), said(DAY, "A", "c")],
            {},
            ["day", "a", "b", "day", "c"],
            id="later messages stand apart",
        ),
        pytest.param(
            [said(0, "A", "root", **ROOT), said(1, "B", "reply", **ROOT)],
            {},
            ["day", "root"],
            id="a channel keeps replies in their thread",
        ),
        pytest.param(
            [
                said(0, "A", "one"),
                said(1, "A", "two"),
                said(2, "B", "to one", **ROOT),
                said(3, "B", "more", **ROOT),
                said(4, "B", "to two", thread_ts="1000001.000100"),
            ],
            {"flat": True},
            ["day", "one", "two compact", "to one answers", "more compact", "to two answers"],
            id="a DM says which message a late reply answers",
        ),
        pytest.param(
            [said(0, "A", "a"), said(1, "B", "b"), said(2, "A", "c")],
            {"me": "B", "newSince": "1000000.000100"},
            ["day", "a", "b", "new", "c"],
            id="the line for new messages stands before the first of somebody else",
        ),
        pytest.param(
            [said(0, "A", "a"), said(1, "A", "b", ephemeral_to="B")],
            {},
            ["day", "a", "b"],
            id="what only I see never joins what all see",
        ),
    ],
)
async def test_a_timeline_groups_what_belongs_together(
    page: Page, messages: list[dict[str, str]], options: dict[str, object], expected: list[str]
) -> None:
    assert await page.evaluate(ROWS, [messages, options]) == expected
