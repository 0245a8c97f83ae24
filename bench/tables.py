"""How fast tables are: copies, undos, plays, views, chances and pickles, in the middle of a game, and records in files.

python bench/tables.py [--seconds 1]

Time is processor time of this process, so that what else the machine does counts little.
"""

from __future__ import annotations

import argparse
from datetime import date

from machine import describe
from partake.bench.model import title
from partake.bench.tables import SECONDS, SETUPS, rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    effort = parser.parse_args().seconds / SECONDS
    print(f"{date.today()}, one core of {describe()}: times a second.\n")
    found, names = {row.name: row for row in rows()}, [title(edition, {}, seats) for edition, seats in SETUPS]
    print("| | " + " | ".join(names) + " |\n|---|" + "---:|" * len(names))
    for what in [
        row.removeprefix(names[0] + " ") for row in found if row.startswith(names[0] + " ") and "=" not in row
    ]:
        cells = (f"{found[f'{name} {what}'].measure(effort):,.0f}" for name in names)
        print(f"| {what} | " + " | ".join(cells) + " |", flush=True)
    print("\n| games of Classic in a file | games/s |\n|---|---:|")
    for name, row in found.items():
        if row.unit == "games/s":
            print(f"| {name} | {row.measure(effort):,.0f} |")


if __name__ == "__main__":
    main()
