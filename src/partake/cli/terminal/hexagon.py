"""Terminal session of a hexagon game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from partake.cli.terminal.explain import explain, verdict
from partake.cli.terminal.session import Session, sentence
from partake.engine.actions import Action, Done, Place, Relocate, Scrap, TakeBack
from partake.engine.description import describe
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.reading import read_action, read_tile, understood
from partake.rules.errors import IllegalActionError, NotationError, PartakeError
from partake.rules.messages import said
from partake.rules.tiles import Tile

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table

MOVES = (
    ("c3", "put the called tile on c3 (s2: on the scrapyard, x1: in the reserve)"),
    ("9-7-8 c3", "the same, naming the tile, when two are called"),
    ("back", "take your last placement back, until the next tile is called (back NAME: somebody else's)"),
)
"""What can be typed in every variant."""
PASSED = (
    ("s", "scrap the called tile: the holder of your scrapyard chooses its cell"),
    ("s4", "as the holder: put a tile that was scrapped on s4 of its scrapyard"),
)
"""What can be typed where scrapyards are passed."""
RESERVE = (
    ("9-7-8 c2", "at the end: move a tile from the reserve to c2"),
    ("done", "at the end: move no more"),
)
"""What can be typed where there is a reserve."""
_CELL = re.compile(r"[a-z]\d{0,2}", re.ASCII)


class HexagonSession(Session):
    """The players place the called tile in turn; placements become visible to the others with the next call."""

    help_end = "The full notation of records is understood too: 9-7-8@c3."

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self.last = 1
        """The seat of the person who acted last."""
        self._understood = ""
        """How the tile that was typed last was read, if its numbers stood in another order."""

    def own_words(self) -> Sequence[tuple[str, str]]:
        """The moves of this variant."""
        variant = self.own_view(1).variant
        passed = PASSED if variant.options.scrapyard == "passed" else ()
        return (*MOVES, *passed, *(RESERVE if variant.reserve else ()))

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
        view = self.own_view(seat)
        ends = "ends the moves" if view.relocating else "goes on"
        next_thing = "calls the next tile" if view.draws_left else ends
        self.page(view, [f"Enter {next_thing}; back takes {self._take_back_words(seats, seat)}."])
        while True:
            line = self.ask(seat, "Enter or back > ")
            if not line:
                return False
            try:
                moved = self.common(seat, line)
                if moved:
                    return True
                if moved is None:
                    self.answer("All have placed: press Enter, or type back.")
            except PartakeError as problem:
                self.answer(sentence(problem))

    def _take_back_words(self, seats: Sequence[int], seat: int) -> str:
        if len(self.names) == 1:
            return "it back"
        return f"{self.names[seat - 1]}'s move back" + (" (back NAME: another's)" if len(seats) > 1 else "")

    def _report(self, view: HexagonView) -> None:
        """Print the points of a game of the match and the standings."""
        number = len(view.finished)
        scores = [score.of_round(number) for score in view.standings.scores]
        points = explain(scores)
        standing = ", ".join(
            f"{self.names[seat - 1]} {view.standings.totals[seat - 1]}" for seat in view.standings.standings
        )
        after = f"After game {number} of {view.rounds}: {standing}."
        self.news.append(after)
        self.news.append(f"{self.names[view.caller - 1]} calls in game {number + 1}.")
        self.screen.read_out(f"\n{points}\n\n{after}\n", then="begins the next game")

    def choices(self, seat: int) -> Sequence[str]:
        """The cells that take the tiles in hand."""
        view, found = self.own_view(seat), []
        for owner, tile in view.handed:
            cells = [a.cell for a in view.legal if isinstance(a, Place) and a.owner == owner and a.tile == tile]
            found.append(f"{tile} was scrapped by {self.names[owner - 1]}; put it on {ranges(cells)}.")
        places = {
            tile: ranges(a.cell for a in view.legal if isinstance(a, Place) and a.tile == tile and not a.owner)
            for tile in view.hand
        }
        scrap = ", or s to scrap it" if any(isinstance(a, Scrap) for a in view.legal) else ""
        if scrap and not any(places.values()):
            found.append("Your board is full: type s to scrap the tile.")
        elif len(set(places.values())) == 1:
            found.append(f"Free: {next(iter(places.values()))}{scrap}")
        else:
            found += [f"Free for {tile}: {free}{scrap}" for tile, free in places.items()]
        if view.relocating:
            moves = [a for a in view.legal if isinstance(a, Relocate)]
            tiles = " ".join(dict.fromkeys(str(a.tile) for a in moves)) or "nothing"
            targets = sorted({a.cell for a in moves})
            onto = f" onto {' '.join(targets)}" if targets else ""
            found.append(f"From the reserve you may move {tiles}{onto}: type a tile and a cell, or done.")
        return found

    def completions(self, seat: int) -> Sequence[str]:
        """The cells that may be filled, the tiles that may be named, and the words of the moment."""
        legal = self.own_view(seat).legal
        cells = [a.cell for a in legal if isinstance(a, (Place, Relocate))]
        tiles = [str(a.tile) for a in legal if isinstance(a, (Place, Relocate))]
        words = [format_action(a) for a in legal if isinstance(a, (Done, TakeBack))]
        scrap = ["s"] if any(isinstance(a, Scrap) for a in legal) else []
        return list(dict.fromkeys([*cells, *tiles, *words, *scrap]))

    def prompt(self, seat: int) -> str:
        """The name and the tiles to place."""
        view, name = self.own_view(seat), self.names[seat - 1]
        if view.relocating:
            return f"{name}, reserve > "
        if view.hand:
            return f"{name}, {' and '.join(map(str, view.hand))} > "
        return f"{name}, {view.handed[0][1]} for {self.names[view.handed[0][0] - 1]} > "

    def special(self, seat: int, word: str) -> bool | None:
        """Take a move back: the player's own or, before the next call, another's."""
        verb, _, whose = word.partition(" ")
        if verb not in ("back", "undo"):
            return None
        able = self._can_take_back()
        chosen = seat if seat in able or self.last not in able else self.last
        if whose.strip():
            named = [s for s, name in enumerate(self.names, start=1) if name.lower() == whose.strip()]
            if not named:
                raise IllegalActionError("nobody here is called {strip}", strip=whose.strip())
            chosen = named[0]
        if chosen in self.bots:
            raise IllegalActionError("a bot does not take back")
        self.play(chosen, TakeBack())
        self.notes.setdefault(chosen, []).append(f"{self.names[chosen - 1]} takes the last move back.")
        return True

    def done(self, seat: int) -> None:
        """Remember the person who acted, and tell how the tile that was typed was read."""
        self.last = seat
        if self._understood:
            self.notes.setdefault(seat, []).append(f"{self._understood}.")
        self._understood = ""

    def read(self, seat: int, line: str) -> Action | None:
        """A cell, a tile and a cell, `s`, `done`, or full notation."""
        view, words, self._understood = self.own_view(seat), line.lower().split(), ""
        known = self.full_notation(words[0]) if len(words) == 1 else None
        if known is not None:
            action = read_action(view.variant.edition.tiles, known)
            self._understood = f"{words[0]} read as {format_action(action)}" if action != known else ""
            return action
        if words == ["s"] and any(isinstance(a, Scrap) for a in view.legal):
            return self._one(view, [a for a in view.legal if isinstance(a, Scrap)], "scrap")
        tiles = [word for word in words if "-" in word]
        cells = [word for word in words if "-" not in word]
        if len(tiles) > 1 or len(cells) != 1 or not _CELL.fullmatch(cells[0]):
            raise NotationError("type a cell, like c3, or help")
        tile, cell = self._tile(view, tiles[0]) if tiles else None, cells[0]
        cell = self._slot(view, cell)
        found: list[Action] = [
            action
            for action in view.legal
            if isinstance(action, (Place, Relocate)) and action.cell == cell and tile in (None, action.tile)
        ]
        if found:
            return self._one(view, found, f"for {cell}")
        return self._refused(view, cell, tile)

    def _tile(self, view: HexagonView, text: str) -> Tile:
        """A tile in any order of its numbers; what was understood is told with the next page."""
        tile = read_tile(view.variant.edition.tiles, text)
        self._understood = said(understood(text, tile) or "")
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

    def _one(self, view: HexagonView, found: Sequence[Action], why: str) -> Action | None:
        """The action that is meant; asks which tile if there are several."""
        if len(found) == 1:
            return found[0]
        names = [format_action(action).partition("@")[0].partition(">")[0] for action in found]
        offer = ", ".join(f"{i} = {name}" for i, name in enumerate(names, start=1))
        answer = self.choose(f"Which tile {why}? {offer}", names)
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
        standings = f"\nThe games before: {verdict(view.standings)}" if view.finished else ""
        return explain([view.scores[seat - 1]]) + standings

    def bag_text(self, seat: int) -> str:
        """The tiles that have not been drawn."""
        view = self.own_view(seat)
        words = f"In the bag are {len(view.bag)} tiles; {view.draws_left} of them will be called:"
        return f"{words}\n{self.screen.tiles(view.bag, view.variant.tiles)}"


def ranges(cells: Iterable[str]) -> str:
    """Cells in short: a1-3 b2 c4-5."""
    found = []
    for letter, group in groupby(cells, key=lambda cell: cell[0]):
        rows = sorted(int(cell[1:]) for cell in group)
        starts = [row for row in rows if row - 1 not in rows]
        ends = [row for row in rows if row + 1 not in rows]
        found += [f"{letter}{a}" if a == b else f"{letter}{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    return " ".join(found)
