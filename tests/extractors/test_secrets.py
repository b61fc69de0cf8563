"""What must never be stored is found, and what only sounds like it is not."""

import random
import time

import pytest

from extractors.secrets import find_secrets, holds_secret, masked


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("the wifi password is pangolin-9", "wifi password"),
        ("my pin is 8832 lol", "pin"),
        ("our dbpassword is otter4x9", "password"),
        ("the bot is MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs", "token or key"),
        ("the bot is 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8", "token or key"),
        ("my_password: otter4x9", "password"),
        ("guestpwd is otter4x9", "pwd"),
        ("alarm code for the back door is 4471#", "alarm code for the back door"),
        ("password: Summer2019!", "password"),
        ("our stream key is live_77ab-qx-zz1", "stream key"),
        ("the vpn login? rkemp / Otter-55!", "vpn login"),
        ("my account for the bank, it is 20-4455-7781", "account for the bank"),
        ("cabin door code 3-3-7-1", "cabin door code"),
        ("guest wifi is Heron / pebble-lagoon-22", "guest wifi"),
        ("router login admin / Enzian!44", "router login"),
        ("wifi network GARAGE, pass tebriz1985", "pass"),
        ("my card is 4111 1111 1111 1111", "card"),
        ("send it to 20-11-33, account 55779911", "account number"),
        ("acct 55779911 please", "account number"),
        ("my bank pin its 7719", "bank pin"),
        ("4111 1111 1111 1111 is the number", "card number"),
        ("IBAN GB82 WEST 1234 5698 7654 32", "iban"),
        ("pay to GB82 WEST 1234 5698 7654 32 please", "account number"),
        ("token is tok_fake_00aa11bb22cc", "token"),
        ("use xoxb-123456789-abcdefghij", "token or key"),
        ("AKIAIOSFODNN7EXAMPLE was in the log", "token or key"),
        ("-----BEGIN RSA PRIVATE KEY-----", "token or key"),
        ("postgres://bob:hunter22@db.example/x", "token or key"),
        ("try 8f3Kq0ZpL2vX9sWc4Rt7Yb1N", "token or key"),
        ("la contraseña es Tizas2026", "contraseña"),
        ("a senha do cofre é 443211", "senha"),
        ("my ssn, the whole of it, is 219-09-9999", "ssn"),
        ("note my BVN: 22200033311", "bvn"),
        ("my NHS number is 943 476 5919", "nhs number"),
        ("mi DNI es 12345678Z", "dni"),
        ("the shop card, 4169 0000 1111 2222, is for stamps", "card"),
        ("login for the portal is mbauer / Regen2026", "login for the portal"),
        ("the bank log in, mbauer and Regen2026", "log in"),
        ("barn wifi is Haybale-221", "wifi"),
        ("remember my school portal, it's ncole08 / bl0ssom", "login"),
        ("library account: tamar / quince77!", "login"),
        ("my amex, 3782 000000 00005", "card"),
        ("the visa is 4169000011112222", "card"),
    ],
)
def test_a_secret_is_found_and_named(text: str, what: str) -> None:
    found = find_secrets(text)

    assert what in found[0].what
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "the deploy key is in 1Password",
        "our 1password is shared with finance",
        "the compass is green and we bypass words",
        "my password was wrong again",
        "the password is on the fridge",
        "password reset is broken",
        "my locker number is 42",
        "the token is in the vault",
        "the secret is to add vinegar",
        "order 1234 5678 9012 3456 arrived",
        "reports-2026-03-02-final-version.pdf",
        "abcdefghijklmnopqrstuvwxyz",
        "ticket PROJ-12345 and commit 1a2b3c4",
        "GB00 TEST is no account",
        "my bank account is empty",
        "the docs portal is at wiki/page2024",
        "our account team is Lena / support and Omar / sales",
        "the portal moves 3 / 4 of our orders",
        "",
    ],
)
def test_what_tells_no_secret_is_let_through(text: str) -> None:
    assert find_secrets(text) == []


def test_two_ways_to_see_one_secret_are_one() -> None:
    assert len(find_secrets("the api key is sk-abcdefghijklmnop1234")) == 1


def test_the_value_is_never_part_of_its_name() -> None:
    assert "banyan" not in find_secrets("admin password is banyan-drum-31")[0].what


@pytest.mark.parametrize(
    "text",
    [
        "the safe in the hall opens with 36-12-50",
        "the gate padlock on the north field, it is 0-8-1-7",
        "remember the shed alarm code for me, would you, it's 7720 now",
        "the code for the side gate is 4417",
        "2580# opens the side gate",
        "the alarm pin is four four two one",
        "my memorable word is Headland",
        "laptop unlock is Monsoon#2031",
        "my bank account for the rent, 12 3456 0000 0000 7890",
        "the hut has wifi and the pass is 7-goats-7",
        "the portal is at sol.example and the password there is Luz-y-sal-9",
        "telly is family@post.example / Regenwurm44",
        "my badge pin's still the factory 0000",
    ],
)
def test_what_opens_a_door_is_a_secret_in_many_words(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "the padlock is 3 years old",
        "my locker number is 114",
        "the gate opens at 07:30",
        "the code for the gate service is due 12 May",
        "my account manager is Ilse, 0117 496 0182",
        "the safe is behind the picture",
        "2019 is the year of the new door",
        "reach me at ana@post.example / 0155 22 33",
        "write to ana@post.example or bob2@post.example",
        "the password here is not needed",
        "the pin is the usual one",
    ],
)
def test_what_is_said_of_doors_and_locks_is_none(text: str) -> None:
    assert not holds_secret(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the safe at work is 14 left 7 right 22 left", "14 left 7 right 22 left"),
        ("the office safe: left 10, right 22, left 5", "left 10, right 22, left 5"),
        ("my padlock: 36R 12L 4R", "36R 12L 4R"),
        (
            "would it be safe with you, my safe combination? 30 left, 11 right, 4 left. Thanks",
            "30 left, 11 right, 4 left",
        ),
        ("the wine safe is 7 then 9 then 12", "7 then 9 then 12"),
        ("my bike padlock is 7-2-2-9", "7-2-2-9"),
        ("gym locker combo 14 28 6, again", "14 28 6"),
        ("the shed lock is 0707, he can't keep it", "0707"),
        ("the tool cabinet is one four nine two", "one four nine two"),
        ("the code is four four one nine", "four four one nine"),
        ("the gate keypad, 2580, straight down", "2580"),
        ("the pharmacy keypad is C2580X. Keep it", "C2580X"),
        ("the Airbnb door is 4471#", "4471#"),
        ("the barrier code is 2580 then hash", "2580 then hash"),
        ("the cash room door code changed, 5501 star", "5501 star"),
        ("gate code of the old mill 1907A", "1907A"),
        ("the badge code for the rack of paints is 5580", "5580"),
        ("the crash cart code is on my sleeve, but keep it: 3-1-9-0", "3-1-9-0"),
        ("its code is 4-8-15", "4-8-15"),
        ("the code on it is 5582, so there", "5582"),
        ("the code to get in is 4471", "4471"),
        ("the gate number of the court? It is 0519 and then the star", "0519 and then the star"),
        ("the pistol safe number, and he wants it kept too, 51-3-27", "51-3-27"),
        ("note the keypad number for the pantry would you, 7-7-1-9-star", "7-7-1-9-star"),
        ("the door code for the space is 0041 9921", "0041 9921"),
        ("the online banking code, 5519-KITE", "5519-KITE"),
        ("my backup codes: 4821-fake, 9930-fake and 1177-fake. ta", "4821-fake, 9930-fake and 1177-fake"),
        ("your OTP is 448 120", "448 120"),
        ("my OTP coming now 448120, wait", "448120"),
        ("the authenticator code 448120", "448120"),
        ("the token of the bank app, 774410, expires", "774410"),
        ("Save my work phone PIN? 118822. Ta", "118822"),
        ("my PIN for the bank 5521 so I stop", "5521"),
        ("the door pin is 4471 may change soon", "4471"),
        ("cvv 123", "123"),
        ("our bank PINs: 4471 and 5582", "4471 and 5582"),
        ("the PIN was changed to 7719 today", "7719"),
        ("seed words: apple river tin moon glass horse", "apple river tin moon glass horse"),
        ("the recovery words are apple river tin moon glass horse", "apple river tin moon glass horse"),
        ('my passphrase, "violet turnip stapler"', "violet turnip stapler"),
        ("the pasphrase for the vault is tulip-cart-9", "tulip-cart-9"),
        ("passprhase: tulip-cart-9", "tulip-cart-9"),
        ("the master phrase, keep it: seven herons walk slowly", "seven herons walk slowly"),
        ("the security question for the bank: first pet, answer Kofi the goat", "Kofi the goat"),
        ("my portal pw so i can ask later its GatorFake!77", "GatorFake!77"),
        ("save my ORCID password somewhere, zbFake#4410", "zbFake#4410"),
        ("the itch password's as the last, pixel-Otter-11, ok", "pixel-Otter-11"),
        ("the admin login of our plan server, root / meltemi-8", "meltemi-8"),
        ("my session login, tunde_b, pass na Fela1938!", "Fela1938!"),
        ("the snmp community string is `pekara-fake-9`", "pekara-fake-9"),
        ("hold the key `live_fake_77aa01` for me", "live_fake_77aa01"),
        ("my steam key for the press build is FAKE1-2B3C4-5D6E7", "FAKE1-2B3C4-5D6E7"),
        ("`export LICENSE_KEY=GRD-fake-77120` boots it", "GRD-fake-77120"),
        ("account of the shop is JP-7700-1298-01", "JP-7700-1298-01"),
        ("meine Bankverbindung: AT00 1234 5678 9012 3456", "AT00 1234 5678 9012 3456"),
        ("my NI number: QQ 12 34 56 C", "QQ 12 34 56 C"),
        ("my PPS number will you, 1234567T", "1234567T"),
        ("my national ID is CM8800FAKE21X.", "CM8800FAKE21X"),
        ("Hold my Social for the forms, it's 000-12-3456", "000-12-3456"),
        ("my door fob number is 00451277", "00451277"),
        ("keep 0000 4444 3333 1111, it's the coop card", "0000 4444 3333 1111"),
    ],
)
def test_a_code_is_found_whole_and_alone(text: str, value: str) -> None:
    found = find_secrets(text)

    assert value in [text[secret.value_start : secret.end] for secret in found]
    assert value not in masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "el código de la puerta es 4471",
        "la combinación del candado es 4-4-1-9",
        "mi PIN del banco es 4471",
        "guarda mi contraseña del correo, Luna#2026",
        "apunta el código de la caja fuerte, 4471",
        "der Türcode ist 4471",
        "die Kombination vom Fahrradschloss ist 4-4-1-9",
        "der Code für das Schließfach ist 4471",
        "Passwort für die Zeiterfassung lautet Segel#88",
        "le code de l'alarme c'est 2290",
        "le code de la salle de sport ? c'est 7 3 9 1",
        "mon code de carte SIM pro, retiens-le: 8841",
        "le digicode c'est 4471B",
        "la combinaison du cadenas est 4-4-1-9",
        "o código do portão é 4471",
        "guarda a senha do cofre: 443211",
        "anota o pin do cartão, 4471",
        "密码：4471",
        "我的密码是 pangolin",
        "验证码 448120",
        "记住门禁码是4471",
        "暗証番号は4471です",
        "ドアのコードは4471です",
        "パスワードは hunter22",
    ],
)
def test_secrets_are_found_in_other_languages(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "keep Blauwal_77 as my nas password",
        "118822 is my phone passcode",
        "router admin / Enzian!44 is the login",
        "`-----BEGIN FAKE KEY----- MIIEexample -----END FAKE KEY-----`",
    ],
)
def test_a_value_told_before_its_name_is_found(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "the meeting is at 5580",
        "room 1907",
        "order code is on the box",
        "our order code is 55801",
        "my zip code is 90210",
        "error code 404",
        "the printer at the door shows error code 4404-12",
        "discount code SPRING10",
        "the discount code is 5580-1234",
        "my invite code is DANA-2026",
        "dress code is casual",
        "tax code is 1257L",
        "paint code for the frames is RAL 6011",
        "the grant code for travel is X-4410-B",
        "the area code for Bristol is 0117",
        "project code 4410 for the hours",
        "my booking code is X7K2P9",
        "the code review has 4000 lines",
        "the source code of the alarm is 12000 lines",
        "the house code of conduct, 2024 edition",
        "the lab code name is Heron-12",
        "the code in bay 4 is old",
        "Morse code 1844",
        "my boy got his code 10 on Friday",
        "the room code in the timetable is B-014",
    ],
)
def test_other_codes_are_no_secrets(text: str) -> None:
    assert not holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "the gate closes at 4",
        "the gate closes at 1600",
        "the gate is 1200 mm wide",
        "gate is 2214",
        "the safe weighs 2000 kg",
        "the safe is 1200 euros",
        "the safe is 1907, a beauty",
        "keep that safe for me: file 2231",
        "is it safe, 4400 people were there",
        "stay safe, 4471 dead",
        "lock 1401 stays shut",
        "the bike lock is 120 cm long",
        "my locker is 1142",
        "door number 1204 is the surgery",
        "door 3-3-7 is jammed",
        "the cabinet is 1200 x 600",
        "the cupboard is RAL-6011",
        "my alarm is at 0630",
        "alarm 02:14 was a balloon",
        "the alarm company is Secura, 01632 960 417",
        "if the alarm goes call 01632 960417",
        "my badge number is 60-118",
        "the house number is 4471",
        "the score was 3-2-1 at the gate",
        "the terminal is 5-6 stops away",
        "turn left 2 times, then right at the safe",
        "the countdown is five four three two one",
    ],
)
def test_numbers_told_of_locks_and_gates_are_no_secrets(text: str) -> None:
    assert not holds_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "I changed the door code in 2019",
        "the gate code was changed on 12 May 2026",
        "the door code changes 2026-05-12",
        "the door code changes 12-14 May",
        "the door code works for 4471 % of us",
        "the PIN has to have 4 digits or 6 digits",
        "2FA is required since 2024",
        "the OTP expires after 3000 seconds",
        "my pin was refused. The queue had 4000 heads",
        "the PIN did not come, so I had to ring 01632 960417",
        "forgot my PIN, phone 01632 960417",
        "Pin this: the inspection comes every 14 months, next is 26 August 2027",
        "drop a pin at 4410 Elm Street",
        "what was my pin number for the fridge lol",
        "a combo meal 4471 calories",
        "the token limit is 4096",
        "login took 4500 ms",
        "login is slow, python3.12 hangs",
        "the password rotation is due, see RUN-1234",
        "the passwords, see-list-2.xlsx",
        "the password: <https://vault.example/x1>",
        "the login page, 2026-03-02-draft",
        "passphrase rotation: Monday, Tuesday, Friday",
        "the recovery phrase is written in the notebook at home",
        "the recovery words are kept with care under your bed",
        "the primary key is user_id_2024",
        "the issue key, PROJ-12345",
        "the password manager is Bitwarden-2024",
        "GPIO pins 17, 27, 22",
        "our colour combo 12-34-56",
        "the passphrase field, decrypt(Key_128)",
        "the combination 12, 14, 16 is best",
        "the national ID office opens 0930-1700",
        "the key is in room-2210",
        "SORT_KEY=created_at",
        "-----BEGIN PUBLIC KEY-----",
        "my account manager is Ilse, 0117 496 0182",
        "the account has 12000 users",
        "social media reach is 120-45-3000",
        "the passport office is at 4410 Elm Street",
        "the security question is unknown",
        "el código postal es 28013",
        "le code postal est 75011",
        "der Code hat 4000 Zeilen",
        "密码在2023年改了",
        "パスワードは2024年に変更しました",
    ],
)
def test_what_is_told_of_pins_passwords_and_keys_is_no_secret(text: str) -> None:
    assert not holds_secret(text)


def test_a_name_begins_with_the_thing_and_not_with_the_request() -> None:
    assert find_secrets("please remember the crash cart code, 3190")[0].what == "crash cart code"


_WORDS = (
    "the safe gate code pin is 4410 5-5-1 , : for of my password login Ab1! key_1a token account star left 12".split()
)


@pytest.mark.parametrize(
    "unit",
    [
        "1-",
        "=",
        "a1-",
        "left-36-",
        "three-",
        "one two ",
        "my password for the ",
        "pin of ",
        "pin 1 ",
        "pin a1 ",
        "card 4000 ",
        "a.b@",
        "xyz@ab.cd/",
        "密码 ",
        "KEY_",
        "-----BEGIN KEY-----",
        "seed words ",
        *[" ".join(random.Random(seed).choices(_WORDS, k=2000)) for seed in range(3)],
    ],
)
def test_the_time_taken_grows_with_the_text_and_no_faster(unit: str) -> None:
    text = f"pin {unit * 10_000}"[:9_990] + " pin"

    started = time.process_time()
    find_secrets(text)

    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("root on the jump host is korte-alma-55", "korte-alma-55"),
        ("root na jump é Jabuti-78-verde, tenta", "Jabuti-78-verde"),
        ("admin for the till is Hanbok.Winter.24", "Hanbok.Winter.24"),
        ("netflix for the lobby is geese@sock.example and HONKhonk1", "HONKhonk1"),
        ("the firm's Visa is 4929 1300 5500 4242, book it", "4929 1300 5500 4242"),
        ("7731 is the dock door punch", "7731"),
        ("punch 6603# on the side door", "6603#"),
        ("it's 9083 on the keypad to get in from the courtyard", "9083"),
        ("its 8080# to get in the back", "8080#"),
        ("the deposit goes to GM29 0000 4412 7780 01, tell him", "GM29 0000 4412 7780 01"),
        ("the vault opens to 61-07-33", "61-07-33"),
    ],
)
def test_what_opens_something_is_a_secret_though_nothing_calls_it_one(text: str, value: str) -> None:
    (secret,) = find_secrets(text)

    assert text[secret.value_start : secret.end].strip() == value


@pytest.mark.parametrize(
    "text",
    [
        "root is in eu-west-2 now",
        "admin tickets go to OPS-4411",
        "netflix has 12 new films",
        "my visa runs until 2027",
        "room 1204 is the door on the left",
        "press 3 on the keypad twice",
        "it's 20 minutes to get through the gate",
        "the router is in rack 12b",
    ],
)
def test_what_only_stands_near_a_lock_is_none(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "my sister Sandi is 42",
        "call Sandi: 0161 4960000",
        "I forgot the password to 3 accounts",
        "the pin to 4 doors is missing",
        "the code for port 8080 is in main.py",
    ],
)
def test_names_of_secrets_in_other_languages_are_none_in_english(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "ricorda che la password del wifi è Gatto_99",
        "zapamiętaj: hasło do wifi to kotek123",
        "kod do bramy to 4410",
        "onthoud dat het wachtwoord Welkom01! is",
        "kom ihåg att lösenordet är Sommar2024",
        "koden til døren er 4410",
        "Nhớ mật khẩu wifi của mình là Abc12345!",
        "ingat kata sandi wifi adalah kucing99",
        "मेरा पासवर्ड Pune2024! है",
        "ο κωδικός της πόρτας είναι 5531#",
        "كلمة السر هي Cairo2026",
        "nywila ya wifi ni Simba2026",
    ],
)
def test_secrets_told_in_other_languages_are_found(text: str) -> None:
    assert find_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "my momo pin don change to 2290",
        "the pin has been changed to 4471",
        "pin code for the bike shed changed to 4471",
        "our settlement account at DBS, number 003-914427-8",
        "the account with Acme Bank, no. 20445577",
    ],
)
def test_changed_codes_and_numbered_accounts_are_secrets(text: str) -> None:
    assert find_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "the pin board moved to room 12",
        "the account manager at DBS is Lin, number 12 on the list",
        "my account with Acme, order number 20260312",
        "the wifi changed to Blue-House from today",
    ],
)
def test_changes_and_accounts_of_other_kinds_are_none(text: str) -> None:
    assert not find_secrets(text)


@pytest.mark.parametrize(
    "text", ["3月20日までに決算書を提出しなければなりません", "12月1日から育児休業を取得することになりました"]
)
def test_a_sentence_that_is_written_without_blanks_is_no_key(text: str) -> None:
    assert find_secrets(text) == []
