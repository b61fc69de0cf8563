"""How the snapshots of turns are written down: one JSON object a line, beside the logs, never in them."""

import json
from datetime import datetime

from memory.errors import MemoryBotError
from memory.records import Episode, Origin, Person

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def format_episode(episode: Episode) -> str:
    """Return the episode as one JSON object, without a line end."""
    return _encode(
        {
            "at": episode.at.isoformat().replace("+00:00", "Z"),
            "user": episode.person.user_id if episode.person is not None else None,
            "channel": episode.channel_id,
            "ts": episode.ts,
            "thread_ts": episode.thread_ts,
            "text": episode.text,
            "reply": episode.reply,
            "recalled": episode.recalled,
            "captured": episode.captured,
            **({"given": episode.given} if episode.given else {}),
            "origin": episode.origin.value,
        }
    )


def parse_episode(text: str, team_id: str) -> Episode | None:
    """Return the episode on a line, or None if it cannot be read (a torn end, a change by hand)."""
    try:
        fields = json.loads(text)
        return Episode(
            at=datetime.fromisoformat(fields["at"]),
            person=Person(team_id, fields["user"]),
            channel_id=str(fields["channel"]),
            ts=str(fields["ts"]),
            thread_ts=fields.get("thread_ts"),
            text=str(fields["text"]),
            reply=str(fields["reply"]),
            recalled=tuple(map(str, fields.get("recalled", ()))),
            captured=tuple(map(str, fields.get("captured", ()))),
            given=tuple(map(str, fields.get("given", ()))),
            origin=Origin(fields["origin"]),
        )
    except (ValueError, KeyError, TypeError, MemoryBotError):
        return None
