"""A backup of a server with games in progress has every answered move, and a restored server goes on with them."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from partake.rules.errors import PartakeError
from partake.store.backup import TABLE, back_up, restore
from partake.store.folder import DATABASE, KEY, LOCK
from partake.web.opening import OpenFolder
from partake.web.settings import Settings
from served import act, new_table
from served_process import partake, serving_process

pytestmark = pytest.mark.sqlite_only("copies of files; pg_dump is PostgreSQL's own")
PATIENCE = 120.0


class Mover:
    """A player alone at tables, who moves without pause and notes the keys of the moves that were answered."""

    def __init__(self, client: httpx.Client) -> None:
        self.client, self.answered = client, list[str]()
        self._stop, self._thread = threading.Event(), threading.Thread(target=self._move)

    def __enter__(self) -> Mover:
        self._thread.start()
        return self

    def _move(self) -> None:
        while not self._stop.is_set():
            table = new_table(self.client)
            while not self._stop.is_set():
                state = self.client.get(f"/api/tables/{table}").json()
                if not state["view"]["to_act"]:
                    break
                key = f"{table}/{state['number']}"
                body = {"action": state["view"]["legal"][0], "expect": state["number"], "key": key}
                assert self.client.post(f"/api/tables/{table}/moves", json=body).status_code == 200
                self.answered.append(key)

    def wait_for(self, more: int) -> None:
        """Wait until so many more moves are answered."""
        wanted, end = len(self.answered) + more, threading.Event()
        while len(self.answered) < wanted:
            assert self._thread.is_alive()
            end.wait(0.01)

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)


def stored_keys(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {key for (key,) in connection.execute("SELECT key FROM actions WHERE key IS NOT NULL")}


def test_a_backup_while_moves_are_made_has_all_that_were_answered_and_its_games_go_on(tmp_path: Path) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "games.backup"
    with serving_process(
        old, "--moves-per-second", "100000", "--tables-per-minute", "0", "--open-tables", "100000"
    ) as server:
        ann, bob = server.client("Ann"), server.client("Bob")
        table = new_table(bob)
        assert act(bob, table)
        state = bob.get(f"/api/tables/{table}").json()
        with Mover(ann) as mover:
            mover.wait_for(10)
            for _ in range(3):
                before = list(mover.answered)
                done = partake("backup", file, "--folder", old, "--force")
                assert (done.returncode, done.stderr) == (0, "")
                mover.wait_for(1)  # the server went on meanwhile
        assert (old / f"{DATABASE}-wal").stat().st_size, "what is copied is in the write-ahead log"
    assert file.stat().st_mode & 0o777 == 0o600
    done = partake("restore", file, "--folder", new)
    assert (done.returncode, done.stderr) == (0, "")
    assert {found.name for found in new.iterdir()} == {DATABASE, KEY, LOCK}
    assert set(before) <= stored_keys(new / DATABASE)
    with serving_process(new) as server:
        again = server.client(cookies=bob.cookies)
        assert again.get("/api/me").json()["nickname"] == "Bob", "cookies are signed by the same key"
        assert again.get(f"/api/tables/{table}").json()["view"] == state["view"]
        assert act(again, table)
        last = before[-1].partition("/")[0]
        assert act(server.client(cookies=ann.cookies), last) or last != mover.answered[-1].partition("/")[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a key and a database in which Ann is known."""
    return a_folder(tmp_path / "games", "Ann")


def a_folder(path: Path, *names: str) -> Path:
    OpenFolder(Settings(folder=path, workers=0)).close()
    with closing(sqlite3.connect(path / DATABASE)) as connection, connection:
        for name in names:
            connection.execute("INSERT INTO people (id, nickname, created) VALUES (?, ?, 1)", (name.lower(), name))
    return path


def people(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return [name for (name,) in connection.execute("SELECT nickname FROM people ORDER BY 1")]


def test_what_cannot_be_backed_up_is_told(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    file.write_text("something else")
    for source, target, force, said in (
        (folder, file, False, "games.backup is there already: --force overwrites it"),
        (folder, tmp_path, False, "is a folder: name a file in it"),
        (folder, tmp_path / "a" / "b", False, "there is no folder .*/a$"),
        (folder, folder / DATABASE, True, "is a file of the server itself: choose another name"),
        (tmp_path / "none", file, True, "there are no games in .*/none: nothing to back up"),
    ):
        with pytest.raises(PartakeError, match=said):
            back_up(source, target, force=force)
    done = partake("backup", file, "--folder", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"partake: {file} is there already: --force overwrites it\n"
    assert file.read_text() == "something else"
    assert not (tmp_path / "none").exists()
    assert partake("backup", file, "--folder", folder, "--force").returncode == 0
    assert file.read_bytes().startswith(b"SQLite format 3")


def test_a_restore_keeps_what_was_there_as_a_backup_that_can_be_restored_in_turn(tmp_path: Path, folder: Path) -> None:
    other, file = a_folder(tmp_path / "other", "Bob", "Cleo"), tmp_path / "games.backup"
    keys = {found: (found / KEY).read_text() for found in (folder, other)}
    before = os.umask(0)
    try:
        back_up(other, file)
        aside = restore(file, folder)
    finally:
        os.umask(before)
    assert aside is not None
    assert (people(folder), (folder / KEY).read_text()) == (["Bob", "Cleo"], keys[other])
    assert {found.name for found in folder.iterdir()} == {DATABASE, KEY, LOCK, aside.name}
    assert {found.stat().st_mode & 0o777 for found in (*folder.iterdir(), file)} == {0o600}
    restore(aside, folder)
    assert (people(folder), (folder / KEY).read_text()) == (["Ann"], keys[folder])
    for path in folder.iterdir():
        assert keys[other].encode() not in path.read_bytes() or ".before-restore-" in path.name


def test_the_key_comes_with_a_backup_that_was_copied_by_hand_or_whose_restore_was_killed(
    tmp_path: Path, folder: Path
) -> None:
    key = (folder / KEY).read_text()
    back_up(folder, tmp_path / "games.backup")
    hand = tmp_path / "hand"
    hand.mkdir()
    shutil.copy(tmp_path / "games.backup", hand / DATABASE)
    OpenFolder(Settings(folder=hand, workers=0)).close()
    assert ((hand / KEY).read_text(), people(hand)) == (key, ["Ann"])
    with closing(sqlite3.connect(hand / DATABASE)) as connection:
        assert not connection.execute("SELECT * FROM sqlite_master WHERE name = ?", (TABLE,)).fetchall()
    assert key.encode() not in (hand / DATABASE).read_bytes()


def spoiled(name: str, tmp_path: Path) -> Path:
    """A file that is no backup, in one way or another."""
    path = tmp_path / f"{name}.backup"
    if name == "letter":
        path.write_text("this is a letter, not a database; it is long enough to be looked at " * 40)
    elif name == "empty":
        path.touch()
    elif name != "missing":
        made = a_folder(tmp_path / name, *(f"P{n}" for n in range(2000)))
        back_up(made, path)
        with closing(sqlite3.connect(path)) as connection, connection:
            match name:
                case "newer":
                    connection.execute("UPDATE alembic_version SET version_num = '9999'")
                case "foreign":
                    connection.execute("DROP TABLE alembic_version")
                case "keyless":
                    connection.execute(f"UPDATE {TABLE} SET value = 'short'")
                case "damaged":
                    [(page,)] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'people'")
                    [(size,)] = connection.execute("PRAGMA page_size")
        if name == "damaged":
            data = bytearray(path.read_bytes())
            data[(page - 1) * size : page * size] = b"\xa5" * size
            path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("letter", "cannot be opened: file is not a database"),
        ("empty", "is empty: it is no backup"),
        ("missing", "there is no file"),
        ("newer", "was made by a newer version of Partake (its revision is 9999"),
        ("foreign", "is a database of another program"),
        ("keyless", "is damaged (a key has 32 characters or more, and this is none)"),
        ("damaged", "is damaged: "),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_is_changed(
    tmp_path: Path, folder: Path, name: str, said: str
) -> None:
    file = spoiled(name, tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(PartakeError) as problem:
        restore(file, folder)
    assert said in str(problem.value)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_restore_is_refused_while_a_server_runs_and_a_backup_is_not(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "games.backup"
    with serving_process(folder) as server:
        assert partake("backup", file, "--folder", folder).returncode == 0
        done = partake("restore", file, "--folder", folder)
        assert done.returncode == 1
        assert f"is in use by a server at {server.link} (process {server.pid}): stop that first" in done.stderr
        server.kill()
    assert partake("restore", file, "--folder", folder).returncode == 0


def test_a_damaged_database_is_put_aside_as_it_is(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "games.backup"
    back_up(folder, file)
    (folder / DATABASE).write_bytes(b"damaged" * 1000)
    aside = restore(file, folder)
    assert aside is not None
    assert aside.read_bytes() == b"damaged" * 1000
    assert people(folder) == ["Ann"]


DIE = """
import os, signal, sys
from pathlib import Path
import partake.store.copying as copying
from partake.store import backup
copying.STEP = 1
steps, moment = iter(range(10**9)), int(sys.argv[4])
def progress(*_):
    if next(steps) == moment:
        os.kill(os.getpid(), signal.SIGKILL)
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[1] == "backup":
    backup.back_up(Path(sys.argv[2]), Path(sys.argv[3]), force=True, progress=progress)
elif moment < 1000:
    backup.restore(Path(sys.argv[3]), Path(sys.argv[2]), progress=progress)
else:
    setattr(backup, ("_put_aside", "finish_restore", "write_key")[moment - 1000], die)
    backup.restore(Path(sys.argv[3]), Path(sys.argv[2]))
"""
"""A backup or a restore that is killed after so many pages, or at one of its steps."""


def killed(*argv: str | Path) -> None:
    done = subprocess.run([sys.executable, "-c", DIE, *map(str, argv)], timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL


def test_a_backup_that_is_killed_leaves_the_last_one(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "games.backup"
    back_up(folder, file)
    before = file.read_bytes()
    killed("backup", folder, file, "3")
    assert file.read_bytes() == before
    back_up(folder, file, force=True)
    assert {path.name for path in tmp_path.iterdir()} == {"games", "games.backup"}


@pytest.mark.parametrize("moment", [3, 1000, 1001, 1002])
def test_a_restore_that_is_killed_leaves_the_games_of_before_or_those_of_the_backup(
    tmp_path: Path, folder: Path, moment: int
) -> None:
    other, file = a_folder(tmp_path / "other", "Bob"), tmp_path / "games.backup"
    keys = {"Ann": (folder / KEY).read_text(), "Bob": (other / KEY).read_text()}
    back_up(other, file)
    killed("restore", folder, file, str(moment))
    OpenFolder(Settings(folder=folder, workers=0)).close()
    assert keys[people(folder)[0]] == (folder / KEY).read_text(), "the key is that of its database"
    assert people(folder) == (["Ann"] if moment < 1001 else ["Bob"])
    restore(file, folder)
    assert people(folder) == ["Bob"]
