"""Games in bulk: numbers that are known, the same games for the same seed, and wrong input refused in words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import partake
from partake.fast import Batch, random_scores, score_boards
from partake.fast.playouts import board_of, sheet_of
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.variant import Variant, variant

EXACT_MEAN = 15981 / 1495
"""The mean of random play on Classic, from the chances of each line."""


def made(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


CLASSIC = made("classic")


def test_random_games_of_classic_have_the_exact_mean() -> None:
    scores = random_scores(CLASSIC, 1_000_000, seed=5)
    error = scores.std() / np.sqrt(scores.size)
    assert abs(scores.mean() - EXACT_MEAN) < 4 * error


@pytest.mark.parametrize("name", ["classic", "daffodil", "nexus", "orchid"])
def test_a_game_comes_out_the_same_in_whatever_company(name: str) -> None:
    this = made(name)
    together = random_scores(this, 1000, seed=9)
    assert (random_scores(this, 300, seed=9, first=500) == together[500:800]).all()
    assert (random_scores(this, 1000, seed=10) != together).any()


def test_decks_of_a_batch_are_fair() -> None:
    """Every tile comes first about equally often: chi-squared over 27 tiles, far beyond one in a million."""
    batch = Batch(CLASSIC, 27_000, seed=2)
    counts = np.bincount(batch.draw()[:, 0], minlength=27)
    assert ((counts - 1000) ** 2 / 1000).sum() < 80


def test_sheets_and_rows_are_two_forms_of_the_same() -> None:
    sheet = partake.sheet("classic", {"c1": "9-2-3", "c2": "9-6-4", "c3": "9-7-8", "c4": "9-2-4", "c5": "9-7-3"})
    row = board_of(sheet)
    assert sheet_of(sheet.variant, row) == sheet
    assert score_boards(sheet.variant, [row]).tolist() == [sheet.score.total] == [45]


def test_a_given_deck_is_dealt_from_the_top() -> None:
    batch = Batch(CLASSIC, 2)
    batch.restart(decks=np.tile(np.arange(27)[::-1], (2, 1)))
    assert batch.draw().tolist() == [[26], [26]]


def full_batch(name: str = "orchid", **options: str) -> Batch:
    batch = Batch(made(name, **options), 1)
    while not batch.is_full:
        batch.draw()
        batch.place(int(batch.legal()[0, 0].argmax()))
    return batch


def moved(batch: Batch) -> Batch:
    batch.relocate(25, 5)
    return batch


def drawn(batch: Batch) -> Batch:
    batch.draw()
    return batch


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "players compared": (lambda: random_scores(made("classic", rays="best"), 1), "rules that compare players"),
    "seed below 0": (lambda: random_scores(CLASSIC, 1, seed=-1), "a seed is a whole number from 0"),
    "seed too large": (lambda: Batch(CLASSIC, 1, seed=2**64), "a seed is a whole number from 0"),
    "games below 0": (lambda: random_scores(CLASSIC, -1), "the number of games must be"),
    "an empty batch": (lambda: Batch(CLASSIC, 0), "at least one game"),
    "boards too short": (lambda: score_boards(CLASSIC, np.zeros((2, 18), int)), r"shape \(games, 19\), not \(2, 18\)"),
    "boards of fractions": (lambda: score_boards(CLASSIC, np.full((1, 19), -1.0)), "whole numbers from 0 to 26"),
    "a tile too high": (lambda: score_boards(CLASSIC, [[27] + [-1] * 18]), "whole numbers from 0 to 26"),
    "a tile twice": (lambda: score_boards(CLASSIC, [[3, 3] + [-1] * 17]), "a board holds a tile twice"),
    "decks of another size": (lambda: Batch(CLASSIC, 2).restart(decks=[[1, 2]]), r"shape \(2, 27\)"),
    "a deck with a tile twice": (lambda: Batch(CLASSIC, 1).restart(decks=[[0] * 27]), "hold each tile once"),
    "placing before a draw": (lambda: Batch(CLASSIC, 1).place(0), "game 0: the tile in hand may not go to a1"),
    "a position too high": (lambda: drawn(Batch(CLASSIC, 1)).place(19), "positions must be from 0 to 18"),
    "a position for each of too few": (lambda: drawn(Batch(CLASSIC, 3)).place([0, 1]), "one for each of the 3 games"),
    "a second draw": (lambda: drawn(drawn(Batch(CLASSIC, 1))), "not all called tiles are placed"),
    "a draw too many": (lambda: full_batch("classic").draw(), "all tiles are drawn"),
    "nothing to undo": (lambda: Batch(CLASSIC, 1).undo(), "nothing to take back"),
    "no reserve": (lambda: full_batch("classic").relocate(0, 0), "only at the end, where there is one"),
    "not from the reserve": (lambda: full_batch().relocate(0, 5), "from the reserve to special cells"),
    "onto a filled cell": (lambda: moved(full_batch()).relocate(26, 5), "no room for it"),
}


@pytest.mark.parametrize(("attempt", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_refused_in_words(attempt: Callable[[], object], sentence: str) -> None:
    with pytest.raises(PartakeError, match=sentence):
        attempt()


def test_a_large_board_of_ones_own_is_refused(tmp_path: Path) -> None:
    columns = ", ".join(f"[{q}, 0, 9]" for q in range(7))
    board = f'kind = "board"\nname = "field"\ntitle = "Field"\ncolumns = [{columns}]\n'
    tiles = 'kind = "tiles"\nname = "many"\ntitle = "Many"\nvertical = [1, 2, 3, 4, 5]\nrising = [1, 2, 3, 4, 5]\n'
    tiles += "falling = [1, 2, 3, 4, 5]\n[colours]\n" + "".join(f'{n} = "red"\n' for n in range(1, 6))
    edition = 'kind = "edition"\nfamily = "hexagon"\nname = "field"\ntitle = "Field"\nboard = "field"\n'
    edition += 'tiles = "many"\nseats = [1, 1]\n'
    files = []
    for name, text in (("board", board), ("tiles", tiles), ("edition", edition)):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(text)
    field = partake.edition("field", data=files)
    assert isinstance(field, HexagonEdition)
    with pytest.raises(PartakeError, match="up to 64 positions, not 70"):
        random_scores(variant(field), 1)


def test_the_example_of_the_document_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fast.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/fast.md", "exec"), {})


def test_kernels_run_where_their_cache_cannot_be_written(tmp_path: Path) -> None:
    """A home without a writable cache folder costs compiling, not an error."""
    nowhere = tmp_path / "a file"
    nowhere.write_text("")
    code = "import partake; from partake.fast import random_scores; from partake.rules.variant import variant;"
    code += "print(random_scores(variant(partake.edition('classic')), 5, seed=1).tolist())"
    environment = {**os.environ, "XDG_CACHE_HOME": str(nowhere), "TMPDIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(random_scores(CLASSIC, 5, seed=1).tolist())
