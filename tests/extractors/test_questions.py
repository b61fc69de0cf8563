import time
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.asking.question_times import time_asked
from extractors.asking.questions import understand
from memory.records import AnswerType, Moment, Query, Relation

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def asked(text: str) -> Query:
    return understand(text, now=NOW)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("what's my name?", "name"),
        ("Who am I?", "name"),
        ("what do my friends call me?", "nickname"),
        ("which pronouns do I use?", "pronouns"),
        ("what do I do for a living?", "role"),
        ("What's my job title again?", "role"),
        ("where do I work?", "employer"),
        ("who do I work for?", "employer"),
        ("which team am I on?", "team"),
        ("where am I based?", "location"),
        ("in which city is my flat?", "location"),
        ("which country do I come from?", "hometown"),
        ("how can I be reached?", "email"),
        ("can you serve me bacon?", "diet"),
        ("what's my current side project called?", "project"),
        ("what kind of work do I do?", "role"),
        ("how should people address me?", "name"),
        ("what address do I use for mail?", "email"),
        ("how old is my little girl?", "child"),
        ("what's on my laptop?", "os"),
        ("which medicine must I avoid?", "allergy"),
        ("which employer did I have before Acme?", "employer"),
        ("what phone number had I?", "phone"),
        ("where do I live", "location"),
        ("Which city do I live in?", "location"),
        ("remind me where I live", "location"),
        ("where did I grow up?", "hometown"),
        ("where am I originally from?", "hometown"),
        ("what's my time zone?", "timezone"),
        ("do I live in Porto?", "location"),
        ("do I work for Acme?", "employer"),
        ("when do I start work?", "working_hours"),
        ("when's my birthday?", "birthday"),
        ("how old am I?", "age"),
        ("what is my e-mail address?", "email"),
        ("what's my phone number?", "phone"),
        ("who's my boss?", "manager"),
        ("who do I report to?", "manager"),
        ("which languages do I speak?", "language"),
        ("who am I married to?", "partner"),
        ("what's my dog's name?", "pet"),
        ("do I have any kids?", "child"),
        ("which editor do I use?", "editor"),
        ("what do I code in?", "editor"),
        ("what OS am I running?", "os"),
        ("am I vegetarian?", "diet"),
        ("what am I allergic to?", "allergy"),
        ("what project am I working on?", "project"),
        ("What's my favourite dinosaur?", "favourite:dinosaur"),
        ("what is my favorite ice cream again", "favourite:ice cream"),
        ("which tea do I like best?", "preference:tea"),
        ("what do I drink?", "preference:drink"),
        ("how do I take my coffee?", "preference:coffee"),
        ("where's the billing runbook?", "reference:billing runbook"),
        ("what's the link to the dashboard?", "reference:dashboard"),
        ("do I like cilantro?", "preference:cilantro"),
        ("what do I like?", "preference"),
        ("which music am I into?", "preference:music"),
    ],
)
def test_a_question_asks_for_an_attribute(text: str, attribute: str) -> None:
    query = asked(text)

    assert query.attributes[0] == attribute
    assert query.is_question
    assert query.attributes[0].startswith("reference:") or query.about_self


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("where I live", "location"),
        ("live", "location"),
        ("my phone number", "phone"),
        ("boss", "manager"),
        ("about my hometown", "hometown"),
        ("working hours", "working_hours"),
        ("my favourite dinosaur", "favourite:dinosaur"),
    ],
)
def test_words_that_only_name_an_attribute_ask_for_it(text: str, attribute: str) -> None:
    """So "forget where I live" and "/memory history live" reach the memories on it."""
    assert asked(text).attributes[0] == attribute


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the deploy key", ("deploy", "key")),
        ("I live in Porto", ("live", "porto")),
        ("that I hate cilantro", ("hate", "cilantro")),
        ("I'm working on the login page", ("working", "login", "page")),
        ("what did I say about ABC-123 and config.toml?", ("abc-123", "config.toml")),
        ("where is the guitar 🎸 :guitar:?", ("guitar", "🎸", ":guitar:")),
        (
            "did <@U0DANA> post <https://acme.io/x|the board> in <#C1|general>?",
            ("post", "https://acme.io/x", "board", "general"),
        ),
        ("猫はどこ？", ("猫",)),
        ("小白是谁?", ("小白",)),
        ("会议是什么时候", ("会议",)),
        ("密码在哪里", ("密码",)),
        ("東京タワーの近くはどこ？", ("東京タワー", "近くは")),
    ],
)
def test_only_the_words_that_say_what_it_is_about_remain(text: str, terms: tuple[str, ...]) -> None:
    assert asked(text).terms == terms


@pytest.mark.parametrize("text", ["I live in Porto", "that I live in Porto", "I'm working on the login page"])
def test_a_statement_asks_for_no_attribute(text: str) -> None:
    assert asked(text).attributes == ()
    assert not asked(text).is_question


@pytest.mark.parametrize(
    "text",
    [
        "When you cite a regulation, always include the clause number",
        "when you scale a recipe give it in grams",
        "whenever I ask for a recipe, give me grams",
        "however late it gets, ping me",
        "whoever picks this up, I'm on the rig till Friday",
        "when I paste a stack trace, start with the last line",
    ],
)
def test_a_wish_for_every_such_time_is_no_question(text: str) -> None:
    assert not asked(text).is_question


@pytest.mark.parametrize(
    "text",
    [
        "when you are back",
        "when you cite a regulation, which clause?",
        "when do I paste it",
        "who ever moved the keys",
        "how ever did you find it",
    ],
)
def test_words_that_only_look_like_such_a_wish_still_ask(text: str) -> None:
    assert asked(text).is_question


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "hi!",
        "Good morning everyone :wave:",
        "thanks a lot",
        "how are you?",
        "🎉",
        "ok",
        "lol",
        "<@U0DANA> hey",
        "?",
        "so what",
    ],
)
def test_small_talk_asks_for_nothing(text: str) -> None:
    query = asked(text)

    assert query.small_talk
    assert not query.is_question
    assert query.terms == query.attributes == ()


@pytest.mark.parametrize(
    "text",
    [
        "what do you know about me?",
        "What do you remember about me",
        "tell me everything you know about me",
        "hey, what have you learned about me so far?",
        "do you know anything about me?",
        "summarise what you know about me",
        "what did I tell you?",
        "give me a list of everything you remember",
    ],
)
def test_asking_for_everything_is_a_question_about_oneself_without_words(text: str) -> None:
    query = asked(text)

    assert query.is_question and query.about_self and not query.small_talk
    assert query.terms == query.attributes == ()


def test_asking_what_is_known_on_one_thing_is_not_asking_for_everything() -> None:
    assert asked("what do you know about my sister?").terms == ("sister",)


@pytest.mark.parametrize(
    ("text", "remembered"),
    [
        ("did you forget what I told you about my manager", "do you remember what I told you about my manager"),
        ("have you really forgotten where I work?", "do you remember where I work?"),
        ("Did you forget me?", "do you remember me?"),
    ],
)
def test_whether_the_bot_forgot_asks_whether_it_remembers(text: str, remembered: str) -> None:
    assert replace(asked(text), text="") == replace(asked(remembered), text="")


@pytest.mark.parametrize(
    ("text", "answer_type"),
    [
        ("who is my boss?", AnswerType.WHO),
        ("where do I live?", AnswerType.WHERE),
        ("when am I away?", AnswerType.WHEN),
        ("what time do I start?", AnswerType.WHEN),
        ("which editor do I use?", AnswerType.WHAT),
        ("do I like cilantro?", AnswerType.YES_NO),
        ("do you remember who my boss is?", AnswerType.WHO),
        ("my dog?", AnswerType.WHAT),
        ("住在哪里？", AnswerType.WHERE),
    ],
)
def test_the_sort_of_answer_is_told_by_the_question_word(text: str, answer_type: AnswerType) -> None:
    assert asked(text).answer_type is answer_type


@pytest.mark.parametrize(
    ("text", "about_self"),
    [
        ("where do I live?", True),
        ("my dog", True),
        ("deploy key", True),
        ("remind me where Dana lives", False),
        ("where does Dana live?", False),
        ("what's <@U0DANA>'s role?", False),
        ("is she vegan?", False),
        ("what is Omar's birthday?", False),
    ],
)
def test_whom_it_is_about(text: str, about_self: bool) -> None:
    assert asked(text).about_self is about_self


def test_the_people_mentioned_are_told_once_each() -> None:
    assert asked("what does <@U0DANA> think of <@U0OMAR|omar>, <@U0DANA>?").people == ("U0DANA", "U0OMAR")


def test_a_mention_alone_is_no_attribute_of_ones_own() -> None:
    query = asked("what's <@U0DANA>'s role?")

    assert query.attributes == ("role",)
    assert query.terms == ("role",)


def test_quoted_words_are_phrases() -> None:
    assert asked('what did I call "the  Big Rewrite"?').phrases == ("the big rewrite",)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("where did I use to live?", True),
        ("where did I live before Porto?", True),
        ("who was my previous boss?", True),
        ("what was my old job?", True),
        ("which editor did I use before?", True),
        ("where have I lived?", True),
        ("when did I move to Porto?", True),
        ("where do I live?", False),
        ("what editor do I use?", False),
    ],
)
def test_the_past_is_wanted(text: str, wanted: bool) -> None:
    assert asked(text).wants_history is wanted


def test_the_time_asked_for_is_taken_out_of_the_words() -> None:
    query = asked("what did I drink last March?")

    assert query.terms == ("drink",)
    assert (query.since, query.until) == (datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("last march", date(2026, 3, 1), date(2026, 4, 1)),
        ("last november", date(2025, 11, 1), date(2025, 12, 1)),
        ("in march", date(2026, 3, 1), date(2026, 4, 1)),
        ("in december", date(2025, 12, 1), date(2026, 1, 1)),
        ("this december", date(2026, 12, 1), date(2027, 1, 1)),
        ("next march", date(2027, 3, 1), date(2027, 4, 1)),
        ("next december", date(2026, 12, 1), date(2027, 1, 1)),
        ("in march 2024", date(2024, 3, 1), date(2024, 4, 1)),
        ("in 2024", date(2024, 1, 1), date(2025, 1, 1)),
        ("since 2024", date(2024, 1, 1), None),
        ("before march", None, date(2026, 3, 1)),
        ("until march", None, date(2026, 4, 1)),
        ("after march", date(2026, 4, 1), None),
        ("on 5 may 2023", date(2023, 5, 5), date(2023, 5, 6)),
        ("on may 5th", date(2026, 5, 5), date(2026, 5, 6)),
        ("on 2026-03-06", date(2026, 3, 6), date(2026, 3, 7)),
        ("tonight", date(2026, 11, 20), date(2026, 11, 21)),
        ("last friday", date(2026, 11, 13), date(2026, 11, 14)),
        ("on friday", date(2026, 11, 13), date(2026, 11, 14)),
        ("last summer", date(2026, 6, 1), date(2026, 9, 1)),
        ("last winter", date(2025, 12, 1), date(2026, 3, 1)),
        ("in the winter of 2023", date(2023, 12, 1), date(2024, 3, 1)),
        ("last week", date(2026, 11, 9), date(2026, 11, 16)),
        ("this weekend", date(2026, 11, 21), date(2026, 11, 23)),
        ("last month", date(2026, 10, 1), date(2026, 11, 1)),
        ("next month", date(2026, 12, 1), date(2027, 1, 1)),
        ("next year", date(2027, 1, 1), date(2028, 1, 1)),
        ("yesterday", date(2026, 11, 19), date(2026, 11, 20)),
        ("three days ago", date(2026, 11, 17), date(2026, 11, 18)),
        ("2 weeks ago", date(2026, 11, 2), date(2026, 11, 9)),
        ("a month ago", date(2026, 10, 1), date(2026, 11, 1)),
        ("a couple of years ago", date(2024, 1, 1), date(2025, 1, 1)),
        ("in mid june", date(2026, 6, 11), date(2026, 6, 21)),
        ("early may", date(2026, 5, 1), date(2026, 5, 11)),
        ("in late december", date(2025, 12, 21), date(2026, 1, 1)),
        ("the end of may 2024", date(2024, 5, 21), date(2024, 6, 1)),
        ("the beginning of the year", date(2026, 1, 1), date(2026, 4, 1)),
        ("late last year", date(2025, 10, 1), date(2026, 1, 1)),
        ("in mid 2024", date(2024, 5, 1), date(2024, 9, 1)),
        ("in q1", date(2026, 1, 1), date(2026, 4, 1)),
        ("in the fourth quarter", date(2026, 10, 1), date(2027, 1, 1)),
        ("in q3 2024", date(2024, 7, 1), date(2024, 10, 1)),
        ("between march and may", date(2026, 3, 1), date(2026, 6, 1)),
        ("from november to february", date(2025, 11, 1), date(2026, 3, 1)),
        ("from may to june 2024", date(2024, 5, 1), date(2024, 7, 1)),
        ("earlier this year", date(2026, 1, 1), date(2026, 11, 21)),
        ("earlier this month", date(2026, 11, 1), date(2026, 11, 21)),
        ("earlier this week", date(2026, 11, 16), date(2026, 11, 21)),
        ("in the last two weeks", date(2026, 11, 6), date(2026, 11, 21)),
        ("over the past 3 months", date(2026, 8, 22), date(2026, 11, 21)),
        ("in spring", date(2026, 3, 1), date(2026, 6, 1)),
        ("over the summer", date(2026, 6, 1), date(2026, 9, 1)),
        ("on 24 december", date(2025, 12, 24), date(2025, 12, 25)),
    ],
)
def test_a_time_in_words_is_a_range_of_days(text: str, since: date | None, until: date | None) -> None:
    found = time_asked(f"where was i {text} then", now=NOW)

    assert found is not None
    assert (found.since and found.since.date(), found.until and found.until.date()) == (since, until)
    assert text.startswith(found.words)


def test_a_day_of_the_week_is_the_coming_one_unless_the_past_is_spoken_of() -> None:
    coming, past = time_asked("what is on monday", now=NOW), time_asked("what did i do on monday", now=NOW)

    assert coming is not None and coming.since == datetime(2026, 11, 23, tzinfo=UTC)
    assert past is not None and past.since == datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("when am i away in december", date(2026, 12, 1)),
        ("what is due in january", date(2027, 1, 1)),
        ("who is on call on 3 january", date(2027, 1, 3)),
        ("what is on 24 december", date(2026, 12, 24)),
        ("memories in december", date(2025, 12, 1)),
    ],
)
def test_what_is_or_will_be_is_asked_for_the_next_of_that_name(text: str, since: date) -> None:
    found = time_asked(text, now=NOW)

    assert found is not None and found.since is not None
    assert found.since.date() == since


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("what am I doing next week?", ("next", "week")),
        ("anything planned for 2026-12-21?", ("2026-12-21",)),
        ("is there anything special today?", ("today",)),
        ("what did I eat on 5 May, 2026?", ("eat",)),
    ],
)
def test_a_question_for_a_time_alone_keeps_its_words(text: str, terms: tuple[str, ...]) -> None:
    """Else it would ask for nothing, which is to ask for everything."""
    assert asked(text).terms == terms
    assert asked(text).since is not None


@pytest.mark.parametrize(
    "text",
    [
        *("on 2026-13-40", "on 31 february", "9999 years ago", "may i ask", "march on", "no time"),
        *("in the last 9999 years", "the end of the world", "where is the q3 report", "do i ski in winter"),
    ],
)
def test_what_is_no_time_gives_none(text: str) -> None:
    assert time_asked(text, now=NOW) is None


@pytest.mark.parametrize("text", ["tomorrow", "next year", "last march", "400 years ago", "in the last 10 years"])
@pytest.mark.parametrize("now", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_what_no_calendar_holds_raises_nothing(text: str, now: datetime) -> None:
    found = time_asked(text, now=now)

    assert found is None or found.words == text


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("where did I live before Porto?", Moment(Relation.BEFORE, ("porto",), words=("porto",))),
        ("who was my boss until Omar", Moment(Relation.BEFORE, ("omar",), words=("omar",))),
        (
            "which editor did I use before I moved to Porto?",
            Moment(Relation.BEFORE, ("porto",), ("location", "address"), words=("moved", "porto")),
        ),
        ("where did I live before I moved?", Moment(Relation.BEFORE, (), ("location", "address"), words=("moved",))),
        (
            "where did I live when I worked at Acme?",
            Moment(Relation.DURING, ("acme",), ("employer", "team"), words=("worked", "acme")),
        ),
        (
            "what did I use after I left Acme?",
            Moment(Relation.AFTER, ("acme",), ("employer", "team", "location"), at_end=True, words=("left", "acme")),
        ),
        (
            "which shell did I use since I switched to fish?",
            Moment(Relation.AFTER, ("fish",), words=("switched", "fish")),
        ),
    ],
)
def test_a_moment_that_memories_tell(text: str, moment: Moment) -> None:
    assert asked(text).moment == moment


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("what do I drink before meetings?", id="a habit"),
        pytest.param("what did I drink before the meeting with Dana?", id="more than a name"),
        pytest.param("where did I live before that?", id="no name"),
        pytest.param("where did I live before March?", id="a time of its own"),
        pytest.param("before I moved to Porto?", id="nothing is asked of then"),
        pytest.param("remind me when I moved to Porto", id="the moment itself is asked for"),
        pytest.param("I lived in Lisbon before I moved to Porto", id="a statement"),
        pytest.param("what did I do when the lights went out?", id="nothing that is remembered so"),
    ],
)
def test_what_asks_for_no_such_moment(text: str) -> None:
    assert asked(text).moment is None


def test_the_words_of_a_moment_ask_for_no_attribute_of_their_own() -> None:
    assert "location" not in asked("which editor did I use before I moved to Porto?").attributes


def test_a_language_that_nobody_speaks_is_no_attribute() -> None:
    assert asked("which language will the ledger be in?").attributes == ()


def test_home_is_ones_own() -> None:
    assert asked("where's home?").about_self


def test_what_one_does_to_a_team_is_not_to_be_in_it() -> None:
    assert asked("which team am I on?").attributes == ("team",)
    assert asked("which team do I support?").attributes == ()


def test_words_that_bind_are_no_thing_one_prefers() -> None:
    assert asked("how do I prefer to be contacted?").attributes == ()


def test_days_off_are_days_away() -> None:
    assert asked("when am I on leave?").terms == asked("Am I off in December?").terms == ("away",)
    assert "away" not in asked("am I off the record?").terms


def test_the_channels_mentioned_are_told_once_each() -> None:
    assert asked("what did we decide in <#C1|ops> and <#C2>, not <#C1>?").channels == ("C1", "C2")


@given(st.text())
def test_any_text_can_be_understood(text: str) -> None:
    query = asked(text)

    assert query.text == text
    assert all(term and term == term.lower() for term in query.terms)
    assert not (query.small_talk and (query.terms or query.attributes))


@pytest.mark.parametrize("words", ["what is my ", "which thing ", "what did i have ", "between march and ", "who's "])
def test_a_long_text_is_understood_in_time_in_proportion_to_its_length(words: str) -> None:
    """A text as long as Slack lets it be took eight seconds when each "what" was read to the end of the text."""
    started = time.process_time()
    asked(words * (30_000 // len(words)))

    assert time.process_time() - started < 2.0, "a generous bound; it takes less than a tenth of a second"


@pytest.mark.parametrize("text", ["what day do we deploy?", "which days do we deploy", "at what time do we deploy?"])
def test_what_day_asks_when_and_is_no_word_of_the_answer(text: str) -> None:
    assert understand(text, now=NOW).terms == ("deploy",)
