"""The reader of Take Five against the one of another revision, with two, three and four players.

    python bench/five.py [--before f8b2937] [--deals 500 60 45] [--workers 2] [--keep FILE] [--write]

Every deal is played once with the new reader in each seat and the old one in all others, so that luck of the deal and
of the seat is the same for both; by chance alone one of n players wins 1/n of the games. Milliseconds are processor
time per decision. `--keep` writes each deal to a file of JSON lines and goes on after those that are in it. `--write`
puts the table into results.md between its markers.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import math
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import partake
from machine import describe
from marked import write_section
from partake.bots import Bot
from partake.bots.five import FiveBot

SEATS = (2, 3, 4)
PACKAGE = "src/partake/bots/five"


@cache
def old_reader(revision: str) -> type[Bot]:
    """The reader of another revision, its package under a name of its own."""
    root = Path(__file__).parent.parent
    archive = subprocess.run(["git", "archive", revision, PACKAGE], cwd=root, check=True, capture_output=True).stdout
    folder = Path(tempfile.mkdtemp())
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    package = folder / "five_before"
    (folder / PACKAGE).rename(package)
    for module in package.glob("*.py"):
        text = module.read_text(encoding="utf-8").replace("partake.bots.five", "five_before")
        module.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    kind: type[Bot] = importlib.import_module("five_before").FiveBot
    return kind


def play_deal(revision: str, seats: int, number: int) -> dict[str, Any]:
    """A deal in all seatings: in how many of them the new reader won, and what decisions cost."""
    wins, moves, seconds = 0, [0, 0], [0.0, 0.0]
    for new in range(1, seats + 1):
        table = partake.start("five", seats=seats, seed=f"readers {seats} {number}")
        kinds = {seat: FiveBot if seat == new else old_reader(revision) for seat in range(1, seats + 1)}
        players = {seat: kind(1000 * number + 10 * new + seat) for seat, kind in kinds.items()}
        while not table.is_over:
            if not table.to_act:
                table.deal()
                continue
            seat = table.to_act[0]
            view, begin = table.view(seat), time.process_time()
            action = players[seat].choose(view)
            seconds[seat == new] += time.process_time() - begin
            moves[seat == new] += 1
            table.play(seat, action)
        wins += table.outcome is not None and table.outcome.winners == (new,)
    return {"before": revision, "seats": seats, "deal": number, "wins": wins, "moves": moves, "seconds": seconds}


def main() -> None:
    """Play, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="f8b2937", help="the revision whose reader is the rival")
    parser.add_argument("--deals", type=int, nargs=3, default=[500, 60, 45], help="for two, three and four players")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, help="a file of JSON lines with the deals that were played")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    kept = args.keep.read_text(encoding="utf-8").splitlines() if args.keep and args.keep.exists() else []
    found = {(row["seats"], row["deal"]): row for row in map(json.loads, kept) if row["before"] == args.before}
    wanted = [(seats, deal) for seats, deals in zip(SEATS, args.deals, strict=True) for deal in range(deals)]
    with ProcessPoolExecutor(args.workers) as pool:
        missing = [key for key in wanted if key not in found]
        for row in pool.map(play_deal, [args.before] * len(missing), *zip(*missing, strict=True)) if missing else ():
            found[row["seats"], row["deal"]] = row
            if args.keep:
                with args.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    text = "\n".join(_section(args, [found[key] for key in wanted]))
    print(text)
    if args.write:
        write_section("five", text)


def _section(args: argparse.Namespace, rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"## The reader of Take Five, {date.today()}"
    yield ""
    yield f"`python bench/five.py --deals {' '.join(map(str, args.deals))}` on {describe()}: `reader` against that"
    yield f"of revision {args.before}, every deal (seeds `readers N 0` and on) once with the new one in each seat and"
    yield "the old one in all others; games won by the new one with 95 % interval (deals are the sample), what chance"
    yield "alone would give, and milliseconds of processor time per decision."
    yield ""
    yield "| players | games | won | 95 % interval | by chance | new ms | old ms |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for seats in SEATS:
        deals = [row for row in rows if row["seats"] == seats]
        if not deals:
            continue
        shares = [row["wins"] / seats for row in deals]
        mean = sum(shares) / len(shares)
        spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1) / len(shares))
        old, new = (
            1000 * sum(row["seconds"][who] for row in deals) / sum(row["moves"][who] for row in deals) for who in (0, 1)
        )
        low, high = 100 * (mean - 1.96 * spread), 100 * (mean + 1.96 * spread)
        yield (
            f"| {seats} | {seats * len(deals):,} | {100 * mean:.1f} % | {low:.1f} to {high:.1f} "
            f"| {100 / seats:.0f} % | {new:.1f} | {old:.1f} |"
        )


if __name__ == "__main__":
    main()
