"""What a person does at the page, in a few words each."""

from playwright.async_api import Locator, Page, expect


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
