"""The API of games that were played at cardboard tables: sending one, and what could be made of its tiles."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.review.five.model import FiveReview
from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.table.model import MissingError
from partake.table.paper import SentGame, plain_record
from partake.table.review_queue import ReviewJob
from partake.web.api.evening_models import CalledIn, CalledOut, PaperIn, PaperOut
from partake.web.api.problems import PROBLEMS
from partake.web.api.review import reviews_of
from partake.web.context import address, context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api/paper", tags=["evenings"], responses=PROBLEMS)


@router.post("", response_model=PaperOut, status_code=201)
async def send(request: Request, wanted: PaperIn) -> Response:
    """Keep a game that is over as a finished table of mine: result, replay, review, and statistics of their own."""
    context, evening = context_of(request), wanted.evening
    context.count_creation(request)
    await context.who(request)  # refuses those who are banned
    if wanted.game >= len(evening.games) or wanted.seat >= len(evening.players):
        raise MissingError("there is no such game or player in this evening")
    game, names = evening.games[wanted.game], [player.name for player in evening.players]
    sent = SentGame(
        evening.edition, evening.options, names, game.called, game.boards, wanted.seat + 1, game.seed, wanted.key
    )
    record = await context.paper.read(sent)
    person, is_new = await context.person_or_guest(request, wanted.nickname or names[wanted.seat])
    table, is_repeated = await context.paper.send(person, sent, record)
    response = answer({"table": table, "repeated": is_repeated}, 201)
    if is_new:
        context.identity.remember(response, person)
    return response


@router.post("/best", response_model=CalledOut)
async def best(request: Request, wanted: CalledIn) -> Response:
    """The best possible board and the bot's own, of tiles that were called; ask again until it is done.

    It waits for its turn among the reviews. Who has the boards too sends the game and asks for its review.
    """
    known = context_of(request).catalogue
    await context_of(request).who(request)  # refuses those who are banned
    record = await asyncio.to_thread(plain_record, known, wanted.edition, wanted.options, wanted.called)
    job = await ask_for(request, record)
    return answer(_found(job, reviews_of(request).ahead(job)))


def job_name(record: Record) -> str:
    """By what the review of a game is known that belongs to no table."""
    return "called/" + hashlib.sha256(format_record(record).encode()).hexdigest()


async def ask_for(request: Request, record: Record) -> ReviewJob:
    """The review of a game that belongs to no table, queued now if nobody has asked for it."""
    context, reviews, name = context_of(request), reviews_of(request), job_name(record)
    person = await context.who(request)
    await reviews.recall(name, record)
    if reviews.find(name, record) is None:
        context.count_creation(request)
    return reviews.ask(name, record, person.id if person else address(request))


def _found(job: ReviewJob, ahead: int) -> dict[str, Any]:
    made: dict[str, Any] = {"best": None, "bot": None}
    if job.found is not None and not isinstance(job.found, FiveReview):
        game = job.found.games[0]
        bot, best = game.players[0].bot, game.hindsight
        made["bot"] = {"points": bot.score, "board": bot.board}
        if best is not None:
            found = {"bound": best.bound, "proven": best.proven}
            made["best"] = {"points": best.score, "board": best.board, **found}
    problem = None if job.problem is None else capitalised(said(job.problem))
    return {"state": job.stage.value, "ahead": ahead, "error": problem, **made}
