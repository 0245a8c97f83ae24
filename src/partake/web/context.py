"""The request context: what every route needs, reached from the request; and the rate limits."""

from __future__ import annotations

import time
from collections.abc import Callable

from fastapi import Request

from partake.rules.catalogue import Catalogue
from partake.table.model import Person
from partake.table.people import People
from partake.table.service import TableService
from partake.web.errors import TooManyError, UnknownPersonError
from partake.web.identity import Identity
from partake.web.settings import Settings
from partake.web.streams import Streams

WINDOW = 60.0
"""Seconds after which a rate limit counts from zero again."""


class RateLimit:
    """Fixed-window rate limit: a number of events in a minute for each address; 0 for any number."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = per_minute, clock
        self._began = clock()
        self._used: dict[str, int] = {}

    def spend(self, address: str) -> None:
        """Count one event, or refuse it."""
        if not self._most:
            return
        now = self._clock()
        if now - self._began >= WINDOW:
            self._began, self._used = now, {}
        self._used[address] = self._used.get(address, 0) + 1
        if self._used[address] > self._most:
            raise TooManyError("that is too much in one minute: wait a little")


class RequestContext:
    """The tables, the people and their identities, for routes of the API and for pages."""

    def __init__(
        self, settings: Settings, catalogue: Catalogue, tables: TableService, people: People, identity: Identity
    ) -> None:
        self.settings = settings
        self.catalogue = catalogue
        self.tables = tables
        self.people = people
        self.identity = identity
        self.streams = Streams(tables, settings.streams)
        self._guests = RateLimit(settings.guests_per_minute)
        self._creations = RateLimit(settings.tables_per_minute)

    async def who(self, request: Request) -> Person | None:
        """The person who asks, if they are known."""
        return await self.identity.who(request, self.people)

    async def person(self, request: Request) -> Person:
        """The person who asks; refused when they are not known."""
        found = await self.who(request)
        if found is None:
            raise UnknownPersonError("you are not known here yet: choose a nickname, or send your token")
        return found

    async def person_or_guest(self, request: Request, nickname: str | None) -> tuple[Person, bool]:
        """The person who asks, or a new guest of this nickname; whether it is a new one (who then needs the cookie).

        Of a pair's name, `Ann & Bob`, the first is the one who asks.
        """
        found = await self.who(request)
        if found is not None:
            return found, False
        if nickname is None:
            raise UnknownPersonError("you are not known here yet: choose a nickname, or send your token")
        return await self.new_guest(request, nickname.partition(" & ")[0]), True

    async def new_guest(self, request: Request, nickname: str) -> Person:
        """A new guest, within the limit of new guests from one address."""
        self._guests.spend(address(request))
        return await self.people.new(nickname)

    def count_creation(self, request: Request) -> None:
        """Count a new table, token or review, within the limit for one address."""
        self._creations.spend(address(request))

    def link(self, request: Request) -> str:
        """The address of this server as its people see it, without a slash at the end."""
        return (self.settings.link or str(request.base_url)).rstrip("/")


def address(request: Request) -> str:
    """The network address that a request comes from."""
    return request.client.host if request.client else "nowhere"


def context_of(request: Request) -> RequestContext:
    """The context of the application that answers this request."""
    found: RequestContext = request.app.state.context
    return found
