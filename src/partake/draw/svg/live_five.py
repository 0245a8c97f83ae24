"""The board of Take Five for a page that keeps it up to date by itself: every shape in a sprite, every square empty of
anything but what lies open to all.

Above the squares lie the pieces, which slide from square to square, then what the page remembers of pawns, and on top
the lens, in which the page shows a pawn that is turned up at this moment.
"""

from __future__ import annotations

from collections.abc import Iterable

from partake.draw.svg.canvas import FONT, PAGE, PREFIX, Block, Canvas, n, words
from partake.draw.svg.five import RIM, SQUARE, draw_board, draw_frame, pawn_face, square_names
from partake.draw.svg.live import LIVE
from partake.draw.svg.names import access, rows
from partake.draw.svg.pieces import draw_back, draw_eye, draw_piece
from partake.engine.actions import Piece
from partake.engine.five.board import is_dark
from partake.engine.five.view import FiveView
from partake.rules.messages import Message, said


def live_pawns(values: Iterable[int]) -> str:
    """The sprite with these pawns face up, for pages that show no board."""
    canvas = Canvas(PAGE)
    for value in values:
        pawn_face(canvas, value)
    return _sprite(canvas)


def live_pawn(value: int) -> str:
    """A pawn of the sprite as a picture of its own."""
    name = said(Message("pawn of {value}", value=value))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="partake pawn" viewBox="-28 -28 56 58" role="img"'
        f' aria-label="{words(name)}" font-family="{words(FONT)}"><use href="#{LIVE}-pawn-{value}"/></svg>'
    )


def _sprite(canvas: Canvas) -> str:
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{canvas.definitions(LIVE)}</svg>'


def live_five(view: FiveView, *, remembers: bool = False) -> tuple[str, str]:
    """The sprite with all pawns and pieces, and the board: a grid whose squares can be walked.

    With `remembers` it shows what its reader has seen of the pawns; otherwise the page adds that.
    """
    canvas = Canvas(PAGE)
    draw_back(canvas)
    draw_eye(canvas)
    for value in view.edition.values:
        pawn_face(canvas, value)
    for piece in Piece:
        draw_piece(canvas, piece)
    size = view.edition.size
    whole = size * SQUARE + 2 * RIM
    names = square_names(view, remembers=remembers)
    squares = rows((name[1:], _square(canvas, view, index, label)) for index, (name, label) in enumerate(names.items()))
    pieces = "".join(
        f'<g class="piece" data-stands="{piece}" transform="{_at(size, view.squares.index(square))}">'
        f"{draw_piece(canvas, piece)}</g>"
        for piece, square in view.pieces
    )
    seen = "".join(
        f'<g class="seen" data-of="{name}" transform="{_at(size, index)} translate(17 17) scale(.62)">'
        f"{_note(canvas, view, index) if remembers else ''}</g>"
        for index, name in enumerate(view.squares)
    )
    body = (
        f'<g aria-hidden="true">{draw_frame(canvas, size)}</g>{squares}<g class="above" aria-hidden="true">'
        f'{pieces}{seen}<g class="lens"></g></g>'
    )
    return _sprite(canvas), _grid("live board five", Block(body, whole, whole))


def still_five(view: FiveView) -> tuple[str, str]:
    """The sprite with all pawns, and the board with all that its reader may know: a grid on which nothing moves."""
    canvas = Canvas(PAGE)
    for value in view.edition.values:
        pawn_face(canvas, value)
    board = draw_board(canvas, view, remembers=True, names=square_names(view, remembers=True))
    return _sprite(canvas), _grid("board five", board)


def _grid(names: str, block: Block) -> str:
    title, size = said(Message("Board")), f"{n(block.width)} {n(block.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="partake {names}" viewBox="0 0 {size}"'
        f' font-family="{words(FONT)}" role="grid" aria-label="{words(title)}">{block.body}</svg>'
    ).replace(PREFIX, LIVE)


def _at(size: int, index: int) -> str:
    """Where the centre of a square is, as a transform."""
    line, column = divmod(index, size)
    return f"translate({n(RIM + (column + 0.5) * SQUARE)} {n(RIM + (size - line - 0.5) * SQUARE)})"


def _note(canvas: Canvas, view: FiveView, index: int) -> str:
    """A pawn that its reader knows, face up and small."""
    pawn = view.pawns[index] if view.pawns else None
    return pawn_face(canvas, pawn.known) if pawn is not None and pawn.known is not None else ""


def _square(canvas: Canvas, view: FiveView, index: int, label: str) -> str:
    name, size = view.squares[index], view.edition.size
    half, inner = SQUARE / 2, SQUARE - 6
    shade = canvas.paint("square-dark" if is_dark(size, index) else "square-light")
    pawn = draw_back(canvas) if view.pawns and view.pawns[index] is not None else ""
    standing = next((piece for piece, at in view.pieces if at == name), None)
    held = f' data-piece="{standing}"' if standing else ""
    walked = access(label, is_first=index == 0)
    return (
        f'<g class="cell" data-cell="{name}"{held}{walked} transform="{_at(size, index)}">'
        f'<rect x="{n(-half)}" y="{n(-half)}" width="{n(SQUARE)}" height="{n(SQUARE)}" fill="{shade}"/>'
        f'<rect class="ring" x="{n(3 - half)}" y="{n(3 - half)}" width="{n(inner)}" height="{n(inner)}" rx="5"'
        f' fill="none" stroke="{canvas.paint("last")}" stroke-width="5"/>'
        f'<g class="pawn-here">{pawn}</g>'
        f'<circle class="dot" r="11" fill="{canvas.paint("turn")}" stroke="#fff" stroke-width="3"/></g>'
    )
