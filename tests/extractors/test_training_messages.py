"""The labelled messages: their format, and the records made of them."""

import json
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from extractors.training import messages
from extractors.training.messages import Label, LabelFormatError, LabelledMessage, load, load_all, to_jsonl, to_record
from memory.records import CandidateOp, Kind

HEADING = "== Mon 2026-03-02 09:15 Dana Reyes\n\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "x-01.txt"
    path.write_text(text, encoding="utf-8")
    return path


def labels_of(folder: Path, *lines: str) -> tuple[Label, ...]:
    return load(written(folder, HEADING + "dm: whatever\n" + "\n".join(lines)))[0].labels


def test_a_message_has_the_person_and_the_time_of_its_heading(tmp_path: Path) -> None:
    path = written(
        tmp_path, HEADING + "# small talk\n\ndm: hello\n\n\nchannel: bye\n\n== Tue 2026-03-03 10:00 Al\n\ndm: x"
    )

    first, second, third = load(path)

    assert first == LabelledMessage(
        id="x-01-001",
        user_id="UX01001",
        user_name="Dana Reyes",
        surface="dm",
        sent_at=datetime(2026, 3, 2, 9, 15, tzinfo=UTC),
        text="hello",
    )
    assert (second.surface, second.sent_at.minute, second.user_id) == ("channel", 16, "UX01001")
    assert (third.id, third.user_id, third.user_name) == ("x-01-003", "UX01002", "Al")


def test_a_text_keeps_its_lines_and_what_it_answers(tmp_path: Path) -> None:
    path = written(tmp_path, HEADING + "^ who are you?\nthread: ```a\n|\n|   b```\n+ profile name | Name is [Dana]")

    (message,) = load(path)

    assert message.parent == "who are you?"
    assert message.text == "```a\n\n  b```"
    assert len(message.labels) == 1


def test_an_added_memory_has_kinds_attribute_key_words_and_date(tmp_path: Path) -> None:
    first, second = labels_of(
        tmp_path,
        "+ event/project | [Launch|go-live] is on [2026-05-19|19 May] @2026-05-19",
        "+ preference preference:flight seat | Always flies [aisle]",
    )

    assert first == Label(
        op=CandidateOp.ADD,
        text="Launch is on 2026-05-19",
        kinds=(Kind.EVENT, Kind.PROJECT),
        must=(("launch", "go-live"), ("2026-05-19", "19 may")),
        dated=date(2026, 5, 19),
    )
    assert (second.kinds, second.attribute) == ((Kind.PREFERENCE,), "preference:flight seat")


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("- [locker] number", Label(op=CandidateOp.FORGET, text="locker number", must=(("locker",),))),
        (
            "~ diet | Is [vegan|plant-based]",
            Label(op=CandidateOp.RETRACT, text="Is vegan", attribute="diet", must=(("vegan", "plant-based"),)),
        ),
        ("~ [Tea|chai] | milk", Label(op=CandidateOp.RETRACT, text="Tea | milk", must=(("tea", "chai"),))),
        ("! api key", Label(op=CandidateOp.REFUSE, text="api key")),
        ("?", Label(op=CandidateOp.CONFIRM)),
        ("<", Label(op=CandidateOp.UNDO)),
        ("@", Label(op=CandidateOp.REFERENCE_PREVIOUS)),
    ],
)
def test_each_sign_is_one_operation(tmp_path: Path, line: str, label: Label) -> None:
    assert labels_of(tmp_path, line) == (label,)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("== Tue 2026-03-02 09:15 Dana", 1, "2026-03-02 09:15 is a Mon, not a Tue"),
        ("== Mon 2026-13-02 09:15 Dana", 1, "is no time"),
        ("== Dana", 1, "is not a heading"),
        ("\ndm: hello", 2, "no heading above"),
        (HEADING + "mail: hello", 3, "not the start of a message"),
        (HEADING + "^ parent alone", 3, "not the start of a message"),
        (HEADING + "dm: a\n* b", 4, "starts with none of"),
        (HEADING + "dm: a\n+ Lives in [Porto]", 4, "needs kinds"),
        (HEADING + "dm: a\n+ profile location | Lives in Porto", 4, "marks no key words"),
        (HEADING + "dm: a\n+ hobby | Plays [chess]", 4, "'hobby' names no kinds"),
        (HEADING + "dm: a\n+ profile shoe size | Takes [38]", 4, "'shoe size' is no attribute"),
        (HEADING + "dm: a\n+ preference favourite: | Likes [jam]", 4, "is no attribute"),
        (HEADING + "dm: a\n+ event | [Starts] @2026-02-30", 4, "2026-02-30 is no day"),
        (HEADING + "dm: a\n+ profile | Is [Dana].", 4, "full stop"),
        (HEADING + "dm: a\n!", 4, "says nothing"),
    ],
)
def test_a_line_that_does_not_fit_is_named(tmp_path: Path, text: str, line: int, problem: str) -> None:
    with pytest.raises(LabelFormatError, match=f"x-01.txt, line {line}: .*{problem}"):
        load(written(tmp_path, text))


def test_a_record_has_the_fields_of_the_data_format(tmp_path: Path) -> None:
    path = written(tmp_path, HEADING + "dm: my bday is 4 july\n+ profile birthday | Birthday is [4 July|July 4]")

    assert to_record(load(path)[0]) == {
        "id": "x-01-001",
        "user": "UX01001",
        "user_name": "Dana Reyes",
        "surface": "dm",
        "sent_at": "2026-03-02T09:15:00Z",
        "text": "my bday is 4 july",
        "gold": [
            {
                "op": "add",
                "kind": ["profile"],
                "attribute": "birthday",
                "text": "Birthday is 4 July",
                "must": [["4 july", "july 4"]],
                "date": None,
            }
        ],
        "tags": ["lowercase"],
    }


def test_a_command_about_the_message_before_carries_its_text(tmp_path: Path) -> None:
    path = written(tmp_path, HEADING + "^ Noted: Likes jam\ndm: Scratch that\n<\n\ndm: remember this\n@")

    first, second = (json.loads(line) for line in to_jsonl(load(path)).splitlines())

    assert (first["parent"], first["gold"][0]["text"], first["tags"]) == (
        "Noted: Likes jam",
        "Noted: Likes jam",
        ["parent"],
    )
    assert second["gold"][0]["text"] == ""


def test_tags_tell_what_can_be_counted(tmp_path: Path) -> None:
    long = "Word " * messages.LONG_WORDS
    path = written(
        tmp_path,
        HEADING + f"dm: {long}\n+ event | [a] @2026-03-06\n+ fact | [b]\n~ [c]",
    )

    assert to_record(load(path)[0])["tags"] == ["long", "multi", "correction", "date"]


def test_the_command_line_prints_records_or_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HEADING + "dm: Hi\n\ndm: Ana here\n+ profile name | Name is [Ana]\n- [Ann]")

    messages.main([str(path)])
    records = capsys.readouterr().out
    messages.main(["--stats", str(path)])
    counts = capsys.readouterr().out

    assert [json.loads(line)["id"] for line in records.splitlines()] == ["x-01-001", "x-01-002"]
    assert "messages: all 2, people 1\nsurface: dm 2\nop: add 1, forget 1, none 1\nkind: profile 1\n" in counts


def test_without_files_the_command_line_reads_those_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    messages.main([])

    assert len(capsys.readouterr().out.splitlines()) == len(load_all())


def test_the_files_of_the_package_are_sound() -> None:
    """Loading checks every line; beyond that no text stands twice and no canonical text speaks in the first person."""
    everything = load_all()

    texts = Counter((message.text.casefold(), message.parent) for message in everything)
    canonical = [label.text for message in everything for label in message.labels]
    assert [text for text, count in texts.items() if count > 1] == []
    assert [text for text in canonical if text.startswith(("I ", "I'm ", "My ", "We ", "Our "))] == []


def test_records_are_read_as_they_are_written(tmp_path: Path) -> None:
    messages = load_all()[:300]
    path = tmp_path / "records.jsonl"
    path.write_text(to_jsonl(messages), encoding="utf-8")

    assert to_jsonl(load(path)) == to_jsonl(messages)


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "1"}'])
def test_a_record_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")

    with pytest.raises(LabelFormatError, match=r"records\.jsonl.*1.*no record"):
        load(path)
