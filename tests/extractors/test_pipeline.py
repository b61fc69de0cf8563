"""From a message to candidates: commands, secrets, spans, batches, explanations, and arbitrary input."""

import contextvars
import json
import os
import shutil
import threading
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest
import spacy
import thinc.backends
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractors.message import Message, clean
from extractors.parsing.parser import MODEL, Parser
from extractors.pipeline import Extractor
from memory.errors import InvalidValueError, StoreError
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import SENT, Read


def test_what_is_asked_to_be_remembered_is_kept_in_its_words(read: Read) -> None:
    (found,) = read("remember that the deploy key is in 1Password")

    assert (found.op, found.text) == (CandidateOp.ADD, "Deploy key is in 1Password")
    assert found.kind in {Kind.FACT, Kind.REFERENCE}


def test_two_things_to_remember_are_two_memories(read: Read) -> None:
    found = read("Remember: Inés has swimming on Thursdays at 5 and Teo has chess on Fridays")

    assert [one.text for one in found] == ["Inés has swimming on Thursdays at 5", "Teo has chess on Fridays"]


def test_a_condition_stays_with_what_is_to_be_remembered(read: Read) -> None:
    (found,) = read("make a note: the fume hood trips the breaker if the kettle is on")

    assert found.text == "Fume hood trips the breaker if the kettle is on"


def test_a_reason_does_not(read: Read) -> None:
    (found,) = read("remember that the gate stays shut because the dog runs away")

    assert found.text == "Gate stays shut"


def test_a_special_category_is_kept_when_asked(read: Read) -> None:
    assert read("I'm observing Lent this year") == []
    assert read("keep in mind that I'm observing Lent this year") != []


@pytest.mark.parametrize(
    "text",
    [
        "remember my wifi password is pangolin77",
        "please remember: my card is 4111 1111 1111 1111 exp 09/28",
        "remember this api key for me, it is for the other machine: `tw_fake_00aa11bb22cc`",
        "the gate code is 2219, hang on to it",
        "recuerda que la contraseña es Tizas2026",
    ],
)
def test_a_secret_is_refused_when_asked_to_remember_it(read: Read, text: str) -> None:
    (found,) = read(text)

    assert found.op is CandidateOp.REFUSE
    assert not any(character.isdigit() for character in found.text)


def test_what_stands_beside_a_secret_is_kept(read: Read) -> None:
    refused, kept = read("remember that the router is in the hallway cupboard and its admin password is banyan-drum-31")

    assert (refused.op, refused.text) == (CandidateOp.REFUSE, "admin password")
    assert kept.text == "Router is in the hallway cupboard"


@pytest.mark.parametrize(
    "text",
    [
        "Could you remember the recovery phrase of my wallet please? It goes velvet orbit cactus piano thunder lemon.",
        "can you remember our wifi password? It goes banyan-drum-31",
        "remember my gate code. It goes 4 4 1 9",
        "remember that the admin password reads banyan-drum-31",
    ],
)
def test_a_secret_that_is_spelled_out_behind_its_name_is_refused(read: Read, text: str) -> None:
    assert [found.op for found in read(text)] == [CandidateOp.REFUSE]


def test_where_a_secret_is_put_is_none(read: Read) -> None:
    (found,) = read("remember: the gate code goes on the back of the card")

    assert found.op is CandidateOp.ADD


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "keep in mind that our permits renew on 30 September and the activation key is SQ26-FAKE-0000-1111",
            "Permits renew on 2026-09-30",
        ),
        ("don't forget that the lab door code is 5530 and that Hani keeps the keys", "Hani keeps the keys"),
    ],
)
def test_what_is_told_besides_a_secret_is_kept_too(read: Read, text: str, kept: str) -> None:
    refused, told = read(text)

    assert (refused.op, told.op, told.text) == (CandidateOp.REFUSE, CandidateOp.ADD, kept)


def test_a_secret_nobody_asked_to_keep_is_passed_over(read: Read) -> None:
    assert read("my pin is 8832 lol") == []


def test_forget_tells_the_words_to_match(read: Read) -> None:
    (found,) = read("forget what I said about Hobart")

    assert (found.op, found.text) == (CandidateOp.FORGET, "Hobart")


def test_what_follows_a_command_is_read_too(read: Read) -> None:
    forget, new = read("Please forget my old number. I live in Porto.")

    assert (forget.op, new.text) == (CandidateOp.FORGET, "Lives in Porto")


def test_what_follows_the_old_fact_is_about_the_same_person(read: Read) -> None:
    found = read("forget that Inés has swimming, she's dropped it. She has judo on Mondays")

    assert [one.text for one in found] == ["Inés has swimming", "Inés has judo on Mondays"]


def test_undo_and_forget_everything_stand_alone(read: Read) -> None:
    assert [one.op for one in read("scratch that. I live in Porto")] == [CandidateOp.UNDO]
    assert [one.op for one in read("forget everything about me. I live in Porto")] == [CandidateOp.CONFIRM]


def test_other_languages_are_read(read: Read) -> None:
    assert [one.text for one in read("vivo en Vigo y trabajo en Acme")] == ["Vive en Vigo", "Trabaja en Acme"]
    assert [one.text for one in read("我对芒果过敏，I live in Porto.")] == [
        "对芒果过敏",
        "Lives in Porto",
    ]
    assert [one.text for one in read("recuerda que el horno está roto")] == ["El horno está roto"]
    assert [one.text for one in read("recuerda que vivo en Vigo")] == ["Vive en Vigo"]


def test_spans_lie_in_the_raw_message_where_it_was_said(extractor: Extractor) -> None:
    raw = ":wave: hi &amp; hello, *I live in Porto* :tada:"

    (found,) = extractor.extract(Message(text=raw, sent_at=SENT))

    assert found.span is not None
    assert "I live in Porto" in raw[slice(*found.span)]


def test_a_batch_gives_what_each_message_gives(extractor: Extractor) -> None:
    messages = [
        Message(text=text, sent_at=SENT) for text in ("I live in Porto", "", "undo", "I'm vegan and I work at Acme")
    ]

    assert list(extractor.extract_many(messages)) == [extractor.extract(message) for message in messages]


def test_an_explanation_names_clause_rule_guards_and_judge(extractor: Extractor) -> None:
    told = extractor.explain(Message(text="remember I live in Porto. Do I like tea?", sent_at=SENT))

    assert told.commands == [{"op": "add", "rule": "remember"}]
    assert told.clauses[0]["text"] == "do i like tea"
    assert "question" in told.clauses[0]["guards"]  # type: ignore[operator] # a list of names
    assert told.clauses[0]["kept"] is False


def test_one_extractor_serves_many_threads(extractor: Extractor) -> None:
    found: list[str] = []

    def work() -> None:
        for _ in range(5):
            found.extend(one.text for one in extractor.extract(Message(text="I live in Porto", sent_at=SENT)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == ["Lives in Porto"] * 20


def test_the_backend_is_looked_for_once(extractor: Extractor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that the event loop hands work to run it in a context of its own, in which spaCy knows no backend yet."""
    parser = Parser(extractor.parser.nlp)
    parser.words(clean("I live in Porto."))
    looking = Mock(wraps=thinc.backends.get_ops)
    monkeypatch.setattr(thinc.backends, "get_ops", looking)

    contextvars.Context().run(parser.words, clean("I live in Ghent."))

    assert not looking.called


def test_a_pipeline_can_be_given(extractor: Extractor) -> None:
    other = Extractor(extractor.parser.nlp)

    assert other.extract(Message(text="I live in Porto", sent_at=SENT))[0].text == "Lives in Porto"


def test_a_missing_pipeline_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="Install that spaCy pipeline, name its folder"):
        _ = Parser(pipeline=str(tmp_path / "none")).nlp


def test_a_package_without_its_pipeline_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractors.parsing.parser.MODEL", tmp_path / "none")

    with pytest.raises(StoreError, match="cannot be read"):
        _ = Parser().nlp


def test_a_pipeline_of_another_scheme_is_told(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")

    with pytest.raises(InvalidValueError, match="Its tagger has no NN: choose one with Penn tags"):
        _ = Parser(pipeline=str(tmp_path / "blank")).nlp


def test_another_pipeline_of_the_scheme_reads_messages(tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "other")

    (candidate,) = Extractor(pipeline=str(tmp_path / "other")).extract(Message(text="I live in Porto.", sent_at=SENT))

    assert candidate.text == "Lives in Porto"


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto. " * 625,
        "a" * 10_000,
        "(((((" * 2_000,
        "my " * 3_333,
        "I, " * 3_333,
        "remember that " * 714,
        "<@U1" * 2_500,
        "&gt;`*_~" * 1_250,
        "the " * 2_000 + "is in the drawer",
        "1 2 3 4 " * 1_250,
        "我" * 10_000,
    ],
)
def test_a_long_message_is_read(extractor: Extractor, text: str) -> None:
    for candidate in extractor.extract(Message(text=text, sent_at=SENT)):
        assert len(candidate.text) <= len(text)


PIECES = [
    *("I live in ", "Porto", " and ", "my name is ", "remember ", "that ", "forget ", "if ", "I'm ", "not "),
    *("`", "```", "&gt; ", "<@U02>", "\n", '"', "'", ":tada:", "<https://x.example|y>", "*", "_", "~", "(", ")", "–"),
    *("password is ", "hunter2x9", " 4 March ", "?", ". ", ", ", "我", "住在", "💥", "\u202e", "\x00"),
]


@settings(
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=25), st.sampled_from(["dm", "channel", "thread"])
)
def test_nothing_raises_and_every_span_lies_inside(extractor: Extractor, pieces: list[str], surface: str) -> None:
    raw = "".join(pieces)
    message = Message(
        text=raw, sent_at=datetime(2026, 3, 2, tzinfo=UTC), surface=surface, parent="Noted: Lives in Rome"
    )

    for candidate in extractor.extract(message):
        assert candidate.span is not None
        assert 0 <= candidate.span[0] <= candidate.span[1] <= len(raw)
        assert 0.0 <= candidate.confidence <= 1.0
        assert (candidate.kind is not None) == (candidate.op is CandidateOp.ADD)
        assert candidate.op is CandidateOp.FORGET or "password is hunter2x9" not in candidate.text


@pytest.mark.parametrize("wrap", ["&gt; {}", "```{}```", "`{}`", 'he said "{}" then', "> {}\nlol"])
@pytest.mark.parametrize("said", ["I live in Recife", "my name is Zorro", "I am allergic to nuts", "I work at Acme"])
def test_nothing_comes_from_inside_quotes_and_code(read: Read, wrap: str, said: str) -> None:
    assert read(wrap.format(said)) == []


@pytest.mark.parametrize(
    "text",
    [
        "I live in Lund, " + "sorry to ab " * 38 + "https://x.example",
        "please you destroy my whole memories completely " + "thanks " * 40 + "x",
        "it's only Ana Roe " + "from 6 " * 60 + "!",
        "bank account at " + "a" * 600 + " 5 number 2",
        "I use Vim to " + "a" * 2_000 + " !",
        "I was born September " + "1" * 2_000,
    ],
    ids=["sorry", "thanks", "from", "account", "letters", "digits"],
)
def test_however_often_something_is_said_it_is_read_to_its_end(read: Read, text: str) -> None:
    """A pattern that could part it in more than one way would never come back."""
    read(text)


@cache
def _said() -> list[tuple[str, str]]:
    """Return the words and surfaces of all labelled messages of the tests."""
    rows = [
        json.loads(line)
        for path in sorted((Path(__file__).parent / "fresh").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [(row["text"], row["surface"]) for row in rows]


@settings(
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "300")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.deferred(lambda: st.sampled_from(_said())), st.integers(0, 30), st.integers(1, 60))
def test_nothing_raises_where_a_message_breaks_off(
    extractor: Extractor, said: tuple[str, str], start: int, length: int
) -> None:
    """People send half a sentence: a message may begin and end with any of its words."""
    text, surface = said
    part = " ".join(text.split(" ")[start : start + length])

    for candidate in extractor.extract(Message(text=part, sent_at=SENT, surface=surface)):
        assert candidate.span is not None
        assert 0 <= candidate.span[0] <= candidate.span[1] <= len(part)


@pytest.mark.parametrize(
    "text",
    [
        "i hope so",
        "did you actually forget the thing about my old team or did you just say so",
        "the car -",
        "so",
        "the old pier and we never",
    ],
)
def test_what_breaks_off_behind_a_conjunction_is_read(text: str, extractor: Extractor) -> None:
    assert extractor.extract(Message(text=text, sent_at=SENT)) == []
