"""remember, forget, import: what changes, what is asked first, what a second time does."""

import json
from pathlib import Path

import pytest

from bot.commands import writing
from memory.records import Person, Status
from tests.bot.commanding import ALEX, Run, remember, reopened, texts

DANA = Person("T0LOCAL", "U0DANA")


def test_remember_keeps_the_text_as_it_is_given(memory_bot: Run, home: Path) -> None:
    said = memory_bot("remember", "--user", "U0ALEX", "The", "gate", "is", "blue").out

    memory = reopened(home).memories(ALEX)[0]
    assert said == f"Remembered: The gate is blue [{memory.id}]\n"
    assert (memory.text, memory.kind, memory.origin) == ("The gate is blue", "fact", "admin")


def test_remember_takes_kind_attribute_and_time(memory_bot: Run, home: Path) -> None:
    for day, town in (("2026-03-02", "Lisbon"), ("2026-04-09T10:00:00+02:00", "Porto")):
        said = memory_bot(
            *("remember", "--user", "U0ALEX", "--kind", "profile", "--attribute", "location", "--at", day),
            f"Lives in {town}",
        ).out

    assert said.startswith("Remembered: Lives in Porto (before: Lives in Lisbon) [")
    memory = reopened(home).memories(ALEX)[0]
    assert (memory.kind, memory.attribute, memory.created_at.isoformat()) == (
        "profile",
        "location",
        "2026-04-09T08:00:00+00:00",
    )


def test_remember_says_what_was_known_already(memory_bot: Run) -> None:
    memory_bot("remember", "--user", "U0ALEX", "Drinks tea")

    assert memory_bot("remember", "--user", "U0ALEX", "Drinks tea").out.startswith("Known already: Drinks tea [")


def test_what_was_forgotten_since_stays_forgotten(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks tea")
    memory_bot("forget", "--user", "U0ALEX", "tea")

    said = memory_bot("remember", "--user", "U0ALEX", "--at", "2026-03-02", "Drinks tea").out

    assert said.startswith("Not remembered: it was forgotten after 2026-03-02.")
    assert texts(home) == []


def test_remember_json_tells_what_was_done(memory_bot: Run) -> None:
    done = memory_bot("remember", "--user", "U0ALEX", "Drinks tea", "--json").json

    assert (done["operation"], done["text"], done["known"], done["removed"]) == ("insert", "Drinks tea", False, [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["--kind", "mood", "tea"], "--kind 'mood' cannot be used. Use one of profile,", id="kind"),
        pytest.param(["--kind", "episode", "tea"], "--kind 'episode' cannot be used.", id="episode"),
        pytest.param(["--at", "soon", "tea"], "--at 'soon' cannot be used. Write a time", id="time"),
        pytest.param(["\u200b"], "text '\\u200b' cannot be used. Give some words", id="nothing visible"),
        pytest.param(["my password is hunter2-Tr0ub4dor"], "Secrets are never stored", id="a secret"),
    ],
)
def test_what_cannot_be_remembered_is_told(memory_bot: Run, home: Path, arguments: list[str], said: str) -> None:
    ended = memory_bot("remember", "--user", "U0ALEX", *arguments)

    assert ended.code == 1
    assert said in ended.err
    assert "hunter2" not in ended.err
    assert texts(home) == []


def test_forget_takes_all_that_matches_every_word(memory_bot: Run, home: Path) -> None:
    for text in ("Drinks green tea", "Drinks black tea", "Drinks coffee"):
        remember(home, text)

    said = memory_bot("forget", "--user", "U0ALEX", "green", "tea")

    assert (said.code, said.out) == (0, "Forgotten: Drinks green tea\n")
    assert sorted(texts(home)) == ["Drinks black tea", "Drinks coffee"]


def test_forget_by_id_leaves_its_likes(memory_bot: Run, home: Path) -> None:
    memory_id = remember(home, "Drinks green tea")
    remember(home, "Drinks black tea")

    assert memory_bot("forget", "--user", "U0ALEX", "--id", memory_id).out == "Forgotten: Drinks green tea\n"
    assert texts(home) == ["Drinks black tea"]


def test_forget_dry_run_changes_nothing(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks tea")

    soft = memory_bot("forget", "--user", "U0ALEX", "tea", "--dry-run").out
    hard = memory_bot("forget", "--user", "U0ALEX", "--all", "--hard", "--dry-run").out

    assert soft == hard == "Would forget: Drinks tea\n"
    assert texts(home) == ["Drinks tea"]


def test_forget_nothing_is_an_error(memory_bot: Run) -> None:
    ended = memory_bot("forget", "--user", "U0ALEX", "unicorns")

    assert (ended.code, ended.out) == (1, "")
    assert ended.err == (
        "There is no memory of that person that matches 'unicorns'. `memory-bot list` shows what there is.\n"
    )


def test_forget_json_tells_what_went_without_its_words(memory_bot: Run, home: Path) -> None:
    memory_id = remember(home, "Drinks tea")

    done = memory_bot("forget", "--user", "U0ALEX", "tea", "--json").json

    assert [(change["operation"], change["id"], change["text"]) for change in done] == [
        ("forget_soft", memory_id, None)
    ]


def test_hard_forget_asks_and_a_no_keeps_it(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks tea")

    refused = memory_bot("forget", "--user", "U0ALEX", "tea", "--hard", stdin="n\n")
    unanswered = memory_bot("forget", "--user", "U0ALEX", "tea", "--hard")

    assert (refused.code, unanswered.code) == (1, 1)
    assert "To remove with every copy: Drinks tea\nThis cannot be undone. Go on?" in refused.out
    assert refused.err.endswith(
        "Nothing was forgotten. Answer y to go on, or give --yes to go on without a question.\n"
    )
    assert texts(home) == ["Drinks tea"]


def test_hard_forget_leaves_no_copy_and_tells_where_it_was(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks oolong")

    said = memory_bot("forget", "--user", "U0ALEX", "oolong", "--hard", stdin="y\n").out

    assert "Forgotten: Drinks oolong\n" in said
    assert "2026-03-02.md: 1 line removed\n" in said
    assert not [path for path in home.rglob("*") if path.is_file() and b"oolong" in path.read_bytes()]


def test_hard_forget_takes_what_was_forgotten_softly_before(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks oolong")
    memory_bot("forget", "--user", "U0ALEX", "oolong")

    said = memory_bot("forget", "--user", "U0ALEX", "oolong", "--hard", "--yes")

    assert said.code == 0
    assert "oolong" not in "".join(path.read_text() for path in home.rglob("*.md"))


def test_forget_all_asks_and_takes_everything(memory_bot: Run, home: Path) -> None:
    for text in ("Drinks tea", "Lives in Porto"):
        remember(home, text)

    kept = memory_bot("forget", "--user", "U0ALEX", "--all", stdin="n\n")
    said = memory_bot("forget", "--user", "U0ALEX", "--all", stdin="y\n")

    assert "Forget all this?" in kept.out
    assert said.code == 0
    assert {memory.status for memory in reopened(home).memories(ALEX, status=None)} == {Status.FORGOTTEN}
    assert memory_bot("forget", "--user", "U0ALEX", "--all").err.startswith("There is no memory of that person")


def test_erase_asks_removes_every_copy_and_tells_where_it_was(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks oolong")
    folder = home / "teams/T0LOCAL/people/U0ALEX"
    (folder / "USER.md").write_text("Alex likes oolong.")

    dry = memory_bot("erase", "--user", "U0ALEX", "--dry-run")
    kept = memory_bot("erase", "--user", "U0ALEX", stdin="n\n")
    assert (folder / "USER.md").exists()
    said = memory_bot("erase", "--user", "U0ALEX", stdin="y\n")

    assert dry.out == "Would erase: 1 memory, 0 turns, the notes and settings of U0ALEX\n"
    assert kept.code != 0
    assert "teams/T0LOCAL/people/U0ALEX: everything removed" in said.out
    assert not [path for path in home.rglob("*") if path.is_file() and b"oolong" in path.read_bytes().lower()]


def test_erase_json_tells_what_was_removed(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks oolong")

    told = json.loads(memory_bot("erase", "--user", "U0ALEX", "--yes", "--json").out)

    assert (told["memories"], told["turns"]) == (1, 0)
    assert told["removed"]


def test_erase_nobody_is_an_error(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks oolong")

    assert "U0NOBODY" in memory_bot("erase", "--user", "U0NOBODY", "--yes").err


def notes(tmp_path: Path, *lines: dict[str, object] | str) -> str:
    path = tmp_path / "notes.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return str(path)


def test_import_keeps_ids_times_kinds_and_attributes(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    path = notes(
        tmp_path,
        {
            "id": "n 1/é",
            "user": "U0ALEX",
            "text": "Drinks tea",
            "at": "2026-03-02T10:00:00+01:00",
            "kind": "preference",
        },
        {"user": "U0DANA", "text": "Lives in Porto", "attribute": "location"},
    )

    assert memory_bot("import", "--jsonl", path).out == "2 lines read, 2 added, 0 known already.\n"

    memory = reopened(home).memories(ALEX)[0]
    assert (memory.id, memory.kind, memory.origin) == ("n 1/é", "preference", "import")
    assert memory.created_at.isoformat() == "2026-03-02T09:00:00+00:00"
    assert reopened(home).memories(DANA)[0].attribute == "location"


def test_importing_twice_adds_nothing(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    path = notes(
        tmp_path, {"id": "n1", "user": "U0ALEX", "text": "Drinks tea"}, {"user": "U0ALEX", "text": "Has a cat"}
    )
    memory_bot("import", "--jsonl", path)
    log = {path.name: path.read_bytes() for path in home.rglob("*.md")}

    assert memory_bot("import", "--jsonl", path).out == "2 lines read, 0 added, 2 known already.\n"
    assert {path.name: path.read_bytes() for path in home.rglob("*.md")} == log


def test_import_reads_standard_input(memory_bot: Run, home: Path) -> None:
    line = json.dumps({"user": "U0ALEX", "text": "Drinks tea"})

    assert memory_bot("import", "--jsonl", "-", stdin=f"{line}\n\n").out == "1 line read, 1 added, 0 known already.\n"
    assert texts(home) == ["Drinks tea"]


def test_import_dry_run_only_checks(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    path = notes(tmp_path, {"user": "U0ALEX", "text": "Drinks tea"})

    assert memory_bot("import", "--jsonl", path, "--dry-run").out == "1 line can be imported.\n"
    assert texts(home) == []


def test_import_tells_what_it_left_out_and_why(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    remember(home, "Drinks tea")
    memory_bot("forget", "--user", "U0ALEX", "tea")
    path = notes(
        tmp_path,
        {"user": "U0ALEX", "text": "Drinks tea", "at": "2026-03-01T09:00:00Z"},
        {"user": "U0ALEX", "text": "my password is hunter2-Tr0ub4dor", "mood": "careless"},
        {"user": "U0ALEX", "text": "Has a cat"},
    )

    said = memory_bot("import", "--jsonl", path)
    as_json = memory_bot("import", "--jsonl", path, "--json").json

    assert said.out.splitlines() == [
        "3 lines read, 1 added, 0 known already.",
        "1 line left out: forgotten since, and so not learned again.",
        "1 line left out for holding a secret: 2.",
        "Not used: mood.",
    ]
    assert texts(home) == ["Has a cat"]
    assert as_json == {"lines": 3, "added": 0, "known": 1, "forgotten": 1, "secrets": [2], "ignored": ["mood"]}


def test_many_secrets_are_not_all_listed(memory_bot: Run, tmp_path: Path) -> None:
    secret: dict[str, object] = {"user": "U0ALEX", "text": "my password is hunter2-Tr0ub4dor"}
    lines = [{**secret, "id": f"n{number}"} for number in range(writing.MOST_LISTED + 1)]

    said = memory_bot("import", "--jsonl", notes(tmp_path, *lines)).out

    assert "21 lines left out for holding a secret: 1, 2, 3," in said
    assert said.endswith("20 and more.\n")


def test_a_bad_file_is_told_and_nothing_is_imported(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    path = notes(tmp_path, {"user": "U0ALEX", "text": "Drinks tea"}, "{broken")

    ended = memory_bot("import", "--jsonl", path)

    assert ended.code == 1
    assert ended.err.startswith(f"{path}, line 2: it is not JSON")
    assert texts(home) == []


def test_a_missing_file_is_told(memory_bot: Run, tmp_path: Path) -> None:
    ended = memory_bot("import", "--jsonl", str(tmp_path / "none.jsonl"))

    assert ended.code == 1
    assert ended.err == (
        f"{tmp_path / 'none.jsonl'} cannot be read: No such file or directory. Name a file of JSON Lines in UTF-8.\n"
    )


def test_progress_is_shown_only_where_somebody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with writing._progress(2) as progress:
        progress(1)
        progress(1)

    assert capsys.readouterr() == ("", "")
