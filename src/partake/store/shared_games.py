"""Finished games of people who let positions of them become puzzles, read from a server's database without any name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from partake.engine.chance import Seed
from partake.engine.notation import parse_action
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError
from partake.store.folder import DATABASE
from partake.store.location import Location
from partake.store.puzzles import shared_games
from partake.store.revision import known_revisions, revision_of
from partake.store.rows import StoredTable
from partake.store.store import Store


def shared_records(where: Location, known: Catalogue, edition: Edition) -> Iterator[tuple[Record, int]]:
    """The games of an edition and the seats whose people all share; those of Take Five only where everybody does.

    The server may be running. Only who shares at this moment is asked: whoever has taken it back, or was forgotten, is
    not among them. A folder of an older version is left alone.
    """
    if isinstance(where, Path):
        path = where / DATABASE if where.is_dir() else where
        if not path.is_file() or revision_of(path) != known_revisions()[-1]:
            raise PartakeError("{folder} is no folder of a server of this version", folder=where)
        where = path
    store = Store(where)
    try:
        games = asyncio.run(store.read(lambda connection: shared_games(connection, edition.name)))
        for table, sharing in games.items():
            stored = asyncio.run(store.load(table))
            if stored is not None and stored.table.rules == edition.digest:
                seats = [seat.seat for seat in stored.seats if seat.people and sharing.issuperset(seat.people)]
                everybody = all(sharing.issuperset(seat.people) for seat in stored.seats)
                if isinstance(edition, HexagonEdition) or everybody:
                    record = _nameless(stored, known.edition(edition.name))
                    yield from ((record, seat) for seat in seats)
    finally:
        store.close()


def _nameless(stored: StoredTable, edition: Edition) -> Record:
    """The record of a stored game, its players numbered."""
    row = stored.table
    setup = arrange(edition, dict(row.options), seats=len(stored.seats), is_open=row.unlimited)
    moves = tuple((entry.actor, parse_action(entry.action)) for entry in stored.actions)
    return Record(setup, row.commitment, moves, Seed(stored.seed))
