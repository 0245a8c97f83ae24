"""Every value that a person meets is written short, shows itself in a notebook, hashes as it compares, and survives
being pickled."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import partake
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.variant import Variant
from partake.simulate import arena, simulate
from recorded import GOLDEN, table_at

LONGEST = 500
"""The most characters of a `repr`."""
GAMES = sorted(path.stem for path in GOLDEN.glob("*.partake"))
EDITIONS = list(partake.editions())


def played(name: str) -> list[tuple[str, Any]]:
    """All values of a game at its middle and at its end, with a name for each."""
    record = partake.load(GOLDEN / f"{name}.partake")
    table = Table.resume(record)
    middle = table.copy()
    for _ in range(len(record.moves) // 2):
        middle.undo()
    found: list[tuple[str, Any]] = []
    for when, at in (("middle", middle), ("end", table)):
        views = [at.view(seat) for seat in (None, *range(1, len(at.setup.seats) + 1))]
        for view in views:
            found += [(f"{when} {view.seat} {part}", value) for part, value in parts(view)]
        found += [(when, value) for value in (at.record(), at.private_save(), at.private_save().seed)]
        found += [(when, value) for value in (at.view().scores if at.view().family == "hexagon" else ())]  # type: ignore[attr-defined]
        found += [(when, value) for value in (at.view().sheets if at.view().family == "hexagon" else ())]  # type: ignore[attr-defined]
    return found


def parts(value: Any, name: str = "view", depth: int = 3) -> Iterator[tuple[str, Any]]:
    """A value and the values that it is made of; what holds many things is looked at by its first."""
    yield name, value
    if depth and is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from parts(getattr(value, field.name), f"{name}.{field.name}", depth - 1)
    elif depth and isinstance(value, tuple) and value:
        yield from parts(value[0], f"{name}[0]", depth - 1)


@pytest.mark.parametrize("name", GAMES)
def test_no_value_of_a_game_is_written_long(name: str) -> None:
    for where, value in played(name):
        if type(value) not in (tuple, dict):  # what Python makes itself is as long as what it holds
            assert len(repr(value)) < LONGEST, f"{where}: {repr(value)[:200]}"


def test_tables_editions_and_results_are_written_short() -> None:
    crowd = partake.start("classic", seats=[f"{n} {'x' * 30}" for n in range(60)], is_open=True)
    values = [
        crowd, crowd.view(), crowd.setup, crowd.record(), crowd.private_save(), catalogue(),
        *partake.editions().values(),
        *catalogue().boards.values(), *catalogue().tile_sets.values(), simulate("classic", ["greedy"] * 8, games=1),
        simulate("classic", ["greedy"], games=2).seats[0], arena("classic", ["greedy", "random"], games=1),
        partake.games(GOLDEN), *(edition.offer for edition in partake.editions().values()),
    ]  # fmt: skip
    for value in values:
        assert len(repr(value)) < LONGEST, repr(value)[:200]
        assert "\n" not in repr(value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_printing_a_table_shows_the_boards_and_nothing_hidden(edition: str) -> None:
    from partake.draw.text import text

    table = table_at(edition, 30)
    assert str(table) == str(table.view()) == text(table.view())
    alone = table_at(edition, 30, seats=1) if edition != "five" else None
    assert alone is None or str(alone) == text(alone.view(1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_notebook_draws_tables_views_records_and_boards(edition: str) -> None:
    table = table_at(edition, 30)
    for value in (table, table.view(), table.view(1), table.record(), table.private_save()):
        picture = value._repr_svg_()
        assert picture is not None
        assert picture.startswith("<svg")
    assert table._repr_svg_() == table.view()._repr_svg_(), "what is hidden is not drawn"


def test_a_notebook_draws_results_and_explains_outcomes() -> None:
    for result in (simulate("classic", ["greedy"], games=3), simulate("classic", ["greedy", "random"], games=1)):
        assert result._repr_svg_().startswith("<svg")
    assert arena("classic", ["greedy", "random"], games=1)._repr_svg_().startswith("<svg")
    record = partake.load(GOLDEN / "classic-pairs.partake")
    assert record.outcome is not None
    page = record.outcome._repr_html_()
    for score in record.outcome.scores:
        assert f"<th>{score.total}</th>" in page
        assert all(item.reason in page for item in score.items)
    assert partake.Score("<b>", ())._repr_html_() == "<table><tr><th>&lt;b&gt;</th><th>0</th></tr></table>"


@pytest.mark.parametrize("name", GAMES)
def test_values_are_pickled_copied_and_hashed_as_they_compare(name: str) -> None:
    for where, value in played(name):
        if isinstance(value, dict):
            continue
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
            assert again == value, where
            assert hash(again) == hash(value), where


def test_records_and_views_are_found_in_sets() -> None:
    paths = sorted(GOLDEN.glob("*.partake"))
    twice = {partake.load(path) for path in paths} | {partake.load(path) for path in paths}
    assert len(twice) == len(paths)
    table = table_at("classic", 20)
    assert {table.view(1), table.copy().view(1)} == {table.view(1)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_unpickles_in_another_process_hashes_as_what_is_made_there(edition: str) -> None:
    """Hashes of texts differ from process to process: none may be carried along."""
    setup = arrange(partake.edition(edition), seats=2)
    values: list[object] = [setup, partake.edition(edition)]
    if edition != "five":
        values.append(Variant(partake.edition(edition), setup.options))  # type: ignore[arg-type]
    for value in values:
        hash(value)
        assert b"_hash" not in pickle.dumps(value)


def test_the_text_of_a_record_gives_it_back() -> None:
    for name in GAMES:
        record = partake.load(GOLDEN / f"{name}.partake")
        assert partake.parse(str(record)) == record
        assert isinstance(record, Record)
    for edition in EDITIONS:
        for record in (table_at(edition, 30).record(), table_at(edition, 30).private_save()):
            assert partake.parse(str(record)) == record
