"""Experiments: everything that decides the games of a simulation, independent of the executor that plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from partake.bots import parse_bot_spec
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.record.fields import settings
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError, PartakeError
from partake.rules.variant import Variant

MOST_GAMES = 10**12
"""The largest number of games in an experiment."""
LONGEST_SEED = 200
"""The largest number of characters in a seed."""
MOST_COMPILED_POSITIONS = 64
"""The largest board of the compiled engine: a bit of a 64-bit word for each position."""


@dataclass(frozen=True)
class Experiment:
    """Games 1 to `games` of a seed; each depends on the seed and its number only."""

    setup: Setup
    bots: tuple[str, ...]
    """The bot of each seat as it is spelled: `greedy`, `search@400`."""
    games: int
    seed: str
    compiled: bool = False
    """Whether the compiled engine plays: by the same rules, but other games than the readable engine's."""
    wants_rows: bool = False
    """Whether the scores of each game are kept, besides the counts."""

    @property
    def compiled_seed(self) -> int:
        """The seed of the compiled engine, a 64-bit number."""
        return seed_number(self.seed)

    def seeds(self, games: range) -> list[str]:
        """The seed of each game as files list it: that of its table, or that of the compiled engine."""
        return [str(self.compiled_seed)] * len(games) if self.compiled else [f"{self.seed}/{game}" for game in games]

    @property
    def variant(self) -> Variant | None:
        """The hexagon variant; None in Take Five."""
        edition = self.setup.edition
        return Variant(edition, self.setup.options) if isinstance(edition, HexagonEdition) else None

    @property
    def can_be_compiled(self) -> bool:
        """Whether the compiled engine can play these games: one random player of a hexagon game."""
        found = self.variant
        return (
            self.bots == ("random",)
            and found is not None
            and not found.options.ties_players
            and len(found.positions) <= MOST_COMPILED_POSITIONS
        )

    def with_engine(self, *, has_fast: Callable[[], bool]) -> Experiment:
        """The experiment for workers with or without the compiled engine."""
        return replace(self, compiled=self.can_be_compiled and has_fast())

    def facts(self) -> dict[str, Any]:
        """The experiment as plain data."""
        return {
            "edition": self.setup.edition.name,
            "rules": self.setup.edition.digest,
            "options": settings(self.setup),
            "bots": list(self.bots),
            "seed": self.seed,
            "engine": "compiled" if self.compiled else "readable",
        }


def make_experiment(
    setup: Setup, bots: Sequence[str], *, games: int, seed: str, wants_rows: bool = False
) -> Experiment:
    """A validated experiment."""
    if len(bots) != len(setup.seats):
        raise OptionError(
            "there are {number_of_seats} seats and {number_of_bots} bots: name one for each seat",
            number_of_seats=len(setup.seats),
            number_of_bots=len(bots),
        )
    check_experiment(setup, bots, games, seed)
    return Experiment(setup, tuple(bots), games, seed, wants_rows=wants_rows)


def check_experiment(setup: Setup, bots: Sequence[str], games: int, seed: str) -> None:
    """Check that the bots can be loaded and play this game, and that the numbers are in range."""
    for bot in bots:
        kind = parse_bot_spec(bot).kind
        if setup.edition.family not in kind.families:
            raise OptionError("the bot {kind} does not play {edition}", kind=kind.name, edition=setup.edition.name)
    if not 1 <= games <= MOST_GAMES:
        raise PartakeError("the number of games must be from 1 to {most}, not {games}", most=MOST_GAMES, games=games)
    check_seed(seed)


def check_seed(seed: str) -> None:
    """Check that a text can be the seed of an experiment."""
    if not (seed and seed.isprintable() and len(seed) <= LONGEST_SEED):
        raise PartakeError("a seed is 1 to {longest} printable characters", longest=LONGEST_SEED)


def seed_number(text: str) -> int:
    """The 64-bit seed that a text stands for: the first eight bytes of its hash."""
    return int.from_bytes(Seed.of(text).data[:8], "big")
