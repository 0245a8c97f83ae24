"""The request context: what every route needs, reached from the request."""

from __future__ import annotations

from fastapi import Request
from starlette.requests import HTTPConnection

from partake.engine.record.model import Record
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.table.challenges import Challenges
from partake.table.daily import Daily
from partake.table.evenings import Evenings
from partake.table.leaderboards import Leaderboards
from partake.table.model import ForbiddenError, MissingError, Person
from partake.table.paper import PaperGames
from partake.table.people import People, check_banned
from partake.table.play_on import PlayOn
from partake.table.puzzles import Puzzles
from partake.table.service import TableService
from partake.web.addresses import NOWHERE, Proxies, counted_as
from partake.web.errors import UnknownPersonError
from partake.web.garbage import GarbageSchedule
from partake.web.health import Probe
from partake.web.identity import EXPIRED, ONLY_PLAYS, Identity
from partake.web.rates import RateLimit, TokenBucket
from partake.web.settings import Settings
from partake.web.streams import Reader, Streams
from partake.web.traffic import Traffic

STRANGER = Message("you are not known here yet: choose a nickname, or send your token")
"""What is said when something needs a person, and nobody is known."""


class RequestContext:
    """The tables, the people and their identities, for routes of the API and for pages."""

    def __init__(
        self,
        settings: Settings,
        catalogue: Catalogue,
        tables: TableService,
        people: People,
        identity: Identity,
        traffic: Traffic,
        daily: Daily,
    ) -> None:
        self.settings = settings
        self.catalogue = catalogue
        self.tables = tables
        self.people = people
        self.identity = identity
        self.traffic = traffic
        self.daily = daily
        self.probe = Probe(tables.store)
        self.challenges, self.play_on = Challenges(tables), PlayOn(tables)
        self.leaderboards = Leaderboards(tables, is_on=settings.leaderboards == "yes")
        self.paper, self.evenings = PaperGames(tables), Evenings(tables)
        self.puzzles = Puzzles(tables.store, catalogue, settings.folder)
        garbage = GarbageSchedule(lambda: sum(traffic.moves.counts))
        tables.runner.upkeep += [self.evenings.sweep, garbage.sweep]
        proxies = Proxies(settings.proxies)
        self.streams = Streams(tables, settings.streams, of_address=settings.connections, proxies=proxies)
        bus = tables.store.bus
        self._guests = RateLimit(settings.guests_per_minute, bus=bus, name="guests")
        self._creations = RateLimit(settings.tables_per_minute, bus=bus, name="creations")
        self._moves = TokenBucket(settings.moves_per_second, bus=bus, name="moves")

    async def who(self, request: HTTPConnection) -> Person | None:
        """The person who asks, if they are known."""
        return await self.identity.who(request, self.people)

    async def reader(self, request: HTTPConnection) -> tuple[Person | None, Reader]:
        """The person who wants to hear what happens at a table, and as whom they do: a spectator when not known."""
        person, here = await self.who(request), address(request)
        if person is None:
            return None, Reader(None, here)
        check_banned(person)
        company = [other for other in await self.people.at_device(person) if other != person.id]
        return person, Reader(person.id, here, company)

    async def person(self, request: Request) -> Person:
        """The person who asks; refused when they are not known."""
        found = await self.who(request)
        if found is None:
            raise UnknownPersonError(STRANGER)
        return found

    async def record(self, request: Request, table: str) -> Record:
        """What the one who asks may read of a game: all of it, with the seed, when it is over."""
        person = await self.who(request)
        return await self.tables.record(table, person.id if person else None)

    async def owner(self, request: Request) -> Person:
        """The person who asks and decides about themselves: known by a cookie, or a token that was given that."""
        found = await self.identity.who(request, self.people, alone=True)
        if found is None:
            raise UnknownPersonError(STRANGER)
        if not await self.identity.manages(request, self.people):
            raise ForbiddenError(ONLY_PLAYS)
        return found

    async def rename(self, request: Request, person: Person, nickname: str) -> Person:
        """The person who asks by the name that a form gives; by a token that only plays they keep the one they have."""
        if nickname == person.nickname or not await self.identity.manages(request, self.people):
            return person
        return await self.people.rename(person, nickname)

    async def carried(self, token: str) -> Person:
        """The person whose carry-over token this is, unless they have signed out everywhere since."""
        signed = self.identity.carried(token)
        person = await self.people.find(signed.person)
        if person is None:
            raise MissingError("nobody is known by this link any more")
        if signed.sessions != person.sessions:
            raise PartakeError(EXPIRED)
        check_banned(person)
        return person

    async def person_or_guest(self, request: Request, nickname: str | None) -> tuple[Person, bool]:
        """The person who asks, or a new guest of this nickname; whether it is a new one (who then needs the cookie).

        Of a pair's name, `Ann & Bob`, the first is the one who asks.
        """
        found = await self.who(request)
        if found is not None:
            return found, False
        if nickname is None:
            raise UnknownPersonError(STRANGER)
        return await self.new_guest(request, nickname.partition(" & ")[0]), True

    async def new_guest(self, request: Request, nickname: str) -> Person:
        """A new guest, within the limit of new guests from one address."""
        self._guests.spend(address(request))
        return await self.people.new(nickname)

    def count_creation(self, request: Request) -> None:
        """Count a new table, token or review, within the limit for one address."""
        self._creations.spend(address(request))

    def count_change(self, request: Request) -> None:
        """Count a change of an evening, whoever makes it, within the limit for one address."""
        self._moves.spend(address(request))

    def count_move(self, person: Person) -> None:
        """Count a move or another act at a table, within the limit for one person and all on their device."""
        self._moves.spend(person.guardian or person.id)

    def link(self, request: Request) -> str:
        """The address of this server as its people see it, without a slash at the end."""
        return (self.settings.link or str(request.base_url)).rstrip("/")


def address(request: HTTPConnection) -> str:
    """The network that a request comes from, as it is counted."""
    return counted_as(request.client.host) if request.client else NOWHERE


def context_of(request: HTTPConnection) -> RequestContext:
    """The context of the application that answers this request."""
    found: RequestContext = request.app.state.context
    return found
