"""How long another player waits while a table with a very long log is loaded, published and stepped through.

Somebody who could place and take back without end once made such logs. The server is a process of its own with a real
database; a player makes moves all the time, and each move's time to its answer is noted.

    python bench/long_logs.py [--entries 100000] [--inside]

With `--inside` long logs are played again in the event loop, as they were before.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

QUIET = 3.0
"""Seconds for which the player is alone."""


def lengthen(folder: Path, table: str, entries: int) -> None:
    """Add placements and take-backs to a log, as many as somebody could once have made."""
    from partake.store.rows import ActionRow
    from partake.store.store import Store

    async def add(store: Store) -> None:
        stored = await store.load(table)
        assert stored is not None
        tile, first = stored.actions[-1].action.removeprefix("+"), len(stored.actions) + 1
        rows = [ActionRow(first + n, 1, "back" if n % 2 else f"{tile}@c3", 1.0) for n in range(entries // 2 * 2)]
        await store.append(table, rows)

    store = Store(folder / "partake.sqlite")
    asyncio.run(add(store))
    store.close()


def serve(folder: Path, *, inside: bool) -> None:
    """Be the server; its address is printed."""
    from partake.table import replays
    from partake.web.server import serve as serve_application
    from partake.web.settings import Settings

    if inside:
        replays.LONG = 10**9
    settings = Settings(folder=folder, host="127.0.0.1", port=0, workers=0, tables_per_minute=0, moves_per_second=0)
    serve_application(settings, announce=lambda links: print(links[0], flush=True))


def playing(link: str, ended: threading.Event, times: list[tuple[float, float]]) -> None:
    """Play one game after the other, and note when each move was sent and how long its answer took."""
    with httpx.Client(base_url=link, timeout=120) as client:
        client.post("/api/guests", json={"nickname": "Ann"})
        while not ended.is_set():
            table = client.post("/api/tables", json={"edition": "classic", "pause": 0}).json()["id"]
            while not ended.is_set():
                view = client.get(f"/api/tables/{table}").json()["view"]
                if not view["to_act"]:
                    break
                began = time.perf_counter()
                body = {"action": view["legal"][0], "key": secrets.token_hex(8)}
                assert client.post(f"/api/tables/{table}/moves", json=body).status_code == 200
                times.append((began, time.perf_counter() - began))


def told(name: str, times: list[float]) -> str:
    """A line about how long moves took."""
    ordered = sorted(times)
    p99 = ordered[int(0.99 * (len(ordered) - 1))]
    figures = (
        f"median {1000 * statistics.median(times):5.1f} ms, p99 {1000 * p99:6.1f} ms, most {1000 * max(times):6.1f} ms"
    )
    return f"{name:32} {len(times):5} moves, {figures}"


def started(folder: Path, *, inside: bool) -> tuple[subprocess.Popen[str], str]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, __file__, "--serve", str(folder), *(["--inside"] if inside else [])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def measure(folder: Path, entries: int, *, inside: bool) -> None:
    """Make a long log, load it while somebody plays, and print how long their moves took."""
    process, link = started(folder, inside=inside)
    eve = httpx.Client(base_url=link, timeout=120)
    eve.post("/api/guests", json={"nickname": "Eve"})
    seats = [{"kind": "host"}, {"kind": "person"}]
    table = eve.post("/api/tables", json={"edition": "classic", "seats": seats}).json()["id"]
    httpx.post(f"{link}/api/tables/{table}/join", json={"nickname": "Bob"})
    process.terminate()
    process.wait(30)
    lengthen(folder, table, entries)
    process, link = started(folder, inside=inside)
    eve.base_url = httpx.URL(link)
    times, ended = list[tuple[float, float]](), threading.Event()
    player = threading.Thread(target=playing, args=(link, ended, times))
    player.start()
    time.sleep(QUIET)
    began = time.perf_counter()
    assert eve.get(f"/api/tables/{table}").status_code == 200
    loaded = time.perf_counter()
    assert eve.get(f"/api/tables/{table}/record").status_code == 200
    published = time.perf_counter()
    ended.set()
    player.join()
    process.terminate()
    process.wait(30)
    print(f"{entries} entries: loaded in {loaded - began:.2f} s, published in {published - loaded:.2f} s")
    print(told("alone", [took for at, took in times if at < began - 0.1]))
    print(told("while it is loaded and published", [took for at, took in times if began - 0.05 <= at <= published]))


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--inside", action="store_true", help="play long logs again in the event loop")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve, inside=args.inside)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), args.entries, inside=args.inside)


if __name__ == "__main__":
    main()
