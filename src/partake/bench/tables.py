"""Tables: copies, undos, plays, views, chances and pickles in the middle of a game, and records in files."""

from __future__ import annotations

import copy
import pickle
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import partake
from partake.bench.model import Row, title
from partake.engine.table import Table

SETUPS: tuple[tuple[str, int], ...] = (("classic", 1), ("classic", 4), ("nexus", 2), ("five", 2))
"""The editions and numbers of seats that are measured."""
GAMES = 300
"""How many games the measured file has."""
SECONDS = 1.0
"""How long each row takes."""


def middle(edition: str, seats: int, entries: int = 24) -> Table:
    """A table in the middle of a game, a seat to act."""
    table = partake.start(edition, seats=seats, seed="bench")
    while len(table.visible(1)) < entries or not table.to_act:
        advance(table)
    return table


def advance(table: Table) -> None:
    """The first legal action of the first seat to act, or the dealer's."""
    if table.to_act:
        seat = table.to_act[0]
        table.play(seat, table.view(seat).legal[0])
    else:
        table.deal()


def per_second(act: Callable[[], object], seconds: float) -> float:
    """How often a second something is done."""
    act()
    done, batch, start = 0, 1, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(batch):
            act()
        done += batch
        batch = min(batch * 2, 1024)
    return done / spent


def measures(table: Table) -> dict[str, Callable[[], object]]:
    """What is measured at a table."""
    seat = table.to_act[0]
    action = table.view(seat).legal[0]
    search = table.copy()

    def play_and_undo() -> None:
        search.play(seat, action)
        search.undo()

    def copy_and_play() -> None:
        table.copy().play(seat, action)

    waiting = table.copy()
    while waiting.to_act:
        advance(waiting)
    return {
        "copy": table.copy,
        "deepcopy": lambda: copy.deepcopy(table),
        "play and undo": play_and_undo,
        "copy and play": copy_and_play,
        "legal": lambda: table.legal(seat),
        "view": lambda: table.view(seat),
        "chance outcomes": waiting.chance_outcomes,
        "pickle both ways": lambda: pickle.loads(pickle.dumps(table)),
    }


def file_measures(folder: Path) -> dict[str, Callable[[], object]]:
    """A file of many games that is written, and one that is read and verified, in both forms."""
    records = []
    for number in range(GAMES):
        table = partake.start("classic", seats=1, seed=number)
        while not table.is_over:
            advance(table)
        records.append(table.record())
    found: dict[str, Callable[[], object]] = {}
    for suffix in (".partake", ".jsonl"):
        path = folder / f"games{suffix}"
        partake.write_games(records, path)
        found[f"write {suffix}"] = partial(partake.write_games, records, path, force=True)
        found[f"read {suffix}"] = partial(_read, path)
    return found


def _read(path: Path) -> int:
    return sum(1 for _ in partake.games(path))


def rows() -> Sequence[Row]:
    """Each thing that is done at each table, and games written and read."""
    names = list(measures(middle(*SETUPS[0])))
    found = [
        Row(f"{title(edition, {}, seats)} {what}", "times/s", partial(_at_table, edition, seats, what))
        for edition, seats in SETUPS
        for what in names
    ]
    kinds = [f"{what} {suffix}" for suffix in (".partake", ".jsonl") for what in ("write", "read")]
    return [*found, *(Row(kind, "games/s", partial(_with_files, kind)) for kind in kinds)]


def _at_table(edition: str, seats: int, what: str, effort: float) -> float:
    return per_second(measures(middle(edition, seats))[what], SECONDS * effort)


def _with_files(what: str, effort: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return GAMES * per_second(file_measures(Path(folder))[what], SECONDS * effort)
