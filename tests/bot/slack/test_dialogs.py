"""A dialog that stands is no error, whatever became of Slack's answer."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.slack.dialogs import PAUSES, open_dialog
from tests.bot.slack.refusing import refusal

CUT = aiohttp.ServerDisconnectedError()
VIEW = {"type": "modal", "blocks": []}


class Slack:
    """A client whose dialogs meet one trouble after another; `stands` tells whether the first one opened all the same.

    `opened` and `above` are the names of the dialogs that it was asked for.
    """

    def __init__(self, *troubles: Exception, stands: bool = False) -> None:
        self._troubles, self._stands = list(troubles), stands
        self.opened: list[str] = []
        self.above: list[str] = []
        self.waited: list[float] = []

    async def views_open(self, *, trigger_id: str, view: dict[str, Any]) -> None:
        self.opened.append(view["external_id"])
        if self._troubles:
            raise self._troubles.pop(0)

    async def views_push(self, *, trigger_id: str, view: dict[str, Any]) -> None:
        self.above.append(view["external_id"])

    async def views_update(self, *, external_id: str, view: dict[str, Any]) -> None:
        assert external_id == self.opened[0]
        if not self._stands:
            raise refusal("not_found")

    async def wait(self, seconds: float) -> None:
        self.waited.append(seconds)


async def opens(slack: Slack, **more: Any) -> bool:
    return await open_dialog(slack, VIEW, trigger_id="1.2", sleep=slack.wait, **more)  # type: ignore[arg-type]  # a client


@pytest.mark.parametrize(
    ("slack", "stands"),
    [
        pytest.param(Slack(), True, id="at-once"),
        pytest.param(Slack(CUT), True, id="at-the-second-try"),
        pytest.param(Slack(refusal("fatal_error"), refusal("", 503)), True, id="at-the-third-try"),
        pytest.param(Slack(refusal("expired_trigger_id")), False, id="too-late"),
        pytest.param(Slack(refusal("exchanged_trigger_id"), stands=True), False, id="used-by-another-click"),
        pytest.param(Slack(CUT, refusal("exchanged_trigger_id"), stands=True), True, id="cut-and-stands"),
        pytest.param(Slack(refusal("", 500), refusal("expired_trigger_id"), stands=True), True, id="5xx-and-stands"),
        pytest.param(Slack(CUT, refusal("expired_trigger_id")), False, id="cut-and-too-late"),
    ],
)
async def test_it_is_known_whether_a_dialog_stands(slack: Slack, stands: bool) -> None:
    assert await opens(slack) is stands
    assert len(set(slack.opened)) == 1, "each try has the same name"


async def test_a_dialog_stands_above_another() -> None:
    slack = Slack()

    assert await opens(slack, above=True)
    assert (len(slack.above), slack.opened) == (1, [])


@pytest.mark.parametrize(
    ("troubles", "raised", "waits"),
    [
        pytest.param([refusal("view_too_large")], SlackApiError, [], id="refused"),
        pytest.param([refusal("fatal_error")] * 3, SlackApiError, list(PAUSES), id="trouble-that-stays"),
        pytest.param([CUT] * 3, aiohttp.ClientError, list(PAUSES), id="cut-each-time"),
    ],
)
async def test_what_else_is_refused_is_an_error(
    troubles: list[Exception], raised: type[Exception], waits: list[float]
) -> None:
    slack = Slack(*troubles)

    with pytest.raises(raised):
        await opens(slack)

    assert slack.waited == waits
