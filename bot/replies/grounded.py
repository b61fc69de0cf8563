"""The reply engine that needs no model: it says what is remembered, where it comes from, and nothing else."""

from collections.abc import Sequence

from bot.audience import PlaceKind
from bot.replies.base import Offer, Outcome, Reply, Situation
from bot.replies.small_talk import small_talk
from bot.replies.wording import in_a_sentence, past_tense, second_person, third_person, told_on
from bot.requests.obey import was_active
from bot.slack.mrkdwn import channel, escape
from memory.attributes import attribute_of
from memory.records import CandidateOp, Change, Kind, Memory, Operation, Origin, Recalled, Status

MOST_SHOWN = 12
"""Memories in one "what do you know about me?" answer; the rest is a slash command away."""

CLOSE_ENOUGH = 0.6
"""A second memory is said as well when its score is at least this share of the best one's."""

NOT_TOLD_WHO = (
    "I don't know that, or nothing I may say while Slack does not tell me who is who. Please ask again in a minute."
)

REFUSAL = (
    "That looks like a password, a key or a number to keep private, so I did not keep it. "
    "Put it in a password manager; I can remember _where_ it is."
)


_THANKED = {
    Kind.PREFERENCE: "Got it.",
    Kind.EVENT: "I'll keep that in mind.",
    Kind.FEEDBACK: "Understood.",
    Kind.REFERENCE: "Handy, thanks.",
}
"""What is said to a statement by the kind of what it tells."""


class GroundedReplies:
    """Answers from memory in the second person, with when it was learned; says plainly when it knows nothing."""

    async def reply(self, situation: Situation) -> Reply:
        """Return the answer to one message. Never invents: each statement is a memory or what a command just did."""
        if not situation.outcome.is_empty:
            return _confirmation(situation)
        if situation.off_the_record:
            return Reply("Off the record: I kept nothing of that.")
        if situation.overview:
            return _overview(situation)
        if not situation.understood and (said := _small_talk(situation)):
            return said
        if situation.query.is_question:
            return _answer(situation)
        return _acknowledgement(situation)

    async def close(self) -> None:
        """Hold nothing open."""


def _small_talk(situation: Situation) -> Reply | None:
    """Return what is said to a message that is not about memory, unless memory has something to say to it after all."""
    talk = small_talk(situation.text)
    if talk is None or (talk.unless_known and situation.recalled):
        return None
    answer = talk.answer.replace("`/memory ", f"`{situation.command} ")
    answer = answer.replace("`/soul`", f"`{situation.soul_command}`")
    if not situation.called or "{name}" not in answer:
        return Reply(answer.replace("{name}", ""))
    said = answer.replace("{name}", f", {escape(situation.called)}")
    return Reply(said, used=(situation.name_from,) if situation.name_from else ())


def _answer(situation: Situation) -> Reply:
    recalled = _that_answer(situation)
    if not recalled:
        if situation.place.kind is PlaceKind.DM and situation.place.is_told:
            return Reply("I don't know that. Tell me, and I'll remember it.")
        if situation.place.kind is PlaceKind.DM:
            return Reply(NOT_TOLD_WHO)
        return Reply("I don't know that, or nothing that may be said here.")
    lines = [_sentence(item.memory, situation) for item in recalled]
    text = lines[0] if len(lines) == 1 else "\n".join(f"• {line}" for line in lines)
    return Reply(text, used=tuple(item.memory.id for item in recalled))


def _that_answer(situation: Situation) -> list[Recalled]:
    """Return what is worth saying: the memories on the attribute asked for, or all that come close to the best."""
    asked = [item for item in situation.recalled if attribute_of(item.memory) in situation.query.attributes]
    chosen = asked or list(situation.recalled)
    query = situation.query
    if query.wants_history and not (query.since or query.until or query.moment):
        chosen = [item for item in chosen if item.memory.status is not Status.ACTIVE] or chosen
    return [item for item in chosen if item.score >= CLOSE_ENOUGH * chosen[0].score]


def _overview(situation: Situation) -> Reply:
    if not situation.recalled:
        return Reply("Nothing yet that I could say here. Tell me something about you, and I'll remember it.")
    shown = situation.recalled[:MOST_SHOWN]
    lines = [f"• {_sentence(item.memory, situation)}" for item in shown]
    if len(situation.recalled) > len(shown):
        lines.append(f"… and {len(situation.recalled) - len(shown)} more: type `{situation.command} list`.")
    return Reply("This is what I remember:\n" + "\n".join(lines), used=tuple(item.memory.id for item in shown))


def _sentence(memory: Memory, situation: Situation) -> str:
    """Return a memory as a full sentence with when, and where it helps also where, it was learned."""
    learned = told_on(memory.created_at, situation.now)
    where = ""
    if memory.source and memory.origin in {Origin.PUBLIC, Origin.PRIVATE}:
        where = (
            "" if memory.source.channel_id == situation.place.channel_id else f" in {channel(memory.source.channel_id)}"
        )
    over = memory.status is Status.SUPERSEDED or memory.status is Status.INVALIDATED
    text = past_tense(memory.text) if over else memory.text
    if memory.subject == situation.person:
        said = second_person(text, memory.kind)
        told = {
            Origin.HAND: f"written in your file {learned}",
            Origin.IMPORT: f"imported {learned}",
            Origin.SHORTCUT: f"you asked me to keep that {learned}",
        }.get(memory.origin, f"you told me{where} {learned}")
    else:
        name = situation.name_of(memory.subject)
        said, told = third_person(text, name), f"{name} said so{where} {learned}"
    if over and memory.ended_at:
        told += f"; that changed {told_on(memory.ended_at, situation.now)}"
    return f"{escape(said[:1].upper() + said[1:])} ({told if '<' in told else escape(told)})."


def _confirmation(situation: Situation) -> Reply:
    """Tell what the commands did; what may not be read here is not named."""
    outcome = situation.outcome
    if outcome.asks_to_forget_everything:
        return Reply(
            "Shall I forget everything I know about you? Say _yes, forget everything_ or _no_.",
            offer=Offer.FORGET_EVERYTHING,
        )
    if outcome.forgot_everything is not None and situation.place.kind is not PlaceKind.DM:
        return Reply("Done. I have forgotten everything about you.")  # how much that was is nobody else's business
    if outcome.forgot_everything is not None:
        return Reply(f"Done. I have forgotten everything about you ({_count(outcome.forgot_everything, 'memory')}).")
    if outcome.kept_everything:
        return Reply("Good, I have kept everything.")
    lines = [_remembered(change, situation) for change in outcome.remembered]
    if outcome.forgotten:
        lines.append(_listed("Forgotten", outcome.forgotten, situation))
    if outcome.taken_back:
        lines += _taken_back(outcome.taken_back, situation)
    lines += _shortfalls(outcome)
    return Reply("\n".join(lines))


def _taken_back(changes: Sequence[Change], situation: Situation) -> list[str]:
    gone = [change for change in changes if change.operation is Operation.FORGET_SOFT]
    again = [
        change.memory
        for change in changes
        if change not in gone and change.memory.status is Status.ACTIVE and situation.sees(change.memory)
    ]
    lines = [_listed("Taken back", gone, situation)] if gone or not again else []
    return lines + [f"{escape(second_person(memory.text, memory.kind))}, as before." for memory in again]


def _shortfalls(outcome: Outcome) -> list[str]:
    lines = [f"I found nothing about “{escape(words)}” to forget." for words in outcome.not_found]
    if outcome.refused:
        lines.append(REFUSAL)
    if outcome.nothing_to_undo:
        lines.append("There is nothing to take back.")
    if outcome.nothing_to_remember:
        lines.append("I don't have that message. Say _remember that …_ with the words I should keep.")
    return lines


def _remembered(change: Change, situation: Situation) -> str:
    """Return what came of a statement to remember; what it met may be known from elsewhere, and say more."""
    if not situation.sees(change.memory):
        return "I knew that already." if change.refreshed else "I'll remember that."
    said = escape(second_person(change.memory.text, change.memory.kind))
    if change.operation is Operation.INVALIDATE:
        return f"I'll remember that this is no longer so: {said}."
    if change.refreshed:
        return f"I knew that already: {said}."
    if change.operation is Operation.SUPERSEDE and change.previous and situation.sees(change.previous):
        return f"I'll remember that: {said} (before: {escape(in_a_sentence(change.previous.text))})."
    return f"I'll remember that: {said}."


def _listed(verb: str, changes: Sequence[Change], situation: Situation) -> str:
    """Return what went in one sentence: what held until now, and by number what may not be named here."""
    gone = [change.previous or change.memory for change in changes if was_active(change)]
    gone = gone or [change.previous or change.memory for change in changes]
    texts = [escape(in_a_sentence(memory.text)) for memory in gone if situation.sees(memory)]
    if not texts:
        return f"{verb}."
    hidden = len(gone) - len(texts)
    return f"{verb}: {'; '.join(texts)}" + (f" (and {hidden} more)." if hidden else ".")


def _acknowledgement(situation: Situation) -> Reply:
    """Answer what is no question and no command: shortly, and without promising what capture has not done yet."""
    statements = [candidate for candidate in situation.understood if candidate.op is CandidateOp.ADD]
    told_name = next(
        (c.value for c in statements if c.kind is Kind.PROFILE and c.attribute == "name" and c.value), None
    )
    if told_name:
        return Reply(f"Nice to meet you, {escape(told_name)}.")
    if statements and situation.paused:
        return Reply("I've paused taking notes for you, so I won't keep that.")
    if statements:
        return Reply(_THANKED.get(statements[0].kind or Kind.FACT, "Good to know."))
    if situation.understood:
        return Reply("Thanks for telling me.")
    if not situation.text.strip():
        return Reply("I can only read text. Write me what I should remember.")
    if situation.recalled:
        memory = situation.recalled[0].memory
        sentence = _sentence(memory, situation)
        said = sentence.replace("You", "you", 1) if sentence.startswith("You") else sentence
        return Reply(f"That reminds me: {said}", used=(memory.id,))
    if not situation.takes_notes:
        return Reply("OK. I take no note of that.")
    return Reply("I saw nothing there to keep for later. Say _remember that …_ if I should.")


def _count(number: int, noun: str) -> str:
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun if number == 1 else plural}"
