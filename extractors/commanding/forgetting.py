"""Commands that take something away: forget one thing, forget everything, take the last capture back.

They are read from what people want gone and from what the memory calls its own ("your notes", "what you have on me"),
so that "bin the bit about wool" and "my old flat you can take off your list" are read by the same few patterns. Where
nothing names the memory, it takes the bot's ear and a thing that cannot be meant of a text at hand.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.commanding.wordings import Command, begins, holds, is_receipt, is_to_bot, wordings
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText, Message
from extractors.parsing.words import Line, Word
from extractors.statements.profile import is_name
from memory.records import CandidateOp

_OWN = LatePattern(
    r"(?:what(?:ever)? i|everything i|my|i|our)\b|what$|(?:that|the fact|the bit|what you know)\b.* (?:i|my|we|our)\b"
    r"|(?:that|the fact that) [\w'-]+ (?:is|are|was|has|have|likes|lives|works)\b"
)
"""What is one's own, so that it may be forgotten though nobody named the bot."""
_ABOUT = LatePattern(r"^(?:about|abt) ")
_WITH_BODY = frozenset({"my", "our", "the", "i", "all the", "any"})
_ASKS_FOR_OWN = LatePattern(
    r"(?:where|when|who|what|which \w+|how (?:old|many|long|tall|big|often|far)(?: \w+)?) "
    r"(?:(?:i|we) (?!said\b|told\b|put\b|left\b|was\b|were\b|wanted\b|just\b|did\b|asked\b)|(?:my|our) )\S"
)
"""What is to be forgotten, as a question about oneself: "where I live", "who my manager is"."""
_STATES = LatePattern(r"(?:i|we) (?:am|are|live|work|use|have|prefer|moved|go|drink|eat|now)\b(?! not)|my \w+ is\b")
"""What follows a thing to forget and is a statement of its own: "forget that I'm in Ås, I live in Ski now"."""
_LEAVE = LatePattern(r"\byou (?:can|could|may|should|must|might)\b")
"""What people say to one another: "you can forget about the deposit"."""
_REASON = LatePattern(
    r"$|(?: [,.!–—-]+){0,8}"
    r"(?:$| (?:it|they|he|she|i|we|that|this|the|my|not|no|because|since|as|please|thanks|doctor)\b)"
)
"""What may follow a bare "forget sesame"; after "forget tea, coffee is better" nobody wants tea forgotten."""
_FROM_WORK = LatePattern(
    r" (?:from|in|on|off|of) (?:the|this|that|my|our) (?:[\w-]+ )?(?:slides?|drafts?|docs?|documents?"
    r"|texts?|letters?|e-?mails?|lists?|"
    r"pages?|tables?|sheets?|files?|decks?|reports?|posts?|signatures?|invites?|rotas?|rosters?|boards?|whiteboard|menu"
    r"|agenda|posters?|programmes?|hook|wall|shelf)\b"
)
_CUT = LatePattern(r"\b(?:take|cut|leave)(?: out| off| away)? $")
_MEANT = LatePattern(r" i meant (?!(?:(?:it|that|this) )?(?:to|for) |the other )")
"""A correction follows: "scratch that, I meant Porto", but not "…, I meant to send it to Davit"."""
_IN_JEST = LatePattern(r"\b(?:joking|kidding|joke)\b")
_FORGETS = LatePattern(r"\b(?:forget|delete|erase) (?:my|the|what|about)\b")
"""A command that says what is meant follows: "I take it back, forget the bit about tea"."""
_OF_YOURS = LatePattern(r"(?:delete|erase|wipe|remove) what you (?:know|remember|have noted) (?:about|of|on) ")
"""What nobody asks of anybody but a memory, whoever is spoken to."""
_THINGS_ON = LatePattern(r"\w+ (?:everything|all|anything) on\b")
"""What people ask one another to delete: "please delete everything on the card"."""
_FEW = 4
"""Words of a thing that is to be forgotten, where nothing but "forget" stands before it: "forget sesame"."""
_LONGEST_NAME = 40
"""Characters of a name that alone is what is to be forgotten."""


def everything(line: Line, message: Message, clean: CleanText) -> bool:
    """Return whether a sentence asks to forget all that is known of its author."""
    if not is_to_bot(message, clean):
        return False
    patterns, string = wordings(), line.string
    if begins("forget_all", string) and patterns["all_of_me"].search(string):
        return True
    if begins("forget_me", string):
        return True
    started = begins("forget_all_of", string)
    topic = patterns["topic"].search(started["rest"]) if started else None
    if topic is None or started is None:
        return False
    name = message.user_name.lower()
    return topic["me"] is not None or bool(name and started["rest"][topic.end() - 1 :].startswith(name))


def takes_back(line: Line, message: Message, clean: CleanText) -> str:
    """Return the rule by which a sentence takes the last capture back, "" if it does not.

    Right after the bot's word that it noted something, many words do; else only plain ones, said to the bot: people
    scratch much among themselves.
    """
    patterns, string = wordings(), line.string
    receipt = is_receipt(message)
    undo = begins("undo", string)
    meant = (
        receipt or not (_OWN_WORD.match(string) and (line.words[0].start > _FEW or " , i " in undo["rest"]))
        if undo
        else False
    )
    if undo and meant and ":" not in undo["rest"] and not _MEANT.search(undo["rest"]):
        plain = is_to_bot(message, clean) and not patterns["not_saved"].search(string)
        if receipt or (plain and not _FORGETS.search(undo["rest"])):
            return "undo"
    return "take-back" if receipt and " i meant " not in string and holds("take_back", string) else ""


_OWN_WORD = LatePattern(r"i take (?:that|it) back\b")
"""What takes back what its author said, and nothing that was noted, where more is said around it."""


def forget(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command to forget something that a sentence gives, or None."""
    if _TO_ANOTHER.match(clean.text) and not is_to_bot(message, clean):
        return None
    if is_found(clean.plain, line.words[0].start, line.words[-1].end) or _IDIOM.search(line.string):
        return None
    if no_wish(line.string) or _bids_otherwise(line):
        return None
    told = _told_to_forget(line, message, clean) or _named(line, message, clean)
    if told is None or _IN_JEST.search(line.string) or _of_manner(line):
        return None
    start, end = told
    covered = _until_reason(line, *_behind_heading(line, start, end))
    if covered is None:
        return None
    after = [word for word in line.words if word.start >= covered[1] and word.norm not in {"please", "thanks"}]
    if [word.norm for word in after[:2]] == ["for", "me"]:
        after = after[2:]
    last = covered[1] if _goes_on(after, line) else line.words[-1].end
    if _ALL_THERE_IS.fullmatch(" ".join(word.norm for word in line.words if covered[0] <= word.start < covered[1])):
        return Command(CandidateOp.CONFIRM, line.words[0].start, line.words[-1].end, rule="forget-everything")
    return Command(CandidateOp.FORGET, line.words[0].start, last, covered, "forget")


_IDIOM = LatePattern(
    r"\b(?:scratch the surface|drop the (?:ball|mic|act|pretence|attitude)|lose the (?:plot|will|thread|battle|war)"
    r"|cut the (?:crap|chat|mustard|cord)|clear the (?:air|decks|way|backlog|table)"
    r"|wipe the (?:slate|floor|table|board)|skip the (?:queue|line|small talk)|chuck (?:it )?in the towel"
    r"|strike (?:the|a) (?:balance|chord|deal|pose|right))\b"
)
"""What is nobody's wish to forget, whatever its verb: "scratch the surface of that report"."""
_ALL_THERE_IS = LatePattern(
    r"(?:absolutely |literally |simply )?"
    r"(?:everything(?: (?:you (?:know|have|remember) )?(?:about|on) me)?|all|it all|all (?:of )?(?:it|me)|me|myself"
    r"|the (?:whole )?lot"
    r"|the whole of it|any of what i (?:have )?(?:said|told you)"
    r"|(?:all|any) (?:of )?(?:the )?(?:information|info|data|details|facts|notes) (?:regarding|about|on|of|concerning) "
    r"(?:me|myself))(?: (?:please|now|at once|completely)){0,4}"
)
"""What is to be forgotten and names nothing: all there is, which is asked about first."""


_WARNS = LatePattern(
    r"^(?:(?:you|just|and|but) ){0,2}forget (?!what\b|every|that\b|all\b|about\b)[^,;:.!?]{2,40}? and "
    r"(?:you(?! can\b| could\b| may\b| should\b)|your|i will|i['’]ll|he|she|they) "
)
"""What comes of forgetting, told to whoever might: "forget the milk and your gran will have your guts"."""
_CHORE = LatePattern(
    r" (?:when(?:ever)?|before|after|once) you(?: (?:are|have)|['’](?:re|ve))? (?:done|finish|through|used|go\b"
    r"|leave|press|open|close|start|use|move|lock|send|print)"
)
"""Around what somebody is to do a thing by hand: "wipe my bench when you're done"."""
_UNLIKE = LatePattern(
    r"\b(?:everything|all|anything|whatever) you know about [^,]{2,40}?(?: ,|,) (?:this|that|it) is\b"
)
"""What somebody is to leave behind who meets something new: "forget everything you know about CSS, this is grid"."""
_FOUND = LatePattern(
    r"\bforget (?:about )?(?:the|that|those) (?!(?:bit|fact|part|note|thing)\b)[^,;.!?]{2,30}? ?[,;.!–—-]+ ?"
    r"(?:(?:it|they) (?:was|were) (?:(?:behind|under|beneath|inside)\b|[^,;.!?]{2,40}? (?:all along|the whole time)\b)"
    r"|(?:(?:it|they)(?: (?:has|have|just)|['’](?:s|ve))? )?(?:just )?(?:turned up|surfaced)\b"
    r"|(?:(?:i|we)(?: have|['’]ve)? )?(?:just )?found (?:it|them)\b)",
    re.IGNORECASE,
)


def is_found(text: str, start: int = 0, end: int | None = None) -> bool:
    """Return whether what is to be forgotten was only looked for: "forget the ladder, it was behind the door".

    The request has to begin between the offsets; where the thing was may stand behind them.
    """
    found = _FOUND.search(text, start)
    return found is not None and (end is None or found.start() < end)


_TO_ANOTHER = LatePattern(r"\W*<@\w+>")
"""How a message begins that speaks to somebody by a mention: "<@U21> please delete the old branch"."""


_IS_ASKED = LatePattern(
    r"(?:(?:wait|hm+|ok|so|and|hey|sorry|remind me) ){0,3}"
    r"(?:what|waht|wat|where|which|who|when|how) (?:is|was|were|did) "
)
"""How a question begins that has no mark: "what was that thing I told you about my landlord"."""


def no_wish(said: str) -> bool:
    """Return whether words of forgetting ask, warn, tell of a chore or of something new: "…, this is grid"."""
    said = said.lower()
    return _IS_ASKED.match(said) is not None or any(of.search(said) for of in (_UNLIKE, _WARNS, _CHORE))


def _bids_otherwise(line: Line) -> bool:
    """Return whether people are told to do something else than think of a thing: "forget the cap, wear the bowler"."""
    if _THE_THING.match(line.string) is None:
        return False
    words = line.words
    comma = next((at for at, word in enumerate(words) if word.norm in {",", "-", "–", "—"}), len(words))
    after = words[comma + 1 : comma + 2]
    return bool(after) and after[0].tag in {"VB", "VBP"} and after[0].norm not in _OF_A_MEMORY


_THE_THING = LatePattern(
    r"(?:forget|scratch|drop|skip|ditch) (?:about )?(?:the|those|these) (?!(?:bit|part|fact|note|thing)s?\b)"
)
_OF_A_MEMORY = frozenset(
    """use keep note remember save put make replace call change take delete drop store add please thank write
    have""".split()
)
"""What the bot may be told besides: "forget the Porto address, use the Faro one"."""


def _of_manner(line: Line) -> bool:
    """Return whether it is how the bot writes that is to go, and nothing that it remembers."""
    patterns, string = wordings(), line.string
    if (part := _OF_A_DRAFT.match(string)) and not _OF_AUTHOR.search(part["v"]):
        return True
    if _OF_WRITING.search(string) and not patterns["holder"].search(string):
        return True
    named = patterns["you_noted"].search(string) or patterns["told"].search(string) or patterns["holder"].search(string)
    return not named and patterns["manner"].match(string) is not None


_OF_A_DRAFT = LatePattern(
    r"(?:(?:and|but|also|please|so|then|ok|can you|could you) ){0,4}(?:drop|cut|lose|skip|ditch) the "
    r"(?:bit|part|line|paragraph|sentence) "
    r"(?:about|on|with|where) (?P<v>[^,;.!?]+?)(?= or\b| and\b|$| [,;.!?])"
)
"""What is asked of a draft: "shorter, and drop the bit about synergy"."""
_OF_WRITING = LatePattern(
    r"\b(?:drop|cut|lose|skip|ditch|bin|delete|remove|strip|scrap) (?:out )?(?:all |both )?(?:the|these|those|any) "
    r"(?:[\w-]+ )?(?:adjectives?|adverbs?|commas?|semicolons?|brackets?|hyphens?|dashes|capitals?|italics|"
    r"paragraphs?|sentences?|intro|introduction|conclusion|headings?|subheadings?|subtitles?|captions?|clich[eé]s?|"
    r"preamble|sign-?off|passives?|repetitions?|metaphors?|superlatives?)"
    r"(?=$| [,;.!?]| (?:and|but|please|or|from|at|in)\b)"
)
"""What a text is made of, whose writer is asked to do without: "keep my numbers, lose the adjectives"."""
_OF_AUTHOR = LatePattern(r"\b(?:my|me|i|our|us|mine|you)\b")


def _behind_heading(line: Line, start: int, end: int) -> tuple[int, int]:
    """Return a range of a line without what only says that something follows: "the following: my old desk number"."""
    heading = _FOLLOWS.match(line.string, start, end)
    return (heading.end(), end) if heading else (start, end)


_FOLLOWS = LatePattern(r"(?:(?:all of )?the following|these|this)(?: (?:things?|facts?|items?|two|three))? : (?=\S)")


def _goes_on(after: Sequence[Word], line: Line) -> bool:
    """Return whether what is to be forgotten is followed by what is so instead, and not by a reason."""
    if len(after) < _FEW or after[0].norm not in {",", ";", "-", "–", "—"}:
        return False
    rest = " ".join(word.norm for word in after[1:])
    if _STATES.match(rest):
        return True
    written = line.text[after[2].start : after[-1].end]
    return _INSTEAD.match(rest) is not None and bool(_SO_NOW.search(rest) or re.search(r"[A-ZÀ-Þ\d]", written))


_INSTEAD = LatePattern(
    r"(?:(?:now|instead) )?(?:(?:it|they|he|she|that|those)(?! (?:(?:is|are|was|were|has|have|did|does|do|had) )?"
    r"(?:not|no|never|gone|over|out|wrong|old|given|quit|left|stopped|been|was|were|did|had)\b)|its"
    r"|(?:i|we) \w+ (?:it|that|those|them|these) (?:on|at|in|from|with)"
    r"|(?:the|my|our) (?:[\w'-]+ ){1,3}?(?:is|are|go(?:es)?|(?:come|live|meet|start|run)s?|'s)"
    r"(?! (?:not|no|gone|over|closed|wrong|out of)\b)) "
)
"""How a new value is told behind what is to be forgotten: "…, he's in Whitby now", "…, I do those on Mondays"."""
_SO_NOW = LatePattern(
    r"\b(?:now|instead|these days|from (?:now|here)|as of|after all|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)


def another(command: Command, line: Line, message: Message, clean: CleanText) -> list[Command]:
    """Return a second thing to forget that the sentence of a first one names: "…, and forget my cats too"."""
    if command.op is not CandidateOp.FORGET or command.body is None:
        return []
    after = [word for word in line.words if word.start >= command.body[1]]
    start = next((at for at, word in enumerate(after) if word.norm in {"forget", "delete", "erase"}), len(after))
    again = forget(Line(line.text, after[start:]), message, clean) if start < len(after) else None
    if again is not None and again.body and clean.plain[slice(*again.body)].lower() in {"one", "it", "that", "them"}:
        return []  # "the Bahrain number, you can forget that one now" names one thing
    if again is None and (match := _AND_TOO.match(" ".join(word.norm for word in after))):
        words = after[match["joint"].count(" ") + 1 :][: match["body"].count(" ") + 1]
        again = replace(command, body=(words[0].start, words[-1].end))
    return [again] if again else []


_AND_TOO = LatePattern(
    r"(?P<joint>,(?: and| plus)?) (?P<body>(?:my|our) [^,;.!?]{2,60}?) (?:too|as well|also)(?=$| [.!,;])"
)
"""What is to be forgotten besides: "…, and my daughter's address too"."""


def _told_to_forget(line: Line, message: Message, clean: CleanText) -> tuple[int, int] | None:
    """Return the range of the line that a plain "forget …" or "delete … about …" is about, or None."""
    patterns = wordings()
    match = begins("forget", line.string)
    if match is None or match["body"] is None:
        return None
    body_start = match.start("body")
    about = (match["about"] or "").strip()
    to_bot = is_to_bot(message, clean)
    asked = bool(match["ask"].strip()) or line.string.startswith("please")
    if not to_bot and _LEAVE.search(match["ask"]):
        return None
    addressed = to_bot or asked or _OF_YOURS.match(line.string, match.end("ask")) is not None
    if match["delete"] is None and match["keep"] is None:
        rest = line.string[match.start("about") if match["about"] else body_start :].strip()
        asks_for_own = addressed and _ASKS_FOR_OWN.match(rest)
        if patterns["not_to_forget"].match(rest) and not asks_for_own:
            return None
        said = _UNWANTED.sub("", rest.removesuffix("?").rstrip() if asked else rest)
        if patterns["goes_on"].search(said) and not about.startswith(("what", "everything", "that", "the fact")):
            return None
        stop = _until(line, body_start)
        short = to_bot and len(line.words_between(*stop)) <= _FEW and _REASON.match(line.string, stop[1]) is not None
        if not about and not asked and not asks_for_own and not short and not _is_named(line, body_start, clean):
            return None
        if not addressed and not _OWN.match(_ABOUT.sub("", rest)):
            return None
        if about in _WITH_BODY or about.startswith("<@"):
            body_start = match.start("about") + 1
    elif (
        not addressed
        or (not to_bot and match["delete"] is not None and _THINGS_ON.match(line.string, match.start("delete")))
        or (line.string.endswith("?") and not asked)
        or (_FROM_WORK.search(line.string, body_start) and not patterns["holder"].search(line.string, body_start))
    ):
        return None
    return body_start, len(line.string)


_UNWANTED = LatePattern(r" [,;–—-] (?:i |we )?(?:do not|never) (?:want|need) (?:it|that|this|them)\b.*$")
"""Why something is to be forgotten: "forget my old address, don't want that floating around"."""


def _named(line: Line, message: Message, clean: CleanText) -> tuple[int, int] | None:
    """Return the range of the line that is to be forgotten by another wording, or None."""
    string = line.string
    if not is_to_bot(message, clean):
        return None
    for name in (
        "forget_you_have",
        "forget_held",
        "forget_known",
        "forget_from",
        "forget_from_it",
        "forget_item",
        "forget_you_can",
        "forget_can_go",
        "forget_please",
        "forget_it",
    ):
        match = begins(name, string)
        if match and _is_of_memory(name, match):
            return match.span("body")
    if fronted := _TOLD_FIRST.match(string):
        return fronted.span("body")
    match = begins("forget_as_if", string)
    if match and match.lastgroup:
        return match.span(match.lastgroup)
    match = begins("forget_by_name", string)
    alone = message.surface == "dm" and len(line.words) <= _FEW
    if match and (alone or match["ask"].strip() or re.search(r"\bplease\b", string)):
        written = line.original(*match.span("body"))
        return match.span("body") if len(written) <= _LONGEST_NAME and is_name(written) else None
    return None


_TOLD_FIRST = LatePattern(
    r"(?:what(?:ever)? (?:i|we) (?:have )?(?:told you|said|mentioned)|the (?:thing|bit|part|stuff|note)) "
    r"(?:about|on|of|regarding) (?P<body>[^,;.!?]{2,60}?) ?[,;–—-]+ ?"
    r"(?:(?:please|pls|just|now|can you|could you|would you) ){0,4}"
    r"(?:forget|delete|erase|drop|scrap|bin|remove|wipe) (?:it|that|this|them|all that)\b"
)
"""What is to be forgotten, told before the wish: "what I told you about the branch, forget that please"."""


def _is_of_memory(name: str, match: re.Match[str]) -> bool:
    """Return whether what is to go is something that the memory holds, and not a part of some work at hand."""
    patterns, body = wordings(), match["body"]
    if patterns["holder"].search(match.string, match.end("body")):
        return True
    if name == "forget_you_have":
        thing = body.partition(" you ")[0]
        return bool(patterns["item"].search(thing)) or not patterns["at_work"].search(thing)
    if name in {"forget_held", "forget_known", "forget_from_it"} or patterns["item_of"].match(body):
        return True
    if _CUT.search(match.string[: match.start("body")]) and name != "forget_it":
        return False
    if patterns["goes_on"].search(body) or patterns["at_work"].search(body):
        return False
    if name in {"forget_you_can", "forget_please"} or patterns["item"].search(body) or patterns["told"].search(body):
        return True
    if name == "forget_it":
        return bool(patterns["over"].search(body)) and " forget " not in match.string[match.end("body") :]
    return name == "forget_item" and bool(patterns["over"].search(body.partition(" , ")[2]))


def forget_said_before(line: Line, message: Message, clean: CleanText) -> Command | None:
    """Return the command to forget what the sentence before told: "I told you it's on the 17th. Wipe that"."""
    match = begins("forget_it", line.string) if is_to_bot(message, clean) else None
    if match is None or not match["pronoun"] or not _is_of_memory("forget_it", match):
        return None
    covered = _until_reason(line, *match.span("body"))
    return Command(CandidateOp.FORGET, line.words[0].start, line.words[-1].end, covered, "forget") if covered else None


def _is_named(line: Line, start: int, clean: CleanText) -> bool:
    """Return whether a name, a number or a mention begins there: "forget Hobart", but not "forget lunch"."""
    first = clean.text[line.words_between(start, start + 1)[0].start]
    return first.isupper() or first.isdigit() or first == "<"


def _until(line: Line, start: int) -> tuple[int, int]:
    """Return the range of the line from an offset to the reason that is given, or to its end."""
    reason = wordings()["reason"].search(line.string, start)
    return start, reason.start() if reason else len(line.string)


def _until_reason(line: Line, start: int, end: int) -> tuple[int, int] | None:
    reason = wordings()["reason"].search(line.string, start, end)
    covered: Sequence[Word] = line.words_between(start, reason.start() if reason else end)
    while covered and covered[-1].norm in {".", "!", "?", "now", "please", ","}:
        covered = covered[:-1]
    return (covered[0].start, covered[-1].end) if covered else None
