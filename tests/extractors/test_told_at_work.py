"""What colleagues tell in passing: to the bot about its answers, and to one another about work, days and people."""

import pytest

from memory.records import CandidateOp, Kind
from tests.extractors.conftest import Read


def texts(read: Read, text: str, **given: str) -> list[str]:
    return [found.text for found in read(text, **given) if found.op is CandidateOp.ADD]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I love it when you give me an example", "Likes it when you give them an example"),
        ("I hate it when you repeat my question", "Dislikes it when you repeat their question"),
        ("it helps me when you number the steps", "Finds it easier when you number the steps"),
        ("tell me straight when I'm wrong", "Tell them straight when they are wrong"),
        ("you can leave out the weather at the end of every answer", "The bot can leave out the weather at the end"),
        ("you don't have to say my name every time", "No need to say their name every time"),
        ("I don't need a recap at the end of your answers", "Wants no recap at the end of your answers"),
        ("I'd like all distances in miles from now on", "Wants all distances in miles from now on"),
        (
            "in general I'd like the total first and the working underneath",
            "Wants the total first and the working underneath",
        ),
        ("If I write to you in Welsh, answer in Welsh", "If they write to you in Welsh, answer in Welsh"),
        ("assume kilos unless I say otherwise", "Wants it to assume kilos"),
        ("please spell it Aotearoa, never New Zealand", "Wants it spelled Aotearoa"),
        ("going forward no small talk, just the answer", "Wants no small talk"),
        ("From now on when you list trains, give the platform too", "From now on when you list trains, give the"),
        ("in anything you write for me, never use semicolons", "Never use semicolons"),
        ("I'm on my phone all day so keep your answers short", "Wants answers short"),
        ("I'd be grateful if you called me Dr Adu", "Prefers it if the bot called them Dr Adu"),
    ],
)
def test_guidance_for_answers_is_kept(read: Read, text: str, kept: str) -> None:
    found = [one for one in read(text) if one.kind is Kind.FEEDBACK]

    assert any(one.text.startswith(kept) for one in found), read(text)


@pytest.mark.parametrize(
    "text",
    [
        "you can skip the second slide",
        "you don't have to come to the depot",
        "I'd like all of it by five",
        "assume the worst",
        "spell it again please",
        "every time you answer me",
        "when I ask for a book list",
        "I hate it when you get a puncture on the way in",
        "in whatever you send me",
    ],
)
def test_what_is_asked_once_or_told_in_half_is_no_guidance(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("quick reminder that I'm on CET, not GMT", ["Is on CET"]),
        ("What I wanted to say is that my brother Olu mends clocks", ["Brother Olu mends clocks"]),
        ("just call me Bea I guess", ["Is called Bea"]),
        ("brought up in Tralee", ["Was brought up in Tralee"]),
        ("were rebuilding the booking system this year", ["Is rebuilding the booking system this year"]),
        ("Feb 3 is my birthday", ["Birthday is Feb 3"]),
        ("birthdays the 4th of june and i dont drink", ["Birthday is the 4th of june", "Doesn't drink"]),
        ("got a new number, 07700 900321", ["Number is 07700 900321"]),
        ("Thursdays are the days I don't work", ["Does not work on Thursdays"]),
        ("you'll find me in the Aldgate workshop", ["Is in the Aldgate workshop"]),
        (
            "since the merger my manager's Ottilie and I'm on the claims team",
            ["Manager is Ottilie", "Is on the claims team"],
        ),
        ("I speak Twi, if that helps with the calls, and my hours are 8 to 4", ["Speaks Twi", "Hours are 8 to 4"]),
        ("I can't stand talk radio, so if it's quiet in here that's why", ["Dislikes talk radio"]),
        ("I play the tuba :trumpet: my sister plays the harp", ["Plays the tuba", "Sister plays the harp"]),
        ("our staging db is moss-stg-3 in Oslo", ["Staging db is moss-stg-3 in Oslo"]),
        ("please note the open evening has been moved to 11 June", ["Open evening has been moved to 2026-06-11"]),
        ("For the new starters on the desk: I'm off on Mondays", ["Is off on Mondays"]),
        ("my partner and I got a rescue cat home. She's called Pim", ["Rescue cat is called Pim"]),
        ("quotes board is https://board.example/quotes", ["Quotes board is https://board.example/quotes"]),
        ("I speak Urdu if a caller needs it, my number's 07700 900815", ["Speaks Urdu", "Number is 07700 900815"]),
        ("not in the Dock office any more, I'm over in the Mill building", ["Is over in the Mill building"]),
        ("That'll be my nephew Bo, he's seven", ["Nephew Bo is seven"]),
        ("not in Cork any more, we took a flat in Cobh last month", ["Lives in Cobh"]),
    ],
)
def test_what_is_said_in_passing_is_kept(read: Read, text: str, kept: list[str]) -> None:
    found = texts(read, text)

    assert [one for one in kept if one not in found] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "met the trustees yesterday and they've agreed to pay for the second van",
            ["Met the trustees on 2026-03-01", "Trustees have agreed to pay for the second van"],
        ),
        (
            "Met our auditor on Friday and she's signed the accounts",
            ["Met the auditor on 2026-02-27", "Auditor has signed the accounts"],
        ),
        (
            "Decided with Ana on Friday: the old van goes to auction",
            ["Decided with Ana on 2026-02-27: the old van goes to auction"],
        ),
        ("It was decided yesterday to close the annexe", ["It was decided on 2026-03-01 to close the annexe"]),
        (
            "we're moving billing to Stripe and it has to ship by 3 July",
            ["Is moving billing to Stripe", "Moving billing has to ship by 2026-07-03"],
        ),
    ],
)
def test_what_was_met_done_and_decided_has_its_day(read: Read, text: str, kept: list[str]) -> None:
    assert texts(read, text) == kept


@pytest.mark.parametrize(
    ("text", "ended", "now"),
    [
        ("My supervisor isn't Owen anymore, Miriam took me over", "Supervisor Owen", "Supervisor is Miriam"),
        ("Mr Dunne stopped being my line manager. It's Mrs Kaya now", "Manager is Mr Dunne", "Manager is Mrs Kaya"),
        (
            "The rota folder isn't on the Q: drive any more, new home is https://drive.example/rota",
            "",
            "Rota folder is at https://drive.example/rota",
        ),
        (
            "compost doesn't come on Tuesdays any more, it's Thursdays from this week",
            "Compost",
            "Compost comes on Thursdays",
        ),
        (
            "I don't do nights any more. It's long days now, Monday to Wednesday",
            "Do nights",
            "Does long days, Monday to Wednesday",
        ),
    ],
)
def test_what_took_the_place_of_something_is_kept_beside_its_end(read: Read, text: str, ended: str, now: str) -> None:
    over, new = sorted(read(text), key=lambda one: one.op is CandidateOp.ADD)

    assert (over.op, over.text.startswith(ended), new.text) == (CandidateOp.RETRACT, True, now)


@pytest.mark.parametrize(
    "text",
    [
        "once I've stopped needing sleep I'll go freelance",
        "I'm allergic to 7/8 lol",
        "I told you the drill was on the 14th of May",
        "I read my own diary wrong",
        "no sugar for the horses, not now, not ever",
        "signed up with Unite on Friday, the rep was sound",
        "every tram, and I never take them",
    ],
)
def test_what_tells_nothing_by_itself_is_not_kept(read: Read, text: str) -> None:
    assert [one for one in read(text) if one.text.lower() in {"not", "needing sleep"}] == []
    assert not [one for one in read(text) if "7/8" in one.text or "14" in one.text or "Unite" in one.text]
    assert not [one for one in read(text) if one.text.startswith(("Reads own", "Never takes them"))]


@pytest.mark.parametrize(
    "text", ["you'll find me in tears", "you'll find me at the bar on Friday", "Saw the psychiatrist on Monday"]
)
def test_where_nobody_is_found_for_long_and_whom_one_sees_is_not_kept(read: Read, text: str) -> None:
    assert read(text) == []


def test_what_ended_is_told_once(read: Read) -> None:
    assert [one.text for one in read("Sold the van and we bought a boat") if one.op is CandidateOp.RETRACT] == ["Van"]


def test_a_pet_that_came_is_one_by_its_name(read: Read) -> None:
    [_, name] = read("my partner and I got a rescue whippet home. She's called Pim")

    assert (name.attribute, name.value) == ("pet", "Pim")


def test_several_things_are_on_another_day(read: Read) -> None:
    kept = texts(read, "our bins don't go on Tuesdays any more, it's Thursdays from this week")

    assert kept == ["Bins are Thursdays from this week"]


def test_off_the_record_begins_where_it_is_said(read: Read) -> None:
    assert texts(read, "My boss is Agata now. Off the record, phew") == ["Boss is Agata"]
    assert texts(read, "My wife Pia keeps the books, so between us we manage") == ["Wife Pia keeps the books"]
    assert read("My birthday is really the 8th. Off the record please") == []
    assert read("between us, my sister Ada has left him") == []


@pytest.mark.parametrize(
    "text",
    [
        "My sister Ada has left him. Off the record, mate",
        "My birthday is really the 8th. Off the record, for now",
        "between us we have decided to sell the shop",
        "between us we know my brother Olu is leaving",
    ],
)
def test_in_doubt_it_is_off_the_record(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "you get into the staging server with korte-alma-5",
        "into the prod db it's moss-fog-7 that lets me in",
    ],
)
def test_what_opens_a_machine_is_not_taken_for_its_name(read: Read, text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "shorter, and drop the bit about synergy or I quit",
        "I said I hated podcasts. I take it back, I never cook without one now",
        "Never forget the great flood of last March",
        "remember the summer we had owls in the belfry",
    ],
)
def test_what_sounds_like_a_command_and_is_none(read: Read, text: str) -> None:
    commands = {CandidateOp.FORGET, CandidateOp.UNDO, CandidateOp.CONFIRM, CandidateOp.REFERENCE_PREVIOUS}

    assert not [one for one in read(text) if one.op in commands]
    assert not [one for one in read(text) if "flood" in one.text or "owls" in one.text]


def test_commands_in_their_sentences(read: Read) -> None:
    assert texts(read, "please remember: kids under 7 need an adult in the water") == [
        "Kids under 7 need an adult in the water"
    ]
    assert texts(read, "Note that the round has been moved to 07:15, both wards, starting 20 April") == [
        "Round has been moved to 07:15, both wards, starting 2026-04-20"
    ]
    assert texts(read, "note that I report to Benoît now, in case the form asks") == ["Reports to Benoît"]
    [gone] = read("the Bahrain number, you can forget that one now, the SIM drowned")
    assert (gone.op, gone.text) == (CandidateOp.FORGET, "the Bahrain number")


@pytest.mark.parametrize(
    "text",
    [
        "remember the safe behind the bar is 7-19-42 please",
        "please remember the tool store combination is 41-07-22",
        "remember: the padlock under the stairs is 5 12 30",
        "can you note that the key safe next to the gate is 0714",
        "remember the studio login for me, desk4 and Cello-71-Fog",
        "can u remember my college login its rkaya and Plum!44",
        "remember the archive login for me, desk4 and cello-71-fog",
    ],
)
def test_numbers_that_a_lock_is_turned_to_are_refused(read: Read, text: str) -> None:
    assert [one.op for one in read(text)] == [CandidateOp.REFUSE]


def test_measures_of_a_safe_are_no_secret(read: Read) -> None:
    assert texts(read, "remember that the safe under the stairs is 40 years old") == [
        "Safe under the stairs is 40 years old"
    ]


def test_corrections_name_only_what_is_so(read: Read) -> None:
    dated = read("sorry, the fair is 21 March, not the 28th", parent="The fair is on 28 March, tell your neighbours")
    assert [str(one.dated) for one in dated if one.op is CandidateOp.ADD] == ["2026-03-21"]
    [name] = read("K for Kremer please, not C", parent="Lovely to meet you, Ida Cremer! Saved.")
    assert name.text == "Name is Ida Kremer"


def test_a_pronoun_set_against_another_is_ones_own(read: Read) -> None:
    assert texts(read, "she please, not he", parent="ask him what room 11 had") == ["Pronouns are she"]
    assert texts(read, "for the list: she/they, data engineer") == ["Pronouns are she/they", "Is data engineer"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ich fange immer um sieben an und bin um vier weg", "Fängt um sieben an und ist um vier weg"),
        ("Ich bin jetzt in der Buchhaltung, Team West", "Ist in der Buchhaltung, Team West"),
        (
            "Das Lager ist umgezogen, nicht mehr in Halle 2 sondern im Keller am Nordtor",
            "Lager ist im Keller am Nordtor",
        ),
        ("respuestas cortas por favor, y siempre en español", "Quiere respuestas siempre en español"),
        ("我现在在鹿特丹办公室，不在安特卫普了", "在鹿特丹办公室"),
        ("我们组周三一律不开会，有事留言", "组周三一律不开会"),
        ("我从五月起在苏州办公，不在无锡了", "在苏州办公"),
        ("prefiero que me expliques las cosas con ejemplos", "Prefiere que le expliques las cosas con ejemplos"),
        ("Prefiero que me escribáis por correo, no por teléfono", "Prefiere que le escribáis por correo"),
    ],
)
def test_other_languages_at_work(read: Read, text: str, kept: str) -> None:
    assert kept in texts(read, text)


def test_in_spanish_all_is_forgotten_only_after_asking(read: Read) -> None:
    assert [one.op for one in read("se acabó el rodaje, borra todo lo que sabes sobre mí")] == [CandidateOp.CONFIRM]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("my surname's Adeyemi again", "Surname is Adeyemi"),
        ("our family name is Ó Riain", "Surname is Ó Riain"),
        ("My last name is van den Broek now, tell payroll", "Surname is van den Broek"),
    ],
)
def test_a_surname_is_part_of_a_name(read: Read, text: str, kept: str) -> None:
    (found,) = read(text)

    assert (found.text, found.kind, found.attribute) == (kept, Kind.PROFILE, "surname")


def test_what_is_said_of_a_surname_is_none(read: Read) -> None:
    assert not [one for one in read("my last name is hard to spell") if one.attribute == "surname"]


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("we stopped welding aluminium years ago", "Welding aluminium"),
        ("gave up coffee ages ago", "Coffee"),
        ("I quit sugar completely", "Sugar"),
    ],
)
def test_when_something_was_given_up_is_no_part_of_it(read: Read, text: str, ended: str) -> None:
    assert [one.text for one in read(text) if one.op is CandidateOp.RETRACT] == [ended]


def test_who_is_named_beside_the_author_is_told_of_too(read: Read) -> None:
    wife, home = read("My wife Odile and I have lived in Namur for nine years")

    assert (wife.text, wife.kind, wife.attribute) == ("Wife is Odile", Kind.FACT, "partner")
    assert (home.text, home.kind) == ("Has lived in Namur for nine years with Odile", Kind.PROFILE)


def test_where_a_relative_says_something_was(read: Read) -> None:
    assert "Brother lives in Leeds" in texts(read, "flying to Leeds, where my brother lives")
    assert "Sister lives in Leeds" in texts(read, "off to Leeds on Friday, where my sister lives")
    assert not any("docks" in text for text in texts(read, "back from the docks, where my brother lives"))


def test_a_trade_is_known_by_its_ending_where_more_is_told(read: Read) -> None:
    told = texts(read, "Giorgos, in-house reviser, living in Thessaloniki, mother tongue Greek")

    assert "Is in-house reviser" in told


@pytest.mark.parametrize(
    ("text", "kept", "kind"),
    [
        ("I've gone from PhpStorm to WebStorm and nobody cried", "Uses WebStorm", Kind.PREFERENCE),
        ("moved from Tampere to Turku, boxes everywhere, still no kettle", "Moved to Turku", Kind.PROFILE),
        ("I run sqlmesh from the terminal, never the web console", "Runs sqlmesh from the terminal", Kind.PREFERENCE),
    ],
)
def test_a_tool_is_no_place(read: Read, text: str, kept: str, kind: Kind) -> None:
    (found,) = (one for one in read(text, surface="channel") if one.op is CandidateOp.ADD)

    assert found.kind is kind
    assert found.text.startswith(kept)


def test_an_introduction_goes_on_to_what_one_speaks(read: Read) -> None:
    told = texts(read, "hi all: Nerea, site joiner, living in Getxo, mother tongue Basque")

    assert told == ["Name is Nerea", "Is site joiner", "Lives in Getxo", "Mother tongue is Basque"]


def test_what_one_is_put_down_for_comes_on_another_day(read: Read) -> None:
    told = texts(read, "you've got me down for pottery on Mondays, it's Thursdays for me since March")

    assert told == ["Pottery is Thursdays for them since March"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The Saturday market stall is run by my sister", "Saturday market stall is run by sister"),
        ("our Thursday demo has moved to the big room", "Thursday demo has moved to the big room"),
        ("our Friday quiz has moved to the annex", "Friday quiz has moved to the annex"),
    ],
)
def test_a_weekday_that_a_thing_is_called_by_is_no_day(read: Read, text: str, kept: str) -> None:
    assert [(one.text, one.dated) for one in read(text)] == [(kept, None)]


def test_a_day_to_which_such_a_thing_is_moved_is_one(read: Read) -> None:
    (found,) = read("the Wednesday workshop has been moved to Friday")

    assert found.text == "Wednesday workshop has been moved to 2026-03-06"


def test_what_has_moved_is_not_over(read: Read) -> None:
    standup, lab = read("standup has moved to the big kitchen, it's not in the lab any more")

    assert (standup.op, standup.text) == (CandidateOp.ADD, "Standup has moved to the big kitchen")
    assert lab.op is CandidateOp.RETRACT
    assert "lab" in lab.text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("we live in Ghent with my folks", "Lives in Ghent with folks"),
        ("I don't take cumin at all, so the pale one is mine", "Doesn't take cumin"),
        ("I work 9 to 15, and on Fridays not at all", "Works 9 to 15, and on Fridays not at all"),
        ("swapped nano for kakoune at last", "Uses kakoune"),
        ("you don't have to be so formal with me", "No need to be so formal with them"),
        ("Remember: Sunday matinees start at 2", "Sunday matinees start at 2"),
    ],
)
def test_texts_read_well(read: Read, text: str, kept: str) -> None:
    assert texts(read, text) == [kept]


def test_a_word_of_the_note_is_not_said_twice(read: Read) -> None:
    assert texts(read, "close! it's the Petone branch, not Naenae", parent="Noted: is at the Naenae branch") == [
        "Is at the Petone branch"
    ]


def test_a_day_for_something_each_week_is_no_date(read: Read) -> None:
    assert "Thursday is their clinic day" in texts(
        read, "thursday's my clinic day and wednesdays i'm at the Ennis site"
    )


@pytest.mark.parametrize(
    "text",
    [
        "dont let me forget, my filevault recovery key is 220814-550066-881122",
        "keep these for me, they're my forge backup codes: 9d1b-22c0 4c88-81de 66bb-02fe",
        "please note that the strongroom code changes to 8826 from Monday",
        "can you hang on to my wallet seed phrase until I'm back: copper anvil tulip ladder mosaic pepper raft sugar",
        "acuérdate de la clave de la alarma del taller, 8825",
        "could you remember my stage door fob code, it's 66B20",
        "note that the host key on the rehearsal zoom is 550927",
        "remember this jwt for the demo `eyJnope.cccc.dddd`",
    ],
)
def test_secrets_asked_to_be_kept_are_refused(read: Read, text: str) -> None:
    assert [one.op for one in read(text)] == [CandidateOp.REFUSE]


@pytest.mark.parametrize(
    "text",
    ["la clave del éxito es dormir 8 horas", "the fob code list has 12 names", "remember the part number is 66B20"],
)
def test_what_only_sounds_like_a_secret_is_none(read: Read, text: str) -> None:
    assert not [one for one in read(text) if one.op is CandidateOp.REFUSE]


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("i want all my memories deleted. every last one", CandidateOp.CONFIRM),
        ("wipe the slate, all of it, whatever you know about me", CandidateOp.CONFIRM),
        ("把你记得的关于我的事全部删掉", CandidateOp.CONFIRM),
        ("forget tht im scared of heights", CandidateOp.FORGET),
        ("dont let me forget, I sing alto in the choir", CandidateOp.ADD),
    ],
)
def test_commands_in_more_wordings(read: Read, text: str, op: CandidateOp) -> None:
    assert [one.op for one in read(text)] == [op]


@pytest.mark.parametrize(
    "text",
    [
        "wipe the slate clean and start the drawing over",
        "dont let me forget to call the printer",
        "never let me forget how bad that tour was",
        "I no longer have the patience for this portal today",
        "I stopped the import job by hand",
        "they think I still pray, bless them, I stopped believing any of it years ago",
    ],
)
def test_nothing_is_commanded_or_over(read: Read, text: str) -> None:
    assert not read(text)


def test_what_one_was_wrong_about_is_put_right(read: Read) -> None:
    told = texts(read, "i was wrong about the load-in, it's the 11th of June, not the 10th")

    assert told == ["Load-in is 2026-06-11"]


def test_a_list_of_weekdays_comes_each_week(read: Read) -> None:
    assert texts(read, "I'm in the lab Mon, Weds and Fri") == ["Is in the lab Mon, Weds and Fri"]
    assert texts(read, "for anyone who missed it I'm the QC lead, in the lab Mon, Weds and Fri") == ["Is the QC lead"]


def test_a_courtesy_is_no_condition(read: Read) -> None:
    assert texts(read, "i'd rather not take calls after 7pm if that's ok") == ["Would rather not take calls after 7pm"]


def test_what_has_changed_is_not_over(read: Read) -> None:
    assert not [
        one for one in read("The press line has changed, it's 01632 960477 now") if one.op is CandidateOp.RETRACT
    ]


@pytest.mark.parametrize(
    ("text", "told", "over"),
    [
        ("finally left VS Code for Sublime", ["Uses Sublime"], ["VS Code"]),
        ("I left Acme for Globex last month", ["Left Acme for Globex"], ["Acme"]),
        ("Gave up my paper diary for Notion this month", ["Uses Notion"], ["Paper diary"]),
        ("you've got me as vegetarian I think, that's out of date, its pescatarian these days", ["Is pescatarian"], []),
        (
            "We decided at Monday's trustee meeting to close the Dock Street branch",
            ["Decided at the trustee meeting on 2026-02-23 to close the Dock Street branch"],
            [],
        ),
        (
            "we agreed at yesterday's standup that releases go out on Tuesdays",
            ["Agreed at the standup on 2026-03-01 that releases go out on Tuesdays"],
            [],
        ),
        (
            "whenever you cite a word, put the IPA in brackets behind it",
            ["When you cite a word, put the IPA in brackets behind it"],
            [],
        ),
        ("rmbr my bf is called Tyrell", ["Bf is called Tyrell"], []),
        ("Be so good as to remember that our auditors are Pell and Partners", ["Auditors are Pell and Partners"], []),
        ("keep it noted that the refuge has no water in winter", ["Refuge has no water in winter"], []),
        ("remember the cut where the dog had more lines than the lead", [], []),
        ("my tablets a huion", [], []),
    ],
)
def test_what_took_the_place_and_what_was_decided(read: Read, text: str, told: list[str], over: list[str]) -> None:
    found = read(text)

    assert [one.text for one in found if one.op is CandidateOp.ADD] == told
    assert [one.text for one in found if one.op is CandidateOp.RETRACT] == over
