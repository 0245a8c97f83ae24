"""The rules in force at a table, in whole sentences with the numbers of its edition."""

from __future__ import annotations

from collections.abc import Iterator

from partake.engine.contract import Setup
from partake.rules.edition import FiveEdition, HexagonEdition
from partake.rules.messages import Message, Plural, said
from partake.rules.tiles import GOLD, SILVER
from partake.rules.variant import Variant

CALLS = {
    1: Message(
        "A tile is called, and all put the same tile on an empty cell of their own boards. {draws} of {tiles} are "
        "called."
    ),
    2: Message(
        "Two tiles are called at a time; both are known before either is placed, in any order, and an odd "
        "last one comes alone. {draws} of {tiles} are called."
    ),
}
"""How tiles come, by the number on call."""
PLACEMENT = {
    "free": Message("A tile may go on any empty cell."),
    "adjacent": Message("The first tile goes anywhere, each later one next to a tile that lies on the board already."),
    "symbol": Message(
        "The first sun goes anywhere, each later sun next to a sun, and moons likewise next to moons; a tile "
        "without such a cell goes anywhere."
    ),
}
"""Where a tile may go."""
TAKING_BACK = {
    True: Message("What you have placed may be taken back until the next tile is called."),
    False: Message("A tile that is placed stays."),
}
"""Whether placements may be taken back."""
LINES = Message(
    "A line across the board scores when every cell of it is filled and all its tiles show the same number in its "
    "direction: its length times the number."
)
WILD = Message(
    "A wild stripe, written *, counts as the number that its line needs; a line of wild stripes alone counts as the "
    "highest number of its direction."
)
BONUS = Message(
    "A gold tile on the board earns {gold} when three scoring lines cross it, a silver one {silver}; with two "
    "scoring lines it earns half, with fewer nothing."
)
RAYS = {
    "each": Message(
        "A line of suns only earns {sunray} for each of its tiles, a line of moons only {moonray}, whatever "
        "their numbers and on top of them."
    ),
    "best": Message(
        "The longest line of suns only among all players' scoring lines earns its player {best_ray}, and so "
        "does the longest of moons only; of equally long ones the line with more points counts, and equal ones share."
    ),
    "longest": Message(
        "Your longest line of suns only or of moons only earns {longest_ray} for each of its tiles, "
        "whatever their numbers."
    ),
}
"""What lines of one symbol earn."""
YARD = Message(
    "The scrapyard takes tiles at any time. Its value is the greatest of three: its three best scoring lines together, "
    "its two best silver tiles together, its best gold tile."
)
SCRAPYARDS = {
    "threshold": Message("A scrapyard worth less than {scrapyard_threshold} costs its player {scrapyard_penalty}."),
    "lowest": Message(
        "The player with the lowest scrapyard of the table loses {scrapyard_penalty}; equal ones share the loss."
    ),
    "passed": Message(
        "Your neighbour holds your scrapyard: you scrap a tile, and the holder chooses its cell. At the end the "
        "player with the highest scrapyard of the table loses {scrapyard_penalty}; equal ones share the loss."
    ),
}
"""What a scrapyard costs."""
STAMENS = {
    "first": Message("The first three tiles go on the stamens."),
    "last": Message("The stamens stay empty until all other cells are full; the last three tiles go there."),
}
"""The order in which stamens are filled."""
RESERVE = Message(
    "{slots} of the tiles wait in the reserve beside the board. At the end each may move onto one of the "
    "cells {cells}; "
    "tiles that stay in the reserve count nothing."
)
EMPTY = {
    True: Message("A line through such a cell counts without it while it is empty."),
    False: Message(
        "A line through such a cell scores nothing while it is empty, and tiles with a wild stripe do not move."
    ),
}
"""What an empty special cell does to its lines, by whether lines do without it."""
MATCH = Message("The match has {rounds}; the next player calls in each, and the points add up. The most points win.")
GAME = Message("The most points win; equal ones share the win.")

FIVE = (
    Message(
        "{pawns}, {copies} each of {least} to {most}, lie face down, one on each square. Four pieces "
        "belong to all: two bishops, a knight and a rook. They move as in chess and never end on another "
        "piece; only the knight jumps over one, and pawns are in nobody's way."
    ),
    Message(
        "A turn: move two different pieces, one after the other. Where a piece ends on a pawn, you look at it"
        " in secret or take it, shown to all; at most one pawn is taken in a turn. On an empty square nothing"
        " happens."
    ),
    Message("The rounds take turns, in this order:"),
)
"""How Take Five is played."""
PHASES = {
    "score": Message(
        "score: {hand} different pawns. The last of them may be kept only if your total then exceeds every "
        "other player's, and that wins the round. A value twice, or a last pawn that does not win, goes back;"
        " you may send back a pawn that you find too low."
    ),
    "21": Message(
        "21: exactly {target} with three to {hand} pawns wins the round. Over {target}, or {hand} pawns below"
        " it, and you are out of the round; the last player left in it wins."
    ),
    "quinte": Message(
        "quinte: {hand} consecutive values, taken in any order, win the round. A pawn that cannot belong to "
        "such a run with yours goes back."
    ),
}
"""What wins a round of Take Five."""
ROUNDS = (
    Message(
        "A pawn that goes back lies face down on its square again, and you give up one taken earlier, if you "
        "have any, face down on an empty square."
    ),
    Message(
        "After a round the pawns are laid out anew, and the player after the winner begins. The winner of a "
        "round gets a marker; {markers} markers win the game. A round without a winner after {turn_limit} "
        "is laid out anew."
    ),
)
"""How rounds of Take Five end."""


def rules_text(setup: Setup) -> str:
    """The rules of this table, a sentence or two for each part, with a title."""
    edition = setup.edition
    told = _five(edition) if isinstance(edition, FiveEdition) else _hexagon(edition, setup)
    title = said(Message("The rules of this table: {title}", title=Message(edition.title)))
    return "\n\n".join([title, *(" ".join(map(said, sentences)) for sentences in told)])


def _filled(sentence: Message, **numbers: object) -> Message:
    return Message(sentence.text, **numbers)


def _points(number: int) -> Message:
    return Plural("{count} point", "{count} points", count=number)


def _hexagon(edition: HexagonEdition, setup: Setup) -> Iterator[list[Message]]:
    variant = Variant(edition, setup.options)
    options, tiles = setup.options, variant.tiles
    numbers = {name: getattr(edition.points, name) for name in type(edition.points).__slots__}
    numbers |= {name: _points(numbers[name]) for name in ("sunray", "best_ray", "longest_ray", "scrapyard_penalty")}
    bag = Plural("{count} tile", "{count} tiles", count=len(tiles.tiles))
    yield [_filled(CALLS[options.draw], draws=variant.draws, tiles=bag)]
    yield [PLACEMENT[options.placement], TAKING_BACK[options.takeback]]
    if options.stamens in STAMENS:
        yield [STAMENS[options.stamens]]
    yield [LINES, *([WILD] if any(tile.is_wild for tile in tiles.tiles) else [])]
    if tiles.bonuses:
        yield [_filled(BONUS, gold=_points(tiles.bonus_points.get(GOLD, 0)), silver=tiles.bonus_points.get(SILVER, 0))]
    if options.rays in RAYS:
        yield [_filled(RAYS[options.rays], **numbers)]
    if variant.scrapyard is not None:
        yield [YARD, _filled(SCRAPYARDS[options.scrapyard], **numbers)]
    if edition.reserve and variant.reserve:
        cells = ", ".join(variant.positions[i] for i in variant.targets)
        yield [_filled(RESERVE, slots=edition.reserve.slots, cells=cells), EMPTY[edition.reserve.skip_empty]]
    if len(setup.seats) > 1 or options.rounds > 1:
        yield [
            _filled(MATCH, rounds=Plural("{count} game", "{count} games", count=options.rounds))
            if options.rounds > 1
            else GAME
        ]


def _five(edition: FiveEdition) -> Iterator[list[Message]]:
    names = ("copies", "hand", "target", "markers", "turn_limit")
    numbers = {name: getattr(edition, name) for name in names}
    numbers["turn_limit"] = Plural("{count} turn", "{count} turns", count=edition.turn_limit)
    pawns = Plural("{count} pawn", "{count} pawns", count=len(edition.values) * edition.copies)
    least, most = edition.values[0], edition.values[-1]
    for sentence in (*FIVE, *(PHASES[phase] for phase in edition.phases), *ROUNDS):
        yield [_filled(sentence, pawns=pawns, least=least, most=most, **numbers)]
