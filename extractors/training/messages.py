"""Read the labelled messages of `messages/`: what people write, and what of it is worth remembering.

The text format is described in `messages/README.md`; the labelling policy is the capture policy of the bot. Here a file
becomes values, and a value becomes the record of the data format, so that any scorer of it can read these files too.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.errors import MemoryBotError
from memory.records import CandidateOp, Kind

FOLDER = Path(__file__).with_name("messages")
BETWEEN_MESSAGES = timedelta(minutes=1)
LONG_WORDS = 80
#: Attributes that a label may name; those in `OPEN_ATTRIBUTES` are followed by a colon and a topic.
ATTRIBUTES = frozenset(
    [
        "name",
        "nickname",
        "pronouns",
        "role",
        "employer",
        "team",
        "location",
        "hometown",
        "timezone",
        "working_hours",
        "birthday",
        "email",
        "phone",
        "manager",
        "language",
        "partner",
        "pet",
        "child",
        "editor",
        "os",
        "diet",
        "allergy",
        "project",
    ]
)
OPEN_ATTRIBUTES = frozenset({"favourite", "preference", "reference"})

_SIGNS = {
    "+": CandidateOp.ADD,
    "-": CandidateOp.FORGET,
    "~": CandidateOp.RETRACT,
    "!": CandidateOp.REFUSE,
    "?": CandidateOp.CONFIRM,
    "<": CandidateOp.UNDO,
    "@": CandidateOp.REFERENCE_PREVIOUS,
}
_BARE = frozenset({CandidateOp.CONFIRM, CandidateOp.UNDO, CandidateOp.REFERENCE_PREVIOUS})
_BLOCK = re.compile(r"== (?P<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?P<at>\d{4}-\d\d-\d\d \d\d:\d\d) (?P<who>\S.*\S)\Z")
_FIRST = re.compile(r"(?P<surface>dm|channel|thread): (?P<text>\S.*)\Z")
_LABEL = re.compile(r"(?P<sign>[+\-~!?<@])(?: (?P<rest>\S.*))?\Z")
_DATE = re.compile(r" @(\d{4}-\d\d-\d\d)\Z")
_KEY_WORDS = re.compile(r"\[([^\[\]]+)\]")


class LabelFormatError(MemoryBotError):
    """A line of a labelled file that does not fit the format."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(f"{path.name}, line {line}: {problem}. The README beside it shows the format.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One thing that a message should give: an operation and, but for the bare commands, what it is about.

    `kinds` are the acceptable kinds, the likeliest first (`add` only). `must` holds groups of words: of each, one has
    to stand in a right text. `dated` is the day a right memory carries, if any.
    """

    op: CandidateOp
    text: str = ""
    kinds: tuple[Kind, ...] = ()
    attribute: str | None = None
    must: tuple[tuple[str, ...], ...] = ()
    dated: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledMessage:
    """A message and its labels; none means that nothing may be captured. `parent` is what it answers, if it matters."""

    id: str
    user_id: str
    user_name: str
    surface: str
    sent_at: datetime
    text: str
    parent: str | None = None
    labels: tuple[Label, ...] = ()


def load(path: Path) -> list[LabelledMessage]:
    """Return the messages of one file, in its order; an empty file gives none.

    Ids are the file's name and a running number ("a-01-007"). A block's first message has the time of its heading, each
    further one is `BETWEEN_MESSAGES` later.

    A `.jsonl` file holds records of the data format instead, with ids and times of their own.

    Raises:
        LabelFormatError: If a line does not fit; it names the file and the line.
    """
    if path.suffix == ".jsonl":
        lines = path.read_text(encoding="utf-8").splitlines()
        return [_from_line(path, number, line) for number, line in enumerate(lines, 1)]
    return list(_Reader(path).messages())


def load_all(folder: Path = FOLDER) -> list[LabelledMessage]:
    """Return the messages of all `*.txt` files of a folder, by file name."""
    return [message for path in sorted(folder.glob("*.txt")) for message in load(path)]


def to_record(message: LabelledMessage) -> dict[str, object]:
    """Return a message as the record of the data format, ready for JSON; `tags` can be counted."""
    record: dict[str, object] = {
        "id": message.id,
        "user": message.user_id,
        "user_name": message.user_name,
        "surface": message.surface,
        "sent_at": message.sent_at.isoformat().replace("+00:00", "Z"),
        "text": message.text,
    }
    if message.parent is not None:
        record["parent"] = message.parent
    record["gold"] = [_gold(label, message) for label in message.labels]
    record["tags"] = list(_tags(message))
    return record


def _from_line(path: Path, number: int, line: str) -> LabelledMessage:
    try:
        return from_record(json.loads(line))
    except (ValueError, KeyError, TypeError) as error:
        raise LabelFormatError(path, number, f"this is no record of a labelled message ({error})") from error


def from_record(record: Mapping[str, Any]) -> LabelledMessage:
    """Return the message of a record, as `to_record` makes them.

    Raises:
        KeyError: If a field is missing.
        ValueError: If the time, an operation, a kind or a date is none.
    """
    return LabelledMessage(
        id=record["id"],
        user_id=record["user"],
        user_name=record["user_name"],
        surface=record["surface"],
        sent_at=datetime.fromisoformat(record["sent_at"]),
        text=record["text"],
        parent=record.get("parent"),
        labels=tuple(_label_of(gold) for gold in record["gold"]),
    )


def _label_of(gold: Mapping[str, Any]) -> Label:
    return Label(
        op=CandidateOp(gold["op"]),
        text=gold["text"],
        kinds=tuple(Kind(kind) for kind in gold["kind"]),
        attribute=gold["attribute"],
        must=tuple(tuple(group) for group in gold["must"]),
        dated=date.fromisoformat(gold["date"]) if gold["date"] else None,
    )


def to_jsonl(messages: Iterable[LabelledMessage]) -> str:
    """Return messages as JSON Lines, one record a line."""
    return "".join(json.dumps(to_record(message), ensure_ascii=False) + "\n" for message in messages)


def statistics(messages: Sequence[LabelledMessage]) -> dict[str, Counter[str]]:
    """Return how often each surface, operation, first kind, attribute and tag occurs; `op` counts empty as none."""
    labels = [label for message in messages for label in message.labels]
    adds = [label for label in labels if label.op is CandidateOp.ADD]
    return {
        "messages": Counter({"all": len(messages), "people": len({message.user_name for message in messages})}),
        "surface": Counter(message.surface for message in messages),
        "op": Counter(
            [label.op.value for label in labels] + ["none" for message in messages if not message.labels],
        ),
        "kind": Counter(label.kinds[0].value for label in adds),
        "attribute": Counter((label.attribute or "none").partition(":")[0] for label in adds),
        "dated": Counter("yes" if label.dated else "no" for label in adds),
        "tag": Counter(tag for message in messages for tag in _tags(message)),
    }


def _gold(label: Label, message: LabelledMessage) -> dict[str, object]:
    text = label.text
    if not text and label.op in {CandidateOp.UNDO, CandidateOp.REFERENCE_PREVIOUS}:
        text = message.parent or ""
    return {
        "op": label.op.value,
        "kind": [kind.value for kind in label.kinds],
        "attribute": label.attribute,
        "text": text,
        "must": [list(group) for group in label.must],
        "date": label.dated.isoformat() if label.dated else None,
    }


def _tags(message: LabelledMessage) -> Iterator[str]:
    ops = [label.op for label in message.labels]
    if message.text == message.text.lower():
        yield "lowercase"
    if len(message.text.split()) >= LONG_WORDS:
        yield "long"
    if ops.count(CandidateOp.ADD) > 1:
        yield "multi"
    if CandidateOp.RETRACT in ops:
        yield "correction"
    if message.parent is not None:
        yield "parent"
    if any(label.dated for label in message.labels):
        yield "date"


class _Reader:
    """Reads one file, line by line; keeps the number of the line for the errors."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line = 0
        self.blocks = 0
        self.read = 0
        self.who = ""
        self.at: datetime | None = None

    def messages(self) -> Iterator[LabelledMessage]:
        paragraph: list[tuple[int, str]] = []
        for number, line in enumerate([*self.path.read_text(encoding="utf-8").splitlines(), ""], start=1):
            self.line = number
            if line.startswith("=="):
                self._heading(line)
            elif line.startswith("#"):
                continue
            elif line.strip():
                paragraph.append((number, line))
            elif paragraph:
                yield self._message(paragraph)
                paragraph = []

    def _heading(self, line: str) -> None:
        found = _BLOCK.match(line)
        if not found:
            raise self._error(f'{line!r} is not a heading such as "== Mon 2026-03-02 09:15 Dana Reyes"')
        try:
            self.at = datetime.strptime(found["at"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        except ValueError as error:
            raise self._error(f"{found['at']} is no time") from error
        if (weekday := self.at.strftime("%a")) != found["weekday"]:
            raise self._error(f"{found['at']} is a {weekday}, not a {found['weekday']}")
        self.who = found["who"]
        self.blocks += 1

    def _message(self, paragraph: list[tuple[int, str]]) -> LabelledMessage:
        lines = iter(paragraph)
        self.line, line = next(lines)
        parent = None
        if line.startswith("^ "):
            parent = line[2:]
            self.line, line = next(lines, (self.line, ""))
        first = _FIRST.match(line)
        if not first:
            raise self._error(f'{line!r} is not the start of a message ("dm: ", "channel: " or "thread: ")')
        if self.at is None:
            raise self._error("there is no heading above this message")
        text = [first["text"]]
        labels: list[Label] = []
        for self.line, line in lines:
            if line[0] == "|" and not labels:
                text.append(line[2:])
            else:
                labels.append(self._label(line))
        sent_at, self.at = self.at, self.at + BETWEEN_MESSAGES
        self.read += 1
        return LabelledMessage(
            id=f"{self.path.stem}-{self.read:03}",
            user_id=f"U{self.path.stem.replace('-', '').upper()}{self.blocks:03}",
            user_name=self.who,
            surface=first["surface"],
            sent_at=sent_at,
            text="\n".join(text),
            parent=parent,
            labels=tuple(labels),
        )

    def _label(self, line: str) -> Label:
        found = _LABEL.match(line)
        if not found:
            raise self._error(f"{line!r} is not a label: it starts with none of {' '.join(_SIGNS)}")
        op, rest = _SIGNS[found["sign"]], found["rest"] or ""
        head, bar, marked = rest.rpartition(" | ") if "[" not in rest.partition(" | ")[0] else ("", "", rest)
        dated = None
        if day := _DATE.search(marked):
            marked = marked[: day.start()]
            try:
                dated = date.fromisoformat(day[1])
            except ValueError as error:
                raise self._error(f"{day[1]} is no day") from error
        must = tuple(tuple(group.casefold().split("|")) for group in _KEY_WORDS.findall(marked))
        text = _KEY_WORDS.sub(lambda words: words[1].partition("|")[0], marked)
        if op is CandidateOp.ADD and not bar:
            raise self._error(f'{line!r} needs kinds before its text: "+ profile location | Lives in [Porto]"')
        if op in {CandidateOp.ADD, CandidateOp.FORGET, CandidateOp.RETRACT} and not must:
            raise self._error(f"{line!r} marks no key words: put those a right text has to hold in [brackets]")
        if op not in _BARE and not text:
            raise self._error(f"{line!r} says nothing: write the text after the sign")
        if text.endswith("."):
            raise self._error(f"{text!r} ends with a full stop; a canonical text has none")
        kinds, attribute = self._head(op, head)
        return Label(op=op, text=text, kinds=kinds, attribute=attribute, must=must, dated=dated)

    def _head(self, op: CandidateOp, head: str) -> tuple[tuple[Kind, ...], str | None]:
        named, _, attribute = head.partition(" ") if op is CandidateOp.ADD else ("", "", head)
        try:
            kinds = tuple(Kind(kind) for kind in named.split("/") if kind)
        except ValueError as error:
            raise self._error(f"{named!r} names no kinds") from error
        family, colon, topic = attribute.partition(":")
        if attribute and not (family in OPEN_ATTRIBUTES and topic if colon else family in ATTRIBUTES):
            raise self._error(f"{attribute!r} is no attribute")
        return kinds, attribute or None

    def _error(self, problem: str) -> LabelFormatError:
        return LabelFormatError(self.path, self.line, problem)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the messages as JSON Lines, or how many there are of what."""
    parser = argparse.ArgumentParser(prog="python -m extractors.training.messages", description=__doc__)
    parser.add_argument("--stats", action="store_true", help="count surfaces, operations, kinds and attributes instead")
    parser.add_argument("files", nargs="*", type=Path, help="labelled files (default: all that come with the package)")
    options = parser.parse_args(arguments)
    messages = [message for path in options.files for message in load(path)] if options.files else load_all()
    if not options.stats:
        sys.stdout.write(to_jsonl(messages))
        return
    for name, counts in statistics(messages).items():
        sys.stdout.write(f"{name}: " + ", ".join(f"{key} {count}" for key, count in counts.most_common()) + "\n")


if __name__ == "__main__":
    main()
