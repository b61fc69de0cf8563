"""Where and of whom notes are taken in a workspace: what admins choose, announced to whom it touches."""

import re
from dataclasses import replace

from bot.policy import Policy
from bot.requests.administration.acts import Act
from bot.requests.slash_answers import Notice, SlashAnswer
from bot.settings import Settings
from bot.slack.mrkdwn import escape

LISTENING = (
    "I take notes in this channel of what people say about themselves and their work, not only of what is said to me. "
    "An admin chose so. You alone see what I note of you, with Undo. {choice}"
)
LEAVE_OUT = "`{command} settings whole channels off` leaves you out."
OPT_IN = "I note nobody who does not say so with `{command} settings whole channels on`."
NO_LONGER = "I no longer listen to this whole channel; I take notes only of what is said to me."
LIKE_EVERYONE = (
    "An admin of this workspace chose that I take notes of what guests tell me about themselves and their work, as of "
    "everyone's. `{command} pause` stops it for you."
)
ONLY_WHEN_ASKED = "An admin of this workspace chose that I note only what guests ask me to remember."

_CHANNEL = re.compile(r"<#([CG]\w+)(?:\|[^>]*)?>|([CG][A-Z0-9]{5,})")
_CHOICES = {
    "deny": "closed: nothing said there is noted",
    "allow": "open; as long as any channel is allowed, all that are not are closed",
    "listen": "open as a whole: what people state there is noted, also when it is not said to me",
    "default": "as usual: what is said to me there is noted",
}


def channels(act: Act) -> SlashAnswer:
    """Choose what a channel is, or tell what is chosen."""
    choice, _, rest = act.words.partition(" ")
    if not choice:
        lines = [channels_told(act.policy), *(f"• `{act.command} channels {c} #channel`" for c in _CHOICES)]
        return SlashAnswer("\n".join(lines))
    named = _CHANNEL.search(rest)
    if choice not in _CHOICES or named is None:
        return SlashAnswer(f"Say it as `{act.command} channels {'|'.join(_CHOICES)} #channel`.")
    channel_id = named[1] or named[2]
    before = act.policy
    if before == before.with_channel(channel_id, choice):
        return SlashAnswer(f"<#{channel_id}> is that already.")
    act.change(lambda policy: policy.with_channel(channel_id, choice), f"channel {channel_id}: {choice}")
    notices: tuple[Notice, ...] = ()
    if choice == "listen":
        team_id = act.admin.team_id
        text = f"From now on: {listening_told(act.parts.settings)}{escape(act.because)}"
        notices = (Notice(channel_id, text, lambda: act.parts.policies.change(team_id, lambda _: before)),)
    elif channel_id in before.listening:
        notices = (Notice(channel_id, f"{NO_LONGER}{escape(act.because)}"),)
    return SlashAnswer(f"<#{channel_id}> is {_CHOICES[choice]}.", notices=notices)


def outsiders(act: Act) -> SlashAnswer:
    """Choose whether guests are noted like everyone, or tell it. Guests of whom anything is kept hear of a change."""
    wish = act.words.lower()
    if wish not in {"on", "off"}:
        return SlashAnswer(f"Guests are {outsiders_told(act.policy)}. `{act.command} outsiders on` or `off`.")
    if act.policy.outsiders is (wish == "on"):
        return SlashAnswer(f"Guests are {outsiders_told(act.policy)} already.")
    policy = act.change(lambda policy: replace(policy, outsiders=wish == "on"), f"outsiders: {wish}")
    text = (LIKE_EVERYONE if policy.outsiders else ONLY_WHEN_ASKED).format(command=act.own_command)
    known = act.parts.book.people(act.admin.team_id)
    notices = (
        Notice(each.user_id, text + escape(act.because)) for each in known if act.parts.standing.is_outsider(each)
    )
    told = f"Guests and people of other organisations are {outsiders_told(policy)}."
    return SlashAnswer(told, notices=tuple(notices))


def listening_told(settings: Settings) -> str:
    """Return what people are told in a channel that is open to notes as a whole."""
    choice = OPT_IN if settings.whole_channels_opt_in else LEAVE_OUT
    return LISTENING.format(choice=choice.format(command=settings.memory_command))


def channels_told(policy: Policy) -> str:
    """Return what is chosen of channels, in a few words of mrkdwn."""
    listed = [
        f"{what} {', '.join(f'<#{each}>' for each in sorted(ids))}"
        for what, ids in (
            ("closed", policy.denied),
            ("the only ones open", policy.allowed),
            ("open as a whole", policy.listening),
        )
        if ids
    ]
    return f"channels: {'; '.join(listed) or 'I take notes where I am mentioned'}"


def outsiders_told(policy: Policy) -> str:
    """Return what is chosen of guests, in a few words."""
    return "noted like everyone" if policy.outsiders else "noted only when they ask me to remember"
