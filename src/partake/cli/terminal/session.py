"""A game played at one keyboard: the loop, prompts and bots of both families of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from partake.cli.opponents import announce_bots, opponents
from partake.cli.terminal.explain import explain, verdict
from partake.cli.terminal.screen import Leave, Screen
from partake.engine.actions import Action
from partake.engine.notation import parse_action
from partake.rules.edition import FiveEdition
from partake.rules.errors import PartakeError

if TYPE_CHECKING:
    from partake.engine.table import Table

QUIT = ("quit", "exit", "q")
"""What leaves the game, at every prompt."""


class Session(ABC):
    """Plays a table to its end with the people at the keyboard and the bots at their seats; leaving raises `Leave`."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table, self.screen = table, screen
        self.names = table.setup.names
        self.news: list[str] = []
        """What happened since the screen was last drawn."""
        self.bots = opponents(table)
        """The bots by seat."""
        self._unannounced = {seated.bot.name for seated in self.bots.values()}

    def welcome(self, *, is_resumed: bool) -> None:
        """Print what is played and the commitment to the shuffle."""
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
            people = [seat for seat in acting if seat not in self.bots]
            if people:  # before bots: what a bot does must not show too early
                self.turn(people[0])
            elif acting:
                self._bot_turn(acting[0])
            else:
                self.between()

    def farewell(self) -> None:
        """Print the final boards, every point, and the winner."""
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

    def _bot_turn(self, seat: int) -> None:
        announce_bots(self._unannounced, self.table.setup.edition.family)  # now, and not before a screen hides it
        self._unannounced = set()
        action = self.bots[seat].choose(self.table.view(seat))
        self.table.play(seat, action)
        self.done(seat, action)

    def turn(self, seat: int) -> None:
        """Prompt a player until one action is played; a wrong input is answered with a sentence."""
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
        """Run a word that can be typed at any time; returns whether the game moved on, None for any other input."""
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
        """The words that one family adds."""
        return None

    def act(self, seat: int, line: str) -> bool:
        """Play what was typed; returns whether the game moved on."""
        action = self.read(seat, line)
        if action is None:
            return False
        self.table.play(seat, action)
        self.done(seat, action)
        return True

    def choose(self, question: str) -> str:
        """The answer to a question, in lower case; empty for neither."""
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

    def done(self, seat: int, action: Action) -> None:  # noqa: B027 - optional hook
        """Hook: a seat has acted."""

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
        """Print what the seat may do."""

    @abstractmethod
    def prompt(self, seat: int) -> str:
        """The prompt of a seat."""

    @abstractmethod
    def read(self, seat: int, line: str) -> Action | None:
        """Parse the input of a seat; None if the player cancelled a question."""

    @abstractmethod
    def help_text(self) -> str:
        """The help: everything that can be typed."""

    @abstractmethod
    def score_text(self, seat: int) -> str:
        """The current points."""

    @abstractmethod
    def show_bag(self, seat: int) -> None:
        """Print what has not been drawn."""


def sentence(problem: PartakeError) -> str:
    """A problem as a sentence; a cell or a tile at its beginning keeps its form."""
    words = str(problem)
    return f"{words}." if words[1:2].isdigit() else f"{words[:1].upper()}{words[1:]}."


def session_of(table: Table, screen: Screen) -> Session:
    """The session of a table's family: the one dispatch on families in the terminal."""
    if isinstance(table.setup.edition, FiveEdition):
        from partake.cli.terminal.five import FiveSession

        return FiveSession(table, screen)
    from partake.cli.terminal.hexagon import HexagonSession

    return HexagonSession(table, screen)
