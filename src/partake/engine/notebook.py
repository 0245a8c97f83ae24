"""Hooks through which `partake.draw` registers pictures: the engine's values show themselves in a notebook as SVG and
are printed as boards, and the engine imports no drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_renderers: dict[str, Callable[[Any], str]] = {}
"""The registered functions, `svg` and `text`."""


def register_pictures(*, svg: Callable[[Any], str], text: Callable[[Any], str]) -> None:
    """Draw the pictures of notebooks, and what is printed, with these functions from now on."""
    _renderers.update(svg=svg, text=text)


class SvgRepr:
    """Mixin for a value that IPython shows as an SVG picture."""

    __slots__ = ()

    @property
    def pictured(self) -> object:
        """What the picture is of."""
        return self

    def _repr_svg_(self) -> str | None:
        return _renderers["svg"](self.pictured) if _renderers else None


class Pictured(SvgRepr):
    """Mixin for a value that is printed as a board, too."""

    __slots__ = ()

    def __str__(self) -> str:
        return _renderers["text"](self.pictured) if _renderers else repr(self)
