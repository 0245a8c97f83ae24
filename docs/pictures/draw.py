#!/usr/bin/env python3
"""Draw the pictures of the documentation anew: `python docs/pictures/draw.py`."""

from __future__ import annotations

from pathlib import Path

import partake
from partake.draw.svg import svg
from partake.draw.svg.canvas import Block, Canvas, row, stack
from partake.draw.svg.document import draw_single
from partake.draw.svg.five import draw_board
from partake.draw.svg.frame import framed
from partake.draw.svg.sheet import Marks, sheet_parts
from partake.engine.actions import Piece
from partake.engine.five.state import Shown, Wait
from partake.engine.five.view import FiveView, PawnView
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import FiveEdition
from partake.rules.tiles import Tile

HERE = Path(__file__).parent

CLASSIC = """
a1 9-2-3 a2 9-7-3 a3 9-2-8 b1 1-2-8 b2 1-6-4 b3 1-2-3 b4 1-7-8 c1 1-2-4 c2 1-6-8 c3 5-2-4 c4 1-7-3 c5 5-6-8 d1 5-6-4
d2 5-2-8 d3 5-7-4 d4 5-6-3 e1 9-2-4 e2 9-7-8 e3 9-6-4
"""
DAFFODIL = """
a1 9-2-3 a2 9-7-8 b1 1-7-8 b2 1-6-4 b3 1-2-3 b4 5-7-4 b5 5-6-8 c1 9-7-3 c2 9-2-8 c3 *-*-* c4 1-7-3 c5 9-6-4 d1 5-6-3
d2 1-2-8 d3 1-*-* d4 1-6-3 e1 5-7-8 e2 5-6-4 e3 5-7-3 f1 9-6-8 f2 9-7-4
"""
NEXUS = """
a1 1-6-3 a2 12-2-8 a3 12-7-3 a4 4-7-5 b1 12-6-10 b2 12-2-5 b3 12-7-8 b4 12-7-10 b5 12-6-5 c1 4-6-5 c2 4-2-10 c3 4-7-10
c4 4-6-8 c5 4-6-10 c6 4-11-5 d1 9-6-3 d2 9-2-8 d3 9-7-10 d4 9-11-5 d5 9-6-8 d6 9-11-10 d7 9-7-5 e1 1-2-3 e2 1-7-8
e3 1-6-10 e4 1-6-8 e5 1-11-8 e6 1-7-10 f1 9-7-3 f2 9-6-5 f3 9-6-10 f4 9-11-3 f5 9-7-8 g1 12-6-3 g2 12-6-8 g3 12-11-10
g4 12-7-5 s1 12-11-5 s2 12-2-10 s3 4-11-3 s4 4-2-5 s5 4-7-8 s6 4-11-10 s7 1-7-3
"""
ORCHID = """
a1 9-2-8 a2 9-11-5 b1 4-2-10 b2 4-11-8 b3 4-7-5 c1 1-2-3 c2 1-11-10 c3 1-7-8 d1 12-2-5 d2 12-11-3 d3 12-7-10 d4 12-7-5
d5 12-6-3 e1 12-2-10 e2 12-11-8 e3 1-7-3 e4 4-7-10 e5 12-6-8 e6 1-6-5 f1 9-11-10 f2 9-7-8 f3 9-7-3 f4 9-6-10 f5 9-6-5
x3 1-2-8
"""


def sheet(edition: str, text: str, *, without: str = "", **options: str) -> partake.Sheet:
    """A sheet from the words of a text: cell, tile, cell, tile, …"""
    found = text.split()
    tiles = dict(zip(found[::2], found[1::2], strict=True))
    tiles.pop(without, None)
    return partake.sheet(edition, tiles, **options)


def five() -> FiveView:
    """A round of Take Five in full swing: Ann has just taken a seven."""
    edition = partake.edition("five")
    if not isinstance(edition, FiveEdition):
        raise TypeError("five is another game")
    empty = {"b2", "c5", "d3", "e4", "f2", "a4", "e1", "b5"}
    names = [f"{column}{line}" for line in range(1, 7) for column in "abcdef"]
    return FiveView(
        setup=arrange(edition, seats=["Ann", "Bob", "Cleo"]), seat=1, to_act=(1,), legal=(), outcome=None,
        edition=edition, phase="score", round=4, markers=(1, 2, 0), turn=1, turns=9,
        pawns=tuple(None if name in empty else PawnView(None, False, ()) for name in names),
        pieces=((Piece.BLACK, "c3"), (Piece.WHITE, "e4"), (Piece.KNIGHT, "d5"), (Piece.ROOK, "a4")),
        hands=((9, 8, 4), (6, 9), (5, 7, 2)), out=(), moved=(Piece.ROOK, Piece.KNIGHT), took=True, wait=Wait.CHOICE,
        square="d5", shown=Shown(0, "d5", 7), rounds=(), log=(),
    )  # fmt: skip


def hero() -> str:
    """The picture at the head of the README."""
    canvas = Canvas()
    own = sheet("classic", CLASSIC, without="c3")
    board, _ = sheet_parts(canvas, own, Marks(items=own.items, legal={"c3"}, latest={"e3"}))
    called = draw_single(canvas, own.variant.tiles, Tile(5, 2, 4)).scaled(1.75)
    nexus = sheet("nexus", NEXUS)
    others = [
        sheet_parts(canvas, nexus, Marks(is_scored=False))[0].scaled(0.42),
        draw_board(canvas, five(), remembers=False).scaled(0.44),
    ]
    middle = [
        _words(canvas, ("Partake", 92, 800), width=400),
        _words(
            canvas, ("Take it Easy!", 26, 600), ("Take it to the Limit!", 26, 600), ("Take Five", 26, 600), width=400
        ),
        Block("", 400, 10),
        _words(canvas, (f"{own.score.total} points. Called: 5-2-4", 19, 400), width=400),
        called,
    ]
    block = row([board, stack(middle, gap=10), stack(others, gap=22)], gap=16, middle=True)
    return canvas.finish(
        framed(canvas, block),
        title="Partake",
        description=f"A Classic board with {own.score.total} points; the tile 5-2-4 is called, and c3 is free."
        " Beside it a Nexus board and the board of Take Five.",
        size=None,
        prefix=None,
        kind="hero",
    )


def _words(canvas: Canvas, *lines: tuple[str, float, int], width: float) -> Block:
    body, y = "", 0.0
    for text, size, weight in lines:
        y += size * 1.15
        fill = canvas.paint("muted") if weight < 800 else canvas.paint("ink")
        body += canvas.text(width / 2, y, text, size, fill=fill, weight=weight, anchor="middle")
    return Block(body, width, y + 8)


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    sets = catalogue().tile_sets
    return {
        "classic.svg": svg(sheet("classic", CLASSIC)),
        "daffodil.svg": svg(sheet("daffodil", DAFFODIL, rays="each")),
        "nexus.svg": svg(sheet("nexus", NEXUS)),
        "orchid.svg": svg(sheet("orchid", ORCHID)),
        "five.svg": svg(five()),
        "hero.svg": hero(),
        **{f"tiles-{name}.svg": svg(sets[name]) for name in ("27", "31", "64")},
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (HERE / name).write_text(picture, encoding="utf-8")
