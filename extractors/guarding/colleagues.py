"""Colleagues who are told of by name: "Walter is back on the 20th", "Hye-jin never uses layers".

They are none of the author's own people, so nothing of them is remembered unasked. Who stands in for the author, or is
theirs, is named in a message that says "I" or "my" somewhere.
"""

from extractors.matching.late_patterns import LatePattern
from extractors.statements.rules import compiled
from extractors.syntax.clauses import Clause

_MINE = LatePattern(
    r"\b(?:i|im|ive|i['’]\w+|me|my|mine|myself|we|we['’]\w+|us|our|ours|cover|covers|covering|instead|meanwhile)\b"
)
_NAME = (
    r"(?P<n>(?!(?:%relation%|mummy|mam|daddy|tita|tito|baby|hubby|everyone|everybody|nobody|someone|parking|support|"
    r"hall|"
    r"office|shop|school|kindergarten|library|church|college|nursery|site|store|lab|studio|practice|clinic|team|staff|"
    r"it|hr|%role_noun%)\b)(?:(?:mr|mrs|ms|miss|mx|dr|prof|father|sister|brother|chef|sir)\.? )?"
    r"[\w'-]+(?: (?!and\b|is\b|are\b|will\b)[\w'-]+)?(?: and [\w'-]+)?)"
)
_AWAY = compiled(
    _NAME + r"(?: (?:is|'s|are|will be)(?: (?:now|also|still|both|all|not)){0,8} (?:"
    r"on (?:\w+ )?(?:leave|holidays?|vacation|pto|sabbatical|honeymoon)\b"
    r"|(?:back|away|off|out|in)(?: (?:from|until|till|til|between|again|only|on)){1,8} (?:the |next |this )?"
    r"(?:\d|(?:%weekday%|%month%|tomorrow|week|after)\b)"
    r"|in (?:[\w'-]+ ){1,3}(?:until|till|til|from)\b"
    r"|(?:away|back|off) (?:(?:next|this|all|the) |%weekday%\b|tomorrow\b))"
    r"| retires? (?:on|in|at|next|this)\b)"
)
_LIVES = compiled(
    _NAME
    + r" (?:(?:always|never|usually|mostly|really|absolutely) (?!\w+ed\b)\w+|(?:likes?|loves?|hates?|prefers?|detests?|"
    r"dislikes?|adores?|enjoys?|collects?|plays?) \w+|lives? (?:in|on|at|near|with)|works? (?:from|in|on|at|for|"
    r"\w+days)"
    r"|sits? (?:by|in|at|next|beside|near|behind|with)|drives? an?|has (?:an?|one|two|three|four|five|\d) \w+|"
    r"(?:is|'s|are) (?:(?:a |an )?(?:vegan|vegetarian|coeliac|celiac|pescatarian|morning person|night owl|early bird)|"
    r"allergic|from|based|left-handed)\b)"
)


def of_colleague(clause: Clause) -> bool:
    """Return whether a message begins with somebody by name: away, or as they live, and not a word of the author's."""
    first = clause.words[0]
    if clause.index or clause.sentence_index or first.tag not in _TAGS or not clause.text[first.start].isupper():
        return False
    said = clause.text
    match = _AWAY.match(clause.string)
    if match is None and first.tag == "NNP":
        match, said = _LIVES.match(clause.string), said[slice(*clause.sentence)]
    if match is None or _MINE.search(said.lower()):
        return False
    name = clause.line.words_between(*match.span("n"))
    return all(word.norm == "and" or clause.text[word.start].isupper() for word in name)


_TAGS = frozenset({"NNP", "NNPS", "NN"})
