"""Tables of many people: what is the same for all of them is written down once, and a state shows a few boards only.

At a table of hundreds nobody looks at hundreds of boards. A state then has the own sheet and those of the first few
seats; of all others it has the points, so that everybody knows how they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.table.view_json import own_json, sheet_json, view_json

CROWD = 8
"""With more seats than these, a table is a crowd's."""


class Crowd:
    """What everybody at a table of many sees alike, from one action of the dealer to the next."""

    def __init__(self) -> None:
        self._dealt = -1
        self._alike: dict[str, Any] = {}

    def view_json(self, view: HexagonView, dealt: int, spectator: Callable[[], View]) -> dict[str, Any]:
        """A seat's view as plain data, after so many entries of the log that everybody may see."""
        if dealt != self._dealt:
            self._dealt, self._alike = dealt, _alike(spectator())
        sheets = self._alike["sheets"]
        if view.seat is not None:
            sheets = [*sheets[: view.seat - 1], sheet_json(view, view.seat), *sheets[view.seat :]]
        return {**self._alike, **own_json(view), "sheets": sheets}


def _alike(view: View) -> dict[str, Any]:
    found = view_json(view)
    sheets = found["sheets"]
    return {**found, "sheets": [*sheets[:CROWD], *({"total": sheet["total"]} for sheet in sheets[CROWD:])]}
