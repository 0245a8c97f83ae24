"""Whatever is asked wrongly is answered with its status and one sentence: JSON for programs, a page for people."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.rules.errors import capitalised
from partake.store import database
from partake.table.model import TooManyError
from partake.web.rates import RateLimit
from partake.web.settings import Settings
from served import Served, new_table, serving

JSON = {"content-type": "application/json"}
PLAIN = {"content-type": "text/plain"}
PARTS = {"content-type": "multipart/form-data"}
FORGED = {"cookie": "partake=SECRETTOKEN"}
NO_NUMBER = b'{"edition": "classic", "clock": NaN}'
TABLE = {"edition": "classic"}


@dataclass(frozen=True)
class Case:
    """A request that is refused."""

    status: int
    sentence: str
    method: str
    path: str
    who: str = "ann"
    sent: dict[str, Any] = field(default_factory=dict)


def post(status: int, sentence: str, path: str, who: str = "ann", **sent: Any) -> Case:
    """A POST that is refused."""
    return Case(status, sentence, "POST", path, who, sent)


def get(status: int, sentence: str, path: str, who: str = "ann", **sent: Any) -> Case:
    """A GET that is refused."""
    return Case(status, sentence, "GET", path, who, sent)


MOVES = "/api/tables/{table}/moves"
API = {
    "nobody moves": post(401, "you are not known here yet", MOVES, "nobody", json={"action": "{legal}"}),
    "unseated": post(403, "you have no seat at this table", MOVES, "bob", json={"action": "{legal}"}),
    "stale": post(409, "the game has moved on", MOVES, json={"action": "{legal}", "expect": 0}),
    "not a cell": post(422, "z9", MOVES, json={"action": "9-9-9@z9"}),
    "not an action": post(422, "is not an action", MOVES, json={"action": "please"}),
    "no action": post(422, "a move needs an action", MOVES, json={}),
    "unknown field of a move": post(422, "a move has an action", MOVES, json={"action": "{legal}", "seat": 2}),
    "a list for a move": post(422, "a move has an action", MOVES, json=["{legal}"]),
    "a negative number": post(422, "not the number of a state", MOVES, json={"action": "{legal}", "expect": -1}),
    "a number that is a text": post(422, "not the number of a state", MOVES, json={"action": "{legal}", "expect": "1"}),
    "an endless key": post(422, "a key is a text", MOVES, json={"action": "{legal}", "key": "k" * 65}),
    "a view that is a number": post(422, "true or false", MOVES, json={"action": "{legal}", "view": 1}),
    "half a move": post(422, "not JSON", MOVES, content=b"{"),
    "no move": post(422, "not JSON", MOVES),
    "deep brackets": post(422, "not JSON", MOVES, content=b"[" * 60_000),
    "a huge move": post(413, "bytes at most", MOVES, content=b"x" * 100_000),
    "huge in pieces": post(413, "bytes at most", MOVES, content=lambda: iter([b"x" * 50_000] * 3)),
    "half a table": post(422, "not JSON", "/api/tables", content=b"{", headers=JSON),
    "no table": post(422, "needs an object in JSON", "/api/tables"),
    "a list for a table": post(422, "needs an object in JSON", "/api/tables", json=[1]),
    "a form for a table": post(422, "needs an object in JSON", "/api/tables", data=TABLE),
    "plain text for a table": post(422, "needs an object", "/api/tables", content=b"{}", headers=PLAIN),
    "not UTF-8": post(400, "cannot be understood", "/api/tables", content=b'{"edition": "\xff"}', headers=JSON),
    "unknown field": post(422, "colour: there is no such field", "/api/tables", json={**TABLE, "colour": "red"}),
    "missing field": post(422, "edition: this is needed", "/api/tables", json={}),
    "unknown edition": post(422, "there is no edition", "/api/tables", json={"edition": "chess"}),
    "unknown option": post(422, "colour", "/api/tables", json={**TABLE, "options": {"colour": "red"}}),
    "no seats": post(422, "seats: give 1 at least", "/api/tables", json={**TABLE, "seats": []}),
    "too many seats": post(422, "classic", "/api/tables", json={**TABLE, "seats": [{"kind": "host"}, *[{}] * 20]}),
    "strange seat": post(422, "seats.0.kind: this must be", "/api/tables", json={**TABLE, "seats": [{"kind": "dog"}]}),
    "unknown bot": post(422, "nobody", "/api/tables", json={**TABLE, "seats": [{"kind": "bot", "level": "nobody"}]}),
    "strange clock": post(422, "clock: this must be a number", "/api/tables", json={**TABLE, "clock": "soon"}),
    "endless clock": post(422, "the clock must be", "/api/tables", json={**TABLE, "clock": 1e99}),
    "no number": post(422, "clock: this must be 1 or more", "/api/tables", content=NO_NUMBER, headers=JSON),
    "long title": post(422, "title: use 60 characters", "/api/tables", json={**TABLE, "title": "x" * 61}),
    "unknown table": get(404, "there is no such table", "/api/tables/nowhere"),
    "unknown stream": get(404, "there is no such table", "/api/tables/nowhere/events"),
    "unknown table to join": post(404, "there is no such table", "/api/tables/nowhere/join", json={}),
    "a full table": post(409, "begun without you", "/api/tables/{table}/join", "bob", json={}),
    "not the host": post(403, "only the host", "/api/tables/{table}/start", "bob"),
    "started already": post(409, "started already", "/api/tables/{table}/start"),
    "not over": post(409, "not over yet", "/api/tables/{table}/rematch"),
    "leave from outside": post(403, "you have no seat", "/api/tables/{table}/leave", "bob"),
    "no such seat": post(409, "there is no seat 9", "/api/tables/{table}/seats/9/bot", json={}),
    "a seat that is a word": post(422, "seat: this must be a whole number", "/api/tables/{table}/seats/x/bot", json={}),
    "endless seat": post(422, "seat: this must be 1000", f"/api/tables/{{table}}/seats/{'9' * 40}/bot", json={}),
    "replay too early": get(409, "when it is over", "/api/tables/{table}/replay/1"),
    "strange record": get(422, "form: this must be", "/api/tables/{table}/record?form=xml"),
    "wrong method": Case(405, "use another method", "PUT", "/api/tables/{table}"),
    "nothing there": get(404, "there is nothing here", "/api/nothing"),
    "nothing at all": get(404, "there is nothing here", "/api"),
    "a zero byte": get(404, "there is no such table", "/api/tables/%00"),
    "not a character": get(404, "there is no such table", "/api/tables/%ff"),
    "out of the house": get(404, "there is nothing here", "/api/tables/..%2f..%2fsecret.key"),
    "an endless id": get(422, "table: use 32 characters at most", f"/api/tables/{'x' * 20_000}"),
    "wrong token": get(401, "this token is not known", "/api/me", headers={"authorization": "Bearer pt_SECRETTOKEN"}),
    "no bearer": get(401, "this token is not known", "/api/me", headers={"authorization": "Basic SECRETTOKEN"}),
    "forged cookie": get(401, "you are not known here yet", "/api/me", "nobody", headers=FORGED),
    "forged carry": post(422, "has expired or is not complete", "/api/carry", json={"token": "SECRETTOKEN"}),
    "no nickname": post(422, "cannot be a player's name", "/api/guests", json={"nickname": " "}),
    "half a letter": post(422, "nickname", "/api/guests", content=b'{"nickname": "\\ud800"}', headers=JSON),
    "long nickname": post(422, "nickname: use 40 characters", "/api/guests", json={"nickname": "x" * 41}),
    "no such token": Case(404, "you have no such token", "DELETE", "/api/tokens/0"),
    "another site": post(403, "a page of another site", MOVES, json={"action": "{legal}"}, headers={"origin": "http://x.example"}),
}  # fmt: skip
PAGES = {
    "nothing there": get(404, "there is nothing here", "/nothing"),
    "unknown table": get(404, "there is no such table", "/tables/nowhere"),
    "a zero byte": get(404, "there is no such table", "/tables/%00"),
    "out of the house": get(404, "there is nothing here", "/static/%2e%2e/app.py"),
    "wrong method": Case(405, "use another method", "DELETE", "/"),
    "forged carry": get(422, "has expired or is not complete", "/carry/SECRETTOKEN"),
    "wrong token": get(401, "this token is not known", "/", headers={"authorization": "Bearer SECRETTOKEN"}),
    "not the host": post(403, "only the host", "/tables/{table}/start", "bob"),
    "huge at once": post(413, "bytes at most", "/tables", content=b"x" * 100_000),
    "from another site": post(403, "a page of another site", "/tables", headers={"origin": "http://elsewhere.test"}),
    "huge in pieces": post(413, "bytes at most", "/tables", content=lambda: iter([b"x" * 50_000] * 3),
                           headers={"content-type": "application/x-www-form-urlencoded"}),
    "half a form": post(400, "cannot be understood", "/tables", content=b"-", headers=PARTS),
}  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


@pytest.fixture(scope="module")
def visitors(served: Served) -> dict[str, httpx.Client]:
    return {"ann": served.client("Ann"), "bob": served.client("Bob"), "nobody": served.client()}


@pytest.fixture(scope="module")
def table(visitors: dict[str, httpx.Client]) -> str:
    return new_table(visitors["ann"])


def ask(case: Case, visitors: dict[str, httpx.Client], table: str) -> httpx.Response:
    """The answer to a case, with the table and a legal move filled in."""
    legal = visitors["ann"].get(f"/api/tables/{table}").json()["view"]["legal"][0]

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace("{table}", table).replace("{legal}", legal)
        if isinstance(value, dict):
            return {name: filled(part) for name, part in value.items()}
        if isinstance(value, list):
            return [filled(part) for part in value]
        return value() if callable(value) else value

    return visitors[case.who].request(case.method, filled(case.path), **filled(case.sent))


def check(answer: httpx.Response, case: Case) -> None:
    """The status, and nothing that only a programmer or a thief would like to read."""
    assert answer.status_code == case.status, answer.text
    for betrayal in ("Traceback", "SECRETTOKEN", "sqlite", ".py", "pydantic", "partake."):
        assert betrayal not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", API)
def test_programs_are_told_in_json(name: str, visitors: dict[str, httpx.Client], table: str) -> None:
    case = API[name]
    before = visitors["ann"].get(f"/api/tables/{table}").json()
    answer = ask(case, visitors, table)
    check(answer, case)
    told = answer.json()
    assert set(told) == ({"error", "number"} if name == "stale" else {"error"})
    assert case.sentence.lower() in told["error"].lower()
    assert told["error"] == capitalised(told["error"])
    assert "\n" not in told["error"]
    assert len(told["error"]) < 200
    assert visitors["ann"].get(f"/api/tables/{table}").json() == before


@pytest.mark.parametrize("name", PAGES)
def test_people_are_told_on_a_page(name: str, visitors: dict[str, httpx.Client], table: str) -> None:
    case = PAGES[name]
    answer = ask(case, visitors, table)
    check(answer, case)
    assert answer.headers["content-type"].startswith("text/html")
    assert case.sentence.lower() in answer.text.lower()
    assert re.search(r'class="problem">(?:[^a-z]|\w+[^\w ])', answer.text)


def test_a_stale_move_is_told_the_number_now(visitors: dict[str, httpx.Client], table: str) -> None:
    number = visitors["ann"].get(f"/api/tables/{table}").json()["number"]
    assert ask(API["stale"], visitors, table).json()["number"] == number


def test_too_much_in_a_minute_is_told_with_a_time_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path, guests_per_minute=2) as limited:
        client = limited.client()
        answers = [client.post("/api/guests", json={"nickname": "Ann"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[-1].json() == {"error": "That is too much in one minute: wait a little"}
        assert answers[-1].headers["retry-after"] == "60"
        assert client.get("/api/me").status_code == 200, "looking is free"
        assert client.post("/api/tables", json=TABLE).status_code == 201, "tables are counted apart"


def test_tables_and_tokens_are_counted_together_and_apart_from_guests(tmp_path: Path) -> None:
    with serving(tmp_path, tables_per_minute=2, pages=True) as limited:
        client = limited.client("Ann")
        asked = [client.post("/api/tables", json=TABLE), client.post("/api/tokens", json={"label": "bot"})]
        refused = [client.post("/api/tables", json=TABLE), client.post("/play"), client.post("/tables", data=TABLE)]
        assert [answer.status_code for answer in (*asked, *refused)] == [201, 201, 429, 429, 429]
        assert limited.client("Bob").get("/api/me").status_code == 200, "guests are counted apart"


def test_a_school_behind_one_address_can_sit_down(tmp_path: Path) -> None:
    """A hundred pupils press the same button within a minute."""
    usual = Settings(folder=tmp_path)
    guests, tables = usual.guests_per_minute, usual.tables_per_minute
    with serving(tmp_path, pages=True, guests_per_minute=guests, tables_per_minute=tables) as served:
        for _ in range(100):
            assert served.client().post("/play").status_code == 303


def test_a_rate_limit_begins_anew_after_exactly_a_minute() -> None:
    now = 0.0
    limit = RateLimit(1, clock=lambda: now)
    limit.spend("here")
    now = 59.999
    with pytest.raises(TooManyError):
        limit.spend("here")
    limit.spend("elsewhere")
    now = 60.0
    limit.spend("here")
    limit.spend("elsewhere")
    with pytest.raises(TooManyError):
        limit.spend("here")


@pytest.mark.sqlite_only("a lock of the whole database; tables are locked in tests/table/test_tables.py")
def test_a_database_that_fails_is_told_with_a_time_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "busy_timeout=20"))
    with serving(tmp_path, pages=True) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        state = ann.get(f"/api/tables/{table}").json()
        move = {"action": state["view"]["legal"][0], "expect": state["number"], "key": "k"}
        holder = served.app.state.context.tables.store._engine.raw_connection()
        holder.cursor().execute("BEGIN IMMEDIATE")
        asked = [
            ann.post(f"/api/tables/{table}/moves", json=move),
            ann.post(f"/api/tables/{table}/leave"),
            ann.post("/api/tables", json=TABLE),
            ann.post("/api/guests", json={"nickname": "Bob"}),
            ann.patch("/api/me", json={"nickname": "Anna"}),
            ann.delete("/api/me"),
            ann.post("/play"),
        ]
        for answer in asked:
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), answer.text
            assert "nothing has happened: try again in a moment" in answer.text
        assert ann.get(f"/api/tables/{table}").json() == state
        holder.rollback()
        holder.close()
        assert ann.post(f"/api/tables/{table}/moves", json=move).json() == {"number": 2, "repeated": False}


def broken(*_: object, **__: object) -> None:
    """Fails as no code should."""
    raise RuntimeError("something secret")


def test_a_mistake_of_our_own_is_reported_under_the_reference_that_is_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has the frames and the type of the exception, and no value of the request or of the exception."""
    with serving(tmp_path, pages=True) as served, caplog.at_level(logging.DEBUG):
        ann = served.client("Ann")
        table = new_table(ann)
        served.app.state.context.tables.state = broken
        served.app.state.context.tables.play = broken
        move = {"action": "9-7-8@c3", "key": "KEYOFMINE"}
        answers = {
            "application/json": [
                ann.get(f"/api/tables/{table}?q=SECRETQUERY"), ann.post(f"/api/tables/{table}/moves", json=move)
            ],
            "text/html": [ann.get(f"/tables/{table}?q=SECRETQUERY")],
        }  # fmt: skip
    reports = [record.getMessage() for record in caplog.records if record.name == "partake.web"]
    assert len(reports) == 3
    for kind, told in answers.items():
        for answer in told:
            assert answer.status_code == 500
            assert answer.headers["content-type"].startswith(kind)
            found = re.search(
                r"This is a mistake in Partake itself; it was noted \(reference ([A-Z0-9-]{7})\)", answer.text
            )
            assert found
            [report] = [report for report in reports if f"report {found[1]}: RuntimeError" in report]
            assert re.search(r"test_bad_requests\.py:\d+ in broken", report)
    for secret in ("something secret", "SECRETQUERY", "KEYOFMINE", "9-7-8", table, ann.cookies["partake"]):
        assert secret not in "".join(reports)
    assert "something secret" not in caplog.text
