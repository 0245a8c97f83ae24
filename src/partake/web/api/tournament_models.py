"""The bodies of requests and answers about tournaments, as OpenAPI describes them."""

from __future__ import annotations

from pydantic import BaseModel, Field

from partake.store.deal_rows import Mode, Stage
from partake.table.model import LONGEST_TITLE
from partake.table.tournament_course import MOST_DEALS, PAUSE, SECONDS
from partake.web.api.models import LARGEST_NUMBER, Body, Flag, Nickname, Option

LATEST = 1e11
"""The latest moment that a request may name, in Unix time."""


class TournamentIn(Body):
    """A tournament as its host wants it."""

    title: str = Field(default="", max_length=LONGEST_TITLE, examples=["Sunday in the café"])
    edition: str = Field(max_length=40, examples=["classic"])
    options: dict[Option, Option | int | bool] = Field(
        default_factory=dict, max_length=20, description="By these rules no player's score depends on another's board."
    )
    deals: int = Field(default=1, ge=1, le=MOST_DEALS)
    mode: Mode = Field(
        default=Mode.ROUNDS, description="All at once, deal by deal (`rounds`), or when they like (`window`)."
    )
    begins: float | None = Field(default=None, ge=0, le=LATEST, description="When a window begins; none for now.")
    ends: float | None = Field(default=None, ge=0, le=LATEST, description="When a window ends, in Unix time.")
    seconds: float | None = Field(
        default=None, ge=SECONDS[0], le=SECONDS[1], description="The time for each round; ten minutes if none."
    )
    pause: float | None = Field(
        default=None, ge=PAUSE[0], le=PAUSE[1], description="The time between two rounds; half a minute if none."
    )
    clock: float | None = Field(default=None, ge=1, description="Seconds for a move; none for no clock.")
    joins: Flag = Field(default=False, description="Whether the host takes part too.")
    nickname: Nickname | None = Field(default=None, description="The host's name, if they are not known here yet.")


class EntryIn(Body):
    """Somebody takes part."""

    nickname: Nickname | None = Field(default=None, description="The name in this tournament.")


class StageIn(Body):
    """The host goes on."""

    version: int | None = Field(
        default=None, ge=0, le=LARGEST_NUMBER, description="That of the tournament to which this is said."
    )


class ChangesIn(Body):
    """What the host changes."""

    title: str | None = Field(default=None, max_length=LONGEST_TITLE)
    joining: Flag | None = Field(default=None, description="Whether more people may join.")


class RemoveIn(Body):
    """Whom the host removes."""

    number: int = Field(ge=1, le=LARGEST_NUMBER, description="The player's number.")


class EntrantOut(BaseModel):
    """The one who asks, as a player."""

    number: int
    name: str
    deal: int | None = Field(description="The deal that can be played now; none if there is nothing to play.")
    table: str | None = Field(description="The table at which it was begun.")
    played: int = Field(description="How many deals are done.")


class TournamentOut(BaseModel):
    """A tournament as the one who asks may know it."""

    code: str
    title: str = Field(description="Empty if its host gave it none.")
    edition: str
    options: dict[str, str]
    deals: int
    mode: Mode
    begins: float | None
    ends: float | None
    seconds: float | None
    pause: float | None
    clock: float | None
    created: float
    stage: Stage
    round: int = Field(description="In rounds the present deal, or the last; 0 before the first.")
    since: float = Field(description="When the stage began.")
    due: float = Field(description="When the next stage begins by itself.")
    joining: bool
    commitment: str = Field(description="The SHA-256 of the secret of the draws.")
    version: int
    now: float = Field(description="The server's time, in Unix time.")
    players: int
    done: int | None = Field(description="In rounds, how many have done the present deal.")
    is_host: bool
    is_removed: bool = Field(description="Whether the host has removed the one who asks.")
    secret: str | None = Field(description="The secret of the draws, once the tournament is over.")
    me: EntrantOut | None


class DealOut(BaseModel):
    """A deal in the standings."""

    deal: int
    is_visible: bool = Field(description="Whether the one who asks may see results: it is closed, or they are done.")
    done: int = Field(description="How many have done it.")
    mean: float | None = Field(description="The mean of those who have finished it.")
    finished: int | None = Field(description="How many have finished it, where results are visible.")


class ResultOut(BaseModel):
    """What a player has made of a deal."""

    points: float
    above: float | None = Field(description="The points above the mean of those who have finished it.")
    is_finished: bool = Field(description="Whether it was played to the end; if not, the board counts as it stood.")
    table: str


class StandingOut(BaseModel):
    """A player in the standings."""

    number: int
    name: str
    place: int | None = Field(description="Equal totals share a place; none without any result.")
    is_shared: bool
    total: float
    above: float
    deals: list[ResultOut | None]


class ResultsOut(BaseModel):
    """The standings."""

    is_final: bool
    deals: list[DealOut]
    players: list[StandingOut]
