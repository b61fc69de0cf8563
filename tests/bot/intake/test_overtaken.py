"""A message whose edit or deletion arrives first counts as it stands."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.intake import overtaken
from bot.intake.overtaken import words_now
from bot.slack.posts import Act, Post
from tests.bot.office import Office, office

Json = dict[str, Any]


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


def answers(at: Office) -> list[str]:
    return [call["text"] for method, call, _ in at.wire.calls if method == "chat.postMessage"]


async def changed(at: Office, said: Json, text: str | None) -> None:
    """Change or delete a message; the bot hears of it."""
    workspace = at.workspace.workspace
    message = workspace.state.message(said["channel"], said["ts"])
    assert message is not None
    about = {"type": "message", "channel": said["channel"], "channel_type": "im", "event_ts": workspace.next_ts()}
    if text is None:
        workspace.delete(message)
        await at.event(**about, subtype="message_deleted", deleted_ts=said["ts"], previous_message=said)
        return
    workspace.change(replace(message, text=text))
    await at.event(**about, subtype="message_changed", message={**said, "text": text}, previous_message=said)


async def test_a_message_that_its_edit_overtook_counts_as_it_stands(at: Office) -> None:
    said = await at.say("U0ALEX", "I like ramen")
    await changed(at, said, "I like dal")

    await at.event(**said, channel_type="im")

    assert at.texts() == ["Likes dal"]
    assert "Got it." in answers(at)


async def test_a_message_that_its_deletion_overtook_is_not_answered(at: Office) -> None:
    said = await at.say("U0ALEX", "I like ramen")
    await changed(at, said, None)

    await at.event(**said, channel_type="im")

    assert at.texts() == []
    assert answers(at) == []
    assert at.intake.journal.waiting() == []


async def test_only_so_many_changes_are_held_in_mind(at: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overtaken, "MOST_NOTED", 2)
    changed = overtaken.Changed(at.intake.journal)
    for ts in ("1.0", "2.0", "3.0"):
        changed.note("T1", Post(Act.EDITED, "U0ALEX", "D0ALEX", ts, "9.0"))

    assert list(changed._lately) == ["T1/D0ALEX/2.0", "T1/D0ALEX/3.0"]


async def test_what_was_changed_before_the_start_is_found_in_the_journal(at: Office) -> None:
    changed, journal = overtaken.Changed(at.intake.journal), at.intake.journal
    journal.receive("T1/D0ALEX/1.0", "1.0", {})
    journal.receive("T1/D0ALEX/1.0/5.0/remember/U0DANA", "5.0", {})
    assert not await changed.knows("T1/D0ALEX/1.0", long_ago=True)

    journal.receive("T1/D0ALEX/1.0/6.0", "6.0", {})
    assert await changed.knows("T1/D0ALEX/1.0", long_ago=True)
    assert not await changed.knows("T1/D0ALEX/1.0", long_ago=False)


class Slack:
    def __init__(self, answer: Json | Exception) -> None:
        self._answer = answer

    async def conversations_replies(self, **asked: Any) -> Json:
        assert asked["ts"] == "1.0"
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"messages": [{"ts": "1.0", "text": "root"}, {"ts": "2.0", "text": "now"}]}, "now"),
        ({"messages": [{"ts": "1.0", "text": "root"}]}, None),
        ({"messages": [{"ts": "2.0", "subtype": "tombstone", "text": "This message was deleted."}]}, None),
        (SlackApiError("no", {"ok": False, "error": "thread_not_found"}), None),
        (SlackApiError("no", {"ok": False, "error": "missing_scope"}), "then"),
        (TimeoutError(), "then"),
    ],
    ids=["edited", "gone", "marked-as-gone", "thread-gone", "not-ours-to-read", "silence"],
)
async def test_what_a_reply_says_now(answer: Json | Exception, expected: str | None) -> None:
    post = Post(Act.POSTED, "U0ALEX", "D0ALEX", "2.0", "2.0", text="then", thread_ts="1.0")

    assert await words_now(Slack(answer), post) == expected  # type: ignore[arg-type]
