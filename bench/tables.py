"""How fast tables are: copies, undos, plays, views, chances and pickles, in the middle of a game, and records in files.

python bench/tables.py [--seconds 1]

Time is processor time of this process, so that what else the machine does counts little.
"""

from __future__ import annotations

import argparse
import copy
import pickle
import platform
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import partake
from partake.engine.table import Table

SETUPS: tuple[tuple[str, int], ...] = (("classic", 1), ("classic", 4), ("nexus", 2), ("five", 2))
"""The editions and numbers of seats that are measured."""
GAMES = 300
"""How many games the measured file has."""


def middle(edition: str, seats: int, entries: int = 24) -> Table:
    """A table in the middle of a game, a seat to act."""
    table = partake.start(edition, seats=seats, seed="bench")
    while len(table.visible(1)) < entries or not table.to_act:
        advance(table)
    return table


def advance(table: Table) -> None:
    """The first legal action of the first seat to act, or the dealer's."""
    if table.to_act:
        seat = table.to_act[0]
        table.play(seat, table.view(seat).legal[0])
    else:
        table.deal()


def per_second(act: Callable[[], object], seconds: float) -> float:
    """How often a second something is done."""
    act()
    done, batch, start = 0, 1, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(batch):
            act()
        done += batch
        batch = min(batch * 2, 1024)
    return done / spent


def measures(table: Table) -> dict[str, Callable[[], object]]:
    """What is measured at a table."""
    seat = table.to_act[0]
    action = table.view(seat).legal[0]
    search = table.copy()

    def play_and_undo() -> None:
        search.play(seat, action)
        search.undo()

    def copy_and_play() -> None:
        table.copy().play(seat, action)

    waiting = table.copy()
    while waiting.to_act:
        advance(waiting)
    return {
        "copy": table.copy,
        "deepcopy": lambda: copy.deepcopy(table),
        "play and undo": play_and_undo,
        "copy and play": copy_and_play,
        "legal": lambda: table.legal(seat),
        "view": lambda: table.view(seat),
        "chance outcomes": waiting.chance_outcomes,
        "pickle both ways": lambda: pickle.loads(pickle.dumps(table)),
    }


def files(seconds: float) -> dict[str, float]:
    """Games a second of a file that is written, and of one that is read and verified."""
    records = []
    for number in range(GAMES):
        table = partake.start("classic", seats=1, seed=number)
        while not table.is_over:
            advance(table)
        records.append(table.record())
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".partake", ".jsonl"):
            path = Path(folder) / f"games{suffix}"
            written = per_second(lambda path=path: partake.write_games(records, path, force=True), seconds)  # type: ignore[misc]
            read = per_second(lambda path=path: sum(1 for _ in partake.games(path)), seconds)  # type: ignore[misc]
            found |= {f"write {suffix}": GAMES * written, f"read {suffix}": GAMES * read}
        return found


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    print(f"{date.today().isoformat()}, {processor()}, Python {platform.python_version()}; times a second, one core.\n")
    tables = {f"{edition}, {seats} seat{'s' * (seats > 1)}": middle(edition, seats) for edition, seats in SETUPS}
    rows = {name: measures(table) for name, table in tables.items()}
    print("| | " + " | ".join(rows) + " |")
    print("|---|" + "---:|" * len(rows))
    for what in next(iter(rows.values())):
        print(f"| {what} | " + " | ".join(f"{per_second(row[what], seconds):,.0f}" for row in rows.values()) + " |")
    print("\n| games of Classic a second | |\n|---|---:|")
    for what, games in files(seconds).items():
        print(f"| {what} | {games:,.0f} |")


if __name__ == "__main__":
    main()
