"""The page of a hexagon review: sums, a chart, and the boards to step through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from partake.draw.svg.canvas import PAGE, Block, Canvas, n, words
from partake.draw.svg.review import (
    FAR,
    SCALE,
    SERIES,
    Course,
    Valued,
    course_x,
    draw_courses,
    draw_valued,
)  # fmt: skip
from partake.draw.svg.tiles import REACH, SIDE, draw_tile
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.model import Record
from partake.review.hexagon.model import GAINS, HANDED, Board, GameReview, MoveReview, PlayerReview, Review
from partake.review.model import Grade
from partake.review.page_frame import KEYS, chip, picture, sprite
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


def hexagon_body(found: Review, record: Record, seat: int | None) -> Iterator[str]:
    """Everything between the heading and the end of the page."""
    view = next(record.views())
    if not isinstance(view, HexagonView):
        raise TypeError("this is no hexagon game")
    canvas = Canvas(PAGE)
    body = [part for game in found.games for part in _game(canvas, view.variant, found, game, seat)]
    yield sprite(canvas)
    yield from body
    whose = "the network of the bot" if found.values == "network" else "the learned values of the bot"
    yield (
        f'<p class="muted">Expected scores by {whose}. Grades by the points lost: best under 0.5, good under 2, '
        "inaccuracy under 5, mistake under 10, blunder from 10 on.</p>"
    )


def _game(canvas: Canvas, variant: Variant, found: Review, game: GameReview, seat: int | None) -> Iterator[str]:
    players = [player for player in game.players if seat in (None, player.seat)]
    if len(found.games) > 1:
        yield f"<h2>Game {game.number} of {len(found.games)}</h2>"
    yield '<div class="cards">' + "".join(_card(canvas, game, player) for player in players) + "</div>"
    yield _chart(canvas, game, players)
    for player in players:
        yield f"<h2>{words(player.name)}, move by move</h2>"
        yield f'<div class="play" data-game="{game.number}"><div>{KEYS}'
        count = len(game.tiles)
        yield from (_step(canvas, variant, game, player, move, count) for move in player.moves)
        yield f"</div>{_list(game, player)}</div>"
    yield _boards(canvas, variant, game, players)


def _card(canvas: Canvas, game: GameReview, player: PlayerReview) -> str:
    rows = [
        ("expected at the start", f"{player.start:.1f}"),
        ("luck of the draw", _signed(player.luck)),
        ("given away", _signed(-player.lost)),
        ("not foreseen", _signed(player.remainder)),
    ]
    sums = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows)
    sums += f'<dt class="all">score</dt><dd class="all">{player.score:g}</dd>'
    sums += f"<dt>the bot on the same draws</dt><dd>{player.bot.score:g}</dd>"
    if game.hindsight is not None:
        best = game.hindsight
        bound = "" if best.proven else f" (at most {best.bound})"
        sums += f"<dt>best board for these tiles</dt><dd>{best.score}{bound}</dd>"
    grades = " ".join(f"{chip(grade)}&nbsp;{player.count(grade)}" for grade in Grade if player.count(grade))
    return (
        f'<section class="card"><h3><span class="swatch" style="background:{_shade(canvas, player.seat)}"></span>'
        f"{words(player.name)}<b>{player.score:g}</b></h3><dl class='sum'>{sums}</dl><p>{grades}</p></section>"
    )


def _shade(canvas: Canvas, seat: int) -> str:
    return canvas.shade(colour_of(seat))[0]


def colour_of(seat: int) -> str:
    """The colour of a seat in charts."""
    return SERIES[(seat - 1) % len(SERIES)]


def slips(player: PlayerReview) -> dict[int, float]:
    """The tiles that were placed badly, with the points lost."""
    bad = (Grade.MISTAKE, Grade.BLUNDER)
    return {move.number: move.lost for move in player.moves if move.tile and move.grade in bad}


def _chart(canvas: Canvas, game: GameReview, players: Sequence[PlayerReview]) -> str:
    courses = [Course(player.name, player.course, colour_of(player.seat), slips(player)) for player in players]
    courses += [Course("the bot", course) for course in dict.fromkeys(player.bot.course for player in players)]
    top = game.hindsight.score if game.hindsight else None
    legend = "".join(
        f'<span><i style="border-color:{_shade(canvas, player.seat)}"></i>{words(player.name)}</span>'
        for player in players
    )
    legend += '<span><i class="quiet" style="border-color:var(--pk-muted)"></i>the bot on the same draws</span>'
    if top is not None:
        legend += '<span><i class="top" style="border-color:var(--pk-turn)"></i>best board</span>'
    told = "; ".join(f"{course.name}: {', '.join(f'{v:.0f}' for v in course.values)}" for course in courses)
    drawn = picture(draw_courses(canvas, courses, top=top), f"Expected score after each tile. {told}")
    return (
        f'<h2>Expected score, tile by tile</h2><div class="chart" data-game="{game.number}">{drawn}</div>'
        f'<p class="legend">{legend}</p>'
    )


def _step(
    canvas: Canvas, variant: Variant, game: GameReview, player: PlayerReview, move: MoveReview, count: int
) -> str:
    x = course_x(min(move.number, count), count)
    name = f"g{game.number}s{player.seat}m{move.number}"
    sheet = _sheet(variant, move.before)
    drawn = picture(draw_valued(canvas, sheet, valued(variant, move)), f"{player.name} before tile {move.number}")
    return (
        f'<article class="step" id="{name}" data-x="{n(x)}"><header>{tile_picture(canvas, variant, move.tile)}'
        f"<p><strong>{_headline(move, count)}</strong><br>{_against(move)}</p></header>"
        f'<p class="why">{words(move.words)}</p><div class="boardpic">{drawn}</div>'
        f"{_key() if move.tile else ''}</article>"
    )


def _headline(move: MoveReview, count: int) -> str:
    if not move.tile:
        return f"Reserve: {words(move.cell)} {chip(move.grade)}"
    return f"{move.number} of {count}: {move.tile} on {_place(move.cell)} {chip(move.grade)}"


def _against(move: MoveReview) -> str:
    told = [f"expected {move.value:.1f}"]
    if move.lost >= 0.05:
        best = _place(move.best.cell) if move.best.tile in ("", move.tile) else f"{move.best.tile} on {move.best.cell}"
        told.append(f"{words(best)} {move.best.value:.1f}, {move.lost:.1f} lost")
    if move.luck:
        told.append(f"luck {_signed(move.luck)}")
    return f'<span class="muted">{" · ".join(told)}</span>'


def _place(cell: str) -> str:
    return "the scrapyard" if cell == HANDED else cell


def _key() -> str:
    look = f"background:linear-gradient(90deg,{','.join(SCALE)})"
    return (
        f'<p class="key"><span>0 lost</span><span class="scale" style="{look}"></span><span>{FAR:g} or more</span>'
        "<span>solid ring: played, dashed: best</span></p>"
    )


def valued(variant: Variant, move: MoveReview) -> Valued:
    """What the picture of a move shows; a scrapyard that somebody else fills shows its value on every cell."""
    top = move.best.value
    values: dict[str, tuple[float, float]] = {}
    for option in move.options:
        if option.tile == move.tile and move.tile:
            names = [variant.positions[i] for i in variant.yard] if option.cell == HANDED else [option.cell]
            values |= dict.fromkeys(names, (option.value, top - option.value))
    best = move.best.cell if move.best.tile == move.tile else ""
    lines = [(reason.change in GAINS, reason.cells) for reason in move.reasons if len(reason.cells) > 1]
    return Valued(
        values, move.cell, best, [cells for won, cells in lines if not won], [cells for won, cells in lines if won]
    )


def tile_picture(canvas: Canvas, variant: Variant, tile: str) -> str:
    """A tile as a picture of its own; nothing for none."""
    if not tile:
        return ""
    drawn = draw_tile(canvas, variant.tiles, Tile.parse(tile))
    body = f'<g transform="translate({n(SIDE)} {n(REACH)})">{drawn}</g>'
    return picture(Block(body, 2 * SIDE, 2 * REACH), f"tile {tile}")


def _list(game: GameReview, player: PlayerReview) -> str:
    rows = ""
    for i, move in enumerate(player.moves):
        link = f"#g{game.number}s{player.seat}m{move.number}"
        shown = f"{move.tile} {_place(move.cell)}" if move.tile else "reserve"
        better = "" if move.lost < 0.05 else words(move.best.cell if move.tile else "")
        rows += (
            f'<tr data-step="{i}"><td class="n">{move.number if move.tile else ""}</td>'
            f'<td><a href="{link}">{words(shown)}</a></td>'
            f'<td class="n">{move.value:.1f}</td><td class="n wide">{_signed(move.luck) if move.luck else ""}</td>'
            f"<td>{better}</td>"
            f'<td class="n">{f"{move.lost:.1f}" if move.lost >= 0.05 else ""}</td><td>{chip(move.grade)}</td></tr>'
        )
    head = '<th class="n">#<th>move<th class="n">expected<th class="n wide">luck<th>better<th class="n">lost<th>grade'
    return f'<div class="list scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _boards(canvas: Canvas, variant: Variant, game: GameReview, players: Sequence[PlayerReview]) -> str:
    """How it ended, what the bot has, and what was possible."""
    shown: list[tuple[str, Board]] = [(f"{player.name}: {player.score:g}", player.board) for player in players]
    bots = dict.fromkeys((player.bot.score, player.bot.board) for player in players)
    shown += [(f"The bot: {score:g}", board) for score, board in bots]
    if game.hindsight is not None:
        sure = "" if game.hindsight.proven else f", at most {game.hindsight.bound}"
        shown.append((f"Best board: {game.hindsight.score}{sure}", game.hindsight.board))
    figures = "".join(
        f"<figure><figcaption>{words(title)}</figcaption>"
        f"{picture(draw_valued(canvas, _sheet(variant, board), Valued()), title)}</figure>"
        for title, board in shown
    )
    return f'<h2>The boards at the end</h2><div class="twin">{figures}</div>'


def _sheet(variant: Variant, board: Board) -> Sheet:
    return Sheet.of(variant, dict(board))


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")
