"""Partake's server beside boardgame.io and Colyseus: the same game, the same players, one run on one machine.

Four players at a table of Classic place the called tile at the same time; the server refuses what is illegal, keeps
secret what is placed until all have, tells everybody of each move, and draws the next tile. Partake stores each move
before it is told; the others keep games in memory. Server and players have a core each. Linux, two cores, npm.

    python bench/rivals.py [--write] [--players 52 500 2000] [--human 2000] [--seconds 5]

The first run installs the other servers, and the Node.js they run on, into build/rivals, as the lock file says.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path

import uvloop

import growth
from growth import PLAYERS_CORE, Grown
from machine import describe
from marked import write_section
from rival_players import BoardgameGroup, ColyseusGroup
from server import Measured, classic_cells, measure, no_garbage
from server_players import PACE, SEATS, Group, Players

SOURCES = Path(__file__).parent / "rivals"
"""The other servers: what each needs to play this game, and the versions of all packages."""
INSTALLED = Path(__file__).parent.parent / "build" / "rivals"
"""Where they are installed."""
WARM_UP = 4.0
"""Seconds of play before a measurement begins, in which V8 compiles what is hot."""
ARRIVAL = 20.0
"""Seconds within which every move must have been told to all."""
SATURATED = 0.95
"""How busy the players' core may be before it, and not the server, decides how many moves there are."""
UNDISTURBED = 0.9
"""How busy a server is at full speed that has its core to itself: with less, moves a second are not compared."""


@dataclass(frozen=True)
class Kind:
    """A server: its name, where its games are, what runs it, its players, and how its secret would look."""

    name: str
    storage: str
    script: str
    group: type[Group]
    secret: bytes = b""
    """What a player is told about their own placement on `HIDDEN`, and nobody else may be."""


HIDDEN = b"e2"
"""The cell of the placement that must stay secret, the eighteenth."""
PARTAKE = Kind("Partake", "SQLite, durable", "", Group)
RIVALS = (
    Kind("boardgame.io", "memory", "boardgame.cjs", BoardgameGroup, b'"cell":17'),
    Kind("Colyseus", "memory", "colyseus.mjs", ColyseusGroup, b"\x81\x11"),
)


def install() -> None:
    """Install the other servers, if what is installed is not what is wanted."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock, known = SOURCES / "package-lock.json", INSTALLED / ".installed"
    for path in SOURCES.iterdir():
        shutil.copy(path, INSTALLED)
    if not known.exists() or known.read_text() != lock.read_text():
        _say("npm installs the other servers")
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund"], cwd=INSTALLED, capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"npm cannot install the other servers:\n{done.stderr}")
        shutil.copy(lock, known)


def versions() -> dict[str, str]:
    """The versions of what is measured."""
    wanted = json.loads((SOURCES / "package.json").read_text())["dependencies"]
    return {
        "Partake": metadata.version("partake-games"),
        "boardgame.io": wanted["boardgame.io"],
        "Colyseus": wanted["@colyseus/core"],
        "Node.js": wanted["node"],
    }


@contextlib.contextmanager
def served(kind: Kind) -> Iterator[Grown]:
    """A server with no games, on the cores that the players leave."""
    if kind is PARTAKE:
        with growth.served(growth.KINDS[0]) as server:
            yield server
        return
    command = [str(INSTALLED / "node_modules" / ".bin" / "node"), kind.script]
    with subprocess.Popen(
        command,
        cwd=INSTALLED,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, growth.cores(kind.name)),
    ) as process:
        assert process.stdout is not None
        try:
            yield Grown(process, int(process.stdout.readline()))
        finally:
            process.terminate()
            process.wait(30)


async def seated(kind: Kind, server: Grown, count: int) -> Players:
    """Players who have sat down and are told what happens."""
    players = Players(server.address, -(-count // SEATS), classic_cells(), group=kind.group)
    await players.gather()
    await players.listen()
    if kind is not PARTAKE:
        for player in players.all:
            player.requests.close()  # Node.js would close it after five seconds
        await asyncio.sleep(0.1)
        players.lost = 0
    return players


async def verify(kind: Kind) -> None:
    """Hold another server to the game: what is illegal is refused, and what is secret stays so."""
    with served(kind) as server:
        players = await seated(kind, server, SEATS)
        first, *others = players.groups[0].players
        heard: dict[int, list[bytes]] = {player.seat: [] for player in players.all}
        for player in players.all:
            player.message = _recording(player.message, heard[player.seat])  # type: ignore[method-assign, assignment]
        tile = first.tile
        first.place(b"1-1-1", HIDDEN)
        first.place(tile, b"z9")
        first.place(tile, HIDDEN)
        await _until(lambda: all(1 not in player.to_act for player in players.all))
        first.place(tile, b"a1")
        secrets = {seat for seat, texts in heard.items() if any(kind.secret in text for text in texts)}
        if secrets != {first.seat} or any(player.to_act != {2, 3, 4} for player in players.all):
            raise SystemExit(f"{kind.name} tells seats {sorted(secrets)} what seat 1 has placed")
        for player in others:
            player.place(tile, HIDDEN)
        await _until(lambda: all(player.draws == 2 for player in players.all))
        first.place(first.tile, HIDDEN)
        others[0].place(first.tile, b"a1")
        await _until(lambda: all(2 not in player.to_act for player in players.all))
        if any(player.to_act != {1, 3, 4} for player in players.all):
            raise SystemExit(f"{kind.name} accepts a placement on a cell that is taken")
        players.leave()


def _recording(message: Callable[[bytes], None], texts: list[bytes]) -> Callable[[bytes], None]:
    def recorded(text: bytes) -> None:
        texts.append(text)
        message(text)

    return recorded


async def _until(is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + ARRIVAL
    while not is_so():
        if time.monotonic() > limit:
            raise SystemExit("players wait for something that they are not told")
        await asyncio.sleep(0.01)


@dataclass(frozen=True)
class Row:
    """What was measured of one server."""

    kind: Kind
    fastest: list[Measured]
    """At full speed, for each number of players."""
    human: Measured

    def is_disturbed(self) -> bool:
        """Whether something else took the server's core, where neither it nor the players were the limit."""
        return any(found.server < UNDISTURBED and found.players <= SATURATED for found in self.fastest)

    def cost(self) -> float:
        """Microseconds of the server's processor time for a move at full speed: the mean of all counts."""
        return sum(1e6 * found.server / found.moves for found in self.fastest) / len(self.fastest)


async def measured(kind: Kind, counts: list[int], human: int, seconds: float) -> Row:
    """Each number of players at full speed, then some at human pace, each time with a new process of the server."""
    fastest = [await _play(kind, count, seconds, Players.hurry) for count in counts]
    return Row(kind, fastest, await _play(kind, human, seconds, lambda players: players.stroll(random.Random(human))))


async def _play(kind: Kind, count: int, seconds: float, begin: Callable[[Players], None]) -> Measured:
    with served(kind) as server:
        _say(f"{kind.name}: {count} players")
        players = await seated(kind, server, count)
        with no_garbage():
            begin(players)
            found = await measure(players, server, seconds, warm_up=WARM_UP)
        # Nobody moves before their last move was told to all, so that none of them was lost if these were not.
        await _until(lambda: all(player.is_answered and not player.awaited for player in players.all))
        players.leave()
    return found


def _say(text: str) -> None:
    print(f"\r{text} ...".ljust(70), end="", file=sys.stderr, flush=True)


def report(machine: str, known: dict[str, str], counts: list[int], human: int, rows: list[Row]) -> str:
    """The section of results.md."""
    head = ["", *(f"moves/s, {count:,} players" for count in counts), "µs a move"]
    head += [f"{human:,} at human pace: seen", "server busy"]
    lines = [
        f"| {row.kind.name} {known[row.kind.name]} ({row.kind.storage}) "
        + "".join(f"| {_moves(found)} " for found in row.fastest)
        + f"| {row.cost():,.0f} | {row.human.seen[0]:.1f} / {row.human.seen[1]:.1f} | {row.human.server:.0%} |"
        for row in rows
    ]
    return f"""\
## Beside other servers, {date.today()}

`python bench/rivals.py` on {machine}, Node.js {known["Node.js"]}. The same game on each: {SEATS} at a table of
Classic, all place the called tile at the same time, and what they place is secret until all have. What differs:
Partake has each move on the disk before it is told, and answers it; the others store nothing, and do not answer. They
run as for production, `NODE_ENV=production` and without logs: boardgame.io with `playerView`, its whole state in each
update (its patches cost more); Colyseus with views of its state and a patch with each move, on `ws`, its default
transport; its other one, uWebSockets.js, is not in npm and was not measured. The players are one Python
process, with frames built by hand for each protocol, over WebSockets. The server has one core, the players another. At
full speed a player moves when the next tile is called and the last move was told to all; in brackets is how busy the
server's core was with it, *≥* is where the players' core was the busy one, and *µs a move* is the server's processor
time. At human pace each moves once in {PACE:g} s; *seen* is from sending a move until all others at the table
have been told, of half of the moves / of 99 in a hundred, in milliseconds; *busy* is the server's core. Every move of
every run was told to all others.

| {" | ".join(head)} |
|---|{"---:|" * (len(head) - 1)}
{chr(10).join(lines)}

{_comparison(counts, rows)}"""


def _comparison(counts: list[int], rows: list[Row]) -> str:
    costs = [f"{rows[0].cost() / row.cost():.2f} times that of {row.kind.name}" for row in rows[1:]]
    spent = f"A move takes Partake's server {', '.join(costs)}, in processor time."
    if any(row.is_disturbed() for row in rows):
        return (
            "**Other programs took part of the cores in this run**: moves a second and waits are worse than alone,\n"
            f"not by the same share for each server, and are not to be compared. {spent}"
        )
    ratios = [f"{', '.join(_ratios(rows[0], row))} times the moves of {row.kind.name}" for row in rows[1:]]
    return f"With {', '.join(f'{count:,}' for count in counts)} players Partake makes {'; '.join(ratios)}.\n{spent}"


def _ratios(ours: Row, theirs: Row) -> list[str]:
    return [f"{one.moves / other.moves:.2f}" for one, other in zip(ours.fastest, theirs.fastest, strict=True)]


def _moves(found: Measured) -> str:
    return f"{'≥ ' if found.players > SATURATED else ''}{found.moves:,.0f} ({found.server:.0%})"


def main() -> None:
    """Measure and print, or write, the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[52, 500, 2000], help="how many play at full speed")
    parser.add_argument("--human", type=int, default=2000, help="how many play at human pace")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measurement lasts")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    args = parser.parse_args()
    install()
    machine = describe()
    os.sched_setaffinity(0, {PLAYERS_CORE})
    for kind in RIVALS:
        uvloop.run(verify(kind))
    rows = [uvloop.run(measured(kind, args.players, args.human, args.seconds)) for kind in (PARTAKE, *RIVALS)]
    print(file=sys.stderr)
    found = report(machine, versions(), args.players, args.human, rows)
    if args.write:
        write_section("rivals", found)
    print(found)


if __name__ == "__main__":
    main()
