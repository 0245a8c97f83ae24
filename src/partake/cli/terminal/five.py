"""Terminal session of Take Five: a look is shown to one player alone, and erased."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from partake.cli.terminal.session import Session
from partake.draw.text.five import goal
from partake.engine.actions import Action, Deal, Deed, GiveUp, Keep, Move, Piece, Return, Reveal
from partake.engine.description import describe, with_article
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.rules.errors import IllegalActionError, NotationError
from partake.rules.messages import said

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table

MOVES = (
    ("N d4", "move the knight to d4 (B black bishop, W white bishop, N knight, R rook)"),
    ("N?d4", "… and look at the pawn there, for your eyes only"),
    ("Nxd4", "… and take it"),
    ("keep, return", "keep the pawn that you took, or send it back"),
    ("7 d4", "give up a seven, face down on d4"),
)
"""What can be typed for moves."""
DEEDS = {"look": Deed.LOOK, "l": Deed.LOOK, "?": Deed.LOOK, "take": Deed.TAKE, "t": Deed.TAKE, "x": Deed.TAKE}
"""The answers to the question what to do with a pawn."""
_MOVE = re.compile(r"([bwnr])\s*([?x]?)\s*([a-z]\d{1,2})", re.ASCII)
_GIVE = re.compile(r"(?:(\d{1,2})[\s>]+)?([a-z]\d{1,2})", re.ASCII)


class FiveSession(Session):
    """All players see the same board: pawns face down, and what was taken."""

    help_end = "A turn: move two different pieces; take at most one pawn."

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self._before = self._view(None)
        """What everybody saw before the latest action."""

    def own_words(self) -> Sequence[tuple[str, str]]:
        """The moves."""
        return MOVES

    def own_view(self, seat: int) -> FiveView:
        """The spectator's view: nothing that one player alone may know is drawn."""
        return self._view(None)

    def last_view(self) -> FiveView:
        """The board at the end."""
        return self._view(None)

    def _view(self, seat: int | None) -> FiveView:
        view = self.table.view(seat)
        assert isinstance(view, FiveView)
        return view

    def between(self) -> None:
        """Let the dealer lay out the pawns or turn one up; what a person looks at is shown to that person alone."""
        view = self._view(None)
        looker, square = view.turn, view.square
        if view.wait is not Wait.LOOK or looker in self.bots:
            self.deal()
            return
        self.screen.clear()
        self._make_sure(looker, f"look at {square}")
        self.deal()
        seen = self._view(looker)
        shown = seen.shown
        assert shown is not None
        assert shown.value is not None
        if self.screen.can_move:
            self.screen.clear()
            self.screen.say(self.screen.fitting(seen, self.screen.size[1] - 3)[0] + "\n")
        self.screen.ask_secretly(f"The pawn on {square} is {with_article(shown.value)}. Press Enter to hide it. ")
        self.screen.clear()

    def _make_sure(self, seat: int, purpose: str) -> None:
        """Ask a player to be alone at the screen, unless nobody else sits there."""
        if len(self.people) > 1:
            self.screen.say(f"{self.names[seat - 1]}, are you alone at the screen?")
            self.screen.ask(f"Press Enter to {purpose} > ")

    def hint(self, seat: int) -> None:
        """The hint tells what this seat has looked at: for its eyes only."""
        if len(self.people) > 1:
            self.screen.clear()
        self._make_sure(seat, "see your hint")
        super().hint(seat)

    def told(self, actor: int, action: Action) -> Sequence[str]:
        """An action in words; a take is told when its pawn is turned, a look has no value here."""
        before, now = self._before, self._view(None)
        self._before = now
        match action:
            case Deal():
                begins = f"The pawns are laid out; {self.names[now.turn - 1]} begins."
                return [f"Round {now.round}, {now.phase}: {goal(now)}. {begins}"]
            case Reveal(value):
                return [] if value is None else self._taken(before, now, value)
            case Move(deed=Deed.TAKE):
                return []
            case Move() if self.people == [actor]:
                return []  # who plays against bots alone knows
            case _:
                return [said(describe(self.names, actor, action))]

    def _taken(self, before: FiveView, now: FiveView, value: int) -> list[str]:
        """What came of a take."""
        seat = before.turn
        name = self.names[seat - 1]
        told = f"{name} takes {with_article(value)} from {before.square}"
        if len(now.rounds) > len(before.rounds):
            won = now.rounds[-1]
            hand = " ".join(map(str, won.hands[won.winner - 1]))
            wins = f"{self.names[won.winner - 1]} wins the round ({won.phase}) with {hand} and gets a marker."
            return [f"{told}.", wins]
        if seat in now.out and seat not in before.out:
            return [f"{told} and is out of this round."]
        if now.wait is Wait.CHOICE:
            return [f"{told} and may keep it or return it as too low."]
        if now.wait is Wait.GIVE_UP:
            return [f"{told}. It must go back, and {name} gives up a pawn taken earlier."]
        if len(now.hands[seat - 1]) > len(before.hands[seat - 1]):
            return [f"{told} and keeps it."]
        return [f"{told}. It must go back."]

    def choices(self, seat: int) -> Sequence[str]:
        """Where each piece can go, which pawns can be given up."""
        view = self._view(seat)
        if view.wait is Wait.CHOICE:
            return ["Type keep or return."]
        if view.wait is Wait.GIVE_UP:
            values = sorted({a.value for a in view.legal if isinstance(a, GiveUp)})
            spots = list(dict.fromkeys(a.square for a in view.legal if isinstance(a, GiveUp)))
            example = f"{values[0]} {spots[0]}"
            return [f"Give up {' or '.join(map(str, values))} on {' '.join(spots)}: type {example}."]
        return list(self._moves(view))

    @staticmethod
    def _moves(view: FiveView) -> Iterator[str]:
        for piece in Piece:
            moves = [a for a in view.legal if isinstance(a, Move) and a.piece is piece]
            squares = dict.fromkeys(a.square if a.deed else f"({a.square})" for a in moves)
            if squares:
                yield f"{piece} {piece.title:<12} {' '.join(squares)}"
        yield "? looks; you have taken a pawn in this turn." if view.took else "? looks, x takes: type N?d4 or Nxd4."

    def completions(self, seat: int) -> Sequence[str]:
        """Every move in its text form, and the pawns to give up as they are typed."""
        return [
            f"{action.value} {action.square}" if isinstance(action, GiveUp) else format_action(action)
            for action in self._view(seat).legal
        ]

    def prompt(self, seat: int) -> str:
        """The name and what is asked for."""
        view = self._view(seat)
        what = {Wait.CHOICE: "keep or return", Wait.GIVE_UP: "give up"}.get(view.wait or Wait.DEAL)
        which = "second piece" if view.moved else "first piece"
        return f"{self.names[seat - 1]}, {what or which} > "

    def read(self, seat: int, line: str) -> Action | None:
        """A move, `keep`, `return`, or a pawn to give up."""
        view, words = self._view(seat), line.lower()
        if view.wait is Wait.CHOICE and words in ("k", "r"):
            return Keep() if words == "k" else Return()
        if view.wait is Wait.GIVE_UP and (found := _GIVE.fullmatch(words)):
            return self._given_up(view, found[1], found[2])
        if found := _MOVE.fullmatch(words):
            return self._move(view, Piece(found[1].upper()), found[2], found[3])
        action = self.full_notation(words)
        if action is None:
            raise NotationError("type a piece and a square, like N?d4, or help")
        return action

    @staticmethod
    def _given_up(view: FiveView, value: str | None, square: str) -> Action:
        values = sorted({a.value for a in view.legal if isinstance(a, GiveUp)})
        if value is None and len(values) > 1:
            raise IllegalActionError("say which pawn: {values}", values=" or ".join(f"{v} {square}" for v in values))
        return GiveUp(int(value) if value else values[0], square)

    def _move(self, view: FiveView, piece: Piece, deed: str, square: str) -> Action | None:
        """The move; asks whether to look or to take where both can be done."""
        deeds = [a.deed for a in view.legal if isinstance(a, Move) and (a.piece, a.square) == (piece, square)]
        if deed or not deeds:
            return Move(piece, square, Deed(deed))
        if len(deeds) == 1:
            return Move(piece, square, deeds[0])
        answer = self.choose(f"There is a pawn on {square}: look or take?", ["look", "take"])
        return Move(piece, square, DEEDS[answer]) if answer in DEEDS else None

    def score_text(self, seat: int) -> str:
        """Everybody's pawns and markers."""
        view = self._view(None)
        rows = [
            f"  {name}: {' '.join(map(str, hand)) or 'no pawns'} = {sum(hand)}, {markers} markers"
            for name, hand, markers in zip(self.names, view.hands, view.markers, strict=True)
        ]
        return "\n".join([f"Round {view.round}, {view.phase}: {goal(view)}.", *rows])

    def bag_text(self, seat: int) -> str:
        """How many pawns of each value lie face down: all but those taken."""
        view = self._view(None)
        taken = Counter(value for hand in view.hands for value in hand)
        left = [f"{view.edition.copies - taken[value]} x {value}" for value in view.edition.values]
        return f"Face down on the board: {', '.join(left)}."
