"""What the page of a Take Five review shows: a decision, what each player could know, and the alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Block, Canvas, n
from partake.draw.svg.five import RIM, SQUARE, draw_board, square_names
from partake.draw.svg.review import picture, sprite
from partake.engine.actions import GiveUp, Move
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.notation import parse_action
from partake.engine.record.model import Record
from partake.review.five.description import spoken
from partake.review.five.model import FiveMove, FiveReview
from partake.review.model import percent
from partake.rules.messages import Message, said
from partake.rules.names import shown_name
from partake.web.text.phrases import figure, phase_name
from partake.web.text.review import tell

SHOWN = 0.005
"""A smaller loss of chance is not shown."""


@dataclass(frozen=True, slots=True)
class FiveRow:
    """A decision in the list of all decisions; the first of a round says which."""

    at: int
    decision: str
    round: str
    turn: int
    name: str
    action: str
    chance: str
    grade: str


@dataclass(frozen=True, slots=True)
class FiveStep:
    """One decision, seen before it was made."""

    decision: str
    """Its id in a file that holds all decisions."""
    round: str
    title: str
    grade: str
    facts: tuple[tuple[str, str], ...]
    words: str
    board: Markup
    players: tuple[tuple[str, str, str], ...]
    """For each player the name, the pawns taken, and the pawns that could be known."""
    options: tuple[tuple[str, str, bool, bool], ...]
    """For each action its text, its chance, whether it was played, and whether it is the best."""


@dataclass(frozen=True, slots=True)
class FivePanel:
    """The list of decisions: those of one seat, or of all for seat 0."""

    seat: int
    rows: tuple[FiveRow, ...]


@dataclass(frozen=True, slots=True)
class FiveReviewPage:
    """Everything the page of a Take Five review needs."""

    seats: tuple[tuple[int, str], ...]
    seat: int
    """The seat whose decisions are shown; 0 for all seats."""
    at: int
    last: int
    step: FiveStep
    panel: FivePanel
    sprite: Markup
    sums: tuple[tuple[str, int, int, str, tuple[tuple[str, int], ...]], ...]
    """For each player the name, markers, decisions, rounds given away and grades."""
    games: int = 1
    game: int = 1


def five_review(
    found: FiveReview,
    record: Record,
    *,
    game: int | None = None,
    seat: int | None = None,
    at: int | None = None,
    canvas: Canvas | None = None,
) -> FiveReviewPage:
    """The page of one decision among those of all players or of one; there is only one game.

    Pages that share a canvas share its shapes, which are then not part of any of them.
    """
    drawn = canvas or Canvas(PAGE)
    movers = {move.seat for move in found.moves}
    chosen = seat if seat in movers else 0
    panel = five_panel(found, chosen)
    place = min(max(at or 1, 1), len(panel.rows))
    move = [move for move in found.moves if chosen in (0, move.seat)][place - 1]
    step = five_step(drawn, record, move, next(islice(record.views(move.seat), move.at, None)))
    return FiveReviewPage(
        seats=((0, tell("everybody")), *((player.seat, said(shown_name(player.name))) for player in found.players)),
        seat=chosen,
        at=place,
        last=len(panel.rows),
        step=step,
        panel=panel,
        sprite=Markup(sprite(drawn) if canvas is None else ""),
        sums=tuple(
            (
                said(shown_name(player.name)), player.markers, player.decisions, figure(player.lost, ".2f"),
                tuple((grade, count) for grade, count in player.grades.items() if count),
            )
            for player in found.players
        ),
    )  # fmt: skip


def five_panel(found: FiveReview, seat: int) -> FivePanel:
    """What stands beside each decision of a seat, or of all for seat 0."""
    rows: list[FiveRow] = []
    before = 0
    for move in found.moves:
        if seat not in (0, move.seat):
            continue
        title = tell("round", round=move.round, phase=phase_name(move.phase)) if move.round != before else ""
        before = move.round
        name = said(shown_name(found.players[move.seat - 1].name))
        rows.append(
            FiveRow(
                len(rows) + 1, _decision(move), title, move.turn, name, said(spoken(move.action)),
                said(percent(move.chance)), move.grade.value,
            )
        )  # fmt: skip
    return FivePanel(seat, tuple(rows))


def _decision(move: FiveMove) -> str:
    return f"decision-{move.at}"


def five_step(canvas: Canvas, record: Record, move: FiveMove, view: View) -> FiveStep:
    """One decision, with what its player saw just before."""
    if not isinstance(view, FiveView):
        raise TypeError("this is no game of Take Five")
    names = [said(shown_name(name)) for name in record.setup.names]
    title = tell("decision", turn=move.turn, name=names[move.seat - 1], action=spoken(move.action))
    facts = [(tell("chance"), said(percent(move.chance)))]
    if move.lost >= SHOWN:
        facts.append((tell("best_action", action=spoken(move.best.action)), said(percent(move.best.chance))))
        facts.append((tell("chance_lost"), said(percent(move.lost))))
    players = tuple(
        (
            name,
            " ".join(map(str, hand)) or tell("taken_none"),
            ", ".join(f"{square} {value}" for square, value in known) or tell("known_none"),
        )
        for name, hand, known in zip(names, view.hands, move.known, strict=True)
    )
    options = tuple(
        (said(spoken(option.action)), said(percent(option.chance)), option.action == move.action, option == move.best)
        for option in move.options
    )
    return FiveStep(
        decision=_decision(move),
        round=tell("round", round=move.round, phase=phase_name(move.phase)),
        title=title,
        grade=move.grade.value,
        facts=tuple(facts),
        words=said(move.words),
        board=Markup(picture(_board(canvas, view, move), tell("before_move", move=title), role="grid")),
        players=players,
        options=options,
    )


def _board(canvas: Canvas, view: FiveView, move: FiveMove) -> Block:
    """The board, with a solid ring where the move went and a dashed one where the best one goes."""
    played, best = _goal(move.action), _goal(move.best.action)
    names = square_names(view, remembers=True)
    for square in {played, best} - {""}:
        names[square] = said(_marked(names[square], is_played=square == played, is_best=square == best))
    board = draw_board(canvas, view, remembers=True, names=names)
    rings = _ring(view, played, canvas.paint("last"))
    if move.best.action != move.action:
        rings = _ring(view, best, "#ffffff", ' stroke-dasharray="9 6"') + rings
    return Block(f'{board.body}<g aria-hidden="true">{rings}</g>', board.width, board.height)


def _goal(action: str) -> str:
    """The square that an action leads to, if it does."""
    done = parse_action(action)
    return done.square if isinstance(done, (Move, GiveUp)) else ""


def _marked(name: str, *, is_played: bool, is_best: bool) -> Message:
    """A square with what the rings say."""
    if is_played and is_best:
        return Message("{square}, played here, the best square", square=name)
    if is_played:
        return Message("{square}, played here", square=name)
    return Message("{square}, the best square", square=name)


def _ring(view: FiveView, square: str, shade: str, dashes: str = "") -> str:
    if not square:
        return ""
    line, column = divmod(view.squares.index(square), view.edition.size)
    x, y = RIM + column * SQUARE + 4, RIM + (view.edition.size - line - 1) * SQUARE + 4
    shape = f'x="{n(x)}" y="{n(y)}" width="{n(SQUARE - 8)}" height="{n(SQUARE - 8)}" rx="10" fill="none"'
    return f'<rect {shape} stroke="#14161b" stroke-width="8"/><rect {shape} stroke="{shade}" stroke-width="5"{dashes}/>'
