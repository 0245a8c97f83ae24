"""An episode of a hexagon table: in each step all seats act once, then the dealer acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from partake.engine.actions import Done
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.hexagon.view import HexagonView
from partake.engine.table import Table
from partake.env.hexagon_encoding import HexagonLayout
from partake.env.validation import check_single_game
from partake.rules.edition import HexagonEdition
from partake.rules.errors import IllegalActionError, PartakeError
from partake.rules.variant import Variant


class HexagonEpisode:
    """The running game of an environment; all games of a variant take the same number of steps."""

    def __init__(self, setup: Setup) -> None:
        check_single_game(setup.options)
        if setup.options.scrapyard == "passed":
            raise PartakeError("scrapyard=passed is not for this environment: there a neighbour acts between two steps")
        self.setup = setup
        self.layout = HexagonLayout(Variant(cast(HexagonEdition, setup.edition), setup.options))
        self._table: Table | None = None
        self._left = 0
        self._views: dict[int, HexagonView] = {}

    def restart(self, seed: Seed) -> None:
        """Start a new game and call its first tiles."""
        self._table, self._left = Table(self.setup, seed), self.layout.steps
        self._table.deal()
        self._views.clear()

    @property
    def table(self) -> Table:
        """The table; there is none before the first reset."""
        if self._table is None:
            raise PartakeError("there is no game yet: call reset first")
        return self._table

    @property
    def is_over(self) -> bool:
        """Whether all steps are played."""
        return self._left == 0

    @property
    def steps(self) -> int:
        """The number of steps that are played."""
        return self.layout.steps - self._left

    def view(self, seat: int) -> HexagonView:
        """The view of a seat, cached until the next step."""
        if seat not in self._views:
            self._views[seat] = cast(HexagonView, self.table.view(seat))
        return self._views[seat]

    def score(self, seat: int) -> float:
        """The current score of a seat, as far as that seat can know it; 0 before the first step."""
        if not self.steps:
            return 0.0
        outcome, view = self.table.outcome, self.view(seat)
        if outcome is not None:
            return float(outcome.totals[seat - 1])
        if self.setup.options.ties_players:
            return float(view.scores[seat - 1].total)
        return float(view.sheet.score.total)

    def step(self, actions: Mapping[int, int]) -> None:
        """Play an action of each seat, atomically: if one is illegal, none is played."""
        if self.table.is_over:
            raise PartakeError("the game is over: call reset")
        for seat, number in actions.items():
            if not self.layout.mask(self.view(seat))[number]:
                self._refuse(seat, number)
        for seat, number in actions.items():
            if self.view(seat).must_act:
                self.table.play(seat, self.layout.action(number, self.view(seat)))
        self._left -= 1
        self._deal()
        self._views.clear()

    def _refuse(self, seat: int, number: int) -> None:
        view = self.view(seat)
        try:
            if view.relocating and not view.must_act:
                raise IllegalActionError("you have said that you are done")
            self.table.play(seat, self.layout.action(number, view))
        except IllegalActionError as problem:
            raise IllegalActionError(
                "seat {seat}: action {number} ({words}): {problem}"
                if len(self.setup.seats) > 1
                else "action {number} ({words}): {problem}",
                seat=seat,
                number=number,
                words=self.layout.words(number),
                problem=problem,
            ) from None

    def _deal(self) -> None:
        """Draw, open the reserve when all tiles are placed, and close when all steps are played."""
        if self.is_over:
            for seat in self.table.to_act:
                self.table.play(seat, Done())
        elif self.table.to_act or self._left < self.layout.slots:
            return
        self.table.deal()
