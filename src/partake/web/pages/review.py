"""The pages of a review: its progress, the game move by move, and the best possible board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.engine.record.model import Record
from partake.review.hexagon.model import Review
from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.table.model import MissingError
from partake.table.review_queue import ReviewJob, Stage
from partake.web.api.review import asked_review, found_review, reviews_of
from partake.web.context import context_of
from partake.web.pages.common import form_of, page, see, tables_of, whole
from partake.web.pages.families import family_of, has_best
from partake.web.pages.review_best import best_board
from partake.web.pages.table import table_context
from partake.web.text.phrases import whole_number
from partake.web.text.review import tell


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses that a review's pages lead to."""

    table: str
    is_match: bool

    @property
    def form(self) -> str:
        """Where the form of a step is sent."""
        return f"{self.table}/review"

    def review(self, game: int) -> str:
        """The moves of a game."""
        return f"{self.table}/review{f'?game={game}' if self.is_match else ''}"

    def best(self, game: int) -> str:
        """The best board of a game."""
        return f"{self.table}/best{f'?game={game}' if self.is_match else ''}"

    def step(self, game: int, seat: int, at: int) -> str:
        """One decision."""
        return f"?{f'game={game}&' if self.is_match else ''}seat={seat}&at={at}"


router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.get("/review")
async def review(request: Request, table: str) -> Response:
    """One move of one player, as the address says; the progress of the review if it is not done."""
    found = await found_review(request, table)
    if found is None or found.found is None:
        return await waiting_page(request, table, found)
    edition = found.record.setup.edition
    shown = family_of(edition).reviewed(found.found, found.record, **_wish(request))
    return await _page(request, table, f"review/{edition.family}.html", found.record, page=shown)


@router.post("/review")
async def ask(request: Request, table: str) -> Response:
    """Ask for a review, and redirect to where it will be shown."""
    form = await form_of(request)
    await asked_review(request, table)
    wanted = form.get("to", "")
    return see(request, f"/tables/{table}/{wanted if wanted in ('best', 'retry') else 'review'}")


@router.get("/review/progress")
async def progress(request: Request, table: str) -> Response:
    """The progress of a review; nothing when it is over."""
    found = await found_review(request, table)
    return page("review/progress.html", tell=tell, **progress_of(request, table, found))


@router.get("/best")
async def best(request: Request, table: str) -> Response:
    """The best board that the tiles of a game could have made, beside what was made of them."""
    found = await found_review(request, table)
    if found is None or found.found is None:
        return await waiting_page(request, table, found, to="best")
    if not isinstance(found.found, Review):
        raise MissingError("Take Five has no boards to fill: it is decided by rounds")
    shown = best_board(found.found, found.record, game=_wish(request)["game"])
    return await _page(request, table, "review/best.html", found.record, page=shown)


def _wish(request: Request) -> dict[str, int | None]:
    """What an address asks for: the game of a match, the player, the move."""
    return {name: whole(request.query_params.get(name, "")) for name in ("game", "seat", "at")}


async def waiting_page(request: Request, table: str, found: ReviewJob | None, *, to: str = "review") -> Response:
    """The progress of a review after which `to` is shown."""
    record = await context_of(request).record(request, table)
    told = progress_of(request, table, found)
    return await _page(request, table, "review/wait.html", record, to=to, **told)


def progress_of(request: Request, table: str, found: ReviewJob | None) -> dict[str, Any]:
    """What the progress bar shows, and the sentence beside it."""
    if found is None or not found.is_pending:
        problem = found.problem if found else None
        return {"id": table, "is_pending": False, "problem": capitalised(said(problem)) if problem else ""}
    if found.stage is Stage.WAITING and (ahead := reviews_of(request).ahead(found)):
        told = tell("waiting", ahead=ahead)
    elif not found.total:
        told = tell("starting")
    elif found.done < found.total:
        told = tell("working", done=found.done, total=found.total)
    else:
        key = "finishing" if has_best(found.record.setup) else "closing"
        told = tell(key, count=found.total, seconds=whole_number(context_of(request).settings.review_seconds))
    is_known = 0 < found.done < found.total
    return {
        "id": table, "is_pending": True, "problem": "", "said": told,
        "done": found.done if is_known else None, "total": found.total,
    }  # fmt: skip


async def _page(request: Request, table: str, template: str, record: Record, **context: Any) -> Response:
    person = await context_of(request).who(request)
    state = await tables_of(request).state(table, person.id if person else None)
    around = await table_context(request, state, person)
    return page(
        template,
        person,
        tell=tell,
        has_best=has_best(record.setup),
        is_file=False,
        links=Links(f"/tables/{table}", is_match=record.setup.options.rounds > 1),
        title=around["heading"],
        **around,
        **context,
    )
