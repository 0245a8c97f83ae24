"""The bodies of requests and answers of the API, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from partake.table.model import TableInfo

Nickname = Annotated[str, Field(min_length=1, max_length=90, examples=["Ann"])]
Number = Annotated[int, Field(description="What the next move must expect.", examples=[7])]


class Body(BaseModel):
    """A request; fields that are not known are refused, so that no slip goes unnoticed."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why something was refused."""

    error: str = Field(description="One plain sentence.", examples=["seat 2 is not free"])
    number: int | None = Field(default=None, description="Where the game is now, when a move came too late.")


class GuestIn(Body):
    """A new guest."""

    nickname: Nickname


class SeatIn(Body):
    """A seat as the host wants it."""

    kind: Literal["host", "person", "bot"] = "person"
    level: str = Field(default="skilled", max_length=30, description="The level or bot that plays here.")


class TableIn(Body):
    """A table as its host wants it."""

    edition: str = Field(max_length=40, examples=["classic"])
    options: dict[str, str | int | bool] = Field(default_factory=dict, max_length=20, examples=[{"rays": "each"}])
    seats: list[SeatIn] = Field(default_factory=lambda: [SeatIn(kind="host")], min_length=1, max_length=1000)
    title: str = Field(default="", max_length=60)
    clock: float | None = Field(default=None, description="Seconds for a move; none for no clock.", examples=[30])
    pause: float | None = Field(default=None, description="Seconds between the last placement and the next draw.")
    listed: bool = Field(default=False, description="Whether the lobby shows the table.")
    unlimited: bool = Field(default=False, description="Whether people may sit down without limit.")
    nickname: Nickname | None = Field(
        default=None, description="The host's name at this table; two people who share a seat are `Ann & Bob`."
    )


class JoinIn(Body):
    """A person sits down."""

    nickname: Nickname | None = Field(
        default=None,
        description="The name at this table; two who share a seat are `Ann & Bob`, and the second joins as `Bob`.",
    )
    seat: int | None = Field(default=None, ge=1, description="A certain seat; the first free one if none.")


class BotIn(Body):
    """A bot for a seat."""

    level: str | None = Field(default=None, max_length=30, examples=["skilled"])


class MoveIn(Body):
    """A move."""

    action: str = Field(max_length=40, description="In the text form of records.", examples=["9-7-8@c3"])
    expect: int | None = Field(default=None, description="The number of the state that the move answers to.")
    key: str | None = Field(
        default=None, min_length=1, max_length=64, description="Anything unique; a repeat gives the same answer."
    )
    view: bool | None = Field(default=None, description="Whether the answer is to say what changed in the view.")


class TokenIn(Body):
    """A name for a token."""

    label: str = Field(min_length=1, max_length=60, examples=["my bot"])


class CarryIn(Body):
    """A token that carries an identity to this device."""

    token: str = Field(max_length=400)


class Me(BaseModel):
    """Who is asking."""

    id: str
    nickname: str


class MoveOut(BaseModel):
    """An accepted move: it is stored."""

    number: int = Field(description="Where the game was for this seat right after the move.", examples=[7])
    repeated: bool = Field(description="Whether this key was answered before.")
    state: dict[str, Any] | None = Field(
        default=None, description="What the event of this move tells its seat, if `view` was asked for; else not there."
    )


class Token(BaseModel):
    """A token for programs; the token itself is shown once, when it is made."""

    id: str
    label: str
    created: float
    token: str | None = None


class Carry(BaseModel):
    """A way to carry an identity to another device, for an hour."""

    token: str
    link: str


class StateOut(BaseModel):
    """A table as the one who asks may see it."""

    table: TableInfo
    seat: int | None = Field(description="The seat of the one who asks; none for spectators.")
    number: Number
    deadline: float | None = Field(description="When the clock runs out, in Unix time.")
    view: dict[str, Any] | None = Field(description="The game; none before it starts. docs/api.md has every field.")


class Game(BaseModel):
    """A game of the one who asks."""

    table: str
    title: str
    edition: str
    options: dict[str, str]
    status: str
    players: int
    created: float
    finished: float | None
    total: float | None
    won: bool
    rounds: list[float]


class Bar(BaseModel):
    """A bar of a distribution."""

    from_: int = Field(alias="from")
    to: int
    games: int


class Statistics(BaseModel):
    """What the games of one edition add up to."""

    edition: str
    games: int
    best: float
    mean: float
    matches: int
    won: int
    distribution: list[Bar]
    progress: list[float] = Field(description="The points of the last 200 games, the oldest first.")


class OptionOut(BaseModel):
    """An option that an edition offers."""

    name: str
    summary: str
    values: dict[str, str] = Field(description="What each value means; the first is the default.")


class EditionOut(BaseModel):
    """An edition."""

    name: str
    title: str
    game: str
    family: Literal["hexagon", "five"]
    summary: str
    seats: tuple[int, int]
    options: list[OptionOut]


class BotOut(BaseModel):
    """A bot or a level that can take a seat."""

    name: str
    summary: str
    is_level: bool
    families: list[str]
