"""The pages of puzzles: one's rating, the next puzzle, and what an answer was worth.

Nothing of a puzzle's values is on a page before the answer.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.charts import course
from partake.puzzles.model import MOVE, PLACE, THEMES, Puzzle
from partake.rules.messages import said
from partake.table.model import Person
from partake.table.puzzles import Solved, check_choice
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, see
from partake.web.pages.exercise import given_action
from partake.web.pages.puzzle_answers import answer_shown
from partake.web.pages.puzzle_boards import asked_page
from partake.web.text.pages import say
from partake.web.text.phrases import day, titled

router = APIRouter(include_in_schema=False)
SHOWN = 12
"""The number of answers that the page lists."""
FILTERS = ("edition", "theme")
"""What is chosen, as addresses and forms name it."""


@router.get("/puzzles")
async def puzzles(request: Request) -> Response:
    """One's rating and answers, and which puzzle is next."""
    context = context_of(request)
    person = await context.who(request)
    standing = await context.puzzles.standing(person)
    editions = context.catalogue.editions
    there = {puzzle.edition.name for puzzle in context.puzzles.all.values()}
    ratings = [row.rating for row in standing.answers]
    return page(
        "puzzles/puzzles.html",
        person,
        standing=standing,
        chosen=_chosen(request),
        editions=[(name, titled(edition)) for name, edition in editions.items() if name in there],
        themes=[(name, said(THEMES[name])) for name in context.puzzles.themes()],
        is_done="none" in request.query_params,
        course=Markup(course([round(rating) for rating in ratings], title=say("puzzle_course"))),
        answers=[
            (row, titled(editions[row.edition]) if row.edition in editions else row.edition, day(row.at))
            for row in reversed(standing.answers[-SHOWN:])
        ],
        is_saved="saved" in request.query_params,
    )


@router.get("/puzzles/next")
async def next_puzzle(request: Request) -> Response:
    """On to a puzzle that suits."""
    context, chosen = context_of(request), _chosen(request)
    check_choice(context.catalogue, **chosen)
    found = await context.puzzles.next(await context.who(request), **chosen)
    if found is None:
        return see(request, f"/puzzles?{_query(chosen, none='1')}")
    return see(request, f"/puzzles/{found.id}?{_query(chosen)}".rstrip("?"))


@router.post("/puzzles/begin")
async def begin(request: Request) -> Response:
    """Be somebody here from now on, so that answers count."""
    person, is_new = await guest(request)
    return see(request, "/puzzles", person if is_new else None)


@router.post("/puzzles/share")
async def share(request: Request) -> Response:
    """Let positions of one's games become puzzles, or no longer."""
    context, form = context_of(request), await form_of(request)
    person = await context.owner(request)
    await context.puzzles.share(person, shares="share" in form)
    return see(request, "/settings?shared#share" if form.get("from") == "settings" else "/puzzles?saved#share")


@router.get("/puzzles/{puzzle}")
async def show(request: Request, puzzle: str) -> Response:
    """A puzzle to answer; one that has a counted answer shows that."""
    context = context_of(request)
    person, found = await context.who(request), context.puzzles.find(puzzle)
    if person and await context.puzzles.answered(person, puzzle):
        return see(request, f"/puzzles/{puzzle}/answer?{_query(_chosen(request))}".rstrip("?"))
    return page("puzzles/puzzle.html", person, **_around(request, found), **asked_page(found))


@router.post("/puzzles/{puzzle}")
async def answer(request: Request, puzzle: str) -> Response:
    """Check an answer; a person's first is counted."""
    context, form = context_of(request), await form_of(request)
    person, found = await context.who(request), context.puzzles.find(puzzle)
    context.count_change(request)
    solved = await context.puzzles.answer(person, puzzle, _given(found, form))
    if person and solved.is_first:
        return see(request, f"/puzzles/{puzzle}/answer?{_query(_chosen(request))}".rstrip("?"))
    return _answer_page(request, person, solved)


@router.get("/puzzles/{puzzle}/answer")
async def answered(request: Request, puzzle: str) -> Response:
    """One's counted answer and what it was worth; the puzzle itself for everybody else."""
    context = context_of(request)
    person = await context.who(request)
    solved = await context.puzzles.answered(person, puzzle) if person else None
    if solved is None:
        return see(request, f"/puzzles/{puzzle}?{_query(_chosen(request))}".rstrip("?"))
    return _answer_page(request, person, solved)


def _answer_page(request: Request, person: Person | None, solved: Solved) -> Response:
    return page("puzzles/answer.html", person, **_around(request, solved.puzzle), **answer_shown(solved))


def _around(request: Request, puzzle: Puzzle) -> dict[str, Any]:
    """What a puzzle's pages show around it; themes only if they were chosen, for they tell something."""
    chosen = _chosen(request)
    return {
        "puzzle": puzzle.id,
        "kind": puzzle.kind,
        "query": _query(chosen),
        "chosen": chosen,
        "title": titled(puzzle.edition),
        "level": puzzle.rating,
        "theme": said(THEMES[chosen["theme"]]) if chosen["theme"] in puzzle.themes else "",
    }


def _given(puzzle: Puzzle, form: dict[str, str]) -> str:
    """The answer that a form was sent with: a cell, moves of tiles, a square or a value."""
    typed = given_action(form).strip()
    if puzzle.kind == PLACE:
        return typed.rpartition("@")[2]
    if puzzle.kind != MOVE or typed:
        return typed or form.get("action", "")
    view: Any = puzzle.view
    moves = [f"{tile}>{to}" for tile in map(str, filter(None, view.sheet.cells)) if (to := form.get(f"move-{tile}"))]
    return "+".join(moves) or "none"


def _chosen(request: Request) -> dict[str, str]:
    return {name: request.query_params.get(name, "")[:40] for name in FILTERS}


def _query(chosen: dict[str, str], **more: str) -> str:
    return urlencode({name: value for name, value in {**chosen, **more}.items() if value})
