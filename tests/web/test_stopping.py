"""A server that is told to stop ends every stream in good order, answers what is under way, and takes seconds."""

from __future__ import annotations

import contextlib
import json
import resource
import signal
import socket
from pathlib import Path

import httpx
import pytest

from served import act, events, new_table
from served_process import ServedProcess, answer_to, is_closed, serving_process

STREAMS = 1000
END = b"0\r\n\r\n"
"""The chunk that ends a body: nothing was cut off."""


def watch(served: ServedProcess, table: str) -> socket.socket:
    """A connection with an open stream of a table, of which the beginning was read."""
    line = served.connect()
    line.sendall(f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    got = b""
    while b"event: view" not in got:
        data = line.recv(65536)
        assert data
        got += data
    return line


def read_to_the_end(line: socket.socket) -> bytes:
    got = b""
    while data := line.recv(65536):
        got += data
    return got


@pytest.fixture
def many_files() -> None:
    """So many connections as the tests below need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * STREAMS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * STREAMS), hard))


def test_a_stop_ends_a_thousand_streams_in_good_order(tmp_path: Path, many_files: None) -> None:
    """Among requests that are half-sent, streams that nobody reads and connections that say nothing."""
    patient = ("--head-seconds", "600", "--body-seconds", "600", "--silence-seconds", "600")
    with (
        serving_process(tmp_path, *patient, "--streams", "2000", "--stop-seconds", "10") as served,
        contextlib.ExitStack() as stack,
    ):
        ann = served.client("Ann")
        table = new_table(ann)
        lines = [stack.enter_context(watch(served, table)) for _ in range(STREAMS)]
        halves = (
            b"",
            b"GET / HT",
            b"GET / HTTP/1.1\r\nhost",
            b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
        )
        half = [stack.enter_context(served.connect()) for _ in halves]
        for line, sent in zip(half, halves, strict=True):
            line.sendall(sent)
        assert act(ann, table)
        said = served.stop()
        for line in lines:
            assert read_to_the_end(line).endswith(END)
        assert all(is_closed(line) for line in half[:3])
        status, headers, text = answer_to(half[3])
        assert (status, headers["connection"]) == (503, "close")
        assert "The server is being stopped: send this again in a moment" in text
        assert said == [], "no stream was cut off"


def test_a_reader_who_does_not_read_holds_up_no_stop(tmp_path: Path) -> None:
    """Their connection is cut off, and the log says nothing of it."""
    with serving_process(tmp_path, "--stop-seconds", "1") as served, contextlib.ExitStack() as stack:
        ann = served.client("Ann")
        deaf = stack.enter_context(socket.socket())
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", served.port))
        many = f"GET /docs/ HTTP/1.1\r\nhost: x\r\ncookie: partake={ann.cookies['partake']}\r\n\r\n" * 2000
        deaf.settimeout(1)
        with contextlib.suppress(TimeoutError):  # the server does not read on while its answers are not read
            deaf.sendall(many.encode())
        assert served.stop() == []


def test_requests_under_way_are_answered(tmp_path: Path) -> None:
    """A move whose body arrives while the server stops is stored, and what was stored is there after a restart."""
    with serving_process(tmp_path, "--stop-seconds", "60") as served:
        ann = served.client("Ann")
        table = new_table(ann)
        state = ann.get(f"/api/tables/{table}").json()
        cookies = ann.cookies
        body = json.dumps({"action": state["view"]["legal"][0], "expect": state["number"]}).encode()
        head = f"POST /api/tables/{table}/moves HTTP/1.1\r\nhost: x\r\ncookie: partake={cookies['partake']}\r\n"
        with served.connect() as line, served.connect() as other, watch(served, table) as stream:
            line.sendall(head.encode() + b"content-length: %d\r\nexpect: 100-continue\r\n\r\n" % len(body))
            assert line.recv(100).startswith(b"HTTP/1.1 100"), "the request is under way"
            other.sendall(b"GET / HT")
            served.process.send_signal(signal.SIGTERM)
            assert read_to_the_end(stream).endswith(END)
            assert is_closed(other)
            status, headers, _ = answer_to(line, body)
            assert (status, headers["connection"]) == (200, "close")
        assert served.ended() == []
    with serving_process(tmp_path) as served:
        ann = served.client()
        ann.cookies = cookies
        assert ann.get(f"/api/tables/{table}").json()["number"] == 3


def test_a_reader_who_comes_back_after_a_restart_misses_nothing(tmp_path: Path) -> None:
    with serving_process(tmp_path) as served:
        ann, bob = served.client("Ann"), served.client("Bob")
        table = new_table(ann, bob)
        path, port = f"/api/tables/{table}", served.port
        with bob.stream("GET", f"{path}/events") as stream:
            told = events(stream)
            assert next(told)[1] == "view"
            act(ann, table)
            act(bob, table)
            heard = [next(told), next(told)]
            served.process.send_signal(signal.SIGTERM)
            assert list(told) == [], "it ended, and httpx saw its end"
        assert served.ended() == []
        last = heard[-1][0]
        cookies = [ann.cookies, bob.cookies]
    with serving_process(tmp_path, port=port) as served:
        ann, bob = served.client(), served.client()
        ann.cookies, bob.cookies = cookies
        act(ann, table)
        with bob.stream("GET", f"{path}/events", headers={"last-event-id": last}) as stream:
            told = events(stream)
            _, kind, state = next(told)
            assert (kind, state) == ("view", bob.get(path).json())
            assert state["number"] == heard[-1][2]["number"]
            act(bob, table)
            moves = next(told)[2]["moves"]
            record = ann.get(f"{path}/record?form=json").json()["moves"]
            assert heard[-1][2]["moves"] + moves == record[1:], "everything, once and in order"


def test_a_stream_that_is_opened_while_the_server_stops_ends_too(tmp_path: Path) -> None:
    with serving_process(tmp_path) as served:
        table = new_table(served.client("Ann"))
        request = f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(served.connect()) for _ in range(50)]
            for line in lines:
                line.sendall(request)
            served.process.send_signal(signal.SIGTERM)
            for line in lines:
                with contextlib.suppress(ConnectionResetError):  # nobody had accepted it yet
                    got = read_to_the_end(line)
                    assert got == b"" or got.endswith(END)
        assert served.ended() == []


def test_the_port_is_free_at_once(tmp_path: Path) -> None:
    with serving_process(tmp_path) as first:
        ann = first.client("Ann")
        table = new_table(ann)
        with watch(first, table):
            first.stop()
            with serving_process(tmp_path, port=first.port) as second:
                assert httpx.get(f"{second.link}/api/tables/{table}").status_code == 200
