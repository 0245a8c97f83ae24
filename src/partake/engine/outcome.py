"""What came out of a game: every point with its reason, and who won."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from partake.rules.grid import Direction
from partake.rules.messages import Joined, Listed, Message, Plural
from partake.rules.names import shown_name
from partake.rules.pickling import PickledByFields
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, Tile

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

    def __repr__(self) -> str:
        return f"<Item {self.kind}: {self}>"

    @property
    def message(self) -> Message:
        """Why these points, for people."""
        return _message(self)

    @property
    def reason(self) -> str:
        """Why these points, in English, as records and programs have it."""
        return str(self.message)

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


def _message(item: Item) -> Message:
    """Why an item's points, by its kind and what else decides the sentence."""
    values = {"first": item.cells[0], "last": item.cells[-1], "length": len(item.cells)} if item.cells else {}
    is_one = len(item.cells) == 1
    match item.kind:
        case "line":
            return Message(_LINES[item.direction or Direction.VERTICAL, is_one].text, **values, number=item.number)
        case "ray":
            return Message(_RAYS[item.symbol or SUN, is_one].text, **values, each=item.points // len(item.cells))
        case "best-ray":
            return Message(_BEST_RAYS[item.symbol or SUN, item.shared > 1].text, **values, shared=item.shared)
        case "bonus":
            found = _BONUSES[item.bonus or GOLD]
            return Message(found.text, tile=item.tile, cell=item.cells[0], crossed=item.crossed)
        case "scrapyard":
            return Message("scrapyard worth {value}", value=item.value)
        case "penalty" if item.shared > 1:
            return Message(
                "penalty for a scrapyard worth {value}, shared by {shared}", value=item.value, shared=item.shared
            )
        case "penalty":
            return Message("penalty for a scrapyard worth {value}", value=item.value)
    hand, phase = " ".join(map(str, item.hand)), phase_name(item.phase or "")
    if not hand:
        return Message("round {round}, {phase}, with the others out", round=item.round, phase=phase)
    return Message("round {round}, {phase}, with {hand}", round=item.round, phase=phase, hand=hand)


_LINES = {
    (Direction.VERTICAL, False): Message("vertical line {first} to {last}, {length} x {number}"),
    (Direction.RISING, False): Message("rising line {first} to {last}, {length} x {number}"),
    (Direction.FALLING, False): Message("falling line {first} to {last}, {length} x {number}"),
    (Direction.VERTICAL, True): Message("vertical line {first}, {length} x {number}"),
    (Direction.RISING, True): Message("rising line {first}, {length} x {number}"),
    (Direction.FALLING, True): Message("falling line {first}, {length} x {number}"),
}
"""What is said of a line, by its direction and whether it is a single cell."""
_RAYS = {
    (SUN, False): Message("sunray {first} to {last}, {length} x {each}"),
    (MOON, False): Message("moonray {first} to {last}, {length} x {each}"),
    (SUN, True): Message("sunray {first}, {length} x {each}"),
    (MOON, True): Message("moonray {first}, {length} x {each}"),
}
"""What is said of a ray, by its symbol and whether it is a single cell."""
_BEST_RAYS = {
    (SUN, False): Message("best sunray of the table, {first} to {last}"),
    (MOON, False): Message("best moonray of the table, {first} to {last}"),
    (SUN, True): Message("best sunray of the table, {first} to {last}, shared by {shared}"),
    (MOON, True): Message("best moonray of the table, {first} to {last}, shared by {shared}"),
}
"""What is said of the table's best ray, by its symbol and whether several players have one as good."""
_BONUSES = {
    GOLD: Message("gold tile {tile} on {cell}, crossed by {crossed} scoring lines"),
    SILVER: Message("silver tile {tile} on {cell}, crossed by {crossed} scoring lines"),
}
"""What is said of a bonus tile; two or three scoring lines cross it."""
_PHASES = {
    "score": Message.keyed("phase", "score", {}),
    "21": Message.keyed("phase", "21", {}),
    "quinte": Message.keyed("phase", "quinte", {}),
}


def phase_name(phase: str) -> Message:
    """What a phase of Take Five is called in a sentence."""
    return _PHASES.get(phase) or Message("{phase}", phase=phase)


@dataclass(frozen=True, slots=True)
class Score:
    """A player's items; the total is their sum."""

    name: str
    items: tuple[Item, ...]

    def __repr__(self) -> str:
        return f"<Score of {self.name or 'a board'}: {self.total} by {len(self.items)} items>"

    def __str__(self) -> str:
        """A line for each item, and the total."""
        return "\n".join([*map(str, self.items), f"{self.name or 'total'}: {self.total}"])

    def _repr_html_(self) -> str:
        from html import escape  # slow to import, and only notebooks ask for it

        rows = "".join(f"<tr><td>{escape(item.reason)}</td><td>{item.points}</td></tr>" for item in self.items)
        total = f"<tr><th>{escape(self.name) or 'total'}</th><th>{self.total}</th></tr>"
        return f"<table>{total}{rows}</table>"

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
class Outcome(PickledByFields):
    """A finished game or match: a score for each seat. The highest total wins, equal totals share the win.

    `winners` are always the seats with the highest total; whether that is a win to speak of, `is_won` decides.
    """

    scores: tuple[Score, ...]
    unit: str = field(default="points", compare=False)

    def __repr__(self) -> str:
        text = str(self)
        return f"<Outcome: {text if len(text) < 300 else text[:300] + '…'}>"

    def _repr_html_(self) -> str:
        return "".join(self.scores[seat - 1]._repr_html_() for seat in self.standings)

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
    def verdict(self) -> Message:
        """Who won, in a few words."""
        if not self.is_won:
            return Message("nobody wins")
        names = [self.scores[seat - 1].name for seat in self.winners]
        if len(names) > 1:
            return Message("{names} share the win", names=Listed(shown_name(name) for name in names))
        if " & " in names[0]:
            return Message("{names} win", names=shown_name(names[0]))
        return Message("{name} wins", name=shown_name(names[0]))

    @property
    def message(self) -> Message:
        """Who won, and what everybody has, for people."""
        ranked = Joined(
            Message("{name} {points}", name=shown_name(self.scores[seat - 1].name), points=self.totals[seat - 1])
            for seat in self.standings
        )
        values: dict[str, Any] = {"ranked": ranked, "verdict": self.verdict}
        values["count"] = abs(int(self.totals[self.standings[-1] - 1]))  # the number before the unit
        is_markers = self.unit == "markers"
        if len(self.scores) == 1:
            found = _ALONE[is_markers]
        elif self.is_won:
            found = _WON[is_markers]
        else:
            found = _NOT_WON[is_markers]
        return Plural(found.text, found.other or found.text, **values)

    def __str__(self) -> str:
        return str(self.message)

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {"players": [score.to_json() for score in self.scores], "winners": list(self.winners)}


_ALONE = (
    Plural("{ranked} points", "{ranked} points", count=2),
    Plural("{ranked} markers", "{ranked} markers", count=2),
)
"""The end of a game for one, in points and in markers."""
_WON = (
    Plural("{verdict}: {ranked} points", "{verdict}: {ranked} points", count=2),
    Plural("{verdict}: {ranked} markers", "{verdict}: {ranked} markers", count=2),
)
"""The same for several players, of whom somebody has won."""
_NOT_WON = (
    Plural("Nobody wins: {ranked} points", "Nobody wins: {ranked} points", count=2),
    Plural("Nobody wins: {ranked} markers", "Nobody wins: {ranked} markers", count=2),
)
"""The same when nobody has."""


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
