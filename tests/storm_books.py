"""The books of a storm: what each player sent, was answered and was told, and what is stored in the end.

A history check in the manner of Jepsen. What a reader is told has no gap, over all the lines that it came by: each
event follows the one before it by its id, or is a whole view. When the storm is over, every answered move is in its log
exactly once, as it was sent; no refused one is; nothing was told that is not stored; every log replays by the rules,
and every seat has the score of its replay.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from partake.engine.chance import Seed
from partake.engine.notation import format_move, parse_action
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.store.rows import Status, StoredTable
from partake.table.seats import scored


class Reading:
    """What one player did at one table, and was told of it."""

    def __init__(self) -> None:
        self.last = ""
        """The id of the last event, with which the next line goes on."""
        self.state: dict[str, Any] = {}
        """What a page shows: the last whole view, with all patches since."""
        self.news = asyncio.Event()
        self._known: int | None = None
        """The number of entries of the log that everybody had been told; None after a whole view."""
        self.told: list[tuple[int, list[str]]] = []
        """Entries of the log, each list after how many others."""
        self.own: list[str] = []
        """Entries that only this seat was told, when it had acted."""
        self.events = self.views = 0
        """The number of events, and of those which were whole views."""
        self.sent: dict[str, str] = {}
        """Each move that was sent, by its key."""
        self.answered: dict[str, int] = {}
        """The number that was answered to each move that is done."""
        self.refused: set[str] = set()
        """The keys of the moves that were refused for good."""

    @property
    def number(self) -> int:
        """Where the game is, by what was told."""
        return int(self.state.get("number", 0))

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by what was told."""
        return bool(self.state) and self.state["table"]["status"] in ("over", "closed")

    def hear(self, event_id: str, kind: str, data: Any) -> None:
        """Take an event; one that does not follow the last one is a gap."""
        self.events += 1
        if kind == "view":
            self.views += 1
            self.state, self._known = data, None
        else:
            epoch, _, count = event_id.rpartition("-")
            assert self.last == f"{epoch}-{int(count) - 1}", f"a gap: {event_id} ({kind}) after {self.last}"
            self._change(kind, data)
        self.last = event_id
        self.news.set()

    def _change(self, kind: str, data: Any) -> None:
        if kind in ("moves", "acted"):
            if kind == "moves":
                self._note(data)
            self._patch(data)
        elif kind in ("table", "presence"):
            self.state[kind] = data
        elif kind == "intermission":
            self.state[kind] = data[kind]

    def _note(self, data: Any) -> None:
        """Note new entries of the log, which begin where the last ones ended."""
        moves, since = data["moves"], data.get("since")
        if since is None:
            self.own += moves
            return
        expected = (self.number - 1, self.number) if self._known is None else (self._known,)
        assert since in expected, f"entries after {since}, where {expected} were known"
        self._known = since + len(moves)
        assert data["number"] == self._known, f"{data['number']} is told with {self._known} entries"
        self.told.append((since, moves))

    def _patch(self, data: Any) -> None:
        """What the script of the page does with an event (`apply` in static/table.js)."""
        state = {**self.state, "number": data.get("number", self.number)}
        state |= {name: data[name] for name in ("deadline", "intermission")}
        if state["view"] is not None:
            changed = {**data.get("view", {"to_act": data["to_act"]})}
            sheets = changed.pop("sheets", {})
            state["view"] = {**state["view"], **changed}
            shown = enumerate(state["view"]["sheets"], start=1)
            state["view"]["sheets"] = [sheets.get(str(seat), sheet) for seat, sheet in shown]
        self.state = state


@dataclass
class Report:
    """What has happened."""

    faults: Counter[str] = field(default_factory=Counter)
    """The number of faults of each kind."""
    readings: dict[str, list[Reading]] = field(default_factory=dict)
    """What the players of each table did and were told."""
    strikes: int = 0
    """The number of faults, each counted once though it may have killed several processes at the same moment."""
    stormy: int = 0
    """The number of moves that were answered before the last fault."""
    repeated: int = 0
    """The number of moves that were sent more than once."""
    failed: int = 0
    """The number of requests, lines and moves that failed or were not answered, and were tried again."""
    mistakes: list[str] = field(default_factory=list)
    """What was answered with 500, which no fault excuses."""
    reviews: list[str] = field(default_factory=list)
    """The tables whose games were reviewed."""
    bots: int = 0
    """The number of stored moves of bots."""

    @property
    def kills(self) -> int:
        """The number of kills without warning, of a process or of a whole service."""
        return sum(count for kind, count in self.faults.items() if kind.startswith("kill"))

    @property
    def all(self) -> list[Reading]:
        """Everything that players did and were told."""
        return [one for found in self.readings.values() for one in found]

    @property
    def moves(self) -> int:
        """The number of answered moves."""
        return sum(len(one.answered) for one in self.all)

    def counts(self) -> dict[str, int]:
        """All of it as numbers that can be added up."""
        return {
            "games": len(self.readings),
            "answered moves": self.moves,
            "answered while faults came": self.stormy,
            "repeated moves": self.repeated,
            "refused moves": sum(len(one.refused) for one in self.all),
            "moves of bots": self.bots,
            "failed requests": self.failed,
            "reviews": len(self.reviews),
            "events": sum(one.events for one in self.all),
            "whole views": sum(one.views for one in self.all),
            "faults": self.strikes,
            "kills": self.kills,
            **dict(sorted(self.faults.items())),
        }


def check_game(stored: StoredTable, readings: list[Reading]) -> None:
    """See that a game is whole, and that everything that was answered or told of it is so."""
    name, rows = stored.table.id, stored.actions
    keys = Counter((row.key, row.action) for row in rows if row.key)
    assert not (twice := [key for key, count in keys.items() if count > 1]), f"{name}: stored twice: {twice}"
    assert [row.number for row in rows] == list(range(1, len(rows) + 1)), f"{name}: the log has a gap"
    log = [format_move(row.actor, parse_action(row.action)) for row in rows]
    for one in readings:
        answered = {(key, one.sent[key]) for key in one.answered}
        assert not (lost := answered - set(keys)), f"{name}: answered and not stored: {lost}"
        assert not (kept := one.refused & {key for key, _ in keys}), f"{name}: refused and yet stored: {kept}"
        for since, moves in one.told:
            assert log[since : since + len(moves)] == moves, f"{name}: told {moves} after {since}, stored {log}"
        assert not (false := set(one.own) - set(log)), f"{name}: told and not stored: {false}"
    _check_score(stored)


def _check_score(stored: StoredTable) -> None:
    """See that a game replays by the rules to its end, and that each seat has the score of the replay."""
    name = stored.table.id
    assert stored.table.status == Status.OVER, f"{name} is {stored.table.status}"
    edition = catalogue().edition(stored.table.edition)
    setup = arrange(edition, stored.table.options, seats=[seat.name for seat in stored.seats])
    moves = tuple((row.actor, parse_action(row.action)) for row in stored.actions)
    game = Table.resume(Record(setup, stored.table.commitment, moves, Seed(stored.seed)))
    assert game.outcome is not None, f"{name}: by its log the game is not over"
    expected = scored(stored.seats, game.outcome, setup.options.rounds)
    totals = [seat.total for seat in stored.seats]
    assert totals == [seat.total for seat in expected], f"{name}: a player has another score: {totals}"
