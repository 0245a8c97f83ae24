"""The published results: what `bench/results.md` says of each row, with date and machine, as data of the package.

`published.toml` is made from that document by `bench/published.py`, and a test holds the two together.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("published.toml")
"""The results as data."""
NUMBER = re.compile(r"-?\d[\d,]*(\.\d+)?")
"""The first number of a cell is its value."""
GAMES = re.compile(r"(\d[\d,]*)\)$")
"""The number of games at the end of a cell, like `167.1 ± 2.7 (400)`."""


@dataclass(frozen=True, slots=True)
class Published:
    """One published number."""

    text: str
    """As the document has it, with its interval."""
    date: str
    machine: str

    @property
    def value(self) -> float:
        """The number."""
        found = NUMBER.search(self.text)
        return float(found.group().replace(",", "")) if found else 0.0

    @property
    def games(self) -> int:
        """The number of games that it is the mean of; 0 if it does not say."""
        found = GAMES.search(self.text)
        return int(found.group(1).replace(",", "")) if found else 0


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def published(benchmark: str) -> dict[str, Published]:
    """The published numbers of a benchmark, by the names of its rows."""
    found = _data()["results"].get(benchmark, {"rows": {}})
    return {name: Published(text, found["date"], found["machine"]) for name, text in found["rows"].items()}


def scripts() -> dict[str, str]:
    """The benchmarks that need the sources, each with what it measures."""
    return dict(_data()["scripts"])
