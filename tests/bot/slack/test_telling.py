"""What one person alone is told arrives after trouble that passes, somewhere, and never waits for ever."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.slack.patience import LONGEST_WAIT
from bot.slack.telling import PAUSES, insist, tell_alone, tell_in_dm
from tests.bot.making import ALEX
from tests.bot.slack.refusing import refusal

CUT = aiohttp.ServerDisconnectedError()


class Slack:
    """A client that meets one trouble after another, and then takes everything. `waited` are seconds between tries."""

    def __init__(self, *troubles: Exception, no_dm: bool = False) -> None:
        self._troubles, self._no_dm = list(troubles), no_dm
        self.alone: list[dict[str, Any]] = []
        self.in_dm: list[dict[str, Any]] = []
        self.waited: list[float] = []

    async def chat_postEphemeral(self, **message: Any) -> None:  # noqa: N802 - the SDK's name
        if self._troubles:
            raise self._troubles.pop(0)
        self.alone.append(message)

    async def chat_postMessage(self, **message: Any) -> None:  # noqa: N802 - the SDK's name
        self.in_dm.append(message)

    async def conversations_open(self, *, users: str) -> dict[str, Any]:
        if self._no_dm:
            raise refusal("user_not_found")
        return {"channel": {"id": users.replace("U", "D")}}

    async def wait(self, seconds: float) -> None:
        self.waited.append(seconds)


async def tell(slack: Slack, **more: Any) -> None:
    await tell_alone(slack, ALEX, "Noted.", channel="C1", sleep=slack.wait, **more)  # type: ignore[arg-type]  # a client


@pytest.mark.parametrize(
    ("troubles", "waits"),
    [
        pytest.param([], [], id="none"),
        pytest.param([refusal("fatal_error"), refusal("internal_error")], [1.0, 2.0], id="an-answer-that-tells-of-it"),
        pytest.param([refusal("", 503)], [1.0], id="server-error"),
        pytest.param([CUT, CUT, CUT], list(PAUSES), id="cut"),
        pytest.param([refusal("ratelimited", 429, **{"Retry-After": "7"})], [7.0], id="too-many"),
    ],
)
async def test_it_is_told_after_trouble_that_passes(troubles: list[Exception], waits: list[float]) -> None:
    slack = Slack(*troubles)

    await tell(slack, thread_ts="1.2", blocks=[{"type": "divider"}])

    assert slack.alone == [
        {"channel": "C1", "user": "UALEX", "thread_ts": "1.2", "text": "Noted.", "blocks": [{"type": "divider"}]}
    ]
    assert (slack.in_dm, slack.waited) == ([], waits)


@pytest.mark.parametrize(
    ("troubles", "waits"),
    [
        pytest.param([refusal("user_not_in_channel")], [], id="refused"),
        pytest.param([refusal("ratelimited", 429, **{"Retry-After": str(LONGEST_WAIT + 1)})], [], id="too-long-a-wait"),
        pytest.param([refusal("fatal_error")] * 4, list(PAUSES), id="trouble-that-stays"),
    ],
)
async def test_where_nothing_can_be_said_there_it_is_told_in_the_dm(
    troubles: list[Exception], waits: list[float]
) -> None:
    slack = Slack(*troubles)

    await tell(slack, thread_ts="1.2")

    assert slack.alone == []
    assert slack.in_dm == [{"channel": "DALEX", "text": "Noted.", "blocks": None}]
    assert slack.waited == waits


async def test_who_cannot_be_told_at_all_is_known_to_the_caller() -> None:
    with pytest.raises(SlackApiError):
        await tell(Slack(refusal("channel_not_found"), no_dm=True))
    with pytest.raises(aiohttp.ClientError):
        await tell(Slack(*[CUT] * 4))


async def test_a_dm_is_opened_for_it() -> None:
    slack = Slack()

    await tell_in_dm(slack, ALEX, text="Noted.")  # type: ignore[arg-type]  # a client

    assert slack.in_dm == [{"channel": "DALEX", "text": "Noted."}]


async def test_what_no_other_try_would_help_is_not_tried_again() -> None:
    slack = Slack(refusal("restricted_action"))

    with pytest.raises(SlackApiError):
        await insist(slack.chat_postEphemeral, sleep=slack.wait, text="Noted.")

    assert slack.waited == []
