"""Take Five for OpenSpiel. The numbers of actions are those of `partake.env`:

    move piece p to square q and do d            (p * squares + q) * 3 + d
    keep, return                                 the two after those
    give up the i-th value on square q           after those i * squares + q

The layout of the pawns is drawn lazily: a pawn gets its value when it is first turned, by the exact probabilities given
all that has been turned before. Chance outcomes are the values, then who begins (as the rules say, seat 1, 2, …) with
each of the two corners of the knight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from partake.engine.actions import Action, Deal, Deed, GiveUp, Keep, Move, Return, Reveal
from partake.engine.contract import Chances, Entry
from partake.engine.five.board import PIECES, corners, squares
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Wait
from partake.engine.five.view import FiveView, PawnView
from partake.rules.errors import IllegalActionError
from partake.spiel.five_tensors import ENTRIES, FiveTensors
from partake.spiel.model import Model, Node, Sampler, Scope, Tensors, win_shares


class FiveModel(Model):
    """A game of Take Five; after `deals` layouts without a winner those with the most markers share the win."""

    is_zero_sum = True

    def __init__(self, game: FiveGame, deals: int) -> None:
        self.edition = edition = game.edition
        self.deals = deals
        names, seats = squares(edition.size), len(game.setup.seats)
        moves = [Move(piece, square, deed) for piece in PIECES for square in names for deed in Deed]
        gifts = [GiveUp(value, square) for value in edition.values for square in names]
        self._actions: tuple[Action, ...] = (*moves, Keep(), Return(), *gifts)
        self._numbers = {action: i for i, action in enumerate(self._actions)}
        free = [names[i] for i in corners(edition.size) if names[i] not in edition.corners.values()]
        self._deals: list[Action] = [Reveal(value) for value in edition.values]
        self._deals += [Deal(corner, first) for first in range(seats + 1) for corner in free]
        self._chances = {action: i for i, action in enumerate(self._deals)}
        self.actions, self.outcomes = len(self._actions), len(self._deals)
        self.length = deals * edition.turn_limit * ENTRIES
        self.utilities = -1 / (seats - 1), 1.0
        super().__init__(game)
        self.tensors = FiveTensors(edition, seats)

    # Chance and actions

    def actor(self, state: FiveState) -> int | None:
        """Who acts next; nobody when the last layout has no winner."""
        return None if state.wait is Wait.DEAL and state.deals >= self.deals else super().actor(state)

    def numbered(self, chances: Chances) -> list[tuple[int, float]]:
        """The numbers of the layouts or values."""
        return [(self._chances[action], float(chance)) for action, chance in chances]

    def chance_action(self, number: int) -> Action:
        """The layout or the value of this number."""
        return self._deals[number]

    def number(self, state: FiveState, seat: int, action: Action) -> int:
        """The number of an action."""
        return self._numbers[action]

    def action(self, state: FiveState, seat: int, number: int) -> Action:
        """The action of a number."""
        if not 0 <= number < len(self._actions):
            raise IllegalActionError("there is no action {number}", number=number)
        return self._actions[number]

    # What players know and get

    def observed(self, node: Node, seat: int, scope: Scope) -> str:
        """The round, the hands, and the board row by row: pieces, and pawns as far as they are known."""
        view: FiveView = self.game.view(node.state, seat if scope.private else None)
        if not scope.public:
            known = [f"{view.squares[i]}={pawn.known}" for i, pawn in enumerate(view.pawns) if pawn and pawn.known]
            return " ".join([f"p{seat - 1}", *(known if scope.private else ())])
        return "\n".join([f"p{seat - 1}" if scope.private else "public", *_facts(view)])

    def position(self, node: Node) -> str:
        """The board with the values of all pawns that anybody has turned, and who has seen them."""
        state: FiveState = node.state
        view = self.game.view(state, None)
        pawns = tuple(pawn and PawnView(pawn.value, pawn.public, pawn.seen) for pawn in state.pawns)
        return "\n".join(_facts(view, pawns))

    def shapes(self, scope: Scope) -> dict[str, tuple[int, ...]]:
        """The parts of a tensor."""
        return self.tensors.shapes(scope)

    def fill(self, node: Node, seat: int, scope: Scope, tensors: Tensors) -> None:
        """Write what a seat, or a spectator, sees."""
        self.tensors.fill(self.game.view(node.state, seat if scope.private else None), seat, scope, tensors)

    def returns(self, node: Node) -> list[float]:
        """The shares of the win, which those with the most markers have."""
        markers = Counter(won.winner for won in node.state.rounds)
        most = max(markers.values(), default=0)
        winners = [seat for seat in range(1, self.players + 1) if markers[seat] == most]
        return win_shares(winners, self.players)

    def resampled(self, history: Sequence[int], node: Node, seat: int, sampler: Sampler) -> list[int]:
        """Give pawns that only others have seen new values, from those that the seat has not seen in that layout.

        Pawns are exchangeable, so drawing without replacement is exact; what is legal does not depend on it.
        """
        values = _turned(node.log)
        known = {(deal, square) for deal, square, actor, deed in _moves(node.log) if actor == seat or deed is Deed.TAKE}
        at, numbers, pools = self.root, [], dict[int, list[int]]()
        for number in history:
            state: FiveState = at.state
            key = state.deals, self.tensors.squares[state.square]
            if at.actor == 0 and state.wait is Wait.LOOK and key not in known:
                if state.deals not in pools:
                    pool = Counter(dict.fromkeys(range(len(self.edition.values)), self.edition.copies))
                    pool.subtract(self.edition.values.index(values[k]) for k in known if k[0] == key[0] and k in values)
                    pools[state.deals] = list(pool.elements())
                left = pools[state.deals]
                number = left.pop(min(int(sampler() * len(left)), len(left) - 1))
            numbers.append(number)
            at = self.after(at, number)
        return numbers


def _moves(log: Sequence[Entry]) -> list[tuple[int, str, int, Deed]]:
    """Every look and take: the number of the layout, the square, the seat and what it did."""
    found, deal = [], 0
    for actor, action in log:
        deal += isinstance(action, Deal)
        if isinstance(action, Move) and action.deed:
            found.append((deal, action.square, actor, action.deed))
    return found


def _turned(log: Sequence[Entry]) -> dict[tuple[int, str], int]:
    """The value of each pawn of each layout that was turned, by the square on which it was laid out."""
    found: dict[tuple[int, str], int] = {}
    moves = iter(_moves(log))
    for _, action in log:
        if isinstance(action, Reveal) and action.value is not None:
            deal, square, _, _ = next(moves)
            found.setdefault((deal, square), action.value)
    return found


def _facts(view: FiveView, pawns: Sequence[PawnView | None] | None = None) -> list[str]:
    """A view as a few lines; a square has a piece, the pawn's value (`?` unknown, `.` none) and who has looked."""
    size, pieces = view.edition.size, {square: piece for piece, square in view.pieces}
    cells = []
    for square, pawn in zip(view.squares, view.pawns if pawns is None else pawns, strict=False):
        value = "." if pawn is None else "?" if pawn.known is None else str(pawn.known)
        looks = "" if pawn is None else "*" if pawn.public else "'" + "".join(map(str, pawn.seen)) if pawn.seen else ""
        cells.append((pieces.get(square, "") + value + looks).ljust(4))
    rows = [" ".join(cells[i : i + size]).rstrip() for i in range(0, len(cells), size)]
    asked = f"{view.wait or 'move'}{f' on {view.square}' if view.square else ''}"
    done = f"moved {''.join(view.moved) or '-'}{' took' if view.took else ''}"
    return [
        f"{view.phase} turn {view.turns}{f' of p{view.turn - 1}' if view.turn else ''}: {asked}, {done}",
        f"markers {view.markers} hands {view.hands} out {view.out}",
        *reversed(rows),
    ]
