"""`partake arena`, `partake decks` and `partake bots`: what they print, write and refuse."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from partake.bots import BOTS, LEVELS
from partake.bots.baseline import RandomBot
from partake.bots.discovery import installed


def test_the_arena_reports(cli: Any) -> None:
    out = cli("arena", "classic", "random", "greedy", "--games", "5", "--seed", "s").out
    assert out.startswith("Classic: 2 bots on the same deals, each alone\n5 deals, 10 games in ")
    for words in ("mean", "±", "median", "deviation", "least", "most", "wins", "95 %", "greedy − random"):
        assert words in out


def test_the_arena_as_json(cli: Any) -> None:
    argv = ("arena", "five", "greedy", "random", "--games", "2", "--seed", "s", "--json")
    found = json.loads(cli(*argv).out)
    assert (found["edition"], found["seed"], found["seats"], found["tables"]) == ("five", "s", 2, 2)
    assert [row["trials"] for row in found["results"]] == [4, 4]
    assert found["pairs"][0]["bots"] == [1, 2]
    assert found["ranked"] == [1, 2]
    assert json.loads(cli(*argv, "--workers", "1").out) == found


def test_the_arena_writes_files(cli: Any, tmp_path: Path) -> None:
    cli("arena", "classic", "greedy", "random", "--games", "3", "--seed", "s", "--csv", "alone.csv")
    rows = list(csv.DictReader((tmp_path / "alone.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["seed"] for row in rows] == ["s/1", "s/2", "s/3"]
    assert all(row["greedy"].isdigit() for row in rows)
    cli("arena", "classic", "greedy", "random", "--seats", "2", "--games", "2", "--seed", "s", "--csv", "met.csv")
    met = list(csv.DictReader((tmp_path / "met.csv").read_text(encoding="utf-8").splitlines()))
    assert all(float(row["greedy"]) * 2 % 1 == 0 for row in met), "averages of two tables"


@pytest.mark.parametrize("name", ["g.parquet", "g.svg"])
def test_the_arena_shares_the_outputs_of_simulations(cli: Any, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow" if name.endswith("parquet") else "matplotlib")
    option = "--parquet" if name.endswith("parquet") else "--plot"
    argv = ("arena", "classic", "greedy", "random", "-o", "rays=best", "--games", "2", "--seed", "s")
    assert cli(*argv, option, name).code == 0
    assert (tmp_path / name).stat().st_size > 500


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["classic"], "the following arguments are required: BOT"),
        (["chess", "greedy"], "there is no edition 'chess'"),
        (["classic", "deep"], "there is no bot 'deep'"),
        (["classic", "greedy", "--think", "much"], "--think: 'much' is no thinking"),
        (["classic", "greedy@much"], "'much' is no thinking"),
        (["classic", "greedy", "--seats", "2"], "a table of 2 needs at least 2 bots"),
        (["classic", "greedy", "--seats", "none"], "--seats must be a whole number from 1 to 12"),
        (["classic", "greedy", "--games", "0"], "--games must be a whole number"),
        (["five", "greedy"], "a table of 2 needs at least 2 bots"),
        (["five", "heuristic", "greedy"], "the bot heuristic does not play five"),
        (["classic", "greedy", "--seed", ""], "a seed is 1 to 200 printable characters"),
    ],
)
def test_wrong_arenas(cli: Any, argv: list[str], sentence: str) -> None:
    result = cli("arena", *argv)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.problem


def test_thinking_for_all_and_for_one(cli: Any) -> None:
    argv = ("arena", "classic", "greedy", "random@5", "--think", "80ms", "--games", "2", "--seed", "s", "--json")
    assert json.loads(cli(*argv).out)["bots"] == ["greedy@80ms", "random@5"]
    argv = ("simulate", "classic", "--bot", "greedy", "--think", "7", "--games", "2", "--seed", "s", "--json")
    assert json.loads(cli(*argv).out)["bots"] == ["greedy@7"]


def test_decks_are_written_with_their_checksum(cli: Any, tmp_path: Path) -> None:
    shown = cli("decks", "classic", "--games", "4").out
    assert len(shown.splitlines()) == 4
    assert all(len(set(line.split())) == 19 for line in shown.splitlines())
    told = cli("decks", "classic", "--games", "4", "--output", "d.txt").out
    assert (tmp_path / "d.txt").read_text() == shown
    assert "4 decks of the seed partake-classic-50000 are in d.txt" in told
    assert hashlib.sha256(shown.encode()).hexdigest() in told
    assert cli("decks", "classic", "--games", "4", "--seed", "else").out != shown
    assert len(cli("decks", "nexus", "--games", "1", "-o", "scrapyard=none").out.split()) == 37


def test_wrong_decks(cli: Any) -> None:
    assert "five has no boards to fill" in cli("decks", "five").problem
    assert "a seed is 1 to 200" in cli("decks", "classic", "--seed", "").problem
    assert "--games must be" in cli("decks", "classic", "--games", "x").problem
    assert cli("decks", "classic", "--games", "1", "--output", "no/where").code == 1


def test_bots_are_listed(cli: Any) -> None:
    out = cli("bots").out
    for name, kind in (*BOTS.items(), *LEVELS.items()):
        assert f"  {name} " in out
        assert kind.summary.split()[0] in out
    found = json.loads(cli("bots", "--json").out)["bots"]
    assert [row["name"] for row in found][: len(BOTS) + len(LEVELS)] == [*BOTS, *LEVELS]
    assert found[0]["families"] == ["five", "hexagon"]


def test_a_broken_bot_is_listed_with_its_problem(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from partake.bots.discovery import BotRegistry, Entry

    registry = BotRegistry(Entry("sick", "nothing_here:Sick", "sick-bots 2.0"))
    monkeypatch.setattr("partake.cli.commands.bots.installed", lambda: registry)
    assert "the bot sick of sick-bots 2.0 cannot be loaded: ModuleNotFoundError" in " ".join(cli("bots").out.split())
    assert "problem" in json.loads(cli("bots", "--json").out)["bots"][-1]
    assert installed().entries.keys().isdisjoint({"sick"})


def test_a_checklist(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from partake.bots import conformance

    def good(kind: object, editions: object) -> None:
        assert kind is RandomBot

    def bad(kind: object, editions: object) -> None:
        raise AssertionError("it peeps")

    monkeypatch.setattr(conformance, "CHECKS", {"is polite": good})
    assert cli("bots", "--check", "random").out == "✓ is polite\n"
    monkeypatch.setattr(conformance, "CHECKS", {"is polite": good, "keeps secrets": bad})
    monkeypatch.setattr("partake.cli.main._complain", lambda *_: 1)
    from partake.cli.main import main

    assert main(["bots", "--check", "random", "--json"]) == 1


def test_checking_nobody(cli: Any) -> None:
    result = cli("bots", "--check", "deep")
    assert (result.code, result.out) == (2, "")
    assert "there is no bot 'deep'" in result.problem
