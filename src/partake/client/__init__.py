"""A client for the HTTP API of a server: everything that a program does there, typed and asynchronous.

    async with partake.client.connect("http://localhost:8765", token="…") as server:
        outcome = await server.table("k7fq2m").play(GreedyBot())

Needs the extra `client`.
"""

from __future__ import annotations

from partake.rules.extras import MissingExtraError, install_command

try:
    import httpx2  # noqa: F401
except ImportError:  # pragma: no cover - seen only without the extra
    raise MissingExtraError(
        "partake.client needs httpx2: {install_command}", install_command=install_command("client")
    ) from None

from partake.client.errors import ClientError, NotPartakeError, RefusedError, StaleError, UnreachableError
from partake.client.events import (
    ActedEvent,
    Event,
    IntermissionEvent,
    MovesEvent,
    PresenceEvent,
    StateEvent,
    TableEvent,
)
from partake.client.models import Seat, State, TableInfo
from partake.client.server import Server, connect
from partake.client.table import Player, RemoteTable
from partake.client.tournament import RemoteTournament

__all__ = [
    "ActedEvent", "ClientError", "Event", "IntermissionEvent", "MovesEvent", "NotPartakeError", "Player",
    "PresenceEvent", "RefusedError", "RemoteTable", "RemoteTournament", "Seat", "Server", "StaleError", "State",
    "StateEvent", "TableEvent", "TableInfo", "UnreachableError", "connect",
]  # fmt: skip
