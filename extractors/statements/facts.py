"""The author's people, pets, places and possessions, and the concrete details of their life and work."""

import re

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.events import CALENDAR
from extractors.statements.profile import ended, is_name, no_transient
from extractors.statements.rules import compiled, load, original
from extractors.syntax.clauses import Clause

_PASSING = LatePattern(
    r"\b(?:today|tonight|tomorrow|yesterday|right now|at the moment|just now|this (?:morning|"
    r"afternoon|evening|week)|again|keeps? \w+ing|is (?:asleep|sleeping|ill|sick|in hospital|crying|screaming|"
    r"barking|calling|ringing|shouting|napping|waiting|coming over|here|home|on the phone|outside|"
    r"eating|chewing|sitting on|standing|staring|asking|watching|feverish|teething|at the door|on my|"
    r"driving me|making|being|going to kill|judging)|are (?:asleep|sleeping|ill|sick|screaming|"
    r"fighting|crying|barking|here|home|in the next room|shouting|being|going to|at it)|has (?:a "
    r"(?:fever|cold|temperature|cough|stomach)|eaten|just|been up|thrown up|escaped|hidden|decided|"
    r"learnt to|discovered|stolen|knocked)|have (?:just|been up|been fighting|decided)|was (?:right|"
    r"up|here|sick|asleep|saying)|walked|jumped|sat on|ate|woke|threw|knocked|says?|said|thinks?|"
    r"asked|told|reckons?|wants? to know|wants me|called|rang|texted|made me|made us|spent|is the one "
    r"(?:who|to|\w+ing)|would|will "
    r"be (?:so|happy|mad|furious|here|late)|must|stole|chewed|broke|spilled|unplugged|sends?|put|"
    r"found|pointed|got (?:me|us|into)|drew|insists?|wrote|sent|gave|showed|laughed|bought me|came "
    r"out)\b"
)
_NOT_A_THING = LatePattern(
    r"(?:(?:no |a |an |the |some |any |another |one |two |three |so many |too many |a lot of |\d+ "
    r")?(?:idea|ideas|question|questions|problem|problems|issue|issues|meeting|meetings|call|calls|"
    r"doubts?|thoughts?|feeling|hunch|suggestion|bug|bugs|look|chat|moment|minute|second|sec|time|"
    r"times|headache|cold|day|week|morning|point|reason|reservations|concerns?|feedback|comments?|"
    r"access|trouble|proof|evidence|plans?|fun|sympathy|news|update|updates|draft|fix|patch|pr|prs|"
    r"tabs?|errors?|regrets|complaints|intention|clue|choice|option|options|favour|favor|request|"
    r"confession|theory|word|go|nap|coffee|lunch|drink|snack|break|seat|deadline|deadlines|conflict|"
    r"clash|appointment|dentist|interview|visitor|visitors|guest|delivery|parcel|slides|numbers|"
    r"results|notes|link|screenshot|copy|version|file|log|logs|test|tests|build|deploy|incident|"
    r"outage|spare|bad|good|nice|great|long|busy|quiet|rough|weird|hard|slow|tough|crazy|lovely|"
    r"horrible)\b|to\b|been\b|no\b|not\b|got\b|it\b|this\b|that\b|them\b|you\b|your\b|nothing\b|"
    r"something\b|everything\b|my (?:doubts|reasons|eye|hands full|moments|suspicions|back|head|say|"
    r"fingers|notes|coffee|lunch|camera|work cut|phone)|a (?:feeling|look|bit|few|lot|couple of "
    r"(?:questions|minutes|things|ideas|comments)|think|go|word|stinker|cracking|massive headache|"
    r"sore|migraine|plumber|hard stop|quick|great time|good time)|the (?:same|feeling|impression|"
    r"wrong|right|logs|file|doc|slides|link|numbers|time|whole|flu|day off|afternoon off|honou?r|"
    r"floor|devil)|around\b|with\b|along\b|nicely|fair\b|safe\b|dumb|devil|down\b|up\b|on\b|out\b|"
    r"forgetting|getting|seeing|wondering|thinking|finding|hearing|losing|going|trying|track|calm|"
    r"going|for\b|well\b|me\b|us\b|nice\b|heard\b|seen\b|done\b|had\b|made\b|found\b|never\b|always\b|"
    r"just\b|also\b|already\b|since\b|sent\b|moved\b|added\b|updated\b|pushed\b|pinged\b|asked\b|"
    r"written\b|started\b|lost\b|left\b|changed\b|tried\b|fixed\b|merged\b|read\b|put\b|taken\b|"
    r"gone\b|used\b|worked\b|lived\b|decided\b|switched\b|run\b|a chance|half\b|both hands|fun\b|"
    r"mercy|people (?:coming|over)|guests|company|friends (?:over|coming|round)|enough\b|plenty\b|"
    r"faith\b|high\b|low\b|until\b|three things|two things|one thing|so much|too much|more\b|less\b)"
)


_PARTNERS = compiled(r"(?:husband|wife|partner|spouse|fianc[ée]e?|girlfriend|boyfriend)$")
_CHILDREN = compiled(
    r"(?:(?:step)?(?:son|daughter|child|kid|boy|girl)s?|children|lads?|toddlers?|baby|twins|eldest|youngest|oldest|"
    r"teenager)$"
)


def attribute_of(attribute: str) -> str:
    """Return the attribute that a relation belongs to: `partner` for a wife, `child` for a son, else itself."""
    if _PARTNERS.match(attribute):
        return "partner"
    return "child" if _CHILDREN.match(attribute) else attribute


def person(match: re.Match[str], clause: Clause) -> bool:
    """The group is a person by name or by mention."""
    value = original(clause, match, "v")
    bare = re.sub(
        r"^(?:the |dr |prof |mr |mrs |ms |dra |sra |dr\. |bu |pak |señora? |frau |herr |la |el ){1,8}",
        "",
        value,
        flags=re.IGNORECASE,
    )
    return value.startswith("<@") or is_name(bare) or (is_name(" ".join(bare.split()[:2])) and len(bare.split()) <= 4)


def names_only(match: re.Match[str], clause: Clause) -> bool:
    """The group is a name, or several."""
    written = re.sub(r"\s*\(\w+\)|<@\w+>", "", original(clause, match, "v"))
    parts = re.split(r",? and |, ", written)
    return all(is_name(part.strip()) for part in parts)


def relation_named(match: re.Match[str], clause: Clause) -> bool:
    """A relation with a name after it: "my sister is called Nomsa"."""
    value = original(clause, match, "v")
    return all(is_name(part) for part in re.split(r"\s*(?:,| and | & )\s*", value) if part) and not guards.moment(
        clause
    )


KIN_NOW = LatePattern(
    r"\b(?:is|are) (?:on|off|here|there|home|away|out|sick|ill|asleep|late|mad|angry|busy|coming|visiting|waiting|"
    r"calling|driving|picking|crying|\w+ing me|"
    r"in (?:town|hospital|bed|surgery|labour|a mood|the (?:car|shop|room|other))|"
    r"(?:fine|ok|okay|grand|better|well|poorly|awake|teething|tired|hungry|upset|ready|fed)"
    r"(?: (?:now|again|today|thanks|too))?$|"
    r"at (?:the|home|work)|a (?:mess|pain|nightmare|saint|legend|llama|star|bit))\b|"
    r"\b(?:has|have) (?:a (?:cold|fever|point|temperature|call|meeting|question|bug|bad|headache)|"
    r"been|to\b|arrived|gone|left|just)\b"
)
"""What a relative is or does for now only."""


_VISITING = frozenset(
    "is are has have arrive arrives come comes visit visits stay stays fly flies land lands leave leaves gets get "
    "starts start begins finishes ends moves marries graduates returns retires".split()
)
"""What relatives do on a day is a happening, read as one."""


def own_statement(match: re.Match[str], clause: Clause) -> bool:
    """Something lasting about one of the author's own; not what they did just now or said."""
    head = clause.string[match.start("verb") :]
    verb = match["verb"]
    if verb in {
        "and",
        "or",
        "to",
        "that",
        "with",
        "of",
        "in",
        "on",
        "at",
        "for",
        "who",
        "whose",
        "'s",
        "when",
        "because",
        "from",
        "is'nt",
    }:
        return False
    words = clause.line.words_between(*match.span("verb"))
    finite = words[0].tag in {"VBZ", "VBP", "VBD", "MD"} or verb in {
        "is",
        "are",
        "has",
        "have",
        "does",
        "do",
        "was",
        "goes",
    }
    return (
        finite
        and not _PASSING.search(head)
        and not guards.moment(clause)
        and not _PASSING.search(f"{verb} ")
        and not KIN_NOW.search(head)
        and verb not in {"would", "could", "might", "should", "may"}
        and not (verb in _VISITING and CALENDAR.search(clause.string))
        and not (verb in {"has", "have"} and not match.groupdict().get("n") and only_done(match, clause))
    )


def only_done(match: re.Match[str], clause: Clause) -> bool:
    """Return whether what follows "has" tells of something done, not of something that lasts: "has spoken"."""
    after = clause.line.words_between(match.end("verb"), len(clause.string))
    done = next((word for word in after if word.tag != "RB"), None)
    return done is not None and done.tag == "VBN" and done.norm not in _LASTED


_IS_WHERE = LatePattern(
    r"s?he is (?:(?:now|still|mostly) )?(?:(?:down|up|over|out) (?:in|near|at) (?!the\b|my\b|an?\b)\w"
    r"|on (?:call|nights|days|earlies|lates) )"
)
"""Where somebody lives or when they work, told shortly: "she's on call every other weekend", "he's down in Hull"."""
_EXPLAINING = frozenset("when while because as if unless whether although though whereas".split())
_BEING = frozenset("a an the from in at called named allergic vegan vegetarian based my our married born".split())
_LASTED = frozenset("got lived worked been had taught known".split())


def about_another(clause: Clause) -> bool:
    """Return whether a clause about "he" or "she" says something lasting: "she nurses at St Aidan's"."""
    return (
        len(clause.words) > 2
        and (clause.words[1].tag in {"VBZ", "VBP"} or (clause.words[1].norm in _OFTEN and clause.words[2].tag == "VBZ"))
        and clause.joined not in _EXPLAINING
        and not (
            clause.words[1].norm == "has"
            and any(word.tag == "VBN" and word.norm not in _LASTED for word in clause.words[2:4])
            and not re.search(r"\b(?:since|for (?:\d|\w+ years))", clause.string)
        )
        and (
            clause.words[1].norm != "is"
            or clause.words[2].norm in _BEING
            or clause.words[2].tag in {"CD", "NN", "NNP"}
            or _IS_WHERE.match(clause.string) is not None
        )
        and not _PASSING.search(" ".join(word.norm for word in clause.words[1:]))
        and not guards.moment(clause)
    )


_OFTEN = frozenset("only always never usually mostly also still".split())


def named_before(clause: Clause) -> bool:
    """Return whether a clause is about somebody of the author's by the name that its message gave them just before."""
    first = clause.words[0]
    name = clause.text[first.start : first.end]
    if clause.supplied or clause.question or first.tag != "NNP" or not is_name(name):
        return False
    before = clause.text[max(0, clause.sentence[0] - _NAMED_BEFORE) : first.start]
    told = list(_KIN_BEFORE.finditer(before))
    if not told:
        return False
    return name in told[-1]["names"].replace(",", " ").split() or not before[told[-1].end("kin") :].strip(" ,")


_NAMED_BEFORE = 60
"""Characters before a sentence in which the name of somebody in it may stand."""
_KIN_BEFORE = compiled(
    r"(?P<kin>\b(?i:%my%) (?:\w+ )?(?:%relation%)s?)(?: (?:is|are)(?: called| named)?)?,?"
    r"(?P<names>(?: (?:and |, )?[A-ZÀ-Þ]\w+| and){0,8},?)(?=[^\n]*$)"
)


def pet(match: re.Match[str], clause: Clause) -> bool:
    """An animal that lives with the author."""
    if clause.line.words_between(*match.span("v"))[0].tag in {"VBN", "VBD"} and match["v"].split()[0] != "rescued":
        return False
    return no_transient(match, clause) and not re.search(
        r"\b(?:in the (?:office|meeting)|at (?:work|the vet)|seen|saw|eaten|for lunch|for dinner|on my "
        r"(?:keyboard|lap|desk)|killed|fried|roast)\b",
        clause.string,
    )


def possession(match: re.Match[str], clause: Clause) -> bool:
    """Something owned or kept up, not something at hand."""
    value = match["v"]
    return (
        clause.line.words_between(*match.span("v"))[0].tag not in {"VBN", "VBG"}
        and " keep in " not in clause.string
        and not _NOT_A_THING.match(value)
        and not re.search(
            r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|one)|right now|at "
            r"the moment|open|left|to (?:do|go|say|finish|fix|be|get|make|run|leave|catch))\b",
            value,
        )
        and not guards.moment(clause)
        and not clause.supplied
    )


def house_rule(match: re.Match[str], clause: Clause) -> bool:
    """A rule of the author's team or house, not a state of things."""
    return (
        clause.words[0].norm == "we"
        and bool(
            re.match(
                r"(?:use|deploy|ship|release|accept|allow|do|take|work|eat|put|bill|send|answer|open|close|merge|"
                r"test|print|store|serve|sell|book|quote|schedule|invoice|hire|meet|wear|touch|share|write|say|"
                r"call|charge|feed|lock|park|commit|push|squash)\b(?! (?:it|this|that|know|need|think|want)\b)",
                match["v"],
            )
        )
        and not guards.moment(clause)
        and " yet" not in clause.string
    )


def of_the_house(match: re.Match[str], clause: Clause) -> bool:
    """What nobody does as a rule: without, before or beside something, alone, or with what is ours."""
    return bool(_OF_THE_HOUSE.search(clause.string)) and not (
        guards.moment(clause) or clause.question or _PASSING.search(match["v"]) or _COMPLAINT.search(clause.string)
    )


_OF_THE_HOUSE = LatePattern(
    r"\b(?:our|my|without|w/o|alone|before|after|unless|except|but me|not even|out of hours|at night|off bar|near|on "
    r"(?:a |the )?(?:\w+days?|weekends?)|gets to|is allowed)\b"
)
_COMPLAINT = LatePattern(
    r"\b(?:me|anything|my (?:mail|e-?mails?|messages?|jokes?|posts?|code|advice|calls?|questions?|side|name|head)|"
    r"knows?|cares?|tells?|reads?|bothers?|seems?|wants?|in this|any ?more|these days|tonight|after \d|happy|empty[- ]"
    r"handed|hungry|home|wrong|well|easy|right|perfect|sacred|fine|free|unless (?:he|she|they))\b"
)


def meanwhile(match: re.Match[str], clause: Clause) -> bool:
    """Who has or does something of the author's while they are away: "Jill has the keys till I'm back"."""
    value = original(clause, match, "v")
    if clause.question or not (value.startswith("<@") or is_name(value) or is_name(value.rpartition(" ")[2])):
        return False
    if _MEANWHILE.search(clause.text[clause.start : clause.end + _AFTER_CLAUSE].lower()):
        return True
    before = clause.text[max(0, clause.start - _AFTER_CLAUSE - _BEFORE_CLAUSE) : clause.start].lower()
    duty = match.groupdict().get("w") or "my duty"
    away = _AWAY.search(before) or (duty.startswith("my ") and _DAYS_LONG.search(before))
    till_then = _TILL_THEN.search(clause.string) is not None
    return bool(away) and (till_then or (bool(_OWN_DUTY.search(duty)) and not guards.moment(clause)))


_MEANWHILE = LatePattern(
    r"\b(?:in that time|in the meantime|meanwhile|(?:till|until|'til|while|whilst) (?:i ?a?['’]?m|we(?:'|’)?(?: a)?re) "
    r"(?:back|away|gone|off|out|on leave|there)|(?:till|until) (?:my return|i (?:return|get back))|in my absence|"
    r"while i am (?:away|off|out|gone|on leave))\b"
)
_TILL_THEN = LatePattern(r" (?:till|until) then$")
_AWAY = LatePattern(
    r"\b(?:i['’]?m|i am|im|we['’]?re|we are|i['’]?ll be|i will be|i shall be) (?:\w+ )?(?:off|away|out|"
    r"on (?:\w+ )?leave|on holiday|on vacation|gone|abroad)\b[^.!?\n]*\d[^!?\n]*$|"
    r"\b(?:i take|i have) (?:vacation|holidays?|leave)\b[^.!?\n]*\d[^!?\n]*$|"
    r"\b(?:leave|holidays?) (?:(?:is|are|runs) )?(?:booked|in|approved|sorted|from|\d)\b[^!?\n]*\d[^!?\n]*$|"
    r"(?:^|[.!?\n] ?)(?:i['’]?m |i am |im |we['’]?re )?(?:off|away|out|back (?:on|in)|on (?:\w+ )?leave|on holiday|"
    r"annual leave)\b[^.!?\n]*(?:\d|day\b)[^!?\n]*$|"
    r"\b(?:i['’]?ll be|i will be|i shall be|i['’]?m|i am|im) (?:at|in) [^.!?\n]{3,50}(?:\d(?:st|nd|rd|th)\b|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|next week|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
    r"[^!?\n]*$"
)
_DAYS_LONG = LatePattern(r"\d[^.!?\n]*(?:\b(?:to|thru|till|until|through)\b|[-–])[^.!?\n]*\d[^.!?\n]*$")
"""A stretch of days, told of before somebody who takes what is the author's."""
_OWN_DUTY = LatePattern(
    r"^(?:my|all my|the (?!(?:flu|same|day|cold|answers?|details|idea|whole|right|floor|final|slides|numbers|notes|"
    r"link|"
    r"file|most|best|worst|last|latest|week|baby|time|lead|train|bus|call (?:at|on|with|today|now)))[\w'-]+"
    r"(?: [\w'-]+)?(?=$| (?:then|meanwhile|those|that|until|till|while|for|in|from|and|,)))|^root\b"
)
_AFTER_CLAUSE = 40
"""Characters behind a clause, in which stands how long it holds."""
_BEFORE_CLAUSE = 80
"""The same before it, in which stands that the author is away."""


def no_question_words(match: re.Match[str], clause: Clause) -> bool:
    """The one who covers is named."""
    value = original(clause, match, "v")
    return (value.startswith("<@") or is_name(value)) and not guards.question(clause)


def loss(match: re.Match[str], clause: Clause) -> bool:
    """Somebody or something dear that is gone."""
    return bool(
        re.search(
            r"(?:our|my) [A-ZÀ-Þ]|\b(?:dog|cat|rabbit|hamster|horse|house|flat|car|van|boat)\b",
            original(clause, match, "v") + " " + clause.line.original(*match.span()),
        )
    )


_FIXED = LatePattern(
    r"\b(?:shelf|shelves|drawer|locker|plot|bay|bench|desk|cupboard|hook|seat|chair|(?:parking )?space|spot|pitch|"
    r"berth|mug|bike|van|boat|kiln|loom|allotment|rota|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|mornings|"
    r"evenings|even weeks|odd weeks)\b"
)
"""Things and times that belong to somebody for long."""


def own_thing(match: re.Match[str], clause: Clause) -> bool:
    """A thing or a time that belongs to the author for long, and not what is being talked about."""
    return (
        bool(_FIXED.search(match["s"]))
        and clause.joined not in _EXPLAINING
        and not guards.moment(clause)
        and not clause.question
    )


def called_so(match: re.Match[str], clause: Clause) -> bool:
    """An animal by its name, not in a question or a story."""
    return is_name(original(clause, match, "v")) and clause.joined not in _EXPLAINING and not guards.moment(clause)


def bare_kin(match: re.Match[str], clause: Clause) -> bool:
    """One of the author's own people or animals, told without "my", and what lasts about them."""
    named = original(clause, match, "n")
    if named and (not is_name(named) or match["k"] in {"sister", "brother", "aunt", "uncle"}):
        return False  # "Sister Ekström" is a title
    return (
        clause.joined not in _EXPLAINING
        and not _PASSING.search(clause.string)
        and not guards.moment(clause)
        and not KIN_NOW.search(clause.string)
    )


_ACCEPTS = {
    check.__name__: check
    for check in (
        person,
        relation_named,
        names_only,
        own_statement,
        pet,
        house_rule,
        no_question_words,
        no_transient,
        ended,
        loss,
        own_thing,
        bare_kin,
        called_so,
        of_the_house,
        meanwhile,
    )
}
_RULES = load("facts", _ACCEPTS)
FACTS = _RULES["facts"]
ENDED = _RULES["ended"]
