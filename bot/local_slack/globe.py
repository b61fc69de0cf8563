"""An organisation of two workspaces, for apps that are installed into a whole organisation. Values only.

Mira is in both of them, under the same id, as people of an organisation are.
"""

from bot.local_slack.cast import CAST, Cast, Channel, Organisation, Team, User

GLOBE = Organisation(id="E0GLOBE", name="Globe organisation")

_BOT, _MIRA, _ELIF, _WADE = "U0GLOBEBOT", "U0MIRA", "U0ELIF", "U0WADE"

_MIRA_SHE = User(
    id=_MIRA,
    name="mira",
    display_name="Mira",
    real_name="Mira Okafor",
    color="d55aef",
    title="Chief of staff",
    is_admin=True,
    teams=("T0EAST", "T0WEST"),
)
_BOT_ITSELF = User(
    id=_BOT, name="memory-bot", display_name="memory-bot", real_name="memory-bot", color="9f69e7", is_bot=True
)


def _workspace(team: Team, member: User) -> Cast:
    """Return one of the two, with Mira and somebody who is only there."""
    everybody = (_MIRA, member.id, _BOT)
    return Cast(
        team=team,
        organisation=GLOBE,
        app_id=CAST.app_id,
        bot_id="B0GLOBEBOT",
        bot_user_id=_BOT,
        users=(_MIRA_SHE, member, _BOT_ITSELF),
        channels=(
            Channel(
                id=team.id.replace("T0", "C0"),
                name="general",
                type="channel",
                members=everybody,
                purpose=f"What everybody in {team.name} should know",
                creator=_MIRA,
                is_general=True,
            ),
            Channel(id="D0MIRA", name="mira", type="im", members=(_MIRA, _BOT)),
            Channel(id=member.id.replace("U0", "D0"), name=member.name, type="im", members=(member.id, _BOT)),
        ),
    )


EAST = _workspace(
    Team(id="T0EAST", name="East workspace", domain="east"),
    User(id=_ELIF, name="elif", display_name="Elif", real_name="Elif Kaya", color="e0a729", title="Sales"),
)
WEST = _workspace(
    Team(id="T0WEST", name="West workspace", domain="west"),
    User(id=_WADE, name="wade", display_name="Wade", real_name="Wade Brooks", color="50a0cf", title="Logistics"),
)
