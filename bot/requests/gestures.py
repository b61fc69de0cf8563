"""What people ask of a message without words: to keep it, to take it back, to forget what it taught.

Whoever asks keeps the message for themselves: it is remembered in their own memory, with the origin `shortcut`, which
shows it to nobody else outside the place where it was said. Somebody else's words are kept as theirs.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import PlaceKind
from bot.parts import Parts
from bot.policy import Notes
from bot.preferences import Receipts, preferences_of
from bot.requests.letting_go import forgotten
from bot.requests.receipts import NOTHING_LEFT, take_back
from bot.slack.directory import SILENCE, Directory
from bot.slack.mrkdwn import readable
from bot.slack.posts import Act, Post
from bot.slack.responding import PatientRespond
from bot.slack.telling import dm_with, insist, tell_alone
from bot.turn import CLOSED_HERE, Incoming, notes_of
from bot.views.blocks import MESSAGE_TEXT, Block, clip, context
from bot.views.messages import receipt, receipt_ids, receipt_text
from extractors.commanding.commands import read_commands
from extractors.message import Message, clean
from extractors.secrets import find_doubtful
from memory.records import CandidateOp, Change, Kind, Memory, Operation, Origin, Person, Source

NOT_READABLE = "I can't read that message here. Open its menu and use the shortcut “{shortcut}” instead."
OFF_THE_RECORD = "That was said off the record, so I leave it there."
SECRET = "That looks like a password or key. I don't keep those."  # noqa: S105 - words about secrets, not one
MY_OWN = "Those are my own words. I remember what people say."
NOTHING_IN_IT = "I found nothing in that message to remember."
KNOWN = "I remember that already."
SWITCHED_OFF = "Whoever runs me has switched remembering off."
TAUGHT_NOTHING = "I have learnt nothing about you from that message."

_LEARNED = frozenset({CandidateOp.ADD, CandidateOp.RETRACT})
_OK = 200
_LOOKED_AT = 500
"""Turns of a person that are looked through for one of their messages."""
_SURE = 0.9
"""Confidence in a message that somebody asked to keep."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message that somebody points at; `author` is what to call who said it."""

    text: str
    author_id: str | None
    author: str
    thread_ts: str | None = None
    undoes: Sequence[str] = ()
    """Ids of the memories that the Undo button of a receipt of ours names."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person alone is told: a sentence, or what was kept with its buttons."""

    text: str
    blocks: Sequence[Block] = ()


async def follow(post: Post, incoming: Incoming, client: AsyncWebClient, *, parts: Parts, directory: Directory) -> None:
    """Do what a gesture asks, and tell the person alone what came of it; a reaction that is not for us is passed over.

    Doing it twice changes nothing more: what a message taught is known by its source.

    Raises:
        StoreError: If it could not be saved.
        SlackApiError: If Slack refuses the answer.
    """
    said = await _said(post, incoming, client, parts, directory)
    answer: Answer | None
    match post.act:
        case Act.REMEMBER:
            answer = await asyncio.to_thread(keep, said, incoming, post.done_ts, parts)
        case Act.FORGET:
            answer = await asyncio.to_thread(let_go, said, incoming, post.done_ts, parts)
        case _:
            answer = await asyncio.to_thread(undo, said, post, incoming, parts)
    if answer is not None:
        await _tell(answer, post, incoming, client, thread_ts=said.thread_ts if said else None)


def keep(said: Said | None, incoming: Incoming, asked_ts: str, parts: Parts) -> Answer:
    """Remember a message for the person who asks. Their own words are read as "remember …", others' kept as quoted."""
    if said is None:
        return Answer(NOT_READABLE.format(shortcut=parts.settings.remember_shortcut))
    if not parts.settings.memory.enabled:
        return Answer(SWITCHED_OFF)
    if said.author_id == parts.bot_in(incoming.person.team_id):
        return Answer(MY_OWN)
    if notes_of(incoming, parts) is Notes.NOTHING:
        return Answer(CLOSED_HERE)
    message = Message(
        text=f"remember: {said.text}",
        sent_at=incoming.at,
        user_id=incoming.person.user_id,
        user_name=incoming.name or "",
        bot_user_id=parts.bot_in(incoming.person.team_id),
    )
    if read_commands(clean(said.text, bot_user_id=parts.bot_in(incoming.person.team_id)), message).off_record:
        return Answer(OFF_THE_RECORD)
    candidates = parts.extractor.extract(message)
    if find_doubtful(said.text) or any(candidate.op is CandidateOp.REFUSE for candidate in candidates):
        return Answer(SECRET)
    person, source, at = incoming.person, incoming.source, _time(asked_ts)
    if said.author_id == person.user_id:
        changes = parts.book.apply(
            person,
            [candidate for candidate in candidates if candidate.op in _LEARNED],
            source=source,
            origin=Origin.SHORTCUT,
            at=at,
            actor=person.user_id,
            name=incoming.name,
        )
    else:
        changes = _quote(said, person, source, at, parts)
    news = [change for change in changes if not change.refreshed]
    if news:
        return Answer(receipt_text(news), receipt(news))
    return Answer(KNOWN if changes else NOTHING_IN_IT)


def let_go(said: Said | None, incoming: Incoming, asked_ts: str, parts: Parts) -> Answer:
    """Forget what a message taught about the person who asks; on a receipt of ours, what that speaks of."""
    ids = [memory.id for memory in _taught(incoming, parts)] + list(said.undoes if said else ())
    person = incoming.person
    changes = parts.book.forget_ids(person, ids, at=_time(asked_ts), actor=person.user_id)
    return Answer(clip(forgotten(changes), MESSAGE_TEXT) if changes else TAUGHT_NOTHING)


def undo(said: Said | None, post: Post, incoming: Incoming, parts: Parts) -> Answer | None:
    """Take back what a receipt speaks of, or what a message marked as noted taught; None for any other message."""
    ids = list(said.undoes) if said else []
    if post.author_id == incoming.person.user_id:
        marked = preferences_of(parts.book, incoming.person).receipts is Receipts.REACTION
        ids = [memory.id for memory in _taught(incoming, parts)] if marked else []
    if not ids:
        return None
    return Answer(take_back(incoming.person, ids, at=_time(post.done_ts), parts=parts) or NOTHING_LEFT)


def _quote(said: Said, person: Person, source: Source, at: datetime, parts: Parts) -> list[Change]:
    """Keep somebody else's words as theirs: "Dana said: the demo is at 3"."""
    words = readable(said.text, {each.user_id: name for each, name in parts.names.items()})
    if not words:
        return []
    change = parts.book.remember(
        person,
        f"{said.author} said: {words}",
        kind=Kind.FACT,
        confidence=_SURE,
        source=source,
        origin=Origin.SHORTCUT,
        at=at,
        actor=person.user_id,
    )
    return [] if change.operation is Operation.FORGET_SOFT else [change]


def _taught(incoming: Incoming, parts: Parts) -> list[Memory]:
    place = (incoming.place.channel_id, incoming.ts)
    known = parts.book.memories(incoming.person)
    return [each for each in known if each.source and (each.source.channel_id, each.source.ts) == place]


async def _said(
    post: Post, incoming: Incoming, client: AsyncWebClient, parts: Parts, directory: Directory
) -> Said | None:
    """Return the message: as the shortcut brought it, from what the person told us, or as Slack lets us read it."""
    if post.response_url or post.text:
        return Said(post.text, post.author_id, await _author(post, incoming, client, directory), post.thread_ts)
    if post.act is Act.REMEMBER and post.author_id == incoming.person.user_id:
        own = await asyncio.to_thread(_own_words, incoming, parts)
        if own is not None:
            return own
    message = await _read(post, client)
    if message is None:
        return None
    from_us = message.get("user") == parts.bot_in(incoming.person.team_id)
    known = replace(post, author_id=message.get("user"), author_name=message.get("username"))
    return Said(
        message.get("text") or "",
        known.author_id,
        await _author(known, incoming, client, directory),
        message.get("thread_ts"),
        undoes=receipt_ids(message) if from_us else (),
    )


async def _read(post: Post, client: AsyncWebClient) -> dict[str, Any] | None:
    """Return a message of a channel or thread, or None if we may not read it."""
    try:
        answer = await client.conversations_replies(
            channel=post.channel_id, ts=post.ts, oldest=post.ts, latest=post.ts, inclusive=True
        )
    except SILENCE:
        return None
    return next((each for each in answer.get("messages") or () if each.get("ts") == post.ts), None)


def _own_words(incoming: Incoming, parts: Parts) -> Said | None:
    """Return what the person told us in this message, from the record of our conversations."""
    place = (incoming.place.channel_id, incoming.ts)
    for episode in parts.book.episodes(incoming.person, limit=_LOOKED_AT):
        if (episode.channel_id, episode.ts) == place:
            return Said(episode.text, incoming.person.user_id, "", episode.thread_ts)
    return None


async def _author(post: Post, incoming: Incoming, client: AsyncWebClient, directory: Directory) -> str:
    """Return what to call who said it: their name, or an app's."""
    if post.author_id in {None, incoming.person.user_id}:
        return post.author_name or "An app"
    profile = await directory.profile(client, incoming.person.team_id, str(post.author_id))
    return profile.name or post.author_name or "Someone"


async def _tell(
    answer: Answer, post: Post, incoming: Incoming, client: AsyncWebClient, *, thread_ts: str | None
) -> None:
    """Answer where the gesture was made, to the person alone; where nothing can be said there, in their DM."""
    text, blocks = clip(answer.text, MESSAGE_TEXT), list(answer.blocks) or [context(answer.text)]
    if post.response_url:
        respond = PatientRespond(response_url=post.response_url, client=client)
        told = await respond(text=text, blocks=blocks, response_type="ephemeral", replace_original=False)
        if told.status_code == _OK:
            return
    person, place = incoming.person, incoming.place
    if place.kind is not PlaceKind.DM:
        await tell_alone(client, person, text, channel=place.channel_id, blocks=blocks, thread_ts=thread_ts)
        return
    dm = await dm_with(client, person)
    at = (thread_ts or post.ts) if dm == place.channel_id else None
    await insist(client.chat_postMessage, channel=dm, text=text, blocks=blocks, thread_ts=at)


def _time(ts: str) -> datetime:
    return datetime.fromtimestamp(float(ts), UTC)
