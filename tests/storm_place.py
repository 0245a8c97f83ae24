"""Where a storm takes place: servers and workers on one PostgreSQL, and lines that can be cut and delayed between them.

Two `partake serve`, each with several processes, as on two machines behind a balancer; two `partake worker`; PostgreSQL
on a small disk of its own where the system lets us have one. Whatever ends is started again, as by systemd.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from cuttable import CuttableLine, cuttable
from postgres import Cluster, free_port
from served_process import COMMAND, PATIENCE
from small_disk import SmallDisk, mounted

DISK = 400_000
"""The kilobytes of PostgreSQL's disk."""
DATABASE = {"autovacuum": "on", "max_wal_size": "32MB", "min_wal_size": "2MB"}
"""The settings of PostgreSQL: the log is written over soon, so that it needs room again and again."""
SERVING = (
    "--host", "127.0.0.1", "--processes", "2", "--workers", "0", "--guests-per-minute", "0", "--tables-per-minute", "0",
    "--moves-per-second", "0", "--connections", "0", "--streams", "1000", "--waiting-seats", "1000", "--idle-reviews",
    "0", "--review-seconds", "0.5",
)  # fmt: skip
WORKING = ("--workers", "1", "--review-seconds", "0.5")


class Service:
    """A `partake serve` or `partake worker` with all its processes."""

    def __init__(self, folder: Path, *words: str) -> None:
        """Its log is in the folder, and its bytecode beside it where Python keeps none: it is started many times."""
        self._words, self._log = words, folder / f"{words[0]}.log"
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder.parent / "bytecode")}
        self._variables = {**os.environ, **(kept if sys.dont_write_bytecode else {})}
        self._process: subprocess.Popen[bytes] | None = None

    def keep(self) -> None:
        """Start it, unless it runs."""
        if self._process is None or self._process.poll() is not None:
            ends_with_us = ["setpriv", "--pdeathsig=KILL"] if shutil.which("setpriv") else []
            with self._log.open("ab") as log:
                self._process = subprocess.Popen(
                    [*ends_with_us, *COMMAND, *self._words],
                    stdout=log,
                    stderr=log,
                    env=self._variables,
                    start_new_session=True,
                )

    @property
    def pid(self) -> int:
        """The process that was started."""
        assert self._process is not None, "it was never started"
        return self._process.pid

    @property
    def children(self) -> list[int]:
        """The processes that it has started itself: those that answer requests, or think for bots."""
        found = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self.pid)], capture_output=True, text=True, check=False
        )
        lines = (line.split(None, 1) for line in found.stdout.splitlines())
        return [int(pid) for pid, args in lines if "spawn_main" in args]

    def kill(self) -> None:
        """End it for good, with all its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        assert self._process is not None
        self._process.wait(PATIENCE)

    @property
    def log(self) -> str:
        """What all its processes have logged."""
        return self._log.read_text(encoding="utf-8", errors="replace")


@dataclass(frozen=True)
class Place:
    """Everything that can fail."""

    cluster: Cluster
    operator: ThreadPoolExecutor
    """The thread that stops and starts PostgreSQL, which ends with the thread that has started it."""
    url: str
    """The database, by no line."""
    disk: SmallDisk | None
    """PostgreSQL's, if we may have one."""
    servers: Sequence[Service]
    workers: Sequence[Service]
    to_database: CuttableLine
    """Between servers and workers, and PostgreSQL."""
    to_servers: CuttableLine
    """Between players and servers."""

    @property
    def services(self) -> list[Service]:
        """Servers and workers."""
        return [*self.servers, *self.workers]

    @property
    def log(self) -> str:
        """What all of them have logged."""
        return "".join(one.log for one in self.services)


@contextmanager
def stormy_place(seed: int = 1, *, machines: int = 2) -> Iterator[Place]:
    """A place of its own, which is gone afterwards; on each of its machines there are a server and a worker."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partake-storm-")))
        folder.chmod(0o755)  # for PostgreSQL's own user
        disk = stack.enter_context(mounted(folder / "disk", kilobytes=DISK))
        inside = None if disk is None else disk.folder
        cluster = Cluster(durable=True, inside=inside, **DATABASE)
        stack.callback(cluster.close)
        operator = stack.enter_context(ThreadPoolExecutor(1))
        url = cluster.fresh_database()
        to_database = stack.enter_context(cuttable(f"127.0.0.1:{cluster.port}", seed=seed))
        by_line = url.replace(f":{cluster.port}/", f":{to_database.port}/")
        servers, ports = [], [free_port() for _ in range(machines)]
        for number, port in enumerate(ports, start=1):
            own = folder / f"server{number}"
            own.mkdir()
            words = ("--folder", str(own), "--port", str(port), "--database", by_line, *SERVING)
            servers.append(Service(own, "serve", *words))
        workers = []
        for number in range(1, machines + 1):
            own = folder / f"worker{number}"
            own.mkdir()
            workers.append(Service(own, "worker", "--database", by_line, *WORKING))
        to_servers = stack.enter_context(cuttable(*(f"127.0.0.1:{port}" for port in ports), seed=seed))
        for one in (*servers, *workers):
            one.keep()
            stack.callback(one.kill)
        yield Place(cluster, operator, url, disk, servers, workers, to_database, to_servers)
