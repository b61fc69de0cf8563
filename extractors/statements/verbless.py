"""What people say of themselves and leave the verb out of: "left handed, so …", "Latex allergy here", "Debian, always".

Such fragments tell little by their build, so each rule asks for a cue that it is the author who is meant: "here", "for
me", "till they bury me", a birthday that is talked of.
"""

import re

from extractors.guarding import guards
from extractors.matching.late_patterns import LatePattern
from extractors.statements.profile import is_name, named_place, no_transient
from extractors.statements.rules import compiled, load, original
from extractors.syntax.clauses import Clause

_TOOL = compiled(
    r"(?:%editor%|%os%|bash|zsh|fish|nushell|nu|powershell|firefox|chrome|chromium|safari|brave|edge|vivaldi|arc|librewolf|"
    r"opera|tmux|zellij|kitty|alacritty|wezterm|ghostty|foot|iterm2?|gnome|kde|plasma|xfce|i3|sway|hyprland|niri|xmonad|"
    r"awesome|qwerty|qwertz|azerty|dvorak|colemak|workman|mutt|neomutt|thunderbird|outlook|obsidian|logseq|org-mode)$"
)
_NO_TOOL = frozenset(
    "broken down open closed slow dead crashing frozen full out back up fine gone here there now new old wrong".split()
)
_DROPPED = LatePattern(
    r"\b(?:binned|ditched|dropped|gave up|given up|swapped|switched|handed|sold|left|moved|done with|uninstalled|"
    r"retired|dumped|quit|deleted|back to|gone back|goodbye|bye)\b",
    re.IGNORECASE,
)
_OF_BIRTHDAYS = LatePattern(r"\b(?:b-?days?|birthdays?|birth dates?|star signs?|cakes?)\b", re.IGNORECASE)
_NO_ALLERGEN = LatePattern(
    r"(?:the|this|that|an?|no|any|my|her|his|their|your|our|which|what|meeting|monday|deadline|work)\b"
)


def begins(match: re.Match[str], clause: Clause) -> bool:
    """The fragment opens its sentence and is asserted: no question, no list of somebody else's."""
    return not (clause.sentence_index or clause.question or clause.conditional or clause.supplied or clause.lead)


def of_the_author(match: re.Match[str], clause: Clause) -> bool:
    """The same, with nothing in it that passes."""
    return begins(match, clause) and no_transient(match, clause) and not guards.at_hand(clause)


def of_one_who_goes_on(match: re.Match[str], clause: Clause) -> bool:
    """The same at the beginning of a message that goes on about "I" or "my": "vegetarian, and I don't do eggs"."""
    return clause.index == 0 and of_the_author(match, clause) and _GOES_ON.match(clause.text, clause.end) is not None


_GOES_ON = LatePattern(r"[\s,.;–—-]+(?:and |but |also |so ){0,8}(?:i|i['’]?m|i['’]ve|my|no)\b", re.IGNORECASE)


def an_allergy(match: re.Match[str], clause: Clause) -> bool:
    """Something that people are allergic to, not "the allergy"."""
    return of_the_author(match, clause) and not _NO_ALLERGEN.match(match["v"])


def named_tool(match: re.Match[str], clause: Clause) -> bool:
    """One's tool by its name: known by it, or by the "my" before it, or one of two that are told."""
    values = [match[name] for name in ("v", "b") if match[name]]
    if clause.question or any(_NO_TOOL.intersection(value.split()) for value in values):
        return False
    nouns = all(
        clause.line.words_between(*match.span(name))[0].tag[:2] in {"NN", "JJ", "FW"}
        for name in ("v", "b")
        if match[name]
    )
    return nouns and (len(values) > 1 or _TOOL.match(values[0]) is not None) and no_transient(match, clause)


def in_its_place(match: re.Match[str], clause: Clause) -> bool:
    """ "It's Kakoune now": said of the author, who has just dropped another."""
    return " for me" in clause.string or _DROPPED.search(clause.text[: clause.start]) is not None


def after_one_is_out(match: re.Match[str], clause: Clause) -> bool:
    """ "Zsh is out, fish is in": one tool in the place of another, one of them known for one."""
    out = _IS_OUT.search(clause.text[: clause.words[0].start])
    return out is not None and any(_TOOL.match(name.lower()) for name in (match["v"], out["v"]))


_IS_OUT = LatePattern(
    r"(?P<v>[\w.+-]+(?: [\w.+-]+)?)(?:['’]s| is| was) (?:now |officially |finally )?(?:out|gone|history"
    r"|dead)\W{1,3}(?:and )?$",
    re.IGNORECASE,
)


def instead_of_another(match: re.Match[str], clause: Clause) -> bool:
    """ "Tenor now, not alto": with what it is no more right behind."""
    after = clause.text[clause.words[-1].end :]
    return _NO_MORE_THAT.match(after) is not None and begins(match, clause)


_NO_MORE_THAT = LatePattern(
    r"(?: (?:now|these days|nowadays|from now on))(?:\W{1,3}(?:and )?| )(?:not|no longer|rather than"
    r"|instead of) (?!yet\b|that\b|a (?:bad|good)\b)\w",
    re.IGNORECASE,
)


def of_birthdays(match: re.Match[str], clause: Clause) -> bool:
    """ "Mine's the 17th of May": where birthdays are talked of."""
    return _OF_BIRTHDAYS.search(clause.text) is not None and not clause.question


def two_names(match: re.Match[str], clause: Clause) -> bool:
    """A name on paper, and another that one goes by."""
    return is_name(original(clause, match, "w")) and is_name(original(clause, match, "v"))


def two_places(match: re.Match[str], clause: Clause) -> bool:
    """ "Split originally, Cork since the boom": where one is from and where one lives, and said to be so."""
    places = [original(clause, match, name) for name in ("v", "w")]
    told = _ORIGIN.search(match[0]) is not None
    return told and begins(match, clause) and all(_is_place(place) for place in places)


_ORIGIN = LatePattern(r"^from\b|\b(?:born|bred|raised|originally|by birth)\b")


def entered(match: re.Match[str], clause: Clause) -> bool:
    """ "Put me down as Jordan": a name, and not a trade or a dish."""
    name = original(clause, match, "v")
    return is_name(name) and not _ROLE.match(match["v"]) and not clause.question


_ROLE = compiled(r"(?:an? )?(?:%role_noun%|%diet%|yes|no|maybe|attending|absent|present|volunteer)\b")


def a_trade_here(match: re.Match[str], clause: Clause) -> bool:
    """ "Proud school nurse over here": what somebody is, not how they feel, nor whom they look for."""
    first = clause.line.words_between(*match.span("v"))[0]
    return (
        begins(match, clause)
        and not _NO_TRADE.search(match["v"])
        and first.tag
        not in {"DT", "PRP", "PRP$", "IN", "CC", "CD", "WP", "WDT", "WRB", "VB", "VBZ", "VBP", "MD", "EX", "UH"}
    )


_NO_TRADE = LatePattern(
    r"\b(?:confused|tired|sad|happy|angry|annoyed|hungry|grumpy|frustrated|desperate|lost|stuck|sleepy|cold|bored|worried|"
    r"exhausted|amateur|armchair|resident|clueless|dumb|idiot|no|any|every|another|some|our|your|new|same|only|code|"
    r"bad|good|wrong|right|first|last|next|needed|busy|nervous|jealous|guilty|sick|hot|overworked|person|guy|rep|head|host"
    r"|owner|partner|agent|chair|lead)\b"
)


def for_long(match: re.Match[str], clause: Clause) -> bool:
    """What is so from some day on, or always: not of this week, and nothing that is asked."""
    return not (clause.question or clause.conditional or clause.supplied) and no_transient(match, clause)


def by_its_name(match: re.Match[str], clause: Clause) -> bool:
    """ "Warehouse B is my crew": a part of a place or a firm that is told by its name or number."""
    name = original(clause, match, "v").removeprefix("The ").removeprefix("the ")
    return of_the_author(match, clause) and bool(_NAMED_PART.search(name)) and named_place(name)


_NAMED_PART = LatePattern(r"\d|\b[A-Z]\b|^[A-Z][\w'-]+ (?:[A-Z\d]|\w+$)")


def _is_place(value: str) -> bool:
    return value[:1].isupper() and named_place(value)


_ACCEPTS = {
    check.__name__: check
    for check in (
        begins,
        of_the_author,
        of_one_who_goes_on,
        an_allergy,
        named_tool,
        in_its_place,
        of_birthdays,
        after_one_is_out,
        instead_of_another,
        two_names,
        two_places,
        entered,
        a_trade_here,
        by_its_name,
        for_long,
    )
}
VERBLESS = load("verbless", _ACCEPTS)["verbless"]
