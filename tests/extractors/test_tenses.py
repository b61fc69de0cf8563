"""The verb before a day tells whether it lies behind or ahead."""

from datetime import date

import pytest

from extractors.days.tenses import is_past
from extractors.message import clean
from extractors.pipeline import Extractor
from extractors.syntax.clauses import clauses

SENT = date(2026, 4, 20)  # a Monday


def past(extractor: Extractor, text: str) -> bool:
    message = clean(text)
    return is_past(clauses(message, extractor.parser.words(message))[0], SENT)


@pytest.mark.parametrize(
    "text",
    [
        "we met the architect on 4 March",
        "the microfilm went back to Dublin on 4 March",
        "the server was moved on 4 March",
        "the lease on the three music rooms was renewed on Friday",
        "I joined the team that runs the ferry on 9 February",
        "I have already met them on 9 February",
        "she started on the 2nd",
        "we agreed it on Friday",
        "took over the parks budget on Monday",
        "on 9 February we agreed to keep it",
        "we cut the hedge on 11 April",
    ],
)
def test_a_verb_of_the_past_puts_the_day_behind(extractor: Extractor, text: str) -> None:
    assert past(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "we agreed with the drivers that the split shift ends on 4 May",
        "we cut the hay on the 28th",
        "we chose the 8th of May for the opening",
        "I promised the board a plan by the thirtieth",
        "HR moved bursary day to 3 June",
        "the print date went up to 22 May",
        "my viva got a date, 11 September at two",
        "closed 9 June, family only",
        "the lenders gave us until the 25th of June",
        "the paper came back with minor revisions, due on 26 June",
        "I have a fitting on 9 June",
        "my lad Sven's got his grade 5 cello on Thursday",
        "we've got the inspectors in on Friday",
        "the fair is on Saturday",
        "I was late again",
        "the aim is to have it mended by 30 August",
    ],
)
def test_a_day_that_was_fixed_or_is_told_of_now_lies_ahead(extractor: Extractor, text: str) -> None:
    assert not past(extractor, text)
