"""The Markdown daily log: its grammar, parse and format. Pure; what the entries add up to is `memory.fold`'s business.

A log file is named for a UTC day, begins with `# Memories for YYYY-MM-DD` and a blank line, and holds one entry a line:

    - **14:30 UTC** | `@alice` | Prefers dark mode in all editors <!-- memory {"id":"01JD…","kind":"preference",…} -->

An entry without `op` in its comment states a memory. One with `op` changes an earlier one, named by `target`, so that
history is never rewritten. An entry without a comment was written by hand, or by another program with the same layout.
Any other line means nothing here and is kept as it is.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from json.encoder import encode_basestring as quoted
from sys import intern
from typing import Final

from ulid import ULID

from memory.entries import (
    MAX_ID_CHARS,
    Edit,
    Entry,
    EntryOp,
    Forget,
    Invalidate,
    Patch,
    Refresh,
    Supersede,
    Undo,
    entry_time,
    op_of,
    source_key,
)
from memory.records import Kind, Memory, Origin, Person, Polarity, Source, Status
from memory.text import sanitise, sanitise_name

_FILE_NAME: Final = re.compile(r"(\d{4}-\d{2}-\d{2})\.md\Z")
_LOOKS_LIKE_ENTRY: Final = "- **"
_ENTRY: Final = re.compile(r"- \*\*([0-2]\d):([0-5]\d) UTC\*\* \| `@([^`]*)` \| (.*)\Z", re.DOTALL)
_COMMENT_START: Final = " <!-- memory {"
_decode: Final = json.JSONDecoder().raw_decode


class EntryError(ValueError):
    """A line that looks like an entry and cannot be read; its text says why, without the words of the entry."""


def file_name(day: date) -> str:
    """Return the name of the log file of a UTC day."""
    return f"{day.isoformat()}.md"


def day_of_file(name: str) -> date | None:
    """Return the UTC day whose log file has this name; None for any other file, such as one of 30 February."""
    match = _FILE_NAME.match(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def header(day: date) -> str:
    """Return how a new log file of a UTC day begins: a heading and a blank line."""
    return f"# Memories for {day.isoformat()}\n\n"


def format_entry(entry: Entry, name: str) -> str:
    """Return the entry as one line, without its line end. `name` is shown as the author; sanitised here.

    Reading the line back gives an equal entry, provided that its texts are sanitised and its times in UTC.
    """
    at = entry_time(entry).isoformat()
    fields = _memory_fields(entry) if isinstance(entry, Memory) else _edit_fields(entry)
    fields["at"] = at.replace("+00:00", "Z")
    comment = _json(fields).replace("<", "\\u003c").replace(">", "\\u003e")
    shown = sanitise_name(name) or "unknown"
    return f"- **{at[11:16]} UTC** | `@{shown}` | {_sentence(entry)} <!-- memory {comment} -->"


def parse_line(line: str, *, subject: Person, day: date) -> Entry | None:
    """Return the entry on a line of the log of `subject` for `day`, or None for a line that is not an entry.

    The exact time stands in the comment; where it disagrees with the visible hour and minute, someone corrected the
    visible one by hand, and that counts. An entry without a comment gets an id made from what it says, the same
    each time it is read.

    Raises:
        EntryError: If the line begins like an entry and cannot be read.
    """
    if not line.startswith(_LOOKS_LIKE_ENTRY):
        return None
    match = _ENTRY.match(line)
    if match is None:
        raise EntryError("it begins like an entry, but is not of the form - **HH:MM UTC** | `@name` | text")
    hour, minute, name, rest = match.groups()
    if hour > "23":
        raise EntryError(f"{hour}:{minute} is not a time of day")
    start = rest.rfind(_COMMENT_START)
    if start < 0:
        if "<!-- memory" in rest:
            raise EntryError("its comment does not hold a JSON object")
        return _written_by_hand(rest, name, subject, datetime.combine(day, time(int(hour), int(minute)), UTC))
    try:
        fields, end = _decode(rest, start + len(_COMMENT_START) - 1)
    except ValueError as error:
        raise EntryError(f"the JSON in its comment cannot be read ({error})") from error
    except RecursionError as error:
        raise EntryError("the JSON in its comment is nested too deeply") from error
    if rest[end:].strip() != "-->":
        raise EntryError("its comment does not end with } -->")
    try:
        at = _time_of(fields, hour, minute, day)
        text = rest[:start]
        if not text.isprintable():
            text = sanitise(text)
        if "op" in fields:
            return _edit(fields, text, at)
        return _memory(fields, text, at, subject)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EntryError(_problem(error)) from error


def _problem(error: Exception) -> str:
    if isinstance(error, EntryError):
        return str(error)
    if isinstance(error, KeyError):
        return f"its comment lacks {error.args[0]!r}"
    return f"a value in its comment cannot be used ({type(error).__name__})"


def _time_of(fields: Mapping[str, object], hour: str, minute: str, day: date) -> datetime:
    if "at" not in fields:
        return datetime.combine(day, time(int(hour), int(minute)), UTC)
    at = datetime.fromisoformat(_string(fields, "at"))
    if at.tzinfo is not UTC:
        if at.tzinfo is None:
            raise EntryError("its time has no time zone")
        at = at.astimezone(UTC)
    if at.minute != int(minute) or at.hour != int(hour):
        at = at.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)
    return at


def _string(fields: Mapping[str, object], name: str) -> str:
    value = fields[name]
    if not isinstance(value, str):
        raise EntryError(f"{name!r} in its comment must be text")
    return value


def _optional(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value
    raise EntryError(f"{name!r} in its comment must be text")


def _id(fields: Mapping[str, object], name: str) -> str:
    value = fields[name]
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID_CHARS or not value.isprintable():
        raise EntryError(f"{name!r} in its comment must be an id of 1 to {MAX_ID_CHARS} visible characters")
    return value


def _confidence(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise EntryError("'confidence' in its comment must be a number from 0 to 1")
    return float(value)


def _source(fields: Mapping[str, object]) -> Source | None:
    if "source" not in fields:
        return None
    channel_id, _, ts = _string(fields, "source").partition("/")
    if not channel_id or not ts:
        raise EntryError("'source' in its comment must be CHANNEL/TS")
    return Source(intern(channel_id), ts, _optional(fields, "permalink"))


_TEXT_OR_NONE: Final = frozenset({str, type(None)})
_KINDS: Final = {kind.value: kind for kind in Kind}
_ORIGINS: Final = {origin.value: origin for origin in Origin}


def _memory(fields: Mapping[str, object], text: str, at: datetime, subject: Person) -> Memory:
    if not text:
        raise EntryError("it has no text")
    kind = _KINDS.get(_string(fields, "kind"))
    if kind is None:
        raise EntryError("its kind is not one of " + ", ".join(_KINDS))
    get = fields.get
    attribute, value, supersedes = get("attribute"), get("value"), get("supersedes")
    if not {type(attribute), type(value), type(supersedes)} <= _TEXT_OR_NONE:
        raise EntryError("'attribute', 'value' and 'supersedes' in its comment must be text")
    return Memory(
        _id(fields, "id"),
        subject,
        kind,
        text,
        _confidence(fields.get("confidence", 0.5)),
        at,
        _ORIGINS[_string(fields, "origin")] if "origin" in fields else Origin.HAND,
        intern(attribute) if isinstance(attribute, str) else None,
        value,  # type: ignore[arg-type]  # the type was checked above
        Polarity.NEGATIVE if get("polarity") == "negative" else Polarity.POSITIVE,
        Status.ACTIVE,
        date.fromisoformat(_string(fields, "dated")) if "dated" in fields else None,
        datetime.fromisoformat(_string(fields, "valid_at")) if "valid_at" in fields else None,
        supersedes,  # type: ignore[arg-type]  # the type was checked above
        None,
        None,
        _source(fields),
    )


def _memory_fields(memory: Memory) -> dict[str, object]:
    fields: dict[str, object] = {"id": memory.id, "kind": memory.kind}
    if memory.attribute is not None:
        fields["attribute"] = memory.attribute
    if memory.value is not None:
        fields["value"] = memory.value
    if memory.polarity is Polarity.NEGATIVE:
        fields["polarity"] = "negative"
    fields["confidence"] = round(memory.confidence, 4)
    if memory.dated is not None:
        fields["dated"] = memory.dated.isoformat()
    if memory.valid_at is not None:
        fields["valid_at"] = memory.valid_at.isoformat()
    if memory.supersedes is not None:
        fields["supersedes"] = memory.supersedes
    fields["origin"] = memory.origin
    _add_source(fields, memory.source)
    return fields


def _json(value: object) -> str:
    """Return texts, numbers, True, and lists and dictionaries of them as JSON, in half the time that `json` takes."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        inside = [f'"{k}":{quoted(v) if isinstance(v, str) else _json(v)}' for k, v in value.items()]
        return "{" + ",".join(inside) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_json, value)) + "]"
    return "true" if value is True else repr(value)


def _add_source(fields: dict[str, object], source: Source | None) -> None:
    if source is not None:
        fields["source"] = source_key(source)
        if source.permalink is not None:
            fields["permalink"] = source.permalink


_LEADS: Final = {Patch: "Updated: ", Refresh: "Said again: ", Invalidate: "No longer so: "}


def _sentence(entry: Entry) -> str:
    if isinstance(entry, Memory):
        return entry.text
    match entry:
        case Patch(text=text) | Refresh(text=text) | Invalidate(text=text) if text:
            return _LEADS[type(entry)] + text
        case Invalidate():
            return "No longer so"
        case Supersede():
            return "Replaced by a newer statement"
        case Forget(hard=True):
            return "Erased a memory"
        case Forget():
            return "Forgot a memory"
        case _:
            return "Took back an entry"


def _edit_fields(edit: Edit) -> dict[str, object]:
    fields: dict[str, object] = {"id": edit.id, "op": op_of(edit), "target": edit.target}
    match edit:
        case Patch() | Refresh():
            if isinstance(edit, Patch) and edit.kind is not None:
                fields["kind"] = edit.kind
            for name in ("attribute", "value"):
                if getattr(edit, name) is not None:
                    fields[name] = getattr(edit, name)
            if edit.confidence is not None:
                fields["confidence"] = round(edit.confidence, 4)
        case Supersede(by=by):
            fields["by"] = by
        case Invalidate(reason=reason) if reason:
            fields["reason"] = reason
        case Forget() | Undo():
            for name in ("tomb", "of"):
                if getattr(edit, name):
                    fields[name] = getattr(edit, name)
            if isinstance(edit, Forget) and edit.final:
                fields["final"] = True
            if isinstance(edit, Forget) and edit.superseded:
                fields["superseded"] = list(edit.superseded)
    fields["origin"] = edit.origin
    _add_source(fields, edit.source)
    return fields


def _edit(fields: Mapping[str, object], text: str, at: datetime) -> Edit:
    try:
        op = EntryOp(_string(fields, "op"))
    except ValueError as error:
        raise EntryError("its op is not one of " + ", ".join(EntryOp)) from error
    common = {
        "id": _id(fields, "id"),
        "target": _id(fields, "target"),
        "at": at,
        "origin": _ORIGINS[_string(fields, "origin")] if "origin" in fields else Origin.HAND,
        "source": _source(fields),
    }
    claim = {"attribute": _optional(fields, "attribute"), "value": _optional(fields, "value")}
    confidence = _confidence(fields["confidence"]) if "confidence" in fields else None
    grave = {"tomb": _optional(fields, "tomb") or "", "of": _optional(fields, "of") or ""}
    match op:
        case EntryOp.PATCH:
            said = text.removeprefix(_LEADS[Patch])
            if not said:
                raise EntryError("it has no text")
            kind = _KINDS[_string(fields, "kind")] if "kind" in fields else None
            return Patch(text=said, kind=kind, confidence=confidence, **claim, **common)  # type: ignore[arg-type]  # checked above, field by field
        case EntryOp.REFRESH:
            said = text.removeprefix(_LEADS[Refresh])
            return Refresh(text=said, confidence=confidence, **claim, **common)  # type: ignore[arg-type]  # checked above, field by field
        case EntryOp.SUPERSEDE:
            return Supersede(by=_id(fields, "by"), **common)  # type: ignore[arg-type]  # checked above, field by field
        case EntryOp.INVALIDATE:
            said = "" if text == "No longer so" else text.removeprefix(_LEADS[Invalidate])
            return Invalidate(text=said, reason=_optional(fields, "reason") or "", **common)  # type: ignore[arg-type]  # checked above, field by field
        case EntryOp.UNDO:
            return Undo(**grave, **common)  # type: ignore[arg-type]  # checked above, field by field
        case _:
            replaced = fields.get("superseded", [])
            if not isinstance(replaced, list) or not all(isinstance(each, str) for each in replaced):
                raise EntryError("'superseded' in its comment must be a list of ids")
            told = {"hard": op is EntryOp.FORGET_HARD, "final": fields.get("final") is True}
            return Forget(**told, superseded=tuple(replaced), **grave, **common)  # type: ignore[arg-type]  # checked above, field by field


def _written_by_hand(rest: str, name: str, subject: Person, at: datetime) -> Memory:
    text = sanitise(rest)
    if not text:
        raise EntryError("it has no text")
    digest = hashlib.blake2b(f"{subject.team_id}/{subject.user_id}/{name}/{text}".encode(), digest_size=10).digest()
    stamp = max(0, int(at.timestamp() * 1000)).to_bytes(6, "big")
    return Memory(str(ULID.from_bytes(stamp + digest)), subject, Kind.FACT, text, 0.8, at, Origin.HAND)
