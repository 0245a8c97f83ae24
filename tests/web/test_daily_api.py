"""Daily deals by their API and pages: midnight, places, keys, records that prove them, servers that share a draw."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.cli.main import main
from partake.store.deal_rows import DealFactsRow
from partake.table.calendar import CLASSIC, DEALS, EDITION, DayKey, dealt, midnight, utc_day
from partake.table.daily import GRACE
from partake.web.following import Home
from partake.web.settings import SettingError, read_settings
from served import Served, serving
from served_process import ServedProcess, eventually, partake, serving_process

TODAY = date(2026, 11, 17)
DAY = 86_400.0


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.at = midnight(TODAY) + DAY / 2

    def __call__(self) -> float:
        """What time it is."""
        return self.at


@contextmanager
def days(folder: Path, **settings: Any) -> Iterator[tuple[Served, Clock]]:
    """A server and its clock, at noon of a day that is the first of its calendar."""
    clock = Clock()
    with serving(folder, now=clock, **settings) as served:
        yield served, clock


def play(client: httpx.Client, day: date, deal: str = CLASSIC, **wanted: Any) -> dict[str, Any]:
    """Play a deal to its end; the state of the table then."""
    begun = client.post(f"/api/daily/{day}/{deal}", json=wanted)
    assert begun.status_code == 201, begun.text
    table = begun.json()["id"]
    return finish(client, table)


def finish(client: httpx.Client, table: str) -> dict[str, Any]:
    """Play a table to its end."""
    while True:
        state: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        view = state["view"]
        if view["outcome"]:
            if state["table"]["status"] == "over":
                return state
        elif state["seat"] in view["to_act"]:
            action = next(one for one in view["legal"] if one != "back")
            assert client.post(f"/api/tables/{table}/moves", json={"action": action}).status_code == 200
        client.post(f"/api/tables/{table}/go-on", json={})


def test_a_day_by_the_api_from_morning_to_the_next(tmp_path: Path) -> None:
    with days(tmp_path) as (served, clock):
        ann, bob, stranger = served.client("Ann"), served.client("Bob"), served.client()
        before = ann.get("/api/daily").json()
        assert (before["day"], before["first"], before["key"], before["streak"]) == (str(TODAY), str(TODAY), None, 0)
        assert before["ends"] == midnight(TODAY) + DAY
        assert [(deal["edition"], deal["options"]) for deal in before["deals"]] == [
            (dealt(TODAY, which).edition, dict(dealt(TODAY, which).options)) for which in DEALS
        ]
        mine = play(ann, TODAY)
        deal = ann.get("/api/daily").json()["deals"][0]
        assert (deal["players"], deal["mine"]["place"], deal["mine"]["counts"]) == (1, 1, True)
        assert [one["nickname"] for one in deal["results"]] == ["Ann"]
        for other in (bob, stranger):
            assert other.get("/api/daily").json()["deals"][0]["results"] is None
            for path in ("", "/record", "/replay/3", "/review", "/events"):
                assert other.get(f"/api/tables/{mine['table']['id']}{path}").status_code == 403, path
        assert bob.post(f"/api/daily/{TODAY}/classic", json={"practice": True}).status_code == 409
        his = play(bob, TODAY)
        assert his["view"]["drawn"] == mine["view"]["drawn"]
        assert bob.get("/api/daily").json()["streak"] == 1
        assert play(bob, TODAY, practice=True)["table"]["counts"] is False
        assert stranger.get(f"/api/daily/keys/{TODAY}").status_code == 403
        for day, status in ((TODAY + timedelta(1), 404), (TODAY - timedelta(1), 404), ("2026-13-41", 422)):
            assert stranger.get(f"/api/daily/{day}").status_code == status
            assert stranger.get(f"/api/daily/keys/{day}").status_code == status
            assert ann.post(f"/api/daily/{day}/classic", json={}).status_code == status
        assert ann.post(f"/api/daily/{TODAY}/both", json={}).status_code == 422
        assert stranger.post(f"/api/daily/{TODAY}/classic", json={}).status_code == 401
        clock.at = midnight(TODAY) + DAY + GRACE
        later = stranger.get(f"/api/daily/{TODAY}").json()
        assert sorted(one["nickname"] for one in later["deals"][0]["results"]) == ["Ann", "Bob"]
        key = DayKey.of(later["key"])
        assert key.follows(DayKey.of(later["fingerprint"]))
        assert stranger.get(f"/api/daily/keys/{TODAY}").json()["key"] == later["key"]
        assert stranger.get("/api/daily").json()["day"] == str(TODAY + timedelta(1))
        assert stranger.get(f"/api/tables/{mine['table']['id']}").status_code == 200


def test_a_published_key_proves_a_record_without_any_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with days(tmp_path) as (served, clock):
        ann = served.client("Ann")
        files = {}
        for which in DEALS:
            table = play(ann, TODAY, which)["table"]["id"]
            files[which] = tmp_path / f"{which}.partake"
            files[which].write_text(ann.get(f"/api/tables/{table}/record").text, encoding="utf-8")
        other = tmp_path / "other.partake"
        table = ann.post("/api/tables", json={"edition": "classic"}).json()["id"]
        finish(ann, table)
        other.write_text(ann.get(f"/api/tables/{table}/record").text, encoding="utf-8")
        clock.at += 2 * DAY
        told = ann.get(f"/api/daily/{TODAY}").json()
        anchor, key = told["fingerprint"], told["key"]
        next_key = ann.get(f"/api/daily/keys/{TODAY}").json()["key"]
    assert next_key == key
    for which, file in files.items():
        assert main(["daily", "check", anchor, key, str(file)]) == 0
        assert f"({which})" in capsys.readouterr().out
    wrong = key[:-1] + ("0" if key[-1] != "0" else "1")
    for argv, sentence in (
        ([anchor, wrong], "does not lead to"),
        ([key, anchor], "of a later day"),
        ([anchor, "today"], "is written as"),
        ([anchor, key, str(other)], "does not follow from the key"),
    ):
        assert main(["daily", "check", *argv]) == 1
        assert sentence in capsys.readouterr().err


def test_what_the_bot_and_the_best_board_make_of_it_is_for_those_who_have_finished(tmp_path: Path) -> None:
    with days(tmp_path, pages=True) as (served, _):
        ann, bob = served.client("Ann"), served.client("Bob")
        play(ann, TODAY)
        daily = served.app.state.context.daily
        facts = DealFactsRow(daily.name(TODAY, CLASSIC), 151.0, 203.0, True)
        served.do(daily.store.keep_facts(facts))
        deal = ann.get("/api/daily").json()["deals"][0]
        total = deal["mine"]["total"]
        assert (deal["bot"], deal["best"], deal["is_proven"]) == (151.0, 203.0, True)
        shown = ann.get("/daily").text
        assert "203" in shown
        shared = re.search('data-share="([^"]*)"', shown)
        assert shared is not None
        text = shared[1]
        assert f"{total:g}" in text
        assert "place 1 of 1" in text
        assert not re.search(r"\d-\d-\d|[a-e][1-5]\b", text.replace(str(TODAY), "")), "no tile and no cell"
        for visitor in (bob, served.client()):
            hidden = visitor.get("/api/daily").json()["deals"][0]
            assert (hidden["bot"], hidden["best"]) == (None, None)
            assert "203" not in visitor.get("/daily").text


def test_a_link_to_a_sealed_game_leads_to_ones_own(tmp_path: Path) -> None:
    with days(tmp_path, pages=True) as (served, clock):
        ann, bob = served.client("Ann"), served.client("Bob")
        table = play(ann, TODAY)["table"]["id"]
        answer = bob.get(f"/tables/{table}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/daily/{TODAY}?sealed")
        assert "play yours first" in bob.get(answer.headers["location"]).text
        assert bob.get(f"/tables/{table}/preview.png").status_code == 403
        own = ann.get(f"/tables/{table}")
        assert own.status_code == 200
        assert f"/daily/{TODAY}#classic" in own.text
        assert f"/tables/{table}/preview.png" not in re.sub('<meta property="og:image".*?>', "", own.text)
        assert ann.get(f"/daily/{TODAY}/classic/share.png").headers["content-type"] == "image/png"
        assert ann.post(f"/tables/{table}/challenge").status_code == 409
        clock.at += 2 * DAY
        assert bob.get(f"/tables/{table}").status_code == 200


def test_an_unfinished_try_cannot_be_discarded_nor_left_to_a_bot(tmp_path: Path) -> None:
    with days(tmp_path, pages=True) as (served, _):
        ann = served.client("Ann")
        table = ann.post(f"/api/daily/{TODAY}/edition", json={}).json()["id"]
        assert f"/tables/{table}/discard" not in ann.get("/").text
        for path in (f"/api/tables/{table}/close", f"/api/tables/{table}/seats/1/bot"):
            assert ann.post(path, json={}).status_code == 409
        assert ann.post(f"/tables/{table}/discard").status_code == 409
        assert ann.post(f"/api/tables/{table}/leave").status_code == 200
        assert ann.post(f"/api/daily/{TODAY}/edition", json={}).json()["id"] == table
        assert ann.get("/api/daily").json()["deals"][1]["mine"]["status"] == "playing"


def test_two_people_of_one_human_have_two_tries_and_neither_sees_the_others_before_its_end(tmp_path: Path) -> None:
    """Nobody needs an account here, so nobody can be kept from this: docs/daily.md says so."""
    with days(tmp_path) as (served, _):
        first, second = served.client("Ann"), served.client("Ann")
        mine, other = [one.post(f"/api/daily/{TODAY}/classic", json={}).json()["id"] for one in (first, second)]
        assert mine != other
        assert first.get(f"/api/tables/{other}").status_code == second.get(f"/api/tables/{mine}").status_code == 403
        finish(first, mine)
        assert second.get(f"/api/tables/{mine}").status_code == 403
        finish(second, other)
        assert first.get("/api/daily").json()["deals"][0]["players"] == 2
        assert first.request("DELETE", "/api/me").status_code in (200, 204)
        assert second.get("/api/daily").json()["deals"][0]["players"] == 1


def test_the_midnight_of_a_page(tmp_path: Path) -> None:
    with days(tmp_path, pages=True) as (served, clock):
        ann = served.client("Ann")
        clock.at = midnight(TODAY) + DAY - 10
        page = ann.get("/daily").text
        assert f"/daily/{TODAY}/classic" in page
        assert 'data-left="10"' in page
        table = ann.post(f"/api/daily/{TODAY}/classic", json={}).json()["id"]
        clock.at += 20
        tomorrow = TODAY + timedelta(1)
        assert f'action="/daily/{tomorrow}/classic"' in ann.get("/daily").text
        assert "may still end" in ann.get(f"/daily/{TODAY}").text
        finish(ann, table)
        assert "data-share" in ann.get(f"/daily/{TODAY}").text
        archive = ann.get("/daily/archive").text
        assert archive.index(f"/daily/{tomorrow}") < archive.index(f"/daily/{TODAY}")
        assert ann.get(f"/daily/archive?until={date.min}").status_code == 200
        assert ann.get("/daily/archive?until=x").status_code == 422
        assert ann.get(f"/daily/{tomorrow + timedelta(1)}").status_code == 404


@pytest.mark.parametrize("value", ["games.example.org", "https://x", "https://x#short", "ftp://x#" + "t" * 32])
def test_a_calendar_without_token_is_refused_in_a_sentence(value: str) -> None:
    with pytest.raises(SettingError, match="--calendar must be the address of a server and a token"):
        read_settings({"calendar": value}, {})


def test_a_home_is_read_from_its_setting() -> None:
    assert Home.of("") is None
    home = Home.of("https://games.example.org:8443/#abc")
    assert home == Home("https://games.example.org:8443", "abc")
    assert home is not None
    assert home.host == "games.example.org:8443"


def shared_token(folder: Path) -> str:
    """The token for another server, as the operator's command prints it."""
    told = partake("admin", "calendar", "share", "Other", "--yes", "--folder", folder)
    found = re.search(r"#([\w-]+)", told.stdout)
    assert found is not None, told.stderr
    return found[1]


def today_of(served: ServedProcess) -> dict[str, Any]:
    """What a server says of today."""
    found: dict[str, Any] = served.client().get("/api/daily").json()
    return found


def test_two_servers_with_one_calendar_deal_alike_also_after_the_first_was_away(tmp_path: Path) -> None:
    if midnight(utc_day(time.time())) + DAY - time.time() < 120:
        time.sleep(130)  # two days would be compared
    home, other = tmp_path / "home", tmp_path / "other"
    with serving_process(home) as first:
        token, port = shared_token(home), first.port
        assert first.stop() == []
    setting = ("--calendar", f"http://127.0.0.1:{port}#{token}")
    with serving_process(other, *setting) as second:
        problem = eventually(lambda: today_of(second)["problem"])
        assert "cannot be reached now" in problem
        ann = second.client("Ann")
        assert ann.get("/").status_code == ann.get("/daily").status_code == 200
        assert "cannot be reached now" in ann.get("/daily").text
        today = today_of(second)["day"]
        refused = ann.post(f"/api/daily/{today}/classic", json={})
        assert refused.status_code in (404, 409)
        with serving_process(home, port=port) as first:
            eventually(lambda: today_of(second)["problem"] is None and today_of(second)["fingerprint"])
            assert today_of(first)["fingerprint"] == today_of(second)["fingerprint"]
            bob = first.client("Bob")
            for which in DEALS:
                there, here = play(bob, date.fromisoformat(today), which), play(ann, date.fromisoformat(today), which)
                assert there["view"]["drawn"] == here["view"]["drawn"]
                assert there["table"]["deal"] == here["table"]["deal"]
            assert first.client().get(f"/api/daily/keys/{today}").status_code == 403
            wrong = {"authorization": "Bearer " + "x" * 32}
            assert first.client(headers=wrong).get(f"/api/daily/keys/{today}").status_code == 403
            right = first.client(headers={"authorization": f"Bearer {token}"})
            assert right.get(f"/api/daily/keys/{today}").status_code == 200
            tomorrow = date.fromisoformat(today) + timedelta(1)
            assert right.get(f"/api/daily/keys/{tomorrow}").status_code == 404
            assert partake("admin", "calendar", "revoke", "Other", "--yes", "--folder", home).returncode == 0
            assert right.get(f"/api/daily/keys/{today}").status_code == 403
            assert token not in first.log + second.log
        assert second.client("Cleo").post(f"/api/daily/{today}/edition", json={}).status_code == 201, "it needs no home"


def test_a_home_with_another_calendar_or_nonsense_is_not_followed(tmp_path: Path) -> None:
    """Whatever comes from the home is checked, and refused in a sentence on the page; nothing breaks."""
    with serving(tmp_path / "home") as first:
        token = first.do(share(first))
        for name, path in (("path", "/nowhere"), ("token", "")):
            given = f"{first.link}{path}#{token if path else 'x' * 32}"
            with serving(tmp_path / name, pages=True, calendar=given) as second:
                client = second.client("Ann")
                while not client.get("/api/daily").json()["problem"]:
                    time.sleep(0.05)
                assert "which does not give them" in client.get("/daily").text
                assert client.get(f"/api/daily/{EDITION:.<10}").status_code == 422


async def share(served: Served) -> str:
    """A token of a server for others."""
    found = await served.app.state.administration.perform("calendar", {"verb": "share", "name": "Other"})
    return str(found["token"])
