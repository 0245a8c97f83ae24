"""A real Dask cluster for tests: a scheduler and three workers, each a process of its own, as on four machines."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STARTING = 120.0
"""The most seconds that a process takes to be ready on a busy machine."""
OTHER_VERSION = """
import importlib.metadata as metadata
known = metadata.version
metadata.version = lambda name: {version} if name == "partake-games" else known(name)
"""


class Machines:
    """The processes of a cluster, each in a folder of its own; workers can be killed and added."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._number = folder, 0
        self._told = folder / "scheduler.json"
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.scheduler = self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--scheduler-file", self._told)
        self._wait(lambda: self._told.exists() and "address" in self._told.read_text())
        self.address: str = json.loads(self._told.read_text())["address"]

    def add(self, environment: Mapping[str, str] | None = None) -> str:
        """Start a worker, and wait until the scheduler knows it; its name."""
        self._number += 1
        name = f"machine-{self._number}"
        self.workers[name] = self._start(
            "worker", self.address, "--name", name, "--nthreads", "1", "--no-nanny", environment=environment
        )
        self._wait(lambda: name in self.names())
        return name

    def kill(self, name: str | None = None) -> str:
        """Kill a worker without a word, the first if none is named; its name."""
        name = name or next(iter(self.workers))
        process = self.workers.pop(name)
        process.kill()
        process.wait()
        return name

    def remove(self, name: str) -> None:
        """Kill a worker, and wait until the scheduler has noticed."""
        self.kill(name)
        self._wait(lambda: name not in self.names())

    def names(self) -> set[str]:
        """The names of the workers that the scheduler knows."""
        distributed: Any = importlib.import_module("distributed")
        with distributed.Client(self.address, set_as_default=False) as client:
            return {str(worker["name"]) for worker in client.scheduler_info(n_workers=-1)["workers"].values()}

    def _start(
        self, what: str, *words: object, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        folder = self._folder / f"{what}-{self._number}"
        folder.mkdir()
        bare = {name: value for name, value in os.environ.items() if not name.startswith("PARTAKE_")}
        program = [sys.executable, "-m", "dask", what, *map(str, words), "--no-dashboard"]
        with (folder / "log").open("wb") as log:
            return subprocess.Popen(program, cwd=folder, env={**bare, **(environment or {})}, stdout=log, stderr=log)

    def _wait(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + STARTING
        while not is_so():
            assert time.monotonic() < end, "the cluster is not ready"
            time.sleep(0.1)

    def close(self) -> None:
        """Kill everything."""
        for process in (*self.workers.values(), self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster_of(folder: Path, *, workers: int) -> Iterator[Machines]:
    """A scheduler and so many workers."""
    made = Machines(folder)
    try:
        for _ in range(workers):
            made.add()
        yield made
    finally:
        made.close()


def pretending(folder: Path, version: str | None) -> dict[str, str]:
    """The environment of a process in which another version of Partake seems to be installed, or none."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(OTHER_VERSION.format(version=repr(version)), encoding="utf-8")
    return {"PYTHONPATH": str(folder)}
