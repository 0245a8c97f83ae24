"""Terminal session of Take Five: a look is shown to one player alone, and erased."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from partake.cli.terminal.session import Session
from partake.cli.terminal.typed import is_typed, word
from partake.draw.text.canvas import columns
from partake.draw.text.five import goal
from partake.engine.actions import Action, Deal, Deed, GiveUp, Keep, Move, Piece, Return, Reveal
from partake.engine.description import describe, piece_name, with_article
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.engine.outcome import phase_name
from partake.rules.errors import IllegalActionError, NotationError
from partake.rules.messages import Listed, Message, Plural, said

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table

MOVE = Message("move the knight to d4 (B black bishop, W white bishop, N knight, R rook)")
LOOK = Message("… and look at the pawn there, for your eyes only")
TAKE = Message("… and take it")
CHOICE = Message("keep the pawn that you took, or send it back")
GIVE_UP = Message("give up a seven, face down on d4")
TOOK = Message("? looks; you have taken a pawn in this turn.")
MAY_TAKE = Message("? looks, x takes: type N?d4 or Nxd4.")
_MOVE = re.compile(r"([bwnr])\s*([?x]?)\s*([a-z]\d{1,2})", re.ASCII)
_GIVE = re.compile(r"(?:(\d{1,2})[\s>]+)?([a-z]\d{1,2})", re.ASCII)


class FiveSession(Session):
    """All players see the same board: pawns face down, and what was taken."""

    help_end = Message("A turn: move two different pieces; take at most one pawn.")

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self._before = self._view(None)
        """What everybody saw before the latest action."""

    def own_words(self) -> Sequence[tuple[str, Message]]:
        """The moves."""
        choice = f"{word('keep')}, {word('return')}"
        return [("N d4", MOVE), ("N?d4", LOOK), ("Nxd4", TAKE), (choice, CHOICE), ("7 d4", GIVE_UP)]

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
        self._make_sure(looker, Message("Press Enter to look at {square} > ", square=square))
        self.deal()
        seen = self._view(looker)
        shown = seen.shown
        assert shown is not None
        assert shown.value is not None
        if self.screen.can_move:
            self.screen.clear()
            self.screen.say(self.screen.fitting(seen, self.screen.size[1] - 3)[0] + "\n")
        secret = Message(
            "The pawn on {square} is {pawn}. Press Enter to hide it. ", square=square, pawn=with_article(shown.value)
        )
        self.screen.ask_secretly(said(secret))
        self.screen.clear()

    def _make_sure(self, seat: int, prompt: Message) -> None:
        """Ask a player to be alone at the screen, unless nobody else sits there."""
        if len(self.people) > 1:
            self.screen.say(said(Message("{name}, are you alone at the screen?", name=self.shown_names[seat - 1])))
            self.screen.ask(said(prompt))

    def hint(self, seat: int) -> None:
        """The hint tells what this seat has looked at: for its eyes only."""
        if len(self.people) > 1:
            self.screen.clear()
        self._make_sure(seat, Message("Press Enter to see your hint > "))
        super().hint(seat)

    def told(self, actor: int, action: Action) -> Sequence[str]:
        """An action in words; a take is told when its pawn is turned, a look has no value here."""
        before, now = self._before, self._view(None)
        self._before = now
        match action:
            case Deal():
                laid_out = Message(
                    "Round {number}, {phase}: {goal}. The pawns are laid out; {name} begins.",
                    number=now.round,
                    phase=phase_name(now.phase),
                    goal=goal(now),
                    name=self.shown_names[now.turn - 1],
                )
                return [said(laid_out)]
            case Reveal(value):
                return [] if value is None else [said(one) for one in self._taken(before, now, value)]
            case Move(deed=Deed.TAKE):
                return []
            case Move() if self.people == [actor]:
                return []  # who plays against bots alone knows
            case _:
                return [said(describe(self.names, actor, action))]

    def _taken(self, before: FiveView, now: FiveView, value: int) -> list[Message]:
        """What came of a take."""
        seat = before.turn
        taken: dict[str, object] = {
            "name": self.shown_names[seat - 1],
            "pawn": with_article(value),
            "square": before.square,
        }
        if len(now.rounds) > len(before.rounds):
            won = now.rounds[-1]
            wins = Message(
                "{name} wins the round ({phase}) with {hand} and gets a marker.",
                name=self.shown_names[won.winner - 1],
                phase=phase_name(won.phase),
                hand=" ".join(map(str, won.hands[won.winner - 1])),
            )
            return [Message("{name} takes {pawn} from {square}.", **taken), wins]
        if seat in now.out and seat not in before.out:
            return [Message("{name} takes {pawn} from {square} and is out of this round.", **taken)]
        if now.wait is Wait.CHOICE:
            return [Message("{name} takes {pawn} from {square} and may keep it or return it as too low.", **taken)]
        if now.wait is Wait.GIVE_UP:
            return [
                Message(
                    "{name} takes {pawn} from {square}. It must go back, and {name} gives up a pawn taken earlier.",
                    **taken,
                )
            ]
        if len(now.hands[seat - 1]) > len(before.hands[seat - 1]):
            return [Message("{name} takes {pawn} from {square} and keeps it.", **taken)]
        return [Message("{name} takes {pawn} from {square}. It must go back.", **taken)]

    def choices(self, seat: int) -> Sequence[str]:
        """Where each piece can go, which pawns can be given up."""
        view = self._view(seat)
        if view.wait is Wait.CHOICE:
            return [said(Message("Type {keep} or {back}.", keep=word("keep"), back=word("return")))]
        if view.wait is Wait.GIVE_UP:
            values = sorted({a.value for a in view.legal if isinstance(a, GiveUp)})
            spots = list(dict.fromkeys(a.square for a in view.legal if isinstance(a, GiveUp)))
            offer = Message(
                "Give up {values} on {squares}: type {example}.",
                values=Listed(values, choice=True),
                squares=" ".join(spots),
                example=f"{values[0]} {spots[0]}",
            )
            return [said(offer)]
        return list(self._moves(view))

    @staticmethod
    def _moves(view: FiveView) -> Iterator[str]:
        width = max(12, *(columns(said(piece_name(piece))) for piece in Piece))
        for piece in Piece:
            moves = [a for a in view.legal if isinstance(a, Move) and a.piece is piece]
            squares = dict.fromkeys(a.square if a.deed else f"({a.square})" for a in moves)
            if squares:
                title = said(piece_name(piece))
                yield f"{piece} {title}{' ' * (width - columns(title))} {' '.join(squares)}"
        yield said(TOOK if view.took else MAY_TAKE)

    def completions(self, seat: int) -> Sequence[str]:
        """Every move in its text form, and the pawns to give up as they are typed."""
        return [
            f"{action.value} {action.square}" if isinstance(action, GiveUp) else format_action(action)
            for action in self._view(seat).legal
        ]

    def prompt(self, seat: int) -> str:
        """The name and what is asked for."""
        view = self._view(seat)
        name = self.shown_names[seat - 1]
        if view.wait is Wait.CHOICE:
            asked = Message("{name}, {keep} or {back} > ", name=name, keep=word("keep"), back=word("return"))
        elif view.wait is Wait.GIVE_UP:
            asked = Message("{name}, give up > ", name=name)
        elif view.moved:
            asked = Message("{name}, second piece > ", name=name)
        else:
            asked = Message("{name}, first piece > ", name=name)
        return said(asked)

    def read(self, seat: int, line: str) -> Action | None:
        """A move, `keep`, `return`, or a pawn to give up."""
        view, words = self._view(seat), line.lower()
        if view.wait is Wait.CHOICE and (is_typed("keep", line) or is_typed("return", line)):
            return Keep() if is_typed("keep", line) else Return()
        if view.wait is Wait.GIVE_UP and (found := _GIVE.fullmatch(words)):
            return self._given_up(view, found[1], found[2])
        if found := _MOVE.fullmatch(words):
            return self._move(view, Piece(found[1].upper()), found[2], found[3])
        action = self.full_notation(words)
        if action is None:
            raise NotationError("type a piece and a square, like N?d4, or {help}", help=word("help"))
        return action

    @staticmethod
    def _given_up(view: FiveView, value: str | None, square: str) -> Action:
        values = sorted({a.value for a in view.legal if isinstance(a, GiveUp)})
        if value is None and len(values) > 1:
            offered = Listed((f"{v} {square}" for v in values), choice=True)
            raise IllegalActionError("say which pawn: {values}", values=offered)
        return GiveUp(int(value) if value else values[0], square)

    def _move(self, view: FiveView, piece: Piece, deed: str, square: str) -> Action | None:
        """The move; asks whether to look or to take where both can be done."""
        deeds = [a.deed for a in view.legal if isinstance(a, Move) and (a.piece, a.square) == (piece, square)]
        if deed or not deeds:
            return Move(piece, square, Deed(deed))
        if len(deeds) == 1:
            return Move(piece, square, deeds[0])
        look, take = word("look"), word("take")
        question = Message(
            "There is a pawn on {square}: {look} or {take}? (Enter: neither) > ", square=square, look=look, take=take
        )
        answer = self.choose(question, [look, take])
        if answer == "?" or is_typed("look", answer):
            return Move(piece, square, Deed.LOOK)
        return Move(piece, square, Deed.TAKE) if answer == "x" or is_typed("take", answer) else None

    def score_text(self, seat: int) -> str:
        """Everybody's pawns and markers."""
        view = self._view(None)
        now = Message(
            "Round {number}, {phase}: {goal}.", number=view.round, phase=phase_name(view.phase), goal=goal(view)
        )
        rows = [
            f"  {said(_standing(name, hand, markers))}"
            for name, hand, markers in zip(self.shown_names, view.hands, view.markers, strict=True)
        ]
        return "\n".join([said(now), *rows])

    def bag_text(self, seat: int) -> str:
        """How many pawns of each value lie face down: all but those taken."""
        view = self._view(None)
        taken = Counter(value for hand in view.hands for value in hand)
        left = [f"{view.edition.copies - taken[value]} x {value}" for value in view.edition.values]
        return said(Message("Face down on the board: {pawns}.", pawns=", ".join(left)))


def _standing(name: str, hand: Sequence[int], markers: int) -> Message:
    """The pawns and markers of a player."""
    pawns = " ".join(map(str, hand)) or Message("no pawns")
    return Plural(
        "{name}: {pawns} = {total}, {count} marker",
        "{name}: {pawns} = {total}, {count} markers",
        count=markers,
        name=name,
        pawns=pawns,
        total=sum(hand),
    )
