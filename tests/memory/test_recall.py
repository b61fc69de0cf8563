from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall import RecallLimits, matches, recall
from memory.records import Memory, Query, Recalled, Source, Status
from tests.memory.recall_world import ALEX, DANA, NOW, asking, everyone, index_of, line, memory

MARCH = NOW.replace(month=3, day=1, hour=0)
APRIL = NOW.replace(month=4, day=1, hour=0)


DEFAULTS = RecallLimits()
RANKING = RecallLimits(threshold=0.0)


def recalled(query: Query, *memories: Memory, limits: RecallLimits = DEFAULTS) -> list[Recalled]:
    return recall(query, index_of(memories), reader=ALEX, visible=everyone, now=NOW, limits=limits)


def texts(query: Query, *memories: Memory, limits: RecallLimits = DEFAULTS) -> list[str]:
    return [item.memory.text for item in recalled(query, *memories, limits=limits)]


LISBON = memory(
    "Lives in Lisbon",
    id="LISBON",
    attribute="location",
    status=Status.SUPERSEDED,
    created_at=MARCH - timedelta(days=30),
    ended_at=APRIL + timedelta(days=20),
    replaced_by="PORTO",
)
PORTO = memory(
    "Lives in Porto", id="PORTO", attribute="location", created_at=APRIL + timedelta(days=20), supersedes="LISBON"
)
WHERE = asking("live", attributes=("location",))


def test_what_holds_now_answers() -> None:
    assert texts(WHERE, LISBON, PORTO, memory("Drinks tea")) == ["Lives in Porto"]


def test_the_past_answers_where_it_is_wanted() -> None:
    assert texts(asking("live", attributes=("location",), wants_history=True), LISBON, PORTO) == [
        "Lives in Porto",
        "Lives in Lisbon",
    ]


def test_as_of_then_the_memory_of_then_answers_and_its_successor_does_not() -> None:
    then = asking("live", attributes=("location",), since=MARCH, until=APRIL)

    [only] = recalled(then, LISBON, PORTO)

    assert only.memory == LISBON
    assert "held at the time asked for" in only.reasons
    assert "no longer so; the past was asked for" in only.reasons


def test_what_was_learned_later_may_still_answer_about_then() -> None:
    then = asking("rome", since=MARCH, until=APRIL)

    [only] = recalled(then, memory("Spent spring in Rome", created_at=APRIL))

    assert "from another time than asked for" in only.reasons


def test_what_is_dated_at_another_time_is_no_answer() -> None:
    then = asking("rome", since=MARCH, until=APRIL)
    trip = memory("Trip to Rome", dated=date(2026, 12, 1), days=1)

    assert texts(then, trip) == []
    assert texts(then, replace(trip, dated=date(2026, 3, 4))) == ["Trip to Rome"]


def test_what_is_dated_answers_a_question_for_a_time_alone() -> None:
    away = memory("Away from 2026-12-20 to 2027-01-03", dated=date(2026, 12, 20))
    dentist = memory("Dentist on 2026-12-01", dated=date(2026, 12, 1))
    on_new_year = asking("2027-01-01", since=datetime(2027, 1, 1, tzinfo=UTC), until=datetime(2027, 1, 2, tzinfo=UTC))

    [only] = recalled(on_new_year, away, dentist, memory("Likes tea"))

    assert only.memory == away
    assert "speaks of the time asked for" in only.reasons


def test_what_is_dated_does_not_answer_when_something_else_is_asked_of_that_time() -> None:
    then = asking("drink", since=MARCH, until=APRIL)

    assert texts(then, memory("Met Joana", dated=date(2026, 3, 6))) == []


@pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.INVALIDATED])
def test_what_was_forgotten_or_wrong_is_never_recalled(status: Status) -> None:
    history = asking("tea", wants_history=True)

    assert texts(history, memory("Likes tea", status=status)) == []


def test_small_talk_recalls_nothing() -> None:
    assert texts(asking("tea", small_talk=True), memory("Likes tea")) == []


def test_asked_about_what_was_never_said_nothing_comes_back() -> None:
    assert texts(asking("wifi", "password"), memory("Likes tea"), memory("Password manager is 1Password")) == []


def test_a_statement_needs_more_in_common_than_a_question() -> None:
    known = memory("The login page is built by Omar's team in Porto")
    words = ("login", "button", "colour")

    assert texts(asking(*words), known, limits=RecallLimits(threshold=0.2)) == [known.text]
    assert texts(asking(*words, is_question=False), known, limits=RecallLimits(threshold=0.2)) == []


def test_without_a_threshold_the_whole_ranking_comes_back() -> None:
    known = [memory("Likes tea"), memory("Likes coffee with a long explanation of why it must be this one")]
    limits = RecallLimits(max_items=10, max_chars=None, threshold=0.0)

    assert len(texts(asking("tea", "coffee", "wifi", "printer", is_question=False), *known, limits=limits)) == 2


def test_items_and_characters_are_bounded() -> None:
    known = [memory(f"Likes tea {'x' * length}") for length in (1, 2, 3)]

    assert len(texts(asking("tea"), *known, limits=RecallLimits(max_items=2))) == 2
    assert len(texts(asking("tea"), *known, limits=RecallLimits(max_chars=25))) == 2
    assert texts(asking("tea"), *known, limits=RecallLimits(max_items=0)) == []


def test_a_memory_too_long_for_the_room_left_gives_way_to_a_shorter_one() -> None:
    known = [memory("Likes tea " + "and more tea " * 20), memory("Likes tea with something else")]

    assert texts(asking("tea"), *known, limits=RecallLimits(max_chars=60)) == ["Likes tea with something else"]


def test_a_memory_too_long_for_all_the_room_is_shortened() -> None:
    known = memory("Likes tea " + "and more tea " * 20)

    assert texts(asking("tea"), known, limits=RecallLimits(max_chars=40)) == [
        "Likes tea and more tea and m [truncated]"
    ]


def test_a_long_note_that_holds_all_that_is_asked_for_answers() -> None:
    runbook = "Failover runbook of the billing database: " + " ".join(
        f"restart host{n}, then wait;" for n in range(200)
    )
    found = asking("failover", "runbook", "billing", "database")

    assert texts(found, memory(runbook), memory("Likes tea"), limits=RecallLimits(max_chars=None)) == [runbook]


def test_no_two_items_say_the_same() -> None:
    known = [memory("Likes green tea"), memory("Likes the green tea"), memory("Buys tea in Porto, green")]

    assert len(texts(asking("green", "tea"), *known)) == 2


def test_what_is_not_visible_is_never_recalled() -> None:
    index = index_of([memory("Likes tea", subject=DANA)])

    assert recall(asking("tea"), index, reader=ALEX, visible=lambda m: m.subject == ALEX, now=NOW) == []


def test_the_reasons_are_told_in_words() -> None:
    [tea] = recalled(asking("tea", "beverage"), memory("Likes tea", days=3), limits=RecallLimits(threshold=0.1))
    [boss] = recalled(asking("boss", attributes=("manager",)), memory("Manager is Joana", attribute="manager", days=0))
    hers = recalled(WHERE, memory("Lives in Rome", attribute="location", subject=DANA), limits=RANKING)
    [coffee] = recalled(asking("coffee"), memory("Prefers oat flat whites", attribute="preference:coffee", days=1))
    [old] = recalled(asking("tea"), memory("Likes tea", days=800), limits=RecallLimits(threshold=0.1))
    [month] = recalled(asking("tea"), memory("Likes tea", days=31))

    assert hers[0].reasons[1] == "of someone else than asked about"
    assert coffee.reasons == ("words like: coffee", "learned 1 day ago")
    assert tea.reasons == ("same words: tea", "learned 3 days ago")
    assert boss.reasons == ("words like: boss", "asked for: manager", "learned today")
    assert old.reasons[-1] == "learned 2 years ago"
    assert month.reasons[-1] == "learned 1 month ago"


def test_what_was_said_beside_says_so() -> None:
    known = [
        line("Where was the picnic", talk="C1", created_at=NOW),
        line("By the old lighthouse", talk="C1", created_at=NOW + timedelta(minutes=1)),
    ]

    _, beside = recalled(asking("picnic"), *known, limits=RecallLimits(threshold=0.0))

    assert beside.reasons[0] == "said right beside what was asked for"


@given(st.permutations(range(6)))
def test_the_order_of_learning_them_does_not_change_the_order_of_recall(order: list[int]) -> None:
    known = [memory(f"Likes tea {n}", created_at=NOW, id=f"K{n}") for n in range(6)]

    assert [m.memory.id for m in recalled(asking("tea"), *(known[n] for n in order))] == [f"K{n}" for n in range(6)]


@pytest.mark.parametrize(
    ("query", "one", "meant"),
    [
        pytest.param(asking("deploy", "key"), memory("Deploy key is in 1Password"), True, id="all words"),
        pytest.param(asking("deploy", "key"), memory("Piano key is C major"), False, id="one word of two"),
        pytest.param(asking("hate", "cilantro"), memory("Dislikes cilantro"), True, id="synonym"),
        pytest.param(asking("cilanrto"), memory("Dislikes cilantro"), True, id="typo"),
        pytest.param(asking("port"), memory("Lives in Porto"), False, id="short near miss"),
        pytest.param(WHERE, memory("Porto", attribute="location"), True, id="attribute"),
        pytest.param(asking("live", "porto"), memory("Based in Lisbon", attribute="location"), False, id="other value"),
        pytest.param(asking("phone"), memory("+351 912", attribute="phone"), True, id="name of its attribute"),
        pytest.param(
            asking("working", "hours"), memory("9 to 5", attribute="working_hours"), True, id="attribute words"
        ),
        pytest.param(asking("dog", attributes=("pet",)), memory("Two cats", attribute="pet"), False, id="other sort"),
        pytest.param(
            asking("dog", attributes=("pet",)), memory("A dog, Churro", attribute="pet"), True, id="that sort"
        ),
        pytest.param(WHERE, memory("Launch moved to March", attribute="date:launch"), False, id="another attribute"),
        pytest.param(asking(), memory("Lives in Porto"), False, id="nothing asked"),
    ],
)
def test_what_a_person_means_by_these_words(query: Query, one: Memory, meant: bool) -> None:
    assert matches(query, one) is meant


def test_what_was_learned_in_the_channel_asked_about_goes_before() -> None:
    here = memory("Decided to use Postgres", source=Source("COPS", "1.0"), days=20)
    elsewhere = memory("Decided to use Redis", source=Source("CWEB", "2.0"))
    query = asking("decide", "ops")

    assert texts(replace(query, channels=("COPS",)), here, elsewhere) == ["Decided to use Postgres"]
    assert texts(query, here, elsewhere) == []
    [found] = recalled(replace(query, channels=("COPS",)), here)
    assert "learned in the channel asked about" in found.reasons


def test_to_have_been_learned_in_the_channel_alone_proves_nothing() -> None:
    assert texts(asking("cake", channels=("COPS",)), memory("Uses Postgres", source=Source("COPS", "1.0"))) == []
