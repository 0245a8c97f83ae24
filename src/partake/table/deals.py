"""Deals that many people play, each alone at a table of their own: one game counts, others are practice.

A deal is known by its name, `kind/…`: the source of its kind (the calendar of daily deals, a tournament) says until
when it is sealed. While it is sealed, nobody may look at a game on it who has not finished their own.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from partake.engine.chance import Seed
from partake.rules.messages import Message
from partake.store.deal_rows import TryRow
from partake.store.deals import DealStore, TryResult
from partake.store.rows import TableRow
from partake.table.model import (
    ConflictError,
    ForbiddenError,
    MissingError,
    Person,
    SeatRequest,
    TableInfo,
    TableRequest,
)
from partake.table.presence import Now
from partake.table.seating import Seating

SEALED = Message("this game is played on tiles that you can still play yourself: play yours first, then look")
"""What is said to somebody who would see draws ahead of their own game."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt: the rules, and the seed, which nobody outside may know while it is sealed."""

    name: str
    """`kind/…`, at most 80 characters."""
    edition: str
    options: Mapping[str, str | int | bool]
    seed: Seed
    title: str = ""
    """The title of its tables; that of the edition if it is empty."""
    clock: float | None = None
    """Seconds for a move; None for no clock."""


class DealSource(Protocol):
    """Where the deals of one kind come from."""

    async def is_sealed(self, name: str) -> bool:
        """Whether only those who have finished their own game may look at others'."""


class Deals:
    """Games on deals, and who may see them."""

    def __init__(self, store: DealStore, seating: Seating, now: Now | None = None) -> None:
        self.store, self._seating, self._now = store, seating, now or time.time
        self._sources: dict[str, DealSource] = {}

    def register(self, kind: str, source: DealSource) -> None:
        """Let a source answer for the deals of a kind."""
        self._sources[kind] = source

    async def begin(self, deal: Deal, person: Person, *, counts: bool = True) -> TableInfo:
        """The person's game on a deal that counts, begun now or before; without `counts`, a new one for practice.

        Practice on a sealed deal begins when the game that counts is over.
        """
        mine = await self.store.try_of(deal.name, person.id)
        if counts and mine is not None:
            return await self._seating.info(mine.table)
        if not counts and await self.is_sealed(deal.name) and not (mine and mine.is_over):
            raise ConflictError("finish your own game on these tiles first: then practise as often as you like")
        wanted = TableRequest(
            deal.edition, options=deal.options, title=deal.title, clock=deal.clock, seats=(SeatRequest("host"),),
            hints=False if counts else None,
        )  # fmt: skip
        counted = TryRow(deal.name, person.id, "", self._now()) if counts else None
        return await self._seating.create(person, wanted, deal=deal.name, seed=deal.seed, counted=counted)

    async def is_sealed(self, name: str) -> bool:
        """Whether only those who have finished their own game may look at others'."""
        source = self._sources.get(name.partition("/")[0])
        if source is None:
            raise MissingError("there is no such deal")
        return await source.is_sealed(name)

    async def results(self, name: str) -> list[TryResult]:
        """All tries on a deal, those with most points first; to be shown only to those who may see them."""
        return await self.store.tries(name)

    async def check_sight(self, row: TableRow, person: str | None, *, sits: bool) -> None:
        """Refuse a look at a game whose draws this person may still meet in a game of their own."""
        if row.deal is None or sits or not await self.is_sealed(row.deal):
            return
        mine = None if person is None else await self.store.try_of(row.deal, person)
        if mine is None or not mine.is_over:
            raise ForbiddenError(SEALED)
