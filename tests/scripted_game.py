"""A game in the terminal whose every action is known beforehand, and what it printed for whom."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from itertools import groupby

from partake.cli.terminal.screen import Leave, Screen
from partake.cli.terminal.session import Session, session_of
from partake.engine.actions import DEALER, Action
from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.engine.table import Table

TAB = "The Tab key knows "
"""Begins the line with what the Tab key would complete."""
EVERYBODY = 0
"""Whom it was printed for: the seat of one person, or everybody at the screen."""
SIZES = {"a terminal": (60, 24), "a transcript": None}
"""Columns and rows; a transcript has no end of them."""


class ScriptedTable(Table):
    """A table whose dealer deals what a log says, whatever the seed."""

    def __init__(self, base: Table, start: int) -> None:
        super().__init__(base.setup)
        moves = base.private_save().moves
        for actor, action in moves[:start]:
            self._do(actor, action)
        actors = range(len(base.setup.seats) + 1)
        self.script = [[action for who, action in moves[start:] if who == actor] for actor in actors]

    def next(self, actor: int) -> Action:
        """The next action of an actor; the game is left when there is none."""
        if not self.script[actor]:
            raise Leave
        return self.script[actor].pop(0)

    def deal(self, action: Action | str | None = None) -> Action:
        """Let the dealer do what the log says."""
        assert action is None
        found = self.next(DEALER)
        self._do(DEALER, found)
        return found


class ScriptedBot:
    """Plays what the log says."""

    def __init__(self, table: ScriptedTable, seat: int) -> None:
        self.table, self.seat = table, seat

    def choose(self, view: View) -> Action:
        return self.table.next(self.seat)


def turned(action: str) -> str:
    """An action with the first two numbers of its tile in the other order, which is understood and answered."""
    return re.sub(r"^([^-]+)-([^-]+)-", r"\2-\1-", action)


class ScriptedScreen(Screen):
    """A terminal of a size, or a transcript, on which a person types words and then what the log says."""

    def __init__(self, table: ScriptedTable, size: tuple[int, int] | None, words: Sequence[str]) -> None:
        super().__init__()
        self.table, self.words = table, words
        self.is_tty = self.can_move = self.colour = size is not None
        self._size = size or (80, 24)
        self.owner = EVERYBODY
        self.queue: list[str] = []
        self.out = io.StringIO()
        self.printed: list[tuple[int, str]] = []

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def hand_over(self, seat: int) -> None:
        """What is printed from now on is for this seat."""
        self.printed.append((self.owner, self.out.getvalue()))
        self.out.seek(0)
        self.out.truncate()
        self.owner = seat

    asked = EVERYBODY
    """The seat that is asked."""

    def ask(self, prompt: str, words: Sequence[str] = (), redraw: object = None) -> str:
        self.say(f"{prompt}\n{TAB}{list(words)}")
        if prompt.startswith("Press Enter to"):
            self.hand_over(self.asked)
        if "Enter" in prompt:
            return ""
        if not self.queue:
            self.queue = [*self.words, turned(format_action(self.table.next(self.asked)))]
        return self.queue.pop(0)

    def ask_secretly(self, prompt: str) -> None:
        self.hand_over(self.asked)
        super().ask_secretly(prompt)
        self.hand_over(EVERYBODY)


def printed(
    base: Table, *, size: tuple[int, int] | None, start: int = 0, words: Sequence[str] = (), words_of: int = 0
) -> list[tuple[int, str]]:
    """What a session prints while a game is played on from `start` as its log says, in parts with whom each is for.

    One seat types words besides its moves, at its first turn and at its last.
    """
    table = ScriptedTable(base, start)
    screen = ScriptedScreen(table, size, ())
    session = session_of(table, screen)
    session.bots = {seat: ScriptedBot(table, seat) for seat in session.bots}  # type: ignore[misc]
    _own_turns(session, screen, words, words_of)
    with redirect_stdout(screen.out), suppress(Leave):
        session.run()
    screen.hand_over(EVERYBODY)
    parts = [(owner, text.replace(base.commitment, "COMMITMENT")) for owner, text in screen.printed if text]
    return [(owner, "".join(text for _, text in group)) for owner, group in groupby(parts, key=lambda part: part[0])]


def _own_turns(session: Session, screen: ScriptedScreen, words: Sequence[str], words_of: int) -> None:
    """Hand the keyboard over with every turn; all of Take Five but what somebody looks at is for everybody."""
    turn, is_secret, begun = session.turn, session.table.is_simultaneous, set[int]()

    def own_turn(seat: int) -> None:
        screen.asked = seat
        is_first_or_last = seat not in begun or len(screen.table.script[seat]) <= 1
        screen.words = words if seat == words_of and is_first_or_last else ()
        begun.add(seat)
        screen.hand_over(seat if is_secret else EVERYBODY)
        turn(seat)

    session.turn = own_turn  # type: ignore[method-assign]
