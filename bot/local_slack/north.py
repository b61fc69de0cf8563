"""A second workspace beside the first one, for apps that are installed into several. Values only."""

from bot.local_slack.cast import CAST, Cast, Channel, Team, User

_BOT, _NORA, _SVEN = "U0NORTHBOT", "U0NORA", "U0SVEN"

NORTH = Cast(
    team=Team(id="T0NORTH", name="North workspace", domain="north"),
    app_id=CAST.app_id,
    bot_id="B0NORTHBOT",
    bot_user_id=_BOT,
    users=(
        User(
            id=_NORA,
            name="nora",
            display_name="Nora",
            real_name="Nora Lind",
            color="e96699",
            title="Head of research",
            is_admin=True,
        ),
        User(id=_SVEN, name="sven", display_name="Sven", real_name="Sven Holm", color="4d5e26", title="Researcher"),
        User(
            id=_BOT, name="memory-bot", display_name="memory-bot", real_name="memory-bot", color="9f69e7", is_bot=True
        ),
    ),
    channels=(
        Channel(
            id="C0NORTH",
            name="general",
            type="channel",
            members=(_NORA, _SVEN, _BOT),
            purpose="What everybody in the north should know",
            creator=_NORA,
            is_general=True,
        ),
        Channel(id="D0NORA", name="nora", type="im", members=(_NORA, _BOT)),
        Channel(id="D0SVEN", name="sven", type="im", members=(_SVEN, _BOT)),
    ),
)
