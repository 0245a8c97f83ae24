"""What prevents a server from starting is one sentence before any link; two servers cannot share a folder."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from partake.store.folder import DATABASE, KEY, LOCK, FolderError, LockHolder, running_server
from partake.store.key import SHORTEST, KeyFileError, read_key
from partake.web.app import create_app
from partake.web.opening import OpenFolder
from partake.web.settings import Settings
from served import act, new_table, serving
from served_process import partake, serving_process
from small_disk import small_disk


def settings(folder: Path) -> Settings:
    return Settings(folder=folder, workers=0)


def check_refused(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """One line on the standard error, no link, the usual exit code."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith("partake: ")
    for words in said:
        assert words in done.stderr


def serve(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    return partake("serve", "--folder", folder, "--host", "127.0.0.1", "--port", "0", "--workers", "0", *flags)


@pytest.mark.sqlite_only("servers may share a PostgreSQL")
def test_a_second_server_is_refused_and_told_of_the_first_until_that_is_killed(tmp_path: Path) -> None:
    with serving_process(tmp_path, "--workers", "1") as server:
        told = json.loads((tmp_path / LOCK).read_text())
        assert told == {"pid": server.pid, "purpose": "server", "link": server.link, "address": server.link}
        assert running_server(tmp_path) == LockHolder(**told)
        ann = server.client("Ann")
        seats = [{"kind": "host"}, {"kind": "bot", "level": "beginner"}]
        table = new_table(ann, seats=seats)  # so that there is a process which thinks for bots
        assert act(ann, table)
        check_refused(serve(tmp_path), f"is in use by a server at {server.link} (process {server.pid})")
        assert act(ann, table), "the first goes on"
        server.kill_alone()
        with serving_process(tmp_path) as next_server:
            again = next_server.client(cookies=ann.cookies)
            assert again.get("/api/me").json()["nickname"] == "Ann", "no process of the first keeps the lock"
            assert next_server.stop() == []
    assert running_server(tmp_path) is None


@pytest.mark.sqlite_only("servers may share a PostgreSQL")
def test_an_application_under_another_server_takes_the_lock_too_and_gives_it_back(tmp_path: Path) -> None:
    app, second = create_app(settings(tmp_path)), create_app(settings(tmp_path))

    async def run() -> None:
        async with app.router.lifespan_context(app):
            assert running_server(tmp_path) == LockHolder(os.getpid())
            with pytest.raises(FolderError, match=rf"in use by a server \(process {os.getpid()}\)"):
                async with second.router.lifespan_context(second):
                    pass
        assert running_server(tmp_path) is None
        async with second.router.lifespan_context(second):
            assert running_server(tmp_path) is not None

    asyncio.run(run())
    with serving(tmp_path):
        pass
    with serving(tmp_path):
        pass


@pytest.mark.sqlite_only("the file of SQLite")
def test_what_is_no_database_of_this_version_is_one_sentence_before_any_link(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("this is a letter, not a database; it is long enough to be looked at " * 40)
    check_refused(serve(tmp_path), f"database {tmp_path / DATABASE} cannot be opened: file is not a database")
    (tmp_path / DATABASE).unlink()
    OpenFolder(settings(tmp_path)).close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    check_refused(serve(tmp_path), "was made by a newer version of Partake (its revision is 9999")
    assert running_server(tmp_path) is None
    check_refused(serve(tmp_path / DATABASE), f"The folder {tmp_path / DATABASE} cannot be made: file exists")


def test_wrong_data_files_are_told_before_any_link(tmp_path: Path) -> None:
    check_refused(serve(tmp_path, "--data", "nowhere.toml"), "nowhere.toml")


@pytest.mark.sqlite_only("a PostgreSQL has the key itself")
@pytest.mark.parametrize("key", [b"", b"\n", b"short", b"\xff" * 64, b"a" * (SHORTEST - 1), b"\0" * 64])
def test_a_key_that_is_none_is_refused_and_kept(tmp_path: Path, key: bytes) -> None:
    (tmp_path / KEY).write_bytes(key)
    with pytest.raises(KeyFileError, match=rf"the key {tmp_path / KEY} is damaged"):
        OpenFolder(settings(tmp_path))
    assert (tmp_path / KEY).read_bytes() == key
    assert running_server(tmp_path) is None


@pytest.mark.sqlite_only("a PostgreSQL has the key itself")
def test_a_damaged_key_is_one_sentence_before_any_link(tmp_path: Path) -> None:
    (tmp_path / KEY).touch()
    check_refused(serve(tmp_path), f"The key {tmp_path / KEY} is damaged", "restore it from a backup, or delete it")


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    first = read_key(tmp_path)
    assert (len(first), read_key(tmp_path)) == (64, first)
    assert [path.name for path in tmp_path.iterdir()] == [KEY]
    (tmp_path / KEY).chmod(0o644)
    read_key(tmp_path)
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600


@pytest.mark.sqlite_only("the file of SQLite")
def test_all_files_of_a_running_server_are_their_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with serving_process(tmp_path / "games") as server:
            new_table(server.client("Ann"))
            modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "games").iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys((DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", KEY, LOCK), 0o600)
    assert (tmp_path / "games").stat().st_mode & 0o777 == 0o700


@pytest.mark.sqlite_only("the file of SQLite")
def test_a_full_disk_is_one_sentence_and_later_the_server_starts(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        disk.fill()
        check_refused(serve(disk.folder / "games"), "no space left on device")
        disk.empty()
        (disk.folder / "games").mkdir(exist_ok=True)
        (disk.folder / "games" / KEY).write_text("k" * 64)
        (disk.folder / "games" / LOCK).write_text("x" * 100)
        (disk.folder / "games" / DATABASE).touch()
        disk.fill()
        check_refused(serve(disk.folder / "games"), "disk")
        disk.empty()
        with serving_process(disk.folder / "games") as server:
            new_table(server.client("Ann"))


@pytest.mark.sqlite_only("the file of SQLite")
def test_a_folder_that_is_read_only_is_one_sentence(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        OpenFolder(settings(disk.folder / "games")).close()
        disk.make_read_only()
        check_refused(serve(disk.folder / "games"), "cannot be used: read-only file system")
        check_refused(serve(disk.folder / "others"), "cannot be made: read-only file system")
