"""The bodies of requests about games at cardboard tables, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from partake.web.api.models import LARGEST_NUMBER, LONGEST_KEY, Body, Nickname, Option, Problem, SeatName

MOST_PLAYERS = 20
"""The most players of an evening."""
MOST_GAMES = 60
"""The most games of an evening."""
MOST_CELLS = 120
"""The most tiles of a board, and of the calls of a game."""
TileText = Annotated[str, Field(min_length=1, max_length=11, examples=["9-7-8"])]
Cell = Annotated[str, Field(min_length=1, max_length=8, examples=["c3"])]
Cells = Annotated[dict[Cell, TileText], Field(max_length=MOST_CELLS, examples=[{"c3": "9-7-8"}])]
Index = Annotated[int, Field(ge=0, le=MOST_GAMES - 1)]
Version = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$", max_length=64)]


class Kept(BaseModel):
    """A part of an evening; what the pages keep besides is kept as it is."""

    model_config = ConfigDict(extra="allow")


class PlayerIn(Kept):
    """A player, or a pair."""

    name: SeatName


class GameIn(Kept):
    """A game of an evening."""

    caller: int | None = Field(default=None, ge=0, le=MOST_PLAYERS - 1, description="Which player calls, from 0.")
    called: list[TileText] | None = Field(
        default=None, max_length=MOST_CELLS, description="The tiles in the order of their calls, if that is known."
    )
    seed: Hex | None = Field(default=None, description="What the caller's draw came from, if it was Partake's.")
    boards: list[Cells] = Field(max_length=MOST_PLAYERS, description="What lies before each player.")
    finished: bool = False


class EveningIn(Kept):
    """An evening as the pages keep it."""

    format: Literal["partake-evening-1"]
    id: str = Field(default="", max_length=64)
    edition: str = Field(max_length=40, examples=["nexus"])
    options: dict[Option, Option] = Field(default_factory=dict, max_length=20, examples=[{"scrapyard": "lowest"}])
    players: list[PlayerIn] = Field(max_length=MOST_PLAYERS)
    games: list[GameIn] = Field(max_length=MOST_GAMES)
    five: dict[str, Any] | None = Field(default=None, max_length=20, description="Markers and phases of Take Five.")


class PaperIn(Body):
    """A game that was played at a cardboard table."""

    evening: EveningIn = Field(description="The evening; games other than the one that is sent may be left out.")
    game: Index = Field(default=0, description="Which game of the evening, from 0.")
    seat: Annotated[int, Field(ge=0, le=MOST_PLAYERS - 1)] = Field(description="Which player you are, from 0.")
    key: str | None = Field(
        default=None,
        min_length=1,
        max_length=LONGEST_KEY,
        description="Anything unique; a repeat gives the same table.",
    )
    nickname: Nickname | None = Field(
        default=None, description="Your name here, if you are not known yet; otherwise the one you have in the game."
    )


class PaperOut(BaseModel):
    """Where the game is now."""

    table: str = Field(description="The finished table.")
    repeated: bool = Field(description="Whether it was sent before.")


class CalledIn(Body):
    """The tiles that were called in a game."""

    edition: str = Field(max_length=40, examples=["classic"])
    options: dict[Option, Option] = Field(default_factory=dict, max_length=20)
    called: list[TileText] = Field(max_length=MOST_CELLS, description="All of them, in the order of their calls.")


class MadeOut(BaseModel):
    """A board that was made of the tiles."""

    points: float
    board: list[tuple[str, str]] = Field(description="Cells with their tiles.")


class BestOut(MadeOut):
    """The best board that was found."""

    bound: float = Field(description="No board has more points than this.")
    proven: bool = Field(description="Whether no board is better.")


class CalledOut(BaseModel):
    """What can be made of the tiles; ask again while it waits or is under way."""

    state: Literal["waiting", "working", "done", "failed"]
    ahead: int = Field(description="How many reviews come before this one, while it waits.")
    error: str | None = Field(description="Why there is nothing, if it failed.")
    best: BestOut | None
    bot: MadeOut | None = Field(description="What the bot made of the tiles, one call after the other.")


class BoardIn(Body):
    """Another content of one board."""

    cells: Cells
    version: Version = Field(description="The version of the board that this was made from.")


class ChangeIn(Body):
    """Other players, games, options or boards of an evening."""

    evening: EveningIn
    version: Version = Field(description="The version of the evening that this was made from.")
    key: str | None = Field(default=None, max_length=LONGEST_KEY, description="The key of the phone that began it.")


class BegunOut(BaseModel):
    """An evening that can be filled in together."""

    id: str = Field(description="As it was sent.")
    code: str = Field(description="Others open `/score?with=CODE`.")
    key: str = Field(description="By it the phone that began the evening changes players and games; for nobody else.")
    version: int
    versions: list[list[int]]


class ChangedOut(BaseModel):
    """The versions after a change."""

    version: int = Field(description="Of the evening.")
    versions: list[list[int]] = Field(description="Of each board of each game.")


class EveningOut(ChangedOut):
    """An evening as it is now."""

    code: str
    evening: EveningIn


class StaleProblem(Problem):
    """Why a change was refused, and how it is now: a board's `version` and `cells`, or the whole evening."""

    version: int | None = Field(default=None, description="The present version.")
    cells: Cells | None = Field(default=None, description="The board as it is now, if one was to be changed.")
    evening: EveningIn | None = Field(default=None, description="The evening as it is now, if that was to be changed.")
    versions: list[list[int]] | None = None
    code: str | None = None
