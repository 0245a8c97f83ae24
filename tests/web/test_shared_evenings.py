"""Evenings that phones fill in together: each its own board, nothing lost when two are at it, and gone in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from databases import located
from paper_games import paper_game
from partake.rules.catalogue import catalogue
from partake.store.store import Store
from partake.store.upkeep import DAY, Lifetimes
from partake.table.codes import LENGTH, LETTERS
from partake.table.evenings import LARGEST, SWEEP, Evenings
from partake.table.limits import Limits
from partake.table.model import MissingError, TooManyError
from partake.table.service import TableService
from partake.web.api.evening_models import BegunOut, ChangedOut, EveningOut, StaleProblem
from served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), tables_per_minute=0, moves_per_second=0) as found:
        yield found


def begun(client: httpx.Client, evening: dict[str, Any] | None = None) -> dict[str, Any]:
    response = client.post("/api/evenings", json=evening or paper_game())
    assert response.status_code == 201, response.text
    BegunOut.model_validate(response.json())
    found: dict[str, Any] = response.json()
    return found


def put(client: httpx.Client, code: str, seat: int, cells: dict[str, str], version: int, game: int = 0) -> Any:
    path = f"/api/evenings/{code}/games/{game}/boards/{seat}"
    return client.put(path, json={"cells": cells, "version": version})


def test_phones_fill_in_their_own_boards(served: Served) -> None:
    evening, phones = paper_game(), [served.client() for _ in range(3)]
    found = begun(phones[0], evening)
    assert found["id"] == evening["id"]
    assert len(found["code"]) == LENGTH
    assert set(found["code"]) <= set(LETTERS)
    read = phones[1].get(f"/api/evenings/{found['code'].upper()}").json()
    EveningOut.model_validate(read)
    assert read == {"code": found["code"], "version": 1, "versions": [[1, 1]], "evening": evening}
    assert found["key"] not in str(read)
    for seat, phone in enumerate(phones[1:]):
        response = put(phone, found["code"], seat, {"c3": "9-7-8"}, 1)
        assert response.status_code == 200
        ChangedOut.model_validate(response.json())
    assert response.json() == {"version": 3, "versions": [[2, 2]]}
    boards = phones[0].get(f"/api/evenings/{found['code']}").json()["evening"]["games"][0]["boards"]
    assert boards == [{"c3": "9-7-8"}, {"c3": "9-7-8"}]


def test_what_another_phone_has_changed_is_not_overwritten(served: Served) -> None:
    phone, other = served.client(), served.client()
    code = begun(phone)["code"]
    assert put(other, code, 0, {"a1": "9-7-8"}, 1).status_code == 200
    late = put(phone, code, 0, {"a2": "9-7-8"}, 1)
    assert late.status_code == 409
    StaleProblem.model_validate(late.json())
    assert late.json() == {
        "error": "This board was changed on another phone",
        "version": 2,
        "cells": {"a1": "9-7-8"},
    }
    assert put(phone, code, 1, {"a2": "9-7-8"}, 1).status_code == 200
    assert put(phone, code, 0, {"a2": "9-7-8"}, 2).json()["versions"] == [[3, 2]]


def test_an_evening_is_sent_again_only_when_it_has_changed(served: Served) -> None:
    phone = served.client()
    code = begun(phone)["code"]
    first = phone.get(f"/api/evenings/{code}")
    known = {"if-none-match": first.headers["etag"]}
    same = phone.get(f"/api/evenings/{code}", headers=known)
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", first.headers["etag"])
    put(phone, code, 0, {}, 1)
    assert phone.get(f"/api/evenings/{code}", headers=known).status_code == 200


def test_whoever_began_it_adds_games_and_players(served: Served) -> None:
    ana, other = served.client("Ana"), served.client("Bo")
    evening = paper_game()
    found = begun(ana, evening)
    path = f"/api/evenings/{found['code']}"
    evening["players"].append({"name": "Cy"})
    evening["games"][0]["boards"].append({})
    evening["games"].append({"caller": 1, "boards": [{}, {}, {}]})
    change = {"evening": evening, "version": 1}
    refused = other.put(path, json=change)
    assert refused.status_code == 403
    assert other.put(path, json={**change, "key": "wrong"}).status_code == 403
    response = ana.put(path, json=change)
    assert response.json() == {"version": 2, "versions": [[1, 1, 1], [1, 1, 1]]}
    evening["games"][0]["boards"][0] = {}
    by_key = other.put(path, json={"evening": evening, "version": 2, "key": found["key"]})
    assert by_key.json() == {"version": 3, "versions": [[2, 1, 1], [1, 1, 1]]}
    stale = ana.put(path, json={"evening": evening, "version": 2})
    assert stale.status_code == 409
    StaleProblem.model_validate(stale.json())
    assert (stale.json()["version"], len(stale.json()["evening"]["games"])) == (3, 2)
    assert "key" not in stale.json()
    assert put(other, found["code"], 2, {"a1": "9-7-8"}, 1, game=1).status_code == 200


def test_what_the_pages_keep_besides_is_kept(served: Served) -> None:
    evening = {**paper_game(), "theme": "dark", "five": {"markers": [1, 0], "history": [{"won": 0}]}}
    found = begun(served.client(), evening)
    assert served.client().get(f"/api/evenings/{found['code']}").json()["evening"] == evening


def test_bad_requests_are_answered_with_a_sentence(served: Served) -> None:
    phone = served.client()
    code = begun(phone)["code"]
    wrong: list[tuple[str, str, Any, int]] = [
        ("GET", "/api/evenings/nothing", None, 404),
        ("PUT", "/api/evenings/nothing", {"evening": paper_game(), "version": 1}, 404),
        ("PUT", f"/api/evenings/{code}/games/0/boards/2", {"cells": {}, "version": 1}, 404),
        ("PUT", f"/api/evenings/{code}/games/1/boards/0", {"cells": {}, "version": 1}, 404),
        ("PUT", f"/api/evenings/{code}/games/-1/boards/0", {"cells": {}, "version": 1}, 422),
        ("PUT", f"/api/evenings/{code}/games/0/boards/0", {"cells": {"c3": 978}, "version": 1}, 422),
        ("PUT", f"/api/evenings/{code}/games/0/boards/0", {"cells": {"c3": "x" * 99}, "version": 1}, 422),
        ("PUT", f"/api/evenings/{code}/games/0/boards/0", {"cells": {}}, 422),
        ("POST", "/api/evenings", {}, 422),
        ("POST", "/api/evenings", {**paper_game(), "games": [{}]}, 422),
        ("POST", "/api/evenings", {**paper_game(), "more": "x" * LARGEST}, 429),
        ("POST", "/api/evenings", {**paper_game(), "more": "x" * 70_000}, 413),
    ]
    for method, path, body, status in wrong:
        response = phone.request(method, path, json=body)
        assert response.status_code == status, (method, path, response.text)
        assert response.json()["error"]


def test_a_banned_person_changes_nothing(served: Served) -> None:
    eve = served.client("Eve")
    code, people = begun(eve)["code"], served.app.state.context.people
    person = served.do(people.find(eve.get("/api/me").json()["id"]))
    served.do(people.ban(person))
    assert eve.get(f"/api/evenings/{code}").status_code == 200
    assert put(eve, code, 0, {}, 1).status_code == 403
    assert eve.post("/api/evenings", json=paper_game()).status_code == 403


def test_deleting_ones_data_takes_the_evenings_along(served: Served) -> None:
    ana = served.client("Ana")
    mine, other = begun(ana)["code"], begun(served.client())["code"]
    assert ana.delete("/api/me").status_code == 204
    assert served.client().get(f"/api/evenings/{mine}").status_code == 404
    assert served.client().get(f"/api/evenings/{other}").status_code == 200


def test_evenings_end_thirty_days_after_the_last_change(tmp_path: Path) -> None:
    store, now = Store(located(tmp_path / "games.sqlite")), [1_000_000.0]
    tables = TableService(store, catalogue(), limits=Limits(workers=0, evenings=2))
    evenings = Evenings(tables, now=lambda: now[0])

    async def course() -> None:
        kept, _ = await evenings.begin(None, paper_game())
        left, _ = await evenings.begin(None, paper_game())
        with pytest.raises(TooManyError):
            await evenings.begin(None, paper_game())
        now[0] += 20 * DAY
        await evenings.put_board(kept.code, 0, 0, {}, 1)
        now[0] += 11 * DAY
        assert (await evenings.find(kept.code)).version == 2
        with pytest.raises(MissingError):
            await evenings.find(left.code)
        now[0] += SWEEP
        await evenings.sweep()
        await evenings.begin(None, paper_game())
        assert (await store.clean_up(Lifetimes(evenings=0))).evenings == 2
        await tables.close()

    asyncio.run(course())
    store.close()


def test_two_changes_at_the_same_moment_are_both_kept(tmp_path: Path) -> None:
    store = Store(located(tmp_path / "games.sqlite"))
    tables = TableService(store, catalogue(), limits=Limits(workers=0))
    evenings = Evenings(tables)

    async def course() -> None:
        row, _ = await evenings.begin(None, paper_game("classic", "A", "B", "C", "D"))
        changes = [evenings.put_board(row.code, 0, seat, {"a1": "9-7-8"}, 1) for seat in range(4)]
        await asyncio.gather(*changes)
        found = await evenings.find(row.code)
        assert found.version == 5
        assert found.versions == [[2, 2, 2, 2]]
        assert list(found.evening["games"][0]["boards"]) == [{"a1": "9-7-8"}] * 4
        await tables.close()

    asyncio.run(course())
    store.close()
