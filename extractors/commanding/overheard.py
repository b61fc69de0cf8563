"""Commands as the judge hears them, where no wording foresaw them.

The wordings of `patterns/commands.toml` find most commands and what they are about. The judge tells how likely each
command is in the message as a whole: "lose what you have on my allergy" asks to forget, "remember that wan" to keep
what was said before. Secrets are found by their look alone (`extractors.secrets`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from extractors.commanding.forgetting import is_found, no_wish
from extractors.commanding.wordings import Command, Commands, is_receipt, is_to_bot, wordings
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.parsing.words import Word
from memory.records import CandidateOp

OVERHEARD = "overheard"
"""The rule of such a command."""
HEARD = {
    CandidateOp.FORGET: 0.9,
    CandidateOp.CONFIRM: 0.9,
    CandidateOp.UNDO: 0.97,
    CandidateOp.REFERENCE_PREVIOUS: 0.9,
}
"""Chance from which a command is obeyed in a message in which nothing else was read.

Much may follow a receipt that does not take it back. A secret that nobody asks to keep is let pass: nothing is noted.
"""
MEANT = 0.6
"""Chance from which what is to be remembered is what was said before, whatever it looks like."""
_TOPIC = LatePattern(
    r"\b(?:about|regarding|concerning|(?:said|told you|gave you|mentioned) (?:on|of)|the fact that"
    r"|(?<!is )(?<!was )that)\b"
    r"(?P<topic>\s(?:(?!, (?:he|she|it|they|i|we|that|because)\b)[^;.!?])+)",
    re.IGNORECASE,
)
_DROPPED = LatePattern(
    r"\b(?:delete|erase|remove|scrub|wipe|drop|clear|forget|take out|get rid of|cross out|strike|lose|dump|toss|bin|"
    r"scrap|ditch|let go of|stop (?:remembering|keeping|storing)|"
    r"(?:no need (?:for you )?to|do(?: not|n['’]?t)) (?:hold|keep|know|hang))\b"
    r"(?: (?:on to|onto|about|out|off))?"
    r"(?P<topic>\s(?:my|our|the(?! \w+\W*$)|the(?<=(?:delete|forget) the)|whatever|who|where|which|say)"
    r" (?:(?!, (?:he|she|it|they|i|we|that|because)\b|"
    r" (?:from|out of|off) (?:your|the|what)\b| you(?:['’]ve)? (?:have|got|saved|kept))[^;.!?])+)",
    re.IGNORECASE,
)
"""What is to be dropped, where nothing like "about" leads to it: "scrub my Thursday rehearsals"."""
_NAMED_BEFORE = LatePattern(
    r"(?P<topic>\b(?:my|our|the|everything|anything|all|only|whatever|two (?:things|entries)|(?:that|says|saying)"
    r"(?= (?:i|my|we|our)\b)) (?:(?! (?:can|could|would) (?:you|u)\b)[^;.!?,])+)"
    r"[,;.!?](?:(?![.!?] )[^;]){0,60}?\b(?:can|could|would|please|pls|just|so|u|you|[,;.!?])? ?"
    r"(?:forget|delete|erase|remove|drop|lose|bin|ditch|wipe|get)(?: rid of)? (?:it|them|that|those|this)\b",
    re.IGNORECASE,
)
"""What is named before it is asked to go: "my unit number, I should not have typed it, forget it at once"."""
_OF_WORK = LatePattern(r"\s(?:the|which|say)\b", re.IGNORECASE)
"""How something begins that may be part of a work at hand: "delete the last line"."""
_NOTHING = LatePattern(r"(?:to be|him|her|it|them|got|was|is|one)\b", re.IGNORECASE)
"""What names nothing that could be forgotten."""
_OF_OTHERS = LatePattern(
    r"\b(?:about|regarding|concerning) (?![^;.!?]*\b(?:me|myself|us|mine|everything)\b)[^;.!?\s]", re.IGNORECASE
)
"""What limits "everything" to somebody or something: no wish to have all forgotten that is known of the author."""
_KEPT = LatePattern(
    r"\b(?:do not|don['’]?t|never) (?:you )?forget\b|\b(?:can|could|please) (?:you )?keep\b", re.IGNORECASE
)
"""What asks for the opposite of forgetting."""
_ONLY_SHOWN = LatePattern(
    r"\b(?:delete|forget|erase|remove|lose) nothing\b"
    r"|\b(?:list|show|read|tell|print|export|send)\b[^.!?]*\bevery ?thing\b",
    re.IGNORECASE,
)
"""What asks to see everything, and to forget none of it."""
_SET_ASIDE = LatePattern(r"\bforget (?:about )?[^,;.!?]{2,40}[,;:–—-]+ ?(?:just )?let['’]?s\b", re.IGNORECASE)
"""What is left for something else, and no memory: "forget about lunch, let's go"."""
_POLITELY = LatePattern(r"\b(?:can|could|would|will|may|might|mind|please|pls|want)\b", re.IGNORECASE)
"""What makes a command of a question: any other only asks."""
_ASKS = LatePattern(
    r"\W*(?:(?:so|but|and|wait|hey|ok|okay|um|hmm)\W+){0,3}(?:did|do|have|are|were) (?:you|u)\b", re.IGNORECASE
)
"""How a question begins, with a question mark or without: "did you actually forget …"."""
_CHEER = LatePattern(
    r"\bkeep (?:it|that|this|them|these|those) (?:up|going|coming|real|together|simple)\b"
    r"|\bkeep (?:up|going|on|at|in touch)\b|\b(?:keep|hold) (?:it|that|this) (?:up|down)\b"
    r"|\b(?:i['’]?ll|we['’]?ll|always|never|do you|d['’]you|i|we|they|anyone|anybody) (?:(?:can ?not|\w+) )?"
    r"(?:remember|forget)\w*|\bremember(?:ed|s|ing)? (?:when|how|the time|that (?:time|one time|day|week|year)|to)\b"
    r"|\bforget it\b",
    re.IGNORECASE,
)
"""What cheers somebody on, or calls something to mind, and holds the words of a command."""
_CUES = {
    CandidateOp.REFERENCE_PREVIOUS: LatePattern(
        r"\b(?:remember|memor|keep|kept|sav(?:e|ing)|not(?:e|ing)|notes|notebook|log|fil(?:e|ing)|stor(?:e|ing)|record|"
        r"hold|hang|tuck|bank|archiv|bookmark|commit|brain|head\b|writ|jot|merk|forget|los(?:e|ing)|look after|"
        r"let .*go|pin\b|stash|stick\b|pop\b|put\b|retain|carry|"
        r"anot|apunt|guard|notier|speicher|souvien|retien|lembr|recuerd)\w*"
        r"|[记記存覚保メ]",
        re.IGNORECASE,
    ),
    CandidateOp.FORGET: LatePattern(
        r"\b(?:forg[eo]t|delet|eras|remov|scrub|wip(?:e|ing)|drop|clear|rid\b|str(?:ike|uck)|expunge|blank|dump|los(?:e|ing)|"
        r"toss|bin|scrap|ditch|vanish|let\b|hold|ke(?:ep|pt)|stor(?:e|ing)|sav(?:e|ing)|know|remember|recollect|un|dead|burn|"
        r"shred|purg|strip|cut\b|cross|tak(?:e|en|ing)\b|pull|out\b|gone|off\b|away|not\b|never|nothing|no\b|vergiss|"
        r"l[öo]sch|olvid|borr|apag|esque|oubli|efface)\w*|n['’]?t\b|[删刪忘消]",
        re.IGNORECASE,
    ),
    CandidateOp.UNDO: LatePattern(
        r"\b(?:scratch|undo|un\w+|roll|tak(?:e|en|ing)|pull|strik|rever|remov|drop|delet|eras|forget|bin|scrap|ditch|"
        r"los(?:e|ing)|cancel|ctrl|cross|wipe|nimm|raus|weg|borr|quit|olvid|apag|esque|oubli|effac|vergiss|l[öo]sch|"
        r"out|off|back|away|not|never|no|nope|nah|wrong|mistake|w?hoops|oops|meant)\w*|n['’]?t\b|[删刪撤消忘取]",
        re.IGNORECASE,
    ),
}
"""Words of which a command that is overheard has at least one: nobody keeps or takes back without any of them."""
_ELSEWHERE = LatePattern(
    r"\b(?:in|off|from|on|of|out of) (?:the|this|that|our|my) (?:shared |team |big )?(?:sheet|spreadsheet|board|"
    r"whiteboard|doc|document|wall|wiki|menu|rota|agenda|plan|map|form|file|branch|repo|page|slide|table|draft|"
    r"invoice|ticket)\b",
    re.IGNORECASE,
)
"""Where something is that is taken back, and no memory: "scratch that off the board"."""
_LEAST = 3
"""Characters of a topic."""
_LONGEST = 120
"""Characters of a message in which a command is overheard: who says more says something else as well."""


def as_meant(
    commands: Commands,
    chances: Mapping[CandidateOp, float],
    message: Message,
    text: CleanText,
    words: Sequence[Word],
) -> Commands:
    """Return commands as the judge understands their message.

    "Remember that one for the trip" points at what the message answers; "38 emails. bin the lot" is no command.

    Args:
        commands: What the wordings found.
        chances: How likely each command is, by the judge; empty where it was not asked.
        message: The message, with what it answers.
        text: Its text.
        words: The words of that.
    """
    if chances and not (text.to_bot or is_receipt(message) or _OF_MEMORY.search(text.plain)):
        likeliest = max(chances.values())
        found = tuple(one for one in commands.found if one.rule != "forget" or likeliest >= BELIEVED)
        commands = replace(commands, found=found)
    if not message.parent or chances.get(CandidateOp.REFERENCE_PREVIOUS, 0.0) < MEANT:
        return commands
    found = tuple(
        replace(one, op=CandidateOp.REFERENCE_PREVIOUS, rule=OVERHEARD)
        if one.op is CandidateOp.ADD and not _tells(one, words, text.text)
        else one
        for one in commands.found
    )
    return Commands(found, commands.off_record)


BELIEVED = 0.02
"""Chance of any command, by the judge, below which one to forget something that a wording found is none.

Unless the bot is named, or what memories are for: then a wording is believed whatever the judge thinks.
"""
_OF_MEMORY = LatePattern(
    r"\b(?:forget|told|said|mentioned|remember\w*|memor\w+|noted|saved|store|known?|(?:about|on) (?:me|us)|please)\b",
    re.IGNORECASE,
)


def _tells(command: Command, words: Sequence[Word], text: str) -> bool:
    """Return whether what is to be remembered is told there and then: "that Aoife covers my post", not "that one"."""
    start, end = command.body or (command.end, command.end)
    before = text[command.start : start]
    if before.rstrip().endswith(":"):
        return True
    if _POINTING.search(before) or _POINTING_AWAY.match(text[start:end]):
        return False
    within = [word for word in words if start <= word.start < end]
    for place, word in enumerate(within):
        if word.norm in _BREAKS or word.tag in _STOPS:
            return False
        if place and word.tag in _FINITE and word.norm not in _POLITE:
            return True
    return False


_POINTING = LatePattern(r"\b(?:this|these|it|(?:that|the) (?:one|bit|thing))\b[^:]*\Z", re.IGNORECASE)
_POINTING_AWAY = LatePattern(r"(?:this|that|these|it)(?:\s{2}|\s*[^\w\s'’:])", re.IGNORECASE)
_FINITE = frozenset("VBZ VBP VBD MD".split())
_STOPS = frozenset(", . : -RRB- NFP".split())
_BREAKS = frozenset("or because bc cause cos so for please pls plz ^ ^^".split())
_POLITE = frozenset("can could will would may might".split())


def overheard(chances: Mapping[CandidateOp, float], text: CleanText, message: Message) -> Command | None:
    """Return the command that a message gives which nothing was read in, or None.

    Args:
        chances: How likely each command is, by the judge; empty where it was not asked.
        text: The message.
        message: The same, with who said it where.
    """
    if not chances or not may_be_overheard(text, message):
        return None
    op = max(HEARD, key=lambda each: chances[each])
    if not _is_spoken_to(text, message) and op is not CandidateOp.REFERENCE_PREVIOUS:
        return None
    if chances[op] < HEARD[op] or (op is not CandidateOp.REFERENCE_PREVIOUS and _KEPT.search(text.plain)):
        return None
    if (cue := _CUES.get(op)) and not cue.search(_CHEER.sub("", text.text)):
        return None
    if op is CandidateOp.UNDO and _ELSEWHERE.search(text.text):
        return None
    asks = text.plain.rstrip().endswith("?") or _ASKS.match(text.plain)
    if asks and not _POLITELY.search(text.plain):
        return None
    if op in {CandidateOp.FORGET, CandidateOp.CONFIRM} and no_wish(text.plain):
        return None
    if op is CandidateOp.FORGET and (_SET_ASIDE.search(text.plain) or is_found(text.plain)):
        return None
    length = len(text.plain)
    topic = _TOPIC.search(text.plain) or _DROPPED.search(text.plain) or _NAMED_BEFORE.search(text.plain)
    if topic is not None and _OF_WORK.match(topic["topic"]) and wordings()["at_work"].search(topic["topic"].lower()):
        return None
    if op is CandidateOp.CONFIRM and _ONLY_SHOWN.search(text.plain):
        return None
    if op is CandidateOp.CONFIRM and _OF_OTHERS.search(text.plain):
        op = CandidateOp.FORGET
    if op is not CandidateOp.FORGET:
        return Command(op, 0, length, rule=OVERHEARD)
    if topic is None or _NOTHING.match(topic["topic"].lstrip()) or len(topic["topic"].strip(" .!?")) < _LEAST:
        return None
    return Command(op, 0, length, topic.span("topic"), OVERHEARD)


def may_be_overheard(text: CleanText, message: Message) -> bool:
    """Return whether a command that no wording foresaw is looked for: one said to the bot, or about what it answers."""
    return len(text.plain) <= _LONGEST and (_is_spoken_to(text, message) or bool(message.parent))


def _is_spoken_to(text: CleanText, message: Message) -> bool:
    return is_to_bot(message, text) or is_receipt(message)
