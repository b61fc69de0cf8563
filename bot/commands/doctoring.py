"""`doctor`: one line for each thing that must be right, and what to do about those that are not."""

import typer

from bot.commands.output import print_json, print_line
from bot.doctor import check_everything
from bot.settings import load_settings
from memory.book import utc_now


def show_checkup(*, json: bool) -> None:
    """Print the findings; the exit code is 1 when something is in the way of the bot."""
    findings = check_everything(load_settings, now=utc_now())
    if json:
        print_json([finding.as_dict() for finding in findings])
    else:
        for finding in findings:
            print_line(f"{finding.level.value:4}  {finding.what}: {finding.detail}")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)
