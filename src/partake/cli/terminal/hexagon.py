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
from partake.rules.errors import IllegalActionError, NotationError
from partake.rules.tiles import Tile

if TYPE_CHECKING:
    from partake.cli.terminal.screen import Screen
    from partake.engine.table import Table

HELP = """\
  c3            put the called tile on c3 (s2: on the scrapyard, x1: in the reserve)
  9-7-8 c3      the same, naming the tile, when two are called
  back          take your last placement back, until the next tile is called (back NAME: somebody else's)
  score         the points as they stand, each explained
  bag           the tiles that have not been drawn
  boards        everybody's boards
  quit          stop; the game is kept and can be played on
The full notation of records is understood too: 9-7-8@c3."""
PASSED = """
  s             scrap the called tile: the holder of your scrapyard chooses its cell
  s4            as the holder: put a tile that was scrapped on s4 of its scrapyard"""
RESERVE = """
  9-7-8 c2      at the end: move a tile from the reserve to c2
  done          at the end: move no more"""
_CELL = re.compile(r"[a-z]\d{0,2}", re.ASCII)


class HexagonSession(Session):
    """The players place the called tile in turn; placements become visible to the others with the next call."""

    def __init__(self, table: Table, screen: Screen) -> None:
        super().__init__(table, screen)
        self.last = 1
        """The seat of the player who acted last."""
        self.hidden: list[str] = []
        """The actions of bots since the last call, not yet shown."""

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
        self.table.deal()
        self.news += self.hidden
        self.hidden = []
        view = self.own_view(1)
        if len(view.finished) > games and not self.table.is_over:
            self._report(view)

    def _can_take_back(self) -> list[int]:
        """The seats of players who can take a move back; bots never do."""
        seats = [seat for seat in range(1, len(self.names) + 1) if seat not in self.bots]
        return [seat for seat in seats if TakeBack() in self.own_view(seat).legal]

    def _took_back(self, seats: Sequence[int]) -> bool:
        """Prompt before the next call, while the last placement can still be taken back."""
        seat = self.last if self.last in seats else seats[-1]
        view = self.own_view(seat)
        self.page(view)
        ends = "ends the moves" if view.relocating else "goes on"
        next_thing = "calls the next tile" if view.draws_left else ends
        while True:
            line = self.screen.ask(f"Enter {next_thing}; back takes {self._take_back_words(seats, seat)} > ")
            if not line:
                return False
            try:
                moved = self.common(seat, line)
                if moved:
                    return True
                if moved is None:
                    self.screen.say("All have placed: press Enter, or type back.")
            except (IllegalActionError, NotationError) as problem:
                self.screen.say(sentence(problem))

    def _take_back_words(self, seats: Sequence[int], seat: int) -> str:
        if len(self.names) == 1:
            return "it back"
        return f"{self.names[seat - 1]}'s move back" + (" (back NAME: another's)" if len(seats) > 1 else "")

    def _report(self, view: HexagonView) -> None:
        """Print the points of a game of the match and the standings."""
        number = len(view.finished)
        scores = [score.of_round(number) for score in view.standings.scores]
        self.screen.say("\n" + explain(scores) + "\n")
        standing = ", ".join(
            f"{self.names[seat - 1]} {view.standings.totals[seat - 1]}" for seat in view.standings.standings
        )
        self.news.append(f"After game {number} of {view.rounds}: {standing}.")
        self.news.append(f"{self.names[view.caller - 1]} calls in game {number + 1}.")
        if self.screen.is_tty:
            self.screen.say(self.news[-2])
            self.screen.ask("Enter begins the next game > ")

    def hint(self, seat: int) -> None:
        """The cells that take the tiles in hand."""
        view = self.own_view(seat)
        for owner, tile in view.handed:
            cells = [a.cell for a in view.legal if isinstance(a, Place) and a.owner == owner and a.tile == tile]
            self.screen.say(f"{tile} was scrapped by {self.names[owner - 1]}; put it on {ranges(cells)}.")
        places = {
            tile: ranges(a.cell for a in view.legal if isinstance(a, Place) and a.tile == tile and not a.owner)
            for tile in view.hand
        }
        scrap = ", or s to scrap it" if any(isinstance(a, Scrap) for a in view.legal) else ""
        if len(set(places.values())) == 1:
            self.screen.say(f"Free: {next(iter(places.values()))}{scrap}")
        else:
            for tile, free in places.items():
                self.screen.say(f"Free for {tile}: {free}{scrap}")
        if view.relocating:
            moves = [a for a in view.legal if isinstance(a, Relocate)]
            tiles = " ".join(dict.fromkeys(str(a.tile) for a in moves)) or "nothing"
            targets = sorted({a.cell for a in moves})
            onto = f" onto {' '.join(targets)}" if targets else ""
            self.screen.say(f"From the reserve you may move {tiles}{onto}: type a tile and a cell, or done.")

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
                raise IllegalActionError(f"nobody here is called {whose.strip()}")
            chosen = named[0]
        if chosen in self.bots:
            raise IllegalActionError("a bot does not take back")
        self.table.play(chosen, TakeBack())
        self.news.append(f"{self.names[chosen - 1]} takes the last move back.")
        return True

    def done(self, seat: int, action: Action) -> None:
        """Remember the player who acted; a bot's action is shown with the next call, when all may see it."""
        if seat in self.bots:
            self.hidden.append(describe(self.table.setup.names, seat, action))
        else:
            self.last = seat

    def read(self, seat: int, line: str) -> Action | None:
        """A cell, a tile and a cell, `s`, `done`, or full notation."""
        view, words = self.own_view(seat), line.lower().split()
        known = self.full_notation(words[0]) if len(words) == 1 else None
        if known is not None:
            return known
        if words == ["s"] and any(isinstance(a, Scrap) for a in view.legal):
            return self._one(view, [a for a in view.legal if isinstance(a, Scrap)], "scrap")
        tiles = [word for word in words if "-" in word]
        cells = [word for word in words if "-" not in word]
        if len(tiles) > 1 or len(cells) != 1 or not _CELL.fullmatch(cells[0]):
            raise NotationError("type a cell, like c3, or help")
        tile, cell = Tile.parse(tiles[0]) if tiles else None, cells[0]
        cell = self._slot(view, cell)
        found: list[Action] = [
            action
            for action in view.legal
            if isinstance(action, (Place, Relocate)) and action.cell == cell and tile in (None, action.tile)
        ]
        if found:
            return self._one(view, found, f"for {cell}")
        return self._refused(view, cell, tile)

    @staticmethod
    def _slot(view: HexagonView, cell: str) -> str:
        """`x` alone is the first free slot of the reserve."""
        free = [a.cell for a in view.legal if isinstance(a, Place) and a.cell.startswith("x")]
        return free[0] if cell == "x" and free else cell

    @staticmethod
    def _refused(view: HexagonView, cell: str, tile: Tile | None) -> Action:
        """An action that the engine will refuse, saying why."""
        if cell not in view.variant.index:
            raise IllegalActionError(f"there is no cell {cell} here")
        if view.relocating:
            waiting = [view.sheet.cells[i] for i in view.variant.reserve]
            chosen = tile or next((found for found in waiting if found), None)
            return Relocate(chosen, cell) if chosen else Done()
        if not view.hand and tile is None:
            raise IllegalActionError(f"{cell} is not an empty cell of the scrapyard you hold")
        return Place(tile or view.hand[0], cell)

    def _one(self, view: HexagonView, found: Sequence[Action], why: str) -> Action | None:
        """The action that is meant; asks which tile if there are several."""
        if len(found) == 1:
            return found[0]
        names = [format_action(action).partition("@")[0].partition(">")[0] for action in found]
        offer = ", ".join(f"{i} = {name}" for i, name in enumerate(names, start=1))
        answer = self.choose(f"Which tile {why}? {offer}")
        if answer in names:
            return found[names.index(answer)]
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(found):
            return found[int(answer[:3]) - 1]
        return None

    def help_text(self) -> str:
        """Everything that can be typed."""
        variant = self.own_view(1).variant
        passed = PASSED if variant.options.scrapyard == "passed" else ""
        return HELP + passed + (RESERVE if variant.reserve else "")

    def score_text(self, seat: int) -> str:
        """The seat's points as they stand; in a match, the standings too."""
        view = self.own_view(seat)
        standings = f"\nThe games before: {verdict(view.standings)}" if view.finished else ""
        return explain([view.scores[seat - 1]]) + standings

    def show_bag(self, seat: int) -> None:
        """The tiles that have not been drawn."""
        view = self.own_view(seat)
        self.screen.say(f"In the bag are {len(view.bag)} tiles; {view.draws_left} of them will be called:")
        self.screen.say(self.screen.tiles(view.bag, view.variant.tiles))


def ranges(cells: Iterable[str]) -> str:
    """Cells in short: a1-3 b2 c4-5."""
    found = []
    for letter, group in groupby(cells, key=lambda cell: cell[0]):
        rows = sorted(int(cell[1:]) for cell in group)
        starts = [row for row in rows if row - 1 not in rows]
        ends = [row for row in rows if row + 1 not in rows]
        found += [f"{letter}{a}" if a == b else f"{letter}{a}-{b}" for a, b in zip(starts, ends, strict=True)]
    return " ".join(found)
