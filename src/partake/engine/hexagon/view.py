"""What a seat sees of a hexagon game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from partake.engine.actions import Place, Relocate
from partake.engine.contract import Chances, View
from partake.engine.hexagon.legality import call_chances
from partake.engine.hexagon.scoring import scores
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.hexagon.state import Cells, FinishedGame, HexagonState, SeatState
from partake.engine.outcome import Item, Outcome, Score
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True, repr=False)
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
    finished: tuple[FinishedGame, ...]
    """The games of the match that are counted."""

    family = "hexagon"

    @property
    def is_between_rounds(self) -> bool:
        """Whether a game of the match is counted, its boards still there, and nothing has been drawn for the next."""
        return bool(self.finished) and not self.drawn and self.outcome is None

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
    def chance_outcomes(self) -> Chances:
        """The next call, with its probability: each tile, or pair, that has not been drawn is as likely."""
        if self.to_act or self.outcome is not None:
            return ()
        return call_chances(self.bag, min(self.variant.options.draw, self.draws_left))

    @property
    def draws_left(self) -> int:
        """How many tiles will still be drawn in this game."""
        return self.variant.draws - len(self.drawn)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What each sheet scores as it stands; a scrapyard is charged only when all of them are full."""
        return tuple(map(self._charged, score_table(self.sheets)))

    @property
    def is_charged(self) -> bool:
        """Whether all scrapyards are full, as far as this seat sees, so that penalties count."""
        yard = self.variant.yard
        return not yard or all(cells[i] is not None for cells in self.cells for i in yard)

    def _charged(self, score: Score) -> Score:
        if self.is_charged:
            return score
        return Score(score.name, tuple(item for item in score.items if item.kind != "penalty"))

    def score_of(self, seat: int) -> Score:
        """What one sheet scores as it stands; cheaper than all of `scores` where the rules compare no players."""
        if self.variant.ties_players:
            return self.scores[seat - 1]
        return self._charged(Score(self.setup.names[seat - 1], scores(self.variant, (self.cells[seat - 1],))[0]))

    @cached_property
    def gains(self) -> dict[Relocate, int | Fraction]:
        """What each legal move from the reserve would add to this seat's points, as all sheets stand (H41, H43)."""
        if self.seat is None or not self.relocating:
            return {}
        own, now = self.sheet.cells, self.scores[self.seat - 1].total
        found = {}
        for action in self.legal:
            if isinstance(action, Relocate):
                cells = list(own)
                cells[cells.index(action.tile)], cells[self.variant.index[action.cell]] = None, action.tile
                sheets = [*self.sheets]
                sheets[self.seat - 1] = Sheet(self.variant, tuple(cells), self.sheet.name)
                found[action] = score_table(sheets)[self.seat - 1].total - now
        return found

    @property
    def items(self) -> tuple[Item, ...]:
        """The scored things on this seat's sheet as it stands."""
        return self.score_of(self.seat or 1).items

    @cached_property
    def standings(self) -> Outcome:
        """The points of the games that are counted."""
        return tally(self.setup.names, self.finished)


def tally(names: tuple[str, ...], finished: tuple[FinishedGame, ...]) -> Outcome:
    """All items of the counted games, each with its round."""
    return Outcome(
        tuple(
            Score(name, tuple(item for game in finished for item in game.items[seat]))
            for seat, name in enumerate(names)
        )
    )


def seen_cells(variant: Variant, state: HexagonState, viewer: int | None) -> tuple[Cells, ...]:
    """Each seat's cells as they were at the last draw, and what the viewer has put there since."""
    found = [side.public_cells for side in state.sides]
    if viewer is None:
        return tuple(found)
    mine = state.sides[viewer - 1]
    found[viewer - 1] = mine.cells
    if state.holders and variant.yard:
        start, stop = variant.yard.start, variant.yard.stop
        found[viewer - 1] = (*mine.cells[:start], *mine.public_cells[start:stop], *mine.cells[stop:])
        for move in mine.moves:
            if isinstance(move, Place) and move.owner:
                cells = list(found[move.owner - 1])
                cells[variant.index[move.cell]] = move.tile
                found[move.owner - 1] = tuple(cells)
    return tuple(found)


def handed_to(state: HexagonState, holder: int | None) -> tuple[tuple[int, Tile], ...]:
    """The scrapped tiles that wait for a holder, with the seat whose scrapyard they go on."""
    if not state.holders:
        return ()
    return tuple(
        (owner, tile)
        for owner, (side, held_by) in enumerate(zip(state.sides, state.holders, strict=False), start=1)
        if held_by == holder
        for tile in side.handed
    )


def filled(side: SeatState) -> tuple[str, ...]:
    """The own cells that a seat's moves since the last draw filled."""
    return tuple(
        [move.cell for move in side.moves if isinstance(move, Relocate) or (isinstance(move, Place) and not move.owner)]
    )
