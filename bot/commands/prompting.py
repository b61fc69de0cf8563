"""`prompt`: what a model would be given for a message, with nothing sent and nothing kept."""

import time

from bot.audience import Place, PlaceKind
from bot.commands.opening import person_in
from bot.commands.output import print_json, print_line
from bot.parts import build_parts
from bot.replies.building import Prompt, build_prompt
from bot.settings import load_settings
from bot.slack.mrkdwn import escape
from bot.turn import Incoming, situation_of
from memory.errors import InvalidValueError

_PLACES = [PlaceKind.DM, PlaceKind.PUBLIC, PlaceKind.PRIVATE]


def show_prompt(
    team: str | None, user: str, text: str, *, place: str, channel: str | None, name: str | None, json: bool
) -> None:
    """Print the prompt of a message as if it was said now, in the person's DM or in a channel. Needs no model."""
    if place not in _PLACES:
        raise InvalidValueError("--place", place, f"Use one of {', '.join(_PLACES)}.")
    settings = load_settings()
    parts = build_parts(settings.model_copy(update={"model": None}))
    with parts.book as book:
        person = person_in(book, team, user)
        where = Place(PlaceKind(place), channel or f"{'D' if place == PlaceKind.DM else 'C'}{user[1:]}")
        incoming = Incoming(person, where, escape(text), f"{time.time():.6f}", name=name)
        prompt = build_prompt(book, situation_of(incoming, parts), settings)
    if json:
        print_json({"system": prompt.system, "messages": _messages(prompt)})
        return
    print_line(prompt.system)
    for message in _messages(prompt):
        print_line(f"\n[{message['role']}] {message['content']}")


def _messages(prompt: Prompt) -> list[dict[str, str]]:
    said = [
        {"role": role, "content": content}
        for turn in prompt.thread
        for role, content in (("user", turn.text), ("assistant", turn.reply))
        if content
    ]
    return [*said, {"role": "user", "content": prompt.message}]
