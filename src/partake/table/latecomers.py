"""Late comers: a person sits down at a running table without seat limit.

A bot answers the calls that they missed, one after the other and without knowing what came later: whoever came late
and placed those tiles themselves would know more than the others did. The log has these answers where they belong
(`ActionRow.after`), so that the record replays and verifies like any other.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from partake.engine.actions import Action
from partake.engine.notation import parse_action
from partake.engine.table import Table
from partake.table.bot_pool import STAND_IN
from partake.table.events import publish_views
from partake.table.model import Person
from partake.table.replays import aside
from partake.table.runner import TableRunner
from partake.table.running import RunningTable
from partake.table.seats import with_person


async def sit_down_late(runner: TableRunner, table: RunningTable, person: Person, name: str) -> None:
    """Let a person sit down at a running table, under its lock; they answer the call that lies open themselves."""
    seats = with_person(table.seats, person.id, name, wanted=None, most=runner.limits.seats)
    missed = await _answers(runner, table, name)
    row = replace(seats[-1], late=len(missed))
    seats = (*seats[:-1], row)
    game = await aside(table.log.length, table.joined_by, seats, missed)
    entries = table.admit(game, row.seat, missed, time.time())
    await runner.change(table, seats, entries)
    publish_views(table)
    runner.go_on(table)


async def _answers(runner: TableRunner, table: RunningTable, name: str) -> Sequence[tuple[Action, ...]]:
    """What the stand-in does after each action of the dealer but the last, in a game of its own on the same draws.

    Nothing ties the players of such a table together, so that it needs to see no other board.
    """
    game: Table = table.alone(name)
    bot = STAND_IN[game.setup.edition.family]
    found = []
    for _ in range(len(table.log.dealt) - 1):
        game.deal()
        answers = []
        while game.to_act:
            action = parse_action((await runner.bots.choose(bot, game.view(1), flow=table.flow)).action)
            game.play(1, action)
            answers.append(action)
        found.append(tuple(answers))
    return found
