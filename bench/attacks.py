"""What normal players notice while the server is attacked: the time until their moves are answered.

A real `partake serve` with its default limits, apart from those for new guests and tables in a minute, which would end
the attacks too soon. Fifty-two page players at human pace in this process; the attack is a process of its own. Linux.

python bench/attacks.py [--write] [--seconds 20] [--attacks "headers flood" "100 reviews"]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
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

import partake
from attack_kinds import ATTACKS, Target, install_hanging_bot
from machine import describe
from marked import write_section
from partake.rules.edition import HexagonEdition
from server_players import PACE, SEATS, Players

TABLES = 13
"""Tables of the normal players."""
WARM_UP = 3.0
"""Seconds of play under attack before the measurement begins."""
LONGEST_STOP = 30.0
"""Seconds after which a server that does not stop is killed with its workers."""
FILES = 8192
"""Open files that the attacker needs."""
READY = "ready"
"""What the attacker says when its attack is in place."""


@dataclass(frozen=True)
class Felt:
    """What the players felt of one attack."""

    name: str
    moves: int
    half: float
    most: float
    worst: float
    """Milliseconds until a move was answered: half of all, 99 of a hundred, the slowest."""
    unanswered: int
    """Moves that were refused, or for which the connection broke or no answer came."""
    megabytes: float
    """How much memory the server had in the end."""
    stopped: float
    """Seconds from SIGTERM to the end of the server, under attack."""


class Server:
    """`partake serve` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def megabytes(self) -> float:
        """How much memory it has."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1024**2

    def stop(self) -> float:
        """Stop it, and say how many seconds that took."""
        begin = time.perf_counter()
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(LONGEST_STOP)
        return time.perf_counter() - begin


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server whose games are in a folder, and which has the hanging bot installed."""
    install_hanging_bot(folder / "packages")
    command = [sys.executable, "-m", "partake", "serve", "--host", "127.0.0.1", "--port", "0"]
    flags = ["--folder", str(folder), "--guests-per-minute", "0", "--tables-per-minute", "0", "--between-games", "0"]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "packages"), os.environ.get("PYTHONPATH", "")])}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [*command, *flags], stdout=subprocess.PIPE, stderr=log, text=True, env=known, start_new_session=True
        ) as process,
    ):
        assert process.stdout is not None
        try:
            yield Server(process, int(process.stdout.readline().split()[2].rpartition(":")[2]))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def attacked(name: str, port: int) -> Iterator[subprocess.Popen[str]]:
    """The process of an attack, from the moment when it is in place."""
    command = [sys.executable, __file__, "--attack", name, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if process.stdout.readline().strip() != READY:
            raise SystemExit(f"the attack {name!r} did not begin")
        try:
            yield process
        finally:
            process.kill()


def attack(name: str, port: int) -> None:
    """Be the attacker, until killed; one machine attacks and is attacked, so that it takes what others leave."""
    os.nice(10)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, FILES)), hard))

    async def run() -> None:
        with contextlib.suppress(httpx.TransportError):  # the server has stopped
            await ATTACKS[name](Target(port, in_place=lambda: print(READY, flush=True)))

    uvloop.run(run())


async def feel(name: str, seconds: float, folder: Path) -> Felt:
    """Let normal players play while an attack goes on."""
    with served(folder) as server:
        players = Players(("127.0.0.1", server.port), TABLES, _cells())
        await players.gather()
        await players.listen()
        with attacked(name, server.port) as attacker:
            players.stroll(random.Random(1))
            await asyncio.sleep(WARM_UP)
            players.answers.clear()
            await asyncio.sleep(seconds)
            answers = list(players.answers)
            await players.stop()
            late = sum(not player.is_answered for player in players.all)
            if attacker.poll() is not None:
                raise SystemExit(f"the attack {name!r} has ended by itself")
            megabytes, lost = server.megabytes(), players.lost
            players.leave()
            stopped = server.stop()
    waits = sorted(1000 * (end - begin) for begin, end in answers) or [0.0]
    half, most = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    unanswered = late + lost + len(players.refused)
    return Felt(name, len(answers), half, most, waits[-1], unanswered, megabytes, stopped)


def _cells() -> tuple[str, ...]:
    classic = partake.edition("classic")
    assert isinstance(classic, HexagonEdition)
    return tuple(cell.name for cell in classic.board.cells)


def report(found: list[Felt], seconds: float) -> str:
    """The section of results.md."""
    rows = [
        f"| {one.name} | {one.moves} | {one.half:.1f} | {one.most:.1f} | {one.worst:.1f} | {one.unanswered} "
        f"| {one.megabytes:.0f} | {one.stopped:.1f} |"
        for one in found
    ]
    table = "\n".join(rows)
    return f"""\
## The server under attack, {date.today()}

`python bench/attacks.py` on {describe()}: `partake serve` with its default limits (but any
number of guests and tables in a minute), {TABLES * SEATS} page players at human pace (a move of each every {PACE:g}
seconds) for {seconds:g} seconds, and an attacker at lower priority, each a process of its own. Milliseconds until a
move of the normal players is answered; *stop* is how many seconds the server takes to end on SIGTERM
while the attack goes on.

| attack | moves | half | 99 % | slowest | unanswered | MB | stop |
|---|---:|---:|---:|---:|---:|---:|---:|
{table}"""


def main() -> None:
    """Measure and print, or write, the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS), help="which ones")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each measurement lasts")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        attack(args.attack, args.port)
        return
    found = []
    for name in args.attacks:
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            found.append(uvloop.run(feel(name, args.seconds, Path(folder))))
    text = report(found, args.seconds)
    print(text)
    if args.write:
        write_section("attacks", text)


if __name__ == "__main__":
    main()
