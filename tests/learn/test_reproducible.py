"""Reproducible learning: the same games and seed give the same bytes, however often a training ended or died."""

from __future__ import annotations

import os
import pickle
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partake
from partake.cli.commands import train
from partake.learn import training
from partake.learn.curve import curve_csv, is_scheduled, next_evaluation
from partake.learn.network.learner import NetworkLearner
from partake.learn.network.replay import ReplayBuffer
from partake.learn.network.self_play import new_batch
from partake.learn.network.transfer import warm_start
from partake.learn.players import Threads
from partake.learn.training import Training
from partake.learn.weights import WeightsError, write_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

GAMES = 48
"""Whole batches of the small networks, two times over."""


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TESTED", 20)


def of(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def linear(name: str, **options: str) -> Callable[[], NetworkLearner]:
    """Of single games: all of them are of the first stage, whose values are linear."""
    return lambda: NetworkLearner(of(name, **options), seed=3, batch=1)


def network(name: str, **settings: Any) -> Callable[[], NetworkLearner]:
    """Of small batches; in the fourth of them it already learns from boards again."""
    return lambda: NetworkLearner(of(name), **{"seed": 3, "linear_games": 16, "batch": 8, **settings})


LEARNERS: dict[str, Callable[[], NetworkLearner]] = {
    "classic": linear("classic"),
    "two tiles at a time": linear("classic", draw="2"),
    "compared rays": linear("classic", rays="best"),
    "a reserve": linear("daffodil", stamens="reserve"),
    "passed scrapyards": linear("nexus", scrapyard="passed"),
    "both symbols": linear("orchid", symbols="both"),
    "network": network("classic"),
    "network of a larger board": network("nexus"),
    "network that starts warm": network("nexus", warm=warm_start(of("nexus"), Path())),
}


def trained(folder: Path, make: Callable[[], NetworkLearner], *stops: int) -> tuple[bytes, str]:
    """The weights after runs up to each of these numbers of games, and the learning curve, times aside."""
    for index, games in enumerate(stops):
        made = Training(make(), folder)
        if index:
            made.resume()
        list(made.run(games=games))
    curve = "".join(f"{point.games} {point.mean} {point.margin}\n" for point in made.curve)
    return (folder / f"{made.learner.name}.npz").read_bytes(), curve


@pytest.mark.parametrize("name", LEARNERS)
def test_the_same_games_give_the_same_bytes_in_one_run_or_several(tmp_path: Path, name: str) -> None:
    once = trained(tmp_path / "once", LEARNERS[name], GAMES)
    assert trained(tmp_path / "halves", LEARNERS[name], GAMES // 2, GAMES) == once


def test_the_number_of_threads_changes_nothing(tmp_path: Path) -> None:
    found = [trained(tmp_path / str(workers), network("classic", workers=workers), GAMES) for workers in (1, 4)]
    assert found[0] == found[1]


class Elsewhere(Threads):
    """Players that get and give copies, as on other machines, where arrays that were sent cannot be written to."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        return super().submit(_carried, pickle.dumps((function, arguments)))


def _carried(call: bytes) -> Any:
    function, arguments = pickle.loads(call)
    for array in (array for model in arguments if isinstance(model, tuple) for array in model):
        array.flags.writeable = False
    return pickle.loads(pickle.dumps(function(*arguments)))


@pytest.mark.parametrize("name", ["classic", "network"])
def test_who_plays_the_games_changes_nothing(tmp_path: Path, name: str) -> None:
    def elsewhere() -> NetworkLearner:
        learner = LEARNERS[name]()
        learner.players = Elsewhere(3)
        return learner

    assert trained(tmp_path / "there", elsewhere, GAMES) == trained(tmp_path / "here", LEARNERS[name], GAMES)


@pytest.mark.slow
def test_when_a_training_saves_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = LEARNERS["network"]
    seldom = trained(tmp_path / "seldom", make, GAMES)
    monkeypatch.setattr(training, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(training, "SAVE_SHARE", 1e9)
    monkeypatch.setattr(training, "REPORT_SECONDS", 0.0)
    assert trained(tmp_path / "often", make, GAMES) == seldom


CHILD = """
import sys
from partake.cli.main import main
from partake.learn import training
training.SAVE_SECONDS, training.SAVE_SHARE, training.REPORT_SECONDS, training.TESTED = 0.0, 1e9, 0.0, 20
sys.exit(main(sys.argv[1:]))
"""


def killed(words: list[str], checkpoint: Path, *, seconds: float) -> None:
    """Run a training in a process of its own, and kill it so many seconds after it has saved something new."""
    before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "7", "OPENBLAS_NUM_THREADS": "1"},
    )
    while process.poll() is None and (not checkpoint.exists() or checkpoint.stat().st_mtime_ns == before):
        time.sleep(0.002)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize(
    ("words", "file", "games", "kills"),
    [
        pytest.param(["classic"], "network-classic", 3000, (0.05,)),
        pytest.param(["nexus"], "network-nexus", 3000, (0.0, 0.11, 0.23), marks=pytest.mark.slow),
        pytest.param(
            ["orchid", "--start", "network-orchid"], "network-orchid", 2000, (0.0, 0.31, 0.77), marks=pytest.mark.slow
        ),
    ],
)
def test_killed_at_any_moment_it_goes_on_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], file: str, games: int, kills: tuple[float, ...]
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(training, "TESTED", 20)
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    ends = ["--games", str(games), "--seed", "5", "--out"]
    for index, seconds in enumerate(kills):
        resumed = ["--resume"] if index else []
        checkpoint = broken / f"{file}.checkpoint.npz"
        killed(["train", *words, "--games", "100000000", "--seed", "5", "--out", str(broken), *resumed], checkpoint,
               seconds=seconds)  # fmt: skip
    done = Training(train_learner(words), broken)
    done.resume()
    assert done.games > 0
    goal = done.whole(max(games, done.games + games // 4))
    ends[1] = str(goal)
    assert run_train(*words, *ends, str(broken), "--resume") == 0
    assert run_train(*words, *ends, str(whole)) == 0
    assert (broken / f"{file}.npz").read_bytes() == (whole / f"{file}.npz").read_bytes()


def train_learner(words: list[str]) -> NetworkLearner:
    edition = partake.edition(words[0])
    assert isinstance(edition, HexagonEdition)
    start = words[words.index("--start") + 1] if "--start" in words else ""
    return training.make_learner(variant(edition, {}, seats=2), seed=5, warm=Path() if start else None, start=start)


def run_train(*words: str) -> int:
    return train.run(train.parser().parse_args(words))


def test_the_command_of_a_recipe_makes_the_same_file_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("classic", "-o", "draw=2")
    assert run_train(*words, "--minutes", "0.002", "--out", str(tmp_path / "one")) == 0
    path = tmp_path / "one" / "network-classic-draw-2.npz"
    recipe = tomllib.loads(path.with_suffix(".toml").read_text())
    assert recipe["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert recipe["command"].endswith(f"--games {recipe['games']}")
    assert recipe["partake"] == partake.__version__
    assert recipe["learner"]["options"]["draw"] == "2"
    assert recipe["command"] in capsys.readouterr().out
    program, command, *again = shlex.split(recipe["command"])
    assert (program, command) == ("partake", "train")
    assert run_train(*again, "--out", str(tmp_path / "two")) == 0
    assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes()


def test_the_curve_is_beside_the_weights(tmp_path: Path) -> None:
    made = Training(LEARNERS["classic"](), tmp_path)
    list(made.run(games=1600))
    text = (tmp_path / "network-classic.csv").read_text()
    assert text == curve_csv(made.curve)
    assert [line.split(",")[0] for line in text.splitlines()] == ["games", "1000", "1500", "1600"]


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_curve_is_drawn(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"curve.{suffix}"
    assert run_train("classic", "--games", "120", "--out", str(tmp_path), "--plot", str(path)) == 0
    assert path.read_bytes()[:5] == {"svg": b"<?xml", "png": b"\x89PNG\r"}[suffix]


@given(games=st.integers(0, 10**9), batch=st.sampled_from([1, 8, 256]))
def test_evaluations_come_after_whole_batches_and_ever_more_seldom(games: int, batch: int) -> None:
    found = next_evaluation(games, batch)
    assert games < found <= max(1.7 * games, 1000) + batch
    assert found % batch == 0
    assert is_scheduled(found, batch)
    assert next_evaluation(found - 1, batch) == found


def test_a_replay_buffer_goes_on_where_it_was() -> None:
    rng, one, other = np.random.default_rng(1), ReplayBuffer(new_batch(10, 120)), ReplayBuffer(new_batch(10, 120))
    for size in (4, 4, 4):
        batch = new_batch(size, 120)
        batch.targets[:], batch.counts[:] = rng.random(size), rng.integers(1, 100, size)
        batch.features[:] = rng.integers(0, 20_000, batch.features.shape)
        one.add(batch)
    other.load(one.save())
    for memory in (one, other):
        memory.add(batch)
    drawn = [memory.draw(50, np.random.default_rng(2)) for memory in (one, other)]
    assert (drawn[0].counts == drawn[1].counts).all()
    assert (drawn[0].targets == drawn[1].targets).all()
    for mine, theirs, count in zip(drawn[0].features, drawn[1].features, drawn[0].counts, strict=True):
        assert (mine[:count] == theirs[:count]).all()


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def weights_instead(path: Path) -> None:
    path.write_bytes(path.with_name("network-classic.npz").read_bytes())


def without_sums(path: Path) -> None:
    about = {"learner": LEARNERS["classic"]().configuration(), "games": 1, "seconds": 1.0, "curve": []}
    write_weights(path, about, {"values": np.zeros(3)})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (shortened, "is damaged"),
        (emptied, "is damaged"),
        (weights_instead, "is no checkpoint that this version of Partake can go on from"),
        (without_sums, "is no checkpoint that this version of Partake can go on from"),
    ],
)
def test_a_spoilt_checkpoint_is_refused_in_a_sentence(
    tmp_path: Path, spoil: Callable[[Path], None], message: str
) -> None:
    made = Training(LEARNERS["classic"](), tmp_path)
    list(made.run(games=10))
    spoil(made.checkpoint)
    with pytest.raises(WeightsError, match=message) as caught:
        Training(LEARNERS["classic"](), tmp_path).resume()
    assert str(made.checkpoint) in str(caught.value)


def test_what_a_killed_writer_left_does_not_matter(tmp_path: Path) -> None:
    once = trained(tmp_path / "once", LEARNERS["classic"], 20)
    trained(tmp_path, LEARNERS["classic"], 10)
    (tmp_path / ".network-classic.checkpoint.npz.part").write_bytes(b"half of")
    made = Training(LEARNERS["classic"](), tmp_path)
    made.resume()
    list(made.run(games=20))
    assert (tmp_path / "network-classic.npz").read_bytes() == once[0]
    assert not [entry for entry in tmp_path.iterdir() if entry.name.endswith(".part")]
