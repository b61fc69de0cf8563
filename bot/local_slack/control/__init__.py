"""`/_control/…`: what people do at the page, and what tests do in their place. One module for each sort of thing."""

from aiohttp import web

from bot.local_slack.control.acting import ActingPart
from bot.local_slack.control.base import Part
from bot.local_slack.control.channels import ChannelsPart
from bot.local_slack.control.messages import MessagesPart
from bot.local_slack.control.people import PeoplePart
from bot.local_slack.control.reactions import ReactionsPart
from bot.local_slack.control.reading import ReadingPart
from bot.local_slack.control.shortcuts import ShortcutsPart
from bot.local_slack.control.stopping import StoppingPart
from bot.local_slack.control.views import ViewsPart
from bot.local_slack.workspace import Workspace

__all__ = ["Control"]

_PARTS: tuple[type[Part], ...] = (
    ReadingPart,
    MessagesPart,
    ActingPart,
    ViewsPart,
    ShortcutsPart,
    ReactionsPart,
    PeoplePart,
    ChannelsPart,
    StoppingPart,
)


class Control:
    """The control API of one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._parts = [part(workspace) for part in _PARTS]

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve `/_control/…`."""
        for part in self._parts:
            part.add_to(router)
