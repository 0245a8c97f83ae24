"""One table of a server: sit down, look, move, listen, and let a bot play."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Literal, Protocol

from partake.client.connection import Connection
from partake.client.decoding import Json, given
from partake.client.errors import ClientError, RefusedError, StaleError
from partake.client.events import Event, MovesEvent, StateEvent, advanced, listen
from partake.client.models import Hint, Moved, Partner, Review, State, TableInfo, WentOn
from partake.client.views import ViewReader
from partake.engine.actions import DEALER, Action
from partake.engine.contract import Entry, View
from partake.engine.five.view import redacted
from partake.engine.notation import format_action, parse_move
from partake.engine.outcome import Outcome
from partake.engine.record.json import record_from_json
from partake.engine.record.model import Record
from partake.rules.catalogue import Catalogue


class Player(Protocol):
    """Whatever chooses, like every `partake.bots.Bot`."""

    def choose(self, view: View, /) -> Action:
        """One of the view's legal actions, for a view whose seat must act."""


class RemoteTable:
    """A table of a server, by its id; what everybody may know of it is `info`, as it was when it was last asked for."""

    def __init__(self, connection: Connection, table: str, catalogue: Catalogue, info: TableInfo | None = None) -> None:
        self.id, self.info = table, info
        self._connection, self._catalogue = connection, catalogue
        self._views = ViewReader(self.record)

    def __repr__(self) -> str:
        return f"<RemoteTable {self.id} at {self._connection.url}>"

    @property
    def url(self) -> str:
        """The link to this table's page."""
        return f"{self._connection.url}/tables/{self.id}"

    async def _do(self, path: str, body: Json | None = None, *, repeatable: bool = False, **gaps: object) -> TableInfo:
        """Do something that is answered with the table as it is now."""
        self.info = await self._connection.ask(
            TableInfo, "POST", path, body, repeatable=repeatable, table=self.id, **gaps
        )
        return self.info

    # People

    async def join(self, *, nickname: str | None = None, seat: int | None = None, key: str | None = None) -> TableInfo:
        """Sit down, on the first free seat if none is named; or come back to one's own. `key` is a partner's."""
        wanted = {"nickname": nickname, "seat": seat, "key": key}
        return await self._do("/api/tables/{table}/join", given(wanted), repeatable=True)

    async def start(self) -> TableInfo:
        """Begin with the players who are there; for the host."""
        return await self._do("/api/tables/{table}/start")

    async def leave(self) -> TableInfo:
        """Stand up; the seat is kept."""
        return await self._do("/api/tables/{table}/leave")

    async def close(self) -> TableInfo:
        """Close the table for good; for the host."""
        return await self._do("/api/tables/{table}/close")

    async def partner(self) -> Partner:
        """What the second of two who share the seat needs to join."""
        return await self._connection.ask(Partner, "GET", "/api/tables/{table}/partner", table=self.id)

    async def replace_by_bot(self, seat: int, level: str | None = None) -> TableInfo:
        """Let a bot play for somebody who is away or left, or on a free seat; for the host."""
        return await self._do("/api/tables/{table}/seats/{seat}/bot", given({"level": level}), seat=seat)

    async def give_back(self, seat: int) -> TableInfo:
        """Give a seat at which a bot plays back to its player; for the host."""
        return await self._do("/api/tables/{table}/seats/{seat}/return", seat=seat)

    async def remove(self, seat: int) -> TableInfo:
        """Take a player off the table; for the host."""
        return await self._do("/api/tables/{table}/seats/{seat}/remove", seat=seat)

    async def readmit(self) -> TableInfo:
        """Let everybody who was removed sit down again; for the host."""
        return await self._do("/api/tables/{table}/readmit")

    # The game

    async def state(self) -> State:
        """The table as it is now, as one's own seat may see it."""
        found = await self._connection.ask(State, "GET", "/api/tables/{table}", table=self.id)
        self.info = found.table
        return found

    async def view(self, state: State | None = None) -> View:
        """The engine's view of a state, or of the present one: what a `Bot` is given. Refused before the start."""
        told = (state or await self.state()).view
        if told is None:
            raise ClientError("the game has not started yet")
        return await self._views.read(told)

    async def move(
        self,
        action: Action | str,
        *,
        expect: int | None = None,
        key: str | None = None,
        pause: float | Literal["go-on"] | None = None,
    ) -> Moved:
        """Play, in answer to the state of the number `expect` (optimistic concurrency); StaleError if that is over.

        Sent until it is answered: by its key, fresh if none is given, the server does nothing twice.
        """
        text = action if isinstance(action, str) else format_action(action)
        sent = {"action": text, "expect": expect, "key": key or secrets.token_hex(12), "pause": pause}
        return await self._connection.ask(
            Moved, "POST", "/api/tables/{table}/moves", given(sent), repeatable=True, table=self.id
        )

    async def go_on(self, *, expect: int | None = None) -> int:
        """Wait no longer in an intermission; `expect` is the number of the state in which that is said."""
        done = await self._connection.ask(
            WentOn, "POST", "/api/tables/{table}/go-on", given({"expect": expect}), repeatable=True, table=self.id
        )
        return done.number

    def events(self, *, after: str = "") -> AsyncGenerator[Event]:
        """Everything that happens, each event once and in order, over lost lines; it ends when the caller does.

        It begins with a `StateEvent`, or after the event of the id `after`.
        """
        return listen(self._connection, self.id, after=after)

    async def states(self) -> AsyncGenerator[State]:
        """The state now and after each change, for as long as the caller wants; nothing is fetched in between."""
        state: State | None = None
        async with aclosing(listen(self._connection, self.id, with_view=True)) as events:
            async for event in events:
                state = event.state if isinstance(event, StateEvent) else state and advanced(state, event)
                if state is not None:
                    self.info = state.table
                    yield state

    async def log(self) -> AsyncGenerator[Entry]:
        """The game's log as everybody may read it, each entry exactly once and in order, until the game is over.

        What was played before, or while the line was lost for longer than the server remembers, comes from the record.
        """
        known: tuple[Entry, ...] = ()
        async with aclosing(self.events()) as events:
            async for event in events:
                is_over, told = False, known
                if isinstance(event, MovesEvent):
                    is_over = event.over
                    if event.since is not None and event.since <= len(known):
                        told = (*known[: event.since], *map(parse_move, event.moves))
                    elif event.since is not None:
                        told = await self._public_log()
                elif isinstance(event, StateEvent) and event.state.view is not None:
                    is_over, told = event.state.is_over, await self._public_log()
                new = redacted(told, None)[len(known) :]
                known += new
                for entry in new:
                    yield entry
                if is_over:
                    return

    async def play(self, bot: Player | Callable[[View], Action]) -> Outcome:
        """Sit down, if need be, and let a bot play its seat to the end; the result.

        The bot is given the view that a bot of the server would be given, in a thread of its own, so that other bots of
        this program play on while it thinks.
        """
        choose = bot if callable(bot) else bot.choose
        if (await self.state()).seat is None:
            await self.join()
        next_number = 0
        async with aclosing(self.states()) as states:
            async for state in states:
                if state.is_over:
                    return await self.result()
                if state.table.status == "closed":
                    raise ClientError("this table was closed before the game was over")
                if state.seat is None:
                    raise ClientError("this seat is not ours any more: join again to take over")
                if state.intermission is not None and state.seat in state.intermission.awaited:
                    await self.go_on(expect=state.number)
                elif state.must_act and state.number >= next_number:
                    view = await self.view(state)
                    action = await asyncio.to_thread(choose, view)
                    try:
                        next_number = (await self.move(action, expect=state.number)).number
                    except RefusedError as problem:
                        # The game has gone on, or what was legal is not any more because of a passed scrapyard: the
                        # stream says how it is now.
                        if not (isinstance(problem, StaleError) or (problem.status == 422 and action in view.legal)):
                            raise
                        next_number = problem.number or state.number
        raise AssertionError("states do not end")

    # Afterwards

    async def result(self) -> Outcome:
        """The points of all players, each with its reason; refused before the game is over."""
        if (outcome := (await self.record()).outcome) is None:
            raise ClientError("the game is not over yet")
        return outcome

    async def record(self) -> Record:
        """The record, verified by this package's rules: while the game goes on what all may know, then everything."""
        told = await self._connection.json("GET", "/api/tables/{table}/record", params={"form": "json"}, table=self.id)
        return record_from_json(told, self._catalogue)

    async def record_text(self) -> str:
        """The record as a file has it, with the server's comments."""
        return await self._connection.text("/api/tables/{table}/record", table=self.id)

    async def replay(self, number: int) -> Json:
        """A game that is over as it stood after this number of entries of its log, as plain data."""
        found: Json = await self._connection.json(
            "GET", "/api/tables/{table}/replay/{number}", table=self.id, number=number
        )
        return found

    async def review(self) -> Review:
        """How far the review of this game is, and what it found."""
        return await self._connection.ask(Review, "GET", "/api/tables/{table}/review", table=self.id)

    async def ask_review(self, *, idle: bool = False) -> Review:
        """Have a game that is over reviewed; asked twice, it is the same review. `idle`: after all others."""
        return await self._connection.ask(
            Review,
            "POST",
            "/api/tables/{table}/review",
            params={"idle": idle},
            repeatable=True,
            table=self.id,
        )

    async def hint(self, step: Literal[1, 2, 3], *, expect: int) -> Hint:
        """A step of a hint: where to look, what it is about, the move."""
        body = {"step": step, "expect": expect}
        return await self._connection.ask(
            Hint, "POST", "/api/tables/{table}/hint", body, repeatable=True, table=self.id
        )

    async def _another(self, path: str, body: Json | None = None) -> RemoteTable:
        """A table that follows from this one."""
        info = await self._connection.ask(TableInfo, "POST", path, body, table=self.id)
        return RemoteTable(self._connection, info.id, self._catalogue, info)

    async def rematch(self) -> RemoteTable:
        """A table with the same rules, to which the others are invited; or their invitation, accepted."""
        return await self._another("/api/tables/{table}/rematch")

    async def decline(self) -> TableInfo:
        """Answer an invitation to play again with no."""
        return await self._do("/api/tables/{table}/decline")

    async def challenge(self) -> RemoteTable:
        """A table for one friend on the draws of this game, which is over."""
        return await self._another("/api/tables/{table}/challenge")

    async def challenges(self) -> tuple[TableInfo, ...]:
        """The other games on the same draws that are over, when this one is."""
        return await self._connection.ask_all(TableInfo, "GET", "/api/tables/{table}/challenges", table=self.id)

    async def play_on(self, moves: int, *, seat: int | None = None, level: str | None = None) -> RemoteTable:
        """A table on which a position of this game, which is over, is played on against a bot."""
        return await self._another("/api/tables/{table}/play-on", given({"moves": moves, "seat": seat, "level": level}))

    async def _public_log(self) -> tuple[Entry, ...]:
        """The log that all may read now, without what bots answered in place of players who came late."""
        record, state = await self.record(), await self.state()
        late = {seat.seat: seat.late for seat in state.table.seats}
        found, calls = list[Entry](), 0
        for actor, action in record.moves:
            calls += actor == DEALER
            if actor == DEALER or calls > late[actor]:
                found.append((actor, action))
        return tuple(found)
