"""Lines on which somebody lies: frames that are none, messages without end, readers who do not read, stops."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from page_line import close_code, frame, handshake, open_raw, page_line
from partake.table.channels import Event
from partake.web.socket_protocol import LARGEST_MESSAGE, MOST_FRAGMENTS
from served import act, new_table, serving
from served_process import ServedProcess, answer_to, eventually, is_closed, serving_process

ENOUGH = 2000
"""Events of 8 kB that fit into no buffers."""
BINARY, CLOSE, PING, CONTINUED = 2, 8, 9, 0
GO_ON = b'{"do": 1, "go_on": true}'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedProcess]:
    flags = ("--streams", "1000", "--moves-per-second", "0")
    with serving_process(tmp_path_factory.mktemp("server"), *flags) as found:
        yield found


@pytest.fixture
def table(served: ServedProcess) -> tuple[str, str]:
    """A table, and the cookie of the one who sits there."""
    ann = served.client("Ann")
    return new_table(ann), ann.cookies["partake"]


LIES = {
    "no JSON": (1008, frame(b"{")),
    "no UTF-8": (1008, frame(b'{"do": 1, "action": "\xff"}')),
    "a list": (1008, frame(b"[1, 2]")),
    "a number": (1008, frame(b"1")),
    "nothing": (1008, frame(b"")),
    "no question": (1008, frame(b'{"action": "9-7-8@c3"}')),
    "a question that is no number": (1008, frame(b'{"do": "1", "action": "9-7-8@c3"}')),
    "a question that is true": (1008, frame(b'{"do": true, "go_on": true}')),
    "a question below zero": (1008, frame(b'{"do": -1, "go_on": true}')),
    "a huge question": (1008, frame(b'{"do": 10000000000, "go_on": true}')),
    "JSON that is deep": (1008, frame(b"[" * 2000)),
    "binary": (1003, frame(GO_ON, BINARY)),
    "too large": (1009, frame(b" " * (LARGEST_MESSAGE + 1))),
    "said to be huge": (1009, b"\x81\xff" + (2**40).to_bytes(8, "big") + bytes(4)),
    "too large in parts": (1009, frame(b" " * 4000, fin=False) + frame(b" " * 4000, CONTINUED)),
    "empty parts without end": (1009, frame(b"{", fin=False) + frame(b"", CONTINUED, fin=False) * 5000),
    "no mask": (1002, frame(GO_ON, masked=False)),
    "a reserved bit": (1002, bytes([frame(GO_ON)[0] | 0x40]) + frame(GO_ON)[1:]),
    "no such kind": (1002, frame(GO_ON, 3)),
    "a part of nothing": (1002, frame(GO_ON, CONTINUED)),
    "a message within another": (1002, frame(b"{", fin=False) + frame(GO_ON)),
    "a large ping": (1002, frame(b"x" * 126, PING)),
    "a close without sense": (1002, frame(b"\x00", CLOSE)),
}


@pytest.mark.parametrize("name", LIES)
def test_what_is_no_message_ends_the_line_and_says_why(
    name: str, served: ServedProcess, table: tuple[str, str]
) -> None:
    code, sent = LIES[name]
    with open_raw(served.port, *table) as line:
        with contextlib.suppress(ConnectionError):  # it may have ended before all was sent
            line.sendall(sent)
        with contextlib.suppress(ConnectionResetError):  # by what was still on its way
            assert close_code(line) == code
    assert served.client().get("/api/me").status_code == 401, "the server goes on"


def test_a_message_may_come_in_parts_and_byte_by_byte(served: ServedProcess) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    with open_raw(served.port, table, ann.cookies["partake"]) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        parts = [GO_ON[start : start + 2] for start in range(0, len(GO_ON), 2)]
        assert len(parts) < MOST_FRAGMENTS
        sent = frame(parts[0], fin=False) + b"".join(frame(part, CONTINUED, fin=False) for part in parts[1:])
        for byte in sent + frame(b"hello", PING) + frame(b"", CONTINUED):
            line.sendall(bytes([byte]))
        got = b""
        while b'{"answer":1,"number":1,' not in got:
            got += line.recv(65536)
        assert b"\x8a\x05hello" in got, "a ping is answered in between"
        line.sendall(frame(b"\x03\xe8", CLOSE))
        assert close_code(line) == 1000


def test_nobody_speaks_before_the_line_is_open(served: ServedProcess, table: tuple[str, str]) -> None:
    with served.connect() as line:
        assert answer_to(line, handshake(*table) + frame(GO_ON))[0] == 400
        assert is_closed(line)


@pytest.mark.parametrize(
    "headers",
    [("sec-websocket-version: 12",), ("sec-websocket-key: short",), ("cookie: x=" + "y" * 20_000,), ("host: other",)],
)
def test_a_handshake_that_is_none_is_refused(
    served: ServedProcess, table: tuple[str, str], headers: tuple[str]
) -> None:
    name = headers[0].partition(":")[0]
    lines = [one for one in handshake(table[0]).decode().split("\r\n") if name == "host" or not one.startswith(name)]
    with served.connect() as line:
        line.sendall("\r\n".join([*lines[:-2], *headers, "", ""]).encode())
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while data := line.recv(65536):
                got += data
        assert got[:10] in (b"HTTP/1.1 4", b"")


def test_a_flood_of_moves_is_not_held_in_memory_and_holds_up_nobody(served: ServedProcess) -> None:
    """Thousands of questions whose answers nobody takes end the line: a page has one move under way."""
    ann = served.client("Ann")
    table = new_table(ann)
    before = _kilobytes(served)
    with contextlib.ExitStack() as stack:
        deaf = [stack.enter_context(open_raw(served.port, table, ann.cookies["partake"], small=True)) for _ in range(8)]
        for line in deaf:
            line.settimeout(0.5)
            with contextlib.suppress(TimeoutError, ConnectionError):
                line.sendall(frame(b'{"do": 1, "action": "nonsense"}') * 200_000)
        with page_line(ann, table) as other:
            view = other.event()[2]["view"]
            assert other.ask(action=view["legal"][0])["number"] == 2
        assert _kilobytes(served) - before < 24 * 1024
        assert ann.get("/api/me").status_code == 200


def test_a_reader_who_falls_behind_is_dropped_and_the_others_hear_all(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        ann = served.client("Ann")
        table = new_table(ann)
        runner = served.app.state.context.tables.runner

        async def tell(number: int) -> int:
            """Tell all readers something long; how many there are then."""
            async with runner.hold(table) as running:
                for one in tuple(running.subscribers):
                    one.push(Event("told", b'{"number":%d,"filler":"%b"}' % (number, b"x" * 8000), "1"))
                await asyncio.sleep(0)  # whose line was ended is gone after this
                return sum(not one.is_closed for one in running.subscribers)

        with open_raw(int(served.link.rpartition(":")[2]), table, small=True) as deaf, page_line(ann, table) as line:
            assert line.event()[1] == "view"
            for number in range(ENOUGH):
                readers = served.do(tell(number))
                assert line.event()[2]["number"] == number
                if readers == 1:
                    break
            assert readers == 1, "it is not dropped"
            assert is_closed(deaf)
            assert line.ask(action=ann.get(f"/api/tables/{table}").json()["view"]["legal"][0])["number"] == 2


def _kilobytes(served: ServedProcess) -> int:
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_a_stop_ends_every_line_in_good_order(tmp_path: Path) -> None:
    """Among lines that nobody reads and lines that are half-open: pages are told, and the log says nothing."""
    with serving_process(tmp_path, "--streams", "2000", "--stop-seconds", "5") as served:
        ann = served.client("Ann")
        table, cookie = new_table(ann), ann.cookies["partake"]
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(open_raw(served.port, table, cookie)) for _ in range(100)]
            half = stack.enter_context(served.connect())
            half.sendall(handshake(table, cookie)[:-2])
            assert act(ann, table)
            said = served.stop()
            assert [close_code(line) for line in lines] == [1012] * len(lines)
            assert is_closed(half)
        assert said == []


def test_a_move_that_came_before_the_stop_is_answered_or_asked_again(tmp_path: Path) -> None:
    """Whatever was answered is stored, and what was not can be asked again with its key, and is done once."""
    with serving_process(tmp_path) as served:
        ann = served.client("Ann")
        table, cookies = new_table(ann), ann.cookies
        view = ann.get(f"/api/tables/{table}").json()["view"]
        move = {"action": view["legal"][0], "expect": 1, "key": "once"}
        with open_raw(served.port, table, cookies["partake"]) as line:
            line.sendall(frame(json.dumps({"do": 7, **move}).encode()))
            served.process.send_signal(signal.SIGTERM)
            got = b""
            while data := line.recv(65536):
                got += data
        was_answered = b'"answer":7' in got
        assert served.ended() == []
    with serving_process(tmp_path) as served:
        ann = served.client()
        ann.cookies = cookies
        number = ann.get(f"/api/tables/{table}").json()["number"]
        assert number == 3 or not was_answered
        with page_line(ann, table) as line:
            assert line.ask(**move)["number"] == 2
        assert ann.get(f"/api/tables/{table}").json()["number"] == 3


def test_lines_that_vanish_are_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path, grace=0.01) as served:
        ann = served.client("Ann")
        table = new_table(ann)

        def away() -> dict[str, float]:
            found: dict[str, float] = ann.get(f"/api/tables/{table}").json()["presence"]["away"]
            return found

        with open_raw(int(served.link.rpartition(":")[2]), table, ann.cookies["partake"]) as line:
            eventually(lambda: not away())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # a reset
        assert list(eventually(away)) == ["1"]
        eventually(lambda: not served.app.state.context.streams.count)
