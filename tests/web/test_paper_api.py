"""Games at cardboard tables are sent once, checked by the rules, and shown as such; they count for themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import httpx
import pytest

from paper_games import paper_game, totals
from partake.engine.record.files import read_record
from partake.rules.catalogue import catalogue
from partake.web.api.evening_models import CalledOut, PaperOut
from partake.web.api.models import Game, Statistics
from served import Served, act, serving

TRIES, PAUSE = 1200, 0.1
"""How often somebody looks whether a review is done; kernels may have to be compiled first."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True, tables_per_minute=0) as found:
        yield found


def send(client: httpx.Client, evening: dict[str, Any], seat: int = 0, **values: Any) -> httpx.Response:
    return client.post("/api/paper", json={"evening": evening, "game": 0, "seat": seat, **values})


def sent(client: httpx.Client, evening: dict[str, Any], seat: int = 0, **values: Any) -> str:
    response = send(client, evening, seat, **values)
    assert response.status_code == 201, response.text
    PaperOut.model_validate(response.json())
    return str(response.json()["table"])


@pytest.mark.parametrize("is_seeded", [True, False])
@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {"rays": "best"}),
        ("classic", {"draw": "2", "placement": "adjacent"}),
        ("daffodil", {"stamens": "reserve"}),
        ("nexus", {"scrapyard": "passed"}),
        ("orchid", {}),
    ],
)
def test_a_game_that_was_sent_is_a_finished_table(
    served: Served, edition: str, options: dict[str, str], is_seeded: bool
) -> None:
    evening, ana = paper_game(edition, "Ana", "Bo & Cy", is_seeded=is_seeded, **options), served.client("Ana")
    table = sent(ana, evening)
    state = ana.get(f"/api/tables/{table}").json()
    assert state["seat"] == 1
    assert state["table"]["status"] == "over"
    assert state["table"]["paper"] is True
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ana", "Bo & Cy"]
    assert [seat["kept"] for seat in state["table"]["seats"]] == [True, False]
    assert [seat["total"] for seat in state["table"]["seats"]] == totals(evening)
    for form in ("text", "json"):
        record = read_record(ana.get(f"/api/tables/{table}/record", params={"form": form}).text, catalogue())
        assert record.outcome is not None
        assert [float(total) for total in record.outcome.totals] == totals(evening)
        assert str(record.seed) == evening["games"][0]["seed"] if is_seeded else record.is_called
    assert served.client().get(f"/api/tables/{table}/replay/3").status_code == 200
    for page in (f"/tables/{table}", f"/tables/{table}/replay"):
        shown = served.client().get(page)
        assert shown.status_code == 200
        assert "at the cardboard table" in shown.text


def test_it_survives_leaving_the_memory(served: Served) -> None:
    ana, evening = served.client("Ana"), paper_game()
    table = sent(ana, evening)
    before = ana.get(f"/api/tables/{table}").json()

    async def drop() -> None:
        served.app.state.context.tables.runner.drop_all()

    served.do(drop())
    assert ana.get(f"/api/tables/{table}").json() == before


def test_a_stranger_who_sends_becomes_known_by_the_name_in_the_game(served: Served) -> None:
    client = served.client()
    table = sent(client, paper_game("classic", "Ana", "Bo & Cy"), seat=1)
    assert client.get("/api/me").json()["nickname"] == "Bo"
    assert client.get(f"/api/tables/{table}").json()["seat"] == 2
    other = served.client()
    sent(other, paper_game("classic", "Ana", "Bo & Cy"), seat=1, nickname="Cy")
    assert other.get("/api/me").json()["nickname"] == "Cy"


def test_a_game_that_is_refused_makes_nobody_known(served: Served) -> None:
    client, evening = served.client(), paper_game()
    evening["games"][0]["called"] = evening["games"][0]["called"][:-1]
    assert send(client, evening).status_code == 422
    assert client.get("/api/me").status_code == 401


def test_the_same_game_is_kept_once(served: Served) -> None:
    ana, evening = served.client("Ana"), paper_game()
    first = send(ana, evening).json()
    assert send(ana, evening).json() == {"table": first["table"], "repeated": True}
    assert send(ana, evening, seat=1).json()["table"] != first["table"]
    assert send(served.client("Bo"), evening, seat=1).json()["repeated"] is False
    keyed = send(ana, evening, key="once").json()
    assert keyed["repeated"] is False
    assert send(ana, evening, key="once").json() == {"table": keyed["table"], "repeated": True}
    assert len(ana.get("/api/me/games").json()) == 3


def test_a_game_that_is_sent_corrected_takes_the_place_of_the_first(served: Served) -> None:
    ana, evening, other = served.client("Ana"), paper_game(), paper_game(seed="another")
    first = sent(ana, evening, key="game 1")
    corrected = send(ana, other, key="game 1").json()
    assert corrected["repeated"] is False
    assert [game["table"] for game in ana.get("/api/me/games").json()] == [corrected["table"]]
    assert ana.get(f"/api/tables/{first}").status_code == 404
    state = ana.get(f"/api/tables/{corrected['table']}").json()
    assert [seat["total"] for seat in state["table"]["seats"]] == totals(other)


def test_games_at_the_table_count_for_themselves(served: Served) -> None:
    """A paper game changes no best, mean or number of games of those that were played here, and the other way round."""
    ana = served.client("Ana")
    made = ana.post("/api/tables", json={"edition": "classic", "options": {}, "pause": 0}).json()
    while act(ana, made["id"]):
        pass
    (here,) = ana.get("/api/me/statistics").json()
    evening = paper_game("classic", "Ana")
    table = sent(ana, evening)
    found = ana.get("/api/me/statistics").json()
    for facts in found:
        Statistics.model_validate(facts)
    assert [facts for facts in found if not facts["paper"]] == [here]
    (paper,) = (facts for facts in found if facts["paper"])
    assert (paper["games"], paper["best"]) == (1, totals(evening)[0])
    games = ana.get("/api/me/games").json()
    assert {game["table"]: game["paper"] for game in games} == {made["id"]: False, table: True}
    for game in games:
        Game.model_validate(game)
    page = ana.get("/me").text
    assert page.count("Classic, at the cardboard table") == 1
    assert page.count("At the cardboard table<") == 1
    own = ana.get(f"/tables/{table}").text
    assert "Your best" not in own  # the game that was played here is no measure
    sent(ana, paper_game("classic", "Ana", seed="second"))
    assert "Your best" in ana.get(f"/tables/{table}").text


def test_a_game_at_the_table_cannot_be_played_again_here(served: Served) -> None:
    ana = served.client("Ana")
    table = sent(ana, paper_game("classic", "Ana", is_seeded=True))
    for what in ("rematch", "challenge"):
        refused = ana.post(f"/api/tables/{table}/{what}")
        assert refused.status_code == 409
        assert "cardboard table" in refused.json()["error"]
        assert f"/tables/{table}/{what}" not in ana.get(f"/tables/{table}").text


def test_a_game_at_the_table_is_reviewed(served: Served) -> None:
    ana = served.client("Ana")
    table = sent(ana, paper_game("classic", "Ana", "Bo"))
    for _ in range(TRIES):
        review = ana.post(f"/api/tables/{table}/review").json()
        if review["state"] in ("done", "failed"):
            break
        time.sleep(PAUSE)
    assert review["state"] == "done", review
    game = review["result"]["games"][0]
    assert game["hindsight"]["score"] >= max(player["score"] for player in game["players"])
    for page in ("review", "best"):
        assert ana.get(f"/tables/{table}/{page}").status_code == 200


def test_the_best_board_and_the_bots_game_of_called_tiles_alone(served: Served) -> None:
    evening = paper_game("classic", "Ana", seed="alone")
    asked = {"edition": "classic", "options": {}, "called": evening["games"][0]["called"]}
    client = served.client()
    for _ in range(TRIES):
        response = client.post("/api/paper/best", json=asked)
        found = response.json()
        CalledOut.model_validate(found)
        if found["state"] in ("done", "failed"):
            break
        time.sleep(PAUSE)
    assert found["state"] == "done", found
    assert found["best"]["points"] >= found["bot"]["points"] >= 0
    assert {tile for _, tile in found["bot"]["board"]} == set(asked["called"])
    made = {**evening, "games": [{**evening["games"][0], "boards": [dict(found["bot"]["board"])]}]}
    assert totals(made) == [found["bot"]["points"]]
    page = client.get("/call/best", params={"edition": "classic", "called": " ".join(asked["called"])})
    assert page.status_code == 200
    assert f"{found['best']['points']:.0f} Points" in page.text or f"{found['best']['points']:.0f} points" in page.text
    assert "Player 1" not in page.text


def test_the_page_of_called_tiles_asks_when_somebody_wants_it(served: Served) -> None:
    client, called = served.client(), paper_game("classic", "Ana", seed="asked")["games"][0]["called"]
    fields = {"edition": "classic", "draw": "1", "called": " ".join(called)}
    first = client.get("/call/best", params=fields)
    assert first.status_code == 200
    assert 'action="/call/best"' in first.text
    assert "data-progress" not in first.text
    asked = client.post("/call/best", data=fields)
    assert asked.status_code == 303
    shown = client.get(asked.headers["location"])
    assert shown.status_code == 200
    assert 'action="/call/best"' not in shown.text
    wrong = client.get("/call/best", params={**fields, "called": "9-7-8"})
    assert wrong.status_code == 422
    assert "19 tiles are called in a game by these rules, and here are 1" in wrong.text
    assert client.get("/call/best", params={**fields, "rays": "best"}).status_code == 422
    assert client.get("/call/best").status_code == 422


def changed(**values: Any) -> dict[str, Any]:
    found = paper_game()
    found["games"][0] |= {name: value for name, value in values.items() if name in ("called", "boards", "seed")}
    return found | {name: value for name, value in values.items() if name in found}


WRONG: list[tuple[dict[str, Any], int, str]] = [
    (changed(called=None), 422, "The order of the calls is not known: without it a game cannot be played again"),
    (changed(called=["9-7-8"]), 422, "19 tiles are called in a game by these rules, and here are 1"),
    (changed(seed="0" * 64), 422, "and the seed gives"),
    (changed(seed="zero"), 422, "evening.games.0.seed: this cannot be used"),
    (changed(boards=[{}, {}]), 422, "Ana has it nowhere: a1 is empty"),
    (changed(boards=[{}]), 422, "there must be a board for each of the 2 players"),
    (changed(players=[{"name": "Ana"}, {"name": "Ana"}]), 422, "There are two players named 'Ana'"),
    (changed(players=[{"name": "Ana"}, {"name": "Master bot"}]), 422, "could be taken for a bot"),
    (changed(players=[{"name": "Ana"}, {"name": ""}]), 422, "use 1 character at least"),
    (changed(options={"rays": "all"}), 422, "Rays cannot be 'all'"),
    (changed(options={"rounds": "2"}), 422, "Each game of a match is kept by itself"),
    (changed(edition="five"), 422, "five has no boards to fill"),
    (changed(edition="chess"), 422, "There is no edition 'chess'"),
    (changed(format="partake-evening-2"), 422, "this must be"),
    (changed(games=[]), 404, "There is no such game or player in this evening"),
]


@pytest.mark.parametrize(("evening", "status", "sentence"), WRONG)
def test_what_does_not_follow_the_rules_is_refused_with_a_sentence(
    served: Served, evening: dict[str, Any], status: int, sentence: str
) -> None:
    response = send(served.client("Ana"), evening)
    assert response.status_code == status
    assert sentence.lower() in response.json()["error"].lower()


def test_a_wrong_placement_is_named(served: Served) -> None:
    evening = paper_game("classic", "Ana", "Bo", placement="adjacent")
    game = evening["games"][0]
    game["called"] = game["called"][::-1]
    response = send(served.client("Ana"), evening)
    assert response.status_code == 422
    assert " cannot have put " in response.json()["error"]
    assert "does not touch a tile already placed" in response.json()["error"]


def test_who_has_sent_too_many_is_told(served: Served) -> None:
    limits = served.app.state.context.tables.limits
    assert limits.paper_games == 2000
    object.__setattr__(limits, "paper_games", 1)
    try:
        ana = served.client("Ana")
        first = sent(ana, paper_game())
        refused = send(ana, paper_game(seed="more"))
        assert refused.status_code == 429
        assert "you have sent 1 games" in refused.json()["error"].lower()
        assert "retry-after" not in refused.headers
        assert sent(ana, paper_game()) == first
    finally:
        object.__setattr__(limits, "paper_games", 2000)


def test_whoever_is_forgotten_takes_all_names_with_them(served: Served) -> None:
    ana = served.client("Ana")
    evening = paper_game("classic", "Ana", "Quirin & Zita")
    table = sent(ana, deepcopy(evening))
    assert ana.request("DELETE", "/api/me").status_code == 204
    state = served.client().get(f"/api/tables/{table}").json()
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Somebody 1", "Somebody 2 & Somebody 3"]
    assert [seat["total"] for seat in state["table"]["seats"]] == totals(evening)
    assert sent(served.client("Ana"), evening) != table
