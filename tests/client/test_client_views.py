"""The engine's view that the client makes of an answer is the one that a bot of the server is given, field by field."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from partake.client.events import ActedEvent, MovesEvent, advanced
from partake.client.models import Presence, State, TableInfo
from partake.client.views import ViewReader
from partake.engine.chance import Seed
from partake.engine.conformance import Snapshot, arrangements, playthrough
from partake.engine.contract import Game, Setup
from partake.engine.record.json import record_from_json, record_to_json
from partake.engine.record.model import Record
from partake.engine.setup import arrange, make_game
from partake.rules.catalogue import catalogue
from partake.table.view_json import view_json
from partake.table.views import CROWD, ViewCache

SETUPS = [setup for edition in catalogue().editions.values() for setup in arrangements(edition)]
STEPS = {"hexagon": 9, "five": 61}
"""Of how many moments of a game one is compared: games of Take Five are long."""


def name_of(setup: Setup) -> str:
    return f"{setup.edition.name}-{len(setup.seats)}"


def moments(game: Game[Any, Any], seed: Seed) -> Iterator[Snapshot]:
    """Some moments of a game, the beginning and the end among them."""
    for number, snapshot in enumerate(playthrough(game, seed)):
        if number % STEPS[game.setup.edition.family] == 0 or snapshot.action is None:
            yield snapshot


class Published:
    """The record that everybody may read, through JSON and the checks of a reader, at a moment that a test sets."""

    def __init__(self, game: Game[Any, Any], seed: Seed) -> None:
        self.game, self.seed, self.now = game, seed, Snapshot(game.start(), (), 0, None)
        self.asked = 0

    async def fetch(self) -> Record:
        self.asked += 1
        outcome = self.game.outcome(self.now.state)
        moves = self.now.log if outcome else self.game.published(self.now.log)
        record = Record(self.game.setup, self.seed.commitment, tuple(moves), self.seed if outcome else None, outcome)
        return record_from_json(json.loads(json.dumps(record_to_json(record))), catalogue())


@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_a_view_is_the_same_after_its_way_over_the_line(setup: Setup) -> None:
    game, seed = make_game(setup), Seed.of("line")
    record = Published(game, seed)
    readers = {seat: ViewReader(record.fetch) for seat in (None, 1, len(setup.seats))}
    for record.now in moments(game, seed):
        for seat, reader in readers.items():
            view = game.view(record.now.state, seat)
            assert asyncio.run(reader.read(json.loads(json.dumps(view_json(view))))) == view
    rounds = setup.options.rounds if setup.edition.family == "hexagon" else 1
    assert record.asked <= (rounds + 1) * len(readers), "the record is asked for when something of it is needed"


def test_at_a_table_of_many_the_boards_of_far_seats_come_from_the_record() -> None:
    game, seed = make_game(arrange(catalogue().edition("classic"), seats=CROWD + 2, is_open=True)), Seed.of("crowd")
    record = Published(game, seed)
    for record.now in moments(game, seed):
        view = game.view(record.now.state, 2)
        told = json.loads(json.dumps(ViewCache(lambda: game.view(record.now.state, None)).whole(view, 1)))
        assert "cells" not in told["sheets"][CROWD]
        assert asyncio.run(ViewReader(record.fetch).read(told)) == view


def test_patches_add_up_to_the_view() -> None:
    """A log that grows, sheets that change one by one, and who must act."""
    info = TableInfo(
        id="t",
        edition="five",
        options={},
        status="playing",
        seats=(),
        pause=0,
        created=0,
        commitment="",
        host=1,
        removed=0,
    )
    view = {"to_act": [1, 2], "sheets": [{"total": 0}, {"total": 0}], "log": ["deal:Na6/1"], "turn": 1}
    state = State(info, Presence({}, (), None), 1, 7, None, None, view)
    patch = {"to_act": [2], "sheets": {"2": {"total": 3}}}
    moved = MovesEvent("a-1", 8, ("1:Nd4",), (2,), None, None, False, 7, view=patch)
    after = advanced(state, moved)
    assert after.view == {
        "to_act": [2],
        "sheets": [{"total": 0}, {"total": 3}],
        "log": ["deal:Na6/1", "1:Nd4"],
        "turn": 1,
    }
    assert (after.number, state.view) == (8, view)
    assert after.view is not None
    again = advanced(after, ActedEvent("a-2", (), None, None, view={"to_act": []}))
    assert again.view == {**after.view, "to_act": []}
