"""`--cluster` on a real Dask cluster, a scheduler and three workers: the same bytes as here, whatever happens to it."""

from __future__ import annotations

import math
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import partake
from machines import Machines, cluster_of, pretending
from partake.cli.main import main
from partake.engine.setup import arrange
from partake.simulate import Result, chunks, cluster, make_experiment, simulate
from solve_games import write_data

pytest.importorskip("distributed")
pytest.importorskip("numba")

BOT = """
from partake.bots import Bot

class First(Bot):
    def choose(self, view, budget=None):
        return view.legal[0]
"""
COMMANDS = (
    ["simulate", "classic"],
    ["arena", "classic", "random", "greedy"],
    ["records", "classic"],
    ["train", "classic"],
)
Run = Callable[..., dict[str, bytes]]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with cluster_of(tmp_path_factory.mktemp("cluster"), workers=3) as made:
        yield made


@pytest.fixture
def results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], machines: Machines
) -> Run:
    """What a command writes to the standard output and to files, here or on the cluster."""
    monkeypatch.setattr("partake.cli.commands.solve.PROGRESS_SECONDS", math.inf)
    monkeypatch.delenv("PARTAKE_WEIGHTS", raising=False)

    def run(*argv: str, elsewhere: bool, files: tuple[str, ...] = ()) -> dict[str, bytes]:
        folder = tmp_path / ("there" if elsewhere else "here")
        folder.mkdir()
        monkeypatch.chdir(folder)
        (folder / "mine.py").write_text(BOT, encoding="utf-8")
        capfd.readouterr()
        code = main([*argv, *(["--cluster", machines.address] if elsewhere else [])])
        captured = capfd.readouterr()
        assert code == 0, captured.err
        return {"out": captured.out.encode(), **{name: (folder / name).read_bytes() for name in files}}

    return run


SAME: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "compiled games": (
        ["simulate", "classic", "--games", "4000", "--seed", "s", "--json", "--csv", "g.csv"],
        ("g.csv",),
    ),
    "readable games": (
        ["simulate", "classic", "--bot", "greedy", "--bot", "random", "--games", "8", "--seed", "s", "--json"],
        (),
    ),
    "a bot of a file": (
        ["simulate", "classic", "--bot", "mine.py:First", "--games", "4", "--seed", "s", "--json",
         "--records", "g.jsonl"],
        ("g.jsonl",),
    ),
    "arena": (
        ["arena", "classic", "mine.py:First", "greedy", "--games", "5", "--seed", "s", "--json", "--records",
         "g.partake", "--standings", "s.csv"],
        ("g.partake", "s.csv"),
    ),
    "records": (["records", "classic", "-o", "rays=none"], ()),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_a_cluster_gives_the_same_bytes(results: Run, name: str) -> None:
    argv, files = SAME[name]
    assert results(*argv, elsewhere=True, files=files) == results(*argv, elsewhere=False, files=files)


@pytest.mark.slow
@pytest.mark.parametrize(
    "argv",
    [
        ["simulate", "nexus", "--bot", "value", "--bot", "greedy", "--games", "20", "--seed", "s", "--json"],
        ["arena", "five", "greedy", "casual", "random", "--seats", "2", "--games", "6", "--seed", "s", "--json"],
        ["records", "--json", "--seconds", "600", "daffodil", "-o", "rays=none"],
    ],
    ids=lambda argv: argv[0],
)
def test_longer_work_gives_the_same_bytes(results: Run, argv: list[str]) -> None:
    assert results(*argv, elsewhere=True) == results(*argv, elsewhere=False)


def test_all_draws_and_their_notes(results: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from partake.solve.compiled import census

    monkeypatch.setattr(census, "PIECE", 3)
    data = [word for path in write_data(tmp_path) for word in ("-d", str(path))]
    argv = ("records", "plain", *data, "--all-draws", "--json", "--notes", "notes", "--chart", "draws.svg")
    files = ("notes", "draws.svg")
    assert results(*argv, elsewhere=True, files=files) == results(*argv, elsewhere=False, files=files)


@pytest.mark.parametrize(
    ("argv", "file"),
    [
        (["classic", "--games", "1200"], "network-classic.npz"),
        pytest.param(["classic", "--warm", "--games", "1080"], "network-classic.npz", marks=pytest.mark.slow),
        pytest.param(["nexus", "-o", "scrapyard=passed", "--games", "1100"], "network-nexus-scrapyard-passed.npz",
                     marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_training(results: Run, argv: list[str], file: str) -> None:
    words = ("train", *argv, "--seed", "5", "--out", ".")
    here, there = (results(*words, elsewhere=where, files=(file,)) for where in (False, True))
    assert there[file] == here[file]
    means = [[line.split()[1] for line in found["out"].decode().splitlines()[1:3]] for found in (here, there)]
    assert means[0] == means[1]


def test_a_worker_that_dies_costs_no_game(machines: Machines) -> None:
    experiment = make_experiment(arrange(partake.edition("classic")), ["greedy"], games=24, seed="s")
    result = Result(experiment)
    with cluster(machines.address) as pool:
        for number, chunk in enumerate(chunks(experiment, pool, size=1)):
            if number == 2:
                machines.kill()
            result.add(chunk)
    machines.add()
    assert result.to_json() == simulate("classic", ["greedy"], games=24, seed="s").to_json()


@pytest.mark.slow
def test_when_all_workers_die_the_work_waits_for_another(machines: Machines) -> None:
    experiment = make_experiment(arrange(partake.edition("classic")), ["greedy"], games=24, seed="s")
    result = Result(experiment)
    with cluster(machines.address) as pool:
        for number, chunk in enumerate(chunks(experiment, pool, size=1)):
            if number == 2:
                while machines.workers:
                    machines.kill()
                machines.add()
            result.add(chunk)
    machines.add()
    machines.add()
    assert result.to_json() == simulate("classic", ["greedy"], games=24, seed="s").to_json()


@pytest.mark.slow
def test_a_network_learns_the_same_though_a_worker_dies(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from partake.bench.strength import classic
    from partake.learn import training
    from partake.learn.network.learner import NetworkLearner

    monkeypatch.setattr(training, "TESTED", 20)

    def trained(folder: Path, pool: Any = None) -> bytes:
        learner = NetworkLearner(classic(), seed=3, linear_games=8, batch=8)
        learner.players = pool or learner.players
        made = training.Training(learner, folder)
        for games in (24, 48):
            list(made.run(games=games))
            if pool is not None and games == 24:
                machines.kill()
        return (folder / f"{learner.name}.npz").read_bytes()

    with cluster(machines.address, same_processor=True) as pool:
        there = trained(tmp_path / "there", pool)
    machines.add()
    assert there == trained(tmp_path / "here")


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The sentence with which a command is refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PARTAKE_WEIGHTS", raising=False)

    def run(*argv: str, code: int) -> str:
        assert main(argv) == code
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        return captured.err.removeprefix("partake: ").rstrip()

    return run


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_addresses_at_which_there_is_no_cluster(refused: Callable[..., str], command: list[str]) -> None:
    assert "is not the address of a cluster" in refused(*command, "--cluster", "somewhere", code=2)
    assert refused(*command, "--cluster", "tcp://127.0.0.1:1", code=1) == (
        "There is no cluster at tcp://127.0.0.1:1: start one, or check the address"
    )


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_another_server_is_no_cluster(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr("partake.simulate.dask_cluster.TIMEOUT", 2)
    kept = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                kept.append(line)
                line.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert "There is no cluster at" in refused("records", "classic", "--cluster", address, code=1)


def test_a_cluster_without_workers(refused: Callable[..., str], tmp_path: Path) -> None:
    with cluster_of(tmp_path, workers=0) as empty:
        assert refused(*COMMANDS[0], "--cluster", empty.address, code=1) == (
            f"The cluster at {empty.address} has no workers"
        )


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("9.9", "has partake-games 9.9, and this machine {mine}: use one version everywhere"),
        (None, "has no partake-games: install it where its scheduler and its workers run"),
    ],
)
def test_workers_with_another_version_or_none(
    refused: Callable[..., str], machines: Machines, tmp_path: Path, version: str | None, sentence: str
) -> None:
    odd = machines.add(pretending(tmp_path / "other", version))
    told = [refused(*command, "--cluster", machines.address, code=1) for command in COMMANDS]
    machines.remove(odd)
    mine = partake.__version__
    assert set(told) == {f"The cluster at {machines.address} {sentence.format(mine=mine)}"}


def test_workers_that_would_give_other_results(
    refused: Callable[..., str], machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "network-classic.npz").write_bytes(b"other values")
    odd = machines.add({"NUMBA_CPU_NAME": "generic", "PARTAKE_WEIGHTS": str(tmp_path)})
    weights = refused(*COMMANDS[0], "--cluster", machines.address, code=1)
    network = refused("train", "classic", "--games", "240", "--cluster", machines.address, code=1)
    monkeypatch.setattr("partake.simulate.dask_cluster._program_digest", lambda: "other files")
    files = refused("records", "classic", "--cluster", machines.address, code=1)
    machines.remove(odd)
    assert "have other learned values than this machine" in weights
    assert "has another kind of processor (generic, here" in network
    assert "has other files of partake than this machine, of the same version" in files


def test_a_scheduler_that_dies_is_told(tmp_path: Path) -> None:
    experiment = make_experiment(arrange(partake.edition("classic")), ["greedy"], games=100_000, seed="s")

    def play(doomed: Machines) -> None:
        with cluster(doomed.address) as pool:
            for _ in chunks(experiment, pool, size=1):
                doomed.scheduler.kill()

    with cluster_of(tmp_path, workers=1) as doomed:
        with pytest.raises(partake.PartakeError) as told:
            play(doomed)
        assert str(told.value) == f"the cluster at {doomed.address} was lost"
