"""The tokenizer of our English pipeline: spaCy's English rules, brought closer to the treebank and to chat.

Everything set here is saved inside the trained pipeline, so that loading it needs none of this code.
"""

import re

import spacy
from spacy.language import Language
from spacy.symbols import NORM, ORTH
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]  # compiled, without stubs
from spacy.util import compile_prefix_regex, compile_suffix_regex

#: One token though it may mean two words ("its been great", "id like"): only the context tells, so the tagger decides.
#: "were" (we're), "ill", "well", "hell", "shed" and "shell" are whole in spaCy's own rules for the same reason.
WHOLE = ("id", "Id", "wed", "Wed")

#: Split as in the treebank, in addition to spaCy's own ("dont" → "do nt", "im" → "i m", "gonna" → "gon na").
SPLIT = (
    (("wan", "want"), ("na", "to")),
    (("gim", "give"), ("me", "me")),
    (("lem", "let"), ("me", "me")),
    (("ar", "are"), ("nt", "not")),
    (("was", "was"), ("nt", "not")),
    (("here", "here"), ("s", "'s")),
    (("ai", "be"), ("nt", "not")),
)

SHORTCODE = r":[a-z0-9_+'-]+:"
_PICTURE = "[\u2600-\u27bf\U0001f1e6-\U0001faff]"
#: An emoji with its skin tone, variation selector and joined parts is one token.
EMOJI = rf"{_PICTURE}[\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d{_PICTURE}\ufe0f?)*"
_BOUND_PREFIXES = "e|co|non|pre|re|anti|ex|mid|multi|semi|pro|post|sub|un|vice"
#: Matched on what is left of a string when punctuation has been taken off its ends; a match stays one token.
WHOLE_PATTERN = (
    rf"^(?:(?i:{_BOUND_PREFIXES})-[A-Za-z]+"  # e-mail, non-profit: one word in the treebank
    r"|\d{3}-\d{3,4}(?:-\d{4})?|\d{1,4}-\d{1,2}-\d{1,4}"  # telephone numbers, dates
    rf"|{SHORTCODE}|[#@]\w[\w.'-]*\w"  # Slack: :tada:, #general, @dana
    r"|([!?*=_~<>-])\1+|[!?]{2,})$"  # runs of one mark
)


def customize_tokenizer(nlp: Language) -> Tokenizer:
    """Set the rules of this module on the pipeline's tokenizer, and return it."""
    tokenizer = nlp.tokenizer
    assert isinstance(tokenizer, Tokenizer)
    rules = {text: pieces for text, pieces in tokenizer.rules.items() if text not in WHOLE}
    for (first, first_norm), (second, second_norm) in SPLIT:
        for form in (first, first.capitalize()):
            rules[form + second] = [{ORTH: form, NORM: first_norm}, {ORTH: second, NORM: second_norm}]
    for text in [*rules]:
        # People who shout drop apostrophes too: DONT, IM. spaCy has upper-case forms of only a few.
        shouted = text.upper()
        if shouted.isalpha() and len(shouted) > 1 and len(rules[text]) > 1:
            rules.setdefault(
                shouted,
                [{ORTH: piece[ORTH].upper(), NORM: piece.get(NORM, piece[ORTH])} for piece in rules[text]],
            )
    tokenizer.rules = rules
    defaults = nlp.Defaults
    runs = (SHORTCODE, EMOJI, r"[!?]{2,}")
    prefixes = compile_prefix_regex([*runs, *(defaults.prefixes or ())])
    suffixes = compile_suffix_regex([*runs, r"(?<=[0-9])(?:[aApP][mM])", *(defaults.suffixes or ())])
    tokenizer.prefix_search = prefixes.search
    tokenizer.suffix_search = suffixes.search
    tokenizer.token_match = re.compile(WHOLE_PATTERN).match
    return tokenizer


def blank_pipeline() -> Language:
    """Return an English pipeline without components, with this tokenizer."""
    nlp = spacy.blank("en")
    customize_tokenizer(nlp)
    return nlp
