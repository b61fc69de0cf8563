"""Lasting likes, dislikes, habits, tools, diet and allergies."""

import re

from extractors.clauses import Clause
from extractors.rules import Rule, original, rule
from memory.records import CandidateOp, Kind, Polarity

_AT_HAND = re.compile(
    r"(?:this|that|these|those|it|them|him|her|you|u|one|the (?:first|second|third|last|other|latest|new|old|left|right|top|bottom) (?:one|version|option|draft)|the (?:one|idea|sound|look|way you|way he|way she|way they|way this|first|second|third|last|new|latest)|your|his|her|their|how (?:you|he|she|they|this|that|it)|what (?:you|he|she|they|this)|when you|where this|seeing|to see|the fact|to think|to (?:know|hear|say|break|be|ask|join|have|get|bother|interrupt|admit|come|go|help|chat|talk)|being (?:paged|on call)|everything about|nothing|everyone|everybody|all of|v\d+|option|having to)\b"
)
_PASSING = re.compile(
    r"\b(?:right now|at the moment|today|tonight|tomorrow|this (?:time|one|week|morning|afternoon|evening|pr|thread|bug|photo|version|draft|layout)|so far)\b"
)


def _lasting(match: re.Match[str], clause: Clause) -> bool:
    value = match["v"]
    return not _AT_HAND.match(value) and not _PASSING.search(clause.string) and bool(re.search(r"\w", value))


def _thing(match: re.Match[str], clause: Clause) -> bool:
    return _lasting(match, clause) and bool(original(clause, match, "v"))


_EDITOR = r"(?:neo ?vim|nvim|vim|vi|emacs|doom emacs|helix|zed|vs ?code|visual studio code|visual studio|vscodium|cursor|sublime(?: text)?|pycharm|intellij(?: idea)?|webstorm|goland|rider|rubymine|phpstorm|clion|rustrover|android studio|xcode|eclipse|nano|micro|kakoune|notepad\+\+|textmate|atom|rstudio|jupyter|spyder|fleet|windsurf|bbedit|kate|geany)"
_OS = r"(?:(?:arch|ubuntu|fedora|debian|nixos|mint|linux mint|manjaro|opensuse|gentoo|pop!?_?os|alpine|kali|rocky|void|endeavouros|bazzite)(?: linux)?|linux|windows(?: \d+)?|mac ?os|os ?x|freebsd|openbsd|chromeos|a mac|mac|ios|android)"
_MACHINE = r"(?: (?:(?:on|at) (?:the|my|a|all my) [\w -]+|at (?:home|work)|everywhere))?"

PREFERENCES: tuple[Rule, ...] = (
    rule(
        "switched",
        Kind.PREFERENCE,
        rf"%i% (?:have )?%adv%(?: )?(?:have )?(?:switched|moved|migrated|gone|changed|converted|went)(?: over| back)? from (?P<old>[^,;.()!?]+?) to (?P<v>{_EDITOR}|{_OS})\b.*",
        "Uses {v}",
        attribute="tool",
        confidence=0.9,
    ),
    rule(
        "editor",
        Kind.PREFERENCE,
        rf"(?:(?:i|we)%adv% (?:use|am using|am on|code in|write in|write everything in|edit in|edit everything in|live in|swear by|have been using|have used|run|switched to|moved to|am|do everything in|work in)|%my% (?:\w+ )?(?:editor|ide)%adv% (?:of choice )?(?:is|'s)|(?:editor|ide) :)%adv% (?P<v>{_EDITOR})\b(?! (?:today|for this))(?: (?:as|for|with|since|on|at|these|user|guy|girl|person|everywhere|and|plus)\b.*)?",
        "Uses {v}",
        attribute="editor",
        confidence=0.88,
    ),
    rule(
        "os",
        Kind.PREFERENCE,
        rf"(?:(?:i|we)%adv% (?:use|am using|am on|run|am running|have been on|have been running|switched to|moved to|daily drive|boot)|%my% (?:[\w-]+ ){{0,3}}(?:laptop|machine|computer|pc|thinkpad|desktop|box|macbook|framework|workstation)%adv% (?:runs|is on|is|is running|has)|%my% (?:os|operating system|distro)%adv% (?:is|'s))%adv% (?P<v>{_OS})\b(?!-).*",
        "",
        attribute="os",
        confidence=0.85,
    ),
    rule(
        "allergy",
        Kind.PREFERENCE,
        r"%i%%adv% (?:am|are|have been|turned out)%adv%(?: to be)? (?:deathly |severely |badly |slightly |mildly |super |highly |quite )?(?:allergic|intolerant) to (?P<v>[^;.()!?]+)",
        "",
        attribute="allergy",
        confidence=0.93,
        accept=lambda match, clause: (
            not re.match(
                r"(?:mondays|meetings|work|homework|effort|this|that|bullshit|people|mornings|fun|early|deadlines)\b",
                match["v"],
            )
        ),
    ),
    rule(
        "allergy-have",
        Kind.PREFERENCE,
        r"(?:%i%%adv% have (?:a |an )?(?:\w+ )?(?P<v>[\w -]+?) (?:allergy|intolerance)|%i% can not (?:eat|have|do|drink|touch) (?P<w>[^;.()!?]+))",
        "",
        attribute="allergy",
        value="{v}{w}",
        confidence=0.85,
        accept=lambda match, clause: not _AT_HAND.match(match["v"] or match["w"]),
    ),
    rule(
        "diet",
        Kind.PREFERENCE,
        r"%i%%adv% (?:(?:am|have been|went|turned|became)%adv% (?:a |an )?(?:strict |lifelong )?(?P<v>vegan|vegetarian|veggie|pescatarian|pescetarian|coeliac|celiac|gluten[- ]free|dairy[- ]free|lactose[- ]intolerant|teetotal|tee-total|halal|kosher|plant[- ]based|flexitarian|keto|a non-drinker)|(?:keep|eat|only eat)%adv% (?P<w>halal|kosher|vegan|vegetarian|gluten[- ]free)|(?:do|can) not%adv% (?:eat|drink|touch) (?P<x>meat|pork|beef|fish|seafood|dairy|eggs|gluten|alcohol|sugar|caffeine|red meat|animal products|wheat|lactose))\b.*",
        "",
        attribute="diet",
        value="{v}{w}{x}",
        confidence=0.92,
        accept=lambda match, clause: not _PASSING.search(clause.string),
    ),
    rule(
        "favourite",
        Kind.PREFERENCE,
        r"(?:%my% )?(?:all[- ]time |absolute |number one )*favourite (?P<t>[^,;.()!?]+?)%adv%(?: of all time| ever)?(?: ,? ?(?:hands down|by far|without a doubt|easily) ?,?)? (?:is|'s|has to be|would be|has always been|will always be|:)%adv% (?P<v>[^,;.()!?]+?)(?: (?:now|by far|hands down|these days|by the way|obviously|though|always|since)\b.*)?(?=$| [,;.!?()–—-]| (?:and|but|so|because|since)\b)",
        "Favourite {t} is {v}",
        attribute="favourite:{t}",
        confidence=0.92,
        accept=lambda match, clause: (
            not re.match(r"(?:so far|one|part|bit|thing about|of these|of the|ones)\b", match["t"])
            and not _AT_HAND.match(match["v"])
        ),
    ),
    rule(
        "prefer",
        Kind.PREFERENCE,
        r"%i%%adv% (?:much |far |generally |strongly |usually )?(?:prefer|would (?:much |always |far |really |generally |usually )?(?:rather|prefer|sooner)|always prefer|tend to prefer|am more of|am a lot more of|lean towards) (?P<v>[^;.!?]+)",
        "",
        attribute="preference:{v}",
        confidence=0.86,
        accept=_thing,
    ),
    rule(
        "dislike",
        Kind.PREFERENCE,
        r"%i%%adv% (?:hate|loathe|detest|dislike|despise|can not stand|can not bear|can not abide|do not like|do not enjoy|do not care for|am not a (?:big |huge |great )?fan of|am no fan of|have never liked|never liked|am not into|am not keen on|am not big on|avoid|refuse to|do not do|do not eat|do not drink)%adv% (?P<v>[^;.!?]+)",
        "Dislikes {v}",
        attribute="preference:{v}",
        polarity=Polarity.NEGATIVE,
        confidence=0.86,
        accept=_thing,
    ),
    rule(
        "like",
        Kind.PREFERENCE,
        r"%i%%adv% (?:like|love|adore|enjoy|am (?:a )?(?:big |huge |massive |great )?(?:fan of|into|fond of|keen on|partial to|crazy about|obsessed with|addicted to)|am a sucker for|swear by|live for|have always (?:liked|loved))%adv% (?P<v>[^;.!?]+)",
        "",
        attribute="preference:{v}",
        confidence=0.86,
        accept=_thing,
    ),
    rule(
        "habit",
        Kind.PREFERENCE,
        r"i%adv% (?:always|never|usually|only ever|only|mostly|generally|normally|tend to|rarely) (?P<v>(?!thought|knew|know|said|meant|saw|heard|got|been|had|realised|realized|understood|want|wanted|noticed|forget|remember|remembered|mind|have|was|were|am|did|asked|told|wondered|seem|managed|find|end|see|hear|learn|went|came|made|feel|felt|need|needed|just|do this|recover)[a-z]+\b[^;.!?]*)",
        "",
        attribute="preference:{v}",
        confidence=0.78,
        accept=_thing,
    ),
)
RETRACTED: tuple[Rule, ...] = (
    rule(
        "gave-up",
        None,
        r"(?:%i% (?:have )?%adv%(?: )?)?(?:gave up|given up|quit|stopped|went off|gone off|am over|done with|am done with) (?P<v>(?!on\b|at\b|trying|caring|my job|to\b|by\b|counting|reading here)[^,;.()!?]+?)(?=$| [,;.!?]| (?:last|this|in|since|for|back|a|two|and|but|so)\b)",
        "{v}",
        attribute="preference:{v}",
        op=CandidateOp.RETRACT,
        confidence=0.85,
    ),
    rule(
        "ended-diet",
        None,
        r"(?:%i% (?:am|are)%adv% )?(?:not|no longer)%adv%(?: a| an)? (?P<v>vegan|vegetarian|veggie|pescatarian|keto|gluten[- ]free|teetotal)(?: any (?:more|longer))?\b.*",
        "Is {v}",
        attribute="diet",
        op=CandidateOp.RETRACT,
        confidence=0.9,
        accept=lambda match, clause: "more" in match[0] or "longer" in match[0],
    ),
    rule(
        "ended-like",
        None,
        r"%i% (?:do not|no longer)%adv%(?: longer)? (?P<x>use|like|drink|eat|love|enjoy|prefer|play|do|have|own|run) (?P<v>[^,;.()!?]+?)(?P<more> any (?:more|longer))?(?=$| [,;.!?]| (?:here|these days|since|now|at all|and|but|so)\b)",
        "{x} {v}",
        attribute="preference:{v}",
        op=CandidateOp.RETRACT,
        confidence=0.88,
        accept=lambda match, clause: bool(match["more"]) or "no longer" in match[0],
    ),
)
