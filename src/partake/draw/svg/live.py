"""Boards that a page keeps up to date by itself.

Every shape is defined once, in a sprite that all boards of the page use; every mark is already there and waits for a
class to show it. Which classes those are stands in the style sheet of the page; `number_rules` colours the badges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from partake.draw.svg.badges import Badges
from partake.draw.svg.canvas import PAGE, PREFIX, Block, Canvas, n, slug, words
from partake.draw.svg.frame import amount
from partake.draw.svg.names import access, cell_name, place_name, rows
from partake.draw.svg.sheet import Marks, sheet_cells
from partake.draw.svg.tiles import REACH, SIDE, TILE, draw_face, draw_live_stripes, hexagon
from partake.draw.svg.zone import MARGIN, DrawnCell, Zone, draw_earned, draw_flower, draw_glow, draw_ground, line_ends
from partake.engine.hexagon.sheet import Sheet
from partake.engine.outcome import Item
from partake.rules.grid import Direction, Line
from partake.rules.messages import Message, said
from partake.rules.names import shown_name
from partake.rules.tiles import Tile, TileSet
from partake.rules.variant import Variant

LIVE = "pk"
"""What the ids of the sprite begin with."""


class LivePictures:
    """The boards and tiles of one page, and the sprite they share."""

    def __init__(self, variant: Variant) -> None:
        self._tiles = variant.tiles
        self._sprite = _all_tiles(variant.tiles, has_faint_symbols=not variant.uses_symbols)
        self._canvas = self._sprite.copy()

    @property
    def names(self) -> tuple[str, str]:
        """How the ids of stripes and of faces begin; a tile's numbers follow, `w` for a wild one."""
        known = slug(self._tiles.name)
        return f"{LIVE}-live{known}_", f"{LIVE}-f{known}_"

    def sprite(self) -> str:
        """All shapes that the pictures drawn so far use, and every tile; to be put on the page once."""
        return _sprite(self._canvas.definitions(LIVE))

    def sprites(self) -> tuple[str, str]:
        """The same in two: every tile, which other boards of the set share, and what the pictures drawn so far add."""
        tiles, more = self._sprite.definitions(LIVE), self._canvas.definitions(LIVE, beyond=self._sprite)
        return _sprite(tiles), _sprite(more)

    def tile(self, tile: Tile | None, *, label: str = "") -> str:
        """One tile as a picture of its own, or an empty outline for one."""
        box = f"{n(-SIDE)} {n(-REACH)} {n(2 * SIDE)} {n(2 * REACH)}"
        shown = f' role="img" aria-label="{words(label)}"' if label else ' aria-hidden="true"'
        return _svg("tile", box, self._tile(tile) if tile else "", shown)

    def sheet(self, sheet: Sheet, marks: Marks, *, seat: int) -> dict[str, str]:
        """The board, and the scrapyard and the reserve if there are any: grids whose cells can be walked."""
        variant = sheet.variant
        cells = sheet_cells(sheet, marks)
        cut = len(variant.board.cells)
        items = [item for item in marks.items if item.kind not in ("scrapyard", "penalty")]
        yard = next((item.parts for item in marks.items if item.kind == "scrapyard"), ())
        found = {"board": self._zone(variant, variant.board.name, cells[:cut], variant.board.lines, items)}
        if variant.yard:
            held = [cells[i] for i in variant.yard]
            found["yard"] = self._zone(variant, "scrapyard", held, variant.yard_lines, yard)
        if variant.reserve:
            found["reserve"] = self._zone(variant, "reserve", [cells[i] for i in variant.reserve], (), (), margin=10)
        return {
            name: _svg(
                f"live {name} {variant.board.name}",
                f"0 0 {n(block.width)} {n(block.height)}",
                block.body,
                f' data-seat="{seat}" data-zone="{name}" role="grid" aria-label="{words(_title(name, sheet.name))}"',
            )
            for name, block in found.items()
        }

    def _tile(self, tile: Tile) -> str:
        return _tile(self._canvas, self._tiles, tile)

    def _zone(
        self,
        variant: Variant,
        look: str,
        cells: Sequence[DrawnCell],
        lines: Iterable[Line],
        items: Collection[Item],
        *,
        margin: float = MARGIN - 8,
    ) -> Block:
        canvas = self._canvas
        zone = Zone(look, variant.tiles, cells)
        at = {cell.name: cell for cell in cells}
        badges = Badges(canvas, variant.tiles)
        marks = "".join(self._line(variant, at, line, items, badges) for line in lines)
        drawn = rows((cell.name[0], self._cell(variant, look, cell, cell is cells[0])) for cell in cells)
        faces = "".join(self._face(cell) for cell in cells)
        bonuses = "".join(self._bonus(cell, items) for cell in cells) if variant.tiles.bonuses else ""
        across, down = SIDE + margin, REACH + margin
        xs = [cell.x + side for cell in cells for side in (-across, across)]
        ys = [cell.y + side for cell in cells for side in (-down, down)]
        xs += [x + side for x, _, width in badges.taken for side in (-width / 2 - 3, width / 2 + 3)]
        ys += [y + side for _, y, _ in badges.taken for side in (-16, 16)]
        body = (
            f'<g transform="translate({n(-min(xs))} {n(-min(ys))})">{self._ground(zone)}'
            f'<g font-size="17" font-weight="600" text-anchor="middle">{drawn}</g>'
            f'<g class="marks" pointer-events="none" aria-hidden="true">{marks}{faces}{bonuses}</g></g>'
        )
        return Block(body, max(xs) - min(xs), max(ys) - min(ys))

    def _ground(self, zone: Zone) -> str:
        """The board beneath the cells, which all seats have alike."""
        name = f"ground-{zone.look}"
        if not self._canvas.has(name):
            self._canvas.define(name, draw_ground(self._canvas, zone))
        return self._canvas.use(name)

    def _cell(self, variant: Variant, look: str, cell: DrawnCell, is_first: bool) -> str:
        names = ["cell", *([cell.kind] if cell.kind else []), "filled" if cell.tile else "empty"]
        names += ["legal"] if cell.is_legal else []
        names += ["latest"] if cell.is_latest else []
        names += [f"dead-{d.value}" for d in Direction if cell.dimmed >> d & 1]
        tile = f' data-tile="{cell.tile}"' if cell.tile else ""
        place = f' data-place="{words(place_name(cell))}"' if cell.kind else ""
        walked = access(cell_name(variant, cell), is_first=is_first and look == variant.board.name)
        stripes = draw_live_stripes(self._canvas, self._tiles, cell.tile) if cell.tile else ""
        self._canvas.define(
            "live-ring",
            f'<g fill="none" stroke-linejoin="round"><path d="{hexagon(TILE)}" stroke="#14161b" stroke-width="9"/>'
            f'<path d="{hexagon(TILE)}" stroke="var(--ring,{self._canvas.paint("last")})" stroke-width="5"/></g>',
        )
        return (
            f'<g class="{" ".join(names)}" data-cell="{cell.name}"{tile}{place}{walked}'
            f' transform="translate({n(cell.x)} {n(cell.y)})">{self._empty(look, cell)}<g class="held">{stripes}</g>'
            f'<g class="ring">{self._canvas.use("live-ring")}</g></g>'
        )

    def _empty(self, look: str, cell: DrawnCell) -> str:
        canvas, name = self._canvas, f"live-{look}"
        if not canvas.has(name):
            canvas.define(
                name,
                f'<path d="{hexagon(TILE - 1)}" fill="{canvas.ground(look, 2)}"/><path d="{hexagon(TILE - 7)}"'
                f' fill="none" stroke="{canvas.ground(look, 3)}" stroke-width="2.5" stroke-dasharray="3 5"'
                f' stroke-linecap="round" opacity="var(--hint,0)"/>',
            )
        flower = draw_flower(canvas, cell.kind, cell.label)
        place = 'y="33" font-size="13"' if flower else 'y="6"'
        label = f'<text {place} fill="{canvas.ground(look, 3)}">{words(cell.name)}</text>'
        return f'{canvas.use(name)}<g aria-hidden="true">{flower}{label}</g>'

    def _face(self, cell: DrawnCell) -> str:
        face = draw_face(self._canvas, self._tiles, cell.tile) if cell.tile else ""
        return f'<g data-face="{cell.name}" transform="translate({n(cell.x)} {n(cell.y)})">{face}</g>'

    def _line(
        self, variant: Variant, at: dict[str, DrawnCell], line: Line, items: Collection[Item], badges: Badges
    ) -> str:
        """A line's outline, its badge, and the beam of a ray along it, all hidden unless the line scores now."""
        names = tuple(variant.positions[i] for i in line.cells)
        most = Item(kind="line", points=len(names) * 12, cells=names, direction=line.direction)
        scored = next((item for item in items if _is_on(item, "line", line.direction, names)), None)
        ray = next((item for item in items if _is_on(item, "ray", line.direction, names)), None)
        text = amount(scored.points) if scored else ""
        badge = badges.live(most, *line_ends(at, line.direction, (names[0], names[-1])), text=text)
        number = f" scores n{scored.number}" if scored else ""
        beam = f" ray {ray.symbol}" if ray else ""
        first, last = at[names[0]], at[names[-1]]
        path = f"M{n(first.x)} {n(first.y)}L{n(last.x)} {n(last.y)}"
        skipped = [variant.positions[i] for i in line.cells if i in variant.skips_empty]
        optional = f' data-skips="{" ".join(skipped)}"' if skipped else ""
        return (
            f'<g class="mark{number}{beam}" data-direction="{line.direction.value}" data-cells="{" ".join(names)}"'
            f"{optional}>{draw_glow(self._canvas, at, most)}{badge}"
            f'<path class="beam" d="{path}" fill="none" stroke-width="7" stroke-linecap="round"'
            f' stroke-dasharray="0 12"/></g>'
        )

    def _bonus(self, cell: DrawnCell, items: Collection[Item]) -> str:
        found = next((i for i in items if i.kind == "bonus" and i.cells == (cell.name,) and i.points), None)
        shown = " scores" if found else ""
        text = f"+{amount(found.points)}" if found else ""
        return (
            f'<g class="extra{shown}" data-bonus="{cell.name}" transform="translate({n(cell.x)} {n(cell.y)})">'
            f"{draw_earned(self._canvas, 'gold', text)}</g>"
        )


@cache
def _all_tiles(tiles: TileSet, *, has_faint_symbols: bool) -> Canvas:
    """A canvas on which every tile is defined: drawn once for all pages."""
    canvas = Canvas(PAGE, has_faint_symbols=has_faint_symbols)
    for tile in tiles.tiles:
        _tile(canvas, tiles, tile)
    return canvas


def _tile(canvas: Canvas, tiles: TileSet, tile: Tile) -> str:
    return draw_live_stripes(canvas, tiles, tile) + draw_face(canvas, tiles, tile)


def number_rules(tiles: TileSet) -> str:
    """The style rules that give a badge the colours of the number it counts."""
    canvas = Canvas(PAGE)
    rules = ""
    for number in sorted(tiles.colours):
        fill, ink = canvas.stripe(tiles, number)
        rules += f".set-{slug(tiles.name)} .n{number}{{--badge:{fill};--on-badge:{ink}}}"
    return rules


def _is_on(item: Item, kind: str, direction: Direction, names: Collection[str]) -> bool:
    kinds = ("ray", "best-ray") if kind == "ray" else (kind,)
    return item.kind in kinds and item.direction == direction and set(item.cells) <= set(names)


def _title(zone: str, name: str) -> str:
    """What a grid is called."""
    match zone:
        case "yard":
            return said(Message("Scrapyard of {name}", name=shown_name(name)) if name else Message("Scrapyard"))
        case "reserve":
            return said(Message("Reserve of {name}", name=shown_name(name)) if name else Message("Reserve"))
    return said(Message("Board of {name}", name=shown_name(name)) if name else Message("Board"))


def _sprite(definitions: str) -> str:
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{definitions}</svg>'


def _svg(names: str, box: str, body: str, attributes: str) -> str:
    """A picture within a page, whose font it has; the page's language has no need of a namespace."""
    return f'<svg class="partake {words(names)}" viewBox="{box}"{attributes}>{body}</svg>'.replace(PREFIX, LIVE)
