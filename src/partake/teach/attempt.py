"""What an answer does: the engine plays it, and what it refused, gained, lost and ruined is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from partake.engine.actions import DEALER, Action, Move, Reveal
from partake.engine.contract import Game, View
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.engine.hexagon.counting_rules import counting_rules, indices
from partake.engine.hexagon.line_rule import BROKEN, line_number
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item
from partake.rules.errors import IllegalActionError
from partake.rules.grid import Direction, Line
from partake.rules.messages import Listed, Message
from partake.rules.tiles import WILD
from partake.teach.position import LEARNER


@dataclass(frozen=True)
class Attempt:
    """An action that a learner tried in a position, and what came of it."""

    action: Action
    before: View
    after: View
    """What the learner sees then; as before, if the rules refuse the action."""
    refusal: Message | None = None
    """Why the rules refuse it."""
    shown: int | None = None
    """The value of the pawn that the action turned up."""

    @property
    def is_legal(self) -> bool:
        """Whether the rules allow it."""
        return self.refusal is None

    @cached_property
    def gained(self) -> tuple[Item, ...]:
        """The scored things that were not there before."""
        return tuple(item for item in items_of(self.after) if item not in items_of(self.before))

    @cached_property
    def lost(self) -> tuple[Item, ...]:
        """The scored things that are there no more."""
        return tuple(item for item in items_of(self.before) if item not in items_of(self.after))

    @property
    def points(self) -> int:
        """By how much the learner's total has changed."""
        return int(sum(item.points for item in self.gained) - sum(item.points for item in self.lost))

    @cached_property
    def ruined(self) -> tuple[Line, ...]:
        """The lines that could have scored before and cannot any more."""
        if not isinstance(self.before, HexagonView) or not isinstance(self.after, HexagonView):
            return ()
        gone = set(_ruined(self.before))
        return tuple(line for line in _ruined(self.after) if line not in gone)

    @property
    def remarks(self) -> tuple[Message, ...]:
        """What happened, in the words of the engine; what is gained is listed with its points."""
        if self.refusal is not None:
            return (self.refusal,)
        if isinstance(self.after, HexagonView):
            return tuple(_ruin(self.after, line) for line in self.ruined)
        return ()


def attempt(game: Game[Any, Any], state: Any, action: Action, *, unseen: int = 0) -> Attempt:
    """Play an action of the learner, and what the dealer does at once: turn up the pawn that was looked at or taken.

    A pawn that nobody has looked at shows the value `unseen`; if there is none, one that depends on its square.
    """
    before = game.view(state, LEARNER)
    try:
        state, shown = game.play(state, LEARNER, action), None
    except IllegalActionError as refused:
        return Attempt(action, before, before, refused.message)
    if isinstance(action, Move) and state.wait in (Wait.LOOK, Wait.TAKE):
        possible = game.legal(state, DEALER)
        turned: Any = next(
            (one for one in possible if one == Reveal(unseen)), possible[state.square * 5 % len(possible)]
        )
        state, shown = game.play(state, DEALER, turned), turned.value
    return Attempt(action, before, game.view(state, LEARNER), shown=shown)


def items_of(view: View) -> tuple[Item, ...]:
    """All that scores before the learner, as the view has it; of Take Five the rounds that were won."""
    if isinstance(view, HexagonView):
        return view.items
    if isinstance(view, FiveView):
        return tuple(
            Item(kind="marker", points=1, phase=won.phase, round=number, hand=won.hands[LEARNER - 1])
            for number, won in enumerate(view.rounds, start=1)
            if won.winner == LEARNER
        )
    return ()


def _ruined(view: HexagonView) -> Iterator[Line]:
    """The lines of the board on which different numbers lie: no tile to come can make them score (H22)."""
    variant, cells = view.variant, view.sheet.cells
    rules, sheet = counting_rules(variant), indices(variant, cells)
    anywhere = [True] * len(variant.positions)
    for line in variant.board.lines:
        highest = rules["highest"][line.direction]
        if line_number(line.direction, line.cells, sheet, rules["tiles"], anywhere, highest) == BROKEN:
            yield line


_RUINED = {
    Direction.VERTICAL: Message("the vertical line from {first} to {last} now holds {numbers}: it can score no more"),
    Direction.RISING: Message("the rising line from {first} to {last} now holds {numbers}: it can score no more"),
    Direction.FALLING: Message("the falling line from {first} to {last} now holds {numbers}: it can score no more"),
}
"""What is said of a line on which different numbers lie."""


def _ruin(view: HexagonView, line: Line) -> Message:
    cells, names = view.sheet.cells, view.variant.positions
    numbers = sorted({tile[line.direction] for i in line.cells if (tile := cells[i]) is not None} - {WILD})
    return _RUINED[line.direction].filled(
        first=names[line.cells[0]], last=names[line.cells[-1]], numbers=Listed(numbers)
    )
