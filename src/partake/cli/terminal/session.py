"""A game at one keyboard: what is the same for both families."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from partake.cli.terminal.explain import explain, verdict
from partake.cli.terminal.screen import Leave, Screen
from partake.engine.actions import Action
from partake.engine.notation import parse_action
from partake.rules.edition import FiveEdition
from partake.rules.errors import PartakeError

if TYPE_CHECKING:
    from partake.engine.table import Table


QUIT = ("quit", "exit", "q")


class Session(ABC):
    """Plays a table to its end with whoever sits at the keyboard; leaving raises `Leave`."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table, self.screen = table, screen
        self.names = table.setup.names
        self.news: list[str] = []
        """What happened since the screen was last drawn."""

    def welcome(self, *, is_resumed: bool) -> None:
        """Say what is played, and what was fixed before the first draw."""
        setup = self.table.setup
        chosen = ", ".join(f"{name}={setup.options.text(name)}" for name in setup.edition.offer.values)
        self.news.append(f"{setup.edition.title}{f' ({chosen})' if chosen else ''}.")
        if is_resumed:
            self.news.append("The game goes on where it was left.")
        else:
            self.news.append(f"The shuffle is fixed; its commitment is {self.table.commitment}.")
        self.news.append("Type help to see what you can do, quit to stop and go on another day.")

    def run(self) -> None:
        """Play until the game is over."""
        while not self.table.is_over:
            acting = self.table.to_act
            if acting:
                self.turn(acting[0])
            else:
                self.between()

    def farewell(self) -> None:
        """The last boards, every point, and who won."""
        outcome = self.table.outcome
        if outcome is None:
            return
        self.page(self.last_view(), others=True)
        self.screen.say(explain(outcome.scores, unit=outcome.unit, games=self.table.setup.options.rounds) + "\n")
        self.screen.say(self.screen.strong(verdict(outcome)))

    def page(self, view: object, *, others: bool | None = None) -> None:
        """Draw a new page with the news below."""
        self.screen.clear()
        drawn = self.screen.picture(view, others=bool(others))
        if others is None and self.screen.is_tty:
            full = self.screen.picture(view)
            drawn = full if full.count("\n") + len(self.news) + 6 <= self.screen.size[1] else drawn
        self.screen.say(drawn)
        for line in self.news:
            self.screen.say(line)
        self.news = []

    def turn(self, seat: int) -> None:
        """Let a seat do one thing; whatever is typed wrong is answered with a sentence, and asked again."""
        self.page(self.own_view(seat))
        self.hint(seat)
        while True:
            line = self.screen.ask(self.prompt(seat))
            try:
                moved = self.common(seat, line) if line else False
                if self.act(seat, line) if moved is None else moved:
                    return
            except PartakeError as problem:
                self.screen.say(sentence(problem))

    def common(self, seat: int, line: str) -> bool | None:
        """Do what can be typed at any time; gives whether the game moved on, None if it is nothing of the kind."""
        word = line.lower()
        if word in QUIT:
            raise Leave
        if word in ("help", "?", "h"):
            self.screen.say(self.help_text())
        elif word == "score":
            self.screen.say(self.score_text(seat))
        elif word == "bag":
            self.show_bag(seat)
        elif word == "boards":
            self.screen.say(self.screen.picture(self.own_view(seat), others=True))
        else:
            return self.special(seat, word)
        return False

    def special(self, seat: int, word: str) -> bool | None:
        """What one family adds to the common words."""
        return None

    def act(self, seat: int, line: str) -> bool:
        """Play what was typed; gives whether the game moved on."""
        action = self.read(seat, line)
        if action is None:
            return False
        self.table.play(seat, action)
        self.done(seat, action)
        return True

    def choose(self, question: str) -> str:
        """The answer to a question between two prompts, in small letters; nothing means neither."""
        answer = self.screen.ask(f"{question} (Enter: neither) > ").lower()
        if answer in QUIT:
            raise Leave
        return answer

    def full_notation(self, line: str) -> Action | None:
        """The action, if the line is one in full notation."""
        try:
            return parse_action(line)
        except PartakeError:
            return None

    def done(self, seat: int, action: Action) -> None:  # noqa: B027 - not every family has something to note
        """After a seat has acted."""

    @abstractmethod
    def between(self) -> None:
        """Let the dealer act."""

    @abstractmethod
    def own_view(self, seat: int) -> object:
        """What is drawn for a seat."""

    @abstractmethod
    def last_view(self) -> object:
        """What is drawn at the end."""

    @abstractmethod
    def hint(self, seat: int) -> None:
        """Say what the seat may do."""

    @abstractmethod
    def prompt(self, seat: int) -> str:
        """What stands before the cursor."""

    @abstractmethod
    def read(self, seat: int, line: str) -> Action | None:
        """The action somebody typed; None if they thought better of it."""

    @abstractmethod
    def help_text(self) -> str:
        """Everything that can be typed."""

    @abstractmethod
    def score_text(self, seat: int) -> str:
        """The points as they stand."""

    @abstractmethod
    def show_bag(self, seat: int) -> None:
        """What has not come up yet."""


def sentence(problem: PartakeError) -> str:
    """A problem as a sentence; a cell or a tile at its beginning keeps its form."""
    words = str(problem)
    return f"{words}." if words[1:2].isdigit() else f"{words[:1].upper()}{words[1:]}."


def session_of(table: Table, screen: Screen) -> Session:
    """The session for a table."""
    if isinstance(table.setup.edition, FiveEdition):
        from partake.cli.terminal.five import FiveSession

        return FiveSession(table, screen)
    from partake.cli.terminal.hexagon import HexagonSession

    return HexagonSession(table, screen)
