"""Which workspaces are served, and what becomes known of those that are not."""

from datetime import UTC, datetime

import pytest

from bot.installing.served import Served
from bot.parts import utc_now


def test_a_refused_token_that_nobody_has_any_more_means_nothing() -> None:
    served = Served()
    served.serve("T1", "old", since=utc_now())
    served.serve("T1", "new", since=utc_now())

    served.refused("old", "token_revoked")

    assert (served.troubles, served.anybody) == ({}, True)


def test_nobody_is_left_when_the_only_workspace_is_refused() -> None:
    served = Served()
    served.serve("T1", "token", since=utc_now())

    served.refused("token", "token_revoked")
    assert not served.anybody

    served.serve("T1", "another", since=utc_now())
    assert (served.anybody, served.troubles) == (True, {})


def test_a_trouble_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    served = Served()

    for _ in range(3):
        served.stop("T1", "token_revoked")

    assert caplog.text.count("Workspace T1 is served no more") == 1


def test_since_when_a_workspace_is_served_outdates_what_was_told_before() -> None:
    served, noon = Served(), datetime(2026, 3, 2, 12, tzinfo=UTC)
    served.serve("T1", "token", since=noon)

    assert served.was_good_after("T1", noon.replace(hour=11))
    assert not served.was_good_after("T1", noon)
    assert not served.was_good_after("T2", noon)
