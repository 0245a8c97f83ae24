"""What all tests share: reproducible Hypothesis runs, and `--slow` for the longer checks."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

os.environ["PARTAKE_LANGUAGE"] = "en"  # whatever this machine speaks
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# What a shell starts in the background ignores Ctrl-C, and so would all that the tests start to interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the longer checks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="runs with --slow"))
