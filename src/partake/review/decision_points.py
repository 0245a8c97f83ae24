"""Decision points of a record: what each seat saw and did, and who must act now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from partake.engine.actions import DEALER, Action, TakeBack
from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError
from partake.rules.messages import Plural
from partake.rules.names import PAIR, shown_name


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A view, and the action that its seat chose."""

    view: View
    action: Action
    at: int
    """The index of the action in the record, from 0."""


def decision_points(record: Record, seat: int) -> Iterator[DecisionPoint]:
    """The decisions of a seat in order, without those that it took back."""
    pending: list[DecisionPoint] = []
    for at, (view, (actor, action)) in enumerate(zip(record.views(seat), record.moves, strict=False)):
        if actor == DEALER:
            yield from pending
            pending = []
        elif actor == seat and isinstance(action, TakeBack):
            pending.pop()
        elif actor == seat:
            pending.append(DecisionPoint(view, action, at))
    yield from pending


def views_to_act(record: Record, seat: int | None) -> list[View]:
    """The views of all seats that must act now, or of the one that is asked for."""
    *_, last = record.views()
    if not record.moves:
        raise PartakeError("nothing has been called yet: the game begins with the dealer")
    if not last.to_act:
        raise PartakeError("nobody has anything to decide now: the game waits for the dealer")
    if seat is not None and seat not in last.to_act:
        name = record.setup.names[seat - 1]
        raise PartakeError(
            Plural(
                "{name} has nothing to decide now",
                "{name} have nothing to decide now",
                count=2 if PAIR in name else 1,
                name=shown_name(name),
            )
        )
    return [list(record.views(owner))[-1] for owner in last.to_act if seat in (None, owner)]
