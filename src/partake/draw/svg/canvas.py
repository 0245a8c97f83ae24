"""What a picture is drawn on: numbers, text and colours as SVG, and shapes that are defined once and used often."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from partake.draw.palette import BOARDS, CHARTED, COLOURS, DARK, LIGHT, ROLES, standing_out
from partake.draw.palettes import USUAL, palette
from partake.rules.errors import PartakeError
from partake.rules.tiles import TileSet

AUTO = "auto"
"""The theme that follows the reader's system."""
PAGE = "page"
"""The theme whose colours are variables of the page's style sheet."""
THEMES = (AUTO, LIGHT, DARK, PAGE)
"""Every theme."""
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
"""The fonts of all text, the system's own first."""
PREFIX = "\0"
"""Stands for what all ids of a picture begin with until the picture is finished; no text can contain it."""
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def n(value: float) -> str:
    """A coordinate, short: one decimal, and none if it is nought."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def words(value: object) -> str:
    """Any text, safe between tags and in attributes."""
    return escape(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", str(value)), {'"': "&quot;"})


def slug(value: str) -> str:
    """Any name, as part of an id."""
    return re.sub("[^a-z0-9-]+", "-", value.lower())


def fitted(value: str, size: float, width: float) -> str:
    """As much of a text as fits into a width, with an ellipsis if it had to be cut."""
    if _length(value) * size <= width:
        return value
    while value and (_length(value) + 0.8) * size > width:
        value = value[:-1]
    return value.rstrip() + "…"


def fitting_size(value: str, size: float, width: float) -> float:
    """The size of letters, at most this one, in which the whole text fits into a width."""
    return min(size, width / max(_length(value), 1))


def _length(value: str) -> float:
    """About how long a text is, for letters of size 1."""
    return sum(1.0 if east_asian_width(letter) in "WF" else 0.56 for letter in value)


def rules(selector: str, paints: Mapping[str, tuple[str, str]]) -> str:
    """The style rules that give what a selector selects its colours, light and dark."""
    both = sorted(paints.items())
    light = ";".join(f"--pk-{name}:{pair[0]}" for name, pair in both)
    dark = ";".join(f"--pk-{name}:{pair[1]}" for name, pair in both if pair[1] != pair[0])
    return f"{selector}{{{light}}}@media (prefers-color-scheme:dark){{{selector}{{{dark}}}}}"


def every_paint(palette: str = USUAL) -> dict[str, tuple[str, str]]:
    """The light and the dark colour of everything that can be drawn with the colours of one of our palettes."""
    canvas = Canvas(PAGE, palette=palette)
    for role in ROLES:
        canvas.paint(role)
    for board, parts in BOARDS.items():
        for part in range(len(parts)):
            canvas.ground(board, part)
    for name in COLOURS:
        canvas.shade(name)
    for name in CHARTED:
        canvas.line(name)
    return canvas.paints


@dataclass(frozen=True, slots=True)
class Block:
    """A finished part of a picture, from (0, 0) to its width and height."""

    body: str
    width: float
    height: float

    def at(self, x: float, y: float, scale: float = 1) -> str:
        """The part, put somewhere."""
        grown = f" scale({scale:.4g})" if scale != 1 else ""
        return f'<g transform="translate({n(x)} {n(y)}){grown}">{self.body}</g>'

    def scaled(self, scale: float) -> Block:
        """The part, larger or smaller."""
        return Block(self.at(0, 0, scale), self.width * scale, self.height * scale)


def stack(blocks: Sequence[Block], *, gap: float = 0) -> Block:
    """Parts beneath each other, each centred."""
    width = max((block.width for block in blocks), default=0)
    body, y = "", 0.0
    for block in blocks:
        body += block.at((width - block.width) / 2, y)
        y += block.height + gap
    return Block(body, width, max(0, y - gap))


def row(blocks: Sequence[Block], *, gap: float = 0, middle: bool = False) -> Block:
    """Parts side by side, along their upper edges or through their middles."""
    height = max((block.height for block in blocks), default=0)
    body, x = "", 0.0
    for block in blocks:
        body += block.at(x, (height - block.height) / 2 if middle else 0)
        x += block.width + gap
    return Block(body, max(0, x - gap), height)


@dataclass
class Canvas:
    """The theme and textures of one picture, and what it has defined and painted with so far."""

    theme: str = AUTO
    patterns: bool = True
    has_faint_symbols: bool = False
    """Whether suns and moons stand back, because no rule of the game that is drawn uses them."""
    palette: str = USUAL
    """The name of the palette (see `partake.draw.palettes`)."""
    paints: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The colours that the picture leaves to style rules: light, dark."""
    _defs: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise PartakeError(
                "there is no theme {theme!r}; there are {themes}", theme=self.theme, themes=", ".join(THEMES)
            )

    def paint(self, role: str) -> str:
        """The colour of a role, as what `fill` and `stroke` take."""
        return self._mix(role, palette(self.palette).role(role))

    def ground(self, board: str, part: int) -> str:
        """The colour of a board's ground (0), rim (1), empty cells (2) or their names (3)."""
        known = board if board in BOARDS else "classic"
        return self._mix(f"{known}-{part}", palette(self.palette).board(known)[part])

    def stripe(self, tiles: TileSet, number: int) -> tuple[str, str]:
        """The colour of a number's stripe, and of what is printed on it."""
        return self.shade(tiles.colours.get(number, ""))

    def shade(self, name: str) -> tuple[str, str]:
        """A colour of the palette, and of what is printed on it."""
        shade = palette(self.palette).colour(name)
        known, inks = name in COLOURS, (shade.ink(LIGHT), shade.ink(DARK))
        fill = self._mix(f"of-{slug(name)}", (shade.light, shade.dark), is_known=known)
        return fill, self._mix(f"on-{slug(name)}", inks, is_known=known)

    def line(self, name: str) -> str:
        """A colour of the palette for the lines of a chart: it stands out from the paper."""
        shade, papers = palette(self.palette).colour(name), palette(self.palette).role("paper")
        light, dark = (
            standing_out(part, paper, 3.2) for part, paper in zip((shade.light, shade.dark), papers, strict=True)
        )
        return self._mix(f"as-{slug(name)}", (light, dark), is_known=name in CHARTED)

    def _mix(self, name: str, pair: tuple[str, str], *, is_known: bool = True) -> str:
        if self.theme in (LIGHT, DARK):
            return pair[self.theme == DARK]
        # Style sheets of pages have all known colours, which other palettes may change; a picture has those it needs.
        if pair[0] == pair[1] and not (self.theme == PAGE and is_known):
            return pair[0]
        self.paints[name] = pair
        return f"var(--pk-{name})"

    def copy(self) -> Canvas:
        """A canvas that has all this one has, and goes its own way from now on."""
        return replace(self, paints=self.paints.copy(), _defs=self._defs.copy())

    def define(self, name: str, body: str) -> None:
        """Define a shape, once."""
        self._defs.setdefault(name, body)

    def has(self, name: str) -> bool:
        """Whether a shape of this name is defined."""
        return name in self._defs

    def use(self, name: str, transform: str = "") -> str:
        """A defined shape, put somewhere."""
        moved = f' transform="{transform}"' if transform else ""
        return f'<use href="#{PREFIX}-{name}"{moved}/>'

    def definitions(self, prefix: str, *, beyond: Canvas | None = None) -> str:
        """Everything defined so far, for pictures that share it; without what another canvas has too."""
        return f"<defs>{self._definitions(beyond)}</defs>".replace(PREFIX, prefix)

    def _definitions(self, beyond: Canvas | None = None) -> str:
        known = beyond._defs if beyond else {}
        return "".join(f'<g id="{PREFIX}-{name}">{body}</g>' for name, body in self._defs.items() if name not in known)

    def text(
        self,
        x: float,
        y: float,
        what: object,
        size: float,
        *,
        fill: str = "",
        weight: int = 400,
        anchor: str = "start",
        more: str = "",
    ) -> str:
        """One line of text on its baseline."""
        bold = f' font-weight="{weight}"' if weight != 400 else ""
        side = f' text-anchor="{anchor}"' if anchor != "start" else ""
        shade = fill or self.paint("ink")
        return (
            f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{bold}{side} fill="{shade}"{more}>{words(what)}</text>'
        )

    def finish(
        self, block: Block, *, title: str, description: str, size: float | None, prefix: str | None, kind: str
    ) -> str:
        """The whole picture as a document of its own."""
        look = f"<style>{rules(f'.{PREFIX}', self.paints)}</style>" if self.theme == AUTO else ""
        fit = "" if self.theme == PAGE else ' style="max-width:100%;height:auto"'
        width, height = block.width, block.height
        scale = size / width if size else 1
        found = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width * scale)}"'
            f' height="{n(height * scale)}"{fit} class="partake {words(kind)} {PREFIX}"'
            f' role="img" aria-labelledby="{PREFIX}-title {PREFIX}-desc" font-family="{FONT}">'
            f'<title id="{PREFIX}-title">{words(title)}</title><desc id="{PREFIX}-desc">{words(description)}</desc>'
            f"{look}<defs>{self._definitions()}</defs>{block.body}</svg>\n"
        )
        return found.replace(PREFIX, prefix or f"p{hashlib.sha256(found.encode()).hexdigest()[:8]}")
