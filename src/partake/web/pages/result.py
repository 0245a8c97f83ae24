"""The end of a game: who won, and every point on the boards themselves."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.frame import MOST_OTHERS, amount
from partake.draw.svg.live import LivePictures
from partake.engine.contract import Setup, View
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item, Outcome, Score
from partake.web.pages.hexagon import Player, scored, sheet_picture, total_rows
from partake.web.text.pages import say
from partake.web.text.review import tell


@dataclass(frozen=True, slots=True)
class Counted:
    """One game of a match, as it was counted: everybody's boards."""

    number: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Everything the template of a finished game needs."""

    headline: str
    rows: list[tuple[int, str, str, bool]]
    rounds: tuple[tuple[str, ...], ...]
    """For each row the points of every game, if there were several."""
    unit: str
    offers: tuple[tuple[str, str], ...]
    """What can be found out about the game: where it will be shown, and what it is called."""
    sprite: str = ""
    set_name: str = ""
    games: tuple[Counted, ...] = ()
    explained: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Where there are no boards to count: each player's reasons."""


def result_page(view: View, outcome: Outcome) -> ResultPage:
    """The page of a finished game, the own boards first."""
    rows = total_rows(outcome)
    if not isinstance(view, HexagonView):
        reasons = tuple((s.name, tuple(item.reason for item in s.items)) for s in outcome.scores)
        return ResultPage(_headline(outcome), rows, (), outcome.unit, _offers(view), explained=reasons)
    pictures = LivePictures(view.variant.tiles)
    own = view.seat or outcome.winners[0]
    order = [own, *(seat for seat in outcome.standings if seat != own)][: MOST_OTHERS + 1]
    games = tuple(
        Counted(
            number,
            tuple(_player(pictures, view, game.sheets[seat - 1], game.items[seat - 1], seat) for seat in order),
        )
        for number, game in enumerate(view.finished, start=1)
    )
    rounds = tuple(
        tuple(amount(outcome.scores[seat - 1].of_round(n).total) for n in range(1, len(games) + 1)) for seat, *_ in rows
    )
    return ResultPage(
        _headline(outcome), rows, rounds if len(games) > 1 else (), outcome.unit, _offers(view),
        Markup(pictures.sprite()), slug(view.variant.edition.tiles.name), games,
    )  # fmt: skip


def _player(pictures: LivePictures, view: HexagonView, cells: Cells, items: tuple[Item, ...], seat: int) -> Player:
    score = Score(view.setup.names[seat - 1], items)
    drawn = sheet_picture(pictures, Sheet(view.variant, cells, score.name), items, seat)
    return Player(seat, score.name, drawn, amount(score.total), scored(items))


def has_best(setup: Setup) -> bool:
    """Whether a game has boards to fill that do not depend on each other, and so a best one."""
    return setup.edition.family == "hexagon" and not setup.options.ties_players


def _offers(view: View) -> tuple[tuple[str, str], ...]:
    review = ("review", tell("offer_review"))
    return (review, ("best", tell("offer_best"))) if has_best(view.setup) else (review,)


def _headline(outcome: Outcome) -> str:
    if len(outcome.scores) == 1:
        return say("your_total", points=amount(outcome.totals[0]))
    names = " and ".join(outcome.scores[seat - 1].name for seat in outcome.winners)
    return say("wins" if len(outcome.winners) == 1 else "share_win", names=names)
