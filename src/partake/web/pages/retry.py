"""One's own mistakes as exercises: the board and the tile as they were, an answer, what it is worth, and why.

An address holds all answers so far (`given`), so that nothing is kept, a reload changes nothing and "back" leads back.
Each is looked up in the review's own values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Canvas
from partake.draw.svg.review import draw_valued, picture, sprite, tile_picture
from partake.engine.hexagon.sheet import Sheet
from partake.review.hexagon.model import Option, Review
from partake.review.hexagon.retry import Answer, Mistake, answered, mistakes
from partake.rules.messages import said
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.table.model import MissingError
from partake.web.api.review import found_review
from partake.web.context import context_of
from partake.web.pages.common import page, tables_of, whole
from partake.web.pages.exercise import exercise_page, given_action
from partake.web.pages.review import waiting_page
from partake.web.pages.review_hexagon import SHOWN, place_words, valued, variant_of
from partake.web.pages.table import table_context
from partake.web.text.pages import say
from partake.web.text.phrases import figure
from partake.web.text.review import tell

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@dataclass(frozen=True, slots=True)
class Round:
    """The exercises of one player, and the answers so far."""

    table: str
    seat: int
    variant: Variant
    mistakes: tuple[Mistake, ...]
    answers: tuple[Answer, ...]

    def address(self, **more: str) -> str:
        """Where the answers so far lead."""
        return f"/tables/{self.table}/retry?{urlencode({**self.fields, **more})}"

    @property
    def fields(self) -> dict[str, str]:
        """What a form sends along."""
        given = ",".join(f"{one.option.tile}@{one.option.cell}" for one in self.answers)
        return {"seat": str(self.seat), "given": given}


@dataclass(frozen=True, slots=True)
class AnsweredPage:
    """An answer beside the best placement and what was played."""

    headline: str
    grade: str
    rows: tuple[tuple[str, str, str], ...]
    """What each is, with its expected score and what it loses."""
    words: str
    sprite: Markup
    tile: Markup
    board: Markup
    review: str
    """The same move in the review."""


@router.get("/retry")
async def retry(request: Request, table: str) -> Response:
    """The next exercise, what the last answer was worth, or how all went."""
    found = await found_review(request, table)
    if found is None or found.found is None:
        return await waiting_page(request, table, found, to="retry")
    if not isinstance(found.found, Review):
        raise MissingError("Take Five has no boards to fill: its moves are not retried")
    person = await context_of(request).who(request)
    state = await tables_of(request).state(table, person.id if person else None)
    asked, last = dict(request.query_params), len(state.info.seats)
    seat = min(max(whole(asked.get("seat", "")) or state.seat or 1, 1), last)
    given = [action for action in (*asked.get("given", "").split(","), given_action(asked)) if action]
    todo, variant = mistakes(found.found, seat), variant_of(found.record)
    answers = tuple(answered(variant, one, action) for one, action in zip(todo, given, strict=False))
    shown = Round(table, seat, variant, todo, answers)
    context = await table_context(request, state, person)
    is_own = seat == state.seat
    context |= {
        "tell": tell,
        "round": shown,
        "retry_title": say("retry") if is_own else say("retry_of", name=state.info.seats[seat - 1].name),
        "at": min(len(answers) + ("on" in asked), len(todo)) if answers else 1,
    }
    if todo and answers and "on" not in asked:
        answer = _answered(shown, is_match=len(found.found.games) > 1)
        return page("review/retry_answer.html", person, answer=answer, **context)
    if len(answers) < len(todo):
        mistake = todo[len(answers)]
        sheet = Sheet.of(variant, dict(mistake.move.before))
        exercise = exercise_page(sheet, [Tile.parse(tile) for tile in mistake.tiles], mistake.actions)
        context["at"] = len(answers) + 1
        return page("review/retry.html", person, exercise=exercise, question=_question(mistake), **context)
    return page("review/retry_end.html", person, **_summary(shown), **context)


def _question(mistake: Mistake) -> Markup:
    move = mistake.move
    asked = say("retry_ask", tile=mistake.tiles[0]) if len(mistake.tiles) == 1 else say("retry_ask_two")
    when = say("tile_of", drawn=move.number, draws=len(mistake.game.tiles))
    return Markup("<h2>{}</h2><p class='muted small'>{}</p>").format(asked, when)


def _answered(shown: Round, *, is_match: bool) -> AnsweredPage:
    mistake, answer = shown.mistakes[len(shown.answers) - 1], shown.answers[-1]
    move, canvas = mistake.move, Canvas(PAGE, has_faint_symbols=not shown.variant.uses_symbols)
    chosen = answer.option
    tried = replace(move, tile=chosen.tile, cell=chosen.cell, reasons=answer.reasons)
    sheet, label = Sheet.of(shown.variant, dict(move.before)), say("retry_chosen", cell=_named(mistake, chosen))
    board = Markup(picture(draw_valued(canvas, sheet, valued(shown.variant, tried)), label, role="grid"))
    tile = Markup(tile_picture(canvas, shown.variant.tiles, chosen.tile))
    played = Option(move.tile, move.cell, move.value)
    rows = [(say("retry_chosen", cell=_named(mistake, chosen)), chosen.value, answer.lost)]
    rows += [] if answer.is_best else [(say("retry_best", cell=_named(mistake, move.best)), move.best.value, 0.0)]
    if (played.tile, played.cell) != (chosen.tile, chosen.cell):
        rows.append((say("retry_played", cell=_named(mistake, played)), played.value, move.lost))
    game = f"game={mistake.game.number}&" if is_match else ""
    return AnsweredPage(
        headline=_headline(mistake, answer),
        grade=answer.grade.value,
        rows=tuple((name, figure(value, ".1f"), _lost(lost)) for name, value, lost in rows),
        words=said(answer.words),
        sprite=Markup(sprite(canvas)),
        tile=tile,
        board=board,
        review=f"/tables/{shown.table}/review?{game}seat={shown.seat}&at={mistake.at}",
    )


def _lost(points: float) -> str:
    return figure(-points, "+.1f") if points >= SHOWN else ""


def _headline(mistake: Mistake, answer: Answer) -> str:
    then, now = mistake.move.lost, answer.lost
    told = {"now": figure(now, ".1f"), "then": figure(then, ".1f")}
    if answer.is_best:
        return say("retry_is_best")
    if (answer.option.tile, answer.option.cell) == (mistake.move.tile, mistake.move.cell):
        return say("retry_same")
    if now < then:
        return say("retry_better", **told)
    return say("retry_worse", **told)


def _named(mistake: Mistake, option: Option) -> str:
    """Where a placement goes, with its tile where there were two."""
    place = place_words(option.cell)
    return place if len(mistake.tiles) == 1 else tell("best_tile", tile=option.tile, cell=place)


def _summary(shown: Round) -> dict[str, Any]:
    """How all exercises went."""
    pairs: Sequence[tuple[Mistake, Answer]] = list(zip(shown.mistakes, shown.answers, strict=True))
    then, now = sum(one.move.lost for one, _ in pairs), sum(answer.lost for _, answer in pairs)
    told = {"then": figure(then, ".1f"), "now": figure(now, ".1f"), "gain": figure(then - now, ".1f")}
    return {
        "headline": say("retry_done", right=sum(answer.is_best for _, answer in pairs), count=len(pairs)),
        "sum": say("retry_sum", **told) if then > now else say("retry_sum_worse", **told),
        "rows": [
            (
                answer.option.tile,
                place_words(answer.option.cell),
                _named(one, one.move.best),
                figure(answer.lost, ".1f"),
                figure(one.move.lost, ".1f"),
                answer.grade.value,
            )
            for one, answer in pairs
        ],
    }
