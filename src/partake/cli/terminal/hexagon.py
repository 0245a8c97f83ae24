"""Terminal session of a hexagon game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from partake.cli.terminal.explain import explain, verdict
from partake.cli.terminal.session import Session, sentence
from partake.cli.terminal.typed import is_typed, word
from partake.engine.actions import Action, Done, Place, Relocate, Scrap, TakeBack
from partake.engine.description import describe
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.reading import read_action, read_tile, understood
from partake.rules.errors import IllegalActionError, NotationError, PartakeError
from partake.rules.messages import Listed, Message, Plural, said
from partake.rules.tiles import Tile

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table

CELL = Message("put the called tile on c3 (s2: on the scrapyard, x1: in the reserve)")
TILE_AND_CELL = Message("the same, naming the tile, when two are called")
SCRAP = Message("scrap the called tile: the holder of your scrapyard chooses its cell")
SCRAPPED = Message("as the holder: put a tile that was scrapped on s4 of its scrapyard")
RELOCATE = Message("at the end: move a tile from the reserve to c2")
DONE = Message("at the end: move no more")
NEXT_GAME = (
    Message("Enter begins the next game > "),
    Message("Enter turns the page, {quit} begins the next game > "),
)
"""What is asked below the points of a game of a match."""
FREE = {
    (False, False): Message("Free: {cells}"),
    (False, True): Message("Free: {cells}, or {scrap} to scrap it"),
    (True, False): Message("Free for {tile}: {cells}"),
    (True, True): Message("Free for {tile}: {cells}, or {scrap} to scrap it"),
}
"""Where a tile can go, by whether it is named and whether it can be scrapped."""
_CELL = re.compile(r"[a-z]\d{0,2}", re.ASCII)


class HexagonSession(Session):
    """The players place the called tile in turn; placements become visible to the others with the next call."""

    help_end = Message("The full notation of records is understood too: 9-7-8@c3.")

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self.last = 1
        """The seat of the person who acted last."""
        self._understood: Message | None = None
        """How the tile that was typed last was read, if its numbers stood in another order."""

    def own_words(self) -> Sequence[tuple[str, Message]]:
        """The moves of this variant."""
        variant, back = self.own_view(1).variant, word("back")
        take_back = Message(
            "take your last placement back, until the next tile is called ({back} NAME: somebody else's)", back=back
        )
        found = [("c3", CELL), ("9-7-8 c3", TILE_AND_CELL), (back, take_back)]
        if variant.options.scrapyard == "passed":
            found += [(word("scrap"), SCRAP), ("s4", SCRAPPED)]
        if variant.reserve:
            found += [("9-7-8 c2", RELOCATE), (word("done"), DONE)]
        return found

    def told(self, actor: int, action: Action) -> Sequence[str]:
        """What bots did; the boards show the rest."""
        return [said(describe(self.names, actor, action))] if actor in self.bots else []

    def own_view(self, seat: int) -> HexagonView:
        """The seat's view."""
        view = self.table.view(seat)
        assert isinstance(view, HexagonView)
        return view

    def last_view(self) -> HexagonView:
        """The winner's board first."""
        outcome = self.table.outcome
        return self.own_view(outcome.winners[0] if outcome else 1)

    def between(self) -> None:
        """Offer to take back, then let the dealer call, close or count."""
        can_take_back = self._can_take_back()
        if can_take_back and self.screen.is_tty and self._took_back(can_take_back):
            return
        games = len(self.own_view(1).finished)
        self.deal()
        view = self.own_view(1)
        if len(view.finished) > games and not self.table.is_over:
            self._report(view)

    def _can_take_back(self) -> list[int]:
        """The seats of players who can take a move back; bots never do."""
        return [seat for seat in self.people if TakeBack() in self.own_view(seat).legal]

    def _took_back(self, seats: Sequence[int]) -> bool:
        """Prompt before the next call, while the last placement can still be taken back."""
        seat = self.last if self.last in seats else seats[-1]
        view, taking_back = self.own_view(seat), self._take_back_words(seats, seat)
        if view.draws_left:
            offer = Message("Enter calls the next tile; {taking_back}.", taking_back=taking_back)
        elif view.relocating:
            offer = Message("Enter ends the moves; {taking_back}.", taking_back=taking_back)
        else:
            offer = Message("Enter goes on; {taking_back}.", taking_back=taking_back)
        self.page(view, [said(offer)])
        while True:
            line = self.ask(seat, said(Message("Enter or {back} > ", back=word("back"))))
            if not line:
                return False
            try:
                moved = self.common(seat, line)
                if moved:
                    return True
                if moved is None:
                    self.answer(said(Message("All have placed: press Enter, or type {back}.", back=word("back"))))
            except PartakeError as problem:
                self.answer(sentence(problem))

    def _take_back_words(self, seats: Sequence[int], seat: int) -> Message:
        back, name = word("back"), self.shown_names[seat - 1]
        if len(self.names) == 1:
            return Message("{back} takes it back", back=back)
        if len(seats) == 1:
            return Message("{back} takes {name}'s move back", back=back, name=name)
        return Message("{back} takes {name}'s move back ({back} NAME: another's)", back=back, name=name)

    def _report(self, view: HexagonView) -> None:
        """Print the points of a game of the match and the standings."""
        number = len(view.finished)
        scores = [score.of_round(number) for score in view.standings.scores]
        points = explain(scores)
        standing = ", ".join(
            f"{self.shown_names[seat - 1]} {said(view.standings.totals[seat - 1])}" for seat in view.standings.standings
        )
        after = said(
            Message(
                "After game {number} of {rounds}: {standing}.", number=number, rounds=view.rounds, standing=standing
            )
        )
        caller = self.shown_names[view.caller - 1]
        self.news += [after, said(Message("{name} calls in game {number}.", name=caller, number=number + 1))]
        self.screen.read_out(f"\n{points}\n\n{after}\n", below=NEXT_GAME)

    def choices(self, seat: int) -> Sequence[str]:
        """The cells that take the tiles in hand."""
        view, found = self.own_view(seat), list[Message]()
        for owner, tile in view.handed:
            cells = [a.cell for a in view.legal if isinstance(a, Place) and a.owner == owner and a.tile == tile]
            found.append(
                Message(
                    "{tile} was scrapped by {name}; put it on {cells}.",
                    tile=tile,
                    name=self.shown_names[owner - 1],
                    cells=ranges(cells),
                )
            )
        places = {
            tile: ranges(a.cell for a in view.legal if isinstance(a, Place) and a.tile == tile and not a.owner)
            for tile in view.hand
        }
        can_scrap, scrap = any(isinstance(a, Scrap) for a in view.legal), word("scrap")
        if can_scrap and not any(places.values()):
            found.append(Message("Your board is full: type {scrap} to scrap the tile.", scrap=scrap))
        else:
            are_named = len(set(places.values())) != 1
            shown = places.items() if are_named else [*places.items()][:1]
            text = FREE[are_named, can_scrap].text
            found += [Message(text, tile=tile, cells=cells, scrap=scrap) for tile, cells in shown]
        if view.relocating:
            found.append(self._relocations([a for a in view.legal if isinstance(a, Relocate)]))
        return [said(one) for one in found]

    @staticmethod
    def _relocations(moves: Sequence[Relocate]) -> Message:
        """Which tiles may leave the reserve, and for where."""
        if not moves:
            return Message(
                "From the reserve you may move nothing: type a tile and a cell, or {done}.", done=word("done")
            )
        return Message(
            "From the reserve you may move {tiles} onto {cells}: type a tile and a cell, or {done}.",
            tiles=" ".join(dict.fromkeys(str(a.tile) for a in moves)),
            cells=" ".join(sorted({a.cell for a in moves})),
            done=word("done"),
        )

    def completions(self, seat: int) -> Sequence[str]:
        """The cells that may be filled, the tiles that may be named, and the words of the moment."""
        legal = self.own_view(seat).legal
        cells = [a.cell for a in legal if isinstance(a, (Place, Relocate))]
        tiles = [str(a.tile) for a in legal if isinstance(a, (Place, Relocate))]
        words = [word("done" if isinstance(a, Done) else "back") for a in legal if isinstance(a, (Done, TakeBack))]
        scrap = [word("scrap")] if any(isinstance(a, Scrap) for a in legal) else []
        return list(dict.fromkeys([*cells, *tiles, *words, *scrap]))

    def prompt(self, seat: int) -> str:
        """The name and the tiles to place."""
        view, name = self.own_view(seat), self.shown_names[seat - 1]
        if view.relocating:
            return said(Message("{name}, reserve > ", name=name))
        if view.hand:
            return said(Message("{name}, {tiles} > ", name=name, tiles=Listed(view.hand)))
        owner, tile = view.handed[0]
        return said(Message("{name}, {tile} for {owner} > ", name=name, tile=tile, owner=self.shown_names[owner - 1]))

    def special(self, seat: int, line: str) -> bool | None:
        """Take a move back: the player's own or, before the next call, another's."""
        verb, _, whose = line.partition(" ")
        if not is_typed("back", verb):
            return None
        able = self._can_take_back()
        chosen = seat if seat in able or self.last not in able else self.last
        if whose.strip():
            both = zip(self.names, self.shown_names, strict=True)
            named = [s for s, names in enumerate(both, start=1) if whose.strip() in map(str.lower, names)]
            if not named:
                raise IllegalActionError("nobody here is called {given}", given=whose.strip())
            chosen = named[0]
        if chosen in self.bots:
            raise IllegalActionError("a bot does not take back")
        self.play(chosen, TakeBack())
        taken = Message("{name} takes the last move back.", name=self.shown_names[chosen - 1])
        self.notes.setdefault(chosen, []).append(said(taken))
        return True

    def done(self, seat: int) -> None:
        """Remember the person who acted, and tell how the tile that was typed was read."""
        self.last = seat
        if self._understood:
            self.notes.setdefault(seat, []).append(f"{said(self._understood)}.")
        self._understood = None

    def read(self, seat: int, line: str) -> Action | None:
        """A cell, a tile and a cell, `s`, `done`, or full notation."""
        view, words, self._understood = self.own_view(seat), line.lower().split(), None
        if is_typed("done", line) and Done() in view.legal:
            return Done()
        known = self.full_notation(words[0]) if len(words) == 1 else None
        if known is not None:
            action = read_action(view.variant.edition.tiles, known)
            if action != known:
                self._understood = Message("{given} read as {found}", given=words[0], found=format_action(action))
            return action
        if is_typed("scrap", line) and any(isinstance(a, Scrap) for a in view.legal):
            question = Message("Which tile to scrap? {offer} (Enter: neither) > ")
            return self._one(view, [a for a in view.legal if isinstance(a, Scrap)], question)
        tiles = [word for word in words if "-" in word]
        cells = [word for word in words if "-" not in word]
        if len(tiles) > 1 or len(cells) != 1 or not _CELL.fullmatch(cells[0]):
            raise NotationError("type a cell, like c3, or {help}", help=word("help"))
        tile, cell = self._tile(view, tiles[0]) if tiles else None, cells[0]
        cell = self._slot(view, cell)
        found: list[Action] = [
            action
            for action in view.legal
            if isinstance(action, (Place, Relocate)) and action.cell == cell and tile in (None, action.tile)
        ]
        if found:
            question = Message("Which tile for {cell}? {offer} (Enter: neither) > ", cell=cell)
            return self._one(view, found, question)
        return self._refused(view, cell, tile)

    def _tile(self, view: HexagonView, text: str) -> Tile:
        """A tile in any order of its numbers; what was understood is told with the next page."""
        tile = read_tile(view.variant.edition.tiles, text)
        self._understood = understood(text, tile)
        return tile

    @staticmethod
    def _slot(view: HexagonView, cell: str) -> str:
        """`x` alone is the first free slot of the reserve."""
        free = [a.cell for a in view.legal if isinstance(a, Place) and a.cell.startswith("x")]
        return free[0] if cell == "x" and free else cell

    @staticmethod
    def _refused(view: HexagonView, cell: str, tile: Tile | None) -> Action:
        """An action that the engine will refuse, saying why."""
        if cell not in view.variant.index:
            raise IllegalActionError("there is no cell {cell} here", cell=cell)
        if view.relocating:
            waiting = [view.sheet.cells[i] for i in view.variant.reserve]
            chosen = tile or next((found for found in waiting if found), None)
            return Relocate(chosen, cell) if chosen else Done()
        if not view.hand and tile is None:
            raise IllegalActionError("{cell} is not an empty cell of the scrapyard you hold", cell=cell)
        return Place(tile or view.hand[0], cell)

    def _one(self, view: HexagonView, found: Sequence[Action], question: Message) -> Action | None:
        """The action that is meant; asks which tile if there are several."""
        if len(found) == 1:
            return found[0]
        names = [format_action(action).partition("@")[0].partition(">")[0] for action in found]
        offer = ", ".join(f"{i} = {name}" for i, name in enumerate(names, start=1))
        answer = self.choose(Message(question.text, **question.values, offer=offer), names)
        if "-" in answer:
            answer = str(self._tile(view, answer))
        if answer in names:
            return found[names.index(answer)]
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(found):
            return found[int(answer[:3]) - 1]
        return None

    def score_text(self, seat: int) -> str:
        """The seat's points as they stand; in a match, the standings too."""
        view = self.own_view(seat)
        points = explain([view.scores[seat - 1]])
        if not view.finished:
            return points
        return f"{points}\n{said(Message('The games before: {verdict}', verdict=verdict(view.standings)))}"

    def bag_text(self, seat: int) -> str:
        """The tiles that have not been drawn."""
        view = self.own_view(seat)
        words = Plural(
            "In the bag is one tile; {called} will be called:",
            "In the bag are {count} tiles; {called} of them will be called:",
            count=len(view.bag),
            called=view.draws_left,
        )
        return f"{said(words)}\n{self.screen.tiles(view.bag, view.variant.tiles)}"


def ranges(cells: Iterable[str]) -> str:
    """Cells in short: a1-3 b2 c4-5."""
    found = []
    for letter, group in groupby(cells, key=lambda cell: cell[0]):
        rows = sorted(int(cell[1:]) for cell in group)
        starts = [row for row in rows if row - 1 not in rows]
        ends = [row for row in rows if row + 1 not in rows]
        found += [f"{letter}{a}" if a == b else f"{letter}{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    return " ".join(found)
