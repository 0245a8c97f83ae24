"""How well bots and levels play, as measured: data that `bench/bots.py` writes beside them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from partake.rules.messages import Message

FILE = Path(__file__).parent / "strength.toml"
"""Where the measurements are."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A bot's mean score alone at a table, or its share of won games against another, with the 95 % interval."""

    bot: str
    edition: str
    value: float
    low: float
    high: float
    games: int
    seed: str
    date: str
    against: str = ""
    """The bot that it played; then `value` is the share of games that it won."""

    @property
    def message(self) -> Message:
        """The measurement in words."""
        if self.against:
            return Message(
                "{edition}: wins {share:.0f} % ({low:.0f} to {high:.0f}) against {against}",
                edition=self.edition,
                share=100 * self.value,
                low=100 * self.low,
                high=100 * self.high,
                against=self.against,
            )
        margin = (self.high - self.low) / 2
        return Message("{edition}: {value:.1f} ± {margin:.1f}", edition=self.edition, value=self.value, margin=margin)

    def __str__(self) -> str:
        return str(self.message)

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return {name: value for name, value in asdict(self).items() if value != ""}


@cache
def measured() -> tuple[Measurement, ...]:
    """Every measurement."""
    return tuple(Measurement(**row) for row in tomllib.loads(FILE.read_text(encoding="utf-8")).get("measured", ()))


def strength_of(bot: str) -> tuple[Measurement, ...]:
    """What is known of one bot."""
    return tuple(found for found in measured() if found.bot == bot)


def format_measurements(rows: Iterable[Measurement]) -> str:
    """Measurements as the text of the file."""
    tables = [
        "\n".join(["[[measured]]", *(f"{name} = {_toml(value)}" for name, value in row.to_json().items())])
        for row in rows
    ]
    return "\n\n".join(["# Written by bench/bots.py.", *tables]) + "\n"


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
