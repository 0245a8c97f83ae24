"""Vectorised games: many games of one variant side by side, all at the same draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from partake.fast.placement import legal_all, place_all
from partake.fast.scoring import EMPTY, score_all
from partake.fast.shuffle import checked_seed, shuffle_all
from partake.fast.variant_arrays import Cells, Numbers, arrays_of
from partake.rules.errors import IllegalActionError, PartakeError
from partake.rules.messages import Message
from partake.rules.variant import Variant


class Batch:
    """Games in lockstep: `draw`, then `place` for each tile in hand, until all are placed; then `relocate`.

    Tiles are indices in `variant.tiles.tiles`; positions are indices in `variant.positions`.
    """

    def __init__(self, variant: Variant, games: int, *, seed: int = 0, first: int = 0) -> None:
        if games < 1:
            raise PartakeError("a batch has at least one game")
        self.variant = variant
        self.arrays = arrays_of(variant)
        self.games = games
        self._rows = np.arange(games)
        self.restart(seed=seed, first=first)

    def restart(self, *, seed: int = 0, first: int = 0, decks: ArrayLike | None = None) -> None:
        """Empty boards and new decks: those of games number `first`, … of a seed, or the given ones."""
        tiles = len(self.variant.tiles.tiles)
        self._decks = np.empty((self.games, tiles), np.int8)
        # A full shuffle begins with the same tiles as the partial one of `random_scores`: games are the same there.
        if decks is None:
            shuffle_all(checked_seed(seed), first, tiles, self._decks)
        else:
            self._decks[:] = self._checked_decks(decks)
        self.boards: Cells = np.full((self.games, len(self.variant.positions)), EMPTY, np.int8)
        self.hands: Cells = np.full((self.games, self.variant.options.draw), EMPTY, np.int8)
        self.in_hand = 0
        """The number of called tiles that each game has yet to place."""
        self.drawn = 0
        self._moves: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def _checked_decks(self, decks: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(decks)
        tiles = len(self.variant.tiles.tiles)
        if given.shape != (self.games, tiles) or (np.sort(given, axis=1) != np.arange(tiles)).any():
            raise PartakeError(
                "decks must have shape ({games}, {tiles}) and hold each tile once", games=self.games, tiles=tiles
            )
        return given

    @property
    def is_full(self) -> bool:
        """Whether all tiles are placed."""
        return self.drawn == self.variant.draws and not self.in_hand

    def draw(self) -> Cells:
        """Call the next tile, or two; gives the hands, one row a game."""
        if self.in_hand:
            raise IllegalActionError("not all called tiles are placed")
        if self.drawn == self.variant.draws:
            raise IllegalActionError("all tiles are drawn")
        count = min(self.variant.options.draw, self.variant.draws - self.drawn)
        self.hands[:] = EMPTY
        self.hands[:, :count] = self._decks[:, self.drawn : self.drawn + count]
        self.drawn += count
        self.in_hand = count
        self._moves.clear()
        return self.hands

    def legal(self) -> NDArray[np.bool_]:
        """[game, index in hand, position] whether that tile may go there."""
        out = np.empty((*self.hands.shape, self.boards.shape[1]), np.bool_)
        legal_all(self.arrays, self.boards, self.hands, out)
        return out

    def place(self, positions: ArrayLike, which: ArrayLike = 0) -> None:
        """Put a tile of each game's hand (the first unless `which` says otherwise) on a position."""
        where = self._one_each(positions, Message("positions"), len(self.variant.positions))
        chosen = self._one_each(which, Message("places in hand"), self.hands.shape[1])
        game = place_all(self.arrays, self.boards, self.hands, where, chosen)
        if game >= 0:
            name = self.variant.positions[where[game]]
            raise IllegalActionError("game {game}: the tile in hand may not go to {name}", game=game, name=name)
        self.in_hand -= 1
        self._moves.append((where, chosen))

    def _one_each(self, values: ArrayLike, what: str | Message, limit: int) -> NDArray[np.int64]:
        given = np.asarray(values)
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.games,)):
            raise PartakeError(
                "{what} must be whole numbers, one for each of the {games} games", what=what, games=self.games
            )
        lowest, highest = (given.min(), given.max()) if given.shape else (given, given)
        if lowest < 0 or highest >= limit:
            raise PartakeError("{what} must be from 0 to {limit}", what=what, limit=limit - 1)
        each = np.empty(self.games, np.int64)
        each[:] = given
        return each

    def undo(self) -> None:
        """Take back the latest placement of every game; possible until the next draw."""
        if not self._moves:
            raise IllegalActionError("there is nothing to take back")
        where, chosen = self._moves.pop()
        self.hands[self._rows, chosen] = self.boards[self._rows, where]
        self.boards[self._rows, where] = EMPTY
        self.in_hand += 1

    def relocate(self, slots: ArrayLike, targets: ArrayLike) -> None:
        """Move a tile from a reserve position to an empty special cell in each game; -1 for none, in both."""
        if not self.is_full or not self.variant.reserve:
            raise IllegalActionError("the reserve is used only at the end, where there is one")
        source = np.broadcast_to(np.asarray(slots), (self.games,)).astype(np.int64)
        target = np.broadcast_to(np.asarray(targets), (self.games,)).astype(np.int64)
        # Games that move nothing have -1 in both; everything else is checked before any board changes.
        rows = np.flatnonzero((source != EMPTY) | (target != EMPTY))
        for game in rows:
            self._check_move(int(game), int(source[game]), int(target[game]))
        self.boards[rows, target[rows]] = self.boards[rows, source[rows]]
        self.boards[rows, source[rows]] = EMPTY
        self._moves.clear()

    def _check_move(self, game: int, source: int, target: int) -> None:
        if source not in self.variant.reserve or target not in self.variant.targets:
            raise IllegalActionError("game {game}: tiles move from the reserve to special cells", game=game)
        tile = self.boards[game, source]
        if tile == EMPTY or self.boards[game, target] != EMPTY:
            raise IllegalActionError("game {game}: there is no tile to move, or no room for it", game=game)
        if self.variant.tiles.tiles[tile].is_wild:
            raise IllegalActionError("game {game}: a tile with a wild stripe stays in the reserve", game=game)

    def score(self) -> Numbers:
        """The score of every board as it stands."""
        out = np.empty(self.games, np.int64)
        score_all(self.arrays, self.boards, out)
        return out
