"""Sample records, and tables in the middle of a game."""

from __future__ import annotations

from pathlib import Path

import partake
from partake.engine.chance import Seed
from partake.engine.conformance import Snapshot, playthrough
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.setup import arrange, make_game
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.errors import RecordError

KNOWN = catalogue()
GOLDEN = Path(__file__).parent / "golden"
SAMPLE = (GOLDEN / "classic-take-back.partake").read_text(encoding="utf-8")
FIVE = (GOLDEN / "five-2.partake").read_text(encoding="utf-8")
RESERVE = (GOLDEN / "daffodil-reserve.partake").read_text(encoding="utf-8")
FINAL = [
    (GOLDEN / f"{name}.partake").read_text(encoding="utf-8") for name in ("classic-best-ray", "daffodil-reserve-rays")
]
"""Games without take-backs: what was taken back leaves no trace by which a change of it could be found."""
RESULT = next(line for line in SAMPLE.splitlines() if line.startswith("Result"))


def steps_of(name: str, *, seats: int = 2, seed: str = "records", **options: str | int | bool) -> list[Snapshot]:
    return list(playthrough(make_game(arrange(partake.edition(name), options, seats=seats)), Seed.of(seed)))


def table_at(name: str, moves: int, *, seats: int = 2, seed: str = "records", **options: str | int | bool) -> Table:
    """A table in the middle of a game."""
    step = steps_of(name, seats=seats, seed=seed, **options)[moves]
    setup = arrange(partake.edition(name), options, seats=seats)
    return Table.resume(Record(setup, Seed.of(seed).commitment, step.log, Seed.of(seed)))


def refusal(text: str) -> RecordError | None:
    """Why a text is refused, or None; anything but a RecordError is a bug and goes through."""
    try:
        read_record(text, KNOWN)
    except RecordError as problem:
        return problem
    return None
