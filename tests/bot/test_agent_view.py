"""The agent's view through Slack: suggestions, the status line, stopping an answer, and what people think of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.audience import Place, PlaceKind
from bot.intake.stopping import until as writing_until
from bot.metrics import Metrics
from bot.parts import utc_now
from bot.replies.base import Reply, Situation
from bot.requests.feedback import SORRY, THANKS, Feedback
from bot.requests.prompts import prompts_for
from bot.slack.working import LOADING, SHOW_AFTER, SHOW_AGAIN, STATUS
from bot.turn import NOT_ANSWERED, Incoming, take_turn
from bot.views.messages import FEEDBACK, HELPFUL, MODEL_WROTE, NOT_HELPFUL, STOPPED, answer, below_answer
from memory.records import Operation
from tests.bot.office import ALEX, DANA, Office, find, office
from tests.conversations.test_conversations import Heard
from tests.local_slack.desk import PATIENCE

Json = dict[str, Any]

WORDS = "You work on *tundra*, a project in Rust. " * 6


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as running:
        yield running


class Model:
    """Writes `WORDS`, then nothing more until it is closed or let go on."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = pieces
        self.is_waiting, self.go_on, self.was_closed = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def stream(self, situation: Situation) -> AsyncGenerator[str | Reply, None]:
        try:
            for piece in self.pieces:
                yield piece
            self.is_waiting.set()
            await self.go_on.wait()
            yield Reply("".join(self.pieces), by_model=True)
        finally:
            self.was_closed.set()

    async def reply(self, situation: Situation) -> Reply:
        raise AssertionError("Slack streams")

    async def close(self) -> None:
        """Hold nothing open."""


def employ(slack: Office, *pieces: str) -> Model:
    model = Model(*pieces)
    slack.parts.replies = model
    return model


async def asked(slack: Office, model: Model, message: Json) -> asyncio.Task[None]:
    """Let the bot hear of a message, and wait until the model has written what it will."""
    hearing = asyncio.create_task(slack.event(**message))
    await until(lambda: model.is_waiting.is_set() and bool(slack.sent("chat.startStream") or not model.pieces))
    return hearing


async def until_done(slack: Office, hearing: asyncio.Task[None]) -> None:
    """Let time go by until a turn is over, and the workspace has nothing left to take away."""
    while not hearing.done():
        slack.clock.advance(2 * SHOW_AGAIN)
        await asyncio.sleep(0)
    await hearing


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what happens in the workspace tells nobody
            await asyncio.sleep(0)


def shown(message: Json) -> str:
    return str([block.get("text") or block.get("elements") for block in message["blocks"]])


# --- suggestions ------------------------------------------------------------------------------------------------------


async def opened(slack: Office, user: str = "U0ALEX") -> list[Json]:
    channel = user.replace("U0", "D0")
    await slack.event(type="app_home_opened", user=user, channel=channel, tab="messages", event_ts="1.2")
    return list(slack.sent("assistant.threads.setSuggestedPrompts")[-1]["prompts"])


async def test_a_newcomer_is_shown_how_to_begin(slack: Office) -> None:
    prompts = await opened(slack)

    assert [each["message"] for each in prompts] == [
        "My name is Alex.",
        "Remember that I prefer short answers.",
        "What can you do?",
    ]
    sent = slack.sent("assistant.threads.setSuggestedPrompts")[-1]
    assert sent["channel_id"] == "D0ALEX"
    assert "thread_ts" not in sent


async def test_who_is_known_is_offered_what_can_be_answered(slack: Office) -> None:
    for number, text in enumerate(("I live in Porto", "I'm working on a project called tundra", "I'm vegetarian")):
        incoming = Incoming(ALEX, Place(PlaceKind.DM, "D0ALEX"), text, f"177244290{number}.0001")
        await take_turn(incoming, slack.parts, Heard())

    prompts = await opened(slack)

    assert 3 <= len(prompts) <= 4
    assert prompts[0]["message"] == "What do you know about me?"
    assert not any(word in str(prompts).lower() for word in ("porto", "tundra", "vegetarian"))
    assert "Porto" not in str(await opened(slack, "U0DANA"))


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I'm working on a project called tundra", "What am I working on?"),
        ("I live in Porto", "Where do I live?"),
        ("I work at Acme", "Where do I work?"),
        ("I'm a designer", "What is my role?"),
        ("My birthday is on March 3rd", "When is my birthday?"),
        ("My manager is Priya", "Who is my manager?"),
        ("I'm on the payments team", "Which team am I on?"),
        ("I'm vegetarian", "What do I eat?"),
    ],
)
async def test_every_question_that_is_suggested_has_an_answer(slack: Office, told: str, question: str) -> None:
    place, heard = Place(PlaceKind.DM, "D0ALEX"), Heard()
    await take_turn(Incoming(ALEX, place, told, "1772442900.0001"), slack.parts, heard)

    suggested = [each["message"] for each in prompts_for(ALEX, slack.parts)]
    await take_turn(Incoming(ALEX, place, question, "1772442901.0001"), slack.parts, heard)

    assert question in suggested
    assert "you told me" in heard.replies[-1], heard.replies[-1]


async def test_who_paused_is_offered_to_go_on(slack: Office) -> None:
    slack.parts.book.pause(ALEX, at=utc_now(), actor="U0ALEX")

    assert prompts_for(ALEX, slack.parts)[0]["message"] == "!memory resume"


@pytest.mark.parametrize("error", ["missing_scope", "channel_not_found"])
async def test_where_slack_takes_no_suggestion_nothing_else_suffers(
    slack: Office, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    slack.wire.refused["assistant.threads.setSuggestedPrompts"] = error

    await slack.event(type="app_home_opened", user="U0ALEX", channel="D0ALEX", tab="messages", event_ts="1.2")

    assert "Nothing was suggested to U0ALEX" in caplog.text


# --- status -----------------------------------------------------------------------------------------------------------


async def test_an_answer_from_memory_comes_without_a_status(slack: Office) -> None:
    await slack.event(**await slack.say("U0ALEX", "I live in Porto"), channel_type="im")

    assert slack.sent("assistant.threads.setStatus") == []


async def test_what_takes_a_while_is_shown_and_taken_away(slack: Office) -> None:
    model = employ(slack)
    question = await slack.say("U0ALEX", "what is tundra?")
    hearing = await asked(slack, model, {**question, "channel_type": "im"})
    for shown, seconds in enumerate((SHOW_AFTER, SHOW_AGAIN), 1):
        await until(partial(_is_waiting, slack, seconds))
        slack.clock.advance(seconds)
        await until(partial(_has_sent, slack, shown))
    model.go_on.set()
    await until(lambda: not slack.sent("assistant.threads.setStatus")[-1]["status"])
    await until_done(slack, hearing)

    statuses = slack.sent("assistant.threads.setStatus")
    assert [each["status"] for each in statuses] == [STATUS, STATUS, ""]
    assert statuses[0]["loading_messages"] == list(LOADING)
    assert (statuses[0]["channel_id"], statuses[0]["thread_ts"]) == ("D0ALEX", question["ts"])


def _is_waiting(slack: Office, seconds: float) -> bool:
    return seconds in slack.clock.waiting


def _has_sent(slack: Office, number: int) -> bool:
    return len(slack.sent("assistant.threads.setStatus")) == number


@pytest.mark.parametrize("method", ["assistant.threads.setStatus", "agents.sessions.setStatus"])
async def test_where_slack_shows_no_status_the_answer_comes_all_the_same(slack: Office, method: str) -> None:
    slack.wire.refused[method] = "missing_scope"
    model = employ(slack)
    hearing = await asked(slack, model, {**await slack.say("U0ALEX", "what is tundra?"), "channel_type": "im"})
    slack.clock.advance(SHOW_AFTER)
    model.go_on.set()
    await until_done(slack, hearing)

    assert len(slack.sent("chat.postMessage")) == 1


# --- stop -------------------------------------------------------------------------------------------------------------


async def test_the_stop_button_ends_the_model_and_keeps_what_it_wrote(slack: Office) -> None:
    model = employ(slack, WORDS[:200], WORDS[200:])
    told = await slack.say("U0ALEX", "I live in Porto")
    hearing = await asked(slack, model, {**told, "channel_type": "im"})

    await slack.event(
        type="agent_session_stopped",
        channel="D0ALEX",
        thread_ts=told["ts"],
        user="U0ALEX",
        streaming_message_ts=[],
        event_ts="1.3",
    )
    await hearing

    assert model.was_closed.is_set()
    posts = [await slack.read("D0ALEX", each) for each in slack.replies_to("D0ALEX", told["ts"])]
    assert WORDS.replace("*", "").strip()[:30] in shown(posts[0]).replace("*", "")
    assert f"{STOPPED} {MODEL_WROTE}" in shown(posts[0])
    assert "feedback_buttons" not in shown(posts[0])
    assert posts[1]["text"] == "Noted: lives in Porto"
    assert slack.texts() == ["Lives in Porto"]
    assert slack.intake.journal.waiting() == []


@pytest.mark.parametrize("in_its_thread", [True, False], ids=["in-its-thread", "beside-it"])
async def test_to_say_stop_in_a_dm_ends_it_too(slack: Office, in_its_thread: bool) -> None:
    model = employ(slack, WORDS)
    told = await slack.say("U0ALEX", "I live in Porto")
    hearing = await asked(slack, model, {**told, "channel_type": "im"})

    stop = await slack.say("U0ALEX", "stop!", thread_ts=told["ts"] if in_its_thread else None)
    await slack.event(**stop, channel_type="im")
    await hearing

    assert model.was_closed.is_set()
    assert slack.texts() == ["Lives in Porto"]
    assert len(slack.replies_to("D0ALEX", told["ts"])) == (3 if in_its_thread else 2), "no answer to the word itself"
    assert slack.intake.journal.waiting() == []


async def test_in_a_channel_only_who_asked_can_say_stop(slack: Office) -> None:
    model = employ(slack, WORDS)
    told = await slack.say("U0ALEX", "<@U0MEMORYBOT> I live in Porto", channel="C0GENERAL")
    hearing = await asked(slack, model, told)

    other = await slack.say("U0DANA", "<@U0MEMORYBOT> stop", channel="C0GENERAL", thread_ts=told["ts"])
    sent = asyncio.create_task(slack.event(**other))
    await until(lambda: bool(slack.sent("chat.postEphemeral")))
    assert not model.was_closed.is_set()
    own = await slack.say("U0ALEX", "<@U0MEMORYBOT> stop", channel="C0GENERAL", thread_ts=told["ts"])
    await slack.event(**own)
    await asyncio.gather(hearing, sent)

    assert model.was_closed.is_set()


async def test_an_answer_that_waits_for_its_turn_can_be_stopped_too(slack: Office) -> None:
    model = employ(slack, WORDS)
    first = await slack.say("U0ALEX", "what is tundra?")
    hearing = await asked(slack, model, {**first, "channel_type": "im"})
    second = await slack.say("U0ALEX", "I live in Porto")
    waiting = asyncio.create_task(slack.event(**second, channel_type="im"))
    await until(lambda: len(slack.intake.answers) == 2)

    slack.intake.answers.stop("T0LOCAL", "D0ALEX")
    await asyncio.gather(hearing, waiting)

    posts = [await slack.read("D0ALEX", each) for each in slack.replies_to("D0ALEX", second["ts"])]
    assert [each["text"] for each in posts] == [STOPPED, "Noted: lives in Porto"]


async def test_a_command_is_confirmed_even_if_nobody_waits_any_more(slack: Office) -> None:
    heard, stop = Heard(), asyncio.Event()
    stop.set()
    incoming = Incoming(ALEX, Place(PlaceKind.DM, "D0ALEX"), "remember that I live in Porto", "1772442900.0001")

    await take_turn(incoming, slack.parts, heard, stop=stop)

    assert heard.replies == ["I'll remember that: You live in Porto."]


async def test_a_model_that_breaks_its_promise_is_an_error_not_a_silence(slack: Office) -> None:
    async def broken() -> AsyncGenerator[str | Reply, None]:
        yield "You work"
        raise ValueError("not as promised")

    with pytest.raises(ValueError, match="not as promised"):
        [piece async for piece in writing_until(asyncio.Event(), broken())]


async def test_what_cannot_be_shown_after_the_answer_costs_no_apology(
    slack: Office, caplog: pytest.LogCaptureFixture
) -> None:
    slack.wire.refused |= {"chat.postEphemeral": "user_not_in_channel", "conversations.open": "user_not_found"}

    await slack.event(**await slack.say("U0ALEX", "<@U0MEMORYBOT> I live in Porto", channel="C0GENERAL"))
    slack.choose("use_in_channels", "off")
    await slack.event(**await slack.say("U0ALEX", "<@U0MEMORYBOT> where do I live?", channel="C0GENERAL"))

    assert [each["text"] for each in slack.sent("chat.postMessage")] == [
        "Good to know.",
        "I don't know that, or nothing that may be said here.",
    ]
    assert "A receipt could not be shown" in caplog.text
    assert "A person could not be told" in caplog.text
    assert slack.texts() == ["Lives in Porto"]


async def test_what_cannot_be_shown_in_a_channel_is_told_in_the_dm(slack: Office) -> None:
    slack.wire.refused["chat.postEphemeral"] = "user_not_in_channel"

    await slack.event(**await slack.say("U0ALEX", "<@U0MEMORYBOT> I live in Porto", channel="C0GENERAL"))

    assert [(each["channel"], each["text"]) for each in slack.sent("chat.postMessage")] == [
        ("C0GENERAL", "Good to know."),
        ("D0ALEX", "Noted: lives in Porto"),
    ]


async def test_what_was_said_is_kept_though_the_answer_cannot_be_posted(slack: Office) -> None:
    slack.wire.refused["chat.postMessage"] = "restricted_action"

    await slack.event(**await slack.say("U0ALEX", "<@U0MEMORYBOT> I live in Porto", channel="C0GENERAL"))

    assert slack.texts() == ["Lives in Porto"]
    told = [each["text"] for each in slack.sent("chat.postEphemeral")]
    assert told == [NOT_ANSWERED]


async def test_stop_without_anything_to_stop_is_a_message_like_any_other(slack: Office) -> None:
    message = await slack.say("U0ALEX", "stop")
    await slack.event(**message, channel_type="im")

    assert len(slack.replies_to("D0ALEX", message["ts"])) == 1


# --- feedback ---------------------------------------------------------------------------------------------------------


async def answered(slack: Office) -> Json:
    """Return an answer that a model wrote for Alex in a channel."""
    blocks = [*answer("You work on tundra."), *below_answer(by_model=True, stopped=False)]
    posted = await slack.client.chat_postMessage(channel="C0GENERAL", text="You work on tundra.", blocks=blocks)
    return {**(await slack.last_post("C0GENERAL")), "ts": posted["ts"]}


async def judge(slack: Office, message: Json, value: str, user: str = "U0ALEX") -> None:
    element = find(message, FEEDBACK)
    side = "positive_button" if value == HELPFUL else "negative_button"
    element = {"type": "feedback_buttons", "action_id": FEEDBACK, **element[side]}
    await slack.use(message, element, user=user)


def counted(slack: Office) -> list[str]:
    lines = slack.intake.metrics.page().decode().splitlines()
    return [line for line in lines if line.startswith("memory_bot_feedback_total")]


@pytest.mark.parametrize(
    ("value", "word", "thanks"), [(HELPFUL, "helpful", THANKS), (NOT_HELPFUL, "not helpful", SORRY)]
)
async def test_what_people_think_is_counted_noted_and_thanked_for(
    slack: Office, value: str, word: str, thanks: str, caplog: pytest.LogCaptureFixture
) -> None:
    message = await answered(slack)

    await judge(slack, message, value)
    await judge(slack, message, value)

    assert counted(slack) == [f'memory_bot_feedback_total{{answer="{word}"}} 1.0']
    assert slack.told() == thanks
    assert len(slack.sent("chat.postEphemeral")) == 1
    notes = [(line.operation, line.note) for line in slack.parts.book.audit(person=ALEX)]
    assert notes == [(Operation.PATCH, f"found the answer C0GENERAL/{message['ts']} {word}")]
    assert "tundra" not in caplog.text
    assert slack.sent("views.open") == []


async def test_people_may_change_their_mind_and_each_has_their_own(slack: Office) -> None:
    message = await answered(slack)

    await judge(slack, message, HELPFUL)
    await judge(slack, message, NOT_HELPFUL)
    await judge(slack, message, HELPFUL, user="U0DANA")

    assert counted(slack) == [
        'memory_bot_feedback_total{answer="helpful"} 2.0',
        'memory_bot_feedback_total{answer="not helpful"} 1.0',
    ]
    assert [line.actor for line in slack.parts.book.audit(person=DANA)] == ["U0DANA"]


def test_of_many_answers_only_the_latest_are_remembered(slack: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.requests.feedback._MOST_KEPT", 1)
    feedback = Feedback(slack.parts, Metrics())

    said = [feedback.take(ALEX, "C1", ts, HELPFUL, at=utc_now()) for ts in ("1.0", "1.0", "2.0", "1.0")]

    assert said == [THANKS, None, THANKS, THANKS]
