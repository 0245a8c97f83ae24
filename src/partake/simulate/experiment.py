"""Experiments: everything that decides the games of a simulation, independent of the executor that plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from partake.bots import BotLike, BotSpec, bot_spec
from partake.bots.source import FileSource
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
    specs: tuple[BotSpec, ...]
    """The bot of each seat."""
    games: int
    seed: str
    compiled: bool = False
    """Whether the compiled engine plays: by the same rules, but other games than the readable engine's."""
    wants_rows: bool = False
    """Whether the scores of each game are kept, besides the counts."""
    wants_records: bool = False
    """Whether the record of each game is kept: then the readable engine plays, as the compiled one makes none."""
    limit: float | None = None
    """The seconds for a move of a bot that has no time of its own; what goes beyond is counted."""

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The bot of each seat as it is spelled, `greedy` or `search@400`; one of a file by its class."""
        return tuple(map(str, self.specs))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots as tables and files name them: with their numbers where two are spelled alike."""
        bots = self.bots
        taken = {bot for bot in bots if bots.count(bot) > 1} | {"game", "seed"}
        return tuple(f"{bot} ({number})" if bot in taken else bot for number, bot in enumerate(bots, start=1))

    def limit_of(self, bot: int) -> float | None:
        """The seconds that a bot has for a move, if anybody said so."""
        return self.specs[bot].budget.seconds or self.limit

    @property
    def has_limits(self) -> bool:
        """Whether a bot has a time for its moves."""
        return any(self.limit_of(bot) for bot in range(len(self.specs)))

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
            and not self.wants_records
            and found is not None
            and not found.options.ties_players
            and len(found.positions) <= MOST_COMPILED_POSITIONS
        )

    def with_engine(self, *, has_fast: Callable[[], bool]) -> Experiment:
        """The experiment for workers with or without the compiled engine."""
        return replace(self, compiled=self.can_be_compiled and has_fast())

    def facts(self) -> dict[str, Any]:
        """The experiment as plain data."""
        files = {bot.name: bot.source.digest for bot in self.specs if isinstance(bot.source, FileSource)}
        return {
            "edition": self.setup.edition.name,
            "rules": self.setup.edition.digest,
            "options": settings(self.setup),
            "bots": list(self.bots),
            "seed": self.seed,
            "engine": "compiled" if self.compiled else "readable",
            **({"files": files} if files else {}),
            **({"limit": self.limit} if self.limit else {}),
        }


def make_experiment(setup: Setup, bots: Sequence[BotLike], *, games: int, seed: str, **wanted: Any) -> Experiment:
    """A validated experiment; `wanted` are its other fields: rows, records, a limit."""
    if len(bots) != len(setup.seats):
        raise OptionError(
            "there are {number_of_seats} seats and {number_of_bots} bots: name one for each seat",
            number_of_seats=len(setup.seats),
            number_of_bots=len(bots),
        )
    specs = check_experiment(setup, bots, games, seed)
    return Experiment(setup, specs, games, seed, **wanted)


def check_experiment(setup: Setup, bots: Sequence[BotLike], games: int, seed: str) -> tuple[BotSpec, ...]:
    """Check that the bots can be loaded and play this game, and that the numbers are in range; returns the bots."""
    specs = tuple(map(bot_spec, bots))
    for spec in specs:
        if setup.edition.family not in spec.kind.families:
            raise OptionError("the bot {kind} does not play {edition}", kind=spec.name, edition=setup.edition.name)
    if not 1 <= games <= MOST_GAMES:
        raise PartakeError("the number of games must be from 1 to {most}, not {games}", most=MOST_GAMES, games=games)
    check_seed(seed)
    return specs


def check_seed(seed: str) -> None:
    """Check that a text can be the seed of an experiment."""
    if not (seed and seed.isprintable() and len(seed) <= LONGEST_SEED):
        raise PartakeError("a seed is 1 to {longest} printable characters", longest=LONGEST_SEED)


def seed_number(text: str) -> int:
    """The 64-bit seed that a text stands for: the first eight bytes of its hash."""
    return int.from_bytes(Seed.of(text).data[:8], "big")
