"""What an operator can do: see people and tables, ban, close, remove, end sessions, check and clean up the database.

A running server and `partake admin` beside a stopped one both come through here; everything is asked by the name of an
action with plain arguments, and answered with plain data.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from partake.rules.diagnostics import note
from partake.rules.errors import PartakeError, quoted
from partake.rules.messages import said
from partake.store.daily import DailyStore
from partake.store.rows import Status
from partake.table.daily import new_share
from partake.table.model import MissingError, Person
from partake.table.people import People
from partake.table.service import TableService

SHORTEST_ID = 4
"""The fewest characters of a person's id by which they can be named."""
SHOWN_ID = 8
"""The characters of a person's id in the log."""

log = logging.getLogger("partake.admin")


class Administration:
    """The operator's actions, each a method; `perform` calls one by its name."""

    ACTIONS = (
        "people", "tables", "tournaments", "ban", "unban", "close", "remove", "end-tournament", "end-sessions",
        "calendar", "check", "clean-up",
    )  # fmt: skip
    """The names of all actions."""

    def __init__(self, tables: TableService, people: People) -> None:
        self._tables, self._people = tables, people

    async def perform(self, action: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Do what an action says, and say what came of it."""
        if action not in self.ACTIONS:
            raise PartakeError(
                "there is no action {action}; there are {actions}",
                action=quoted(action),
                actions=", ".join(self.ACTIONS),
            )
        found: dict[str, Any] = await getattr(self, action.replace("-", "_"))(**arguments)
        return found

    async def people(self, *, name: str = "", limit: int | None = None) -> dict[str, Any]:
        """The people the server knows, the newest first; with `name`, those whose nickname has it in it."""
        found = await self._tables.store.people_overview(name=name, limit=limit)
        return {"people": [asdict(one) for one in found]}

    async def tables(self, *, status: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """The tables, the newest first, and which of them are in memory."""
        found = await self._tables.store.tables_overview(status=Status(status) if status else None, limit=limit)
        loaded = self._tables.runner.loaded_ids
        return {"tables": [{**asdict(one), "in_memory": one.id in loaded} for one in found]}

    async def tournaments(self, *, limit: int | None = None) -> dict[str, Any]:
        """The tournaments, the newest first."""
        shown = ("code", "title", "edition", "mode", "deals", "stage", "round", "created")
        found = await self._tables.tournaments.store.overview(limit)
        return {
            "tournaments": [
                {**{name: getattr(row, name) for name in shown}, "players": players} for row, players in found
            ]
        }

    async def ban(self, *, person: str) -> dict[str, Any]:
        """Let a person change nothing here any more."""
        found = await self._people.ban(await self._person(person))
        note(log, "person banned", person=found.id[:SHOWN_ID])
        return _told(found)

    async def unban(self, *, person: str) -> dict[str, Any]:
        """Let a person do again what everybody may."""
        found = await self._people.unban(await self._person(person))
        note(log, "ban lifted", person=found.id[:SHOWN_ID])
        return _told(found)

    async def end_sessions(self, *, person: str) -> dict[str, Any]:
        """Sign a person out everywhere: cookies, links to other devices and tokens are void."""
        found = await self._people.end_sessions(await self._person(person), tokens=True)
        note(log, "sessions ended", person=found.id[:SHOWN_ID])
        return _told(found)

    async def close(self, *, table: str) -> dict[str, Any]:
        """Close a table that waits or is being played, for good."""
        info = await self._tables.hosting.close_by_operator(table)
        note(log, "table closed", table=table)
        return {"table": info.id, "status": info.status}

    async def remove(self, *, table: str, seat: int) -> dict[str, Any]:
        """Take the people off a seat, as the host could."""
        info = await self._tables.hosting.remove_by_operator(table, seat)
        note(log, "seat cleared", table=table, seat=seat)
        return {"table": info.id, "status": info.status, "seat": seat}

    async def calendar(self, *, verb: str = "", name: str = "") -> dict[str, Any]:
        """This server's own calendar of daily deals, and who shares it; `share` and `revoke` change that."""
        store = DailyStore(self._tables.store)
        if verb == "share":
            token = await new_share(store, name, self._tables.runner.now())
            note(log, "calendar shared", server=name)
            return {"name": name, "token": token}
        if verb == "revoke":
            if not await store.revoke(name):
                raise MissingError("the calendar is not shared with {name}", name=quoted(name))
            note(log, "calendar no longer shared", server=name)
            return {"name": name}
        if verb:
            raise PartakeError("the calendar can be shared, and that be revoked: share NAME, revoke NAME")
        own = await store.calendar("")
        return {
            "fingerprint": None if own is None else own.fingerprint,
            "shares": [{"name": one.name, "created": one.created} for one in await store.shares()],
        }

    async def end_tournament(self, *, code: str) -> dict[str, Any]:
        """End a tournament, whoever hosts it."""
        found = await self._tables.tournaments.end_by_operator(code)
        note(log, "tournament ended", code=found.row.code)
        return {"code": found.row.code, "stage": found.row.stage}

    async def check(self) -> dict[str, Any]:
        """What is wrong with the database, in sentences of the reader's language."""
        found = await self._tables.store.integrity_check()
        note(log, "database checked", complaints=len(found))
        return {"complaints": list(map(said, found))}

    async def clean_up(self) -> dict[str, Any]:
        """Drop guests who never played, tables that never began, used links and evenings, when they are old."""
        found = await self._tables.store.clean_up(keep=self._tables.runner.loaded_ids)
        await self._people.refresh()
        dropped = asdict(found)
        note(log, "cleaned up", **dropped)
        return dropped

    async def _person(self, beginning: str) -> Person:
        """The one person whose id begins so."""
        if len(beginning) < SHORTEST_ID:
            raise PartakeError("name a person by at least {shortest} characters of the id", shortest=SHORTEST_ID)
        found = await self._tables.store.people_overview(beginning=beginning, limit=2)
        if len(found) > 1:
            raise PartakeError(
                "several people have an id that begins with {beginning}: give more of it", beginning=quoted(beginning)
            )
        person = await self._people.find(found[0].id) if found else None
        if person is None:
            raise MissingError("there is nobody whose id begins with {beginning}", beginning=quoted(beginning))
        return person


def _told(person: Person) -> dict[str, Any]:
    return {"person": person.id, "nickname": person.nickname, "banned": person.banned}
