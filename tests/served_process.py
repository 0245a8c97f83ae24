"""`partake serve` as a process of its own, and plain sockets to it."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import httpx

from databases import database_variables

T = TypeVar("T")
PATIENCE = 60.0
"""How long anything is waited for before it counts as a failure."""
COMMAND = [sys.executable, "-m", "partake"]


def partake(*argv: str | Path) -> subprocess.CompletedProcess[str]:
    """A command, run to its end."""
    words = list(map(str, argv))
    folder = Path(words[words.index("--folder") + 1]) if "--folder" in words else None
    environment = {**os.environ, **(database_variables(folder) if folder else {})}
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, env=environment)


class ServedProcess:
    """A running server, which logs to a file: a pipe would stay open as long as anything lives that it has started."""

    def __init__(self, process: subprocess.Popen[str], link: str, log: BinaryIO) -> None:
        self.process, self.link, self.pid, self._log = process, link, process.pid, log
        self.port = int(link.rpartition(":")[2])
        self.clients: list[httpx.Client] = []

    @property
    def log(self) -> str:
        """What the server has logged until now."""
        return written(self._log)

    def client(self, nickname: str | None = None, **options: Any) -> httpx.Client:
        """A browser; with a nickname one that has its cookie."""
        client = httpx.Client(base_url=self.link, timeout=PATIENCE, **{"verify": False, **options})
        self.clients.append(client)
        if nickname is not None:
            assert client.post("/api/guests", json={"nickname": nickname}).status_code == 201
        return client

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A connection from an address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))

    def stop(self) -> list[str]:
        """Stop it as an operator does, and wait until it has; what its log complains of."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> list[str]:
        """Wait until it has ended; what its log complains of."""
        assert self.process.wait(PATIENCE) == 0
        return [line for line in self.log.splitlines() if " INFO " not in line]

    def kill(self) -> None:
        """Kill it with all that it has started."""
        with suppress(ProcessLookupError):  # it has ended, and what it had started too
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def kill_alone(self) -> None:
        """Kill the server and nothing that it has started."""
        self.process.kill()
        self.process.wait(PATIENCE)


@contextmanager
def serving_process(
    folder: Path, *flags: str, files: int | None = None, port: int = 0, source: Path | None = None
) -> Iterator[ServedProcess]:
    """A server with these flags, which may have so many files open; of another release if its source is given."""
    command = [*COMMAND, "serve", "--host", "127.0.0.1", "--port", str(port), "--workers", "0"]

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            [*command, "--folder", str(folder), *flags],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            preexec_fn=limit,
            env={**os.environ, **database_variables(folder), **({} if source is None else {"PYTHONPATH": str(source)})},
            start_new_session=True,
        ) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("Play at "):
            process.kill()
            raise AssertionError(f"the server does not start: {line}{written(log)}")
        link = f"http://127.0.0.1:{listening_port(process.pid)}" if "--link" in flags else line.split()[2]
        served = ServedProcess(process, link, log)
        try:
            yield served
        finally:
            for client in served.clients:
                client.close()
            served.kill()


def written(file: BinaryIO) -> str:
    """What a file has until now; whoever writes to it goes on where they are."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode()


def eventually(condition: Callable[[], T]) -> T:
    """What a condition gives as soon as it holds."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "that does not happen"
        time.sleep(0.02)
    return found


def listening_port(pid: int) -> int:
    """The port at which a process listens on this machine's own address, from the tables of the kernel."""
    own = {str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
            return int(fields[1].partition(":")[2], 16)
    raise AssertionError("it does not listen")


def answer_to(line: socket.socket, sent: bytes = b"") -> tuple[int, dict[str, str], str]:
    """Send this and read one answer until the server ends it: status, headers and text."""
    if sent:
        line.sendall(sent)
    got = b""
    while b"\r\n\r\n" not in got and (data := line.recv(65536)):
        got += data
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}
    length = int(headers.get("content-length", 0))
    while len(body) < length and (data := line.recv(65536)):
        body += data
    return int(first.split()[1]), headers, body.decode()


def is_closed(line: socket.socket) -> bool:
    """Wait until the server closes a connection; whatever it says first is passed over."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True
