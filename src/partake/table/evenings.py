"""Evenings that several phones fill in together: each its own board, the phone that began it also players and games.

Optimistic concurrency throughout: a change says which version of a board, or of the evening, it was made from.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from partake.rules.messages import Message
from partake.store.companion import CompanionStore
from partake.store.rows import EveningRow
from partake.store.upkeep import DAY, Lifetimes
from partake.table.codes import new_code
from partake.table.model import ConflictError, ForbiddenError, MissingError, Person, TooManyError
from partake.table.presence import Now
from partake.table.service import TableService

LARGEST = 60_000
"""The bytes of an evening."""
SWEEP = 3600.0
"""The seconds between two searches for old evenings."""
TRIES = 5
"""How often a change is made again because another came in between, before it is refused."""
LIFETIME = Lifetimes().evenings * DAY
"""The seconds after which an evening in which nobody changes anything is dropped."""

Cells = Mapping[str, str]


class StaleError(ConflictError):
    """A change of something that has changed meanwhile; `present` is how it is now."""

    def __init__(self, text: str | Message, present: Mapping[str, Any]) -> None:
        super().__init__(text)
        self.present = present


class Evenings:
    """Begin, read and change evenings."""

    def __init__(self, tables: TableService, now: Now = time.time) -> None:
        self._store, self._limits, self._now = CompanionStore(tables.store), tables.limits, now
        self._swept = now()

    async def begin(self, person: Person | None, evening: Mapping[str, Any]) -> tuple[EveningRow, str]:
        """Keep an evening, to be filled in by all who have its code; and the key of the phone that begins it."""
        if await self._store.evenings() >= self._limits.evenings:
            raise TooManyError("too many evenings are shared here just now: ask again tomorrow")
        _check_size(evening)
        code, key = new_code(), secrets.token_urlsafe(18)
        at, versions = self._now(), [[1 for _ in game["boards"]] for game in evening["games"]]
        row = EveningRow(code, person.id if person else None, _hash(key), at, at, 1, evening, versions)
        await self._store.add_evening(row)
        return row, key

    async def find(self, code: str) -> EveningRow:
        """The evening of a code, until it is too old."""
        row = await self._store.evening(code.lower())
        if row is None or row.changed < self._now() - LIFETIME:
            raise MissingError("there is no evening by this link: it may be too old")
        return row

    async def put_board(self, code: str, game: int, seat: int, cells: Cells, version: int) -> EveningRow:
        """Another content of one board, which was at this version; both numbers count from 0."""

        def change(row: EveningRow) -> EveningRow:
            present = _board(row, game, seat)
            if version != present["version"]:
                raise StaleError("this board was changed on another phone", present)
            games = list(row.evening["games"])
            boards = _with(games[game]["boards"], seat, dict(cells))
            games[game] = {**games[game], "boards": boards}
            evening = {**row.evening, "games": games}
            _check_size(evening)
            versions = _with(row.versions, game, _with(row.versions[game], seat, version + 1))
            return replace(row, evening=evening, versions=versions)

        return await self._change(code, change)

    async def replace(
        self, code: str, person: Person | None, key: str | None, evening: Mapping[str, Any], version: int
    ) -> EveningRow:
        """Another evening (players, games, options, boards) by whoever began it, made from this version of all."""
        _check_size(evening)

        def change(row: EveningRow) -> EveningRow:
            has_key = key is not None and hmac.compare_digest(_hash(key), row.key)
            if not has_key and (person is None or person.id != row.host):
                raise ForbiddenError("players and games are changed on the phone that began the evening")
            if version != row.version:
                raise StaleError("the evening was changed on another phone", to_json(row))
            return replace(row, evening=evening, versions=_versions(row, evening))

        return await self._change(code, change)

    async def _change(self, code: str, change: Callable[[EveningRow], EveningRow]) -> EveningRow:
        for _ in range(TRIES):
            row = await self.find(code)
            changed = replace(change(row), version=row.version + 1, changed=self._now())
            if await self._store.change_evening(changed):
                return changed
        raise TooManyError("many phones change this evening at the same time: try again")

    async def sweep(self) -> None:
        """Drop evenings that are too old, once an hour."""
        if self._now() - self._swept >= SWEEP:
            self._swept = self._now()
            await self._store.drop_evenings(self._now() - LIFETIME)


def to_json(row: EveningRow) -> dict[str, Any]:
    """An evening as everybody who has its code may read it."""
    return {"code": row.code, "version": row.version, "versions": row.versions, "evening": row.evening}


def _board(row: EveningRow, game: int, seat: int) -> dict[str, Any]:
    """One board with its version."""
    if game >= len(row.versions) or seat >= len(row.versions[game]):
        raise MissingError("there is no such board in this evening")
    return {"version": row.versions[game][seat], "cells": row.evening["games"][game]["boards"][seat]}


def _versions(row: EveningRow, evening: Mapping[str, Any]) -> list[list[int]]:
    """The versions of the boards of another evening: those that stay as they are keep theirs."""
    found: list[list[int]] = []
    for game, written in enumerate(evening["games"]):
        found.append([])
        for seat, cells in enumerate(written["boards"]):
            is_old = game < len(row.versions) and seat < len(row.versions[game])
            present = _board(row, game, seat) if is_old else {"version": 0, "cells": None}
            found[-1].append(present["version"] + (present["cells"] != cells))
    return found


def _with(items: Sequence[Any], at: int, item: Any) -> list[Any]:
    return [*items[:at], item, *items[at + 1 :]]


def _check_size(evening: Mapping[str, Any]) -> None:
    if len(orjson.dumps(evening)) > LARGEST:
        raise TooManyError("this evening is too long to be shared: begin another one")


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
