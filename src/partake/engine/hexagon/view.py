"""What a seat sees of a hexagon game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from partake.engine.contract import View
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.hexagon.state import Finished
from partake.engine.outcome import Item, Outcome, Score
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True)
class HexagonView(View):
    """A hexagon game as one seat sees it.

    Everybody sees the calls and all boards as they stood when the last tile was called; what has been done since
    then, each seat sees only of itself, and of tiles handed to it as the holder of a scrapyard.
    """

    variant: Variant
    round: int
    """The number of the game on the table within the match, from 1."""
    caller: int
    drawn: tuple[Tile, ...]
    called: tuple[Tile, ...]
    """The tiles on call, one or two; none before the first."""
    cells: tuple[tuple[Tile | None, ...], ...]
    """What this seat may see of each seat's positions."""
    latest: tuple[tuple[str, ...], ...]
    """The cells each seat filled last, of those that may be seen."""
    hand: tuple[Tile, ...]
    """The called tiles that this seat has yet to place."""
    handed: tuple[tuple[int, Tile], ...]
    """Scrapped tiles that this seat must place, with the seat whose scrapyard they go on."""
    holders: tuple[int, ...]
    """Who holds each seat's scrapyard; empty unless scrapyards are passed."""
    relocating: bool
    finished: tuple[Finished, ...]
    """The games of the match that are counted."""

    family = "hexagon"

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Each seat's board, scrapyard and reserve."""
        return tuple(Sheet(self.variant, cells, name) for cells, name in zip(self.cells, self.setup.names, strict=True))

    @property
    def sheet(self) -> Sheet:
        """This seat's own sheet; the first one for a spectator."""
        return self.sheets[(self.seat or 1) - 1]

    @property
    def rounds(self) -> int:
        """How many games make the match."""
        return self.variant.options.rounds

    @cached_property
    def bag(self) -> tuple[Tile, ...]:
        """The tiles that have not been drawn, in the order of the set."""
        gone = set(self.drawn)
        return tuple(tile for tile in self.variant.tiles.tiles if tile not in gone)

    @property
    def draws_left(self) -> int:
        """How many tiles will still be drawn in this game."""
        return self.variant.draws - len(self.drawn)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What each sheet scores as it stands; nobody is charged for a scrapyard before they all are full."""
        return tuple(map(self._charged, score_table(self.sheets)))

    @cached_property
    def _is_charged(self) -> bool:
        return all(cells[i] is not None for cells in self.cells for i in self.variant.yard)

    def _charged(self, score: Score) -> Score:
        if self._is_charged:
            return score
        return Score(score.name, tuple(item for item in score.items if item.kind != "penalty"))

    def score_of(self, seat: int) -> Score:
        """What one sheet scores as it stands; cheaper than all of `scores` where the rules compare nobody."""
        if self.variant.options.ties_players:
            return self.scores[seat - 1]
        return self._charged(Sheet(self.variant, self.cells[seat - 1], self.setup.names[seat - 1]).score)

    @property
    def items(self) -> tuple[Item, ...]:
        """The scored things on this seat's sheet as it stands."""
        return self.score_of(self.seat or 1).items

    @cached_property
    def standings(self) -> Outcome:
        """The points of the games that are counted."""
        return tally(self.setup.names, self.finished)


def tally(names: tuple[str, ...], finished: tuple[Finished, ...]) -> Outcome:
    """All items of the counted games, each with its round."""
    return Outcome(
        tuple(
            Score(name, tuple(item for game in finished for item in game.items[seat]))
            for seat, name in enumerate(names)
        )
    )
