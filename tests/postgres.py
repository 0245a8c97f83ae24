"""A private PostgreSQL for tests: a cluster in a temporary folder, on a free port of this machine.

cluster = Cluster()            # initdb and start; the cluster ends with this process, whatever ends it
url = cluster.fresh_database() # a database of its own, with all tables, in a few hundredths of a second
cluster.kill()                 # as by kill -9 of the whole service; .stop() in good order; .start() again
shared_cluster()               # the one of this process, for tests that neither stop nor kill it
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from partake.store.database import open_database

PASSWORD = "trial-and-error"
"""The password in the URLs: connections from this machine need none, and nobody may read it in what is printed."""
USER = "partake"
PATIENCE = 60.0
"""Seconds until a cluster that does not start or stop counts as a failure."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    "autovacuum": "off",
}
"""The settings of every cluster; autovacuum off, because the databases of tests do not live that long."""
CARELESS = {"fsync": "off", "full_page_writes": "off"}
"""What makes a cluster faster that survives kills of its processes, though not of the machine."""


@cache
def binaries() -> Path | None:
    """The folder with PostgreSQL's programs, the newest there is; None if there is none."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = sorted(installed, key=lambda path: int(path.parts[-3]) if path.parts[-3].isdigit() else 0)
    return newest[-1].parent if newest else None


needs_postgres = pytest.mark.skipif(binaries() is None, reason="needs PostgreSQL: script/postgresql installs it")
"""Marks tests that need a real PostgreSQL."""


class Cluster:
    """A PostgreSQL server of our own."""

    def __init__(self, *, durable: bool = False, inside: Path | None = None, **settings: str) -> None:
        """Make a cluster and start it; a `durable` one waits for the disk, as a real one does.

        One `inside` a folder, which may be a small disk, writes its log in small files, so that it soon needs another.
        """
        found = binaries()
        assert found is not None, "needs PostgreSQL"
        self._bin = found
        self.folder = Path(tempfile.mkdtemp(prefix="partake-pg-", dir=inside))
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # whom PostgreSQL refuses
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._as_user = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        self._settings = {**SETTINGS, **({} if durable else CARELESS), **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self._template = ""
        self.port = 0
        atexit.register(self.close)
        flags = ["-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        if inside is not None:
            flags.append("--wal-segsize=1")
        self._run("initdb", "-D", str(self._data), *flags)
        self.start()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        """The URL of the cluster's own database, which has no tables of ours."""
        return self.database_url("postgres")

    def database_url(self, name: str) -> str:
        """The URL of a database of the cluster."""
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self.port}/{name}"

    @property
    def pid(self) -> int:
        """The process id of the postmaster."""
        assert self._process is not None, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Start, on the port of before if there was one, and wait until connections are accepted."""
        assert self._process is None, "it runs already"
        is_first = self.port == 0
        for _ in range(5):
            self.port = self.port or free_port()
            if self._try_start():
                return
            if is_first:  # somebody else took it
                self.port = 0
        raise AssertionError((self.folder / "log").read_text(encoding="utf-8", errors="replace"))

    def _try_start(self) -> bool:
        settings = {**self._settings, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        command = [str(self._bin / "postgres"), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*self._wrapped(), *command], stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process.poll() is not None:
                self._process = None
                return False
            try:
                with psycopg.connect(self.url, connect_timeout=2):
                    return True
            except psycopg.OperationalError:
                time.sleep(0.05)
        self.kill()
        return False

    def _wrapped(self) -> list[str]:
        """What makes the postmaster another user's, and end when this process does (`immediate`)."""
        if not shutil.which("setpriv"):
            return []
        return [*(self._as_user or ["setpriv"]), "--pdeathsig=QUIT"]

    def stop(self) -> None:
        """Stop in good order: sessions are ended, everything is written (`fast`)."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill every process of the cluster at once, as when the machine's memory or its operator ends them."""
        if self._process is not None:
            self._end(signal.SIGKILL)

    def _end(self, sign: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(sign)
            self._process.wait(PATIENCE)
            self._process = None
            end = time.monotonic() + PATIENCE
            # No process of before may hold the shared memory when the next one starts.
            while sign is signal.SIGKILL and (left := self._members()) and time.monotonic() < end:
                for one in left:
                    _send(one, signal.SIGKILL)
                time.sleep(0.01)

    def _members(self) -> list[int]:
        """The processes of the cluster that live, whoever their parent is now: all of them work in its folder."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                is_dead = (path / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
                if not is_dead and (path / "cwd").readlink() == self._data:
                    found.append(int(path.name))
        return found

    @property
    def is_running(self) -> bool:
        """Whether the postmaster lives: with no room for its log, PostgreSQL may end by itself."""
        return self._process is not None and self._process.poll() is None

    @property
    def children(self) -> list[int]:
        """The processes of the postmaster: for each connection one, and those that write and recover."""
        return _children(self.pid) if self.is_running else []

    def freeze(self) -> None:
        """Stop every process as by SIGSTOP: connections stay open, and nothing is answered."""
        for one in (self.pid, *self.children):
            _send(one, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on."""
        for one in (self.pid, *self.children):
            _send(one, signal.SIGCONT)

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        """The rows of one statement, in a transaction of its own."""
        with psycopg.connect(self.database_url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def empty_database(self) -> str:
        """The URL of a new database without any table."""
        name = f"empty_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        return self.database_url(name)

    def fresh_database(self) -> str:
        """The URL of a new database with all tables and nothing in them: a copy of one that was migrated once."""
        if not self._template:
            url = self.empty_database()
            open_database(url).dispose()
            self._template = url.rpartition("/")[2]
        name = f"games_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {self._template}")
        return self.database_url(name)

    def drop_database(self, url: str) -> None:
        """Drop a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def close(self) -> None:
        """End the cluster for good."""
        atexit.unregister(self.close)
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._bin / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        assert done.returncode == 0, done.stderr


@cache
def shared_cluster() -> Cluster:
    """The cluster of this process, made when it is first needed; no test may stop or kill it."""
    return Cluster()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(one) for one in found.stdout.split()]


def _send(pid: int, sign: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, sign)
