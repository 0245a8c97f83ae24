"""When a line scores, and with which number, over plain lists (H22, H23, H42).

Compiled to JavaScript with `counting.py`, for the pages: see there what that asks of the code.
"""

from __future__ import annotations

from collections.abc import Sequence

INCOMPLETE = -1
"""What a line has for a number while a tile is missing where it cannot do without."""
BROKEN = 0
"""What a complete line has for a number that scores nothing."""


def line_number(
    direction: int,
    cells: Sequence[int],
    sheet: Sequence[int],
    tiles: Sequence[Sequence[int]],
    skips: Sequence[bool],
    highest: int,
) -> int:
    """The number with which a line scores, or that it is INCOMPLETE or BROKEN.

    `sheet` has for each position the index of its tile among `tiles`, or less than 0; `skips` says of each whether a
    line does without it while it is empty. A stripe of 0 is wild; a line of wild stripes alone counts as `highest`.
    """
    lowest = 0
    greatest = 0
    filled = 0
    for at in cells:
        tile = sheet[at]
        if tile >= 0:
            filled += 1
            stripe = tiles[tile][direction]
            if stripe > 0:
                if stripe > greatest:
                    greatest = stripe
                if lowest < 1 or stripe < lowest:
                    lowest = stripe
        elif skips[at] is False:
            return INCOMPLETE
    if filled < 1:
        return INCOMPLETE
    if greatest < 1:
        return highest
    return lowest if lowest >= greatest else BROKEN
