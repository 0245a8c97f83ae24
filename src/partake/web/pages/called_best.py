"""The page of the best possible board and the bot's own, of tiles that were called at a cardboard table.

What was called is in the address, so that the page can be sent to others; it asks for nothing by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from partake.engine.record.model import Record
from partake.review.hexagon.model import Review
from partake.rules.options import OPTIONS
from partake.table.paper import plain_record
from partake.web.api.paper import ask_for, job_name
from partake.web.api.review import reviews_of
from partake.web.context import context_of
from partake.web.pages.common import form_of, page, see
from partake.web.pages.review import progress_of
from partake.web.pages.review_best import best_board
from partake.web.text.phrases import titled
from partake.web.text.review import tell

router = APIRouter(include_in_schema=False, prefix="/call/best")


@dataclass(frozen=True, slots=True)
class Called:
    """What an address or a form says: the game, its options and the tiles."""

    edition: str
    options: Mapping[str, str]
    tiles: tuple[str, ...]

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Called:
        """The fields of a form, or of an address; unknown ones are passed over."""
        options = {name: fields[name] for name in OPTIONS if name in fields}
        return cls(fields.get("edition", ""), options, tuple(fields.get("called", "").split()))

    @property
    def query(self) -> str:
        """The same in an address."""
        return urlencode({"edition": self.edition, **self.options, "called": " ".join(self.tiles)})

    async def record(self, request: Request) -> Record:
        """A game on these tiles, checked by the rules."""
        known = context_of(request).catalogue
        return await asyncio.to_thread(plain_record, known, self.edition, self.options, self.tiles)


@router.get("")
async def show(request: Request) -> Response:
    """The boards, if they are known; how far the search is, or the button that begins it, if they are not."""
    called = Called.of(request.query_params)
    record = await called.record(request)
    found = reviews_of(request).find(job_name(record), record)
    around: dict[str, Any] = {
        "tell": tell,
        "title": titled(record.setup.edition),
        "called": called,
        "has_best": False,
        "names": [],
        "address": f"/call/best/progress?{called.query}",
    }
    person = await context_of(request).who(request)
    if found is not None and isinstance(found.found, Review):
        shown = best_board(found.found, record, has_players=False)
        return page("companion/best.html", person, page=shown, **around)
    return page("companion/best_wait.html", person, **around, **progress_of(request, "", found))


@router.post("")
async def ask(request: Request) -> Response:
    """Ask for the boards, and go to where they will be shown."""
    called = Called.of(await form_of(request))
    await ask_for(request, await called.record(request))
    return see(request, f"/call/best?{called.query}")


@router.get("/progress")
async def progress(request: Request) -> Response:
    """How far the search is; nothing when it is over."""
    called = Called.of(request.query_params)
    record = await called.record(request)
    found = reviews_of(request).find(job_name(record), record)
    address = f"/call/best/progress?{called.query}"
    return page("review/progress.html", tell=tell, address=address, **progress_of(request, "", found))
