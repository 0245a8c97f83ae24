"""`partake bench`: every published row can be measured again, and stands beside what was published."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import partake
from partake.bench import Row, compare, published, scripts
from partake.bench.catalogue import BENCHMARKS
from partake.bench.model import BenchmarkError
from partake.bench.published import FILE, Published
from partake.cli.commands import bench
from partake.cli.interruption import Stop
from partake.cli.main import main

SOURCES = Path(partake.__file__).parents[2]


def test_the_package_publishes_what_the_document_says() -> None:
    """After a change of bench/results.md, `python bench/published.py` makes the data again."""
    script = SOURCES / "bench" / "published.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_published_row_can_be_measured_and_every_row_is_published(name: str) -> None:
    rows = BENCHMARKS[name].rows()
    assert [row.name for row in rows] == list(published(name))
    assert all(known.value > 0 or "random" in row for row, known in published(name).items())
    assert (SOURCES / "bench" / f"{BENCHMARKS[name].script.split()[0]}.py").exists()


def test_a_script_is_named_for_every_other_benchmark() -> None:
    assert {"server", "attacks", "compression"} <= set(scripts())
    assert not set(scripts()) & set(BENCHMARKS)


@pytest.mark.parametrize(
    ("text", "value", "games"),
    [
        ("15,088,441", 15_088_441, 0),
        ("0.054", 0.054, 0),
        ("-21.4 ± 2.6 (400)", -21.4, 400),
        ("167.61 ± 0.23 (50,000)", 167.61, 50_000),
        ("97 % (95 to 98; 400)", 97, 400),
    ],
)
def test_a_cell_is_a_number_and_may_tell_its_games(text: str, value: float, games: int) -> None:
    known = Published(text, "2026-11-15", "a machine")
    assert (known.value, known.games) == (value, games)


def test_rows_are_found_by_their_name_or_by_words() -> None:
    assert [row.name for row in BENCHMARKS["playouts"].find(["classic"])] == ["classic"]
    assert [row.name for row in BENCHMARKS["playouts"].find(["rays=each"])] == [
        "classic rays=each",
        "daffodil stamens=reserve rays=each",
    ]
    assert len(BENCHMARKS["environments"].find(["Nexus"])) == 4
    with pytest.raises(BenchmarkError, match="playouts has no row 'chess'"):
        BENCHMARKS["playouts"].find(["chess"])


def test_a_ratio_is_here_over_published() -> None:
    row = Row("any", "games/s", lambda effort: 50 * effort)
    assert compare(row, Published("200", "", ""), effort=0.5).ratio == 0.125
    assert compare(row, None).ratio is None


def test_the_list_tells_what_each_measures_and_how_long_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    told = capsys.readouterr().out
    for name in (*BENCHMARKS, *scripts()):
        assert f"\n  {name} " in told
    assert "(about 40 min)" in told
    assert main(["bench", "playouts", "--list"]) == 0
    assert f"{published('playouts')['classic'].text} games/s" in capsys.readouterr().out


def test_a_row_is_measured_beside_the_published_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Games are the same wherever they are played: a tenth of them has the mean that simulate gives."""
    assert main(["bench", "bots", "classic", "random", "--quick"]) == 0
    head, row, empty, here, *rest = capsys.readouterr().out.splitlines()
    assert head.split() == ["row", "here", "published", "ratio"]
    known = published("bots")["classic random"]
    assert known.text in row
    assert (empty, here[:6]) == ("", "here: ")
    assert f"published: {known.machine}, {known.date}, by bench/bots.py" in rest
    assert main(["bench", "engine", "classic", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rows"][0]["here"] > 0
    assert found["rows"][0]["ratio"] == found["rows"][0]["here"] / published("engine")["classic"].value


def test_the_first_published_decks_have_the_published_mean() -> None:
    """The mean of 100 decks of the list by the shipped network, measured as the published one is."""
    row = BENCHMARKS["classic"].find(["value", "mean"])[0]
    assert abs(row.measure(100 / 10_000) - published("classic")["value mean"].value) < 4 * 26.7 / 10


def test_ctrl_c_keeps_what_was_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class AfterOne(Stop):
        asked = 0

        def __call__(self) -> bool:
            self.asked += 1
            return self.asked > 1

    monkeypatch.setattr(bench, "Stop", AfterOne)
    assert main(["bench", "batches", "--quick"]) == 130
    assert "Batch 1 " in (shown := capsys.readouterr().out)
    assert "Batch 10" not in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "There is no benchmark 'chess'; there are engine, tables, playouts"),
        (["server", "--quick"], "Server is a script with options of its own"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *words]) == 2
    assert message in capsys.readouterr().err


def test_without_the_sources_a_script_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCES", tmp_path)
    assert main(["bench", "server"]) == 2
    assert "Server needs the sources and their tools" in capsys.readouterr().err


def test_a_script_of_the_sources_gets_the_words_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "server.py").write_text("import sys\nprint(sys.argv[1:])\nsys.exit(3)\n")
    monkeypatch.setattr(bench, "SOURCES", tmp_path)
    assert main(["bench", "server", "52", "500"]) == 3
    assert "['52', '500']" in capfd.readouterr().out


def test_without_extras_the_list_and_the_engine_are_there(tmp_path: Path) -> None:
    blocked = "import sys; sys.modules.update(numpy=None, numba=None, llvmlite=None)\n"
    environment = {**os.environ, "PYTHONPATH": str(FILE.parents[2])}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        code = f"{blocked}from partake.cli.main import run; run()"
        return subprocess.run(
            [sys.executable, "-c", code, "bench", *words], capture_output=True, text=True, env=environment, cwd=tmp_path
        )

    assert run().returncode == 0
    assert "classic" in run("engine", "classic", "--quick").stdout
    refused = run("playouts", "classic")
    assert refused.returncode == 1
    assert refused.stderr == "partake: partake.fast needs NumPy and Numba: pip install 'partake-games[fast]'\n"
