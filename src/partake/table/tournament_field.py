"""A tournament in memory: its row, its players, their games; and what each person may see of them now."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from partake.rules.messages import Message
from partake.store.deal_rows import EntrantRow, Mode, Stage, TournamentRow
from partake.store.deals import TryResult
from partake.store.rows import Status
from partake.table.model import ConflictError, ForbiddenError, NameTakenError, Person, TooManyError
from partake.table.names import person_name
from partake.table.seats import suggested
from partake.table.tournament_course import is_closed
from partake.table.tournament_scoring import Played, Standings, standings


@dataclass(eq=False)
class Tournament:
    """All that is known of one tournament, made from what is stored."""

    row: TournamentRow
    entrants: dict[str, EntrantRow]
    """Everybody who takes part by their id, those who were removed too."""
    tries: dict[int, dict[str, TryResult]] = field(default_factory=dict)
    """For each deal the games on it, by the player's id."""
    stale: set[int] = field(default_factory=set)
    """The deals on which something has changed since they were read."""
    is_behind: bool = False
    """Whether another process may have changed the tournament or its players since they were read."""
    stamp: int = 0
    """Counts all changes of what anybody may see."""
    mark: str = field(default_factory=lambda: secrets.token_urlsafe(6))
    """Tells this copy from others, whose stamps count something else."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from one stage to the next."""
    _standings: dict[tuple[int, tuple[int, ...]], Standings] = field(default_factory=dict)

    @property
    def players(self) -> dict[str, EntrantRow]:
        """Everybody who takes part and was not removed."""
        return {person: entrant for person, entrant in self.entrants.items() if entrant.removed is None}

    @property
    def opened(self) -> int:
        """The number of deals that can or could be played, from the first."""
        if self.row.mode is Mode.ROUNDS:
            return self.row.round
        return 0 if self.row.stage is Stage.WAITING else self.row.deals

    def is_host(self, person: Person | None) -> bool:
        """Whether a person decides here."""
        return person is not None and person.id == self.row.host

    def player(self, person: Person | None) -> EntrantRow | None:
        """A person as a player here, unless they were removed."""
        found = self.entrants.get(person.id) if person else None
        return None if found is None or found.removed is not None else found

    def own(self, person: str, deal: int) -> TryResult | None:
        """A person's game on a deal."""
        return self.tries.get(deal, {}).get(person)

    def next_deal(self, person: str) -> int | None:
        """The deal that a person can begin or go on with now."""
        if self.row.stage is not Stage.PLAYING:
            return None
        deals = [self.row.round] if self.row.mode is Mode.ROUNDS else range(1, self.row.deals + 1)
        return next((deal for deal in deals if not is_settled(self.own(person, deal))), None)

    def is_done(self) -> bool:
        """Whether all players have done what there is to do in this round."""
        deal, players = self.row.round, self.players
        is_round = self.row.mode is Mode.ROUNDS and self.row.stage is Stage.PLAYING
        return is_round and bool(players) and all(is_settled(self.own(person, deal)) for person in players)

    def unfinished(self) -> list[str]:
        """The tables of games that go on although their time is up, or their player was removed."""
        return [
            one.table
            for deal, tries in self.tries.items()
            for person, one in tries.items()
            if one.status is Status.PLAYING and (is_closed(self.row, deal) or person not in self.players)
        ]

    def visible(self, person: Person | None) -> tuple[int, ...]:
        """The deals whose results a person may see: those that are closed, and those that they have finished."""
        shown = []
        for deal in range(1, self.opened + 1):
            mine = self.own(person.id, deal) if self.player(person) and person else None
            if is_closed(self.row, deal) or (mine is not None and mine.is_over):
                shown.append(deal)
        return tuple(shown)

    def standings(self, visible: tuple[int, ...]) -> Standings:
        """The standings by the deals that may be seen; nothing of the others is in them."""
        key = (self.stamp, visible)
        if key not in self._standings:
            if any(stamp != self.stamp for stamp, _ in self._standings):
                self._standings.clear()
            names = {person: entrant.name for person, entrant in self.players.items()}
            deals = [self._played(deal) if deal in visible else {} for deal in range(1, self.opened + 1)]
            self._standings[key] = standings(names, deals)
        return self._standings[key]

    def _played(self, deal: int) -> Mapping[str, Played]:
        """What was made of a deal: games that are over, and boards as they stood when the time was up."""
        return {
            person: Played(Fraction(one.total or 0), one.is_over, one.table)
            for person, one in self.tries.get(deal, {}).items()
            if is_settled(one)
        }

    def count_done(self, deal: int) -> int:
        """How many players have done with a deal."""
        return sum(is_settled(self.own(person, deal)) for person in self.players)


def entrant_of(
    row: TournamentRow, entrants: Mapping[str, EntrantRow], person: Person, name: str | None, at: float, *, most: int
) -> EntrantRow:
    """A person as a player of a tournament, by a name that nobody else has here; who is one already stays as they are.

    There are at most so many players.
    """
    mine = entrants.get(person.id)
    if mine is not None:
        if mine.removed is not None:
            raise ForbiddenError("you were removed from this tournament")
        return mine
    if row.stage is Stage.OVER:
        raise ConflictError("this tournament is over")
    if not row.joining:
        raise ConflictError("nobody can join this tournament any more")
    taken = {entrant.name for entrant in entrants.values() if entrant.removed is None}
    if len(taken) >= most:
        raise TooManyError("this tournament is full")
    called = person_name(name or person.nickname)
    if called in taken:
        raise NameTakenError(called, suggested([called], taken))
    number = 1 + max((entrant.number for entrant in entrants.values()), default=0)
    return EntrantRow(row.code, person.id, number, called, at)


def is_settled(one: TryResult | None) -> bool:
    """Whether a game has ended, by its last tile or because it was closed."""
    return one is not None and one.status in (Status.OVER, Status.CLOSED)


def nothing_to_play(found: Tournament) -> Message:
    """Why there is nothing to play now."""
    if found.row.stage is Stage.OVER:
        return Message("this tournament is over")
    if found.row.stage is not Stage.PLAYING:
        return Message("the next deal has not begun yet")
    if found.row.mode is Mode.ROUNDS:
        return Message("you have played this deal: the next begins when all are done")
    return Message("you have played all deals")
