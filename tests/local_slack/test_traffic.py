"""The inspector: every call, payload and answer at a response URL is noted, without tokens, and shown newest first."""

import asyncio
import json
from typing import Any

import aiohttp
import pytest

from bot.local_slack.clock import ManualClock
from bot.local_slack.traffic import HIDDEN, MOST_ENTRIES, Traffic, without_secrets
from tests.local_slack.desk import Desk, desk

Json = dict[str, Any]


async def traffic(at: Desk, **query: str) -> list[Json]:
    async with at.session.get(f"{at.url}/_control/traffic", params=query) as answer:
        assert answer.status == 200
        return list((await answer.json())["entries"])


async def test_a_call_is_noted_with_arguments_and_answer() -> None:
    async with desk() as at:
        await at.posted("hello")
        entry = (await traffic(at, text="chat.postMessage"))[0]

    assert (entry["way"], entry["name"], entry["outcome"]) == ("call", "chat.postMessage", "ok")
    assert entry["sent"] == {"channel": "C0GENERAL", "text": "hello"}
    assert entry["answer"]["message"]["text"] == "hello"
    assert entry["at"] == at.clock.now()
    assert entry["ms"] >= 0


async def test_a_refused_call_is_noted_with_its_error() -> None:
    async with desk() as at:
        await at.api("chat.postMessage", channel="C0NOWHERE", text="hello")
        headers = {"Content-Type": "application/json"}
        async with at.session.post(f"{at.workspace.api_url}auth.test", data=b"{", headers=headers):
            pass
        broken, refused = await traffic(at)

    assert (refused["outcome"], refused["answer"]["ok"]) == ("channel_not_found", False)
    assert (broken["outcome"], broken["sent"]) == ("invalid_json", {})


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ({"kind": "ratelimited"}, "ratelimited"),
        ({"kind": "server_error", "status": 502}, "502"),
        ({"kind": "error", "error": "fatal_error"}, "fatal_error"),
        ({"kind": "cut"}, "cut before it"),
        ({"kind": "cut", "after": True}, "cut after it"),
    ],
    ids=["429", "5xx", "error", "cut-before", "cut-after"],
)
async def test_what_a_fault_made_of_a_call_is_noted(fault: Json, outcome: str) -> None:
    async with desk() as at:
        await at.control("POST", "faults", **fault)
        try:
            async with at.session.post(f"{at.workspace.api_url}api.test", json={"x": 1}):
                pass
        except aiohttp.ClientError:
            assert fault["kind"] == "cut"
        (entry,) = await traffic(at)

    assert (entry["outcome"], entry["sent"]) == (outcome, {"x": 1})


async def test_every_delivery_of_an_event_is_noted_with_its_attempt_and_what_came_back() -> None:
    async with desk() as at, at.connected() as app:
        await at.say("U0ALEX", "hello")
        await app.event(ack=False)
        await at.sleeping(3)
        at.clock.advance(3)
        await app.event()
        under_way_or_done = await traffic(at, text='"way": "event"')

    second, first = under_way_or_done
    assert [first["name"], first["attempt"], first["reason"], first["outcome"]] == ["message", 0, "", "timeout"]
    assert [second["attempt"], second["reason"]] == [1, "timeout"]
    assert first["sent"]["event"]["text"] == "hello"


async def test_a_command_its_acknowledgement_and_the_answer_at_its_response_url_are_noted() -> None:
    async with desk() as at, at.connected() as app:
        command = asyncio.create_task(at.control("POST", "commands", user="U0ALEX", channel="D0ALEX", command="/soul"))
        envelope = await app.event(ack=False)
        await app.ack(envelope, {"text": "at once"})
        await command
        for body in (b'{"text": "later"}', b"{", b"[]"):
            async with at.session.post(envelope["payload"]["response_url"], data=body):
                pass
        no_object, broken, response, noted, _ = await traffic(at)

    assert (noted["way"], noted["name"], noted["outcome"]) == ("command", "/soul", "ok")
    assert noted["answer"] == {"text": "at once"}
    assert (response["way"], response["name"], response["sent"]) == ("response", "response_url", {"text": "later"})
    assert (response["outcome"], response["answer"]) == ("ok", "ok")
    assert [broken["outcome"], no_object["outcome"]] == ["invalid_payload", "invalid_payload"]


async def test_no_token_is_shown() -> None:
    async with desk() as at, at.connected() as app:
        async with at.session.post(
            f"{at.workspace.api_url}auth.test", data={"token": at.workspace.bot_token, "x": "y"}
        ) as answer:
            assert (await answer.json())["ok"]
        await at.say("U0ALEX", "hello")
        await app.event()
        seen = await traffic(at)

    assert {"token": HIDDEN, "x": "y"} in [entry["sent"] for entry in seen]
    keys = at.workspace.workspace.keys
    for secret in (keys.bot_token, keys.app_token, keys.verification_token, keys.signing_secret):
        assert secret not in json.dumps(seen)


def test_secrets_are_hidden_wherever_they_stand() -> None:
    told = {"authed_user": {"access_token": "xoxp"}, "list": [{"refresh_token": "xoxe"}], "code": 7, "token": ""}

    assert without_secrets(told) == {
        "authed_user": {"access_token": HIDDEN},
        "list": [{"refresh_token": HIDDEN}],
        "code": 7,
        "token": "",
    }


async def test_a_text_finds_what_holds_it_anywhere_and_in_either_case() -> None:
    async with desk() as at:
        await at.posted("Grüße aus Zürich")
        await at.api("auth.test")

        found = await traffic(at, text="ZÜRICH")
        assert {entry["way"] for entry in found} == {"call", "event"}
        assert all("Zürich" in json.dumps(entry, ensure_ascii=False) for entry in found)
        assert [entry["name"] for entry in await traffic(at, most="1")] == ["auth.test"]
        assert await traffic(at, text="nowhere at all") == []


@pytest.mark.parametrize("most", ["0", "-1", "many", "501"])
async def test_an_odd_number_of_entries_is_refused(most: str) -> None:
    async with desk() as at, at.session.get(f"{at.url}/_control/traffic", params={"most": most}) as answer:
        told = await answer.json()

    assert (answer.status, told["error"]) == (400, f"'most' is {most!r}. Send a whole number from 1 to 500.")


async def test_it_is_cleared() -> None:
    async with desk() as at:
        await at.api("auth.test")
        await at.control("DELETE", "traffic")

        assert await traffic(at) == []


async def test_a_page_that_watches_hears_the_beginning_and_the_end_of_each_exchange() -> None:
    async with desk() as at, at.session.ws_connect(f"{at.url}/_control/traffic/ws") as page:
        assert await page.receive_json() == {"type": "hello"}
        await at.api("auth.test")
        begun, ended = await page.receive_json(), await page.receive_json()

    assert (begun["type"], begun["entry"]["name"], begun["entry"]["ms"]) == ("traffic", "auth.test", None)
    assert (ended["entry"]["id"], ended["entry"]["outcome"]) == (begun["entry"]["id"], "ok")


def test_only_the_last_are_kept_and_times_are_measured() -> None:
    seconds = iter(range(10_000))
    kept = Traffic(ManualClock(), timer=lambda: float(next(seconds)))
    for number in range(MOST_ENTRIES + 1):
        kept.end(kept.begin("call", f"method.{number}", {}), "ok")

    newest = kept.newest()

    assert (len(newest), newest[0]["name"], newest[-1]["name"]) == (MOST_ENTRIES, "method.500", "method.1")
    assert newest[0]["ms"] == 1000.0
