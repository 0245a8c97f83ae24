"""What there is besides a table, as a server tells of it: own games, progress, puzzles, daily deals, tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from partake.client.models import Status


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the one who asks."""

    table: str
    title: str
    edition: str
    options: Mapping[str, str]
    status: str
    players: int
    created: float
    finished: float | None
    total: float | None
    won: bool
    rounds: tuple[float, ...]
    has_left: bool
    seat: int
    paper: bool
    deal: str | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a distribution."""

    from_: int
    to: int
    games: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games of one edition by the same options add up to."""

    edition: str
    options: Mapping[str, str]
    players: int | None
    paper: bool
    games: int
    best: float
    mean: float
    matches: int
    won: int
    distribution: tuple[Bar, ...]
    progress: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A finished game; what a review finds is None while there is none."""

    table: str
    game: int
    finished: float
    score: float
    adjusted: float | None
    moves: int | None
    lost: float | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How well a person plays an edition by the same rules."""

    edition: str
    rules: str
    options: Mapping[str, str]
    players: int | None
    games: int
    reviewed: int
    needed: int
    apart: Mapping[str, int]
    given_away: Estimate | None
    adjusted_score: Estimate | None
    standing: str | None
    levels: tuple[str, ...]
    phases: Mapping[str, float]
    causes: Mapping[str, float]
    course: tuple[ReviewedGame, ...]


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that was reached for the first time."""

    kind: str
    value: int
    edition: str
    table: str
    at: float


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person wants: to be seen on leaderboards, to be told of milestones."""

    public: bool
    milestones: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a leaderboard."""

    place: int
    name: str
    value: float
    games: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place of the one who asks."""

    place: int
    name: str
    value: float
    games: int
    low: float | None
    high: float | None
    public: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard."""

    edition: str
    rules: str
    options: Mapping[str, str]
    players: int | None
    period: str
    by: str
    day: str
    page: int
    pages: int
    total: int
    places: tuple[Place, ...]
    mine: OwnPlace | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle without its answer."""

    id: str
    edition: str
    options: Mapping[str, str]
    rating: int
    kind: str
    subject: str
    actions: tuple[str, ...]
    cells: Mapping[str, str]
    pawns: tuple[str, ...]
    pieces: Mapping[str, str]
    hands: tuple[tuple[int, ...], ...]
    seat: int
    log: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What an answer was worth."""

    id: str
    answer: str
    right: bool
    counted: bool
    rating: float | None
    change: float | None
    solution: str
    values: Mapping[str, float]
    margin: float
    proof: str
    themes: tuple[str, ...]
    found: Mapping[str, int]
    answers: int
    solved: int
    why: str


@dataclass(frozen=True, slots=True)
class AnsweredPuzzle:
    """One of the answers of the one who asks."""

    puzzle: str
    edition: str
    at: float
    answer: str
    right: bool
    rating: float
    change: float


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A rating (Glicko-2) with its streak and answers, and whether positions of own games are shared."""

    rating: float
    deviation: float
    streak: int
    longest: int
    share: bool
    answers: tuple[AnsweredPuzzle, ...]


@dataclass(frozen=True, slots=True)
class OwnTry:
    """The one game on a deal of the one who asks."""

    nickname: str
    table: str
    total: float | None
    status: Status
    counts: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Try:
    """A game on a deal that counts."""

    nickname: str
    table: str
    total: float | None


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """One of the two deals of a day."""

    deal: Literal["classic", "edition"]
    edition: str
    options: Mapping[str, str]
    is_sealed: bool
    players: int
    mine: OwnTry | None
    results: tuple[Try, ...] | None
    bot: float | None
    best: float | None
    is_proven: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar."""

    day: str
    ends: float
    opens: float
    first: str
    fingerprint: str | None
    key: str | None
    problem: str | None
    streak: int
    deals: tuple[DailyDeal, ...]


@dataclass(frozen=True, slots=True)
class DayKey:
    """The key of a day, from which its deals follow, and the fingerprint that was shown before."""

    fingerprint: str
    key: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """The one who asks, as a player of a tournament."""

    number: int
    name: str
    deal: int | None
    table: str | None
    played: int


@dataclass(frozen=True, slots=True)
class TournamentInfo:
    """A tournament as the one who asks may know it."""

    code: str
    title: str
    edition: str
    options: Mapping[str, str]
    deals: int
    mode: Literal["window", "rounds"]
    begins: float | None
    ends: float | None
    seconds: float | None
    pause: float | None
    clock: float | None
    created: float
    stage: Literal["waiting", "playing", "between", "over"]
    round: int
    since: float
    due: float
    joining: bool
    commitment: str
    version: int
    now: float
    players: int
    done: int | None
    is_host: bool
    is_removed: bool
    secret: str | None
    me: Entrant | None


@dataclass(frozen=True, slots=True)
class DealStanding:
    """A deal in the standings."""

    deal: int
    is_visible: bool
    done: int
    mean: float | None
    finished: int | None


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a player has made of a deal."""

    points: float
    above: float | None
    is_finished: bool
    table: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the standings."""

    number: int
    name: str
    place: int | None
    is_shared: bool
    total: float
    above: float
    deals: tuple[DealResult | None, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament."""

    is_final: bool
    deals: tuple[DealStanding, ...]
    players: tuple[Standing, ...]
