"""Where one clause of a sentence ends and the next begins, by the parse and by what chat leaves out."""

from collections.abc import Iterator, Sequence

from extractors.days.day_grammar import MONTHS
from extractors.days.day_grammar import WEEKDAYS as DAY_NAMES
from extractors.parsing.words import Word

PRONOUNS = frozenset("i we he she they it you there".split())
_CLOSED_FINITE = frozenset(
    "is are am was were has have had do does did can could will would shall should must may might".split()
)
FINITE_TAGS = frozenset("VBZ VBP VBD MD".split())
NOMINAL_TAGS = frozenset("NN NNS NNP NNPS PRP PRP$ DT CD WP EX".split())
_STRONG = frozenset("; ( ) – — [ ] • | …".split())
_COORDINATORS = frozenset("and but or yet plus then".split())
SUBORDINATORS = frozenset(
    "because since as so although though whereas while when whenever until till before after once if "
    "unless whether hence where".split()
)
_ATTACHED = frozenset("before after until till once where".split())
"""Subordinators whose clause stays with what it bounds: "has to be on before the swifts come back"."""
_JOINING = _COORDINATORS | SUBORDINATORS
_CLOSING = _STRONG | frozenset(", : who which that than and or".split())
_CLOSING_LATER = _CLOSING | (SUBORDINATORS - _ATTACHED)
"""What ends the search for the verb of a subject: anywhere, and after the first word."""
_HEDGES = frozenset("maybe perhaps probably possibly hopefully".split())
RELATIVES = frozenset("which who whose whom".split())
SHARED = frozenset(
    """am live speak work use run love like hate prefer have own drink eat play study teach manage lead collect grow
    wear read write do don can always never usually mostly report sit sleep wake moved joined started quit left
    drive commute volunteer coach sing bake cook cycle enjoy avoid detest code go take keep was grew hold help
    rent share build""".split()
)
_ADDED = frozenset("allergic based born raised originally living currently located stationed formerly".split())


def is_finite(words: Sequence[Word], position: int) -> bool:
    """Return whether the word there is a finite verb or auxiliary."""
    word = words[position]
    if word.norm in _CLOSED_FINITE:
        return not (word.norm in {"can", "will", "may", "might", "must"} and word.tag in {"NN", "NNP"})
    if word.norm == "'s":
        following = words[position + 1].tag if position + 1 < len(words) else ""
        if following == "VBN" and word.dep in {"aux", "aux:pass"}:
            return True
        if following == "NNP" and position > 1 and words[position - 2].norm in {"my", "our"}:
            after = words[position + 2].norm if position + 2 < len(words) else ","
            return after in _AFTER_NAME  # "my manager's Devika and …", not "my manager's Volvo is …"
        return (
            word.tag == "VBZ"
            or following in {"IN", "DT", "RB", "VBG", "PRP$", "CD"}
            or (position + 1 < len(words) and words[position + 1].norm in {"mine", "ours"})
        )
    if word.norm == "live":
        return word.tag in FINITE_TAGS or _lives(words, position)
    return word.tag in FINITE_TAGS or _has_own_subject(words, position)


_AFTER_NAME = frozenset(", and but so now . !".split())


def _lives(words: Sequence[Word], position: int) -> bool:
    """Return whether "live" stands behind things that do so somewhere, whatever the tagger says of it."""
    return (
        0 < position < len(words) - 1
        and words[position - 1].tag == "NNS"
        and words[position + 1].norm in {"in", "on", "at", "under", "with", "behind"}
    )


def _has_own_subject(words: Sequence[Word], position: int) -> bool:
    """Return whether a verb in its base form stands right behind its subject: "bins go out on Tuesdays"."""
    if words[position].tag not in {"VB", "VBN"} or not position or words[position].norm in _DESCRIBING:
        return False
    before = words[position - 1]
    return (
        before.dep in {"nsubj", "nsubj:pass"}
        and before.head == words[position].index
        and before.tag in ({"NNS", "NNPS"} if words[position].tag == "VB" else NOMINAL_TAGS)
    )


_DESCRIBING = frozenset("called named made based given born built written known used owned run kept left".split())
"""Participles that tell more of a noun: "a cat called Ink"."""


def _clause_like(words: Sequence[Word], begin: int) -> bool:
    """Return whether a subject and a finite verb follow from `begin`, before anything that would end them."""
    nominal = False
    governed: set[int] = set()  # verbs read as nouns: "the current one lives in Hull"
    aside = begin
    for position in range(begin, min(len(words), begin + 12)):
        if position < aside:
            continue
        word = words[position]
        if word.norm == "(" and position > begin and (closing := _closes_inside(words, position)):
            aside = closing + 1
            continue
        if word.norm == "that" and position == begin:
            told = position + 1 < len(words) and words[position + 1].norm in {"is", "was", "'s", "would"}
            return told or (
                position + 2 < len(words)
                and words[position + 1].tag in {"NN", "NNP"}
                and words[position + 2].norm in {"is", "was", "'s", "has"}
            )
        if word.norm in (_CLOSING_LATER if position > begin else _CLOSING):
            if word.norm == "and" and position > begin and _between_days(words, position):
                continue
            return False
        verb_read_as_noun = word.tag in {"NNS", "NN"} and (
            word.index in governed or _is_placed(words, position) or _is_of_kin(words, position)
        )
        if is_finite(words, position) or verb_read_as_noun:
            return nominal and not (words[begin].norm in _WITH and word.tag not in {"VBZ", "VBP", "MD"})
        if word.tag in NOMINAL_TAGS or word.norm in PRONOUNS or word.norm.startswith("<@"):
            nominal = True
        if word.dep == "nsubj" and word.head > word.index:
            governed.add(word.head)
    return False


_WITH = frozenset({"with", "without"})
"""What leads to how something is, and to no statement: "dates in full, with the month spelt out"."""


def _is_coordinate(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether the parse takes what begins there for a statement beside the one before, whatever its verb.

    "The tube arrives on the 24th and I install it on the 25th", where "arrives" is read as a noun. Two that do the same
    are one subject: "Jean and I", "the boiler and the heating are".
    """
    near = words[begin : begin + _LONGEST_SUBJECT]
    subject = next((word for word in near if word.dep in _SUBJECTS_BY_PARSE), None)
    verb = subject and next((word for word in words[begin:] if word.index == subject.head), None)
    if subject is None or verb is None or verb.dep != "conj" or not any(word.tag == "IN" for word in piece):
        return False
    if verb.head >= piece[-1].index or (subject.norm in {"i", "me"} and piece[-1].tag == "NNP"):
        return False
    return subject.tag not in {"NN", "NNP"} or _OF_SEVERAL.isdisjoint(word.norm for word in near)


_SUBJECTS_BY_PARSE = frozenset({"nsubj", "nsubj:pass"})
_LONGEST_SUBJECT = 6
"""Words."""
_OF_SEVERAL = frozenset("are were have do".split())


def _is_placed(words: Sequence[Word], position: int) -> bool:
    """Return whether a verb read as a noun tells there where a thing is: "the key hangs behind the atlas"."""
    return (
        words[position].norm in _PLACED
        and 0 < position < len(words) - 2
        and words[position - 1].tag in {"NN", "NNP", "JJ"}
        and words[position + 1].tag == "IN"
        and words[position + 1].norm != "of"
    )


def _is_of_kin(words: Sequence[Word], position: int) -> bool:
    """Return whether a verb read as a noun tells what somebody of the author's does: "our eldest drives the grader"."""
    return (
        words[position].norm.endswith("s")
        and 1 < position < len(words) - 1
        and words[position - 1].norm in _KIN
        and words[position - 2].norm in {"my", "our"}
        and words[position + 1].tag in {"DT", "IN", "PRP$", "TO"}
    )


_PLACED = frozenset("hangs lives sits stays opens closes starts goes ends".split())


def _has_finite(piece: Sequence[Word]) -> bool:
    return any(is_finite(piece, position) for position in range(len(piece)))


def split(words: Sequence[Word], emoji: Sequence[int]) -> Iterator[tuple[str, list[Word]]]:
    """Yield what joins each clause to the one before, and its words."""
    joined = ""
    piece: list[Word] = []
    position = 0
    while position < len(words):
        word = words[position]
        if _is_age(words, position):
            position += 3
            continue
        if word.norm == "(" and piece and _leads_to_link(words, position):
            piece += words[position : position + 3]  # the address behind what a link is called
            position += 3
            if position < len(words) and words[position].norm in {"and", ","} and _clause_like(words, position + 1):
                yield joined, piece
                joined, piece = words[position].norm, []
                position += 1
            continue
        if word.norm == "(" and piece and (closing := _closes_inside(words, position)):
            piece += [_as_comma(word), *words[position + 1 : closing], _as_comma(words[closing])]
            position = closing + 1
            continue
        if (
            (word.norm in _STRONG and not _in_range(words, position))
            or (word.norm == "-" and _parts(words, position))
            or (
                word.norm == ":"
                and position + 1 < len(words)
                and not _leads_to_address(words, position)
                and not _is_drive(words, position)
                and not _tells_decision(piece)
            )
        ):
            if piece:
                yield joined, piece
            joined, piece = word.norm, []
            position += 1
            continue
        if joined == "not" and piece and word.norm == ",":  # what is not so ends here: "they/them, not he/him, and …"
            yield joined, piece
            joined, piece = ",", []
            position += 1
            continue
        if piece:
            joiner, begin = _boundary(words, position, piece, emoji)
            if joiner is not None:
                yield joined, piece
                joined, piece = joiner, []
                if begin > position:
                    position = begin
                    continue
        piece.append(word)
        position += 1
    if piece:
        yield joined, piece


def _tells_decision(piece: Sequence[Word]) -> bool:
    """Return whether words say when or with whom something was decided, and not what: "decided with Rafa today"."""
    verb = next((at for at, word in enumerate(piece[:4]) if word.norm in _DECIDED), -1)
    if verb < 0 or any(word.norm not in _BEFORE_DECIDED for word in piece[:verb]):
        return False
    after = piece[verb + 1 :]
    return 0 < len(after) <= _LONGEST_AFTER_DECIDED and not any(word.norm in {"that", "to", "now"} for word in after)


_DECIDED = frozenset("decided agreed settled resolved".split())
_BEFORE_DECIDED = frozenset("i we have just finally it was also".split())
_LONGEST_AFTER_DECIDED = 7
"""Words."""


def _leads_to_link(words: Sequence[Word], position: int) -> bool:
    """Return whether an address in parentheses stands there and nothing else."""
    inside = [word.norm for word in words[position + 1 : position + 3]]
    return len(inside) > 1 and inside[0].startswith("http") and inside[1] == ")"


def _two_by_name(words: Sequence[Word], position: int) -> bool:
    """Return whether an "and" stands between two names of which one thing is told: "Otto and Vesna are mascots"."""
    if not 0 < position < len(words) - 2:
        return False
    if position > 1 and words[position - 2].norm in _SEVERAL_OF_ONES_OWN:
        return True  # "my twins Kibet and Chebet are in class one"
    named = words[position - 1].tag == "NNP" == words[position + 1].tag
    return named and words[position + 2].norm in {"are", "were", "have", "both"}


_SEVERAL_OF_ONES_OWN = frozenset(
    """twins kids children sons daughters boys girls lads brothers sisters parents grandparents nieces nephews grandsons
    granddaughters grandkids cousins flatmates housemates roommates cats dogs kittens puppies pups rabbits hens horses
    ponies goats""".split()
)
"""Whose names stand behind what they are."""


def _is_age(words: Sequence[Word], position: int) -> bool:
    """Return whether a number in parentheses stands there, which ends nothing: "our son, Luca (7), and …"."""
    return (
        0 < position < len(words) - 2
        and words[position].norm == "("
        and words[position + 1].norm.isdigit()
        and words[position + 2].norm == ")"
    )


def _closes_inside(words: Sequence[Word], position: int) -> int:
    """Return where the parenthesis that opens there closes, if a few words stand in it and the clause goes on; else 0.

    "Joost (brother, carpenter, loud) is building the benches" is one clause.
    """
    for closing in range(position + 1, min(len(words) - 1, position + _LONGEST_ASIDE)):
        if words[closing].norm == ")":
            goes_on = is_finite(words, closing + 1) or words[closing + 1].tag in {"IN", "TO"}
            return closing if goes_on and closing > position + 1 else 0
        if is_finite(words, closing):
            return 0
    return 0


_LONGEST_ASIDE = 14
"""Words of a parenthesis, its marks included, that stays with its clause."""


def _as_comma(word: Word) -> Word:
    """Return a parenthesis mark, read as a comma."""
    read = Word(",", word.start, word.end)
    read.tag, read.dep, read.head, read.index = ",", word.dep, word.head, word.index
    return read


def _is_item(words: Sequence[Word], position: int, piece: Sequence[Word]) -> bool:
    """Return whether a joiner leads to a further item, whatever that is taken for: "onion or garlic either"."""
    if words[position].norm not in {"or", "and"} or position + 1 >= len(words):
        return False
    either = position + 2 < len(words) and words[position + 2].norm == "either"
    return either or (words[position + 1].norm in _WEEKDAYS and piece[-1].norm in _WEEKDAYS)


_WEEKDAYS = frozenset("mon tue tues wed weds thu thur thurs fri sat sun".split())


def _is_only_named(words: Sequence[Word], begin: int) -> bool:
    """Return whether a thing or two stand before the next clause: "onion or garlic so pick another place"."""
    stop = next((at for at in range(begin, len(words)) if words[at].norm in _GOES_ON_WITH), len(words))
    named = words[begin:stop]
    return stop + 1 < len(words) and (
        len(named) == 1 or (0 < len(named) <= 3 and all(word.tag in _NAMES for word in named))
    )


_GOES_ON_WITH = frozenset({"so", "because", "cos", "bc", "since"})
_NAMES = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "DT"})


def _boundary(
    words: Sequence[Word], position: int, piece: Sequence[Word], emoji: Sequence[int]
) -> tuple[str | None, int]:
    """Return the joiner and where the next clause begins, if one begins at this word; else None."""
    word = words[position]
    if _is_item(words, position, piece):
        return None, position
    if word.norm == ",":
        begin = position + 1
        joiner = ","
        while begin < len(words) and words[begin].norm in _JOINING and begin - position <= 2:
            joiner = words[begin].norm
            begin += 1
        if begin >= len(words) or _is_as_ever(words, position):
            return None, position
        if _gives_reason(words, begin):
            return "since", begin + 2
        if joiner == "," and [word.norm for word in piece[-2:]] == ["any", "more"]:
            return joiner, begin
        also = words[begin].norm in {"also", "plus"} and begin + 2 < len(words) and words[begin + 1].norm == "that"
        if also and words[begin + 2].tag not in {"VBZ", "VBD", "MD"}:
            return "and", begin + 2
        if [part.norm for part in words[begin : begin + 3]] == ["which", "is", "why"] and begin + 4 < len(words):
            return "so", begin + 3
        if words[begin].norm in RELATIVES:
            return words[begin].norm, begin + 1
        if words[begin].tag == "IN" and begin + 2 < len(words) and words[begin + 1].norm == "whom":
            return words[begin].norm, begin + 2
        if words[begin].norm in {"not"} and joiner == ",":
            return ("not", begin + 1) if begin + 1 < len(words) else (None, position)
        if words[begin].norm in _PLEASE and begin + 2 < len(words) and words[begin + 1].norm == ",":
            return joiner, begin + 1
        if joiner in {",", "and"} and _is_no_longer(words, begin) and _has_finite(piece):
            return joiner, begin
        if joiner == "," and (_been_since(words, begin) or _pronouns_of_me(words, begin, piece)):
            return joiner, begin
        if joiner == "and" and _tells_of_theirs(words, begin, piece):
            return joiner, begin
        if joiner == "," and words[begin].norm in _OF_NATIVES and is_native(piece):
            return joiner, begin
        if words[begin].norm in _HEDGES or _asks(words, begin) or _adds(words, begin, piece):
            return joiner, begin
        if joiner in SUBORDINATORS or _clause_like(words, begin) or _shares(words, begin, piece):
            return joiner, begin
        if words[begin].norm == "otherwise" and is_being_besides(words, begin, piece):
            return "and", begin
        if joiner == "and" and _orders_more(words, begin, piece):
            return joiner, begin
        goes_on = words[begin].tag in {"VB", "VBG"} or _currently(words, begin)
        if joiner == "," and goes_on and _has_finite(piece) and len(piece) > 2:
            return (None, position) if _each_time(piece) else (joiner, begin)
        return None, position
    if word.norm == "that" and _points_out(words, position) and _has_finite(piece):
        return ",", position
    if word.norm in _COORDINATORS and position + 1 < len(words) and not _between_days(words, position):
        begin = position + 1
        if words[begin].norm in SUBORDINATORS and _clause_like(words, begin + 1):
            return words[begin].norm, begin + 1
        if word.norm == "and" and (_elsewhere(words, begin, piece) or is_being_besides(words, begin, piece)):
            return word.norm, begin
        if word.norm == "and" and _two_by_name(words, position):
            return None, position
        told = _has_finite(piece) or piece[0].norm in _DID or (word.norm == "but" and len(piece) > 2)
        if word.norm in {"and", "or"} and _is_only_named(words, begin):
            return None, position
        if (told or _is_coordinate(words, begin, piece)) and _clause_like(words, begin):
            return word.norm, begin
        if word.norm == "but" and words[begin].tag in {"VBG", "VBN", "IN"} and not _has_finite(piece):
            return word.norm, begin
        if _shares(words, begin, piece) or _adds(words, begin, piece):
            return word.norm, begin
        if word.norm == "and" and _is_no_longer(words, begin) and _has_finite(piece):
            return word.norm, begin
        if (
            word.norm in {"and", "but"}
            and piece[0].tag in {"VBN", "VBG"}
            and words[begin].norm in PRONOUNS
            and _clause_like(words, begin)
        ):
            return word.norm, begin
        if len(piece) > 2 and [part.norm for part in words[begin : begin + 2]] == ["i", "am"]:
            return word.norm, begin  # "three whippets in our house and I'm up past Bethesda"
        stated = _ends_in_a_day(piece) or (piece[0].norm in _STATES | _AT and not _has_finite(piece))
        together = [part.norm for part in words[begin : begin + 2]] == ["i", "are"]  # "at Easter Hana and I are …"
        if words[begin].norm in {"i", "we"} and stated and not together and _has_verb(words, begin):
            return word.norm, begin  # "birthday 6 May and I hate surprises"
        if words[begin].norm in {"my", "our"} and len(piece) > 2 and _tells_of_own(words, begin):
            return word.norm, begin
        if word.norm == "and" and _tells_of_theirs(words, begin, piece):
            return word.norm, begin
        if words[begin].norm == "that" and _has_finite(piece) and _clause_like(words, begin + 1):
            return word.norm, begin + 1
        return None, position
    if (
        word.norm in _ABOUT_WHOM
        and piece[-1].norm in {"more", "longer"}
        and [part.norm for part in piece[-2:]] in _NO_MORE
        and _clause_like(words, position)
    ):
        return ",", position
    if word.norm == "which" and [part.norm for part in words[position + 1 : position + 3]] == ["is", "why"]:
        return ("so", position + 3) if position + 4 < len(words) else (None, position)
    if word.norm == "so" and _tells_degree(words, position):
        return None, position
    if word.norm == "so" and _so_begins(words, position, piece):
        return "so", position + 1
    if _gives_reason(words, position):
        return "since", position + 2
    if word.norm == "when" and [part.norm for part in words[position + 1 : position + 4]] == ["it", "comes", "to"]:
        return None, position
    if word.norm == "in" and [part.norm for part in words[position + 1 : position + 2]] == ["case"]:
        begins = _for_somebody(words, position + 2, piece) or (piece[-1].norm == "," and len(piece) > _UNFINISHED)
        return ("since", position + 2) if begins else (None, position)
    if word.norm in SUBORDINATORS and position + 1 < len(words):
        if word.norm in {"because", "although", "unless"} and words[position + 1].norm != "of":
            return word.norm, position + 1
        if (
            _has_finite(piece)
            and word.norm not in _ATTACHED
            and not _since_one_was(words, position)
            and _clause_like(words, position + 1)
            and not (word.norm == "as" and piece[-1].norm in {"such", "same", "known", "well", "soon", "long", "far"})
        ):
            return word.norm, position + 1
        return None, position
    picture = any(piece[-1].end <= offset < word.start for offset in emoji)
    if picture and len(piece) > _UNFINISHED and word.norm in {"i", "we"} and _has_verb(words, position):
        return ",", position
    if picture and _has_finite(piece) and _clause_like(words, position):
        return ",", position
    if picture and word.norm.startswith(("he/", "she/", "they/")):
        return ",", position
    if picture and (_asks(words, position) or (word.tag == "VB" and len(piece) > _UNFINISHED)):
        return ",", position
    if (
        word.norm == "do"
        and _forbids(words, position)
        and piece[-1].norm in _DAYS_SAID | DAY_NAMES.keys() | MONTHS.keys()
    ):
        return ",", position  # "in Mallorca 12-19 july dont schedule me"
    if _asks(words, position) and piece[0].norm in _REASONS and _has_finite(piece) and len(piece) > _UNFINISHED:
        return "main", position
    if word.norm in {"i", "we"} and position + 1 < len(words) and _has_verb(words, position):
        if (
            (piece[0].norm in SUBORDINATORS or [part.norm for part in piece[:2]] == ["now", "that"])
            and _has_finite(piece)
            and piece[-1].tag not in {"IN", "TO", "CC", "VBD", "VBP", "WP"}
            and piece[-1].norm not in {"that", "what", "where", "which", "who", "how"}
        ):
            return "main", position
        if picture and (_has_finite(piece) or piece[-1].norm in {"here", "speaking"}):
            return ",", position
    if word.norm in _SAID_OF and piece[0].norm in _WHENEVER and _main_begins(words, position, piece):
        return "main", position
    if (
        word.norm in {"my", "our"}
        and any(piece[-1].end <= offset < word.start for offset in emoji)
        and _clause_like(words, position)
    ):
        return ",", position
    return None, position


def _currently(words: Sequence[Word], begin: int) -> bool:
    """Return whether what somebody is at begins there: "just finished school, currently living at my nan's"."""
    return words[begin].norm in _NOW and begin + 1 < len(words) and words[begin + 1].tag == "VBG"


_NOW = frozenset("now currently still presently mostly mainly".split())


def _points_out(words: Sequence[Word], position: int) -> bool:
    """Return whether "that's my wife" begins there, said of somebody met: "if a Renata rings that's my wife"."""
    at = position + 1
    if at + 2 >= len(words) or words[at].norm not in {"is", "'s"} or words[at].start != words[position].start:
        return False
    at += words[at + 1].norm in {"only", "just"}
    if at + 2 >= len(words) or words[at + 1].norm not in {"my", "our"}:
        return False
    owns = at + 3 < len(words) and words[at + 3].norm == "'s"
    return not owns and (words[at + 2].norm in _KIN or words[at + 2].tag == "NNP")


def _each_time(piece: Sequence[Word]) -> bool:
    """Return whether words only say when something is to be done from now on: "from now on when you suggest books"."""
    if [word.norm for word in piece[:2]] == ["if", "i"] and len(piece) > 2 and piece[2].norm in _TALKING:
        return any(word.norm == "in" for word in piece[3:])  # "if I write to you in Welsh, answer in Welsh"
    first = next((at for at, word in enumerate(piece) if word.norm in {"when", "whenever"}), len(piece))
    leads = first <= len(_FROM_NOW_ON) and (not first or piece[0].norm in _FROM_NOW_ON)
    return leads and any(word.norm == "you" or word.norm in _ASKING_IT for word in piece[first + 1 : first + 3])


_TALKING = frozenset("write talk speak ask text message".split())
_ASKING_IT = frozenset("ask paste send give show forward upload share dictate".split())
"""What somebody does with a bot again and again."""
_FROM_NOW_ON = ("from", "in", "going", "moving", "also", "please")
_DID = frozenset("met saw bought sold signed".split())
"""What is told to have been done without "I", whatever the tagger says of it: "Met the trustees and they agreed"."""
_ABOUT_WHOM = PRONOUNS | {"my"}
_NO_MORE = (["any", "more"], ["no", "more"], ["any", "longer"])


_AT = frozenset("on in from at".split())
"""What opens where somebody is, the "I'm" left out: "on Central time and I start at six"."""
_STATES = frozenset("allergic based born married vegan vegetarian teetotal retired".split())
"""What people say of themselves without a verb."""


_NATIVES = frozenset("lad lass girl boy lassie gal".split())
_OF_NATIVES = frozenset("live lives living moved based settled born work working now".split())
"""What is told of one who comes from somewhere: "Manchester lad, live in Cardiff"."""


def is_native(words: Sequence[Word]) -> bool:
    """Return whether words say where somebody comes from, the "I'm a" left out: "Manchester lad"."""
    return 1 < len(words) < _UNFINISHED + 2 and words[-1].norm in _NATIVES and words[0].tag == "NNP"


_DAYS_SAID = frozenset("now today tomorrow tonight".split())


def _forbids(words: Sequence[Word], position: int) -> bool:
    """Return whether "don't call me" or the like stands there."""
    said = words[position + 1 : position + 4]
    return len(said) > 2 and said[0].norm == "not" and said[1].tag == "VB" and said[2].norm in {"me", "us"}


def _ends_in_a_day(piece: Sequence[Word]) -> bool:
    """Return whether words that have no verb end in a number or a month with one."""
    if piece[0].norm in _BIRTHDAYS and any(word.tag == "CD" or word.norm[0].isdigit() for word in piece):
        return True
    return any(word.tag == "CD" for word in piece[-2:]) and not _has_finite(piece)


def _is_as_ever(words: Sequence[Word], position: int) -> bool:
    """Return whether ", as ever," stands there, which joins nothing."""
    norms = [word.norm for word in words[position + 1 : position + 4]]
    return len(norms) > 2 and norms[0] == "as" and norms[1] in _EVER and norms[2] == ","


_BIRTHDAYS = frozenset("birthdays bdays bday birthday".split())
_EVER = frozenset("ever always usual before agreed".split())


def _has_verb(words: Sequence[Word], subject: int) -> bool:
    """Return whether a finite verb follows "I", at once or after "never" or the like."""
    adverb = any(word.tag == "RB" and word.norm != "not" for word in words[subject + 1 : subject + 2])
    verb = subject + 1 + adverb
    return verb < len(words) and is_finite(words, verb)


def _gives_reason(words: Sequence[Word], position: int) -> bool:
    """Return whether "given that", "seeing as" or "now that" and a clause stand there."""
    if position + 2 >= len(words):
        return False
    first, second = words[position].norm, words[position + 1].norm
    opens = (first in {"given", "seeing"} and second in {"that", "as", "how"}) or (first, second) == ("for", "when")
    since_now = first == "now" and second == "that" and words[position - 1].tag.startswith("NN")
    return (opens or since_now) and _clause_like(words, position + 2)


def _between_days(words: Sequence[Word], position: int) -> bool:
    """Return whether two weekdays stand around a word: "on Tuesdays and Fridays"."""
    return (
        0 < position < len(words) - 1 and words[position - 1].norm in WEEKDAYS and words[position + 1].norm in WEEKDAYS
    )


def _since_one_was(words: Sequence[Word], position: int) -> bool:
    """Return whether a stretch of life begins there: "on the tools since I was 16", "since we left Lagos"."""
    following = [word.norm for word in words[position : position + 4]]
    return (
        following[:1] == ["since"]
        and len(following) == 4
        and following[1] in {"i", "we"}
        and (
            (following[2] in {"was", "were"} and (following[3].isdigit() or following[3] in _YOUNG))
            or following[2] in {"left", "moved", "joined", "started", "qualified", "retired"}
        )
    )


_YOUNG = frozenset("six seven eight nine ten twelve fifteen sixteen eighteen twenty".split())


def _been_since(words: Sequence[Word], begin: int) -> bool:
    """Return whether it goes on with what the author has been: "…, been a fitter here since 2014"."""
    return words[begin].norm == "been" and begin + 2 < len(words) and words[begin + 1].norm in _BEEN_WHAT


_BEEN_WHAT = frozenset("a an at in on with the here there their".split())


def _pronouns_of_me(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether pronouns are told there, and whose: "first, they/them for me", "I'm in Ibadan, he/him"."""
    first, _, second = words[begin].norm.partition("/")
    if not second or first not in _SUBJECTIVE or any("/" in word.norm for word in piece):
        return False
    if [word.norm for word in words[begin + 1 : begin + 3]] == ["for", "me"]:
        return True
    last = all(word.tag in _CLOSING for word in words[begin + 1 :])
    own = bool(piece) and (piece[0].norm == "i" or piece[0].tag in _WITHOUT_SUBJECT)
    return last and own and all(word.tag != "VBD" for word in piece)


_WITHOUT_SUBJECT = frozenset("VBG VBN IN".split())
"""Tags of what people begin with who tell of themselves and leave "I'm" out: "based in Ibadan, …"."""
_CLOSING = frozenset(". NFP UH".split())
"""Tags of what may stand behind the last item of a list."""
_SUBJECTIVE = frozenset("he she they xe ze ey it".split())


def _elsewhere(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether where the author is at other times begins there: "I'm in Bath on Mondays and in Hove the rest"."""
    return (
        words[begin].tag == "IN"
        and any(_is_at(piece, at) for at in range(min(len(piece), _LONGEST_BEFORE_BEING)))
        and any(word.norm in _WHEN for word in piece)
        and is_elsewhere(words[begin : begin + _LONGEST_ELSEWHERE])
    )


def is_being_besides(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether what else the author is begins there, the verb left out: "I'm on UTC+8 and asleep by ten"."""
    if being_of(piece) is None or begin >= len(words):
        return False
    adverb = words[begin].tag == "RB" and words[begin].norm != "not"
    first = words[begin + adverb] if begin + adverb < len(words) else None
    if first is None or first.norm in _NO_STATE or not (first.tag in _PREDICATES or first.norm in _ASLEEP):
        return False
    if first.tag in {"VBG", "VBN"} and not _is_predicate(words, begin + adverb):
        return False
    stop = next((at for at in range(begin, len(words)) if words[at].norm in _ENDS_STATE), len(words))
    told = {word.norm for word in piece}
    if stop - begin < _LEAST_STATE or (first.tag == "IN" and first.norm in told):
        return False
    return not any(is_finite(words, at) for at in range(begin, stop))


def _is_predicate(words: Sequence[Word], position: int) -> bool:
    """Return whether a participle says something of its own: "17 and doing A levels", not "a swearing person"."""
    following = words[position + 1].tag if position + 1 < len(words) else ""
    return words[position].norm != "bred" and following in {"IN", "TO", "DT", "PRP$", "NNP", "CD", "RP"}


def being_of(piece: Sequence[Word]) -> tuple[str, ...] | None:
    """Return the verb of a piece that tells what its author is: "am", "are" or "have been"; or None."""
    first = next((at for at, word in enumerate(piece[:_OPENING]) if word.norm in {"i", "we"}), 0)
    norms = tuple(word.norm for word in piece[first : first + 4])
    if len(norms) < _SHORTEST_BEING or norms[0] not in {"i", "we"}:
        return None
    if norms[1] in {"am", "are"}:
        return norms[1:2]
    return norms[1:3] if norms[1:3] == ("have", "been") else None


_OPENING = 4
"""Words in which "I" is looked for."""
_SHORTEST_BEING = 3
_LEAST_STATE = 3
"""Words of what else the author is."""
_PREDICATES = frozenset("IN VBG VBN".split())
_ASLEEP = frozenset("asleep awake up allergic done free off out online offline home around about".split())
_NO_STATE = frozenset("of than like as so because since if though although while until till".split())
_ENDS_STATE = frozenset(", ; . ! ? – — ( ) and but so because".split())


def _is_at(words: Sequence[Word], at: int) -> bool:
    follows = [word.norm for word in words[at : at + 3]]
    return len(follows) == 3 and follows[0] in {"i", "we"} and follows[1] in {"am", "are"} and follows[2] in _AT


def is_elsewhere(words: Sequence[Word]) -> bool:
    """Return whether words name a place and its times, and have no verb: "on Friday in Ruse", "at home the rest"."""
    stop = next((at for at, word in enumerate(words) if word.norm in {",", "and", "but", "so"}), len(words))
    return (
        any(word.norm in _AT for word in words[:stop])
        and any(word.norm in _WHEN or word.norm == "rest" for word in words[:stop])
        and any(word.norm == "home" or (word.tag == "NNP" and word.norm not in _WHEN) for word in words[:stop])
        and not _has_finite(words[:stop])
    )


_AT = frozenset("in at on".split())
WEEKDAYS = frozenset(
    """monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday
    sundays weekdays weekends""".split()
)
_WHEN = WEEKDAYS | {"tomorrow", "otherwise"}
_LONGEST_BEFORE_BEING = 4
_LONGEST_ELSEWHERE = 10


def _main_begins(words: Sequence[Word], position: int, piece: Sequence[Word]) -> bool:
    """Return whether the main clause begins there, behind a time: "when I'm off it's Bryn who covers"."""
    return (
        position + 2 < len(words)
        and is_finite(words, position + 1)
        and _has_finite(piece)
        and (piece[-1].tag in {"NN", "NNS", "NNP", "RB", "VBG", "CD"} or piece[-1].norm == "me")
    )


_SAID_OF = frozenset("it he she they there".split())
_WHENEVER = frozenset("when whenever while until till before after".split())


def _tells_of_own(words: Sequence[Word], begin: int) -> bool:
    """Return whether a statement about somebody or something of the author's begins there, as far as can be told."""
    return _clause_like(words, begin) or (begin + 3 < len(words) and words[begin + 1].norm in _KIN)


def _tells_of_theirs(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether a statement begins about a relative of whom the piece tells: "… and her brother Rory drives"."""
    if words[begin].norm not in {"her", "his", "their"} or piece[0].norm not in {"my", "our"}:
        return False
    at = next((at for at in (begin + 1, begin + 2) if at < len(words) and words[at].norm in _KIN), 0)
    if at and at + 1 < len(words) and words[at + 1].tag == "NNP":
        at += 1
    verb = words[at + 1] if at and at + 2 < len(words) else None
    told = _has_finite(piece) or any(word.norm == "'s" for word in piece)
    return told and verb is not None and (verb.tag == "VBZ" or (verb.tag == "NNS" and verb.norm.endswith("s")))


_KIN = frozenset(
    """mum mom mam mother dad father brother sister wife husband partner son daughter kid boyfriend girlfriend fiancé
    fiancée cousin uncle aunt niece nephew grandma grandad gran eldest youngest oldest boss manager flatmate
    roommate mother-in-law father-in-law brother-in-law sister-in-law stepmum stepdad""".split()
)


def _tells_degree(words: Sequence[Word], position: int) -> bool:
    """Return whether "so" tells how much, and what comes of it: "tea so strong the spoon stands up"."""
    following = words[position + 1 : position + 3]
    return len(following) > 1 and following[0].tag == "JJ" and following[1].tag in {"DT", "PRP", "PRP$"}


def _so_begins(words: Sequence[Word], position: int, piece: Sequence[Word]) -> bool:
    """Return whether what follows from the piece begins there: "… so nothing changes", "… so yes"."""
    if position + 1 >= len(words) or len(piece) < 3 or piece[-1].norm in _BEFORE_SO:
        return False
    following = words[position + 1]
    asks = position + 2 < len(words) and words[position + 2].norm in {"you", "we", "somebody", "someone", "anyone"}
    if asks and following.norm in {"can", "could", "would", "will"}:
        return True
    if following.norm in _AFTER_SO_WORDS:
        return True
    return following.tag in _AFTER_SO and following.norm not in {"that", "long", "much", "be"}


_AFTER_SO = frozenset("PRP PRP$ DT NN NNS NNP NNPS EX UH WP VB".split())
_AFTER_SO_WORDS = frozenset(
    """if for in at from with when on by after before no please pls never always just put tell keep use do
    pick skip stop quit send choose go ask call ring leave bring order make give get take come remind expect count
    plan calls meetings emails messages pings texts replies visits""".split()
)
_BEFORE_SO = frozenset(
    "or and not is am are was were do does did think hope say said says guess even just ever".split()
)


def _is_no_longer(words: Sequence[Word], begin: int) -> bool:
    """Return whether what is over is told there beside what is: "…, no longer Dr Shieh", "… and no longer in Hull"."""
    return (
        begin + 2 < len(words)
        and [word.norm for word in words[begin : begin + 2]] == ["no", "longer"]
        and words[begin + 2].tag in _OVER
    )


_OVER = frozenset("IN TO NN NNS NNP NNPS DT PRP$ CD".split())


def _for_somebody(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether "in case" tells there for whom something is said: "Kate is my editor, in case you wondered"."""
    return _has_finite(piece) and begin + 1 < len(words) and words[begin].norm in _LISTENERS


_REASONS = frozenset({"since", "as", "because"})
_UNFINISHED = 3
"""Words of a piece that what follows may still belong to: a question behind "since I am", a verb behind an emoji."""
_LISTENERS = frozenset("you u anyone anybody someone somebody people".split())


def _asks(words: Sequence[Word], begin: int) -> bool:
    """Return whether a question by word order begins there: "can someone …"."""
    return (
        begin + 1 < len(words)
        and words[begin].norm in _CLOSED_FINITE
        and words[begin + 1].norm in PRONOUNS | {"someone", "somebody", "anyone", "anybody", "this", "that"}
    )


def _adds(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether something is added there about the "I" of the piece before, or asked: ", based in Lisbon"."""
    if asks_politely(words, begin):
        return True
    about_author = any(word.norm in {"i", "we"} for word in piece[:5]) and _has_finite(piece)
    adds = words[begin].norm in _ADDED and begin + 1 < len(words)
    return about_author and adds and words[begin + 1].tag in {"IN", "RB", "TO"}


_PLEASE = frozenset({"please", "pls", "plz", "kindly"})


def asks_politely(words: Sequence[Word], begin: int) -> bool:
    """Return whether a request begins there: "and please keep it short"."""
    return words[begin].norm in _PLEASE and begin + 1 < len(words) and words[begin + 1].norm not in {",", "and", "or"}


def _shares(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether a verb begins there that shares the subject of the piece before."""
    if not _has_finite(piece):
        return False
    position = begin
    while position < len(words) - 1 and words[position].tag == "RB" and words[position].norm not in {"not"}:
        position += 1
    if position >= len(words) or position - begin > 2:
        return False
    word = words[position]
    after = words[position + 1] if position + 1 < len(words) else None
    if (after is None or after.norm in {".", "!"}) and word.norm not in SHARED:
        return False
    infinitive = any(part.norm == "to" and part.tag == "TO" for part in piece) or any(
        part.tag == "MD" for part in piece[:4]
    )
    if word.tag in {"VBD", "VBZ", "MD"} or word.norm in {"am", "was", "have", "can", "will"}:
        return True
    if word.tag == "VBP" or word.norm in SHARED:
        return not infinitive or word.tag == "VBP"
    return word.tag == "VB" and word.dep == "conj" and not infinitive


def _orders_more(words: Sequence[Word], begin: int, piece: Sequence[Word]) -> bool:
    """Return whether an order for good is added there to another: "keep it short, and never use tables"."""
    opens = [word.norm for word in words[begin : begin + 2]]
    verb = begin + 1 if opens[0] in {"never", "always"} else begin + 2 if opens == ["do", "not"] else len(words)
    return verb < len(words) and words[verb].tag in {"VB", "VBP"} and is_order(piece)


def is_order(piece: Sequence[Word]) -> bool:
    """Return whether words only tell what is to be done: "from now on please keep it short"."""
    return any(word.tag == "VB" for word in piece[:_LONGEST_BEFORE_ORDER]) and not _has_finite(piece)


_LONGEST_BEFORE_ORDER = 6
"""Words of an order up to its verb: "from now on please put"."""


def _in_range(words: Sequence[Word], position: int) -> bool:
    """Return whether a dash stands between two numbers or days: "6–17 April", "3 Aug - 14 Aug", "Mon - Wed"."""
    if not 0 < position < len(words) - 1:
        return False
    before, after = words[position - 1].norm, words[position + 1].norm
    return (before[:1].isdigit() and after[:1].isdigit()) or _between_dates(words, position)


def _between_dates(words: Sequence[Word], position: int) -> bool:
    """Return whether a dash stands between the names of two days."""
    if not 0 < position < len(words) - 1:
        return False
    before = [word.norm.rstrip(".") for word in words[max(0, position - 2) : position]]
    after = [word.norm.rstrip(".") for word in words[position + 1 : position + 3]]
    goes_on = len(after) > 1 and after[1] in PRONOUNS | {"the", "is", "my", "our"}  # "off Monday - Tuesday I'm in"
    begins = _is_date(after) or (after[0] in DAY_NAMES and not goes_on)
    return begins and (before[-1] in DAY_NAMES or _is_date(before))


def _is_date(two: Sequence[str]) -> bool:
    """Return whether two words are a day and its month, or a weekday and its number."""
    named = DAY_NAMES.keys() | MONTHS.keys()
    return len(two) == _DAY_AND_MONTH and any(
        one in named and other[:1].isdigit() for one, other in (two, tuple(reversed(two)))
    )


_DAY_AND_MONTH = 2
"""Words."""


def _parts(words: Sequence[Word], position: int) -> bool:
    """Return whether a hyphen with room around it parts clauses: not in "9 - 5", nor before "-30"."""
    counts = position + 2 < len(words) and words[position + 2].tag in _COUNTED_TAGS  # "I'm 34 - 2 kids"
    if not _spaced(words, position) or _between_dates(words, position):
        return False
    return not ((_in_range(words, position) and not counts) or _is_minus(words, position))


_COUNTED_TAGS = frozenset({"NN", "NNS", "JJ"})


def _is_minus(words: Sequence[Word], position: int) -> bool:
    """Return whether a hyphen is the sign of the number right behind it: "runs at -30"."""
    if not 0 < position < len(words) - 1:
        return False
    before, after = words[position - 1], words[position + 1]
    signed = before.end < words[position].start and words[position].end == after.start
    return signed and after.norm[:1].isdigit() and before.tag in {"IN", "TO", "RB", "JJR", "VBZ", "VBP"}


def _leads_to_address(words: Sequence[Word], position: int) -> bool:
    """Return whether a colon stands between a thing and where it is: "rota: https://…", "alerts: #ops"."""
    if position == 0:
        return False
    following = words[position + 1].norm
    return "://" in following or following.startswith(("#", "<#"))


def _is_drive(words: Sequence[Word], position: int) -> bool:
    """Return whether a colon belongs to the letter before it: "the L: drive"."""
    return position > 0 and len(words[position - 1].norm) == 1 and words[position - 1].end == words[position].start


def _spaced(words: Sequence[Word], position: int) -> bool:
    before = words[position - 1].end if position else words[position].start - 1
    after = words[position + 1].start if position + 1 < len(words) else words[position].end + 1
    return before < words[position].start or after > words[position].end
