"""Tournaments through a real server: who may see what and when, in every answer, and what a killed server keeps."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from served import Served, serving
from served_process import eventually, serving_process

TIME = re.compile(r"1[789]\d{8}(\.\d+)?")
HOUR = 3600.0


class Calendar:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    """The calendar of the server."""
    return Calendar()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, calendar: Calendar) -> Iterator[Served]:
    """One server for all tests here."""
    with serving(tmp_path_factory.mktemp("tournaments"), pages=True, now=calendar, open_tournaments=100) as found:
        yield found


def made(host: httpx.Client, **wanted: Any) -> str:
    """A new tournament of one Classic deal in rounds, unless something else is wanted."""
    answer = host.post("/api/tournaments", json={"title": "Sunday", "edition": "classic", **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def joined(code: str, *players: httpx.Client) -> None:
    """Let people take part."""
    for player in players:
        answer = player.post(f"/api/tournaments/{code}/join", json={})
        assert answer.status_code == 200, answer.text


def play(code: str, player: httpx.Client, *, last: bool = False, tiles: int = 19) -> int:
    """A player's deal, to its end or for some tiles: always the first or the last legal cell; its points."""
    table = player.post(f"/api/tournaments/{code}/play").json()["id"]
    done = 0
    while done < tiles:
        state = player.get(f"/api/tables/{table}").json()
        legal = [action for action in state["view"]["legal"] if action != "back"]
        if state["seat"] in state["view"]["to_act"] and legal:
            body = {"action": legal[-1 if last else 0], "expect": state["number"], "pause": 0}
            assert player.post(f"/api/tables/{table}/moves", json=body).status_code == 200
            done += 1
    if tiles == 19:
        while player.get(f"/api/tables/{table}").json()["table"]["status"] == "playing":
            pass
    return int(player.get(f"/api/tables/{table}").json()["view"]["sheets"][0]["total"])


def seen(player: httpx.Client, code: str) -> dict[str, str]:
    """Everything that the server says of a tournament to somebody, without what is different by chance."""
    paths = [f"/api/tournaments/{code}", f"/api/tournaments/{code}/results"]
    paths += [f"/tournaments/{code}{end}" for end in ("", "/live", "/results.csv", "/screen", "/screen/live")]
    state = player.get(paths[0]).json()
    found: dict[str, str] = {}
    for path in paths:
        answer = player.get(path)
        assert answer.status_code == 200
        text = answer.text.replace(code, "CODE").replace(state["commitment"], "COMMITMENT")
        text = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)  # the QR code of the link
        found[path.replace(code, "CODE")] = TIME.sub("TIME", text)
    return found


def results(player: httpx.Client, code: str) -> dict[str, Any]:
    """The standings that somebody may see."""
    found: dict[str, Any] = player.get(f"/api/tournaments/{code}/results").json()
    return found


@pytest.mark.parametrize("mode", ["rounds", "window"])
def test_no_byte_tells_draws_or_results_to_those_who_have_not_finished(
    server: Served, calendar: Calendar, mode: str
) -> None:
    """Two tournaments that differ in the secret and in what Ann has made of it, and in nothing that Bob may know."""
    ann, bob, host, stranger = (*(server.client(name) for name in ("Ann", "Bob", "Host")), server.client())
    told: list[list[dict[str, str]]] = []
    points: list[int] = []
    for last in (False, True):
        wanted = {"ends": calendar.now + HOUR} if mode == "window" else {}
        code = made(host, mode=mode, **wanted)
        joined(code, ann, bob)
        if mode == "rounds":
            host.post(f"/api/tournaments/{code}/go-on", json={})
        points.append(play(code, ann, last=last))
        told.append([seen(one, code) for one in (bob, host, stranger)])
        assert results(ann, code)["players"][0]["total"] == points[-1]
        table = results(ann, code)["players"][0]["deals"][0]["table"]
        for one in (bob, host, stranger):
            for path in ("", "/record", "/replay/1", "/review"):
                assert one.get(f"/api/tables/{table}{path}").status_code in (403, 404), path
            for path in ("", "/replay", "/review", "/best", "/comparison", "/preview.png"):
                assert one.get(f"/tables/{table}{path}").status_code in (303, 403, 404), path
        host.post(f"/api/tournaments/{code}/end")
        assert results(stranger, code)["players"][0]["total"] == points[-1]
        assert stranger.get(f"/api/tables/{table}/record").status_code == 200
    for first, second in zip(*told, strict=True):
        for path, text in first.items():
            assert second[path] == text, path


def test_the_csv_is_the_table_and_no_formula(server: Served) -> None:
    host, ann, evil = server.client("Host"), server.client("Ann"), server.client("=1+1")
    code = made(host, deals=2, pause=5)
    joined(code, ann, evil)
    for _ in range(2):
        host.post(f"/api/tournaments/{code}/go-on", json={})
        for player in (ann, evil):
            play(code, player, last=player is evil, tiles=19 if player is ann else 10)
        host.post(f"/api/tournaments/{code}/go-on", json={})
    found, answer = results(host, code), host.get(f"/tournaments/{code}/results.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == len(found["players"]) == 2
    for row, player in zip(rows, found["players"], strict=True):
        assert row["Player"].removeprefix("'") == player["name"]
        assert [float(row[f"Deal {n}"]) for n in (1, 2)] == [cell["points"] for cell in player["deals"]]
        assert [float(row[f"Deal {n} ± mean"]) for n in (1, 2)] == [cell["above"] for cell in player["deals"]]
        assert (float(row["Place"]), float(row["Total"])) == (player["place"], player["total"])
    cut = next(row for row in rows if "1+1" in row["Player"])
    assert (cut["Player"], cut["Unfinished deals"]) == ("'=1+1", "1 2")
    assert all(line.split(",")[1][0] not in "=+-@" for line in answer.text.splitlines()[1:])


def test_equal_totals_share_a_place_and_a_late_comer_gets_what_is_left(server: Served, calendar: Calendar) -> None:
    host, ann, bob, late = (server.client(name) for name in ("Host", "Ann", "Bob", "Late"))
    code = made(host, deals=2, seconds=60, pause=5)
    joined(code, ann, bob)
    host.post(f"/api/tournaments/{code}/go-on", json={})
    assert play(code, ann) == play(code, bob), "the same cells for the same tiles"
    eventually(lambda: host.get(f"/api/tournaments/{code}").json()["stage"] == "between")
    calendar.now += 6
    assert host.get(f"/api/tournaments/{code}").json()["round"] == 2
    joined(code, late)
    calendar.now += 50
    state = late.get(f"/api/tournaments/{code}").json()
    assert (state["me"]["deal"], round(state["due"] - state["now"])) == (2, 10)
    play(code, late, tiles=2)  # too few for a line, whatever comes
    calendar.now += 11
    assert host.get(f"/api/tournaments/{code}").json()["stage"] == "over"
    rows = results(host, code)["players"]
    assert [(row["name"], row["place"], row["is_shared"]) for row in rows[:2]] == [("Ann", 1, True), ("Bob", 1, True)]
    assert [cell and cell["is_finished"] for cell in next(row for row in rows if row["name"] == "Late")["deals"]] == [
        None, False,
    ]  # fmt: skip


def test_a_window_opens_and_ends_by_the_calendar(server: Served, calendar: Calendar) -> None:
    host, ann = server.client("Host"), server.client("Ann")
    code = made(host, mode="window", begins=calendar.now + HOUR, ends=calendar.now + 2 * HOUR)
    joined(code, ann)
    assert ann.post(f"/api/tournaments/{code}/play").status_code == 409
    page = ann.get(f"/tournaments/{code}").text
    assert "The first deal can be played from" in page
    calendar.now += HOUR
    assert "Play deal 1" in ann.get(f"/tournaments/{code}").text
    points = play(code, ann)
    calendar.now += HOUR
    assert "The tournament is over" in ann.get(f"/tournaments/{code}").text
    assert results(host, code)["players"][0]["total"] == points
    secret = host.get(f"/api/tournaments/{code}").json()["secret"]
    assert len(secret) == 64
    assert secret in host.get(f"/tournaments/{code}").text


def test_an_answer_is_repeated_only_when_something_has_changed(server: Served) -> None:
    host, ann = server.client("Host"), server.client("Ann")
    code = made(host)
    for path in (f"/api/tournaments/{code}", f"/api/tournaments/{code}/results", f"/tournaments/{code}/live"):
        tag = ann.get(path).headers["etag"]
        assert ann.get(path, headers={"if-none-match": tag}).status_code == 304
        assert host.get(path, headers={"if-none-match": tag}).status_code == 200, "the host sees something else"
        guest = server.client("Guest")
        joined(code, guest)
        assert ann.get(path, headers={"if-none-match": tag}).status_code == 200
        assert guest.post(f"/api/tournaments/{code}/leave").status_code == 200


def test_forms_do_what_the_api_does(server: Served) -> None:
    host, ann, twin = server.client("Host"), server.client(), server.client()
    form = {"title": "Forms", "edition": "nexus", "mode": "window", "lasts": "3600", "deals": "2", "plays": "yes"}
    place = host.post("/tournaments", data=form).headers["location"]
    code = place.removeprefix("/tournaments/")
    assert ann.post(f"{place}/join", data={"nickname": "Ann"}).status_code == 303
    taken = twin.post(f"{place}/join", data={"nickname": "Ann"})
    assert taken.status_code == 409
    assert "Join as Ann 2" in taken.text
    assert twin.post(f"{place}/join", data={"nickname": "Ann", "as": "Ann 2"}).status_code == 303
    assert host.get("/tournaments", params={"code": f" {code[:5].upper()}-{code[5:]}"}).headers["location"] == place
    assert ann.post(f"{place}/play").headers["location"].startswith("/tables/")
    assert ann.post(f"{place}/end").status_code == 403
    for act, data in (("change", {"title": "New"}), ("change", {"joining": "no"}), ("remove", {"number": "3"})):
        assert host.post(f"{place}/{act}", data=data).status_code == 303
    state = host.get(f"/api/tournaments/{code}").json()
    assert (state["title"], state["joining"], state["players"]) == ("New", False, 2)
    assert host.post(f"{place}/end").status_code == 303
    assert "New" in host.get("/tournaments").text
    assert host.get("/tournaments/nosuchcode").status_code == 404
    assert server.client().post(f"{place}/join", data={"nickname": "Zoe"}).status_code == 409


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    with serving_process(tmp_path) as server:
        host, ann = server.client("Host"), server.client("Ann")
        code = made(host, deals=1, seconds=3600)
        joined(code, ann)
        host.post(f"/api/tournaments/{code}/go-on", json={})
        play(code, ann, tiles=7)
        before = ann.get(f"/api/tournaments/{code}").json()
        tokens = [dict(one.cookies) for one in (host, ann)]
        server.kill()
    with serving_process(tmp_path) as server:
        host, ann = (server.client() for _ in range(2))
        for one, cookies in zip((host, ann), tokens, strict=True):
            one.cookies.update(cookies)
        after = ann.get(f"/api/tournaments/{code}").json()
        assert {**after, "now": 0} == {**before, "now": 0}
        play(code, ann, tiles=12)
        while host.get(f"/api/tournaments/{code}").json()["stage"] != "over":
            pass
        assert results(host, code)["players"][0]["deals"][0]["is_finished"]
