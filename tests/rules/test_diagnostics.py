"""A crash report says where and what kind, under a reference, and nothing of what it was about."""

from __future__ import annotations

import logging
import re

import pytest

from partake.engine.notation import parse_action
from partake.rules.diagnostics import report
from partake.rules.errors import NotationError

SECRET = "4b1d-the-seed"


def fail() -> None:
    hidden = SECRET
    try:
        parse_action(hidden)
    except NotationError as problem:
        raise RuntimeError(f"it was {hidden}") from problem


def test_a_report_has_frames_types_and_a_reference_but_no_value(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(RuntimeError) as caught:
        fail()
    reference = report(logging.getLogger("partake.test"), caught.value)
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}", reference)
    [record] = caplog.records
    text = record.getMessage()
    assert record.levelno == logging.ERROR
    assert text.startswith(f"report {reference}: RuntimeError\n")
    assert "test_diagnostics.py" in text
    assert " in fail" in text
    assert "caused by\npartake.rules.errors.NotationError\n" in text
    assert "partake/engine/notation.py:" in text
    assert SECRET not in text
    assert record.exc_info is None, "a formatter would print the message of the exception"


def test_each_report_has_a_reference_of_its_own() -> None:
    log = logging.getLogger("partake.test")
    assert len({report(log, ValueError()) for _ in range(20)}) == 20
