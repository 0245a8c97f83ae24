"""Who sits where: pure functions from the seats of a table to its seats after people come, leave or are forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from partake.engine.outcome import Outcome, plain
from partake.engine.setup import LONGEST_NAME, check_sharing
from partake.rules.edition import Edition
from partake.store.rows import SeatRow, TableRow
from partake.table.model import ConflictError, NameTakenError, Person, SeatRequest, TableRequest
from partake.table.names import PAIR, seat_name
from partake.table.table_request import bot_names

Seats = tuple[SeatRow, ...]


def checked_name(edition: Edition, name: str) -> str:
    """A seat's name as it is kept; refused when its one or two people cannot sit down to this game."""
    found = seat_name(name)
    check_sharing(edition, found.split(PAIR))
    return found


def initial_seats(host: Person, wanted: TableRequest, name: str) -> Seats:
    """The seats of a new table, with the host, by this name, and the bots on theirs."""
    taken = [*name.split(" & "), *(seat.friend.nickname for seat in wanted.seats if seat.friend)]
    bots = iter(bot_names([seat.level for seat in wanted.seats if seat.kind == "bot"], taken))
    found: list[SeatRow] = []
    for number, seat in enumerate(wanted.seats, start=1):
        match seat:
            case SeatRequest("host"):
                found.append(SeatRow(number, name, people=(host.id,)))
            case SeatRequest("here", friend=Person() as friend):
                found.append(SeatRow(number, friend.nickname, people=(friend.id,)))
            case SeatRequest("bot", level):
                found.append(SeatRow(number, next(bots), bot=level))
            case _:
                found.append(SeatRow(number))
    return tuple(found)


def with_person(seats: Seats, person: str, name: str, *, wanted: int | None, most: int) -> Seats:
    """The seats when a person has sat down, at the first free seat or a certain one.

    A table without seat limit grows to `most` seats; for others that is the number they have.
    """
    taken = {part for row in seats for part in row.names}
    parts = name.split(" & ")
    if double := next((part for part in parts if part in taken), None):
        raise NameTakenError(double, suggested(parts, taken))
    free = [row.seat for row in seats if not row.name]
    if wanted is not None and wanted not in free:
        raise ConflictError("seat {seat} is not free", seat=wanted)
    if free:
        return with_row(seats, SeatRow(wanted or free[0], name, people=(person,)))
    if len(seats) < most:
        return (*seats, SeatRow(len(seats) + 1, name, people=(person,)))
    raise ConflictError("all seats are taken: you can watch")


def suggested(parts: Sequence[str], taken: Collection[str]) -> str:
    """The name of a seat in which each person's name that is taken has the first free number behind it."""
    found: list[str] = []
    for part in parts:
        numbered = (f"{part[: LONGEST_NAME - 4].rstrip()} {n}" for n in range(2, len(taken) + 3))
        found.append(part if part not in taken else next(name for name in numbered if name not in (*taken, *found)))
    return " & ".join(found)


def with_partner(row: SeatRow, person: str) -> SeatRow:
    """The seat of a pair when the second of them has come."""
    return returned(replace(row, people=(*row.people, person)), person)


def returned(row: SeatRow, *people: str) -> SeatRow:
    """The seat when one of its people, or both, are here again."""
    return replace(row, left=False, bot="", away=tuple(other for other in row.away if other not in people))


def removed(row: SeatRow, bot: str) -> SeatRow:
    """The seat of a running game from which its people were removed: a bot plays on under its name."""
    return replace(row, people=(), away=(), left=True, bot=row.bot or bot)


def after_leaving(row: SeatRow, person: str) -> SeatRow:
    """The seat of a running game when one of its people has left: a partner who shares it plays on."""
    away = tuple(other for other in row.people if other in row.away or other == person)
    return replace(row, away=away, left=away == row.people)


def without_person(seats: Seats, seat: int, person: str, *, unlimited: bool) -> Seats:
    """The seats before a game when a person has left; a table without limit closes the gap."""
    row = seats[seat - 1]
    others = tuple(other for other in row.people if other != person)
    if others:  # the seat is named after those who sit there first
        names = row.names if row.people[0] != person else row.names[::-1]
        return with_row(seats, replace(row, people=others, name=" & ".join(names)))
    if not unlimited:
        return with_row(seats, SeatRow(seat))
    return tuple(replace(row, seat=n) for n, row in enumerate((r for r in seats if r.seat != seat), start=1))


def anonymised(seats: Seats, row: SeatRow, person: str, bot: str) -> Seats:
    """The seats without a person and without the names of their seat; a bot plays on where nobody is left."""
    taken = {part for other in seats for part in other.names}
    names = _anonymous_names(taken)
    people = tuple(other for other in row.people if other != person)
    changed = replace(
        row,
        people=people,
        away=tuple(other for other in row.away if other != person),
        name=" & ".join(next(names) for _ in row.names),
    )
    if not people:
        changed = replace(changed, left=True, bot=bot)
    return with_row(seats, changed)


def nameless(seats: Seats) -> Seats:
    """The seats without any name that people gave, where nobody but the one who has gone knew the others."""
    names = _anonymous_names(set())
    return tuple(replace(row, name=" & ".join(next(names) for _ in row.names)) for row in seats)


def _anonymous_names(taken: set[str]) -> Iterator[str]:
    return (name for n in count(1) if (name := f"Somebody {n}") not in taken)


def for_rematch(row: SeatRow) -> SeatRow:
    """A seat at the next table: people who stayed and bots of the request; other seats are free."""
    if not row.people and row.bot and not row.left:
        return SeatRow(row.seat, name=row.name, bot=row.bot)
    return SeatRow(row.seat, row.name, people=row.present) if row.present else SeatRow(row.seat)


def with_row(seats: Seats, row: SeatRow) -> Seats:
    """The seats with one of them changed."""
    return (*seats[: row.seat - 1], row, *seats[row.seat :])


def present(seats: Seats) -> list[str]:
    """The people who play now."""
    return [person for row in seats for person in row.present]


def bots_at(seats: Collection[SeatRow]) -> int:
    """The number of seats that are a bot's from the start, not in place of a person."""
    return sum(bool(seat.bot) and not seat.people and not seat.left for seat in seats)


def is_full(row: TableRow, seats: Seats) -> bool:
    """Whether nobody else is awaited at a table."""
    return not row.unlimited and all(seat.name for seat in seats)


def scored(seats: Seats, outcome: Outcome, rounds: int) -> Seats:
    """The seats with what each has scored in a game that is over, in all and in each of its rounds.

    Whoever came late has no points of rounds: a bot made some of them.
    """
    rounds = max(rounds, *(item.round for score in outcome.scores for item in score.items), 1)
    return tuple(
        replace(
            seat,
            total=float(plain(score.total)),
            won=seat.seat in outcome.winners,
            rounds=() if seat.late else tuple(float(plain(score.of_round(n).total)) for n in range(1, rounds + 1)),
        )
        for seat, score in zip(seats, outcome.scores, strict=True)
    )
