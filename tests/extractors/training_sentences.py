"""Small gold sentences for the tests of the training code, written as "form/TAG/head/dep" with "_" for no space."""

from extractors.training.conllu import Sentence, Word

POS = {
    "PRP": "PRON",
    "PRP$": "PRON",
    "VBP": "VERB",
    "VBG": "VERB",
    "VBN": "VERB",
    "VB": "VERB",
    "MD": "AUX",
    "RB": "ADV",
    "NN": "NOUN",
    "NNS": "NOUN",
    "NNP": "PROPN",
    "IN": "ADP",
    "TO": "PART",
    "JJ": "ADJ",
    "DT": "DET",
    "CC": "CCONJ",
    "POS": "PART",
    "UH": "INTJ",
    "HYPH": "PUNCT",
}


def gold(text: str, **lemmas: str) -> Sentence:
    """Return the sentence that ``text`` describes; heads count from 1 and 0 is the root, as in CoNLL-U.

    A form that ends in "_" is glued to the next. "be" and "have" as auxiliaries are tagged AUX. ``lemmas`` by form.
    """
    words = []
    for index, item in enumerate(text.split()):
        form, tag, head, dep = item.rsplit("/", 3)
        plain = form.removesuffix("_")
        auxiliary = dep in {"aux", "cop", "aux:pass"}
        words.append(
            Word(
                form=plain,
                lemma=lemmas.get(plain.strip("'"), plain if tag in {"NNP", "PRP"} else plain.lower()),
                pos="AUX" if auxiliary else "PUNCT" if dep == "punct" else "PART" if plain == "n't" else POS[tag],
                tag=tag,
                morph="",
                head=int(head) - 1 if int(head) else index,
                dep="ROOT" if head == "0" else dep,
                space_after=not form.endswith("_"),
            )
        )
    return Sentence(tuple(words), "test")


WORKS = gold("I/PRP/2/nsubj work/VBP/0/root at/IN/4/case Acme/NNP/2/obl ,/,/6/punct sadly/RB/2/advmod ././2/punct")
DOES_NOT = gold("I/PRP/4/nsubj do_/VBP/4/aux n't/RB/4/advmod like/VB/0/root mushrooms_/NNS/4/obj ././4/punct")
GOING = gold(
    "I_/PRP/3/nsubj 'm/VBP/3/aux going/VBG/0/root to/TO/5/mark stay_/VB/3/xcomp !/./3/punct", m="be", going="go"
)
HOME = gold("It_/PRP/4/nsubj 's/VBP/4/cop my/PRP$/4/nmod:poss home_/NN/0/root ././4/punct", It="it", s="be")
