"""Work under way, goals, deadlines and constraints."""

import re

from extractors.clauses import Clause
from extractors.rules import Rule, original, rule
from memory.records import Kind

_TRANSIENT = re.compile(
    r"(?:on|from) (?:it|this|that|them|home|a (?:reply|response|fix))\b|\b(?:today|this morning|this afternoon|right now|until|at the moment|tonight|remotely|late|tomorrow|next week|again)\b"
)


def _lasting(match: re.Match[str], clause: Clause) -> bool:
    return not _TRANSIENT.search(
        clause.string[match.end("verb") if "verb" in match.groupdict() else match.start("v") :]
    ) and bool(original(clause, match, "v"))


PROJECTS: tuple[Rule, ...] = (
    rule(
        "project-called",
        Kind.PROJECT,
        r"%i%%adv% (?:am|are|have been)%adv% (?P<verb>working on|building|writing|developing|creating|making|leading|running|starting|launching) (?P<p>(?:an? |the |this |my |our )?[^,;.()!?]+?) (?:called|named|code-?named|known as|dubbed) (?P<v>[^,;.()!?]+?)(?=$| [,;.!?()–—-]| (?:and|but|so|because|since|which|for|in|with|that)\b)",
        "",
        attribute="project",
        confidence=0.9,
    ),
    rule(
        "project",
        Kind.PROJECT,
        r"%i%%adv% (?:am|are|have been)%adv% (?P<verb>working on|building|rebuilding|writing|developing|redesigning|designing|migrating|moving everything|rewriting|rebranding|launching|setting up|porting|refactoring|researching|restoring|renovating|organising|organizing|leading|prototyping|training for|studying for|learning|editing|translating|digitising|sequencing|mapping|planning|preparing|putting together|rolling out|replacing|consolidating|automating|documenting|curating|producing|recording|illustrating|compiling|drafting) (?P<v>(?!it\b|this\b|that\b|them\b|something\b|a lot\b|about\b|up\b|to you\b|you\b)[^;.!?]+)",
        "",
        attribute="project",
        confidence=0.8,
        accept=_lasting,
    ),
    rule(
        "project-is",
        Kind.PROJECT,
        r"%my% (?:\w+ ){0,2}(?:project|side project|thesis|dissertation|phd|startup|book|research|focus|main focus)(?: (?:right now|at the moment|this (?:year|quarter|term|month)|these days))?%adv% (?:is|'s)%adv%(?: (?:on|about|called))? (?P<v>(?!due|late|done|going|dead|on hold|not|a mess|over|finished|in\b|at\b)[^;.!?]+)",
        "",
        attribute="project",
        confidence=0.82,
    ),
    rule(
        "goal",
        Kind.PROJECT,
        r"(?:%my% |the )(?:\w+ ){0,2}(?:goal|aim|objective|target|plan|deadline)(?: (?:for|of|here|this|is for)\b[^,;.()!?]*?)? (?:is|'s)%adv% (?P<v>(?!what|that one|not|unclear|unknown|simple|too|so\b|still)[^;.!?]+)",
        "",
        confidence=0.78,
    ),
    rule(
        "must",
        Kind.PROJECT,
        r"(?P<s>(?!i\b|you\b|there\b|this\b|that\b|it\b|he\b|she\b|they\b|someone\b|we must\b|why\b|what\b|one of\b)[^,;.()!?]+?) (?:must not|must never|must|has to|have to|needs to|need to|can not) (?P<v>(?:be (?:done|finished|ready|live|out|in|submitted|delivered|shipped|completed|signed|filed|paid|closed|up|over|sent|gone)|ship|launch|go out|go live|happen|land|stay|go|close|finish|exceed|support|run|use)\b[^;.!?]*)",
        "",
        confidence=0.78,
    ),
    rule(
        "due",
        Kind.PROJECT,
        r"(?P<s>(?:%my% |the |[a-z]+ )(?:[\w'-]+ ){0,5}?)(?:is|are|'s|will be)%adv% due%adv% (?P<v>[^;.!?]+)",
        "",
        confidence=0.8,
    ),
)
