"""How fast the server is: moves accepted per second, from a move to everyone's screen, memory, and where the time goes.

The server is one process on one core, the players are another process on another core: four to a table of Classic, each
with a stream of events. The headline is for pages, players who make the requests that the script of a page makes; below
it are programs, which ask for less. Every move is stored before it is answered. Linux, two cores.

python bench/server.py [--write] [--players 50 500 2000] [--crowd 300] [--seconds 10]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

import uvloop

import partake
from machine import describe
from marked import write_section
from partake.rules.edition import HexagonEdition
from server_crowd import SPREAD, CrowdTimes, meet
from server_places import BEGIN, END, Sampler
from server_players import PACE, SEATS, Players

SERVER_CORE = 0
"""The core of the server."""
PLAYERS_CORE = 1
"""The core of the players."""
WARM_UP = 2.0
"""Seconds of play before a measurement begins."""
PLACES = "places.json"
"""The file in which the server leaves where its time went."""
HEAD = ("pages", "moves/s, full speed", "seen", "busy", "moves/s, human pace", "seen", "busy", "moves/s of programs")
"""The columns of the table of results."""
TICKS = os.sysconf("SC_CLK_TCK")
"""Clock ticks a second, the unit of /proc."""


class Server:
    """A server in a process of its own, with its processor time and memory."""

    def __init__(self, process: subprocess.Popen[str], port: int, places: Path) -> None:
        self._process, self.port, self._places = process, port, places

    def seconds(self) -> float:
        """How long it has used its core."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def kilobytes(self) -> float:
        """How much memory it has."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1024

    async def places(self, seconds: float) -> dict[str, float]:
        """Where it spends its time from now on, for so many seconds."""
        self._process.send_signal(BEGIN)
        await asyncio.sleep(seconds)
        self._process.send_signal(END)
        while not self._places.exists():
            await asyncio.sleep(0.05)
        found: dict[str, float] = json.loads(self._places.read_text())
        return found


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server whose database is in a folder."""
    command = [sys.executable, __file__, "--serve", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Server(process, int(process.stdout.readline()), folder / PLACES)
        finally:
            process.terminate()
            process.wait(20)


def serve(folder: Path) -> None:
    """Be the server, until told to stop or left alone."""
    from partake.web.server import serve as serve_application
    from partake.web.settings import Settings

    os.sched_setaffinity(0, {SERVER_CORE})
    threading.Thread(target=_until_alone, daemon=True).start()
    Sampler(folder / PLACES).install()
    settings = Settings(
        folder=folder,
        host="127.0.0.1",
        port=0,
        between_games=0,
        guests_per_minute=0,
        tables_per_minute=0,
        moves_per_second=0,
    )
    serve_application(settings, announce=lambda links: print(links[0].rpartition(":")[2], flush=True))


def _until_alone() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True)
class Measured:
    """What a number of players saw in one way of playing."""

    moves: float
    """Moves accepted per second."""
    answered: tuple[float, float]
    """Milliseconds until the answer: half of all, and 99 of a hundred."""
    seen: tuple[float, float]
    """Milliseconds until a move was on the screens of all others at the table."""
    server: float
    """How busy the server's core was."""
    players: float
    """How busy the players' core was."""


class Working(Protocol):
    """A server whose processor time can be read."""

    def seconds(self) -> float:
        """How long it has used its cores."""


async def measure(players: Players, server: Working, seconds: float, *, warm_up: float = WARM_UP) -> Measured:
    """Watch players who have begun to play."""
    await asyncio.sleep(warm_up)
    players.answers.clear()
    players.seen.clear()
    begin, used, own = time.perf_counter(), server.seconds(), time.process_time()
    await asyncio.sleep(seconds)
    end = time.perf_counter()
    used, own = server.seconds() - used, time.process_time() - own
    answers, seen = list(players.answers), list(players.seen)
    await players.stop()
    if players.refused:
        raise SystemExit(f"{len(players.refused)} moves were refused: {players.refused[0].decode()}")
    if players.lost:
        raise SystemExit(f"the server has closed {players.lost} connections")
    span = end - begin
    return Measured(len(answers) / span, _times(answers), _times(seen), used / span, own / span)


def _times(spans: list[tuple[float, float]]) -> tuple[float, float]:
    waits = sorted(1000 * (end - begin) for begin, end in spans)
    return waits[len(waits) // 2], waits[len(waits) * 99 // 100]


@dataclass(frozen=True)
class Row:
    """Everything measured with one number of players: pages, if nothing else is said."""

    players: int
    fastest: Measured
    human: Measured
    per_table: float
    """Kilobytes of memory for a table that is played."""
    per_stream: float
    """Kilobytes for each stream of events."""
    places: dict[str, float]
    """The share of the server's processor time of each place, at full speed."""
    programs: Measured
    """The same number of players over the API, who ask for less than a page does."""


async def with_players(players: int, seconds: float, folder: Path) -> Row:
    """Start a server, seat page players, and let them play at human pace and then as fast as they can."""
    tables = -(-players // SEATS)
    with served(folder) as server:
        address = ("127.0.0.1", server.port)
        first = Players(address, 1, classic_cells())
        await first.gather()
        await first.listen()
        empty = server.kilobytes()
        pages = Players(address, tables, classic_cells())
        count = len(pages.all)
        _say(f"{count} pages sit down")
        await pages.gather()
        seated = server.kilobytes()
        await pages.listen()
        listening = server.kilobytes()
        with no_garbage():
            _say(f"{count} pages at human pace")
            pages.stroll(random.Random(players))
            human = await measure(pages, server, seconds)
            _say(f"{count} pages as fast as they can")
            pages.hurry()
            fastest = await measure(pages, server, seconds)
            _say(f"{count} pages, and where the time goes")
            pages.hurry()
            places = await server.places(seconds / 2)
            await pages.stop()
        first.leave()
        pages.leave()
    with served(folder / "programs") as server:
        programs = await fastest_programs(server, tables, seconds)
    return Row(count, fastest, human, (seated - empty) / tables, (listening - seated) / count, places, programs)


async def fastest_programs(server: Server, tables: int, seconds: float) -> Measured:
    """Players at these tables over the API, without what a page is told besides, as fast as they can."""
    programs = Players(("127.0.0.1", server.port), tables, classic_cells(), are_pages=False)
    _say(f"{len(programs.all)} programs as fast as they can")
    await programs.gather()
    await programs.listen()
    with no_garbage():
        programs.hurry()
        found = await measure(programs, server, seconds)
    programs.leave()
    return found


@contextlib.contextmanager
def no_garbage() -> Iterator[None]:
    """Let the players' process not search for garbage while it measures."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()


async def with_crowd(people: int, folder: Path) -> CrowdTimes:
    """Start a server, and seat so many people at one table."""
    with served(folder) as server:
        _say(f"{people} people at one table")
        return await meet(("127.0.0.1", server.port), people, classic_cells())


def classic_cells() -> tuple[str, ...]:
    """The names of the cells of Classic, in the order in which players fill them."""
    classic = partake.edition("classic")
    assert isinstance(classic, HexagonEdition)
    return tuple(cell.name for cell in classic.board.cells)


def sync_times(path: Path, writes: int = 300) -> tuple[float, float]:
    """How many milliseconds the disk takes to make a write of a few pages safe: half of all, and 99 of a hundred."""
    spans: list[tuple[float, float]] = []
    with path.open("wb") as file:
        for _ in range(writes):
            os.pwrite(file.fileno(), bytes(16384), 0)
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            spans.append((begin, time.perf_counter()))
    return _times(spans)


def _say(text: str) -> None:
    print(f"\r{text} ...".ljust(60), end="", file=sys.stderr, flush=True)


def report(rows: list[Row], crowd: CrowdTimes, sync: tuple[float, float]) -> str:
    """The section of results.md."""
    last = rows[-1]
    found: list[tuple[str, ...]] = [
        (f"{row.players:,}", f"{row.fastest.moves:,.0f}", _pair(row.fastest.seen), _busy(row.fastest),
         f"{row.human.moves:,.0f}", _pair(row.human.seen), _busy(row.human), f"{row.programs.moves:,.0f}")
        for row in rows
    ]  # fmt: skip
    return f"""\
## The server, {date.today()}

`python bench/server.py` on {describe()}: the server is one process on one core, the
players are one process on another: {SEATS} at a table of Classic, each with a stream of events. *Pages* make the
requests that the script of a page makes: they are told by the stream and by the answer to a move what changed in the
view. *Programs* play over the API without that.
Every move is committed to SQLite (write-ahead log, `synchronous=FULL`) before it is published and answered; a small
write took the disk {sync[0]:.1f} ms to make safe, {sync[1]:.1f} ms at the 99th of a hundred.
*Seen* is the time from sending a move until the streams of all others at the table have told of it: of half of the
moves / of 99 in a hundred, in milliseconds. *Busy* is how much of its core the server used, and the players.
At human pace each player moves once in {PACE:g} seconds; at full speed as soon as the next tile is called and the last
move is answered and seen.

{_rows(HEAD, found)}

Memory with {last.players:,} pages: {last.per_table:,.0f} kB for each table with its players, and
{last.per_stream:,.0f} kB for each stream of events.

Where the server's processor time goes at full speed with {last.players:,} pages:

{_rows(tuple(last.places), [tuple(f"{share:.0%}" for share in last.places.values())])}

One table with {crowd.people} people on the same draws: when all of them place at the same moment, all placements are
stored and answered after {crowd.placed:.2f} s; {crowd.shown:.2f} s later all pages have the next tile, by an event of
{crowd.kilobytes:.0f} kB. When all fetch their next page, spread over {crowd.people * SPREAD:.1f} s as the browsers do,
nine of ten take at most {1000 * crowd.pages:.0f} ms."""


def _rows(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    rule = "|" + "---:|" * len(head)
    return "\n".join([f"| {' | '.join(head)} |", rule, *(f"| {' | '.join(row)} |" for row in rows)])


def _pair(times: tuple[float, float]) -> str:
    return f"{times[0]:.1f} / {times[1]:.1f}"


def _busy(found: Measured) -> str:
    return f"{found.server:.0%}, {found.players:.0%}"


def main() -> None:
    """Measure and print, or write, the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[50, 500, 2000], help="how many are connected")
    parser.add_argument("--crowd", type=int, default=300, help="how many sit at one table")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement lasts")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return
    os.sched_setaffinity(0, {PLAYERS_CORE})
    rows = []
    for players in args.players:
        with tempfile.TemporaryDirectory() as folder:
            sync = sync_times(Path(folder) / "probe")
            rows.append(uvloop.run(with_players(players, args.seconds, Path(folder))))
    with tempfile.TemporaryDirectory() as folder:
        crowd = uvloop.run(with_crowd(args.crowd, Path(folder)))
    text = report(rows, crowd, sync)
    print(f"\n{text}")
    if args.write:
        write_section("server", text)


if __name__ == "__main__":
    main()
