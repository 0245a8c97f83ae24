"""Servers with their games in PostgreSQL: several may share it, and nothing that is printed has its password."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from partake.store.folder import KEY, LOCK, running_server
from postgres import PASSWORD, needs_postgres, shared_cluster
from served import act, new_table, serving
from served_process import COMMAND, PATIENCE, serving_process

pytestmark = [needs_postgres, pytest.mark.sqlite_only("has databases of its own")]


def partake(*argv: str | Path, url: str = "") -> subprocess.CompletedProcess[str]:
    """A command for a server whose games are there."""
    environment = {"PATH": "", "PARTAKE_LANGUAGE": "en", **({"PARTAKE_DATABASE": url} if url else {})}
    command = [*COMMAND, *map(str, argv)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)


def test_two_servers_share_people_and_key_whatever_their_folders(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    with serving(tmp_path / "one", database=url) as first, serving(tmp_path / "two", database=url) as second:
        ann = first.client("Ann")
        again = second.client()
        again.cookies.update(ann.cookies)
        assert again.get("/api/me").json()["nickname"] == "Ann"
        table = new_table(again)
        assert act(again, table)
    assert [path.name for path in (tmp_path / "one").iterdir()] == [LOCK], "neither key nor games are in the folder"


def test_servers_in_one_folder_are_found_by_the_operator_and_one_may_end(tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    flags = ("--database", url)
    with serving_process(tmp_path, *flags) as first, serving_process(tmp_path, *flags) as second:
        holder = running_server(tmp_path)
        assert holder is not None
        assert holder.pid == first.pid
        second.client("Ann")
        listed = partake("admin", "people", "--folder", tmp_path, url=url)
        assert "Ann" in listed.stdout, listed.stderr
        assert second.stop() == []
        assert PASSWORD not in first.log + second.log
    listed = partake("admin", "people", "--folder", tmp_path / "elsewhere", "--database", url)
    assert "Ann" in listed.stdout, "without a server too, and from another machine"
    assert not (tmp_path / KEY).exists()


def test_no_word_of_the_command_has_the_password(tmp_path: Path) -> None:
    url = shared_cluster().database_url("nowhere")
    settings = partake("serve", "--settings", url=url)
    assert 'database = "postgresql://partake@127.0.0.1:' in settings.stdout
    refused = partake("serve", "--folder", tmp_path, url=url)
    assert 'cannot be opened: database "nowhere" does not exist' in refused.stderr
    wrong = partake("serve", "--database", f"postgresql://ann:12/{PASSWORD}@host/games")
    assert "--database must be like postgresql://user:password@host/name" in wrong.stderr
    backup = partake("backup", tmp_path / "games.backup", url=url)
    assert "pg_dump copies them, and pg_restore brings them back" in backup.stderr
    for done in (settings, refused, wrong, backup):
        assert PASSWORD not in done.stdout + done.stderr
    assert (refused.returncode, backup.returncode) == (1, 2)


def test_a_folder_is_transferred_by_the_command(tmp_path: Path) -> None:
    url = shared_cluster().empty_database()
    with serving_process(tmp_path) as server:
        ann = server.client("Ann")
        table = new_table(ann)
        assert act(ann, table)
        server.stop()
    assert "Say where to" in partake("transfer", "--folder", tmp_path).stderr
    done = partake("transfer", "--folder", tmp_path, url=url)
    assert done.stdout.endswith("now, checked: 1 table, 1 person. The folder is as it was.\n"), done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    with serving_process(tmp_path, "--database", url) as server:
        assert act(server.client(cookies=ann.cookies), table), "cookies hold"
        assert server.stop() == []
