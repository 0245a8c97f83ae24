"""What a rule book is made of: cases, statements, and sections in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Formatter

from partake.rules.edition import Edition, HexagonEdition
from partake.rules.messages import Message
from partake.rules.options import Options
from partake.rules.tiles import TileSet
from partake.rules.variant import Variant


@dataclass(frozen=True)
class Case:
    """One way to play: an edition, its options resolved, and how many players there are (None if that is open)."""

    edition: Edition
    options: Options
    seats: int | None = None
    is_per_player: bool = False
    """Whether a match has as many games as there will be players, which nobody knows yet."""

    @cached_property
    def variant(self) -> Variant:
        """The positions, tiles and draws; only hexagon editions have them."""
        assert isinstance(self.edition, HexagonEdition)
        return Variant(self.edition, self.options)

    @property
    def tiles(self) -> TileSet:
        """The tiles in the bag."""
        return self.variant.tiles

    def has(self, option: str, *values: str) -> bool:
        """Whether an option has one of these values."""
        return self.options.text(option) in values

    def __hash__(self) -> int:
        return hash((self.edition.name, self.options, self.seats))


Condition = Callable[[Case], bool]
Gap = Callable[[Case], object]
"""What fills a gap of a text, from the data of the edition or from what the engine counts; never typed."""


def always(case: Case) -> bool:
    """The condition of a rule that every case of its family has."""
    return True


@dataclass(frozen=True)
class Statement:
    """One rule: a sentence or two that hold in some cases.

    Its id names the rule that it tells (`H22`, with a letter behind it where a rule takes several statements) and never
    changes: it is the anchor of the rule on every page.
    """

    id: str
    text: Message
    place: str
    """The section in which it stands, or for a value of an option `rays-best`."""
    when: Condition = always
    is_ours: bool = False
    """Whether rulebooks are silent or differ here, and this is how we play it."""
    is_alternative: bool = False
    """Whether it replaces what another statement says, so that it is told only where it is in force."""

    @property
    def rule(self) -> str:
        """The rule that it tells: `H22` for `H22a`."""
        return self.id.rstrip("abcdefghijklmnopqrstuvwxyz")

    def filled(self, case: Case, gaps: Mapping[str, Gap]) -> Message:
        """The sentence with the numbers of a case."""
        return self.text.filled(**{name: gaps[name](case) for name in gaps_of(self.text)})


def gaps_of(text: Message) -> tuple[str, ...]:
    """The names of the gaps of a text."""
    return tuple(name for _, name, _, _ in Formatter().parse(text.text) if name)


def anchor(option: str, value: str) -> str:
    """The anchor of a value of an option."""
    return f"{option}-{value}"
