"""What is around the boards: the paper, the header, and the row of other players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partake.draw.svg.canvas import Block, Canvas, fitted, n, words
from partake.rules.edition import Edition
from partake.rules.languages import current
from partake.rules.messages import message_of, said

if TYPE_CHECKING:
    from fractions import Fraction

PAD = 22.0
"""From the edge of the paper to what is drawn on it."""
MOST_OTHERS = 7
"""How many other players' boards are drawn; of more players only the number is given."""


def amount(points: int | Fraction) -> str:
    """Points as they are printed, with a true minus sign."""
    text = str(points) if points.denominator == 1 else f"{float(points):.1f}"
    return current().marked(text).replace("-", "−")


def titled(edition: Edition) -> str:
    """What an edition is called in the reader's language."""
    return said(message_of(edition.title))


def header(
    canvas: Canvas, width: float, *, over: str, title: str, total: str = "", unit: str = "", note: str = ""
) -> Block:
    """The line above a picture: the game and its title on the left, a total and a note on the right."""
    body = canvas.text(0, 18, over.upper(), 13, fill=canvas.paint("muted"), weight=600, more=' letter-spacing="1.5"')
    body += canvas.text(0, 50, fitted(title, 32, width * (0.55 if total or unit else 1)), 32, weight=800)
    if total or unit:
        small = f'<tspan font-size="17" font-weight="400" fill="{canvas.paint("muted")}">{words(unit)}</tspan>'
        big = f'<tspan dx="10">{words(total)}</tspan>' if total else ""
        body += (
            f'<text x="{n(width)}" y="46" text-anchor="end" font-size="40" font-weight="800"'
            f' fill="{canvas.paint("ink")}">{small}{big}</text>'
        )
    if note:
        y, space = (74, width) if total or unit else (50, width * 0.5)
        body += canvas.text(width, y, fitted(note, 16, space), 16, fill=canvas.paint("muted"), anchor="end")
    bottom = 86 if note and (total or unit) else 66
    line = f'<path d="M0 {bottom}H{n(width)}" stroke="{canvas.paint("edge")}" stroke-width="2"/>'
    return Block(body + line, width, bottom + 4)


def framed(canvas: Canvas, block: Block, *, has_paper: bool = True) -> Block:
    """A picture on its paper."""
    if not has_paper:
        return block
    width, height = block.width + 2 * PAD, block.height + 2 * PAD
    paper = (
        f'<rect x="1" y="1" width="{n(width - 2)}" height="{n(height - 2)}" rx="20" fill="{canvas.paint("paper")}"'
        f' stroke="{canvas.paint("edge")}" stroke-width="2"/>'
    )
    return Block(paper + block.at(PAD, PAD), width, height)
