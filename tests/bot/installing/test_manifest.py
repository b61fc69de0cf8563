"""The app's manifest: as configured, as Slack takes it, and as `memory-bot manifest` prints it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import bot.installing.manifest
from bot.installing.manifest import app_manifest, events_of, scopes_of
from bot.installing.manifest_rules import manifest_problems
from bot.settings import Settings
from tests.bot.commanding import Run

ROOT = Path(__file__).parents[3]
DEPLOYED = ROOT / "deploy" / "slack" / "manifest.json"
SCHEMA = ROOT.parent / "shared" / "slack" / "manifest.schema.2.0.0.json"
PUBLIC = "https://bot.example.com"

Manifest = dict[str, Any]


def configured(**changes: Any) -> Settings:
    return Settings.model_validate({"home": "/nowhere", **changes})


def test_what_is_printed_by_default_is_what_is_deployed(memory_bot: Run, home: Path) -> None:
    assert memory_bot("manifest").json == json.loads(DEPLOYED.read_text(encoding="utf-8"))


def test_the_commands_are_named_as_configured(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('memory_command = "/recall"\n')

    printed = memory_bot("manifest").json

    assert [command["command"] for command in printed["features"]["slash_commands"]] == ["/recall", "/soul"]


def test_the_shortcuts_are_named_as_configured(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    names = 'remember_shortcut = "Keep it"\nforget_shortcut = "Let it go"\nmemories_shortcut = "Mine"\n'
    (tmp_path / "config.toml").write_text(names)

    shortcuts = memory_bot("manifest").json["features"]["shortcuts"]

    assert {each["callback_id"]: each["name"] for each in shortcuts} == {
        "remember_this": "Keep it",
        "forget_learnt": "Let it go",
        "my_memories": "Mine",
    }


def test_for_http_everything_points_to_the_bot(memory_bot: Run, home: Path) -> None:
    printed = memory_bot("manifest", "--http", f"{PUBLIC}/").json

    assert printed["settings"]["event_subscriptions"]["request_url"] == f"{PUBLIC}/slack/events"
    assert printed["settings"]["interactivity"]["request_url"] == f"{PUBLIC}/slack/events"
    assert {command["url"] for command in printed["features"]["slash_commands"]} == {f"{PUBLIC}/slack/events"}
    assert printed["oauth_config"]["redirect_urls"] == [f"{PUBLIC}/slack/oauth_redirect"]
    assert printed["settings"]["socket_mode_enabled"] is False


def test_a_public_address_in_the_settings_means_http_unless_socket_mode_is_asked_for(
    memory_bot: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_BOT_PUBLIC_URL", PUBLIC)

    over_http, by_socket = memory_bot("manifest").json, memory_bot("manifest", "--socket").json

    assert over_http["settings"]["event_subscriptions"]["request_url"] == f"{PUBLIC}/slack/events"
    assert by_socket["settings"]["socket_mode_enabled"] is True
    assert "request_url" not in by_socket["settings"]["event_subscriptions"]


def test_organisations_and_expiring_tokens_are_settings() -> None:
    settings = app_manifest(configured(slack_org_deploy=True, slack_token_rotation=True))["settings"]

    assert (settings["org_deploy_enabled"], settings["token_rotation_enabled"]) == (True, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(("--http", "bot.example.com"), "--http 'bot.example.com' cannot be used", id="no address"),
        pytest.param(("--http", PUBLIC, "--socket"), "either --http with an address, or --socket", id="both"),
    ],
)
def test_what_makes_no_sense_is_refused(options: tuple[str, ...], said: str, memory_bot: Run, home: Path) -> None:
    ended = memory_bot("manifest", *options)

    assert ended.code != 0
    assert said in ended.err


def test_settings_that_make_a_bad_manifest_are_told(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('memory_command = "/same"\nsoul_command = "/same"\n')

    ended = memory_bot("manifest")

    assert (ended.code, ended.out) == (1, "")
    assert "features.slash_commands: two commands have one name." in ended.err


def test_the_manifest_of_an_installed_package_is_read_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = json.loads(DEPLOYED.read_text(encoding="utf-8"))
    packaged["display_information"]["name"] = "packaged"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "manifest.json").write_text(json.dumps(packaged))
    monkeypatch.setattr(bot.installing.manifest, "files", lambda package: tmp_path)

    assert app_manifest(configured())["display_information"]["name"] == "packaged"


def test_scopes_are_needed_or_optional() -> None:
    needed, optional = scopes_of(app_manifest(configured()))

    assert {"app_mentions:read", "assistant:write", "chat:write", "commands", "im:history"} <= needed
    assert {"channels:history", "reactions:read"} <= optional
    assert not needed & optional
    assert {"message.im", "app_mention", "app_uninstalled", "tokens_revoked"} <= events_of(app_manifest(configured()))


def test_a_manifest_of_nothing_has_no_scopes_and_no_events() -> None:
    assert scopes_of({}) == (frozenset(), frozenset())
    assert events_of({}) == frozenset()


# --- what Slack takes -------------------------------------------------------------------------------------------------

VARIANTS = [
    pytest.param({}, None, id="socket mode"),
    pytest.param({}, PUBLIC, id="http"),
    pytest.param({"slack_org_deploy": True, "slack_token_rotation": True}, PUBLIC, id="organisation"),
    pytest.param({"memory_command": "/" + "m" * 31, "soul_command": "/s"}, None, id="other commands"),
]


@pytest.mark.parametrize(("changes", "public_url"), VARIANTS)
def test_slack_takes_the_manifest(changes: dict[str, Any], public_url: str | None) -> None:
    assert manifest_problems(app_manifest(configured(**changes), public_url=public_url)) == []


@pytest.mark.skipif(not SCHEMA.exists(), reason="Slack's manifest schema is not beside this checkout")
@pytest.mark.parametrize(("changes", "public_url"), VARIANTS)
def test_slacks_own_schema_takes_it_too(changes: dict[str, Any], public_url: str | None) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))

    jsonschema.validate(app_manifest(configured(**changes), public_url=public_url), schema)


def put(*path: str | int, value: Any) -> Callable[[Manifest], None]:
    """Return a change of a manifest: a value put somewhere."""

    def change(manifest: Any) -> None:
        for step in path[:-1]:
            manifest = manifest[step]
        manifest[path[-1]] = value

    return change


def without(*path: str) -> Callable[[Manifest], None]:
    def change(manifest: Any) -> None:
        for step in path[:-1]:
            manifest = manifest[step]
        del manifest[path[-1]]

    return change


SHORT = {"name": "x", "type": "global", "callback_id": "x", "description": "x"}
FIRST_SHORTCUT = ("features", "shortcuts", 0)
WRONG = [
    pytest.param(without("display_information"), "display_information: is missing.", id="no display"),
    pytest.param(put("display_information", value="x"), "display_information: 'x' is no object.", id="no object"),
    pytest.param(
        put("display_information", "name", value="n" * 36), "has 36 characters; Slack takes 1 to 35", id="name"
    ),
    pytest.param(put("display_information", "name", value=7), "display_information.name: 7 is no text.", id="number"),
    pytest.param(put("display_information", "long_description", value="x"), "Slack takes 175 to 4000", id="too short"),
    pytest.param(put("features", "colour", value="red"), "features.colour: Slack knows no such field", id="unknown"),
    pytest.param(put("features", "shortcuts", value={}), "features.shortcuts: {} is no list.", id="no list"),
    pytest.param(put("features", "shortcuts", value=[]), "has 0 entries; Slack takes 1 to 10", id="none"),
    pytest.param(put(*FIRST_SHORTCUT, "name", value="n" * 25), "features.shortcuts[0].name: has 25", id="long"),
    pytest.param(put(*FIRST_SHORTCUT, "type", value="menu"), "'menu' is none of message, global.", id="type"),
    pytest.param(
        put("features", "slash_commands", 0, "command", value="memory"), "is not a name that begins with /", id="slash"
    ),
    pytest.param(put("features", "bot_user", "always_online", value=1), "1 is neither true nor false", id="flag"),
    pytest.param(put("_metadata", "major_version", value="2"), "'2' is no whole number", id="version as text"),
    pytest.param(
        put("settings", "event_subscriptions", "bot_events", value=["app_mention", "app_mention"]),
        "settings.event_subscriptions.bot_events: an entry stands there twice.",
        id="twice",
    ),
    pytest.param(
        put("settings", "interactivity", "request_url", value="bot.example.com"), "an address that begins", id="address"
    ),
]
SENSELESS = [
    pytest.param(
        put("features", "app_home", "messages_tab_read_only_enabled", value=True), "or nobody can write", id="read only"
    ),
    pytest.param(
        put("features", "shortcuts", value=[SHORT, SHORT]), "two shortcuts have one callback_id", id="shortcut"
    ),
    pytest.param(put("_metadata", "major_version", value=1), "_metadata.major_version: must be 2.", id="version"),
    pytest.param(put("settings", "socket_mode_enabled", value=False), "where Socket Mode is off", id="no transport"),
]


def changed(change: Callable[[Manifest], None]) -> Manifest:
    manifest = copy.deepcopy(app_manifest(configured()))
    change(manifest)
    return manifest


@pytest.mark.parametrize(("change", "said"), [*WRONG, *SENSELESS])
def test_what_slack_would_refuse_is_told_with_its_place(change: Callable[[Manifest], None], said: str) -> None:
    assert any(said in problem for problem in manifest_problems(changed(change)))


@pytest.mark.skipif(not SCHEMA.exists(), reason="Slack's manifest schema is not beside this checkout")
@pytest.mark.parametrize(("change", "said"), WRONG)
def test_slacks_own_schema_refuses_it_too(change: Callable[[Manifest], None], said: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(change), json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("nonsense", [{}, {"features": []}, {"settings": 1}, {"features": {"shortcuts": 3}}])
def test_whatever_is_given_is_judged_not_stumbled_over(nonsense: Manifest) -> None:
    assert "display_information: is missing." in manifest_problems(nonsense)
