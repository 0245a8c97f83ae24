"""People: guests without accounts, tokens for their programs, what they played, and forgetting them."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

from partake.engine.setup import check_seat
from partake.rules.errors import OptionError
from partake.store.rows import TokenRow
from partake.store.store import Store
from partake.table.model import ForbiddenError, MissingError, Person
from partake.table.service import TableService
from partake.table.statistics import GamePlayed, statistics

LONGEST_LABEL = 60
"""The most characters of a token's name."""


class People:
    """The people the server knows; a cache of those who were here, because every request asks."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._limits = tables.limits
        self._store = store
        self._service = tables
        self._known: dict[str, Person] = {}
        self._tokens: dict[str, str] | None = None

    async def new(self, nickname: str) -> Person:
        """A new guest."""
        check_nickname(nickname)
        person = Person(secrets.token_hex(16), nickname)
        await self._store.add_person(person.id, nickname, time.time())
        self._known[person.id] = person
        return person

    def known(self, person: str) -> Person | None:
        """A person who was here lately."""
        return self._known.get(person)

    async def find(self, person: str) -> Person | None:
        """The person of this id, if there is one."""
        if person not in self._known:
            nickname = await self._store.nickname(person)
            if nickname is None:
                return None
            self._known[person] = Person(person, nickname)
        return self._known[person]

    async def rename(self, person: Person, nickname: str) -> Person:
        """Another nickname, for tables to come."""
        check_nickname(nickname)
        await self._store.rename(person.id, nickname)
        self._known[person.id] = Person(person.id, nickname)
        return self._known[person.id]

    async def forget(self, person: Person) -> None:
        """Leave every table, take the name off every game, and drop identity and tokens."""
        await self._service.forget(person.id)
        self._known.pop(person.id, None)
        self._tokens = None

    async def new_token(self, person: Person, label: str) -> tuple[str, TokenRow]:
        """A token for a program; it is shown this once, and only its hash is kept."""
        if not label.strip() or len(label) > LONGEST_LABEL or not label.isprintable():
            raise OptionError(f"a token needs a name of 1 to {LONGEST_LABEL} characters")
        if len(await self._store.tokens(person.id)) >= self._limits.tokens:
            raise ForbiddenError(f"you have {self._limits.tokens} tokens: delete one first")
        token = f"pt_{secrets.token_urlsafe(24)}"
        row = TokenRow(_hash(token), person.id, label, time.time())
        await self._store.add_token(row)
        if self._tokens is not None:
            self._tokens[row.hash] = person.id
        return token, row

    async def tokens(self, person: Person) -> list[TokenRow]:
        """All tokens of a person, without the tokens themselves."""
        return await self._store.tokens(person.id)

    async def drop_token(self, person: Person, token_id: str) -> None:
        """Make a token useless; `token_id` is the beginning of its hash."""
        for row in await self._store.tokens(person.id):
            if row.hash[:16] == token_id:
                await self._store.drop_token(row.hash)
                if self._tokens is not None:
                    self._tokens.pop(row.hash, None)
                return
        raise MissingError("you have no such token")

    async def of_token(self, token: str) -> Person | None:
        """The person whose token this is."""
        if self._tokens is None:
            self._tokens = await self._store.all_tokens()
        person = self._tokens.get(_hash(token))
        return None if person is None else await self.find(person)

    async def games(self, person: Person, limit: int | None = None) -> list[GamePlayed]:
        """The games of a person, the newest first."""
        return [GamePlayed.of(row) for row in await self._store.played(person.id, limit or self._limits.games)]

    async def statistics(self, person: Person) -> list[dict[str, Any]]:
        """Best, mean, distribution and progress for each edition."""
        return statistics(await self.games(person))


def check_nickname(nickname: str) -> None:
    """Refuse what cannot be a name."""
    check_seat([nickname])


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
