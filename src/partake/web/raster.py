"""Pictures as PNG, where SVG is not understood: a board on a card of the size that link previews have, and icons."""

from __future__ import annotations

import re
from pathlib import Path

from partake.draw.palette import ROLES

WIDTH, HEIGHT = 1200, 630
"""The size of a preview, in pixels, that messengers and networks ask for."""
MARGIN = 24
"""Around the board, in pixels."""
FONT = Path(__file__).parent / "fonts" / "digits.ttf"
"""The font of the numbers, so that nothing depends on what the machine has."""
FAMILY = "DejaVu Sans"
"""The name of that font."""
SAFE = 0.84
"""How much of the side of a square an icon takes: it stays inside the circle of four fifths that phones leave of it."""
_BOX = re.compile(r'^<svg\b[^>]*?\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_SIZE = re.compile(r'^(<svg\b[^>]*?)\s(?:width|height|style)="[^"]*"')


def preview_png(svg: str) -> bytes:
    """A picture in the middle of a card, as PNG.

    The renderer holds the interpreter's lock while it works: a server calls this in another process.
    """
    import resvg_py  # only where a picture is drawn

    found: bytes = resvg_py.svg_to_bytes(
        svg_string=card(svg),
        width=WIDTH,
        height=HEIGHT,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return found


def card(svg: str) -> str:
    """A picture in the middle of a card, as SVG."""
    found = _BOX.match(svg)
    if found is None:
        raise ValueError("a picture needs a viewBox")
    wide, high = float(found[1]), float(found[2])
    scale = min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high)
    width, height = wide * scale, high * scale
    inner = svg
    while _SIZE.match(inner):
        inner = _SIZE.sub(r"\1", inner, count=1)
    corner = f'x="{(WIDTH - width) / 2:.1f}" y="{(HEIGHT - height) / 2:.1f}"'
    place = f'<svg {corner} width="{width:.1f}" height="{height:.1f}"'
    paper = ROLES["paper"][0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>{inner.replace("<svg", place, 1)}</svg>'
    )


def icon_png(svg: str, size: int, is_whole: bool) -> bytes:
    """A square icon as PNG; a whole one fills its square, for phones that cut their own shape out of it."""
    import resvg_py  # only where a picture is drawn

    if is_whole:
        side, paper = size * SAFE, ROLES["paper"][0]
        place = f'<svg x="{(size - side) / 2:.2f}" y="{(size - side) / 2:.2f}" width="{side:.2f}" height="{side:.2f}"'
        inner = svg.replace("<svg", place, 1)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
            f'<rect width="{size}" height="{size}" fill="{paper}"/>{inner}</svg>'
        )
    found: bytes = resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, skip_system_fonts=True)
    return found
