"""The people a server knows: their names, the hashes of their tokens, the links that made a device theirs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from partake.store import schema
from partake.store.bus import PEOPLE
from partake.store.mentions import mentioning, titles_by, with_titles_of
from partake.store.rows import PersonRow, TokenRow, values_of
from partake.store.scrubbing import mark
from partake.store.statements import is_added
from partake.store.store import Store

TOKENS = "token"
"""The kind of message about tokens that are useless now: their hashes."""


class PeopleStore:
    """People, tokens and used links in the database of a store; other processes are told what has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add_person(self, person: str, nickname: str, created: float, guardian: str | None = None) -> None:
        """Keep a new person; one with a guardian plays on the guardian's device."""
        values = values_of(PersonRow(person, nickname, created, guardian))

        def job(connection: Connection) -> None:
            connection.execute(insert(schema.people).values(values))
            if guardian is not None:
                self._store.bus.send(connection, PEOPLE, guardian)

        await self._store.write(job)

    async def person(self, person: str) -> PersonRow | None:
        """A person by their id; None if there is no such person."""
        query = select(schema.people).where(schema.people.c.id == person)

        def read(connection: Connection) -> PersonRow | None:
            found = connection.execute(query).first()
            return None if found is None else PersonRow(**found._mapping)

        return await self._store.read(read)

    async def nickname(self, person: str) -> str | None:
        """The nickname of a person; None if there is no such person."""
        found = await self.person(person)
        return None if found is None else found.nickname

    async def change_person(self, person: str, **values: Any) -> None:
        """Change what is kept of a person."""
        change = update(schema.people).where(schema.people.c.id == person).values(values)

        def job(connection: Connection) -> None:
            connection.execute(change)
            self._store.bus.send(connection, PEOPLE, person)

        await self._store.write(job)

    async def wards(self, guardian: str) -> dict[str, str]:
        """The nicknames of those who play on a person's device, by their ids, the oldest first."""
        people = schema.people
        query = select(people.c.id, people.c.nickname).where(people.c.guardian == guardian).order_by(people.c.created)
        return await self._store.read(lambda connection: {row.id: row.nickname for row in connection.execute(query)})

    async def use_link(self, link: str, now: float, since: float) -> bool:
        """Note that a link, by its hash, is used; whether it was not before. Links used before `since` are dropped."""
        used, was_new = schema.used_links, list[str]()

        def job(connection: Connection) -> None:
            was_new.clear()
            connection.execute(delete(used).where(used.c.at < since))
            if is_added(connection, used, {"hash": link, "at": now}):
                was_new.append(link)

        await self._store.write(job)
        return bool(was_new)

    async def is_used_link(self, link: str) -> bool:
        """Whether a link, by its hash, was used."""
        query = select(schema.used_links.c.hash).where(schema.used_links.c.hash == link)
        return await self._store.read(lambda connection: connection.execute(query).first() is not None)

    async def forget(self, person: str) -> None:
        """Drop a person, their tokens, the evenings they began, what they wrote and
        won in tournaments, and every byte that is left of them in the files."""

        def job(connection: Connection) -> None:
            connection.execute(delete(schema.evenings).where(schema.evenings.c.host == person))
            hosted = schema.tournaments.c.host == person
            version = schema.tournaments.c.version + 1  # so that no copy with the old host is stored any more
            connection.execute(update(schema.tournaments).where(hosted).values(host=None, title="", version=version))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))
            self._store.bus.send(connection, PEOPLE, person)
            mark(connection)
            self._store.scrub()

        await self._store.write(job)

    async def add_token(self, token: TokenRow) -> None:
        """Keep the hash of a token."""
        values = values_of(token)
        await self._store.write(lambda connection: connection.execute(insert(schema.tokens).values(values)))

    async def tokens(self, person: str) -> list[TokenRow]:
        """All tokens of a person, the oldest first."""
        query = select(schema.tokens).where(schema.tokens.c.person == person).order_by(schema.tokens.c.created)
        return await self._store.read(
            lambda connection: [TokenRow(**row._mapping) for row in connection.execute(query)]
        )

    async def all_tokens(self) -> dict[str, TokenRow]:
        """Every token, by its hash."""
        query = select(schema.tokens)
        return await self._store.read(
            lambda connection: {row.hash: TokenRow(**row._mapping) for row in connection.execute(query)}
        )

    async def token(self, hashed: str) -> TokenRow | None:
        """The token of a hash."""
        query = select(schema.tokens).where(schema.tokens.c.hash == hashed)

        def read(connection: Connection) -> TokenRow | None:
            found = connection.execute(query).first()
            return None if found is None else TokenRow(**found._mapping)

        return await self._store.read(read)

    async def drop_tokens(self, *hashes: str) -> None:
        """Forget tokens."""
        gone = delete(schema.tokens).where(schema.tokens.c.hash.in_(hashes))

        def job(connection: Connection) -> None:
            connection.execute(gone)
            self._store.bus.send(connection, TOKENS, *hashes)

        await self._store.write(job)

    async def mentioning(self, person: str) -> list[str]:
        """The tables that mention a person: at a seat, as the host, as asked or removed."""
        return await self._store.read(lambda connection: mentioning(connection, person))

    async def titles_by(self, person: str) -> set[str]:
        """The titles of the tables that a person hosts, or may have hosted before they left."""
        return await self._store.read(lambda connection: titles_by(connection, person))

    async def with_titles_of(self, person: str, titles: Collection[str]) -> list[str]:
        """The tables that have one of these titles from a table of the person: its rematches and challenges."""
        return await self._store.read(lambda connection: with_titles_of(connection, person, titles))
