"""A game played at one keyboard: the loop, prompts and bots of both families of games.

What has happened is told from `Table.visible` alone, as a spectator may read it: everybody sits before one screen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from partake.cli.opponents import announce_bots, opponents
from partake.cli.terminal.explain import explain, verdict
from partake.cli.terminal.screen import Leave, Screen
from partake.cli.terminal.typed import is_typed, word
from partake.cli.terminal.wrapping import fitted, glossary
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.notation import parse_action
from partake.rules.edition import FiveEdition
from partake.rules.errors import PartakeError, capitalised
from partake.rules.messages import Message, said
from partake.rules.names import shown_name

if TYPE_CHECKING:
    from partake.engine.table import Table

WORDS = {
    "hint": Message("what to do now, with the points or the chance to expect"),
    "rules": Message("the rules of this table, with their numbers"),
    "score": Message("the points as they stand, each explained"),
    "bag": Message("what has not been drawn"),
    "boards": Message("everybody's boards"),
    "help": Message("this list"),
    "quit": Message("stop; the game is kept and can be played on"),
}
"""The words that every family understands, with what they do."""
BACK_TO_GAME = (
    Message("Enter goes back to the game > "),
    Message("Enter turns the page, {quit} goes back to the game > "),
)
"""What is asked below the last and the other pages of a text."""
GO_ON = Message("Enter goes on > "), Message("Enter turns the page, {quit} goes on > ")
"""What is asked below news that leave no room for the board."""


class Page(NamedTuple):
    """What stands on the screen: a view, what has been told since the page before, and what may be done."""

    view: View
    news: Sequence[str]
    below: Sequence[str]


class Session(ABC):
    """Plays a table to its end with the people at the keyboard and the bots at their seats; leaving raises `Leave`."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table, self.screen = table, screen
        self.names = table.setup.names
        self.shown_names = [said(shown_name(name)) for name in self.names]
        """The names as people read them: those that the program gave are said in the language."""
        self.news: list[str] = []
        """What happened since the screen was last drawn, as everybody may know it."""
        self.notes: dict[int, list[str]] = {}
        """What one seat alone is told, on its next page."""
        self.bots = opponents(table)
        """The bots by seat."""
        self.people = [seat for seat in range(1, len(self.names) + 1) if seat not in self.bots]
        """The seats of those at the keyboard."""
        self._unannounced = {bot.spec.name for bot in self.bots.values() if not bot.spec.is_foreign}
        self._told = len(table.visible())
        self._page = Page(table.view(), (), ())
        self._small: tuple[int, int] | None = None  # the size of the terminal that was said to be too small

    def welcome(self, *, is_resumed: bool) -> None:
        """Tell what is played and the commitment to the shuffle."""
        setup = self.table.setup
        chosen = ", ".join(f"{name}={setup.options.text(name)}" for name in setup.edition.offer.values)
        self.news.append(f"{said(Message(setup.edition.title))}{f' ({chosen})' if chosen else ''}.")
        if is_resumed:
            begun = Message("The game goes on where it was left.")
        else:
            begun = Message("The shuffle is fixed; its commitment is {commitment}.", commitment=self.table.commitment)
        able = Message(
            "Type {help} to see what you can do, {quit} to stop and go on another day.",
            help=word("help"),
            quit=word("quit"),
        )
        self.news += [said(begun), said(able)]

    def run(self) -> None:
        """Play until the game is over."""
        while not self.table.is_over:
            acting = self.table.to_act
            people = [seat for seat in acting if seat not in self.bots]
            if people:  # before bots: then nobody waits for what may not be told yet
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
        self.screen.say("\n" + self.screen.picture(self.last_view()))
        self._say_news()
        self.screen.say(explain(outcome.scores, unit=outcome.unit, games=self.table.setup.options.rounds) + "\n")
        self.screen.say(self.screen.strong(verdict(outcome)))

    def play(self, seat: int, action: Action) -> None:
        """Do what a seat does, and tell what everybody may know of it."""
        self.table.play(seat, action)
        self._tell()

    def deal(self) -> None:
        """Let the dealer act, and tell what everybody may know of it."""
        self.table.deal()
        self._tell()

    def _tell(self) -> None:
        for actor, action in self.table.visible(None, self._told):
            self._told += 1
            self.news += self.told(actor, action)

    def page(self, view: View, below: Sequence[str] = ()) -> None:
        """Draw a new page: the board, the news, and what may be done; news that leave no room come before it."""
        width, height = self.screen.size
        told = [*self.news, *self.notes.pop(view.seat or 0, ())]
        news = fitted(told, width) if self.screen.is_tty else told
        self.news = []
        if self.screen.can_move and news:
            room = height - len(fitted(below, width)) - 1
            _, (_, rows) = self.screen.fitting(view, room - len(news))
            if room - len(news) < rows <= room:
                self.screen.read_out("\n".join(news), below=GO_ON)
                news = []
        self._page = Page(view, news, below)
        self.redraw()

    def redraw(self, note: str = "") -> None:
        """Draw the page again, as large as the terminal allows now, with a note above the prompt."""
        page = self._page
        self.screen.clear()
        if not self.screen.is_tty:
            self.screen.say(self.screen.picture(page.view, others=False))
            lines = [*page.news, *page.below]
        else:
            width, height = self.screen.size
            lines = fitted([*page.news, *page.below, *([note] if note else [])], width)
            drawn, size = self.screen.fitting(page.view, height - len(lines) - 1)
            self.screen.say(drawn)
            lines = self._need(size, len(lines) + 1) + lines
        for line in lines:
            self.screen.say(line)

    def _need(self, size: tuple[int, int], rest: int) -> list[str]:
        """A sentence about the size that the page needs, once for each size of the terminal that is too small."""
        width, height = self.screen.size
        needed = size[0], size[1] + rest
        if (needed[0] <= width and needed[1] <= height) or self._small == (width, height):
            return []
        self._small = width, height
        words = Message(
            "This page needs {columns} columns and {rows} rows; the terminal has {width} and {height}.",
            columns=needed[0],
            rows=needed[1],
            width=width,
            height=height,
        )
        return fitted([said(words)], width)

    def _say_news(self) -> None:
        for line in self.news:
            self.screen.say(line)
        self.news = []

    def _bot_turn(self, seat: int) -> None:
        # Now, and not before a screen hides it.
        announce_bots(sorted(self._unannounced), self.table.setup.edition.family, is_waited=False)
        self._unannounced = set()
        self.play(seat, self.bots[seat].choose(self.table.view(seat)))

    def turn(self, seat: int) -> None:
        """Prompt a player until one action is played; a wrong input is answered with a sentence."""
        self.page(self.own_view(seat), self.choices(seat))
        while True:
            line = self.ask(seat, self.prompt(seat))
            if not line and self.screen.can_move:
                self.redraw()
            try:
                moved = self.common(seat, line) if line else False
                if self.act(seat, line) if moved is None else moved:
                    return
            except PartakeError as problem:
                self.answer(sentence(problem))

    def ask(self, seat: int, prompt: str) -> str:
        """What the player at this seat types; the Tab key knows the words and what the seat may do."""
        return self.screen.ask(prompt, [*self.completions(seat), *map(word, WORDS)], self.redraw)

    def answer(self, words: str) -> None:
        """Answer in a line: above the prompt of the same page in a terminal."""
        if self.screen.can_move:
            self.redraw(words)
        else:
            self.screen.say(words)

    def read_out(self, words: str) -> None:
        """Answer with a longer text, and come back to the page."""
        self.screen.read_out(words, below=BACK_TO_GAME)
        if self.screen.can_move:
            self.redraw()

    def common(self, seat: int, line: str) -> bool | None:
        """Run a word that can be typed at any time; returns whether the game moved on, None for any other input."""
        if is_typed("quit", line):
            raise Leave
        if line == "?" or is_typed("help", line):
            self.read_out(self._help())
        elif is_typed("hint", line):
            self.hint(seat)
        elif is_typed("rules", line):
            from partake.cli.terminal.rules import rules_text

            self.read_out(rules_text(self.table.setup))
        elif is_typed("score", line):
            self.read_out(self.score_text(seat))
        elif is_typed("bag", line):
            self.read_out(self.bag_text(seat))
        elif is_typed("boards", line):
            self.read_out(self.screen.picture(self.own_view(seat), others=True))
        else:
            return self.special(seat, line.lower())
        return False

    def _help(self) -> str:
        """Everything that can be typed."""
        common = [(word(key), meaning) for key, meaning in WORDS.items()]
        rows = [(typed, said(meaning)) for typed, meaning in (*self.own_words(), *common)]
        return glossary(rows, self.screen.size[0]) + "\n" + said(self.help_end)

    def hint(self, seat: int) -> None:
        """Show what `partake hint` says, from what this seat may see."""
        from partake.cli.batch import has_signs
        from partake.review import hint_for
        from partake.review.report import report

        announce_bots(["search"], self.table.setup.edition.family)
        found = hint_for(self.table.view(seat))
        self.read_out(report(found, width=self.screen.size[0], signs=has_signs()).rstrip())

    def special(self, seat: int, word: str) -> bool | None:
        """The words that one family adds."""
        return None

    def act(self, seat: int, line: str) -> bool:
        """Play what was typed; returns whether the game moved on."""
        action = self.read(seat, line)
        if action is None:
            if self.screen.can_move:
                self.redraw()
            return False
        self.play(seat, action)
        self.done(seat)
        return True

    def choose(self, question: Message, words: Sequence[str] = ()) -> str:
        """The answer to a question, in lower case; empty for neither."""
        answer = self.screen.ask(said(question), words, self.redraw).lower()
        if is_typed("quit", answer):
            raise Leave
        return answer

    def full_notation(self, line: str) -> Action | None:
        """The action, if the line is one in full notation."""
        try:
            return parse_action(line)
        except PartakeError:
            return None

    def done(self, seat: int) -> None:  # noqa: B027 - optional hook
        """Hook: a person has acted."""

    help_end: Message
    """What the help says below its list."""

    @abstractmethod
    def own_words(self) -> Sequence[tuple[str, Message]]:
        """What can be typed in this family, with what it does."""

    @abstractmethod
    def between(self) -> None:
        """Let the dealer act."""

    @abstractmethod
    def told(self, actor: int, action: Action) -> Sequence[str]:
        """What is told of an entry of the log that everybody may read."""

    @abstractmethod
    def own_view(self, seat: int) -> View:
        """What is drawn for a seat."""

    @abstractmethod
    def last_view(self) -> View:
        """What is drawn at the end."""

    @abstractmethod
    def choices(self, seat: int) -> Sequence[str]:
        """What the seat may do, in lines."""

    @abstractmethod
    def completions(self, seat: int) -> Sequence[str]:
        """What the seat may type for its moves."""

    @abstractmethod
    def prompt(self, seat: int) -> str:
        """The prompt of a seat."""

    @abstractmethod
    def read(self, seat: int, line: str) -> Action | None:
        """Parse the input of a seat; None if the player cancelled a question."""

    @abstractmethod
    def score_text(self, seat: int) -> str:
        """The current points."""

    @abstractmethod
    def bag_text(self, seat: int) -> str:
        """What has not been drawn."""


def sentence(problem: PartakeError) -> str:
    """A problem as a sentence; a cell or a tile at its beginning keeps its form."""
    return f"{capitalised(said(problem))}."


def session_of(table: Table, screen: Screen) -> Session:
    """The session of a table's family: the one dispatch on families in the terminal."""
    if isinstance(table.setup.edition, FiveEdition):
        from partake.cli.terminal.five import FiveSession

        return FiveSession(table, screen)
    from partake.cli.terminal.hexagon import HexagonSession

    return HexagonSession(table, screen)
