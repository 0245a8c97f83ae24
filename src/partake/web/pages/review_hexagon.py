"""What the pages of a hexagon review show: a move with the value of every cell, the whole game, the best board."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Canvas, n
from partake.draw.svg.review import FAR, SCALE, Course, course_x, draw_courses, draw_valued
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.model import Record
from partake.review.hexagon.model import HANDED, GameReview, MoveReview, PlayerReview, Review
from partake.review.model import Grade
from partake.review.page_frame import picture, sprite
from partake.review.page_hexagon import colour_of, slips, tile_picture, valued
from partake.rules.variant import Variant
from partake.web.text.review import tell

SHOWN = 0.05
"""What is less than this is not worth a number."""


@dataclass(frozen=True, slots=True)
class Row:
    """A move in the list of all moves."""

    at: int
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
    """The expected score over a game, for everybody."""

    picture: Markup
    lines: tuple[Line, ...]
    first: str
    last: str
    """Where in the picture the start and the last tile stand."""
    count: int


@dataclass(frozen=True, slots=True)
class HexagonReview:
    """Everything the page of a hexagon review needs."""

    games: int
    game: int
    seats: tuple[tuple[int, str], ...]
    seat: int
    name: str
    at: int
    last: int
    step: Step
    sprite: Markup
    chart: Chart
    key: Markup
    far: str
    sums: tuple[tuple[str, str], ...]
    grades: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]
    values: str


def hexagon_review(
    found: Review, record: Record, *, game: int | None, seat: int | None, at: int | None
) -> HexagonReview:
    """The page of one move; whatever is not asked for, or is not there, is the first."""
    variant, canvas = variant_of(record), Canvas(PAGE)
    shown = found.games[within(game, len(found.games)) - 1]
    player = shown.players[within(seat, len(shown.players)) - 1]
    place = within(at, len(player.moves))
    step = _step(canvas, variant, shown, player, player.moves[place - 1])
    return HexagonReview(
        games=len(found.games),
        game=shown.number,
        seats=tuple((one.seat, one.name) for one in shown.players),
        seat=player.seat,
        name=player.name,
        at=place,
        last=len(player.moves),
        step=step,
        sprite=Markup(sprite(canvas)),
        chart=_chart(shown),
        key=_key(),
        far=f"{FAR:g}",
        sums=_sums(player),
        grades=tuple((grade.value, player.count(grade)) for grade in Grade if player.count(grade)),
        rows=tuple(_row(number, move) for number, move in enumerate(player.moves, start=1)),
        values=tell("by_network" if found.values == "network" else "by_table"),
    )


def variant_of(record: Record) -> Variant:
    """By what rules a record was played."""
    view = next(record.views())
    if not isinstance(view, HexagonView):
        raise TypeError("this is no hexagon game")
    return view.variant


def within(wanted: int | None, most: int) -> int:
    """What somebody asks for, if it is there; the first if it is not asked for."""
    return min(max(wanted or 1, 1), most)


def _step(canvas: Canvas, variant: Variant, game: GameReview, player: PlayerReview, move: MoveReview) -> Step:
    draws = len(game.tiles)
    if move.tile:
        title = tell("place", number=move.number, draws=draws, tile=move.tile, cell=_place(move.cell))
    else:
        title = tell("reserve", moves=move.cell)
    facts = [(tell("value"), f"{move.value:.1f}")]
    if move.lost >= SHOWN:
        facts += [(tell("better", cell=_better(move)), f"{move.best.value:.1f}"), (tell("lost"), f"{move.lost:.1f}")]
    if move.luck:
        facts.append((tell("luck"), _signed(move.luck)))
    sheet = Sheet.of(variant, dict(move.before))
    label = f"{player.name}, {tell('before').lower()}: {title}"
    return Step(
        title=title,
        tile=Markup(tile_picture(canvas, variant, move.tile)),
        grade=move.grade.value,
        facts=tuple(facts),
        words=move.words,
        board=Markup(picture(draw_valued(canvas, sheet, valued(variant, move)), label)),
        has_key=bool(move.tile),
        x=n(course_x(min(move.number, draws), draws)),
    )


def _place(cell: str) -> str:
    return tell("scrapyard") if cell == HANDED else cell


def _better(move: MoveReview) -> str:
    """Where the best move goes, and with which tile if it is another one."""
    best = _place(move.best.cell)
    return best if move.best.tile in ("", move.tile) else f"{move.best.tile} on {best}"


def _chart(game: GameReview) -> Chart:
    canvas, count = Canvas(PAGE), len(game.tiles)
    courses = [Course(one.name, one.course, colour_of(one.seat), slips(one)) for one in game.players]
    bots = dict.fromkeys(one.bot.course for one in game.players)
    courses += [Course(tell("bot"), course) for course in bots]
    top = game.hindsight.score if game.hindsight else None
    told = "; ".join(f"{course.name}: {', '.join(f'{v:.0f}' for v in course.values)}" for course in courses)
    lines = [Line(one.name, _mark(canvas.shade(colour_of(one.seat))[0]), points_of(one.score)) for one in game.players]
    scores = dict.fromkeys(one.bot.score for one in game.players)
    lines.append(Line(tell("bot"), _mark(canvas.paint("muted"), "7 5"), " · ".join(map(points_of, scores))))
    if top is not None:
        lines.append(Line(tell("top"), _mark(canvas.paint("turn"), "2 6"), str(top)))
    drawn = picture(draw_courses(canvas, courses, top=top), f"{tell('chart')}. {told}")
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


def _sums(player: PlayerReview) -> tuple[tuple[str, str], ...]:
    """How the score came about; the last one is the score itself."""
    return (
        (tell("start"), f"{player.start:.1f}"),
        (tell("luck_sum"), _signed(player.luck)),
        (tell("lost_sum"), _signed(-player.lost)),
        (tell("remainder"), _signed(player.remainder)),
        (tell("score"), points_of(player.score)),
    )


def _row(at: int, move: MoveReview) -> Row:
    is_lost = move.lost >= SHOWN
    return Row(
        at=at,
        number=str(move.number) if move.tile else "",
        move=f"{move.tile} {_place(move.cell)}" if move.tile else tell("reserve_short"),
        value=f"{move.value:.1f}",
        luck=_signed(move.luck) if move.luck else "",
        better=_better(move) if is_lost and move.tile else "",
        lost=f"{move.lost:.1f}" if is_lost else "",
        grade=move.grade.value,
    )


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def points_of(value: float) -> str:
    """Points as they are printed."""
    return f"{value:g}".replace("-", "−")
