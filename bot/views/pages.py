"""The few web pages of installing by OAuth, as pure functions: a button, thanks, or a kind word on what went wrong."""

from html import escape

_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.05rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 12vh auto; padding: 0 1.25rem; }}
h1 {{ font-size: 1.5rem; margin: 0 0 .75rem; }}
a.button {{ display: inline-block; margin-top: 1rem; padding: .6rem 1.2rem; border-radius: .5rem;
  background: #3b3054; color: #fff; text-decoration: none; font-weight: 600; }}
a.button:focus-visible {{ outline: 3px solid #8f7bc4; outline-offset: 2px; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{text}</p>
<a class="button" href="{link}">{label}</a>
</main>
</body>
</html>
"""

_REASONS = {
    "access_denied": "You said no, and nothing was installed. Come back whenever you like.",
    "invalid_browser": "This page was opened in another browser, or twice. Please begin once more.",
    "invalid_state": "That took a little long, so the link is no longer good. Please begin once more.",
    "missing_code": "Slack sent you back without its word that you agreed. Please begin once more.",
    "invalid_code": "Slack did not confirm the installation. Please begin once more.",
}
_ANY_OTHER = "Something went wrong on the way, and nothing was installed. Please try once more."


def install_page(name: str, url: str) -> str:
    """Return the page where installing begins; `url` leads to Slack's consent."""
    return _page(
        f"Add {name} to your Slack",
        "It remembers what people tell it, and tells them when they ask. What somebody says to it in a direct message "
        "is never shown to anyone else. Slack asks you next what it may see.",
        url,
        "Add to Slack",
    )


def installed_page(name: str, app_id: str | None, team_id: str | None) -> str:
    """Return the page that says it worked, with a way to the app in Slack; of an organisation the team is None."""
    link = f"slack://app?team={team_id}&id={app_id}" if team_id and app_id else "slack://open"
    return _page(
        f"{name} is installed",
        "Write to it in a direct message, or invite it to a channel and mention it. It answers from what it was told.",
        link,
        "Open Slack",
    )


def failed_page(name: str, reason: str, again: str) -> str:
    """Return the page that says kindly why it did not work, by Bolt's or Slack's name for the reason."""
    return _page(f"{name} was not installed", _REASONS.get(reason, _ANY_OTHER), again, "Begin again")


def _page(title: str, text: str, link: str, label: str) -> str:
    return _FRAME.format(title=escape(title), text=escape(text), link=escape(link), label=escape(label))
