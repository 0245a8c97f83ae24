"""What came out of a game: every point with its reason, and who won."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from partake.rules.grid import Direction
from partake.rules.tiles import Tile

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One scored thing, and what it earned.

    kind is `line`, `ray`, `bonus` (a gold or silver tile), `best-ray`, `scrapyard` (its value; no points of its own),
    `penalty`, or in Take Five `marker`.
    """

    kind: str
    points: int | Fraction
    """Whole, but for a bonus or penalty shared by seven or eight."""
    cells: tuple[str, ...] = ()
    direction: Direction | None = None
    number: int | None = None
    symbol: str | None = None
    tile: Tile | None = None
    bonus: str | None = None
    crossed: int | None = None
    """By how many scoring lines a bonus tile is crossed."""
    value: int | None = None
    """What a scrapyard is worth."""
    shared: int = 1
    """Among how many players a bonus or penalty was divided."""
    phase: str | None = None
    hand: tuple[int, ...] = ()
    """The pawns that won a round of Take Five."""
    round: int = 1
    parts: tuple[Item, ...] = ()
    """What a scrapyard's value is made of."""

    def __str__(self) -> str:
        return f"{self.reason}: {self.points}"

    @property
    def reason(self) -> str:
        """Why these points, in words."""
        return _REASONS[self.kind](self)

    def to_json(self) -> dict[str, Any]:
        """The item as plain data; only what it has."""
        found: dict[str, Any] = {"kind": self.kind, "points": plain(self.points)}
        if self.direction is not None:
            found["direction"] = str(self.direction)
        if self.kind in ("line", "ray", "best-ray"):
            found["length"] = len(self.cells)
        for name in ("number", "symbol", "bonus", "crossed", "value", "phase"):
            if getattr(self, name) is not None:
                found[name] = getattr(self, name)
        if self.tile is not None:
            found["tile"] = str(self.tile)
        if self.cells:
            found["cells"] = list(self.cells)
        if self.hand:
            found["hand"] = list(self.hand)
        if self.shared > 1:
            found["shared"] = self.shared
        if self.parts:
            found["parts"] = [part.to_json() for part in self.parts]
        found["round"] = self.round
        return {**found, "reason": self.reason}


def _span(item: Item) -> str:
    return f"{item.cells[0]} to {item.cells[-1]}" if len(item.cells) > 1 else item.cells[0]


def _shared(item: Item) -> str:
    return f", shared by {item.shared}" if item.shared > 1 else ""


_REASONS = {
    "line": lambda i: f"{i.direction} line {_span(i)}, {len(i.cells)} x {i.number}",
    "ray": lambda i: f"{i.symbol}ray {_span(i)}, {len(i.cells)} x {i.points // len(i.cells)}",
    "best-ray": lambda i: f"best {i.symbol}ray of the table, {_span(i)}{_shared(i)}",
    "bonus": lambda i: f"{i.bonus} tile {i.tile} on {i.cells[0]}, crossed by {i.crossed} scoring lines",
    "scrapyard": lambda i: f"scrapyard worth {i.value}",
    "penalty": lambda i: f"penalty for a scrapyard worth {i.value}{_shared(i)}",
    "marker": lambda i: f"round {i.round}, {i.phase}, with {' '.join(map(str, i.hand)) or 'the others out'}",
}


@dataclass(frozen=True, slots=True)
class Score:
    """A player's items; the total is their sum."""

    name: str
    items: tuple[Item, ...]

    @property
    def total(self) -> int | Fraction:
        """All points together."""
        return whole(sum(item.points for item in self.items))

    def of_round(self, number: int) -> Score:
        """What one round of a match brought."""
        return Score(self.name, tuple(item for item in self.items if item.round == number))

    def to_json(self) -> dict[str, Any]:
        """The score as plain data."""
        return {"name": self.name, "total": plain(self.total), "items": [item.to_json() for item in self.items]}


@dataclass(frozen=True)
class Outcome:
    """A finished game or match: a score for each seat. The highest total wins, equal totals share the win.

    `winners` are always the seats with the highest total; whether that is a win to speak of, `is_won` decides.
    """

    scores: tuple[Score, ...]
    unit: str = field(default="points", compare=False)

    @cached_property
    def totals(self) -> tuple[int | Fraction, ...]:
        """The total of each seat."""
        return tuple(score.total for score in self.scores)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals, start=1) if total == best)

    @cached_property
    def standings(self) -> tuple[int, ...]:
        """The seats from first to last; equal totals in the order of the seats."""
        return standings(self.totals)

    @cached_property
    def is_won(self) -> bool:
        """Whether anybody wins: nobody does when all players have the same and it is nothing, or less."""
        return len(self.winners) < len(self.scores) or max(self.totals) > 0

    @property
    def verdict(self) -> str:
        """Who won, in a few words."""
        if not self.is_won:
            return "nobody wins"
        names = [self.scores[seat - 1].name for seat in self.winners]
        if len(names) == 1:
            return f"{names[0]} {'win' if ' & ' in names[0] else 'wins'}"
        return f"{' and '.join(names)} share the win"

    def __str__(self) -> str:
        ranked = ", ".join(f"{self.scores[seat - 1].name} {self.totals[seat - 1]}" for seat in self.standings)
        if len(self.scores) == 1:
            return f"{ranked} {self.unit}"
        return f"{self.verdict if self.is_won else 'Nobody wins'}: {ranked} {self.unit}"

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {"players": [score.to_json() for score in self.scores], "winners": list(self.winners)}


def standings(totals: tuple[int | Fraction, ...]) -> tuple[int, ...]:
    """Seats from the highest total to the lowest; equal totals in the order of the seats."""
    return tuple(sorted(range(1, len(totals) + 1), key=lambda seat: (-totals[seat - 1], seat)))


def share(points: int, among: int) -> int | Fraction:
    """An even share, exact."""
    if points % among == 0:
        return points // among
    from fractions import Fraction  # only seven or eight equal players need it, and importing it is slow

    return Fraction(points, among)


def whole(points: int | Fraction) -> int | Fraction:
    """A whole number as an int, everything else as it is."""
    return points.numerator if points.denominator == 1 else points


def plain(points: int | Fraction) -> int | float:
    """Points as a JSON number."""
    return points.numerator if points.denominator == 1 else float(points)
