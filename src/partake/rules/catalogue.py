"""Every board, tile set and edition that is known: those of the package and those of the user's own files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from partake.rules.edition import Edition
from partake.rules.errors import PartakeError, quoted
from partake.rules.fields import Fields, read_toml
from partake.rules.grid import Board
from partake.rules.loader import load_board, load_edition, load_tiles
from partake.rules.tiles import TileSet

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = ("boards", "tiles", "editions")
"""The folders of `data/` that the catalogue reads; each of the others has a reader of its own."""
ORDER = ("classic", "daffodil", "nexus", "orchid", "five")
"""The order in which the games of the package are shown; others follow by name."""


@dataclass(frozen=True)
class Catalogue:
    """Boards, tile sets and editions by name."""

    boards: Mapping[str, Board]
    tile_sets: Mapping[str, TileSet]
    editions: Mapping[str, Edition]

    def __repr__(self) -> str:
        return f"<Catalogue of {', '.join(self.editions)}>"

    def edition(self, name: str) -> Edition:
        """The edition of this name."""
        if not isinstance(name, str) or name not in self.editions:
            raise PartakeError(
                "there is no edition {name}; there are {editions}", name=quoted(name), editions=", ".join(self.editions)
            )
        return self.editions[name]


def catalogue(*files: str | Path) -> Catalogue:
    """Everything the package knows, with the user's own TOML files added or put in place of what has their name."""
    return _load(tuple(str(file) for file in files))


def files_from_environment() -> tuple[str, ...]:
    """The user's own files named in PARTAKE_DATA, separated as in PATH."""
    return tuple(part for part in os.environ.get("PARTAKE_DATA", "").split(os.pathsep) if part)


@cache
def _load(files: tuple[str, ...]) -> Catalogue:
    from pathlib import Path  # slow to import, and not needed before the first edition

    found: dict[str, dict[str, Fields]] = {"board": {}, "tiles": {}, "edition": {}}
    data = Path(__file__).parent.parent / "data"
    packaged = sorted(path for folder in FOLDERS for path in (data / folder).glob("*.toml"))
    for path in (*packaged, *map(Path, files)):
        fields = read_toml(path)
        kind, name = fields.text("kind"), fields.text("name")
        if kind not in found:
            raise fields.fail("kind", "must be board, tiles or edition, not {kind}", kind=quoted(kind))
        found[kind][name] = fields
    boards = {name: load_board(fields) for name, fields in found["board"].items()}
    tile_sets = _load_tile_sets(found["tiles"])
    editions = {name: load_edition(fields, boards, tile_sets) for name, fields in found["edition"].items()}
    shown = sorted(editions, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    return Catalogue(boards, tile_sets, {name: editions[name] for name in shown})


def _load_tile_sets(found: Mapping[str, Fields]) -> dict[str, TileSet]:
    """Load sets before those that extend them; a set that extends itself in a circle finds its base missing."""
    loaded: dict[str, TileSet] = {}
    waiting = dict(found)
    while waiting:
        ready = [name for name, fields in waiting.items() if fields.text("extends", "") not in waiting]
        for name in ready or sorted(waiting):
            loaded[name] = load_tiles(waiting.pop(name), loaded)
    return loaded
