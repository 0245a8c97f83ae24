"""`perform` an operator's action: through the server that has the folder, because tables live in its memory, or else
directly on the database while none has."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError, capitalised
from partake.rules.languages import current
from partake.rules.messages import Message, said
from partake.store.backup import finish_restore
from partake.store.folder import FolderLock, LockHolder, running_server
from partake.store.store import Store
from partake.table.administration import Administration
from partake.table.limits import Limits
from partake.table.people import People
from partake.table.service import TableService
from partake.web.api.admin import PATH, SignedRequests
from partake.web.errors import SENTENCES
from partake.web.identity import Identity
from partake.web.settings import Settings

PATIENCE = 120.0
"""Seconds that a running server has for its answer: the check of a large database takes a while."""
PURPOSE = "admin"
"""What the lock of the folder tells others while an action is performed without a server."""


def perform(settings: Settings, action: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Do what an operator's action says, and say what came of it."""
    if isinstance(settings.location, Path) and not settings.location.is_file():
        raise PartakeError("there is no server's folder {folder}: name it with --folder", folder=settings.folder)
    holder = running_server(settings.folder)
    if holder is None or (settings.database and not holder.address):
        return asyncio.run(_perform_here(settings, action, arguments))
    if not holder.address:
        raise PartakeError(
            "the folder {folder} is in use by {holder}: try again when that has ended",
            folder=settings.folder,
            holder=holder,
        )
    signed = SignedRequests(Identity(settings).derived("admin"))
    return _ask(holder, signed.sign(action, arguments))


async def _perform_here(settings: Settings, action: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Open the store while no server has the folder, and keep servers out meanwhile.

    A PostgreSQL may have servers elsewhere, which go by what is stored there.
    """
    with nullcontext() if settings.database else FolderLock(settings.folder, PURPOSE):
        if not settings.database:
            finish_restore(settings.folder)
        store = Store(settings.location)
        try:
            tables = TableService(store, catalogue(*settings.data), limits=Limits(workers=0))
            people = People(store, tables)
            try:
                return await Administration(tables, people).perform(action, arguments)
            finally:
                await tables.close()
        finally:
            await asyncio.to_thread(store.close)


def _ask(server: LockHolder, body: bytes) -> dict[str, Any]:
    """What a running server answers to a signed request."""
    at = urlsplit(server.address)
    connection = http.client.HTTPConnection(at.hostname or "127.0.0.1", at.port or 80, timeout=PATIENCE)
    try:
        host = urlsplit(server.link or server.address).netloc
        connection.request("POST", PATH, body, {"Host": host, "Accept-Language": current().code})
        response = connection.getresponse()
        found: dict[str, Any] = json.loads(response.read())
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise PartakeError("{server} does not answer: {name}", server=server, name=type(problem).__name__) from None
    finally:
        connection.close()
    if response.status == 404 and "error" in found and found["error"] == capitalised(said(SENTENCES[404])):
        raise PartakeError(
            "{server} does not know the key in this folder: was it changed while it runs?", server=server
        )
    if response.status != 200:
        if "error" in found:
            raise PartakeError(Message(str(found["error"])))
        raise PartakeError("the server answered with status {status}", status=response.status)
    return found
