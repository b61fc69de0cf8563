"""Golden conversations with the hands: menus, reactions, App Home and modals, with the real program over Socket Mode.

Each file of `at_the_page/` is one workspace. A step names a person and what they use: words they say, or with `does`

- `shortcut`: its name, `about` a message that has these words, or about none;
- `react`, `unreact`: an emoji, `about` a message;
- `open`: `home` or `messages`;
- `click`: a button or a choice of a menu, the first one `beside` (below) a line with these words, in their topmost
  modal or else on their home tab;
- `press`: a button of the last message that they see with the words `on` in it, the first one `beside` these words;
- `send`: what they fill into the fields of the topmost modal, by label; `close`: `top` or `all` of their modals;
- `stop`: the answer to a message with these words.

A file that begins with `model` has a language model that answers so, one after the other; `waits` is one that does not.

What must show then: `bot` (posted for all, or in their DM), `told` (to them alone), `home` and `says` (lines of the
home tab and of the topmost modal), `reads` (lines of one message, whoever sees it), `modal` (its title, "" for none),
`errors` (below the fields, by label), `gone` (a line that neither the home tab nor a modal has any more), `offers`
(suggestions of what to say in their DM), `shows` (below a thread there: what the bot does).
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.bot.office import words
from tests.e2e.harness import PATIENCE, Talk, running
from tests.providers.server import Wait, provider, text

pytestmark = pytest.mark.e2e

FOLDER = Path(__file__).parent / "at_the_page"
PEOPLE = {name: f"U0{name.upper()}" for name in ("alex", "dana", "omar")}
DOES = {"say", "shortcut", "react", "unreact", "open", "click", "press", "send", "close", "stop"}
SHOWS = {"bot", "told", "home", "says", "reads", "modal", "errors", "gone", "offers", "shows"}
KEYS = {"does", "in", "about", "beside", "on", *SHOWS, *PEOPLE}

Json = dict[str, Any]


class Hands:
    """What one person does at the page, and what they see there."""

    def __init__(self, talk: Talk, user: str) -> None:
        self.talk, self.user = talk, user

    async def do(self, step: Json, value: Any) -> Json:
        """Do what a step says; return what the workspace answers."""
        match step.get("does", "say"):
            case "say":
                return {"ts": await self.talk.say(self.user, value, channel=await self._channel(step.get("in")))}
            case "shortcut":
                where = await self._message(step["about"]) if "about" in step else {}
                body = {"callback_id": await self._shortcut(value), "message_ts": where.get("ts"), **where}
                return await self._post("shortcuts", **body)
            case "react":
                return await self._post("reactions", name=value, **await self._message(step["about"]))
            case "unreact":
                return await self._delete("reactions", name=value, **await self._message(step["about"]))
            case "open":
                return await self._post("home", tab=value)
            case "click":
                view = await self._top()
                return await self._post("views/actions", view_id=view["id"], **used(view, value, step.get("beside")))
            case "press":
                found = [each async for each in self._messages() if step["on"] in words_of(each)]
                assert found, f"nobody sees {step['on']!r}"
                place = {"channel": found[-1]["channel"], "message_ts": found[-1]["ts"]}
                return await self._post("actions", **place, **used(found[-1], value, step.get("beside")))
            case "send":
                view = await self._top()
                return await self._post("views/submit", view_id=view["id"], values=filled(view, value))
            case "stop":
                asked = await self._message(value)
                await self._until_stoppable(asked)
                return await self._post("stop", channel=asked["channel"], thread_ts=asked["ts"])
            case _:
                view = await self._top()
                return await self._post("views/close", view_id=view["id"], everything=value == "all")

    async def sees(self, step: Json) -> bool:
        """Return whether this person sees what a step says, by now."""
        views = await self.views()
        top = views["modals"][-1] if views["modals"] else None
        home, modal = words(views["home"] or {"blocks": []}), words(top or {"blocks": []})
        messages = [message async for message in self._messages()]
        dm = await self.talk.get("/_control/messages", channel=self.user.replace("U0", "D0"), user=self.user)
        offered = [each["title"] for each in (dm["offer"] or {"prompts": []})["prompts"]]
        doing = [line for each in dm["talks"] for line in (each["status"], *each["loading_messages"])]
        return all(
            [
                "bot" not in step or any(m["text"] == step["bot"] and "ephemeral_to" not in m for m in messages),
                "told" not in step or any(m["text"] == step["told"] and "ephemeral_to" in m for m in messages),
                "modal" not in step or step["modal"] == (top["title"]["text"] if top else ""),
                all(line in home for line in step.get("home", ())),
                all(line in modal for line in step.get("says", ())),
                "reads" not in step or any(all(line in words_of(m) for line in step["reads"]) for m in messages),
                all(title in offered for title in step.get("offers", ())),
                all(line in doing for line in step.get("shows", ())),
                "gone" not in step or step["gone"] not in home + modal,
            ]
        )

    async def views(self) -> Json:
        return dict(await self.talk.get("/_control/views", user=self.user))

    async def _top(self) -> Json:
        views = await self.views()
        return dict(views["modals"][-1] if views["modals"] else views["home"])

    async def _until_stoppable(self, asked: Json) -> None:
        where = {"channel": asked["channel"], "user": self.user}
        async with self.talk.news() as news, asyncio.timeout(PATIENCE):
            while not any(each["can_stop"] for each in (await self.talk.get("/_control/messages", **where))["talks"]):
                await news.receive()

    async def _post(self, path: str, **body: object) -> Json:
        answer = await self.talk.post(f"/_control/{path}", user=self.user, **body)
        assert "error" not in answer, answer
        return dict(answer)

    async def _delete(self, path: str, **body: object) -> Json:
        return dict(await self.talk.delete(f"/_control/{path}", user=self.user, **body))

    async def _channels(self) -> list[Json]:
        channels = (await self.talk.get("/_control/state"))["channels"]
        return [each for each in channels if self.user in each["members"]]

    async def _channel(self, name: str | None) -> str | None:
        return next((each["id"] for each in await self._channels() if f"#{each['name']}" == name), None)

    async def _messages(self) -> AsyncIterator[Json]:
        for channel in await self._channels():
            query = {"channel": channel["id"], "user": self.user}
            for message in (await self.talk.get("/_control/messages", **query))["messages"]:
                yield {**message, "channel": channel["id"]}

    async def _message(self, text: str) -> Json:
        found = [each async for each in self._messages() if text in each["text"] and "ephemeral_to" not in each]
        assert found, f"nobody said {text!r}"
        return {"channel": found[-1]["channel"], "ts": found[-1]["ts"]}

    async def _shortcut(self, name: str) -> str:
        shortcuts = (await self.talk.get("/_control/state"))["shortcuts"]
        return str(next(each["callback_id"] for each in shortcuts if each["name"] == name))


def words_of(message: Json) -> str:
    """Return everything that a message says: its text, and what its blocks show."""
    return f"{message['text']}\n{words({'blocks': message.get('blocks') or []})}"


def used(view: Json, label: str, beside: str | None) -> Json:
    """Return the button with a label, or the menu that offers it, the first one after a line if that is given."""
    is_near = beside is None
    for block in view["blocks"]:
        is_near = is_near or str(beside) in words({"blocks": [block]})
        beside_it = [block["accessory"]] if "accessory" in block else []
        for element in [*beside_it, *block.get("elements", ())] if is_near else ():
            place = {"block_id": block["block_id"], "action_id": element.get("action_id")}
            if element["type"] == "button" and element["text"]["text"] == label:
                return place
            for judgement in (element[each] for each in ("positive_button", "negative_button") if each in element):
                if judgement["text"]["text"] == label:
                    return {**place, "value": judgement["value"]}
            for option in element.get("options", ()):
                if option["text"]["text"] == label:
                    return {**place, "value": option["value"]}
    raise AssertionError(f"there is no {label!r} beside {beside!r} in:\n{words(view)}")


def filled(view: Json, fields: Json) -> Json:
    """Return plain values by block id and action id for fields named by label; choices are named by their words."""
    values: Json = {}
    for block in inputs(view):
        if (label := block["label"]["text"]) not in fields:
            continue
        element, value = block["element"], fields[label]
        named = {option["text"]["text"]: option["value"] for option in element.get("options", ())}
        held = [named[each] for each in value] if isinstance(value, list) else named.get(value, value)
        values[block["block_id"]] = {element["action_id"]: held}
    assert len(values) == len(fields), f"not all of {sorted(fields)} are in:\n{words(view)}"
    return values


def inputs(view: Json) -> Iterator[Json]:
    return (block for block in view["blocks"] if block["type"] == "input")


async def until_seen(hands: Hands, step: Json, where: str) -> None:
    """Wait until a person sees what a step says, looking again whenever something changes in the workspace."""
    try:
        async with hands.talk.news() as news, asyncio.timeout(PATIENCE):
            while not await hands.sees(step):
                await news.receive()
    except TimeoutError:
        pytest.fail(f"{where}: this never showed: { {key: step[key] for key in SHOWS & set(step)} }")


def errors_by_label(view: Json, answer: Json) -> Json:
    labels = {block["block_id"]: block["label"]["text"] for block in inputs(view)}
    return {labels[block_id]: sentence for block_id, sentence in answer.get("errors", {}).items()}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
async def test_talk_at_the_page(path: Path, tmp_path: Path) -> None:
    first, *others = steps = yaml.safe_load(path.read_text(encoding="utf-8"))
    if "model" not in first:
        await play(steps, path, tmp_path)
        return
    script = [Wait() if each == "waits" else text(each) for each in first["model"]]
    async with provider(*script) as scripted:
        await play(others, path, tmp_path, **scripted.environment("anthropic"))


async def play(steps: list[Json], path: Path, home: Path, **environment: str) -> None:
    """Do all steps of a file with the real program."""
    async with running(home, **environment) as talk:
        for number, step in enumerate(steps, 1):
            where = f"{path.name}, step {number}"
            assert not set(step) - KEYS, f"{where}: unknown keys {set(step) - KEYS}"
            assert step.get("does", "say") in DOES, where
            who = next(name for name in PEOPLE if name in step)
            hands = Hands(talk, PEOPLE[who])
            before = await hands.views()

            answer = await hands.do(step, step[who])

            shown = errors_by_label(before["modals"][-1], answer) if step.get("does") == "send" else {}
            assert shown == step.get("errors", {}), where
            await until_seen(hands, step, where)
