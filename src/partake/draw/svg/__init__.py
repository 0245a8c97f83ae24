"""Boards, views and tiles as SVG documents: `svg` draws one, `stylesheet` is what several on one page share."""

from __future__ import annotations

from partake.draw.svg.document import stylesheet, svg

__all__ = ["stylesheet", "svg"]
