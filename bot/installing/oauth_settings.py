"""What installing by OAuth needs of the settings. Light, unlike what then does it."""

from urllib.parse import urljoin

from bot.errors import MissingTokenError
from bot.installing.manifest import INSTALL_PATH
from bot.settings import Settings


def require_oauth_settings(settings: Settings) -> None:
    """Check that everything is set that installing by OAuth needs.

    Raises:
        MissingTokenError: For the first setting that is not.
    """
    for name, value in (
        ("SLACK_CLIENT_ID", settings.slack_client_id),
        ("SLACK_CLIENT_SECRET", settings.slack_client_secret),
        ("MEMORY_BOT_PUBLIC_URL", settings.public_url),
        ("SLACK_SIGNING_SECRET", settings.slack_signing_secret),
    ):
        if value is None:
            raise MissingTokenError(name, "installing into many workspaces")


def install_url(settings: Settings) -> str:
    """Return the page where installing begins."""
    return urljoin(settings.public_url or "", INSTALL_PATH.lstrip("/"))
