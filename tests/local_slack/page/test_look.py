"""How the page holds up: hostile and huge text, light and dark, contrast, a phone."""

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local_slack.server import LocalWorkspace
from tests.local_slack.page.browser import needs_chromium
from tests.local_slack.page.person import go_to, messages, say

pytestmark = [pytest.mark.browser, needs_chromium, pytest.mark.asyncio(loop_scope="module")]


@pytest.mark.parametrize(
    "hostile",
    [
        "<img src=x onerror='window.bitten = true'>",
        "<script>window.bitten = true</script>",
        "<b>bold</b> <iframe src='javascript:window.bitten=true'></iframe>",
        "<javascript:window.bitten=true|click me>",
    ],
)
async def test_hostile_text_stays_text(page: Page, hostile: str) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, hostile)
    await say(page, "after it")

    await expect(messages(page, "after it")).to_be_visible()
    found = page.locator(".message-list :is(img, script, iframe, b, object, embed, [onerror], a[href^='javascript'])")
    await expect(found).to_have_count(0)
    assert await page.evaluate("window.bitten") is None


async def test_nothing_from_outside_may_run_or_load(workspace: LocalWorkspace, page: Page) -> None:
    answer = await page.request.get(workspace.url)

    assert "default-src 'self'" in answer.headers["content-security-policy"]
    sources = await page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin)")
    assert set(sources) == {workspace.url}


async def height_of(node: Locator) -> float:
    box = await node.bounding_box()
    assert box
    return box["height"]


async def test_a_message_of_forty_thousand_characters_does_not_break_the_layout(page: Page) -> None:
    await go_to(page, "C0PROJECTS")
    await say(page, "x" * 39_990 + " the end")
    long = page.locator(".message")
    await expect(long).to_have_count(1)

    height = await height_of(long)
    assert height < 500
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("button", name="Show more").click()
    await expect(page.get_by_role("button", name="Show less")).to_be_visible()
    assert await height_of(long) > height


@pytest.mark.parametrize(("system", "button"), [("light", "Use the dark theme"), ("dark", "Use the light theme")])
async def test_the_theme_follows_the_system_until_one_is_chosen(page: Page, system: str, button: str) -> None:
    await page.emulate_media(color_scheme="dark" if system == "dark" else "light")
    ground = "getComputedStyle(document.querySelector('.panes')).backgroundColor"
    before = await page.evaluate(ground)
    assert (before == "rgb(255, 255, 255)") == (system == "light")

    await page.get_by_role("button", name=button).click()

    assert await page.evaluate(ground) != before
    await page.reload()
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")
    assert await page.evaluate(ground) != before


CONTRAST = """([front, back]) => {
  const probe = document.createElement("i");
  document.body.append(probe);
  const luminance = (name) => {
    probe.style.color = `var(${name})`;
    const parts = getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  probe.remove();
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_text_has_enough_contrast(page: Page, theme: str) -> None:
    """WCAG 2.2 AA asks for 4.5 for text of normal size (success criterion 1.4.3)."""
    await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    inks = ("text", "text-dim", "link", "code", "stop-text")
    pairs = [(ink, ground) for ink in inks for ground in ("ground", "ground-soft", "ground-raised")]
    pairs += [("frame-text", "frame"), ("frame-dim", "frame"), ("frame-here-text", "frame-here")]
    pairs += [("mention", "mention-ground"), ("me", "me-ground"), ("text-dim", "only-you-ground")]
    pairs += [("white", ground) for ground in ("go", "go-hover", "stop", "badge")]
    await page.evaluate("document.documentElement.style.setProperty('--white', '#ffffff')")

    weak = [
        (*pair, ratio)
        for pair in pairs
        if (ratio := await page.evaluate(CONTRAST, [f"--{name}" for name in pair])) < 4.5
    ]

    assert weak == []


async def test_on_a_phone_the_sidebar_is_a_drawer_and_a_thread_fills_the_screen(page: Page, bot: None) -> None:
    await page.set_viewport_size({"width": 375, "height": 720})
    sidebar = page.get_by_role("navigation", name="Channels and people")
    await expect(sidebar).to_be_hidden()

    await page.get_by_role("button", name="Channels and people").click()
    await expect(sidebar).to_be_visible()
    await page.locator(".place[data-channel=C0GENERAL]").click()
    await expect(sidebar).to_be_hidden()
    await say(page, "@memory-bot a long line of words that has to wrap on a narrow screen, and then some more")
    await page.get_by_role("button", name="1 reply").click()

    await expect(page.locator("#channel")).to_be_hidden()
    await expect(messages(page, "I heard", "thread")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("button", name="Close thread").click()
    await expect(page.locator("#channel")).to_be_visible()


async def test_a_long_channel_shows_its_latest_messages_first(page: Page, workspace: LocalWorkspace) -> None:
    for number in range(160):
        body = {"user": "U0ALEX", "channel": "C0PROJECTS", "text": f"message {number}."}
        await page.request.post(f"{workspace.url}/_control/messages", data=body)
    await go_to(page, "C0PROJECTS")
    latest = messages(page, "message 159.")
    await expect(latest).to_be_in_viewport()
    await expect(messages(page, "message 5.")).to_have_count(0)

    await page.get_by_role("button", name="Show earlier messages").click()

    await expect(messages(page, "message 5.")).to_have_count(1)
    await expect(messages(page, "message 10.")).to_be_in_viewport()
    await expect(latest).not_to_be_in_viewport()
    await page.locator("#channel .scroller").evaluate("(node) => (node.scrollTop = 0)")
    await page.get_by_role("button", name="Latest messages").click()
    await expect(latest).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Latest messages")).to_be_hidden()
