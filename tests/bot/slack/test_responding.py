"""What is answered at a response URL arrives, whatever Slack says first, and never waits for ever."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.patience import LONGEST_WAIT
from bot.slack.responding import PAUSES, PatientRespond

Trouble = tuple[int, dict[str, str]]
CUT: Trouble = (0, {})
FINE: Trouble = (200, {})


class Slack:
    """A response URL that answers as told, then takes everything. `waited` are the seconds between the tries."""

    def __init__(self, *troubles: Trouble) -> None:
        self._troubles = list(troubles)
        self.taken: list[str] = []
        self.waited: list[float] = []

    async def answer(self, request: web.Request) -> web.Response:
        status, headers = self._troubles.pop(0) if self._troubles else FINE
        if status == 0:
            assert request.transport is not None
            request.transport.abort()
        elif status == web.HTTPOk.status_code:
            self.taken.append((await request.json())["text"])
        return web.Response(text="ok", status=status or 200, headers=headers)

    async def wait(self, seconds: float) -> None:
        self.waited.append(seconds)

    @asynccontextmanager
    async def responding(self) -> AsyncIterator[PatientRespond]:
        app = web.Application()
        app.router.add_post("/response", self.answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = "http://{}:{}/response".format(*runner.addresses[0][:2])
        try:
            yield PatientRespond(response_url=url, client=AsyncWebClient(), sleep=self.wait)
        finally:
            await runner.cleanup()


@pytest.mark.parametrize(
    ("troubles", "waits"),
    [
        pytest.param([], [], id="none"),
        pytest.param([(500, {}), (503, {})], [1.0, 2.0], id="server-errors"),
        pytest.param([(429, {"Retry-After": "7"})], [7.0], id="too-many"),
        pytest.param([(429, {})], [1.0], id="too-many-and-no-word-for-how-long"),
    ],
)
async def test_an_answer_arrives_once_after_trouble_that_passes(troubles: list[Trouble], waits: list[float]) -> None:
    slack = Slack(*troubles)
    async with slack.responding() as respond:
        told = await respond(text="Here you are.", response_type="ephemeral")

    assert (told.status_code, slack.taken, slack.waited) == (200, ["Here you are."], waits)


async def test_an_answer_goes_out_again_when_connections_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slack_sdk.http_retry.async_handler.asyncio.sleep", Slack().wait)  # the SDK's own pause
    slack = Slack(CUT, CUT, CUT)
    async with slack.responding() as respond:
        await respond("Here you are.")

    assert slack.taken == ["Here you are."]
    assert slack.waited[:1] == [PAUSES[0]]


@pytest.mark.parametrize(
    "refusal", [(404, {}), (429, {"Retry-After": str(LONGEST_WAIT + 1)})], ids=["used", "too-long"]
)
async def test_what_no_other_try_would_help_is_not_tried_again(refusal: Trouble) -> None:
    slack = Slack(refusal)
    async with slack.responding() as respond:
        told = await respond(text="Here you are.")

    assert (told.status_code, slack.taken, slack.waited) == (refusal[0], [], [])


async def test_trouble_that_stays_is_given_up_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    slack = Slack(*[(500, {})] * 9)
    async with slack.responding() as respond:
        told = await respond(text="Something private.")

    assert (told.status_code, slack.waited) == (500, list(PAUSES))
    assert "An answer was lost: Slack did not take it (500)." in caplog.text
    assert "private" not in caplog.text


async def test_a_connection_that_breaks_each_time_is_told_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slack_sdk.http_retry.async_handler.asyncio.sleep", Slack().wait)
    slack = Slack(*[CUT] * 99)
    async with slack.responding() as respond:
        with pytest.raises(aiohttp.ClientError):
            await respond(text="Here you are.")
