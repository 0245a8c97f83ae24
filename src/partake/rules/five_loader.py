"""From TOML fields to an edition of Take Five; refuses what does not add up, naming the field."""

from __future__ import annotations

from partake.rules.edition import FiveEdition
from partake.rules.fields import Fields, read_seats
from partake.rules.options import Offer


def load_five(fields: Fields) -> FiveEdition:
    """An edition of Take Five that can be won."""
    size = fields.number("size", least=4)
    if size % 2 or size > 26:
        raise fields.fail("size", "must be even, so that two corners are dark and two light, and at most 26")
    values = fields.items("values", int)
    if len(set(values)) != len(values) or not all(1 <= value <= 99 for value in values):
        raise fields.fail("values", "must be different numbers from 1 to 99")
    seats = read_seats(fields)
    if seats[0] < 2 or seats[1] > 9:
        raise fields.fail("seats", "must be 2 to 9 players")
    copies = fields.number("copies", least=1)
    if len(values) * copies != size * size:
        raise fields.fail(
            "copies",
            "{values} values x {copies} pawns do not fill {size} x {size} squares",
            values=len(values),
            copies=copies,
            size=size,
        )
    phases = fields.items("phases", str)
    if not phases or set(phases) - {"score", "21", "quinte"}:
        raise fields.fail("phases", "must be score, 21, quinte or some of them")
    corners = fields.table("corners")
    last = chr(ord("a") + size - 1)
    dark, light = ("a1", f"{last}{size}"), (f"{last}1", f"a{size}")
    bishops = {}
    for piece, allowed in (("black", dark), ("white", light)):
        bishops[piece] = corners.text(piece)
        if bishops[piece] not in allowed:
            raise corners.fail(
                piece,
                "must be a corner of its colour: {one} or {other}",
                one=allowed[0],
                other=allowed[1],
            )
    corners.done()
    edition = FiveEdition(
        name=fields.name(),
        title=fields.text("title"),
        game=fields.text("game", ""),
        summary=fields.text("summary", ""),
        size=size,
        values=values,
        copies=copies,
        phases=phases,
        target=fields.number("target", least=1),
        hand=fields.number("hand", least=1),
        markers=fields.number("markers", least=1),
        turn_limit=fields.number("turn_limit", least=1),
        corners=bishops,
        seats=seats,
        offer=Offer({}, {}),
    )
    fields.done()
    _check_winnable(fields, edition)
    return edition


def _check_winnable(fields: Fields, edition: FiveEdition) -> None:
    """Refuse a hand or a target with which a phase could never be won."""
    hand, values = edition.hand, set(edition.values)
    if "score" in edition.phases and hand > len(values):
        raise fields.fail(
            "hand",
            "there are {values} values, and score needs {hand} different ones",
            values=len(values),
            hand=hand,
        )
    if "quinte" in edition.phases and not any(values.issuperset(range(low, low + hand)) for low in values):
        raise fields.fail("hand", "quinte needs {hand} consecutive values, and there are not so many", hand=hand)
    if "21" in edition.phases and hand < 3:
        raise fields.fail("hand", "must be at least 3: fewer pawns cannot win the phase 21")
    if "21" in edition.phases and not _can_reach(edition):
        raise fields.fail(
            "hand", "no hand of 3 to {hand} pawns adds up to the target of {target}", hand=hand, target=edition.target
        )


def _can_reach(edition: FiveEdition) -> bool:
    """Whether three pawns or more, a full hand at most, add up to the target."""
    most, counted = min(edition.hand, edition.target, len(edition.values) * edition.copies), (2 << edition.target) - 1
    sums = [1, *[0] * most]  # bit s of sums[n]: n pawns can add up to s
    pool = (value for value in edition.values for _ in range(min(edition.copies, most)))
    for number, value in enumerate(pool, start=1):
        for pawns in range(min(most, number), 0, -1):
            sums[pawns] |= sums[pawns - 1] << value & counted
    return any(reached >> edition.target & 1 for reached in sums[3:])
