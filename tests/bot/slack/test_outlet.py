"""What an answer looks like in Slack."""

from typing import Any

import pytest

from bot.audience import Place, PlaceKind
from bot.replies.base import Offer, Reply
from bot.slack.outlet import SlackOutlet
from bot.turn import Incoming
from bot.views.messages import MODEL_WROTE
from memory.records import Person


class Slack:
    """Notes what is posted."""

    token = "xoxb-1"

    def __init__(self) -> None:
        self.posted: list[dict[str, Any]] = []

    async def chat_postMessage(self, **message: Any) -> None:  # noqa: N802 - the SDK's name
        self.posted.append(message)


DM = Place(PlaceKind.DM, "D1")


async def posted(reply: Reply, place: Place = DM) -> dict[str, Any]:
    slack = Slack()
    incoming = Incoming(Person("T1", "UANA"), place, "hi", "1772442900.1")
    await SlackOutlet(slack, incoming).reply(reply)  # type: ignore[arg-type]
    return slack.posted[0]


async def test_an_answer_from_memory_is_mere_text() -> None:
    message = await posted(Reply("You live in Porto."))

    assert (message["text"], message["blocks"], message["thread_ts"]) == ("You live in Porto.", None, "1772442900.1")


@pytest.mark.parametrize("length", [10, 3500])
async def test_an_answer_of_a_model_says_so(length: int) -> None:
    message = await posted(Reply("x" * length, by_model=True))

    *answer, note, feedback = message["blocks"]
    assert "".join(block["text"]["text"] for block in answer) == "x" * length
    assert note["elements"][0]["text"] == MODEL_WROTE
    assert feedback["elements"][0]["type"] == "feedback_buttons"


@pytest.mark.parametrize(
    ("reply", "text", "said"),
    [
        pytest.param(
            Reply("You live", by_model=True, stopped=True), "You live", f"Stopped. {MODEL_WROTE}", id="midway"
        ),
        pytest.param(Reply("", stopped=True), "Stopped.", "Stopped.", id="before-the-first-word"),
    ],
)
async def test_an_answer_that_was_stopped_says_so_and_asks_nothing(reply: Reply, text: str, said: str) -> None:
    message = await posted(reply)

    assert message["text"] == text
    assert message["blocks"][-1]["elements"][0]["text"] == said


async def test_forgetting_everything_is_asked_with_two_buttons() -> None:
    message = await posted(Reply("Shall I?", offer=Offer.FORGET_EVERYTHING))

    assert [block["type"] for block in message["blocks"]] == ["section", "actions"]


async def test_in_a_channel_it_is_asked_in_words_since_anyone_could_click() -> None:
    message = await posted(Reply("Shall I?", offer=Offer.FORGET_EVERYTHING), Place(PlaceKind.PUBLIC, "C1"))

    assert (message["text"], message["blocks"]) == ("Shall I?", None)
