"""The line of a page: events and answers on one WebSocket, by the same rules and refusals as the API."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from page_line import PageLine, handshake, page_line
from served import Served, act, events, new_table, serving
from served_process import answer_to, eventually

HOST, PERSON = {"kind": "host"}, {"kind": "person"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), streams=3) as found:
        yield found


def refused(client: httpx.Client, table: str, headers: dict[str, str] | None = None, **query: str) -> tuple[int, Any]:
    """Status and sentence with which a line is refused."""
    with pytest.raises(InvalidStatus) as problem, page_line(client, table, headers=headers, **query):
        pass
    answer = problem.value.response
    assert "content-security-policy" in answer.headers
    assert answer.headers["connection"] == "close"
    return answer.status_code, json.loads(bytes(answer.body or b"{}")).get("error")


def place(view: dict[str, Any]) -> str:
    """The first thing that may be done."""
    return str(view["legal"][0])


def test_the_first_event_is_what_the_state_is(served: Served) -> None:
    ann, bob, nobody = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann, bob)
    for visitor in (ann, bob, nobody):
        with page_line(visitor, table) as line:
            _, kind, data = line.event()
            assert (kind, data) == ("view", visitor.get(f"/api/tables/{table}").json())
            assert line.hear() == {"event": "beat", "data": {"every": 15}}


def test_a_whole_game_on_two_lines_is_the_log_of_the_record(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    with page_line(ann, table) as first, page_line(bob, table) as second:
        lines: list[PageLine] = [first, second]
        views = [line.event()[2]["view"] for line in lines]
        heard: list[list[str]] = [[f"+{view['called'][0]}"] for view in views]
        for _ in range(19):
            for line, view in zip(lines, views, strict=True):
                told = line.ask(action=place(view), key="x" * 64)
                assert not told["repeated"] or told["number"] > 1
                line.ask(action=place(view))
            for number, line in enumerate(lines):
                while True:
                    _, kind, data = line.event()
                    if kind == "moves" and "since" in data:
                        heard[number] += data["moves"]
                        views[number] = {**views[number], **data["view"]}
                        break
        assert line.event()[1:][0] == "table"
    record = ann.get(f"/api/tables/{table}/record", params={"form": "json"}).json()
    assert heard[0] == heard[1] == record["moves"]


def test_what_a_move_changed_is_told_before_its_answer_as_on_a_stream(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    with ann.stream("GET", f"/api/tables/{table}/events?view=true") as stream, page_line(ann, table) as line:
        programs = events(stream)
        assert next(programs) == line.event()
        state = ann.get(f"/api/tables/{table}").json()
        line.send(action=place(state["view"]), expect=1, key="once")
        before = [line.hear() for _ in range(3)]
        assert [told.get("event") for told in before] == ["beat", "moves", None]
        assert before[2] == {"answer": 1, "number": 2, "repeated": False}
        assert (before[1]["id"], before[1]["event"], before[1]["data"]) == next(programs)
        assert line.ask(action=place(state["view"]), expect=1, key="once") == {
            "answer": 2,
            "number": 2,
            "repeated": True,
        }


def test_a_line_goes_on_with_what_was_missed_or_begins_anew(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    with page_line(bob, table) as line:
        last, _, _ = line.event()
    for _ in range(3):
        act(ann, table)
        act(bob, table)
    with page_line(bob, table, last=last) as line:
        missed = [line.event() for _ in range(6)]
    assert [kind for _, kind, _ in missed] == ["acted", "moves"] * 3
    with page_line(bob, table, last=missed[1][0]) as line:
        assert line.event() == missed[2]
    for strange in ("nonsense", "x-1", "-", "1", "x-" + "9" * 30, "é-1", ""):
        with page_line(bob, table, last=strange) as line:
            assert line.event()[1] == "view"
    with page_line(ann, table, last=last) as line:
        assert line.event()[1] == "view", "an id of another seat's events gives nothing of them"


def test_refusals_are_those_of_the_api_in_the_language_of_the_page(served: Served) -> None:
    ann, bob, nobody = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann)
    path = f"/api/tables/{table}/moves"
    act(ann, table)
    questions: list[tuple[int, httpx.Client, dict[str, Any]]] = [
        (409, ann, {"action": "9-7-8@c3", "expect": 1}),
        (422, ann, {"action": "9-9-9@z9"}),
        (422, ann, {"action": "nonsense"}),
        (422, ann, {"action": 7}),
        (422, ann, {"action": "9-7-8@c3", "expect": "1"}),
        (422, ann, {"action": "9-7-8@c3", "expect": True}),
        (422, ann, {"action": "9-7-8@c3", "key": ""}),
        (422, ann, {"action": "9-7-8@c3", "pause": -1}),
        (422, ann, {"action": "9-7-8@c3", "more": 1}),
        (422, ann, {}),
        (403, bob, {"action": "9-7-8@c3"}),
        (401, nobody, {"action": "9-7-8@c3"}),
    ]
    for language in ("en", "de"):
        spoken = {"Accept-Language": language}
        for status, who, wanted in questions:
            with page_line(who, table, headers=spoken) as line:
                told = line.ask(**wanted)
            answer = who.post(path, json=wanted, headers=spoken)
            assert answer.status_code == status
            assert told == {"answer": 1, "status": status, **answer.json()}, wanted


def test_go_on_ends_the_pause_of_whoever_is_here(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    with page_line(ann, table) as line:
        _, _, state = line.event()
        line.ask(action=place(state["view"]), pause="go-on")
        _, kind, data = line.event()
        assert (kind, data["to_act"]) == ("moves", [])
        assert line.ask(go_on=True, expect=0)["number"] == 2, "not of this pause"
        for wanted in ({"go_on": False}, {"go_on": True, "action": "back"}, {"go_on": True, "expect": -1}):
            assert line.ask(**wanted)["status"] == 422
        assert line.ask(go_on=True, expect=2)["number"] == 3
        assert line.event()[2]["to_act"] == [1]


def test_a_friend_at_the_device_plays_on_a_line_of_their_own(served: Served) -> None:
    ann, eve = served.client("Ann"), served.client("Eve")
    seats = [HOST, {"kind": "here", "name": "Bob"}]
    table = ann.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0}).json()["id"]
    [friend] = ann.get("/api/me/friends").json()
    with page_line(ann, table, **{"as": friend["id"]}) as line:
        _, _, state = line.event()
        assert state["seat"] == 2
        assert line.ask(action=place(state["view"]))["number"] > 0
        assert line.event()[2]["moves"][0].startswith("2:")
    assert refused(eve, table, **{"as": friend["id"]})[0] == 403


def test_other_sites_open_no_line(served: Served) -> None:
    """A browser sends its cookies along with a WebSocket of any page: cross-site hijacking."""
    ann = served.client("Ann")
    table = new_table(ann)
    elsewhere = "This request comes from a page of another site"
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert refused(ann, table, headers) == (403, elsewhere)
    assert refused(ann, table, {"Origin": "what is this"})[0] == 400
    with page_line(ann, table, headers={"Origin": served.link, "Sec-Fetch-Site": "same-origin"}) as line:
        assert line.event()[1] == "view"


def test_with_a_link_only_its_pages_open_a_line(tmp_path: Path) -> None:
    with serving(tmp_path, link="http://play.example") as served:
        ann = served.client("Ann")
        table = new_table(ann)
        assert refused(ann, table, {"Origin": served.link})[0] == 403
        with page_line(ann, table, headers={"Origin": "http://play.example"}) as line:
            assert line.event()[1] == "view"


def test_what_is_no_table_and_who_has_too_many_lines_is_refused(served: Served) -> None:
    ann, nobody = served.client("Ann"), served.client()
    table = new_table(ann)
    assert refused(ann, "nowhere") == (404, "There is no such table")
    with page_line(ann, table), page_line(ann, table), page_line(ann, table) as last:
        assert refused(ann, table) == (429, "You have 3 streams open already: close one first")
        with page_line(nobody, table) as line:
            assert line.event()[1] == "view"
        last.line.close()
        count = served.app.state.context.streams.count
        eventually(lambda: sum(count.values()) == 4)
        with page_line(ann, table) as line:
            assert line.event()[1] == "view"
    eventually(lambda: not count)


def test_whoever_is_banned_or_signed_out_loses_the_line(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    people = served.app.state.context.people
    person = served.do(people.find(ann.get("/api/me").json()["id"]))
    with page_line(ann, table) as line:
        line.event()
        person = served.do(people.end_sessions(person))
        assert line.code() == 1012
    with page_line(ann, table) as line:
        assert line.event()[2]["seat"] is None, "the cookie is void"
    ann.cookies.clear()
    ann.cookies["partake"] = served.app.state.context.identity.cookie(person)
    with page_line(ann, table) as line:
        assert line.event()[2]["seat"] == 1
        served.do(people.ban(person))
        assert line.code() == 1012
    assert refused(ann, table)[0] == 403


def test_a_ban_holds_for_the_next_message_already(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    people = served.app.state.context.people
    person = served.do(people.find(ann.get("/api/me").json()["id"]))
    with page_line(ann, table) as line:
        _, _, state = line.event()
        monkeypatch.setattr(people, "known", lambda _: replace(person, banned=1.0))
        assert line.ask(action=place(state["view"]))["status"] == 403


def test_moves_are_limited_by_the_second(tmp_path: Path) -> None:
    with serving(tmp_path, moves_per_second=1) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        with page_line(ann, table) as line:
            told = [line.ask(go_on=True) for _ in range(5)]
    late = told[-1]
    assert (late["status"], late["retry"]) == (429, "1")
    assert late["error"] == "More than 1 moves a second are too many: wait a little"


def test_a_mistake_is_told_with_a_reference_and_the_line_stays(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = served.client("Ann")
    table = new_table(ann)

    def broken(*_: object) -> None:
        raise KeyError("a hidden tile")

    with page_line(ann, table) as line:
        _, _, state = line.event()
        with monkeypatch.context() as patched:
            patched.setattr(served.app.state.context.tables.players, "submit", broken)
            told = line.ask(action=place(state["view"]))
        assert told["status"] == 500
        assert told["error"].startswith("This is a mistake in Partake itself; it was noted (reference ")
        assert told["error"].rpartition(" ")[2].strip(")") in caplog.text
        assert "a hidden tile" not in caplog.text + json.dumps(told)
        assert line.ask(action=place(state["view"]))["number"] == 2


def test_lines_and_their_moves_are_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        refused(ann, "nowhere")
        with page_line(ann, table) as line:
            _, _, state = line.event()
            line.ask(action=place(state["view"]))
            line.ask(action="nonsense")
        traffic = served.app.state.traffic
        counted = {key: count for key, count in traffic.requests.items() if key[0] in ("socket", "move")}
        assert counted == {("socket", 101): 1, ("socket", 404): 1, ("move", 200): 1, ("move", 422): 1}
        assert [line for line in caplog.records if line.levelname != "INFO"] == [], "a refusal is nothing to log"
        assert (sum(traffic.moves.counts), traffic.refused_moves) == (1, 1)


def test_only_the_line_of_a_table_becomes_a_websocket(served: Served) -> None:
    """Another request that asks for it is answered as if it had not, and a plain one finds no line."""
    ann = served.client("Ann")
    table = new_table(ann)
    assert ann.get(f"/api/tables/{table}/socket").status_code == 404
    for path, status in (("/api/me", 401), ("/api/tables/{table}", 200), ("/api/tables/{table}/socket/more", 404)):
        with _plain(served) as line:
            found, headers, _ = answer_to(line, handshake(table, path=path))
            assert (found, headers["connection"]) == (status, "close")
    post = handshake(table).replace(b"GET", b"POST", 1)
    with _plain(served) as line:
        assert answer_to(line, post)[0] in (404, 405)


def _plain(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(served.link.rpartition(":")[2])), 60)
