"""An exercise on a page: a board and the tiles of which one is to be placed, for `templates/exercise/board.html`.

The script `static/exercise.js` sends the form with the field `action`, a placement as notation; where there are no
scripts, the field is `typed`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.live import LivePictures
from partake.draw.svg.names import tile_name
from partake.draw.svg.sheet import Marks
from partake.engine.hexagon.sheet import Sheet
from partake.rules.grid import Direction
from partake.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ExercisePage:
    """A board with tiles to place on it."""

    sprite: Markup
    set_name: str
    stripes: str
    faces: str
    highest: str
    pictures: Mapping[str, Markup]
    """The board, and the scrapyard and the reserve if there are any."""
    tiles: tuple[tuple[str, Markup], ...]
    """The tiles, of which one is chosen if there are several."""
    actions: tuple[str, ...]
    """Every placement that is an answer, as notation."""


def exercise_page(sheet: Sheet, tiles: Sequence[Tile], actions: Sequence[str]) -> ExercisePage:
    """A board on which one of these tiles is to be placed, by one of these actions."""
    variant = sheet.variant
    pictures = LivePictures(variant)
    drawn = pictures.sheet(sheet, Marks(items=sheet.score.items), seat=1)
    shown = tuple((str(tile), Markup(pictures.tile(tile, label=tile_name(variant, tile)))) for tile in tiles)
    stripes, faces = pictures.names
    return ExercisePage(
        sprite=Markup(pictures.sprite()),
        set_name=slug(variant.edition.tiles.name),
        stripes=stripes,
        faces=faces,
        highest=" ".join(str(variant.tiles.numbers(direction)[-1]) for direction in Direction),
        pictures={zone: Markup(svg) for zone, svg in drawn.items()},
        tiles=shown,
        actions=tuple(actions),
    )


def given_action(fields: Mapping[str, str]) -> str:
    """The placement that a form was sent with."""
    return fields.get("action") or fields.get("typed", "")
