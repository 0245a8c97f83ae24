"""Files of learned values: whole or refused, and the nearest one for a variant that nobody trained."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partake
from partake.learn import registry
from partake.learn.encoding import encoding_of
from partake.learn.network.inputs import inputs_of
from partake.learn.network.learner import NetworkLearner
from partake.learn.network.transfer import network_for
from partake.learn.registry import groups_for, name_of, values_for
from partake.learn.weights import WeightsError, read_weights, without_prefix, write_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

ABOUT = {"edition": "classic", "options": {"draw": "1"}}


def hexagon(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def published(folder: Path, made: Variant, value: float) -> Path:
    """A file of this variant in which every feature has the same linear value."""
    learner = NetworkLearner(made)
    assert learner.linear
    learner.linear.model.values[:] = value
    return learner.publish(folder, {"games": 0})


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "w.npz"
    arrays: dict[str, NDArray[Any]] = {"lines": np.arange(5, dtype=np.float16), "cells": np.ones((2, 3), np.float32)}
    write_weights(path, ABOUT, arrays)
    found = read_weights(path)
    assert found.about["edition"] == "classic"
    assert {name: array.tolist() for name, array in found.arrays.items()} == {
        name: array.tolist() for name, array in arrays.items()
    }
    assert [entry.name for entry in path.parent.iterdir()] == ["w.npz"], "nothing is left beside it"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def garble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def other_text(path: Path) -> None:
    path.write_text("not an archive")


def foreign(path: Path) -> None:
    np.savez(path, lines=np.zeros(3))


def swapped(path: Path) -> None:
    """Sound as an archive, but one value is another than when it was written."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    arrays["lines"][0] += 1
    np.savez(path, **arrays)


def gone(path: Path) -> None:
    path.unlink()


def pickled(path: Path) -> None:
    np.savez(path, about=np.array([{"format": "partake-weights"}], dtype=object), checksum=np.array("0"))


def newer(path: Path) -> None:
    write_weights(path, {**ABOUT, "layout": 99}, {"lines": np.zeros(3)})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (cut, "is damaged"),
        (garble, "is damaged"),
        (other_text, "is damaged, or no file of learned values"),
        (foreign, "is no file of learned values of Partake"),
        (swapped, "is damaged: its checksum does not match"),
        (gone, "cannot be read: no such file or directory"),
        (pickled, "is damaged, or no file of learned values"),
        (newer, "has layout 99, and this version of Partake knows 1"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path, spoil: Callable[[Path], None], message: str) -> None:
    path = tmp_path / "w.npz"
    write_weights(path, ABOUT, {"lines": np.arange(500, dtype=np.float32)})
    spoil(path)
    with pytest.raises(WeightsError, match=message) as caught:
        read_weights(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    write_weights(path, ABOUT, {"lines": np.arange(50, dtype=np.float32)})
    whole = path.read_bytes()
    for length in range(0, len(whole), 37):
        path.write_bytes(whole[:length])
        with pytest.raises(WeightsError):
            read_weights(path)


def test_names_tell_variants_apart() -> None:
    assert name_of(hexagon("classic")) == "network-classic"
    assert name_of(hexagon("classic", takeback="no")) == "network-classic"
    assert name_of(hexagon("classic", rays="each", draw="2")) == "network-classic-rays-each-draw-2"
    assert name_of(hexagon("orchid", symbols="both")) == "network-orchid-symbols-both-rays-longest"


def test_own_weights_come_before_those_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    ours = values_for(hexagon("nexus"))[1]
    published(tmp_path, hexagon("classic"), 2.5)
    monkeypatch.setenv("PARTAKE_WEIGHTS", f"{tmp_path}/")
    assert set(values_for(hexagon("classic"))[1].tolist()) == {2.5}
    assert (values_for(hexagon("nexus"))[1] == ours).all(), "what the folder lacks is the package's"


def test_a_damaged_file_of_ones_own_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    garble(published(tmp_path, hexagon("classic"), 1.0))
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    with pytest.raises(WeightsError, match=r"network-classic\.npz is damaged"):
        values_for(hexagon("classic"))


def test_a_folder_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARTAKE_WEIGHTS", "/no/such/folder")
    with pytest.raises(WeightsError, match="PARTAKE_WEIGHTS names /no/such/folder, which is no folder"):
        values_for(hexagon("classic"))


def test_an_edition_nobody_trained_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "PACKAGED", tmp_path)
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    with pytest.raises(WeightsError, match="'partake train classic' makes some"):
        values_for(hexagon("classic", placement="adjacent"))


def test_a_variant_nobody_trained_takes_each_group_from_the_nearest(tmp_path: Path) -> None:
    """Rays matter more than placement: the board by rays=each, the cells in reach by placement=adjacent."""
    published(tmp_path, hexagon("classic"), 1.0)
    published(tmp_path, hexagon("classic", rays="each"), 2.0)
    published(tmp_path, hexagon("classic", placement="adjacent"), 3.0)
    found = groups_for(hexagon("classic", rays="each", placement="adjacent", draw="2"), [tmp_path])
    used = {name: set(values.tolist()) for name, values in found.items() if values.size}
    assert used.pop("reach") == {3.0}
    assert set(map(tuple, used.values())) == {(2.0,)}
    plain = groups_for(hexagon("classic", draw="2"), [tmp_path])
    assert {value for values in plain.values() for value in values.tolist()} == {1.0}
    best = groups_for(hexagon("classic", rays="best"), [tmp_path])
    assert "rays" not in best or not best["rays"].size, "rays=best means something else than rays=each"


def test_every_variant_can_be_played_with_what_is_shipped() -> None:
    """By a network, and in rollouts by linear values of everything that all variants have in common."""
    from learn_games import all_variants

    for made in all_variants():
        shape, values = values_for(made)
        assert values.shape == (shape.features,)
        assert values.dtype == np.float32
        assert np.isfinite(values).all()
        network, scale = network_for(made)
        assert len(network.rows) == len(network.direct) == inputs_of(made).features
        assert scale > 0


def test_shipped_files_tell_where_they_come_from() -> None:
    for path in sorted(registry.PACKAGED.glob("*.npz")):
        found = read_weights(path)
        about = found.about
        assert about["games"] > 1_000, "of its own; what it started from had more"
        assert about["seed"] >= 0
        made = hexagon(about["edition"], **about["options"])
        assert name_of(made) == path.stem
        assert about["rules"] == made.edition.digest, "trained by other rules than the edition has now"
        assert json.loads(json.dumps(about)) == about
        sizes = {name: size for name, size in encoding_of(made, share=True).sizes.items() if size}
        linear = without_prefix(registry.LINEAR, found.arrays)
        assert {name: array.size for name, array in linear.items()} == sizes
