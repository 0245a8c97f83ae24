"""A player's sheet: the board, and beside it the scrapyard and the reserve."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from partake.draw.svg.canvas import Block, Canvas, fitted, row, stack
from partake.draw.svg.frame import amount
from partake.draw.svg.zone import MARGIN, DrawnCell, Zone, draw_zone, middles
from partake.engine.hexagon.scoring import broken_lines
from partake.engine.hexagon.sheet import Sheet
from partake.engine.outcome import Item
from partake.rules.grid import Direction, Line
from partake.rules.messages import Message, said

_SLOT = 108.0
"""From one reserve slot to the next."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on a sheet besides its tiles."""

    items: Sequence[Item] = ()
    legal: Collection[str] = ()
    latest: Collection[str] = ()
    is_scored: bool = True


def sheet_parts(
    canvas: Canvas, sheet: Sheet, marks: Marks, *, note: str = "", is_small: bool = False
) -> tuple[Block, list[Block]]:
    """The board of a sheet, and what lies beside it: scrapyard and reserve, each under its heading."""
    variant, board = sheet.variant, sheet.variant.board
    cells = sheet_cells(sheet, marks)
    ends = dict(_ends(sheet))
    lines = [item for item in marks.items if item.kind not in ("scrapyard", "penalty")] if marks.is_scored else []
    main = Zone(board.name, variant.tiles, cells[: len(board.cells)], lines, ends)
    beside: list[Block] = []
    if variant.yard:
        yard = next((item for item in marks.items if item.kind == "scrapyard"), None)
        parts = yard.parts if yard and marks.is_scored else ()
        zone = Zone("scrapyard", variant.tiles, [cells[i] for i in variant.yard], parts, ends)
        drawn = draw_zone(canvas, zone, margin=MARGIN - 6).scaled(0.8)
        told = ", ".join(filter(None, (note, _worth(marks) if marks.is_scored else "")))
        beside.append(titled(canvas, said(Message("Scrapyard")), told, drawn, is_small=is_small))
    if variant.reserve:
        zone = Zone("reserve", variant.tiles, [cells[i] for i in variant.reserve])
        drawn = draw_zone(canvas, zone, margin=14).scaled(0.8)
        beside.append(titled(canvas, said(Message("Reserve")), "", drawn, is_small=is_small))
    return draw_zone(canvas, main, margin=MARGIN if marks.is_scored else 16), beside


def titled(canvas: Canvas, title: str, note: str, block: Block, *, is_small: bool = False) -> Block:
    """A part under a heading; beside a small board the heading is large, to be read all the same."""
    size = 34.0 if is_small else 19.0
    width = max(block.width, 150)
    head = canvas.text(width / 2, size, title, size, weight=700, anchor="middle")
    if note:
        shown = fitted(note, size * 0.8, width * 1.15)
        head += canvas.text(width / 2, size * 2.05, shown, size * 0.8, fill=canvas.paint("muted"), anchor="middle")
    return stack([Block(head, width, size * (2.5 if note else 1.5)), block])


def _worth(marks: Marks) -> str:
    """A scrapyard's value, and what it costs."""
    yard = next((item for item in marks.items if item.kind == "scrapyard"), None)
    lost = next((amount(item.points) for item in marks.items if item.kind == "penalty"), "")
    if not yard:
        return ""
    if lost:
        return said(Message("worth {value} ({lost})", value=yard.value, lost=lost))
    return said(Message("worth {value}", value=yard.value))


def beside_board(board: Block, beside: Sequence[Block], *, is_tall: bool) -> Block:
    """A board with other parts to its right, or beneath it if the picture is to be narrow."""
    if not beside:
        return board
    if is_tall:
        return stack([board, wrapped(beside, board.width, gap=16)], gap=10)
    return row([board, stack(beside, gap=22)], gap=12, middle=True)


def wrapped(blocks: Iterable[Block], width: float, *, gap: float) -> Block:
    """Parts side by side, in as many rows as a width asks for."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and sum(b.width + gap for b in rows[-1]) + block.width > width + 1:
            rows.append([])
        rows[-1].append(block)
    return stack([row(blocks, gap=gap) for blocks in rows], gap=gap)


def sheet_cells(sheet: Sheet, marks: Marks) -> list[DrawnCell]:
    """Every position of a sheet, as it is drawn; board, scrapyard and reserve each around a middle of their own."""
    return list(_cells(sheet, marks))


def _cells(sheet: Sheet, marks: Marks) -> Iterator[DrawnCell]:
    variant = sheet.variant
    dimmed = _dimmed(sheet) if marks.is_scored else {}
    board = [(cell, *at) for cell, at in zip(variant.board.cells, middles(variant.board), strict=True)]
    yard = variant.scrapyard
    board += [(cell, *at) for cell, at in zip(yard.cells, middles(yard), strict=True)] if yard else []
    for i, name in enumerate(variant.positions):
        is_slot = i in variant.reserve
        x, y = ((i - variant.reserve.start) * _SLOT, 0.0) if is_slot else board[i][1:]
        yield DrawnCell(
            name, x, y, sheet.cells[i],
            kind="" if is_slot else board[i][0].kind,
            label="" if is_slot else board[i][0].label,
            dimmed=dimmed.get(i, 0), is_legal=name in marks.legal, is_latest=name in marks.latest,
        )  # fmt: skip


def _dimmed(sheet: Sheet) -> dict[int, int]:
    """For each position the directions, as bits, in which its line is complete and scores nothing."""
    variant, found = sheet.variant, dict[int, int]()
    for direction, filled in broken_lines(variant, (*variant.board.lines, *variant.yard_lines), sheet.cells):
        for i in filled:
            found[i] = found.get(i, 0) | 1 << direction
    return found


def _ends(sheet: Sheet) -> Iterator[tuple[tuple[Direction, tuple[str, ...]], tuple[str, str]]]:
    variant = sheet.variant
    lines: tuple[Line, ...] = (*variant.board.lines, *variant.yard_lines)
    for line in lines:
        filled = tuple(variant.positions[i] for i in line.cells if sheet.cells[i] is not None)
        yield (line.direction, filled), (variant.positions[line.cells[0]], variant.positions[line.cells[-1]])
