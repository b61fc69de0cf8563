"""What the audit tells admins: which operation, by whom, about whom and why; never a word that was remembered."""

import json
import re
from collections import deque

from bot.requests.administration.acts import Act
from bot.requests.slash_answers import SlashAnswer
from bot.slack.mrkdwn import escape
from bot.views.blocks import clip
from memory.audit import AuditLine
from memory.records import Operation

_MOST_SHOWN = 30
_MOST_EXPORTED = 100_000
_LONGEST_TEXT = 3900
_ID = re.compile(r"\b[CUW](?=[A-Z0-9]*\d)[A-Z0-9]{4,}\b")
"""A person or channel in a note."""

_WORDS = {
    Operation.INSERT: "a new memory",
    Operation.PATCH: "a memory reworded",
    Operation.SUPERSEDE: "a memory replaced",
    Operation.INVALIDATE: "a memory no longer so",
    Operation.FORGET_SOFT: "a memory forgotten",
    Operation.FORGET_HARD: "a memory forgotten for good",
    Operation.ERASE_PERSON: "everything erased",
}
"""What an operation is called; others by their own name."""


def audit(act: Act) -> SlashAnswer:
    """Show the latest acts of everybody in the workspace."""
    lines = deque(act.parts.book.audit(team_id=act.admin.team_id), _MOST_SHOWN)
    told = "\n".join(f"• {_told(line)}" for line in reversed(lines))
    return SlashAnswer(clip(f"*The latest of the audit* (`memory-bot audit` shows all)\n{told}", _LONGEST_TEXT))


def export(act: Act) -> SlashAnswer:
    """Return a file with counts, choices and the audit."""
    book, team_id, policy = act.parts.book, act.admin.team_id, act.policy
    content = {
        "workspace": team_id,
        "at": act.now.isoformat(),
        "people": {
            person.user_id: {"memories": len(book.memories(person)), "paused": book.is_paused(person)}
            for person in book.people(team_id)
        },
        "policy": {
            "denied": sorted(policy.denied),
            "allowed": sorted(policy.allowed),
            "listening": sorted(policy.listening),
            "outsiders": policy.outsiders,
            "retention": {kind.value: days for kind, days in policy.retention.items()},
        },
        "audit": [_row(line) for line in deque(book.audit(team_id=team_id), _MOST_EXPORTED)],
    }
    act.put_down("export for admins")
    name = f"memory-admin-{team_id}-{act.now:%Y-%m-%d}.json"
    text = f"Counts, choices and the audit are in {name}, in our DM; nobody's memories are in it."
    return SlashAnswer(text, file=(name, json.dumps(content, ensure_ascii=False, indent=2)))


def _told(line: AuditLine) -> str:
    """Return a line of the audit as mrkdwn: who, what, about whom, and why."""
    by = f"<@{line.actor}>" if line.actor.startswith(("U", "W")) else escape(line.actor)
    about = f" of <@{line.person.user_id}>" if line.actor != line.person.user_id else ""
    reason = _ID.sub(lambda found: f"<{'#' if found[0][0] == 'C' else '@'}{found[0]}>", escape(_reason(line)))
    if line.operation is Operation.PATCH and line.target == line.person.user_id:
        return f"{line.at:%Y-%m-%d %H:%M} {by}: {reason}"  # a note of what was done, to no memory
    why = f" – {reason}" if reason else ""
    return f"{line.at:%Y-%m-%d %H:%M} {by}: {_WORDS.get(line.operation, line.operation.value)}{about}{why}"


def _row(line: AuditLine) -> dict[str, str]:
    return {
        "at": line.at.isoformat(),
        "operation": line.operation.value,
        "by": line.actor,
        "person": line.person.user_id,
        "reason": _reason(line),
    }


def _reason(line: AuditLine) -> str:
    """Return why it was done, without the ids of memories: whoever imported theirs chose them."""
    return "" if line.note.startswith("by ") else line.note
