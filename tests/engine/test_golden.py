"""A recorded game of every edition and every option value; each verifies and is written as it always was."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import partake
from partake.engine.actions import GiveUp
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json
from partake.engine.record.text import format_record
from partake.rules.catalogue import catalogue

FOLDER = Path(__file__).parent.parent / "golden"
FILES = sorted(FOLDER.glob("*.partake"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game_verifies_and_is_written_the_same(path: Path) -> None:
    record = partake.load(path)
    assert record.outcome is not None
    assert record.seed == partake.Seed.of(path.stem)
    assert format_record(record) == path.read_text(encoding="utf-8")
    assert read_record(format_record_json(record), catalogue()) == record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game_is_played_the_same_by_its_script(path: Path) -> None:
    script = runpy.run_path(str(FOLDER / "make.py"))
    assert script["text"](path.stem) == path.read_text(encoding="utf-8")


def test_every_script_has_its_file() -> None:
    script = runpy.run_path(str(FOLDER / "make.py"))
    assert set(script["GAMES"]) == {path.stem for path in FILES}


@pytest.mark.parametrize("name", partake.editions())
def test_every_edition_and_option_value_has_a_golden_game(name: str) -> None:
    edition = partake.edition(name)
    records = [record for path in FILES if (record := partake.load(path)).setup.edition.name == name]
    assert records, f"{name} has no golden game: add one to tests/golden/make.py"
    played = {(option, r.setup.options.text(option)) for r in records for option in edition.offer.values}
    offered = {(option, value) for option, values in edition.offer.values.items() for value in values}
    assert offered - played == set(), f"these options of {name} have no golden game"
    if edition.family == "five":
        assert {len(record.setup.seats) for record in records} == set(range(edition.seats[0], edition.seats[1] + 1))


def test_golden_games_score_in_every_way() -> None:
    """Every kind of item, a shared penalty or bonus, take-backs and matches occur in some golden game."""
    records = [partake.load(path) for path in FILES]
    items = [item for r in records if r.outcome for score in r.outcome.scores for item in score.items]
    assert {item.kind for item in items} == {
        "line", "ray", "bonus", "best-ray", "scrapyard", "penalty", "marker",
    }  # fmt: skip
    assert {item.phase for item in items if item.kind == "marker"} == {"score", "21", "quinte"}
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    for word in (":back", "@s ", "@s1/", ">", "done", "=", "keep", "return", "close", "*-*-*"):
        assert any(word in text for text in texts), word
    assert any(isinstance(action, GiveUp) for r in records for _, action in r.moves)
    assert {r.setup.options.rounds for r in records} >= {1, 2, 4}
