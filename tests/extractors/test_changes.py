"""What has changed: offices given up, replies that put something right, one thing in the place of another."""

import pytest

from extractors.secrets import find_secrets
from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("not organist at St Brannock since Easter, ask Wilf", "organist at St Brannock"),
        ("I'm not the fire warden here any longer", "fire warden"),
        ("not chair of the PTA as of last night", "chair of the PTA"),
        ("resigned as churchwarden at Whitsun", "churchwarden"),
        ("I'm not at Harland now, long story", "Harland"),
        ("I'm not on the snow rota since I hurt my wrist", "snow rota"),
        ("through with the keto stuff, never again", "keto stuff"),
        ("so that's me finished with night shifts for good", "ight shifts"),
        ("I do not work for Castellan any more ok?", "Castellan"),
    ],
)
def test_what_is_over_is_ended(read: Read, text: str, ended: str) -> None:
    assert [each.op for each in read(text) if ended in each.text] == [CandidateOp.RETRACT]


@pytest.mark.parametrize(
    "text",
    [
        "I'm over the moon",
        "I'm over the worst of it",
        "not the best idea since sliced bread",
        "not on the call since my wifi died",
        "I'm not the caretaker",
        "I'm not with Harland at the moment",
        "not on the rota today",
        "I'm done with the report, it's on the drive",
        "it's fine now, not broken",
        "green now, not red",
        "Bob is out, Ana is in",
        "any news from Leeds? that's where the build failed",
        "Ask Priya. I live there too",
    ],
)
def test_what_passes_changes_nothing(read: Read, text: str) -> None:
    assert read(text, surface="channel") == []


@pytest.mark.parametrize(
    ("text", "parent", "kept"),
    [
        ("nearly. Her name is Ottla, not Ottilie", "Noted: Manager is Ottilie", "Manager is Ottla"),
        ("No sorry, Fern Road", "Noted: Depot is Fern Street", "Depot is Fern Road"),
        ("argh no: 07700 900145", "Noted: Phone is 07700 900154", "Phone is 07700 900145"),
        ("close but it's Wiltshire", "Noted: Lives in Worcestershire", "Lives in Wiltshire"),
        ("oops, meant Portland Maine", "Noted: Lives in Portland", "Lives in Portland Maine"),
        ("it's not the van, it's the truck", "Noted: Drives the van", "Drives the truck"),
        ("i said it wrong, she's a nurse not a doctor", "Noted: Sister is a doctor", "Sister is a nurse"),
        ("not sesame lol, mustard", "Noted: Is allergic to sesame", "Is allergic to mustard"),
        ("correction, the 18th of May", "The audit is on 16 May", "Audit is on 2026-05-18"),
        ("typo, the 21st", "I fly to Oslo on 12 March", "Flies to Oslo on 2026-03-21"),
    ],
)
def test_a_reply_puts_right_what_it_answers(read: Read, text: str, parent: str, kept: str) -> None:
    assert [each.text for each in read(text, parent=parent)] == [kept]


@pytest.mark.parametrize("text", ["no thanks", "no sorry, busy then", "wait, Friday is a holiday"])
def test_other_replies_put_nothing_right(read: Read, text: str) -> None:
    assert read(text, parent="Noted: Depot is Fern Street") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Alto now, not soprano", "Is Alto"),
        ("nights now, not lates", "Is on nights"),
        ("fish is out, nushell is in", "Uses nushell"),
        ("know any decent dentist in Oradea? I live there now", "Lives in Oradea"),
        ("how far is it from Skopje? that's where we live", "Lives in Skopje"),
        ("we moved from Leeds to York last spring", "Lives in York"),
        ("I moved from Vim to Helix", "Uses Helix"),
    ],
)
def test_what_is_so_now_is_kept(read: Read, text: str, kept: str) -> None:
    assert kept in [each.text for each in read(text) if each.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    "text",
    [
        "you can lose the exclamation marks for good",
        "please drop the sir thing when you answer",
    ],
)
def test_how_to_write_is_guidance_and_not_forgotten(read: Read, text: str) -> None:
    assert [each.kind for each in read(text)] == [Kind.FEEDBACK]


def test_a_way_to_write_is_not_forgotten(read: Read) -> None:
    found = read('you can drop the "splendid idea" thing for good')

    assert all(each.op is not CandidateOp.FORGET for each in found)


@pytest.mark.parametrize("text", ["you can drop the kayak thing, we sold it", 'drop the "blue house" stuff you noted'])
def test_what_is_remembered_is_forgotten(read: Read, text: str) -> None:
    assert [each.op for each in read(text)] == [CandidateOp.FORGET]


@pytest.mark.parametrize(
    "text",
    [
        "remember the gate, code's 4417",
        "remember the garage at Fen Lane, code is 8812",
        "remember my wifi, net is Birch and key is hedgehog77",
        "remember the key live_test_77aa01 for me",
    ],
)
def test_a_secret_told_beside_its_lock_is_refused(read: Read, text: str) -> None:
    assert [each.op for each in read(text)] == [CandidateOp.REFUSE]


@pytest.mark.parametrize(
    "text",
    [
        "the print server still takes admin / admin77",
        "the demo works with guest:guest99",
        "login is still ann / Birch77!",
    ],
)
def test_a_pair_that_lets_in_is_a_secret(text: str) -> None:
    assert find_secrets(text)


@pytest.mark.parametrize(
    "text", ["the bakery takes cash / card", "the form takes name / address", "the depot, post code is 22904"]
)
def test_other_pairs_and_codes_are_no_secrets(text: str) -> None:
    assert not find_secrets(text)
