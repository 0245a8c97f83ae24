"""A disk of a few kilobytes that can be filled and made read-only, where the system lets a test have one."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A file system in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._filler = folder, folder / "filler"

    def fill(self) -> None:
        """Leave no byte free."""
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as file:
            while True:
                file.write(b"0" * 4096)

    def empty(self) -> None:
        """Give back what was filled."""
        self._filler.unlink(missing_ok=True)

    def make_read_only(self) -> None:
        """Refuse every change from now on, those of root too."""
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True, capture_output=True)


@contextmanager
def small_disk(folder: Path, *, kilobytes: int) -> Iterator[SmallDisk]:
    """A small disk at a folder; the test is skipped where only an administrator could give it one."""
    with mounted(folder, kilobytes=kilobytes) as disk:
        if disk is None:
            pytest.skip("nobody may mount a small disk here")
        yield disk


@contextmanager
def mounted(folder: Path, *, kilobytes: int) -> Iterator[SmallDisk | None]:
    """The same; None where only an administrator could have one."""
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(options, capture_output=True).returncode:
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
