"""Golden conversations while people come and go and channels change, with the real program over Socket Mode.

Each file of `in_the_workspace/` is one workspace. A step names a person and what they say, `in` their DM by default or
a channel, and what the bot answers (`bot`) or tells them alone (`told`); or with `does` what they do:

- `add`: a person, such as `{name: Gus, role: guest, channels: ["#projects"]}`; they are called gus from then on;
- `person`: what becomes of somebody, such as `{who: omar, role: guest}` or `{who: omar, deactivated: true}`;
- `make`: a channel, such as `{name: joint, is_shared: true, members: [dana, memorybot]}`;
- `change`: what becomes of the channel `in`, such as `{is_private: true}`;
- `invite`, `remove`: somebody, into the channel `in` or out of it; `leave`: the channel `in`;
- `look`: the channels that they see;
- `break`: a fault of Slack's from now on, such as `{kind: ratelimited, times: 2}`; `mend`: its kind, once it struck;
- `read`: all that the bot has posted in the channel, or in their DM, by now.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.harness import Message, Talk, running

pytestmark = pytest.mark.e2e

FOLDER = Path(__file__).parent / "in_the_workspace"
KEYS = {"does", "in", "bot", "told"}

Json = dict[str, Any]


class Stage:
    """A running program and workspace, and what people do there."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    async def play(self, step: Json) -> None:
        """Do what a step says, and wait for what it promises."""
        ((name, value),) = [(each, step[each]) for each in step if each not in KEYS]
        user = user_id(name)
        if step.get("does") in {"break", "mend"}:
            await self._go_wrong(step["does"], value)
        elif step.get("does") == "read":
            assert await self._posted(await self._channel(step.get("in"), user)) == value
        elif step.get("does") == "look":
            assert [each for each, members in (await self._rooms()).items() if user in members] == value
        elif "does" in step:
            await self._manage(user, step, value)
        else:
            await self._say(user, step, value)

    async def _say(self, user: str, step: Json, text: str) -> None:
        channel = await self._channel(step.get("in"), user)
        if "bot" in step:
            assert await self.talk.answer(user, text, channel=channel) == step["bot"]
        else:
            await self.talk.say(user, text, channel=channel)
        if "told" in step:

            def is_told(message: Message) -> bool:
                return message.get("ephemeral_to") == user and message["text"] == step["told"]

            await self.talk.until(channel, is_told)

    async def _go_wrong(self, does: str, fault: Any) -> None:
        if does == "break":
            await _done(self.talk.post, "faults", **fault)
            return
        struck = (await self.talk.get("/_control/faults"))["happened"]
        assert struck.get(fault), f"{fault} never struck"
        await self.talk.delete("/_control/faults")

    async def _posted(self, channel: str) -> list[str]:
        messages = (await self.talk.get("/_control/messages", channel=channel))["messages"]
        return [each["text"] for each in messages if each["user"] == "U0MEMORYBOT"]

    async def _manage(self, user: str, step: Json, value: Any) -> None:
        place = {"user": user, "channel": await self._channel(step.get("in"), user)}
        match step["does"]:
            case "add":
                channels = [await self._channel(each, user) for each in value.get("channels", ())]
                await _done(self.talk.post, "people", **{**value, "channels": channels})
            case "person":
                rest = {name: given for name, given in value.items() if name != "who"}
                await _done(self.talk.patch, "people", user=user_id(value["who"]), **rest)
            case "make":
                members = [user_id(each) for each in value.get("members", ())]
                await _done(self.talk.post, "channels", **{**value, "user": user, "members": members})
            case "change":
                await _done(self.talk.patch, "channels", **place, **value)
            case "invite":
                await _done(self.talk.post, "members", **place, member=user_id(value))
            case "remove" | "leave":
                await _done(self.talk.delete, "members", **place, member=user_id(value))
            case unknown:
                raise AssertionError(f"nobody knows how to {unknown!r}")

    async def _channel(self, name: str | None, user: str) -> str:
        if name is None:
            return user.replace("U0", "D0")
        channels = (await self.talk.get("/_control/state"))["channels"]
        return str(next(each["id"] for each in channels if f"#{each['name']}" == name))

    async def _rooms(self) -> dict[str, list[str]]:
        channels = (await self.talk.get("/_control/state"))["channels"]
        return {f"#{each['name']}": each["members"] for each in channels if not each["is_im"]}


def user_id(name: str) -> str:
    """Return the id of whoever is called this in a talk."""
    return f"U0{name.upper()}"


async def _done(call: Callable[..., Awaitable[Any]], path: str, **body: object) -> None:
    answer = await call(f"/_control/{path}", **body)
    assert "error" not in answer, answer


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
async def test_talk_in_the_workspace(path: Path, tmp_path: Path) -> None:
    async with running(tmp_path) as talk:
        stage = Stage(talk)
        for number, step in enumerate(yaml.safe_load(path.read_text(encoding="utf-8")), 1):
            try:
                await stage.play(step)
            except (AssertionError, TimeoutError) as error:
                raise AssertionError(f"{path.name}, step {number}: {error!r}") from error


def test_there_are_talks_to_play() -> None:
    assert len(list(FOLDER.glob("*.yaml"))) >= 4
