"""A hexagon edition with its options resolved: the positions, tiles and draws of one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.grid import Board, Line
from partake.rules.options import Given, Options, resolve_options, settled
from partake.rules.pickling import PickledByFields
from partake.rules.tiles import TileSet


@dataclass(frozen=True)
class Variant(PickledByFields):
    """What one player has before them: positions (board, then scrapyard, then reserve), and what they may hold.

    A position is an index; `positions` gives its name. Everything here follows from the edition and its options.
    """

    edition: HexagonEdition
    options: Options

    @cached_property
    def board(self) -> Board:
        """The main board."""
        return self.edition.board

    @cached_property
    def scrapyard(self) -> Board | None:
        """The scrapyard, where this variant is played with one."""
        return None if self.options.scrapyard == "none" else self.edition.scrapyard

    @cached_property
    def tiles(self) -> TileSet:
        """The tiles in the bag."""
        symbols = self.options.symbols
        return self.edition.tiles if symbols == "both" else self.edition.tiles.only(symbols)

    @cached_property
    def yard(self) -> range:
        """The positions of the scrapyard."""
        start = len(self.board.cells)
        return range(start, start + (len(self.scrapyard.cells) if self.scrapyard else 0))

    @cached_property
    def reserve(self) -> range:
        """The positions of the reserve."""
        reserve = self.edition.reserve
        used = reserve is not None and _holds(reserve.when, self.options)
        return range(self.yard.stop, self.yard.stop + (reserve.slots if reserve and used else 0))

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The special cells that stay empty during play and take reserve tiles at the end."""
        return self.board.special(self.edition.reserve.cells) if self.edition.reserve and self.reserve else ()

    @cached_property
    def stamens(self) -> tuple[int, ...]:
        """The cells that must be filled first or last."""
        return self.board.special("stamen") if self.options.stamens in ("first", "last") else ()

    @cached_property
    def skips_empty(self) -> frozenset[int]:
        """The cells that a line does without while they are empty."""
        reserve = self.edition.reserve
        return frozenset(self.targets) if reserve and reserve.skip_empty else frozenset()

    @cached_property
    def positions(self) -> tuple[str, ...]:
        """The name of every position."""
        names = [cell.name for cell in self.board.cells]
        names += [cell.name for cell in self.scrapyard.cells] if self.scrapyard else []
        return (*names, *(f"x{i}" for i in range(1, len(self.reserve) + 1)))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each name."""
        return {name: i for i, name in enumerate(self.positions)}

    @cached_property
    def yard_lines(self) -> tuple[Line, ...]:
        """The scrapyard's lines, over positions."""
        if self.scrapyard is None:
            return ()
        shift = self.yard.start
        return tuple(Line(line.direction, tuple(i + shift for i in line.cells)) for line in self.scrapyard.lines)

    @cached_property
    def lines_at(self) -> tuple[tuple[Line, ...], ...]:
        """The lines of board and scrapyard through each position."""
        lines = (*self.board.lines, *self.yard_lines)
        return tuple(tuple(line for line in lines if at in line.cells) for at in range(len(self.positions)))

    @cached_property
    def is_plain(self) -> bool:
        """Whether a tile may always go to any empty position."""
        bound = self.options.placement != "free" or self.options.scrapyard == "passed"
        return not (bound or self.stamens or self.targets)

    @cached_property
    def ties_players(self) -> bool:
        """Whether one player's score depends on another's board."""
        return self.options.ties_players

    @cached_property
    def uses_symbols(self) -> bool:
        """Whether suns and moons mean anything: by rays, by the rule of placement, or by the choice of tiles."""
        options = self.options
        return options.rays != "none" or options.placement == "symbol" or "symbols" in self.edition.offer.values

    @cached_property
    def draws(self) -> int:
        """How many tiles are drawn in one game."""
        return len(self.positions) - len(self.targets)

    def __repr__(self) -> str:
        return f"<Variant {self.edition.name}; {settled(self.edition.offer, self.options)}>"

    def __hash__(self) -> int:
        return hash((self.edition.name, self.options))


def variant(edition: HexagonEdition, given: Given | None = None, *, seats: int = 1) -> Variant:
    """The variant of an edition for these options and this number of seats; refuses what makes no sense, saying why."""
    found = Variant(edition, resolve_options(edition.name, edition.offer, given or {}, seats=seats))
    if found.draws > len(found.tiles.tiles):
        raise OptionError(
            "{edition} needs {draws} tiles and its set has {number_of_tiles}",
            edition=edition.name,
            draws=found.draws,
            number_of_tiles=len(found.tiles.tiles),
        )
    return found


def combinations(edition: HexagonEdition, *, seats: int = 2) -> Iterator[dict[str, str]]:
    """Every choice of the options on offer that the rules allow for this number of seats."""
    names = list(edition.offer.values)
    for values in product(*edition.offer.values.values()):
        chosen = dict(zip(names, values, strict=True))
        try:
            variant(edition, chosen, seats=seats)
        except OptionError:
            continue
        yield chosen


def check_seats(edition: HexagonEdition, options: Options, seats: int, *, is_open: bool) -> None:
    """Check the number of seats of one table."""
    fewest, most = edition.seats
    if is_open and options.ties_players:
        raise OptionError("an open table needs rules under which no player's score depends on another's board")
    if seats < fewest or (seats > most and not is_open):
        raise OptionError(
            "{edition} takes {fewest} to {most} players, not {seats}; an open table takes more"
            if seats > most and not options.ties_players
            else "{edition} takes {fewest} to {most} players, not {seats}",
            edition=edition.name,
            fewest=fewest,
            most=most,
            seats=seats,
        )


def _holds(condition: str, options: Options) -> bool:
    name, _, value = condition.partition("=")
    return not condition or options.text(name) == value
