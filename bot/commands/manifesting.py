"""`manifest`: prints the app's Slack manifest as configured, ready to be pasted where Slack asks for one."""

import json

from bot.commands.output import print_line
from bot.errors import ManifestProblemError
from bot.installing.manifest import app_manifest
from bot.installing.manifest_rules import manifest_problems
from bot.settings import load_settings
from memory.errors import InvalidValueError


def print_manifest(*, http: str | None, socket: bool) -> None:
    """Print the manifest for HTTP at an address, or for Socket Mode; without either, as the settings have it.

    Raises:
        InvalidValueError: If the address is none.
        ManifestProblemError: If Slack would refuse what the settings make of the manifest.
    """
    settings = load_settings()
    if http is not None and not http.startswith(("https://", "http://")):
        raise InvalidValueError("--http", http, "Give the address that Slack reaches, such as https://bot.example.com.")
    manifest = app_manifest(settings, public_url=None if socket else http or settings.public_url)
    if problems := manifest_problems(manifest):
        raise ManifestProblemError(problems)
    print_line(json.dumps(manifest, ensure_ascii=False, indent=2))
