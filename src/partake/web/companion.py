"""What the pages for the cardboard table carry with them, so that they need no server: rules, tiles, words and boards.

The data is the same for everybody who reads one language, and is made once; the pages find it in the element
`companion`, and the boards and tiles in templates (`templates/companion/layouts.html`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.live import LivePictures
from partake.draw.svg.sheet import Marks
from partake.engine.hexagon.counting import Rules
from partake.engine.hexagon.counting_rules import counting_rules
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.spoken import tile_words
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition, FiveEdition, HexagonEdition, meaning, summary
from partake.rules.errors import OptionError
from partake.rules.grid import Direction
from partake.rules.languages import current
from partake.rules.messages import said
from partake.rules.tiles import TileSet
from partake.rules.variant import Variant, combinations, variant
from partake.web.text.pages import say, value_name

NOT_ASKED = ("takeback", "rounds")
"""Options that mean nothing at a cardboard table: tiles are in people's hands, and an evening ends when it ends."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The empty boards of a variant, for scripts to clone, and what of the sprite belongs to them alone."""

    key: str
    sprite: Markup
    boards: Mapping[str, Markup]
    highest: str
    tiles: str


@dataclass(frozen=True, slots=True)
class TileSprite:
    """The drawn tiles of a set, and how their shapes are named."""

    key: str
    sprite: Markup
    stripes: str
    faces: str
    slug: str


@dataclass(frozen=True, slots=True)
class Companion:
    """Everything that both pages carry, in one language."""

    data: Mapping[str, Any]
    layouts: tuple[Layout, ...]
    sprites: tuple[TileSprite, ...]


def companion(files: tuple[str, ...]) -> Companion:
    """What the pages carry for the editions of the package and of the operator's files, in the reader's language."""
    return _companion(files, current().code)


@cache
def _companion(files: tuple[str, ...], language: str) -> Companion:
    editions = catalogue(*files).editions
    rules: list[Rules] = []
    found: dict[str, Any] = {}
    tiles: dict[str, Any] = {}
    layouts: dict[str, Variant] = {}
    for name, edition in editions.items():
        if isinstance(edition, FiveEdition):
            found[name] = _five(edition)
            continue
        found[name] = _hexagon(edition, rules, layouts)
        tiles[edition.tiles.name] = _tiles(edition.tiles)
    pictures = {key: LivePictures(made) for key, made in layouts.items()}
    boards = {key: pictures[key].sheet(_empty(made), Marks(), seat=1) for key, made in layouts.items()}
    return Companion(
        {
            "editions": found,
            "tiles": tiles,
            "layouts": {key: _positions(made) for key, made in layouts.items()},
            "rules": rules,
        },
        tuple(
            Layout(
                key,
                Markup(pictures[key].sprites()[1]),
                {zone: Markup(board) for zone, board in boards[key].items()},
                " ".join(str(made.tiles.numbers(direction)[-1]) for direction in Direction),
                made.edition.tiles.name,
            )
            for key, made in layouts.items()
        ),
        tuple(_sprites(layouts, pictures)),
    )


def _five(edition: FiveEdition) -> dict[str, Any]:
    return {
        "title": current().text(edition.title),
        "family": edition.family,
        "seats": edition.seats,
        "phases": edition.phases,
        "markers": edition.markers,
        "target": edition.target,
        "hand": edition.hand,
    }


def _hexagon(edition: HexagonEdition, rules: list[Rules], layouts: dict[str, Variant]) -> dict[str, Any]:
    """An edition with its options, and every combination of them that the rules allow."""
    asked = [name for name in edition.offer.values if name not in NOT_ASKED]
    variants: dict[str, Any] = {}
    for chosen in combinations(edition):
        key = " ".join(chosen[name] for name in asked)
        if key in variants:
            continue
        made = variant(edition, chosen, seats=2)
        counted = counting_rules(made)
        if counted not in rules:
            rules.append(counted)
        layout = _layout_key(made)
        layouts[layout] = max((one for one in (layouts.get(layout), made) if one), key=_shows)
        bag = frozenset(made.tiles.tiles)
        variants[key] = {
            "rules": rules.index(counted),
            "layout": layout,
            "draws": made.draws,
            "each": made.options.draw,
            "tiles": [i for i, tile in enumerate(edition.tiles.tiles) if tile in bag],
            "seats": _fewest(edition, chosen),
            "symbols": made.uses_symbols,
            "bonuses": bool(made.tiles.bonuses),
        }
    return {
        "title": current().text(edition.title),
        "family": edition.family,
        "seats": edition.seats,
        "tiles": edition.tiles.name,
        "options": [_option(edition, name) for name in asked],
        "presets": [
            {
                "name": preset.name,
                "title": current().text(preset.title),
                "summary": current().text(preset.summary),
                "options": {name: value for name, value in preset.options.items() if name in asked},
            }
            for preset in edition.presets
            if not preset.options or any(name in asked for name in preset.options)
        ],
        "defaults": {name: value for name, value in edition.offer.defaults({}).items() if name in asked},
        "defaults_when": {when: dict(values) for when, values in edition.offer.defaults_when.items()},
        "variants": variants,
    }


def _option(edition: Edition, name: str) -> dict[str, Any]:
    values = [
        {"name": value, "title": value_name(name, value), "meaning": said(meaning(edition, name, value))}
        for value in edition.offer.values[name]
    ]
    return {"name": name, "title": say(name), "summary": said(summary(edition, name)), "values": values}


def _fewest(edition: HexagonEdition, chosen: Mapping[str, str]) -> int:
    """How many players a combination of options needs at least."""
    try:
        variant(edition, chosen, seats=1)
    except OptionError:
        return 2
    return 1


def _layout_key(made: Variant) -> str:
    """The name of all variants of an edition whose boards are drawn alike."""
    parts = [made.edition.name, "yard" if made.yard else "", "reserve" if made.reserve else ""]
    return "-".join(filter(None, parts))


def _shows(made: Variant) -> tuple[int, bool]:
    """How much of the tiles a variant shows: all of them, their symbols as printed."""
    return len(made.tiles.tiles), made.uses_symbols


def _positions(made: Variant) -> dict[str, Any]:
    names = made.positions
    zones = {"board": range(len(made.board.cells)), "yard": made.yard, "reserve": made.reserve}
    return {
        "positions": list(names),
        "zones": {zone: [names[i] for i in cells] for zone, cells in zones.items() if cells},
        "targets": [names[i] for i in made.targets],
        "tiles": made.edition.tiles.name,
    }


def _tiles(tiles: TileSet) -> list[dict[str, Any]]:
    return [
        {
            "tile": str(tile),
            "numbers": list(tile),
            "symbol": tiles.symbols.get(tile),
            "bonus": tiles.bonuses.get(tile),
            "words": said(tile_words(tiles, tile)),
        }
        for tile in tiles.tiles
    ]


def _empty(made: Variant) -> Sheet:
    return Sheet(made, (None,) * len(made.positions))


def _sprites(layouts: Mapping[str, Variant], pictures: Mapping[str, LivePictures]) -> Iterator[TileSprite]:
    """The tiles of every set, once."""
    seen = set()
    for key, made in layouts.items():
        name = made.edition.tiles.name
        if name not in seen:
            seen.add(name)
            stripes, faces = pictures[key].names
            yield TileSprite(name, Markup(pictures[key].sprites()[0]), stripes, faces, slug(name))
