"""What all tests share: reproducible Hypothesis runs, and `--slow` for the longer checks."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

os.environ["PARTAKE_LANGUAGE"] = "en"  # whatever this machine speaks
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

KINDS = ("sqlite", "postgresql")
"""The databases that tests can use."""
EVERY_STATE = ("browser/test_axe.py", "browser/test_eyes.py", "browser/test_words.py")
"""The modules that look at every page in every state."""
LONG = (
    *EVERY_STATE,
    "browser/test_review_layout.py",
    "browser/test_blind_play.py",
    "browser/test_scorekeeper_evenings.py",
    "browser/test_tournament.py",
    "browser/test_learn.py",
    "browser/test_caller_kept.py",
    "browser/test_ending.py",
    "browser/test_review_walk.py",
    "browser/test_offline.py",
    "browser/test_told.py",
    "browser/test_offline_evening.py",
    "browser/test_scorekeeper.py",
    "browser/test_scorekeeper_games.py",
    "browser/test_caller.py",
    "browser/test_relocation.py",
    "browser/test_hand_over.py",
    "browser/test_daily.py",
    "browser/test_five_memory.py",
    "browser/test_hexagon.py",
    "browser/test_absence.py",
    "bots/test_conformance.py",
    "bots/test_bots.py",
    "learn/test_network.py",
    "web/test_reviews.py",
    "web/test_leaks.py",
    "test_document_examples.py",
    "review/test_review_games.py",
    "learn/test_training.py",
    "store/test_migrations.py",
    "web/test_crash.py",
    "web/test_startup.py",
    "table/test_bot_jobs.py",
    "table/test_liars.py",
    "simulate/test_failing_bots.py",
    "learn/test_reproducible.py",
    "fuzz/test_targets.py",
    "table/test_results.py",
    "web/test_pages.py",
    "web/test_socket_liars.py",
    "web/test_puzzle_pages.py",
    "client/test_client_games.py",
    "web/test_backup.py",
    "web/test_proxy.py",
)
"""The modules that take longest."""


# What a shell starts in the background ignores Ctrl-C, and so would all that the tests start to interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the longer checks too")
    about = "the database of tests with a server or a store; without it SQLite, and both where a module wants that"
    parser.addoption("--database", choices=KINDS, help=about)


def pytest_configure(config: pytest.Config) -> None:
    chosen = config.getoption("--database")
    if chosen:
        import databases

        databases.choose(chosen)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the marker `databases` runs on both; one with `sqlite_only` on SQLite alone."""
    marked = {mark.name for mark in metafunc.definition.iter_markers()}
    if "databases" in marked and "sqlite_only" not in marked and not metafunc.config.getoption("--database"):
        metafunc.parametrize("database_kind", KINDS, indirect=True)


@pytest.fixture(autouse=True)
def database_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The database of a test, dropped afterwards."""
    kind: str = getattr(request, "param", None) or request.config.getoption("--database") or KINDS[0]
    if kind == KINDS[0]:
        yield kind
        return
    mark = request.node.get_closest_marker("sqlite_only")
    if mark is not None:
        pytest.skip(mark.args[0])
    import databases
    import postgres

    if postgres.binaries() is None:
        pytest.skip("needs PostgreSQL: script/postgresql installs it")
    own = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    with databases.using(kind, own):
        yield kind


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.nodeid))
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="runs with --slow"))


def turn(nodeid: str) -> tuple[bool, int]:
    """When a module's turn is: modules with a browser first, because those that a process runs in a row share
    a Chromium, and what takes long before the others, so that no process is alone with it in the end."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return not file.startswith("browser/"), LONG.index(file) if file in LONG else len(LONG)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Modules stay whole, so that what they share is made once; those that look at every state go to one process."""
    from xdist.scheduler import LoadFileScheduling

    if config.getoption("dist") != "loadfile":
        return None

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            return "every state" if file.endswith(EVERY_STATE) else file

    return Scheduling(config, log)
