"""A storm over servers, workers and PostgreSQL while 200 people play, and the books afterwards (tests/storm.py).

    python bench/faults.py --seed 1 [--seconds 360] [--players 200] [--runs runs.jsonl] [--write]

Each run ends with a check of everything that was answered and told, adds its numbers to the file of runs, and fails if
anything is lost or doubled. `--write` publishes the sum of all runs in that file; with `--seconds 0` nothing is run
before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from machine import describe
from marked import write_section
from storm import Storm
from storm_place import stormy_place

PAUSE = 2.0
"""Seconds between two moments at which something fails."""
PACE = 1.0
"""Seconds that a player thinks about a move."""
EACH = " (up to 16 processes of PostgreSQL at the same moment, each counted)"
PLAYED = (
    "games", "answered moves", "answered while faults came", "repeated moves", "refused moves", "moves of bots",
    "failed requests", "reviews", "events", "whole views",
)  # fmt: skip
"""What is told of the players; the rest are faults."""


def blow(players: int, seconds: float, seed: int) -> dict[str, int]:
    """One storm; its numbers, when nothing was lost or doubled."""
    with stormy_place(seed) as place:
        storm = Storm(place, players=players, seed=seed, pace=PACE)
        try:
            asyncio.run(storm.run(seconds=seconds, pause=PAUSE))
            storm.check()
        except BaseException:
            print(json.dumps(storm.report.counts()), file=sys.stderr)
            Path("storm.log").write_text(place.log, encoding="utf-8")
            raise
        if storm.report.mistakes:
            Path("storm.log").write_text(place.log, encoding="utf-8")
            raise SystemExit(f"answered with 500, see storm.log: {storm.report.mistakes}")
        return {"players": players, **storm.report.counts()}


def section(runs: list[dict[str, int]]) -> str:
    """What is published of all runs."""
    total = sum((Counter(run) for run in runs), Counter[str]())
    faults = sorted(set(total) - {*PLAYED, "players", "kills", "faults", "seed", "seconds"})
    lines = [f"| {name}{_counted(name, runs)} | {total[name]:,} |" for name in PLAYED]
    lines += ["| answered moves lost | 0 |", "| moves stored twice | 0 |", "| moves told and not stored | 0 |"]
    lines += [
        "",
        f"| fault{EACH} | times |",
        "|---|---:|",
        *(f"| {name} | {total[name]:,} |" for name in faults),
    ]
    lines += [f"| *kills in all* | {total['kills']:,} |"]
    seeds, players = ", ".join(str(run["seed"]) for run in runs), min(run["players"] for run in runs)
    about = f"""## Faults, {date.today()}

`python bench/faults.py` on {describe()}: {len(runs)} runs (seeds {seeds}),
{total["seconds"]:,} seconds of faults in all, each with {players} players, half of them pages with their
WebSocket and half programs with the API and its stream, a bot at every third table; two
`partake serve --processes 2`, two `partake worker` and one PostgreSQL. After each run all games were
finished by what players were told, and everything that was answered or told was compared with what is
stored. *Whole views* are events with which a reader began anew; all others followed the one before them without a gap.

| | in all |
|---|---:|
"""
    return about + "\n".join(lines)


def _counted(name: str, runs: list[dict[str, int]]) -> str:
    """Which runs have counted something, unless all have."""
    counted = [str(run["seed"]) for run in runs if name in run]
    return "" if len(counted) == len(runs) else f" (seed {', '.join(counted)} alone)"


def main() -> None:
    """Run a storm, and publish all that were run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=360)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=Path, default=Path("runs.jsonl"))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit("interrupted")

    signal.signal(signal.SIGTERM, stop)  # so that nothing is left behind
    if options.seconds:
        run = {"seed": options.seed, "seconds": options.seconds}
        run |= blow(options.players, options.seconds, options.seed)
        print(json.dumps(run))
        with options.runs.open("a", encoding="utf-8") as file:
            file.write(json.dumps(run) + "\n")
    if options.write:
        runs = [json.loads(line) for line in options.runs.read_text(encoding="utf-8").splitlines()]
        write_section("faults", section(runs))


if __name__ == "__main__":
    main()
