"""Terminal session of Take Five: a look is shown to one player alone, and erased."""

from __future__ import annotations

import re
from collections import Counter

from partake.cli.terminal.session import Session
from partake.draw.text.five import goal
from partake.engine.actions import Action, Deal, Deed, GiveUp, Keep, Move, Piece, Return, Reveal
from partake.engine.description import describe
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.rules.errors import IllegalActionError, NotationError

HELP = """\
  N d4          move the knight to d4 (B black bishop, W white bishop, N knight, R rook)
  N?d4          … and look at the pawn there, for your eyes only
  Nxd4          … and take it
  keep, return  the pawn you took
  7 d4          give up a seven, face down on d4
  score         hands and markers
  bag           how many pawns of each value lie face down
  quit          stop; the game is kept and can be played on
A turn: move two different pieces; take at most one pawn."""
_MOVE = re.compile(r"([bwnr])\s*([?x]?)\s*([a-z]\d{1,2})", re.ASCII)
_GIVE = re.compile(r"(?:(\d{1,2})[\s>]+)?([a-z]\d{1,2})", re.ASCII)


class FiveSession(Session):
    """All players see the same board: pawns face down, and what was taken."""

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
        """Let the dealer deal the pawns or reveal one, to all or to the looker alone."""
        view = self._view(None)
        seat, square = view.turn, view.square
        if view.wait is Wait.LOOK and seat not in self.bots:
            self._look(seat, square or "")
            return
        action = self.table.deal()
        if isinstance(action, Deal):
            now = self._view(None)
            name = self.names[now.turn - 1]
            self.news.append(f"Round {now.round}, {now.phase}: {goal(now)}. The pawns are laid out; {name} begins.")
        elif isinstance(action, Reveal):
            self._tell_take(view, seat, action.value)

    def _look(self, seat: int, square: str) -> None:
        name = self.names[seat - 1]
        self.screen.clear()
        self.screen.ask(f"{name}, are you alone at the screen? Press Enter to look at {square} > ")
        self.table.deal()
        shown = self._view(seat).shown
        value = shown.value if shown else None
        self.screen.ask_secretly(f"The pawn on {square} is a {value}. Press Enter to hide it. ")

    def _tell_take(self, before: FiveView, seat: int, value: int | None) -> None:
        """Announce the outcome of a take."""
        now, name = self._view(None), self.names[seat - 1]
        told = f"{name} takes a {value} from {before.square}"
        if len(now.rounds) > len(before.rounds):
            won = now.rounds[-1]
            self.news.append(f"{told}.")
            self.news.append(f"{self.names[won.winner - 1]} wins the round ({won.phase}) and gets a marker.")
        elif seat in now.out and seat not in before.out:
            self.news.append(f"{told} and is out of this round.")
        elif now.wait is Wait.CHOICE:
            self.news.append(f"{told}: keep it, or return it as too low.")
        elif now.wait is Wait.GIVE_UP:
            self.news.append(f"{told}. It must go back, and {name} gives up a pawn taken earlier.")
        elif len(now.hands[seat - 1]) > len(before.hands[seat - 1]):
            self.news.append(f"{told} and keeps it.")
        else:
            self.news.append(f"{told}. It must go back.")

    def hint(self, seat: int) -> None:
        """Where each piece can go, which pawns can be given up."""
        view = self._view(seat)
        if view.wait is Wait.CHOICE:
            self.screen.say("Type keep or return.")
        elif view.wait is Wait.GIVE_UP:
            values = sorted({a.value for a in view.legal if isinstance(a, GiveUp)})
            spots = list(dict.fromkeys(a.square for a in view.legal if isinstance(a, GiveUp)))
            self.screen.say(f"Give up {' or '.join(map(str, values))} on {' '.join(spots)}: type 7 d4.")
        else:
            self._hint_moves(view)

    def _hint_moves(self, view: FiveView) -> None:
        may_take = not view.took
        for piece in Piece:
            moves = [a for a in view.legal if isinstance(a, Move) and a.piece is piece]
            squares = dict.fromkeys(a.square if a.deed else f"({a.square})" for a in moves)
            if squares:
                self.screen.say(f"{piece} {piece.title:<13} {' '.join(squares)}")
        deeds = "? looks, x takes" if may_take else "? looks; you have taken a pawn in this turn"
        self.screen.say(f"{deeds}; squares in brackets are empty. Type N?d4, Nxd4 or N d4.")

    def prompt(self, seat: int) -> str:
        """The name and what is asked for."""
        view = self._view(seat)
        what = {Wait.CHOICE: "keep or return", Wait.GIVE_UP: "give up"}.get(view.wait or Wait.DEAL)
        which = "second piece" if view.moved else "first piece"
        return f"{self.names[seat - 1]}, {what or which} > "

    def done(self, seat: int, action: Action) -> None:
        """Tell the others; a take is told when the pawn is turned."""
        if not (isinstance(action, Move) and action.deed is Deed.TAKE):
            self.news.append(describe(self.table.setup.names, seat, action))

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
            raise IllegalActionError(f"say which pawn: {' or '.join(f'{v} {square}' for v in values)}")
        return GiveUp(int(value) if value else values[0], square)

    def _move(self, view: FiveView, piece: Piece, deed: str, square: str) -> Action | None:
        """The move; asks whether to look or to take where both can be done."""
        deeds = [a.deed for a in view.legal if isinstance(a, Move) and (a.piece, a.square) == (piece, square)]
        if deed or not deeds:
            return Move(piece, square, Deed(deed))
        if len(deeds) == 1:
            return Move(piece, square, deeds[0])
        answer = self.choose(f"There is a pawn on {square}: look or take?")
        chosen = {"look": Deed.LOOK, "l": Deed.LOOK, "?": Deed.LOOK, "take": Deed.TAKE, "t": Deed.TAKE, "x": Deed.TAKE}
        return Move(piece, square, chosen[answer]) if answer in chosen else None

    def help_text(self) -> str:
        """Everything that can be typed."""
        return HELP

    def score_text(self, seat: int) -> str:
        """Everybody's pawns and markers."""
        view = self._view(None)
        rows = [
            f"  {name}: {' '.join(map(str, hand)) or 'no pawns'} = {sum(hand)}, {markers} markers"
            for name, hand, markers in zip(self.names, view.hands, view.markers, strict=True)
        ]
        return "\n".join([f"Round {view.round}, {view.phase}: {goal(view)}.", *rows])

    def show_bag(self, seat: int) -> None:
        """How many pawns of each value lie face down: all but those taken."""
        view = self._view(None)
        taken = Counter(value for hand in view.hands for value in hand)
        left = [f"{view.edition.copies - taken[value]} x {value}" for value in view.edition.values]
        self.screen.say(f"Face down on the board: {', '.join(left)}.")
