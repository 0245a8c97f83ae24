"""Hexagon games for OpenSpiel. The numbers of actions, which for the first three are those of `partake.env`:

    place the i-th called tile on position p     i * positions + p
    move reserve slot s to special cell t        draw * positions + s * targets + t
    done: move no more tiles from the reserve    the one after those
    hand the i-th called tile to the holder      draw * positions + i

A position of the scrapyard is a player's own; where scrapyards are passed it is that of the scrapyard the player holds.
A chance outcome is a tile, or behind the tiles an unordered pair of them, in the order of the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from partake.engine.actions import DEALER, Action, Close, Done, Draw, Place, Relocate, Scrap
from partake.engine.contract import Chances, Entry
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.state import HexagonState
from partake.engine.hexagon.view import HexagonView
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile
from partake.spiel.hexagon_tensors import HexagonTensors
from partake.spiel.model import Model, Node, Sampler, Scope, Tensors, win_shares

UTILITIES = ("points", "margin", "win")
"""What a player wants: points; points more than the others' mean; or to have the most, which are both zero-sum."""


class HexagonModel(Model):
    """A hexagon game of one or more players."""

    def __init__(self, game: HexagonGame, utility: str) -> None:
        self.variant = variant = game.variant
        self.utility, self.is_zero_sum = utility, utility != "points"
        tiles, draw, slots = variant.tiles.tiles, variant.options.draw, len(variant.reserve)
        self._deals: list[Draw | Close] = [
            Draw(tuple(called)) for size in range(1, draw + 1) for called in combinations(tiles, size)
        ]
        self._draws = {draw.tiles: i for i, draw in enumerate(self._deals) if isinstance(draw, Draw)}
        self.outcomes = len(self._deals)
        self._deals.append(Close())
        self._positions = len(variant.positions)
        self._placements = draw * self._positions
        self._is_passed = variant.options.scrapyard == "passed"
        moves = slots * len(variant.targets) + 1 if slots else 0
        self._done = self._placements + moves - 1
        self._scraps = self._placements + moves
        self.actions = self._scraps + (draw if self._is_passed else 0)
        seats = len(game.setup.seats)
        turns = variant.draws + (slots + 1 if slots else 0) + (len(variant.yard) if self._is_passed else 0)
        self.length = seats * turns
        self.utilities = self._bounds(seats)
        super().__init__(game)
        self.tensors = HexagonTensors(variant, seats, -(-variant.draws // draw) + self.length)

    def _bounds(self, players: int) -> tuple[float, float]:
        """Safe bounds of the utility: every line, ray and bonus at its best, every penalty paid."""
        variant, points = self.variant, self.variant.edition.points
        lines, rays = variant.board.lines, variant.options.rays
        high = sum(len(line.cells) * max(variant.tiles.numbers(line.direction), default=0) for line in lines)
        high += sum(variant.tiles.bonus(tile) for tile in variant.tiles.tiles)
        longest = max(len(line.cells) for line in lines)
        each = max(points.sunray, points.moonray) * sum(len(line.cells) for line in lines)
        high += {"each": each, "best": 2 * points.best_ray, "longest": longest * points.longest_ray}.get(rays, 0)
        low = -points.scrapyard_penalty if variant.scrapyard else 0
        if self.utility == "margin":
            return float(low - high), float(high - low)
        return (-1 / (players - 1), 1.0) if self.utility == "win" else (float(low), float(high))

    # Chance and actions

    def numbered(self, chances: Chances) -> list[tuple[int, float]]:
        """The numbers of the draws, all equally likely."""
        share = 1 / len(chances)
        return [(self._draws[draw.tiles], share) for draw, _ in chances if isinstance(draw, Draw)]

    def chance_action(self, number: int) -> Action:
        """The draw of this number, or the close."""
        return self._deals[number]

    def number(self, state: HexagonState, seat: int, action: Action) -> int:
        """The number of a legal action."""
        match action:
            case Place(tile, cell):
                return state.called.index(tile) * self._positions + self.variant.index[cell]
            case Scrap(tile):
                return self._scraps + state.called.index(tile)
            case Relocate(tile, cell):
                slot = state.sides[seat - 1].cells.index(tile) - self.variant.reserve.start
                target = self.variant.targets.index(self.variant.index[cell])
                return self._placements + slot * len(self.variant.targets) + target
        return self._done

    def action(self, state: HexagonState, seat: int, number: int) -> Action:
        """Decode an action by the tiles on call and in the reserve."""
        variant, side = self.variant, state.sides[seat - 1]
        if number < self._placements or number >= self._scraps:
            index, position = divmod(number, self._positions)
            if number >= self._scraps:
                index, position = number - self._scraps, -1
            if index >= len(state.called):
                raise IllegalActionError("there is no tile to place at place {place} of the hand", place=index + 1)
            tile = state.called[index]
            if position < 0:
                return Scrap(tile)
            owner = state.holders.index(seat) + 1 if self._is_passed and position in variant.yard else 0
            return Place(tile, variant.positions[position], owner)
        if number == self._done:
            return Done()
        slot, target = divmod(number - self._placements, len(variant.targets))
        waiting = side.cells[variant.reserve[slot]]
        if waiting is None:
            raise IllegalActionError(
                "there is no tile on {positions}", positions=variant.positions[variant.reserve[slot]]
            )
        return Relocate(waiting, variant.positions[variant.targets[target]])

    # What players know and get

    def recalled(self, node: Node, seat: int | None) -> str:
        """Besides the log: tiles that wait for this seat as the holder of a scrapyard, which the log tells later."""
        text = super().recalled(node, seat)
        handed = self.game.view(node.state, seat).handed if node.state.holders and seat else ()
        return text + "".join(f" {owner}:{tile}@s" for owner, tile in handed)

    def observed(self, node: Node, seat: int, scope: Scope) -> str:
        """The tiles on call and in hand, and each board, position by position, the own first."""
        view: HexagonView = self.game.view(node.state, seat if scope.private else None)
        found = [f"p{seat - 1}"] if scope.private else ["public"]
        if scope.private:
            found += ["hand " + _row(view.hand)]
            found += [f"handed {owner}:{tile}" for owner, tile in view.handed]
        if scope.public:
            found += ["called " + _row(view.called), "relocating" if view.relocating else "placing"]
            found += [f"board{owner} {_row(cells)}" for owner, cells in enumerate(view.cells)]
        elif scope.private:
            found += [f"board{seat - 1} {_row(view.cells[seat - 1])}"]
        return "\n".join(found)

    def position(self, node: Node) -> str:
        """The tiles on call that somebody has still to place, and each seat's board, hand and what it has said."""
        state: HexagonState = node.state
        waiting = [tile for tile in state.called if any(tile in (*side.hand, *side.handed) for side in state.sides)]
        lines = ["relocating" if state.relocating else f"called {_row(waiting)}"]
        for number, side in enumerate(state.sides):
            changed = (
                i for i, (now, seen) in enumerate(zip(side.cells, side.public_cells, strict=True)) if now != seen
            )
            hidden = [self.variant.positions[i] for i in changed]
            lines.append(f"board{number} {_row(side.cells)}")
            marks = [f"hand {_row(side.hand)}"] if side.hand else []
            marks += [f"handed {_row(side.handed)}"] if side.handed else []
            marks += [f"hidden {' '.join(hidden)}"] if hidden and self.players > 1 else []
            marks += ["done"] if side.done else []
            lines[-1] += "".join(f", {mark}" for mark in marks)
        return "\n".join(lines)

    def shapes(self, scope: Scope) -> dict[str, tuple[int, ...]]:
        """The parts of a tensor."""
        return self.tensors.shapes(scope)

    def fill(self, node: Node, seat: int, scope: Scope, tensors: Tensors) -> None:
        """Write what a seat, or a spectator, sees."""
        viewer = seat if scope.private else None
        view = self.game.view(node.state, viewer)
        self.tensors.fill(view, seat, scope, tensors)
        if scope.recall:
            self.tensors.fill_history(self.game.visible(node.log, viewer), seat, tensors["history"])

    def returns(self, node: Node) -> list[float]:
        """The points, the margin over the others' mean, or the shares of the win."""
        outcome = self.game.outcome(node.state)
        if outcome is None:
            return [0.0] * self.players
        points = np.array([float(total) for total in outcome.totals])
        if self.utility == "win":
            return win_shares(outcome.winners, self.players)
        if self.utility == "margin":
            points = (points * self.players - points.sum()) / (self.players - 1)
        return [float(number) for number in points]

    def resampled(self, history: Sequence[int], node: Node, seat: int, sampler: Sampler) -> list[int]:
        """Play the turn again: the seat's own actions as they were, hidden ones of the others uniformly.

        What a holder was handed is known to it and stays. A turn that the seat can tell apart is thrown away, which
        happens only where scrapyards are passed (rejection sampling).
        """
        start, begin, seen = self.root, 0, self.recalled(node, seat)
        at = start
        for i, number in enumerate(history, start=1):
            at = self.after(at, number)
            if at.log[-1][0] == DEALER:
                start, begin = at, i
        turn = node.log[len(start.log) :]
        own = [number for (actor, _), number in zip(turn, history[begin:], strict=True) if actor == seat]
        handed = [
            (actor, action)
            for actor, action in turn
            if isinstance(action, Scrap) and start.state.holders[actor - 1] == seat
        ]
        while True:
            at, numbers, left = start, list(history[:begin]), list(own)
            while at.actor and not (at.actor == node.actor and not left and self.recalled(at, seat) == seen):
                if at.actor == seat:
                    if not left:
                        break
                    choice = left.pop(0)
                else:
                    choice = self._sampled(at, seat, handed, sampler)
                if choice not in self.legal(at):
                    break
                numbers.append(choice)
                at = self.after(at, choice)
            if at.actor == node.actor and not left and self.recalled(at, seat) == seen:
                return numbers

    def _sampled(self, node: Node, seat: int, handed: Sequence[Entry], sampler: Sampler) -> int:
        """An action of another seat: the next scrap that the observing seat was handed, else a hidden one."""
        state, actor = node.state, node.actor or DEALER
        legal, options = self.game.legal(state, actor), self.legal(node)
        for _, scrap in (entry for entry in handed if entry[0] == actor and entry[1] in legal):
            return self.number(state, actor, scrap)
        if state.holders and state.holders[actor - 1] == seat:
            options = [number for number in options if number < self._scraps] or options
        return options[min(int(sampler() * len(options)), len(options) - 1)]


def _row(tiles: Sequence[Tile | None]) -> str:
    return " ".join("." if tile is None else str(tile) for tile in tiles) or "-"
