"""Partake: Take it Easy!, Take it to the Limit! and Take Five, as a library.

`start` begins a game, `load` and `parse` read a record, `games` a file of many; `sheet` is a board of your own, `score`
counts boards, `edition` finds a game. Everything else is in the packages below: `partake.rules`, `partake.engine`,
`partake.draw`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from partake.engine.chance import Seed
from partake.engine.contract import View
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.sheet_text import read_boards
from partake.engine.notation import format_action, parse_action
from partake.engine.notebook import register_pictures
from partake.engine.outcome import Item, Outcome, Score
from partake.engine.record.files import load_record, read_record
from partake.engine.record.model import Record
from partake.engine.setup import Seats, arrange
from partake.engine.table import Table
from partake.rules.catalogue import Catalogue, catalogue
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.errors import NotationError, PartakeError, quoted
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

if TYPE_CHECKING:
    from pathlib import Path

    from partake.bots import BotLike
    from partake.engine.record.games import Games, OnError
    from partake.simulate import Standings

__version__ = "0.1.0"
__all__ = [
    "Edition", "Item", "Outcome", "PartakeError", "Record", "Score", "Seed", "Sheet", "Table", "Tile", "View",
    "arena", "edition", "editions", "format_action", "games", "load", "parse", "parse_action", "score", "sheet",
    "start", "write_games",
]  # fmt: skip

Files = Sequence["str | Path"]


def editions(*, data: Files = ()) -> Mapping[str, Edition]:
    """Every edition by name; `data` names TOML files of your own that add to or replace what the package knows."""
    return _catalogue(data).editions


def edition(name: str, *, data: Files = ()) -> Edition:
    """The edition of this name: `classic`, `daffodil`, `nexus`, `orchid`, `five`, or one of your own."""
    return _catalogue(data).edition(name)


def start(
    edition: str | Edition | Sheet,
    *,
    seats: Seats = 1,
    seed: Seed | str | int | None = None,
    is_open: bool = False,
    data: Files = (),
    **options: str | int | bool,
) -> Table:
    """Sit down to play: `start("nexus", seats=["Ann", "Bob"], scrapyard="lowest", rounds=2)`.

    The seed decides all draws: any text, or a number, which is the same as its digits; a new one without it. With a
    board instead of an edition the game begins there, by the options of the board: its tiles have been called in some
    order, and lie so before every seat.
    """
    board = edition if isinstance(edition, Sheet) else None
    if isinstance(edition, Sheet):
        played = edition.variant
        edition, options = (
            played.edition,
            {**{n: played.options.text(n) for n in played.edition.offer.values}, **options},
        )
    setup = arrange(_edition(edition, data), options, seats=seats, is_open=is_open)
    chosen = Seed.new() if seed is None else seed if isinstance(seed, Seed) else Seed.of(seed)
    if board is None:
        return Table(setup, chosen)
    from partake.engine.record.position import board_moves

    moves = board_moves(setup, Sheet.of(Variant(board.variant.edition, setup.options), dict(board)))
    return Table.resume(Record(setup, chosen.commitment, moves, chosen, given=len(moves)))


def sheet(
    edition: str | Edition,
    tiles: Mapping[str, Tile | str] | None = None,
    *,
    data: Files = (),
    **options: str | int | bool,
) -> Sheet:
    """A player's board from cells and tiles: `sheet("classic", {"c3": "9-7-8"})`; empty without them.

    `.score` counts it, `.with_(c4="9-2-3", c3=None)` is the same board with other tiles, `start` plays on from it.
    """
    return Sheet.of(variant(_hexagon(edition, data), options), {} if tiles is None else tiles)


def score(edition: str | Edition, boards: str, *, data: Files = (), **options: str | int | bool) -> tuple[Score, ...]:
    """The scores of boards written as lines `cell tile`, several players under lines `player NAME`.

    It takes what `partake score` takes; `partake.engine.hexagon.sheet_text.read_boards` also gives the notes that
    the command prints.
    """
    if not isinstance(boards, str):
        raise NotationError("boards are read from text, not from {given}", given=quoted(boards))
    return read_boards(_hexagon(edition, data), options, boards).scores


def load(path: str | Path, *, data: Files = ()) -> Record:
    """Read and verify a record, in its text or its JSON form."""
    return load_record(path, _catalogue(data))


def parse(text: str, *, data: Files = ()) -> Record:
    """Read and verify a record given as its text or its JSON: `parse(str(record)) == record`."""
    return read_record(text, _catalogue(data))


def games(path: str | Path, *, errors: OnError = "raise", data: Files = ()) -> Games:
    """The games of a file of many, or of all files in a folder, read one at a time: iterate over it, as often as you
    like, or `.filter` it first.

    A game that cannot be read raises a `RecordError` that names file, game and line; with `errors="skip"` it is left
    out, and a function is given the error instead.
    """
    from partake.engine.record.games import Games

    return Games(path, _catalogue(data), errors=errors)


def write_games(records: Iterable[Record], path: str | Path, *, force: bool = False) -> int:
    """Write games to a file as they come, and say how many there were: JSON Lines if its name ends in `.jsonl`, text
    otherwise. An existing file is replaced with `force` only."""
    from partake.engine.record.games import write_games

    return write_games(records, path, force=force)


def _catalogue(data: Files) -> Catalogue:
    from os import PathLike

    if isinstance(data, str) or not isinstance(data, Sequence) or not all(isinstance(f, str | PathLike) for f in data):
        raise PartakeError("data is a list of the names of files, not {given}", given=quoted(data))
    return catalogue(*data)


def _edition(edition: str | Edition, data: Files) -> Edition:
    return edition if isinstance(edition, HexagonEdition | FiveEdition) else _catalogue(data).edition(edition)


def arena(edition: str | Edition, bots: Sequence[BotLike], *, games: int = 100, **settings: Any) -> Standings:
    """Let bots play the same deals and compare them: `print(arena("classic", ["casual", MyBot], games=200))`.

    A bot is a name, a file like `mine.py:MyBot` or a class; `partake.simulate.arena` describes the settings.
    """
    from partake.simulate import arena as play_arena  # not needed for playing

    return play_arena(edition, bots, games=games, **settings)


def _hexagon(edition: str | Edition, data: Files) -> HexagonEdition:
    found = _edition(edition, data)
    if not isinstance(found, HexagonEdition):
        raise PartakeError("{edition} has no boards to count: it is decided by rounds", edition=found.name)
    return found


def _svg(value: object) -> str:
    from partake.draw.svg import svg  # drawings are loaded only when something is drawn

    return svg(value)


def _text(value: object) -> str:
    from partake.draw.text import text

    return text(value)


register_pictures(svg=_svg, text=_text)
