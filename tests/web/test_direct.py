"""The short ways of the server, for moves and for event streams, lead to the same as the long ones."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.table.channels import Subscription
from partake.table.limits import Limits
from partake.web import streams
from partake.web.api import moves as api_moves
from partake.web.protocol import Protocol
from served import Served, act, events, new_table, serving

TOO_LONG = "x" * 40
"""What no table is called: left to the long way."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


def in_pieces(body: bytes) -> Iterator[bytes]:
    """A body whose length is not told beforehand, which therefore takes the long way."""
    yield body


def told(answer: httpx.Response) -> tuple[int, Any, dict[str, str]]:
    return answer.status_code, answer.json(), {name: value for name, value in answer.headers.items() if name != "date"}


@pytest.fixture
def long_ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The path of every request that takes the long way."""
    found: list[str] = []
    direct = api_moves.MoveFastPath.__call__

    async def noting(self: api_moves.MoveFastPath, scope: Any, receive: Any, send: Any) -> None:
        inner = self._app

        async def long(scope: Any, receive: Any, send: Any) -> None:
            found.append(scope["path"])
            await inner(scope, receive, send)

        await direct(api_moves.MoveFastPath(long), scope, receive, send)

    monkeypatch.setattr(api_moves.MoveFastPath, "__call__", noting)
    return found


def test_both_ways_answer_every_kind_of_move_alike(served: Served, long_ways: list[str]) -> None:
    ann, bob, nobody = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann)
    path = f"/api/tables/{table}/moves"
    state = ann.get(f"/api/tables/{table}").json()
    played = b'{"action": "%b", "key": "once"}' % state["view"]["legal"][0].encode()
    assert ann.post(path, content=played).json()["repeated"] is False
    questions = [
        (200, ann, path, played),
        (409, ann, path, b'{"action": "9-7-8@c3", "expect": 1}'),
        (422, ann, path, b'{"action": "9-9-9@z9"}'),
        (422, ann, path, b'{"action": "nonsense"}'),
        (422, ann, path, b"{"),
        (422, ann, path, b""),
        (403, bob, path, played),
        (401, nobody, path, played),
        (404, ann, "/api/tables/nowhere/moves", played),
        (422, ann, f"/api/tables/{TOO_LONG}/moves", played),
    ]
    for status, who, where, body in questions:
        long_ways.clear()
        short = who.post(where, content=body)
        assert long_ways == ([where] if TOO_LONG in where else [])
        long = who.post(where, content=in_pieces(body))
        assert long_ways[-1:] == [where]
        assert told(short) == told(long)
        assert short.status_code == status


def test_only_posts_to_moves_are_answered_directly(served: Served, long_ways: list[str]) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    long_ways.clear()
    assert ann.get(f"/api/tables/{table}/moves").status_code == 405
    assert ann.post(f"/api/tables/{table}/moves/more", json={}).status_code == 404
    assert len(long_ways) == 2


def test_a_direct_stream_tells_a_whole_game_goes_on_and_ends(served: Served) -> None:
    """What Ann's stream tells, broken once and taken up again, is the log that the record has in the end."""
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    with ann.stream("GET", f"/api/tables/{table}/events") as stream:
        told = events(stream)
        last, kind, state = next(told)
        assert (kind, state["seat"]) == ("view", 1)
        moves = [f"+{state['view']['called'][0]}"]
        assert act(bob, table)
        assert next(told)[1:] == ("acted", {"to_act": [1], "deadline": None, "intermission": None})
    with ann.stream("GET", f"/api/tables/{table}/events", headers={"Last-Event-ID": last}) as stream:
        for _, kind, data in events(stream):
            if "since" in data:
                assert data["since"] == len(moves)
                moves += data["moves"]
            if kind == "table" and data["status"] == "over":
                break
            if 1 in data.get("to_act", ()):
                act(ann, table)
                act(bob, table)
    record = ann.get(f"/api/tables/{table}/record", params={"form": "json"}).json()
    assert moves == record["moves"]


def test_a_direct_stream_ends_in_good_order_when_the_server_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            told = events(stream)
            assert next(told)[1] == "view"
            served.app.state.context.tables.runner.close_streams()
            assert list(told) == []


class Connection:
    """A connection whose reader has stopped reading when `unsent` is high."""

    def __init__(self) -> None:
        self.unsent, self.is_closed = 0, False
        self.written: list[bytes] = []

    def is_closing(self) -> bool:
        return self.is_closed

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def write(self, data: bytes) -> None:
        self.written.append(data)


def test_what_waited_is_written_first_and_then_each_event_at_once() -> None:
    connection, line = Connection(), Subscription()
    line.push(b"one")
    line.push(b"two")
    line.write_to(streams._chunks(connection))  # type: ignore[arg-type]
    line.push(b"three, which is longer")
    assert connection.written == [b"3\r\none\r\n", b"3\r\ntwo\r\n", b"16\r\nthree, which is longer\r\n"]


def test_a_reader_who_is_behind_is_told_everything_in_order() -> None:
    """Nothing overtakes what waits, not even while it is on its way."""

    async def read() -> None:
        connection, line = Connection(), Subscription()
        line.write_to(streams._chunks(connection))  # type: ignore[arg-type]
        connection.unsent = streams.MOST_UNSENT + 1
        line.push(b"1")
        connection.unsent = 0
        line.push(b"2")
        assert await line.take() == b"12"
        line.push(b"3")
        assert connection.written == []
        assert await line.take() == b"3"
        waiting = asyncio.create_task(line.take())
        await asyncio.sleep(0)
        line.push(b"4")
        assert connection.written == [b"1\r\n4\r\n"]
        line.close()
        assert await waiting == b""

    asyncio.run(read())


def test_a_reader_who_stays_behind_is_dropped_and_one_who_left_is_not_written_to() -> None:
    connection, line = Connection(), Subscription()
    line.write_to(streams._chunks(connection))  # type: ignore[arg-type]
    connection.is_closed = True
    for _ in range(Limits.events_waiting + 1):
        assert not line.is_closed
        line.push(b"event")
    assert line.is_closed
    assert connection.written == []


def test_a_cookie_is_found_among_others_and_only_with_its_signature(served: Served) -> None:
    ann = served.client("Ann")
    cookie = ann.cookies["partake"]
    stranger = served.client()

    def status(header: str) -> int:
        return stranger.get("/api/me", headers={"Cookie": header}).status_code

    assert status(f"theme=dark; partake={cookie}; size=2") == 200
    assert status(f"filler={'x' * 2000}; partake={cookie}") == 200
    head, _, signature = cookie.rpartition(".")
    assert status(f"partake={head}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}") == 401
    assert status("theme=dark") == 401
    assert status("partake=") == 401


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system cannot notice it")
def test_a_reader_who_vanishes_without_a_word_is_noticed_soon(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[int] = []
    notice = streams._notice_silence

    def noted(transport: asyncio.Transport) -> None:
        notice(transport)
        line = transport.get_extra_info("socket")
        limits.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))

    monkeypatch.setattr(streams, "_notice_silence", noted)
    ann = served.client("Ann")
    with ann.stream("GET", f"/api/tables/{new_table(ann)}/events") as stream:
        assert next(events(stream))[1] == "view"
    assert limits == [int(streams.SILENCE * 1000)]
