"""Statistics of the games of a person, apart for each edition and the rules by which it was played.

Two games count together when an edition was played by the same options, defaults filled in. The number of players
counts where the rules tie them together (`rays=best`, `scrapyard=lowest` or `passed`, Take Five) and not otherwise;
clock, pause, title, and whether a game was alone or one of a match never do. The games of a match count one by one.
Games at cardboard tables are counted apart from those that were played here, and games with hints apart from those
without: a best that somebody else's eyes helped to find is no best to beat. Games that were played on from a position
of another one count nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any
from urllib.parse import parse_qsl, urlencode

from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition
from partake.rules.errors import OptionError
from partake.rules.options import resolve_options
from partake.store.rows import PlayedRow, Status, values_of

BIN = 10
"""The width of a bar of the distribution, in points."""
PLAYERS = "players"
"""What the number of players is called in a key."""
MATCH = "rounds"
"""The option that says how many games a match has, of which each is counted by itself."""


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A table at which a person sits or sat."""

    table: str
    title: str
    edition: str
    options: dict[str, str]
    status: Status
    players: int
    created: float
    finished: float | None
    total: float | None
    won: bool
    rounds: tuple[float, ...]
    """The points of each game of the match."""
    has_left: bool = False
    """Whether the person has left it."""
    seat: int = 0
    """The person's seat."""
    paper: bool = False
    """Whether it was kept at a cardboard table."""
    hints: tuple[int, ...] = ()
    """For how many decisions a hint said where to look, what it is about, or the move itself."""
    given: int = 0
    """More than none if it was played on from a position of another game."""
    deal: str | None = None
    """The deal of many people that was played."""
    counts: bool = True
    """Whether its points count: not where the player may have known what would be drawn."""

    @property
    def has_hints(self) -> bool:
        """Whether a hint was given."""
        return any(self.hints)

    @classmethod
    def of(cls, row: PlayedRow, person: str) -> GamePlayed:
        """What the store knows of a person's game."""
        table, seat = row.table, row.seat
        return cls(
            table.id, table.title, table.edition, dict(table.options), table.status, row.players, table.created,
            table.finished, seat.total, seat.won, seat.rounds or (),
            has_left=person in seat.away, seat=seat.seat, paper=table.paper, deal=table.deal, counts=table.counts,
            hints=seat.hints, given=table.given,
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """The game as plain data."""
        return values_of(self)


@dataclass(frozen=True, slots=True)
class RulesPlayed:
    """The rules of a game, as far as its points can be compared with those of other games: equal ones can be."""

    edition: str
    options: tuple[tuple[str, str], ...]
    """Every option that the edition offers with its value, the number of games of a match aside."""
    players: int | None
    """The number of players where their scores depend on each other; None where it does not matter."""
    counts_games: bool = True
    """Whether each game of a match is counted by itself; the rounds of Take Five are one game."""
    paper: bool = False
    """Whether it was played at a cardboard table, where nobody but the players saw that all was fair."""
    hints: bool = False
    """Whether hints were given."""

    @classmethod
    def of(
        cls,
        known: Catalogue,
        edition: str,
        options: Mapping[str, str | int | bool],
        players: int,
        *,
        paper: bool = False,
        hints: bool = False,
    ) -> RulesPlayed:
        """The rules of a table; what the server's data does not know any more is taken as it was written."""
        found = known.editions.get(edition)
        if found is None:
            written = tuple(sorted((name, str(value)) for name, value in options.items()))
            return cls(edition, written, players, paper=paper, hints=hints)
        return replace(_resolved(found, options, players), paper=paper, hints=hints)

    def key(self, known: Catalogue) -> str:
        """The rules as a text for the database and for addresses: equal exactly where points can be compared.

        Options at their default are left out, so that an option that is new one day changes no key.
        """
        found = known.editions.get(self.edition)
        usual = found.offer.defaults(dict(self.options)) if found else {}
        told = [(name, value) for name, value in self.options if value != usual.get(name)]
        return urlencode([*told, *([(PLAYERS, str(self.players))] if self.players else [])])

    def points(self, game: GamePlayed) -> tuple[float, ...]:
        """What a finished table adds to the statistics."""
        if self.counts_games:
            return game.rounds
        return () if game.total is None else (game.total,)


def read_key(key: str) -> tuple[dict[str, str], int | None]:
    """The options that differ from the usual ones, and the number of players if it matters, of a `RulesPlayed.key`."""
    options = dict(parse_qsl(key))
    players = options.pop(PLAYERS, "")
    return options, int(players) if players.isascii() and players.isdigit() else None


def _resolved(edition: Edition, options: Mapping[str, str | int | bool], players: int) -> RulesPlayed:
    try:
        settled = resolve_options(edition.name, edition.offer, options, seats=max(players, 2))
    except OptionError:  # the operator's edition offers something else by now
        written = tuple(sorted((name, str(value)) for name, value in options.items() if name != MATCH))
        return RulesPlayed(edition.name, written, players)
    values = tuple((name, settled.text(name)) for name in edition.offer.values if name != MATCH)
    has_sheets = edition.family == "hexagon"
    is_tied = settled.ties_players or not has_sheets
    return RulesPlayed(edition.name, values, players if is_tied else None, counts_games=has_sheets)


@dataclass(frozen=True, slots=True)
class OwnScores:
    """The points of one person's games by the same rules, in the order in which they ended."""

    points: tuple[float, ...] = ()

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.points)

    @property
    def best(self) -> float | None:
        """The most points; None before the first game."""
        return max(self.points, default=None)

    @property
    def mean(self) -> float | None:
        """The mean of the points; None before the first game."""
        return round(fmean(self.points), 2) if self.points else None


def own_scores(known: Catalogue, games: Iterable[GamePlayed], rules: RulesPlayed, *, without: str = "") -> OwnScores:
    """The points of those games that were played by exactly these rules; `without` is a table that does not count."""
    found = [game for game in _finished(games) if game.table != without and _rules(known, game) == rules]
    return OwnScores(tuple(points for game in found for points in rules.points(game)))


def statistics(known: Catalogue, games: Iterable[GamePlayed]) -> list[dict[str, Any]]:
    """For each edition and its rules, those played last first: the number of games, the best, the mean, how often each
    range of points, and all in order."""
    points: dict[RulesPlayed, list[float]] = {}
    matches: dict[RulesPlayed, list[bool]] = {}
    for game in _finished(games):
        rules = _rules(known, game)
        points[rules] = [*points.pop(rules, []), *rules.points(game)]
        if game.players > 1:
            matches.setdefault(rules, []).append(game.won)
    return [
        {
            "edition": rules.edition,
            "options": dict(rules.options),
            "players": rules.players,
            "paper": rules.paper,
            "hints": rules.hints,
            "games": len(found),
            "best": max(found),
            "mean": round(fmean(found), 2),
            "matches": len(matches.get(rules, ())),
            "won": sum(matches.get(rules, ())),
            "distribution": _distribution(found),
            "progress": found[-200:],
        }
        for rules, found in reversed(points.items())
        if found
    ]


def _finished(games: Iterable[GamePlayed]) -> list[GamePlayed]:
    counted = (game for game in games if game.finished is not None and game.counts and not game.given)
    return sorted(counted, key=lambda game: game.finished or 0)


def _rules(known: Catalogue, game: GamePlayed) -> RulesPlayed:
    return RulesPlayed.of(known, game.edition, game.options, game.players, paper=game.paper, hints=game.has_hints)


def _distribution(points: list[float]) -> list[dict[str, int]]:
    """Bars from the lowest to the highest, empty ones between them too."""
    counted = Counter(int(value // BIN) for value in points)
    return [
        {"from": n * BIN, "to": n * BIN + BIN - 1, "games": counted[n]} for n in range(min(counted), max(counted) + 1)
    ]
