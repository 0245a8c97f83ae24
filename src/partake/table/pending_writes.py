"""What a table in memory has and the store not yet: applied, on its way there, or being read from it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from partake.table.channels import Channel
from partake.table.game_log import Progress

if TYPE_CHECKING:
    from partake.table.pipeline import Applied


Announced = tuple[Channel, str, bytes]
"""An event for a channel: its kind and its data."""


class PendingWrites:
    """The writes of one table that are under way; who looks at the table waits until it is `settled`."""

    def __init__(self) -> None:
        self.applied: list[Applied] = []
        """What has happened and waits to be stored."""
        self.in_flight: list[Applied] = []
        """What is being stored."""
        self.untold: Progress | None = None
        """What of it nobody has worded yet: what happens in one tick is told together."""
        self.worded: list[Announced] = []
        """What the channels are told when what was applied is stored."""
        self.worded_in_flight: list[Announced] = []
        """What they are told when what is being stored is."""
        self.is_following = False
        """Whether what another process has stored is being read."""
        self._settled: asyncio.Future[None] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether all that has happened here is stored, and what is stored is here."""
        return not (self.applied or self.in_flight or self.is_following)

    async def settled(self) -> None:
        """Wait until that is so."""
        while not self.is_settled:
            if self._settled is None:
                self._settled = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._settled)

    def wake(self) -> None:
        """Let those go on who wait, if it is so now."""
        if self._settled is not None and self.is_settled:
            self._settled.set_result(None)
            self._settled = None
