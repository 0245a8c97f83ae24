"""Bots at a table in the terminal: their seats play by themselves, after the people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partake.cli.compile_notice import tell_preparing
from partake.cli.terminal.opponents import opponents
from partake.cli.terminal.session import Session

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table


class SessionWithBots(Session):
    """A session in which some seats may be bots; people act first, so that nothing is told too early."""

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self.bots = opponents(table)
        """Who plays by itself, by seat."""
        self._unready = {seated.bot.name for seated in self.bots.values()}

    def turn(self, seat: int) -> None:
        """Let one of the people who must act do one thing, or a bot when nobody else must."""
        people = [other for other in self.table.to_act if other not in self.bots]
        if people:
            super().turn(people[0])
            return
        tell_preparing(self._unready, self.table.setup.edition.family)  # now, and not before a screen hides it
        self._unready = set()
        action = self.bots[seat].choose(self.table.view(seat))
        self.table.play(seat, action)
        self.done(seat, action)
