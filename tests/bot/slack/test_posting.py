"""A post is made once: waits are kept to, and what may stand already is looked for before it is posted again."""

import asyncio
from collections.abc import Iterable
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.errors import UndeliveredError
from bot.metrics import Metrics
from bot.slack.posting import EVENT_TYPE, LATE, PAUSES, Posting, find

ROOT = "1772442900.1"
MARK = f"{ROOT}/answer"
Json = dict[str, Any]


def refused(code: str, *, status: int = 200, **headers: str) -> SlackApiError:
    """Return what the SDK raises for an answer of Slack's."""
    answer = AsyncSlackResponse(
        client=None,
        http_verb="POST",
        api_url="chat.postMessage",
        req_args={},
        data={"ok": False, "error": code},
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        status_code=status,
    )
    return SlackApiError("refused", answer)


class LostError(Exception):
    """The post is made, and its answer gets lost."""


class Slack:
    """A thread. What comes of each post, and of each look at the thread, is told beforehand; afterwards all is well."""

    token = "xoxb-1"

    def __init__(self, posts: Iterable[Exception] = (), looks: Iterable[Exception] = ()) -> None:
        self._posts, self._looks = list(posts), list(looks)
        self.thread: list[Json] = [{"user": "UANA", "ts": ROOT}]
        self.tries = 0

    @property
    def posted(self) -> list[Json]:
        return self.thread[1:]

    async def chat_postMessage(self, **message: Any) -> None:  # noqa: N802 - the SDK's name
        self.tries += 1
        trouble = self._posts.pop(0) if self._posts else None
        if trouble is None or isinstance(trouble, LostError):
            self.thread.append({"user": "UBOT", **message})
        if isinstance(trouble, LostError):
            raise aiohttp.ServerDisconnectedError
        if trouble:
            raise trouble

    async def conversations_replies(self, **asked: Any) -> Json:
        assert (asked["oldest"], asked["include_all_metadata"]) == (ROOT, True)
        if self._looks:
            raise self._looks.pop(0)
        return {"messages": self.thread}


class Time:
    """Goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


async def post(slack: Slack, time: Time, *, posting: Posting | None = None, **more: Any) -> None:
    posting = posting or Posting(sleep=time.sleep, clock=time)
    message = {"channel": "D1", "thread_ts": ROOT, "text": "You live in Porto.", "blocks": None, **more}
    await posting.post(slack, MARK, **message)  # type: ignore[arg-type]


async def test_a_post_is_marked_and_made_at_once() -> None:
    slack, time = Slack(), Time()

    await post(slack, time)

    assert slack.posted[0]["metadata"] == {"event_type": EVENT_TYPE, "event_payload": {"mark": MARK}}
    assert time.slept == []


@pytest.mark.parametrize("lost", [1, 3])
async def test_a_post_whose_answer_was_lost_is_found_and_not_made_again(lost: int) -> None:
    slack, time = Slack([*([TimeoutError()] * (lost - 1)), LostError()]), Time()

    await post(slack, time)

    assert [message["text"] for message in slack.posted] == ["You live in Porto."]
    assert slack.tries == lost


@pytest.mark.parametrize(
    "trouble",
    [
        aiohttp.ClientOSError(),
        TimeoutError(),
        refused("internal_error"),
        refused("service_unavailable", status=503),
        refused("no idea", status=502),
    ],
    ids=["broken", "late", "internal-error", "unavailable", "gateway"],
)
async def test_what_went_wrong_on_the_way_is_tried_again(trouble: Exception) -> None:
    slack, time = Slack([trouble]), Time()

    await post(slack, time)

    assert len(slack.posted) == 1
    assert time.slept == [PAUSES[0]]


async def test_nothing_is_posted_again_before_the_thread_could_be_looked_at() -> None:
    slack, time = Slack([LostError()], looks=[aiohttp.ClientOSError(), refused("ratelimited")]), Time()

    await post(slack, time)

    assert slack.tries == 1
    assert time.slept == list(PAUSES[:3])


async def test_a_thread_that_we_may_not_read_is_posted_to_again() -> None:
    slack, time = Slack([TimeoutError()], looks=[refused("missing_scope")]), Time()

    await post(slack, time)

    assert len(slack.posted) == 1


async def test_a_rate_limit_is_kept_to_by_everybody_who_is_answered_there() -> None:
    time = Time()
    limited, behind, elsewhere = Slack([refused("ratelimited", status=429, Retry_After="20")]), Slack(), Slack()
    turned = asyncio.Event()

    async def wait_a_little(seconds: float) -> None:
        time.slept.append(seconds)
        turned.set()
        await asyncio.sleep(0)
        time.now += 5

    posting = Posting(sleep=wait_a_little, clock=time)
    waiting = asyncio.create_task(post(limited, time, posting=posting))
    await turned.wait()
    await post(elsewhere, time, posting=posting, channel="D2")
    assert time.slept == [20.0]
    await post(behind, time, posting=posting)
    await waiting

    assert len(time.slept) > 1
    assert time.now >= 120
    assert [each.tries for each in (limited, behind, elsewhere)] == [2, 1, 1]


async def test_a_rate_limit_that_lasts_too_long_is_left_for_later() -> None:
    slack, time = Slack([refused("ratelimited", status=429, Retry_After="600")]), Time()

    with pytest.raises(UndeliveredError):
        await post(slack, time)

    assert (slack.tries, time.slept) == (1, [])


async def test_a_rate_limit_that_names_no_time_is_waited_for_as_any_trouble() -> None:
    slack, time = Slack([refused("ratelimited", status=429), refused("ratelimited", status=429)]), Time()

    await post(slack, time)

    assert time.slept == list(PAUSES[:2])


async def test_a_refusal_that_stays_is_told_at_once() -> None:
    slack, time = Slack([refused("channel_not_found")]), Time()

    with pytest.raises(SlackApiError, match="channel_not_found"):
        await post(slack, time)

    assert (slack.tries, time.slept) == (1, [])


async def test_when_slack_takes_nothing_for_long_it_is_left_for_later() -> None:
    slack, time, metrics = Slack([refused("fatal_error")] * 10), Time(), Metrics()

    with pytest.raises(UndeliveredError, match="It stays in the journal"):
        await post(slack, time, posting=Posting(metrics, sleep=time.sleep, clock=time))

    assert slack.tries == len(PAUSES)
    assert b'memory_bot_posts_again_total{why="fatal_error"} 6.0' in metrics.page()


async def test_who_had_to_wait_long_is_told_why() -> None:
    limits = [refused("ratelimited", status=429, Retry_After="25")] * 3
    plain, rich, time = Slack(limits), Slack(limits), Time()
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "You live in Porto."}}

    await post(plain, time)
    await post(rich, time, blocks=[section])

    assert plain.posted[0]["text"] == f"{LATE}\nYou live in Porto."
    assert [block["type"] for block in rich.posted[0]["blocks"]] == ["context", "section"]
    assert LATE in str(rich.posted[0]["blocks"][0])


async def test_a_thread_tells_whether_a_post_of_ours_stands() -> None:
    slack = Slack()
    slack.thread.append({"user": "UBOT", "text": "somebody else's answer"})
    marked = {"event_type": EVENT_TYPE, "event_payload": {"mark": MARK}}

    async def stands(by: str | None = None) -> bool | None:
        return await find(slack, "D1", ROOT, MARK, by=by)  # type: ignore[arg-type]

    assert await stands() is False
    assert await stands(by="UBOT") is True
    slack.thread.append({"user": "UBOT", "metadata": {"event_type": "another", "event_payload": {"mark": MARK}}})
    assert await stands() is False
    slack.thread.append({"user": "UBOT", "metadata": marked})
    assert await stands() is True
