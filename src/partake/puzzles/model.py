"""A puzzle as plain data: how its position came about, what is asked, and what each answer is worth."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from partake.engine.actions import DEALER, Close, Draw, Place
from partake.engine.contract import Entry, View
from partake.engine.notation import format_action, parse_action
from partake.engine.setup import arrange, make_game
from partake.puzzles.rating import Rating
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.rules.tiles import Tile

PROVEN = "proven"
"""The values are exact: by expectimax over everything that may still be drawn, by trying everything, by counting."""
SEARCHED = "searched"
"""The values are those of the strongest search, and games played on from both best answers agree."""
LEVEL_NAMES = ("beginner", "casual", "skilled", "expert", "master")
"""The levels of bots that grade a puzzle, weakest first."""
THEMES: Mapping[str, Message] = {
    "finish": Message("Finish"),
    "sacrifice": Message("Sacrifice"),
    "keep": Message("Keep alive"),
    "scrapyard": Message("Scrapyard"),
    "relocation": Message("From the reserve"),
    "infer": Message("Infer the pawn"),
}
"""The themes, with their names for people; each is defined by the function of that name in `themes` or `five`."""
PLACE = "place"
"""The kind of question: where does this tile go?"""
MOVE = "reserve"
"""The kind of question: which tiles move from the reserve, and where?"""
WHERE = "where"
"""The kind of question: where must a pawn of this value lie?"""
WHAT = "what"
"""The kind of question: what must the pawn on this square be?"""
NOTHING = "none"
"""The answer that moves nothing from the reserve."""
DEVIATION = 150.0
"""The deviation of a puzzle's first rating: bots have graded it, people have not."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a real game, a question about it, and the value of each answer."""

    edition: Edition
    options: Mapping[str, str] = field(hash=False)
    """The options that differ from the edition's defaults."""
    moves: tuple[str, ...]
    """What led to the position. Hexagon: the placements in order, each tile called before. Take Five: the log."""
    question: str
    """`place 9-7-8`, `reserve`, `where 7` or `what c3`."""
    proof: str
    themes: tuple[str, ...]
    values: tuple[tuple[str, float], ...]
    """Each answer with its value, best first: expected final points; in Take Five 1 for what must be."""
    found: tuple[int, ...]
    """For each level of bots, how many of a hundred find the best answer."""
    rating: int
    seats: int = 1
    seat: int = 1
    """The number of players, and whose view it is."""

    @cached_property
    def id(self) -> str:
        """A name that follows from position and question."""
        options = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        facts = (self.edition.digest, options, f"{self.seats}/{self.seat}", " ".join(self.moves), self.question)
        return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:10]

    @property
    def kind(self) -> str:
        """What is asked: `place`, `reserve`, `where` or `what`."""
        return self.question.partition(" ")[0]

    @property
    def subject(self) -> str:
        """The tile to place, the value to find, or the square asked about; empty for the reserve."""
        return self.question.partition(" ")[2]

    @property
    def solution(self) -> str:
        """The best answer."""
        return self.values[0][0]

    @property
    def margin(self) -> float:
        """By how much the best answer is ahead of the second; 0 where nothing else is possible at all."""
        return round(self.values[0][1] - self.values[1][1], 2) if len(self.values) > 1 else 0.0

    @property
    def first_rating(self) -> Rating:
        """The rating before any person has answered."""
        return Rating(float(self.rating), DEVIATION)

    @cached_property
    def view(self) -> View:
        """What the player to answer sees; refuses moves that the rules do not allow."""
        game, state = self.played()
        found: View = game.view(state, self.seat)
        return found

    def played(self) -> tuple[Any, Any]:
        """The game and its state at the question, each move checked by the rules."""
        setup = arrange(self.edition, self.options, seats=self.seats)
        game = make_game(setup)
        state = game.start()
        for actor, action in self.log():
            state = game.play(state, actor, action)
        return game, state

    def log(self) -> list[Entry]:
        """The log up to the question, the dealer's actions included."""
        if not isinstance(self.edition, HexagonEdition):
            return _five_log(self.moves)
        entries: list[Entry] = []
        for action in map(parse_action, self.moves):
            if not isinstance(action, Place):
                raise PartakeError("{action} is no placement", action=format_action(action))
            entries += [(DEALER, Draw((action.tile,))), (self.seat, action)]
        last = Close() if self.kind == MOVE else Draw((Tile.parse(self.subject),))
        return [*entries, (DEALER, last)]

    def normal(self, answer: str) -> str:
        """An answer as `values` writes it; refuses what is no possible answer."""
        wanted = "+".join(sorted(answer.strip().lower().replace(" ", "+").split("+")))
        known = {key.lower(): key for key, _ in self.values} if self.kind in (PLACE, MOVE) else self._answers()
        if self.kind == PLACE and wanted.startswith("x"):
            wanted = next((key for key in known if key.startswith("x")), wanted)
        if wanted not in known:
            raise PartakeError("{answer} is not one of the possible answers here", answer=repr(answer[:40]))
        return known[wanted]

    def _answers(self) -> dict[str, str]:
        view: Any = self.view
        if self.kind == WHAT:
            return {str(value): str(value) for value in view.edition.values}
        return {name: name for name, pawn in zip(view.squares, view.pawns, strict=True) if pawn}


def _five_log(moves: tuple[str, ...]) -> list[Entry]:
    """A log of Take Five from `1:Nxd4` and the dealer's `=7`."""
    entries: list[Entry] = []
    for text in moves:
        actor, colon, action = text.partition(":")
        is_seat = bool(colon) and actor.isdigit()
        entries.append((int(actor), parse_action(action)) if is_seat else (DEALER, parse_action(text)))
    return entries
