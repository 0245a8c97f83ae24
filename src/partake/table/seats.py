"""Who sits where: pure functions from the seats of a table to its seats after people come, leave or are forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from partake.engine.setup import check_seat, check_sharing
from partake.rules.edition import Edition
from partake.store.rows import SeatRow
from partake.table.model import ConflictError, Person, SeatRequest, TableRequest
from partake.table.table_request import bot_names

Seats = tuple[SeatRow, ...]


def check_name(edition: Edition, name: str) -> None:
    """Refuse a seat's name whose one or two people cannot sit down to this game."""
    names = name.split(" & ")
    check_seat(names)
    check_sharing(edition, names)


def initial_seats(host: Person, wanted: TableRequest, name: str) -> Seats:
    """The seats of a new table, with the host, by this name, and the bots on theirs."""
    bots = iter(bot_names([seat.level for seat in wanted.seats if seat.kind == "bot"], name.split(" & ")))
    found: list[SeatRow] = []
    for number, seat in enumerate(wanted.seats, start=1):
        match seat:
            case SeatRequest("host"):
                found.append(SeatRow(number, name, people=(host.id,)))
            case SeatRequest("bot", level):
                found.append(SeatRow(number, next(bots), bot=level))
            case _:
                found.append(SeatRow(number))
    return tuple(found)


def with_person(seats: Seats, person: str, name: str, *, wanted: int | None, most: int) -> Seats:
    """The seats when a person has sat down, at the first free seat or a certain one.

    A table without seat limit grows to `most` seats; for others that is the number they have.
    """
    people = {part for row in seats for part in row.names}
    if people & set(name.split(" & ")):
        raise ConflictError(f"somebody named {name} sits here already: choose another name")
    free = [row.seat for row in seats if not row.name]
    if wanted is not None and wanted not in free:
        raise ConflictError(f"seat {wanted} is not free")
    if free:
        return with_row(seats, SeatRow(wanted or free[0], name, people=(person,)))
    if len(seats) < most:
        return (*seats, SeatRow(len(seats) + 1, name, people=(person,)))
    raise ConflictError("all seats are taken: you can watch")


def with_partner(seats: Seats, person: str, name: str, wanted: int | None) -> SeatRow | None:
    """The seat of a pair when the second of them, whose name it bears, has come; None if there is no such seat."""
    for row in seats:
        if row.awaits_partner and name in row.names and wanted in (None, row.seat):
            return returned(replace(row, people=(*row.people, person)), person)
    return None


def returned(row: SeatRow, person: str) -> SeatRow:
    """The seat when one of its people is here again."""
    return replace(row, left=False, bot="", away=tuple(other for other in row.away if other != person))


def after_leaving(row: SeatRow, person: str) -> SeatRow:
    """The seat of a running game when one of its people has left: a partner who shares it plays on."""
    away = tuple(other for other in row.people if other in row.away or other == person)
    return replace(row, away=away, left=away == row.people)


def without_person(seats: Seats, seat: int, person: str, *, unlimited: bool) -> Seats:
    """The seats before a game when a person has left; a table without limit closes the gap."""
    row = seats[seat - 1]
    others = tuple(other for other in row.people if other != person)
    if others:
        return with_row(seats, replace(row, people=others))
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


def _anonymous_names(taken: set[str]) -> Iterator[str]:
    return (name for n in range(1, len(taken) + 3) if (name := f"Somebody {n}") not in taken)


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
