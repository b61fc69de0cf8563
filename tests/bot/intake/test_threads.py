"""Whom the bot listens to in a thread, and what counts as sending it away."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.intake.spoken import sends_away, stops
from bot.intake.threads import Threads, calls_somebody
from bot.slack.posts import Act, Post

HOUR = timedelta(hours=1)


def said(text: str, at: float, *, by: str = "UANA", thread: float | None = 1.0, channel: str = "C1") -> Post:
    return Post(Act.POSTED, by, channel, f"{at:.6f}", f"{at:.6f}", text, f"{thread:.6f}" if thread else None)


@pytest.fixture
def threads(tmp_path: Path) -> Threads:
    threads = Threads(tmp_path / "threads.sqlite3", HOUR)
    threads.named("T1", said("<@UBOT> hi", 1.0, thread=None))
    return threads


def test_who_named_the_bot_is_heard_in_the_thread_of_that_message(threads: Threads) -> None:
    assert threads.hears("T1", said("and now?", 2.0))
    assert threads.hears("T1", said("and then?", 3.0))


def test_each_word_to_the_bot_gives_more_time(threads: Threads) -> None:
    assert threads.hears("T1", said("and now?", 3000.0))
    assert threads.hears("T1", said("and then?", 6000.0))
    assert not threads.hears("T1", said("and in the end?", 6000.0 + HOUR.total_seconds()))


@pytest.mark.parametrize(
    ("team_id", "post"),
    [
        pytest.param("T2", said("and now?", 2.0), id="another-workspace"),
        pytest.param("T1", said("and now?", 2.0, channel="C2"), id="another-channel"),
        pytest.param("T1", said("and now?", 2.0, thread=1.5), id="another-thread"),
        pytest.param("T1", said("and now?", 2.0, thread=None), id="no-thread"),
        pytest.param("T1", said("and now?", 2.0, thread=2.0), id="a-root-of-its-own"),
        pytest.param("T1", said("and now?", 2.0, by="UBOB"), id="somebody-else"),
        pytest.param("T1", said("<@UBOB> and now?", 2.0), id="to-somebody-else"),
        pytest.param("T1", said("and now?", 0.5), id="said-before"),
    ],
)
def test_nothing_else_is_heard(threads: Threads, team_id: str, post: Post) -> None:
    assert not threads.hears(team_id, post)


@pytest.mark.parametrize(
    "post",
    [
        pytest.param(said("I think so", 2.0, by="UBOB"), id="somebody-else-spoke"),
        pytest.param(said("<@UBOB> look", 2.0), id="they-turned-to-somebody"),
        pytest.param(said("thanks, that's all", 2.0), id="they-sent-it-away"),
    ],
)
def test_after_that_a_mention_is_needed(threads: Threads, post: Post) -> None:
    threads.hears("T1", post)

    assert not threads.hears("T1", said("and now?", 3.0))
    threads.named("T1", said("<@UBOT> and now?", 4.0))
    assert threads.hears("T1", said("and then?", 5.0))


def test_it_hears_that_it_is_sent_away(threads: Threads) -> None:
    assert threads.hears("T1", said("stop", 2.0))


def test_what_comes_late_changes_nothing(threads: Threads) -> None:
    threads.named("T1", said("<@UBOT> again", 10.0))

    assert not threads.hears("T1", said("I think so", 5.0, by="UBOB"))
    threads.named("T1", said("<@UBOT> hi", 6.0, by="UBOB"))
    assert threads.hears("T1", said("and now?", 11.0))


def test_a_mention_that_sends_it_away_opens_nothing(threads: Threads) -> None:
    threads.named("T1", said("<@UBOT> stop", 2.0))

    assert not threads.hears("T1", said("and now?", 3.0))


def test_it_is_known_after_a_restart(threads: Threads, tmp_path: Path) -> None:
    assert Threads(tmp_path / "threads.sqlite3", HOUR).hears("T1", said("and now?", 2.0))


def test_what_it_keeps_is_for_this_user_alone(threads: Threads, tmp_path: Path) -> None:
    path = tmp_path / "threads.sqlite3"
    assert path.stat().st_mode & 0o777 == 0o600

    path.chmod(0o644)
    threads.hears("T1", said("and now?", 2.0))
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_workspace_can_be_left(threads: Threads) -> None:
    threads.leave("T1")

    assert not threads.hears("T1", said("and now?", 2.0))


def test_what_is_over_is_dropped(threads: Threads) -> None:
    threads.named("T1", said("<@UBOT> hi", 9000.0, thread=None))

    assert not threads._run("SELECT user, spoken_at FROM ears WHERE thread = ?", ("1.000000",))


def test_without_patience_everybody_must_always_name_it(tmp_path: Path) -> None:
    threads = Threads(tmp_path / "threads.sqlite3", timedelta(0))
    threads.named("T1", said("<@UBOT> hi", 1.0, thread=None))

    assert not threads.hears("T1", said("and now?", 2.0))


def test_a_file_that_cannot_be_used_costs_nobody_an_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    threads = Threads(tmp_path, HOUR)
    threads.named("T1", said("<@UBOT> hi", 1.0, thread=None))

    assert not threads.hears("T1", said("and now?", 2.0))
    assert "Threads are not followed" in caplog.text


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("<@U1> can you look?", True),
        ("hey <@U1>, look", True),
        ("thanks <@U1|bob>!", True),
        ("ok, but <!here> look", True),
        ("<!subteam^S1> look", True),
        ("what does <@U1> drink?", False),
        ("remember that <@U1> leads tundra", False),
        ("see <#C1|general>", False),
        ("heyday", False),
        ("", False),
    ],
)
def test_to_turn_to_somebody_is_not_to_speak_of_them(text: str, calls: bool) -> None:
    assert calls_somebody(text) is calls


@pytest.mark.parametrize("text", ["stop", "Stop!", "<@UBOT> stop it", "please stop now", "never mind", "STOP WRITING"])
def test_stop(text: str) -> None:
    assert stops(text)
    assert sends_away(text)


@pytest.mark.parametrize(
    "text",
    [
        "thanks, that's all",
        "That's all for now, thanks!",
        "ok great, that’s it",
        "that will be all",
        "leave us alone",
        "you can go now",
        "be quiet please",
        "bye",
        "stop listening here",
        "danke, das war alles",
        "eso es todo, gracias",
        "c'est tout",
    ],
)
def test_the_talk_is_over(text: str) -> None:
    assert sends_away(text)
    assert not stops(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "thanks",
        "stop the deploy at 5",
        "is that all?",
        "that's all I know about Porto",
        "leave the key in 1Password",
    ],
)
def test_the_talk_goes_on(text: str) -> None:
    assert not sends_away(text)
    assert not stops(text)
