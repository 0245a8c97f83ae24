"""A user's own TOML files: what they add and what they replace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import partake
from boards import look, play_through
from data_texts import BOARD, EDITION, TILES, packaged, write
from partake.engine.record.text import format_record
from partake.rules.catalogue import catalogue, files_from_environment


def test_the_packaged_editions_come_in_their_order() -> None:
    assert list(partake.editions()) == ["classic", "daffodil", "nexus", "orchid", "five"]
    for name, edition in partake.editions().items():
        assert edition.name == name
        assert edition.title
        assert edition.summary


def test_a_board_a_tile_set_and_an_edition_of_ones_own(tmp_path: Path) -> None:
    files = write(tmp_path, edition=EDITION, tiles=TILES, board=BOARD)
    assert list(partake.editions(data=files)) == [*partake.editions(), "tiny"]
    table = partake.start("tiny", seats=2, seed="tiny", data=files, rays="each")
    *_, last = play_through(table)
    assert len(last.drawn) == 7
    assert table.outcome is not None
    assert partake.load(_saved(tmp_path, table), data=files).outcome == table.outcome
    ray = partake.sheet("tiny", {"a1": "1-2-3", "a2": "5-6-4"}, data=files, rays="each").score
    assert ray.total == 2 * 3


def _saved(folder: Path, table: partake.Table) -> Path:
    path = folder / "tiny.txt"
    path.write_text(format_record(table.record()), encoding="utf-8")
    return path


def test_what_the_package_knows_stays_as_it_is(tmp_path: Path) -> None:
    partake.start("tiny", data=write(tmp_path, edition=EDITION, tiles=TILES, board=BOARD))
    with pytest.raises(partake.PartakeError, match=r"^there is no edition 'tiny'; there are classic, "):
        partake.start("tiny")


def test_a_file_takes_the_place_of_the_edition_with_its_name(tmp_path: Path) -> None:
    files = write(tmp_path, rich=packaged("editions/classic.toml").replace("sunray = 7", "sunray = 70"))
    suns = {"a1": "9-2-3", "a2": "1-6-4", "a3": "5-7-4"}
    assert partake.sheet("classic", suns, rays="each").score.total == 21
    assert partake.sheet("classic", suns, data=files, rays="each").score.total == 210
    assert list(partake.editions(data=files)) == list(partake.editions())


def test_a_file_takes_the_place_of_the_board_with_its_name(tmp_path: Path) -> None:
    files = write(tmp_path, board=BOARD.replace("tiny", "classic"))
    assert len(look(partake.start("classic", data=files).view()).variant.positions) == 7
    assert len(look(partake.start("daffodil", data=files).view()).variant.positions) == 21


def test_a_corrected_tile_set_is_followed_by_every_edition_that_uses_it(tmp_path: Path) -> None:
    text = packaged("tiles/64.toml").replace('"1-2-3", "4-6-5"', '"1-2-5", "4-6-5"')
    files = write(tmp_path, mine=text)
    for name in ("nexus", "orchid"):
        assert partake.edition(name, data=files).digest != partake.edition(name).digest
    assert partake.edition("classic", data=files).digest == partake.edition("classic").digest


def test_titles_and_colours_do_not_change_the_fingerprint(tmp_path: Path) -> None:
    text = packaged("tiles/64.toml").replace('12 = "violet"', '12 = "teal"')
    title = packaged("editions/nexus.toml").replace('title = "Nexus"', 'title = "The Limit"')
    files = write(tmp_path, tiles=text, edition=title)
    assert partake.edition("nexus", data=files).title == "The Limit"
    assert partake.edition("nexus", data=files).digest == partake.edition("nexus").digest


def test_a_tile_set_may_extend_one_that_is_read_later(tmp_path: Path) -> None:
    more = 'kind = "tiles"\nname = "a"\ntitle = "A"\nextends = "b"\nextra = ["*-*-*"]\nplain = ["*-*-*"]'
    files = write(tmp_path, a=more, b=TILES.replace("eight", "b"))
    found = catalogue(*files).tile_sets["a"]
    assert len(found.tiles) == 9
    assert len(found.symbols) == 8


def test_the_environment_names_files_as_a_path_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = write(tmp_path, edition=EDITION, tiles=TILES, board=BOARD)
    monkeypatch.setenv("PARTAKE_DATA", os.pathsep.join(map(str, files)))
    assert "tiny" in catalogue(*files_from_environment()).editions
    monkeypatch.delenv("PARTAKE_DATA")
    assert not files_from_environment()
