"""Views and sheets as pictures for the terminal."""

from __future__ import annotations

from partake.draw.text.picture import text

__all__ = ["text"]
