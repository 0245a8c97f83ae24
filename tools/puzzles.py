"""Puzzles of the package after networks have changed: searched ones are searched again, and new ones fill the gaps.

    python tools/puzzles.py [classic=240 daffodil=220 …]

Values of searched puzzles are those of the networks that the package brings. Those whose best answer is no longer
clearly ahead are left out; what is proven stays as it is. Then new ones are made until there are as many as are wanted.
"""

from __future__ import annotations

import sys
from pathlib import Path

from partake.puzzles.checking import problem_of
from partake.puzzles.files import format_puzzles, shipped
from partake.puzzles.hexagon import placement_puzzle
from partake.puzzles.making import make
from partake.puzzles.model import PLACE, SEARCHED, Puzzle
from partake.rules.catalogue import catalogue

FOLDER = Path(__file__).parent.parent / "src/partake/data/puzzles"
WANTED = ("classic=240", "daffodil=220", "nexus=200", "orchid=220")


def searched_again(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with the values of now; None where it is none any more."""
    if puzzle.kind != PLACE or puzzle.proof != SEARCHED or problem_of(puzzle, samples=0) is None:
        return puzzle
    return placement_puzzle(puzzle)


def main() -> None:
    """Write the files of the editions again."""
    for words in sys.argv[1:] or WANTED:
        name, _, wanted = words.partition("=")
        edition = catalogue().editions[name]
        before = shipped(edition)
        found = {again.id: again for puzzle in before if (again := searched_again(puzzle)) is not None}
        held, missing = len(found), int(wanted or len(before)) - len(found)
        if missing > 0:
            for puzzle in make(edition, count=2 * missing, seed=f"{name} {held} of {len(before)}"):
                found.setdefault(puzzle.id, puzzle)
                if len(found) == held + missing:
                    break
        (FOLDER / f"{name}.txt").write_text(format_puzzles(edition, found.values()), encoding="utf-8")
        print(f"{name}: {held} of {len(before)} puzzles hold, {len(found) - held} are new", flush=True)


if __name__ == "__main__":
    main()
