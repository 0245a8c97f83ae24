"""What the pages of a hexagon review show: a move with the value of every cell, the whole game, the best board."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Canvas, n
from partake.draw.svg.review import (
    FAR,
    SCALE,
    Course,
    Valued,
    colour_of,
    course_x,
    draw_courses,
    draw_valued,
    picture,
    sprite,
    tile_picture,
)
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.model import Record
from partake.review.hexagon.model import GAINS, HANDED, GameReview, MoveReview, PlayerReview, Review
from partake.review.model import Grade
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.rules.variant import Variant
from partake.web.text.phrases import figure
from partake.web.text.review import tell

SHOWN = 0.05
"""A smaller loss of points is not shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move in the list of all moves."""

    at: int
    decision: str
    number: str
    move: str
    value: str
    luck: str
    better: str
    lost: str
    grade: str


@dataclass(frozen=True, slots=True)
class Step:
    """One move, seen before it was made."""

    decision: str
    """Its id in a file that holds all decisions."""
    title: str
    tile: Markup
    grade: str
    facts: tuple[tuple[str, str], ...]
    """Numbers of this move, with what they are."""
    words: str
    board: Markup
    has_key: bool
    x: str
    """Where in the chart it stands."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chart."""

    name: str
    mark: Markup
    points: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The expected score over a game, a line for each player."""

    picture: Markup
    lines: tuple[Line, ...]
    first: str
    last: str
    """Where in the picture the start and the last tile stand."""
    count: int


@dataclass(frozen=True, slots=True)
class Panel:
    """One player's game: how the score came about, and the list of all moves."""

    seat: int
    name: str
    sums: tuple[tuple[str, str], ...]
    """How the score came about; the last one is the score itself."""
    grades: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class HexagonReview:
    """Everything the page of a hexagon review needs."""

    games: int
    game: int
    seats: tuple[tuple[int, str], ...]
    seat: int
    at: int
    last: int
    step: Step
    panel: Panel
    sprite: Markup
    chart: Chart
    key: Markup
    far: int
    values: str


def hexagon_review(
    found: Review,
    record: Record,
    *,
    game: int | None = None,
    seat: int | None = None,
    at: int | None = None,
    canvas: Canvas | None = None,
) -> HexagonReview:
    """The page of one move; what is not asked for, or is not there, is the first.

    Pages that share a canvas share its shapes, which are then not part of any of them.
    """
    variant = variant_of(record)
    drawn = canvas or Canvas(PAGE, has_faint_symbols=not variant.uses_symbols)
    shown = found.games[within(game, len(found.games)) - 1]
    player = next((one for one in shown.players if one.seat == seat), shown.players[0])
    place = within(at, len(player.moves))
    step = hexagon_step(drawn, variant, shown, player, place)
    return HexagonReview(
        games=len(found.games),
        game=shown.number,
        seats=tuple((one.seat, said(shown_name(one.name))) for one in shown.players),
        seat=player.seat,
        at=place,
        last=len(player.moves),
        step=step,
        panel=hexagon_panel(shown, player),
        sprite=Markup(sprite(drawn) if canvas is None else ""),
        chart=_chart(shown),
        key=_key(),
        far=int(FAR),
        values=tell("by_network" if found.values == "network" else "by_table"),
    )


def variant_of(record: Record) -> Variant:
    """By what rules a record was played."""
    view = next(record.views())
    if not isinstance(view, HexagonView):
        raise TypeError("this is no hexagon game")
    return view.variant


def within(wanted: int | None, most: int) -> int:
    """The number that is asked for, within what there is; the first if none is."""
    return min(max(wanted or 1, 1), most)


def hexagon_step(canvas: Canvas, variant: Variant, game: GameReview, player: PlayerReview, at: int) -> Step:
    """A player's decision number `at`, seen before it was made."""
    move, draws = player.moves[at - 1], len(game.tiles)
    if move.tile:
        title = tell("place", number=move.number, draws=draws, tile=move.tile, cell=place_words(move.cell))
    else:
        title = tell("reserve", moves=move.cell)
    facts = [(tell("value"), figure(move.value, ".1f"))]
    if move.lost >= SHOWN:
        facts += [
            (tell("better", cell=_better(move)), figure(move.best.value, ".1f")),
            (tell("lost"), figure(move.lost, ".1f")),
        ]
    if move.luck:
        facts.append((tell("luck"), figure(move.luck, "+.1f")))
    sheet = Sheet.of(variant, dict(move.before))
    label = tell("before_of", name=shown_name(player.name), move=title)
    return Step(
        decision=_decision(game, player, at),
        title=title,
        tile=Markup(tile_picture(canvas, variant.tiles, move.tile)),
        grade=move.grade.value,
        facts=tuple(facts),
        words=said(move.words),
        board=Markup(picture(draw_valued(canvas, sheet, valued(variant, move)), label, role="grid")),
        has_key=bool(move.tile),
        x=n(course_x(min(move.number, draws), draws)),
    )


def place_words(cell: str) -> str:
    """Where a tile goes, in words."""
    return tell("scrapyard") if cell == HANDED else cell


def _better(move: MoveReview) -> str:
    """Where the best move goes, and with which tile if it is another one."""
    best = place_words(move.best.cell)
    return best if move.best.tile in ("", move.tile) else tell("best_tile", tile=move.best.tile, cell=best)


def _chart(game: GameReview) -> Chart:
    canvas, count = Canvas(PAGE), len(game.tiles)
    courses = [
        Course(said(shown_name(one.name)), one.course, colour_of(one.seat), _errors(one)) for one in game.players
    ]
    bots = dict.fromkeys(one.bot.course for one in game.players)
    courses += [Course(tell("bot"), course) for course in bots]
    top = game.hindsight.score if game.hindsight else None
    told = "; ".join(
        tell("chart_of", name=course.name, values=", ".join(figure(value, ".0f") for value in course.values))
        for course in courses
    )
    lines = [
        Line(said(shown_name(one.name)), _mark(canvas.line(colour_of(one.seat))), points_of(one.score))
        for one in game.players
    ]
    scores = dict.fromkeys(one.bot.score for one in game.players)
    lines.append(Line(tell("bot"), _mark(canvas.paint("muted"), "7 5"), " · ".join(map(points_of, scores))))
    if top is not None:
        lines.append(Line(tell("top"), _mark(canvas.paint("turn"), "2 6"), points_of(top)))
    drawn = picture(draw_courses(canvas, courses, top=top), tell("chart_told", courses=told))
    return Chart(Markup(drawn), tuple(lines), n(course_x(0, count)), n(course_x(count, count)), count)


def _mark(shade: str, dashes: str = "") -> Markup:
    """How a line of the chart looks."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    line = f'<path d="M2 6H30" stroke="{shade}" stroke-width="4" stroke-linecap="round"{dashed}/>'
    return Markup(f'<svg class="line" viewBox="0 0 32 12" aria-hidden="true">{line}</svg>')


def _key() -> Markup:
    """The colours of cells, from nothing lost to a lot."""
    shades = "".join(f'<rect x="{20 * i}" width="21" height="14" fill="{shade}"/>' for i, shade in enumerate(SCALE))
    box = f'viewBox="0 0 {20 * len(SCALE)} 14" preserveAspectRatio="none"'
    return Markup(f'<svg class="scale" {box} aria-hidden="true">{shades}</svg>')


def hexagon_panel(game: GameReview, player: PlayerReview) -> Panel:
    """What stands beside each of a player's decisions."""
    sums = (
        (tell("start"), figure(player.start, ".1f")),
        (tell("luck_sum"), figure(player.luck, "+.1f")),
        (tell("lost_sum"), figure(-player.lost, "+.1f")),
        (tell("remainder"), figure(player.remainder, "+.1f")),
        (tell("score"), points_of(player.score)),
    )
    grades = tuple((grade.value, player.count(grade)) for grade in Grade if player.count(grade))
    rows = tuple(_row(at, _decision(game, player, at), move) for at, move in enumerate(player.moves, start=1))
    return Panel(player.seat, said(shown_name(player.name)), sums, grades, rows)


def _decision(game: GameReview, player: PlayerReview, at: int) -> str:
    return f"decision-{game.number}-{player.seat}-{at}"


def _row(at: int, decision: str, move: MoveReview) -> Row:
    is_lost = move.lost >= SHOWN
    return Row(
        at=at,
        decision=decision,
        number=str(move.number) if move.tile else "",
        move=f"{move.tile} {place_words(move.cell)}" if move.tile else tell("reserve_short"),
        value=figure(move.value, ".1f"),
        luck=figure(move.luck, "+.1f") if move.luck else "",
        better=_better(move) if is_lost and move.tile else "",
        lost=figure(move.lost, ".1f") if is_lost else "",
        grade=move.grade.value,
    )


def valued(variant: Variant, move: MoveReview) -> Valued:
    """What the picture of a move shows; a scrapyard that a neighbour fills shows its value on every cell."""
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


def _errors(player: PlayerReview) -> dict[int, float]:
    """The tiles that were placed badly, with the points lost."""
    bad = (Grade.MISTAKE, Grade.BLUNDER)
    return {move.number: move.lost for move in player.moves if move.tile and move.grade in bad}


def points_of(value: float) -> str:
    """Points as they are printed."""
    return figure(value)
