"""Take Five in a terminal."""

from __future__ import annotations

from partake.draw.text.canvas import BOLD, DIM, MARK, PLAIN, TextCanvas
from partake.draw.text.layout import Layout, in_a_row
from partake.draw.text.style import Paint
from partake.engine.actions import Piece
from partake.engine.description import piece_name
from partake.engine.five.board import PIECES, is_dark
from partake.engine.five.view import FiveView
from partake.engine.outcome import phase_name
from partake.rules.messages import Message, message_of, said
from partake.rules.names import shown_name

DARK = "#875f00"
"""The colour of dark squares."""
LIGHT = "#ffd7af"
"""The colour of light squares."""
PITCH = 6
"""The columns from one square to the next."""
GAP = 3
"""The columns between the board and what stands beside it."""
GOALS = {
    "score": Message("{hand} different pawns worth more than any other hand"),
    "21": Message("exactly {target} with three to {hand} pawns"),
    "quinte": Message("{hand} consecutive values"),
}
"""What wins a round, by its phase."""


def five_picture(view: FiveView, layout: Layout) -> TextCanvas:
    """The board with its pawns face down, and the players' pawns and markers; only what lies open is shown."""
    now = Message("round {round}, {phase}", round=view.round, phase=phase_name(view.phase))
    canvas = in_a_row([said(message_of(view.edition.title)), said(now), goal(view)], layout)
    drawing = (_compact_grid, _compact_facts) if layout.is_compact else (_grid, _facts)
    grid, facts = (draw(view, layout.paint) for draw in drawing)
    top = canvas.height + 1
    canvas.paste(0, top, grid)
    is_narrow = grid.width + GAP + facts.width > layout.width
    beside = top + (not layout.is_compact)
    canvas.paste(*((0, canvas.height + 1) if is_narrow else (grid.width + GAP, beside)), facts)
    return canvas


def goal(view: FiveView) -> str:
    """What wins the round, in the reader's language."""
    return said(Message(GOALS[view.phase].text, hand=view.edition.hand, target=view.edition.target))


def _grid(view: FiveView, paint: Paint) -> TextCanvas:
    canvas, size, glyphs = TextCanvas(), view.edition.size, paint.glyphs
    standing = {square: piece for piece, square in view.pieces}
    for row in range(size + 1):
        joints = glyphs.corners[(row > 0) + (row == size)]
        edge = joints[0] + joints[1].join([glyphs.across * (PITCH - 1)] * size) + joints[2]
        canvas.put(2, 1 + 2 * row, edge, DIM)
    for i, square in enumerate(view.squares):
        row, column = size - 1 - i // size, i % size
        x, y = 2 + PITCH * column, 2 + 2 * row
        canvas.put(0, y, square[1:])
        canvas.put(x, y, glyphs.down, DIM)
        canvas.put(2 + PITCH * size, y, glyphs.down, DIM)
        canvas.put(x + 3, 0, square[0])
        canvas.put(x + 3, 2 + 2 * size, square[0])
        _square(canvas, x + 1, y, view, i, standing.get(square), paint)
    return canvas


def _compact_grid(view: FiveView, paint: Paint) -> TextCanvas:
    """The board without lines between its squares."""
    canvas, size = TextCanvas(), view.edition.size
    standing = {square: piece for piece, square in view.pieces}
    for i, square in enumerate(view.squares):
        x, y = 3 + (PITCH - 1) * (i % size), size - 1 - i // size
        canvas.put(0, y, square[1:])
        canvas.put(x + 2, size, square[0])
        _square(canvas, x, y, view, i, standing.get(square), paint)
    return canvas


def _square(canvas: TextCanvas, x: int, y: int, view: FiveView, i: int, piece: Piece | None, paint: Paint) -> None:
    dark = is_dark(view.edition.size, i)
    style = paint.on(DARK, LIGHT) if dark else paint.on(LIGHT, DARK)
    shade = paint.glyphs.dark if dark else " "
    canvas.put(x, y, f"{shade}   {shade}", style)
    if view.pawns and view.pawns[i] is not None:
        canvas.put(x + 2, y, paint.glyphs.pawn, style)
        if view.shown and view.shown.square == view.squares[i] and view.shown.value is not None:
            canvas.put(x + 2, y, f"{view.shown.value}", paint.on(paint.role("last"), "#14161b", bold=True))
    if piece is not None:
        canvas.put(x + 1, y, piece.value, _piece(piece, paint))


def _piece(piece: Piece, paint: Paint) -> str:
    return paint.on("#fcfbf6" if piece is Piece.WHITE else "#17191e", "#17191e" if piece is Piece.WHITE else "#fcfbf6")


def _facts(view: FiveView, paint: Paint) -> TextCanvas:
    canvas = TextCanvas()
    names = view.setup.names
    for seat, name in enumerate(names, start=1):
        y = 3 * (seat - 1)
        is_turn = seat == view.turn and view.outcome is None
        canvas.put(0, y, ">" if is_turn else " ", MARK)
        x = canvas.put(2, y, said(shown_name(name)), BOLD if is_turn else PLAIN)
        values = {"won": view.markers[seat - 1], "all": view.edition.markers}
        told = Message("{won} of {all} markers", **values)
        if seat in view.out:
            told = Message("{won} of {all} markers out of this round", **values)
        canvas.put(x, y, f"  {said(told)}")
        _hand(canvas, y + 1, view.hands[seat - 1], paint)
    y = 3 * len(names)
    standing = dict(view.pieces)
    for i, piece in enumerate(PIECES):
        canvas.put(0, y + i, piece.value, _piece(piece, paint))
        name = said(piece_name(piece))
        if piece in view.moved:
            name = said(Message("{piece} {at}, has moved", piece=name, at=standing[piece]))
        elif piece in standing:
            name = f"{name} {standing[piece]}"
        canvas.put(2, y + i, name)
    return canvas


def _compact_facts(view: FiveView, paint: Paint) -> TextCanvas:
    """The players in two rows each; where the pieces stand is on the board."""
    canvas = TextCanvas()
    for seat, name in enumerate(view.setup.names, start=1):
        y = 2 * (seat - 1)
        is_turn = seat == view.turn and view.outcome is None
        canvas.put(0, y, ">" if is_turn else " ", MARK)
        x = canvas.put(2, y, said(shown_name(name)), BOLD if is_turn else PLAIN)
        values = {"won": view.markers[seat - 1], "all": view.edition.markers}
        told = Message("{won} of {all}, out", **values) if seat in view.out else Message("{won} of {all}", **values)
        canvas.put(x, y, f"  {said(told)}")
        _hand(canvas, y + 1, view.hands[seat - 1], paint)
    return canvas


def _hand(canvas: TextCanvas, y: int, hand: tuple[int, ...], paint: Paint) -> None:
    x = 2
    for value in hand:
        x = canvas.put(x, y, f" {value} ", paint.on("#fcfbf6", "#17191e", bold=True)) + 1
    canvas.put(x, y, f"= {sum(hand)}" if hand else said(Message("no pawns")), PLAIN if hand else DIM)
