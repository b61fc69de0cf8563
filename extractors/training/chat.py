"""Turn treebank sentences into the way people type in chat. Pure: the caller gives the randomness.

Every function takes a sentence with its gold annotation and returns one whose annotation still fits: words that go
hand their dependents to their head, words that come are attached, and forms change without changing the tree.
"""

import string
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from extractors.training.conllu import Sentence, Word

_DATA = tomllib.loads(Path(__file__).with_name("chat_words.toml").read_text(encoding="utf-8"))
SHORT_FORMS: dict[str, list[str]] = {standard: short.split() for standard, short in _DATA["short_forms"].items()}
NAMES: list[str] = _DATA["names"].split()
#: Text, part of speech, tag, relation to the root.
OPENERS = [
    *((text, "INTJ", "UH", "discourse") for text in _DATA["opening_interjections"].split()),
    *((text, "ADV", "RB", "advmod") for text in _DATA["opening_adverbs"].split()),
    *((text, "CCONJ", "CC", "cc") for text in _DATA["opening_conjunctions"].split()),
]
#: Text, part of speech, tag, features.
ADDRESSED = [
    *((text, "NOUN", "NNS", "Number=Plur") for text in _DATA["addressed_groups"].split()),
    *((text, "PROPN", "NNP", "Number=Sing") for text in _DATA["addressed_names"].split()),
]
#: Text, part of speech, tag.
CLOSERS = [
    *((text, "INTJ", "UH") for text in _DATA["closing_interjections"].split()),
    *((text, "SYM", "NFP") for text in _DATA["closing_symbols"].split()),
]

APOSTROPHES = "'’`"
FINAL_MARKS = {".", "!", "?", "...", "…", ":", ";", ",", "-"}
LONG_WORD = 4  # letters; shorter words are rarely mistyped beyond recognition
CONTRACTED = {"not": "n't", "am": "'m", "are": "'re", "is": "'s", "have": "'ve", "will": "'ll", "would": "'d"}

#: Written without their apostrophe, these are other words ("were", "ill"), so people keep it more often.
AMBIGUOUS_BARE = {"were", "ill", "well", "hell", "shell", "shed", "wed", "id", "wont", "cant"}


def chat_sentence(sentence: Sentence, random: Random) -> Sentence:
    """Return the sentence as someone might type it in Slack: several of the changes below, each by chance."""
    shouted = random.random() < 0.01
    lower = random.random() < 0.65
    for chance, change in (
        (0.12, swap_names),
        (0.10, drop_subject),
        (0.35, contract),
        (0.25, shorten),
        (0.30, go_informal),
        (0.40, drop_commas),
        (0.60, drop_final_mark),
        (0.15, add_opener),
        (0.15, add_closer),
        (0.30, mistype),
        (0.06, stretch),
    ):
        if random.random() < chance:
            sentence = change(sentence, random)
    sentence = strip_apostrophes(sentence, random) if random.random() < 0.5 else curl_apostrophes(sentence, random)
    if shouted:
        return change_forms(sentence, str.upper)
    if lower:
        return lower_case(sentence)
    return lower_i(sentence) if random.random() < 0.3 else sentence


def lower_case(sentence: Sentence) -> Sentence:
    """Write everything in lower case; lemmas that only copied the capitals follow, "I" stays the lemma of "i"."""
    return change_forms(sentence, str.lower)


def lower_i(sentence: Sentence) -> Sentence:
    """Write only the word "I" small."""
    return Sentence(
        tuple(replace(word, form="i") if word.form == "I" else word for word in sentence.words), sentence.document
    )


def change_forms(sentence: Sentence, change: Callable[[str], str]) -> Sentence:
    """Change every form's case. A proper noun's lemma changes with it; other lemmas stay."""
    return Sentence(
        tuple(
            replace(
                word,
                form=change(word.form),
                lemma=change(word.lemma) if word.pos in {"PROPN", "X", "SYM"} else word.lemma,
            )
            for word in sentence.words
        ),
        sentence.document,
    )


def strip_apostrophes(sentence: Sentence, random: Random) -> Sentence:
    """Leave apostrophes out: "don't" → "dont", "I'm" → "Im", "Bob's" → "Bobs". Quotation marks stay."""
    words = list(sentence.words)
    for index, word in enumerate(words):
        glued = index > 0 and not words[index - 1].space_after
        bare = "".join(letter for letter in word.form if letter not in APOSTROPHES)
        if not glued or not bare or bare == word.form:
            continue
        whole = (words[index - 1].form + bare).lower()
        rare = word.tag == "POS" or whole in AMBIGUOUS_BARE
        if random.random() < (0.15 if rare else 0.9):
            words[index] = replace(word, form=bare)
    return Sentence(tuple(words), sentence.document)


def curl_apostrophes(sentence: Sentence, random: Random) -> Sentence:
    """Type apostrophes as telephones do, in a third of the sentences: "don’t"."""
    if random.random() > 0.33:
        return sentence
    return Sentence(
        tuple(replace(word, form=word.form.replace("'", "’")) for word in sentence.words), sentence.document
    )


def contract(sentence: Sentence, random: Random) -> Sentence:
    """Join auxiliaries to what they follow: "I am" → "I'm", "do not" → "don't", "it is" → "it's"."""
    words = list(sentence.words)
    for index in range(1, len(words)):
        before, word = words[index - 1], words[index]
        short = CONTRACTED.get(word.form)
        if short is None or not before.space_after or word.pos not in {"AUX", "PART"}:
            continue
        if word.form == "not":
            fits = before.form.lower() in {
                "do",
                "does",
                "did",
                "is",
                "are",
                "was",
                "were",
                "have",
                "has",
                "could",
                "would",
            }
        else:
            fits = before.tag == "PRP" and word.space_after and index + 1 < len(words)
            fits = fits and words[index + 1].pos != "PUNCT"
            fits = fits and not (word.form == "have" and words[index + 1].tag not in {"VBN", "RB"})
        if fits and random.random() < 0.8:
            words[index - 1] = replace(before, space_after=False)
            words[index] = replace(word, form=short)
    return Sentence(tuple(words), sentence.document)


def go_informal(sentence: Sentence, random: Random) -> Sentence:
    """Write "gonna", "wanna" and "gotta", split as in the treebank: "gon" + "na"."""
    words = list(sentence.words)
    pairs = {("going", "to"): ("gon", "na"), ("want", "to"): ("wan", "na"), ("got", "to"): ("got", "ta")}
    for index in range(1, len(words)):
        before, word = words[index - 1], words[index]
        pair = pairs.get((before.form.lower(), word.form.lower()))
        if pair and word.pos == "PART":
            words[index - 1] = replace(before, form=pair[0], space_after=False)
            words[index] = replace(word, form=pair[1])
    return Sentence(tuple(words), sentence.document)


def shorten(sentence: Sentence, random: Random) -> Sentence:
    """Use the short forms of chat: "you" → "u", "because" → "bc"."""
    words = []
    for index, word in enumerate(sentence.words):
        shorts = SHORT_FORMS.get(word.form.lower())
        apart = word.space_after and (index == 0 or sentence.words[index - 1].space_after)
        change = shorts and apart and random.random() < 0.35
        words.append(replace(word, form=random.choice(shorts)) if shorts and change else word)
    return Sentence(tuple(words), sentence.document)


def mistype(sentence: Sentence, random: Random) -> Sentence:
    """Mistype one long word in twelve. Only what form and lemma share is touched, so the lemma keeps the error."""
    words = []
    for word in sentence.words:
        shared = 0
        for ours, theirs in zip(word.form.lower(), word.lemma.lower(), strict=False):
            if ours != theirs:
                break
            shared += 1
        touchable = word.form.isalpha() and word.form.islower() and len(word.form) >= LONG_WORD <= shared
        if touchable and random.random() < 1 / 12:
            wrong = mistyped(word.form[:shared], random)
            word = replace(word, form=wrong + word.form[shared:], lemma=wrong + word.lemma[shared:])
        words.append(word)
    return Sentence(tuple(words), sentence.document)


def mistyped(text: str, random: Random) -> str:
    """Return a text of two letters or more with one swapped pair, lost, doubled or wrong letter after the first."""
    at = random.randrange(1, len(text))
    match random.randrange(4):
        case 0:
            at = max(1, at - 1) if at == len(text) - 1 else at
            return text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + text[at] + text[at:]
        case _:
            return text[:at] + random.choice(string.ascii_lowercase) + text[at + 1 :]


def stretch(sentence: Sentence, random: Random) -> Sentence:
    """Repeat the last letter of one word said with feeling: "sooo", "heyyy"."""
    places = [
        index
        for index, word in enumerate(sentence.words)
        if word.pos in {"ADV", "INTJ", "ADJ"} and word.form.isalpha() and word.form[-1] in "aeouywhs"
    ]
    if not places:
        return sentence
    words, place = list(sentence.words), random.choice(places)
    words[place] = replace(words[place], form=words[place].form + words[place].form[-1] * random.randint(2, 5))
    return Sentence(tuple(words), sentence.document)


def swap_names(sentence: Sentence, random: Random) -> Sentence:
    """Put names of today in the place of proper nouns, keeping the number of words."""
    words = []
    for word in sentence.words:
        if word.pos == "PROPN" and word.form.istitle() and word.tag == "NNP" and random.random() < 0.7:
            name = random.choice(NAMES)
            word = replace(word, form=name, lemma=name)
        words.append(word)
    return Sentence(tuple(words), sentence.document)


def drop_commas(sentence: Sentence, random: Random) -> Sentence:
    """Leave out all commas that stand between words."""
    return without(
        sentence, {index for index, word in enumerate(sentence.words) if word.form == "," and word.space_after}
    )


def drop_final_mark(sentence: Sentence, random: Random) -> Sentence:
    """Leave out the full stop or other mark at the end."""
    last = len(sentence.words) - 1
    if last < 1 or sentence.words[last].pos != "PUNCT" or sentence.words[last].form not in FINAL_MARKS:
        return sentence
    return without(sentence, {last})


def drop_subject(sentence: Sentence, random: Random) -> Sentence:
    """Leave out "I" at the beginning, with "'m", "am", "have" or "'ve" when a participle follows: "been there"."""
    words = sentence.words
    if len(words) < 4 or words[0].form != "I" or words[0].dep != "nsubj":
        return sentence
    gone = {0}
    if words[1].lemma in {"be", "have"} and words[1].pos == "AUX" and words[1].dep in {"aux", "cop", "aux:pass"}:
        gone.add(1)
    return without(sentence, gone)


def add_opener(sentence: Sentence, random: Random) -> Sentence:
    """Begin with a greeting or another small word, with or without a comma and someone spoken to."""
    text, pos, tag, dep = random.choice(OPENERS)
    root = sentence.root
    new = [Word(form=text, lemma=text, pos=pos, tag=tag, morph="", head=root, dep=dep)]
    if pos == "INTJ" and random.random() < 0.4:
        text, pos, tag, morph = random.choice(ADDRESSED)
        new.append(Word(form=text, lemma=text, pos=pos, tag=tag, morph=morph, head=root, dep="vocative"))
    if dep != "cc" and random.random() < 0.5:
        new[-1] = replace(new[-1], space_after=False)
        new.append(Word(form=",", lemma=",", pos="PUNCT", tag=",", morph="", head=root, dep="punct"))
    opened = [replace(word, head=root + len(new)) for word in new]
    return Sentence((*opened, *(word.moved(len(new)) for word in sentence.words)), sentence.document)


def add_closer(sentence: Sentence, random: Random) -> Sentence:
    """End with "lol", an emoticon, an emoji or a Slack :shortcode:, sometimes glued to the last word."""
    text, pos, tag = random.choice(CLOSERS)
    words = list(sentence.words)
    glued = not text[0].isalnum() and random.random() < 0.1
    words[-1] = replace(words[-1], space_after=not glued)
    words.append(Word(form=text, lemma=text, pos=pos, tag=tag, morph="", head=sentence.root, dep="discourse"))
    return Sentence(tuple(words), sentence.document)


def without(sentence: Sentence, gone: set[int]) -> Sentence:
    """Leave words out; their dependents go to the nearest word above that stays. Unchanged if a root is to go."""
    words = sentence.words
    if any(words[index].head == index for index in gone):
        return sentence
    place = {old: new for new, old in enumerate(i for i in range(len(words)) if i not in gone)}
    kept = list[Word]()
    for index, word in enumerate(words):
        if index in gone:
            if kept and word.space_after:
                kept[-1] = replace(kept[-1], space_after=True)
            continue
        head = word.head
        while head in gone:
            head = words[head].head
        kept.append(replace(word, head=place[head]))
    return Sentence(tuple(kept), sentence.document)
