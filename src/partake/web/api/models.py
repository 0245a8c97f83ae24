"""The bodies of requests and answers of the API, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from partake.engine.setup import LONGEST_NAME
from partake.table.model import LONGEST_TITLE, TableInfo
from partake.table.names import PAIR
from partake.table.people import LONGEST_LABEL

LONGEST_ACTION = 40
"""Characters of an action's text form."""
LONGEST_KEY = 64
"""Characters of an idempotency key, or of a partner's key."""
LONGEST_LEVEL = 30
"""Characters of a bot's name."""
LONGEST_OPTION = 40
"""Characters of an option's name, or of its value."""
LARGEST_NUMBER = 10**9
"""The highest number of a state that a move may expect."""
MOST_SEATS = 1000
"""The most seats of a table, whatever the operator allows."""
Nickname = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["Ann"])]
SeatName = Annotated[str, Field(min_length=1, max_length=2 * LONGEST_NAME + len(PAIR), examples=["Ann & Bob"])]
Option = Annotated[str, Field(max_length=LONGEST_OPTION)]
Expected = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Number = Annotated[int, Field(description="What the next move must expect.", examples=[7])]


Flag = Annotated[bool, Field(strict=True)]
"""True or false, and nothing that could be taken for one of them."""


class Body(BaseModel):
    """A request; fields that are not known are refused, so that no slip goes unnoticed."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why something was refused."""

    error: str = Field(description="One plain sentence.", examples=["seat 2 is not free"])
    number: int | None = Field(default=None, description="Where the game is now, when a move came too late.")
    suggestion: str | None = Field(default=None, description="A name that is free, when the one asked for is taken.")


class WellOut(BaseModel):
    """All is well."""

    status: Literal["ok"]


class GuestIn(Body):
    """A new guest."""

    nickname: Nickname


class SeatIn(Body):
    """A seat as the host wants it."""

    kind: Literal["host", "here", "person", "bot"] = Field(
        default="person", description="`here` is a friend at the host's own device, by this `name`."
    )
    level: str = Field(
        default="skilled",
        min_length=1,
        max_length=LONGEST_LEVEL,
        description="The level or bot that plays here; `like-me` is one about as strong as I am in this game, and "
        "`like-me:casual` says who plays while that is not known (else `skilled`). The answer tells which it is.",
    )
    name: Nickname | None = Field(default=None, description="The name of a friend who is `here`.")


class TableIn(Body):
    """A table as its host wants it."""

    edition: str = Field(max_length=40, examples=["classic"])
    options: dict[Option, Option | int | bool] = Field(default_factory=dict, max_length=20, examples=[{"rays": "each"}])
    seats: list[SeatIn] = Field(default_factory=lambda: [SeatIn(kind="host")], min_length=1, max_length=MOST_SEATS)
    title: str = Field(default="", max_length=LONGEST_TITLE)
    clock: float | None = Field(
        default=None,
        ge=1,
        description="Seconds for a move, as many as the operator allows (an hour); none for no clock.",
        examples=[30],
    )
    pause: float | None = Field(
        default=None,
        ge=0,
        description="Seconds between the last placement and the next draw, as many as the operator allows (60).",
    )
    listed: Flag = Field(default=False, description="Whether the lobby shows the table.")
    unlimited: Flag = Field(default=False, description="Whether people may sit down without limit.")
    hints: Flag | None = Field(
        default=None, description="Whether hints may be asked for; by default where no other person plays."
    )
    nickname: SeatName | None = Field(
        default=None, description="The host's name at this table; two people who share a seat are `Ann & Bob`."
    )


class JoinIn(Body):
    """A person sits down."""

    nickname: SeatName | None = Field(
        default=None,
        description="The name at this table; two who share a seat are `Ann & Bob`.",
    )
    seat: int | None = Field(
        default=None, ge=1, le=MOST_SEATS, description="A certain seat; the first free one if none."
    )

    key: str | None = Field(
        default=None,
        max_length=LONGEST_KEY,
        description="The partner's key, to share the seat of the one who has given it.",
    )


class BotIn(Body):
    """A bot for a seat."""

    level: str | None = Field(default=None, max_length=LONGEST_LEVEL, examples=["skilled", "like-me"])


class MoveIn(Body):
    """A move."""

    action: str = Field(max_length=LONGEST_ACTION, description="In the text form of records.", examples=["9-7-8@c3"])
    expect: Expected | None = Field(default=None, description="The number of the state that the move answers to.")
    key: str | None = Field(
        default=None,
        min_length=1,
        max_length=LONGEST_KEY,
        description="Anything unique; a repeat gives the same answer.",
    )
    view: bool | None = Field(default=None, description="Whether the answer is to say what changed in the view.")
    pause: Annotated[float, Field(ge=0)] | Literal["go-on"] | None = Field(
        default=None,
        description="Where no other person waits: the seconds from this move to the next draw, as many as the operator "
        "allows (60), or until you go on.",
    )


class GoOnIn(Body):
    """A player waits no longer."""

    expect: Expected | None = Field(default=None, description="The number of the state in which this was said.")


class TokenIn(Body):
    """A name for a token."""

    label: str = Field(min_length=1, max_length=LONGEST_LABEL, examples=["my bot"])
    manage: Flag = Field(
        default=False,
        description="Whether it may also rename you, make and delete tokens and links to other devices, sign you out, "
        "and delete your data; without it, it only plays.",
    )


class SignOutIn(Body):
    """Which doors are closed besides all cookies and links."""

    tokens: Flag = Field(default=False, description="Whether all tokens become useless too.")


class CarryIn(Body):
    """A token that carries an identity to this device."""

    token: str = Field(min_length=1, max_length=400)


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
    manage: bool = Field(description="Whether it decides about its person, and does not only play.")
    token: str | None = None


class Carry(BaseModel):
    """A way to carry an identity to another device, for an hour."""

    token: str
    link: str


class Partner(BaseModel):
    """What the second of two who share a seat needs to join; only for the first to hand over."""

    key: str
    link: str


class PresenceOut(BaseModel):
    """Who is at a table now; whoever sits there and is not named here is."""

    away: dict[str, float] = Field(description="The seats nobody of whom is here, and since when, in Unix time.")
    gone: list[int] = Field(description="The seats that were left, or at which a bot plays in a person's place.")
    decides: int | None = Field(description="The seat that has the host's powers now.")


class GoOnOut(BaseModel):
    """Where the game is."""

    number: Number


class Intermission(BaseModel):
    """The wait before the dealer acts."""

    deal_at: float | None = Field(description="When the dealer acts, in Unix time; none: when you go on.")
    seconds: float | None = Field(description="How long the dealer waits in all.")
    awaited: list[int] = Field(description="The seats whose players are here and have not gone on.")


class StateOut(BaseModel):
    """A table as the one who asks may see it."""

    table: TableInfo
    presence: PresenceOut
    seat: int | None = Field(description="The seat of the one who asks; none for spectators.")
    number: Number
    deadline: float | None = Field(description="When the clock runs out, in Unix time.")
    intermission: Intermission | None = Field(description="The dealer's wait before the next draw or game.")
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
    has_left: bool = Field(description="Whether I have left the table.")
    seat: int = Field(description="My seat.")
    paper: bool = Field(description="Whether it was kept at a cardboard table and sent here.")
    deal: str | None = Field(description="The deal of many people that was played, a day's or a tournament's.")
    counts: bool = Field(description="Whether its points count: not in practice on a deal that was played before.")


class Bar(BaseModel):
    """A bar of a distribution."""

    from_: int = Field(alias="from")
    to: int
    games: int


class Statistics(BaseModel):
    """What the games of one edition by the same options add up to."""

    edition: str
    options: dict[str, str] = Field(description="Every option on offer with its value, `rounds` aside.")
    players: int | None = Field(description="The number of players where scores depend on each other; else null.")
    paper: bool = Field(description="Whether these are games at cardboard tables, which are counted apart.")
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


class PresetOut(BaseModel):
    """A well-known way to play an edition."""

    name: str
    title: str
    summary: str
    options: dict[str, str] = Field(
        description="What differs from the defaults; `rounds` may be `players`: as many games as there are players."
    )


class EditionOut(BaseModel):
    """An edition."""

    name: str
    title: str
    game: str
    family: Literal["hexagon", "five"]
    summary: str
    seats: tuple[int, int]
    options: list[OptionOut]
    presets: list[PresetOut]


class BotOut(BaseModel):
    """A bot or a level that can take a seat."""

    name: str
    summary: str
    is_level: bool
    families: list[str]
