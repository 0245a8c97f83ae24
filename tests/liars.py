"""A table service among clients that lie: what they try, and what must hold after each attempt.

A Hypothesis state machine holds several people at several tables. They send stale and future numbers, keys that were
used, moves of other seats and other games; they sit down twice, leave, come back, remove, close, challenge and take
over, in any order. Whatever happens, it is accepted by the rules or refused with a sentence.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from partake.bots.information_sets import twins
from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError
from partake.store.rows import ActionRow, Status, StoredTable
from partake.table.challenges import Challenges
from partake.table.model import Accepted, Person, SeatRequest, TableRequest
from partake.table.running import RunningTable
from partake.table.view_json import view_json
from table_service import PATIENCE, Evening

T = TypeVar("T")
NAMES = ("Ann", "Bob", "Cleo", "Dan")
PERSON, SEAT, BOT = SeatRequest("person"), SeatRequest("host"), SeatRequest("bot", "beginner")
TABLES = {
    "two": TableRequest("classic", seats=(SEAT, PERSON), pause=0.0),
    "three and a pause": TableRequest(
        "classic", options={"rays": "best"}, seats=(SEAT, PERSON, PERSON), pause=5.0, clock=20.0
    ),
    "match with a bot": TableRequest("classic", options={"rounds": "2"}, seats=(SEAT, BOT, PERSON), pause=0.0),
    "no limit": TableRequest("classic", seats=(SEAT, PERSON), unlimited=True, pause=0.0),
    "passed": TableRequest("nexus", options={"scrapyard": "passed"}, seats=(SEAT, PERSON), pause=0.0),
    "reserve": TableRequest("daffodil", options={"stamens": "reserve", "draw": "2"}, seats=(SEAT, PERSON), pause=0.0),
    "five": TableRequest("five", seats=(SEAT, PERSON), pause=0.0),
    "five with a bot": TableRequest("five", seats=(SEAT, PERSON, BOT), pause=0.0, clock=20.0),
}
"""Tables of both families, with everything that makes them differ."""
FOREIGN = (
    *("9-7-8@c3", "1-2-3@a1", "9-7-8@s2", "9-7-8@c3/2", "*-*-*@c3", "9-7-8>c2", "back", "done"),
    *("Nd4", "B?c3", "Wxa1", "7>d4", "keep", "return"),
    *("+9-7-8", "close", "=7", "=?", "deal:Na6/2", "please", ""),
)
"""Actions of all games, of the dealer, and of none."""
PLAYERS = st.integers(0, len(NAMES) - 1)
OFFSETS = st.sampled_from([0, 0, 0, -1, 1, -100, 10**9])
KEYS = st.sampled_from([None, "a", "a", "b"])
WHICH = st.integers(0, 10**6)
Lie = tuple[int, int, str | None, str, bool, float | None]
"""A move as it is sent: who, how far from the true number, key, action, whether a legal one instead, pause."""
LIES = st.tuples(
    PLAYERS, OFFSETS, KEYS, st.sampled_from(FOREIGN), st.booleans(), st.sampled_from([None, None, 0.0, 3.0])
)


class Liars(RuleBasedStateMachine):
    """Four people, one server, any number of tables."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="partake-liars-"))
        self.loop = asyncio.new_event_loop()
        self.at: Evening
        self.people: list[Person] = []
        self.tables: list[str] = []
        self.partner_keys = ["no key"]
        self.logs: dict[str, dict[int, ActionRow]] = {}
        """The log of each table as it was stored when it was last looked at."""

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something; a test that hangs fails."""

        async def limited() -> T:
            async with asyncio.timeout(PATIENCE):
                return await work

        return self.loop.run_until_complete(limited())

    def attempt(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Try something and wait for all that follows; a refusal is a sentence, and everything else is a failure."""
        try:
            return self.do(work)
        except PartakeError as refused:
            sentence = str(refused)
            assert len(sentence.split()) > 2, f"{sentence!r} is no sentence"
            assert "\n" not in sentence
            return None
        finally:
            self.do(self.at.settle())

    @initialize(
        kind=st.sampled_from(sorted(TABLES)),
        pair=st.booleans(),
        moves=st.sampled_from([None, 0, 0, 3, 18, 60]),
        lies=st.lists(LIES, min_size=3, max_size=12),
    )
    def sit_down(self, kind: str, moves: int | None, lies: list[Lie], *, pair: bool) -> None:
        """An evening with one table, at which some have already played for a while."""

        async def begin() -> None:
            self.at = Evening(self.folder)
            self.people = await self.at.guests(*NAMES)

        self.do(begin())
        is_shared = pair and TABLES[kind].edition != "five"
        name = "Ann & Bob" if is_shared else None
        made = self.attempt(self.at.tables.create(self.people[0], TABLES[kind], name=name))
        assert made is not None
        self.tables.append(made.id)
        if moves is not None:
            self.all_join(0)
            self.play_on(0, moves)
        self.moves(0, lies)

    def table(self, which: int) -> str:
        """One of the tables, the newest most often."""
        return self.tables[-1 - which % min(3, len(self.tables))]

    @rule(kind=st.sampled_from(sorted(TABLES)), host=PLAYERS)
    def open_another(self, kind: str, host: int) -> None:
        """Somebody makes a table more, up to three."""
        if len(self.tables) < 3:
            made = self.attempt(self.at.tables.create(self.people[host], TABLES[kind]))
            assert made is not None
            self.tables.append(made.id)

    @rule(which=WHICH, player=PLAYERS, seat=st.sampled_from([None, None, 0, 1, 2, 99]), key=st.booleans(),
          name=st.sampled_from([None, None, "Eve", "Ann", "Bob & Eve", "", "x" * 99]))  # fmt: skip
    def join(self, which: int, player: int, seat: int | None, name: str | None, *, key: bool) -> None:
        """Sit down, again or as another, anywhere or by a partner's key."""
        given = self.partner_keys[which % len(self.partner_keys)] if key else None
        self.attempt(self.at.people.join(self.table(which), self.people[player], name=name, seat=seat, key=given))

    @rule(which=WHICH)
    def all_join(self, which: int) -> None:
        """Everybody sits down who can, so that games begin."""
        for person in self.people:
            self.attempt(self.at.people.join(self.table(which), person))

    @rule(which=WHICH, player=PLAYERS)
    def ask_for_a_partner(self, which: int, player: int) -> None:
        """The first of two learns the key; nobody else does."""
        table, person = self.table(which), self.people[player].id
        key = self.attempt(self.at.tables.partner_key(table, person))
        if key is not None:
            row = self.running(table).kept_seat(person)
            assert row is not None
            assert row.awaits_partner
            self.partner_keys.append(key)

    @rule(which=WHICH, lies=st.lists(LIES, min_size=1, max_size=6))
    def moves(self, which: int, lies: list[Lie]) -> None:
        """Moves: honest, stale, from the future, repeated, of another seat or of another game."""
        for number, lie in enumerate(lies):
            self._move(which + number, lie)

    def _move(self, which: int, lie: Lie) -> None:
        """One move; what is accepted must have been true."""
        player, offset, key, action, legal, pause = lie
        table, person = self.table(which), self.people[player]
        state = self.do(self.at.state(table, person))
        offered = [one for seat in (state.seat, 1, 2) for one in self.legal(table, seat)]
        if legal and offered:
            action = offered[which % len(offered)]
        running = self.running(table)
        known = running.log.answers.get((state.seat or 0, key or ""))
        before, expect = len(self.stored(table).actions), state.number + offset
        done = self.attempt(self.at.tables.play(table, person.id, action, expect=expect, key=key, pause=pause))
        if done is None:
            return
        assert state.seat is not None, "somebody without a seat has moved"
        if known is not None:
            assert done == Accepted(known, repeated=True)
            return
        assert offset == 0, "a move was accepted that answers to another state"
        assert not done.repeated
        assert len(self.stored(table).actions) > before
        entry = self.stored_log(table)[before + 1]
        assert (entry.actor, entry.action, entry.key) == (state.seat, action, key)

    @rule(which=WHICH, moves=st.sampled_from([1, 3, 20]))
    def play_on(self, which: int, moves: int) -> None:
        """All who must act do, for a while, so that games end."""
        table = self.table(which)
        for number in range(moves):
            for person in self.people:
                state = self.do(self.at.state(table, person))
                if state.view is not None and state.seat in state.view.to_act:
                    legal = state.json["view"]["legal"]
                    self.attempt(self.at.tables.play(table, person.id, legal[(which + number) % len(legal)]))
            self.do(self.at.pass_by(5.0))

    @rule(which=WHICH, player=PLAYERS, offset=st.sampled_from([None, 0, 1, -1]))
    def go_on(self, which: int, player: int, offset: int | None) -> None:
        """Wait no longer, in whatever state."""
        table, person = self.table(which), self.people[player]
        state = self.do(self.at.state(table, person))
        expect = None if offset is None else state.number + offset
        number = self.attempt(self.at.tables.proceed(table, person.id, expect=expect))
        assert number is None or state.seat is not None

    @rule(which=WHICH, player=PLAYERS)
    def leave(self, which: int, player: int) -> None:
        """Get up."""
        self.attempt(self.at.people.leave(self.table(which), self.people[player]))

    @rule(which=WHICH, player=PLAYERS, seat=st.integers(-1, 4),
          power=st.sampled_from(["bot", "other bot", "give back", "remove", "readmit", "start"]))  # fmt: skip
    def decide(self, which: int, player: int, seat: int, power: str) -> None:
        """Use the host's powers, with or without having them."""
        table, person, hosting = self.table(which), self.people[player].id, self.at.tables.hosting
        may = self.has_powers(table, person)
        match power:
            case "bot":
                work = hosting.replace_by_bot(table, person, seat)
            case "other bot":
                work = hosting.replace_by_bot(table, person, seat, "nobody")
            case "give back":
                work = hosting.give_back(table, person, seat)
            case "remove":
                work = hosting.remove(table, person, seat)
            case "readmit":
                work = hosting.readmit(table, person)
            case _:
                work = hosting.start(table, person)
        assert self.attempt(work) is None or may, f"{power} was done by somebody who may not"

    @rule(which=WHICH, player=PLAYERS, sure=st.integers(0, 3))
    def close(self, which: int, player: int, sure: int) -> None:
        """Close a table; now and then only, because nothing happens there afterwards."""
        if not sure:
            may = self.has_powers(self.table(which), self.people[player].id)
            assert self.attempt(self.at.tables.hosting.close(self.table(which), self.people[player].id)) is None or may

    @rule(which=WHICH, player=PLAYERS, wish=st.sampled_from(["rematch", "decline", "challenge"]))
    def play_again(self, which: int, player: int, wish: str) -> None:
        """Ask for another game, decline it, or challenge a friend."""
        table, person = self.table(which), self.people[player]
        over = self.running(table).row.status == Status.OVER
        match wish:
            case "rematch":
                made = self.attempt(self.at.people.rematch(table, person))
            case "decline":
                self.attempt(self.at.people.decline(table, person))
                return
            case _:
                made = self.attempt(Challenges(self.at.tables).create(table, person))
        if made is not None:
            assert over, f"a {wish} of a game that is not over"
            if made.id not in self.tables:
                self.tables.append(made.id)

    @rule(seconds=st.sampled_from([0.1, 5.0, 30.0, 400.0]))
    def wait(self, seconds: float) -> None:
        """Time passes: pauses end, clocks run out, bots stand in."""
        self.do(self.at.pass_by(seconds))

    @rule(which=WHICH, player=PLAYERS)
    def look_in(self, which: int, player: int) -> None:
        """Open the stream of a table for a moment."""

        async def listen() -> None:
            async with self.at.streams(self.table(which), self.people[player]) as [stream]:
                assert await stream.take()

        self.attempt(listen())

    @rule()
    def restart(self) -> None:
        """The server forgets everything that is not stored."""
        self.at.tables.runner.drop_all()
        self.do(self.at.settle())

    def running(self, table: str) -> RunningTable:
        """A table as it is in memory."""

        async def held() -> RunningTable:
            async with self.at.tables.runner.hold(table) as found:
                return found

        return self.do(held())

    def has_powers(self, table: str, person: str) -> bool:
        """Whether somebody is the host, shares the host's seat, or is the one who decides while the host is away."""
        running = self.running(table)
        row, seats = running.row, running.seats
        own = [seat.seat for seat in seats if person in seat.people]
        deciding = running.presence.deciding_seat(seats, row.host)
        return person == row.host or any(
            seat == deciding or (row.host is not None and row.host in seats[seat - 1].people) for seat in own
        )

    def legal(self, table: str, seat: int | None) -> list[str]:
        """What a seat may do, whoever asks."""
        game = self.running(table).game
        if seat is None or game is None or seat > len(game.setup.seats):
            return []
        return list(view_json(game.view(seat))["legal"])

    def stored(self, table: str) -> StoredTable:
        """A table as it is stored."""
        found = self.do(self.at.store.load(table))
        assert found is not None
        return found

    def stored_log(self, table: str) -> dict[int, ActionRow]:
        """The stored entries by their numbers."""
        return {entry.number: entry for entry in self.stored(table).actions}

    @invariant()
    def what_is_in_memory_is_what_is_stored(self) -> None:
        """The log only grows; a server that starts now shows everybody what they see, and answers keys as before."""
        for table in self.tables:
            log = self.stored_log(table)
            before = self.logs.get(table, {})
            assert before.items() <= log.items(), "an entry of the log was changed"
            assert sorted(log) == list(range(1, len(log) + 1))
            self.logs[table] = log
            running, fresh = self.running(table), self.at.tables.runner.prepare(self.stored(table))
            assert (fresh.row, fresh.seats) == (running.row, running.seats)
            assert fresh.log.answers == running.log.answers
            for seat in (None, *range(1, len(running.seats) + 1)):
                assert fresh.view(seat) == running.view(seat)
                assert fresh.log.number(seat) == running.log.number(seat)
                if running.game is not None:
                    late = sum(entry.after is not None for entry in log.values())
                    assert running.log.number(seat) == len(running.game.visible(seat)) - late
            fresh.close()

    @invariant()
    def nobody_acts_twice(self) -> None:
        """A key stands for one entry; for one call nobody places more tiles than were called."""
        for table in self.tables:
            entries = self.stored(table).actions
            keyed = [(entry.actor, entry.key) for entry in entries if entry.key is not None]
            assert len(set(keyed)) == len(keyed)
            if self.running(table).row.edition == "classic":
                placed: dict[int, int] = {}
                for entry in entries:
                    if entry.actor == DEALER:
                        placed = {}
                        continue
                    placed[entry.actor] = placed.get(entry.actor, 0) + (-1 if entry.action == "back" else 1)
                    assert 0 <= placed[entry.actor] <= 1

    @invariant()
    def everybody_is_shown_their_own_view(self) -> None:
        """What the API tells a person is the view of the seat they have, or that of a spectator."""
        for table in self.tables:
            running = self.running(table)
            for person in (*self.people, None):
                rows = [row for row in running.seats if person is not None and person.id in row.people and not row.bot]
                seat = rows[0].seat if rows else None
                told = self.do(self.at.state(table, person)).json
                assert len(rows) <= 1
                assert told["seat"] == seat
                assert told["view"] == (None if running.game is None else view_json(running.game.view(seat)))

    @rule(which=WHICH)
    def compare_games_that_look_alike(self, which: int) -> None:
        """No view tells a hidden thing: with everything hidden from a seat changed, it is told the same."""
        game = self.running(self.table(which)).game
        if game is None:
            return
        for seat in range(1, len(game.setup.seats) + 1):
            for twin in twins(game, seat, f"liar {which}"):
                assert view_json(twin.view(seat)) == view_json(game.view(seat))
                assert twin.visible(seat) == game.visible(seat)

    def teardown(self) -> None:
        """In the end every record verifies, says what the seats scored, and holds no seed before the end."""
        try:
            for table in self.tables:
                running = self.running(table)
                if running.game is not None:
                    self._check_record(running)
        finally:
            if self.people:
                self.do(self.at.close())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)

    def _check_record(self, running: RunningTable) -> None:
        record = self.do(self.at.tables.record(running.row.id))
        again = read_record(format_record(record), catalogue())
        assert again == record
        assert (record.seed is not None) == running.playing.is_over
        if record.outcome is not None and running.row.status == Status.OVER:
            assert [row.total for row in running.seats] == [float(total) for total in record.outcome.totals]
