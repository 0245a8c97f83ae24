"""A Partake server as one person or program sees it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from partake.client.activities import (
    Choices,
    Day,
    DayKey,
    Leaderboard,
    Milestone,
    PlayedGame,
    Progress,
    Puzzle,
    PuzzleAnswer,
    PuzzleStanding,
    Statistics,
    TournamentInfo,
)
from partake.client.connection import Connection
from partake.client.decoding import Json, given
from partake.client.models import BotInfo, EditionInfo, Person, Seat, TableInfo, Token
from partake.client.table import RemoteTable
from partake.client.tournament import RemoteTournament
from partake.rules.catalogue import Catalogue, catalogue

PATIENCE = 120.0
"""Seconds for which a request is repeated: longer than the minute after which a rate limit lets one ask again."""
TIMEOUT = 30.0
"""Seconds for one answer: hints are thought about."""


class Server:
    """What a program can do at a server; made by `connect`."""

    def __init__(self, connection: Connection, known: Catalogue) -> None:
        self._connection, self._catalogue = connection, known

    def __repr__(self) -> str:
        return f"<Server {self.url}>"

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._connection.url

    async def request(self, method: str, path: str, body: Json | None = None, *, params: Json | None = None) -> Any:
        """Any request of the API, as plain data both ways: for what has no method here."""
        return await self._connection.json(method, path.replace("{", "{{").replace("}", "}}"), body, params=params)

    # Who we are

    async def become_guest(self, nickname: str) -> Person:
        """Become known by a nickname, until the connection is closed; a token lasts."""
        return await self._connection.ask(Person, "POST", "/api/guests", {"nickname": nickname})

    async def me(self) -> Person:
        """Who we are."""
        return await self._connection.ask(Person, "GET", "/api/me")

    async def rename(self, nickname: str) -> Person:
        """Take another nickname, for tables to come."""
        return await self._connection.ask(Person, "PATCH", "/api/me", {"nickname": nickname}, repeatable=True)

    async def forget_me(self) -> None:
        """Delete our data: the name is taken off every game, identity and tokens are gone for good."""
        await self._connection.json("DELETE", "/api/me")

    async def sign_out(self, *, tokens: bool = False) -> None:
        """Make all cookies and links of ours void, and with `tokens` all tokens."""
        await self._connection.json("POST", "/api/me/sign-out", {"tokens": tokens}, repeatable=not tokens)

    async def new_token(self, label: str, *, manage: bool = False) -> Token:
        """A token for programs, told this once; with `manage` it decides about us, and does not only play."""
        return await self._connection.ask(Token, "POST", "/api/tokens", {"label": label, "manage": manage})

    async def tokens(self) -> tuple[Token, ...]:
        """Our tokens, without the secrets themselves."""
        return await self._connection.ask_all(Token, "GET", "/api/tokens")

    async def drop_token(self, token_id: str) -> None:
        """Make a token useless."""
        await self._connection.json("DELETE", "/api/tokens/{token_id}", token_id=token_id)

    # Tables

    async def editions(self) -> tuple[EditionInfo, ...]:
        """The editions that the server has, with their options."""
        return await self._connection.ask_all(EditionInfo, "GET", "/api/editions")

    async def bots(self) -> tuple[BotInfo, ...]:
        """The bots and levels that can take a seat."""
        return await self._connection.ask_all(BotInfo, "GET", "/api/bots")

    async def tables(self) -> tuple[TableInfo, ...]:
        """The tables that are listed for everybody."""
        return await self._connection.ask_all(TableInfo, "GET", "/api/tables")

    def table(self, table: str) -> RemoteTable:
        """The table of this id; nothing is asked yet."""
        return RemoteTable(self._connection, table, self._catalogue)

    async def create_table(
        self,
        edition: str,
        *,
        seats: Sequence[Seat] = (Seat("host"),),
        options: Mapping[str, str | int | bool] | None = None,
        title: str | None = None,
        clock: float | None = None,
        pause: float | None = None,
        listed: bool | None = None,
        unlimited: bool | None = None,
        hints: bool | None = None,
        nickname: str | None = None,
    ) -> RemoteTable:
        """A new table: `create_table("nexus", seats=[Seat("host"), Seat.bot("expert")], options={"rays": "each"})`.

        `clock` is the seconds for a move, `pause` those between the last placement and the next draw. What is None is
        as the server has it by default.
        """
        wanted = {
            "edition": edition,
            "options": dict(options or {}),
            "seats": [seat.to_json() for seat in seats],
            "title": title,
            "clock": clock,
            "pause": pause,
            "listed": listed,
            "unlimited": unlimited,
            "hints": hints,
            "nickname": nickname,
        }
        return self._table(await self._connection.ask(TableInfo, "POST", "/api/tables", given(wanted)))

    def _table(self, info: TableInfo) -> RemoteTable:
        return RemoteTable(self._connection, info.id, self._catalogue, info)

    # What we have played

    async def games(self) -> tuple[PlayedGame, ...]:
        """Our games."""
        return await self._connection.ask_all(PlayedGame, "GET", "/api/me/games")

    async def statistics(self) -> tuple[Statistics, ...]:
        """What our games add up to, for each edition and its options."""
        return await self._connection.ask_all(Statistics, "GET", "/api/me/statistics")

    async def progress(self) -> tuple[Progress, ...]:
        """How well we play, with luck taken off."""
        return await self._connection.ask_all(Progress, "GET", "/api/me/progress")

    async def milestones(self) -> tuple[Milestone, ...]:
        """What we reached for the first time."""
        return await self._connection.ask_all(Milestone, "GET", "/api/me/milestones")

    async def choices(self) -> Choices:
        """Whether we are seen on leaderboards and told of milestones."""
        return await self._connection.ask(Choices, "GET", "/api/me/choices")

    async def choose(self, *, public: bool | None = None, milestones: bool | None = None) -> Choices:
        """Change these; what is left out stays as it is."""
        body = given({"public": public, "milestones": milestones})
        return await self._connection.ask(Choices, "PUT", "/api/me/choices", body, repeatable=True)

    async def leaders(
        self,
        edition: str,
        *,
        rules: str | None = None,
        period: Literal["day", "all"] | None = None,
        by: Literal["score", "strength"] | None = None,
        day: str | None = None,
        page: int | None = None,
    ) -> Leaderboard:
        """A page of a leaderboard; `rules` are those that `progress` names, the usual ones if None."""
        which = {"edition": edition, "rules": rules, "period": period, "by": by, "day": day, "page": page}
        return await self._connection.ask(Leaderboard, "GET", "/api/leaders", params=given(which))

    # Puzzles

    async def next_puzzle(self, *, edition: str | None = None, theme: str | None = None) -> Puzzle:
        """A puzzle that suits our rating and that we have not answered; refused with 404 when none is left."""
        params = given({"edition": edition, "theme": theme})
        return await self._connection.ask(Puzzle, "GET", "/api/puzzles/next", params=params)

    async def puzzle(self, puzzle: str) -> Puzzle:
        """A puzzle by its id."""
        return await self._connection.ask(Puzzle, "GET", "/api/puzzles/{puzzle}", puzzle=puzzle)

    async def answer_puzzle(self, puzzle: str, answer: str) -> PuzzleAnswer:
        """What an answer is worth: a cell, moves, a square or a value; the first one counts."""
        return await self._connection.ask(
            PuzzleAnswer, "POST", "/api/puzzles/{puzzle}", {"answer": answer}, puzzle=puzzle
        )

    async def puzzle_standing(self) -> PuzzleStanding:
        """Our rating, streak and answers."""
        return await self._connection.ask(PuzzleStanding, "GET", "/api/me/puzzles")

    async def share_positions(self, share: bool) -> PuzzleStanding:
        """Let positions of our games become puzzles without our name, or no longer."""
        return await self._connection.ask(PuzzleStanding, "PUT", "/api/me/puzzles", {"share": share}, repeatable=True)

    # Deals of many

    async def today(self) -> Day:
        """The deals of today, in UTC."""
        return await self._connection.ask(Day, "GET", "/api/daily")

    async def day(self, day: str) -> Day:
        """The deals of a day, like `2026-05-01`."""
        return await self._connection.ask(Day, "GET", "/api/daily/{day}", day=day)

    async def begin_daily(
        self, day: str, deal: Literal["classic", "edition"], *, practice: bool = False
    ) -> RemoteTable:
        """Our one game on a deal, begun now or before; in `practice` a new one that does not count."""
        info = await self._connection.ask(
            TableInfo,
            "POST",
            "/api/daily/{day}/{deal}",
            {"practice": practice},
            repeatable=not practice,
            day=day,
            deal=deal,
        )
        return self._table(info)

    async def day_key(self, day: str) -> DayKey:
        """The key of a day that is over, by which anybody can check its deals."""
        return await self._connection.ask(DayKey, "GET", "/api/daily/keys/{day}", day=day)

    async def tournaments(self) -> tuple[TournamentInfo, ...]:
        """The tournaments that we host or take part in, the newest first."""
        return await self._connection.ask_all(TournamentInfo, "GET", "/api/tournaments")

    def tournament(self, code: str) -> RemoteTournament:
        """The tournament of this code; nothing is asked yet."""
        return RemoteTournament(self._connection, code, self._catalogue)

    async def create_tournament(self, edition: str, **settings: Any) -> RemoteTournament:
        """A tournament of ours: `title`, `options`, `deals`, `mode` with its times, `clock`, `joins`."""
        body = {"edition": edition, **settings}
        info = await self._connection.ask(TournamentInfo, "POST", "/api/tournaments", body)
        return RemoteTournament(self._connection, info.code, self._catalogue, info)


@asynccontextmanager
async def connect(
    url: str,
    *,
    token: str | None = None,
    nickname: str | None = None,
    patience: float = PATIENCE,
    timeout: float = TIMEOUT,
    data: Sequence[str | Path] = (),
) -> AsyncGenerator[Server]:
    """A server, as the owner of a token, as a new guest of this nickname, or as nobody, who can only look on.

    Whether a Partake server answers there, and knows the token, is asked at once. `patience` is for how many seconds a
    request waits and is repeated, `timeout` how many one answer may take. `data` names TOML files with editions of
    your own that the server has too.
    """
    connection = Connection(url, token=token, patience=patience, timeout=timeout)
    try:
        await connection.greet()
        server = Server(connection, catalogue(*data))
        if nickname is not None:
            await server.become_guest(nickname)
        yield server
    finally:
        await connection.close()
