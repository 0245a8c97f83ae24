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
    assert (done.returncode, done.stderr) == (130, "")
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [int(row["game"]) for row in rows] == list(range(1, len(rows) + 1))
    assert f"Interrupted: these are games 1 to {len(rows):,} of 1,000,000." in done.stdout
    assert "mean" in done.stdout
    again = simulate("classic", ["random", "random"], games=20, seed="s")
    assert sorted(int(row["score_1"]) for row in rows[:20]) == sorted(
        score for score, count in again.seats[0].counts.items() for _ in range(count)
    )


def test_compiled_games(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    file = tmp_path / "g.csv"
    argv = ("classic", "--games", "100000000000", "--seed", "s", "--json", "--csv", "g.csv")
    done = interrupted(*argv, cwd=tmp_path, grown=file)
    assert (done.returncode, done.stderr) == (130, "")
    found = json.loads(done.stdout)
    assert found["complete"] is False
    with file.open("rb") as lines:
        assert found["games"] == sum(1 for _ in lines) - 1


def test_an_arena(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    argv = ("classic", "random", "random", "--games", "1000000", "--seed", "s", "--workers", "2", "--csv", "g.csv")
    done = interrupted(*argv, cwd=tmp_path, grown=file, command="arena")
    assert (done.returncode, done.stderr) == (130, "")
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert f"Interrupted: these are deals 1 to {len(rows):,} of 1,000,000." in done.stdout
    assert [int(row["game"]) for row in rows] == list(range(1, len(rows) + 1))
    assert "ahead on the same deals" in done.stdout
