"""Views and sheets as pictures for the terminal: `text` draws one."""

from __future__ import annotations

from partake.draw.text.canvas import TextCanvas
from partake.draw.text.five import five_picture
from partake.draw.text.hexagon import sheet_picture, view_picture
from partake.draw.text.style import Paint
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView


def text(
    value: object,
    *,
    colour: bool = False,
    width: int | None = None,
    rich: bool = False,
    ascii: bool = False,  # noqa: A002 - the name of the character set
    others: bool = True,
) -> str:
    """A `HexagonView`, `FiveView` or `Sheet` as lines of text, `width` columns wide where that can be.

    Without `colour` nothing is lost. `rich` uses 24-bit colours instead of 256, `ascii` no signs beyond ASCII, and
    `others` draws the other players' boards too.
    """
    return _picture(value, Paint(rich, ascii), width or 80, others).render(colour=colour) + "\n"


def _picture(value: object, paint: Paint, width: int, others: bool) -> TextCanvas:
    match value:
        case HexagonView():
            return view_picture(value, paint, width, others=others)
        case FiveView():
            return five_picture(value, paint, width)
        case Sheet():
            return sheet_picture(value, paint, width)
    raise TypeError(f"there is no picture of a {type(value).__name__}")


__all__ = ["text"]
