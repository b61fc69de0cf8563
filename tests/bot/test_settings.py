"""Where settings come from, and what a wrong one says."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from bot.settings import VARIABLES, MemorySettings, Settings, config_path, environment, load_settings
from memory.errors import InvalidValueError
from memory.records import Kind

ROOT = Path(__file__).parents[2]


def settings_from(folder: Path, toml: str, **variables: str) -> Settings:
    (folder / "config.toml").write_text(toml, encoding="utf-8")
    return load_settings({"MEMORY_BOT_CONFIG": str(folder / "config.toml"), **variables})


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    settings = load_settings({"MEMORY_BOT_CONFIG": str(tmp_path / "config.toml")})

    assert (settings.host, settings.port, settings.slack_api_url) == ("127.0.0.1", 8765, "https://slack.com/api/")
    assert (settings.memory_command, settings.soul_command) == ("/memory", "/soul")
    assert settings.home.is_absolute()
    assert not settings.has_slack_tokens


def test_the_memory_table_keeps_its_names_and_defaults() -> None:
    assert MemorySettings().model_dump() == {
        "enabled": True,
        "auto_capture": True,
        "auto_recall": True,
        "recall_max_items": 6,
        "recall_max_chars": 1200,
        "min_profile_confidence": 0.70,
        "retention_days": 365,
        "retention_days_by_kind": {},
        "uninstalled_days": 30,
        "encoder": None,
        "pipeline": None,
        "schema_auto_migrate": True,
    }


def test_config_toml_is_read(tmp_path: Path) -> None:
    settings = settings_from(
        tmp_path, 'port = 9000\nmemory_command = "/me"\n[memory]\nrecall_max_items = 3\nenabled = false\n'
    )

    assert (settings.port, settings.memory_command) == (9000, "/me")
    assert (settings.memory.recall_max_items, settings.memory.enabled) == (3, False)


def test_each_kind_has_its_retention(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, "[memory]\nretention_days_by_kind = { event = 730 }\n")

    assert settings.memory.retention_days_by_kind == {Kind.EVENT: 730}


@pytest.mark.parametrize(
    ("value", "step"),
    [
        ("{ evnt = 1 }", "Name a kind"),
        ("{ episode = 1 }", "retention_days"),
        ("730", "Make it a table"),
        ("{ event = -1 }", "greater than or equal to 0"),
    ],
)
def test_a_wrong_retention_of_a_kind_is_told(tmp_path: Path, value: str, step: str) -> None:
    with pytest.raises(InvalidValueError, match=step):
        settings_from(tmp_path, f"[memory]\nretention_days_by_kind = {value}\n")


@pytest.mark.parametrize(
    ("admins", "listed"),
    [
        ('["U0DANA"]', {("T0ACME", "U0DANA"), ("T0OTHER", "U0DANA")}),
        ('{ T0ACME = ["U0DANA"] }', {("T0ACME", "U0DANA")}),
        ("[]", set()),
        ("{}", set()),
    ],
)
def test_admins_are_listed_for_all_workspaces_or_for_each(
    tmp_path: Path, admins: str, listed: set[tuple[str, str]]
) -> None:
    settings = settings_from(tmp_path, f"admins = {admins}")

    asked = {(team_id, user_id) for team_id in ("T0ACME", "T0OTHER") for user_id in ("U0DANA", "U0OMAR")}
    assert {each for each in asked if settings.lists_admin(*each)} == listed


@pytest.mark.parametrize("admins", ['"U0DANA"', "[7]", '{ T0ACME = "U0DANA" }', "3"])
def test_admins_that_are_no_list_are_refused(tmp_path: Path, admins: str) -> None:
    with pytest.raises(InvalidValueError, match=r"The setting admins in .* Give a list of ids"):
        settings_from(tmp_path, f"admins = {admins}")


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ('remember_emoji = "a brain"', "Give the name of an emoji"),
        ('undo_emoji = ""', "Give the name of an emoji"),
        ('undo_emoji = "brain"', "Give another emoji than that of remember_emoji"),
        ('remember_emoji = ":x:"', "Give another emoji than that of remember_emoji"),
        ('remember_shortcut = " "', "Give up to 24 characters on one line"),
        ('forget_shortcut = "Forget all that I have ever told you here"', "Give up to 24 characters"),
        (r'memories_shortcut = "My\nmemories"', "Give up to 24 characters on one line"),
    ],
)
def test_names_that_slack_would_not_take_are_refused(tmp_path: Path, line: str, step: str) -> None:
    with pytest.raises(InvalidValueError, match=step):
        settings_from(tmp_path, line)


def test_the_name_of_an_emoji_may_have_its_colons(tmp_path: Path) -> None:
    assert settings_from(tmp_path, 'remember_emoji = ":pushpin:"').remember_emoji == "pushpin"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    assert settings_from(tmp_path, "port = 9000", MEMORY_BOT_PORT="9001").port == 9001


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, "port = 9000", MEMORY_BOT_PORT="", SLACK_BOT_TOKEN="")

    assert settings.port == 9000
    assert not settings.has_slack_tokens


@pytest.mark.parametrize("variable", [name for name in VARIABLES if name != "MEMORY_BOT_DATABASE_URL"])
def test_each_variable_sets_its_knob(tmp_path: Path, variable: str) -> None:
    value = {
        "MEMORY_BOT_PORT": "9001",
        "MEMORY_BOT_MCP_PORT": "9002",
        "SLACK_API_URL": "https://slack.example/api/",
        "MEMORY_BOT_MODEL": "ollama:llama3.2",
        "MEMORY_BOT_MODEL_BASE_URL": "http://models.example/v1/",
        "MEMORY_BOT_PUBLIC_URL": "https://bot.example/",
    }.get(variable, "/somewhere")

    knob = getattr(settings_from(tmp_path, "", **{variable: value}), VARIABLES[variable])

    assert str(knob.get_secret_value() if isinstance(knob, SecretStr) else knob) == value


@pytest.mark.parametrize("model", ["claude", ":claude", "anthropic:"])
def test_a_model_without_its_provider_or_name_is_refused(tmp_path: Path, model: str) -> None:
    with pytest.raises(InvalidValueError, match=r"Write it as provider:name"):
        settings_from(tmp_path, f'model = "{model}"')


def test_a_blank_model_is_none(tmp_path: Path) -> None:
    assert settings_from(tmp_path, 'model = " "').model is None


def test_a_home_may_begin_with_a_tilde(tmp_path: Path) -> None:
    assert settings_from(tmp_path, 'home = "~/memories"').home == Path.home() / "memories"


def test_an_api_address_ends_with_a_slash(tmp_path: Path) -> None:
    settings = settings_from(tmp_path, "", SLACK_API_URL="http://127.0.0.1:1/api")

    assert settings.slack_api_url == "http://127.0.0.1:1/api/"


def test_dotenv_stands_behind_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MEMORY_BOT_PORT=9000\nSLACK_BOT_TOKEN=xoxb-1\nSLACK_APP_TOKEN=\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMORY_BOT_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.delenv("SLACK_BOT_TOKEN", raising=False)
    monkeypatch.delenv("SLACK_APP_TOKEN", raising=False)
    monkeypatch.setenv("MEMORY_BOT_PORT", "9001")

    settings = load_settings()

    assert settings.port == 9001
    assert settings.has_slack_tokens
    assert settings.slack_app_token is None


def test_a_dotenv_that_is_no_text_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(InvalidValueError, match=r"\.env' cannot be used\. It cannot be read"):
        environment()


def test_config_path_has_a_default_for_the_user() -> None:
    assert config_path({}).parts[-2:] == ("memory-bot", "config.toml")


@pytest.mark.parametrize(
    ("toml", "variables", "said"),
    [
        pytest.param("", {"MEMORY_BOT_PORT": "0"}, "MEMORY_BOT_PORT '0' cannot be used. ", id="port too low"),
        pytest.param("", {"MEMORY_BOT_PORT": "65536"}, "MEMORY_BOT_PORT '65536' cannot be used. ", id="port too high"),
        pytest.param("", {"MEMORY_BOT_PORT": "x"}, "'x' cannot be used. Give a whole number.", id="port no number"),
        pytest.param("port = 1.5", {}, "port in CONFIG '1.5' cannot be used. Give a whole number.", id="half a port"),
        pytest.param("prt = 1", {}, "prt in CONFIG '(not shown)' cannot be used. There is no such", id="unknown"),
        pytest.param("memory = 1", {}, "memory in CONFIG '1' cannot be used. Make it a table", id="no table"),
        pytest.param("[memory]\nrecall_max_items = 0", {}, "memory.recall_max_items in CONFIG '0'", id="no items"),
        pytest.param("[memory]\nrecall_max_chars = 199", {}, "memory.recall_max_chars in CONFIG '199'", id="few chars"),
        pytest.param("[memory]\nmin_profile_confidence = 1.1", {}, "_confidence in CONFIG '1.1'", id="too sure"),
        pytest.param("[memory]\nretention_days = -1", {}, "retention_days in CONFIG '-1'", id="negative days"),
        pytest.param("[memory]\nenabled = 3", {}, "'3' cannot be used. Give true or false.", id="no boolean"),
        pytest.param("[memory]\nmood = 3", {}, "memory.mood in CONFIG", id="unknown in memory"),
        pytest.param("[memory", {}, "The configuration 'CONFIG' cannot be used. It cannot be read", id="no TOML"),
        pytest.param('memory_command = "me"', {}, "'me' cannot be used. Give a slash", id="no command"),
        pytest.param('slack_api_url = "ftp://x"', {}, "'ftp://x' cannot be used. Give an address", id="no address"),
        pytest.param("home = 3", {}, "'3' cannot be used. Give a path in quotes", id="no path"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(tmp_path: Path, toml: str, variables: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidValueError) as told:
        settings_from(tmp_path, toml, **variables)

    expected = said.replace("CONFIG", str(tmp_path / "config.toml"))[:80]
    assert expected in str(told.value).replace("\n", " ")
    assert str(told.value).endswith(".")


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="It cannot be read"):
        load_settings({"MEMORY_BOT_CONFIG": str(tmp_path)})


def test_postgresql_is_refused_without_showing_its_password(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="no PostgreSQL support") as told:
        settings_from(tmp_path, "", MEMORY_BOT_DATABASE_URL="postgresql://bot:hunter2@db/bot")

    assert "hunter2" not in str(told.value)


def test_secrets_show_in_no_text_of_the_settings(tmp_path: Path) -> None:
    secrets = {name: f"very-{name}-secret" for name in VARIABLES if "TOKEN" in name or "SECRET" in name}

    settings = settings_from(tmp_path, "", **secrets)

    assert "secret'" not in str(settings).replace("client_secret'", "")
    assert not any(value in f"{settings!r} {settings}" for value in secrets.values())


def test_a_secret_of_the_wrong_type_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="not shown") as told:
        settings_from(tmp_path, "slack_bot_token = 12345")

    assert "12345" not in str(told.value)


def test_env_example_names_every_variable_and_sets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in (*VARIABLES, "MEMORY_BOT_CONFIG"):
        monkeypatch.delenv(name, raising=False)

    assert {line.partition("=")[0] for line in example.splitlines() if line and line[0] != "#"} == {
        *VARIABLES,
        "MEMORY_BOT_CONFIG",
    }
    assert not set(environment()) & {*VARIABLES, "MEMORY_BOT_CONFIG"}


def test_the_readme_lists_every_setting_with_its_default() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = "\n".join(rows(Settings))

    assert f"|---|---|---|---|\n{table}\n\n" in readme, f"the table in README.md should read:\n{table}"


def rows(model: type[BaseModel], prefix: str = "") -> list[str]:
    """Return the rows of the README's table for a model's knobs."""
    variables = {knob: f"`{name}`" for name, knob in VARIABLES.items()}
    plain: list[str] = []
    tables: list[str] = []
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            tables += rows(field.annotation, f"{prefix}{name}.")
            continue
        knob = f"{prefix}{name}"
        plain.append(f"| `{knob}` | {variables.get(knob, '')} | {default_of(name, field)} | {field.description} |")
    return [*plain, *tables]


def default_of(name: str, field: FieldInfo) -> str:
    if name == "home":
        return "the user's data folder"
    default: Any = field.get_default(call_default_factory=True)
    if default is None:
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"
