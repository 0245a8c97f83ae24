"""The seed behind every shuffle, and the one documented way from a seed to an order.

The bytes of the stream named `label` are SHA-256(`partake-1` NUL seed label NUL counter), counter = 0, 1, 2, … as
eight bytes, highest first; every eight bytes of it are a word, highest byte first. A number below n is the next
word w with w < 2^64 - (2^64 mod n), modulo n. A shuffle walks i from the last item down to the second and swaps item
i with item j, j a number below i + 1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from partake.rules.errors import PartakeError, quoted

if TYPE_CHECKING:
    import hashlib

T = TypeVar("T")
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Seed:
    """256 bits that decide every draw of a game; the commitment tells that they were fixed beforehand."""

    data: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.data, bytes) or len(self.data) != 32:
            raise PartakeError("a seed has 32 bytes")

    def __str__(self) -> str:
        return self.data.hex()

    def __repr__(self) -> str:
        return f"Seed(commitment={self.commitment})"

    @classmethod
    def new(cls) -> Seed:
        """A seed from the system's source of randomness."""
        return cls(os.urandom(32))

    @classmethod
    def of(cls, text: str | int) -> Seed:
        """The seed written as 64 hexadecimal digits; any other text stands for its own SHA-256.

        A whole number stands for its digits: `Seed.of(7) == Seed.of("7")`, which `--seed 7` of the commands is too.
        """
        if isinstance(text, int) and not isinstance(text, bool):
            text = str(text)
        if not isinstance(text, str):
            raise PartakeError("a seed is a text or a whole number, not {given}", given=quoted(text))
        if len(text) == 64 and set(text.lower()) <= _HEX:
            return cls(bytes.fromhex(text))
        try:
            return cls(_sha256(text.encode()).digest())
        except UnicodeEncodeError:
            raise PartakeError("a seed must be text that can be written in UTF-8") from None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed: shown before the first draw, checked after the last."""
        return _sha256(self.data).hexdigest()

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that this seed gives them under this label."""
        return tuple(items[i] for i in _order(self.data, label, len(items)))


@lru_cache(maxsize=4096)
def _order(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """The indices 0, 1, 2, … shuffled by Fisher-Yates; cached, because a game asks for its order at every draw."""
    words, order = _words(seed, label), list(range(size))
    for i in range(size - 1, 0, -1):
        j = _below(i + 1, words)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _words(seed: bytes, label: str) -> Iterator[int]:
    start, counter = b"partake-1\0" + seed + label.encode() + b"\0", 0
    while True:
        block = _sha256(start + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def _sha256(data: bytes) -> hashlib._Hash:
    import hashlib  # slow to import, and not needed before the first seed

    return hashlib.sha256(data)


def _below(n: int, words: Iterator[int]) -> int:
    limit = 2**64 - 2**64 % n
    return next(word for word in words if word < limit) % n
