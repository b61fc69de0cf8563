"""What a date is the date of, so that a new one takes its place; what takes place often has many."""

import pytest

from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "attribute", "day"),
    [
        ("our kickoff is on 12 May", "date:kickoff", "2026-05-12"),
        ("the kick-off moved to 18 May", "date:kickoff", "2026-05-18"),
        ("the tram extension is due on 3 August", "date:tram extension", "2026-08-03"),
        ("our deadline for the audit is 9 June", "date:deadline for the audit", "2026-06-09"),
        ("the planning meeting was moved to 11 May", "date:planning meeting", "2026-05-11"),
        ("my stand-up is at 9:30", "time:standup", "9:30"),
        ("our standup is at 10 now", "time:standup", "10"),
        ("our retro is at 3pm", "time:retro", "3pm"),
    ],
)
def test_a_thing_with_a_day_is_one_claim(read: Read, text: str, attribute: str, day: str) -> None:
    (candidate,) = read(text)

    assert (candidate.attribute, candidate.value) == (attribute, day)


@pytest.mark.parametrize(
    "text",
    [
        "our planning meeting is on 11 May",
        "our kickoff is on 12 and 14 May",
        "I'm at the dentist on 11 May",
        "I'm on leave from 4 May to 8 May",
        "my exam is on 9 June",
        "my sister Ida is visiting on 9 June",
        "our standup is at 10 on Fridays",
    ],
)
def test_what_may_have_many_days_is_none(read: Read, text: str) -> None:
    assert [
        candidate.attribute for candidate in read(text) if (candidate.attribute or "").startswith(("date:", "time:"))
    ] == []
