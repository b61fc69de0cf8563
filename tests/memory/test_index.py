from array import array
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.index import MemoryIndex
from memory.index.engine import Numbers, Scores
from memory.index.postings import Postings, pack, unpack
from memory.index.vocabulary import Vocabulary, groups, same_word, words_of
from memory.records import Kind, Query, Status
from memory.terms import stem
from tests.memory.recall_world import ALEX, DANA, NOW, asking, everyone, index_of, line, memory

BOTH = frozenset({Status.ACTIVE, Status.SUPERSEDED})


def texts(index: MemoryIndex, query: Query, limit: int = 10, **options: object) -> list[str]:
    return [hit.memory.text for hit in index.search(query, visible=everyone, limit=limit, **options)]  # type: ignore[arg-type]  # passed through


def test_the_memory_that_holds_more_of_the_words_comes_first() -> None:
    index = index_of([memory("Drinks tea"), memory("Grows green tea"), memory("Lives in Porto")])

    assert texts(index, asking("green", "tea")) == ["Grows green tea", "Drinks tea"]


def test_a_memory_comes_in_while_somebody_still_looks_at_what_was_there() -> None:
    index = index_of([memory("Drinks tea"), memory("Lives in Porto")])
    before, after = index.talks.links
    columns: list[array[int] | array[float] | bytearray] = [
        index.created,
        index.asks,
        index.speakers,
        index.subjects,
        before,
        after,
    ]
    looks = [memoryview(column) for column in (*columns, index.engine._alive)]
    postings = [posting.arrays() for posting in index.engine._postings.values()]

    index.put(memory("Grows green tea"))

    assert texts(index, asking("tea")) == ["Drinks tea", "Grows green tea"]
    assert {len(look) for look in looks} == {2}
    assert {len(each) for arrays in postings for each in arrays} == {1}


def test_other_forms_of_a_word_and_everyday_synonyms_are_found() -> None:
    index = index_of([memory("Moved to Porto"), memory("Manager is Joana"), memory("Mam sings in Hull")])

    assert texts(index, asking("moving")) == ["Moved to Porto"]
    assert texts(index, asking("mother")) == ["Mam sings in Hull"]
    assert texts(index, asking("boss")) == ["Manager is Joana"]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        pytest.param("runbok", "Runbook is in the wiki", id="typo"),
        pytest.param("kube", "Deploys to kubernetes", id="beginning of a word"),
        pytest.param("config", "Keeps config.toml in git", id="part of a file name"),
        pytest.param("ABC-123", "Works on abc-123", id="identifier"),
        pytest.param("東京", "東京に住んでいる", id="Japanese"),
        pytest.param("猫", "黒猫がいる", id="one character of a run"),
        pytest.param("🎸", "Plays 🎸", id="emoji"),
        pytest.param("café", "Owns a cafe", id="accent"),
    ],
)
def test_a_word_is_found_however_it_is_written(word: str, text: str) -> None:
    index = index_of([memory(text), memory("Something else entirely")])

    assert texts(index, asking(word)) == [text]


def test_an_identifier_is_never_taken_for_its_neighbour() -> None:
    assert texts(index_of([memory("Works on ABC-124")]), asking("ABC-123")) == []


def test_a_known_word_is_not_taken_for_a_misspelt_one() -> None:
    index = index_of([memory("Likes the planet"), memory("Likes to plane wood with planer")])

    assert texts(index, asking("planet")) == ["Likes the planet"]


def test_relevance_falls_with_each_word_of_the_question_that_nobody_said() -> None:
    index = index_of([memory("Deploy key is in the safe")])

    [(_, _, whole, _)] = index.search(asking("deploy", "key"), visible=everyone, limit=1)
    [(_, _, part, _)] = index.search(asking("deploy", "wifi"), visible=everyone, limit=1)

    assert 0.0 < part < 0.6 * whole <= 1.0


def test_what_is_not_visible_takes_no_place() -> None:
    hidden = [memory("Likes tea", subject=DANA) for _ in range(50)]
    index = index_of([*hidden, memory("Likes tea and cake and talks about it at length")])

    found = index.search(asking("tea"), visible=lambda m: m.subject == ALEX, limit=1)

    assert [hit.memory.subject for hit in found] == [ALEX]


def test_only_the_asked_statuses_are_searched() -> None:
    index = index_of([memory("Lived in Lisbon", status=Status.SUPERSEDED)])

    assert texts(index, asking("lisbon")) == []
    assert texts(index, asking("lisbon"), statuses=BOTH) == ["Lived in Lisbon"]


def test_an_attribute_that_is_asked_for_comes_whatever_its_words_the_readers_own_first() -> None:
    index = index_of(
        [
            memory("Porto", attribute="location", subject=DANA),
            memory("Braga", attribute="location"),
            memory("Likes trees", attribute="favourite:tree"),
        ]
    )

    found = index.search(asking(attributes=("location",)), visible=everyone, limit=1, reader=ALEX)

    assert [hit.memory.text for hit in found] == ["Braga"]


@pytest.mark.parametrize(
    ("word", "text"), [("東京タワー", "東京タワーの近くに住んでいる"), ("上海", "我住在上海浦东，在一家银行工作")]
)
def test_a_text_without_spaces_counts_as_long_as_it_reads(word: str, text: str) -> None:
    [hit] = index_of([memory(text)]).search(asking(word), visible=everyone, limit=1)

    assert hit.relevance > 0.8


def test_a_preference_comes_along_for_what_it_says() -> None:
    index = index_of([memory("Drinks oat flat whites", kind=Kind.PREFERENCE), memory("Drinks", kind=Kind.FACT)])

    found = index.search(asking(attributes=("preference:drink",)), visible=everyone, limit=5, reader=ALEX)

    assert [hit.memory.text for hit in found] == ["Drinks oat flat whites"]


def test_putting_a_memory_again_replaces_it() -> None:
    old = memory("Likes tea", attribute="preference:tea")
    index = index_of([old])

    index.put(memory("Likes coffee", id=old.id))

    assert len(index) == 1
    assert texts(index, asking("tea", attributes=("preference:tea",))) == []
    assert texts(index, asking("coffee")) == ["Likes coffee"]


def test_a_change_of_status_is_seen() -> None:
    old = memory("Likes tea")
    index = index_of([old])

    index.put(memory("Likes tea", id=old.id, created_at=old.created_at, source=old.source, status=Status.FORGOTTEN))

    assert texts(index, asking("tea")) == []


def test_a_dropped_memory_is_gone_and_dropping_twice_does_no_harm() -> None:
    kept, gone = memory("Likes tea", attribute="preference:tea"), memory("Likes green tea", attribute="preference:tea")
    index = index_of([kept, gone])

    index.drop(gone.id)
    index.drop(gone.id)

    assert len(index) == 1
    assert texts(index, asking("green", "tea", attributes=("preference",))) == ["Likes tea"]


def test_a_cleared_index_finds_nothing() -> None:
    index = index_of([memory("Likes tea")])

    index.clear()

    assert len(index) == 0
    assert texts(index, asking("tea")) == []


def test_what_was_said_right_beside_a_line_of_a_talk_counts_a_little() -> None:
    question = line("Where was the picnic", talk="C1", created_at=NOW)
    answer = line("By the old lighthouse", talk="C1", created_at=NOW + timedelta(minutes=1))
    much_later = line("Bought a new bike", talk="C1", created_at=NOW + timedelta(hours=2))
    elsewhere = line("Sold the car", talk="C2", created_at=NOW + timedelta(minutes=1))
    index = index_of([much_later, answer, question, elsewhere])

    assert texts(index, asking("picnic")) == ["Where was the picnic", "By the old lighthouse"]


def test_what_was_captured_beside_says_nothing_about_a_statement() -> None:
    one = memory("Where the picnic was", talk="C1", created_at=NOW)
    other = memory("By the old lighthouse", talk="C1", created_at=NOW + timedelta(minutes=1))

    assert texts(index_of([one, other]), asking("picnic")) == ["Where the picnic was"]


def test_equal_memories_are_ordered_by_time_then_id() -> None:
    older, newer = memory("Likes tea", days=9), memory("Likes tea", days=3)
    twin = memory("Likes tea", created_at=newer.created_at)
    index = index_of([twin, older, newer])

    found = index.search(asking("tea"), visible=everyone, limit=10)

    assert [hit.memory.id for hit in found] == [newer.id, twin.id, older.id]


memories = st.lists(
    st.sampled_from(["likes tea", "likes coffee", "lives in Porto", "東京 tea", "tea tea tea"]), max_size=8
)


@given(memories, st.sets(st.integers(0, 7)), st.permutations(range(8)))
def test_dropping_leaves_what_was_never_put(said: list[str], dropped: set[int], order: list[int]) -> None:
    made = [line(text, talk="C1", days=day / 100) for day, text in enumerate(said)]
    kept = [m for number, m in enumerate(made) if number not in dropped]
    index = index_of(made)
    for number in order:
        if number in dropped and number < len(made):
            index.drop(made[number].id)

    query = asking("tea", "porto")

    def scores(of: MemoryIndex) -> list[tuple[str, object]]:
        return [
            (hit.memory.id, pytest.approx(hit.relevance, abs=1e-5))
            for hit in of.search(query, visible=everyone, limit=20)
        ]

    assert scores(index) == scores(index_of(kept))


@given(memories)
def test_relevance_stays_between_zero_and_one(said: list[str]) -> None:
    found = index_of(line(text, talk="C1") for text in said).search(asking("tea"), visible=everyone, limit=20)

    assert all(0.0 <= hit.words <= 1.0 and 0.0 < hit.relevance <= 1.0 for hit in found)


def by_number(numbers: Numbers) -> Scores:
    return numbers.astype(np.float32)


def test_frequency_follows_adding_and_removing() -> None:
    postings = Postings()
    number = postings.add(["tea", "tea"])
    postings.add(["tea"])
    postings.remove(number, ["tea", "tea"])

    assert len(postings) == 1
    assert postings.frequency("tea") == 1
    assert postings.frequency("coffee") == 0


def test_nothing_asked_or_held_finds_nothing() -> None:
    postings = Postings()
    postings.add(["tea"])

    assert postings.best([], 10, by_number)[0].tolist() == []
    assert postings.best([[("coffee", 1.0)]], 10, by_number)[0].tolist() == []
    assert Postings().best([[("tea", 1.0)]], 10, by_number)[0].tolist() == []


words = st.sampled_from("abcdefgh")
texts_of_stems = st.lists(st.lists(words, min_size=1, max_size=6), min_size=1, max_size=60)
some_groups = st.lists(
    st.lists(st.tuples(words, st.sampled_from([1.0, 0.5])), min_size=1, max_size=3, unique_by=lambda pair: pair[0]),
    min_size=1,
    max_size=4,
)


@given(texts_of_stems, some_groups, st.integers(1, 10), st.sets(st.integers(0, 59)))
def test_the_best_are_the_same_whether_common_words_are_added_up_or_looked_up(
    documents: list[list[str]], query: list[list[tuple[str, float]]], at_least: int, removed: set[int]
) -> None:
    """The shortcut that skips common words must not change who wins."""
    postings = Postings()
    for stems in documents:
        postings.add(stems)
    for number in removed:
        if number < len(documents):
            postings.remove(number, documents[number])
    left = np.array([n for n in range(len(documents)) if n not in removed], dtype=np.uint32)

    numbers, scores = postings.best(query, at_least, by_number)
    everyone = postings.scores_of(query, left)

    expected = sorted(((float(s), int(n)) for n, s in zip(left, everyone, strict=True) if s > 0), reverse=True)
    assert [round(float(score), 4) for score in scores] == [round(score, 4) for score, _ in expected[:at_least]]
    assert len(set(numbers.tolist())) == len(numbers)


@given(texts_of_stems, some_groups)
def test_an_index_read_back_finds_what_the_written_one_found(
    documents: list[list[str]], query: list[list[tuple[str, float]]]
) -> None:
    postings = Postings()
    for stems in documents:
        postings.add(stems)
    postings.remove(0, documents[0])

    read = unpack(pack(postings), np.zeros(0, dtype=np.uint32))

    assert [a.tolist() for a in read.best(query, 5, by_number)] == [
        a.tolist() for a in postings.best(query, 5, by_number)
    ]
    assert len(read) == len(postings)


def test_an_empty_index_can_be_packed() -> None:
    assert len(unpack(pack(Postings()), np.zeros(0, dtype=np.uint32))) == 0


def test_the_words_of_a_text_include_those_inside_names_kept_whole() -> None:
    assert words_of("see config.toml") == ["see", "config.toml", "config", "toml"]


def nothing(_: str) -> list[tuple[str, float]]:
    return []


def test_a_word_of_the_query_is_looked_up_once() -> None:
    found = groups(["tea", "teas"], known=lambda _: True, guesses=nothing)

    assert [group[0] for group in found] == [("tea", 1.0)]


def test_two_words_find_the_one_they_make_and_the_other_way_round() -> None:
    roadtrip = index_of([memory("A roadtrip to Braga")])
    road_trip = index_of([memory("A road trip to Braga")])

    assert texts(roadtrip, asking("road", "trip")) == ["A roadtrip to Braga"]
    assert texts(road_trip, asking("roadtrip")) == ["A road trip to Braga"]


def test_a_word_of_ten_thousand_letters_is_not_tried_cut_by_cut() -> None:
    asked: list[str] = []

    def known(word: str) -> bool:
        asked.append(word)
        return False

    groups(["x" * 10_000], known=known, guesses=nothing)

    assert len(asked) < 10


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        pytest.param("helxi", ["helix"], id="letters swapped"),
        pytest.param("kuberntes", ["kubernet"], id="letter missing"),
        pytest.param("educaton", ["educ"], id="letter missing where the stem is cut"),
        pytest.param("por", ["porto"], id="beginning"),
        pytest.param("12", [], id="number"),
        pytest.param("xy", [], id="too short"),
        pytest.param("pabcdefg", [], id="nothing near"),
        pytest.param("zzzzz", [], id="nothing with that letter"),
    ],
)
def test_an_unknown_word_stands_for_the_nearest_known_ones(word: str, expected: list[str]) -> None:
    vocabulary = Vocabulary()
    for token in ("helix", "kubernetes", "education", "porto", "123"):
        vocabulary.add(stem(token), token)

    assert [other for other, _ in vocabulary.guesses(word)] == expected


@pytest.mark.parametrize(
    ("word", "same"), [("tea", True), ("boss", True), ("runbok", True), ("run", False), ("sea", False)]
)
def test_a_word_stands_among_others_itself_as_a_synonym_or_misspelt(word: str, same: bool) -> None:
    assert same_word(word, ["tea", "manag", "runbook"]) is same
