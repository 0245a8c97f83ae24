"""The hexagon family: everybody places the same called tiles, each on their own board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

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
from partake.engine.contract import Entry, Game, Log, Setup
from partake.engine.hexagon.placement import open_positions, why_not
from partake.engine.hexagon.scoring import scores
from partake.engine.hexagon.state import Finished, HexagonState, Side
from partake.engine.hexagon.view import HexagonView, tally
from partake.engine.hexagon.visibility import filled, handed_to, seen_cells
from partake.engine.outcome import Outcome
from partake.rules.edition import HexagonEdition
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

_BACK, _DONE, _CLOSE = TakeBack(), Done(), Close()


class HexagonGame(Game[HexagonState, HexagonView]):
    """One game or a match of several, by the edition and options of its setup."""

    is_simultaneous = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        if not isinstance(setup.edition, HexagonEdition):
            raise TypeError("a hexagon game needs a hexagon edition")
        self.variant = Variant(setup.edition, setup.options)
        self._draws, self._places = _actions(self.variant.tiles.tiles, self.variant.positions)
        self._passed = setup.options.scrapyard == "passed"

    def start(self) -> HexagonState:
        """Empty boards, nothing drawn."""
        return self._new_game(())

    def _new_game(self, finished: tuple[Finished, ...]) -> HexagonState:
        empty = (None,) * len(self.variant.positions)
        return HexagonState(finished, (Side(empty, empty),) * len(self.setup.seats), self._holders(finished))

    def _holders(self, finished: tuple[Finished, ...]) -> tuple[int, ...]:
        """Scrapyards go to the left neighbour; in later games from each rank of the standings to the next (H38)."""
        if not self._passed:
            return ()
        seats = len(self.setup.seats)
        order = tally(self.setup.names, finished).standings if finished else tuple(range(1, seats + 1))
        next_of = dict(zip(order, (*order[1:], order[0]), strict=True))
        return tuple(next_of[seat] for seat in range(1, seats + 1))

    def to_act(self, state: HexagonState) -> tuple[int, ...]:
        """The seats with a tile to place, or whose reserve is still open; when there are none, the dealer."""
        if state.over:
            return ()
        if state.relocating:
            seats = [seat for seat, side in enumerate(state.sides, start=1) if not side.done]
        else:
            seats = [seat for seat, side in enumerate(state.sides, start=1) if side.hand]
        if self._passed:
            holding = {state.holders[i] for i, side in enumerate(state.sides) if side.handed}
            seats = sorted(holding.union(seats))
        return tuple(seats) or (DEALER,)

    def legal(self, state: HexagonState, actor: int) -> tuple[Action, ...]:
        """The dealer's possible draws or its close; a seat's placements, moves from the reserve and take-back."""
        if state.over or not 0 <= actor <= len(state.sides):
            return ()
        if actor == DEALER:
            return self._legal_deals(state)
        side = state.sides[actor - 1]
        actions: list[Action] = []
        for tile in side.hand:
            places = self._places[tile]
            actions += [places[i] for i in open_positions(self.variant, side.cells, tile)]
            if self._passed and self._room(side):
                actions.append(Scrap(tile))
        if self._passed:
            actions += self._legal_for_owners(state, actor)
        if state.relocating and not side.done:
            actions += [
                Relocate(tile, self.variant.positions[target])
                for tile in self._movable(side)
                for target in self.variant.targets
                if side.cells[target] is None
            ]
            actions.append(_DONE)
        if self._can_take_back(state, side):
            actions.append(_BACK)
        return tuple(actions)

    def _legal_deals(self, state: HexagonState) -> tuple[Action, ...]:
        if self.to_act(state) != (DEALER,):
            return ()
        count = self._next_call(state)
        if not count:
            return (_CLOSE,)
        drawn = set(state.drawn)
        if count == 1:
            return tuple(draw for tile, draw in self._draws.items() if tile not in drawn)
        bag = [tile for tile in self._draws if tile not in drawn]
        return tuple(Draw(tiles) for tiles in permutations(bag, count))

    def _next_call(self, state: HexagonState) -> int:
        """How many tiles the dealer calls next; none when all are drawn."""
        return min(self.setup.options.draw, self.variant.draws - len(state.drawn))

    def _legal_for_owners(self, state: HexagonState, holder: int) -> list[Action]:
        return [
            Place(tile, self.variant.positions[i], owner)
            for owner, side in enumerate(state.sides, start=1)
            if state.holders[owner - 1] == holder
            for tile in side.handed
            for i in self.variant.yard
            if side.cells[i] is None
        ]

    def _room(self, side: Side) -> int:
        """How many tiles can still be scrapped."""
        return sum(side.cells[i] is None for i in self.variant.yard) - len(side.handed)

    def _movable(self, side: Side) -> list[Tile]:
        """Reserve tiles that may move to a special cell: those without a wild stripe (H31)."""
        return [tile for i in self.variant.reserve if (tile := side.cells[i]) is not None and not tile.is_wild]

    def _can_take_back(self, state: HexagonState, side: Side) -> bool:
        """Take-back needs a move of one's own since the dealer last acted, not yet built on by the holder (H17)."""
        if not self.setup.options.takeback or not side.moves:
            return False
        latest = side.moves[-1]
        return not isinstance(latest, Scrap) or latest.tile in side.handed

    def play(self, state: HexagonState, actor: int, action: Action) -> HexagonState:
        """Check an action and carry it out."""
        self.check_actor(actor)
        if state.over:
            raise IllegalActionError("the game is over")
        if actor == DEALER:
            return self._play_dealer(state, action)
        side = state.sides[actor - 1]
        match action:
            case Place(owner=0):
                return self._place(state, actor, side, action)
            case Place():
                return self._place_for(state, actor, action)
            case Scrap():
                return self._scrap(state, actor, side, action)
            case Relocate() | Done():
                return self._relocate(state, actor, side, action)
            case TakeBack():
                return self._take_back(state, actor, side)
            case _:
                raise IllegalActionError(f"players of {self.setup.edition.name} cannot do that")

    def _play_dealer(self, state: HexagonState, action: Action) -> HexagonState:
        if self.to_act(state) != (DEALER,):
            raise IllegalActionError("not everybody has placed: the dealer must wait")
        count = self._next_call(state)
        match action:
            case Draw(tiles) if count:
                self._check_draw(state, tiles, count)
                sides = tuple(self._settled(side, tiles) for side in state.sides)
                return state._replace(sides=sides, drawn=(*state.drawn, *tiles), called=tiles)
            case Close() if not count:
                sides = tuple(self._settled(side, ()) for side in state.sides)
                if self.variant.reserve and not state.relocating:
                    return state._replace(sides=sides, called=(), relocating=True)
                return self._count(state._replace(sides=sides, called=()))
            case _:
                raise IllegalActionError(
                    "the dealer must draw" if count else "all tiles are drawn: the dealer must close"
                )

    def _check_draw(self, state: HexagonState, tiles: tuple[Tile, ...], count: int) -> None:
        if len(tiles) != count:
            raise IllegalActionError(
                f"{count} {'tile is' if count == 1 else 'tiles are'} drawn at a time, not {len(tiles)}"
            )
        for i, tile in enumerate(tiles):
            if tile not in self._places:
                raise IllegalActionError(f"{tile} is not in the bag: it is not one of the tiles of this game")
            if tile in state.drawn or tile in tiles[:i]:
                raise IllegalActionError(f"{tile} has been drawn before")

    def _settled(self, side: Side, hand: tuple[Tile, ...]) -> Side:
        """A side when the dealer has acted: nothing to take back, the called tiles in hand."""
        return Side(side.cells, side.cells, hand, latest=filled(self.variant, side) or side.latest)

    def _count(self, state: HexagonState) -> HexagonState:
        sheets = tuple(side.cells for side in state.sides)
        number = len(state.finished) + 1
        items = scores(self.variant, sheets)
        if number > 1:
            items = tuple(tuple(replace(item, round=number) for item in own) for own in items)
        finished = (*state.finished, Finished(sheets, items))
        if number < self.setup.options.rounds:
            return self._new_game(finished)
        return state._replace(finished=finished, over=True)

    def _with_side(self, state: HexagonState, seat: int, side: Side) -> HexagonState:
        return state._replace(sides=(*state.sides[: seat - 1], side, *state.sides[seat:]))

    def _position(self, cell: str) -> int:
        if cell not in self.variant.index:
            raise IllegalActionError(f"there is no cell {cell}")
        return self.variant.index[cell]

    def _check_hand(self, side: Side, tile: Tile) -> None:
        if tile not in side.hand:
            called = " and ".join(map(str, side.hand))
            raise IllegalActionError(
                f"{tile} is not yours to place now" + (f": {called} was called" if called else ": you have placed")
            )

    def _place(self, state: HexagonState, seat: int, side: Side, action: Place) -> HexagonState:
        tile, position = action.tile, self._position(action.cell)
        self._check_hand(side, tile)
        if position not in open_positions(self.variant, side.cells, tile):
            raise IllegalActionError(why_not(self.variant, side.cells, tile, position))
        cells = (*side.cells[:position], tile, *side.cells[position + 1 :])
        hand, moves = _without(side.hand, tile), (*side.moves, action)
        moved = Side(cells, side.settled, hand, moves, side.handed, side.latest)
        return self._with_side(state, seat, moved)

    def _scrap(self, state: HexagonState, seat: int, side: Side, action: Scrap) -> HexagonState:
        if not self._passed:
            raise IllegalActionError("scrapyards are not passed here: name the cell")
        self._check_hand(side, action.tile)
        if not self._room(side):
            raise IllegalActionError("your scrapyard is full")
        hand, handed = _without(side.hand, action.tile), (*side.handed, action.tile)
        return self._with_side(state, seat, side._replace(hand=hand, handed=handed, moves=(*side.moves, action)))

    def _place_for(self, state: HexagonState, seat: int, action: Place) -> HexagonState:
        owner, position = action.owner, self._position(action.cell)
        if not self._passed or not 1 <= owner <= len(state.sides) or state.holders[owner - 1] != seat:
            raise IllegalActionError(f"you do not hold the scrapyard of seat {owner}")
        side = state.sides[owner - 1]
        if action.tile not in side.handed:
            raise IllegalActionError(f"seat {owner} has not scrapped {action.tile}")
        if position not in self.variant.yard or side.cells[position] is not None:
            raise IllegalActionError(f"{action.cell} is not an empty cell of that scrapyard")
        cells = (*side.cells[:position], action.tile, *side.cells[position + 1 :])
        state = self._with_side(state, owner, side._replace(cells=cells, handed=_without(side.handed, action.tile)))
        mine = state.sides[seat - 1]
        return self._with_side(state, seat, mine._replace(moves=(*mine.moves, action)))

    def _relocate(self, state: HexagonState, seat: int, side: Side, action: Relocate | Done) -> HexagonState:
        if not state.relocating:
            raise IllegalActionError("the reserve is used only at the end, when all tiles are placed")
        if side.done:
            raise IllegalActionError("you have said that you are done")
        moves = (*side.moves, action)
        if isinstance(action, Done):
            return self._with_side(state, seat, side._replace(moves=moves, done=True))
        tile, target = action.tile, self._position(action.cell)
        if tile not in (side.cells[i] for i in self.variant.reserve):
            raise IllegalActionError(f"{tile} is not in your reserve")
        if tile.is_wild:
            raise IllegalActionError(f"{tile} has a wild stripe: it stays in the reserve")
        if target not in self.variant.targets or side.cells[target] is not None:
            raise IllegalActionError(f"{action.cell} is not an empty cell that takes a tile of the reserve")
        cells = list(side.cells)
        cells[cells.index(tile)], cells[target] = None, tile
        return self._with_side(state, seat, side._replace(cells=tuple(cells), moves=moves))

    def _take_back(self, state: HexagonState, seat: int, side: Side) -> HexagonState:
        if not self.setup.options.takeback:
            raise IllegalActionError("this game is played without take-back")
        if not self._can_take_back(state, side):
            raise IllegalActionError("there is nothing to take back")
        latest, cells = side.moves[-1], list(side.cells)
        side = side._replace(moves=side.moves[:-1])
        match latest:
            case Place(tile, cell, 0):
                cells[self._position(cell)] = None
                side = side._replace(cells=tuple(cells), hand=self._in_hand(state, side, tile))
            case Scrap(tile):
                side = side._replace(handed=_without(side.handed, tile), hand=self._in_hand(state, side, tile))
            case Relocate(tile, cell):
                cells[self._position(cell)], cells[side.settled.index(tile)] = None, tile
                side = side._replace(cells=tuple(cells))
            case Done():
                side = side._replace(done=False)
            case Place(tile, cell, owner):
                other = state.sides[owner - 1]
                cells = list(other.cells)
                cells[self._position(cell)] = None
                handed = tuple(called for called in state.called if called == tile or called in other.handed)
                other = other._replace(cells=tuple(cells), handed=handed)
                state = self._with_side(state, owner, other)
        return self._with_side(state, seat, side)

    @staticmethod
    def _in_hand(state: HexagonState, side: Side, tile: Tile) -> tuple[Tile, ...]:
        """The hand with a tile back in it, in the order of the call."""
        return tuple(called for called in state.called if called == tile or called in side.hand)

    def view(self, state: HexagonState, seat: int | None) -> HexagonView:
        """The calls, the own sheet, and the others' sheets without what they did since the last draw."""
        if seat is not None and not 1 <= seat <= len(state.sides):
            raise IllegalActionError(f"there is no seat {seat} at this table")
        mine = state.sides[seat - 1] if seat else Side((), ())
        return HexagonView(
            setup=self.setup,
            seat=seat,
            to_act=tuple(actor for actor in self.to_act(state) if actor != DEALER),
            legal=self.legal(state, seat) if seat else (),
            outcome=self.outcome(state),
            variant=self.variant,
            round=min(len(state.finished) + 1, self.setup.options.rounds),
            caller=self._caller(state),
            drawn=state.drawn,
            called=state.called,
            cells=tuple(seen_cells(self.variant, state, owner, seat) for owner in range(1, len(state.sides) + 1)),
            latest=tuple(
                tuple(self.variant.positions[i] for i in (owner == seat and filled(self.variant, side)) or side.latest)
                for owner, side in enumerate(state.sides, start=1)
            ),
            hand=mine.hand,
            handed=handed_to(state, seat),
            holders=state.holders,
            relocating=state.relocating,
            finished=state.finished,
        )

    def _caller(self, state: HexagonState) -> int:
        """The caller's role passes on with each game (H20)."""
        return (min(len(state.finished) + 1, self.setup.options.rounds) - 1) % len(self.setup.seats) + 1

    def outcome(self, state: HexagonState) -> Outcome | None:
        """All items of all games, once the last is counted."""
        return tally(self.setup.names, state.finished) if state.over else None

    def deal(self, state: HexagonState, seed: Seed) -> Action:
        """The next tiles of this game's order, or the close."""
        count = self._next_call(state)
        if not count:
            return _CLOSE
        order = seed.shuffled(f"round {len(state.finished) + 1}", self.variant.tiles.tiles)
        return Draw(order[len(state.drawn) : len(state.drawn) + count])

    def visible(self, log: Log, seat: int | None) -> tuple[Entry, ...]:
        """Everything up to the dealer's last action, and what the seat itself did since."""
        dealt = next((i for i in range(len(log), 0, -1) if log[i - 1][0] == DEALER), 0)
        return (*log[:dealt], *(entry for entry in log[dealt:] if entry[0] == seat))


@lru_cache(maxsize=64)
def _actions(
    tiles: tuple[Tile, ...], cells: tuple[str, ...]
) -> tuple[Mapping[Tile, Draw], Mapping[Tile, tuple[Place, ...]]]:
    """Every draw of a tile and every placement: made once for all tables that play with the same tiles and cells."""
    return {tile: Draw((tile,)) for tile in tiles}, {tile: tuple(Place(tile, c) for c in cells) for tile in tiles}


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    at = hand.index(tile)
    return (*hand[:at], *hand[at + 1 :])
