"""Who the author is: names, pronouns, work, homes, time zones, hours, birthdays, languages, contacts."""

import re
from datetime import date

from extractors.days.dates import find_dates
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.rules import compiled, load, original
from extractors.statements.tools import PROGRAM
from extractors.syntax.clauses import Clause

ANY_DAY = date(2001, 1, 3)
_NOT_A_NAME = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december german french english british american irish scottish welsh spanish
    italian portuguese dutch polish swedish norwegian danish finnish greek turkish russian ukrainian indian
    chinese japanese korean canadian australian brazilian mexican austrian swiss belgian czech hungarian romanian
    african asian european muslim christian catholic jewish hindu buddhist ok okay ooo afk brb wfh oof pto eod eow
    asap fine good great sorry sure happy sad tired here there back done in on at off up out late early new not so
    very too just it he she they we you i qa hr ceo cto cfo coo pm dev ops vp gen z libra leo aries taurus gemini
    cancer scorpio pisces team the a an my all both slack github jira linux windows mac macos ubuntu fedora
    android python rust java go utc gmt est pst cet eet jst ist bst cst mst pt vegan vegetarian lgtm fyi btw team
    this that what who nobody anyone everyone someone mr mrs ms dr admin support sales marketing legal
    finance""".split()
)
_LANDS = frozenset(
    """finland england scotland wales ireland germany france italy spain portugal sweden norway denmark iceland greece
    turkey poland ukraine russia america canada mexico brazil argentina australia nigeria ghana egypt japan europe
    africa texas sparta hollywood""".split()
)
"""What "this is" tells of how things go there, and not of who is speaking: "this is Finland"."""
_PARTICLES = frozenset("de da van von der den el al bin la di dos du le ben mac af".split())
_TITLE = LatePattern(r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sister|Father|Sir|Dame)\.? ")
_NOT_STATED = frozenset(
    "mud dirt poison only legion maybe spelled spelt wrong on pronounced not misspelled written hard long short "
    "in at too already taken missing there changed different same new gone unusual".split()
)


def is_name(text: str) -> bool:
    """Return whether text looks like a person's name: one to four capitalised words that name nothing else."""
    parts = text.replace(".", "").split()
    if parts and parts[0].partition("'")[0].lower() == "i":
        return False
    return (
        0 < len(parts) <= 4
        and parts[0][:1].isupper()
        and all(part[:1].isupper() or part in _PARTICLES for part in parts)
        and all(1 <= len(part) <= 24 and part.replace("'", "").replace("-", "").isalpha() for part in parts)
        and parts[0].lower() not in _NOT_A_NAME
        and not (1 < len(parts[0]) <= 4 and parts[0].isupper())
    )


def _group(match: re.Match[str]) -> str:
    return next(name for name in ("v", "w") if name in match.re.groupindex and match[name])


def named(match: re.Match[str], clause: Clause) -> bool:
    """The group is a capitalised name, and the subject before it was really said."""
    return not clause.supplied and is_name(original(clause, match, _group(match)))


def introduced(match: re.Match[str], clause: Clause) -> bool:
    """ "I'm Dana": a name, at the start of its sentence or after a greeting, and not a comparison or a place."""
    if not named(match, clause) or clause.joined in {"because", "so", "as", "while", "which"}:
        return False
    value = original(clause, match, "v")
    word = clause.line.words_between(*match.span("v"))[0]
    if match[0].startswith("it is"):
        now = clause.text[clause.end : clause.end + 5].lower().startswith(" now")
        return match[0].endswith(("here", "speaking")) and len(value.split()) <= 2 and not now
    if match[0].startswith("this is"):
        return clause.sentence_index == 0 and len(value.split()) <= 2 and value.lower() not in _LANDS
    return word.tag not in {"JJ", "VBN", "VBG", "RB", "IN"} or len(value) <= 6 or value.istitle()


def stated_name(match: re.Match[str], clause: Clause) -> bool:
    """ "My name is …": also in lower case, as in chat."""
    value = original(clause, match, "v")
    parts = value.lower().split()
    if not re.match(r"(?:my|our|full|real|first)\b", match[0]) and _OTHERS.search(clause.text[: clause.start].lower()):
        return False
    return is_name(value) or (
        value.islower()
        and 0 < len(parts) <= 2
        and value.replace(" ", "").replace("-", "").isalpha()
        and parts[0] not in _NOT_A_NAME | _NOT_STATED
    )


def surname(match: re.Match[str], clause: Clause) -> bool:
    """A family name, which may begin with small words: "my surname is van der Berg"."""
    return stated_name(match, clause) or is_name(original(clause, match, "v").split()[-1])


_OTHERS = compiled(r"\b(?:%pet%|%relation%|boss|manager|starter|boat|van|colleague)\b")
"""Whose name it may be that follows without a "my"."""


_A_DAY = LatePattern(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b")
"""What somebody may be called on, and not by: "at work call me Tuesdays"."""


def nicknamed(match: re.Match[str], clause: Clause) -> bool:
    """A name to be called by; in lower case only where the wording leaves no doubt."""
    value = _TITLE.sub("", original(clause, match, "v"))
    if _GRAND.match(value.lower()) or _A_DAY.match(value.lower()):
        return False
    if len(value) == 1 and match[0].startswith("i prefer"):
        return False  # of two that were shown
    if is_name(value) or (value.isupper() and value.isalpha() and len(value) <= 4):
        return not match[0].startswith("make it") or "from here on" in clause.string or "from now on" in clause.string
    doubtful = re.match(
        r"(?:when|if|back|later|at|on|tomorrow|today|crazy|old|a|an|the|maybe|before|after|about|in|to|"
        r"for|with|by|out|names|any|anytime|whatever|something|anything|it|cynical|paranoid|biased|picky|"
        r"weird|lazy|boring|both|either|anything|any|all)\b",
        value.lower(),
    )
    return (
        value.islower()
        and value.isalpha()
        and len(value) <= 12
        and not doubtful
        and clause.line.words_between(*match.span("v"))[0].tag not in {"JJ", "RB", "VBN"}
        and not re.search(rf"\b{re.escape(match['v'])} but\b", clause.text.lower())
        and match[0].startswith(
            (
                "call me",
                "everyone",
                "everybody",
                "people",
                "friends",
                "i go by",
                "you can",
                "my nickname",
                "most people",
                "i answer to",
            )
        )
    )


_GRAND = LatePattern(
    r"(?:chapter|level|version|lord|lady|king|queen|prince|princess|master|overlord|supreme|majesty|daddy|god|goddess|legend|"
    r"emperor|empress|champion|number one|captain obvious|the chosen)\b"
)
"""What people ask to be called in jest."""


def capital(match: re.Match[str], clause: Clause) -> bool:
    """The group begins with a capital letter and is no day, month or language; or all of the message is lower case."""
    value = original(clause, match, _group(match))
    if not value[:1].isalpha() or value.split()[0].lower() in _NOT_A_NAME - {"may"}:
        return False
    span = match.span(_group(match))
    common = any(word.tag in {"NN", "NNS"} for word in clause.line.words_between(*span)[:1])
    if common and clause.string[: span[0]].endswith("with "):
        return value[:1].isupper()  # "i work with fire"
    return value[:1].isupper() or (
        _lower_case(clause)
        and not re.match(
            r"(?:the|a|an|my|our|it|this|that|home|here|there|you|now|never|nowhere|tears|bed|work|school|"
            r"scratch|nowhere|"
            r"where|what|everywhere|someone|myself|people|clients|kids|children|them|him|her|us|me|both|all|"
            r"one|two|three|four|night|nights|days|weekends|full|part)\b",
            value,
        )
    )


def homely(match: re.Match[str], clause: Clause) -> bool:
    """Where someone is from, not where they are."""
    return capital(match, clause) and not re.match(
        r"(?:i|we) (?:am|are)(?: \w+)? (?:in|near|on|outside)\b", clause.string
    )


def _lower_case(clause: Clause) -> bool:
    text = re.sub(r"\bI\b|https?://\S+|<@\w+>", "", clause.text)
    return not any(character.isupper() for character in text)


def placed(match: re.Match[str], clause: Clause) -> bool:
    """A place to live in: a name, or a described one ("the flat above the bakery"), and not figurative."""
    value = original(clause, match, "v")
    if re.match(
        r"(?:fear|hope|constant|denial|a dream|my head|the moment|the past|the future|interesting|a "
        r"society|a world|my (?:code|inbox|car)|chaos|pain|this|that|each other|hours|noon|time|a "
        r"spreadsheet|a puddle|slack)\b",
        value.lower(),
    ):
        return False
    if re.search(r"\b(?:off|from|by|to) $", clause.string[: match.start("v")]):
        return value[:1].isupper() or bool(
            re.match(r"(?:the|a) .*(?:street|road|square|lane|coast|beach|park)", value.lower())
        )
    return capital(match, clause) or bool(re.match(r"(?:the|a|an|my|our)\b", value.lower()))


def set_against(match: re.Match[str], clause: Clause) -> bool:
    """ "She, please, not he": said alone, with what is not so behind it."""
    after = clause.text[clause.end : clause.end + _SET].lower()
    return clause.start <= clause.sentence[0] + _SET and _NOT_THEY.match(after) is not None


_SET = 16
"""Characters behind a pronoun in which stands which one it is not."""
_NOT_THEY = LatePattern(r"(?: please| pls| plz)?[ ,.–—-]*(?:and )?not (?:he|she|him|her|his|hers|they|it)\b")


def taken_instead(match: re.Match[str], clause: Clause) -> bool:
    """A flat that was taken where the author lives elsewhere no longer: "not in Bergamo any more, we took a flat …"."""
    return original(clause, match, "v")[:1].isupper() and bool(_LEFT_HOME.search(clause.text.lower()))


_LEFT_HOME = LatePattern(
    r"\b(?:(?:not|no longer|do(?:n['’]?t| not) live) (?:in|at|near) [\w' -]{2,30}"
    r"|(?:left|moved out of|out of|moved from) [\w' -]{2,30})"
    r"(?: any ?more| any longer)?[,;.–—-]"
)


def moved_place(match: re.Match[str], clause: Clause) -> bool:
    """ "Moved to Porto": a place by its name, not a tool, a team or a day."""
    value = original(clause, match, "v")
    named = f"{match['v']} {match.groupdict().get('old') or ''}"
    if AS_DAILY.search(clause.string) or PROGRAM.search(named) or _FROM_PROGRAM.search(clause.string):
        return False
    return capital(match, clause) and not re.search(
        rf"\b(?:team|squad|slack|notion|jira|github|gitlab|linux|windows|macos|room|meeting|monday|tuesday|"
        rf"wednesday|thursday|friday|kubernetes|aws|azure|gcp|postgres|python|rust|typescript|teams|zoom|"
        rf"{_TOOLS})\b",
        value.lower(),
    )


_FROM_PROGRAM = LatePattern(
    r"\bfrom (?:the|our|my|an?) (?:[\w-]+ ){0,3}"
    r"(?:software|apps?|systems?|tools?|platform|program(?:me)?s?|spreadsheets?|database)\b"
)
"""What one comes from is a tool, and so is what one moves to: "moved to QLC from the old desk software"."""
AS_DAILY = LatePattern(
    r"\bas (?:my|our) (?:daily|main|everyday|primary|default|go-to|usual)\b"
    r"|\bfor (?:all |most of )?(?:my|our)(?: own)? (?:[\w'-]+ )?"
    r"(?:projects|notes|work|drafts|code|invoices|books|tasks|files|photos|podcasts|slides|designs?|mail|music)\b"
)
"""What one moves to is a tool: "moved from Pixel to iPhone as my daily driver", "… to Phrase for all my projects"."""
_TOOLS = (
    "vim|neovim|emacs|helix|zed|vscode|vs code|cursor|pycharm|ubuntu|fedora|arch|nixos|debian|asana|"
    "trello|linear|figma|sketch|platform|billing|growth|payments|sales|marketing|finance|v\\d+"
)


def settled(match: re.Match[str], clause: Clause) -> bool:
    """ "I'm in Lviv": a place by its capital letter, with no day and no other sign of a visit."""
    value = original(clause, match, "v")
    return (
        value[:1].isupper()
        and named_place(value)
        and len(value.split()) <= 4
        and not find_dates(clause.text[clause.start : clause.end], sent=ANY_DAY)
        and clause.lead_string in _BY_NOW
        and clause.joined not in {"while", "when", "as", "whenever"}
        and not re.search(
            r"\b(?:with(?:out)?|meetings?|calls?|today|week|(?<!since the )weekend|fortnight|month|until|till|for the|"
            r"back|rooms?|office|team|year|mode|visiting|next|stuck|tonight|conference|(?<!these )days?|group|channel|"
            r"slack|class|love|charge|q\d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\d",
            clause.string,
        )
    )


_BY_NOW = frozenset({"", "given", "given that", "these days", "these days ,", "nowadays", "nowadays ,", "now that"})
"""What stands before where somebody is and says that they stay: "these days I'm in Kaunas"."""


def named_place(value: str) -> bool:
    """Return whether value may name a place: not a day, a language, a tool or a set of capitals."""
    first = value.split()[0]
    return (
        first.lower() not in _NOT_A_NAME
        and not (first.isupper() and len(first) > 3)
        and not re.search(rf"\b(?:{_TOOLS})\b", value.lower())
    )


def a_day(match: re.Match[str], clause: Clause) -> bool:
    """The group is a day of the year."""
    return bool(find_dates(match["v"], sent=ANY_DAY))


def no_transient(match: re.Match[str], clause: Clause) -> bool:
    """It is not about this time only, nor a passing state."""
    return not guards.moment(clause) and not re.search(
        r"\b(?:today|tomorrow|tonight|yesterday|this week|next week|this once)\b",
        f"{clause.lead_string} {clause.string}",
    )


_IN_PLAY = LatePattern(r"\b(?:level \d+|in (?:the|this|my) (?:game|campaign|dream|play|film)|character)\b")


def role(match: re.Match[str], clause: Clause) -> bool:
    """A job, not a habit or a manner of speaking."""
    return (
        no_transient(match, clause)
        and clause.joined != "not"
        and not _IN_PLAY.search(f"{clause.lead_string} {clause.string}")
        and not re.search(
            r"^from\b|^\w+ing\b(?! (?:technician|engineer|manager|designer|director|lead|officer|assistant|specialist|"
            r"coordinator|"
            r"consultant|analyst|executive|supervisor|scientist|student|instructor|coach|teacher|editor|clerk)\b)|"
            r"\b(?:off|out|in|on|at|with|over|under|my)\b|\b(?:morning|night owl|evening|people|"
            r"cats?|dogs?|tea|coffee|more of|not|kind|sort|"
            r"type|fan|paper|phone|email|tabs|only (?:one|person)|nice|good|bad|happy|lucky|terrible|busy|"
            r"same|wrong|right|last|first|second|next|big|huge|happiest|idea|changed|better|worse|best"
            r"|worst|visual|auditory|private|reasonable|simple|patient|broken|dead|free|guy who"
            r"|^(?:an? )?person$|different|new person|people person|spaces|lone|one-man|biggest|proud owner|designated"
            r"|resident)\b",
            match["v"],
        )
    )


def role_as(match: re.Match[str], clause: Clause) -> bool:
    """ "I work as …" with a job after it."""
    return not re.match(
        r"(?:well|usual|expected|normal|intended|soon|long|far|much|fast|hard|if|i|we|it|a team|part of|"
        r"described|advertised|planned)\b",
        match["v"],
    )


def job(match: re.Match[str], clause: Clause) -> bool:
    """ "My job is …" followed by what it is, seriously."""
    return no_transient(match, clause) and not re.search(
        r"\b(?:basically|professional|apparently|now (?:mostly|just)|herding|cats)\b", clause.string
    )


def my_team(match: re.Match[str], clause: Clause) -> bool:
    """A team the author is part of."""
    value = match["v"]
    return (
        no_transient(match, clause)
        and not value.startswith(("off ", "out of ", "away "))
        and not re.search(
            r"\b(?:that|this|your|their|his|her|other|another|same|wrong|good|great|best|dream|whole|entire|"
            r"own|small|every|each|right|far|flip|one|that|green|plus|bright|safe|left|wild|either|our)\b|"
            r"^(?:a|the) (?:team|group|office|desk|side|unit|branch|chapter)$",
            value,
        )
        and not re.search(r"\b(?:call|meeting|chat|thread) with\b|\bat (?:the|my) (?:desk|office)$", clause.string)
    )


def team_name(match: re.Match[str], clause: Clause) -> bool:
    """A team by its usual name, where the wording puts the author in it."""
    return (
        no_transient(match, clause)
        and bool(
            (re.match(r"(?:i|we) am ", clause.string) and _said_now(clause))
            or re.match(
                r"(?:(?:i|we) (?:am|are|have|joined|moved|work|switched|sit)(?: \w+){0,8} (?:on|in|to|with|joined)"
                r"|my) ",
                clause.string,
            )
        )
        and not re.search(r"\b(?:talks?|meeting|call|chat)\b", clause.string)
    )


def ended(match: re.Match[str], clause: Clause) -> bool:
    """An ending is said in so many words, and not of what runs out or is needed at the moment."""
    return (
        not _RUNS_OUT.search(clause.string)
        and bool(
            re.search(
                r"\b(?:no longer|any more|any longer|used to|after all|(?:stopped|ceased) being|stepped down)\b",
                clause.string,
            )
        )
        and not guards.moment(clause)
    )


_RUNS_OUT = LatePattern(
    r"\bneed (?:an?|any|to|you|your|help|another)\b"
    r"|\bhave (?:any |the )?(?:biscuits|cakes?|milk|bread|snacks|water|heating|power|electricity|signal|wifi|internet"
    r"|lunch|paper|stock|change|chairs|plates|cups)\b"
)
"""What is missing for a while: "we no longer have biscuits", "no longer need a fourth for badminton"."""


def left(match: re.Match[str], clause: Clause) -> bool:
    """The author is no longer with some people; of what is "no longer on the menu" nobody said that it was them."""
    return ended(match, clause) and not (clause.supplied and _OF_A_THING.match(match["v"]))


_OF_A_THING = LatePattern(
    r"(?:the |our |my |any )?(?:[\w'-]+ )?(?:menu|repo|list|market|shelf|shelves|rack|calendar|schedule|building"
    r"|cupboard|drawer|stock|catalogue|site|website|page|docs?|wiki|drive|folder|box|fridge|freezer|wall|map|air|shop|shops|store"
    r"|cards|table|agenda|case|place|order|use|service|production|sale|print|force|scope|question|way|us|danger|warranty)$"
)


def career(match: re.Match[str], clause: Clause) -> bool:
    """What the author was for years, or before something else: told for its own sake."""
    return role(match, clause) and bool(_YEARS.search(f"{clause.lead_string} {clause.string}"))


_YEARS = LatePattern(
    r"\b(?:years|decades?|decade|until|till|before (?:this|that|i|here)|in a (?:past|former) life|first job|"
    r"from (?:19|20)\d\d|"
    r"in the (?:\d0s|eighties|nineties|seventies|sixties|navy|army|air force))\b"
)


def by_name(match: re.Match[str], clause: Clause) -> bool:
    """The group is written like the name of a place."""
    return capital(match, clause) and named_place(original(clause, match, _group(match)))


def posting(match: re.Match[str], clause: Clause) -> bool:
    """A team or a place of work, not a state and not for a day."""
    return no_transient(match, clause) and not re.match(
        r"(?:hold|the spot|leave|a call|calls|a meeting|cc|touch|mute|notice|it|this|that|my place|"
        r"an?\b (?:queue|list|loop)|"
        r"trial|read-only|probation|charge|the (?:list|thread|loop|channel|queue|email|wrong))\b",
        match["v"],
    )


def _said_now(clause: Clause) -> bool:
    """Return whether the clause, its trailing words included, says that it is so from now on."""
    return bool(
        re.search(
            r"\b(?:now|these days|nowadays|since|years?|as of|from (?:today|monday|this week))\b",
            clause.text[clause.start : clause.end + 14].lower(),
        )
    )


def firm(match: re.Match[str], clause: Clause) -> bool:
    """ "I'm with Harrow Freight now": a firm by its name or a department, and said of now."""
    value = original(clause, match, "v")
    if not (no_transient(match, clause) and _said_now(clause)) or re.search(r"\bon (?:this|that)\b", clause.string):
        return False
    return bool(_DEPARTMENT.match(value.lower())) or (
        value[:1].isupper()
        and named_place(value)
        and (len(value.split()) > 1 or not clause.line.string.endswith(value.lower()))
    )


_DEPARTMENT = compiled(r"(?:the )?(?:%department%)(?: (?:team|side|desk|squad|department))?$")


def employer_named(match: re.Match[str], clause: Clause) -> bool:
    """A firm by its name, and when one started there."""
    value = original(clause, match, "v")
    return (
        value[:1].isupper()
        and named_place(value)
        and not _EDITOR_OR_OS.match(value.lower())
        and bool(
            re.search(rf"{re.escape(match['v'])} (?:this|last|in|on|two|three|a|yesterday|back|as)\b", clause.string)
        )
    )


_EDITOR_OR_OS = compiled(r"(?:%editor%|%os%|%language%|\w+script|java|python|rust|go|react|excel)\b")


def said_for_a_name(match: re.Match[str], clause: Clause) -> bool:
    """What everybody says, where it is told who says another name or that all may: "…, only the bank says Ada"."""
    after = clause.text[clause.end : clause.end + _NEXT]
    return is_name(original(clause, match, "v")) and _OTHER_NAME.match(after) is not None


_NEXT = 80
"""Characters behind a name in which stands who says another."""
_OTHER_NAME = LatePattern(
    r"\W{1,3}(?:(?:and|but|so) )?(?:(?:please )?do the same|so (?:can|may|should) you|you (?:can|may|should) too"
    r"|same for you"
    r"|(?:it['’]?s )?(?:only|just) (?:my|the|me|his|her) [\w' -]{2,40}?(?:says?|uses?|calls?|gets?)\b"
    r"|(?:my|the) [\w' ]{2,20} (?:says|uses|calls me) [A-Z])",
    re.IGNORECASE,
)


def native(match: re.Match[str], clause: Clause) -> bool:
    """ "I'm a Lubbock boy": a place by its capital letter."""
    value = original(clause, match, "p")
    return value[:1].isupper() and not value.isupper() and named_place(value) and not _EDITOR_OR_OS.match(value.lower())


GREETING = frozenset(
    """hello hi hiya hey heya howdy greetings morning mornin evening afternoon namaste namaskar salaam salam salut hola
    ciao bonjour bonsoir moin servus aloha sanibona sawubona jambo habari ahoj salve shalom ola olá oi konnichiwa
    annyeong merhaba selam privet dobry hei hej tere labas sveiki kia sup gday g'day cheers regards love
    wishes""".split()
)


def greeted_from(match: re.Match[str], clause: Clause) -> bool:
    """ "Good morning from Leeds": at the very beginning, from a place by its name, and not on a visit."""
    value = original(clause, match, "v")
    first = re.split(r"[\s,!]+", clause.text[: clause.words[-1].end].strip().lower(), maxsplit=3)[:2]
    return (
        clause.index == 0
        and value[:1].isupper()
        and named_place(value)
        and bool(GREETING.intersection(first))
        and no_transient(match, clause)
        and not re.search(
            r"\b(?:back (?:on|in)|holiday|airport|train|conference|vacation|visiting|trip|until|till|beach)\b",
            clause.text.lower(),
        )
    )


def bare(match: re.Match[str], clause: Clause) -> bool:
    """Languages by themselves, with no verb that would make something else of them."""
    return no_transient(match, clause) and not any(
        word.tag in {"VBZ", "VBD", "MD"} and word.start > clause.words[0].start for word in clause.words
    )


def after_phone(match: re.Match[str], clause: Clause) -> bool:
    """A number after words about the author's telephone, in the same sentence."""
    before = clause.text[max(0, clause.sentence[0] - _SENTENCE) : clause.words[0].start].lower()
    return bool(_TELEPHONE.search(before))


_SENTENCE = 80
"""Characters of the sentence before in which a telephone may be named."""


def told_as_mine(match: re.Match[str], clause: Clause) -> bool:
    """An address that the words behind or before it tell to be the author's: "send it to …, that's my new mail"."""
    return bool(_MINE_BEHIND.match(clause.text, clause.end) or _MINE_WITHIN.search(clause.string)) or (
        clause.sentence_index > 0 and bool(_MINE_BEFORE.search(clause.text, *clause.sentence))
    )


_CONTACT = r"(?:e-?mail|mail|add?ress|inbox|mobile|cell|phone|number|landline|extension|line)\b"
_MINE_BEHIND = LatePattern(
    rf"[\s,.;:–—(-]*(?:that['’]?s|that is|this is|it['’]?s|it is|which is) (?:now )?my (?:\w+ ){{0,2}}{_CONTACT}"
    r"|[\s,.;:–—(-]*(?:that['’]?s me\b|that is me\b|which i (?:do )?(?:read|check|answer)|(?:finds|reaches|gets) me\b)",
    re.IGNORECASE,
)
_MINE_BEFORE = LatePattern(
    rf"\b(?:swap|change|update|fix|correct|replace) my (?:\w+ )?{_CONTACT}"
    r"|\bmy (?:\w+ )?(?:e-?mail|mail|address|inbox|hotmail|gmail|yahoo|outlook)(?: \w+)? (?:is|was|has been|['’]s) "
    r"(?:gone|dead|closed|hacked|full|shut|no more)",
    re.IGNORECASE,
)
_MINE_WITHIN = LatePattern(
    r"@\S+ (?:(?:for|to reach|to get|finds|reaches|gets) me\b|, which i (?:do )?(?:read|check|answer))"
)


_TELEPHONE = LatePattern(
    r"\b(?:my|our|new|have|had|a)\b.{0,40}\b(?:line|number|phone|telephone|mobile|cell|extension|landline|sim)\b"
)


def first_said(match: re.Match[str], clause: Clause) -> bool:
    """ "Names Pete": at the very beginning, and a name that is in capitals or in a message without any."""
    return clause.index == 0 and clause.words[0].start < _EARLY and not clause.question and stated_name(match, clause)


_EARLY = 24
"""Characters within which who introduces themselves says so."""


def chosen(match: re.Match[str], clause: Clause) -> bool:
    """ "Let's go with Wim": where it was just told what one is called."""
    return named(match, clause) and _OF_NAMES.search(clause.text[: clause.words[0].start]) is not None


_OF_NAMES = LatePattern(
    r"\b(?:call(?:ed|ing|s)? me|nick ?names?|my name|say(?:ing|s)? [A-Z]\w+|go(?:es)? by|known as|"
    r"shorten\w*|pronounc\w+|spell\w*)\b"
)


def just_begun(match: re.Match[str], clause: Clause) -> bool:
    """Where somebody has begun to work: a place or team, and nothing that is only being learned."""
    return not re.match(r"(?:a|an|the game|love|the world|life|every|all|some)\b", match["v"]) and not clause.question


def two_places(match: re.Match[str], clause: Clause) -> bool:
    """Both are written like the names of places."""
    return by_name(match, clause) and capital(match, clause) and named_place(original(clause, match, "w"))


def after_moving(match: re.Match[str], clause: Clause) -> bool:
    """ "We've moved, it's Erdington now": a place by its name, just after a move that is one's own."""
    value = original(clause, match, "v")
    before = clause.text[: clause.words[0].start]
    return value[:1].isupper() and moved_place(match, clause) and named_place(value) and bool(_MOVED.search(before))


_MOVED = LatePattern(
    r"\b(?:i|we)(?:['’]?ve| have)?(?: just| finally| all){0,8} moved"
    r"(?: house| flat| home| out| again| on sat\w*| last \w+| this \w+)?\W*$",
    re.IGNORECASE,
)


def own_time(match: re.Match[str], clause: Clause) -> bool:
    """ "Lisbon time": a place by its capital letter."""
    value = original(clause, match, "v")
    return value[:1].isupper() and named_place(value) and _WHOLE_TIME.search(value) is None


_WHOLE_TIME = LatePattern(r" (?:full|part|half|double|spare|over) time$", re.IGNORECASE)
"""What is no time of a place: "I'm on Revit full time"."""


def cleft(match: re.Match[str], clause: Clause) -> bool:
    """ "Drydock Nine is who I work for": a firm by its capital letter, though it may be called like anything."""
    value = original(clause, match, _group(match))
    words = [word for word in value.split() if word.lower() != "the"]
    named = bool(words) and words[0][:1].isupper() and words[0].lower() not in _NOBODY
    return named and no_transient(match, clause) and not clause.question


_NOBODY = frozenset("this that who which nobody anyone someone he she they it you my our your his her".split())


def announced_mail(match: re.Match[str], clause: Clause) -> bool:
    """An address behind what announces it as the author's: "new mail since the wedding: ada@kv.example"."""
    return _NEW_MAIL.search(clause.text[: clause.start]) is not None


_NEW_MAIL = LatePattern(r"\b(?:my|new) (?:\w+ )?(?:e-?mail|mail|address)\b[^.!?@]{0,40}[:,]\s*$", re.IGNORECASE)


def spelled_as_said(match: re.Match[str], clause: Clause) -> bool:
    """How a name is said, written by its sound: "SEER-sha", "KEE-va"."""
    value = original(clause, match, "v")
    return "-" in value or (value.isupper() and len(value) > _SHORTEST_SOUND)


_SHORTEST_SOUND = 3


def announced_number(match: re.Match[str], clause: Clause) -> bool:
    """A telephone number behind what announces it as the author's: "new phone, new number: 07700 900456"."""
    return _NEW_NUMBER.search(clause.text[: clause.start]) is not None


_NEW_NUMBER = LatePattern(
    r"\b(?:my|new) (?:\w+ )?(?:number|mobile|phone|cell|mobile number|phone number)\b[^.!?\d]{0,40}[:,]\s*$",
    re.IGNORECASE,
)


def after_place(match: re.Match[str], clause: Clause) -> bool:
    """ "I'm in Halifax, so that's Atlantic time": what follows from where one is."""
    return clause.joined in {"so", "and", ","} and _I_AM_IN.search(clause.text[: clause.words[0].start]) is not None


_I_AM_IN = LatePattern(r"\b[Ii](?:['’]?m| am| live| work| sit)\b[^.!?]{0,40}$")


def found_there(match: re.Match[str], clause: Clause) -> bool:
    """Where the author is to be found from now on, not just now."""
    return not (clause.question or clause.conditional or _TODAY.search(clause.string))


_TODAY = LatePattern(r"\b(?:today|tomorrow|tonight|this \w+|later|in (?:five|ten|a))\b")


_ACCEPTS = {
    check.__name__: check
    for check in (
        announced_mail,
        announced_number,
        spelled_as_said,
        named,
        introduced,
        stated_name,
        surname,
        nicknamed,
        capital,
        homely,
        placed,
        moved_place,
        set_against,
        taken_instead,
        settled,
        a_day,
        no_transient,
        role,
        role_as,
        job,
        my_team,
        team_name,
        ended,
        left,
        career,
        by_name,
        posting,
        firm,
        employer_named,
        native,
        said_for_a_name,
        greeted_from,
        bare,
        after_phone,
        told_as_mine,
        first_said,
        chosen,
        just_begun,
        two_places,
        after_moving,
        found_there,
        own_time,
        after_place,
        cleft,
    )
}
_RULES = load("profile", _ACCEPTS)
NAMES = _RULES["names"]
PROFILE = _RULES["profile"]
ENDED = _RULES["ended"]
