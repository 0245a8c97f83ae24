"""From an edition, options and names to a game that can start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from partake.engine.contract import Game, Setup
from partake.engine.five.game import FiveGame
from partake.engine.hexagon.game import HexagonGame
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import OptionError, quoted
from partake.rules.options import Given, for_players, resolve_options
from partake.rules.variant import check_seats, variant

Seats = int | Sequence[str | Sequence[str]]
"""How many players, or their names; a seat that two people share is a pair of names, or `"Ann & Bob"`."""

MOST_SEATS = 10_000
"""The most seats of an open table."""
LONGEST_NAME = 40
"""The most characters of a player's name."""


def arrange(edition: Edition, given: Given | None = None, *, seats: Seats = 1, is_open: bool = False) -> Setup:
    """The setup of a game: what is given, checked, with the defaults for the rest.

    `rounds` may be `players`: as many games as there are seats.
    """
    if not isinstance(is_open, bool):
        raise OptionError("is_open is True or False, not {given}", given=quoted(is_open))
    if given is not None and not isinstance(given, Mapping):
        raise OptionError("options are names and values, not {given}", given=quoted(given))
    people = _people(seats)
    if isinstance(edition, HexagonEdition):
        options = variant(edition, for_players(given or {}, len(people)), seats=len(people)).options
        check_seats(edition, options, len(people), is_open=is_open)
    else:
        options = resolve_options(edition.name, edition.offer, given or {}, seats=len(people))
        fewest, most = edition.seats
        if is_open:
            raise OptionError(
                "{edition} cannot be played at an open table: the players share the pieces", edition=edition.name
            )
        if not fewest <= len(people) <= most:
            raise OptionError(
                "{edition} takes {fewest} to {most} players, not {players}",
                edition=edition.name,
                fewest=fewest,
                most=most,
                players=len(people),
            )
    for names in people:
        check_sharing(edition, names)
    return Setup(edition, options, people, is_open)


def make_game(setup: Setup, *, published: bool = False) -> Game[Any, Any]:
    """The game of a setup; `published` makes one that follows a log from which secrets were left out."""
    if isinstance(setup.edition, HexagonEdition):
        return HexagonGame(setup)
    return FiveGame(setup, secret_looks=published)


def _people(seats: Seats) -> tuple[tuple[str, ...], ...]:
    if isinstance(seats, str):
        seats = [seats]
    elif isinstance(seats, int) and not isinstance(seats, bool):
        seats = [f"Player {i}" for i in range(1, min(seats, MOST_SEATS + 1) + 1)]
    elif not isinstance(seats, Sequence):
        raise OptionError("seats are a number of players or a list of their names, not {given}", given=quoted(seats))
    if len(seats) > MOST_SEATS:
        raise OptionError("no table has more than {most} seats", most=MOST_SEATS)
    people = tuple(tuple(s.split(" & ")) if isinstance(s, str) else _pair(s) for s in seats)
    taken: set[str] = set()
    for names in people:
        check_seat(names)
        for name in names:
            if name in taken:
                raise OptionError("there are two players named {name!r}", name=name)
            taken.add(name)
    return people


def _pair(names: object) -> tuple[str, ...]:
    """The people at one seat."""
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OptionError("a seat is a name or a pair of names, not {given}", given=quoted(names))
    return tuple(names)


def check_sharing(edition: Edition, names: Sequence[str]) -> None:
    """Refuse two people at one seat of a game that is not played in pairs."""
    if len(names) > 1 and not isinstance(edition, HexagonEdition):
        raise OptionError("{edition} is not played in pairs: a look is for one player alone", edition=edition.name)


def check_seat(names: Sequence[str]) -> None:
    """Check the names of the people at one seat."""
    if not names:
        raise OptionError("somebody must sit on a seat")
    if len(names) > 2:
        raise OptionError("at most two people share a seat")
    for name in names:
        if (
            not name.strip()
            or name != name.strip()
            or not name.isprintable()
            or len(name) > LONGEST_NAME
            or "&" in name
        ):
            raise OptionError(
                "{name} cannot be a player's name: use 1 to {longest} characters, without & and line breaks",
                name=quoted(name),
                longest=LONGEST_NAME,
            )
