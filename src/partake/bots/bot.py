"""What every bot promises."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from partake.bots.prng import Dice
from partake.engine.actions import Action
from partake.engine.contract import View

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Budget:
    """How hard a bot may think about one action; None leaves it to the bot.

    `steps` counts whatever the bot counts, so that the same seed gives the same game on every machine; `seconds` ends
    the thinking by the clock.
    """

    steps: int | None = None
    seconds: float | None = None


FREE = Budget()


class Bot(ABC):
    """Plays one seat of one game: a view in, an action out."""

    name: ClassVar[str]
    summary: ClassVar[str]
    families: ClassVar[frozenset[str]] = frozenset({"hexagon", "five"})
    """The families of games that it can play."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)

    @abstractmethod
    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """One of the view's legal actions, for a view whose seat must act."""

    def best(self, actions: Iterable[A], key: Callable[[A], Any]) -> A:
        """The action that a key rates highest; equal ones by lot."""
        rated = [(key(action), action) for action in actions]
        top = max(value for value, _ in rated)
        return self.dice.pick([action for value, action in rated if value == top])
