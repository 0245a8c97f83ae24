"""From TOML fields to boards, tile sets and editions; refuses what does not add up, naming the field."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

from partake.rules.edition import Edition, HexagonEdition, Points, Reserve
from partake.rules.errors import NotationError, PartakeError
from partake.rules.fields import Fields, read_seats, shortened
from partake.rules.five_loader import load_five
from partake.rules.grid import Board, Cell, Direction, column_cells
from partake.rules.messages import Message
from partake.rules.options import OPTIONS, PLAYERS, Offer, Preset, for_players, is_value
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, Tile, TileSet
from partake.rules.variant import combinations, variant

MOST_NUMBERED = 99
"""The highest number in a cell's name."""
MOST_TILES = 4096
"""The most tiles of a set: sixteen numbers in each direction."""

_NEEDED_POINTS = {
    "rays=each": ("sunray", "moonray"),
    "rays=best": ("best_ray",),
    "rays=longest": ("longest_ray",),
    "scrapyard=threshold": ("scrapyard_threshold", "scrapyard_penalty"),
    "scrapyard=lowest": ("scrapyard_penalty",),
    "scrapyard=passed": ("scrapyard_penalty",),
}
_GAPS = {
    Direction.VERTICAL: Message("the vertical line from {first} to {last} has a gap"),
    Direction.RISING: Message("the rising line from {first} to {last} has a gap"),
    Direction.FALLING: Message("the falling line from {first} to {last} has a gap"),
}
"""What is wrong with a board whose lines are not whole, by direction."""


def load_board(fields: Fields) -> Board:
    """A board of columns, each without gaps, with its special cells."""
    columns = []
    for column in fields.items("columns", list):
        if len(column) != 3 or not all(type(n) is int for n in column) or column[1] > column[2]:
            raise fields.fail("columns", "{column} is not q, first r, last r", column=shortened(column))
        columns.append((column[0], column[1], column[2]))
    qs = sorted(q for q, _, _ in columns)
    if not 1 <= len(columns) <= 26 or qs != list(range(qs[0], qs[0] + len(qs))):
        raise fields.fail("columns", "must be 1 to 26 columns, each q once and none left out")
    prefix = fields.text("prefix", "")
    if prefix and not (len(prefix) == 1 and prefix.isascii() and prefix.islower()):
        raise fields.fail("prefix", "must be one lower-case letter")
    heights = [last - first + 1 for _, first, last in columns]
    if (sum(heights) if prefix else max(heights)) > MOST_NUMBERED:
        raise fields.fail("columns", "cells are numbered up to {most}", most=MOST_NUMBERED)
    named = column_cells(columns, prefix=prefix)
    special = _special(fields, {name for name, _, _ in named})
    board = Board(
        name=fields.name(),
        title=fields.text("title"),
        cells=tuple(Cell(name, q, r, *special.get(name, ("", ""))) for name, q, r in named),
        summary=fields.text("summary", ""),
    )
    for line in board.lines:
        ends = board.cells[line.cells[0]], board.cells[line.cells[-1]]
        if max(abs(ends[0].q - ends[1].q), abs(ends[0].r - ends[1].r)) != len(line.cells) - 1:
            raise fields.fail("columns", _GAPS[line.direction].text, first=ends[0].name, last=ends[1].name)
    fields.done()
    return board


def _special(fields: Fields, known: set[str]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for table in fields.items("special", dict, []):
        inner = Fields(fields.source, table, "special.")
        name = inner.text("cell")
        if name not in known:
            raise inner.fail("cell", "the board has no cell {name}", name=name)
        if name in found:
            raise inner.fail("cell", "{name} is named twice", name=name)
        found[name] = (inner.text("kind"), inner.text("label", ""))
        inner.done()
    return found


def load_tiles(fields: Fields, known: Mapping[str, TileSet]) -> TileSet:
    """A tile set: every choice of numbers once, or another set and some tiles more."""
    base = _base(fields, known)
    extra = tuple(_tile(fields, "extra", text) for text in fields.items("extra", str, []))
    tiles = (*base.tiles, *extra)
    if len(set(tiles)) != len(tiles):
        raise fields.fail("extra", "a tile occurs twice")
    listed = {name: _tiles_of(fields, name, tiles) for name in ("suns", "plain")}
    symbols = {**dict.fromkeys(tiles, MOON), **base.symbols, **dict.fromkeys(listed["suns"], SUN)}
    symbols = {tile: symbol for tile, symbol in symbols.items() if tile not in listed["plain"]}
    bonuses, points = dict(base.bonuses), dict(base.bonus_points)
    bonus = fields.table("bonus", {})
    for kind in bonus.names():
        if kind not in (GOLD, SILVER):
            raise bonus.fail(kind, "a bonus is {gold} or {silver}", gold=GOLD, silver=SILVER)
        inner = bonus.table(kind)
        points[kind] = inner.number("points", least=1)
        if points[kind] % 2:
            raise inner.fail("points", "must be even: a tile that two scoring lines cross earns half of it")
        for tile in _tiles_of(inner, "tiles", tiles):
            if tile in bonuses:
                raise inner.fail("tiles", "{tile} has two bonuses", tile=tile)
            bonuses[tile] = kind
        inner.done()
    colours = {**base.colours, **_colours(fields.table("colours", {}))}
    for number in sorted({n for tile in tiles for n in tile if n}):
        if number not in colours:
            raise fields.fail("colours", "the number {number} has no colour", number=number)
    loaded = TileSet(fields.name(), fields.text("title"), tiles, symbols, bonuses, points, colours)
    fields.done()
    return loaded


def _base(fields: Fields, known: Mapping[str, TileSet]) -> TileSet:
    extends = fields.text("extends", "")
    if extends:
        if extends not in known:
            raise fields.fail("extends", "there is no tile set {name!r}", name=extends)
        return known[extends]
    groups = [fields.items(name, int) for name in ("vertical", "rising", "falling")]
    for name, group in zip(("vertical", "rising", "falling"), groups, strict=True):
        if not group or len(set(group)) != len(group) or not all(1 <= n <= 999 for n in group):
            raise fields.fail(name, "must be different numbers from 1 to 999")
    if prod(map(len, groups)) > MOST_TILES:
        raise fields.fail(
            "vertical",
            "the three directions give {tiles} tiles, and {most} are the most",
            tiles=prod(map(len, groups)),
            most=MOST_TILES,
        )
    return TileSet("", "", tuple(Tile(*numbers) for numbers in product(*groups)), {}, {}, {}, {})


def _tile(fields: Fields, name: str, text: str) -> Tile:
    try:
        return Tile.parse(text)
    except NotationError as problem:
        raise fields.fail(name, problem) from None


def _tiles_of(fields: Fields, name: str, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    found, known = dict[Tile, None](), set(tiles)
    for tile in (_tile(fields, name, text) for text in fields.items(name, str, [])):
        if tile not in known:
            raise fields.fail(name, "{tile} is not in the set", tile=tile)
        if tile in found:
            raise fields.fail(name, "{tile} is named twice", tile=tile)
        found[tile] = None
    return tuple(found)


def _colours(fields: Fields) -> dict[int, str]:
    for name in fields.names():
        if not (name.isascii() and name.isdigit() and len(name) <= 3):
            raise fields.fail(name, "a colour is given to a number")
    return {int(name): fields.text(name) for name in fields.names()}


def load_edition(fields: Fields, boards: Mapping[str, Board], tile_sets: Mapping[str, TileSet]) -> Edition:
    """An edition of either family."""
    family = fields.text("family")
    if family == "hexagon":
        return _hexagon(fields, boards, tile_sets)
    if family == "five":
        return load_five(fields)
    raise fields.fail("family", "must be hexagon or five, not {family!r}", family=family)


def _hexagon(fields: Fields, boards: Mapping[str, Board], tile_sets: Mapping[str, TileSet]) -> HexagonEdition:
    board = boards.get(fields.text("board"))
    if board is None:
        raise fields.fail("board", "there is no board {given!r}", given=fields.text("board"))
    tiles = tile_sets.get(fields.text("tiles"))
    if tiles is None:
        raise fields.fail("tiles", "there is no tile set {given!r}", given=fields.text("tiles"))
    yard_name = fields.text("scrapyard", "")
    if yard_name and yard_name not in boards:
        raise fields.fail("scrapyard", "there is no board {name!r}", name=yard_name)
    points_fields = fields.table("points", {})
    points = Points(**{name: points_fields.number(name, 0) for name in Points.__slots__})
    points_fields.done()
    offer = _offer(fields)
    edition = HexagonEdition(
        name=fields.name(),
        title=fields.text("title"),
        game=fields.text("game", ""),
        summary=fields.text("summary", ""),
        board=board,
        tiles=tiles,
        scrapyard=boards[yard_name] if yard_name else None,
        reserve=_reserve(fields, board),
        offer=offer,
        points=points,
        seats=read_seats(fields),
        presets=_presets(fields, offer),
    )
    fields.done()
    _check_offer(fields, edition)
    _check_presets(fields, edition)
    return edition


def _reserve(fields: Fields, board: Board) -> Reserve | None:
    if "reserve" not in fields.names():
        return None
    inner = fields.table("reserve")
    empty = inner.text("empty")
    if empty not in ("breaks", "skipped"):
        raise inner.fail("empty", "must be breaks or skipped")
    kind = inner.text("cells")
    slots = inner.number("slots", least=1)
    if slots > len(board.special(kind)):
        raise inner.fail(
            "slots",
            "the board has {number} cells of the kind {kind!r}",
            number=len(board.special(kind)),
            kind=kind,
        )
    reserve = Reserve(slots, kind, empty == "skipped", inner.text("when", ""))
    inner.done()
    return reserve


def _offer(fields: Fields) -> Offer:
    inner = fields.table("options", {})
    values: dict[str, tuple[str, ...]] = {}
    for name in inner.names():
        if name not in OPTIONS:
            raise inner.fail(name, "there is no such option; the options are {options}", options=", ".join(OPTIONS))
        values[name] = inner.items(name, str)
        if not values[name] or not all(is_value(name, value) for value in values[name]):
            raise inner.fail(name, "its values are {values}", values=", ".join(OPTIONS[name].values))
        if len(set(values[name])) != len(values[name]):
            raise inner.fail(name, "names a value twice")
    defaults = fields.table("defaults", {})
    return Offer(values, {when: _defaults_when(defaults, when, values) for when in defaults.names()})


def _defaults_when(defaults: Fields, when: str, values: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    if not _is_offered(when, values):
        raise defaults.fail(when, "is not an option and a value on offer")
    inner = defaults.table(when)
    found = {name: inner.text(name) for name in inner.names()}
    for name, value in found.items():
        if not _is_offered(f"{name}={value}", values):
            raise inner.fail(name, "{name}={value} is not on offer", name=name, value=value)
    return found


def _presets(fields: Fields, offer: Offer) -> tuple[Preset, ...]:
    found: list[Preset] = []
    for table in fields.items("presets", dict, []):
        inner = Fields(fields.source, table, "presets.")
        chosen = inner.table("options", {})
        options = {name: chosen.text(name) for name in chosen.names()}
        for name, value in options.items():
            is_match = name == "rounds" and name in offer.values and (value == PLAYERS or is_value(name, value))
            if not is_match and not _is_offered(f"{name}={value}", offer.values):
                raise chosen.fail(name, "{name}={value} is not on offer", name=name, value=value)
        found.append(Preset(inner.name(), inner.text("title"), inner.text("summary", ""), options))
        if [preset.name for preset in found].count(found[-1].name) > 1:
            raise inner.fail("name", "{name} is named twice", name=found[-1].name)
        inner.done()
    return tuple(found)


def _check_presets(fields: Fields, edition: HexagonEdition) -> None:
    seats = edition.seats[1]
    for preset in edition.presets:
        try:
            variant(edition, for_players(preset.options, seats), seats=seats)
        except PartakeError as problem:
            raise fields.fail(f"presets.{preset.name}", problem) from None


def _is_offered(choice: str, values: Mapping[str, tuple[str, ...]]) -> bool:
    name, _, value = choice.partition("=")
    return value in values.get(name, ())


def _check_offer(fields: Fields, edition: HexagonEdition) -> None:
    offered = {f"{name}={value}" for name, values in edition.offer.values.items() for value in values}
    for choice, needed in _NEEDED_POINTS.items():
        for name in needed:
            if choice in offered and not getattr(edition.points, name):
                raise fields.fail(f"points.{name}", "is needed by {choice}", choice=choice)
    if edition.reserve and edition.reserve.when and not _is_offered(edition.reserve.when, edition.offer.values):
        raise fields.fail("reserve.when", "{when!r} is not an option and a value on offer", when=edition.reserve.when)
    _check_names(fields, edition)
    if "stamens" in edition.offer.values and not edition.board.special("stamen"):
        raise fields.fail("options.stamens", "the board has no stamens")
    if "stamens=reserve" in offered and edition.reserve is None:
        raise fields.fail("reserve", "is needed by stamens=reserve")
    if ("scrapyard" in edition.offer.values) != (edition.scrapyard is not None):
        raise fields.fail("options.scrapyard", "must be offered exactly when there is a scrapyard")
    if "rays" in edition.offer.values and not edition.tiles.symbols:
        raise fields.fail("options.rays", "the tiles carry no symbols")
    try:
        variant(edition, seats=edition.seats[1])
        usable = {f"{name}={value}" for chosen in combinations(edition) for name, value in chosen.items()}
    except PartakeError as problem:
        raise fields.fail("options", problem) from None
    for name, values in edition.offer.values.items():
        for value in values:
            if f"{name}={value}" not in usable:
                raise fields.fail(f"options.{name}", "{value} goes with no choice of the other options", value=value)


def _check_names(fields: Fields, edition: HexagonEdition) -> None:
    names = [cell.name for cell in edition.board.cells]
    names += [cell.name for cell in edition.scrapyard.cells] if edition.scrapyard else []
    names += [f"x{i}" for i in range(1, edition.reserve.slots + 1)] if edition.reserve else []
    twice = sorted(name for name in set(names) if names.count(name) > 1)
    if twice:
        raise fields.fail(
            "board", "two cells are named {name}: give the scrapyard's board another prefix", name=twice[0]
        )
