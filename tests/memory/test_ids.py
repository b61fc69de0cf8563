"""Ids are ULIDs that sort by time and in the order in which they were made."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from ulid import ULID

from memory.ids import Ids

TIMES = st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - Hypothesis adds the zone


@given(TIMES)
def test_an_id_is_a_ulid_of_its_time(at: datetime) -> None:
    made = Ids().new(at)

    assert str(ULID.from_str(made)) == made
    assert abs(ULID.from_str(made).datetime - at) < timedelta(milliseconds=2)


@given(TIMES)
def test_ids_of_one_moment_sort_as_they_were_made(at: datetime) -> None:
    ids = Ids()

    made = [ids.new(at) for _ in range(2000)]

    assert made == sorted(set(made))


def test_a_time_before_1970_counts_as_1970() -> None:
    assert Ids().new(datetime(1950, 1, 1, tzinfo=UTC)).startswith("0" * 10)


def test_two_makers_do_not_make_one_id() -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)

    assert Ids().new(at) != Ids().new(at)
