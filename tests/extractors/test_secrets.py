"""What must never be stored is found, and what only sounds like it is not."""

import pytest

from extractors.secrets import find_secrets, holds_secret


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("the wifi password is pangolin-9", "wifi password"),
        ("my pin is 8832 lol", "pin"),
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
        ("the shop card, 4169 0000 1111 2222, is for stamps", "card"),
        ("login for the portal is mbauer / Regen2026", "login for the portal"),
        ("the bank log in, mbauer and Regen2026", "log in"),
        ("barn wifi is Haybale-221", "wifi"),
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
