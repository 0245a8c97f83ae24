"""Searched puzzles of the package, searched again: their values are those of the networks that the package brings.

    python tools/puzzles.py [EDITION …]

Run it after networks have changed. Puzzles whose best answer is no longer clearly ahead are left out; what is proven
stays as it is. As many as were left out are told: `partake puzzles make` makes new ones.
"""

from __future__ import annotations

import sys
from pathlib import Path

from partake.puzzles.checking import problem_of
from partake.puzzles.files import format_puzzles, shipped
from partake.puzzles.hexagon import placement_puzzle
from partake.puzzles.model import PLACE, SEARCHED, Puzzle
from partake.rules.catalogue import catalogue

FOLDER = Path(__file__).parent.parent / "src/partake/data/puzzles"


def searched_again(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with the values of now; None where it is none any more."""
    if puzzle.kind != PLACE or puzzle.proof != SEARCHED or problem_of(puzzle, samples=0) is None:
        return puzzle
    return placement_puzzle(puzzle)


def main() -> None:
    """Write the files of the editions again."""
    for name in sys.argv[1:] or ("classic", "daffodil", "nexus", "orchid"):
        edition = catalogue().editions[name]
        before = shipped(edition)
        found = [puzzle for puzzle in map(searched_again, before) if puzzle is not None]
        (FOLDER / f"{name}.txt").write_text(format_puzzles(edition, found), encoding="utf-8")
        print(f"{name}: {len(found)} of {len(before)} puzzles hold")


if __name__ == "__main__":
    main()
