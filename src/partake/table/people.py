"""People: guests without accounts, tokens for their programs, what they played, and forgetting them."""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from partake.rules.errors import OptionError
from partake.rules.messages import Message, Plural
from partake.store.bus import PEOPLE
from partake.store.people import TOKENS, PeopleStore
from partake.store.practice_rows import ResultRow
from partake.store.rows import Status, TokenRow
from partake.store.store import Store
from partake.table.model import ConflictError, ForbiddenError, LimitReachedError, MissingError, Person, TableInfo
from partake.table.names import person_name
from partake.table.progress import LIKE_ME, OTHERWISE, match_of
from partake.table.service import TableService
from partake.table.statistics import GamePlayed, OwnScores, RulesPlayed, own_scores, statistics

USED = Message("this link has been used, and works only once: make a new one where you are known")
"""What is said about a carry-over link that comes a second time."""
BANNED = Message("you may do nothing here any more: ask whoever runs this server")
"""What is said to a person who is banned."""
MOST_NAMES = 8
"""How many players of a game are named in a list of games."""
MOST_RESULTS = 5000
"""How many results of a person, the latest, progress and milestones are found from."""
LONGEST_LABEL = 60
"""The most characters of a token's name."""


class People:
    """The people the server knows; a cache of those who were here, because every request asks.

    What another process changes is read again as soon as it is told, with the same consequences for streams here.
    """

    def __init__(self, store: Store, tables: TableService) -> None:
        self._limits = tables.limits
        self._store, self._people = store, PeopleStore(store)
        self._service = tables
        self._known: dict[str, Person] = {}
        self._wards: dict[str, list[str]] = {}
        """The friends who play on each person's device, as far as it was asked for."""
        self._tokens: dict[str, TokenRow] | None = None
        self._changes = 0
        """The number of changes so far: what was read while one was made is not cached."""
        self._bus = store.bus
        self._bus.on(PEOPLE, self._changed_elsewhere)
        self._bus.on(TOKENS, self._dropped_elsewhere)
        self._bus.gaps.append(lambda: tables.runner.spawn(self.refresh()))

    async def new(self, nickname: str, guardian: Person | None = None) -> Person:
        """A new guest, or a friend who plays on a guest's device."""
        nickname = person_name(nickname)
        person = Person(secrets.token_hex(16), nickname, guardian.id if guardian else None)
        await self._people.add_person(person.id, nickname, time.time(), person.guardian)
        if guardian is not None:
            self._wards.pop(guardian.id, None)
        self._known[person.id] = person
        return person

    async def friend_here(self, person: Person, nickname: str) -> Person:
        """The friend of this name who plays on a person's device: the one who did before, or a new one."""
        nickname, here = person_name(nickname), await self.at_device(person)
        found = [friend for friend in here.values() if friend.nickname == nickname]
        if found and found[0].guardian:
            return found[0]
        if len(here) > self._limits.friends:
            raise LimitReachedError(
                "{friends} friends have played on your device: choose one of their names", friends=self._limits.friends
            )
        return await self.new(nickname, await self._guardian(person))

    async def at_device(self, person: Person) -> dict[str, Person]:
        """Everybody who plays on a person's device, by their ids: the one whose device it is first."""
        guardian = await self._guardian(person)
        known = self._wards.get(guardian.id)
        if known is None:
            changes, known = self._changes, list(await self._people.wards(guardian.id))
            if changes == self._changes:
                self._wards[guardian.id] = known
        wards = [await self.find(ward) for ward in known]
        return {one.id: one for one in (guardian, *wards) if one is not None}

    async def device_seats(self, table: str, person: Person) -> dict[int, str]:
        """Those who play on a person's device and sit at a table, by their seats."""
        people = await self.at_device(person)
        async with self._service.runner.hold(table) as running:
            found = {row.seat: one for one in people if (row := running.kept_seat(one)) is not None}
        return dict(sorted(found.items()))

    async def join(
        self, table: str, person: Person, *, name: str | None = None, seat: int | None = None, key: str | None = None
    ) -> TableInfo:
        """Sit down at a table, or come back to it, with those at the same device who have a seat or are asked there."""
        info = await self._service.join(table, person, name=name, seat=seat, key=key)
        for friend in await self._along(table, person):
            info = await self._service.join(table, friend)
        return info

    async def rematch(self, table: str, person: Person) -> TableInfo:
        """Play again, with everybody who played on the same device; the others are asked."""
        company = (await self.device_seats(table, person)).values()
        info = await self._service.rematch(table, person, company)
        return await self.join(info.id, person) if info.status == Status.WAITING else info

    async def decline(self, table: str, person: Person) -> TableInfo:
        """Do not play again, and nobody on the same device does."""
        info = await self._service.decline(table, person.id)
        for friend in await self._along(table, person):
            info = await self._service.decline(table, friend.id)
        return info

    async def _along(self, table: str, person: Person) -> list[Person]:
        """The others at a person's device who have a seat at a table, or are asked to play there."""
        people = await self.at_device(person)
        async with self._service.runner.hold(table) as running:
            asked = running.row.invited
            found = [one for one in people.values() if one.id in asked or running.kept_seat(one.id) is not None]
        return [one for one in found if one.id != person.id]

    async def leave(self, table: str, person: Person) -> TableInfo:
        """Leave a table, with everybody who plays there on the same device."""
        for one in (await self.device_seats(table, person)).values():
            if one != person.id:
                await self._service.leave(table, one)
        return await self._service.leave(table, person.id)

    async def acting_as(self, person: Person, friend: str) -> Person:
        """The friend as whom a person acts on their own device; nobody can act for anybody else."""
        found = self._known.get(friend) or await self.find(friend)
        if found is None or found.guardian != person.id:
            raise ForbiddenError("this is not your device's seat")
        return found

    async def _guardian(self, person: Person) -> Person:
        found = await self.find(person.guardian) if person.guardian else None
        return found or person

    def known(self, person: str) -> Person | None:
        """A person who was here lately."""
        return self._known.get(person)

    async def find(self, person: str) -> Person | None:
        """The person of this id, if there is one."""
        while person not in self._known:
            changes, row = self._changes, await self._people.person(person)
            if row is None:
                return None
            if changes == self._changes:
                self._known[person] = Person.of(row)
        return self._known[person]

    async def rename(self, person: Person, nickname: str) -> Person:
        """Another nickname, for tables to come."""
        return await self._change(person, nickname=person_name(nickname))

    async def choose(self, person: Person, *, public: bool | None = None, milestones: bool | None = None) -> Person:
        """Whether a person wants to be seen on leaderboards, and to be told of milestones; None for as before."""
        wanted = {"public": public, "milestones": milestones}
        return await self._change(person, **{name: value for name, value in wanted.items() if value is not None})

    async def bot_for(self, person: Person, edition: str, level: str) -> str:
        """The bot that a person asks for: where it is to be like them, the one that their own games say."""
        wanted, _, otherwise = level.partition(":")
        if wanted != LIKE_ME:
            return level
        return match_of(await self.results(person), edition, otherwise or OTHERWISE).bot

    async def results(self, person: Person) -> list[ResultRow]:
        """What became of a person's games, in the order in which they ended."""
        return await self._service.results.store.of_person(person.id, MOST_RESULTS)

    async def end_sessions(self, person: Person, *, tokens: bool = False) -> Person:
        """Sign out everywhere: all cookies and carry-over links of a person, with `tokens` their tokens too, are void.

        Their streams end, those of friends on their device included. A cookie that is made from the person who is
        returned holds again.
        """
        sessions = max(time.time(), math.nextafter(person.sessions, math.inf))
        changed = await self._change(person, sessions=sessions, undated=None)
        if tokens:
            await self._drop_tokens(*await self._people.tokens(person.id))
        await self._end_streams(person)
        return changed

    async def ban(self, person: Person) -> Person:
        """Let a person change nothing here any more, and end their streams; what they can read stays readable."""
        changed = await self._change(person, banned=time.time())
        await self._end_streams(person)
        return changed

    async def unban(self, person: Person) -> Person:
        """Let a person do again what everybody may."""
        return await self._change(person, banned=None)

    async def refresh(self) -> None:
        """Read anew what another process may have changed; who was banned or signed out since loses their streams."""
        before, self._known, self._wards, self._tokens = self._known, {}, {}, None
        self._changes += 1
        for person in self._service.runner.listeners:
            await self._look_at_streams(person, before.get(person))

    def _changed_elsewhere(self, _sender: str, person: str) -> None:
        """Another process has changed a person; or people, whoever they are."""
        if not person:
            self._service.runner.spawn(self.refresh())
            return
        self._changes += 1
        self._wards.pop(person, None)
        before = self._known.pop(person, None)
        if before is not None:  # nobody else can have a stream here
            self._service.runner.spawn(self._look_at_streams(person, before))

    def _dropped_elsewhere(self, _sender: str, *hashes: str) -> None:
        """Another process has made tokens useless."""
        self._changes += 1
        known = self._tokens or {}
        for one in hashes:
            known.pop(one, None)

    async def _look_at_streams(self, person: str, before: Person | None) -> None:
        """End the streams of a person who was banned, signed out or forgotten since then."""
        now = await self.find(person)
        if now is None:
            self._tokens = None
            self._service.tournaments.forget(person)
        if now is None or now.banned or (before is not None and before.sessions != now.sessions):
            self._service.runner.end_streams({person, *await self._people.wards(person)})

    async def _change(self, person: Person, **values: Any) -> Person:
        await self._people.change_person(person.id, **values)
        self._changes += 1
        self._known.pop(person.id, None)  # another process may have changed something else
        return await self.find(person.id) or replace(person, **values)

    async def _end_streams(self, person: Person) -> None:
        self._service.runner.end_streams({person.id, *await self._people.wards(person.id)})

    async def forget(self, person: Person) -> None:
        """Leave every table, take the name off every game, and drop identity and tokens; of friends here too."""
        for one in (*await self._people.wards(person.id), person.id):
            await self._service.forget(one)
            self._known.pop(one, None)
        self._wards.pop(person.guardian or person.id, None)
        self._tokens = None
        self._changes += 1

    async def use_link(self, token: str, lifetime: float) -> None:
        """Let a link that makes another device the same person be used, once; it expires after `lifetime` seconds."""
        now = time.time()
        if not await self._people.use_link(_hash(token), now, now - 2 * lifetime):
            raise ConflictError(USED)

    async def check_link(self, token: str) -> None:
        """Refuse such a link when it has been used."""
        if await self._people.is_used_link(_hash(token)):
            raise ConflictError(USED)

    async def new_token(self, person: Person, label: str, *, manages: bool = False) -> tuple[str, TokenRow]:
        """A token for a program; it is shown this once, and only its hash is kept.

        One that `manages` decides about the person as their browser does; any other only plays.
        """
        if not label.strip() or len(label) > LONGEST_LABEL or not label.isprintable():
            raise OptionError("a token needs a name of 1 to {longest} characters", longest=LONGEST_LABEL)
        if len(await self._people.tokens(person.id)) >= self._limits.tokens:
            raise LimitReachedError(
                Plural(
                    "you have {count} token: delete one first",
                    "you have {count} tokens: delete one first",
                    count=self._limits.tokens,
                )
            )
        token = f"pt_{secrets.token_urlsafe(24)}"
        row = TokenRow(_hash(token), person.id, label, time.time(), manages)
        await self._people.add_token(row)
        self._changes += 1
        if self._tokens is not None:
            self._tokens[row.hash] = row
        return token, row

    async def tokens(self, person: Person) -> list[TokenRow]:
        """All tokens of a person, without the tokens themselves."""
        return await self._people.tokens(person.id)

    async def drop_token(self, person: Person, token_id: str) -> None:
        """Make a token useless; `token_id` is the beginning of its hash."""
        for row in await self._people.tokens(person.id):
            if row.hash[:16] == token_id:
                await self._drop_tokens(row)
                return
        raise MissingError("you have no such token")

    async def _drop_tokens(self, *rows: TokenRow) -> None:
        await self._people.drop_tokens(*(row.hash for row in rows))
        self._changes += 1
        for row in rows:
            if self._tokens is not None:
                self._tokens.pop(row.hash, None)

    async def token(self, token: str) -> TokenRow | None:
        """What is kept of a token, by the token itself."""
        while self._tokens is None:
            changes, rows = self._changes, await self._people.all_tokens()
            if changes == self._changes:
                self._tokens = rows
        hashed = _hash(token)
        if hashed in self._tokens or not self._bus.is_shared:
            return self._tokens.get(hashed)
        changes, row = self._changes, await self._people.token(hashed)  # it may have been made by another process
        if row is not None and changes == self._changes and self._tokens is not None:
            self._tokens[hashed] = row
        return row

    async def of_token(self, token: str) -> Person | None:
        """The person whose token this is."""
        row = await self.token(token)
        return None if row is None else await self.find(row.person)

    async def games(self, person: Person, limit: int | None = None) -> list[GamePlayed]:
        """The games of a person, the newest first."""
        return [
            GamePlayed.of(row, person.id) for row in await self._store.played(person.id, limit or self._limits.games)
        ]

    async def others(self, games: Sequence[GamePlayed]) -> dict[str, list[str]]:
        """With whom games were played, as far as they are few enough to be named; by table."""
        names = await self._store.names([game.table for game in games], MOST_NAMES)
        return {
            game.table: [name for seat, name in names.get(game.table, {}).items() if seat != game.seat]
            for game in games
        }

    async def statistics(self, person: Person) -> list[dict[str, Any]]:
        """Best, mean, distribution and progress for each edition and the rules by which it was played."""
        return statistics(self._service.catalogue, await self.games(person))

    async def own_scores(
        self, person: Person, table: TableInfo, *, hints: bool = False, before: bool = True
    ) -> OwnScores:
        """The points of a person's finished games by exactly the rules of this table (see `RulesPlayed`).

        With `hints`, of those in which hints were given.
        With `before`, this table itself does not count: its score can be compared with what the person had reached.
        """
        known = self._service.catalogue
        rules = RulesPlayed.of(known, table.edition, table.options, len(table.seats), paper=table.paper, hints=hints)
        return own_scores(known, await self.games(person), rules, without=table.id if before else "")


def check_banned(person: Person | None) -> None:
    """Refuse a person who may change nothing here any more."""
    if person is not None and person.banned is not None:
        raise ForbiddenError(BANNED)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
