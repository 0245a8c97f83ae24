"""The picture by which a result of a daily deal is shared: points and how good they are, and nothing of the tiles."""

from __future__ import annotations

import re

from partake.draw.palette import COLOURS, ROLES
from partake.draw.svg.canvas import n

_WIDTH, _HEIGHT = 1152.0, 582.0
_BLOCK, _GAP = 50.0, 10.0
BLOCKS = 10
"""The number of blocks that the best possible board fills."""
_RIGHT = 520.0
"""Where the texts begin."""


def filled_blocks(points: float, best: float | None) -> int | None:
    """How many of ten blocks the points fill if the best possible board fills all; None where that is not known."""
    if best is None or best <= 0:
        return None
    return max(0, min(BLOCKS, round(BLOCKS * points / best)))


def share_picture(emblem: str, *, day: str, points: str = "", blocks: int | None = None, place: str = "") -> str:
    """A card with an edition's emblem, the day, and what was made of it, as SVG for light surroundings."""
    ink, muted, good, open_ = ROLES["ink"][0], ROLES["muted"][0], COLOURS["green"].light, ROLES["edge"][0]
    texts = [_text(_RIGHT, 92, "Partake", 54, ink), _text(_RIGHT, 156, day, 44, muted)]
    if points:
        texts.append(_text(_RIGHT, 360, points, 190, ink))
    if place:
        texts.append(_text(_RIGHT, 540, place, 54, muted))
    if blocks is not None:
        for i in range(BLOCKS):
            colour = good if i < blocks else open_
            x = _RIGHT + i * (_BLOCK + _GAP)
            texts.append(f'<rect x="{n(x)}" y="410" width="{n(_BLOCK)}" height="{n(_BLOCK)}" rx="10" fill="{colour}"/>')
    picture = re.sub("^<svg", '<svg x="0" y="71" width="440" height="440"', emblem, count=1)
    box = f'viewBox="0 0 {n(_WIDTH)} {n(_HEIGHT)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{picture}{"".join(texts)}</svg>'


def _text(x: float, y: float, text: str, size: float, fill: str) -> str:
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-weight="700" fill="{fill}">{text}</text>'
