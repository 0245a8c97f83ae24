"""Hook through which `partake.draw` registers `_repr_svg_`: the engine's values show themselves in a notebook as
pictures, and the engine imports no drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_renderers: list[Callable[[Any], str]] = []
"""The registered function, if any."""


def register_svg(renderer: Callable[[Any], str]) -> None:
    """Draw the pictures of notebooks with this function from now on."""
    _renderers[:] = [renderer]


class SvgRepr:
    """Mixin for a value that IPython shows as an SVG picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _renderers[0](self) if _renderers else None
