"""The rule book of an edition, or of one table: sections of rules with their numbers, options, examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.rulebook.examples import CountedExample, counted
from partake.rulebook.facts import GAPS
from partake.rulebook.five import FIVE, FIVE_GAPS
from partake.rulebook.hexagon import HEXAGON
from partake.rulebook.model import Case, Gap, Statement, anchor
from partake.rulebook.options import OF_OPTIONS, RULES, TITLES
from partake.rulebook.silent import OURS
from partake.rules.edition import Edition, HexagonEdition, meaning, summary
from partake.rules.errors import OptionError
from partake.rules.messages import Message
from partake.rules.options import Chosen
from partake.rules.variant import combinations

SECTIONS: Mapping[str, Message] = {
    "board": Message("Board"),
    "tiles": Message("Tiles"),
    "pieces": Message("Pieces"),
    "game": Message("A game"),
    "scoring": Message("Scoring"),
    "options": Message("Options"),
    "silent": Message("Where the rulebooks are silent"),
    "secrets": Message("Secrets"),
}
"""The titles of the sections; where options are told, each has a section of its own within that section."""
FIVE_BOARD = Message.keyed("five", "Board", {})
"""The title where squares of a chessboard are meant, for which some languages have another word."""
ALL_COMBINE = Message("All options combine.")
OTHERS_COMBINE = Message("Everything else combines.")
USUALLY = Message("with {chosen} the usual choice is {usual}")


@dataclass(frozen=True)
class Rule:
    """A rule with its numbers."""

    id: str
    text: Message
    is_ours: bool = False


@dataclass(frozen=True)
class OptionValue:
    """A value of an option: what it means, what else is to be said of it, and examples."""

    option: str
    value: str
    anchor: str
    is_usual: bool
    rules: tuple[Rule, ...]
    examples: tuple[CountedExample, ...]


@dataclass(frozen=True)
class OptionPart:
    """An option with its values, or with the one that a table has chosen."""

    option: str
    title: Message
    summary: Message
    rules: tuple[Rule, ...]
    values: tuple[OptionValue, ...]


@dataclass(frozen=True)
class Section:
    """A section of the book."""

    id: str
    title: Message
    rules: tuple[Rule, ...] = ()
    examples: tuple[CountedExample, ...] = ()
    options: tuple[OptionPart, ...] = ()
    refusals: tuple[Message, ...] = ()
    """What cannot be combined, in the words of the refusal; then whether all else can."""


@dataclass(frozen=True)
class Book:
    """All sections of an edition, or those of one table."""

    edition: Edition
    case: Case | None
    """The table's way to play; None for the book of everything."""
    sections: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[tuple[str, Rule]]:
        """Every rule, with the anchor of the section or of the value in which it stands."""
        for section in self.sections:
            yield from ((section.id, rule) for rule in section.rules)
            for part in section.options:
                yield from ((value.anchor, rule) for value in part.values for rule in value.rules)
                yield from ((part.option, rule) for rule in part.rules)


@lru_cache(maxsize=64)
def _whole(edition: Edition) -> Book:
    return _Writer(edition, None).book()


def whole_book(edition: Edition) -> Book:
    """Everything that an edition can be played by; each rule with the numbers of the most usual case it holds in."""
    return _whole(edition)


def book_in_force(setup: Setup, *, is_per_player: bool = False) -> Book:
    """Exactly the rules of a table; `is_per_player` if its match has a game for each player and more may come."""
    case = Case(setup.edition, setup.options, None if is_per_player else len(setup.seats), is_per_player)
    return _Writer(setup.edition, case).book()


def cases(edition: Edition) -> tuple[Case, ...]:
    """Every way to play an edition with two or more players: the usual one first, then by how much they differ."""
    usual = arrange(edition, seats=max(2, edition.seats[0])).options
    found = [Case(edition, usual)]
    if isinstance(edition, HexagonEdition):
        found += [Case(edition, arrange(edition, chosen, seats=2).options) for chosen in combinations(edition)]
    names = tuple(edition.offer.values)
    return tuple(sorted(found, key=lambda case: sum(case.options.text(name) != usual.text(name) for name in names)))


class _Writer:
    """Puts a book together; of everything that holds in some case, or of what holds in one."""

    def __init__(self, edition: Edition, case: Case | None) -> None:
        self._edition, self._case = edition, case
        self._cases = (case,) if case else cases(edition)
        is_hexagon = isinstance(edition, HexagonEdition)
        self._gaps: Mapping[str, Gap] = GAPS if is_hexagon else FIVE_GAPS
        self._statements = (*HEXAGON, *OF_OPTIONS, *OURS) if is_hexagon else FIVE
        self._examples = self._counted() if is_hexagon else ()

    def book(self) -> Book:
        titles = SECTIONS if isinstance(self._edition, HexagonEdition) else {**SECTIONS, "board": FIVE_BOARD}
        sections = (self._section(name, title) for name, title in titles.items())
        return Book(self._edition, self._case, tuple(filter(_has_content, sections)))

    def _section(self, name: str, title: Message) -> Section:
        if name == "options":
            named = (option for option in self._edition.offer.values if option != "rounds" or not self._case)
            parts = tuple(self._option(option) for option in named)  # what a match is, the scoring of a table says
            refused = () if self._case else refusals(self._edition)
            return Section(name, title, self._rules(name), options=parts, refusals=refused)
        return Section(name, title, self._rules(name), self._of(name))

    def _rules(self, place: str) -> tuple[Rule, ...]:
        found = (self._rule(statement) for statement in self._statements if statement.place == place)
        return tuple(rule for rule in found if rule is not None)

    def _rule(self, statement: Statement) -> Rule | None:
        if statement.is_alternative and self._case is None:
            return None
        case = next((case for case in self._cases if statement.when(case)), None)
        return Rule(statement.id, statement.filled(case, self._gaps), statement.is_ours) if case else None

    def _option(self, option: str) -> OptionPart:
        offered = self._edition.offer.values[option]
        shown = (self._case.options.text(option),) if self._case else offered
        shown = ("N",) if option == "rounds" else shown
        values = tuple(self._value(option, value, is_usual=value == offered[0]) for value in shown)
        usual = tuple(
            Rule("", USUALLY.filled(chosen=Chosen(*condition.split("=", 1)), usual=Chosen(option, others[option])))
            for condition, others in self._edition.offer.defaults_when.items()
            if option in others and self._case is None
        )
        title = TITLES.get(option) or Message(option)
        return OptionPart(option, title, summary(self._edition, option), (*self._rules(option), *usual), values)

    def _value(self, option: str, value: str, *, is_usual: bool) -> OptionValue:
        place = anchor(option, value)
        rule = Rule(RULES.get((option, value), ""), meaning(self._edition, option, value))
        return OptionValue(option, value, place, is_usual, (rule, *self._rules(place)), self._of(place))

    def _of(self, place: str) -> tuple[CountedExample, ...]:
        return tuple(example for example in self._examples if example.place == place)

    def _counted(self) -> tuple[CountedExample, ...]:
        """Every example that suits one of the cases, counted once."""
        found: dict[str, CountedExample] = {}
        for case in self._cases:
            for example in counted(case, known=found):
                found[example.id] = example
        return tuple(found.values())


def _has_content(section: Section) -> bool:
    return bool(section.rules or section.options)


def refusals(edition: Edition) -> tuple[Message, ...]:
    """Which options do not go together, as the rules refuse them; then whether all others do."""
    found: list[Message] = []
    values = [(name, value) for name, offered in edition.offer.values.items() for value in offered]
    for at, (name, value) in enumerate(values):
        found += _refused(edition, {name: value}, seats=1)
        for other, another in values[at + 1 :]:
            if other != name:
                found += _refused(edition, {name: value, other: another}, seats=max(2, edition.seats[0]))
    if not values:
        return ()
    pairs = [refusal for refusal in found if len(refusal.values) > 1]
    return (*dict.fromkeys(found), OTHERS_COMBINE if pairs else ALL_COMBINE)


def _refused(edition: Edition, given: dict[str, str], *, seats: int) -> Iterator[Message]:
    """Why a choice is refused, if it is because of what was chosen and not of a default."""
    try:
        arrange(edition, dict(given), seats=seats)
    except OptionError as problem:
        chosen = problem.message.values.get("chosen")
        if isinstance(chosen, Chosen) and given.get(chosen.option) == chosen.value:
            yield problem.message
