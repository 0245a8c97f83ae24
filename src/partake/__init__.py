"""Partake: Take it Easy!, Take it to the Limit! and Take Five, as a library.

`edition` finds a game, `start` begins one, `score` counts a board, `load` reads a record. Everything else is in the
packages below: `partake.rules`, `partake.engine`, `partake.draw`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from partake.engine.chance import Seed
from partake.engine.contract import View
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.sheet_text import read_boards
from partake.engine.notation import format_action, parse_action
from partake.engine.notebook import register_svg
from partake.engine.outcome import Item, Outcome, Score
from partake.engine.record.files import load_record
from partake.engine.record.model import Record
from partake.engine.setup import Seats, arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import variant

if TYPE_CHECKING:
    from pathlib import Path

    from partake.bots import BotLike
    from partake.simulate import Standings

__version__ = "0.1.0"
__all__ = [
    "Edition", "Item", "Outcome", "PartakeError", "Record", "Score", "Seed", "Sheet", "Table", "Tile", "View",
    "arena", "edition", "editions", "format_action", "load", "parse_action", "score", "sheet", "start",
]  # fmt: skip

Files = Sequence["str | Path"]


def editions(*, data: Files = ()) -> Mapping[str, Edition]:
    """Every edition by name; `data` names TOML files of your own that add to or replace what the package knows."""
    return catalogue(*data).editions


def edition(name: str, *, data: Files = ()) -> Edition:
    """The edition of this name: `classic`, `daffodil`, `nexus`, `orchid`, `five`, or one of your own."""
    return catalogue(*data).edition(name)


def start(
    edition: str | Edition,
    *,
    seats: Seats = 1,
    seed: Seed | str | None = None,
    is_open: bool = False,
    data: Files = (),
    **options: str | int | bool,
) -> Table:
    """Sit down to play: `start("nexus", seats=["Ann", "Bob"], scrapyard="lowest", rounds=2)`."""
    found = catalogue(*data).edition(edition) if isinstance(edition, str) else edition
    setup = arrange(found, options, seats=seats, is_open=is_open)
    return Table(setup, Seed.of(seed) if isinstance(seed, str) else seed)


def sheet(
    edition: str | Edition, tiles: Mapping[str, Tile | str], *, data: Files = (), **options: str | int | bool
) -> Sheet:
    """A player's board from cells and tiles: `sheet("classic", {"c3": "9-7-8"})`; `.score` counts it."""
    return Sheet.of(variant(_hexagon(edition, data), options), tiles)


def score(edition: str | Edition, boards: str, *, data: Files = (), **options: str | int | bool) -> tuple[Score, ...]:
    """The scores of boards written as lines `cell tile`, several players under lines `player NAME`.

    It takes what `partake score` takes; `partake.engine.hexagon.sheet_text.read_boards` also gives the notes that
    the command prints.
    """
    return read_boards(_hexagon(edition, data), options, boards).scores


def load(path: str | Path, *, data: Files = ()) -> Record:
    """Read and verify a record, in its text or its JSON form."""
    return load_record(path, catalogue(*data))


def arena(edition: str | Edition, bots: Sequence[BotLike], *, games: int = 100, **settings: Any) -> Standings:
    """Let bots play the same deals and compare them: `print(arena("classic", ["casual", MyBot], games=200))`.

    A bot is a name, a file like `mine.py:MyBot` or a class; `partake.simulate.arena` describes the settings.
    """
    from partake.simulate import arena as play_arena  # not needed for playing

    return play_arena(edition, bots, games=games, **settings)


def _hexagon(edition: str | Edition, data: Files) -> HexagonEdition:
    found = catalogue(*data).edition(edition) if isinstance(edition, str) else edition
    if not isinstance(found, HexagonEdition):
        raise PartakeError("{edition} has no boards to count: it is decided by rounds", edition=found.name)
    return found


def _svg(value: object) -> str:
    from partake.draw.svg import svg  # drawings are loaded only when something is drawn

    return svg(value)


register_svg(_svg)
