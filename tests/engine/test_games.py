"""Files and folders of many games: read lazily, written as they come, refused with file, game and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.engine.record.files import load_record
from partake.engine.record.games import GameError, Games, GamesWriter, write_games
from partake.engine.record.model import Record
from partake.rules.errors import PartakeError, RecordError
from recorded import GOLDEN, KNOWN, table_at

NAMES = [path.stem for path in sorted(GOLDEN.glob("*.partake"))]
RECORDS = [load_record(path, KNOWN) for path in sorted(GOLDEN.glob("*.partake"))]
"""A finished game of every edition and option."""
SAVES = [table_at(name, 9).private_save() for name in KNOWN.editions]
PUBLISHED = [table_at(name, 9).record() for name in KNOWN.editions]
SUFFIXES = (".partake", ".jsonl", ".txt")


@given(st.lists(st.sampled_from([*RECORDS, *SAVES, *PUBLISHED]), max_size=6), st.sampled_from(SUFFIXES))
def test_what_is_written_is_read_again_in_order(
    tmp_path_factory: pytest.TempPathFactory, records: list[Record], suffix: str
) -> None:
    path = tmp_path_factory.mktemp("games") / f"games{suffix}"
    assert write_games(iter(records), path) == len(records)
    games = Games(path, KNOWN)
    assert list(games) == records
    assert list(games) == records, "games can be read more than once"


def test_text_has_a_blank_line_between_games_and_json_a_line_for_each(tmp_path: Path) -> None:
    write_games(RECORDS[:3], tmp_path / "games.partake")
    text = (tmp_path / "games.partake").read_text(encoding="utf-8")
    assert text == "\n".join((GOLDEN / f"{name}.partake").read_text(encoding="utf-8") for name in NAMES[:3])
    write_games(RECORDS[:3], tmp_path / "games.jsonl")
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [str(record.seed) for record in RECORDS[:3]]


def test_a_folder_is_read_in_the_order_of_names_and_with_all_forms(tmp_path: Path) -> None:
    (tmp_path / "later").mkdir()
    write_games(RECORDS[2:4], tmp_path / "later" / "b.jsonl")
    write_games(RECORDS[:2], tmp_path / "a.partake")
    (tmp_path / "notes.txt").write_text("not a game")
    assert list(Games(tmp_path, KNOWN)) == RECORDS[:4]


def test_comments_marks_and_windows_lines_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.partake"
    texts = [(GOLDEN / f"{name}.partake").read_text(encoding="utf-8") for name in NAMES[:2]]
    text = "# two games\n\n" + "\n# the second\n".join(texts)
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert list(Games(path, KNOWN)) == RECORDS[:2]


def test_games_are_read_when_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "games.partake"
    write_games(RECORDS[:2], path)
    with path.open("a", encoding="utf-8") as file:
        file.write("\nPartake record 1\n\nEdition: nothing\n")
    assert list(islice(Games(path, KNOWN), 2)) == RECORDS[:2]


def test_filters_are_lazy_and_go_together(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_games(RECORDS, path)
    games = Games(path, KNOWN)
    pairs = games.filter(lambda record: len(record.setup.seats) == 2).filter(
        lambda record: record.setup.edition.name == "five"
    )
    assert [record.setup.names for record in pairs] == [
        r.setup.names for r in RECORDS if NAMES[RECORDS.index(r)] == "five-2"
    ]
    assert len(list(games)) == len(RECORDS)


@pytest.mark.parametrize("suffix", [".partake", ".jsonl"])
def test_a_bad_game_is_named_by_file_game_and_line(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    write_games(RECORDS[:3], path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if suffix == ".jsonl":
        at = 1
    else:
        second = [number for number, line in enumerate(lines) if line.startswith("Partake record")][1]
        at = next(n for n, line in enumerate(lines) if n > second and "Result" in line)
    lines[at] = lines[at].replace("Result: ", "Result: 1").replace('"result":["', '"result":["1')
    path.write_text("".join(lines), encoding="utf-8")
    games = iter(Games(path, KNOWN))
    assert next(games) == RECORDS[0]
    with pytest.raises(GameError, match="not to this result") as found:
        next(games)
    assert (found.value.path, found.value.number, found.value.line) == (path, 2, at + 1)
    assert str(found.value).startswith(f"{path}, game 2, line {at + 1}: ")


def test_bad_games_can_be_skipped_or_collected(tmp_path: Path) -> None:
    path = tmp_path / "games.partake"
    write_games(RECORDS[:3], path)
    text = path.read_bytes().split(b"Partake record 1")
    text[2] = text[2].replace(b"close", b"cl\xffse")
    path.write_bytes(b"Partake record 1".join(text))
    kept = [RECORDS[0], RECORDS[2]]
    assert list(Games(path, KNOWN, errors="skip")) == kept
    bad: list[RecordError] = []
    assert list(Games(path, KNOWN, errors=bad.append)) == kept
    assert ["UTF-8" in str(problem) for problem in bad] == [True]
    with pytest.raises(GameError, match="game 2, line"):
        list(Games(path, KNOWN))


@pytest.mark.parametrize("suffix", [".partake", ".jsonl"])
def test_where_one_game_is_asked_for_a_file_of_several_says_so(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    write_games(RECORDS[:1], path)
    assert load_record(path, KNOWN) == RECORDS[0]
    write_games(RECORDS[:2], path, force=True)
    with pytest.raises(RecordError, match="another game begins here"):
        load_record(path, KNOWN)


def test_what_is_no_file_of_records_is_refused_without_reading_on(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann\n\nPartake record 1\n")
    with pytest.raises(GameError, match="line 1: this is not a file of records"):
        list(Games(tmp_path / "letter", KNOWN))
    (tmp_path / "empty").write_text("\n")
    assert list(Games(tmp_path / "empty", KNOWN)) == []


@pytest.mark.parametrize("path", ["nowhere.partake", "", "a\0b", "\ud800", "x" * 300, None, 3, b"games"])
def test_a_path_that_leads_nowhere_is_told_at_once(
    path: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PartakeError):
        Games(path, KNOWN)  # type: ignore[arg-type]
    if path != "nowhere.partake":
        with pytest.raises(PartakeError):
            write_games([], path)  # type: ignore[arg-type]


def test_an_existing_file_is_replaced_by_force_only(tmp_path: Path) -> None:
    path = tmp_path / "games.partake"
    write_games(RECORDS[:1], path)
    with pytest.raises(PartakeError, match="is there already"):
        write_games(RECORDS[1:2], path)
    assert list(Games(path, KNOWN)) == RECORDS[:1]
    write_games(RECORDS[1:2], path, force=True)
    assert list(Games(path, KNOWN)) == RECORDS[1:2]


def test_an_error_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.partake"
    write_games(RECORDS[:1], path)

    def broken() -> Iterator[Record]:
        yield RECORDS[1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_games(broken(), path, force=True)
    assert list(Games(path, KNOWN)) == RECORDS[:1]
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PartakeError, match="holds one game"):
        GamesWriter(tmp_path / "games.json")
    with pytest.raises(PartakeError, match="it is a folder"):
        GamesWriter(tmp_path)
    with pytest.raises(PartakeError, match="cannot be written: no such file"):
        write_games([], tmp_path / "missing" / "games.partake")
    with GamesWriter(tmp_path / "games.partake") as out, pytest.raises(PartakeError, match="only records"):
        out.write("a game")  # type: ignore[arg-type]
    with pytest.raises(PartakeError, match="within a with block"):
        out.write(RECORDS[0])
