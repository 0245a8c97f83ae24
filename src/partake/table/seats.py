"""Who sits where: seats as frozen rows, and what becomes of them when people come, share, leave and are forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from partake.engine.setup import check_seat
from partake.rules.edition import Edition
from partake.rules.errors import OptionError
from partake.store.rows import SeatRow
from partake.table.model import ConflictError, Person, SeatRequest, TableRequest
from partake.table.table_request import bot_names

Seats = tuple[SeatRow, ...]


def check_name(edition: Edition, name: str) -> tuple[str, ...]:
    """The one or two people of a seat's name, if they can sit down to this game."""
    names = tuple(name.split(" & "))
    check_seat(names)
    if len(names) > 1 and edition.family == "five":
        raise OptionError(f"{edition.name} is not played in pairs: a look is for one player alone")
    return names


def planned(host: Person, wanted: TableRequest, name: str) -> Seats:
    """The seats of a new table, with the host, by this name, and the bots in their places."""
    bots = iter(bot_names([seat.level for seat in wanted.seats if seat.kind == "bot"], name.split(" & ")))
    found: list[SeatRow] = []
    for number, seat in enumerate(wanted.seats, start=1):
        match seat:
            case SeatRequest("host"):
                found.append(SeatRow(number, (host.id,), name))
            case SeatRequest("bot", level):
                found.append(SeatRow(number, name=next(bots), bot=level))
            case _:
                found.append(SeatRow(number))
    return tuple(found)


def seated(seats: Seats, person: str, name: str, *, wanted: int | None, unlimited: bool) -> Seats:
    """The seats when somebody new has sat down, at the first free seat or a certain one."""
    people = {part for row in seats for part in row.names}
    if people & set(name.split(" & ")):
        raise ConflictError(f"somebody named {name} sits here already: choose another name")
    free = [row.seat for row in seats if not row.name]
    if wanted is not None and wanted not in free:
        raise ConflictError(f"seat {wanted} is not free")
    if free:
        return with_row(seats, SeatRow(wanted or free[0], (person,), name))
    if unlimited:
        return (*seats, SeatRow(len(seats) + 1, (person,), name))
    raise ConflictError("all seats are taken: you can watch")


def beside(seats: Seats, person: str, name: str, wanted: int | None) -> SeatRow | None:
    """The seat of a pair when the second of them, whose name it bears, has come; None if there is no such place."""
    for row in seats:
        if awaits_partner(row) and name in row.names and wanted in (None, row.seat):
            return back(replace(row, people=(*row.people, person)), person)
    return None


def awaits_partner(row: SeatRow) -> bool:
    """Whether a seat is named after two people, of whom one has come."""
    return len(row.names) == 2 and len(row.people) == 1


def back(row: SeatRow, person: str) -> SeatRow:
    """The seat when one of its people is here again."""
    return replace(row, left=False, bot="", away=tuple(other for other in row.away if other != person))


def risen(row: SeatRow, person: str) -> SeatRow:
    """The seat of a running game when one of its people has got up: whoever shares it plays on."""
    away = tuple(other for other in row.people if other in row.away or other == person)
    return replace(row, away=away, left=away == row.people)


def freed(seats: Seats, seat: int, person: str, *, unlimited: bool) -> Seats:
    """The seats before a game when somebody has got up; a table without limit closes the gap."""
    row = seats[seat - 1]
    others = tuple(other for other in row.people if other != person)
    if others:
        return with_row(seats, replace(row, people=others))
    if not unlimited:
        return with_row(seats, SeatRow(seat))
    return tuple(replace(row, seat=n) for n, row in enumerate((r for r in seats if r.seat != seat), start=1))


def forgotten(seats: Seats, row: SeatRow, person: str, bot: str) -> Seats:
    """The seats without a person and without the names of their seat; a bot plays on where nobody is left."""
    taken = {part for other in seats for part in other.names}
    names = _somebodies(taken)
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


def _somebodies(taken: set[str]) -> Iterator[str]:
    return (name for n in range(1, len(taken) + 3) if (name := f"Somebody {n}") not in taken)


def again(row: SeatRow) -> SeatRow:
    """A seat at the next table: people who stayed and bots of the wanted; other seats are free."""
    if not row.people and row.bot and not row.left:
        return SeatRow(row.seat, name=row.name, bot=row.bot)
    return SeatRow(row.seat, row.present, row.name) if row.present else SeatRow(row.seat)


def with_row(seats: Seats, row: SeatRow) -> Seats:
    """The seats with one of them changed."""
    return (*seats[: row.seat - 1], row, *seats[row.seat :])


def present(seats: Seats) -> list[str]:
    """Everybody who plays now."""
    return [person for row in seats for person in row.present]
