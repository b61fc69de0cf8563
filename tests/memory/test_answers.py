from memory.answers import only_answers
from memory.records import AnswerType, Query, Recalled
from tests.memory.recall_world import asking, memory


def found(text: str, *, score: float = 0.9, attribute: float = 0.0, value: str | None = None) -> Recalled:
    return Recalled(memory(text, value=value), score, {"attribute": attribute})


def left(query: Query, *items: Recalled) -> list[str]:
    return [item.memory.text for item in only_answers(query, items)]


WHERE = asking("live", attributes=("location",))
MY_DOG = asking("dog", "called", attributes=("pet",), answer_type=AnswerType.WHAT)


def test_nothing_found_leaves_nothing() -> None:
    assert left(WHERE) == []


def test_what_is_on_the_attribute_asked_for_leaves_no_room_for_what_only_sounds_like_it() -> None:
    porto = found("Lives in Porto", attribute=1.0)

    assert left(WHERE, porto, found("Glossary lives in /terms")) == ["Lives in Porto"]


def test_without_a_memory_on_the_attribute_words_must_do() -> None:
    assert left(WHERE, found("Sister lives in Rome")) == ["Sister lives in Rome"]


def test_what_is_far_behind_the_best_is_left_out() -> None:
    assert left(asking("tea"), found("Tea", score=0.9), found("Teapot", score=0.5)) == ["Tea"]


def test_one_of_another_sort_is_no_answer() -> None:
    assert left(MY_DOG, found("Has two cats", attribute=1.0)) == []
    assert left(MY_DOG, found("Rescue dog Churro", attribute=1.0)) == ["Rescue dog Churro"]


def test_one_of_a_breed_is_of_its_sort() -> None:
    whippet = found("Whippet is called Mabli", attribute=1.0)

    assert left(MY_DOG, whippet) == ["Whippet is called Mabli"]
    assert left(asking("cat", "called", attributes=("pet",), answer_type=AnswerType.WHAT), whippet) == []


def test_a_yes_or_no_question_may_be_answered_by_another_sort() -> None:
    fish = asking("eat", "fish", attributes=("diet",), answer_type=AnswerType.YES_NO)

    assert left(fish, found("Vegetarian", attribute=1.0)) == ["Vegetarian"]


def test_a_choice_may_be_answered_by_either() -> None:
    system = asking("linux", "windows", attributes=("os",), answer_type=AnswerType.WHAT, text="Linux or Windows?")

    assert left(system, found("Runs Fedora", attribute=1.0)) == ["Runs Fedora"]


def test_who_is_named_goes_before_who_is_not() -> None:
    query = asking("daughter", "matilde", attributes=("child",), text="How old is my daughter Matilde?")
    daughter, son = found("Daughter Matilde is seven", attribute=1.0), found("Daughter Eva", attribute=1.0)

    assert left(query, son, daughter) == ["Daughter Matilde is seven"]
    assert left(query, son) == ["Daughter Eva"]


def test_quoted_words_are_wanted_as_they_stand() -> None:
    query = asking("secret", "garden", phrases=("secret garden",))
    cafe = found("The Secret  Garden opens at nine", score=0.8)
    door, path = found("The garden behind the secret door", score=0.7), found("Secretly garden", score=0.9)

    assert left(query, cafe, door) == ["The Secret  Garden opens at nine"]
    assert left(query, path, cafe, door) == ["Secretly garden", "The Secret  Garden opens at nine"]
    assert left(query, door) == ["The garden behind the secret door"]


def test_the_value_names_it_too() -> None:
    assert left(asking("cats", attributes=("pet",)), found("Two of them", attribute=1.0, value="cats"))
