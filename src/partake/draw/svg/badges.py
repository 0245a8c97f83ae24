"""The points that stand beyond the ends of scoring lines and rays, each where there is space."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from partake.draw.svg.canvas import Canvas, n
from partake.draw.svg.frame import amount
from partake.draw.svg.tiles import ENDS, REACH, draw_symbol
from partake.engine.outcome import Item
from partake.rules.grid import Direction
from partake.rules.tiles import TileSet

_BEYOND = REACH + 24
_HEIGHT = 26.0
Spot = tuple[float, float]


@dataclass
class Badges:
    """The badges of one zone; lines come first, rays take the space that is left."""

    canvas: Canvas
    tiles: TileSet
    body: str = ""
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """The middle and the width of every badge."""

    def line(self, item: Item, near: Spot, far: Spot) -> None:
        """The points of a line, in the colour of its number, at the end where its numbers stand."""
        fill, ink = self.canvas.stripe(self.tiles, item.number or 0)
        self._put(amount(item.points), fill, ink, _spots(item.direction, near, far))

    def ray(self, item: Item, near: Spot, far: Spot) -> None:
        """The points of a ray, at the other end if there is space."""
        spots = _spots(item.direction, near, far, is_far_first=True)
        ink = self.canvas.paint(item.symbol or "sun")
        self._put(f"+{amount(item.points)}", self.canvas.paint("body-edge"), ink, spots, symbol=item.symbol or "")

    def live(self, most: Item, near: Spot, far: Spot, *, text: str) -> str:
        """A badge for a line that may come to score: wide enough for the most it can earn, coloured by its number."""
        width = _width(amount(most.points))
        x, y = self._spot(_spots(most.direction, near, far), width)
        return _pill(self.canvas, x, y, width, text, "var(--badge)", "var(--on-badge)", "")

    def _put(self, text: str, fill: str, ink: str, spots: Iterator[Spot], *, symbol: str = "") -> None:
        width = _width(text) + (18 if symbol else 0)
        x, y = self._spot(spots, width)
        self.body += _pill(self.canvas, x, y, width, text, fill, ink, symbol)

    def _spot(self, spots: Iterator[Spot], width: float) -> Spot:
        """The first free one of these spots for a badge; it is taken from now on."""
        wanted = list(spots)
        x, y = next((spot for spot in wanted if self._is_free(*spot, width)), wanted[0])
        self.taken.append((x, y, width))
        return x, y

    def _is_free(self, x: float, y: float, width: float) -> bool:
        return all(abs(x - u) > (width + w) / 2 or abs(y - v) > _HEIGHT + 1 for u, v, w in self.taken)


def _width(text: str) -> float:
    return 15 + 10.5 * len(text)


def _spots(direction: Direction | None, near: Spot, far: Spot, *, is_far_first: bool = False) -> Iterator[Spot]:
    """Where a badge may stand: beyond one end, beyond the other, then further out."""
    ux, uy = ENDS[direction or Direction.VERTICAL]
    ends = [(near, ux, uy), (far, -ux, -uy)]
    for shift in range(3):
        for (x, y), dx, dy in reversed(ends) if is_far_first else ends:
            # Sideways a badge is wider than high: one shift out must clear a whole badge.
            out = _BEYOND + shift * (30 if not dx else 62)
            yield x + dx * out, y + dy * out


def _pill(canvas: Canvas, x: float, y: float, width: float, text: str, fill: str, ink: str, symbol: str) -> str:
    mark = ""
    if symbol:
        mark = f'<g transform="translate({n(13 - width / 2)} 0) scale(.9)">{draw_symbol(canvas, symbol)}</g>'
    return (
        f'<g class="points" transform="translate({n(x)} {n(y)})"><rect x="{n(-width / 2)}" y="{n(-_HEIGHT / 2)}"'
        f' width="{n(width)}" height="{n(_HEIGHT)}" rx="13" fill="{fill}" stroke="{canvas.paint("muted")}"'
        f' stroke-width="1.5"/>{mark}'
        f"{canvas.text(8 if symbol else 0, 6.2, text, 17, fill=ink, weight=800, anchor='middle')}</g>"
    )
