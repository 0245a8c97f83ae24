"""A folder is one process's at a time, by a lock that ends with it, and its files are readable by their owner alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from partake.store.folder import DATABASE, KEY, LOCK, FolderError, FolderLock, LockHolder, make_folder, running_server

HOLD = """
import sys
from pathlib import Path
from partake.store.folder import FolderLock
lock = FolderLock(Path(sys.argv[1]))
lock.tell(link="http://games.example.org", address="http://127.0.0.1:8765")
print("held", flush=True)
sys.stdin.read()
"""


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_another_process_is_refused_and_told_who_has_the_folder_until_that_is_killed(tmp_path: Path) -> None:
    assert running_server(tmp_path) is None
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        holder = LockHolder(process.pid, "server", "http://games.example.org", "http://127.0.0.1:8765")
        assert running_server(tmp_path) == holder
        said = rf"is in use by a server at http://games\.example\.org \(process {process.pid}\)"
        with pytest.raises(FolderError, match=said):
            FolderLock(tmp_path)
        process.kill()
    assert running_server(tmp_path) is None, "the kernel ends a lock with its process"
    FolderLock(tmp_path).close()


def test_the_lock_holds_within_a_process_too_and_can_be_had_again(tmp_path: Path) -> None:
    with FolderLock(tmp_path, "restore"):
        assert running_server(tmp_path) == LockHolder(os.getpid(), "restore")
        with pytest.raises(FolderError, match=rf"in use by `partake restore` \(process {os.getpid()}\)"):
            FolderLock(tmp_path)
        assert running_server(tmp_path) is not None, "whoever asks takes no lock away"
    with FolderLock(tmp_path):
        pass
    assert (tmp_path / LOCK).read_text() == ""


def test_a_lock_that_tells_nothing_or_nonsense_is_a_lock_still(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        for text in ("", "{", "[]", '{"what": 1}'):
            (tmp_path / LOCK).write_text(text)
            assert running_server(tmp_path) == LockHolder()
            assert str(LockHolder()) == "a server"


def test_a_new_folder_and_its_files_are_their_owners_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        FolderLock(tmp_path / "deep" / "games").close()
    finally:
        os.umask(before)
    assert mode(tmp_path / "deep" / "games") == 0o700
    assert mode(tmp_path / "deep" / "games" / LOCK) == 0o600


def test_a_folder_that_is_there_keeps_its_mode_and_its_files_become_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name in (DATABASE, DATABASE + "-wal", DATABASE + "-shm", KEY):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    (tmp_path / "letter").touch(mode=0o644)
    make_folder(tmp_path)
    assert mode(tmp_path) == 0o755
    assert {mode(path) for path in tmp_path.iterdir() if path.name != "letter"} == {0o600}
    assert mode(tmp_path / "letter") == 0o644


def test_a_folder_that_cannot_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter").touch()
    with pytest.raises(FolderError, match="letter cannot be made: file exists"):
        FolderLock(tmp_path / "letter")
    with pytest.raises(FolderError, match="cannot be made: not a directory"):
        FolderLock(tmp_path / "letter" / "games")
