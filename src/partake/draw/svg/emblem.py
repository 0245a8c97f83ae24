"""Emblems: an edition as a small picture by which it is chosen: its board and three lines of tiles, or its pieces.

An emblem has no texts and no definitions of tiles, so that a page can hold all of them in a few kilobytes.
"""

from __future__ import annotations

from partake.draw.svg.canvas import PAGE, PREFIX, Canvas, n, slug
from partake.draw.svg.pieces import draw_piece
from partake.draw.svg.tiles import REACH, SIDE, TILE, WIDTH
from partake.draw.svg.zone import middles
from partake.engine.actions import Piece
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.grid import Direction

MARGIN = 14.0
"""Around the cells of a board."""
SQUARE = 74.0
"""The side of a square of Take Five."""
_FLOWERS = {"stamen": ("stamen", "trumpet"), "orchid": ("orchid-pale", "orchid")}
"""For each kind of special cell the colours of its flower and the heart of it."""


def emblem(edition: Edition, *, theme: str = PAGE) -> str:
    """The picture as an `svg` element; it says nothing that the edition's title does not say, so readers skip it."""
    canvas = Canvas(theme)
    body, box = _pieces(canvas, edition) if isinstance(edition, FiveEdition) else _board(canvas, edition)
    shapes = canvas.definitions(PREFIX) if canvas.has("piece-B") else ""
    text = f'<svg viewBox="{box}" aria-hidden="true" focusable="false">{shapes}{body}</svg>'
    return text.replace(PREFIX, f"emblem-{slug(edition.name)}")


def _board(canvas: Canvas, edition: HexagonEdition) -> tuple[str, str]:
    board, at = edition.board, middles(edition.board)
    lines = _crossing(edition)
    special = {i for i, cell in enumerate(board.cells) if cell.kind}
    filled = sorted({i for line in lines.values() for i in line} - special)
    every = _cells(at, SIDE)
    body = (
        f'<path d="{every}" fill="{canvas.ground(board.name, 0)}" stroke="{canvas.ground(board.name, 1)}"'
        f' stroke-width="20" stroke-linejoin="round"/>'
        f'<path d="{_cells(at, TILE - 1)}" fill="{canvas.ground(board.name, 2)}"/>'
        f'<path d="{_cells([at[i] for i in filled], TILE)}" fill="{canvas.paint("body")}"/>'
    )
    for direction, line in lines.items():
        numbers = [number for number in edition.tiles.numbers(direction) if number]
        shade = canvas.stripe(edition.tiles, numbers[2 % len(numbers)])[0]
        across = {
            Direction.VERTICAL: (0.0, 1.0),
            Direction.RISING: (1.5, -REACH / SIDE),
            Direction.FALLING: (1.5, REACH / SIDE),
        }
        x, y = across[direction]
        reach = TILE * REACH / SIDE / (x * x + y * y) ** 0.5
        stripes = "".join(
            f"M{n(at[i][0] - x * reach)} {n(at[i][1] - y * reach)}l{n(2 * x * reach)} {n(2 * y * reach)}"
            for i in line
            if i not in special
        )
        body += f'<path d="{stripes}" stroke="{shade}" stroke-width="{n(WIDTH)}"/>'
    for kind, (petals, heart) in _FLOWERS.items():
        dots = "".join(f"M{n(at[i][0])} {n(at[i][1])}h0" for i in special if board.cells[i].kind == kind)
        if dots:
            body += (
                f'<g stroke-linecap="round"><path d="{dots}" stroke="{canvas.paint(petals)}" stroke-width="54"/>'
                f'<path d="{dots}" stroke="{canvas.paint(heart)}" stroke-width="26"/></g>'
            )
    xs, ys = [x for x, _ in at], [y for _, y in at]
    left, top = min(xs) - SIDE - MARGIN, min(ys) - REACH - MARGIN
    wide, high = max(xs) + SIDE + MARGIN - left, max(ys) + REACH + MARGIN - top
    return body, f"{n(left)} {n(top)} {n(wide)} {n(high)}"


def _crossing(edition: HexagonEdition) -> dict[Direction, tuple[int, ...]]:
    """A line of each direction, next to the middle ones, so that no cell lies on all three."""
    found = {}
    for direction in Direction:
        lines = sorted((line.cells for line in edition.board.lines if line.direction is direction), key=min)
        longest = sorted(lines, key=len, reverse=True)
        found[direction] = longest[min(1, len(longest) - 1)]
    return found


def _cells(at: list[tuple[float, float]], side: float) -> str:
    """The hexagons around these middles as one path."""
    half, reach = side / 2, side * REACH / SIDE
    shape = f"l{n(-half)} {n(reach)}h{n(-side)}l{n(-half)} {n(-reach)} {n(half)} {n(-reach)}h{n(side)}z"
    return "".join(f"M{n(x + side)} {n(y)}{shape}" for x, y in at)


def _pieces(canvas: Canvas, edition: FiveEdition) -> tuple[str, str]:
    size, rim = edition.size, 20.0
    whole = size * SQUARE + 2 * rim
    dark = "".join(
        f"M{n(rim + column * SQUARE)} {n(rim + row * SQUARE)}h{n(SQUARE)}v{n(SQUARE)}h{n(-SQUARE)}z"
        for row in range(size)
        for column in range(size)
        if (row + column) % 2
    )
    middle = [rim + (i + 0.5) * SQUARE for i in range(size)]
    pawns = "".join(f"M{n(x)} {n(y)}h0" for y in middle for x in middle)
    corners = ((0, -1, Piece.BLACK), (-1, -1, Piece.WHITE), (0, 0, Piece.KNIGHT), (-1, 0, Piece.ROOK))
    inward = {0: 1, -1: -2}
    pieces = "".join(
        f'<g transform="translate({n(middle[inward[x]])} {n(middle[inward[y]])}) scale(2.2)">'
        f"{draw_piece(canvas, piece)}</g>"
        for x, y, piece in corners
    )
    body = (
        f'<rect width="{n(whole)}" height="{n(whole)}" rx="16" fill="{canvas.paint("frame")}"/>'
        f'<path d="M{n(rim)} {n(rim)}h{n(whole - 2 * rim)}v{n(whole - 2 * rim)}h{n(2 * rim - whole)}z"'
        f' fill="{canvas.paint("square-light")}"/><path d="{dark}" fill="{canvas.paint("square-dark")}"/>'
        f'<path d="{pawns}" stroke="{canvas.paint("pawn-back")}" stroke-width="46" stroke-linecap="round"/>{pieces}'
    )
    return body, f"0 0 {n(whole)} {n(whole)}"
