"""What is simulated: everything that decides the games, and nothing of who plays them where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from partake.bots import parse_spelling
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.record.fields import settings
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError, PartakeError
from partake.rules.variant import Variant

MOST_GAMES = 10**12
LONGEST_SEED = 200
WIDEST_COMPILED = 64


@dataclass(frozen=True)
class Experiment:
    """Games 1 to `games` of a seed; each depends on the seed and its number only."""

    setup: Setup
    bots: tuple[str, ...]
    """Who plays, each as it is spelled: `greedy`, `search@400`."""
    games: int
    seed: str
    compiled: bool = False
    """Whether the compiled twin of the engine plays: other games than the engine's, by the same rules."""
    wants_rows: bool = False
    """Whether every game's scores are needed, not only how often each came."""

    @property
    def word(self) -> int:
        """The seed as the compiled engine takes it."""
        return word_of(self.seed)

    def seeds(self, games: range) -> list[str]:
        """What a file says of each game's seed: the one of its table, or the word that the compiled engine takes."""
        return [str(self.word)] * len(games) if self.compiled else [f"{self.seed}/{game}" for game in games]

    @property
    def variant(self) -> Variant | None:
        """The hexagon variant, if it is one."""
        edition = self.setup.edition
        return Variant(edition, self.setup.options) if isinstance(edition, HexagonEdition) else None

    @property
    def can_be_compiled(self) -> bool:
        """Whether these games are among those that the compiled engine plays: one random player, hexagons."""
        found = self.variant
        return (
            self.bots == ("random",)
            and found is not None
            and not found.options.ties_players
            and len(found.positions) <= WIDEST_COMPILED
        )

    def played_by(self, has_fast: Callable[[], bool]) -> Experiment:
        """The experiment as players with or without the compiled engine carry it out."""
        return replace(self, compiled=self.can_be_compiled and has_fast())

    def facts(self) -> dict[str, Any]:
        """What was simulated, as plain data."""
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
    """An experiment, checked."""
    if len(bots) != len(setup.seats):
        raise OptionError(f"there are {len(setup.seats)} seats and {len(bots)} bots: name one for each seat")
    check_experiment(setup, bots, games, seed)
    return Experiment(setup, tuple(bots), games, seed, wants_rows=wants_rows)


def check_experiment(setup: Setup, bots: Sequence[str], games: int, seed: str) -> None:
    """See that these bots exist and play this game, and that the numbers make sense."""
    for bot in bots:
        kind = parse_spelling(bot).kind
        if setup.edition.family not in kind.families:
            raise OptionError(f"the bot {kind.name} does not play {setup.edition.name}")
    if not 1 <= games <= MOST_GAMES:
        raise PartakeError(f"the number of games must be from 1 to {MOST_GAMES}, not {games}")
    check_seed(seed)


def check_seed(seed: str) -> None:
    """See that a text can be the seed of many games."""
    if not (seed and seed.isprintable() and len(seed) <= LONGEST_SEED):
        raise PartakeError(f"a seed is 1 to {LONGEST_SEED} printable characters")


def word_of(text: str) -> int:
    """The 64-bit number that a text stands for."""
    return int.from_bytes(Seed.of(text).data[:8], "big")
