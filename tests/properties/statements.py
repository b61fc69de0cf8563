"""What people say in a world: statements that hold a secret each, the same without it, and filled-in forms."""

from collections.abc import Sequence

from memory.records import Candidate, CandidateOp
from tests.properties import scripted, worlds
from tests.properties.table import Said, Table
from tests.properties.worlds import Room, Step, Verb, user_id

_LETTERS = str.maketrans("0123456789", "abcdefghij")


def secret_word(number: int) -> str:
    """Return a word that nothing else holds. It ends in a letter that ids have not, lest a random one holds it."""
    return f"zy{number:02d}u".translate(_LETTERS)


def statement(table: Table, step: Step, name: str, room: Room | None) -> Said:
    """Make up a statement with a secret of its own, and note who can read it."""
    secret = secret_word(len(table.judge.secrets))
    shape = worlds.SHAPES[step.form % len(worlds.SHAPES)]
    filled = {"topic": worlds.TOPICS[step.topic], "secret": secret}
    text = shape.text.format(**filled)
    table.extractor.known[text] = Candidate(
        CandidateOp.ADD,
        text,
        shape.kind,
        shape.attribute and shape.attribute.format(**filled),
        shape.value and shape.value.format(**filled),
        confidence=0.95,
    )
    spoken = f"remember that {text}" if step.verb is Verb.REMEMBERS else text
    table.judge.said(secret, shape, name, room)
    said = Said(name, room or table.dm_of(name), table.ts(), spoken, secret, shape)
    if room is not None:
        table.said.append(said)
    return said


def without_secret(table: Table, step: Step) -> str:
    """Return words that say less than a secret does, or end what it says, as a command or a statement."""
    topic = worlds.TOPICS[step.topic]
    if step.verb is Verb.RETRACTS:
        text, attribute, value = worlds.RETRACTIONS[step.form % len(worlds.RETRACTIONS)]
        words = "No longer " + text.format(topic=topic)
        candidate = Candidate(
            CandidateOp.RETRACT,
            text.format(topic=topic),
            None,
            attribute and attribute.format(topic=topic),
            value and value.format(topic=topic),
            confidence=0.95,
        )
    else:
        candidate = scripted.without_secret(worlds.SHAPES[step.form % len(worlds.SHAPES)], topic)
        words = candidate.text
    table.extractor.known[words] = candidate
    return f"remember that {words}" if step.named % 2 else words


def filled(table: Table, forms: Sequence[str], step: Step, room: Room) -> str:
    named = user_id(list(table.stage.workspaces)[step.named])
    return forms[step.form % len(forms)].format(topic=worlds.TOPICS[step.topic], named=f"<@{named}>")
