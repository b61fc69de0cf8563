"""Lasting guidance on how the bot should answer."""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.parsing.words import Word
from extractors.statements.rules import Found, capitalised, load
from extractors.syntax.clauses import Clause

_ABOUT_ANSWERS = LatePattern(
    r"\b(?:answers?|repl(?:y|ies)|responses?|respon(?:d|ding)|answering|replying|emojis?|emoticons?|"
    r"bullets?|bullet points|bold|italics?|headings?|headers?|tables?|jargon|acronyms|apolog\w*|sorry|"
    r"disclaimers?|caveats|exclamation marks?|small talk|preamble|intros?|summar(?:y|ies)|"
    r"explanations?|filler|fluff|flattery|compliments|praise|markdown|code blocks?|code|snippets?|"
    r"examples?|links?|sources?|units|metric|imperial|celsius|fahrenheit|24-?hour|12-?hour|dates?|"
    r"time ?zones?|spelling|british|american|short|brief|concise|long|longer|shorter|detailed|formal|"
    r"informal|tone|polite|wordy|verbose|paragraphs?|sentences?|words?|walls? of text|questions?|"
    r"guess\w*|assum\w+|phrases?|grams|kilos|kilograms|miles|knots|litres|commands?|at a time|"
    r"step by step|steps|first name|my name|sir|madam|mate|jokes?|puns?|metaphors|"
    r"analogies|quotes|numbered|lists?|hedg\w+|passive voice|oxford comma|euros?|dollars?|pounds|"
    r"language|english|french|german|spanish|plain|honest|direct|blunt|straight|chatty|pleasantries|"
    r"greetings?|sign[- ]?offs?|chit ?chat|waffle|padding|buzzwords|hype|"
    r"signatures?|tl ?;? ?dr|tldr|exclamation|caps|capital letters|numbers|"
    r"decimals|percentages|figures|ask(?:ing)? me|check with me|confirm|idioms?|slang|abbreviations|print|fonts?|"
    r"casual|easy|titles?|footnotes?|threads?|honorifics?)\b"
)
_NOT_NOW = LatePattern(
    r"\b(?:this (?:time|one|thread|table|letter|email|message|draft|doc|document|reply|answer|summary|"
    r"file|list|ticket|pr|section|slide|page|report|question|paragraph|post|version|week|morning)|"
    r"today|for now|just now|the (?:above|below|letter|email|report|slide|doc|draft|summary|text|"
    r"paragraph|minutes|agenda|table(?! (?:names?|of)\b)|poster|flyer|invite|invitation)|again|above|"
    r"(?<!help )it\b(?! (?:short|possible|"
    r"brief|concise|simple|to the point|plain|under|formal|informal|casual|"
    r"to (?:an?|one|two|three|british|american|plain|metric|\d+) ))|that (?:again|one|"
    r"paragraph)|for (?:the|a|my|this|these) |each of (?:these|those))\b"
)


_REQUEST = LatePattern(
    r"(?:^|[.!?\n]\s*)(?:please |can you |could you )?(?:give|write|draft|make|summari[sz]e|translate|"
    r"list|suggest|find|show"
    r"|prepare|create|turn|rewrite|shorten)\b"
)
_LASTING = LatePattern(
    r"\b(?:always|never|from now on|in future|going forward|stop|every time|your (?:answers|replies))\b"
)


def requested_before(clause: Clause) -> bool:
    """Return whether something to be made was asked for before: what follows is about that, mostly."""
    before = clause.text[: clause.start].lower()
    return _REQUEST.search(before) is not None and not _LASTING.search(clause.string)


def lets_off(clause: Clause) -> bool:
    """Return whether what follows an order only lets the bot off this once: "don't apologise, it's fine"."""
    return _LET_OFF.match(clause.text, clause.end) is not None


def lasting_guidance(match: re.Match[str], clause: Clause) -> bool:
    """It holds from now on, not for one answer."""
    if "://" in clause.string and "you " not in clause.string:
        return False  # "for expenses use the form at https://…" is where it is found
    if requested_before(clause) or lets_off(clause):
        return False
    return (
        not _NOT_NOW.search(clause.string)
        and not guards.moment(clause)
        and not clause.string.startswith(("i ", "we "))
        and (not clause.question or bool(_NO_QUESTION.search(clause.string)))
    )


_LET_OFF = LatePattern(
    r"[\s,;:.!–—-]{1,4}(?:(?:it|that)(?:['’]?s| is| was) (?:all )?(?:fine|ok|okay|alright|all right|good"
    r"|nothing|my|me|our|not)\b"
    r"|no (?:worries|harm|problem)|my (?:fault|mistake|bad)|not your fault|(?:i|we) (?:made|messed|forgot|got it)\b"
    r"|(?:i['’]?m|i am|we['’]?re|we are) (?:just |nearly |almost )?(?:about to|boarding|late|in a (?:hurry"
    r"|rush)|running late)\b)",
    re.IGNORECASE,
)
_NO_QUESTION = LatePattern(r"\b(?:always|from now on|in future|never|stop|going forward|please)\b|^keep\b")
"""What is asked for all the same where a question mark follows: "keep it casual, ok?"."""


def holds_on(clause: Clause) -> bool:
    """Return whether guidance that no rule read holds from now on."""
    return not _NOT_NOW.search(clause.string) and not guards.moment(clause)


def order(clause: Clause) -> str:
    """Return an order as it was given, without courtesies: "Use 24h times with me"; "" for what is none.

    The "I" that a clause was lent is none of an order's. What the bot is asked politely is an order as well: "could you
    not say users" is "Don't say users".
    """
    spoken = _uncourteous([word for word in clause.words if word.end > word.start])
    while len(spoken) > 1 and (spoken[-1].norm in _COURTEOUS or (spoken[-2].norm, spoken[-1].norm) == (",", "always")):
        spoken = spoken[:-1]
    denied = ""
    if is_asked_politely(clause):
        spoken = _uncourteous(spoken[2:])
        if spoken and spoken[0].norm == "not":
            spoken, denied = spoken[1:], "Don't "
    if not spoken or not (spoken[0].tag in {"VB", "VBP"} or spoken[0].norm in {"never", "always", "do"}):
        return ""
    if spoken[0].norm in {"i", "we"} or any(word.norm == "i" for word in spoken[:3]):
        return ""
    written = " ".join(clause.text[spoken[0].start : spoken[-1].end].split())
    return f"{denied}{written}" if denied else capitalised(_DO_NOT.sub(r"\1on't", written))


def as_ordered(found: Found, clause: Clause) -> Found:
    """Return what a rule wrote as a wish with the order that it is: "Wants no hedge so much" is "Don't hedge so much".

    What only asks politely or again and again behind it is left out: "Wants numbers in kilos please, always".
    """
    told = _COURTESIES_BEHIND.sub("", found.text)
    said = _WANTS.match(told)
    if said is None or not found.value:
        return replace(found, text=told)
    wanted = _COURTESIES_BEHIND.sub("", found.value)
    words = clause.line.words_between(*_span_of(wanted, clause))
    bids = words and (words[0].tag in {"VB", "VBP"} or (said["no"] and words[0].norm in _PLAIN_ORDERS))
    if not bids or not told.endswith(wanted):
        return replace(found, text=told)
    before = clause.line.string[: clause.line.string.find(words[0].norm)]
    if said["no"] is None:
        return replace(found, text=capitalised(wanted)) if words[0].norm in _PLAIN_ORDERS else replace(found, text=told)
    denied = _DENIED.search(before)
    if denied is None or words[0].norm in _ALSO_NOUNS:
        return replace(found, text=told)
    return replace(found, text=f"{'Never' if denied['never'] else 'Don’t'} {wanted}".replace("’", "'"))


def _span_of(said: str, clause: Clause) -> tuple[int, int]:
    """Return where words of a clause stand in its string, by the first of them; (0, 0) where they do not."""
    at = clause.text.find(said, max(0, clause.start - 1))
    word = next((one for one in clause.words if one.start == at and one.end > one.start), None)
    if word is None:
        return 0, 0
    place = clause.string.find(word.norm)
    return place, place + len(word.norm)


_COURTESIES_BEHIND = LatePattern(
    r"(?:,? (?:please|pls|plz)(?:,? (?:always|thanks|thank you|ok|everywhere))?|, always)$", re.IGNORECASE
)
_WANTS = LatePattern(r"Wants (?P<no>no )?")
_DENIED = LatePattern(r"\b(?:do not|(?P<never>never))(?: ever| always)? $")
_PLAIN_ORDERS = frozenset(
    "write spell put give show use explain list tell send keep round convert translate quote cite name mark".split()
)
_ALSO_NOUNS = frozenset("use code praise advice small talk".split())


def _uncourteous(spoken: Sequence[Word]) -> Sequence[Word]:
    """Return words without the courtesies that they begin with."""
    first = next((at for at, word in enumerate(spoken) if word.norm not in _COURTEOUS), len(spoken))
    return spoken[first:]


def is_asked_politely(clause: Clause) -> bool:
    """Return whether a clause asks the bot to do something, as a question: "would you always spell it so?"."""
    return _ASKED_POLITELY.match(clause.string) is not None


_ASKED_POLITELY = LatePattern(
    r"(?:please ,? ?)?(?:could|can|would|will) (?:you|u|ya) (?!mind\b|like\b|want\b|be\b|tell me\b)\w"
)


def is_asked_for_good(clause: Clause) -> bool:
    """Return whether the bot is asked politely for what a word in or behind the clause tells to hold on."""
    said = clause.text[clause.start : clause.end + _RIGHT_BEHIND].lower()
    return is_asked_politely(clause) and _TELLS_IT_LASTS.search(said) is not None


_RIGHT_BEHIND = 40
"""Characters behind a clause in which such a word may stand."""
_TELLS_IT_LASTS = LatePattern(
    r"\b(?:always|never|ever|not|in general|generally|as a rule|by default|from (?:now|here)|in future|going forward"
    r"|whenever|any ?time|(?:every|each) (?:single )?time|with me|when(?:ever)? (?:you|i|it['’]?s|we)\b)"
)


def ordered_each_time(clause: Clause) -> bool:
    """Return whether a clause tells when, and goes on with an order: "whenever I paste a result, convert it"."""
    return clause.joined in _EACH_TIME and any(
        _may_order(before, word, after)
        for before, word, after in zip(clause.words[1:], clause.words[2:], clause.words[3:], strict=False)
    )


def _may_order(before: Word, word: Word, after: Word) -> bool:
    """Return whether a word may begin an order, by what stands beside it."""
    begins = before.tag in _BEFORE_ORDER or before.norm in _LEADS_TO_ORDER
    return begins and word.tag in {"VB", "VBP"} and (after.tag in _BEHIND_ORDER or after.norm == "not")


_LEADS_TO_ORDER = frozenset({"always", "never", "please", "just", "then"})
_BEFORE_ORDER = frozenset("NN NNS NNP NNPS CD ,".split())
_BEHIND_ORDER = frozenset("NN NNS NNP NNPS CD DT PRP PRP$ JJ".split())
_DO_NOT = LatePattern(r"\b([Dd])ont\b")
_COURTEOUS = frozenset("please pls plz kindly thanks and but also so just , .".split())


def about_answers(match: re.Match[str], clause: Clause) -> bool:
    """It is about how the bot writes."""
    return (
        lasting_guidance(match, clause)
        and bool(_ABOUT_ANSWERS.search(clause.string))
        and not _ON_THIS.match(clause.string)
        and not _TO_ANOTHER.search(clause.string)
        and not re.search(
            r"\b(?:filing|merging|pushing|touching|deploying|parking|leaving|booking|tagging|feeding|eating)\b",
            clause.string,
        )
    )


_TO_ANOTHER = LatePattern(r"\b(?:apologi[sz](?:e|ing)|sorry) to (?!me\b|us\b|my\b)\w")
_ON_THIS = LatePattern(
    r"(?:please )?(?:(?:can|could|would) you )?(?:please )?be (?:honest|kind|gentle|brutal)(?! with me\b)"
)
"""What is asked before a judgement of what is at hand: "be honest, is it ugly?"."""


def if_you_are_asked(match: re.Match[str], clause: Clause) -> bool:
    """How it is to be kept whenever somebody asks: "keep it to one paragraph when I ask for a bulletin"."""
    return not (clause.question or guards.moment(clause))


def in_what_you_make(match: re.Match[str], clause: Clause) -> bool:
    """What is not wanted in what the bot makes: "for every scene you draft me: no adverbs"."""
    before = clause.text[clause.sentence[0] : clause.words[0].start]
    told = match["s"] or (before if clause.joined == ":" else "")
    made = _WHAT_YOU_MAKE.search(f"{told.lower()} ") is not None
    return made and not (clause.question or guards.moment(clause) or _NOT_NOW.search(match["v"]))


_WHAT_YOU_MAKE = LatePattern(
    r"\b(?:for|in|with|on) (?:(?:the|my) [^,;:.!?]{0,40}(?<!s)s|(?:every|any|all|each|whatever|everything|anything)\b"
    r"[^,;:.!?]{0,40}) (?:that )?you \w+(?: for| up)?(?: me| us)?\W{1,3}$"
)
"""What the bot makes, each time: "for every scene you draft me", not "in the letter you wrote"."""


def to_the_bot(match: re.Match[str], clause: Clause) -> bool:
    """ "Always …", "when you …": guidance only where it speaks of answers, or of what the bot shows or gives."""
    return about_answers(match, clause) or (
        lasting_guidance(match, clause)
        and bool(
            re.search(
                r"\b(?:(?:show|give|send|tell|ask|call|write|explain|remind|address) (?:me|to me)|you (?:show|"
                r"give|send|write|explain|answer|summarise|summarize|quote|list|draft|suggest))\b",
                clause.string,
            )
        )
    )


_FOR_GOOD = LatePattern(
    r"\b(?:always|never|from (?:now|here) on|from (?:today|tomorrow)|"
    r"in future|in the future|going forward|every time|each time|whenever|"
    r"by default|as a rule|your (?:answers|replies|responses|messages|tone|language)|before (?:you|guessing|assuming)|"
    r"when (?:you|i)|without (?:asking|being asked))\b"
)
_GRATEFUL = LatePattern(
    r"\b(?:appreciate|grateful|thankful|obliged|glad|pleased|delighted|kind|"
    r"great|nice|lovely|helps?|better|best|happy|happier|love|like|prefer)(?: it)?$",
    re.IGNORECASE,
)


def for_good(match: re.Match[str], clause: Clause) -> bool:
    """A polite question that is plainly about every answer: "could you always put the price first?"."""
    lasts = _FOR_GOOD.search(clause.string) or (
        _ABOUT_ANSWERS.search(match["v"]) and re.search(r"\b(?:please|answers|replies|responses)\b", clause.string)
    )
    endless = _WITHOUT_END.search(clause.string) is not None
    said = _FROM_TODAY.sub("", clause.string)
    return (
        bool(lasts)
        and not _NOT_NOW.search(_OF_EACH.sub("", said) if endless else said)
        and not (guards.moment(clause) and said == clause.string)
        and clause.joined not in _UNSURE
    )


_FROM_TODAY = LatePattern(r"\bfrom (?:today|tomorrow)\b")
_OF_EACH = LatePattern(
    r"\b(?:after|before|behind|beside|below|above|under|with|next to) (?:it|them|(?:your|each|every) [\w-]+)\b"
    r"|\bfor (?:an?|my|the) [\w-]+"
)
"""What is so each time: "always put UTC first and local time after it", "always give me two options for a title"."""
_UNSURE = frozenset({"if", "when", "because", "so"})


def if_you(match: re.Match[str], clause: Clause) -> bool:
    """ "I'd appreciate it if you kept answers short": told of answers, after a word of thanks."""
    return if_thanked(clause) and bool(
        _ABOUT_ANSWERS.search(match["v"])
        or _FOR_GOOD.search(clause.string)
        or _SHORT.search(match["v"])
        or _NAMING.match(match["v"])
    )


def if_thanked(clause: Clause) -> bool:
    """Return whether a clause tells what somebody would be thankful for, and from now on."""
    thanked = _GRATEFUL.search(
        clause.text[clause.sentence[0] : clause.words[0].start].rstrip().removesuffix("if").rstrip()
    )
    return clause.joined == "if" and bool(thanked) and not _NOT_NOW.search(clause.string)


def always_if_you(match: re.Match[str], clause: Clause) -> bool:
    """ "I'd be obliged if you would always address me as …": whatever is to be done, always."""
    return if_you(match, clause) and bool(_WITHOUT_END.search(clause.string))


_WITHOUT_END = LatePattern(
    r"\b(?:always|never|from now on|in future|going forward|every time|each time|without fail"
    r"|in general|generally|as a rule|by default)\b"
)
_NAMING = LatePattern(r"(?:addressed|address|called|call|spelled|spelt|spell|referred to|refer to) (?:me|my name) ")
_SHORT = LatePattern(r"\b(?:under|below|to) (?:\w+ ){1,2}(?:lines?|words?|sentences?|bullets?)\b")
_WHEN_ANSWERING = LatePattern(
    r"\b(?:when(?:ever)?|if|any ?time|every time|each time) (?:you (?:show|give|send|write|"
    r"explain|answer|reply|summari[sz]e|recap|quote|list|draft|suggest|translate|help|make|tell|talk|format|cite|"
    r"use|scale|convert|calculate|plan|prepare)(?! (?:it|this|that|them|back)\b)"
    r"|i (?:ask|send|paste|give|show) you|i ask (?:about|for)"
    r"|i (?:paste|upload|forward|dictate)(?: an?| some| any)? \w)",
    re.IGNORECASE,
)


def when_you_answer(match: re.Match[str], clause: Clause) -> bool:
    """ "When you list cues, put the numbers first": an order for each time, whichever half comes first."""
    said = clause.text[slice(*clause.sentence)]
    return (
        bool(_WHEN_ANSWERING.search(said))
        and clause.joined not in {"when", "whenever", "if"}
        and _ONLY_WHEN.fullmatch(clause.string) is None
        and lasting_guidance(match, clause)
        and not clause.question
    )


def always_so(match: re.Match[str], clause: Clause) -> bool:
    """ "When you convert a recipe, it's always grams": what is so each time, told of "it"."""
    said = clause.text[slice(*clause.sentence)]
    return (
        bool(_WHEN_ANSWERING.search(said)) and clause.joined not in {"when", "whenever", "if"} and not clause.question
    )


_ONLY_WHEN = LatePattern(r"(?:every|each|any) ?time (?:you|i) [^,]*")
"""When something is to be done, and not what."""


def wanted_each_time(match: re.Match[str], clause: Clause) -> bool:
    """ "Whenever I paste a table I want totals at the bottom": the second half of what is so each time."""
    said = clause.text[slice(*clause.sentence)]
    return (
        bool(_WHEN_ANSWERING.search(said))
        and clause.joined not in {"when", "whenever", "if"}
        and clause.sentence_index > 0
        and wanted(match, clause)
    )


def wanted(match: re.Match[str], clause: Clause) -> bool:
    """What the author wants of every answer, not of the next one."""
    return not _NOT_NOW.search(clause.string) and not guards.moment(clause)


def for_the_bot_to_stop(match: re.Match[str], clause: Clause) -> bool:
    """ "Stop suggesting playlists": of what the bot does again and again, not of what it is at."""
    return (
        not clause.string.startswith(("i ", "we "))
        and not _NOT_NOW.search(clause.string)
        and not guards.moment(clause)
        and not _TO_ANOTHER.search(clause.string)
        and not _TO_ALL.search(clause.text, clause.sentence[0], clause.start + len("everybody else, please"))
        and not re.search(
            r"\b(?:this|that|these|those|there|now)\b|^\w+ing (?:me|us)(?: ,.*)?$"
            r"|^calling (?!me\b|us\b|my\b|our\b|it\b|the\b|every)",
            match["v"],
        )
    )


_TO_ALL = LatePattern(
    r"\b(?:(?:every(?:one|body)|all)(?: else)?|folks|people|team|guys|lads|all of you|you all|y'all) ?[,:]",
    re.IGNORECASE,
)
"""Whom an order is for that is not for the bot: "everybody else, please stop quoting the old price"."""


def again_and_again(match: re.Match[str], clause: Clause) -> bool:
    """ "You keep putting the summary last": of what the bot does again and again."""
    return not (clause.question or guards.moment(clause) or _AT_HAND.search(match["v"]))


_AT_HAND = LatePattern(r"\b(?:this|that|these|those|here|now|today)\b")


def each_time(match: re.Match[str], clause: Clause) -> bool:
    """ "When you scale a recipe give it in grams": both halves in one breath, told of each time."""
    lasts = clause.joined in _EACH_TIME or (clause.joined == "if" and _ALWAYS.match(match["o"]) is not None)
    return lasts and not _NOT_NOW.search(_ITS.sub("", clause.string)) and not guards.moment(clause)


_ALWAYS = LatePattern(r"(?:please )?(?:always|never)\b")
_EACH_TIME = frozenset({"when", "whenever"})
_ITS = LatePattern(
    r"\b(?:give|show|keep|write|list|make|mark|explain|read|check|fix|correct|leave|sign|round|name|send|put) it\b"
    r"|\bfor (?:an?|my|it)\b|\b(?:behind|with|beside|after|below|under|before|above|next to|in front of) it\b"
)


def in_all_made(match: re.Match[str], clause: Clause) -> bool:
    """It is about all that the bot writes: an order, or what has to be in it; no thanks and no remark on it."""
    return (
        lasting_guidance(match, clause)
        and not clause.question
        and clause.joined not in _UNSURE - {"so"}
        and not _REMARK.search(clause.string)
        and _asks_for_something(match["v"])
    )


def _asks_for_something(said: str) -> bool:
    """Return whether something is wanted of all that the bot writes: said before, or after with "must" or the like."""
    match = re.match(
        r"(?P<before>.{0,120}?)(?:\b(?:in|on|with|for|of|from) )?"
        r"\b(?:any|every|all|each|anything|everything|whatever|what)"
        r"(?: [\w'-]+){0,3}? you (?:ever )?[\w'-]+(?P<after>.*)",
        said,
    )
    if match is None:
        return True
    return len(match["before"].split()) > 1 or bool(_MUST.search(match["after"]))


_MUST = LatePattern(r"\b(?:must|should|needs?|need|has to|have to|goes in|go in|in \w+s|without|always|never|no)\b")


_REMARK = LatePattern(
    r"\b(?:thanks?|thank you|is|was|are|were|has|have|had|looks?|seems?|reads?|sounds?|helps?|helped|love|liked?|great|"
    r"good|wrong|perfect|nice|useless|says|said|comes|came|appreciate\w*|wonder\w*|check|see|read|look)\b"
)


def no_statement(match: re.Match[str], clause: Clause) -> bool:
    """It is about how the bot writes, and has no verb of its own: "metric only", not "metric is fine for me"."""
    joined = clause.joined == "but" and clause.sentence_index  # "explain it but in four sentences": this once
    return (
        not joined
        and about_answers(match, clause)
        and not any(word.tag in {"VBZ", "VBD", "MD"} for word in clause.line.words_between(*match.span("v")))
    )


def said_for_good(match: re.Match[str], clause: Clause) -> bool:
    """A thing that is wanted for good, and no order: "large print always"."""
    return no_statement(match, clause) and clause.words[0].tag not in {"VB", "VBP"}


def standing(match: re.Match[str], clause: Clause) -> bool:
    """An order after a word that it holds for good: "as a standing rule, never round my numbers"."""
    return bool(_STANDING.search(clause.opening)) and lasting_guidance(match, clause)


_STANDING = LatePattern(r"\b(?:rule|standing order|forward|from now on|in future|the future)\b")


def unasked(match: re.Match[str], clause: Clause) -> bool:
    """An order, and nothing that somebody does "every time"."""
    return lasting_guidance(match, clause) and not any(
        word.tag in {"VBZ", "VBD"} for word in clause.line.words_between(*match.span("v"))[:4]
    )


def order_and_none(match: re.Match[str], clause: Clause) -> bool:
    """What to write, and what never: "use easy English with me and no idioms"."""
    return (
        lasting_guidance(match, clause)
        and bool(_ABOUT_ANSWERS.search(match["v"]))
        and not re.search(r"\b(?:this|that|these|those|it|them|her|him|here)\b", match["v"])
    )


def fragment(match: re.Match[str], clause: Clause) -> bool:
    """Said without a verb, and for good: "figures to me in thousands"."""
    return (
        lasting_guidance(match, clause)
        and not clause.question
        and not any(word.tag in {"VBZ", "VBP", "VBD", "MD"} for word in clause.words)
    )


def ordered(match: re.Match[str], clause: Clause) -> bool:
    """An order from now on: "henceforth cite the page"."""
    first = clause.line.words_between(*match.span("v"))[0]
    return first.norm in _ORDERS or (first.tag in {"VB", "VBP"} and first.norm not in {"i", "we"})


_ORDERS = frozenset("never do lead start open begin end spell answer reply list name order mark label sort".split())
"""What begins an order and is often taken for a noun."""
_PARTS = LatePattern(
    r"\b(?:answers?|numbers?|code|commands?|words?|conclusions?|verdict|results?|price|summary|reasons?|reasoning|why|"
    r"theory|explanations?|examples?|sources?|totals?|headline|(?:bad|good) news|recommendation|risks?|facts|figures)\b"
)


def parts_of_answers(match: re.Match[str], clause: Clause) -> bool:
    """The parts of an answer, in the order that they are wanted: "code first and words after"."""
    return (
        bool(_PARTS.search(match["v"]))
        and not _NOT_NOW.search(clause.string)
        and not guards.moment(clause)
        and not re.search(r"\b(?:i|we|you|he|she|they|lunch|coffee|tea)\b", match["v"])
    )


def wanted_for_such(match: re.Match[str], clause: Clause) -> bool:
    """ "For proposals I want the price on page one": what has to be where in all of a sort."""
    return bool(_SUCH.fullmatch(clause.lead_string) and _PARTS.search(match["v"])) and wanted(match, clause)


def when_unsure(match: re.Match[str], clause: Clause) -> bool:
    """ "When you're not sure say so": told to the bot of each time that it does not know."""
    return clause.joined in _AT_TIMES and not clause.lead and not clause.question and not guards.moment(clause)


_AT_TIMES = frozenset({"when", "whenever", "if", "where", "wherever"})


def unsure_before(match: re.Match[str], clause: Clause) -> bool:
    """The second half of it: "if you don't know, say so"."""
    said = clause.text[clause.sentence[0] : clause.start].lower()
    return _IF_UNSURE.search(said) is not None and not clause.question and not guards.moment(clause)


_IF_UNSURE = LatePattern(
    r"^\W*(?:and |but |so |please )?(?:if|when|whenever|where|any ?time) "
    r"(?:you(?:'|’)?(?:re| are| do| ca| can)? ?(?:really |ever )?(?:n't |not )?(?:really |quite ){0,8}"
    r"(?:don'?’?t |can'?’?t |aren'?’?t )?(?:really |quite |100% |actually ){0,8}"
    r"(?:know|sure|certain|unsure|guessing|find|understand|remember|in doubt|confident|stuck)"
    r"|in doubt|unsure|not sure)\b"
)


def of_all_answers(match: re.Match[str], clause: Clause) -> bool:
    """ "Lose the emojis": said by itself or for good, and not of the draft that is at hand."""
    alone = not clause.text[: clause.start].strip() or bool(_FOR_GOOD.search(clause.string))
    return lasting_guidance(match, clause) and (alone or " with me" in clause.string)


def allowed(match: re.Match[str], clause: Clause) -> bool:
    """ "It's fine to swear with me": what the bot may do, and not only this once."""
    said = match["v"]
    return not (_NOT_NOW.search(said) or guards.moment(clause) or clause.question or clause.lead or clause.conditional)


def if_you_wrote(match: re.Match[str], clause: Clause) -> bool:
    """ "I'd appreciate it if you didn't shorten names": told after a word of thanks, of no one thing at hand."""
    return if_thanked(clause) and not _OF_ONE.search(match["v"])


_OF_ONE = LatePattern(r"\b(?:my (?!name|figures|numbers|words)\w+$|this|that|these|those|it|them|him|her|here|yet)\b")


def liked_when_you(match: re.Match[str], clause: Clause) -> bool:
    """ "I love it when you give me an example": of what the bot does again and again."""
    return _felt_when_you(_LIKED, match, clause)


def disliked_when_you(match: re.Match[str], clause: Clause) -> bool:
    """ "I hate it when you repeat my question"."""
    return _felt_when_you(_DISLIKED, match, clause)


def eased_when_you(match: re.Match[str], clause: Clause) -> bool:
    """ "It helps me if you number the steps"."""
    return _felt_when_you(_EASED, match, clause)


def _felt_when_you(felt: LatePattern, match: re.Match[str], clause: Clause) -> bool:
    before = clause.text[clause.sentence[0] : clause.words[0].start].lower().replace("’", "'")
    return (
        clause.joined in _AT_TIMES
        and felt.search(before) is not None
        and not clause.question
        and not _NOT_NOW.search(match["v"])
        and not guards.moment(clause)
    )


_WHEN = r" (?:when|whenever|if)(?: ever)? $"
_LIKED = LatePattern(
    rf"\bi (?:do |really |much |always |just ){{0,3}}(?:like|love|enjoy|appreciate|prefer)(?: it)?{_WHEN}"
)
_DISLIKED = LatePattern(
    r"\bi (?:really |just |always )?(?:hate|dislike|can ?'?no?t stand|can'?t bear|"
    r"don'?t (?:really )?like|find it \w+ing)"
    rf"(?: it)?{_WHEN}|\bit (?:really |always )?(?:annoys|bothers|irritates|bugs) me{_WHEN}"
)
_EASED = LatePattern(
    r"\bit(?:'?s| is)? (?:really |always |a lot |much |so much ){0,2}"
    rf"(?:helps?|easier|clearer|simpler|better|useful|helpful|handy)(?: for me| me| to read)?{_WHEN}"
)


def for_every_answer(match: re.Match[str], clause: Clause) -> bool:
    """What the bot may do, or need not, in all its answers: "you can skip the intro every time"."""
    said = match["v"].removeprefix("never ").removesuffix(" again")  # "never … again" is for good
    return (
        bool(_IN_ANSWERS.search(match["v"]))
        and not _NOT_NOW.search(said)
        and not clause.question
        and not clause.conditional
        and not guards.moment(clause)
    )


_IN_ANSWERS = LatePattern(
    r"\b(?:(?:your|every|each|any) (?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|explanations?)"
    r"|(?:when(?:ever)?|if|every time|each time) you (?:answer|reply|write|talk|explain|summari[sz]e|show|tell)"
    r"|with me$|with me (?:always|any time|please)|my "
    r"(?:english|spanish|french|german|spelling|grammar|pronunciation))\b"
    r"|\bevery (?:single )?time$|\bevery (?:single )?time ,|\beach time$"
)


def wanted_for_good(match: re.Match[str], clause: Clause) -> bool:
    """ "I'd like all prices in euros from now on"."""
    said = clause.text[clause.sentence[0] : clause.end].lower()
    return wanted(match, clause) and not clause.question and bool(_WITHOUT_END.search(said))


def in_that_language(match: re.Match[str], clause: Clause) -> bool:
    """ "Speak to me in French when it's about Lyon": not only this once."""
    return not re.search(r"\b(?:this|now|today)\b", match["v"]) and not guards.moment(clause)


def each_time_or_if(match: re.Match[str], clause: Clause) -> bool:
    """ "If I write to you in German, answer in German"."""
    return clause.joined in _AT_TIMES and not clause.question and not guards.moment(clause)


def as_written(match: re.Match[str], clause: Clause) -> bool:
    """ "Please spell it Setswana, never Tswana": a name, and what is not to be written for it."""
    first = clause.line.words_between(*match.span("v"))[0]
    against = re.search(r"\b(?:not|never)\b", clause.text[slice(*clause.sentence)].lower())
    return clause.text[first.start].isupper() and against is not None and not clause.question


def unless_told(match: re.Match[str], clause: Clause) -> bool:
    """ "Assume metric unless I say otherwise"."""
    return _UNLESS.match(clause.text, clause.end) is not None and not _NOT_NOW.search(match["v"])


def unless_said(match: re.Match[str], clause: Clause) -> bool:
    """ "If I don't say which language, give me PHP": what holds wherever nothing else is asked for."""
    before = clause.text[clause.sentence[0] : clause.start]
    return clause.sentence_index > 0 and _NOT_SAID.search(before) is not None and not _NOT_NOW.search(match["v"])


_NOT_SAID = LatePattern(
    r"\b(?:if|when|whenever|where|unless) i (?:(?:do not|don['’]?t|didn['’]?t|forget to|never) "
    r"(?:say|specify|mention|name|state|give|tell you|ask for|pick|choose|write)"
    r"|(?:say|specify|ask|tell you) otherwise)\b",
    re.IGNORECASE,
)
_UNLESS = LatePattern(
    r",? unless (?:i|we|told|stated|otherwise|it)(?: \w+){0,3}? (?:otherwise|differently|so|not)\b"
    r"|,? unless (?:told )?otherwise\b",
    re.IGNORECASE,
)


_SUCH = LatePattern(r"(?:for|in|on) (?:all |any )?(?:[\w'-]+ )?[\w'-]+s")

FEEDBACK = load(
    "feedback",
    {
        check.__name__: check
        for check in (
            lasting_guidance,
            about_answers,
            in_what_you_make,
            if_you_are_asked,
            to_the_bot,
            when_you_answer,
            always_so,
            wanted,
            for_good,
            if_you,
            for_the_bot_to_stop,
            again_and_again,
            each_time,
            wanted_each_time,
            in_all_made,
            fragment,
            ordered,
            parts_of_answers,
            wanted_for_such,
            always_if_you,
            no_statement,
            said_for_good,
            standing,
            unasked,
            order_and_none,
            when_unsure,
            unsure_before,
            if_you_wrote,
            of_all_answers,
            allowed,
            liked_when_you,
            disliked_when_you,
            eased_when_you,
            for_every_answer,
            wanted_for_good,
            each_time_or_if,
            in_that_language,
            unless_told,
            unless_said,
            as_written,
        )
    },
)["feedback"]
