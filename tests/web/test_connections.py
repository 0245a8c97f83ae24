"""One connection cannot harm the others: limits of size, number and time, at a real server with real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.web.addresses import Proxies, counted_as
from partake.web.listener import SILENCE, Listener
from partake.web.settings import Settings
from served import act, events, new_table
from served_process import PATIENCE, ServedProcess, answer_to, is_closed, serving_process

LIMIT = 32 * 1024
QUICK = ("--head-seconds", "0.5", "--body-seconds", "0.5", "--silence-seconds", "0.5")
"""Limits of time that a test can wait for."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedProcess]:
    with serving_process(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedProcess]:
    with serving_process(tmp_path_factory.mktemp("server"), *QUICK) as found:
        yield found


def head(path: str = "/api/me", *, filler: int = 0, headers: int = 1) -> bytes:
    """The head of a request with so many headers besides two, one of which is this long."""
    lines = [f"GET {path} HTTP/1.1", "host: localhost", f"x-filler: {'x' * filler}"]
    return "\r\n".join([*lines, *(f"x-{number}: y" for number in range(headers - 2)), "", ""]).encode()


TOO_LARGE = {
    "a long address": (414, head("/api/" + "x" * LIMIT)),
    "a long header": (431, head(filler=LIMIT)),
    "a long header without end": (431, head(filler=LIMIT)[:-4]),
    "an address without end": (414, b"GET /api/" + b"x" * LIMIT),
    "many long headers": (431, b"GET /api/me HTTP/1.1\r\n" + b"x-more: %b\r\n" % (b"x" * 1000) * 40),
    "a header in folds": (431, b"GET /api/me HTTP/1.1\r\nx-fold: x\r\n" + b" x\r\n" * 200 + b"\r\n"),
    "101 headers": (431, head(headers=101)),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_head_that_is_too_large_is_refused_with_a_sentence_and_the_connection_ends(
    name: str, served: ServedProcess
) -> None:
    status, sent = TOO_LARGE[name]
    with served.connect() as line:
        found, headers, text = answer_to(line, sent)
        assert (found, headers["content-type"], headers["connection"]) == (status, "application/json", "close")
        assert "32768 bytes together" in text or "100 headers at most" in text
        assert is_closed(line)


def test_people_are_told_on_a_page(served: ServedProcess) -> None:
    with served.connect() as line:
        status, headers, text = answer_to(line, head("/tables/" + "x" * LIMIT))
    assert (status, headers["content-type"]) == (414, "text/html; charset=utf-8")
    assert "content-security-policy" in headers
    assert "The address and the headers of a request may have 32768 bytes together" in text


def test_a_head_within_the_limits_is_answered(served: ServedProcess) -> None:
    for allowed in (head(filler=LIMIT - 200), head(headers=100)):
        with served.connect() as line:
            assert answer_to(line, allowed)[0] == 401


def test_endless_headers_are_not_held_in_memory(served: ServedProcess) -> None:
    """An attacker who ignores the answer and goes on sending fills no memory, and is cut off."""
    before = _kilobytes(served)
    piece = b"x" * 65536
    with served.connect() as line:
        line.sendall(b"GET / HTTP/1.1\r\nx-filler: ")
        with contextlib.suppress(ConnectionError, TimeoutError):
            for _ in range(64 * 16):
                line.sendall(piece)
    assert served.client().get("/api/me").status_code == 401
    assert _kilobytes(served) - before < 16 * 1024


def _kilobytes(served: ServedProcess) -> int:
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_a_request_may_come_byte_by_byte_and_several_at_once(served: ServedProcess) -> None:
    with served.connect() as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in b"\r\n" + head(filler=300):
            line.sendall(bytes([byte]))
        assert answer_to(line)[0] == 401
        body = b'{"nickname": "Ann"}'
        post = b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        whole = post + b"content-length: %d\r\n\r\n%b" % (len(body), body)
        line.sendall((whole + head("/api/nothing")) * 20)
        got = b""
        while got.count(b'There is nothing here"}') < 20:
            got += line.recv(65536)
        assert got.count(b"HTTP/1.1 201") == 20
        chunked = post + b"transfer-encoding: chunked\r\n\r\n" + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        for byte in chunked:
            line.sendall(bytes([byte]))
        assert answer_to(line)[0] == 201


def test_what_follows_a_body_in_chunks_at_once_is_answered_too(served: ServedProcess) -> None:
    """Also one with empty lines in it, wherever the pieces that arrive are cut."""
    body = b'{"nickname":\r\n\r\n"Ann"}'
    post = (
        b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    both = post + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) + head("/api/nothing")
    with served.connect() as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for cut in range(len(both) - 80, len(both), 3):
            line.sendall(both[:cut])
            line.sendall(both[cut:])
            got = b""
            while b'There is nothing here"}' not in got:
                got += line.recv(65536)
            assert got.startswith(b"HTTP/1.1 201")


def test_a_body_that_is_refused_before_its_end_leaves_the_connection_open(served: ServedProcess) -> None:
    """A client that has sent the rest, and the next request behind it, waits for an answer to that."""
    post = b"POST /api/guests HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    part = b"%x\r\n%b\r\n" % (70_000, b"x" * 70_000)
    with served.connect() as line:
        assert answer_to(line, post + part)[0] == 413
        assert answer_to(line, part + b"0\r\n\r\n" + head())[0] == 401


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"get / http/1.1",
        b"GET / HTTP/1.1\nhost: x\n\n",
        b"NONSENSE / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost x\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\x00y\r\n\r\n",
        b"CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nnot a length\r\n",
    ],
)
def test_what_is_not_http_is_refused_with_a_sentence(sent: bytes, served: ServedProcess) -> None:
    with served.connect() as line:
        status, _, text = answer_to(line, sent)
        assert (status, "This request cannot be understood" in text) == (400, True)
        assert is_closed(line)


@pytest.mark.parametrize("length", [b"content-length: 10000000000", b"transfer-encoding: chunked"])
@pytest.mark.parametrize("target", [b"POST /api/guests", b"POST /tables", b"GET /"])
def test_a_body_without_end_is_refused_and_not_read_to_its_end(
    target: bytes, length: bytes, served: ServedProcess
) -> None:
    with served.connect() as line:
        kind = b"content-type: application/" + (b"x-www-form-urlencoded" if b"tables" in target else b"json")
        first = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        line.sendall(b"\r\n".join([target + b" HTTP/1.1", b"host: x", kind, length, b"", first]))
        if b"GET" not in target and b"chunked" in length:
            line.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        assert answer_to(line)[0] == (200 if b"GET" in target else 413)
        with contextlib.suppress(ConnectionError):
            for _ in range(10_000):
                line.sendall(b"4000\r\n%b\r\n" % (b"x" * 0x4000))
            raise AssertionError("160 MB were read")


def test_another_protocol_is_not_offered(served: ServedProcess) -> None:
    with served.connect() as line:
        wanted = b"GET /api/me HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
        assert answer_to(line, wanted + b"\x81\x05hello")[0] == 401
        assert is_closed(line)


SLOW = {
    "half a request line": b"GET /api/m",
    "half a head": b"GET /api/me HTTP/1.1\r\nhost: x\r\nx-half: ",
    "empty lines": b"\r\n\r\n",
    "half a body": b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    "half a move": b"POST /api/tables/x/moves HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    "half a chunk": b"POST /api/guests HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{",
}


@pytest.mark.parametrize("name", SLOW)
def test_a_request_that_does_not_end_is_refused_after_a_while(name: str, quick: ServedProcess) -> None:
    with quick.connect() as line:
        status, headers, text = answer_to(line, SLOW[name])
        if name == "half a move":  # it was refused before its body was needed
            assert status == 401
        else:
            assert (status, headers["connection"]) == (408, "close")
            assert "This request did not arrive in time: send it again" in text
        assert is_closed(line)


def test_a_connection_on_which_nothing_is_ever_sent_is_closed(quick: ServedProcess) -> None:
    with quick.connect() as line:
        assert line.recv(1) == b""


def test_a_slow_head_does_not_gain_time_by_each_byte(quick: ServedProcess) -> None:
    with quick.connect() as line:
        line.settimeout(0.05)
        got = b""
        sent = 0
        line.sendall(b"GET / HTTP/1.1\r\nx-slow: ")
        while not got:
            with contextlib.suppress(TimeoutError):
                got = line.recv(12)
            if not got:
                line.sendall(b"x")
                sent += 1
            assert sent < 200, "it goes on for ever"
    assert got == b"HTTP/1.1 408"


def test_one_address_has_so_many_connections_and_streams_and_no_more(tmp_path: Path) -> None:
    with serving_process(tmp_path, "--connections", "5") as served, contextlib.ExitStack() as stack:
        ann = served.client("Ann")
        table = new_table(ann)
        watching = f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        lines = [stack.enter_context(served.connect("127.0.0.2")) for _ in range(5)]
        for line in lines[:2]:
            assert answer_to(line, watching)[0] == 200
        for line in lines[2:]:
            assert answer_to(line, head())[0] == 401
        with served.connect("127.0.0.2") as sixth:
            status, headers, text = answer_to(sixth, head())
            assert (status, headers["retry-after"], headers["connection"]) == (429, "60", "close")
            assert text == '{"error":"There are too many connections from your address: close some first"}'
        with served.connect("127.0.0.2") as sixth:
            status, headers, text = answer_to(sixth, head("/"))
            assert (status, headers["content-type"]) == (429, "text/html; charset=utf-8")
        with served.connect("127.0.0.3") as other:
            assert answer_to(other, head())[0] == 401
        assert act(ann, table), "a proxy's address has no limit"
        for line in lines:
            line.close()
        while True:  # as soon as the server has noticed that they are gone
            with served.connect("127.0.0.2") as again:
                if answer_to(again, head())[0] == 401:
                    break


def test_behind_a_proxy_streams_are_counted_by_the_address_that_it_tells(tmp_path: Path) -> None:
    with serving_process(tmp_path, "--connections", "3", "--streams", "2") as served, contextlib.ExitStack() as stack:
        table = new_table(served.client("Ann"))
        path = f"/api/tables/{table}/events"

        def watch(address: str, client: httpx.Client) -> httpx.Response:
            return stack.enter_context(client.stream("GET", path, headers={"x-forwarded-for": address}))

        people = [served.client(name) for name in ("Bob", "Cleo", "Dora", "Emil")]
        house = [f"2001:db8:0:1::{number}" for number in range(4)]
        for address, person in zip(house[:3], people, strict=False):
            assert watch(address, person).status_code == 200
        refused = watch(house[3], people[3])
        assert refused.status_code == 429
        assert "3 streams open at your address" in refused.read().decode()
        assert watch("2001:db8:0:2::1", people[3]).status_code == 200
        nobody = served.client()
        assert [watch("192.0.2.7", nobody).status_code for _ in range(3)] == [200, 200, 429]


def test_addresses_are_counted_by_household() -> None:
    assert counted_as("192.0.2.7") == counted_as("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted_as("2001:db8:1:2:3::4") == counted_as("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert counted_as("2001:db8:1:3::") != counted_as("2001:db8:1:2::")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2%eth1")
    assert counted_as("::1") == "::1"
    assert {counted_as(text) for text in ("", "unknown", "x" * 10_000, "1.2.3")} == {"nowhere"}
    proxies = Proxies("127.0.0.1, ::1,10.0.0.0/8,2001:db8::7")
    for address in ("127.0.0.1", "::ffff:127.0.0.1", "::1", "10.1.2.3", counted_as("2001:db8::7")):
        assert address in proxies, address
    assert "127.0.0.2" not in proxies
    assert "nowhere" not in proxies


@pytest.mark.parametrize("is_unexpected", [False, True])
def test_without_file_descriptors_new_people_read_a_page_and_those_inside_go_on(
    is_unexpected: bool, tmp_path: Path
) -> None:
    """Whether the connections are as many as the descriptors allow, or something else has taken them all."""
    patient = ("--silence-seconds", "600")
    with serving_process(tmp_path, *patient, files=200) as served, contextlib.ExitStack() as stack:
        ann = served.client("Ann", limits=httpx.Limits(keepalive_expiry=None))
        table = new_table(ann)
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            told = events(stream)
            assert next(told)[1] == "view"
            assert act(ann, table), "on the connection that is kept"
            assert next(told)[1] == "moves"
            if is_unexpected:
                highest = max(int(path.name) for path in Path(f"/proc/{served.process.pid}/fd").iterdir())
                resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE, (highest + 10, 200))
            for _ in range(200):
                stack.enter_context(served.connect("127.0.0.2"))
            for path, kind in (("/", "text/html; charset=utf-8"), ("/api/me", "application/json")):
                status = 0
                while status != 503:  # a descriptor that was used for a moment may have let one more in
                    line = stack.enter_context(served.connect())
                    status, headers, text = answer_to(line, head(path))
                assert (headers["content-type"], headers["retry-after"]) == (kind, "2")
                assert "There are too many connections to this server: try again in a moment" in text
            assert act(ann, table)
            assert next(told)[1] == "moves"
            stack.close()
            while served.client().get("/api/me").status_code == 503:
                pass
        said = served.stop()
        assert len(said) == 1, said
        assert ("no file descriptors left" in said[0]) is is_unexpected


class Noting(asyncio.Protocol):
    """A protocol that notes how long its connection waits for somebody who has vanished."""

    on_lost: Callable[[], None] | None = None
    is_connected = False

    def __init__(self) -> None:
        self.milliseconds: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = transport.get_extra_info("socket")
        self.milliseconds.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system cannot notice it")
def test_a_reader_who_vanishes_without_a_word_is_noticed_soon(tmp_path: Path) -> None:
    async def accept() -> int:
        noting: Any = Noting()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listener = Listener(listening, Settings(folder=tmp_path), lambda: noting, descriptors=0)
            listener.start()
            with socket.create_connection(listening.getsockname()):
                found: int = await asyncio.wait_for(noting.milliseconds, PATIENCE)
            listener.close()
            return found

    assert asyncio.run(accept()) == SILENCE * 1000
