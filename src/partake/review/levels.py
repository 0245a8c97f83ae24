"""What the bots' levels give away and reach, as measured: data that `bench/levels.py` writes beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from partake.bots import LEVELS

FILE = Path(__file__).parent / "levels.toml"
"""Where the measurements are."""


@dataclass(frozen=True, slots=True)
class LevelPlay:
    """How a level plays an edition by its usual rules, with 95 % intervals."""

    level: str
    edition: str
    reviewed: int
    """The number of games whose moves were evaluated."""
    lost: float
    """What it gives away with a move, by the values of reviews."""
    low: float
    high: float
    games: int
    """The number of games whose scores were counted."""
    mean: float
    quarter: float
    """A quarter of the games score less than this; the others likewise."""
    median: float
    upper: float
    """Three quarters."""
    tenth: float
    """Nine tenths."""
    seed: str
    date: str


def matching_bot(lost: float, levels: Sequence[LevelPlay]) -> str:
    """The bot that gives away as much with a move: a level, or one between two, `casual+4`, by linear interpolation.

    `levels` are from the weakest to the strongest; beyond them it is the weakest or the strongest.
    """
    for below, above in pairwise(levels):
        if lost >= below.lost:
            return below.level
        if lost > above.lost:
            tenths = round(10 * (below.lost - lost) / (below.lost - above.lost))
            return f"{below.level}+{tenths}" if 0 < tenths < 10 else (above if tenths else below).level
    return levels[-1].level


@cache
def level_plays(edition: str) -> tuple[LevelPlay, ...]:
    """What was measured of an edition, from the weakest level to the strongest."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8")).get("measured", ())
    found = {row["level"]: LevelPlay(**row) for row in rows if row["edition"] == edition}
    return tuple(found[level] for level in LEVELS if level in found)


def format_level_plays(rows: Iterable[LevelPlay]) -> str:
    """Measurements as the text of the file."""
    tables = ["\n".join(["[[measured]]", *(f"{k} = {_toml(v)}" for k, v in asdict(row).items())]) for row in rows]
    return "\n\n".join(["# Written by bench/levels.py.", *tables]) + "\n"


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
