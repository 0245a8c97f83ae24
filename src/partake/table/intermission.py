"""The intermission before the dealer acts: a moment to take back, or to look at the result of a game of a match.

It ends by its timer, or as soon as everybody who is waited for has said "go on". Nothing of it is stored: a table that
is loaded in the middle of one begins it anew.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from partake.table.clock import Later, Timer

UNTIL_GO_ON = math.inf
"""The length of an intermission that only "go on" ends."""


class Intermission:
    """One wait of the dealer: when it ends by itself, and who has said "go on"."""

    def __init__(self, seconds: float, later: Later, ended: Callable[[], object]) -> None:
        """`ended` is called when the time is over."""
        self.seconds = seconds
        self.deal_at = None if seconds == UNTIL_GO_ON else time.time() + seconds
        """When the dealer acts, in Unix time; None when that is until "go on"."""
        self.gone_on: set[int] = set()
        """The seats that wait no longer."""
        self._timer: Timer | None = None if seconds == UNTIL_GO_ON else later(seconds, ended)

    def cancel(self) -> None:
        """Let it not end by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def to_json(self, awaited: set[int]) -> dict[str, Any]:
        """What everybody is told: when the dealer acts, how long it waits in all, and for which seats."""
        seconds = None if self.seconds == UNTIL_GO_ON else self.seconds
        return {"deal_at": self.deal_at, "seconds": seconds, "awaited": sorted(awaited)}
