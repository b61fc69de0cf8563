"""Plain statements told by how they are built, where no phrase rule knows their words.

The last rules that are asked. Their confidence is moderate: the judge, who knows what people keep and what passes,
decides about most of what they read, and they give it a kind and an attribute to decide about.
"""

import re
from difflib import SequenceMatcher

from extractors.days.dates import find_dates
from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.facts import KIN_NOW, only_done, own_statement
from extractors.statements.profile import ANY_DAY, is_name, named_place
from extractors.statements.rules import compiled, load, original
from extractors.syntax.clauses import Clause

_THIS_TIME = LatePattern(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|time|one)|right now|just now|again|"
    r"at the moment|already|yet|for now|in an? (?:minute|moment|bit|sec|second|hour)|still|any minute|"
    r"(?:this|that|these|those|your) \w+)\b"
)
_AT_HAND = LatePattern(
    r"(?:\w+ ){0,8}(?:guess|question|point|fault|bad|turn|ones?|worry|fear|concern|hunch|idea|feeling|impression|"
    r"thoughts?|suggestion|suspicion|problem|issue|brain|head|mistake|excuse|apologies|answer|vote|understanding|favou?rite|"
    r"half of it|advice|take|theory|mood|patience|day|morning|week|internet|connection|screen|build|branch|train|"
    r"bus|cat|dog)\b"
)
_STATE = LatePattern(
    r"(?:not|so|too|very|all|out|off|up|down|back|gone|done|over|in|on|at|here|there|broken|dead|late|slow|full|empty|"
    r"still|acting|being|getting|going|coming|killing|missing|stuck|the (?:best|worst|same|problem|reason)|that|what|"
    r"why|how|because|if|to|\w+ing)\b"
)
_NO_THING = compiled(
    r"(?:\b(?:to|should|must|can|will|would|could|has|have|i|we)|\b%pet%(?: [\w'-]+)?|\b%relation%(?: [\w'-]+)?)$"
)
_PERSON = compiled(
    r"\b(?:%role_noun%|rep|bloke|lad|woman|man|lady|girl|boy|kid|client|customer|guest|visitor|courier|people|colleagues?|"
    r"friends?|students?|neighbou?rs?|tenants?|members?)s?$"
)
_TOOL_NOT = LatePattern(
    r"(?:it|this|that|them|these|those|the|to|a|an|my|your|our|one|both|all|up|out|of|late|errands|into|tests?|here|"
    r"there|now|some|more|less|english|french|german|spanish|by|off|low|on|in|from|with|over|away|after|as)\b"
)


def lasting(match: re.Match[str], clause: Clause) -> bool:
    """It is not of this time only, nor of what is at hand."""
    return not (_THIS_TIME.search(clause.string) or guards.moment(clause) or guards.at_hand(clause))


def kin(match: re.Match[str], clause: Clause) -> bool:
    """What one of the author's own people is, has or does: named, or told in a verb that lasts."""
    if match["verb"] in _NO_VERB or KIN_NOW.search(clause.string):
        return False
    named = bool(match["n"]) and is_name(original(clause, match, "n"))
    if match["verb"] == "has" and not named and only_done(match, clause):
        return False
    if (named and match["verb"].endswith("s")) or match["verb"] in {"started", "is", "has", "was", "plays", "'s"}:
        return own_or_started(match, clause)
    return False


_NO_VERB = frozenset(
    "and or to that with of in on at for who whose when because from says said thinks asks asked wants calls his her "
    "this as lets makes needs keeps sends".split()
)


def own_or_started(match: re.Match[str], clause: Clause) -> bool:
    """Something lasting, or the start of something that lasts, however lately."""
    if match["verb"] == "started":
        return bool(
            re.search(r"\bstarted (?:school|nursery|uni|university|college|work|reception|secondary)\b", clause.string)
        )
    return lasting(match, clause) or own_statement(match, clause)


def described(match: re.Match[str], clause: Clause) -> bool:
    """What a thing or person of the author's is: a noun, a name or a number, not how it is doing."""
    return (
        lasting(match, clause)
        and not _AT_HAND.match(match["s"])
        and not _STATE.match(match["v"])
        and not KIN_NOW.search(clause.string)
        and not (_OF_NOW.match(match["s"]) and "was" in match.string[match.end("s") : match.start("v")])
        and (
            bool(re.match(r"(?:an? |the |my |our |for |about |called |between |from |\d|under |every )", match["v"]))
            or original(clause, match, "v")[:1].isupper()
            or clause.line.words_between(*match.span("v"))[0].tag in {"NN", "NNS", "NNP", "CD", "VBN"}
        )
    )


_OF_NOW = LatePattern(r"(?:(?:line |direct )?manager|boss|team|role|job title|employer|email|number|extension) ?$")
"""What there is one of at a time, so that it tells nothing what it was."""


def placed(match: re.Match[str], clause: Clause) -> bool:
    """A thing and the place it has, not where it is just now or how it is going."""
    if _NO_ITEM.match(match["s"]) or _CAME_LIVE.search(match[0]):
        return False
    if _NO_THING.search(match["s"]) or (
        " lives " in match[0] and (_PERSON.search(match["s"]) or is_name(original(clause, match, "s")))
    ):
        return False
    return lasting(match, clause) and not re.match(
        r"(?:in on\b|on the (?:other|wrong|same) side\b|on (?:and|hold|fire|about|with|for|forever)|"
        r"in (?:and|circles|a (?:minute|meeting|mood|hurry))|"
        r"with (?:it|this|that|me|you|the flow)|by (?:fast|quickly|so)|at (?:it|temp|\d+|capacity|risk|stake|full))\b",
        match["v"],
    )


_CAME_LIVE = LatePattern(r"\b(?:went|gone|crashed|came|broadcast\w*|stream\w*) live\b|^[\w ]*\bgo on (?:up|and|,)")


def in_its_place(match: re.Match[str], clause: Clause) -> bool:
    """A thing, not a person or a happening, and no time it is there until."""
    subject = original(clause, match, "s")
    return (
        placed(match, clause)
        and not is_name(subject)
        and not _NO_ITEM.match(match["s"])
        and not _NO_PLACE.match(original(clause, match, "v").lower())
        and not find_dates(original(clause, match, "v"), sent=ANY_DAY)
        and not re.search(
            r"\b(?:until|till|til|\w+days?|month|year|hours?|min(?:ute)?s?|charge|touch|my|the other)\b", clause.string
        )
    )


_NO_ITEM = LatePattern(
    r"(?:(?:what|which|who)ever|every(?:one|body)|some(?:one|body)|any(?:one|body)|nobody|no one|nothing|both|half|"
    r"mine|yours|theirs|most|others|neither|either|here|my (?:head|heart|mind|life|stomach|brain))\b(?! ?'s)|"
    r"(?:the )?rest\b"
)
"""What is no thing that has a place: who or how many, or what is said of oneself."""
_NO_PLACE = compiled(
    r"in (?:utc|gmt|bst|cet|[a-z]+ time|(?:%language%)|euros?|dollars?|pounds|sterling|metric|imperial|celsius|"
    r"fahrenheit|miles|km|kilometres|inches|[ap]m|24[- ]hours?|(?:\w+[_ -]?)?case|(?:block )?capitals|bold|italics|"
    r"kilos|grams|litres|metres|percent|thousands|triplicate|duplicate|alphabetical order|pencil|ink)(?= |$|[,.])"
    r"|on (?:\w+ )?hold\b"
    r"|(?:in|on|at|under|with|through|by) (?:(?:me|us|you|him|her|them|it)\b|a (?:mess|state|rush|slope|lean|roll)\b|"
    r"(?:its|their|his|her|the) (?:\w+ )?(?:way|side|legs?|feet|own|week|blink|move|line|edge|rise|menu|water|wash|bin|"
    r"post)\b|"
    r"(?!(?:slack|teams|notion|jira|drive|dropbox|git|github|gitlab|confluence|sharepoint|figma|outlook|storage|"
    r"reception|reach|lost|store|stores|vault|archive|archives|accounts)\b)[a-z]+(?: (?:then|now|so|still|too))?$)"
)
"""No place, but a state or a stretch of time: what follows stands without an article, "in review", "on leave"."""


def on_a_day(match: re.Match[str], clause: Clause) -> bool:
    """Something that has a day, named right after it."""
    dates = find_dates(original(clause, match, "v"), sent=ANY_DAY)
    return (
        bool(dates)
        and dates[0].start <= 4
        and not _THIS_TIME.search(clause.string)
        and not guards.at_hand(clause)
        and not re.search(r"\b(?:in|at) \d+ ?(?:h|hrs?|hours?|m|mins?|minutes?)\b", match["v"])
    )


def goes_on(match: re.Match[str], clause: Clause) -> bool:
    """It says more of what the clause before was about."""
    return clause.index > 0 and lasting(match, clause)


def by_name(match: re.Match[str], clause: Clause) -> bool:
    """The group is a name."""
    return is_name(original(clause, match, "v"))


def a_tool(match: re.Match[str], clause: Clause) -> bool:
    """A tool by its name, not a thing used for once."""
    return lasting(match, clause) and not _TOOL_NOT.match(match["v"])


def in_general(match: re.Match[str], clause: Clause) -> bool:
    """What is used for good, by name or sort: nothing that is pointed at."""
    return lasting(match, clause) and not _TOOL_NOT.match(match["v"]) and not clause.question


def a_tool_by_name(match: re.Match[str], clause: Clause) -> bool:
    """A tool with a capital letter, used all over and for good."""
    return lasting(match, clause) and original(clause, match, "v")[:1].isupper() and not _TOOL_NOT.match(match["v"])


def lasting_or_new(match: re.Match[str], clause: Clause) -> bool:
    """Where the author works from now on, however lately that began; not for a day or a while."""
    return not guards.moment(clause) and not re.search(
        r"\b(?:today|tomorrow|for (?:a|the|now|this|two))\b", clause.string
    )


def a_role(match: re.Match[str], clause: Clause) -> bool:
    """A role that somebody has among others, not how they are."""
    return not re.search(r"\b(?:person|only one|one|same|fan|kid|child|beginner|newbie|problem)\b", match["v"])


def by_capital(match: re.Match[str], clause: Clause) -> bool:
    """The group is written like a name, and is no day, month or language."""
    value = original(clause, match, "v" if match["v"] else "w")
    return value[:1].isupper() and named_place(value) and not find_dates(value, sent=ANY_DAY)


def home_by_name(match: re.Match[str], clause: Clause) -> bool:
    """ "I stay in Tema", as it is said of where one lives in many places; not for a night, nor until a day."""
    return (
        by_capital(match, clause)
        and lasting(match, clause)
        and not find_dates(clause.text[clause.start : clause.end], sent=ANY_DAY)
        and not re.search(
            r"\b(?:until|till|for (?:a|the|two|three|\d)|hotel|hostel|airbnb|when(?:ever)?)\b", clause.string
        )
    )


def name_put_right(match: re.Match[str], clause: Clause) -> bool:
    """ "It's Mele, not Mel", "it's Jo with no e": how the author's own name is written or said."""
    name = original(clause, match, "v")
    if not is_name(name) or clause.sentence_index or clause.index > 1:
        return False
    if match["w"]:
        other = original(clause, match, "w").split()[-1]
        return is_name(other) and SequenceMatcher(None, name.lower(), other.lower()).ratio() >= _LIKE
    return bool(match["x"]) or bool(re.search(r" , (?:two|three|one) syllables?\b", clause.string))


_LIKE = 0.5
"""How much of two names has to agree for one to be a slip for the other, of 1.0."""


def _said_before(clause: Clause) -> str:
    """Return what the message says before a clause, in lower case, as far back as one looks."""
    return clause.text[max(0, clause.words[0].start - _SHORTLY) : clause.words[0].start].lower()


_SHORTLY = 160
"""Characters that a clause may hang on what stands before it."""


def after_calling(match: re.Match[str], clause: Clause) -> bool:
    """A name, after what somebody calls the author: "stop calling me coach, it's Dec"."""
    return is_name(original(clause, match, "v")) and bool(_CALLING.search(_said_before(clause)))


_CALLING = LatePattern(r"\b(?:call(?:s|ed|ing)? me|refer(?:s|red|ring)? to me as|address(?:es|ed|ing)? me)\b")


def after_surname(match: re.Match[str], clause: Clause) -> bool:
    """A name, after a word on the author's surname: "you've got my surname as Rathod, it's Rathore"."""
    return is_name(original(clause, match, "v")) and bool(_SURNAME.search(_said_before(clause)))


_SURNAME = LatePattern(r"\bmy (?:surname|last name|family name)\b")


def after_greeting(match: re.Match[str], clause: Clause) -> bool:
    """Who writes, right after a greeting or to a question who it is: "morning, it's Marlon at the helpdesk"."""
    greeted = _GREETING.fullmatch(_said_before(clause).strip())
    return clause.index <= 1 and greeted is not None and is_name(original(clause, match, "v"))


_GREETING = LatePattern(
    r"(?:(?:hi|hiya|hello|hey|hallo|morning|good morning|afternoon|good afternoon|evening|good evening|greetings|"
    r"dear)(?: (?:all|everyone|everybody|folks|team|there|again|there all|lads|people|gang|guys|"
    r"friends))?|did you forget me(?: already)?|"
    r"(?:do )?you (?:do not |don't )?(?:remember|know) me)\W*"
)


def after_giving_up(match: re.Match[str], clause: Clause) -> bool:
    """What took the place of what was given up just before: "I've dropped the trombone, it's euphonium now"."""
    first = clause.line.words_between(*match.span("v"))[0]
    after = clause.text[clause.words[-1].end : clause.words[-1].end + 12].lower()
    lasts = bool(_FROM_NOW.search(f"{clause.string}{after}"))
    return (
        clause.index > 0
        and lasts
        and first.tag in _THING_TAGS
        and (first.tag != "VBG" or " for " in match[0])
        and not _NOT_TAKEN_UP.match(match["v"])
        and bool(_GAVE_UP.search(_said_before(clause)))
        and not find_dates(original(clause, match, "v"), sent=ANY_DAY)
        and not _EACH_TIME.match(match["v"])
    )


_EACH_TIME = compiled(r"(?:every|each|once|twice|%weekday%s?)\b")
"""When something is from now on, which is no other thing: "we dropped the weekly retro, it's every second Thursday"."""


def another_surname(match: re.Match[str], clause: Clause) -> bool:
    """A new name of somebody whose old one is named beside it: "not Ann Lee since May, it's Ann Osei now"."""
    value = original(clause, match, "v")
    named = all(part[:1].isupper() for part in value.split())
    start = clause.words[0].start
    before = clause.text[max(0, start - _SHORTLY) : start]
    first = re.escape(value.split()[0])
    old = re.search(rf"(?:[Nn]ot|[Nn]o longer|n['’]?t|formerly|instead of) {first} [A-ZÀ-Þ]", before)
    after = clause.text[clause.words[-1].end : clause.words[-1].end + 12].lower()
    return named and old is not None and bool(_FROM_NOW.search(f"{_said_before(clause)} {clause.string}{after}"))


def another_title(match: re.Match[str], clause: Clause) -> bool:
    """How the author is to be addressed, and how not: "it's Ms Teague, not Mrs"."""
    return _NOT_TITLED.match(clause.text, clause.end) is not None


_NOT_TITLED = LatePattern(
    r"\W*(?:and )?not (?:just |plain ){0,8}(?:mrs?|ms|miss|mister|mx|dr|doctor|prof|professor)\b", re.IGNORECASE
)


def after_moving(match: re.Match[str], clause: Clause) -> bool:
    """Where people live who just said that they moved: "we've moved, it's Erdington now"."""
    value, words = original(clause, match, "v"), clause.line.words_between(*match.span("v"))
    after = clause.text[clause.words[-1].end : clause.words[-1].end + 12].lower()
    return (
        all(word.tag.startswith("NNP") for word in words)
        and value[:1].isupper()
        and bool(_FROM_NOW.search(f"{clause.string}{after}"))
        and bool(_MOVED_HOUSE.search(_said_before(clause)))
        and not _NO_TOWN.match(match["v"])
        and not find_dates(value, sent=ANY_DAY)
    )


_NO_TOWN = LatePattern(
    r"(?:ms |microsoft |google )?(?:teams|zoom|slack|jira|miro|trello|notion|meet|github|gitlab|confluence|discord"
    r"|webex|asana|signal|whatsapp|telegram|outlook|gmail|sharepoint|dropbox|drive|excel|figma)\b"
)
_MOVED_HOUSE = LatePattern(
    r"\b(?:i|we)(?:['’]?ve| have)?(?: (?:just|finally|now|also|all)){0,8} "
    r"moved(?: (?:house|home|out|flat|again|at last|finally)){0,8}"
    r"\W*(?:so|and|to be clear|fyi|btw)?\W*$"
)


def in_its_stead(match: re.Match[str], clause: Clause) -> bool:
    """Something that was given up is told of before: "sold the dinghy, so what I've got now is a Wayfarer"."""
    return bool(_GAVE_UP.search(_said_before(clause)))


def after_not_there(match: re.Match[str], clause: Clause) -> bool:
    """Where something went that is no longer where it was: "the cores aren't in the cellar, they went up to bay 2"."""
    start = next(
        word.start for word in clause.words if word.start >= clause.line.words_between(*match.span("v"))[-1].end
    )
    before = clause.text[max(0, start - _SHORTLY) : start].lower()
    today = re.search(r"\b(?:today|tonight|tomorrow)\b", clause.string)
    return bool(_NOT_IN_ITS_PLACE.search(before)) and not today


_NOT_IN_ITS_PLACE = LatePattern(
    r"(?:\bnot|n['’]?t|\bno longer) (?:in|at|on) (?:the |our |my )?[\w' -]{2,40}? ?"
    r"(?:any ?more|any longer|now|these days)?"
    r"\W*(?:but|so|and)?\W*(?:it|they)?\W*(?:have|has|['’](?:ve|s))?\W*$"
)


def after_starting(match: re.Match[str], clause: Clause) -> bool:
    """What somebody came to who began with something else, both by name: "started on Ubuntu, ended up on NixOS"."""
    start = clause.words[0].start
    began = _BEGAN.search(clause.text[max(0, start - _SHORTLY) : start])
    return began is not None and original(clause, match, "v")[:1].isupper()


_BEGAN = LatePattern(r"\b(?:[Ss]tarted|[Bb]egan|[Gg]rew up|[Ll]earn(?:ed|t)) (?:out |off |life )?(?:on|with) (?=[A-Z])")


def a_habit_after_giving_up(match: re.Match[str], clause: Clause) -> bool:
    """The same, of what has neither a name nor an article: "it's oat milk now"."""
    first = clause.line.words_between(*match.span("v"))[0]
    return first.tag != "DT" and original(clause, match, "v").islower() and after_giving_up(match, clause)


_FROM_NOW = LatePattern(r"\b(?:now|these days|nowadays|for (?:me|us)|from (?:here|now)|since)\b")
_NOT_TAKEN_UP = LatePattern(
    r"(?:the|this|that|no|all|time|nothing|lunch|dinner|breakfast|bed ?time|break|home ?time|morning|evening|night|"
    r".* now|.*'s \w+|my turn|your turn|"
    r"\w+day|weekend|winter|summer|spring|autumn|a (?:mess|shame|pity|joke|problem|bit|lot|long|good|bad))\b"
)
_THING_TAGS = frozenset("NN NNS NNP NNPS DT VBG".split())
_GAVE_UP = LatePattern(
    r"\b(?:sold|dropped|ditched|scrapped|swapped|binned|retired|no more|given up|gave up|chucked|"
    r"packed (?:it )?in|jacked in|stopped(?! (?:at|by|in|for|off)\b)|quit|done with|finished with|"
    r"got rid of|got shot of|returned|switched|traded in|"
    r"(?:handed|gave|given|sent|took|taken) (?:[\w'’]+ ){1,4}back|parted with|"
    r"not (?:\w+ )?any ?more|no longer|was for life)\b"
)


def elsewhere_now(match: re.Match[str], clause: Clause) -> bool:
    """Where a thing went that is said right before to be no longer where it was."""
    place = clause.line.words_between(*match.span("v"))[0].start
    before = clause.text[max(0, place - _SHORTLY) : place].lower()
    today = re.search(r"\b(?:today|tonight|tomorrow)\b", clause.string)
    return bool(_NOT_THERE.search(before)) and not (guards.moment(clause) or today)


_NOT_THERE = LatePattern(
    r"(?:(?:n['’]?t|\bnot)\b [^.!?;\n]{2,50}\b(?:any ?more|any longer|now|these days)|\bno longer\b [^.!?;,\n]{2,50})"
    r"\W+(?:and |but |so )?(?:it|its|it['’]s|they|they['’]re|theyre)\b[^.!?,;\n]{0,30}$"
)


def after_decision(match: re.Match[str], clause: Clause) -> bool:
    """It stands after a colon and a word for a decision: "decision: no deploys in May"."""
    before = clause.text[clause.sentence[0] : clause.words[0].start].lower()
    return clause.joined == ":" and bool(_DECIDED.search(before))


_DECIDED = LatePattern(r"\b(?:decision|decided|agreed|verdict|we settled it|outcome)\b[^:]{0,40}:\s*$")

STRUCTURE = load(
    "structure",
    {
        check.__name__: check
        for check in (
            lasting,
            kin,
            described,
            placed,
            in_its_place,
            on_a_day,
            a_tool,
            goes_on,
            by_name,
            a_tool_by_name,
            in_general,
            lasting_or_new,
            a_role,
            by_capital,
            home_by_name,
            name_put_right,
            after_decision,
            elsewhere_now,
            after_calling,
            after_surname,
            after_greeting,
            after_giving_up,
            another_surname,
            another_title,
            after_moving,
            after_not_there,
            in_its_stead,
            after_starting,
            a_habit_after_giving_up,
        )
    },
)["structure"]
