"""Views and sheets as pictures for the terminal: `text` draws one."""

from __future__ import annotations

from partake.draw.text.canvas import TextCanvas
from partake.draw.text.five import five_picture
from partake.draw.text.hexagon import sheet_picture, view_picture
from partake.draw.text.layout import Layout
from partake.draw.text.style import Paint
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView

COLUMNS = 80
"""The columns of a terminal, where nobody says."""


def text(
    value: object,
    *,
    colour: bool = False,
    width: int | None = None,
    height: int | None = None,
    rich: bool = False,
    ascii: bool = False,  # noqa: A002 - the name of the character set
    others: bool = True,
) -> str:
    """A `HexagonView`, `FiveView` or `Sheet` as lines of text, `width` columns wide where that can be.

    Without `colour` nothing is lost. `rich` uses 24-bit colours instead of 256, `ascii` no signs beyond ASCII, and
    `others` draws the other players' boards too. The picture is compact where the usual one is wider than `width`, or
    higher than `height` rows.
    """
    drawn = picture(value, Paint(rich, ascii), width=width, height=height, others=others)
    return drawn.render(colour=colour) + "\n"


def picture(
    value: object, paint: Paint, *, width: int | None = None, height: int | None = None, others: bool = True
) -> TextCanvas:
    """The largest picture of a value that fits, or the smallest there is.

    Without a `height` as many rows are taken as are needed; with one, the other players' boards give way first.
    """
    columns = width or COLUMNS
    found = TextCanvas()
    for is_compact in (False, True):
        for in_full in (True, False) if others and height else (others,):
            found = _draw(value, Layout(paint, columns, is_compact), in_full)
            if found.width <= columns and (height is None or found.height <= height):
                return found
    return found


def _draw(value: object, layout: Layout, others: bool) -> TextCanvas:
    match value:
        case HexagonView():
            return view_picture(value, layout, others=others)
        case FiveView():
            return five_picture(value, layout)
        case Sheet():
            return sheet_picture(value, layout)
    raise TypeError(f"there is no picture of a {type(value).__name__}")


__all__ = ["picture", "text"]
