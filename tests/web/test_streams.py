"""Event streams over real HTTP: everything first, then what happens, nothing missed after a broken line, and an end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from served import Served, act, events, new_table, serving

STRANGE = ("nonsense", "x-1", "-", "1", "x-" + "9" * 30, "é-1")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), streams=3) as found:
        yield found


def take(client: httpx.Client, table: str, count: int, last: str | None = None) -> list[tuple[str, str, Any]]:
    """The first events of a new stream."""
    headers = [] if last is None else [(b"Last-Event-ID", last.encode())]
    with client.stream("GET", f"/api/tables/{table}/events", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        return list(islice(events(stream), count))


def test_the_first_event_is_what_the_state_is(served: Served) -> None:
    ann, bob, nobody = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann, bob)
    for visitor in (ann, bob, nobody):
        [(_, kind, data)] = take(visitor, table, 1)
        assert (kind, data) == ("view", visitor.get(f"/api/tables/{table}").json())


def test_a_broken_line_goes_on_with_what_was_missed(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    [(last, _, _)] = take(bob, table, 1)
    for _ in range(3):
        act(ann, table)
        act(bob, table)
    missed = take(bob, table, 6, last)
    assert [kind for _, kind, _ in missed] == ["acted", "moves"] * 3
    assert take(bob, table, 1, missed[1][0]) == missed[2:3]
    whole = [move for _, kind, data in missed if kind == "moves" for move in data["moves"]]
    record = ann.get(f"/api/tables/{table}/record?form=json").json()
    assert whole == record["moves"][1:]


@pytest.mark.parametrize("last", STRANGE)
def test_a_stream_that_cannot_go_on_begins_anew(served: Served, last: str) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    assert [kind for _, kind, _ in take(ann, table, 1, last)] == ["view"]


def test_events_of_another_seat_are_not_taken_up(served: Served) -> None:
    """An id of Ann's stream gives Bob, or a spectator, nothing of hers."""
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    [(last, _, _)] = take(ann, table, 1)
    act(ann, table)
    assert [kind for _, kind, _ in take(ann, table, 1, last)] == ["moves"]
    for visitor in (bob, served.client()):
        assert [kind for _, kind, _ in take(visitor, table, 1, last)] == ["view"]


def test_a_quiet_stream_beats(tmp_path: Path) -> None:
    with serving(tmp_path, heartbeat=0.01) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            lines = [line for line in islice(stream.iter_lines(), 13) if line]
    assert lines[1] == "event: view"
    assert lines[3:] == ["event: beat", 'data: {"every":0.01}'] * 3, "with no id: there is nothing to resume after"


def test_a_stream_ends_when_the_server_does_and_goes_on_at_the_next(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        cookies = ann.cookies
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            told = events(stream)
            last = next(told)[0]
            served.app.state.context.tables.runner.close_streams()
            assert list(told) == []
    with serving(tmp_path) as served:
        ann = served.client()
        ann.cookies = cookies
        [(_, kind, data)] = take(ann, table, 1, last)
        assert (kind, data["seat"]) == ("view", 1)


def test_the_end_of_a_game_is_told(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    with ann.stream("GET", f"/api/tables/{table}/events") as stream:
        told = events(stream)
        while act(ann, table):
            pass
        found = [next(told) for _ in range(21)]
    assert [kind for _, kind, _ in found] == ["view", *["moves"] * 19, "table"]
    assert [data["over"] for _, kind, data in found if kind == "moves"] == [False] * 18 + [True]
    assert (found[-1][2]["status"], found[-1][2]["seats"][0]["won"]) == ("over", True)


def test_who_asks_for_it_is_told_what_a_move_changes_by_answer_and_by_stream(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    path = f"/api/tables/{table}"
    with ann.stream("GET", f"{path}/events?view=true") as stream:
        told = events(stream)
        view = next(told)[2]["view"]
        answer = ann.post(f"{path}/moves", json={"action": view["legal"][0], "view": True}).json()
        _, kind, data = next(told)
    assert (kind, data, answer["number"]) == ("moves", answer["state"], 2)
    assert data["view"]["called"] == ann.get(path).json()["view"]["called"] != view["called"]
    plain = ann.post(f"{path}/moves", json={"action": data["view"]["legal"][0]}).json()
    assert plain == {"number": 4, "repeated": False}


def test_one_person_has_so_many_streams_and_no_more(served: Served) -> None:
    ann, nobody = served.client("Ann"), served.client()
    table = new_table(ann)
    path = f"/api/tables/{table}/events"
    with ann.stream("GET", path), ann.stream("GET", path), ann.stream("GET", path):
        refused = ann.get(path)
        assert refused.status_code == 429
        assert refused.json() == {"error": "You have 3 streams open already: close one first"}
        assert [kind for _, kind, _ in take(nobody, table, 1)] == ["view"]
