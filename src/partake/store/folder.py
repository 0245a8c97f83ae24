"""The folder of a server: its files, readable by their owner alone, and the lock that one process at a time can have.

    with FolderLock(folder) as lock:      # refused, with who has it, while another process does
        lock.tell(link="http://localhost:8765")
    running_server(folder)                # from any process: a `LockHolder`, or None

The lock is the kernel's (`flock`, on Windows `locking`): it ends with its process, however that ends, so that there are
no stale ones. What its holder tells of itself is JSON in the same file.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Message

DATABASE = "partake.sqlite"
"""The file of the database."""
KEY = "secret.key"
"""The file of the key that signs cookies."""
LOCK = "server.lock"
"""The file that is locked, and tells who has the lock."""
SIDE_FILES = ("", "-wal", "-shm", "-journal")
"""The endings of the files of one SQLite database."""
OWNER_ALONE = 0o600
"""The mode of every file here."""
PATIENCE = 1.0
"""Seconds for which a lock is tried again: another command may just be asking who has it, or a server be ending."""
_LOCKED_BYTE = 1 << 30
"""The byte that is locked on Windows, where locked bytes cannot be read: far behind the text."""


class FolderError(PartakeError):
    """The folder cannot be used, or another process uses it."""


@dataclass(frozen=True, slots=True)
class LockHolder:
    """The process that has a folder: a server, or a command that must not work beside one."""

    pid: int = 0
    """Its process id; 0 in the moment before it has told."""
    purpose: str = "server"
    link: str = ""
    """The link that people are given, once a server listens."""
    address: str = ""
    """Where a server is reached from this machine, once it listens."""

    @property
    def message(self) -> Message:
        """The holder within a sentence: `a server at http://localhost:8765 (process 123)`."""
        if self.purpose != "server":
            if self.pid:
                return Message("`partake {command}` (process {pid})", command=self.purpose, pid=str(self.pid))
            return Message("`partake {command}`", command=self.purpose)
        if self.link and self.pid:
            return Message("a server at {link} (process {pid})", link=self.link, pid=str(self.pid))
        if self.pid:
            return Message("a server (process {pid})", pid=str(self.pid))
        return Message("a server at {link}", link=self.link) if self.link else Message("a server")

    def __str__(self) -> str:
        return str(self.message)


class FolderLock:
    """Mutual exclusion of processes over a folder, held until `close`; the folder is made if it is not there.

    With `is_needed=False`, for processes that share a database elsewhere, it is only told which of them is here: the
    first one has the lock, and the others go on without it.
    """

    def __init__(self, folder: Path, purpose: str = "server", *, is_needed: bool = True) -> None:
        make_folder(folder)
        self._path, self._file = folder / LOCK, _open(folder / LOCK)
        self._is_held = False
        end = time.monotonic() + PATIENCE
        while not _try_lock(self._file):
            if not is_needed:
                os.close(self._file)
                return
            if time.monotonic() > end:
                holder = _read(self._path)
                os.close(self._file)
                raise FolderError(
                    "the folder {folder} is in use by {holder}: stop that first, or use another folder",
                    folder=folder,
                    holder=holder,
                )
            time.sleep(PATIENCE / 50)
        self._holder = LockHolder(os.getpid(), purpose)
        self._is_held = True
        try:
            self.tell()
        except FolderError:
            self.close()
            raise

    def tell(self, **values: str) -> None:
        """Let other processes know more of this one: its `link`, its `address`."""
        if not self._is_held:
            return
        self._holder = replace(self._holder, **values)  # type: ignore[arg-type]
        self._write(json.dumps(asdict(self._holder)))

    def _write(self, text: str) -> None:
        try:
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, text.encode())
        except OSError as problem:
            raise FolderError(
                "{path} cannot be written: {reason}", path=self._path, reason=system_reason(problem)
            ) from None

    def close(self) -> None:
        """Give the folder free."""
        if self._is_held:
            self._is_held = False
            with contextlib.suppress(FolderError):
                self._write("")
            _unlock(self._file)
            os.close(self._file)

    def __enter__(self) -> FolderLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def running_server(folder: Path) -> LockHolder | None:
    """The process that has a folder now, if one does."""
    path = folder / LOCK
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise FolderError("{path} cannot be read: {reason}", path=path, reason=system_reason(problem)) from None
    try:
        if _try_lock(file, shared=True):
            _unlock(file)
            return None
        return _read(path)
    finally:
        os.close(file)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, unless it is there; our files in it become readable by their owner alone.

    A folder that was there keeps its mode: somebody has chosen it.
    """
    try:
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True)
            folder.chmod(0o700)  # whatever the umask took away
    except OSError as problem:
        raise FolderError(
            "the folder {folder} cannot be made: {reason}", folder=folder, reason=system_reason(problem)
        ) from None
    for name in (LOCK, KEY, *(DATABASE + ending for ending in SIDE_FILES)):
        tighten(folder / name)


def tighten(path: Path) -> None:
    """Make a file readable by its owner alone; one that is not there, or another user's, is left as it is."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(OWNER_ALONE)


def create_privately(path: Path, *, fresh: bool = False) -> None:
    """Make an empty file readable by its owner alone, whatever the umask; with `fresh`, refuse one that is there."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_EXCL if fresh else 0), OWNER_ALONE)
    with contextlib.suppress(OSError):
        path.chmod(OWNER_ALONE)
    os.close(file)


def sync_folder(folder: Path) -> None:
    """Wait until renamed and new files of a folder are on the disk, where the system can say so."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ALONE)
    except OSError as problem:
        raise FolderError(
            "the folder {parent} cannot be used: {reason}", parent=path.parent, reason=system_reason(problem)
        ) from None


def _read(path: Path) -> LockHolder:
    """What the holder of a lock has told of itself so far."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return LockHolder(**found)
    except (OSError, ValueError, TypeError):
        return LockHolder()


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int, *, shared: bool = False) -> bool:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: int) -> None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: int, *, shared: bool = False) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as problem:
            if problem.errno in (errno.EWOULDBLOCK, errno.EACCES):
                return False
            raise FolderError("the folder cannot be locked: {reason}", reason=system_reason(problem)) from None
        return True

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
