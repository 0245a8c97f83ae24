"""A mutator of texts for libFuzzer: lines and words are repeated, dropped, swapped and borrowed, besides bytes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

PIECES = (rb"\n", rb"[ \t]+", rb"[\s,:=\[\]{}\"@>/+&;-]+")
"""What separates the pieces that are moved about: lines, words, and the smallest parts."""
ODD = (
    b"0",
    b"-1",
    b"1e400",
    b"nan",
    b"inf",
    b"9" * 30,
    b"0x" + b"f" * 20,
    b"true",
    b"null",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    "\N{RIGHT-TO-LEFT OVERRIDE}".encode(),
    "\N{ARABIC-INDIC DIGIT FIVE}".encode(),
    "\N{SUPERSCRIPT TWO}".encode(),
    b"[" * 40,
    b"{",
    b"}",
    b'"',
    b"'''",
    b"\\u0000",
    b"%s",
    b"{0}",
    b"& ",
    b"..",
    b"\r",
    b"\x85",
    b"\xe2\x80\xa8",
    b"*-*-*",
)
"""Pieces that readers of texts stumble over."""


def mutator(seeds: Sequence[bytes], mutate_bytes: Callable[[bytes, int], bytes]) -> Callable[[bytes, int, int], bytes]:
    """The custom mutator of libFuzzer that borrows from these seeds."""

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.4:
            return mutate_bytes(data, most)
        for _ in range(chance.randint(1, 3)):
            data = _changed(data, chance, seeds)
        return data[:most]

    return mutate


def _changed(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    separator = chance.choice(PIECES)
    parts = re.split(b"(" + separator + b")", data)
    place = chance.randrange(len(parts))
    match chance.randrange(6):
        case 0:
            parts[place:place] = parts[max(0, place - 2) : place] * chance.choice((1, 1, 2, 30))
        case 1:
            del parts[place : place + chance.randint(1, 3)]
        case 2:
            other = chance.randrange(len(parts))
            parts[place], parts[other] = parts[other], parts[place]
        case 3:
            borrowed = re.split(separator, chance.choice(seeds))
            parts[place] = chance.choice(borrowed)
        case 4:
            parts[place] = chance.choice(ODD)
        case _:
            parts[place] += chance.choice(ODD)
    return b"".join(parts)
