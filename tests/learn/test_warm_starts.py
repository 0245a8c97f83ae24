"""A network's warm start: what another variant's network has learned, feature by feature, and where it is from."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import partake
from partake.learn import registry, training
from partake.learn.encoding import CELLS, MAX_TILES, encoding_of
from partake.learn.linear_learner import LinearLearner, linear_groups
from partake.learn.network import transfer
from partake.learn.network.files import about_network, load_network
from partake.learn.network.inputs import Inputs, inputs_of
from partake.learn.network.learner import NetworkLearner
from partake.learn.network.model import Network, random_network
from partake.learn.network.packing import MAX_WIDTH, pack
from partake.learn.network.transfer import network_for, warm_start
from partake.learn.player import Player
from partake.learn.registry import groups_for
from partake.learn.search_budget import SearchBudget
from partake.learn.training import Training, make_learner
from partake.learn.weights import Arrays, WeightsError, prefixed, write_weights
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.rules.variant import Variant, variant

SCALE = 40.0


@pytest.fixture(autouse=True)
def _nothing_packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PACKAGED", tmp_path / "packaged")
    monkeypatch.setattr(training, "TESTED", 20)


def of(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def written(
    made: Variant, folder: Path, seed: int = 3, width: int = 64, games: int = 0, linear: LinearLearner | None = None
) -> Path:
    """A file of random weights of a variant, with these linear values."""
    inputs = inputs_of(made)
    network = random_network(
        seed, np.zeros((inputs.features, 1), np.int64), width=width, spread=0.05, output_spread=0.3
    )
    network.direct[:] = np.random.default_rng(seed).normal(0, 0.05, inputs.features)
    path = folder / f"{registry.name_of(made)}.npz"
    about = {**about_network(made), "scale": SCALE, "games": games}
    groups = linear_groups(linear.encoding, linear.model.values) if linear else {}
    write_weights(path, about, {**pack(network, np.arange(inputs.features)), **prefixed(registry.LINEAR, groups)})
    return path


def group(inputs: Inputs, network: Network, name: str) -> tuple[np.ndarray, np.ndarray]:
    """The rows and direct weights of a group of features."""
    names = list(inputs.sizes)
    first = sum(inputs.sizes[one] for one in names[: names.index(name)])
    return network.rows[first : first + inputs.sizes[name]], network.direct[first : first + inputs.sizes[name]]


def test_the_same_variant_begins_as_its_file_plays(tmp_path: Path) -> None:
    made = of("daffodil")
    path = written(made, tmp_path)
    learner = NetworkLearner(made, warm=warm_start(made, tmp_path), batch=4)
    _, network, _ = load_network(path, made)
    for mine, theirs in zip(learner.average, network, strict=True):
        assert (mine == theirs).all()
    again = learner.publish(tmp_path / "again", {"games": 0})
    assert load_network(again, made)[1].rows == pytest.approx(network.rows, abs=1e-6)


def test_learning_leaves_the_network_that_it_began_with_alone(tmp_path: Path) -> None:
    made = of("daffodil")
    path = written(made, tmp_path)
    before = load_network(path, made)[1].b4.copy()
    learner = NetworkLearner(made, warm=warm_start(made, tmp_path), batch=4)
    learner.advance(0, 4)
    assert (learner.network.b4 != before).any()
    assert (load_network(path, made)[1].b4 == before).all()


@pytest.mark.parametrize("options", [{"scrapyard": "none"}, {"scrapyard": "lowest"}, {"placement": "adjacent"}])
def test_another_variant_begins_with_the_features_that_both_have(tmp_path: Path, options: dict[str, str]) -> None:
    made, other = of("nexus", **options), of("nexus")
    _, network, _ = load_network(written(other, tmp_path), other)
    inputs, theirs, found = inputs_of(made), inputs_of(other), warm_start(made, tmp_path).network
    for name in ("counts", "pairs", "demands", "closings", "gains", "means"):
        for mine, given in zip(group(inputs, found, name), group(theirs, network, name), strict=True):
            assert (mine == given).all(), name
    cells = min(int(inputs.geo[CELLS]), int(theirs.geo[CELLS]))
    each = inputs.sizes["cells"] // int(inputs.geo[CELLS])
    mine, given = group(inputs, found, "cells")[0], group(theirs, network, "cells")[0]
    assert (mine[: cells * each] == given[: cells * each]).all()
    for name in {"lowest": ("yard", "yard_standing"), "adjacent": ("reach",)}.get(next(iter(options.values())), ()):
        assert not group(inputs, found, name)[0].any(), "means something else here"
    assert (found.w2 == network.w2).all()


def test_new_features_begin_with_their_linear_values(tmp_path: Path) -> None:
    """Those of the nearest variant that has them, here in a file that is farther away."""
    made, other = of("classic", rays="each", placement="adjacent"), of("classic", rays="each")
    linear = LinearLearner(of("classic", placement="adjacent"))
    linear.advance(0, 50)
    written(other, tmp_path)
    written(linear.variant, tmp_path, linear=linear)
    inputs, found = inputs_of(made), warm_start(made, tmp_path).network
    rows, direct = group(inputs, found, "reach")
    assert direct.any()
    assert not rows.any()
    encoding = encoding_of(made, share=True)
    values = encoding.joined(groups_for(made, [tmp_path]), 0.0)[inputs.shared]
    shared = inputs._replace(sizes={name: size for name, size in inputs.sizes.items() if name in encoding.sizes})
    expected = group(shared, found._replace(direct=values), "reach")[1]
    assert direct == pytest.approx(expected / SCALE)


def test_other_tiles_are_other_features(tmp_path: Path) -> None:
    """Suns and moons have different tiles, which networks know one by one."""
    written(of("orchid"), tmp_path)
    with pytest.raises(WeightsError, match="there is nothing to start from"):
        warm_start(of("orchid", symbols="moon"), tmp_path)


def test_a_variant_that_was_not_trained_is_played_as_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two tiles at a time no feature is different."""
    made, near = of("orchid", draw="2"), of("orchid")
    monkeypatch.setattr(registry, "PACKAGED", tmp_path / "packaged")
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    with pytest.raises(WeightsError, match="there are no learned values for this variant of orchid"):
        network_for(made)
    written(of("orchid", symbols="moon"), tmp_path)
    written(of("orchid", placement="adjacent"), tmp_path)
    path = written(near, tmp_path, seed=4)
    for mine, theirs in zip(network_for(made)[0], load_network(path, near)[1], strict=True):
        assert (mine == theirs).all()
    own = written(made, tmp_path, seed=5)
    assert (network_for(made)[0].rows == load_network(own, made)[1].rows).all()


def test_the_nearest_variant_of_the_folder_comes_first_then_that_of_the_package(tmp_path: Path) -> None:
    made = of("nexus", scrapyard="lowest")
    own, packaged = tmp_path / "own", tmp_path / "packaged"
    with pytest.raises(WeightsError, match="there is nothing to start from for this variant of nexus"):
        warm_start(made, own)
    path = written(made, packaged)
    assert warm_start(made, own).name == f"{path.name} {sha256(path.read_bytes()).hexdigest()}"
    written(of("nexus", scrapyard="none"), own)
    written(of("nexus", scrapyard="lowest", draw="2"), own)
    assert warm_start(made, own).name.startswith("network-nexus-scrapyard-lowest-draw-2.npz ")


def test_a_training_starts_from_the_file_that_is_named(tmp_path: Path) -> None:
    """Whatever is nearer: so the command of a recipe makes the same again when better files are there."""
    made, own, packaged = of("nexus", scrapyard="lowest"), tmp_path / "own", tmp_path / "packaged"
    written(made, packaged)
    path = written(of("nexus"), packaged)
    assert warm_start(made, own, path.stem).name == f"{path.name} {sha256(path.read_bytes()).hexdigest()}"
    with pytest.raises(WeightsError, match="network-orchid is nothing that this variant of nexus can start from"):
        warm_start(made, own, "network-orchid")


def test_a_resumed_training_remembers_what_it_started_from(tmp_path: Path) -> None:
    """Its own file in the folder has replaced the one that it began with."""
    made, start = of("daffodil"), tmp_path / "packaged" / "network-daffodil.npz"
    written(made, tmp_path / "packaged")
    name = f"{start.name} {sha256(start.read_bytes()).hexdigest()}"
    files = []
    for folder, stops in (("once", (8,)), ("halves", (4, 8))):
        for index, games in enumerate(stops):
            learner = NetworkLearner(made, warm=warm_start(made, tmp_path / folder), batch=4)
            found = Training(learner, tmp_path / folder)
            if index:
                found.resume()
            list(found.run(games=games))
        recipe = tomllib.loads((tmp_path / folder / "network-daffodil.toml").read_text())
        assert recipe["learner"]["start"] == name
        files.append((tmp_path / folder / start.name).read_bytes())
    assert files[0] == files[1]


def test_a_network_is_as_wide_as_it_was_asked_to_be_and_stays_so(tmp_path: Path) -> None:
    """Its file, the player that reads it, and what starts from it."""
    made = of("orchid")
    path = written(made, tmp_path, width=24)
    again = make_learner(made, seed=1, warm=tmp_path, start=path.stem)
    assert again.configuration()["width"] == 24
    again.advance(0, again.batch)
    published = again.publish(tmp_path / "again", {"games": again.batch})
    assert load_network(published, made)[1].width == 24
    player, deck = Player(made, *load_network(published, made)[1:]), again.decks(1, 0, 1)[0]
    drawn = [made.tiles.tiles[index] for index in deck[:3]]
    tile, position = player.search([(None,) * len(made.positions)], 1, drawn, drawn[-1:], SearchBudget(2))
    assert tile is drawn[-1]
    assert position in range(len(made.positions))
    with pytest.raises(OptionError, match="narrower than the one that it starts from, 24: leave out --width"):
        make_learner(made, seed=1, warm=tmp_path, start=path.stem, width=16)


def test_a_network_that_is_widened_says_at_first_what_it_said_before(tmp_path: Path) -> None:
    made = of("orchid")
    path = written(made, tmp_path, width=24)
    narrow, wide = (make_learner(made, seed=1, warm=tmp_path, start=path.stem, width=width) for width in (24, 40))
    decks = wide.decks(1, 0, 20)
    assert wide.network.width == 40
    assert (wide.scores(decks) == narrow.scores(decks)).all()
    wide.advance(0, 3 * wide.batch)
    assert wide.network.w2[:, :, 24:].any()
    published = wide.publish(tmp_path / "wide", {"games": wide.batch})
    assert load_network(published, made)[1].width == 40


def test_what_goes_on_from_its_own_games_takes_as_many_tiles_into_account_as_before(tmp_path: Path) -> None:
    """It remembers that after a stop, whatever the folder holds by then."""
    made = of("orchid")
    path = written(made, tmp_path, games=10**9)
    learner = make_learner(made, seed=1, warm=tmp_path, start=path.stem)
    fresh = make_learner(made, seed=1, warm=written(made, tmp_path / "fresh").parent, start=path.stem)
    assert [one.other_tiles(0) for one in (learner, fresh)] == [MAX_TILES, 1]
    fresh.load(learner.save())
    assert fresh.other_tiles(0) == MAX_TILES
    learner.publish(tmp_path / "later", {"games": 120})
    later = make_learner(made, seed=1, warm=tmp_path / "later", start=path.stem)
    assert later.earlier == 10**9 + 120, "the games of its own start count too"


def test_a_file_cannot_ask_for_more_room_than_there_is(tmp_path: Path) -> None:
    made, path = of("orchid"), tmp_path / "network-orchid.npz"
    arrays: Arrays = {"used": np.zeros(1, np.uint16), "w2": np.zeros((1, 1, MAX_WIDTH + 1), np.float32)}
    write_weights(path, {**about_network(made), "scale": SCALE}, arrays)
    with pytest.raises(WeightsError, match="another size"):
        load_network(path, made)
