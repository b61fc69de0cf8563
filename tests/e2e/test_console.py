"""The console over a real Socket Mode connection: opened, clicked, and a dialog with an error below its field."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import serve
from bot.local_slack import events
from bot.local_slack.server import LocalWorkspace
from bot.local_slack.workspace import Workspace
from bot.parts import open_memory, utc_now
from bot.settings import Settings, load_settings
from bot.views import console as views
from memory.records import Origin
from tests.bot.office import ALEX, TEAM, words
from tests.local_slack.desk import MANIFEST, until


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Workspace]:
    """Run the bot against a local workspace, connected."""
    async with LocalWorkspace(MANIFEST) as local:
        connected = settings.model_copy(
            update={
                "slack_api_url": local.api_url,
                "slack_bot_token": SecretStr(local.bot_token),
                "slack_app_token": SecretStr(local.app_token),
                "slack_signing_secret": SecretStr(local.signing_secret),
            }
        )
        stop = asyncio.Event()
        running = asyncio.create_task(serve(connected, stop=stop))
        await until(lambda: local.workspace.outbox.transport.is_connected or running.done())
        yield local.workspace
        stop.set()
        await running


def home(workspace: Workspace) -> dict[str, Any]:
    return workspace.state.views.get("VHOMEU0ALEX", {"blocks": []})


async def interact(workspace: Workspace, kind: str, **more: Any) -> Any:
    payload = {
        "type": kind,
        "team": {"id": TEAM, "domain": "local"},
        "user": {"id": "U0ALEX", "team_id": TEAM},
        "trigger_id": workspace.interactions.trigger("U0ALEX", workspace.clock.now()),
        **more,
    }
    answer = await workspace.outbox.request("interactive", payload)
    assert answer.ok, answer.reason
    return answer.payload


def button(action_id: str, value: str) -> dict[str, str]:
    return {"type": "button", "action_id": action_id, "block_id": "b", "value": value, "action_ts": "1.3"}


async def test_a_memory_is_edited_from_the_home_tab(tmp_path: Path) -> None:
    settings = load_settings({"MEMORY_BOT_HOME": str(tmp_path), "MEMORY_BOT_CONFIG": str(tmp_path / "none.toml")})
    book = open_memory(settings)
    memory = book.remember(ALEX, "Lives in Porto", origin=Origin.DM, at=utc_now(), actor="U0ALEX").memory
    async with serving(settings) as workspace:
        opened = {"type": "app_home_opened", "user": "U0ALEX", "channel": "D0ALEX", "tab": "home", "event_ts": "1.2"}
        now = workspace.clock.now()
        workspace.outbox.event(events.envelope(opened, workspace.cast, event_id="Ev1", token="t", now=now))
        await until(lambda: "Lives in Porto" in words(home(workspace)))

        await interact(workspace, "block_actions", view=home(workspace), actions=[button(views.EDIT, memory.id)])
        await until(lambda: len(workspace.state.views) == 2)
        dialog = next(view for view in workspace.state.views.values() if view["type"] == "modal")
        fields = {"edit_0": {"text": {"type": "plain_text_input", "value": " "}}}
        refused = await interact(workspace, "view_submission", view={**dialog, "state": {"values": fields}})
        fields["edit_0"]["text"]["value"] = "Lives in Lisbon"
        taken = await interact(workspace, "view_submission", view={**dialog, "state": {"values": fields}})
        await until(lambda: "Lives in Lisbon" in words(home(workspace)))

    assert refused["response_action"] == "errors"
    assert set(refused["errors"]) == {"edit_0"}
    assert not taken
    assert [each.text for each in book.memories(ALEX)] == ["Lives in Lisbon"]
