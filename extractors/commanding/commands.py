"""What people ask of the memory itself: remember, forget, undo, off the record, forget everything, remember this.

Reads normalised words (see `extractors.parsing.words`), so "pls dont forget" and "Please don't forget" are one wording.
The wordings of other languages are data, in `extractors/languages/`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from extractors.commanding.forgetting import another, everything, forget, forget_said_before, takes_back
from extractors.commanding.wordings import Command, Commands, begins, holds, is_receipt, is_to_bot, possible, wordings
from extractors.forms.listed_commands import listed_commands
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.other_languages.language_tables import AFTER_RECEIPTS, Language
from extractors.other_languages.languages import language_of
from extractors.parsing.sentences import LONGEST_SENTENCE, sentences
from extractors.parsing.words import Line, Word, words_of
from extractors.secrets import find_secrets
from memory.records import CandidateOp


def read_commands(clean: CleanText, message: Message, words: Sequence[Word] = ()) -> Commands:
    """Return the commands in a message, in order. Most messages hold none, and nothing off the record.

    Args:
        clean: The clean text.
        message: The message.
        words: The words of the text, where they have been read.
    """
    if not words or len(words) >= LONGEST_SENTENCE:  # of so many, some may have been left out
        words = words_of(clean.plain)
    found = listed_commands(clean, message)
    listed = [(command.start, command.end) for command in found]
    off_record: list[tuple[int, int]] = []
    ranges = list(sentences(clean.plain))
    idle = frozenset() if is_receipt(message) else _AFTER_RECEIPTS
    for index, (start, end) in enumerate(ranges):
        whole = Line(clean.plain, words[_first_from(words, start) : _first_from(words, end)])
        if possible(whole.string) <= idle or any(first < end and start < last for first, last in listed):
            continue
        line = _without_courtesy(whole)
        command = _command(line, message, clean, ranges[index + 1 :])
        if command is None and " : " in line.string:
            command = _after_colon(line, message, clean)
        if command is None and " , " in line.string:
            command = _after_aside(line, message, clean)
        if command is None and is_to_bot(message, clean):
            command = _after_statement(line, message, clean)
            if command is None and index and len(line.words) <= _SHORT:
                both = Line(clean.plain, words_of(clean.plain, ranges[index - 1][0], end))
                command = (
                    Command(CandidateOp.CONFIRM, ranges[index - 1][0], end, rule="forget-everything")
                    if everything(both, message, clean)
                    else forget_said_before(both, message, clean)
                )
        if command is not None and line.words and command.end == line.words[-1].end:
            command = replace(command, end=whole.words[-1].end)
        if command is not None:
            before = ranges[index - 1] if index else (0, 0)
            found.append(_of_topic(_of_what_was_told(command, clean, before), line, clean))
            found.extend(another(command, line, message, clean))
            if command.op in {CandidateOp.CONFIRM, CandidateOp.UNDO}:
                break
            continue
        marker = holds("off_record", line.string)
        if marker:
            nothing_else = len(line.words) - len(marker[0].split()) <= 3 and not _SIGH_AFTER.search(line.string)
            last = index == len(ranges) - 1
            off_record.append((0 if nothing_else and last and index else start, len(clean.plain)))
            break
    english = Commands(tuple(found), tuple(off_record))
    if (found or off_record) and not any(_names_in_script(command, clean) for command in found):
        return english
    other = _in_other_language(clean, ranges, message)
    return other if other.found or other.off_record else english


_SIGH_AFTER = LatePattern(
    r"^off the record , (?:phew|thank (?:god|goodness|heavens|the lord)|about time|finally|hooray|hurrah|yay|at last)\b"
)
"""What begins anew behind it, and leaves what was said before on the record: "my boss is Ada. Off the record, phew"."""
_AFTER_RECEIPTS = frozenset({"take_back"})
"""Wordings that command something only right after the bot said that it noted something."""


def _first_from(words: Sequence[Word], offset: int) -> int:
    """Return the place of the first word that begins at an offset of the text or behind it."""
    return bisect_left(words, offset, key=attrgetter("start"))


def _without_courtesy(line: Line) -> Line:
    """Return a sentence without what is only polite at its end: "…, would you?", "… ok?"."""
    if line.words[-1].norm not in _COURTEOUS:
        return line
    match = wordings()["courtesy"].search(line.string, max(0, len(line.string) - _LONGEST_COURTESY))
    return Line(line.text, line.words[: len(line.string[: match.start()].split())]) if match and match.start() else line


_COURTEOUS = frozenset("? ! . you please then now would will could can kindly".split())
_LONGEST_COURTESY = 60
"""Characters of a courtesy."""


def _names_in_script(command: Command, clean: CleanText) -> bool:
    """Return whether what is to be forgotten is written in a script whose words a table knows: "forget 我的生日"."""
    return command.op is CandidateOp.FORGET and bool(command.body and _SCRIPT.search(clean.plain[slice(*command.body)]))


_SCRIPT = LatePattern("[\u3040-\u30ff\u4e00-\u9fff]")


def wants_kept(clean: CleanText) -> bool:
    """Return whether a message asks, anywhere, to keep what it says: with a secret in it, that is to be refused."""
    string = Line(clean.plain, words_of(clean.plain)).string
    return (
        bool(wordings()["keep_cue"].search(string)) and not holds("off_record", string) and not _NOT_KEPT.search(string)
    )


_NOT_KEPT = LatePattern(r"\b(?:do not|never) (?:store|save|keep|note|remember) (?:the|my|any)\b")


def _may_undo(match: re.Match[str], message: Message, clean: CleanText) -> bool:
    """Return whether what takes a capture back in another language is said to the bot; a reason, right after one."""
    return is_receipt(message) or (is_to_bot(message, clean) and not match.groupdict().get("why"))


def _is_for_bot(op: CandidateOp, match: re.Match[str], language: Language, message: Message, clean: CleanText) -> bool:
    """Return whether a command in another language is meant for the bot, and not for people in a channel.

    What people tell one another to forget is anything, but not what the author said or is: "olvida el informe".
    """
    if is_to_bot(message, clean):
        return True
    groups = match.groupdict()
    if op is CandidateOp.FORGET:
        return bool(groups.get("told")) or language.names_author(match[0])
    return groups.get("bare") is None


def _in_other_language(clean: CleanText, ranges: Sequence[tuple[int, int]], message: Message) -> Commands:
    """Return the commands of a message in a language that has tables."""
    language = language_of(clean.plain)
    if language is None:
        return Commands()
    found: list[Command] = []
    for index, (start, end) in enumerate(ranges):
        sentence = clean.plain[start:end]
        marker = language.commanded("off_record", sentence)
        # "Merk dir das nicht" alone takes the last capture back; after a statement it keeps that off the record.
        undone = language.commanded("undo", sentence) or (
            language.commanded(AFTER_RECEIPTS, sentence) if is_receipt(message) else None
        )
        if marker and (index or undone is None or not _may_undo(undone, message, clean)):
            nothing_else = len(marker[0]) * 2 > len(sentence)
            return Commands(tuple(found), ((0 if nothing_else else start, len(clean.plain)),))
        for name, op in _OTHER_OPS:
            match = undone if op is CandidateOp.UNDO else language.commanded(name, sentence)
            asked = bool(match and match.groupdict().get("ask"))
            if match and op is CandidateOp.UNDO and not _may_undo(match, message, clean):
                continue
            if match and not _is_for_bot(op, match, language, message, clean):
                continue
            told = clean.plain[slice(*ranges[index + 1])] if index + 1 < len(ranges) else ""
            if match and op is CandidateOp.REFERENCE_PREVIOUS and not message.parent and _tells_something(told):
                # "Remember this. Mr Kato always has the window room": what follows is meant.
                last = ranges[index + 1][1]
                found.append(Command(CandidateOp.ADD, start, last, (end, last), f"{language.name}-remember"))
                return Commands(tuple(found))
            before = ranges[index - 1] if index else (0, 0)
            if match and op is CandidateOp.REFERENCE_PREVIOUS and _states_before(clean.plain[slice(*before)], message):
                found.append(Command(CandidateOp.ADD, before[0], end, before, f"{language.name}-remember"))
                return Commands(tuple(found))  # "My locker is number 5. Remember that"
            if match and (asked or name not in {"remember", "forget"} or not sentence.endswith(("?", "？"))):
                body = match.span("body") if "body" in match.re.groupindex else None
                found.append(
                    Command(
                        op, start, end, (start + body[0], start + body[1]) if body else None, f"{language.name}-{name}"
                    )
                )
                break
    return Commands(tuple(found))


def _tells_something(sentence: str) -> bool:
    """Return whether a sentence is long enough to tell what is to be remembered, and no thanks or greeting."""
    return len(sentence.split()) > _THANKS or bool(_SCRIPT.search(sentence) and len(sentence) > _THANKS_UNSPACED)


def _states_before(sentence: str, message: Message) -> bool:
    """Return whether the sentence before "remember that" is what is meant, and no message before."""
    return not message.parent and _tells_something(sentence) and not sentence.endswith(("?", "？"))


_THANKS, _THANKS_UNSPACED = 3, 10
"""Words of the longest thanks, "vielen lieben Dank", and characters where words are not spaced."""
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
    if everything(line, message, clean) or any(everything(rest, message, clean) for rest in _after_commas(line)):
        return Command(CandidateOp.CONFIRM, start, end, rule="forget-everything")
    if rule := takes_back(line, message, clean):
        return Command(CandidateOp.UNDO, start, end, rule=rule)
    if holds("off_record", string):
        return forget(line, message, clean) if begins("forget_known", string) else None
    to_people = string.endswith("?") and not is_to_bot(message, clean)
    if (begins("previous", string) and not to_people) or _pointed_at(line, message, clean):
        before = _said_before(line, message, clean)
        if before is None and following and not message.parent and not clean.plain[: line.words[0].start].strip():
            before = following[0]
            end = before[1]
        if before is not None:
            return Command(CandidateOp.ADD, min(start, before[0]), end, before, "remember")
        if find_secrets(clean.text):
            return None  # it is what is pointed at, and refused
        return Command(CandidateOp.REFERENCE_PREVIOUS, start, end, rule="remember-this")
    return _remember(line, message, clean, following) or forget(line, message, clean)


def _after_commas(line: Line) -> Iterator[Line]:
    """Yield what follows a command and a comma, where it may be a wider one: "clear the decks, forget everything"."""
    for at, word in enumerate(line.words[:_LONGEST_ASIDE]):
        if at and word.norm == "," and line.words[0].norm in _CLEARING:
            yield Line(line.text, line.words[at + 1 :])


_CLEARING = frozenset("clear clean wipe delete forget erase remove drop bin reset start".split())


def _pointed_at(line: Line, message: Message, clean: CleanText) -> bool:
    """Return whether the bot is told, in one of many ways, to keep what was said before.

    What people keep besides memories, "keep it for later", takes something said that is answered.
    """
    if not is_to_bot(message, clean):
        return False
    if message.parent and not is_receipt(message) and begins("previous_plainly", line.string):
        return True
    if not begins("previous_told", line.string):
        return False
    return not _ANYTHING.search(line.string) or bool(message.parent and not is_receipt(message))


_ANYTHING = LatePattern(
    r"^(?:[^ ]+ ){0,3}(?:keep|save|store|note|remember)(?: please)?(?: [.!]){0,8}$|\b(?:keep|save|store|get"
    r"|hold|take|put) it\b|\blet us\b|\b(?:can|could) we\b"
)


def _said_before(line: Line, message: Message, clean: CleanText) -> tuple[int, int] | None:
    """Return the range of what was said before in the message and is pointed at, where it answers nothing else.

    "We close at noon on Fridays. Write that down" asks to keep its own first sentence.
    """
    if message.parent:
        return None
    here = line.words[0].start
    before = ((first, min(last, here)) for first, last in sentences(clean.plain) if first < here)
    said = [(first, last) for first, last in before if len(clean.plain[first:last].rstrip()) >= _A_STATEMENT]
    return (said[0][0], len(clean.plain[: said[-1][1]].rstrip())) if said else None


_A_STATEMENT = 16
"""Characters of the shortest sentence that says something to keep; "that's good to know!" says less."""


def _after_colon(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command that follows an introduction: "clean slate time: forget everything you know about me"."""
    colon = next(index for index, word in enumerate(line.words) if word.norm == ":")
    return _command(Line(line.text, line.words[colon + 1 :]), message, clean, ())


def _of_what_was_told(command: Command, clean: CleanText, before: tuple[int, int]) -> Command:
    """Return a command to forget "that date" as one to forget what the sentence before told with it."""
    if command.op is not CandidateOp.FORGET or command.body is None or before[1] - before[0] < _A_STATEMENT:
        return command
    named = _NAMES_NO_THING.fullmatch(clean.plain[command.start : command.body[1]])
    return replace(command, start=before[0], body=before) if named else command


_NAMES_NO_THING = LatePattern(
    r".*\bthat (?:date|number|name|address|time|place|day|detail|figure|price|room|code)", re.IGNORECASE | re.DOTALL
)


def _of_topic(command: Command, line: Line, clean: CleanText) -> Command:
    """Return a command to forget "it" as one to forget what a colon before it names.

    "Sunday shift: forget what I told you about it" is about the shift; "one thing: forget it" names nothing.
    """
    if command.op is not CandidateOp.FORGET or command.body is None:
        return command
    colon = next((at for at, word in enumerate(line.words) if word.norm == ":"), 0)
    pointing = clean.plain[slice(*command.body)].strip(" .!").lower() in _POINTING
    if (
        not colon
        or not pointing
        or line.words[colon - 1].end > command.start
        or line.words[colon - 1].norm in _NO_TOPIC
    ):
        return command
    return replace(command, body=(line.words[0].start, line.words[colon - 1].end))


_POINTING = frozenset({"it", "that", "this", "them", "him", "her", "those"})
_NO_TOPIC = frozenset(
    "thing things request favour favor note question bot please one reminder correction sorry".split()
)
"""What leads to a command and names nothing."""


def _after_aside(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command that follows a short aside and cannot be meant otherwise: "silly me, forget what I said …"."""
    comma = next(index for index, word in enumerate(line.words) if word.norm == ",")
    if comma > _LONGEST_ASIDE:
        return None
    command = _command(Line(line.text, line.words[comma + 1 :]), message, clean, ())
    rest = " ".join(word.norm for word in line.words[comma + 1 :])
    plain = command is not None and (
        (command.op is CandidateOp.CONFIRM and wordings()["all_of_me"].search(rest) is not None)
        or (command.op is CandidateOp.UNDO and is_receipt(message))
        or (command.op is CandidateOp.REFERENCE_PREVIOUS and bool(message.parent))
        or (command.op is CandidateOp.FORGET and _PLAINLY.match(rest) is not None)
        or (command.op is CandidateOp.FORGET and comma <= _A_CALL and is_to_bot(message, clean))
    )
    return command if plain else None


def _after_statement(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command to forget that follows from a statement: "I sold the car, so please forget its number".

    To forget everything may follow from one too: "new job, new me, so forget everything you know about me".
    """
    norms = [word.norm for word in line.words]
    for at, norm in enumerate(norms[:_LATEST]):
        follows = norm == "so" or (
            norm in {",", "and", "–", "—", "-"}
            and (set(norms[at + 1 : at + 3]) & _ASKING or (norm != "and" and norms[at + 1 : at + 2] == ["forget"]))
        )
        if at and follows and (words := line.words[at + 1 :]):
            rest = Line(line.text, words)
            if everything(rest, message, clean):
                return Command(CandidateOp.CONFIRM, rest.words[0].start, rest.words[-1].end, rule="forget-everything")
            command = forget(rest, message, clean)
            if command is not None:
                return command
    return None


_SHORT = 14
"""Words of a sentence that may take back what the one before told."""
_LATEST = 40
"""Words of a sentence after which no command is looked for."""
_ASKING = frozenset({"please", "can", "could"})
_LONGEST_ASIDE = 9
"""Words."""
_A_CALL = 5
"""Words before a comma that only call or announce: "kia ora, …"."""
_PLAINLY = LatePattern(r"(?:please )?(?:forget|delete|erase|remove) (?:what|whatever|everything) (?:i|you)\b")


def _remember(line: Line, message: Message, clean: CleanText, following: Sequence[tuple[int, int]]) -> Command | None:
    patterns = wordings()
    string = line.string
    match = begins("remember", string)
    start, end = line.words[0].start, line.words[-1].end
    to_bot = is_to_bot(message, clean)
    if match is None or not re.search(r"\w", match["body"]):
        if patterns["remember_what_follows"].fullmatch(string) and following:
            stop = _end_of_list(clean, following[0][1], following[1:])
            return Command(CandidateOp.ADD, start, stop, (following[0][0], stop), "remember")
        return None
    heading = _HEADING.match(match["body"]) if to_bot or _MEMORY_IS_ASKED.match(match["body"]) else None
    body_start = match.start("body") + (heading.end() if heading else 0)
    body = string[body_start : match.end("body")]
    asked = bool(match["ask"].strip())
    trigger = (match["note"] or match["remember"]).strip()
    minded = trigger.endswith("in mind that") and len(body.split()) > _SHORT_BODY
    states = minded or bool(patterns["verb"].search(body.partition(" , ")[0])) or bool(_OF_ME.match(body))
    if patterns["not_to_remember"].match(body) or (string.endswith("?") and not asked):
        return None
    if asked and _OR_NOT.search(body):
        return None
    if not (to_bot or asked) and _TO_PEOPLE.match(body):
        return None
    if _COURTESIES.issuperset(body.split()) or (not states and _KEEP_THAT.fullmatch(trigger)):
        return None
    if not states and (
        trigger.endswith(" of") or re.fullmatch(r"do not (?:let me )?forget(?: please| ,){0,8}", trigger)
    ):
        return None
    if not states and trigger in _BARE and not (to_bot or asked):
        return None
    if (
        not (to_bot or asked)
        and re.fullmatch(r"do not (?:let me )?forget(?: please| ,){0,8}", trigger)
        and not _SAYS.search(body)
    ):
        return None
    covered = line.words_between(body_start, match.end("body"))
    stop = _end_of_list(clean, covered[-1].end, following)
    if asked and string.endswith("?"):
        if following and _tells_it(clean.plain[slice(*following[0])], body):
            stop = following[0][1]
        elif not patterns["verb"].search(body) and _OWN_THING.fullmatch(body):
            return None  # "can you remember my name?" tells none
    return Command(CandidateOp.ADD, start, max(end, stop), (covered[0].start, stop), "remember")


_SHORT_BODY = 3
"""Words behind "keep in mind that" that may only name a thing: "keep in mind that old gate"."""


def _end_of_list(clean: CleanText, end: int, following: Sequence[tuple[int, int]]) -> int:
    """Return where what is to be remembered ends: with the last item that a semicolon, bullet or "also that" joins."""
    plain, items = clean.plain, {start for start, _ in clean.items}
    for start, stop in following:
        is_item = start in items or _BULLET.match(plain, start)
        joined = plain[:start].rstrip().endswith(";") or is_item or _ALSO_THAT.match(plain, start)
        if not joined:
            break
        end = stop
    return end


_OR_NOT = LatePattern(
    r" or (?:(?:do|does|will|would|is|are|can) (?:it|that|this|you|they|i|we)|only (?:from|in|what)|not)\b"
)
"""How somebody asks what the bot can do: "can you remember stuff from before or does it reset"."""


def _tells_it(sentence: str, body: str) -> bool:
    """Return whether a sentence tells what was asked to be remembered before it, in full or by what it is alone."""
    if _TELLS_IT.match(sentence):
        return True
    return _OWN_THING.fullmatch(body) is not None and _ALONE.fullmatch(sentence) is not None


_OWN_THING = LatePattern(r"(?:my|our) (?:[\w'-]+ ){0,2}[\w'-]+ ?\??")
_ALONE = LatePattern(
    r"(?!(?:i|we|you|he|she|they|please|thanks|thank|yes|no|and|but|or|if|so|just|it|that|this|what|where|when|how|who"
    r"|why|is|are|do|can|could|would|cheers|ta)\b)[^.!?\n]{2,60}[.!]?",
    re.IGNORECASE,
)
_TELLS_IT = LatePattern(r"(?:it['’]?s|it is|it goes|they['’]?re|they are|that['’]?s|that is) ", re.IGNORECASE)
"""How a sentence tells what is asked to be remembered before it: "can you remember my shoe size? it's 43"."""
_BULLET = LatePattern(r"(?:[-*•–]|\d{1,2}[.)])\s")


_OF_ME = LatePattern(r"(?:i|we|my \w+|our \w+|he|she|they) (?!and\b|or\b|who\b)[a-z]{3,} ")
"""What says something of the author by whatever verb: "keep in mind that I fast before my exams"."""
_ALSO_THAT = LatePattern(
    r"(?:and |plus |oh and )?(?:also|and|plus),?(?: remember)? that (?!is\b|was\b|['’]s)(?=\S+ \S+ \S)", re.IGNORECASE
)
"""How a sentence goes on with what is to be remembered: "Also that the key hangs in 312"."""


_SAYS = LatePattern(
    r"\b(?:is|are|am|was|were|'s|has|have|had|does|do|can|will|must|likes?|needs?|lives?|works?|closes?|opens?)\b"
)
"""What a statement says by: "don't forget the bolts on net 4" only calls to mind."""
_MEMORY_IS_ASKED = LatePattern(r"(?:this|these|the following)\b")
_HEADING = LatePattern(
    r"(?:(?:this|these|it|the following)(?! (?:is|are|was|has|will|can)\b)(?: [^ ,;:.!?]+){0,7} :"
    r"|for (?:good|always|ever|later|me|us|the future)(?: [,:]){1,8}|(?:as well|too|also) :"
    r"|(?:my |good |old )?(?:dear |good )?(?:darling|dear|love|mate|friend|pal|bot|robot|assistant|machine|boss|babe)"
    r" [,:]){1,8} (?=\S)"
)
"""What stands before the thing itself: "remember this for the trip: …", "remember, darling: …"."""
_TO_PEOPLE = LatePattern(
    r"(?:(?:gents|gentlemen|ladies|folks|chaps|lads|guys|(?:all|both|each|every one) of you|all"
    r"|everyone|everybody|team|people|kids|children|friends) ,"
    r"|your |it is your |you (?:are|have|owe|need|said|told)\b)"
)
"""What is said to one another: "remember, gents, …", "don't forget your boots"."""


_KEEP_THAT = LatePattern(r"(?:save|store|log|record|keep|file|bank|stash|commit|learn|hold on to)\b.* that")
"""What a statement must follow: "keep that in the fridge" is no command."""
_COURTESIES = frozenset("please thanks thank you ok okay mate then too . ! ? ,".split())
_BARE = frozenset({"remember", "always remember", "just remember"})
