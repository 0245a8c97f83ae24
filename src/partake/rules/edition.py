"""Editions: what a box holds and which rules it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from partake.rules.grid import Board
from partake.rules.messages import Message
from partake.rules.options import OPTIONS, Offer, Preset
from partake.rules.pickling import PickledByFields
from partake.rules.tiles import GOLD, SILVER, TileSet


@dataclass(frozen=True, slots=True)
class Points:
    """What rays and scrapyards are worth; rays but the best one per tile."""

    sunray: int = 0
    moonray: int = 0
    best_ray: int = 0
    longest_ray: int = 0
    scrapyard_threshold: int = 0
    scrapyard_penalty: int = 0


@dataclass(frozen=True, slots=True)
class Reserve:
    """Slots beside the board whose tiles may move onto special cells at the end."""

    slots: int
    cells: str
    """The kind of special cell they may move to."""
    skip_empty: bool
    """Whether a line through an empty one counts without it, instead of being incomplete."""
    when: str = ""
    """The option that brings the reserve into play, like `stamens=reserve`; always, if empty."""


@dataclass(frozen=True)
class HexagonEdition(PickledByFields):
    """A game of the hexagon family: a board, tiles, perhaps a scrapyard or a reserve, and its options."""

    name: str
    title: str
    game: str
    summary: str = field(compare=False)
    board: Board
    tiles: TileSet
    scrapyard: Board | None
    reserve: Reserve | None
    offer: Offer = field(hash=False)
    points: Points
    seats: tuple[int, int]
    presets: tuple[Preset, ...] = field(default=(), compare=False)
    """The well-known ways to play it, first the usual one."""

    family = "hexagon"

    def __repr__(self) -> str:
        return f"<HexagonEdition {self.name}: {len(self.board.cells)} cells, {len(self.tiles.tiles)} tiles>"

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that decides play and score; titles and colours are not part of it."""
        boards = {board.name: [[c.name, c.q, c.r, c.kind] for c in board.cells] for board in self._boards()}
        tiles = [
            [str(tile), self.tiles.symbols.get(tile, ""), self.tiles.bonus(tile), self.tiles.bonuses.get(tile, "")]
            for tile in self.tiles.tiles
        ]
        points = {name: getattr(self.points, name) for name in Points.__slots__}
        reserve = [getattr(self.reserve, name) for name in Reserve.__slots__] if self.reserve else []
        return _digest({"boards": boards, "tiles": tiles, "points": points, "reserve": reserve})

    def _boards(self) -> list[Board]:
        return [self.board, *([self.scrapyard] if self.scrapyard else [])]


@dataclass(frozen=True)
class FiveEdition(PickledByFields):
    """Take Five: its board, pawns, pieces and what wins."""

    name: str
    title: str
    game: str
    summary: str = field(compare=False)
    size: int
    values: tuple[int, ...]
    copies: int
    phases: tuple[str, ...]
    target: int
    """What a hand must add up to in the phase `21`."""
    hand: int
    """How many pawns make a full hand."""
    markers: int
    turn_limit: int
    corners: Mapping[str, str] = field(hash=False)
    """Where the two bishops start; knight and rook share the other corners at random."""
    seats: tuple[int, int]
    offer: Offer = field(hash=False)
    presets: tuple[Preset, ...] = field(default=(), compare=False)

    family = "five"

    def __repr__(self) -> str:
        return f"<FiveEdition {self.name}: {self.size} x {self.size} squares>"

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that decides play."""
        names = ("size", "values", "copies", "phases", "target", "hand", "markers", "turn_limit")
        return _digest({**{name: getattr(self, name) for name in names}, "corners": dict(self.corners)})


Edition = HexagonEdition | FiveEdition


def summary(edition: Edition, option: str) -> Message:
    """What is chosen by an option of this edition, with the edition's numbers."""
    return _filled(edition, OPTIONS[option].summary)


def meaning(edition: Edition, option: str, value: str) -> Message:
    """What a value of an option means in this edition, with the edition's numbers; a number means itself."""
    found = OPTIONS[option].values.get(value)
    return Message("{number}", number=value) if found is None else _filled(edition, found)


def _filled(edition: Edition, text: Message) -> Message:
    return Message(text.text, **text.values, **_numbers(edition))


def _numbers(edition: Edition) -> dict[str, int]:
    if not isinstance(edition, HexagonEdition):
        return {}
    points = {name: getattr(edition.points, name) for name in Points.__slots__}
    bonuses = {kind: edition.tiles.bonus_points.get(kind, 0) for kind in (GOLD, SILVER)}
    beside = {"stamens": len(edition.board.special("stamen")), "slots": edition.reserve.slots if edition.reserve else 0}
    return {**points, **bonuses, **beside}


def _digest(facts: object) -> str:
    import hashlib  # these two are slow to import, and not needed before a record
    import json

    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]
