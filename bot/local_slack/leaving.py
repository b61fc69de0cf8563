"""The app is removed, or its tokens revoked: it is told so, and its tokens are good no more."""

from bot.local_slack.faults import OfTokens, Revoked, Uninstalled
from bot.local_slack.messages import Json
from bot.local_slack.workspace import Workspace

LEAVING = frozenset({Revoked.kind, Uninstalled.kind})
"""The events that tell an app that it is out."""


def tell(workspace: Workspace, fault: OfTokens) -> None:
    """Send the app what Slack sends: `tokens_revoked`, and `app_uninstalled` where it was removed."""
    tokens: Json = {"oauth": [], "bot": [workspace.cast.bot_user_id]}
    if isinstance(fault, Uninstalled):
        workspace.notify({"type": Uninstalled.kind}, None)
    workspace.notify({"type": Revoked.kind, "tokens": tokens}, None)
