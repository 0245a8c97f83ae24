"""On a machine without compiled kernels learned bots answer all the same, from the same kernels uncompiled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import partake
from partake.bots import parse_bot_spec
from partake.bots.hexagon.value import ValueBot
from partake.bots.readiness import answer
from partake.bots.worker import Worker
from partake.engine.contract import View
from partake.learn import player
from partake.rules import kernels

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("classic", {}), ("classic", {"draw": "2"}), ("nexus", {}), ("orchid", {}), ("daffodil", {"stamens": "reserve"}),
)  # fmt: skip


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A process on a machine on which nothing was compiled."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    made = Worker()
    yield made
    made.rest()
    made.close()


def views(edition: str, options: dict[str, str]) -> Iterator[View]:
    """What a bot sees at each third call of a game that it plays."""
    table, number = partake.start(edition, seats=1, seed="fresh", is_open=False, data=(), **options), 0
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        view = table.view(1)
        if number % 3 == 0:
            yield view
        number += 1
        table.play(1, ValueBot(1).choose(view))


def test_bots_play_uncompiled_what_they_play_compiled(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one ply: uncompiled there is no time for second looks."""
    monkeypatch.setattr(player, "VALUE_EVALUATIONS", 0)
    for edition, options in GAMES:
        for view in views(edition, options):
            assert worker.ask(answer, parse_bot_spec("value"), 1, view) == ValueBot(1).choose(view)
    assert worker.ask(kernels.are_interpreted)


def test_uncompiled_there_is_no_time_to_look_ahead(worker: Worker) -> None:
    for level in ("expert", "master"):
        view = next(views("nexus", {}))
        assert worker.ask(answer, parse_bot_spec(level), 1, view) == ValueBot(1).choose(view)


def test_once_kernels_are_compiled_another_process_answers(worker: Worker) -> None:
    bot, view = parse_bot_spec("value"), next(views("classic", {}))
    worker.ask(answer, bot, 1, view)
    first = worker.pid
    kernels.mark_ready()
    worker.ask(answer, bot, 1, view)  # from the same process, which then ends
    assert not worker.ask(kernels.are_interpreted)
    assert worker.pid != first


def test_only_workers_that_play_with_people_do_without_a_compiler() -> None:
    for view in views("classic", {}):
        answer(parse_bot_spec("value"), 1, view)
        break
    assert not kernels.are_interpreted()


def test_ready_is_a_state_of_the_sources_the_processor_and_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernels.are_ready()
    kernels.mark_ready()
    assert kernels.are_ready()
    monkeypatch.setattr(kernels, "_processor", lambda: "another one")
    assert not kernels.are_ready()
