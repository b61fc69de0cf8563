"""What a statement or an order holds under stays with it, unless it is a secret or nobody's business."""

import pytest

from memory.records import Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("nobody enters the cold room unless the alarm is off", "Nobody enters the cold room unless the alarm is off"),
        ("I don't eat meat unless my mum cooks it", "Doesn't eat meat unless their mum cooks it"),
        ("I never sign a lease before a lawyer has read it", "Never signs a lease before a lawyer has read it"),
        ("nobody enters the lab unless they know the code 4471", "Nobody enters the lab"),
        ("nobody touches the kiln unless the password hunter22xQ works", "Nobody touches the kiln"),
        ("I don't drink coffee unless my depression is bad", "Doesn't drink coffee"),
        ("I never eat meat unless `rm -rf` is typed", "Never eats meat"),
    ],
)
def test_an_exception_stays_with_what_it_is_made_to(read: Read, text: str, kept: str) -> None:
    assert [one.text for one in read(text)] == [kept]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "When you cite a regulation to me, include the clause number. Always.",
            "Include the clause number when you cite a regulation to them",
        ),
        (
            "Whenever you refer to a file, I would ask you to quote the line number as well. Always, please.",
            "Quote the line number whenever you refer to a file",
        ),
        ("when you list files, use full paths please, always", "Use full paths when you list files"),
        (
            "always include the ticket number when you mention a bug",
            "Always include the ticket number when you mention a bug",
        ),
        ("if you give me code, always add type hints", "When you give them code, always add type hints"),
        ("never give me hashtags unless I ask for them", "Never give them hashtags unless they ask for them"),
    ],
)
def test_an_order_to_the_bot_is_kept_with_the_times_that_it_holds_for(read: Read, text: str, kept: str) -> None:
    assert [(one.kind, one.text) for one in read(text)] == [(Kind.FEEDBACK, kept)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("when you write to me as my password is hunter22xQ, use plain words always", "hunter22xQ"),
        ("when you write about my depression, use plain words always", "depression"),
        ("when you get a minute, always use plain words with me", "minute"),
    ],
)
def test_no_time_is_told_that_is_a_secret_or_private_or_only_now(read: Read, text: str, kept: str) -> None:
    assert all(kept not in one.text for one in read(text))
