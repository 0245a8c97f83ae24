"""What every bot promises, and the random numbers it may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView

A = TypeVar("A", bound=Action)
T = TypeVar("T")
_WORD = 2**64 - 1
"""All bits of a 64-bit word."""
_GAMMA = 0x9E3779B97F4A7C15
"""The increment of SplitMix64: 2^64 divided by the golden ratio, made odd."""
FAMILIES = {"hexagon": "hexagon games", "five": "Take Five"}
"""The families of games, with what they are called."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How hard a bot may think about one action; None leaves it to the bot.

    `steps` counts what the bot counts (worlds, playouts), so that the same seed gives the same game on every machine;
    `seconds` ends the thinking by the clock.
    """

    steps: int | None = None
    seconds: float | None = None


FREE = Budget()
"""No limit: the bot thinks as much as it does by default."""


class SplitMix64:
    """The pseudo-random generator SplitMix64: the same numbers on every machine and in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._state = _mixed(seed & _WORD)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely as the others to one part in 2^50."""
        self._state = (self._state + _GAMMA) & _WORD
        return (_mixed(self._state) * limit) >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def _mixed(word: int) -> int:
    """The finalizer of SplitMix64 (Stafford's variant 13 of the MurmurHash3 mixer)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


class Bot(ABC):
    """Plays one seat of one game: a view in, an action out."""

    name: ClassVar[str]
    """What it is called; without a name of its own, or one that it inherits, as its class."""
    summary: ClassVar[str] = ""
    """How it plays, in a few words; bots of packages must say it."""
    families: ClassVar[frozenset[str]] = frozenset(FAMILIES)
    """The families of games that it can play."""

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def __init__(self, seed: int = 0) -> None:
        self.dice = SplitMix64(seed)

    @abstractmethod
    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """One of the view's legal actions, for a view whose seat must act."""

    def best(self, actions: Iterable[A], key: Callable[[A], Any]) -> A:
        """The action that a key rates highest; ties broken at random."""
        rated = [(key(action), action) for action in actions]
        top = max(value for value, _ in rated)
        return self.dice.pick([action for value, action in rated if value == top])


class FamilyBot(Bot):
    """A bot with a method for each family that it plays: here, and nowhere else, bots tell the families apart."""

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """What the method for the view's family chooses."""
        match view:
            case HexagonView() if view.family in self.families:
                return self.choose_hexagon(view, budget)
            case FiveView() if view.family in self.families:
                return self.choose_five(view, budget)
        raise self._stranger()

    def choose_hexagon(self, view: HexagonView, budget: Budget) -> Action:
        """One of the legal actions of a hexagon game."""
        raise self._stranger()

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """One of the legal actions of Take Five."""
        raise self._stranger()

    def _stranger(self) -> TypeError:
        known = " and ".join(words for family, words in FAMILIES.items() if family in self.families)
        return TypeError(f"{self.name} plays {known}")
