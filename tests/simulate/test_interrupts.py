"""Ctrl-C keeps what was done."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from partake.simulate import simulate
from strangers import children, environment, install, is_alive

STOPPING = "partake: Stopping: waiting for the games under way; Ctrl-C again stops at once\n"
PATIENCE = 120.0


def interrupted(*argv: str, cwd: Path, grown: Path, command: str = "simulate") -> subprocess.CompletedProcess[str]:
    """Start a long simulation, press Ctrl-C for it and its workers when its file has grown, and wait for the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "partake", command, *argv], cwd=cwd, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        end = time.monotonic() + 120
        while not (grown.exists() and grown.stat().st_size > 2000) and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(argv, process.returncode, out, err)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_readable_games(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "g.csv"
    argv = ("classic", "--bot", "random", "--bot", "random", "--games", "1000000", "--seed", "s", "--workers", workers)
    done = interrupted(*argv, "--csv", "g.csv", cwd=tmp_path, grown=file)
    assert (done.returncode, done.stderr) == (130, STOPPING)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [int(row["game"]) for row in rows] == list(range(1, len(rows) + 1))
    assert f"Interrupted: these are games 1 to {len(rows):,} of 1,000,000." in done.stdout
    assert "mean" in done.stdout
    again = simulate("classic", ["random", "random"], games=20, seed="s")
    assert sorted(int(row["random (1)"]) for row in rows[:20]) == sorted(
        score for score, count in again.seats[0].counts.items() for _ in range(count)
    )


def test_compiled_games(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    file = tmp_path / "g.csv"
    argv = ("classic", "--games", "100000000000", "--seed", "s", "--json", "--csv", "g.csv")
    done = interrupted(*argv, cwd=tmp_path, grown=file)
    assert (done.returncode, done.stderr) == (130, STOPPING)
    found = json.loads(done.stdout)
    assert found["complete"] is False
    with file.open("rb") as lines:
        assert found["games"] == sum(1 for _ in lines) - 1


def test_an_arena(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    argv = ("classic", "random", "random", "--games", "1000000", "--seed", "s", "--workers", "2", "--csv", "g.csv")
    done = interrupted(*argv, cwd=tmp_path, grown=file, command="arena")
    assert (done.returncode, done.stderr) == (130, STOPPING)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert f"Interrupted: these are deals 1 to {len(rows):,} of 1,000,000." in done.stdout
    assert [int(row["game"]) for row in rows] == list(range(1, len(rows) + 1))
    assert "ahead on the same deals" in done.stdout


class Batch:
    """A command in a session of its own, that is interrupted as from a terminal."""

    def __init__(self, *argv: str, cwd: Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "partake", *argv], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, **environment},
        )  # fmt: skip

    def says(self, words: str) -> None:
        """Wait until a line with these words is on the standard error."""
        assert self.process.stderr is not None
        while words not in (line := self.process.stderr.readline()):
            assert line, f"it ended without saying {words!r}"

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self) -> tuple[int, str, str]:
        """The exit status and what else was printed, when it has ended and nothing of it is left."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def kill(self) -> None:
        """Make an end of what did not end."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def site(tmp_path: Path) -> dict[str, str]:
    """The environment with somebody else's bots."""
    return {"PYTHONPATH": environment(install(tmp_path / "site"))["PYTHONPATH"]}


def test_one_interrupt_ends_a_bot_that_hangs_in_a_worker(tmp_path: Path, site: dict[str, str]) -> None:
    batch = Batch("arena", "classic", "tell", "random", "--seed", "s", "--workers", "1", cwd=tmp_path, **site)
    try:
        batch.says("about to hang")
        found = children(batch.process.pid)
        batch.interrupt()
        batch.says("Stopping: waiting for the games under way; Ctrl-C again stops at once")
        status, out, err = batch.ended()
        assert (status, err) == (130, "")
        assert "Interrupted" in out
        end = time.monotonic() + PATIENCE
        while any(map(is_alive, found)) and time.monotonic() < end:
            time.sleep(0.02)
        assert not any(map(is_alive, found))
    finally:
        batch.kill()


COMPILING = """
import sys
from numba.core import event

class Told(event.Listener):
    def on_start(self, event):
        print("compiling", file=sys.stderr, flush=True)

    def on_end(self, event):
        pass

event.register("numba:compile", Told())
"""


@pytest.mark.parametrize("command", [("simulate", "classic"), ("arena", "classic", "master", "--workers", "1")])
def test_the_second_interrupt_stops_at_once_while_compiling(tmp_path: Path, command: tuple[str, ...]) -> None:
    pytest.importorskip("numba")
    (tmp_path / "sitecustomize.py").write_text(COMPILING, encoding="utf-8")
    paths = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    batch = Batch(*command, "--games", "100", "--seed", "s", cwd=tmp_path, **paths)
    try:
        batch.says("compiling")
        batch.interrupt()
        batch.says("Ctrl-C again stops at once")
        batch.interrupt()
        status, out, err = batch.ended()
        assert (status, out) == (130, "")
        assert set(err.split()) <= {"compiling"}
    finally:
        batch.kill()
