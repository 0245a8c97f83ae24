"""One tournament of a server: take part, play its deals, host it."""

from __future__ import annotations

from typing import Any

from partake.client.activities import Standings, TournamentInfo
from partake.client.connection import Connection
from partake.client.decoding import given
from partake.client.models import TableInfo
from partake.client.table import RemoteTable
from partake.rules.catalogue import Catalogue


class RemoteTournament:
    """A tournament of a server, by its code; `info` is as it was when it was last asked for."""

    def __init__(
        self, connection: Connection, code: str, catalogue: Catalogue, info: TournamentInfo | None = None
    ) -> None:
        self.code, self.info = code, info
        self._connection, self._catalogue = connection, catalogue

    def __repr__(self) -> str:
        return f"<RemoteTournament {self.code} at {self._connection.url}>"

    async def _do(self, method: str, path: str, body: Any = None, **how: Any) -> TournamentInfo:
        """Ask for something that is answered with the tournament as it is now."""
        self.info = await self._connection.ask(TournamentInfo, method, path, body, code=self.code, **how)
        return self.info

    async def state(self) -> TournamentInfo:
        """The tournament as it is now."""
        return await self._do("GET", "/api/tournaments/{code}")

    async def results(self) -> Standings:
        """The standings by the deals that we may see."""
        return await self._connection.ask(Standings, "GET", "/api/tournaments/{code}/results", code=self.code)

    async def join(self, nickname: str | None = None) -> TournamentInfo:
        """Take part, by a name that nobody else has here."""
        return await self._do("POST", "/api/tournaments/{code}/join", given({"nickname": nickname}))

    async def leave(self) -> TournamentInfo:
        """Take part no more, before we have begun a deal."""
        return await self._do("POST", "/api/tournaments/{code}/leave")

    async def begin(self) -> RemoteTable:
        """Our table of the deal that is played now, begun or found again; it is played like any other."""
        info = await self._connection.ask(
            TableInfo, "POST", "/api/tournaments/{code}/play", repeatable=True, code=self.code
        )
        return RemoteTable(self._connection, info.id, self._catalogue, info)

    async def go_on(self, version: int | None = None) -> TournamentInfo:
        """As the host, start the first or the next deal, or end one early; once for each version."""
        body = given({"version": version})
        return await self._do("POST", "/api/tournaments/{code}/go-on", body, repeatable=version is not None)

    async def end(self) -> TournamentInfo:
        """As the host, end the tournament now."""
        return await self._do("POST", "/api/tournaments/{code}/end")

    async def change(self, *, title: str | None = None, joining: bool | None = None) -> TournamentInfo:
        """As the host, rename the tournament, close the joining or open it again."""
        return await self._do("PATCH", "/api/tournaments/{code}", given({"title": title, "joining": joining}))

    async def remove(self, number: int) -> TournamentInfo:
        """As the host, take a player out with all results."""
        return await self._do("POST", "/api/tournaments/{code}/remove", {"number": number})
