"""What the page of a hexagon game shows of a view: boards, calls, the bag, points and standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.frame import MOST_OTHERS, amount
from partake.draw.svg.live import LivePictures
from partake.draw.svg.sheet import Marks
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item, Outcome
from partake.rules.grid import Direction
from partake.rules.tiles import Tile

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored thing as a line of the page."""

    reason: str
    points: str
    cells: str


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's boards and points."""

    seat: int
    name: str
    pictures: Mapping[str, Markup]
    total: str
    items: tuple[Scored, ...]
    holder: str = ""
    """Who holds this seat's scrapyard, if it was passed on."""


@dataclass(frozen=True, slots=True)
class HexagonPage:
    """Everything the template of a hexagon game needs."""

    set_name: str
    stripes: str
    faces: str
    highest: str
    sprite: Markup
    own: Player
    others: tuple[Player, ...]
    more: int
    """How many players' boards are not shown."""
    held: tuple[Player, ...]
    """The players whose scrapyards the own seat fills."""
    called: tuple[tuple[str, Markup], ...]
    bag: tuple[tuple[str, bool, Markup], ...]
    counts: tuple[tuple[str, int, int], ...]
    left: int
    drawn: int
    draws: int
    rounds: tuple[tuple[str, ...], ...]
    """For each seat the points of every game that is counted, and their total."""
    counted: int
    """How many games of the match are counted."""
    is_match: bool
    has_best_rays: bool


def hexagon_page(view: HexagonView, *, is_played: bool = True) -> HexagonPage:
    """The page of this view; where nothing is played any more, no cell can be chosen."""
    tiles = view.variant.tiles
    pictures = LivePictures(tiles)
    own = view.seat or 1
    shown = [seat for seat in range(1, len(view.sheets) + 1) if seat != own][:MOST_OTHERS]
    held = [seat for seat in shown if view.holders and view.holders[seat - 1] == view.seat]
    mine = _player(pictures, view, own, is_own=is_played and view.seat is not None)
    others = tuple(_player(pictures, view, seat, is_own=is_played and seat in held) for seat in shown)
    called = tuple((str(tile), Markup(pictures.tile(tile))) for tile in view.called)
    drawn = set(view.drawn)
    bag = tuple((str(tile), tile in drawn, Markup(pictures.tile(tile))) for tile in tiles.tiles)
    stripes, faces = pictures.names
    return HexagonPage(
        set_name=slug(view.variant.edition.tiles.name),
        stripes=stripes,
        faces=faces,
        highest=" ".join(str(tiles.numbers(direction)[-1]) for direction in Direction),
        sprite=Markup(pictures.sprite()),
        own=mine,
        others=others,
        more=len(view.sheets) - 1 - len(shown),
        held=tuple(player for player in others if player.seat in held),
        called=called,
        bag=bag,
        counts=tuple(_counts(view.bag, tiles.tiles)),
        left=len(view.bag),
        drawn=len(view.drawn),
        draws=view.variant.draws,
        rounds=_rounds(view),
        counted=len(view.finished),
        is_match=view.rounds > 1,
        has_best_rays=view.variant.options.rays == "best",
    )


def sheet_picture(pictures: LivePictures, sheet: Sheet, items: tuple[Item, ...], seat: int) -> dict[str, Markup]:
    """A finished sheet with all that scored on it."""
    return {zone: Markup(svg) for zone, svg in pictures.sheet(sheet, Marks(items=items), seat=seat).items()}


def scored(items: tuple[Item, ...]) -> tuple[Scored, ...]:
    """The items that are worth a line."""
    return tuple(
        Scored(item.reason, "" if item.kind == "scrapyard" else amount(item.points), " ".join(item.cells))
        for item in items
        if item.points or item.value is not None
    )


def _player(pictures: LivePictures, view: HexagonView, seat: int, *, is_own: bool) -> Player:
    score = view.scores[seat - 1]
    marks = Marks(items=score.items, latest=view.latest[seat - 1])
    drawn = pictures.sheet(view.sheets[seat - 1], marks, seat=seat, is_own=is_own)
    holder = view.setup.names[view.holders[seat - 1] - 1] if view.holders else ""
    return Player(
        seat,
        view.setup.names[seat - 1],
        {zone: Markup(svg) for zone, svg in drawn.items()},
        amount(score.total),
        scored(score.items),
        holder,
    )


def _counts(bag: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> list[tuple[str, int, int]]:
    """For every number its direction and how many tiles in the bag carry it."""
    numbers = sorted({(d.value, tile[d]) for tile in tiles for d in Direction if tile[d]}, key=lambda pair: pair[1])
    return [(f"{d}:{number}", number, sum(tile[d] == number for tile in bag)) for d, number in numbers]


def _rounds(view: HexagonView) -> tuple[tuple[str, ...], ...]:
    counted = view.standings
    return tuple(
        (*(amount(score.of_round(n).total) for n in range(1, len(view.finished) + 1)), amount(score.total))
        for score in counted.scores
    )


def total_rows(outcome: Outcome) -> list[tuple[int, str, str, bool]]:
    """Rank order: each seat with its name, its total and whether it won."""
    totals: tuple[int | Fraction, ...] = outcome.totals
    return [
        (seat, outcome.scores[seat - 1].name, amount(totals[seat - 1]), seat in outcome.winners)
        for seat in outcome.standings
    ]
