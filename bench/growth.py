"""How the server grows: one process on SQLite, one and two on PostgreSQL, and a move's cost beside many open tables.

Page players as in bench/server.py, four to a table of Classic, each with one WebSocket, every move durable before it is
told. Servers and PostgreSQL share all cores with the players but one, which is the players'. Linux, two cores.

    python bench/growth.py pages [--write] [--kinds 1 2 3] [--paces human full] [--players 2000] [--seconds 10]
    python bench/growth.py open  [--write] [--open 10 100 1000 10000]
    python bench/growth.py crowd [--write] [--kinds 1 3] [--crowd 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import httpx
import uvloop

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import partake
from machine import describe
from marked import write_section
from partake.rules.edition import HexagonEdition
from postgres import Cluster
from server_crowd import CrowdTimes, meet
from server_players import PACE, SEATS, Players

MACHINE = describe()
"""The machine, described before this process keeps to one of its cores."""
PLAYERS_CORE = 1
"""The core of the players."""
TICKS = os.sysconf("SC_CLK_TCK")
"""Clock ticks a second, the unit of /proc."""
WARM_UP = 3.0
"""Seconds of play before a measurement begins."""
FAST = 500
"""The players who play as fast as they can."""
FLAGS = (
    "--host", "127.0.0.1", "--port", "0", "--guests-per-minute", "0", "--tables-per-minute", "0", "--moves-per-second",
    "0", "--between-games", "0", "--open-tables", "100000", "--connections", "0", "--workers", "0",
)  # fmt: skip
HUMAN, FULL = PACES = ("human", "full")
"""One move in PACE seconds each, or as fast as the server lets them."""
KINDS = ("SQLite, one process", "PostgreSQL, one process", "PostgreSQL, two processes")


class Grown:
    """A running server with all its processes."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self._process, self.address = process, ("127.0.0.1", port)

    def seconds(self) -> float:
        """The processor time that all its processes have used."""
        return sum(map(_seconds, (self._process.pid, *_children(self._process.pid))))


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(one) for one in found.stdout.split()]


def _seconds(pid: int) -> float:
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def cores(kind: str) -> set[int]:
    """Where a server runs: one process on the core that the players leave, two on all."""
    everywhere = set(range(os.cpu_count() or 1))
    return everywhere if "two" in kind else everywhere - {PLAYERS_CORE}


@contextlib.contextmanager
def served(kind: str) -> Iterator[Grown]:
    """A server of a kind with an empty database."""
    with contextlib.ExitStack() as stack:
        flags = [*FLAGS, "--folder", stack.enter_context(tempfile.TemporaryDirectory())]
        if "PostgreSQL" in kind:
            os.sched_setaffinity(0, cores("two"))  # which PostgreSQL inherits
            cluster = Cluster(durable=True)
            os.sched_setaffinity(0, {PLAYERS_CORE})
            stack.callback(cluster.close)
            flags += ["--database", cluster.fresh_database()]
        if "two" in kind:
            flags += ["--processes", "2"]
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "partake", "serve", *flags],
                stdout=subprocess.PIPE,
                text=True,
                preexec_fn=lambda: os.sched_setaffinity(0, cores(kind)),
            )
        )
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[2].rpartition(":")[2])
        time.sleep(3.0 if "two" in kind else 0.5)
        try:
            yield Grown(process, port)
        finally:
            process.terminate()
            process.wait(30)


@dataclass(frozen=True)
class Measured:
    """What players of one kind of server saw."""

    moves: float
    """Moves a second."""
    seen: tuple[float, float]
    """Milliseconds until a move was on all screens: of half of them, and of 99 in a hundred."""
    cost: float
    """Microseconds of the servers' processor time for each move."""


async def measure(players: Players, server: Grown, seconds: float) -> Measured:
    """Watch players who have begun to play."""
    await asyncio.sleep(WARM_UP)
    players.answers.clear()
    players.seen.clear()
    begin, used = time.perf_counter(), server.seconds()
    await asyncio.sleep(seconds)
    span, used = time.perf_counter() - begin, server.seconds() - used
    moves, waits = len(players.answers), sorted(1000 * (end - start) for start, end in players.seen)
    await players.stop()
    if players.refused:
        raise SystemExit(f"{len(players.refused)} moves were refused: {players.refused[0].decode()}")
    return Measured(moves / span, (waits[len(waits) // 2], waits[len(waits) * 99 // 100]), 1e6 * used / max(1, moves))


async def played(kind: str, count: int, seconds: float, pace: str) -> Measured:
    """What this number of players see, at human pace or as fast as they can."""
    with served(kind) as server:
        _say(f"{kind}: {count} players, {pace}")
        players = Players(server.address, -(-count // SEATS), _cells())
        await players.gather()
        await players.listen()
        with _no_garbage():
            if pace == FULL:
                players.hurry()
            else:
                players.stroll(random.Random(1))
            found = await measure(players, server, seconds)
        players.leave()
    return found


async def beside_open_tables(counts: list[int], seconds: float) -> list[tuple[int, Measured]]:
    """What a move of 52 players costs while this number of other tables is in memory, on SQLite."""
    found, kept = [], 0
    with served(KINDS[0]) as server:
        link = f"http://127.0.0.1:{server.address[1]}"
        async with httpx.AsyncClient(base_url=link, timeout=60) as client:
            assert (await client.post("/api/guests", json={"nickname": "Host"})).status_code == 201
            for count in counts:
                _say(f"{count} open tables")
                while kept < count:
                    body = {"edition": "classic", "seats": [{"kind": "host"}]}
                    made = await client.post("/api/tables", json=body)
                    assert made.status_code == 201, made.text
                    kept += 1
                players = Players(server.address, 13, _cells())  # others each time: a match is over in twenty seconds
                await players.gather()
                await players.listen()
                with _no_garbage():
                    players.hurry()
                    found.append((count, await measure(players, server, seconds)))
                players.leave()
    return found


async def with_crowd(people: int, kind: str) -> CrowdTimes:
    """One table at which all of these sit."""
    with served(kind) as server:
        _say(f"{kind}: {people} people at one table")
        return await meet(server.address, people, _cells())


@contextlib.contextmanager
def _no_garbage() -> Iterator[None]:
    """Let the players' process not search for garbage while it measures."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


def _cells() -> tuple[str, ...]:
    classic = partake.edition("classic")
    assert isinstance(classic, HexagonEdition)
    return tuple(cell.name for cell in classic.board.cells)


def _say(text: str) -> None:
    print(f"\r{text} ...".ljust(70), end="", file=sys.stderr, flush=True)


def report_pages(players: int, rows: list[tuple[str, dict[str, Measured]]]) -> str:
    """What pages see of each kind of server."""
    return "\n".join(
        [
            f"## Growing, {date.today()}",
            "",
            f"`python bench/growth.py pages` on {MACHINE}. Pages by WebSocket, {SEATS} to a table of Classic; the",
            "players have one core, servers and PostgreSQL share both. *Seen* is from sending a move until all others",
            "at the table have been told, of half of the moves / of 99 in a hundred, in milliseconds; *cost* is the",
            "servers' processor time for a move in microseconds, without PostgreSQL's. Every move is durable before it",
            "is told.",
            "",
            f"| | moves/s, {players:,} players, one move in {PACE:g} s | seen | cost "
            f"| moves/s, {FAST} players, full speed | seen | cost |",
            "|---|---:|---:|---:|---:|---:|---:|",
            *(f"| {kind} | {' | '.join(map(_columns, map(found.get, PACES)))} |" for kind, found in rows),
        ]
    )


def _columns(found: Measured | None) -> str:
    if found is None:
        return " | | "
    return f"{found.moves:,.0f} | {found.seen[0]:.1f} / {found.seen[1]:.1f} | {found.cost:,.0f}"


def report_open(open_tables: list[tuple[int, Measured]]) -> str:
    """What a move costs beside open tables."""
    return "\n".join(
        [
            f"## A move beside open tables, {date.today()}",
            "",
            f"`python bench/growth.py open` on {MACHINE}. A move of 52 players at full speed while other tables are",
            "in memory, one process on SQLite; *cost* is the server's processor time for a move in microseconds.",
            "",
            "| open tables | moves/s | cost |",
            "|---:|---:|---:|",
            *(f"| {count:,} | {found.moves:,.0f} | {found.cost:,.0f} |" for count, found in open_tables),
        ]
    )


def report_crowd(crowds: list[tuple[str, CrowdTimes]]) -> str:
    """What people see at one table at which all of them sit."""
    return "\n".join(
        [
            f"## Many people at one table, {date.today()}",
            "",
            f"`python bench/growth.py crowd` on {MACHINE}. All place at the same moment, by the API; every page has",
            "a line. Seconds, of half of the draws: until all placements are stored and answered, and from then until",
            "the next tile is on all screens; and how long nine of ten pages took at most when all fetch the next one.",
            "",
            "| | people | placed | shown | pages | an event, kB |",
            "|---|---:|---:|---:|---:|---:|",
            *(
                f"| {kind} | {one.people:,} | {one.placed:.2f} | {one.shown:.2f} | {one.pages:.2f} "
                f"| {one.kilobytes:.1f} |"
                for kind, one in crowds
            ),
        ]
    )


def main() -> None:
    """Measure and print, or write, the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("pages", "open", "crowd"))
    parser.add_argument("--kinds", type=int, nargs="*", default=[1, 2, 3], help="which servers, in the order above")
    parser.add_argument("--paces", nargs="*", choices=PACES, default=PACES)
    parser.add_argument("--players", type=int, default=2000, help="how many play at human pace")
    parser.add_argument("--open", type=int, nargs="*", default=[10, 100, 1000, 10_000], help="numbers of open tables")
    parser.add_argument("--crowd", type=int, default=1000, help="how many sit at one table")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement lasts")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    args = parser.parse_args()
    os.sched_setaffinity(0, {PLAYERS_CORE})
    kinds = [KINDS[number - 1] for number in args.kinds]
    match args.part:
        case "pages":
            sizes = {HUMAN: args.players, FULL: FAST}
            rows = [
                (kind, {pace: uvloop.run(played(kind, sizes[pace], args.seconds, pace)) for pace in args.paces})
                for kind in kinds
            ]
            name, found = "growth", report_pages(args.players, rows)
        case "open":
            name, found = "growth-open", report_open(uvloop.run(beside_open_tables(args.open, args.seconds)))
        case _:
            crowds = [(kind, uvloop.run(with_crowd(args.crowd, kind))) for kind in kinds]
            name, found = "growth-crowd", report_crowd(crowds)
    print(file=sys.stderr)
    if args.write:
        write_section(name, found, program="growth")
    print(found)


if __name__ == "__main__":
    main()
