"""Whom the bot listens to in the threads of channels, so that nobody must name it in every line of a conversation.

Who names the bot in a thread has its ear there, and need not name it again, until somebody else speaks, they turn to
somebody else, they send it away, or time is up. What anybody else says there is not for the bot: it does not answer,
and learns nothing of it. What is kept, in SQLite so that a restart changes nothing, is who and when; never words.
"""

import logging
import re
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from bot.intake.spoken import sends_away
from bot.slack.posts import Post

_LOG = logging.getLogger(__name__)
_PATIENCE_SECONDS = 10
"""How long to wait for another process that holds the file."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS ears (
    team TEXT, channel TEXT, thread TEXT, user TEXT NOT NULL, spoken_at REAL NOT NULL,
    PRIMARY KEY (team, channel, thread)
) WITHOUT ROWID
"""
_CALLS_SOMEBODY = re.compile(
    r"\W*(?:(?:hey|hi|hello|thanks|thank you|thx|ok|okay|yes|yeah|yep|no|nope|sure|right|and|but|so|cc|fyi)\b\W*?){0,8}"
    r"<(?:@|!here|!channel|!everyone|!subteam)",
    re.IGNORECASE,
)


def calls_somebody(text: str) -> bool:
    """Return whether a message that does not name the bot turns to somebody: "<@U0DANA> can you look?", "hey <!here>".

    To speak of people further on is not to turn to them: "what does <@U0DANA> drink?".
    """
    return _CALLS_SOMEBODY.match(text) is not None


class Threads:
    """Who has the bot's ear in which thread. Safe to use from several threads and processes.

    Args:
        path: Where to keep it; made if it is not there, in a folder that is.
        patience: How long after their last word to the bot somebody keeps its ear; zero if all must always name it.

    The file is a convenience: where it cannot be used, that is logged and nobody has the bot's ear.
    """

    def __init__(self, path: Path, patience: timedelta) -> None:
        self._path, self._patience, self._lock = path, patience, threading.Lock()

    def named(self, team_id: str, post: Post) -> None:
        """Note that a message of a channel names the bot: its author has the bot's ear, or sends it away."""
        if not self._patience:
            return
        if sends_away(post.text):
            self._release(team_id, post)
            return
        self._run("DELETE FROM ears WHERE spoken_at < ?", (float(post.ts) - self._patience.total_seconds(),))
        self._run(
            "INSERT INTO ears VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET user = excluded.user, spoken_at = excluded.spoken_at WHERE spoken_at <= excluded.spoken_at",
            (*_place(team_id, post), post.user_id, float(post.ts)),
        )

    def hears(self, team_id: str, post: Post) -> bool:
        """Return whether a reply that does not name the bot is for it, and note what it means for those to come."""
        if not self._patience or post.thread_ts in {None, post.ts}:
            return False
        rows = self._run(
            "SELECT user, spoken_at FROM ears WHERE team = ? AND channel = ? AND thread = ?", _place(team_id, post)
        )
        at = float(post.ts)
        if not rows or at < rows[0][1]:
            return False
        user_id, spoken_at = rows[0]
        is_theirs = user_id == post.user_id and at - spoken_at < self._patience.total_seconds()
        if not is_theirs or calls_somebody(post.text) or sends_away(post.text):
            self._release(team_id, post)
        else:
            self.named(team_id, post)
        return is_theirs and not calls_somebody(post.text)

    def leave(self, team_id: str) -> None:
        """Listen to nobody in a workspace any more."""
        self._run("DELETE FROM ears WHERE team = ?", (team_id,))

    def _release(self, team_id: str, post: Post) -> None:
        self._run("DELETE FROM ears WHERE team = ? AND channel = ? AND thread = ?", _place(team_id, post))

    def _run(self, statement: str, values: tuple[object, ...]) -> list[tuple[str, float]]:
        try:
            self._path.touch(mode=0o600)
            self._path.chmod(0o600)  # one that an earlier version made may be open to others
            with self._lock, closing(sqlite3.connect(self._path, timeout=_PATIENCE_SECONDS)) as db, db:
                db.execute("PRAGMA synchronous=OFF")  # what a power cut takes, a mention gives back
                db.execute("PRAGMA secure_delete=ON")
                db.execute(_SCHEMA)
                return db.execute(statement, values).fetchall()
        except (OSError, sqlite3.Error) as error:
            _LOG.warning("Threads are not followed: %s cannot be used (%s).", self._path, error)
            return []


def _place(team_id: str, post: Post) -> tuple[str, str, str]:
    return team_id, post.channel_id, post.thread_ts or post.ts
