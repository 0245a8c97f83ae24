"""The checks for bots: those of the package pass, and each kind of broken bot fails its own."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

import pytest

import partake
from partake.bots import BOTS, FREE, LEVELS, Bot, Budget, named
from partake.bots import conformance as checks
from partake.bots.baseline import RandomBot
from partake.bots.conformance import CHECKS, CheckedGame, check_bot, checklist
from partake.bots.information_sets import twins
from partake.engine.actions import Action, Place
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.tiles import Tile

CLASSIC = [partake.edition("classic")]
WITHOUT_CLOCK = {promise: check for promise, check in CHECKS.items() if check is not checks.check_time}


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks but for the one that looks at the clock."""
    monkeypatch.setattr(checks, "CHECKS", WITHOUT_CLOCK)


@pytest.mark.usefixtures("no_clock", "few_candidates")
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_keeps_its_promises(name: str) -> None:
    check_bot(named(name))


@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_keeps_its_promises(name: str) -> None:
    check_bot(named(name), editions=CLASSIC)


class Illegal(RandomBot):
    def choose(self, view: View, budget: Budget = FREE) -> Action:
        return Place(Tile(1, 2, 3), "z9")


class Vandal(RandomBot):
    def choose(self, view: View, budget: Budget = FREE) -> Action:
        action = super().choose(view)
        object.__setattr__(view, "hand", ())
        return action


class Moody(RandomBot):
    calls: ClassVar[int] = 0

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        type(self).calls += 1
        return view.legal[self.calls % 3 % len(view.legal)]


class Peeping(RandomBot):
    """Looks over the shoulder of whoever asks it."""

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        frame = inspect.currentframe()
        while frame is not None:
            table: Any = frame.f_locals.get("twin") or getattr(frame.f_locals.get("played"), "table", None)
            if isinstance(table, Table):
                return view.legal[int(table.commitment, 16) % (len(view.legal) - 1 or 1)]
            frame = frame.f_back
        return view.legal[0]


class Stubborn(RandomBot):
    """Does not understand that a tile comes back."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seen: set[tuple[Tile, ...]] = set()

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        assert isinstance(view, HexagonView)
        if view.drawn in self.seen:
            raise KeyError("again")
        self.seen.add(view.drawn)
        return view.legal[0]


class Punctual(RandomBot):
    """Wants to see a game from its beginning."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.moves = 0

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        assert isinstance(view, HexagonView)
        self.moves += 1
        if self.moves == 1 and len(view.drawn) > 1:
            raise IndexError("late")
        return view.legal[0]


class Solo(RandomBot):
    families = frozenset({"five"})


BROKEN: list[tuple[type[Bot], Any, str]] = [
    (Illegal, checks.check_legal, "is not legal"),
    (Vandal, checks.check_legal, "the view is not what it was"),
    (Moody, checks.check_same, "is another with the same seed"),
    (Peeping, checks.check_secrets, "when something changes that it cannot know"),
    (Stubborn, checks.check_take_back, "again"),
    (Punctual, checks.check_arrival, "late"),
]


@pytest.mark.parametrize(("kind", "check", "words"), BROKEN)
def test_each_broken_bot_fails_its_check(kind: type[Bot], check: Any, words: str) -> None:
    with pytest.raises((AssertionError, LookupError), match=words):
        check(kind, CLASSIC)
    lines = {CHECKS[line.promise]: line.problem for line in checklist(kind, editions=CLASSIC)}
    assert words in str(lines[check])
    with pytest.raises(AssertionError, match=kind.__name__):
        check_bot(kind, editions=CLASSIC)


def test_a_bot_for_other_games_is_told() -> None:
    assert {str(line.problem) for line in checklist(Solo, editions=CLASSIC)} == {"it plays none of these editions"}


@pytest.mark.parametrize(("each", "is_kept"), [(0.2, True), (1.15, True), (1.25, False), (60.0, False)])
def test_the_clock(monkeypatch: pytest.MonkeyPatch, each: float, is_kept: bool) -> None:
    """With a clock that goes on by so much for every move: 0.2 s are given, and one more is forgiven."""

    class Clock:
        now = 0.0

        def monotonic(self) -> float:
            return self.now

    class Slow(RandomBot):
        def choose(self, view: View, budget: Budget = FREE) -> Action:
            assert budget == Budget(seconds=0.2)
            clock.now += each
            return super().choose(view)

    clock = Clock()
    monkeypatch.setattr(checks, "time", clock)
    if is_kept:
        checks.check_time(Slow, CLASSIC)
    else:
        with pytest.raises(AssertionError, match=r"s instead of 0\.2 s"):
            checks.check_time(Slow, CLASSIC)


@pytest.mark.parametrize(
    ("edition", "options"),
    [("classic", {}), ("nexus", {"scrapyard": "passed"}), ("orchid", {"draw": 2}), ("five", {})],
)
def test_twins_look_alike_to_one_seat_and_differ_for_another(edition: str, options: dict[str, Any]) -> None:
    """The check of secrets is no empty one."""
    played = CheckedGame(RandomBot, arrange(partake.edition(edition), options, seats=2), "twins")
    found = differ = 0
    for number, view in enumerate(played.decisions()):
        if number == 25:
            break
        for twin in twins(played.table, 1, f"{number}"):
            assert twin.view(1) == view
            assert twin.commitment != played.table.commitment
            found += 1
            differ += twin.view(2) != played.table.view(2)
    assert found > 20
    assert differ > 10
