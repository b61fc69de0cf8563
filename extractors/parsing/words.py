"""Words as the rules see them: lower case, contractions and chat spellings written out, offsets kept."""

from collections.abc import Sequence

from extractors.matching.late_patterns import LatePattern

_TITLE = r"(?:St|Dr|Mr|Mrs|Ms|Prof|Mt|Ft|Rev|Sgt)\.(?=\s+[A-ZÀ-Þ])"
"""An abbreviation that stands before a name: its full stop is part of it, and counts for nothing."""
_SCHEME = r"[A-Za-z][A-Za-z0-9+]{1,9}://"
ADDRESS = LatePattern(_SCHEME)
"""What an address begins with: "https://…", "s3://…"."""
_TOKEN = LatePattern(
    rf"{_TITLE}|"
    rf"\b{_SCHEME}[^\s()]+[^\s().,;:!?]|[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+|<[@#]\w+>|#[\w\-]+"
    r"|\b[wW]/(?=\s)|\d{1,3}(?:,\d{3})+(?![\w,.]*\d)|\w+(?:[.\-/@:_+&]\w+)*(?:'(?!\w)(?<=[sS]'))?|'\w+|[^\w\s]"
)
_APOSTROPHE = LatePattern(r"\w+'\w+")

SPELLINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        "rmb rmbr rmber remeber rember rememeber rememebr remmember remebmer remembr rmember".split(), ("remember",)
    ),
    **dict.fromkeys("forgt foget forgte froget".split(), ("forget",)),
    **dict.fromkeys("hii hiii hiiii".split(), ("hi",)),
    **dict.fromkeys("heyy heyyy".split(), ("hey",)),
    **dict.fromkeys("allways alwas alwyas".split(), ("always",)),
    "wifes": ("wife", "is"),
    "im": ("i", "am"),
    "i'm": ("i", "am"),
    "iam": ("i", "am"),
    "i'm'a": ("i", "will"),
    "ima": ("i", "will"),
    "ive": ("i", "have"),
    "i've": ("i", "have"),
    "i'd": ("i", "would"),
    "i'll": ("i", "will"),
    "we're": ("we", "are"),
    "we've": ("we", "have"),
    "weve": ("we", "have"),
    "we'd": ("we", "would"),
    "we'll": ("we", "will"),
    "you're": ("you", "are"),
    "youre": ("you", "are"),
    "you've": ("you", "have"),
    "youve": ("you", "have"),
    "you'd": ("you", "would"),
    "you'll": ("you", "will"),
    "u": ("you",),
    "ya": ("you",),
    "ye": ("you",),
    "ur": ("your",),
    "they're": ("they", "are"),
    "theyre": ("they", "are"),
    "they've": ("they", "have"),
    "theyve": ("they", "have"),
    "they'd": ("they", "would"),
    "they'll": ("they", "will"),
    "he's": ("he", "is"),
    "hes": ("he", "is"),
    "he'd": ("he", "would"),
    "he'll": ("he", "will"),
    "she's": ("she", "is"),
    "shes": ("she", "is"),
    "she'd": ("she", "would"),
    "she'll": ("she", "will"),
    "it's": ("it", "is"),
    "it'd": ("it", "would"),
    "it'll": ("it", "will"),
    "that's": ("that", "is"),
    "thats": ("that", "is"),
    "that'd": ("that", "would"),
    "that'll": ("that", "will"),
    "thatll": ("that", "will"),
    "there's": ("there", "is"),
    "theres": ("there", "is"),
    "here's": ("here", "is"),
    "what's": ("what", "is"),
    "whats": ("what", "is"),
    "who's": ("who", "is"),
    "whos": ("who", "is"),
    "where's": ("where", "is"),
    "wheres": ("where", "is"),
    "when's": ("when", "is"),
    "how's": ("how", "is"),
    "let's": ("let", "us"),
    "lets": ("let", "us"),
    "don't": ("do", "not"),
    "dont": ("do", "not"),
    "don": ("do",),
    "doesn't": ("does", "not"),
    "doesnt": ("does", "not"),
    "didn't": ("did", "not"),
    "didnt": ("did", "not"),
    "isn't": ("is", "not"),
    "isnt": ("is", "not"),
    "ain't": ("is", "not"),
    "aint": ("is", "not"),
    "aren't": ("are", "not"),
    "arent": ("are", "not"),
    "wasn't": ("was", "not"),
    "wasnt": ("was", "not"),
    "weren't": ("were", "not"),
    "can't": ("can", "not"),
    "cant": ("can", "not"),
    "cannot": ("can", "not"),
    "couldn't": ("could", "not"),
    "couldnt": ("could", "not"),
    "won't": ("will", "not"),
    "wont": ("will", "not"),
    "wouldn't": ("would", "not"),
    "wouldnt": ("would", "not"),
    "shouldn't": ("should", "not"),
    "shouldnt": ("should", "not"),
    "mustn't": ("must", "not"),
    "mustnt": ("must", "not"),
    "haven't": ("have", "not"),
    "havent": ("have", "not"),
    "hasn't": ("has", "not"),
    "hasnt": ("has", "not"),
    "hadn't": ("had", "not"),
    "wanna": ("want", "to"),
    "gonna": ("going", "to"),
    "gotta": ("have", "to"),
    "kinda": ("kind", "of"),
    "sorta": ("sort", "of"),
    "pls": ("please",),
    "plz": ("please",),
    "plse": ("please",),
    "fav": ("favourite",),
    "fave": ("favourite",),
    "favorite": ("favourite",),
    "favourit": ("favourite",),
    "favrite": ("favourite",),
    "favorites": ("favourites",),
    "teh": ("the",),
    "abuot": ("about",),
    "aobut": ("about",),
    "abotu": ("about",),
    "forgte": ("forget",),
    "froget": ("forget",),
    "remeber": ("remember",),
    "rember": ("remember",),
    "remmeber": ("remember",),
    "tht": ("that",),
    "taht": ("that",),
    "tommorow": ("tomorrow",),
    "tommorrow": ("tomorrow",),
    "tomorow": ("tomorrow",),
    "bday": ("birthday",),
    "b-day": ("birthday",),
    "anymore": ("any", "more"),
    "cuz": ("because",),
    "cos": ("because",),
    "coz": ("because",),
    "bc": ("because",),
    "cause": ("because",),
    "'cause": ("because",),
    "tho": ("though",),
    "altho": ("although",),
    "ppl": ("people",),
    "w": ("with",),
    "w/": ("with",),
    "w/o": ("without",),
    "n": ("and",),
    "rly": ("really",),
    "abt": ("about",),
    "everytime": ("every", "time"),
    "thx": ("thanks",),
    "ty": ("ty",),
}
"""What chat writes short, written out. A speaker of English can extend this table without touching code."""

_AFTER_IT = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "our",
        "now",
        "not",
        "at",
        "in",
        "on",
        "no",
        "called",
        "more",
        "just",
        "like",
        "so",
        "too",
        "very",
        "all",
        "only",
        "still",
        "really",
        "due",
        "half",
        "her",
        "his",
        "their",
        "your",
        "been",
        "going",
        "supposed",
        "over",
        "under",
    ]
)
_AFTER_ID = frozenset(
    ["rather", "like", "love", "prefer", "say", "be", "have", "go", "never", "always", "much", "happily"]
)
_AFTER_ILL = frozenset(
    ["be", "have", "do", "go", "never", "always", "try", "take", "send", "bring", "see", "need", "get", "join", "leave"]
)
_AFTER_KIN = frozenset("a an allergic vegan vegetarian coeliac celiac".split())
_KIN = "wife husband mum mom dad sister brother son daughter partner boyfriend girlfriend manager boss".split()
"""People of whom "is" is said without an apostrophe: "wifes a vet"."""
_OWN_PEOPLE = frozenset(
    """missus wife husband fella bloke mum mam ma mom mother mate mates dad da father brother brothers sister sisters
    son daughter lad lads lass kids nan nana gran granny grandad uncle auntie cousin boss gaffer""".split()
)
_OWN_THINGS = frozenset(
    """address bike birthday boat car cat cats days dog dogs flat hens horse hours house job manager name phone shift
    shifts surname supervisor truck van""".split()
)
"""What is one's own like people are, but not where "me" may end what was said: "for me hours matter"."""
_AFTER_MA = frozenset(
    """name wife man missus hoose house boss granda grandad granny gran brother sister dog cat flat job work mates pal
    pals wean weans bairn bairns wee motor phone number birthday mither faither da dad son daughter lad lass
    shift""".split()
)
"""What is one's own where "ma" is how people say "my"."""
_BEFORE_OWN = frozenset(
    "and an but so or cos because since with wi for to from by of at that is 's was be been , . ; : ! ? - – — (".split()
)
"""What "me" stands behind where it is "my": not a verb, as in "call me mum"."""
_WITH_ME = frozenset({"for", "to", "with", "by"})
"""What "me" stands behind on its own: "it works for me days, not nights"."""
_AS_FOLLOWED = {
    "an": (("and",), frozenset({"im", "me", "my", "our", "we"})),
    "me": (("my",), _OWN_PEOPLE | _OWN_THINGS),
    "ma": (("my",), _AFTER_MA),
    "its": (("it", "is"), _AFTER_IT),
    "id": (("i", "would"), _AFTER_ID),
    "ill": (("i", "will"), _AFTER_ILL),
    **{f"{kin}s": ((kin, "is"), _AFTER_KIN) for kin in _KIN},
}
"""What these words are short for, if one of some words follows."""


class Word:
    """One normalised word. `start` and `end` are the half-open range in the clean text; written-out parts share one.

    `tag` is the Penn Treebank tag and `dep` the Universal Dependencies relation that the parser gave it, "" before
    parsing; `head` is the index, in the words of the message, of the word it depends on.
    """

    __slots__ = ("dep", "end", "head", "index", "norm", "start", "tag")

    def __init__(self, norm: str, start: int, end: int) -> None:
        self.norm = norm
        self.start = start
        self.end = end
        self.tag = ""
        self.dep = ""
        self.head = -1
        self.index = -1

    def __repr__(self) -> str:
        return f"Word({self.norm!r}, {self.start}, {self.end})"


def words_of(plain: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Return the normalised words of `plain[start:end]`, punctuation included. An empty range gives none."""
    found: list[Word] = []
    spans = [match.span() for match in _TOKEN.finditer(plain, start, len(plain) if end is None else end)]
    spans.append((-1, -1))
    index = 0
    while index < len(spans) - 1:
        first, last = spans[index]
        following, after = spans[index + 1]
        index += 1
        norm = plain[first:last].lower()
        # An apostrophe and what follows stick to the word before, unless it is a possessive or a short "is".
        if following == last and plain[last] == "'" and after > last + 1:
            joined = norm + plain[last:after].lower()
            if joined in SPELLINGS:
                found += [Word(part, first, after) for part in SPELLINGS[joined]]
                index += 1
                continue
        if norm[-1] == "." and len(norm) > 1:
            norm = norm[:-1]
        if norm in _AS_FOLLOWED:
            parts = _spelled(norm, plain[following:after].lower(), found[-1].norm if found else "")
            if parts[0] in _KIN:
                found += [Word(parts[0], first, last - 1), Word("is", first, last)]
            else:
                found += [Word(part, first, last) for part in parts]
        elif norm in SPELLINGS and not _is_letter(plain, first, last):
            found += [Word(part, first, last) for part in SPELLINGS[norm]]
        else:
            found.append(Word(norm, first, last))
    return found


def _is_letter(plain: str, first: int, last: int) -> bool:
    """Return whether a letter stands for itself: the name of a drive, as in "the N: drive" and "the N drive"."""
    if last != first + 1:
        return False
    followed = plain[last : last + 1] == ":" or plain[last : last + 2].strip().islower()
    return (plain[first].isupper() and followed) or plain[last : last + 2] == "'s"


def _spelled(norm: str, following: str, before: str) -> Sequence[str]:
    """Return what a word that is two words or one is, by the word that follows and, of "me", the one before."""
    words, likely = _AS_FOLLOWED[norm]
    if norm == "me" and before and not _is_my(following, before):
        return (norm,)
    return words if following in likely or (norm == "its" and following[:1].isdigit()) else (norm,)


def _is_my(following: str, before: str) -> bool:
    """Return whether "me" is how somebody says "my", by the words on both sides of it."""
    return before in _BEFORE_OWN and not (following in _OWN_THINGS and before in _WITH_ME)


class Line:
    """Normalised words as one string for the rules, with the way back to the clean text."""

    __slots__ = ("_offsets", "string", "text", "words")

    def __init__(self, text: str, words: Sequence[Word]) -> None:
        self.text = text
        self.words = words
        offsets: list[int] = []
        length = 0
        for word in words:
            offsets.append(length)
            length += len(word.norm) + 1
        self._offsets = offsets
        self.string = " ".join(word.norm for word in words)

    def words_between(self, start: int, end: int) -> Sequence[Word]:
        """Return the words that `string[start:end]` covers."""
        return [
            word
            for word, offset in zip(self.words, self._offsets, strict=True)
            if offset < end and offset + len(word.norm) > start
        ]

    def original(self, start: int, end: int) -> str:
        """Return the clean text, as its author wrote it, that `string[start:end]` covers.

        What a pronoun was replaced by stands elsewhere in the text, or nowhere, and is joined to the rest.
        """
        covered = self.words_between(start, end)
        if covered and 0 <= covered[0].index == covered[-1].index - len(covered) + 1:
            return self.text[covered[0].start : covered[-1].end]  # as nearly always
        real = [word for word in covered if word.start < word.end]
        pieces: list[str] = []
        first = 0
        for at, word in enumerate(real):
            following = real[at + 1] if at + 1 < len(real) else None
            if following is None or _stands_elsewhere(word, following):
                pieces.append(self.text[real[first].start : word.end])
                if following is not None and any(other.norm == "'s" and other.start == word.end for other in covered):
                    pieces[-1] += "'s"
                first = at + 1
        return " ".join(pieces)


def _stands_elsewhere(word: Word, following: Word) -> bool:
    """Return whether the text does not lead from a word to the next one of its clause."""
    if following.start < word.start:
        return True
    return min(word.index, following.index) >= 0 and following.index - word.index > _LEFT_OUT


_LEFT_OUT = 5
"""Words, with their marks, that a clause may leave out between two of its own."""
