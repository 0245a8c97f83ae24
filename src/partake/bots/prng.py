"""A bot's own lots: a counter put through a mixer, the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_WORD = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


class Dice:
    """The random words of splitmix64 from a seed."""

    def __init__(self, seed: int) -> None:
        self._state = _mixed(seed & _WORD)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely as the others to one part in 2^50."""
        self._state = (self._state + _STEP) & _WORD
        return (_mixed(self._state) * limit) >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]


def _mixed(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)
