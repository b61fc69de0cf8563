"""What people ask of the memory itself: remember, forget, undo, off the record, forget everything, remember this.

Reads normalised words (see `extractors.words`), so "pls dont forget" and "Please don't forget" are one wording. The
wordings of other languages are data, in `extractors/languages/`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.languages import language_of
from extractors.message import CleanText, Message
from extractors.sentences import sentences
from extractors.words import Line, words_of
from memory.records import CandidateOp

_OPENING = (
    r"(?:(?:please|hey|hi|hello|ok|okay|oh|so|and|also|btw|fyi|actually|no|nope|yes|yeah|yep|well|"
    r"oops|bro|mate|dude|sorry|just|now|pretty|kindly"
    r"|right|cool|great|thanks|argh|ugh|ah|hmm|lol|wait|then|one more thing|another thing|last thing|"
    r"quick one|for me|clean slate time|memory-bot|bot|@memory-bot|there|<@\w+>|and"
    r"|[,!:–—.-]) )*"
)
_ASK = (
    r"(?:(?:can|could|would|will|might) you (?:please |just |kindly |maybe |possibly |also |now )*"
    r"|would you mind |you (?:can|could|may|should|must|might want to) (?:please |now |just |also |safely |totally )*"
    r"|i (?:want|need|would like|would love) you to (?:please |just )?|go ahead and |make sure (?:you|"
    r"to) |be sure to |please |kindly )*"
)
_REMEMBER = re.compile(
    rf"{_OPENING}(?P<ask>{_ASK})(?:"
    r"(?P<note>(?:take |make |keep )(?:a |an )?(?:quick |mental )?note(?: (?:that|of|for me|please))*(?: [:,–-])*"
    r"|note (?:down )?(?:that|:)|note (?:for|to) (?:memory-bot|the bot|you)(?: [:,–-])+|duly note that"
    r"|(?:write|jot) (?:it |this )?down(?: (?:that|:|for me))+|(?:save|store|log|record|memorise|"
    r"memorize) (?:that|:|this :)"
    r"|(?:keep|bear|have) (?:it |this )?in mind(?: (?:that|,|:|please))*|for the record(?: "
    r"[,:–-])*(?: that)?|put it on record that"
    r"|(?:do not|never|please not) forget(?: (?:that|:|please|,))*|let it be (?:known|noted) that|"
    r"(?:add|put) (?:this |it )?(?:to|in) (?:your )?(?:memory|notes)(?: [:,–-])+"
    r"|(?:i |you )?(?:would )?(?:like you to |need to |should )(?:know|remember) that)"
    r"|(?P<remember>(?:always |also |just |please )*remember(?: (?:please|also|for me|for later|for "
    r"next time|for the future))*"
    r"(?: (?:this|two|three|four|a few|some|these|the following)(?: (?:things?|facts?|bits?|"
    r"points?))?(?: (?:for me|please|about me))*(?= :))?"
    r"(?: (?:[:,–-]|please))*(?: that)?(?: [:,])?))"
    r" (?P<body>.+)"
)
_NOT_TO_REMEMBER = re.compile(
    r"(?:to|when|how|why|what|who|whose|where|if|whether|me to|us|him|her|them|back|the (?:time|times|"
    r"day|days|one|guy|good)|those|a time|correctly|rightly|nothing|any|anything|everything|being|"
    r"last)\b"
    r"|(?:time|day|night|one|guy|place|meeting|feeling|episode|year|summer|trip|thing|week|party|talk|"
    r"scene|film|movie|song|bit|project|email|conversation|chat|thread) (?:when|where|we|you|i|he|she|"
    r"they|from|in|with|last|from|on|at|about|who|that)\b"
)
_PREVIOUS = re.compile(
    rf"{_OPENING}{_ASK}(?:(?:always |just |please |also )*remember (?:this|that|it)(?: one| message| "
    rf"bit| part| thread)?"
    r"|(?:save|store|note|memorise|memorize|log) (?:this|that)(?: one| down| message)?|(?:make|take|"
    r"keep) (?:a )?note of (?:this|that|it)|note (?:this|that|it) down"
    r"|(?:write|jot) (?:this|that|it) down|(?:keep|bear) (?:this|that|it) in mind|do not forget "
    r"(?:this|that)(?: one)?)"
    r"(?: (?:please|for me|for later|for next time|for the future|for us|too|as well|thanks|thank you|"
    r"ok|okay|mate|then|will you|would you|will you please|if you can|somewhere|forever|now|dear|"
    r"buddy|bot|memory-bot|<@\w+>))*"
    r"(?: (?:[.!?,:;–—)-]|so (?:i|we|that|it|you|nobody|next)\b|because\b|for when\b|it is "
    r"important\b|in case\b).*)?$"
)
_UNDO = re.compile(
    rf"{_OPENING}{_ASK}(?:(?:do not|never) (?:remember|keep|store|save|note) (?:that|it)|scratch "
    rf"(?:that|it)|strike that|undo(?: (?:that|it|this|the last one|the last))?"
    r"|take (?:that|it) back|(?:forget|unremember|unsave|delete|remove|drop|ignore|disregard) (?:that "
    r"last (?:one|bit|thing|part|message|memory)|the last (?:one|bit|thing|part|message|memory)|what "
    r"i just (?:said|told you|wrote)|what you just (?:saved|noted|remembered))"
    r"|i take (?:that|it) back|unremember that|that was not (?:meant )?for you|cancel that)"
    r"(?P<rest>(?: (?:please|one|bit|last|last one|last bit|mate|sorry|lol|thanks|now|actually|then|"
    r"again|after all|either|no|haha|bro|dude|though|completely|entirely|from (?:your|the) "
    r"memory))*(?: [.!?,–—;-].*| (?:it was|that was|i was|wrong|was a|i am|i meant|because|my|as i|"
    r"since|not|typo|for real)\b.*)?)$"
)
_NOT_SAVED = re.compile(r"(?:do not|never) (?:save|store|note|keep) (?:that|it)")
_OFF_RECORD = re.compile(
    r"\boff (?:the|teh) record\b|\bnot for the record\b|\bbetween (?:us|you and me|me and you|"
    r"ourselves|the two of us|you , me)\b(?! and the)"
    r"|\b(?:do not|never|please not|not) (?:remember|save|store|record|log|keep|note|memorise|"
    r"memorize|write)(?: any of)? (?:this|that|it|anything)(?: down)?\b"
    r"|\bkeep (?:this|that|it) (?:to yourself|between|quiet|out of (?:your|the) (?:memory|notes))\b|"
    r"\bnot to be (?:saved|stored|remembered|repeated)\b"
    r"|\b(?:this|that|it) (?:is not|stays?) (?:for saving|for the record|here|in here|between)\b|\bno "
    r"need to (?:remember|save|store|note)(?: this| that)?\b"
    r"|\b(?:you (?:did|do) not|nobody) (?:hear|heard|get|got) (?:this|that|it) (?:from me|here)\b|"
    r"\b(?:strictly|in) confiden(?:tial|ce)\b|\bdo not (?:quote|repeat) (?:me|this|that)\b|"
    r"\bunofficially\b|\bdo not put (?:this|that|it) (?:in|into|on) (?:your|the) (?:memory|notes|"
    r"record)\b"
)
_FORGET_ALL = re.compile(
    rf"{_OPENING}{_ASK}(?:(?:forget|delete|erase|wipe|remove|clear|drop|purge|destroy|scrub|lose) "
    rf"(?:about )?(?:absolutely |literally )?(?:everything|all|anything|every thing|every single thing|"
    rf"the lot|whatever|all of what)"
    r"(?: (?:that|of it|the things|the stuff|the data|the information|data|memories|information|facts|"
    r"stuff|things|which))*(?: (?:you|you have|you ever|ever)(?: (?:ever|currently|already|still|"
    r"now))* (?:know|knew|have|had|got|hold|held|keep|kept|store|stored|remember|remembered|saved|"
    r"noted|learned|learnt|collected|recorded|gathered|wrote)(?: (?:down|stored|saved|noted|got|"
    r"collected|kept|learned|remembered|on file|so far|here))*)?(?: i (?:have )?(?:ever |just "
    r")?(?:told|said|say|tell|shared|gave)(?: to)?(?: with)?(?: you)?)?(?: (?:about|on|of|from|"
    r"regarding) (?:me|myself|us))?"
    r"|(?:forget|erase|delete|purge|wipe) (?:about )?(?:me|myself)(?: (?:completely|entirely|"
    r"altogether|totally|from (?:your|the) (?:memory|memories|notes|records)))*"
    r"|(?:wipe|clear|erase|delete|reset|empty|purge|clean) (?:all )?(?:of )?(?:my|your|the) (?:whole |"
    r"entire |complete |full )?(?:memory|memories|data|profile|records?|file|notes|history)(?: (?:of|"
    r"about|on) (?:me|myself))?(?: (?:completely|entirely|clean))?)"
    r"(?P<rest>(?: (?:please|now|thanks|thank you|ok|right now|today|completely|for good|then|dear|"
    r"and start (?:over|again|afresh|fresh)))*(?: [.!?,;–—:-].*| (?:because|as|since|and|i am|"
    r"so)\b.*)?)$"
)
_ALL_OF_ME = re.compile(
    r"\b(?:me|myself|memory|memories|i (?:have )?(?:ever |just )?(?:told|said|shared)|you (?:have "
    r")?(?:ever )?(?:know|have|remember|saved|stored|learn\w+)|my (?:data|profile|records?|file|"
    r"history))\b"
)
_FORGET = re.compile(
    rf"{_OPENING}(?P<ask>{_ASK})(?:(?:forget|unlearn)(?P<about> (?:about|what i (?:have )?(?:said|told "
    rf"you|told|wrote|mentioned)(?: (?:to you|earlier|before|yesterday|last week))*(?: (?:about|on|"
    rf"regarding))?|whatever i (?:said|told you) about|everything (?:i (?:have )?(?:said|told you)|you "
    rf"(?:know|have|remember))(?: to you)? about|everything (?:about|to do with)|anything (?:about|i "
    rf"said about)|all about|the (?:fact|bit|part|thing|stuff|note|memory|entry|one) (?:that|about|"
    rf"where)|that|the fact|my|our|i|the|all the|any|<@\w+>))?"
    r"|(?P<delete>(?:delete|erase|remove|wipe|drop|clear|scrub|lose|purge|get rid of|take out|take)) "
    r"(?:what(?:ever)? (?:you (?:know|have|remember|saved|noted|stored|got|have got|wrote|kept|have "
    r"saved)|i (?:have )?(?:said|told you))(?: (?:down|stored|saved|noted))? (?:about|on|regarding|"
    r"for)|(?:everything|all|anything|any memory|the memory|that memory|the entry|the note|your "
    r"notes?|the notes|any notes?|the bit|the fact|the thing|the part)(?: that)?(?: (?:you (?:know|"
    r"have|remember|saved)|i (?:said|told you)))? (?:about|on|regarding|for|saying|that|where)|"
    r"(?P<from>(?=.*\b(?:from|out of|off) (?:your|the|ur) (?:mem\w+|notes?|records?|brain|list)\b)|"
    r"(?:my|that|the)(?= (?:fact|memory|note|entry)\b))))"
    r"(?:(?: |(?<= ))(?P<body>\S.*))?$"
)
_NOT_TO_FORGET = re.compile(
    r"(?:it|this|them|him|her|us|me|about it|about this|about them|about him|about her|about that|to|"
    r"how|why|when|where|who|everyone|everybody|all that|one thing|nothing|not)(?: [.!?,;:–—-]|$| "
    r"(?:mate|dude|for now|then|never|already|please|ok|lol|guys|all))"
    r"|(?:to|how|why|when|where) |not\b|about (?:it|this|that)\b|it\b"
)
_REASON = re.compile(
    r" (?:[,;–—!?(]|-(?= )|\.(?: |$)|because\b|since (?:it|that|i|we|she|he|they)\b|as (?:it|i|we|she|"
    r"he|they)\b|it (?:is|was) (?:not|just|only|out|wrong|a|no)\b|(?:she|he|they|that|i|we) (?:is|has|"
    r"have|was|are|am|do|does) (?:not|no|since)\b|please\b|pls\b|thanks\b|thank you\b|now\b$|lol\b|"
    r"haha\b|from your (?:mem\w+|notes?|records?)|from the (?:mem\w+|notes?|records?)|out of your\b|"
    r"off your\b|any ?more\b$|for me\b$|ok\b$|would you\b|will you\b|completely$|entirely$)"
)
_RECEIPT = re.compile(
    r"(?:noted|got it|saved|remembered|i'?ll remember|i will remember|updated|okay,? (?:noted|saved)|done)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|am|was|were|'s|has|have|had|do|does|did|can|will|would|must|should|may|might|needs?|"
    r"likes?|loves?|hates?|prefers?|goes|lives?|works?|runs?|wants?|uses?|takes?|gets?|comes?|starts?|"
    r"ends?|closes?|opens?|always|never|drinks?|eats?|speaks?|hat|ist|es|est)\b|\w{3,}(?:s|ed) (?:a|"
    r"an|the|in|on|at|to|from|my|our|his|her|with|by|it)\b"
)


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
        command = _command(line, message, clean, ranges[index + 1 :])
        if command is None and " : " in line.string:
            command = _after_colon(line, message, clean)
        if command is not None:
            found.append(command)
            if command.op in {CandidateOp.CONFIRM, CandidateOp.UNDO}:
                break
            continue
        marker = _OFF_RECORD.search(line.string)
        if marker:
            nothing_else = len(line.words) - len(marker[0].split()) <= 3
            last = index == len(ranges) - 1
            off_record.append((0 if nothing_else and last and index else start, len(clean.plain)))
            break
    if not found and not off_record:
        return _in_other_language(clean, ranges)
    return Commands(tuple(found), tuple(off_record))


def _in_other_language(clean: CleanText, ranges: Sequence[tuple[int, int]]) -> Commands:
    """Return the commands of a message in a language that has tables."""
    language = language_of(clean.plain)
    if language is None:
        return Commands()
    found: list[Command] = []
    for start, end in ranges:
        sentence = clean.plain[start:end]
        if language.commands["off_record"].search(sentence):
            return Commands(tuple(found), ((start, len(clean.plain)),))
        for name, op in _OTHER_OPS:
            match = language.commands[name].search(sentence)
            if match and not (name in {"remember", "forget"} and sentence.endswith(("?", "？"))):
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
    if _FORGET_ALL.match(string) and _ALL_OF_ME.search(string):
        return Command(CandidateOp.CONFIRM, start, end, rule="forget-everything")
    undo = _UNDO.match(string)
    if undo and not (_NOT_SAVED.search(string) and not _receipt(message)) and ":" not in undo["rest"]:
        return Command(CandidateOp.UNDO, start, end, rule="undo")
    if re.match(
        rf"{_OPENING}{_ASK}forget (?:that|this)(?: please| one| last one| bit)?(?: [.!]| ,.*)?$", string
    ) and _receipt(message):
        return Command(CandidateOp.UNDO, start, end, rule="undo-forget-that")
    if _OFF_RECORD.search(string):
        return None
    if _PREVIOUS.match(string) and not _VERB.search(string.partition(" : ")[2]):
        return Command(CandidateOp.REFERENCE_PREVIOUS, start, end, rule="remember-this")
    return _remember(line, message, clean, following) or _forget(line, message, clean)


def _after_colon(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command that follows an introduction: "clean slate time: forget everything you know about me"."""
    colon = next(index for index, word in enumerate(line.words) if word.norm == ":")
    return _command(Line(line.text, line.words[colon + 1 :]), message, clean, ())


def _receipt(message: Message) -> bool:
    return bool(message.parent and _RECEIPT.match(message.parent.lstrip("*_ ")))


def _remember(line: Line, message: Message, clean: CleanText, following: Sequence[tuple[int, int]]) -> Command | None:
    string = line.string
    match = _REMEMBER.match(string)
    if match is None:
        bare = re.fullmatch(
            rf"{_OPENING}{_ASK}(?:remember(?: (?:this|that|the following|these|two things|three things|for me|"
            rf"please))*|make a note|note|take note|for the record) :",
            string,
        )
        if bare is None or not following:
            return None
        return Command(CandidateOp.ADD, line.words[0].start, following[0][1], following[0], "remember")
    body = match["body"]
    asked = bool(match["ask"].strip())
    if _NOT_TO_REMEMBER.match(body):
        return None
    trigger = (match["note"] or match["remember"]).strip()
    plain_trigger = trigger in {"remember", "do not forget", "always remember", "just remember"}
    if string.endswith("?") and not asked and match["remember"]:
        return None
    if plain_trigger and not _VERB.search(body) and not (message.surface == "dm" or clean.to_bot or asked):
        return None
    if trigger.startswith("do not forget") and "that" not in trigger and ":" not in trigger and not _VERB.search(body):
        return None
    covered = line.words_between(match.start("body"), match.end("body"))
    return Command(
        CandidateOp.ADD, line.words[0].start, line.words[-1].end, (covered[0].start, covered[-1].end), "remember"
    )


def _forget(line: Line, message: Message, clean: CleanText) -> Command | None:
    match = _FORGET.match(line.string)
    if match is None or match["body"] is None:
        return None
    body_start = match.start("body")
    about = (match["about"] or "").strip()
    if match["delete"] is None:
        rest = line.string[match.start("about") if match["about"] else body_start :].strip()
        if _NOT_TO_FORGET.match(rest):
            return None
        addressed = (
            message.surface == "dm" or clean.to_bot or bool(match["ask"].strip()) or line.string.startswith("please")
        )
        own = about in {"my", "i", "our"} or about.startswith(
            ("what", "whatever", "everything", "that", "the fact", "the bit")
        )
        if not addressed and not own and about not in {"about"}:
            return None
        if about in {"my", "our", "the", "i", "all the", "any"} or about.startswith("<@"):
            body_start = match.start("about") + 1
    elif line.string.endswith("?") and not match["ask"]:
        return None
    covered = _until_reason(line, body_start)
    if covered is None:
        return None
    return Command(CandidateOp.FORGET, line.words[0].start, line.words[-1].end, covered, "forget")


def _until_reason(line: Line, start: int) -> tuple[int, int] | None:
    reason = _REASON.search(line.string, start)
    covered = line.words_between(start, reason.start() if reason else len(line.string))
    while covered and covered[-1].norm in {".", "!", "?", "now", "please", ","}:
        covered = covered[:-1]
    return (covered[0].start, covered[-1].end) if covered else None
