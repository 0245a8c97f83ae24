"""Reviews and hints as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from partake.review.five.description import spoken
from partake.review.five.model import FiveHint, FiveMove, FiveReview
from partake.review.hexagon.model import GameReview, Hint, MoveReview, OpenLine, PlayerReview, Review, SeatHint
from partake.review.model import Grade, percent, signed

BLOCKS = "▁▂▃▄▅▆▇█"
"""The characters of a chart, lowest first."""
PLAIN = "_.-~=+*#"
"""The same in ASCII."""
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
        title = f"{found.title}, game {game.number} of {len(found.games)}" if len(found.games) > 1 else found.title
        for player in game.players:
            if seat in (None, player.seat):
                yield from _player(title, game, player, width, signs)


def _player(title: str, game: GameReview, player: PlayerReview, width: int, signs: bool) -> Iterator[str]:
    yield f"{title} · {player.name}: {player.score:g} points"
    yield (
        f"  {player.start:.1f} expected, {signed(player.luck)} luck of the draw, {signed(-player.lost)} given away, "
        f"{signed(player.remainder)} not foreseen = {player.score:g}"
    )
    best = game.hindsight
    if best is not None:
        sure = "" if best.proven else f", at most {best.bound}"
        yield f"  the best board for these tiles has {best.score}{sure}"
    yield f"  the bot scored {player.bot.score:g} on the same draws"
    yield ""
    yield from _chart(player, signs)
    yield ""
    yield from _table(player.moves, width)
    yield ""
    yield "  " + ", ".join(f"{grade} {player.count(grade)}" for grade in Grade if player.count(grade))
    yield ""


def _chart(player: PlayerReview, signs: bool) -> Iterator[str]:
    """The expected score after each tile, of the player and of the bot, on the same scale."""
    low, high = min((*player.course, *player.bot.course)), max((*player.course, *player.bot.course))
    steps = BLOCKS if signs else PLAIN
    size = max(len(player.name), 3)
    for name, course in ((player.name, player.course), ("bot", player.bot.course)):
        heights = (round((value - low) / max(1e-9, high - low) * (len(steps) - 1)) for value in course)
        yield f"  {name:<{size}}  {course[0]:5.0f} {''.join(steps[height] for height in heights)} {course[-1]:g}"


def _table(moves: Sequence[MoveReview], width: int) -> Iterator[str]:
    tile = max(4, *(len(move.tile) for move in moves))
    cell = max(4, *(len(move.cell) for move in moves if move.tile))
    yield f"   #  {'tile':<{tile}}  {'cell':<{cell}}  expected   luck  {'best':<{cell}}    lost  grade"
    for move in moves:
        if not move.tile:
            yield f"      reserve: {move.cell}  {move.value:8.1f}  {_lost(move.lost)}  {move.grade}"
        else:
            luck = signed(move.luck) if move.called[0] == move.tile or move.luck else ""
            yield (
                f"  {move.number:>2}  {move.tile:<{tile}}  {move.cell:<{cell}}  {move.value:8.1f}  {luck:>5}"
                f"  {_best(move):<{cell}}  {_lost(move.lost):>6}  {move.grade}"
            )
        if move.grade is not Grade.BEST:
            yield from _wrapped(move.words, width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """A sentence in lines, with no break between a number and its per cent sign."""
    lines = textwrap.wrap(text.replace(" %", "\0%"), max(40, width - 8))
    yield from (f"       {line}".replace("\0%", " %") for line in lines)


def _best(move: MoveReview) -> str:
    if move.best.cell == move.cell and move.best.tile == move.tile:
        return "="
    return move.best.cell if move.best.tile == move.tile else f"{move.best.tile}@{move.best.cell}"


def _lost(lost: float) -> str:
    return f"{lost:.1f}" if lost >= 0.05 else ""


def _hint(found: Hint) -> Iterator[str]:
    for seat in found.seats:
        yield f"{found.title} · {seat.name}, tile {found.draw} of {found.draws}"
        yield from _seat(seat)
        yield ""


def _seat(seat: SeatHint) -> Iterator[str]:
    for action in seat.handed:
        yield f"  scrapped by others: {action} does most harm"
    if not seat.hand:
        yield from (f"  moves from the reserve: {option.cell}, {option.value:g} points" for option in seat.options)
    else:
        yield f"  to place: {', '.join(seat.hand)}"
        yield "  place    expected"
        several = len(seat.hand) > 1
        for option in seat.options[:MOST_PLACES]:
            place = f"{option.tile}@{option.cell}" if several else option.cell
            yield f"  {place:<8} {option.value:8.1f}"
        if len(seat.options) > MOST_PLACES:
            yield f"  and {len(seat.options) - MOST_PLACES} more"
    if seat.lines:
        yield "  open line             points  needs  left  likely  after the best place"
        yield from map(_line, seat.lines)


def _line(line: OpenLine) -> str:
    name = f"{line.number}s {line.cells[0]}–{line.cells[-1]}{'' if line.is_begun else ' (free)'}"
    return (
        f"  {name:<20}  {line.points:>6}  {line.need:>5}  {line.left:>4}  {percent(line.chance):>9}"
        f"  {percent(line.after):>9}"
    )


def _five(found: FiveReview, width: int, seat: int | None) -> Iterator[str]:
    names = [player.name for player in found.players]
    yield found.title
    for player in found.players:
        told = ", ".join(f"{grade} {count}" for grade, count in player.grades.items() if count)
        given = f"{player.decisions} decisions gave {player.lost:.2f} rounds away"
        yield f"  {player.name}: {player.markers} markers; {given}"
        yield f"    {told}"
    before = 0
    for move in found.moves:
        if seat not in (None, move.seat):
            continue
        if move.round != before:
            before = move.round
            yield f"\nRound {move.round}, {move.phase}"
        yield from _five_move(move, names, width)


def _five_move(move: FiveMove, names: Sequence[str], width: int) -> Iterator[str]:
    yield (
        f"  {move.turn:>3}  {names[move.seat - 1]:<12}  {spoken(move.action):<26}  {percent(move.chance):>9}"
        f"  {move.grade}"
    )
    if move.grade in (Grade.BEST, Grade.GOOD):
        return
    known = ", ".join(f"{square} {value}" for square, value in move.known[move.seat - 1]) or "nothing"
    yield from _wrapped(f"{move.words} Known: {known}.", width)


def _five_hint(found: FiveHint) -> Iterator[str]:
    hand = ", ".join(map(str, found.hand)) or "nothing"
    known = ", ".join(f"{square} {value}" for square, value in found.known) or "nothing"
    yield f"{found.title} · {found.name}, phase {found.phase}, holds {hand}"
    yield f"  {found.words}"
    yield f"  known: {known}"
    yield "  action                      to win the round"
    for option in found.options:
        yield f"  {spoken(option.action):<26}  {percent(option.chance):>9}"
