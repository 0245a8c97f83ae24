"""A hexagon game as one seat sees it: the own board, the call, and the other boards beneath."""

from __future__ import annotations

from partake.draw.svg.canvas import Block, Canvas, fitted, n, row, stack
from partake.draw.svg.frame import MOST_OTHERS, amount, header
from partake.draw.svg.frame import titled as edition_title
from partake.draw.svg.sheet import Marks, beside_board, sheet_parts, titled, wrapped
from partake.draw.svg.tiles import REACH, SIDE, draw_tile
from partake.engine.actions import Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Score
from partake.rules.messages import Listed, Message, Plural, message_of, said
from partake.rules.names import shown_name
from partake.rules.tiles import Tile


def draw_table(
    canvas: Canvas, view: HexagonView, *, seat: int, is_scored: bool, is_tall: bool, is_alone: bool = False
) -> Block:
    """The whole table from one seat, or its board alone."""
    if is_alone:
        return sheet_parts(canvas, view.sheets[seat - 1], _marks(view, seat, is_scored=is_scored))[0]
    main = _large(canvas, view, seat, is_scored=is_scored, is_tall=is_tall)
    others = [other for other in range(1, len(view.sheets) + 1) if other != seat]
    small = [_small(canvas, view, other, is_scored=is_scored) for other in others[:MOST_OTHERS]]
    parts = [_head(canvas, view, seat, main.width, is_scored=is_scored), main]
    if small:
        parts.append(wrapped(small, main.width, gap=18))
    if len(others) > MOST_OTHERS:
        count = len(others) - MOST_OTHERS
        more = said(Plural("and {count} more players", "and {count} more players", count=count))
        text = canvas.text(main.width / 2, 16, more, 16, fill=canvas.paint("muted"), anchor="middle")
        parts.append(Block(text, main.width, 20))
    return stack(parts, gap=14)


def draw_sheet(
    canvas: Canvas,
    sheet: Sheet,
    *,
    is_scored: bool,
    is_tall: bool,
    is_plain: bool = False,
    alone: str = "",
    score: Score | None = None,
) -> Block:
    """A sheet with its header, or one zone alone; a plain one is an empty board outside of any game."""
    score = None if is_plain else score or sheet.score
    board, beside = sheet_parts(canvas, sheet, Marks(items=score.items if score else (), is_scored=is_scored))
    if alone:
        return board if alone == "board" else beside[-1 if alone == "reserve" else 0]
    main = beside_board(board, beside, is_tall=is_tall)
    edition, filled = sheet.variant.edition, sum(tile is not None for tile in sheet.cells)
    unit = said(Message.keyed("unit", "points", {})) if score is not None and is_scored else ""
    note = Plural("{filled} of {count} tiles", "{filled} of {count} tiles", filled=filled, count=sheet.variant.draws)
    head = header(
        canvas, main.width, over=said(message_of(edition.game)), title=edition_title(edition),
        total=amount(score.total) if score and is_scored else "",
        unit=fitted(said(shown_name(sheet.name)), 16, main.width * 0.3) if sheet.name else unit,
        note="" if is_plain or filled == sheet.variant.draws else said(note),
    )  # fmt: skip
    return stack([head, main])


def _head(canvas: Canvas, view: HexagonView, seat: int, width: float, *, is_scored: bool) -> Block:
    edition = view.variant.edition
    facts = [said(Message("tile {number} of {all}", number=len(view.drawn), all=view.variant.draws))]
    if view.rounds > 1:
        before = view.standings.totals[seat - 1] if view.finished else 0
        now = 0 if view.outcome else view.scores[seat - 1].total
        facts.append(said(Message("game {number} of {all}", number=view.round, all=view.rounds)))
        facts += [said(Message("match {points}", points=amount(before + now)))] if is_scored else []
    if view.outcome:
        facts.append(said(view.outcome.verdict) if len(view.sheets) > 1 else said(Message("game over")))
    return header(
        canvas, width, over=said(message_of(edition.game)), title=edition_title(edition),
        total=amount(view.scores[seat - 1].total) if is_scored else "",
        unit=fitted(said(shown_name(view.setup.names[seat - 1])), 16, width * 0.3),
        note=" · ".join(facts),
    )  # fmt: skip


def _marks(view: HexagonView, seat: int, *, is_scored: bool) -> Marks:
    legal = {
        action.cell
        for action in view.legal
        if isinstance(action, (Place, Relocate)) and (getattr(action, "owner", 0) or view.seat) == seat
    }
    return Marks(view.scores[seat - 1].items, legal, view.latest[seat - 1], is_scored)


def _note(view: HexagonView, seat: int) -> str:
    """Who holds a scrapyard that was passed on."""
    if not view.holders:
        return ""
    return said(Message("held by {name}", name=shown_name(view.setup.names[view.holders[seat - 1] - 1])))


def _large(canvas: Canvas, view: HexagonView, seat: int, *, is_scored: bool, is_tall: bool) -> Block:
    marks = _marks(view, seat, is_scored=is_scored)
    board, beside = sheet_parts(canvas, view.sheets[seat - 1], marks, note=_note(view, seat))
    calls = [_call(canvas, view, seat)] if view.called else []
    calls += [_handed(canvas, view)] if view.handed and view.seat == seat else []
    body = beside_board(board, [*calls, *beside], is_tall=is_tall)
    return Block(f'<g class="own" data-seat="{seat}">{body.body}</g>', body.width, body.height)


def _call(canvas: Canvas, view: HexagonView, seat: int) -> Block:
    """The called tiles, large; those already placed stand back."""
    is_mine = view.seat == seat
    waiting = view.hand if is_mine else view.called
    scale = 1.5 if len(view.called) == 1 else 1.1
    tiles = [_big(canvas, view, tile, scale, is_placed=tile not in waiting) for tile in view.called]
    note = said(Message("to place" if waiting else "placed")) if is_mine else ""
    return titled(canvas, said(Message("Called")), note, row(tiles, gap=8))


def _handed(canvas: Canvas, view: HexagonView) -> Block:
    tiles = [_big(canvas, view, tile, 1.1, is_placed=False) for _, tile in view.handed]
    owners = Listed(shown_name(name) for name in dict.fromkeys(view.setup.names[owner - 1] for owner, _ in view.handed))
    return titled(canvas, said(Message("Scrapped")), said(Message("by {names}", names=owners)), row(tiles, gap=8))


def _big(canvas: Canvas, view: HexagonView, tile: Tile, scale: float, *, is_placed: bool) -> Block:
    faded = ' opacity=".35"' if is_placed else ""
    drawn = draw_tile(canvas, view.variant.tiles, tile)
    body = f'<g class="called" data-tile="{tile}"{faded} transform="translate({n(SIDE)} {n(REACH)})">{drawn}</g>'
    return Block(body, 2 * SIDE, 2 * REACH).scaled(scale)


def _small(canvas: Canvas, view: HexagonView, seat: int, *, is_scored: bool) -> Block:
    board, beside = sheet_parts(
        canvas, view.sheets[seat - 1], _marks(view, seat, is_scored=is_scored), note=_note(view, seat), is_small=True
    )
    body = beside_board(board, beside, is_tall=True).scaled(0.42)
    total = amount(view.scores[seat - 1].total) if is_scored else ""
    name = fitted(said(shown_name(view.setup.names[seat - 1])), 17, body.width - 12 * len(total) - 14)
    head = canvas.text(4, 18, name, 17, weight=600)
    head += canvas.text(body.width - 4, 18, total, 19, weight=800, anchor="end") if total else ""
    drawn = stack([Block(head, body.width, 24), body])
    return Block(f'<g class="other" data-seat="{seat}">{drawn.body}</g>', drawn.width, drawn.height)
