"""The API lets people and programs play whole games, answers repeats as before, and tells who comes too late."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from partake.engine.record.files import read_record
from partake.rules.catalogue import catalogue
from partake.table.model import TableInfo
from partake.web.api.models import EditionOut, Game, StateOut, Statistics
from served import Served, act, events, new_table, serving

EXAMPLE = Path(__file__).parents[2] / "examples" / "http_bot.py"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {"draw": 2}),
        ("daffodil", {"stamens": "reserve"}),
        ("nexus", {"scrapyard": "passed"}),
        ("orchid", {}),
        ("five", {}),
    ],
)
def test_two_people_play_to_the_end(served: Served, edition: str, options: dict[str, Any]) -> None:
    """In Take Five a hundred moves are enough; the other games end, and their record verifies."""
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob, edition=edition, options=options)
    for _ in range(100):
        acted = [act(player, table) for player in (ann, bob)]
        if not any(acted):
            break
    state = ann.get(f"/api/tables/{table}").json()
    StateOut.model_validate(state)
    if edition == "five":
        return
    assert state["view"]["outcome"]["winners"]
    record = read_record(ann.get(f"/api/tables/{table}/record").text, catalogue())
    assert record.outcome is not None
    assert [player["total"] for player in state["view"]["outcome"]["players"]] == list(record.outcome.totals)


def test_a_repeat_is_answered_as_before_and_a_late_move_is_told(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    state = ann.get(f"/api/tables/{table}").json()
    move = {"action": state["view"]["legal"][0], "expect": state["number"], "key": "once"}
    first = ann.post(f"/api/tables/{table}/moves", json=move)
    again = ann.post(f"/api/tables/{table}/moves", json=move)
    late = ann.post(f"/api/tables/{table}/moves", json={**move, "key": "another"})
    assert (first.status_code, first.json()["repeated"]) == (200, False)
    assert again.json() == {"number": first.json()["number"], "repeated": True}
    assert (late.status_code, late.json()["number"]) == (409, first.json()["number"])
    assert bob.get(f"/api/tables/{table}").json()["number"] == state["number"]


def test_others_see_a_placement_with_the_next_draw_and_a_broken_stream_goes_on(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    with bob.stream("GET", f"/api/tables/{table}/events") as stream:
        told = events(stream)
        last, kind, state = next(told)
        assert (kind, state["seat"]) == ("view", 2)
        assert act(ann, table)
        _, kind, data = next(told)
        assert (kind, data) == ("acted", {"to_act": [2], "deadline": None, "intermission": None})
    assert act(bob, table)
    with bob.stream("GET", f"/api/tables/{table}/events", headers={"Last-Event-ID": last}) as stream:
        told = events(stream)
        assert next(told)[1] == "acted"
        _, kind, data = next(told)
        assert kind == "moves"
        assert [move.partition(":")[0] for move in data["moves"][:2]] == ["1", "2"]


def test_what_a_look_shows_goes_to_the_looker_alone(served: Served) -> None:
    players = [served.client("Ann"), served.client("Bob")]
    table = new_table(*players, edition="five")
    turn = players[0].get(f"/api/tables/{table}").json()["view"]["turn"]
    looker, other = players[turn - 1], players[2 - turn]
    with other.stream("GET", f"/api/tables/{table}/events") as stream:
        told = events(stream)
        next(told)
        state = looker.get(f"/api/tables/{table}").json()
        look = next(action for action in state["view"]["legal"] if "?" in action)
        assert looker.post(f"/api/tables/{table}/moves", json={"action": look}).status_code == 200
        assert next(told)[2]["moves"] == [f"{turn}:{look}", "=?"]
    own = looker.get(f"/api/tables/{table}").json()["view"]
    assert own["shown"]["value"] in range(1, 10)
    assert other.get(f"/api/tables/{table}").json()["view"]["shown"] is None
    assert served.client().get(f"/api/tables/{table}").json()["view"]["shown"] is None


def test_refusals_have_their_status_and_a_sentence(served: Served) -> None:
    ann, bob, nobody = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann)
    moves = f"/api/tables/{table}/moves"
    legal = ann.get(f"/api/tables/{table}").json()["view"]["legal"][0]
    answers = {
        401: nobody.post(moves, json={"action": legal}),
        403: bob.post(moves, json={"action": legal}),
        404: ann.get("/api/tables/nowhere"),
        405: ann.put(f"/api/tables/{table}"),
        409: bob.post(f"/api/tables/{table}/join", json={}),
        413: ann.post(moves, content=b"x" * 100_000),
        422: ann.post(moves, json={"action": "9-9-9@z9"}),
    }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        assert set(answer.json()) <= {"error", "number"}
        assert answer.json()["error"]
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    strange = ann.post(moves, json={"action": legal}, headers={"Origin": "http://elsewhere.example"})
    assert strange.status_code == 403
    assert ann.post(moves, content=b"{").json() == {"error": "The body of this request is not JSON"}


def test_my_games_add_up_and_are_forgotten_when_i_want(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    while act(ann, table) or act(bob, table):
        pass
    with ann.stream("GET", f"/api/tables/{table}/events") as stream:
        over = next(data for _, _, data in events(stream) if data.get("table", data).get("status") == "over")
    TypeAdapter(TableInfo).validate_python(over.get("table", over))
    games = TypeAdapter(list[Game]).validate_python(ann.get("/api/me/games").json())
    assert [game.table for game in games] == [table]
    found = TypeAdapter(list[Statistics]).validate_python(ann.get("/api/me/statistics").json())
    assert [(one.edition, one.games, one.best) for one in found] == [("classic", 1, games[0].total)]
    assert ann.delete("/api/me").status_code == 204
    assert ann.get("/api/me").status_code == 401
    assert [seat["name"] for seat in bob.get(f"/api/tables/{table}").json()["table"]["seats"]] == ["Somebody 1", "Bob"]


def test_editions_and_openapi_describe_what_there_is(served: Served) -> None:
    client = served.client()
    editions = TypeAdapter(list[EditionOut]).validate_python(client.get("/api/editions").json())
    assert [edition.name for edition in editions] == list(catalogue().editions)
    paths = client.get("/api/openapi.json").json()["paths"]
    assert all(route["description"] for methods in paths.values() for route in methods.values())
    assert "/api/tables/{table}/moves" in paths


def test_the_example_bot_plays_a_game_with_its_token(served: Served) -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40
    spec = importlib.util.spec_from_file_location("http_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    ann, owner = served.client("Ann"), served.client("Robot")
    token = owner.post("/api/tokens", json={"label": "bot"}).json()["token"]
    table = ann.post(
        "/api/tables", json={"edition": "classic", "seats": [{"kind": "host"}, {"kind": "person"}], "pause": 0}
    ).json()["id"]
    results: list[Any] = []
    playing = threading.Thread(
        target=lambda: results.append(asyncio.run(bot.play(served.link, token, table))), daemon=True
    )
    playing.start()
    with ann.stream("GET", f"/api/tables/{table}/events") as stream:
        for _ in events(stream):
            state = ann.get(f"/api/tables/{table}").json()
            if state["view"]:
                act(ann, table)
                if state["view"]["outcome"]:
                    break
    playing.join(60)
    assert [score.name for score in results[0].scores] == ["Ann", "Robot"]
