"""What every bot must keep to, as checks that can be run over a bot of your own too.

    from partake.bots.conformance import check_bot
    check_bot(MyBot)

`checklist` gives the same one by one. A check is silent when all is well and raises an AssertionError that says what
was broken, where.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from partake.bots.bot import Bot, Budget
from partake.bots.information_sets import twins
from partake.bots.source import where_failed
from partake.bots.specifier import prints_aside
from partake.engine.actions import Action, TakeBack
from partake.engine.chance import Seed
from partake.engine.conformance import LONGEST, arrangements, contents
from partake.engine.contract import Setup, View
from partake.engine.notation import format_action
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.diagnostics import described
from partake.rules.edition import Edition
from partake.rules.messages import Message, Plural, message_of

SMALL = Budget(steps=4)
"""The thinking allowed in checks that ask for legal moves only, so that slow bots are done soon."""
PATIENCE = 0.2
"""The seconds given to a bot for a move."""
GRACE = 1.0
"""The seconds that it may take beyond that, because machines are sometimes busy."""
SAMPLED = 6
"""The number of decisions of a game that are looked at closely."""
READ_EVERY = 8
"""The whole view is compared before and after every eighth move, because that takes long."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """An entry of the checklist: what was checked, and what is wrong, if anything."""

    promise: Message
    problem: Message | None = None
    trace: tuple[str, ...] = ()
    """The frames of an error of the bot, the innermost last."""


class BrokenPromiseError(AssertionError):
    """What a bot does not keep to, and where, as a message."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class CheckedGame:
    """A game in which a bot has the first seat; the others do anything that is legal, before it where they can."""

    def __init__(self, kind: type[Bot], setup: Setup, seed: str, *, budget: Budget = SMALL) -> None:
        self.setup, self.seed, self.budget = setup, Seed.of(seed), budget
        self.table, self.bot = Table(setup, self.seed), kind(1)
        self.chosen: list[Action] = []

    def decisions(self) -> Iterator[View]:
        """The views at which the bot must act; when the next is asked for it has done so."""
        for number in range(LONGEST):
            if self.table.is_over:
                return
            waiting = self.table.to_act
            if not waiting:
                self.table.deal()
            elif waiting[-1] != 1:
                legal = [a for a in self.table.view(waiting[-1]).legal if not isinstance(a, TakeBack)]
                self.table.play(waiting[-1], self.seed.shuffled(f"other {number}", legal)[0])
            else:
                yield self.table.view(1)
                self.chosen.append(self.choose())
                self.table.play(1, self.chosen[-1])
        _hold(False, self.setup, Message("the game has not ended after {actions} actions", actions=LONGEST))

    def choose(self) -> Action:
        """What the bot does now, seen to be legal and to leave its view as it was."""
        view, is_read = self.table.view(1), len(self.chosen) % READ_EVERY == 0
        shown = contents(view) if is_read else ""
        action = self.bot.choose(view, self.budget)
        moves = len(self.chosen)
        illegal = Plural(
            "after {count} move of its own {action} is not legal",
            "after {count} moves of its own {action} is not legal",
            count=moves,
            action=repr(action),
        )
        _hold(action in view.legal, self.setup, illegal)
        changed = Plural(
            "after {count} move of its own the view is not what it was",
            "after {count} moves of its own the view is not what it was",
            count=moves,
        )
        _hold(view == self.table.view(1) and (not is_read or contents(view) == shown), self.setup, changed)
        return action

    def to_the_end(self) -> list[Action]:
        """Play the game and give all that the bot did."""
        for _ in self.decisions():
            pass
        return self.chosen


def check_bot(kind: type[Bot], *, editions: Sequence[Edition] | None = None) -> None:
    """Hold a bot to every promise, over the editions of its families or those given."""
    for line in checklist(kind, editions=editions):
        if line.problem is not None:
            raise BrokenPromiseError(
                Message("{bot}: {promise}: {problem}", bot=kind.__name__, promise=line.promise, problem=line.problem)
            )


def checklist(kind: type[Bot], *, editions: Sequence[Edition] | None = None) -> Iterator[CheckResult]:
    """Every promise with what came out of checking it, as it is done."""
    known = catalogue().editions.values() if editions is None else editions
    chosen = [edition for edition in known if edition.family in kind.families]
    for promise, check in CHECKS.items():
        try:
            if not chosen:
                raise BrokenPromiseError(Message("it plays none of these editions"))
            with prints_aside():
                check(kind, chosen)
        except BrokenPromiseError as problem:
            yield CheckResult(promise, problem.message)
        except (Exception, SystemExit) as problem:  # a bot of one's own may raise anything
            told = Message(
                "{where}: {kind}: {problem}",
                where=where_failed(problem, kind),
                kind=type(problem).__name__,
                problem=message_of(problem),
            )
            yield CheckResult(promise, told, described(problem))
        else:
            yield CheckResult(promise)


def check_legal(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """Whole games of every edition, every value of every option, few and many players."""
    for edition in editions:
        for setup in arrangements(edition):
            CheckedGame(kind, setup, f"legal {edition.name}").to_the_end()


def check_same(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """A game played again is the same game, also when others were played in between."""
    for setup in map(_simple, editions):
        first = CheckedGame(kind, setup, "same").to_the_end()
        CheckedGame(kind, setup, "another").to_the_end()
        again = CheckedGame(kind, setup, "same").to_the_end()
        differs = next((i for i, (a, b) in enumerate(zip(first, again, strict=False)) if a != b), None)
        another = Message("its move {number} is another with the same seed", number=(differs or 0) + 1)
        _hold(differs is None, setup, another)


def check_secrets(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """Where a seat cannot tell two games apart, it does the same."""
    for setup in map(_with_company, editions):
        played = CheckedGame(kind, setup, "secrets")
        for number, view in enumerate(played.decisions()):
            if number % 7 == 3 and number < 7 * SAMPLED:
                mine = kind(number).choose(view, SMALL)
                for twin in twins(played.table, 1, f"twin {number}"):
                    other = kind(number).choose(twin.view(1), SMALL)
                    changed = Message(
                        "{one} becomes {other} when something changes that it cannot know",
                        one=format_action(mine),
                        other=format_action(other),
                    )
                    _hold(mine == other, setup, changed)


def check_take_back(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """A move that is taken back can be followed by another, and the game goes on."""
    for setup in map(_simple, editions):
        played = CheckedGame(kind, setup, "take back")
        for number, _ in enumerate(played.decisions()):
            if number % 4 == 1:
                played.table.play(1, played.choose())
                if TakeBack() in played.table.view(1).legal:
                    played.table.play(1, TakeBack())
                if 1 not in played.table.to_act:
                    break  # nothing is taken back in this game


def check_arrival(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """A bot that sits down in the middle of a game plays on."""
    for setup in map(_with_company, editions):
        played = CheckedGame(kind, setup, "arrival")
        for number, _ in enumerate(played.decisions()):
            if number % 5 == 2:
                played.bot = kind(number)


def check_time(kind: type[Bot], editions: Sequence[Edition]) -> None:
    """A move by the clock comes in time, the first of a game aside, which may have to get ready."""
    for setup in map(_simple, editions):
        played = CheckedGame(kind, setup, "time", budget=Budget(seconds=PATIENCE))
        start = None
        for number, _ in enumerate(played.decisions()):
            spent = 0.0 if start is None else time.monotonic() - start
            late = Message("{spent:.1f} s instead of {given} s", spent=spent, given=PATIENCE)
            _hold(number < 2 or spent < PATIENCE + GRACE, setup, late)
            if number == SAMPLED:
                break
            start = time.monotonic()


CHECKS: dict[Message, Callable[[type[Bot], Sequence[Edition]], None]] = {
    Message("plays legal moves in every edition and variant, and leaves its view alone"): check_legal,
    Message("plays the same game again with the same seed, whatever it played in between"): check_same,
    Message("does not depend on anything that its seat cannot know"): check_secrets,
    Message("goes on after a take-back"): check_take_back,
    Message("can sit down in the middle of a game"): check_arrival,
    Message("keeps to the time that it is given"): check_time,
}
"""Every promise, in words, with its check."""


def _simple(edition: Edition) -> Setup:
    return arrange(edition, seats=edition.seats[0])


def _with_company(edition: Edition) -> Setup:
    return arrange(edition, seats=max(2, edition.seats[0]))


def _hold(condition: bool, setup: Setup, problem: Message) -> None:
    """Refuse a bot that breaks a promise, and say in which game."""
    if condition:
        return
    chosen = " ".join(f"{name}={setup.options.text(name)}" for name in setup.edition.offer.values)
    game = ", ".join(filter(None, (setup.edition.name, chosen)))
    raise BrokenPromiseError(
        Plural(
            "{game}, {count} seat: {problem}",
            "{game}, {count} seats: {problem}",
            count=len(setup.seats),
            game=game,
            problem=problem,
        )
    )
