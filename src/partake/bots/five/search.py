"""Determinized search: the most promising actions, played through the rivals' turns in sampled worlds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from partake.bots.bot import SplitMix64
from partake.bots.five.belief import Belief, World
from partake.engine.actions import DEALER, Action, Reveal
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Pawn, Wait
from partake.engine.five.view import FiveView

BREADTH = 4
"""The number of actions that are tried out in each world."""

Chooser = Callable[[FiveView], Action]
"""What a player does who is given a view."""
Judge = Callable[[FiveView], float]
"""The chance to win the round for a seat whose turn begins."""


class WorldSearch:
    """One seat's decision: the sampled worlds, and how actions turn out in them."""

    def __init__(self, view: FiveView, belief: Belief, choose: Chooser, judge: Judge) -> None:
        self._view, self._belief, self._choose, self._judge = view, belief, choose, judge
        self._game = FiveGame(view.setup)

    def best(self, actions: Sequence[Action], *, playouts: int | None, end: float | None, dice: SplitMix64) -> Action:
        """The action that turns out best on average; all are tried in the same worlds (common random numbers).

        The first one stays if there is not even enough thinking for one world.
        """
        totals, worlds = [0.0] * len(actions), 0
        longest, now = 0.0, time.perf_counter()
        while playouts is None or (worlds + 1) * len(actions) <= playouts:
            world, found = self._belief.world(dice), list[float]()
            for action in actions:
                if end is not None and now + longest > end:
                    return actions[totals.index(max(totals))]
                found.append(world.weight * self.playout(world, action))
                before, now = now, time.perf_counter()
                longest = max(longest, now - before)
            totals = [total + value for total, value in zip(totals, found, strict=True)]
            worlds += 1
        return actions[totals.index(max(totals))]

    def playout(self, world: World, action: Action) -> float:
        """The chance to win the round in a world after an action, judged when this seat's next turn begins."""
        view, game, seat = self._view, self._game, self._view.turn
        state = game.play(imagined(view, world), seat, action)
        while len(state.rounds) == len(view.rounds):
            if state.wait is Wait.DEAL:
                return 1 / len(view.hands)
            if state.wait in (Wait.LOOK, Wait.TAKE):
                pawn = state.pawns[state.square]
                state = game.play(state, DEALER, Reveal(pawn.value if pawn else None))
            elif seat in state.out:
                return 0.0
            elif state.turn == seat and state.turns > view.turns:
                return self._judge(game.view(state, seat))
            else:
                state = game.play(state, state.turn, self._choose(game.view(state, state.turn)))
        return float(state.rounds[-1].winner == seat)


def imagined(view: FiveView, world: World) -> FiveState:
    """The state that a view comes from if the pawns lie as in a world."""
    index = view.squares.index
    return FiveState(
        rounds=view.rounds,
        deals=1,
        turn=view.turn,
        first=view.turn,
        turns=view.turns,
        pawns=tuple(
            None if pawn is None else Pawn(value, pawn.public, pawn.seen)
            for pawn, value in zip(view.pawns, world.values, strict=True)
        ),
        pieces=tuple(index(square) for _, square in view.pieces),
        hands=view.hands,
        out=view.out,
        moved=tuple(str(piece) for piece in view.moved),
        took=view.took,
        wait=view.wait,
        square=index(view.square) if view.square else 0,
        log=view.log,
    )
