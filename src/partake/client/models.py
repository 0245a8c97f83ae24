"""Tables, states and people as a server tells of them; the fields are those of `/api/openapi.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from partake.client.decoding import Json

Status = Literal["waiting", "playing", "over", "closed"]
"""Where a table is in its life."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as its host wants it: `Seat("host")`, `Seat("person")` for whoever comes, `Seat.bot("skilled")`."""

    kind: Literal["host", "here", "person", "bot"] = "person"
    level: str = "skilled"
    name: str | None = None
    """The name of a friend who is `here`, at the host's own device."""

    @classmethod
    def bot(cls, level: str = "skilled") -> Seat:
        """A seat for a bot of the server."""
        return cls("bot", level)

    def to_json(self) -> Json:
        """The seat as a request has it."""
        return {"kind": self.kind, "level": self.level, **({"name": self.name} if self.name else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFailure:
    """What went wrong with a bot."""

    bot: str
    kind: str
    lasting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo:
    """A seat as everybody may see it."""

    seat: int
    name: str = ""
    """Who sits here; empty while the seat is free."""
    left: bool = False
    total: float | None = None
    won: bool = False
    late: int = 0
    hints: tuple[int, ...] = ()
    bot: str | None
    """The bot that plays here, from the start or in place of a person."""
    kept: bool
    awaits_partner: bool
    stood_in: str | None = None
    failure: BotFailure | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who is asked to play again and has not sat down."""

    seat: int
    name: str
    declined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """A table as everybody may see it, besides its game."""

    id: str
    edition: str
    options: Mapping[str, str]
    status: Status
    seats: tuple[SeatInfo, ...]
    title: str = ""
    clock: float | None = None
    pause: float
    listed: bool = False
    unlimited: bool = False
    hints: bool = False
    created: float
    started: float | None = None
    finished: float | None = None
    commitment: str
    """The SHA-256 of the seed, known from the start."""
    rematch: str | None = None
    paper: bool = False
    given: int = 0
    deal: str | None = None
    counts: bool = True
    host: int | None
    removed: int
    invited: tuple[Invited, ...] = ()


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table now; all who sit there and are not named here are."""

    away: Mapping[str, float]
    """The seats none of whose people is here, and since when, in Unix time."""
    gone: tuple[int, ...]
    decides: int | None


@dataclass(frozen=True, slots=True)
class Intermission:
    """The wait before the dealer acts."""

    deal_at: float | None
    """When the dealer acts, in Unix time; None: not before you go on."""
    seconds: float | None
    awaited: tuple[int, ...]
    """The seats whose players are here and have not gone on."""


@dataclass(frozen=True, slots=True)
class State:
    """A table as one person may see it."""

    table: TableInfo
    presence: Presence
    seat: int | None
    """The seat of the one who asks; None for spectators."""
    number: int
    """What the next move must expect."""
    deadline: float | None
    intermission: Intermission | None
    view: Mapping[str, Any] | None
    """The game as plain data, as docs/api.md describes it; None before it starts. `RemoteTable.view` makes a `View`."""

    @property
    def must_act(self) -> bool:
        """Whether the game waits for this seat."""
        return self.view is not None and self.seat is not None and self.seat in self.view["to_act"]

    @property
    def legal(self) -> tuple[str, ...]:
        """What this seat may do now, in the text form of records."""
        return () if self.view is None else tuple(self.view["legal"])

    @property
    def is_over(self) -> bool:
        """Whether the game, or the match, has ended."""
        return self.view is not None and self.view["outcome"] is not None


@dataclass(frozen=True, slots=True)
class Moved:
    """An accepted move: it is stored."""

    number: int
    """Where the game was for this seat right after the move."""
    repeated: bool
    """Whether this key was answered before."""
    state: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class WentOn:
    """Where the game is."""

    number: int


@dataclass(frozen=True, slots=True)
class Partner:
    """What the second of two who share a seat needs to join."""

    key: str
    link: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A step of a hint, which now counts at the seat."""

    step: int
    number: int
    seat: int
    cells: tuple[str, ...]
    told: str
    next: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game that is over."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int
    done: int
    total: int
    error: str | None
    result: Mapping[str, Any] | None
    """The review as `partake review --json` prints it."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the server knows."""

    id: str
    nickname: str


@dataclass(frozen=True, slots=True)
class Token:
    """A token for programs; the token itself is told once, when it is made."""

    id: str
    label: str
    created: float
    manage: bool
    token: str | None = None


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option that an edition offers."""

    name: str
    summary: str
    values: Mapping[str, str]
    """What each value means; the first is the default."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A well-known way to play an edition."""

    name: str
    title: str
    summary: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition that the server has."""

    name: str
    title: str
    game: str
    family: Literal["hexagon", "five"]
    summary: str
    seats: tuple[int, int]
    options: tuple[OptionInfo, ...]
    presets: tuple[Preset, ...]


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot or a level that can take a seat."""

    name: str
    summary: str
    is_level: bool
    families: tuple[str, ...]
