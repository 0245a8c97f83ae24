"""A game kept at a cardboard table as a record: the order of the calls and the boards at the end are enough for it.

A placed tile never moves but from the reserve at the end, so that each tile was placed, when it was called, where it
lies now. A tile on a cell that only the reserve fills was in the reserve first; in which place of it nobody knows, and
it makes no difference. Of two tiles called at once, either may have been placed first: some order must be allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from partake.engine.actions import DEALER, Action, Close, Done, Draw, Place, Relocate, Scrap
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet, check_in_bag
from partake.engine.hexagon.state import HexagonState
from partake.engine.reading import read_tile
from partake.engine.record.model import CALLED, Record
from partake.rules.errors import IllegalActionError, PartakeError
from partake.rules.messages import Plural
from partake.rules.names import shown_name
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


class PaperError(PartakeError):
    """A game that was not played by the rules, or not written down as it was; says who, which tile and which cell."""


def paper_record(
    setup: Setup,
    called: Sequence[Tile | str],
    boards: Sequence[Mapping[str, Tile | str]],
    *,
    seed: Seed | None = None,
) -> Record:
    """The record of one game: tiles in the order of their calls, and the board of each seat at the end.

    With the caller's seed the calls must be those it gives. Without one they came from a real bag, and the record says
    so (`Record.is_called`).
    """
    game = HexagonGame(setup)
    if setup.options.rounds != 1:
        raise PaperError("each game of a match is kept by itself: leave the number of games out")
    if len(boards) != len(setup.seats):
        raise PaperError(
            "there must be a board for each of the {seats} players, and there are {boards}",
            seats=len(setup.seats),
            boards=len(boards),
        )
    tiles = checked_calls(game.variant, called)
    if seed is not None:
        _check_seed(game.variant, tiles, seed)
    sheets = [_sheet(game.variant, name, board, tiles) for name, board in zip(setup.names, boards, strict=True)]
    played = Replayed(game, sheets)
    for first in range(0, len(tiles), setup.options.draw):
        played.call(tiles[first : first + setup.options.draw])
    played.end()
    outcome = game.outcome(played.state)
    return Record(setup, seed.commitment if seed else CALLED, tuple(played.moves), seed, outcome)


def drawn_by(variant: Variant, seed: Seed) -> tuple[Tile, ...]:
    """The tiles that a seed calls in a single game, in order."""
    return seed.shuffled("round 1", variant.tiles.tiles)[: variant.draws]


def checked_calls(variant: Variant, called: Sequence[Tile | str]) -> tuple[Tile, ...]:
    """The tiles of a whole game in the order of their calls."""
    found: list[Tile] = []
    for word in called:
        tile = read_tile(variant.edition.tiles, word) if isinstance(word, str) else word
        check_in_bag(variant, tile)
        if tile in found:
            raise PaperError("{tile} is called twice", tile=tile)
        found.append(tile)
    if len(found) != variant.draws:
        raise PaperError(
            Plural(
                "{count} tile is called in a game by these rules, and here are {found}",
                "{count} tiles are called in a game by these rules, and here are {found}",
                count=variant.draws,
                found=len(found),
            )
        )
    return tuple(found)


def _check_seed(variant: Variant, tiles: Sequence[Tile], seed: Seed) -> None:
    for number, (tile, expected) in enumerate(zip(tiles, drawn_by(variant, seed), strict=True), start=1):
        if tile != expected:
            raise PaperError(
                "call {number} is {tile}, and the seed gives {expected}", number=number, tile=tile, expected=expected
            )


def _sheet(variant: Variant, name: str, board: Mapping[str, Tile | str], called: Sequence[Tile]) -> Sheet:
    """A player's board, if it holds the called tiles and no others; then every cell of it has its tile."""
    player = shown_name(name)
    try:
        sheet = Sheet.of(variant, board, name)
    except PartakeError as problem:
        raise PaperError("{player}: {problem}", player=player, problem=problem) from None
    for cell, tile in sheet:
        if tile not in called:
            raise PaperError(
                "{player} has {tile} on {cell}, and it was not called", player=player, tile=tile, cell=cell
            )
    for tile in called:
        if tile not in sheet.cells:
            empty = next(i for i, placed in enumerate(sheet.cells) if placed is None and i not in variant.targets)
            raise PaperError(
                "{tile} was called, and {player} has it nowhere: {cell} is empty",
                tile=tile,
                player=player,
                cell=variant.positions[empty],
            )
    return sheet


class Replayed:
    """A game as it is played again, call by call, from the boards that it led to."""

    def __init__(self, game: HexagonGame, sheets: Sequence[Sheet]) -> None:
        self._game, self._sheets = game, sheets
        self.state: HexagonState = game.start()
        self.moves: list[tuple[int, Action]] = []
        self._places = [self._first_places(sheet) for sheet in sheets]

    def _first_places(self, sheet: Sheet) -> dict[Tile, str]:
        """Where each tile was put when it was called: those that moved at the end, on free places of the reserve."""
        variant = self._game.variant
        free = iter([variant.positions[i] for i in variant.reserve if sheet.cells[i] is None])
        targets = {variant.positions[i] for i in variant.targets}
        return {tile: next(free) if cell in targets else cell for cell, tile in sheet}

    def call(self, tiles: tuple[Tile, ...]) -> None:
        """A call, and where everybody put its tiles."""
        self._do(DEALER, Draw(tiles))
        for seat in range(1, len(self._sheets) + 1):
            self._place(seat, tuple(tile for tile in tiles if tile in self._places[seat - 1]))
        for owner, holder in enumerate(self.state.holders, start=1):
            for tile in self.state.sides[owner - 1].handed:
                self._do(holder, Place(tile, self._places[owner - 1][tile], owner))

    def _place(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        """One player's tiles of a call, in the first order that is allowed."""
        refused: PaperError | None = None
        for order in permutations(tiles):
            before, known = self.state, len(self.moves)
            try:
                for tile in order:
                    self._put(seat, tile)
            except PaperError as problem:
                self.state, refused = before, refused or problem
                del self.moves[known:]
            else:
                return
        assert refused is not None
        raise refused

    def _put(self, seat: int, tile: Tile) -> None:
        variant, cell = self._game.variant, self._places[seat - 1][tile]
        is_handed = variant.options.scrapyard == "passed" and variant.index[cell] in variant.yard
        try:
            self._do(seat, Scrap(tile) if is_handed else Place(tile, cell))
        except IllegalActionError as problem:
            raise PaperError(
                "{player} cannot have put {tile} on {cell} when it was called: {problem}",
                player=shown_name(self._sheets[seat - 1].name),
                tile=tile,
                cell=cell,
                problem=problem,
            ) from None

    def close(self) -> None:
        """The end of the calls."""
        self._do(DEALER, Close())

    def end(self) -> None:
        """The moves from the reserve, if there is one, and the count."""
        self.close()
        if not self._game.variant.reserve:
            return
        for seat, sheet in enumerate(self._sheets, start=1):
            for cell, tile in sheet:
                if self._game.variant.index[cell] in self._game.variant.targets:
                    self._do(seat, Relocate(tile, cell))
            self._do(seat, Done())
        self._do(DEALER, Close())

    def _do(self, actor: int, action: Action) -> None:
        self.state = self._game.play(self.state, actor, action)
        self.moves.append((actor, action))
