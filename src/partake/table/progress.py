"""A person's progress: strength for each edition and its rules, its parts and its course, beside the bots' levels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from partake.review.levels import LevelPlay, level_plays, matching_bot
from partake.review.strength import LEAST, RECENT, Estimate, Sums, adjusted
from partake.store.practice_rows import ResultRow
from partake.table.statistics import read_key

MEASURED_PLAYERS = 2
"""The number of players by which Take Five was measured."""


LIKE_ME = "like-me"
"""What a host asks for instead of a level: a bot about as strong as the host, or `like-me:casual`, with the level that
plays as long as nobody knows how strong that is."""
OTHERWISE = "skilled"
"""The level that plays then if none is asked for."""


@dataclass(frozen=True, slots=True)
class Match:
    """The bot about as strong as a person."""

    bot: str
    games: int = 0
    """The number of reviewed games that say so; none if the person's strength is not known."""
    needed: int = LEAST
    """The number of games that must still be reviewed before it is."""


class Relation(StrEnum):
    """How a strength stands to the levels."""

    BELOW = "below"
    """Weaker than the weakest."""
    LIKE = "like"
    """The level's number is within the interval."""
    BETWEEN = "between"
    ABOVE = "above"
    """Stronger than the strongest."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A strength beside the levels: one level, or the two that it is between, the weaker first."""

    standing: Relation
    levels: tuple[LevelPlay, ...]


@dataclass(frozen=True, slots=True)
class RulesProgress:
    """The progress of one person by the same rules; its games are those that say something about strength."""

    edition: str
    rules: str
    games: tuple[ResultRow, ...]
    """In the order in which they ended."""
    apart: Mapping[str, int]
    """The number of games that are kept apart, by why."""

    @property
    def reviewed(self) -> tuple[ResultRow, ...]:
        """The games that are reviewed."""
        return tuple(game for game in self.games if game.moves and game.lost is not None)

    @property
    def recent(self) -> tuple[ResultRow, ...]:
        """Those of them that strength is estimated from."""
        return self.reviewed[-RECENT:]

    @property
    def needed(self) -> int:
        """The number of games that must still be reviewed before there is an estimate."""
        return max(0, LEAST - len(self.reviewed))

    @property
    def sums(self) -> Sums:
        """What the recent games add up to."""
        return Sums.of(self.recent)

    @property
    def levels(self) -> tuple[LevelPlay, ...]:
        """The levels of the bots as they were measured by these rules; nothing where they were not."""
        options, players = read_key(self.rules)
        is_measured = not options and players in (None, MEASURED_PLAYERS)
        return level_plays(self.edition) if is_measured else ()

    @property
    def phases(self) -> dict[str, float]:
        """What is given away with a move in each part of the game."""
        return {part: lost / moves for part, (lost, moves) in _added(self.recent).items() if moves}

    @property
    def causes(self) -> list[tuple[str, float]]:
        """What cost most, as the share of everything that has a reason, dearest first."""
        total: Counter[str] = Counter()
        for game in self.recent:
            total.update(game.causes or {})
        everything = sum(total.values())
        return [(cause, lost / everything) for cause, lost in total.most_common()] if everything else []

    def to_json(self) -> dict[str, Any]:
        """The progress as plain data."""
        options, players = read_key(self.rules)
        sums, found = self.sums, compared(self.sums.given_away, self.levels)
        return {
            "edition": self.edition,
            "rules": self.rules,
            "options": options,
            "players": players,
            "games": len(self.games),
            "reviewed": len(self.reviewed),
            "needed": self.needed,
            "apart": dict(self.apart),
            "given_away": _json(sums.given_away),
            "adjusted_score": _json(sums.adjusted_score),
            "standing": found.standing.value if found else None,
            "levels": [level.level for level in found.levels] if found else [],
            "phases": self.phases,
            "causes": dict(self.causes),
            "course": [
                {
                    "table": game.table_id,
                    "game": game.game,
                    "finished": game.finished,
                    "score": game.score,
                    "adjusted": adjusted(game),
                    "moves": game.moves,
                    "lost": game.lost,
                    "luck": game.luck,
                }
                for game in self.games[-200:]
            ],
        }


def progress_of(rows: Iterable[ResultRow]) -> list[RulesProgress]:
    """The progress by each rules, those played last first; `rows` are in the order in which they ended."""
    games: dict[tuple[str, str], list[ResultRow]] = {}
    for row in rows:
        key = row.edition, row.rules
        games[key] = [*games.pop(key, []), row]
    return [
        RulesProgress(
            edition, rules, tuple(row for row in found if not row.apart),
            Counter(row.apart for row in found if row.apart),
        )
        for (edition, rules), found in reversed(games.items())
    ]  # fmt: skip


def match_of(rows: Iterable[ResultRow], edition: str, otherwise: str = OTHERWISE) -> Match:
    """The bot about as strong as a person plays an edition by its usual rules, from the person's own reviewed games."""
    for found in progress_of(row for row in rows if row.edition == edition):
        if found.levels:
            given = found.sums.given_away
            if given is None:
                return Match(otherwise, needed=found.needed)
            return Match(matching_bot(given.value, found.levels), len(found.recent), 0)
    return Match(otherwise)


def compared(found: Estimate | None, levels: Sequence[LevelPlay]) -> Compared | None:
    """How a strength stands to the levels; None while it is not known, or they are not."""
    if found is None or not levels:
        return None
    like = [level for level in levels if found.low <= level.lost <= found.high]
    if like:
        return Compared(Relation.LIKE, (min(like, key=lambda level: abs(level.lost - found.value)),))
    weaker = [level for level in levels if level.lost > found.value]
    stronger = [level for level in levels if level.lost < found.value]
    if not weaker:
        return Compared(Relation.BELOW, (max(levels, key=lambda level: level.lost),))
    if not stronger:
        return Compared(Relation.ABOVE, (min(levels, key=lambda level: level.lost),))
    nearest = min(weaker, key=lambda level: level.lost), max(stronger, key=lambda level: level.lost)
    return Compared(Relation.BETWEEN, nearest)


def _added(games: Iterable[ResultRow]) -> dict[str, tuple[float, float]]:
    total: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for game in games:
        for part, (lost, moves) in (game.phases or {}).items():
            total[part] = total[part][0] + lost, total[part][1] + moves
    return dict(total)


def _json(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else {"value": found.value, "low": found.low, "high": found.high}
