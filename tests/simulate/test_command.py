"""`partake simulate`: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.cli.main import COMMANDS, main
from partake.simulate.progress import Progress


def test_the_report(cli: Any) -> None:
    code, out, _ = cli("classic", "--games", "400", "--seed", "monday", "--bot", "random")
    assert code == 0
    assert out.startswith("Classic, random\n400 games in ")
    assert "; seed monday\n" in out
    for word in ("mean", "95 % from", "deviation", "least", "50 % up to", "most", "█", "%"):
        assert word in out
    assert "wins" not in out


def test_several_seats(cli: Any, facts: Callable[..., dict[str, Any]]) -> None:
    argv = ("classic", "-o", "rays=best", "--bot", "greedy", "--bot", "random", "--games", "10", "--seed", "s")
    found = facts(*argv)
    assert found["bots"] == ["greedy", "random"]
    assert sum(seat["wins"] for seat in found["seats"]) + found["seats"][0]["shared"] == 10
    assert [sum(count for _, count in seat["counts"]) for seat in found["seats"]] == [10, 10]
    out = cli(*argv)[1]
    assert out.startswith("Classic (rays=best), greedy against random")
    assert "wins alone" in out


def test_take_five_needs_two_and_gets_them(facts: Callable[..., dict[str, Any]]) -> None:
    found = facts("five", "--games", "1", "--seed", "s")
    assert found["bots"] == ["random", "random"]
    assert max(seat["most"] for seat in found["seats"]) == 3


def test_a_new_seed_every_time_and_it_is_told(facts: Callable[..., dict[str, Any]]) -> None:
    first = facts("classic", "--games", "50")
    assert first["seed"] != facts("classic", "--games", "50")["seed"]
    assert facts("classic", "--games", "50", "--seed", first["seed"]) == first


def test_terminals_without_signs(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partake.cli.commands.simulate.has_signs", lambda: False)
    out = cli("classic", "--games", "100", "--seed", "s")[1]
    assert out.isascii()
    assert "####" in out


def test_csv_tells_how_to_play_a_game_again(cli: Any, tmp_path: Path) -> None:
    code, _, _ = cli("classic", "--bot", "greedy", "--bot", "random", "--games", "7", "--seed", "s", "--csv", "g.csv")
    assert code == 0
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["game"] for row in rows] == [str(game) for game in range(1, 8)]
    assert list(rows[0]) == ["game", "seed", "greedy", "random"]
    assert rows[2]["seed"] == "s/3"
    table = partake.start("classic", seats=2, seed=rows[2]["seed"])
    from partake import bots
    from partake.simulate.experiment import seed_number

    seated = [bots.named(name)(seed_number(f"s/3/seat {seat}")) for seat, name in ((1, "greedy"), (2, "random"))]
    while not table.is_over:
        if table.to_act:
            table.play(table.to_act[0], seated[table.to_act[0] - 1].choose(table.view(table.to_act[0])))
        else:
            table.deal()
    assert table.outcome is not None
    assert [str(total) for total in table.outcome.totals] == [rows[2]["greedy"], rows[2]["random"]]


def test_csv_of_compiled_games(cli: Any, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    from partake.fast import random_scores
    from partake.rules.variant import variant

    assert cli("nexus", "--games", "3000", "--seed", "s", "--csv", "g.csv")[0] == 0
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines()))
    edition: Any = partake.edition("nexus")
    scores = random_scores(variant(edition), 3000, seed=int(rows[0]["seed"]), first=1)
    assert [int(row["random"]) for row in rows] == scores.tolist()


def test_parquet(cli: Any, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    argv = ("classic", "--games", "250000", "--seed", "s", "--csv", "g.csv", "--parquet", "g.parquet")
    assert cli(*argv)[0] == 0
    file = parquet.ParquetFile(tmp_path / "g.parquet")
    table = file.read()
    assert (table.num_rows, table.column_names) == (250_000, ["game", "seed", "random"])
    rows = csv.reader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines())
    next(rows)
    assert [int(row[2]) for row in rows] == table["random"].to_pylist()
    assert table["game"].to_pylist() == list(range(1, 250_001))
    about = json.loads(file.schema_arrow.metadata[b"partake"])
    assert (about["edition"], about["seed"]) == ("classic", "s")


def test_parquet_of_shared_points(cli: Any, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    seats = [word for _ in range(7) for word in ("--bot", "random")]
    argv = ("nexus", "-o", "scrapyard=lowest", *seats, "--games", "4", "--seed", "s")
    assert cli(*argv, "--parquet", "g.parquet", "--csv", "g.csv")[0] == 0
    table = parquet.read_table(tmp_path / "g.parquet")
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines()))
    assert [float(row["random (7)"]) for row in rows] == table["random (7)"].to_pylist()


@pytest.mark.parametrize(("name", "start"), [("p.png", b"\x89PNG"), ("p.svg", b"<?xml")])
def test_plot(cli: Any, tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    argv = ("classic", "--bot", "greedy", "--bot", "random", "--games", "5", "--seed", "s", "--plot", name)
    assert cli(*argv)[0] == 0
    assert (tmp_path / name).read_bytes().startswith(start)


USAGE = [
    ([], "the following arguments are required: EDITION"),
    (["chess"], "there is no edition 'chess'"),
    (["classic", "--games", "0"], "--games must be a whole number from 1 to 1000000000000, not '0'"),
    (["classic", "--games", "many"], "--games must be a whole number"),
    (["classic", "--games", "-5"], "--games must be a whole number"),
    (["classic", "--games", "1" * 30], "--games must be a whole number"),
    (["classic", "--workers", "0"], "--workers must be a whole number from 1 to 512, not '0'"),
    (["classic", "--workers", "1.5"], "--workers must be a whole number"),
    (["classic", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"], "give --workers or --cluster, not both"),
    (["classic", "--cluster", "somewhere"], "'somewhere' is not the address of a cluster"),
    (["classic", "--cluster", "tcp://127.0.0.1:99999"], "is not the address of a cluster"),
    (["classic", "--seed", ""], "a seed is 1 to 200 printable characters"),
    (["classic", "--seed", "a\x1b[2J"], "a seed is 1 to 200 printable characters"),
    (["classic", "--seed", "\udcff"], "a seed is 1 to 200 printable characters"),
    (["classic", "--seed", "x" * 201], "a seed is 1 to 200 printable characters"),
    (["classic", "--bot", "deep"], "there is no bot 'deep'; there are random, greedy"),
    (["classic", *["--bot", "random"] * 9], "classic takes 1 to 8 players, not 9"),
    (["five", "--bot", "random"], "five takes 2 to 4 players, not 1"),
    (["classic", "-o", "rays=best"], "it needs two or more players"),
    (["classic", "-o", "rays"], "'rays' is not an option"),
    (["classic", "--plot", "x.gif"], "a picture is a .png or a .svg file"),
    (["classic", "--csv", "-"], "the standard output has the report: name a file"),
    (["classic", "--csv", "same", "--parquet", "same"], "every output needs a file of its own"),
    (["classic", "extra"], "unrecognized arguments: extra"),
]


@pytest.mark.parametrize(("argv", "sentence"), USAGE)
def test_wrong_usage(cli: Any, argv: list[str], sentence: str) -> None:
    code, out, err = cli(*argv)
    assert (code, out) == (2, "")
    assert sentence.lower() in err.lower()


@pytest.mark.parametrize("output", ["--csv", "--parquet", "--plot"])
def test_files_that_cannot_be_written(cli: Any, tmp_path: Path, output: str) -> None:
    if output != "--csv":
        pytest.importorskip("pyarrow" if output == "--parquet" else "matplotlib")
    (tmp_path / "folder.svg").mkdir()
    for name in ("nowhere/x.svg", "folder.svg"):
        code, out, err = cli("classic", "--games", "1000000000", output, name)
        assert (code, out) == (1, "")
        assert f"{name} cannot be written: " in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(cli: Any) -> None:
    code, _, err = cli("classic", "--games", "20000", "--csv", "/dev/full")
    assert code == 1
    assert "/dev/full cannot be written: no space left on device" in err


@pytest.mark.parametrize(
    ("argv", "module", "extra"),
    [
        (["--parquet", "x"], "pyarrow.parquet", "parquet"),
        (["--plot", "x.png"], "matplotlib", "plot"),
        (["--cluster", "127.0.0.1:8786"], "distributed", "cluster"),
    ],
)
def test_missing_packages_are_told_before_any_work(
    cli: Any, monkeypatch: pytest.MonkeyPatch, argv: list[str], module: str, extra: str
) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    code, out, err = cli("classic", "--games", "1000000000000", *argv)
    assert (code, out) == (2, "")
    assert f"which is not installed: pip install 'partake-games[{extra}]'" in err


@pytest.mark.parametrize("has_bar", [True, False])
def test_progress_is_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, has_bar: bool
) -> None:
    if has_bar:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    with Progress(100) as progress:
        progress.add(50)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Progress(100) as progress:
        progress.add(50)
    shown = capsys.readouterr().err
    assert "games" in shown
    assert "\r" in shown


def test_the_command_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert "simulate" in COMMANDS
    assert main(["simulate", "--help"]) == 0
    assert "95 % confidence interval" in capsys.readouterr().out
