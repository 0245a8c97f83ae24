"""The board of Take Five for a page that keeps it up to date by itself: every shape in a sprite, every square empty of
anything but what lies open to all."""

from __future__ import annotations

from partake.draw.svg.canvas import FONT, PAGE, PREFIX, Canvas, n, words
from partake.draw.svg.five import RIM, SQUARE, draw_frame, pawn_face
from partake.draw.svg.live import LIVE
from partake.draw.svg.pieces import draw_back, draw_piece
from partake.engine.actions import Piece
from partake.engine.five.board import is_dark
from partake.engine.five.view import FiveView


def live_five(view: FiveView, *, is_own: bool) -> tuple[str, str]:
    """The sprite with all pawns and pieces, and the board."""
    canvas = Canvas(PAGE)
    draw_back(canvas)
    for value in view.edition.values:
        pawn_face(canvas, value)
    for piece in Piece:
        draw_piece(canvas, piece)
    size = view.edition.size
    whole = size * SQUARE + 2 * RIM
    squares = "".join(_square(canvas, view, index, is_own) for index in range(len(view.squares)))
    role = ' role="group"' if is_own else ' role="img" aria-label="board"'
    board = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="partake live board five" viewBox="0 0 {n(whole)} {n(whole)}"'
        f' font-family="{words(FONT)}"{role}>{draw_frame(canvas, size)}{squares}</svg>'
    ).replace(PREFIX, LIVE)
    sprite = f'<svg class="sprite" aria-hidden="true" width="0" height="0">{canvas.definitions(LIVE)}</svg>'
    return sprite, board


def _square(canvas: Canvas, view: FiveView, index: int, is_own: bool) -> str:
    name, size = view.squares[index], view.edition.size
    line, column = divmod(index, size)
    half, inner = SQUARE / 2, SQUARE - 6
    shade = canvas.paint("square-dark" if is_dark(size, index) else "square-light")
    pawn = draw_back(canvas) if view.pawns and view.pawns[index] is not None else ""
    standing = next((piece for piece, at in view.pieces if at == name), None)
    piece = draw_piece(canvas, standing) if standing else ""
    held = f' data-piece="{standing}"' if standing else ""
    access = f' role="button" tabindex="-1" aria-label="{name}"' if is_own else ""
    x, y = RIM + (column + 0.5) * SQUARE, RIM + (size - line - 0.5) * SQUARE
    return (
        f'<g class="cell" data-cell="{name}"{held}{access} transform="translate({n(x)} {n(y)})">'
        f'<rect x="{n(-half)}" y="{n(-half)}" width="{n(SQUARE)}" height="{n(SQUARE)}" fill="{shade}"/>'
        f'<rect class="ring" x="{n(3 - half)}" y="{n(3 - half)}" width="{n(inner)}" height="{n(inner)}" rx="5"'
        f' fill="none" stroke="{canvas.paint("last")}" stroke-width="5"/>'
        f'<g class="pawn-here">{pawn}</g><g class="piece">{piece}</g>'
        f'<g class="seen" transform="translate(17 17) scale(.62)"></g>'
        f'<circle class="dot" r="11" fill="{canvas.paint("turn")}" stroke="#fff" stroke-width="3"/></g>'
    )
