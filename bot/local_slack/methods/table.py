"""All Web API methods by name."""

from bot.local_slack.methods import (
    agents,
    app,
    assistant,
    chat,
    conversations,
    files,
    oauth,
    reactions,
    streams,
    users,
    views,
)
from bot.local_slack.methods.call import Method

METHODS: dict[str, Method] = {
    **agents.METHODS,
    **app.METHODS,
    **assistant.METHODS,
    **chat.METHODS,
    **conversations.METHODS,
    **files.METHODS,
    **oauth.METHODS,
    **reactions.METHODS,
    **streams.METHODS,
    **users.METHODS,
    **views.METHODS,
}
