"""The examples of the rule book, in the order in which they are shown, and how they are counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from partake.draw.svg.frame import amount
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.outcome import Item, Score
from partake.rulebook.model import Case
from partake.rulebook.worked import HIGHEST, Example, Shown, one_of_each, only_lines, placed
from partake.rules.edition import HexagonEdition
from partake.rules.messages import Message
from partake.rules.variant import Variant, variant

ORCHID = """
    9-2-3 9-7-3
    4-7-5 4-11-8 1-7-3
    {b} 1-6-5 1-7-8 {c}
    4-11-3 4-2-10 4-7-10 4-2-5 4-6-3
    12-2-5 12-7-5 12-7-10 12-2-10 12-6-3 12-11-3
    9-6-5 9-7-8 {a} 9-6-10 9-11-5
    {x}
"""
"""A board on which the three moves of the rulebook's example gain and lose what it says (H43)."""
YARDS = (
    ("1-7-5 1-2-3\n4-7-10 12-2-5 9-7-3\n9-11-10 9-7-5", None),
    ("9-6-3 9-11-3\n12-11-10 12-11-3 12-7-5\n9-11-10 9-7-3", None),
    ("12-7-3 1-2-8\n12-7-5 1-2-3 9-6-8\n1-2-5 4-6-3", None),
)
"""Scrapyards of three players."""
NAMED_YARDS = (
    ("1-6-3 1-6-8\n4-6-10 9-6-3 1-7-8\n1-6-10 1-7-3", Message("a full and a half silver bonus")),
    ("4-2-10 4-11-8\n1-2-8 1-6-5 1-6-3\n1-11-8 1-6-8", Message("three halves of silver, of which two count")),
    ("4-7-10 4-7-5\n4-7-3 4-7-8 4-6-5\n12-7-3 1-6-8", Message("a full gold bonus")),
    ("1-2-10 4-7-8\n4-7-3 9-2-3 9-7-8\n1-2-3 1-7-10", Message("two halves of gold, of which one counts")),
)
"""The scrapyards of the rulebook's examples (H36)."""
NEXUS_GOLD = """
    9-7-8 9-2-5 9-2-10 9-11-5
    1-7-3 {0} . . .
    4-7-3 . {1} . . .
    12-7-3 . . {2} . . .
    . . . {3} . .
    . . . {4} .
    . . . {5}
"""
"""A gold tile in a corner of Nexus (H34)."""
STAMEN = """
    . .
    . . . . .
    . . . . .
    . . . .
    9-2-3 {e2} 9-2-4
    . .
    {x1} . .
"""
"""A column of Daffodil with a stamen in its middle (H31)."""
FALLING = ("1-2-8", "4-2-8", "12-2-8", "1-7-8", "4-7-8", "12-7-8")


def _yards(found: tuple[tuple[str, Message | None], ...]) -> tuple[Shown, ...]:
    return tuple(Shown(picture, caption, is_yard=True) for picture, caption in found)


def _orchid(a: str, b: str, c: str, x: str, caption: Message | None = None) -> Shown:
    return Shown(ORCHID.format(a=a, b=b, c=c, x=x), caption)


EXAMPLES = (
    HIGHEST,
    Example(
        "H23",
        "scoring",
        Message("A line of wild stripes alone"),
        "daffodil",
        "31",
        (Shown(". .\n. *-*-* . . .\n. 1-*-* . . .\n*-*-3 . . ."),),
        is_only_lines=True,
    ),
    Example(
        "H28",
        "rays-each",
        Message("Lines and rays"),
        "classic",
        "27",
        (
            Shown(
                """
                5-2-8 5-2-3 5-7-8
                9-2-3 1-2-8 5-7-3 1-6-8
                9-2-4 9-7-3 9-7-8 9-6-3 9-2-8
                9-7-4 1-7-3 9-6-8 5-6-4
                5-7-4 5-6-3 5-6-8
                """
            ),
        ),
        {"rays": "each"},
    ),
    Example(
        "H29",
        "rays-best",
        Message("The longer sunray gets the bonus"),
        "classic",
        "27",
        (Shown("9-2-3 9-2-8 9-6-4"), Shown(". . .\n1-2-3 1-2-8 1-6-4 1-7-3")),
        {"rays": "best"},
        is_table=True,
    ),
    Example(
        "H31",
        "stamens-reserve",
        Message("A line through a stamen"),
        "daffodil",
        "31",
        (
            Shown(STAMEN.format(e2=".", x1="9-2-8"), Message("while it is empty")),
            Shown(STAMEN.format(e2="9-2-8", x1="."), Message("with a tile of the reserve on it")),
        ),
        {"stamens": "reserve"},
        is_only_lines=True,
    ),
    Example(
        "H34",
        "scoring",
        Message("A gold tile, crossed by three scoring lines and by two"),
        "nexus",
        "64",
        (Shown(NEXUS_GOLD.format(*FALLING)), Shown(NEXUS_GOLD.format(*"......"))),
        is_only_lines=True,
    ),
    Example(
        "H35",
        "scrapyard-threshold",
        Message("A whole game"),
        "nexus",
        "64",
        (
            Shown(
                """
                4-6-10 4-6-8 4-2-10 4-11-3
                12-2-3 12-6-10 12-2-8 12-11-10 12-7-3
                9-6-8 9-6-3 9-6-10 9-11-8 9-7-10 9-2-3
                9-11-3 4-6-5 4-6-3 1-11-10 4-7-8 1-6-10 1-11-3
                9-6-5 12-11-8 12-11-3 12-7-10 9-2-8 1-2-10
                1-2-5 1-11-5 1-7-3 1-7-10 1-2-8
                4-11-8 4-7-5 4-7-3 4-11-10
                1-7-5 1-2-3
                4-7-10 12-2-5 9-7-3
                9-11-10 9-7-5
                """
            ),
        ),
        {"scrapyard": "threshold", "rays": "longest"},
    ),
    Example(
        "H36",
        "scrapyard-threshold",
        Message("What a scrapyard is worth"),
        "nexus",
        "64",
        _yards(NAMED_YARDS),
        {"scrapyard": "threshold"},
    ),
    *(
        Example(
            rule,
            f"scrapyard-{value}",
            Message("The scrapyards of a table"),
            "nexus",
            "64",
            _yards(YARDS),
            {"scrapyard": value},
            is_table=True,
        )
        for rule, value in (("H37", "lowest"), ("H38", "passed"))
    ),
    Example(
        "H42",
        "scoring",
        Message("An outer row without and with a tile on its orchid cell"),
        "orchid",
        "64",
        (
            Shown("9-7-3 .\n1-7-8 . .\n. . . .\n4-7-5 . . . .\n12-7-10 . . . . ."),
            Shown("9-7-3 .\n1-7-8 . .\n1-7-3 . . .\n4-7-5 . . . .\n12-7-10 . . . . ."),
        ),
        is_only_lines=True,
    ),
    Example(
        "H43",
        "scoring",
        Message("Three moves from the reserve"),
        "orchid",
        "64",
        (
            _orchid(".", ".", ".", "1-11-10 1-2-3 9-11-10", Message("before the moves")),
            _orchid(".", "1-11-10", ".", ". 1-2-3 9-11-10", Message("after the first move")),
            _orchid(".", "1-11-10", "1-2-3", ". . 9-11-10", Message("after the second move")),
            _orchid("9-11-10", "1-11-10", "1-2-3", ". . .", Message("after the third move")),
        ),
        {"symbols": "sun"},
        is_only_lines=True,
        is_sequence=True,
    ),
    Example(
        "H44",
        "symbols-both",
        Message("A ray over an outer row"),
        "orchid",
        "64",
        (
            Shown("\n".join((". .", ". . .", ". . . .", ". . . . .", ". . . . . .", "9-2-3 9-7-8 . 1-2-8 4-6-3"))),
            Shown("\n".join((". .", ". . .", ". . . .", ". . . . .", ". . . . . .", "9-2-3 9-7-8 12-6-8 1-2-8 4-6-3"))),
        ),
        {"symbols": "both", "rays": "longest"},
    ),
)
"""Every worked example."""


SUMS = {
    "line": Message("Lines: {points}"),
    "bonus": Message("Bonus tiles: {points}"),
    "ray": Message("Rays: {points}"),
    "best-ray": Message("Best ray: {points}"),
    "scrapyard": Message("Scrapyard worth {points}"),
    "penalty": Message("Penalty: {points}"),
}
"""The kinds of points that are added up beneath an example, in this order."""
TOTAL, GAIN = Message("Total: {points}"), Message("This move: {points}")


@dataclass(frozen=True)
class CountedBoard:
    """A board of an example with its points."""

    sheet: Sheet
    score: Score
    caption: Message | None
    is_yard: bool
    gain: int | Fraction | None = None
    """What it has more than the board before it, from which it follows by a move."""

    @property
    def sums(self) -> tuple[Message, ...]:
        """The points of each kind, and their total unless there is nothing but a scrapyard."""
        found = [
            text.filled(points=amount(_sum([item for item in self.score.items if item.kind == kind])))
            for kind, text in SUMS.items()
            if any(item.kind == kind for item in self.score.items)
        ]
        if not self.is_yard:
            found.append(TOTAL.filled(points=amount(self.score.total)))
        if self.gain is not None:
            found.append(GAIN.filled(points=("+" if self.gain > 0 else "") + amount(self.gain)))
        return tuple(found)


def _sum(items: list[Item]) -> int | Fraction:
    """The points of some items; a scrapyard's are its value."""
    return sum(item.value or 0 if item.kind == "scrapyard" else item.points for item in items)


@dataclass(frozen=True)
class CountedExample:
    """An example as the engine counts it by the rules of an edition."""

    id: str
    place: str
    title: Message
    boards: tuple[CountedBoard, ...]


def counted(case: Case, *, known: Collection[str] = ()) -> Iterator[CountedExample]:
    """The examples that suit a case, counted; but for those that are known."""
    edition = case.edition
    assert isinstance(edition, HexagonEdition)
    if "H22" not in known:
        plain = only_lines(edition)
        first = Sheet.of(plain, one_of_each(plain))
        board = CountedBoard(first, first.score, None, False)
        yield CountedExample("H22", "scoring", Message("One line in each direction"), (board,))
    for example in EXAMPLES:
        if example.id not in known and example.suits(case):
            yield _counted(edition, example)


def _counted(edition: HexagonEdition, example: Example) -> CountedExample:
    seats = len(example.shown) if example.is_table else 1
    played = only_lines(edition, example.options) if example.is_only_lines else _variant(edition, example, seats)
    sheets = [
        Sheet.of(played, placed(played, shown), f"Player {number}" if example.is_table else "")
        for number, shown in enumerate(example.shown, start=1)
    ]
    scores = score_table(sheets) if example.is_table else tuple(sheet.score for sheet in sheets)
    gains = [None, *(after.total - before.total for before, after in pairwise(scores))]
    boards = tuple(
        CountedBoard(sheet, score, shown.caption, shown.is_yard, gain if example.is_sequence else None)
        for sheet, score, shown, gain in zip(sheets, scores, example.shown, gains, strict=True)
    )
    return CountedExample(example.id, example.place, example.title, boards)


def _variant(edition: HexagonEdition, example: Example, seats: int) -> Variant:
    return variant(edition, dict(example.options), seats=seats)
