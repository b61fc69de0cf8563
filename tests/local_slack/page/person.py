"""What a person does at the page, in a few words each."""

from playwright.async_api import Locator, Page, expect

_LUMINANCE = """(node) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(node)[%s];
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""
GROUND, INK = _LUMINANCE % "'backgroundColor'", _LUMINANCE % "'color'"
"""How light a node's background or text is, from 0 to 255, for `Locator.evaluate`."""


def box(page: Page, pane: str = "channel") -> Locator:
    """The field to write in."""
    return page.locator(f"#{pane} > .composer textarea")


def messages(page: Page, text: str, pane: str = "channel") -> Locator:
    return page.locator(f"#{pane} .message").filter(has_text=text)


async def say(page: Page, text: str, pane: str = "channel") -> None:
    await box(page, pane).fill(text)
    await box(page, pane).press("Enter")


async def go_to(page: Page, channel: str) -> None:
    await page.locator(f".place[data-channel={channel}]").click()
    await expect(page.locator(f".place[data-channel={channel}]")).to_have_attribute("aria-current", "page")


async def act_as(page: Page, name: str) -> None:
    await page.get_by_role("radio", name=name).click()
    await expect(page.get_by_role("radio", name=name)).to_be_checked()
    await expect(page.locator("#app")).to_have_attribute("aria-busy", "false")


async def open_menu(page: Page, text: str, pane: str = "channel") -> Locator:
    """Open the menu of a message and return it."""
    message = messages(page, text, pane).last
    await message.hover()
    await message.get_by_role("button", name="More actions").click()
    return page.get_by_role("menu", name="More actions")


async def choose(page: Page, text: str, item: str, pane: str = "channel") -> None:
    """Choose something in the menu of a message."""
    menu = await open_menu(page, text, pane)
    await menu.get_by_role("menuitem", name=item).click()
    await expect(menu).to_have_count(0)


async def react(page: Page, text: str, emoji: str, pane: str = "channel") -> None:
    """Find an emoji and put it below a message."""
    message = messages(page, text, pane).last
    await message.hover()
    await message.locator(".message-tools").get_by_role("button", name="Add reaction").click()
    panel = page.get_by_role("dialog", name="Pick a reaction")
    await panel.get_by_role("textbox").fill(emoji)
    await panel.get_by_role("textbox").press("Enter")
    await expect(panel).to_have_count(0)


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name, exact=True)
