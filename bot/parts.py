"""The parts of the bot, built once from the settings and handed to whoever needs them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.installing.served import Served
from bot.metrics import Metrics
from bot.policy import Policies
from bot.reminders import Reminders
from bot.replies.base import ReplyEngine, Situation
from bot.replies.grounded import GroundedReplies
from bot.requests.obey import Confirmations
from bot.settings import Settings
from bot.slack.mrkdwn import unescape
from bot.slack.standing import Standing
from memory.book import Book, BookSettings, open_book
from memory.encoding import Encoder
from memory.records import Person, Recalled

if TYPE_CHECKING:
    from bot.replies.second_reading import SecondReader
    from extractors.pipeline import Extractor


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


@dataclass(slots=True)
class Parts:
    """What a turn needs. `names` are display names by person, filled as people are met.

    `bot_user_id` is who we are once that is known; where there are many workspaces, `bot_user_ids` tells it by their
    id. `policies` are what admins chose. `served` knows which workspaces must be left alone, `standing` who is an
    outsider and what is private now. `last_answer` holds, for a person and a channel, what the last answer there was
    made of, for "why?".
    """

    settings: Settings
    book: Book
    extractor: "Extractor"
    replies: ReplyEngine
    second_reader: "SecondReader | None" = None
    confirmations: Confirmations = field(default_factory=Confirmations)
    standing: Standing = field(default_factory=Standing)
    policies: Policies = field(default_factory=Policies)
    bot_user_id: str | None = None
    bot_user_ids: dict[str, str] = field(default_factory=dict)
    served: Served = field(default_factory=Served)
    names: dict[Person, str] = field(default_factory=dict)
    last_answer: dict[tuple[Person, str], list[Recalled]] = field(default_factory=dict)
    reminders: Reminders = field(default_factory=Reminders)

    def bot_in(self, team_id: str) -> str | None:
        """Return the bot's own user id in a workspace."""
        return self.bot_user_ids.get(team_id, self.bot_user_id)

    def plain(self, text: str) -> str:
        """Return Slack text without the mention of the bot itself and with Slack's escapes undone."""
        ours = "|".join(each for each in {self.bot_user_id, *self.bot_user_ids.values()} if each)
        mention = rf"(?<!\s)\s*<@(?:{ours})(?:\|[^>]*)?>[,:]?\s*" if ours else r"(?!)"
        return unescape(re.sub(mention, " ", text)).strip()

    def name_of(self, person: Person) -> str:
        """Return what to call somebody else; "a colleague" for someone whose name is not known."""
        return self.names.get(person, "a colleague")


def open_memory(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> Book:
    """Open the home that the settings name.

    Raises:
        StoreError: If the home cannot be made or written.
        SchemaError: If the home was written by a newer version.
        MissingEncoderError: If an encoder is configured and what runs it is not installed.
        EncoderModelError: If the folder of its model is not there.
    """
    memory = settings.memory
    limits = BookSettings(
        recall_max_items=memory.recall_max_items,
        recall_max_chars=memory.recall_max_chars,
        min_profile_confidence=memory.min_profile_confidence,
        retention_days=memory.retention_days,
        retention_days_by_kind=memory.retention_days_by_kind,
        uninstalled_days=memory.uninstalled_days,
        schema_auto_migrate=memory.schema_auto_migrate,
    )
    return open_book(settings.home, limits, now=now, encoder=_encoder(memory.encoder) if memory.encoder else None)


def _encoder(model: str) -> Encoder:
    from memory.encoding.transformers import SentenceTransformer

    return SentenceTransformer(model)


def build_parts(settings: Settings, *, now: Callable[[], datetime] = utc_now, metrics: Metrics | None = None) -> Parts:
    """Open the home and load what a turn needs, the model included where one is set.

    Raises what `open_memory` and `connect` raise.
    """
    from extractors.pipeline import Extractor  # spaCy is heavy, and not every verb needs it

    standing, policies = Standing(settings.home), Policies(settings.home)
    reminders = Reminders(settings.home)
    if settings.model is None:
        return Parts(
            settings,
            open_memory(settings, now=now),
            Extractor(pipeline=settings.memory.pipeline),
            GroundedReplies(),
            standing=standing,
            policies=policies,
            reminders=reminders,
        )
    from bot.replies.model import ModelReplies
    from bot.replies.providers import connect
    from bot.tools import Tool, bound_to, tools_of

    connected = connect(settings)
    book = open_memory(settings, now=now)
    extractor = Extractor(pipeline=settings.memory.pipeline)

    def tools(situation: Situation) -> list[Tool]:
        return tools_of(bound_to(situation, book, extractor, settings))

    replies = ModelReplies(connected, book, settings, grounded=GroundedReplies(), tools=tools, metrics=metrics)
    reader = None
    if settings.model_extraction:
        from bot.replies.second_reading import ModelReader
        from bot.replies.spending import DayBudget

        budget = DayBudget(settings.home, settings.model_day_tokens)
        reader = ModelReader(connected.model, extractor, budget, seconds=settings.model_extraction_seconds)
    return Parts(settings, book, extractor, replies, reader, standing=standing, policies=policies, reminders=reminders)
