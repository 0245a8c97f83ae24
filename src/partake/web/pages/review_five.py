"""What the page of a Take Five review shows: a decision, what everybody could know, and what else there was."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Block, Canvas, n
from partake.draw.svg.five import RIM, SQUARE, draw_board
from partake.engine.actions import GiveUp, Move
from partake.engine.five.view import FiveView
from partake.engine.notation import parse_action
from partake.engine.record.model import Record
from partake.engine.table import Table
from partake.review.five.description import spoken
from partake.review.five.model import FiveMove, FiveReview
from partake.review.model import percent
from partake.review.page_frame import picture, sprite
from partake.web.text.review import tell

SHOWN = 0.005
"""A smaller chance is not worth a number."""


@dataclass(frozen=True, slots=True)
class FiveRow:
    """A decision in the list of all decisions; the first of a round says which."""

    at: int
    round: str
    turn: int
    name: str
    action: str
    chance: str
    grade: str


@dataclass(frozen=True, slots=True)
class FiveStep:
    """One decision, seen before it was made."""

    round: str
    title: str
    grade: str
    facts: tuple[tuple[str, str], ...]
    words: str
    board: Markup
    players: tuple[tuple[str, str, str], ...]
    """Everybody's name, what they have taken, and what they could know."""
    options: tuple[tuple[str, str, bool, bool], ...]
    """What could be done, its chance, whether it was done, and whether it is the best."""


@dataclass(frozen=True, slots=True)
class FiveReviewPage:
    """Everything the page of a Take Five review needs."""

    seats: tuple[tuple[int, str], ...]
    seat: int
    """Whose decisions are shown; 0 for everybody's."""
    at: int
    last: int
    step: FiveStep
    sprite: Markup
    sums: tuple[tuple[str, int, int, str, tuple[tuple[str, int], ...]], ...]
    """Everybody's name, markers, decisions, rounds given away and grades."""
    rows: tuple[FiveRow, ...]
    worlds: int


def five_review(found: FiveReview, record: Record, *, seat: int | None, at: int | None) -> FiveReviewPage:
    """The page of one decision, among everybody's or one player's."""
    names, canvas = record.setup.names, Canvas(PAGE)
    chosen = seat if seat and any(move.seat == seat for move in found.moves) else 0
    moves = [move for move in found.moves if chosen in (0, move.seat)]
    place = min(max(at or 1, 1), len(moves))
    step = _step(canvas, record, moves[place - 1])
    rows, before = [], 0
    for number, move in enumerate(moves, start=1):
        title = tell("round", round=move.round, phase=move.phase) if move.round != before else ""
        before = move.round
        said = spoken(move.action)
        rows.append(
            FiveRow(number, title, move.turn, names[move.seat - 1], said, percent(move.chance), move.grade.value)
        )
    return FiveReviewPage(
        seats=((0, tell("everybody")), *((player.seat, player.name) for player in found.players)),
        seat=chosen,
        at=place,
        last=len(moves),
        step=step,
        sprite=Markup(sprite(canvas)),
        sums=tuple(
            (
                player.name, player.markers, player.decisions, f"{player.lost:.2f}",
                tuple((grade, count) for grade, count in player.grades.items() if count),
            )
            for player in found.players
        ),
        rows=tuple(rows),
        worlds=found.worlds,
    )  # fmt: skip


def _step(canvas: Canvas, record: Record, move: FiveMove) -> FiveStep:
    names, view = record.setup.names, _seen(record, move)
    title = tell("decision", turn=move.turn, name=names[move.seat - 1], action=spoken(move.action))
    facts = [(tell("chance"), percent(move.chance))]
    if move.lost >= SHOWN:
        facts.append((tell("best_action", action=spoken(move.best.action)), percent(move.best.chance)))
        facts.append((tell("chance_lost"), percent(move.lost)))
    players = tuple(
        (
            name,
            " ".join(map(str, hand)) or tell("taken_none"),
            ", ".join(f"{square} {value}" for square, value in known) or tell("known_none"),
        )
        for name, hand, known in zip(names, view.hands, move.known, strict=True)
    )
    options = tuple(
        (spoken(option.action), percent(option.chance), option.action == move.action, option == move.best)
        for option in move.options
    )
    return FiveStep(
        round=tell("round", round=move.round, phase=move.phase),
        title=title,
        grade=move.grade.value,
        facts=tuple(facts),
        words=move.words,
        board=Markup(picture(_board(canvas, view, move), f"{tell('before')}: {title}")),
        players=players,
        options=options,
    )


def _seen(record: Record, move: FiveMove) -> FiveView:
    """What the one who moved saw just before."""
    before = Record(record.setup, record.commitment, record.moves[: move.at], record.seed)
    view = Table.resume(before).view(move.seat)
    if not isinstance(view, FiveView):
        raise TypeError("this is no game of Take Five")
    return view


def _board(canvas: Canvas, view: FiveView, move: FiveMove) -> Block:
    """The board, with a solid ring where the move went and a dashed one where the best one goes."""
    board = draw_board(canvas, view, remembers=True)
    rings = _ring(view, move.action, canvas.paint("last"))
    if move.best.action != move.action:
        rings = _ring(view, move.best.action, "#ffffff", ' stroke-dasharray="9 6"') + rings
    return Block(board.body + rings, board.width, board.height)


def _ring(view: FiveView, action: str, shade: str, dashes: str = "") -> str:
    done = parse_action(action)
    if not isinstance(done, (Move, GiveUp)):
        return ""
    line, column = divmod(view.squares.index(done.square), view.edition.size)
    x, y = RIM + column * SQUARE + 4, RIM + (view.edition.size - line - 1) * SQUARE + 4
    shape = f'x="{n(x)}" y="{n(y)}" width="{n(SQUARE - 8)}" height="{n(SQUARE - 8)}" rx="10" fill="none"'
    return f'<rect {shape} stroke="#14161b" stroke-width="8"/><rect {shape} stroke="{shade}" stroke-width="5"{dashes}/>'
