"""What the page of the best possible board shows: its points explained, beside what was made of the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.live import LivePictures
from partake.engine.hexagon.sheet import Sheet
from partake.engine.record.model import Record
from partake.review.hexagon.model import Board, GameReview, Review
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.rules.variant import Variant
from partake.solve.solution import own_score
from partake.web.pages.hexagon import sheet_picture
from partake.web.pages.result import Scored, scored
from partake.web.pages.review_hexagon import points_of, variant_of, within
from partake.web.text.phrases import figure
from partake.web.text.review import tell


@dataclass(frozen=True, slots=True)
class Made:
    """The board that a player or the bot made of the tiles."""

    name: str
    points: str
    share: str
    short: str
    pictures: dict[str, Markup]


@dataclass(frozen=True, slots=True)
class BestBoard:
    """Everything the page of a best board needs."""

    games: int
    game: int
    sprite: Markup
    set_name: str
    points: int | None
    """None where there is no best board."""
    said: str
    pictures: dict[str, Markup]
    items: tuple[Scored, ...]
    made: tuple[Made, ...]


def best_board(
    found: Review,
    record: Record,
    *,
    game: int | None = None,
    shared: LivePictures | None = None,
    has_players: bool = True,
) -> BestBoard:
    """The page of the best board of one game; shapes that it shares with other pages are not part of it.

    Without players it shows what the bot made of the tiles, and nobody else.
    """
    variant = variant_of(record)
    pictures = shared or LivePictures(variant)
    shown = found.games[within(game, len(found.games)) - 1]
    best = shown.hindsight
    drawn: dict[str, Markup] = {}
    items: tuple[Scored, ...] = ()
    verdict = tell("no_best" if variant.options.ties_players else "not_solved")
    if best is not None:
        cells = Sheet.of(variant, dict(best.board)).cells
        earned = own_score(variant, cells)
        drawn, items = sheet_picture(pictures, Sheet(variant, cells), earned, 0), scored(earned)
        gap = best.bound - best.score
        percent = figure(100 * gap / max(1, best.score), ".1f") + " %"
        verdict = (
            tell("proven") if best.proven else tell("bound", bound=best.bound, gap=gap, percent=percent, count=gap)
        )
    made = tuple(
        _made(pictures, variant, shown, said(shown_name(one.name)), one.score, one.board)
        for one in shown.players
        if has_players
    )
    bots = dict.fromkeys((one.bot.score, one.bot.board) for one in shown.players)
    made += tuple(_made(pictures, variant, shown, tell("bot"), score, board) for score, board in bots)
    return BestBoard(
        games=len(found.games),
        game=shown.number,
        sprite=Markup(pictures.sprite() if shared is None else ""),
        set_name=slug(variant.edition.tiles.name),
        points=best.score if best else None,
        said=verdict,
        pictures=drawn,
        items=items,
        made=made,
    )


def _made(pictures: LivePictures, variant: Variant, game: GameReview, name: str, score: float, board: Board) -> Made:
    sheet = Sheet.of(variant, dict(board))
    drawn = sheet_picture(pictures, sheet, own_score(variant, sheet.cells), 0)
    best = game.hindsight.score if game.hindsight else 0
    share = figure(100 * score / best, ".0f") + " %" if best > 0 else ""
    return Made(name, points_of(score), share, points_of(best - score) if share else "", drawn)
