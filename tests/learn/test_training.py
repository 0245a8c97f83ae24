"""Training: it learns, goes on after any end as if nothing had happened, and tells people what they can do."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import partake
from partake.cli.arguments import UsageError
from partake.cli.commands import train
from partake.learn import training
from partake.learn.linear_learner import LinearLearner, decks_of, play_decks
from partake.learn.network.learner import NetworkLearner
from partake.learn.training import Training
from partake.learn.weights import WeightsError, read_weights
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import Variant, variant


def classic(**options: str) -> Variant:
    edition = partake.edition("classic")
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


@pytest.fixture(autouse=True)
def _few_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TESTED", 20)


def ticking() -> Callable[[], float]:
    """A clock that goes on by a step's time whenever somebody looks, so that steps stay as long as the first."""
    ticks: Iterator[float] = count(0.0, training.REPORT_SECONDS)
    return lambda: next(ticks)


def test_it_learns() -> None:
    """After 8,000 games it plays games that it has never seen far better than before."""
    learner = LinearLearner(classic())
    decks = decks_of(classic(), 7, 0, 200)
    before = learner.evaluate(decks).mean
    learner.advance(0, 8000)
    assert learner.evaluate(decks).mean > before + 20


def test_the_same_seed_learns_the_same_in_any_steps() -> None:
    one, other, different = LinearLearner(classic()), LinearLearner(classic()), LinearLearner(classic(), seed=2)
    one.advance(0, 60)
    other.advance(0, 25)
    other.advance(25, 35)
    different.advance(0, 60)
    assert (one.model.values == other.model.values).all()
    assert (one.model.values != different.model.values).any()


def test_playing_without_a_rate_learns_nothing() -> None:
    learner = LinearLearner(classic(rays="best"))
    before = learner.model.values.copy()
    learner.evaluate(decks_of(learner.variant, 1, 0, 5))
    assert (learner.model.values == before).all()


def test_players_who_learn_from_each_other_do_not_mirror_each_other() -> None:
    """Equal players with equal tiles would fill equal boards and learn nothing of others: one call goes astray."""
    learner = LinearLearner(classic(rays="best"))
    decks = decks_of(learner.variant, 3, 0, 10)
    mirrored = play_decks(learner.encoding, learner.model, decks, 2)[1]
    apart = play_decks(learner.encoding, learner.model, decks, 2, random_calls=1)[1]
    assert (mirrored[:, 0] == mirrored[:, 1]).all()
    assert (apart[:, 0] != apart[:, 1]).any()


def test_a_training_goes_on_after_a_kill_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """Dropped in the middle, it goes on from its last save; what it then knows is what one long run knows."""
    dropped = Training(NetworkLearner(classic()), tmp_path, clock=ticking())
    for report in dropped.run(seconds=1000.0):
        if report.seconds > training.SAVE_SECONDS + 5:
            break  # nobody saves anything now
    saved = read_weights(dropped.checkpoint).about["games"]
    assert 0 < saved < dropped.games
    again = Training(NetworkLearner(classic()), tmp_path, clock=ticking())
    again.resume()
    assert again.games == saved
    *_, last = again.run(seconds=again.seconds + 5)
    whole = LinearLearner(classic())
    whole.advance(0, last.games)
    assert again.learner.linear
    for mine, theirs in zip(again.learner.linear.model, whole.model, strict=True):
        assert (mine == theirs).all()


def test_a_training_writes_weights_and_their_recipe(tmp_path: Path) -> None:
    made = Training(NetworkLearner(classic(draw="2"), seed=5), tmp_path, clock=ticking())
    *_, last = made.run(seconds=8.0)
    recipe = tomllib.loads((tmp_path / "network-classic-draw-2.toml").read_text())
    assert recipe["learner"]["seed"] == 5
    assert recipe["learner"]["options"] == {"draw": "2", "placement": "free", "rays": "none"}
    assert recipe["games"] == last.games
    about = read_weights(tmp_path / "network-classic-draw-2.npz").about
    assert about["games"] == last.games
    assert "seconds" not in about


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path) -> None:
    list(Training(NetworkLearner(classic()), tmp_path, clock=ticking()).run(seconds=2.0))
    with pytest.raises(WeightsError, match="is of a training with other settings"):
        Training(NetworkLearner(classic(), seed=2), tmp_path).resume()
    with pytest.raises(WeightsError, match="there is no training to go on with"):
        Training(NetworkLearner(classic()), tmp_path / "elsewhere").resume()


def run_train(*words: str) -> int:
    args = train.parser().parse_args(words)
    return train.run(args)


def test_the_command_trains_stops_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("classic", "-o", "draw=2", "--out", str(tmp_path), "--seed", "3")
    assert run_train(*words, "--minutes", "0.02") == 0
    shown = capsys.readouterr()
    assert "network-classic-draw-2: " in shown.out
    assert f"PARTAKE_WEIGHTS={tmp_path}" in shown.out
    assert "games" in shown.err
    with pytest.raises(UsageError, match="holds such a training already: go on with --resume"):
        run_train(*words, "--minutes", "0.02")
    assert run_train(*words, "--minutes", "0.05", "--resume") == 0
    with pytest.raises(UsageError, match="games already: --games says how many in all"):
        run_train(*words, "--games", "1", "--resume")

    class Asked:
        def __init__(self, waits_for: str) -> None: ...

        def __enter__(self) -> Asked:
            return self

        def __exit__(self, *_: object) -> None: ...

        def __call__(self) -> bool:
            return True

    monkeypatch.setattr(train, "Stop", Asked)
    assert run_train(*words, "--minutes", "9", "--resume") == 130
    assert "stopped early; the same command with --resume goes on" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("classic", "--minutes", "soon"), "--minutes must be a number above 0"),
        (("classic", "--minutes", "-1"), "--minutes must be a number above 0"),
        (("classic", "--games", "many"), "--games must be a whole number from 1"),
        (("classic", "--games", "10", "--minutes", "1"), "give --games or --minutes, not both"),
        (("classic", "--games", "10", "--plot", "curve.txt"), "a picture is a .png or a .svg file"),
        (("classic", "--seed", "x"), "--seed must be a whole number"),
        (("five",), "five has no boards to fill"),
        (("classic", "-o", "rays=often"), "rays cannot be 'often'"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    with pytest.raises((UsageError, OptionError), match=message):
        run_train(*words, "--out", str(tmp_path))


def test_a_curve_is_drawn_with_small_bars() -> None:
    assert train._sparkline([100.0, 150.0, 155.0, 170.0], True) == "▁▆▇█"
    assert train._sparkline([5.0, 5.0], False) == ".."
