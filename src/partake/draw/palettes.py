"""Palettes to choose from: the usual colours, two for people who see colours differently, and one of high contrast.

A palette only says what differs from the usual colours of `partake.draw.palette`. A test holds each to its promise: it
simulates how the colours are seen, and measures how far those of one tile set lie apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from partake.draw.palette import BOARDS, ROLES, Colour
from partake.draw.palette import colour as usual_colour

USUAL = "usual"
"""The palette that nobody has to choose."""
Pair = tuple[str, str]
"""A colour in light and in dark surroundings."""


@dataclass(frozen=True, slots=True)
class Palette:
    """What a palette changes."""

    name: str
    stripes: Mapping[str, str] = field(default_factory=dict)
    """The stripes' colours by their usual names, the same in both themes: they lie on dark tiles in both."""
    roles: Mapping[str, Pair] = field(default_factory=dict)
    boards: Mapping[str, tuple[Pair, ...]] = field(default_factory=dict)

    def colour(self, name: str) -> Colour:
        """The colour of a stripe; `#rrggbb` is a colour too, and an unknown name is drawn grey."""
        found = usual_colour(name)
        shade = self.stripes.get(name)
        return replace(found, light=shade, dark=shade) if shade else found

    def role(self, name: str) -> Pair:
        """The colour of anything that is not a stripe."""
        return self.roles.get(name, ROLES[name])

    def board(self, name: str) -> tuple[Pair, ...]:
        """The ground, rim, empty cells and names of a board of `BOARDS`."""
        return self.boards.get(name, BOARDS[name])


_HIGH_INK = ("#000000", "#ffffff")
_HIGH_PAPER = ("#ffffff", "#000000")
_HIGH_EDGE = ("#6b6b6b", "#9a9a9a")

PALETTES: Mapping[str, Palette] = {
    palette.name: palette
    for palette in (
        Palette(USUAL),
        Palette(
            "red-green",
            stripes={
                "grey": "#bfb4a4", "pale pink": "#ffd2ce", "pink": "#d97cbf", "magenta": "#d4139d", "cherry": "#f05f6d",
                "light blue": "#0fcdff", "blue": "#1367d6", "teal": "#007960", "turquoise": "#4fe6e9", "red": "#de055d",
                "lime": "#a2cb15", "green": "#003c01", "orange": "#9a4904", "yellow": "#fae94d", "violet": "#59158e",
            },
            roles={"turn": ("#1f5f9e", "#7db8f0"), "loss": ("#8a3b00", "#ffb070")},
        ),
        Palette(
            "blue-yellow",
            stripes={
                "grey": "#68f7ff", "pale pink": "#fffcfc", "pink": "#ec3c6b", "magenta": "#b20681", "cherry": "#a9224c",
                "light blue": "#53bee8", "blue": "#2a87c8", "teal": "#077e75", "turquoise": "#2cc6bb", "red": "#6a0619",
                "lime": "#a5b109", "green": "#0c6f06", "orange": "#f2933d", "yellow": "#f9d200", "violet": "#6d20a7",
            },
        ),
        Palette(
            "contrast",
            stripes={
                "magenta": "#a3166c", "cherry": "#8f0f38", "blue": "#123f96", "teal": "#055f5c", "red": "#ff8070",
                "green": "#176021", "violet": "#c8a6ff", "orange": "#f98e21",
            },
            roles={
                "ground": _HIGH_PAPER, "card": _HIGH_PAPER, "paper": _HIGH_PAPER, "ink": _HIGH_INK,
                "muted": ("#3d3d3d", "#cfcfcf"), "edge": _HIGH_EDGE, "field": _HIGH_INK, "slot": _HIGH_EDGE,
                "accent": ("#0b3f80", "#9ccfff"), "on-accent": _HIGH_PAPER, "star": ("#5f4500", "#ffd34d"),
                "turn": ("#0b5128", "#7ee6a8"), "loss": ("#8c0f0a", "#ffb3ac"), "body": ("#000000", "#000000"),
                "body-edge": ("#000000", "#000000"), "last": ("#d43200", "#ff9a70"),
            },
            boards=dict.fromkeys(BOARDS, (("#4a4a4a", "#4a4a4a"), _HIGH_INK, _HIGH_PAPER, _HIGH_INK)),
        ),
    )
}  # fmt: skip
"""Every palette by its name."""


def palette(name: str) -> Palette:
    """The palette of this name."""
    return PALETTES[name]
