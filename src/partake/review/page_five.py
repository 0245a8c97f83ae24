"""The page of a Take Five review: sums, and the board to step through with what the mover could know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from partake.draw.svg.canvas import PAGE, Canvas, words
from partake.draw.svg.five import draw_board
from partake.engine.five.view import FiveView
from partake.engine.record.model import Record
from partake.review.five.description import spoken
from partake.review.five.model import FiveMove, FivePlayer, FiveReview
from partake.review.model import Grade, percent
from partake.review.page_frame import KEYS, chip, picture, sprite


def five_body(found: FiveReview, record: Record, seat: int | None) -> Iterator[str]:
    """Everything between the heading and the end of the page."""
    canvas, names = Canvas(PAGE), record.setup.names
    seats = range(1, len(names) + 1)
    views = {owner: [view for view in record.views(owner) if isinstance(view, FiveView)] for owner in seats}
    moves = [move for move in found.moves if seat in (None, move.seat)]
    rounds: dict[int, list[FiveMove]] = {}
    for move in moves:
        rounds.setdefault(move.round, []).append(move)
    body = []
    for number, played in rounds.items():
        steps = "".join(_step(canvas, views[move.seat][move.at], move, names) for move in played)
        body.append(f"<h2>Round {number}: {words(played[0].phase)}</h2>")
        body.append(f'<div class="play" data-game="{number}"><div>{KEYS}{steps}</div>{_list(played, names)}</div>')
    yield sprite(canvas)
    yield '<div class="cards">' + "".join(map(_card, found.players)) + "</div>"
    yield from body
    yield (
        f'<p class="muted">Chances to win the round, by the bot, over {found.worlds} worlds that agree with what the '
        "player could know. Grades by the chance lost: best under 1 %, good under 3 %, inaccuracy under 7 %, mistake "
        "under 15 %, blunder from 15 % on. A small number on a pawn: the player who moves has seen it.</p>"
    )


def _card(player: FivePlayer) -> str:
    grades = " ".join(f"{chip(grade)}&nbsp;{player.grades[grade]}" for grade in Grade if player.grades[grade])
    sums = (
        f"<dt>decisions</dt><dd>{player.decisions}</dd>"
        f"<dt>rounds given away, all chances added up</dt><dd>{player.lost:.2f}</dd>"
    )
    return (
        f'<section class="card"><h3>{words(player.name)}<b>{player.markers}</b></h3><dl class="sum">{sums}</dl>'
        f"<p>{grades}</p></section>"
    )


def _step(canvas: Canvas, view: FiveView, move: FiveMove, names: Sequence[str]) -> str:
    said = f"{names[move.seat - 1]}: {spoken(move.action)}"
    others = "; ".join(
        f"{name} {', '.join(f'{square} {value}' for square, value in known) or 'nothing'}"
        for name, known in zip(names, move.known, strict=True)
    )
    options = "".join(
        f"<tr><td>{words(spoken(option.action))}</td><td class='n'>{percent(option.chance)}</td></tr>"
        for option in move.options
    )
    hands = "; ".join(f"{name} {' '.join(map(str, hand)) or '–'}" for name, hand in zip(names, view.hands, strict=True))
    drawn = picture(draw_board(canvas, view, remembers=True), f"the board before: {said}")
    return (
        f'<article class="step" id="m{move.at}" data-x="0"><header><p><strong>Turn {move.turn}, {words(said)} '
        f'{chip(move.grade)}</strong><br><span class="muted">{percent(move.chance)} to win the round</span></p>'
        f"</header>"
        f'<p class="why short">{words(move.words)}</p><div class="boardpic">{drawn}</div>'
        f"<p><b>Taken:</b> {words(hands)}</p><p><b>Could be known:</b> {words(others)}</p>"
        f"<table><tbody>{options}</tbody></table></article>"
    )


def _list(moves: Sequence[FiveMove], names: Sequence[str]) -> str:
    rows = "".join(
        f'<tr data-step="{i}"><td class="n">{move.turn}</td><td>{words(names[move.seat - 1])}</td>'
        f'<td><a href="#m{move.at}">{words(spoken(move.action))}</a></td><td class="n">{percent(move.chance)}</td>'
        f"<td>{chip(move.grade)}</td></tr>"
        for i, move in enumerate(moves)
    )
    head = '<th class="n">turn<th>player<th>action<th class="n">to win<th>grade'
    return f'<div class="list scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
