"""The hexagon family: all players place the same called tiles, each on their own board."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from partake.engine.actions import (
    DEALER,
    Action,
    Close,
    Done,
    Draw,
    Place,
    Relocate,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.engine.chance import Seed
from partake.engine.contract import Chances, Entry, Game, Log, Setup
from partake.engine.hexagon.legality import CLOSE, HexagonLegality, call_chances, to_act
from partake.engine.hexagon.scoring import scores
from partake.engine.hexagon.state import FinishedGame, HexagonState, SeatState
from partake.engine.hexagon.view import HexagonView, filled, handed_to, seen_cells, tally
from partake.engine.outcome import Outcome
from partake.rules.edition import HexagonEdition
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


class HexagonGame(Game[HexagonState, HexagonView]):
    """One game or a match of several, by the edition and options of its setup."""

    is_simultaneous = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if not isinstance(setup.edition, HexagonEdition):
            raise TypeError("a hexagon game needs a hexagon edition")
        self.variant = Variant(setup.edition, setup.options)
        self._index = self.variant.index
        self._legality = HexagonLegality(self.variant)

    def start(self) -> HexagonState:
        """Empty boards, nothing drawn."""
        return self._new_game(())

    def _new_game(self, finished: tuple[FinishedGame, ...]) -> HexagonState:
        empty = (None,) * len(self.variant.positions)
        return HexagonState(finished, (SeatState(empty, empty),) * len(self.setup.seats), self._holders(finished))

    def _holders(self, finished: tuple[FinishedGame, ...]) -> tuple[int, ...]:
        """Scrapyards go to the left neighbour; in later games from each rank of the standings to the next (H38)."""
        if self.setup.options.scrapyard != "passed":
            return ()
        seats = len(self.setup.seats)
        order = tally(self.setup.names, finished).standings if finished else tuple(range(1, seats + 1))
        next_of = dict(zip(order, (*order[1:], order[0]), strict=True))
        return tuple(next_of[seat] for seat in range(1, seats + 1))

    def to_act(self, state: HexagonState) -> tuple[int, ...]:
        """The seats with a tile to place, or whose reserve is still open; when there are none, the dealer."""
        return to_act(state)

    def legal(self, state: HexagonState, actor: int) -> tuple[Action, ...]:
        """The dealer's possible draws or its close; a seat's placements, moves from the reserve and take-back."""
        return self._legality.legal(state, actor)

    def play(self, state: HexagonState, actor: int, action: Action) -> HexagonState:
        """Check an action and carry it out."""
        self.check_actor(actor)
        if state.over:
            raise IllegalActionError("the game is over")
        if not self._legality.allows(state, actor, action):
            raise IllegalActionError(self._legality.why_not(state, actor, action))
        match action:
            case Place():
                return (self._place_for if action.owner else self._place)(state, actor, action)
            case Draw():
                sides = tuple(self._after_deal(side, action.tiles) for side in state.sides)
                return state._replace(sides=sides, drawn=(*state.drawn, *action.tiles), called=action.tiles)
            case Close():
                return self._close(state)
            case Scrap():
                return self._scrap(state, actor, action)
            case Relocate():
                return self._relocate(state, actor, action)
            case Done():
                side = state.sides[actor - 1]
                return self._with_side(state, actor, side._replace(moves=(*side.moves, action), done=True))
            case TakeBack():
                return self._take_back(state, actor)
        raise AssertionError(f"{action} is allowed and has no effect")

    def _close(self, state: HexagonState) -> HexagonState:
        state = state._replace(sides=tuple(self._after_deal(side, ()) for side in state.sides), called=())
        if self.variant.reserve and not state.relocating:
            return state._replace(relocating=True)
        return self._count(state)

    def _after_deal(self, side: SeatState, hand: tuple[Tile, ...]) -> SeatState:
        """A side when the dealer has acted: nothing to take back, the called tiles in hand."""
        return SeatState(side.cells, side.cells, hand, latest=filled(side) or side.latest)

    def _count(self, state: HexagonState) -> HexagonState:
        sheets = tuple(side.cells for side in state.sides)
        number = len(state.finished) + 1
        items = scores(self.variant, sheets)
        if number > 1:
            items = tuple(tuple(replace(item, round=number) for item in own) for own in items)
        finished = (*state.finished, FinishedGame(sheets, items))
        if number < self.setup.options.rounds:
            return self._new_game(finished)
        return state._replace(finished=finished, over=True)

    def _with_side(self, state: HexagonState, seat: int, side: SeatState) -> HexagonState:
        return state._replace(sides=(*state.sides[: seat - 1], side, *state.sides[seat:]))

    def _place(self, state: HexagonState, seat: int, action: Place) -> HexagonState:
        side, position = state.sides[seat - 1], self._index[action.cell]
        cells = (*side.cells[:position], action.tile, *side.cells[position + 1 :])
        hand, moves = _without(side.hand, action.tile), (*side.moves, action)
        return self._with_side(state, seat, SeatState(cells, side.public_cells, hand, moves, side.handed, side.latest))

    def _scrap(self, state: HexagonState, seat: int, action: Scrap) -> HexagonState:
        side = state.sides[seat - 1]
        hand, handed = _without(side.hand, action.tile), (*side.handed, action.tile)
        return self._with_side(state, seat, side._replace(hand=hand, handed=handed, moves=(*side.moves, action)))

    def _place_for(self, state: HexagonState, seat: int, action: Place) -> HexagonState:
        owner, position = action.owner, self._index[action.cell]
        side = state.sides[owner - 1]
        cells = (*side.cells[:position], action.tile, *side.cells[position + 1 :])
        state = self._with_side(state, owner, side._replace(cells=cells, handed=_without(side.handed, action.tile)))
        mine = state.sides[seat - 1]
        return self._with_side(state, seat, mine._replace(moves=(*mine.moves, action)))

    def _relocate(self, state: HexagonState, seat: int, action: Relocate) -> HexagonState:
        side = state.sides[seat - 1]
        cells = list(side.cells)
        cells[cells.index(action.tile)], cells[self._index[action.cell]] = None, action.tile
        return self._with_side(state, seat, side._replace(cells=tuple(cells), moves=(*side.moves, action)))

    def _take_back(self, state: HexagonState, seat: int) -> HexagonState:
        side = state.sides[seat - 1]
        latest, cells = side.moves[-1], list(side.cells)
        side = side._replace(moves=side.moves[:-1])
        match latest:
            case Place(tile, cell, 0):
                cells[self._index[cell]] = None
                side = side._replace(cells=tuple(cells), hand=self._in_hand(state, side, tile))
            case Scrap(tile):
                side = side._replace(handed=_without(side.handed, tile), hand=self._in_hand(state, side, tile))
            case Relocate(tile, cell):
                cells[self._index[cell]], cells[side.public_cells.index(tile)] = None, tile
                side = side._replace(cells=tuple(cells))
            case Done():
                side = side._replace(done=False)
            case Place(tile, cell, owner):
                other = state.sides[owner - 1]
                cells = list(other.cells)
                cells[self._index[cell]] = None
                handed = tuple(called for called in state.called if called == tile or called in other.handed)
                other = other._replace(cells=tuple(cells), handed=handed)
                state = self._with_side(state, owner, other)
        return self._with_side(state, seat, side)

    @staticmethod
    def _in_hand(state: HexagonState, side: SeatState, tile: Tile) -> tuple[Tile, ...]:
        """The hand with a tile back in it, in the order of the call."""
        return tuple(called for called in state.called if called == tile or called in side.hand)

    def view(self, state: HexagonState, seat: int | None) -> HexagonView:
        """The calls, the own sheet, and the others' sheets without what they did since the last draw.

        Between the games of a match the boards of the game that is counted still lie there.
        """
        if seat is not None and not 1 <= seat <= len(state.sides):
            raise IllegalActionError("there is no seat {seat} at this table", seat=seat)
        number = min(len(state.finished) + 1, self.setup.options.rounds)
        acting, mine, latest = to_act(state), SeatState((), ()), [side.latest for side in state.sides]
        if seat:
            mine = state.sides[seat - 1]
            latest[seat - 1] = filled(mine) or mine.latest
        return HexagonView(
            setup=self.setup,
            seat=seat,
            to_act=() if acting == (DEALER,) else acting,
            legal=self.legal(state, seat) if seat else (),
            outcome=self.outcome(state),
            variant=self.variant,
            round=number,
            caller=(number - 1) % len(self.setup.seats) + 1,  # the role passes on with each game (H20)
            drawn=state.drawn,
            called=state.called,
            cells=state.finished[-1].sheets if self.is_between_rounds(state) else seen_cells(self.variant, state, seat),
            latest=tuple(latest),
            hand=mine.hand,
            handed=handed_to(state, seat),
            holders=state.holders,
            relocating=state.relocating,
            finished=state.finished,
        )

    def outcome(self, state: HexagonState) -> Outcome | None:
        """All items of all games, once the last is counted."""
        return tally(self.setup.names, state.finished) if state.over else None

    def is_between_rounds(self, state: HexagonState) -> bool:
        """Whether a game of the match is counted and nothing has been drawn for the next."""
        return bool(state.finished) and not state.drawn and not state.over

    def deal(self, state: HexagonState, seed: Seed) -> Action:
        """The next tiles of this game's order that are still in the bag, or the close."""
        count = self._legality.call_size(state)
        if not count:
            return CLOSE
        order = seed.shuffled(f"round {len(state.finished) + 1}", self.variant.tiles.tiles)
        drawn = set(state.drawn)
        left = (tile for tile in order if tile not in drawn)
        return Draw(tuple(islice(left, count)))

    def chance(self, state: HexagonState) -> Chances:
        """Each tile, or pair of tiles, that is still in the bag; or the close."""
        if to_act(state) != (DEALER,):
            return ()
        drawn = set(state.drawn)
        bag = [tile for tile in self.variant.tiles.tiles if tile not in drawn]
        return call_chances(bag, self._legality.call_size(state))

    def visible(self, log: Log, seat: int | None) -> tuple[Entry, ...]:
        """Everything up to the dealer's last action, and what the seat itself did since."""
        dealt = next((i for i in range(len(log), 0, -1) if log[i - 1][0] == DEALER), 0)
        return (*log[:dealt], *(entry for entry in log[dealt:] if entry[0] == seat))


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])
