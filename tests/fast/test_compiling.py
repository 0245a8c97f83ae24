"""Compiling is announced where it happens, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba")

from partake.fast.compiling import announced


def test_what_must_be_compiled_is_announced_with_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with announced("fast"):
        assert capsys.readouterr().err == "partake: Compiling the kernels, once on this machine …\n"
    told = capsys.readouterr()
    assert told.err == "partake: Compiled the kernels in 0 s\n"
    assert told.out == ""


def test_what_is_compiled_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "kernel.nbi").touch()
    with announced("fast"):
        pass
    assert capsys.readouterr().err == ""
