"""What measuring costs: processor time of the server for a move, with its counters and histograms, scraped or not, and
without them. The three take turns, because other programs on the machine come and go; the least of each counts.

python bench/metrics.py [--tables 12] [--seconds 4] [--turns 4]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import uvloop

from server import PLAYERS_CORE, SERVER_CORE, Server, fastest_programs

WAYS = ("without", "with", "scraped")
"""No counting at all; as every server counts; and read every second by a program."""
METRICS_PORT = 19464
"""Where the measurements are read."""


def serve(folder: Path, way: str) -> None:
    """Be the server, in one of the ways."""
    from partake.rules.measurement import Durations
    from partake.web.server import serve as serve_application
    from partake.web.settings import Settings
    from partake.web.traffic import TrafficMiddleware

    if way == "without":
        Durations.add = lambda *_: None  # type: ignore[method-assign]
        TrafficMiddleware.__call__ = lambda self, *given: self._app(*given)  # type: ignore[method-assign]
    os.sched_setaffinity(0, {SERVER_CORE})
    unlimited = {"between_games": 0, "guests_per_minute": 0, "tables_per_minute": 0}
    metrics = f"127.0.0.1:{METRICS_PORT}" if way == "scraped" else ""
    settings = Settings(folder=folder, host="127.0.0.1", port=0, metrics=metrics, **unlimited)  # type: ignore[arg-type]
    serve_application(settings, announce=lambda links: print(links[0].rpartition(":")[2], flush=True))


@contextlib.contextmanager
def served(way: str) -> Iterator[Server]:
    """A server in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--serve", folder, way]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            try:
                yield Server(process, int(process.stdout.readline()), Path(folder) / "places")
            finally:
                process.terminate()
                process.wait(20)


def scrape(until: threading.Event) -> None:
    """Read the measurements every second."""
    while not until.wait(1.0):
        urllib.request.urlopen(f"http://127.0.0.1:{METRICS_PORT}/metrics").read()


async def microseconds(way: str, tables: int, seconds: float) -> float:
    """The server's processor time for a move."""
    end = threading.Event()
    with served(way) as server:
        if way == "scraped":
            threading.Thread(target=scrape, args=[end], daemon=True).start()
        found = await fastest_programs(server, tables, seconds)
        end.set()
    return 1e6 * found.server / found.moves


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(Path(args.serve[0]), args.serve[1])
        return
    os.sched_setaffinity(0, {PLAYERS_CORE})
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(args.turns):
        for way in WAYS:
            found[way].append(uvloop.run(microseconds(way, args.tables, args.seconds)))
    for way, times in found.items():
        print(f"{way:8} {min(times):6.1f} µs a move, least of {', '.join(f'{one:.1f}' for one in times)}")


if __name__ == "__main__":
    main()
