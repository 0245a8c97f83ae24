"""The decisions of one seat: what it saw, and what it did and did not take back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from partake.engine.actions import DEALER, Action, TakeBack
from partake.engine.contract import View
from partake.engine.record.model import Record


@dataclass(frozen=True, slots=True)
class Moment:
    """A view, and what its seat did."""

    view: View
    action: Action
    at: int
    """The place of the action in the record, from 0."""


def moments(record: Record, seat: int) -> Iterator[Moment]:
    """Everything that a seat did and let stand, in order."""
    pending: list[Moment] = []
    for at, (view, (actor, action)) in enumerate(zip(record.views(seat), record.moves, strict=False)):
        if actor == DEALER:
            yield from pending
            pending = []
        elif actor == seat and isinstance(action, TakeBack):
            pending.pop()
        elif actor == seat:
            pending.append(Moment(view, action, at))
    yield from pending
