"""The colours of stripes, tiles and boards, for light and for dark surroundings, and the texture that goes with each.

Colour never carries a meaning alone: every number is printed on its stripe, and its stripe has a texture of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

LIGHT = "light"
"""The theme for light surroundings."""
DARK = "dark"
"""The theme for dark surroundings."""
INKS = ("#14161b", "#ffffff")
"""What is printed on a colour: the one of these that stands out more."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A stripe's colour in both themes, and the name of its texture (see `TEXTURES`)."""

    name: str
    light: str
    dark: str
    pattern: str

    def hex(self, theme: str = LIGHT) -> str:
        """The colour as `#rrggbb`."""
        return self.dark if theme == DARK else self.light

    def ink(self, theme: str = LIGHT) -> str:
        """The colour of numbers printed on it."""
        return max(INKS, key=lambda ink: contrast(ink, self.hex(theme)))


TEXTURES = (
    "plain", "dots", "chevrons", "waves", "bars", "spine", "diamonds", "dashes", "rails", "zigzag", "rings", "crosses",
)  # fmt: skip
"""Every texture; within one tile set no two numbers share one."""

COLOURS: Mapping[str, Colour] = {
    colour.name: colour
    for colour in (
        Colour("grey", "#a7afb8", "#99a2ad", "plain"),
        Colour("pale pink", "#f9c3d2", "#efb3c5", "dots"),
        Colour("pink", "#f78fb8", "#ec86af", "dots"),
        Colour("magenta", "#c71f86", "#c42a86", "chevrons"),
        Colour("cherry", "#a8123f", "#ad1c48", "chevrons"),
        Colour("light blue", "#74c9f5", "#69bbe6", "waves"),
        Colour("blue", "#2163c9", "#2b69c9", "waves"),
        Colour("teal", "#0b7f7a", "#0f807b", "bars"),
        Colour("turquoise", "#2fcabf", "#30bdb3", "bars"),
        Colour("red", "#d8232f", "#d42b36", "spine"),
        Colour("lime", "#abd933", "#a1cb37", "diamonds"),
        Colour("green", "#23802f", "#268034", "diamonds"),
        Colour("orange", "#f98e21", "#ec872a", "dashes"),
        Colour("yellow", "#ffdb26", "#f4cf2b", "rails"),
        Colour("black", "#17191e", "#121419", "zigzag"),
        Colour("white", "#fcfbf6", "#f1f0ea", "rings"),
        Colour("violet", "#7440bd", "#7b4bc2", "crosses"),
        Colour("brown", "#7b4a2a", "#845434", "rings"),
        Colour("navy", "#1c2f66", "#2a3f7d", "crosses"),
    )
}
"""Every colour by its name."""

CHARTED = ("blue", "orange", "green", "violet", "red", "turquoise", "brown", "navy", "light blue")
"""The colours of the lines and bars of charts."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def colour(name: str) -> Colour:
    """The colour of this name; `#rrggbb` is a colour too, and an unknown name is drawn grey."""
    if name in COLOURS:
        return COLOURS[name]
    shade = name.lower() if _HEX.fullmatch(name) else COLOURS["grey"].light
    return Colour(name, shade, shade, "plain")


def contrast(one: str, other: str) -> float:
    """How well two colours stand out from each other, from 1 to 21; text needs 4.5."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@cache
def _luminance(shade: str) -> float:
    parts = (int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def standing_out(shade: str, ground: str, least: float) -> str:
    """The colour, made darker or lighter until it stands out from a ground by at least this contrast."""
    towards = 0 if contrast("#000000", ground) > contrast("#ffffff", ground) else 255
    parts = [int(shade[i : i + 2], 16) for i in (1, 3, 5)]
    while contrast(shade, ground) < least:
        parts = [
            part + round((towards - part) * 0.06) + (1 if part < towards else -1 if part > towards else 0)
            for part in parts
        ]
        shade = "#" + "".join(f"{min(255, max(0, part)):02x}" for part in parts)
    return shade


ROLES: Mapping[str, tuple[str, str]] = {
    "ground": ("#efeadd", "#0b0d12"),
    "card": ("#f7f4ec", "#151922"),
    "accent": ("#1f5f9e", "#7db8f0"),
    "on-accent": ("#ffffff", "#08121d"),
    "field": ("#847d66", "#717c92"),
    "star": ("#8a6400", "#dba51c"),
    "shade": ("#281e0a", "#000000"),
    "paper": ("#f7f4ec", "#12151c"),
    "edge": ("#e2dccd", "#262b36"),
    "ink": ("#1d2129", "#eef0f4"),
    "muted": ("#5f6470", "#a3a9b6"),
    "body": ("#2a2f3a", "#333a48"),
    "body-edge": ("#12151b", "#0c0e13"),
    "gold": ("#e8b018", "#dba51c"),
    "gold-edge": ("#8a6200", "#806013"),
    "silver": ("#c3ccd6", "#b3bdc9"),
    "silver-edge": ("#5f6b78", "#4d5864"),
    "sun": ("#ffd34d", "#ffd34d"),
    "moon": ("#cfe3ff", "#cfe3ff"),
    "glow": ("#ffffff", "#ffffff"),
    "loss": ("#b3261e", "#ff8a80"),
    "last": ("#f04a24", "#ff7a59"),
    "stamen": ("#ffd83d", "#f2c933"),
    "stamen-edge": ("#b07a00", "#7d5600"),
    "trumpet": ("#f5921e", "#e5861b"),
    "orchid": ("#d667b4", "#c25ba3"),
    "orchid-pale": ("#fbe0f1", "#f0cfe4"),
    "orchid-edge": ("#8a2b6e", "#6d2056"),
    "orchid-ink": ("#4a1039", "#4a1039"),
    "frame": ("#5b3a26", "#3a281d"),
    "frame-edge": ("#402717", "#6a4a35"),
    "on-frame": ("#f3dfc0", "#d9c4a5"),
    "square-dark": ("#c08d61", "#8a6a4f"),
    "square-light": ("#f3dfbd", "#c2a988"),
    "pawn-back": ("#23655c", "#1f554e"),
    "pawn-rim": ("#123d37", "#0d2b27"),
    "pawn-pip": ("#bfe3d6", "#9cc9bb"),
    "slot": ("#8f8876", "#6f7889"),
    "piece-B": ("#24272e", "#1b1d23"),
    "piece-B-line": ("#d7dbe2", "#c9ced8"),
    "piece-W": ("#fffaf0", "#f5efe3"),
    "piece-W-line": ("#3a2a1c", "#2c2017"),
    "piece-N": ("#c8442f", "#c24a36"),
    "piece-N-line": ("#3d0d06", "#2c0904"),
    "piece-R": ("#3d78c4", "#3b73bb"),
    "piece-R-line": ("#0b2346", "#081a35"),
    "turn": ("#2b7549", "#5fc48a"),
}
"""The colours of everything that is not a stripe, on pages and in pictures: light, dark."""

BOARDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "classic": (("#3d6d9c", "#24435f"), ("#2b5178", "#365f86"), ("#dfeaf4", "#1a2f43"), ("#4c6782", "#819cb6")),
    "daffodil": (("#4f8a4b", "#2b4d2c"), ("#39683a", "#42713f"), ("#e6f1dc", "#1d3320"), ("#536e4c", "#80a37a")),
    "nexus": (("#5b55a8", "#37346a"), ("#423d85", "#514c96"), ("#e6e4f6", "#262449"), ("#5f5aa5", "#938fc4")),
    "orchid": (("#93497f", "#58294b"), ("#6f325f", "#7d4069"), ("#f5e3ef", "#3a1d33"), ("#885279", "#b584a4")),
    "scrapyard": (("#8a7a66", "#453d33"), ("#6a5c4a", "#62574a"), ("#efe9df", "#2c2721"), ("#6e6455", "#9d9284")),
    "reserve": (("#6f7f8c", "#37414a"), ("#54626d", "#4d5963"), ("#e8edf1", "#242b31"), ("#596874", "#8b97a2")),
}
"""For each board its ground, its rim, its empty cells and their names: light, dark. A board of your own looks like
the classic."""
