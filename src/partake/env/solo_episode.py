"""An episode of one player, kept up incrementally: what a step changes is changed, everything else stays.

Points change only when a line becomes complete, so only then something is counted, and by the engine's own functions
(`line_number`, `count`, `open_positions`): the rules are not written a second time. No state of the engine is made; the
readable game, for pictures and for the words of a refusal, is replayed from the actions when somebody asks for it.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.hexagon.counting import count
from partake.engine.hexagon.counting_rules import EMPTY, counting_rules, indices
from partake.engine.hexagon.line_rule import line_number
from partake.engine.hexagon.placement import open_positions
from partake.env.hexagon_encoding import Observation
from partake.env.hexagon_episode import HexagonEpisode
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile


class SoloEpisode:
    """The running game of a single environment; step by step equal to a `HexagonEpisode` with one seat."""

    def __init__(self, setup: Setup) -> None:
        self._readable = HexagonEpisode(setup)
        """The same game by the readable engine, up to the step `_replayed`."""
        self.layout = self._readable.layout
        variant = self.layout.variant
        self._variant = variant
        self._rules = rules = counting_rules(variant)
        lines = [*variant.board.lines, *variant.yard_lines]
        self._missing_at_first = [sum(cell not in variant.skips_empty for cell in line.cells) for line in lines]
        self._lines = [(int(line.direction), line.cells, rules["highest"][line.direction]) for line in lines]
        self._through = [
            [i for i, line in enumerate(lines) if position in line.cells] for position in range(self.layout.positions)
        ]
        self._counts_lines_only = not (
            rules["rays"] != "none" or any(rules["bonus_points"]) or rules["scrapyard"] != "none" or variant.targets
        )
        self._index = indices(variant, variant.tiles.tiles)
        """The index in the edition's whole set, by which counting goes, of each tile of the variant."""
        self._empty_score = self._count([EMPTY] * self.layout.positions)
        self._seed: Seed | None = None
        self.left, self.score = 0, 0.0
        """The number of steps left, and the score as the board stands."""

    def restart(self, seed: Seed) -> None:
        """Start a new game and call its first tiles."""
        layout = self.layout
        self._seed, self._log, self._replayed = seed, cast(list[int], []), -1
        # the order in which the dealer draws (HexagonGame.deal)
        self._order = seed.shuffled("round 1", range(layout.tiles))
        self._drawn, self.left, self._is_done = 0, layout.steps, False
        self._cells: list[Tile | None] = [None] * layout.positions
        self._sheet = [EMPTY] * layout.positions
        self._missing = list(self._missing_at_first)
        # the score begins with 0: what an empty scrapyard costs comes with the first step
        self._points, self.score = self._empty_score, 0.0
        self._board = np.zeros(layout.positions, layout.dtype)
        self._bag = np.ones(layout.tiles, np.int8)
        self._called = np.zeros(layout.hand_size, layout.dtype)
        self.mask: NDArray[np.int8] = np.zeros(layout.actions, np.int8)
        """The legal actions now; belongs to the episode, which changes it with every step."""
        self._draw()

    @property
    def is_over(self) -> bool:
        """Whether all steps are played."""
        return self.left == 0

    def step(self, number: int) -> None:
        """Play an action from 0 to `layout.actions`; an illegal one is an error in the words of the engine."""
        if self._seed is None or not self.left or not self.mask[number]:
            self._refuse(number)
        layout = self.layout
        self._log.append(number)
        self.left -= 1
        if number < layout.placements:
            self._place(*divmod(number, layout.positions))
        else:
            self._relocate(number)
        self.score = float(self._points)

    def _place(self, index: int, position: int) -> None:
        tile = self._hand[index]
        self._hand[index] = EMPTY
        self._put(tile, position)
        self._called[index] = 0
        if any(tile >= 0 for tile in self._hand):
            self._update_mask(position)
        elif self.left > self.layout.slots:
            self._draw(position)
        else:
            self._open_reserve()

    def _put(self, tile: int, position: int) -> None:
        """A tile on a position, and what the lines through it then earn."""
        self._board[position] = tile + 1
        self._sheet[position] = self._index[tile]
        self._cells[position] = self._variant.tiles.tiles[tile]
        completed = []
        for line in self._through[position]:
            self._missing[line] -= 1
            if not self._missing[line]:
                completed.append(line)
        for line in completed:
            number = self._number(line)
            if self._counts_lines_only:
                self._points += len(self._lines[line][1]) * number
            elif number or self._is_of_one_symbol(line):
                self._points = self._count(self._sheet)
                return

    def _number(self, line: int) -> int:
        """The number with which a complete line scores, 0 if it does not."""
        direction, cells, highest = self._lines[line]
        return line_number(direction, cells, self._sheet, self._rules["tiles"], self._rules["skips"], highest)

    def _is_of_one_symbol(self, line: int) -> bool:
        """Whether a line may be a ray: one that neither scores nor is a ray changes no points."""
        symbols = self._rules["symbols"]
        return len({symbols[tile] for cell in self._lines[line][1] if (tile := self._sheet[cell]) >= 0}) == 1

    def _count(self, sheet: list[int]) -> int:
        return sum(item["points"] for item in count(self._rules, [sheet])[0])

    def _draw(self, filled: int | None = None) -> None:
        """Call the next tiles; `filled` is the position that the last step filled, if the game has begun."""
        size = min(self.layout.hand_size, self._variant.draws - self._drawn)
        self._hand = list(self._order[self._drawn : self._drawn + size])
        self._drawn += size
        for index, tile in enumerate(self._hand):
            self._called[index] = tile + 1
            self._bag[tile] = 0
        self._update_mask(filled)

    def _update_mask(self, filled: int | None) -> None:
        mask, positions = self.mask, self.layout.positions
        if filled is not None and positions == len(mask) and self._variant.is_plain:
            mask[filled] = 0
            return
        mask[:] = 0
        for index, tile in enumerate(self._hand):
            if tile >= 0:
                start = index * positions
                for position in open_positions(self._variant, self._cells, self._variant.tiles.tiles[tile]):
                    mask[start + position] = 1

    def _relocate(self, number: int) -> None:
        layout, variant = self.layout, self._variant
        if number == layout.actions - 1:
            self._is_done = True
        else:
            slot, target = divmod(number - layout.placements, layout.targets)
            source, position = variant.reserve[slot], variant.targets[target]
            tile = int(self._board[source]) - 1
            self._board[source], self._sheet[source], self._cells[source] = 0, EMPTY, None
            self._board[position], self._sheet[position] = tile + 1, self._index[tile]
            self._points = self._count(self._sheet)
        self._open_reserve()

    def _open_reserve(self) -> None:
        """The moves from the reserve that are legal when all tiles are placed (H31, H41)."""
        self.mask[:] = 0
        if not self.left:
            return
        layout, variant = self.layout, self._variant
        self.mask[-1] = 1
        if self._is_done:
            return
        free = [target for target, cell in enumerate(variant.targets) if self._sheet[cell] == EMPTY]
        for slot, source in enumerate(variant.reserve):
            tile = self._cells[source]
            if tile is not None and not tile.is_wild:
                for target in free:
                    self.mask[layout.placements + slot * layout.targets + target] = 1

    def observe(self) -> Observation:
        """The observation: arrays that no later step changes."""
        return {
            "board": self._board.copy(),
            "hand": self._called.copy(),
            "bag": self._bag.copy(),
            "action_mask": self.mask.copy(),
        }

    def readied(self) -> SoloEpisode:
        """The episode itself, if a game has begun."""
        if self._seed is None:
            raise PartakeError("there is no game yet: call reset first")
        return self

    def readable(self) -> HexagonEpisode:
        """The same game at the same step, by the readable engine."""
        self.readied()
        if self._replayed < 0:
            self._readable.restart(cast(Seed, self._seed))
            self._replayed = 0
        for number in self._log[self._replayed :]:
            self._readable.step({1: number})
        self._replayed = len(self._log)
        return self._readable

    def _refuse(self, number: int) -> None:
        self.readable().step({1: number})
        raise AssertionError(f"action {number} is legal by the readable engine alone")
