"""Who the author is: names, pronouns, roles, employers, teams, homes, time zones, hours, birthdays, languages, contacts."""

import re

from extractors.clauses import Clause
from extractors.dates import find_dates
from extractors.rules import Rule, original, rule
from memory.records import CandidateOp, Kind

_NOT_A_NAME = frozenset(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "german", "french", "english", "british", "american", "irish", "scottish", "welsh", "spanish", "italian", "portuguese", "dutch", "polish", "swedish", "norwegian", "danish", "finnish", "greek", "turkish", "russian", "ukrainian", "indian", "chinese", "japanese", "korean", "canadian", "australian", "brazilian", "mexican", "austrian", "swiss", "belgian", "czech", "hungarian", "romanian", "african", "asian", "european", "muslim", "christian", "catholic", "jewish", "hindu", "buddhist", "ok", "okay", "ooo", "afk", "brb", "wfh", "oof", "eod", "eow", "asap", "fine", "good", "great", "sorry", "sure", "happy", "sad", "tired", "here", "there", "back", "done", "in", "on", "at", "off", "up", "out", "late", "early", "new", "not", "so", "very", "too", "just", "it", "he", "she", "they", "we", "you", "i", "qa", "hr", "it", "ceo", "cto", "cfo", "coo", "pm", "dev", "ops", "vp", "gen", "z", "x", "libra", "leo", "virgo", "aries", "taurus", "gemini", "cancer", "scorpio", "pisces", "team", "the", "a", "an", "my", "all", "both", "slack", "github", "jira", "linux", "windows", "mac", "macos", "ubuntu", "fedora", "android", "python", "rust", "java", "go", "utc", "gmt", "est", "pst", "cet", "eet", "jst", "ist", "bst", "cst", "mst", "et", "pt"]
)
_ROLE_NOUN = (
    r"(?:engineer|developer|dev|designer|manager|teacher|nurse|lead|leader|director|scientist|chemist|biologist|physicist|analyst|doctor|student|intern|trainee|apprentice|head|chef|cook|baker|architect|writer|copywriter|editor|journalist"
    r"|accountant|bookkeeper|auditor|lawyer|solicitor|barrister|paralegal|attorney|consultant|contractor|freelancer|admin|administrator|assistant|secretary|receptionist|coordinator|officer|executive|producer|researcher|postdoc|phd|professor|lecturer|tutor"
    r"|librarian|technician|mechanic|electrician|plumber|carpenter|builder|driver|pilot|captain|supervisor|specialist|advisor|adviser|planner|buyer|strategist|marketer|recruiter|tester|sysadmin|sre|dba|programmer|coder|founder|co-founder|cofounder|owner|partner|associate"
    r"|photographer|illustrator|artist|animator|musician|translator|interpreter|therapist|physio|physiotherapist|pharmacist|dentist|vet|midwife|paramedic|surgeon|radiographer|optician|carer|caretaker|janitor|cleaner|porter|guard|gardener|farmer|fisherman|ranger|curator|archivist"
    r"|economist|statistician|mathematician|geologist|ecologist|botanist|zoologist|geographer|historian|linguist|philosopher|actuary|trader|banker|broker|underwriter|agent|rep|representative|salesperson|clerk|cashier|barista|bartender|waiter|waitress|host|steward|crew|medic"
    r"|ceo|cto|cfo|coo|cpo|vp|president|chair|treasurer|principal|headteacher|governor|trustee|volunteer|coach|trainer|instructor|conductor|composer|actor|dancer|model|sculptor|potter|weaver|tailor|seamstress|jeweller|florist|butcher|grocer|brewer|winemaker"
    r"|minister|councillor|mayor|civil servant|inspector|detective|firefighter|soldier|sailor|marine biologist|foreman|surveyor|estimator|welder|machinist|operator|dispatcher|controller|scheduler|buyer|merchandiser|stylist|hairdresser|beautician|undergrad|postgrad|grad student|undergraduate|fellow|resident|registrar|gp|anaesthetist|person|pm|po|ba|qa|hand|ta|handyman|superintendent|warden|manager|owner|deputy|successor|replacement|counsel|contact|maintainer|liaison|steward|rep|ops|boss|bod)"
)
_PLACE_PREPOSITION = r"(?:in|at|on|near|outside|outside of|out in|over in|up in|down in|across the border in|just outside|around|by|close to|back in|right in|not far from|between|across from|opposite|above|below|next to|next door to|two streets from|out by|out near|up near|down by|out at|north of|south of|east of|west of|just north of|just south of)"
_HOURS = r"(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm))?|noon|midday|midnight|half (?:past )?\w+|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty)?(?: o'clock)?)"
_PRONOUN_SET = r"(?:she|he|they|xe|ze|it|ey|fae|any|her|him|them)/(?:her|him|them|they|she|he|xem|zir|hir|its|em|any)(?:/(?:hers|his|theirs|they|them|she|he|her|him))?"
_ZONE = r"(?:(?:utc|gmt)(?: ?[+\-−] ?\d{1,2}(?::\d\d)?)?|[ecmp][sd]t|cest|cet|eest|eet|west|wet|bst|ist|jst|kst|hkt|sgt|aest|aedt|acst|awst|nzst|nzdt|msk|brt|art|wib|pht|sast|wat|eat|cat|gst|pkt|akst|hst|(?:eastern|central|mountain|pacific|uk|london|berlin|paris|tokyo|sydney|new york|nairobi|lagos|lisbon|madrid|kyiv|warsaw|dublin|india|singapore|european|greenwich) time)"


def _is_name(text: str) -> bool:
    """Return whether text looks like a person's name: one to four capitalised words that name nothing else."""
    parts = text.split()
    return (
        0 < len(parts) <= 4
        and all(
            part[:1].isupper()
            or part.lower()
            in {"de", "da", "van", "von", "der", "den", "el", "al", "bin", "la", "di", "dos", "du", "le"}
            for part in parts
        )
        and all(len(part) <= 24 and part.replace("'", "").replace("-", "").replace(".", "").isalpha() for part in parts)
        and parts[0].lower() not in _NOT_A_NAME
        and not (len(parts[0]) > 1 and parts[0].isupper() and len(parts[0]) <= 3)
    )


def _named(match: re.Match[str], clause: Clause) -> bool:
    return _is_name(original(clause, match, "v"))


def _stated_name(match: re.Match[str], clause: Clause) -> bool:
    value = original(clause, match, "v")
    return _is_name(value) or (
        value.islower()
        and len(value.split()) <= 2
        and value.replace(" ", "").replace("-", "").isalpha()
        and value.split()[0]
        not in _NOT_A_NAME
        | {
            "mud",
            "only",
            "legion",
            "maybe",
            "spelled",
            "spelt",
            "wrong",
            "on",
            "pronounced",
            "not",
            "misspelled",
            "written",
            "hard",
            "long",
            "short",
        }
    )


def _is_place(match: re.Match[str], clause: Clause) -> bool:
    value = original(clause, match, "v")
    if value[:1].isupper() or value.startswith(("the ", "The ", "a ", "an ", "my ")):
        return True
    return (
        not any(
            word.norm != "i" and clause.line.text[word.start : word.end][:1].isupper() for word in clause.line.words
        )
        and value[:1].isalpha()
    )


def _capital_place(match: re.Match[str], clause: Clause) -> bool:
    value = original(clause, match, "v")
    return value[:1].isupper() and value.split()[0].lower() not in _NOT_A_NAME


def _settled_place(match: re.Match[str], clause: Clause) -> bool:
    """Return whether "I'm in X" names a home: a place by its capital, with no day and no other sign of a visit."""
    value = original(clause, match, "v")
    rest = clause.string[match.start("v") :]
    return (
        _capital_place(match, clause)
        and len(value.split()) <= 5
        and not find_dates(clause.line.original(0, len(clause.string)), sent=_ANY_DAY)
        and not re.search(
            r"\b(?:meeting|call|today|week|month|until|till|for the|back|room|office|team|year|mode|visiting|next|stuck|tonight|conference|days?)\b|\d",
            rest,
        )
    )


from datetime import date  # noqa: E402

_ANY_DAY = date(2000, 1, 1)
_END = r"(?=$| [,;.!?()–—-]| (?:and|but|so|because|since|which|if|when|as|though|while|from|here|or)\b)"

NAMES: tuple[Rule, ...] = (
    rule(
        "name",
        Kind.PROFILE,
        rf"(?:%my% (?:full |real |first |actual |proper |given )?name|the name|name)%adv% (?:is|'s|is spelled|is spelt|: )%adv% (?:not \S+ , (?:it is )?|spelled |spelt |: )?(?P<v>[^,;.()!?]+?)(?: (?:with|by the way|though|not)\b.*)?{_END}",
        "Name is {v}",
        attribute="name",
        confidence=0.98,
        accept=_stated_name,
    ),
    rule(
        "name-im",
        Kind.PROFILE,
        r"(?:i am|this is|it is|i be)(?: (?:also|actually|now|just))? (?P<v>\S+(?: (?:(?:de|da|van|von|der|den|el|al|bin|la|di|dos|du|le) )*\S+){0,2}?)(?: (?:here|speaking))?(?=$| [,;.!?()–—-]| (?:from|and|here|by the way|but)\b)",
        "Name is {v}",
        attribute="name",
        confidence=0.95,
        accept=_named,
    ),
    rule(
        "name-here",
        Kind.PROFILE,
        r"(?P<v>[^\s,]+(?: [^\s,]+)?) (?:from|over in|in|at|out of) (?:the )?(?P<t>[^,]+?) (?:here|speaking)\b",
        "Name is {v}",
        attribute="name",
        confidence=0.95,
        accept=_named,
    ),
    rule(
        "name-here-only",
        Kind.PROFILE,
        r"(?P<v>[^\s,]+(?: [^\s,]+)?) (?:here|speaking)(?=$| [,;.!?()–—-])",
        "Name is {v}",
        attribute="name",
        confidence=0.93,
        accept=_named,
    ),
)
NICKNAMES: tuple[Rule, ...] = (
    rule(
        "nickname-call-me",
        Kind.PROFILE,
        r"(?:(?:you |everyone |everybody |people |friends |folks |they |most people |my friends |my family |the team |colleagues |all )?(?:can |could |may |should |just |all |always |usually |mostly |do )*(?:call|calls) me|(?:i|we)%adv% (?:go|went|goes) by|i am%adv% (?:known as|called)|i (?:answer|respond) to|my nickname is|nickname is|(?:i )?(?:would )?(?:prefer|like|rather)(?: to)? be called|i prefer) (?P<v>[^,;.()!?]+?)(?: (?:please|instead|not|by the way|for short|here|at work|on here|with|from|rather than|these days|by everyone|by everybody)\b.*)?"
        + _END,
        "Is called {v}",
        attribute="nickname",
        confidence=0.95,
        accept=_named,
    ),
)
PROFILE: tuple[Rule, ...] = (
    *NICKNAMES,
    rule(
        "pronouns",
        Kind.PROFILE,
        rf"(?:(?:%my% |the )?pronouns (?:are|is|:|'re)?(?: :)?|i use|i go by|i am|it is|use|please use)?(?: ?)(?P<v>{_PRONOUN_SET})(?: (?:pronouns|for me|please|over here|here|by the way|,|\.|thanks|btw|too)\b.*)?"
        + r"(?=$| )",
        "Pronouns are {v}",
        attribute="pronouns",
        confidence=0.95,
    ),
    rule(
        "birthday",
        Kind.PROFILE,
        r"(?:%my% (?:actual |real )?birthday (?:is|'s|falls|fell|comes)(?: (?:on|always|actually|also))*|i was born(?: on)?|born(?: on)?) (?P<v>(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+|\w+ (?:the )?\d{1,2}(?:st|nd|rd|th)?)(?:,? \d{4})?)",
        "Birthday is {v}",
        attribute="birthday",
        confidence=0.95,
        accept=lambda match, clause: bool(find_dates(match["v"], sent=_ANY_DAY)),
    ),
    rule(
        "email",
        Kind.PROFILE,
        r"(?:.*\b(?:my (?:\w+ )?(?:e-?mail|mail|address)|(?:e-?mail|mail|write to|contact|reach) me|i am (?:\w+ )?(?:reachable|available)|best address|you can (?:reach|email|mail)|best way to reach me)\b.*? |it is (?:now )?)(?P<v>[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+)",
        "Email is {v}",
        attribute="email",
        confidence=0.93,
    ),
    rule(
        "phone",
        Kind.PROFILE,
        r"(?:%my% (?:\w+ ){0,2}(?:phone|mobile|cell|number|extension|ext|landline|line|desk phone|desk)(?: number)?|mobile|cell|extension|new number|my new one|new one)%adv% (?:is|'s|are|:)%adv%(?: on)? (?P<v>\+?\d[\d ()\-.]{1,20}\d)",
        "Number is {v}",
        attribute="phone",
        confidence=0.93,
    ),
    rule(
        "timezone",
        Kind.PROFILE,
        rf"(?:i%adv% (?:am|work|live|keep|run|operate)%adv% (?:on|in|at|to)(?: the)?|my (?:time ?zone|tz|clock) is|time ?zone (?:is|:)) (?P<v>{_ZONE})(?=$| )",
        "Is on {v}",
        attribute="timezone",
        confidence=0.93,
    ),
    rule(
        "timezone-ahead",
        Kind.PROFILE,
        r"(?:i am |that is |which is |we are |it is )(?P<v>(?:\d+(?:\.5)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?(?:h|hrs?|hours?) (?:ahead of|behind|before|after) (?:you (?:folks|guys|all|lot) in )?(?P<p>[^,;.]+))",
        "Is {v}",
        attribute="timezone",
        confidence=0.88,
    ),
    rule(
        "hours",
        Kind.PROFILE,
        rf"(?:(?P<s>%my% (?:working |work |office |core |usual |normal )?(?:hours|day|days|schedule)(?: here)? (?:are|is|'s|run|runs|:)|i%adv% (?:work|am in|am online|am available|am around|am on|start|log off|clock off|finish|stop|knock off|sign off|log on|clock in|begin))%adv%) (?P<v>(?:at |from |between |until |till |by |around |(?:mon|tues|wednes|thurs|fri|satur|sun)\w* (?:to|-|–|and|through) \w+ ?(?:, )?|weekdays )*{_HOURS}(?: ?(?:to|-|–|until|till|and) ?{_HOURS})?.*)",
        "",
        attribute="working_hours",
        value="{v}",
        confidence=0.88,
    ),
    rule(
        "language",
        Kind.PROFILE,
        r"(?:(?:i|we)%adv% (?:speak|understand|can speak|can read|am fluent in|am a native speaker of|am bilingual in)|fluent in|%my% (?:native|first|mother|second|third) (?:language|tongue) is|i am a native) (?P<v>(?!to\b|with\b|at\b|for\b|the\b)[^;.()!?]+)",
        "",
        attribute="language",
        confidence=0.9,
        accept=_capital_place,
    ),
    rule(
        "hometown",
        Kind.PROFILE,
        rf"(?:(?:i|we)%adv% (?:am|come|grew up|was born|was raised|was born and raised|hail|are)%adv% (?:from|in|near|outside|just outside)|(?:originally|born|raised|born and raised|grew up|born and bred)%adv% (?:from|in)|%my% (?:home ?town|hometown) is|i am%adv% originally from) (?P<v>[^,;.()!?]+?){_END}",
        "Is from {v}",
        attribute="hometown",
        confidence=0.9,
        accept=lambda match, clause: (
            _capital_place(match, clause) and " am in " not in f" {match[0]} " and " are in " not in f" {match[0]} "
        ),
    ),
    rule(
        "location",
        Kind.PROFILE,
        rf"(?:%i%%adv% (?:live|am living|am based|are based|have lived|have been living|have been based|reside|am located|am staying|settled|have settled|live now)%adv%|(?:now |currently )?(?:based|living|located|residing)) (?:out )?{_PLACE_PREPOSITION} (?P<v>[^,;.()!?]+)",
        "",
        attribute="location",
        confidence=0.93,
        accept=_is_place,
    ),
    rule(
        "location-moved",
        Kind.PROFILE,
        rf"(?:%i% (?:have )?%adv%(?: )?)?(?:have )?(?:recently |just |finally |now |officially )*(?:moved|relocated|emigrated)(?: back| home| over| house| out| down| up| again)*(?: from (?P<old>[^,;.()!?]+?))? (?:to|into) (?P<v>[^,;.()!?]+?)(?: (?:from|last|this|in|on|a|two|back in|recently|over|for|since|with|at)\b.*)?{_END}",
        "Lives in {v}",
        attribute="location",
        confidence=0.9,
        accept=_capital_place,
    ),
    rule(
        "location-home",
        Kind.PROFILE,
        rf"(?:(?:%my% )?(?:home base|home|home town these days|base)%adv% (?:is|'s)%adv%(?: in)?) (?P<v>[^,;.()!?]+?){_END}",
        "Lives in {v}",
        attribute="location",
        confidence=0.9,
        accept=_capital_place,
    ),
    rule(
        "location-been-home",
        Kind.PROFILE,
        r"(?P<v>[^,;.()!?]+?) (?:is|'s|has been|have been|been)%adv%(?: been)? (?:my |our )?home\b.*",
        "Lives in {v}",
        attribute="location",
        confidence=0.88,
        accept=_capital_place,
    ),
    rule(
        "employer",
        Kind.PROFILE,
        rf"%i%%adv% (?:work|am working|am employed|am|have been working|have worked|have been|work full-time|work part-time|consult|freelance)%adv% (?:as (?P<r>(?:a |an |the )?[^,;.()!?]+?) )?(?:at|for|with) (?P<v>[^,;.()!?]+?)(?: (?:as|in|on|since|doing|now|these|full|part)\b.*)?{_END}",
        "Works at {v}",
        attribute="employer",
        confidence=0.9,
        accept=_capital_place,
    ),
    rule(
        "employer-is",
        Kind.PROFILE,
        r"(?P<v>[^,;.()!?]+?) is%adv% my employer\b.*",
        "Works at {v}",
        attribute="employer",
        confidence=0.9,
        accept=_capital_place,
    ),
    rule(
        "employer-joined",
        Kind.PROFILE,
        rf"%i% (?:have )?%adv%(?: )?(?:joined|started at|started working at|started working for) (?P<v>[^,;.()!?]+?)(?: (?:as|in|on|last|this|a|two|back)\b.*)?{_END}",
        "Works at {v}",
        attribute="employer",
        confidence=0.85,
        accept=_capital_place,
    ),
    rule(
        "team-on",
        Kind.PROFILE,
        r"%i%%adv% (?:am|work|are|have moved|moved|transferred|switched|sit|am sitting|belong|report)%adv% (?:on|in|to|with|over on|over in|part of|for) (?P<v>(?:the )?[^,;.()!?]*?\b(?:team|squad|group|department|dept|crew|guild|tribe|unit|division))\b.*",
        "Is on {v}",
        attribute="team",
        confidence=0.88,
    ),
    rule(
        "role-as",
        Kind.PROFILE,
        rf"%i%%adv% (?:work|am working|have worked|have been working|am employed|act|serve)%adv% as (?P<v>(?:a |an |the |our )?[^,;.()!?]+?){_END}",
        "",
        attribute="role",
        confidence=0.9,
    ),
    rule(
        "role-is",
        Kind.PROFILE,
        r"%my% (?:job|role|title|job title|position|profession|occupation|day job)%adv% (?:is|'s)%adv% (?P<v>(?!basically|to be|not|on|in\b|at\b|getting|hard|easy|so|too|very|just)[^,;.()!?]+)",
        "",
        attribute="role",
        confidence=0.88,
    ),
    rule(
        "role",
        Kind.PROFILE,
        rf"%i%%adv% (?:am|became|have become)%adv% (?P<v>(?:a |an |the |your |our |one of the )?(?!bit\b|big\b|huge\b|massive\b)(?:[\w&/'+-]+ ){{0,5}}?{_ROLE_NOUN})(?=$| [,;.!?()–—-]| (?:at|on|in|for|with|here|from|by|of|out|over|and|but|so|to|who|now|since|looking|working|mostly|based|living)\b)(?: (?:at|for|with) (?P<e>[^,;.()!?]+))?.*",
        "Is {v}",
        attribute="role",
        confidence=0.88,
        accept=lambda match, clause: (
            not re.search(
                r"\b(?:morning|night|evening|people|cat|dog|cats|dogs|tea|coffee|more of|not|kind|sort|type|fan|paper|phone|email|tabs|the only|nice|good|bad|happy|lucky|terrible|busy|same|wrong|right|last|first|second|next|big|huge)\b",
                match["v"],
            )
        ),
    ),
    rule(
        "role-do",
        Kind.PROFILE,
        rf"%i%%adv% do%adv% (?P<v>(?:the )?(?:\w+ )?(?:qa|design|sales|marketing|finance|hr|devops|support|ops|operations|research|data|security|accounts|payroll|backend|frontend|front-end|back-end|infrastructure|infra|procurement|logistics|legal|comms|communications|recruiting|recruitment|it|pr|ux|ui|analytics|admin|testing|bookkeeping)(?: \w+)?)(?: (?:on|at|for|in|with)\b.*)?{_END}",
        "Does {v}",
        attribute="role",
        confidence=0.85,
    ),
    rule(
        "location-in",
        Kind.PROFILE,
        rf"i%adv% am%adv% (?:over |out |up |down )?in (?P<v>[^,;.()!?]+?){_END}",
        "Is in {v}",
        attribute="location",
        confidence=0.8,
        accept=_settled_place,
    ),
)
RETRACTED: tuple[Rule, ...] = (
    rule(
        "ended-work",
        None,
        r"%i% (?:do not|no longer|used to)%adv%(?: longer)? work (?:at|for|with) (?P<v>[^,;.()!?]+?)(?: any ?(?:more|longer))?(?=$| [,;.!?]| (?:any more|since|as of|now)\b)",
        "Works at {v}",
        attribute="employer",
        confidence=0.9,
        op=CandidateOp.RETRACT,
    ),
    rule(
        "ended-live",
        None,
        r"%i% (?:do not|no longer|used to)%adv%(?: longer)? live (?:in|at|on|near) (?P<v>[^,;.()!?]+?)(?: any ?(?:more|longer))?(?=$| [,;.!?]| (?:any more|since|as of|now)\b)",
        "Lives in {v}",
        attribute="location",
        confidence=0.9,
        op=CandidateOp.RETRACT,
    ),
)
