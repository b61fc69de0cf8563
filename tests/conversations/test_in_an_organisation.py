"""Golden conversations in an organisation of two workspaces and one outside, with the real program let in by OAuth.

Each file of `in_an_organisation/` is one home. A step is what somebody says `at` a workspace (east and west are of the
organisation, north is not), `in` their DM by default or a channel, and what the bot answers (`bot`) or tells them alone
(`told`).
"""

from pathlib import Path

import pytest
import yaml

from bot.local_slack.globe import EAST, WEST
from bot.local_slack.north import NORTH
from tests.e2e.harness import Message, Talk
from tests.e2e.installing import let_in

pytestmark = pytest.mark.e2e

FOLDER = Path(__file__).parent / "in_an_organisation"
KEYS = {"at", "in", "bot", "told"}
WHERE = ("local", "north", "east", "west")


async def play(step: dict[str, str], talk: Talk) -> None:
    """Say what a step says, and wait for what it promises."""
    ((name, text),) = [(each, step[each]) for each in step if each not in KEYS]
    user, channel = f"U0{name.upper()}", None
    if "in" in step:
        channels = (await talk.get("/_control/state"))["channels"]
        channel = str(next(each["id"] for each in channels if f"#{each['name']}" == step["in"]))
    if "bot" in step:
        assert await talk.answer(user, text, channel=channel) == step["bot"]
    else:
        await talk.say(user, text, channel=channel)
    if "told" in step:

        def is_told(message: Message) -> bool:
            return message.get("ephemeral_to") == user and message["text"] == step["told"]

        await talk.until(str(channel), is_told)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
async def test_talk_in_an_organisation(path: Path, tmp_path: Path) -> None:
    places, names = [NORTH, EAST, WEST], ("North workspace", "Globe organisation")
    async with let_in(tmp_path, *names, neighbours=places, slack_org_deploy=True) as (_, talks):
        by_name = dict(zip(WHERE, talks, strict=True))
        for number, step in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
            try:
                await play(step, by_name[step["at"]])
            except (AssertionError, TimeoutError) as error:
                raise AssertionError(f"{path.name}, step {number}: {error!r}") from error

    assert {path.name for path in (tmp_path / "teams").iterdir()} <= {"E0GLOBE", "T0NORTH"}


def test_there_is_a_talk_to_play() -> None:
    assert list(FOLDER.glob("*.yaml"))
