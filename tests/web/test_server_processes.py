"""`partake serve --processes N` on a real PostgreSQL: one port, many processes, none of which is missed for long."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from postgres import needs_postgres, shared_cluster
from served_process import PATIENCE, ServedProcess, eventually, partake, serving_process

pytestmark = pytest.mark.sqlite_only("has databases of its own, or none")


def links(pid: int) -> list[str]:
    try:
        return [str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir() if path.is_symlink()]
    except OSError:
        return []


def started(served: ServedProcess, count: int) -> list[int]:
    """Wait until so many processes have told that they have started; which of them live."""
    told = eventually(
        lambda: found if len(found := re.findall(r"server started .*pid=(\d+)", served.log)) >= count else []
    )
    return [pid for pid in map(int, told) if lives(pid)]


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_several_processes_need_a_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = partake("serve", "--processes", "2", "--folder", tmp_path)
    assert done.returncode == 2
    assert "--processes: several processes need a PostgreSQL, which --database names" in done.stderr
    monkeypatch.setenv("PARTAKE_PROCESSES", "3")
    assert "PARTAKE_PROCESSES: several processes need" in partake("serve", "--folder", tmp_path).stderr


@needs_postgres
def test_two_processes_share_a_port_and_outlive_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = shared_cluster().fresh_database()
    with serving_process(tmp_path, "--database", url, "--processes", "2") as served, ExitStack() as stack:
        first, second = started(served, 2)
        # connections are spread evenly
        for _ in range(40):
            line = stack.enter_context(served.connect())
            line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        sockets = Counter({pid: sum(link.startswith("socket:") for link in links(pid)) for pid in (first, second)})
        assert abs(sockets[first] - sockets[second]) <= 6, sockets
        ann = served.client("Ann")
        # one is killed: the other answers at once, and it is started again
        os.kill(first, signal.SIGKILL)
        assert served.client(cookies=ann.cookies).get("/api/me").json()["nickname"] == "Ann"
        again = started(served, 3)
        assert second in again
        assert first not in again
        assert 'a process ended and is started again which="server' in served.log
        # commands of the operator find the server
        monkeypatch.setenv("PARTAKE_DATABASE", url)
        listed = partake("admin", "people", "--folder", tmp_path)
        assert "Ann" in listed.stdout, listed.stderr
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(PATIENCE) == 0
        assert served.log.count("server stopped") == 2
        assert not any(map(lives, again))


@needs_postgres
def test_no_process_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    with serving_process(tmp_path, "--database", url, "--processes", "2", "--metrics", "127.0.0.1:0") as served:
        pids = started(served, 2)
        assert len(pids) == 2
        served.kill_alone()
        eventually(lambda: not any(map(lives, pids)))
    with pytest.raises(httpx.TransportError):
        httpx.get(served.link)
