"""`doctor`: one line for each thing that must be right, and what to do about those that are not."""

import json as jsonlib
import sys

from bot.cli import print_line
from bot.doctor import check_everything
from bot.settings import load_settings


def show_checkup(*, json: bool) -> None:
    """Print the findings; the exit code is 1 when there is a problem."""
    findings = check_everything(load_settings)
    if json:
        print_line(jsonlib.dumps([finding.as_dict() for finding in findings], ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            mark = "ok     " if finding.ok else "PROBLEM"
            print_line(f"{mark}  {finding.what}: {finding.detail}")
    if not all(finding.ok for finding in findings):
        sys.exit(1)
