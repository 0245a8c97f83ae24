"""Reviews and hints as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from partake.engine.outcome import phase_name
from partake.review.five.description import spoken
from partake.review.five.model import FiveHint, FiveMove, FiveReview, Known
from partake.review.hexagon.model import (
    NO_MOVES,
    GameReview,
    Hint,
    MoveReview,
    OpenLine,
    PlayerReview,
    Review,
    SeatHint,
)
from partake.review.model import Grade, grade_name, percent, signed
from partake.rules.languages import current
from partake.rules.messages import Message, Plural, message_of, said
from partake.rules.names import shown_name

BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a chart, lowest first."""
PLAIN = "_.-~=+*#"
"""The same in ASCII."""
COLUMNS = (
    Message.keyed("column", "tile", {}),
    Message.keyed("column", "cell", {}),
    Message.keyed("column", "expected", {}),
    Message.keyed("column", "luck", {}),
    Message.keyed("column", "best", {}),
    Message.keyed("column", "lost", {}),
    Message.keyed("column", "grade", {}),
)
"""The headings of a player's moves."""
PLACE = Message.keyed("column", "place", {})
"""The heading of a hint's placements."""
LINE_COLUMNS = (
    Message.keyed("column", "open line", {}),
    Message.keyed("column", "points", {}),
    Message.keyed("column", "needs", {}),
    Message.keyed("column", "left", {}),
    Message.keyed("column", "likely", {}),
    Message.keyed("column", "after the best place", {}),
)
"""The headings of a hint's open lines."""
FIVE_COLUMNS = Message.keyed("column", "action", {}), Message.keyed("column", "to win the round", {})
"""The headings of a hint for Take Five."""
MOST_PLACES = 8
"""The number of placements that a hint lists."""


def report(found: Review | FiveReview | Hint | FiveHint, *, width: int, signs: bool, seat: int | None = None) -> str:
    """A review, of all seats or of one, or a hint; `signs` allows characters beyond ASCII."""
    match found:
        case Review():
            lines = _hexagon(found, width, signs, seat)
        case FiveReview():
            lines = _five(found, width, seat)
        case Hint():
            lines = _hint(found)
        case FiveHint():
            lines = _five_hint(found)
    return _plain("\n".join(lines), signs=signs)


def _plain(text: str, *, signs: bool) -> str:
    return text if signs else text.replace("–", "-").replace("−", "-").replace("·", "-").replace("…", "...")


def _hexagon(found: Review, width: int, signs: bool, seat: int | None) -> Iterator[str]:
    for game in found.games:
        title = message_of(found.title)
        if len(found.games) > 1:
            title = Message("{game}, game {number} of {all}", game=title, number=game.number, all=len(found.games))
        for player in game.players:
            if seat in (None, player.seat):
                yield from _player(title, game, player, width, signs)


def _player(title: Message, game: GameReview, player: PlayerReview, width: int, signs: bool) -> Iterator[str]:
    name = shown_name(player.name)
    yield said(
        Plural(
            "{game} · {name}: {points:g} point",
            "{game} · {name}: {points:g} points",
            count=int(player.score),
            game=title,
            name=name,
            points=player.score,
        )
    )
    yield "  " + said(
        Message(
            "{start:.1f} expected, {luck} luck of the draw, {lost} given away, {remainder} not foreseen = {score:g}",
            start=player.start,
            luck=signed(player.luck),
            lost=signed(-player.lost),
            remainder=signed(player.remainder),
            score=player.score,
        )
    )
    best = game.hindsight
    if best is not None and best.proven:
        yield "  " + said(Message("the best board for these tiles has {score}", score=best.score))
    elif best is not None:
        known = Message(
            "the best board for these tiles has {score}, at most {bound}", score=best.score, bound=best.bound
        )
        yield "  " + said(known)
    yield "  " + said(Message("the bot scored {score:g} on the same draws", score=player.bot.score))
    yield ""
    yield from _chart(player, signs)
    yield ""
    yield from _table(player.moves, width)
    yield ""
    yield "  " + _counted({grade: player.count(grade) for grade in Grade})
    yield ""


def _counted(grades: Mapping[Grade, int]) -> str:
    return ", ".join(f"{said(grade_name(grade))} {count}" for grade, count in grades.items() if count)


def _chart(player: PlayerReview, signs: bool) -> Iterator[str]:
    """The expected score after each tile, of the player and of the bot, on the same scale."""
    low, high = min((*player.course, *player.bot.course)), max((*player.course, *player.bot.course))
    steps = BLOCKS if signs else PLAIN
    own, bot = said(shown_name(player.name)), said(Message("bot"))
    size = max(len(own), len(bot))
    for name, course in ((own, player.course), (bot, player.bot.course)):
        heights = (round((value - low) / max(1e-9, high - low) * (len(steps) - 1)) for value in course)
        drawn = "".join(steps[height] for height in heights)
        yield f"  {name:<{size}}  {course[0]:5.0f} {drawn} {_number(course[-1], 'g')}"


def _table(moves: Sequence[MoveReview], width: int) -> Iterator[str]:
    heads = [said(column) for column in COLUMNS]
    tile = max(len(heads[0]), *(len(move.tile) for move in moves))
    cell = max(len(heads[1]), len(heads[4]), *(len(move.cell) for move in moves if move.tile))
    expected, luck, lost = len(heads[2]), max(5, len(heads[3])), max(6, len(heads[5]))
    yield (
        f"   #  {heads[0]:<{tile}}  {heads[1]:<{cell}}  {heads[2]}  {heads[3]:>{luck}}  {heads[4]:<{cell}}"
        f"  {heads[5]:>{lost}}  {heads[6]}"
    )
    for move in moves:
        value, graded = _number(move.value), said(grade_name(move.grade))
        if not move.tile:
            moved = NO_MOVES if move.cell == str(NO_MOVES) else move.cell
            told = said(Message("reserve: {moves}", moves=moved))
            yield f"      {told}  {value:>{expected}}  {_lost(move.lost)}  {graded}"
        else:
            shown = signed(move.luck) if move.called[0] == move.tile or move.luck else ""
            yield (
                f"  {move.number:>2}  {move.tile:<{tile}}  {move.cell:<{cell}}  {value:>{expected}}  {shown:>{luck}}"
                f"  {_best(move):<{cell}}  {_lost(move.lost):>{lost}}  {graded}"
            )
        if move.grade is not Grade.BEST:
            yield from _wrapped(said(move.words), width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """A sentence in lines, with no break between a number and its per cent sign."""
    lines = textwrap.wrap(text.replace(" %", "\0%"), max(40, width - 8))
    yield from (f"       {line}".replace("\0%", " %") for line in lines)


def _best(move: MoveReview) -> str:
    if move.best.cell == move.cell and move.best.tile == move.tile:
        return "="
    return move.best.cell if move.best.tile == move.tile else f"{move.best.tile}@{move.best.cell}"


def _lost(lost: float) -> str:
    return _number(lost) if lost >= 0.05 else ""


def _number(value: float, spec: str = ".1f") -> str:
    """A number as the reader writes it."""
    return current().marked(format(value, spec))


def _hint(found: Hint) -> Iterator[str]:
    for seat in found.seats:
        yield said(
            Message(
                "{game} · {name}, tile {number} of {all}",
                game=message_of(found.title),
                name=shown_name(seat.name),
                number=found.draw,
                all=found.draws,
            )
        )
        yield from _seat(seat)
        yield ""


def _seat(seat: SeatHint) -> Iterator[str]:
    for action in seat.handed:
        yield "  " + said(Message("scrapped by others: {action} does most harm", action=action))
    if not seat.hand:
        for option in seat.options:
            moved = NO_MOVES if option.cell == str(NO_MOVES) else option.cell
            yield "  " + said(
                Plural(
                    "moves from the reserve: {moves}, {points:g} point",
                    "moves from the reserve: {moves}, {points:g} points",
                    count=int(option.value),
                    moves=moved,
                    points=option.value,
                )
            )
    else:
        yield "  " + said(Message("to place: {tiles}", tiles=", ".join(seat.hand)))
        place, expected = said(PLACE), said(COLUMNS[2])
        wide, width = max(8, len(place)), max(8, len(expected))
        yield f"  {place:<{wide}} {expected}"
        several = len(seat.hand) > 1
        for option in seat.options[:MOST_PLACES]:
            at = f"{option.tile}@{option.cell}" if several else option.cell
            yield f"  {at:<{wide}} {_number(option.value):>{width}}"
        if len(seat.options) > MOST_PLACES:
            yield "  " + said(Plural("and one more", "and {count} more", count=len(seat.options) - MOST_PLACES))
    if seat.lines:
        yield from _lines(seat.lines)


def _lines(lines: Sequence[OpenLine]) -> Iterator[str]:
    """The open lines as a table under its headings."""
    name, worth, need, left, likely, after = map(said, LINE_COLUMNS)
    names = [said(_line_name(line)) for line in lines]
    wide = max(20, len(name), *map(len, names))
    sizes = max(6, len(worth)), max(5, len(need)), max(4, len(left)), max(9, len(likely))
    yield (
        f"  {name:<{wide}}  {worth:>{sizes[0]}}  {need:>{sizes[1]}}  {left:>{sizes[2]}}  {likely:<{sizes[3]}}  {after}"
    )
    for told, line in zip(names, lines, strict=True):
        yield (
            f"  {told:<{wide}}  {line.points:>{sizes[0]}}  {line.need:>{sizes[1]}}  {line.left:>{sizes[2]}}"
            f"  {percent(line.chance):>{sizes[3]}}  {percent(line.after):>9}"
        )


def _line_name(line: OpenLine) -> Message:
    values = {"number": line.number, "first": line.cells[0], "last": line.cells[-1]}
    if line.is_begun:
        return Message("{number}s {first}–{last}", **values)
    return Message("{number}s {first}–{last} (free)", **values)


def _five(found: FiveReview, width: int, seat: int | None) -> Iterator[str]:
    names = [said(shown_name(player.name)) for player in found.players]
    yield said(message_of(found.title))
    for player, name in zip(found.players, names, strict=True):
        won = Plural("{count} marker", "{count} markers", count=player.markers)
        gave = Plural(
            "{count} decision gave {lost:.2f} rounds away",
            "{count} decisions gave {lost:.2f} rounds away",
            count=player.decisions,
            lost=player.lost,
        )
        yield "  " + said(Message("{name}: {won}; {gave}", name=name, won=won, gave=gave))
        yield f"    {_counted({Grade(grade): count for grade, count in player.grades.items()})}"
    before, wide = 0, max([26, *(len(spoken(move.action)) for move in found.moves)])
    for move in found.moves:
        if seat not in (None, move.seat):
            continue
        if move.round != before:
            before = move.round
            yield "\n" + said(Message("Round {round}, {phase}", round=move.round, phase=phase_name(move.phase)))
        yield from _five_move(move, names, width, wide)


def _five_move(move: FiveMove, names: Sequence[str], width: int, wide: int) -> Iterator[str]:
    """A decision, its action in a column that is as wide as the widest."""
    yield (
        f"  {move.turn:>3}  {names[move.seat - 1]:<12}  {spoken(move.action):<{wide}}  {percent(move.chance):>9}"
        f"  {said(grade_name(move.grade))}"
    )
    if move.grade in (Grade.BEST, Grade.GOOD):
        return
    known = _listed(move.known[move.seat - 1])
    yield from _wrapped(f"{said(move.words)} {said(Message('Known: {known}.', known=known))}", width)


def _listed(known: Known) -> str | Message:
    return ", ".join(f"{square} {value}" for square, value in known) or Message("nothing")


def _five_hint(found: FiveHint) -> Iterator[str]:
    yield said(
        Message(
            "{game} · {name}, phase {phase}, holds {hand}",
            game=message_of(found.title),
            name=shown_name(found.name),
            phase=phase_name(found.phase),
            hand=", ".join(map(str, found.hand)) or Message("nothing"),
        )
    )
    yield f"  {said(found.words)}"
    yield "  " + said(Message("known: {known}", known=_listed(found.known)))
    wide = max([26, *(len(spoken(option.action)) for option in found.options)])
    yield f"  {said(FIVE_COLUMNS[0]):<{wide}}  {said(FIVE_COLUMNS[1])}"
    for option in found.options:
        yield f"  {spoken(option.action):<{wide}}  {percent(option.chance):>9}"
