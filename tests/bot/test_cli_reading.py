"""list, history, audit, export: what is remembered, told to people and to programs."""

import json
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.output import print_line, print_table
from memory.records import Episode, Origin
from tests.bot.commanding import ALEX, MARCH_2, Run, remember, reopened


def test_list_shows_what_holds_now(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Lisbon", attribute="location")
    porto = remember(home, "Lives in Porto", attribute="location", at=MARCH_2 + timedelta(days=38))

    shown = memory_bot("list", "--user", "U0ALEX").out.splitlines()

    assert shown[0].split() == ["learned", "kind", "memory", "id"]
    assert shown[1:] == [f"2026-04-09 09:15  fact  Lives in Porto  {porto}"]


def test_list_all_shows_how_the_others_ended_and_not_what_was_forgotten(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Lisbon", attribute="location")
    remember(home, "Lives in Porto", attribute="location", at=MARCH_2 + timedelta(days=38))
    remember(home, "Drinks tea", at=MARCH_2 + timedelta(days=1))
    memory_bot("forget", "--user", "U0ALEX", "tea")

    shown = memory_bot("list", "--user", "U0ALEX", "--all")
    as_json = memory_bot("list", "--user", "U0ALEX", "--all", "--json").json

    assert [line.split()[-1] for line in shown.out.splitlines()[1:]] == ["superseded", "forgotten", "active"]
    assert "tea" not in shown.out + json.dumps(as_json)
    assert [memory["text"] for memory in as_json] == ["Lives in Lisbon", None, "Lives in Porto"]


def test_list_json_gives_every_field(memory_bot: Run, home: Path) -> None:
    memory_id = remember(home, "Lives in Porto", attribute="location", value="Porto", confidence=0.9)

    assert memory_bot("list", "--user", "U0ALEX", "--json").json == [
        {
            "id": memory_id,
            "kind": "fact",
            "attribute": "location",
            "text": "Lives in Porto",
            "value": "Porto",
            "created_at": "2026-03-02T09:15:00Z",
            "confidence": 0.9,
            "status": "active",
            "dated": None,
            "confirmed_at": None,
            "ended_at": None,
            "origin": "dm",
            "supersedes": None,
            "replaced_by": None,
            "source": None,
        }
    ]


def test_nothing_remembered_is_said_with_the_home(memory_bot: Run, home: Path) -> None:
    assert memory_bot("list", "--user", "U0NOBODY").out == f"Nothing is remembered about U0NOBODY in {home}.\n"
    assert memory_bot("list", "--user", "U0NOBODY", "--json").json == []


def test_history_tells_what_replaced_what(memory_bot: Run, home: Path) -> None:
    remember(home, "Lives in Lisbon", attribute="location")
    remember(home, "Lives in Porto", attribute="location", at=MARCH_2 + timedelta(days=38))
    remember(home, "Drinks tea")
    memory_bot("forget", "--user", "U0ALEX", "tea")

    live = memory_bot("history", "--user", "U0ALEX", "live").out
    everything = memory_bot("history", "--user", "U0ALEX").out
    as_json = memory_bot("history", "--user", "U0ALEX", "live", "--json").json

    assert live == "2026-03-02 09:15  Lives in Lisbon  (superseded 2026-04-09)\n2026-04-09 09:15  Lives in Porto\n"
    assert live in everything
    assert "\n\n" in everything, "lineages stand apart"
    assert "2026-03-02 09:15  (forgotten 2" in everything
    assert [memory["text"] for memory in as_json[0]] == ["Lives in Lisbon", "Lives in Porto"]


def test_no_history_is_said(memory_bot: Run) -> None:
    assert memory_bot("history", "--user", "U0ALEX").out == "There is no history.\n"
    assert memory_bot("history", "--user", "U0ALEX", "tea").out == "There is no history about “tea”.\n"


def test_audit_tells_who_did_what_and_never_the_words(memory_bot: Run, home: Path) -> None:
    memory_id = remember(home, "Drinks tea")
    memory_bot("forget", "--user", "U0ALEX", "tea")

    everything = memory_bot("audit").out.splitlines()
    forgotten = memory_bot("audit", "--operation", "forget_soft", "--user", "U0ALEX").out.splitlines()
    none = memory_bot("audit", "--until", "2026-01-01").out
    early = memory_bot("audit", "--until", "2026-03-03T00:00:00+02:00", "--json").json
    latest = memory_bot("audit", "--limit", "1").out.splitlines()

    assert everything[0] == f"2026-03-02 09:15:00  insert         {memory_id}  of U0ALEX by U0ALEX"
    assert [line.split()[2] for line in everything] == ["insert", "forget_soft"]
    assert forgotten == everything[1:] == latest
    assert forgotten[0].endswith(f"{memory_id}  of U0ALEX by cli")
    assert none == ""
    assert [(line["operation"], line["target"]) for line in early] == [("insert", memory_id)]
    assert "tea" not in "".join(everything)


def test_audit_notes_stand_in_brackets(memory_bot: Run, home: Path) -> None:
    reopened(home).pause(ALEX, at=MARCH_2, actor="U0ALEX")

    assert memory_bot("audit").out.endswith("of U0ALEX by U0ALEX  (paused)\n")


def test_turns_are_shown_newest_first_and_found_by_their_words(memory_bot: Run, home: Path) -> None:
    memory_id = remember(home, "Drinks tea")
    with reopened(home) as book:
        for number, text in enumerate(("maybe a kayak", "hi\nthere", "I drink tea")):
            at = MARCH_2 + timedelta(days=number)
            captured = (memory_id,) if "tea" in text else ()
            book.write_episode(
                ALEX,
                Episode(
                    at=at, channel_id="C1", ts=f"{number}.0", text=text, reply="ok", origin=Origin.DM, captured=captured
                ),
            )

    latest = memory_bot("turns", "--user", "U0ALEX", "--limit", "2").out.splitlines()
    found = memory_bot("turns", "--user", "U0ALEX", "kayaks")
    none = memory_bot("turns", "--user", "U0ALEX", "boat")
    memory_bot("forget", "--user", "U0ALEX", "tea")
    left = memory_bot("turns", "--user", "U0ALEX", "--json").json

    assert latest[:3] == ["2026-03-04 09:15  C1", "  U0ALEX: I drink tea", "  bot: ok"]
    assert latest[4] == "  U0ALEX: hi there"
    assert found.out.splitlines() == ["2026-03-02 09:15  C1", "  U0ALEX: maybe a kayak", "  bot: ok"]
    assert none.out == "There is no turn of U0ALEX with “boat”.\n"
    assert [turn["text"] for turn in left] == ["hi\nthere", "maybe a kayak"]


def test_export_prints_everything_held(memory_bot: Run, home: Path) -> None:
    remember(home, "Drinks tea")

    printed = memory_bot("export", "--user", "U0ALEX").json

    assert printed["user"] == "U0ALEX"
    assert [memory["text"] for memory in printed["memories"]] == ["Drinks tea"]


def test_an_export_that_does_not_fit_leaves_no_part_of_it(
    memory_bot: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(json, "dump", full)

    told = memory_bot("export", "--user", "U0ALEX", "--output", str(tmp_path / "alex.json"))

    assert (told.code, list(tmp_path.glob("*.json"))) == (1, [])
    assert "No space left on device" in told.err


def test_export_writes_a_new_file_for_its_owner_alone(memory_bot: Run, home: Path, tmp_path: Path) -> None:
    remember(home, "Drinks tea")
    target = tmp_path / "alex.json"

    written = memory_bot("export", "--user", "U0ALEX", "--output", str(target))
    again = memory_bot("export", "--user", "U0ALEX", "--output", str(target))
    nowhere = memory_bot("export", "--user", "U0ALEX", "--output", str(tmp_path / "no" / "where.json"))

    assert written.out == f"Everything held about U0ALEX is in {target}.\n"
    assert json.loads(target.read_text(encoding="utf-8"))["user"] == "U0ALEX"
    assert target.stat().st_mode & 0o777 == 0o600
    assert (again.code, again.err) == (1, f"{target}: it exists already. Name a new file.\n")
    assert nowhere.code == 1
    assert "No such file or directory" in nowhere.err


def test_half_a_character_pair_is_printed_as_a_question_mark(capsys: pytest.CaptureFixture[str]) -> None:
    print_line("half \ud83d of a pair")

    assert capsys.readouterr().out == "half ? of a pair\n"


def test_a_table_folds_on_a_terminal_and_stays_on_one_line_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ["[bold]not markup[/bold] :smile: " + "long " * 40]

    print_table(["memory"], [row])
    elsewhere = capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    print_table(["memory"], [row])
    on_a_terminal = capsys.readouterr().out

    assert elsewhere.splitlines() == ["memory", row[0].rstrip()]
    assert len(on_a_terminal.splitlines()) > 2
    assert "[bold]not markup[/bold] :smile:" in on_a_terminal
