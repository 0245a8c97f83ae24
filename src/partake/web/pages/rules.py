"""The rules pages: all games, one game with every option, and exactly the rules of one table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg import svg
from partake.draw.svg.live import LivePictures
from partake.draw.svg.names import tile_name
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rulebook.book import Book, book_in_force, whole_book
from partake.rulebook.examples import CountedBoard, CountedExample
from partake.rulebook.five import VERDICTS, judged
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.languages import current
from partake.rules.messages import message_of, said
from partake.rules.options import PLAYERS, Options
from partake.rules.variant import Variant
from partake.store.rows import Status
from partake.table.model import MissingError
from partake.web.context import context_of
from partake.web.pages.common import page, tables_of, whole
from partake.web.pages.home import edition_emblem
from partake.web.rule_search import found_rules, marked, words_of
from partake.web.text.pages import named_plainly, say, value_name
from partake.web.text.phrases import figure, heading, titled

router = APIRouter(include_in_schema=False)
TILE = re.compile(r"(?<![\w-])(?:\d+|\*)-(?:\d+|\*)-(?:\d+|\*)(?![\w-])")
"""A tile within a text."""


@dataclass(frozen=True)
class ShownBoard:
    """A board of an example: its picture, what is said of it, its points added up by kind and one by one."""

    picture: Markup
    caption: str
    sums: tuple[str, ...]
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ShownExample:
    """An example as the page shows it."""

    id: str
    title: str
    boards: tuple[ShownBoard, ...]


@router.get("/rules")
async def index(request: Request) -> Response:
    """All games, and what a search finds in all of them."""
    editions = tables_of(request).catalogue.editions
    return page(
        "rules/index.html",
        await context_of(request).who(request),
        editions=list(editions.values()),
        pictures={name: edition_emblem(edition, current().code) for name, edition in editions.items()},
        **_search(request),
    )


@router.get("/rules/search")
async def search(request: Request) -> Response:
    """What a search finds, for the script of the pages."""
    return page("rules/found.html", **_search(request))


@router.get("/rules/{edition}")
async def book(request: Request, edition: str) -> Response:
    """All rules of a game; or those in force with the options that the address names."""
    known = tables_of(request).catalogue.editions
    if edition not in known:
        raise MissingError("there is no game {name}; there are {games}", name=edition, games=", ".join(known))
    found, query = known[edition], request.query_params
    given = {name: value for name, value in query.items() if name not in ("q", "players")}
    if not given and "players" not in query:
        return await _shown(request, whole_book(found))
    seats = whole(query.get("players", "")) or max(2, found.seats[0])
    is_per_player = given.get("rounds") == PLAYERS
    setup = arrange(found, given, seats=seats)
    told = [] if is_per_player else [say("rules_seats", count=seats)]
    return await _shown(
        request,
        book_in_force(setup, is_per_player=is_per_player),
        chosen=[*_chosen(setup, given.get("rounds", "")), *told],
        told=say("rules_in_force_so"),
    )


@router.get("/tables/{table}/rules")
async def of_table(request: Request, table: str) -> Response:
    """Exactly the rules in force at a table: its options first, then what follows from them."""
    info = await tables_of(request).info(table)
    edition = tables_of(request).catalogue.edition(info.edition)
    rounds = info.options.get("rounds", "")
    is_waiting = info.status is Status.WAITING
    is_per_player = rounds == PLAYERS and is_waiting
    seats = max(len(info.seats), edition.seats[0], 2 if is_waiting else 1)
    setup = arrange(edition, dict(info.options), seats=seats, is_open=info.unlimited)
    return await _shown(
        request,
        book_in_force(setup, is_per_player=is_per_player),
        chosen=_chosen(setup, rounds if is_per_player else ""),
        told=say("rules_in_force"),
        table=info.id,
        title=heading(info, edition),
    )


async def _shown(
    request: Request, shown: Book, *, chosen: list[str] | None = None, told: str = "", table: str = "", title: str = ""
) -> Response:
    edition, words = shown.edition, words_of(request.query_params.get("q", ""))
    language = current().code
    examples = [
        example
        for section in shown.sections
        for example in (*section.examples, *(e for p in section.options for v in p.values for e in v.examples))
    ]
    return page(
        "rules/book.html",
        await context_of(request).who(request),
        edition=edition,
        book=shown,
        title=title or titled(edition),
        chosen=chosen,
        told=told,
        table=table,
        rule_text=lambda rule: _kept(marked(named_plainly(rule.text) if not rule.id else said(rule.text), words)),
        spoken=said,
        plain=named_plainly,
        examples={example.id + example.place: _example(example, language) for example in examples},
        pictures=_pictures(edition, language),
        tiles=_tiles(_bag(edition, shown), language) if isinstance(edition, HexagonEdition) else None,
        judged=_judged(edition, language) if isinstance(edition, FiveEdition) else (),
        **_search(request, is_asked=False),
    )


def _kept(text: Markup) -> Markup:
    """A text whose tiles are not broken at the end of a line."""
    return Markup(TILE.sub(r'<span class="kept">\g<0></span>', str(text)))


def _bag(edition: HexagonEdition, shown: Book) -> Variant:
    """The variant whose tiles a page shows: that of a table, or one with all tiles, on which symbols mean something."""
    return shown.case.variant if shown.case else Variant(edition, Options(symbols="both", rays="each"))


def _search(request: Request, *, is_asked: bool = True) -> dict[str, Any]:
    question = request.query_params.get("q", "").strip()
    words = words_of(question)
    editions = tables_of(request).catalogue.editions.values()
    return {"question": question, "found": found_rules(editions, words) if words and is_asked else None}


def _chosen(setup: Setup, rounds: str) -> list[str]:
    """The options of a table by name."""
    found = []
    for option in setup.edition.offer.values:
        value = rounds if option == "rounds" and rounds else setup.options.text(option)
        found.append(say("particular", what=say(option), value=value_name(option, value)))
    return found


@lru_cache(maxsize=512)
def _example(example: CountedExample, language: str) -> ShownExample:
    boards: list[ShownBoard] = []
    for number, board in enumerate(example.boards, start=1):
        picture = _drawn(board, f"{example.id}-{example.place}-{number}".lower())
        caption = said(board.caption) if board.caption else ""
        told = tuple((said(item.message), figure(item.points)) for item in board.score.items if item.points)
        boards.append(ShownBoard(picture, caption, tuple(map(said, board.sums)), told))
    return ShownExample(example.id, said(example.title), tuple(boards))


def _drawn(board: CountedBoard, prefix: str) -> Markup:
    sheet, is_whole = board.sheet, bool(board.sheet.variant.yard) and not board.is_yard
    zone = "scrapyard" if board.is_yard else "board"
    drawn = svg(
        sheet, theme="page", prefix=prefix, alone=not is_whole, zone=zone, score=board.score, paper=False, tall=True
    )
    return Markup(drawn)


@lru_cache(maxsize=64)
def _pictures(edition: Edition, language: str) -> dict[str, tuple[str, Markup]]:
    """The pictures of sections by their ids, each with what is said of it."""
    if not isinstance(edition, HexagonEdition):
        table = Table(arrange(edition, seats=edition.seats[0]), Seed.of("rules"))  # the same layout for everybody
        table.deal()
        layout = svg(table.view(None), theme="page", prefix="layout", alone=True, paper=False)
        return {"board": (say("rules_layout"), Markup(layout))}
    board = svg(edition, theme="page", prefix="empty", alone=True, paper=False, scored=False)
    return {"board": (say("rules_empty_board"), Markup(board))}


@lru_cache(maxsize=64)
def _tiles(played: Variant, language: str) -> tuple[str, Markup, tuple[Markup, ...]]:
    """The name of the tiles in the bag, the sprite of their shapes, and each of them."""
    pictures = LivePictures(played)
    drawn = tuple(Markup(pictures.tile(tile, label=tile_name(played, tile))) for tile in played.tiles.tiles)
    return said(message_of(played.tiles.title)), Markup(pictures.sprite()), drawn


@lru_cache(maxsize=16)
def _judged(edition: FiveEdition, language: str) -> tuple[tuple[str, str, int, str], ...]:
    """Pawns that are taken in each phase, and what the engine says of them."""
    from partake.engine.outcome import phase_name

    return tuple(
        (said(phase_name(one.phase)), " ".join(map(str, one.hand)), one.value, said(VERDICTS[one.verdict]))
        for one in judged(edition)
    )
