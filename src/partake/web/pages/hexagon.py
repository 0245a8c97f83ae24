"""What the pages of hexagon games show of a view: boards, calls, the bag, points, standings, results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.frame import MOST_OTHERS, amount
from partake.draw.svg.live import LivePictures
from partake.draw.svg.names import tile_name
from partake.draw.svg.sheet import Marks
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item, Outcome, Score
from partake.rules.edition import HexagonEdition
from partake.rules.grid import Direction
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.rules.tiles import Tile
from partake.web.pages.result import (
    Counted,
    Player,
    ResultPage,
    headline,
    offers,
    scored,
    total_rows,
)
from partake.web.text.pages import say


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
    is_match: bool
    has_best_rays: bool


def hexagon_page(view: HexagonView) -> HexagonPage:
    """The page of this view."""
    tiles = view.variant.tiles
    pictures = LivePictures(view.variant)
    own = view.seat or 1
    shown = [seat for seat in range(1, len(view.sheets) + 1) if seat != own][:MOST_OTHERS]
    held = [seat for seat in shown if view.holders and view.holders[seat - 1] == view.seat]
    mine = _player(pictures, view, own)
    others = tuple(_player(pictures, view, seat) for seat in shown)
    called = tuple((tile_name(view.variant, tile), Markup(pictures.tile(tile))) for tile in view.called)
    drawn = set(view.drawn)
    bag = tuple(
        (str(tile), tile in drawn, Markup(pictures.tile(tile, label=tile_name(view.variant, tile))))
        for tile in tiles.tiles
    )
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
        is_match=view.rounds > 1,
        has_best_rays=view.variant.options.rays == "best",
    )


def sheet_picture(pictures: LivePictures, sheet: Sheet, items: tuple[Item, ...], seat: int) -> dict[str, Markup]:
    """A finished sheet with all that scored on it."""
    return {zone: Markup(svg) for zone, svg in pictures.sheet(sheet, Marks(items=items), seat=seat).items()}


def replayed(view: HexagonView) -> Mapping[str, object]:
    """What the page of a replay shows of a view: the page of the table, on which nothing can be chosen."""
    return {"page": hexagon_page(view)}


def specimen(edition: HexagonEdition) -> object:
    """What the picture of an edition shows: its empty board."""
    return edition


def progress(view: HexagonView) -> str:
    """How far a game is: which tile lies open, and which game of a match it is."""
    told = say("tile_of", drawn=len(view.drawn), draws=view.variant.draws)
    return say("match_progress", progress=told, round=view.round, rounds=view.rounds) if view.rounds > 1 else told


def finished(view: HexagonView, outcome: Outcome) -> ResultPage:
    """The page of a finished game, the own boards first."""
    rows = total_rows(outcome)
    pictures = LivePictures(view.variant)
    own = view.seat or outcome.winners[0]
    order = [own, *(seat for seat in outcome.standings if seat != own)][: MOST_OTHERS + 1]
    games = tuple(
        Counted(
            number,
            tuple(_counted(pictures, view, game.sheets[seat - 1], game.items[seat - 1], seat) for seat in order),
        )
        for number, game in enumerate(view.finished, start=1)
    )
    numbers = range(1, len(games) + 1) if len(games) > 1 else ()
    return ResultPage(
        headline(outcome),
        rows,
        outcome.unit,
        offers(has_best=not view.setup.options.ties_players),
        rounds=tuple(tuple(amount(outcome.scores[seat - 1].of_round(n).total) for n in numbers) for seat, *_ in rows)
        if numbers
        else (),
        sprite=Markup(pictures.sprite()),
        set_name=slug(view.variant.edition.tiles.name),
        games=games,
    )


def _counted(pictures: LivePictures, view: HexagonView, cells: Cells, items: tuple[Item, ...], seat: int) -> Player:
    score = Score(view.setup.names[seat - 1], items)
    drawn = sheet_picture(pictures, Sheet(view.variant, cells, score.name), items, seat)
    return Player(seat, said(shown_name(score.name)), drawn, amount(score.total), scored(items))


def _player(pictures: LivePictures, view: HexagonView, seat: int) -> Player:
    score = view.scores[seat - 1]
    marks = Marks(items=score.items, latest=view.latest[seat - 1])
    drawn = pictures.sheet(view.sheets[seat - 1], marks, seat=seat)
    holder = said(shown_name(view.setup.names[view.holders[seat - 1] - 1])) if view.holders else ""
    return Player(
        seat,
        said(shown_name(view.setup.names[seat - 1])),
        {zone: Markup(svg) for zone, svg in drawn.items()},
        amount(score.total),
        scored(score.items),
        holder,
    )


def _counts(bag: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> list[tuple[str, int, int]]:
    """For every number its direction and the number of tiles in the bag that carry it."""
    numbers = sorted({(d.value, tile[d]) for tile in tiles for d in Direction if tile[d]}, key=lambda pair: pair[1])
    return [(f"{d}:{number}", number, sum(tile[d] == number for tile in bag)) for d, number in numbers]


def _rounds(view: HexagonView) -> tuple[tuple[str, ...], ...]:
    counted = view.standings
    return tuple(
        (*(amount(score.of_round(n).total) for n in range(1, len(view.finished) + 1)), amount(score.total))
        for score in counted.scores
    )
