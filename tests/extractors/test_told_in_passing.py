"""What people tell in passing: names, days and numbers beside other things, with typing errors, set against others."""

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("everyone at the yard calls me Skip", ["Is called Skip"]),
        ("it's my birthday on 3 December so no singing please", ["Birthday is 3 December"]),
        ("birthdays 6 May and I hate surprises", ["Birthday is 6 May", "Dislikes surprises"]),
        ("I don't drive so the depot needs a bus stop", ["Doesn't drive"]),
        ("I grew up in Otaru so with respect, that outside is not snow", ["Grew up in Otaru"]),
        ("we've three cats, none of which answers to anything", ["Has three cats"]),
        (
            "van 4's mine now and I do the northern drops Monday Wednesday Friday",
            ["Van 4's theirs", "Does the northern drops Monday Wednesday Friday"],
        ),
        (
            "when i ask for a tide time i want it in UTC, every single time",
            ["Wants a tide time in UTC, every single time"],
        ),
        (
            "make a note: supplier payments go out on the 10th and the 25th",
            ["Supplier payments go out on the 10th and the 25th"],
        ),
        ("I never filter the reserve, that haze is supposed to be there", ["Never filters the reserve"]),
        ("if i dont say which language, give me php", ["Wants php if not told otherwise"]),
        ("unless i say otherwise, use metric units", ["Wants metric units if not told otherwise"]),
        ("i have a desk phone again, extension 6617, for sad things", ["Extension is 6617"]),
        ("I'm on instant refunds till the end of Q3", ["Is on instant refunds till the end of Q3"]),
        (
            "never put a smiley at the end of your answers again please",
            ["Never put a smiley at the end of your answers again"],
        ),
        (
            "when you convert a recipe for me it's always grams please",
            ["Wants grams when you convert a recipe for them"],
        ),
        ("when you give me a query put the names in full", ["When you give them a query put the names in full"]),
        ("back on days since the weekend", ["Is on days"]),
        ("I'm the one who draws on the cake boxes", ["Draws on the cake boxes"]),
        ("If I'm honest I'm happier with a plain spreadsheet", ["Is happier with a plain spreadsheet"]),
        ("you've got the orchard down as Waihi Beach. it's Katikati", ["Orchard is Katikati"]),
        ("my clinic day is wednesday", ["Clinic day is wednesday"]),
        (
            "Our finding aids are at <https://aids.example> and the older ones are in the cabinet by the lift",
            ["Finding aids are at https://aids.example", "Older ones are in the cabinet by the lift"],
        ),
        ("i allways take the stairs, even to five", ["Always takes the stairs, even to five"]),
        (
            "Our second daughter, Chiamaka, is here :baby: I'm on leave from tomorrow to the 30th",
            ["Second daughter, Chiamaka, is here", "Is on leave from 2026-03-03 to 2026-03-30"],
        ),
        ("note that I answer to Yu, and it's she/they for me", ["Is called Yu", "Pronouns are she/they"]),
        ("new extension for me, 3308, spread the word", ["Extension is 3308"]),
        ("new mail for me, ada@kv.example, the old one is full", ["Email is ada@kv.example"]),
        ("kinda hate olives", ["Dislikes olives"]),
        ("kind of an early bird", ["Is an early bird"]),
        ("my pronouns are they/them, not he/him", ["Pronouns are they/them"]),
        ("call me Di, not Diana", ["Is called Di"]),
        ("expense claims go in <#C07FIN|finance>", ["Expense claims go in #finance"]),
        (
            "could you always put the Arabic name first when you list ports?",
            ["Asks to always put the Arabic name first when you list ports"],
        ),
        ("whenever you draft a letter, sign it Ada", ["When you draft a letter, sign it Ada"]),
        (
            "whenever you quote a number, give the source and its year",
            ["When you quote a number, give the source and its year"],
        ),
        ("no bags may be left after six in the evening", ["No bags may be left after six in the evening"]),
        ("the hall may not be booked on Saturdays in July", ["Hall may not be booked on Saturdays in July"]),
        ("nobody may sell row A till the rail is fixed", ["Nobody may sell row A till the rail is fixed"]),
        ("i'm allergic to peanuts so skip the noodle bar", ["Is allergic to peanuts"]),
        ("my deputy is Sinéad so send her the drawings", ["Deputy is Sinéad"]),
        ("mentor is chị Hạnh", ["Mentor is chị Hạnh"]),
        ("I live in the European Union", ["Lives in the European Union"]),
        ("I'm labour ward lead at St Mary's", ["Is labour ward lead", "Works at St Mary's"]),
        (
            "policies are on <https://hr.example/p|the HR hub>, and the board is in <#C09BOND|bonds>",
            ["Policies are on the HR hub (https://hr.example/p)", "Board is in #bonds"],
        ),
        ("off from friday till the 9th of june", ["Is off from 2026-03-06 to 2026-06-09"]),
        (
            "pentest report's due on 3 Aug and it mustn't have any hostnames in it",
            ["Pentest report is due on 2026-08-03", "Pentest report mustn't have any hostnames in it"],
        ),
        (
            "I'm building the iOS beta with Mika, it has to be out by 9 October",
            ["Is building the iOS beta with Mika", "IOS beta has to be out by 2026-10-09"],
        ),
    ],
)
def test_what_is_told(read: Read, text: str, expected: list[str]) -> None:
    assert [found.text for found in read(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "it's my birthday today",
        "that's kind of you",
        "kinda tired",
        "there may be a strike",
        "I may take Fridays off from autumn",
        "today I am in the autoclave room only",
        "moved them off the gate side",
        "I'm not tired any more",
        "the release may not be finished by Friday",
        "my landlord claims our lease ends in May",
        "I joined the Communication Workers Union in May",
        "my new phone finally arrives",
        "explain photosynthesis but in like four sentences max",
        "I left my lanyard on the 46A again, could somebody let me up",
        "i'm on 26 and change before overtime so you do the sums",
        "I'm not the person to ask about that footnote",
        "our shop has one hour left",
        "ich bin im Büro und friere mich zu Tode",
    ],
)
def test_what_passes(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "op", "body"),
    [
        ("rememeber my locker is 212", CandidateOp.ADD, "Locker is 212"),
        ("forgte my locker number", CandidateOp.FORGET, "my locker number"),
        ("given up liquorice so stop leaving it on my desk", CandidateOp.RETRACT, "Liquorice"),
        ("we're not closed on Mondays any more!", CandidateOp.RETRACT, "Is closed on Mondays"),
        ("not ISTQB certified any more, it lapsed", CandidateOp.RETRACT, "Is ISTQB certified"),
        ("jacked in the Tuesday quiz", CandidateOp.RETRACT, "The Tuesday quiz"),
        ("Please remember this, took me a year to find out", CandidateOp.REFERENCE_PREVIOUS, ""),
        ("dont remember that one aye", CandidateOp.UNDO, ""),
        ("Sunday shift: forget what I told you about it", CandidateOp.FORGET, "Sunday shift"),
        ("note that the vault keypad takes 0926#", CandidateOp.REFUSE, "vault keypad"),
        ("for the record the engineer code is 9046", CandidateOp.REFUSE, "engineer code"),
    ],
)
def test_commands_with_typing_errors(read: Read, text: str, op: CandidateOp, body: str) -> None:
    assert [(found.op, found.text) for found in read(text)] == [(op, body)]


@pytest.mark.parametrize("surface", ["dm", "channel"])
def test_what_the_bot_knows_is_forgotten_whoever_is_spoken_to(read: Read, surface: str) -> None:
    (found,) = read("delete what you know about Odile covering for me", surface=surface)

    assert found.op is CandidateOp.FORGET


@pytest.mark.parametrize(
    "text",
    [
        "the sheet forgets my filters after each restart, is that a known bug?",
        "good answer that one, clear, I could send it as it is",
        "just the totals please, forget the rooms for now",
    ],
)
def test_what_only_sounds_like_forgetting(read: Read, text: str) -> None:
    assert all(found.op is not CandidateOp.FORGET for found in read(text))


@pytest.mark.parametrize(
    "text",
    [
        "please delete everything on the card before you hand the drone back",
        "forget what you know about SEO, this talk turns it upside down",
    ],
)
def test_what_people_say_to_one_another_is_no_command(read: Read, text: str) -> None:
    assert all(found.op is CandidateOp.ADD for found in read(text, surface="channel"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I do not take Saturday shifts", "Doesn't take Saturday shifts"),
        ("I love Friday pizza", "Loves Friday pizza"),
        ("the Monday meeting is at 9", "Monday meeting is at 9"),
        ("note that the bank holiday runs on Sunday staffing", "Bank holiday runs on Sunday staffing"),
        ("the demo is Friday at 3", "Demo is 2026-03-06 at 3"),
        ("I'm away Friday morning", "Is away on 2026-03-06"),
        ("Tuesday is my driving test", "2026-03-03 is their driving test"),
        ("we launch Thursday at noon", "Launches on 2026-03-05 at noon"),
    ],
)
def test_a_weekday_of_a_thing_is_no_day_to_come(read: Read, text: str, expected: str) -> None:
    assert [found.text for found in read(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "op", "body"),
    [
        ("keep in mind ah, durian cannot go in fridge 2", CandidateOp.ADD, "Durian can't go in fridge 2"),
        ("覚えておいてください。加藤様はいつも窓側の部屋です", CandidateOp.ADD, "加藤様はいつも窓側の部屋です"),
        ("これを覚えておいて", CandidateOp.REFERENCE_PREVIOUS, ""),
        ("Merk dir das. Danke!", CandidateOp.REFERENCE_PREVIOUS, ""),
        ("anota esto. Un saludo", CandidateOp.REFERENCE_PREVIOUS, ""),
        ("remember the safe takes 2500 coins", CandidateOp.ADD, "Safe takes 2500 coins"),
        ("Por favor, olvide todo lo que sabe de mí.", CandidateOp.CONFIRM, ""),
        ("recuerda esto porfa", CandidateOp.REFERENCE_PREVIOUS, ""),
    ],
)
def test_commands_between_sighs_and_in_other_languages(read: Read, text: str, op: CandidateOp, body: str) -> None:
    assert [(found.op, found.text) for found in read(text)] == [(op, body)]


def test_what_is_special_and_asked_to_be_remembered_is_a_fact(read: Read) -> None:
    (found,) = read("remember that I'm a Methodist")

    assert (found.text, found.kind) == ("Is a Methodist", Kind.FACT)


def test_the_address_of_a_link_is_told_and_is_no_part_of_the_value(read: Read) -> None:
    (found,) = read("I like <https://x.example/tea|green tea>")

    assert found.text == "Likes green tea (https://x.example/tea)"
    assert (found.attribute, found.value) == ("preference:green tea", "green tea")


def test_an_ending_beside_something_new_is_told_once(read: Read) -> None:
    ended, new = read("we are not closed on Mondays any more, and I live in Hull")

    assert (ended.op, new.text) == (CandidateOp.RETRACT, "Lives in Hull")
