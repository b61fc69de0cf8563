"""What people ask of the memory itself: remember, forget, undo, off the record, forget everything, remember this.

Reads normalised words (see `extractors.words`), so "pls dont forget" and "Please don't forget" are one wording. The
wordings of other languages are data, in `extractors/languages/`.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from extractors.chatter import PATTERNS
from extractors.languages import language_of
from extractors.message import CleanText, Message
from extractors.sentences import sentences
from extractors.sieve import Sieve
from extractors.words import Line, words_of
from memory.records import CandidateOp


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    data: dict[str, str] = tomllib.loads((PATTERNS / "commands.toml").read_text(encoding="utf-8"))
    data = {name: pattern.replace("\n", "") for name, pattern in data.items()}
    begin = {"%opening%": data.pop("opening"), "%ask%": data.pop("ask")}
    for name, pattern in data.items():
        for placeholder, written in begin.items():
            pattern = pattern.replace(placeholder, written)
        data[name] = pattern
    return {name: re.compile(pattern, re.IGNORECASE if name == "receipt" else 0) for name, pattern in data.items()}


@cache
def _sieve() -> Sieve[str]:
    """Return the wordings that begin a command or keep something off the record, to be told by a sentence's words."""
    return Sieve((_patterns()[name].pattern, name) for name in _BEGINNINGS)


_BEGINNINGS = "forget_all undo take_back off_record previous remember remember_what_follows forget".split()


@dataclass(frozen=True, slots=True)
class Command:
    """One command found. `start` and `end` are the range of the clean text it takes up; `body` of what it is about."""

    op: CandidateOp
    start: int
    end: int
    body: tuple[int, int] | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands of one message, and the ranges of its clean text that are off the record."""

    found: tuple[Command, ...] = ()
    off_record: tuple[tuple[int, int], ...] = ()


def read_commands(clean: CleanText, message: Message) -> Commands:
    """Return the commands in a message, in order. Most messages hold none, and nothing off the record."""
    found: list[Command] = []
    off_record: list[tuple[int, int]] = []
    ranges = list(sentences(clean.plain))
    for index, (start, end) in enumerate(ranges):
        line = Line(clean.plain, words_of(clean.plain, start, end))
        if not _sieve().possible(line.string):
            continue
        command = _command(line, message, clean, ranges[index + 1 :])
        if command is None and " : " in line.string:
            command = _after_colon(line, message, clean)
        if command is None and " , " in line.string:
            command = _after_aside(line, message, clean)
        if command is not None:
            found.append(command)
            found.extend(_another(command, line, message, clean))
            if command.op in {CandidateOp.CONFIRM, CandidateOp.UNDO}:
                break
            continue
        marker = _patterns()["off_record"].search(line.string)
        if marker:
            nothing_else = len(line.words) - len(marker[0].split()) <= 3
            last = index == len(ranges) - 1
            off_record.append((0 if nothing_else and last and index else start, len(clean.plain)))
            break
    if not found and not off_record:
        return _in_other_language(clean, ranges)
    return Commands(tuple(found), tuple(off_record))


def wants_kept(clean: CleanText) -> bool:
    """Return whether a message asks, anywhere, to keep what it says: with a secret in it, that is to be refused."""
    string = Line(clean.plain, words_of(clean.plain)).string
    return bool(_patterns()["keep_cue"].search(string)) and not _patterns()["off_record"].search(string)


def _in_other_language(clean: CleanText, ranges: Sequence[tuple[int, int]]) -> Commands:
    """Return the commands of a message in a language that has tables."""
    language = language_of(clean.plain)
    if language is None:
        return Commands()
    found: list[Command] = []
    for index, (start, end) in enumerate(ranges):
        sentence = clean.plain[start:end]
        marker = language.commanded("off_record", sentence)
        # "Merk dir das nicht" alone takes the last capture back; after a statement it keeps that off the record.
        if marker and (index or not language.commanded("undo", sentence)):
            nothing_else = len(marker[0]) * 2 > len(sentence)
            return Commands(tuple(found), ((0 if nothing_else else start, len(clean.plain)),))
        for name, op in _OTHER_OPS:
            match = language.commanded(name, sentence)
            asked = bool(match and match.groupdict().get("ask"))
            if match and (asked or name not in {"remember", "forget"} or not sentence.endswith(("?", "？"))):
                body = match.span("body") if "body" in match.re.groupindex else None
                found.append(
                    Command(
                        op, start, end, (start + body[0], start + body[1]) if body else None, f"{language.name}-{name}"
                    )
                )
                break
    return Commands(tuple(found))


_OTHER_OPS = (
    ("forget_all", CandidateOp.CONFIRM),
    ("undo", CandidateOp.UNDO),
    ("previous", CandidateOp.REFERENCE_PREVIOUS),
    ("remember", CandidateOp.ADD),
    ("forget", CandidateOp.FORGET),
)


def _command(line: Line, message: Message, clean: CleanText, following: Sequence[tuple[int, int]]) -> Command | None:
    string = line.string
    if not line.words:
        return None
    start, end = line.words[0].start, line.words[-1].end
    patterns = _patterns()
    if patterns["forget_all"].match(string) and patterns["all_of_me"].search(string):
        return Command(CandidateOp.CONFIRM, start, end, rule="forget-everything")
    receipt = _receipt(message)
    undo = patterns["undo"].match(string)
    if undo and (receipt or not patterns["not_saved"].search(string)) and ":" not in undo["rest"]:
        return Command(CandidateOp.UNDO, start, end, rule="undo")
    if receipt and patterns["take_back"].search(string):
        return Command(CandidateOp.UNDO, start, end, rule="take-back")
    if patterns["off_record"].search(string):
        return None
    if patterns["previous"].match(string):
        return Command(CandidateOp.REFERENCE_PREVIOUS, start, end, rule="remember-this")
    return _remember(line, message, clean, following) or _forget(line, message, clean)


def _after_colon(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command that follows an introduction: "clean slate time: forget everything you know about me"."""
    colon = next(index for index, word in enumerate(line.words) if word.norm == ":")
    return _command(Line(line.text, line.words[colon + 1 :]), message, clean, ())


def _after_aside(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command that follows a short aside and cannot be meant otherwise: "silly me, forget what I said …"."""
    comma = next(index for index, word in enumerate(line.words) if word.norm == ",")
    if comma > _LONGEST_ASIDE:
        return None
    command = _command(Line(line.text, line.words[comma + 1 :]), message, clean, ())
    rest = " ".join(word.norm for word in line.words[comma + 1 :])
    plain = command is not None and (
        command.op is CandidateOp.CONFIRM
        or (command.op is CandidateOp.UNDO and _receipt(message))
        or (command.op is CandidateOp.FORGET and _PLAINLY.match(rest) is not None)
    )
    return command if plain else None


_LONGEST_ASIDE = 6
"""Words."""
_PLAINLY = re.compile(r"(?:please )?(?:forget|delete|erase|remove) (?:what|whatever|everything) (?:i|you)\b")


def _another(command: Command, line: Line, message: Message, clean: CleanText) -> list[Command]:
    """Return a second thing to forget that the sentence of a first one names: "…, and forget my cats too"."""
    if command.op is not CandidateOp.FORGET or command.body is None:
        return []
    after = [word for word in line.words if word.start >= command.body[1]]
    start = next((at for at, word in enumerate(after) if word.norm in {"forget", "delete", "erase"}), len(after))
    again = _forget(Line(line.text, after[start:]), message, clean) if start < len(after) else None
    return [again] if again else []


def _receipt(message: Message) -> bool:
    """Return whether the message answers the bot's word that it noted something."""
    return bool(message.parent and _patterns()["receipt"].match(message.parent))


def _remember(line: Line, message: Message, clean: CleanText, following: Sequence[tuple[int, int]]) -> Command | None:
    patterns = _patterns()
    string = line.string
    match = patterns["remember"].match(string)
    start, end = line.words[0].start, line.words[-1].end
    if match is None or not re.search(r"\w", match["body"]):
        if patterns["remember_what_follows"].fullmatch(string) and following:
            stop = _end_of_list(clean.plain, following[0][1], following[1:])
            return Command(CandidateOp.ADD, start, stop, (following[0][0], stop), "remember")
        return None
    body = match["body"]
    asked = bool(match["ask"].strip())
    trigger = (match["note"] or match["remember"]).strip()
    states = bool(patterns["verb"].search(body.partition(" , ")[0]))
    if patterns["not_to_remember"].match(body) or (string.endswith("?") and not asked and match["remember"]):
        return None
    if not states and (trigger.endswith(" of") or re.fullmatch(r"do not forget(?: please| ,)*", trigger)):
        return None
    if not states and trigger in _BARE and not (message.surface == "dm" or clean.to_bot or asked):
        return None
    covered = line.words_between(match.start("body"), match.end("body"))
    stop = _end_of_list(clean.plain, covered[-1].end, following)
    return Command(CandidateOp.ADD, start, max(end, stop), (covered[0].start, stop), "remember")


def _end_of_list(plain: str, end: int, following: Sequence[tuple[int, int]]) -> int:
    """Return where what is to be remembered ends: with the last of the items that semicolons or bullets join to it."""
    for start, stop in following:
        if not plain[:start].rstrip().endswith(";") and not _BULLET.match(plain, start):
            break
        end = stop
    return end


_BULLET = re.compile(r"(?:[-*•–]|\d{1,2}[.)])\s")


_BARE = frozenset({"remember", "always remember", "just remember"})
_OWN = ("what", "whatever", "everything", "that", "the fact", "the bit", "my", "i", "our")
_WITH_BODY = frozenset({"my", "our", "the", "i", "all the", "any"})


_ASKS_FOR_OWN = re.compile(
    r"(?:where|when|who|what|which \w+|how (?:old|many|long|tall|big|often|far)(?: \w+)?) "
    r"(?:(?:i|we) (?!said\b|told\b|put\b|left\b|was\b|were\b|wanted\b|just\b|did\b|asked\b)|(?:my|our) )\S"
)
"""What is to be forgotten, as a question about oneself: "where I live", "who my manager is"."""


def _forget(line: Line, message: Message, clean: CleanText) -> Command | None:
    match = _patterns()["forget"].match(line.string)
    if match is None or match["body"] is None:
        return None
    body_start = match.start("body")
    about = (match["about"] or "").strip()
    asked = bool(match["ask"].strip()) or line.string.startswith("please")
    if match["delete"] is None and match["keep"] is None:
        rest = line.string[match.start("about") if match["about"] else body_start :].strip()
        addressed = message.surface == "dm" or clean.to_bot or asked
        asks_for_own = addressed and _ASKS_FOR_OWN.match(rest)
        if _patterns()["not_to_forget"].match(rest) and not asks_for_own:
            return None
        if not about and not asked and not asks_for_own and not _is_named(line, body_start, clean):
            return None
        if not addressed and not about.startswith(_OWN) and about not in {"about", "abt"}:
            return None
        if about in _WITH_BODY or about.startswith("<@"):
            body_start = match.start("about") + 1
    elif (message.surface != "dm" and not clean.to_bot and not asked) or (line.string.endswith("?") and not asked):
        return None
    covered = _until_reason(line, body_start)
    if covered is None:
        return None
    after = [word for word in line.words if word.start >= covered[1] and word.norm not in {"please", "thanks"}]
    states = len(after) > 3 and after[0].norm == "," and _STATES.match(" ".join(word.norm for word in after[1:5]))
    end = covered[1] if states else line.words[-1].end
    return Command(CandidateOp.FORGET, line.words[0].start, end, covered, "forget")


_STATES = re.compile(r"(?:i|we) (?:am|are|live|work|use|have|prefer|moved|go|drink|eat|now)\b(?! not)|my \w+ is\b")
"""What follows a thing to forget and is a statement of its own: "forget that I'm in Ås, I live in Ski now"."""


def _is_named(line: Line, start: int, clean: CleanText) -> bool:
    """Return whether a name, a number or a mention begins there: "forget Hobart", but not "forget lunch"."""
    first = clean.text[line.words_between(start, start + 1)[0].start]
    return first.isupper() or first.isdigit() or first == "<"


def _until_reason(line: Line, start: int) -> tuple[int, int] | None:
    reason = _patterns()["reason"].search(line.string, start)
    covered = line.words_between(start, reason.start() if reason else len(line.string))
    while covered and covered[-1].norm in {".", "!", "?", "now", "please", ","}:
        covered = covered[:-1]
    return (covered[0].start, covered[-1].end) if covered else None
