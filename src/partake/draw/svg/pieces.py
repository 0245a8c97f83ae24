"""The pieces and pawns of Take Five, in artwork of our own."""

from __future__ import annotations

from math import cos, pi, sin

from partake.draw.palette import colour
from partake.draw.svg.canvas import Canvas, n
from partake.engine.actions import Piece

_BASE = "M-17 24C-17 19-12 18-12 15H12C12 18 17 19 17 24V27H-17z"
_BISHOP = "M-8 15C-6 9-13 4-11-5C-9-12-4-15 0-20C4-15 9-12 11-5C13 4 6 9 8 15z"
_KNIGHT = (
    "M-11 15C-12 5-3 1-3-4C-7-3-9 1-13 1C-17 1-18-4-15-7C-11-11-9-17-4-20L-4-25L2-21"
    "C11-19 15-9 14 2C13.5 8 12 11 12 15z"
)
_ROOK = "M-10 15L-8-8H-13V-21H-7V-16H-3V-21H3V-16H7V-21H13V-8H8L10 15z"
_DETAILS = {
    Piece.BLACK: "M-3-7L4-1M-10 10H10",
    Piece.WHITE: "M-3-7L4-1M-10 10H10",
    Piece.KNIGHT: "M5-15C9-10 10-4 9 3M-7 10H10",
    Piece.ROOK: "M-8-8H8M-9 9H9",
}


def draw_piece(canvas: Canvas, piece: Piece) -> str:
    """A piece around (0, 0), about 50 high."""
    name = f"piece-{piece}"
    if not canvas.has(name):
        shape = {Piece.KNIGHT: _KNIGHT, Piece.ROOK: _ROOK}.get(piece, _BISHOP)
        fill, line = canvas.paint(f"piece-{piece}"), canvas.paint(f"piece-{piece}-line")
        knob = '<circle cy="-22.5" r="4.5"/>' if piece in (Piece.BLACK, Piece.WHITE) else ""
        eye = f'<circle cx="-4" cy="-12" r="1.8" fill="{line}" stroke="none"/>' if piece is Piece.KNIGHT else ""
        canvas.define(
            name,
            f'<g fill="{fill}" stroke="{line}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round">'
            f'<path d="{_BASE}"/><path d="{shape}"/>{knob}<path d="{_DETAILS[piece]}" fill="none"/>{eye}</g>',
        )
    return canvas.use(name)


def draw_back(canvas: Canvas) -> str:
    """A pawn lying face down around (0, 0): five pips, the same for all values."""
    if not canvas.has("back"):
        spots = ((0, 0), *((9.5 * x, 9.5 * y) for x in (-1, 1) for y in (-1, 1)))
        pips = "".join(f'<circle cx="{n(x)}" cy="{n(y)}" r="3.2"/>' for x, y in spots)
        scallops = "".join(
            f'<circle cx="{n(21 * cos(i * pi / 10))}" cy="{n(21 * sin(i * pi / 10))}" r="1.4"/>' for i in range(20)
        )
        canvas.define(
            "back",
            f'<circle r="26" cy="2.5" fill="#000" fill-opacity=".25"/><circle r="26" fill="{canvas.paint("pawn-back")}"'
            f' stroke="{canvas.paint("pawn-rim")}" stroke-width="2"/>'
            f'<g fill="{canvas.paint("pawn-pip")}">{pips}{scallops}</g>',
        )
    return canvas.use("back")


def draw_pawn(canvas: Canvas, value: int, shade: str) -> str:
    """A pawn lying face up around (0, 0), with a rim in the colour of its value."""
    name = f"pawn-{value}"
    if not canvas.has(name):
        rim = colour(shade).light
        canvas.define(
            name,
            f'<circle r="26" cy="2.5" fill="#000" fill-opacity=".25"/><circle r="26" fill="{rim}" stroke="#3a2a1c"/>'
            f'<circle r="19.5" fill="#fffaf0" stroke="#3a2a1c" stroke-opacity=".35"/>'
            f'<text y="9.5" font-size="27" font-weight="800" text-anchor="middle" fill="#14161b">{value}</text>',
        )
    return canvas.use(name)


def draw_eye(canvas: Canvas) -> str:
    """An eye around (0, 0): somebody looks at a pawn, and only that player sees it."""
    if not canvas.has("eye"):
        canvas.define(
            "eye",
            '<path d="M-24 0C-14-15 14-15 24 0C14 15-14 15-24 0z" fill="#fffaf0" stroke="#3a2a1c" stroke-width="3"/>'
            '<circle r="9" fill="#3a2a1c"/><circle cx="-3" cy="-3" r="3" fill="#fffaf0"/>',
        )
    return canvas.use("eye")
