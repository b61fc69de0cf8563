"""Sentences to clauses: each with its subject written out, what joined it, and the openings of chat taken off."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractors.message import CleanText
from extractors.sentences import sentences
from extractors.words import Line, Word, words_of

_PRONOUNS = frozenset(["i", "we", "he", "she", "they", "it", "you", "there"])
_DETERMINERS = frozenset(["my", "our", "his", "her", "their", "the", "this", "that", "a", "an", "its", "your"])
_BE = frozenset(["is", "are", "am", "was", "were", "'s", "'m", "'re", "be", "been"])
FINITE = _BE | frozenset(
    ["has", "have", "had", "do", "does", "did", "can", "could", "will", "would", "shall", "should", "must", "may", "might", "need", "needs", "goes", "go", "lives", "live", "works", "work", "likes", "like", "loves", "love", "hates", "hate", "prefers", "prefer", "runs", "run", "uses", "use", "takes", "take", "starts", "start", "ends", "end", "opens", "closes", "comes", "covers", "handles", "owns", "keeps", "keep", "wants", "want", "says", "knows", "speaks", "speak", "teaches", "makes", "gets", "lives", "sits", "stays", "studies", "plays", "goes", "moved", "left", "joined", "became", "began", "started", "turned", "took", "got", "gave", "made", "went", "came", "hat", "ist"]
)
SHARED = frozenset(
    ["am", "live", "work", "speak", "use", "run", "love", "like", "hate", "prefer", "have", "own", "drink", "eat", "play", "study", "teach", "manage", "lead", "collect", "grow", "wear", "read", "write", "do", "don", "can", "always", "never", "usually", "mostly", "report", "sit", "sleep", "wake", "moved", "joined", "started", "quit", "left", "use", "drive", "commute", "volunteer", "coach", "sing", "bake", "cook", "cycle", "enjoy", "avoid", "detest", "code", "go", "take", "keep", "was", "grew", "just", "recently", "currently", "also", "only", "really", "now"]
)
_CONJUNCTIONS = frozenset(
    ["and", "but", "so", "because", "since", "as", "though", "although", "while", "whereas", "which", "who", "that", "if", "when", "unless", "until", "before", "after", "except", "plus", "or", "yet", "then", "hence", "meaning", "wherever", "whenever", "once", "whether", "even", "then", "where"]
)
_STRONG = frozenset([";", "(", ")", "–", "—", "[", "]", "•", "|", "…"])
_OPENINGS = tuple(
    tuple(opening.split())
    for opening in sorted(
        """
        well | ok | okay | so | and | but | also | btw | fyi | tbh | honestly | actually | ugh | oh | yeah | yep | yes | no | nah | hi | hello | hey | hiya | heya
        all | everyone | everybody | team | folks | people | friends | guys | y'all | gang | there | morning | evening | afternoon | good morning | good evening | good afternoon
        to be fair | to be honest | in general | i think | i guess | i suppose | i reckon | i believe | personally | basically | anyway | anyways | anyhow | plus | fun fact | small thing | quick thing
        for context | for what it is worth | turns out | it turns out | it is official | ok it is official | so it is official | just so you know | just fyi | in case it helps | in case it matters | in case you wondered
        for the record | by the way | as it happens | as you know | as some of you know | as most of you know | as mentioned | like i said | as i said | also btw | right | now | then | though | because | since | as | although | while | too
        look | listen | see | yo | omg | lol | haha | hah | argh | hmm | hm | um | uh | er | welp | alas | sadly | luckily | fortunately | unfortunately | finally | finaly | funnily enough | oddly enough | believe it or not | obviously | clearly
        fwiw | imo | imho | ngl | not gonna lie | not going to lie | tbf | afaik | iirc | psa | heads up | heads-up | update | quick update | small update | quick note | quick one | one more thing | another thing | last thing | oh and | and also | oh also | p.s | ps | nb | n.b
        i will admit | i admit | i have to admit | i must admit | i confess | i have to say | i must say | i should say | i would say | let me say | truth be told | if i am honest | if i am being honest | to be clear | just to be clear | note to all | reminder
        quick intro since i am new here | quick intro | intro | introducing myself | about me | me | first time posting | long time lurker | new here | newbie here | since we are doing intros | since we are sharing | because you asked | since you asked | since you ask | you asked
        more generally | generally speaking | strictly speaking | strictly | technically | technically speaking | speaking of which | while i am here | while i am at it | while we are at it | for your notes | for the files | for future reference | for next time | as of now
        hey all | hi all | hello all | hi everyone | hello everyone | hi team | dear all | sorry | apologies | thanks | thank you | cheers | ta | great | cool | nice | perfect | awesome | wow | yay | woo | woohoo | phew | gosh | jeez
        one thing | a few things about me | for me | from me | my bad | correction | small correction | minor correction | slight correction | news | big news | good news | some news | personal news | some personal news | life update | announcement | confession
        maybe worth saying | worth saying | worth knowing | worth mentioning | worth noting | you should know | you should know that | i should mention | i should mention that | i should probably mention | i should probably mention that | should mention | might be useful to know that
        just so nobody panics | so you know | so everyone knows | so everybody knows | just to say | just to let you know | just to let everyone know | wanted to say | just wanted to say | i just wanted to say | i wanted to say that | let it be known that | happy to report | pleased to say | proud to say
        the good news is | the bad news is | the truth is | the thing is | thing is | the point is | point is | fact is | the fact is | for anyone wondering | for anyone who does not know | for those who do not know | for those who do not know me | for whoever asked | for anyone new
        """.replace("\n", " | ").split(" | "),
        key=lambda opening: -len(opening.split()),
    )
    if opening.strip()
)
_OPENING_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _opening in _OPENINGS:
    _OPENING_BY_FIRST.setdefault(_opening[0], []).append(_opening)
_SOFT = frozenset([",", ":", "!", ".", "-", "–", "—", "…", "~"])
_CONDITIONAL = frozenset(["if", "unless", "whether", "suppose", "supposing", "assuming", "provided", "providing", "imagine", "pretend"])
_TRAILING = re.compile(
    r"(?: (?:[,.!?:;~…–—)(-]+|lol|lmao|rofl|haha+|hehe+|xd|btw|tbh|fyi|ngl|imo|imho|though|thanks|thank you|thx|cheers|please|ok|okay|ya know|you know|eh|right|innit|mate|folks|guys|everyone|all|people|bro|dude|man|dear|by the way|to be honest|honestly|if that helps|if it matters|just so you know|for the record|i guess|i suppose|i think|i know|sorry|not sorry|tho|apparently|obviously|anyway|of course|for what it is worth|fwiw|as you know|as always|same as ever|hands down|full stop|period|end of|no question|yay|woo+|woohoo|ugh|oops|phew|x+|so far so good|etc))+$"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. `line` holds its normalised words, openings and trailing chatter taken off, the subject written out.

    `joined` is the word or mark that led to it ("" for the first), `question` whether its sentence asks,
    `sentence` the range of its sentence and `inherited` whether its subject stands in the clause before.
    """

    line: Line
    start: int
    end: int
    joined: str
    question: bool
    sentence: tuple[int, int]
    index: int
    inherited: bool = False
    conditional: bool = False
    opening: str = ""

    @property
    def string(self) -> str:
        return self.line.string


def clauses(clean: CleanText, start: int = 0, end: int | None = None) -> list[Clause]:
    """Return the clauses of the clean text between start and end, in order; none in a blank text."""
    found: list[Clause] = []
    last = len(clean.plain) if end is None else end
    for first, stop in sentences(clean.plain[:last]):
        if stop <= start:
            continue
        found.extend(_of_sentence(clean, max(first, start), stop, len(found)))
    return found


def _of_sentence(clean: CleanText, start: int, end: int, index: int) -> Iterator[Clause]:
    words = words_of(clean.plain, start, end)
    question = clean.plain[start:end].rstrip(" \"')]!").endswith(("?", "？"))
    subject: Word | None = None
    conditional = False
    for joined, piece in _split(words, clean.emoji):
        opening, stripped = _strip_opening(piece)
        if not stripped:
            continue
        conditional = stripped[0].norm in _CONDITIONAL or joined in _CONDITIONAL
        inherited = False
        if stripped[0].norm in {"i", "we"}:
            subject = stripped[0]
        elif (
            subject is not None
            and stripped[0].norm in SHARED
            and joined in {"and", "but", ",", "or", "so", "then", "plus"}
        ):
            place = stripped[0].start
            stripped = [Word(subject.norm, place, place), *stripped]
            inherited = True
        line = Line(clean.text, stripped)
        trailing = _TRAILING.search(line.string)
        if trailing:
            kept = line.words_between(0, trailing.start())
            line = Line(clean.text, kept)
        if not line.words:
            continue
        yield Clause(
            line=line,
            start=line.words[0].start,
            end=line.words[-1].end,
            joined=joined,
            question=question,
            sentence=(start, end),
            index=index,
            inherited=inherited,
            conditional=conditional,
            opening=opening,
        )
        index += 1


def _strip_opening(words: Sequence[Word]) -> tuple[str, list[Word]]:
    """Return the chatter a clause opens with, and the rest."""
    position = 0
    while position < len(words):
        norm = words[position].norm
        if norm in _SOFT:
            position += 1
            continue
        for opening in _OPENING_BY_FIRST.get(norm, ()):
            stop = position + len(opening)
            if tuple(word.norm for word in words[position:stop]) == opening and _is_opening(opening, words, stop):
                position = stop
                break
        else:
            break
    return " ".join(word.norm for word in words[:position]), list(words[position:])


def _is_opening(opening: tuple[str, ...], words: Sequence[Word], stop: int) -> bool:
    """Return whether what follows lets these words be an opening and not the start of the statement itself."""
    if stop >= len(words):
        return False
    following = words[stop].norm
    if following in _SOFT:
        return True
    if opening in {
        ("me",),
        ("no",),
        ("all",),
        ("people",),
        ("team",),
        ("right",),
        ("update",),
        ("news",),
        ("reminder",),
        ("see",),
        ("thanks",),
        ("cool",),
        ("nice",),
        ("great",),
        ("perfect",),
    }:
        return False
    return (
        following not in FINITE
        or opening[-1] in {"is", "that"}
        or following
        in {
            "can",
            "have",
            "had",
            "moved",
            "left",
            "joined",
            "started",
            "got",
            "went",
            "came",
            "made",
            "took",
            "gave",
            "like",
            "love",
            "need",
        }
    )


def _split(words: Sequence[Word], emoji: Sequence[int]) -> Iterator[tuple[str, list[Word]]]:
    """Yield what joins each clause and its words."""
    joined = ""
    piece: list[Word] = []
    index = 0
    while index < len(words):
        word = words[index]
        if (
            word.norm in _STRONG
            or (word.norm == "-" and _spaced(words, index))
            or (word.norm == ":" and index + 1 < len(words))
        ):
            if piece:
                yield joined, piece
            joined, piece = word.norm, []
            index += 1
            continue
        if piece and _emoji_between(words[index - 1], word, emoji) and _starts_clause(words, index):
            yield joined, piece
            joined, piece = ",", []
        if piece and word.norm == ",":
            after = index + 1
            conjunction = words[after].norm if after < len(words) and words[after].norm in _CONJUNCTIONS else ""
            if conjunction and after + 1 < len(words) and words[after + 1].norm in _CONJUNCTIONS:
                after += 1
            begins = after + bool(conjunction)
            if begins < len(words) and (
                _starts_clause(words, begins)
                or (conjunction in {"and", "but", "so"} and words[begins].norm in SHARED)
                or (not conjunction and words[begins].norm in SHARED and len(piece) > 1)
                or conjunction
                in {
                    "because",
                    "since",
                    "which",
                    "who",
                    "if",
                    "so",
                    "unless",
                    "though",
                    "although",
                    "but",
                    "as",
                    "when",
                    "while",
                    "where",
                    "in case",
                    "hence",
                }
                or words[begins].norm in {"not"}
            ):
                yield joined, piece
                joined, piece = conjunction or ",", []
                index = begins
                continue
        elif piece and word.norm in _CONJUNCTIONS and index + 1 < len(words):
            shared = (
                word.norm in {"and", "but"}
                and words[index + 1].norm in SHARED
                and piece[0].norm != words[index + 1].norm
            )
            subordinate = word.norm in {
                "because",
                "so",
                "but",
                "since",
                "if",
                "unless",
                "although",
                "though",
                "whereas",
                "while",
                "when",
                "as",
                "and",
                "until",
                "before",
                "after",
                "once",
                "where",
            }
            if shared or (subordinate and _starts_clause(words, index + 1)) or word.norm in {"because", "although"}:
                yield joined, piece
                joined, piece = word.norm, []
                index += 1
                continue
        piece.append(word)
        index += 1
    if piece:
        yield joined, piece


def _spaced(words: Sequence[Word], index: int) -> bool:
    before = words[index - 1].end if index else words[index].start - 1
    after = words[index + 1].start if index + 1 < len(words) else words[index].end + 1
    return before < words[index].start or after > words[index].end


def _emoji_between(left: Word, right: Word, emoji: Sequence[int]) -> bool:
    return any(left.end <= offset < right.start for offset in emoji)


def _starts_clause(words: Sequence[Word], index: int) -> bool:
    """Return whether a new clause, subject first, starts at this word."""
    norm = words[index].norm
    if norm in _PRONOUNS:
        return index + 1 < len(words) and words[index + 1].norm not in {",", ".", "and", "!", "?"}
    following = [word.norm for word in words[index + 1 : index + 7]]
    for stop, candidate in enumerate(following):
        if candidate in {
            ",",
            ";",
            ":",
            "and",
            "but",
            "because",
            "so",
            "or",
            "which",
            "who",
            "that",
            "if",
            "when",
            "than",
            "for",
            "from",
        }:
            following = following[:stop]
            break
    if norm in {"this", "that"} and following[:1] and following[0] in _BE:
        return True
    if norm in _DETERMINERS:
        return any(candidate in FINITE or candidate.endswith("'s") for candidate in following[1:])
    if norm[:1].isalpha() or norm.startswith("<@"):
        return any(
            candidate
            in FINITE - {"like", "love", "need", "work", "run", "use", "start", "end", "do", "can", "will", "may"}
            for candidate in following[:2]
        )
    return False
