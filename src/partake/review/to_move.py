"""Who must act in a game that is not over, and what they see."""

from __future__ import annotations

from partake.engine.contract import View
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError


def must_act(record: Record, seat: int | None) -> list[View]:
    """The views of all seats that must act now, or of the one that is asked for."""
    *_, last = record.views()
    if not last.to_act:
        raise PartakeError("nobody has anything to decide now: the game waits for the dealer")
    if seat is not None and seat not in last.to_act:
        raise PartakeError(f"{record.setup.names[seat - 1]} has nothing to decide now")
    return [list(record.views(owner))[-1] for owner in last.to_act if seat in (None, owner)]
