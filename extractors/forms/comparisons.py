"""What people like better, told by signs: "chai > coffee, mountains > beach", "Marrakech < Fès"."""

from collections.abc import Iterator

from extractors.forms.told import Told
from extractors.guarding import guards, voices
from extractors.matching.late_patterns import LatePattern
from extractors.message import CleanText
from memory.records import Candidate, CandidateOp, Kind

COMPARED = "compared"
"""The rule of what is liked better by a sign."""
_CONFIDENCE = 0.9
_LONGEST = 200
"""Characters of a message of nothing but comparisons."""


def comparisons_in(text: CleanText, parent: str | None) -> Told:
    """Return what a message of comparisons alone likes better.

    One by itself has to answer what people were asked to choose between; two or more may stand by themselves, but for a
    way through menus: "Settings > Privacy".
    """
    told = Told()
    plain = text.plain
    if not (">" in plain or "<" in plain) or len(plain) > _LONGEST or voices.voiced(plain):
        return told
    parts = list(_parts(plain))
    matches = [_COMPARED.fullmatch(plain, *part) for part in parts]
    found = [(part, match) for part, match in zip(parts, matches, strict=True) if match]
    offered = (parent or "").lower()
    chosen = any(match["a"].lower() in offered and match["b"].lower() in offered for _, match in found)
    named = all(match["a"][:1].isupper() and match["b"][:1].isupper() for _, match in found)
    if not found or len(found) < len(parts) or not (chosen or (len(parts) > 1 and not named)):
        return told
    for part, match in found:
        if guards.is_private(match[0]):
            continue
        better, worse = (match["a"], match["b"]) if ">" in match["sign"] else (match["b"], match["a"])
        told.candidates.append(
            Candidate(
                CandidateOp.ADD,
                f"Prefers {better} to {worse}",
                kind=Kind.PREFERENCE,
                attribute=f"preference:{better.lower()}",
                value=better,
                confidence=_CONFIDENCE,
                span=text.raw_span(*part),
                rule=COMPARED,
            )
        )
        told.taken.append(part)
    return told


def _parts(plain: str) -> Iterator[tuple[int, int]]:
    """Yield what stands between commas and ends of lines and sentences."""
    for match in _PART.finditer(plain):
        yield match.span()


_PART = LatePattern(r"[^\s,;.!\n](?:[^,;.!\n]*[^\s,;.!\n])?")
_SIDE = r"[^\W\d_][\w'’&-]+(?: [\w'’&-]+){0,3}"
_COMPARED = LatePattern(rf"(?P<a>{_SIDE}) ?(?P<sign>[<>]{{1,4}}) ?(?P<b>{_SIDE})")
