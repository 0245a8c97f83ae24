"""How fast networks of variants are evaluated, beside PyTorch and ONNX Runtime; how soon a bot makes its first move.

    $(script/setup inference) bench/inference.py [--only nexus …] [--write]

One core each. The boards are afterstates of games that the network plays. PyTorch and ONNX Runtime are given the
features of each board, ready made, and evaluate a batch of them; ours find the features too, placement by placement,
and sum only rows that change. All must give the same values, or the script stops. A first move is timed from the start
of a process, on a machine without compiled kernels and with them; run `python -m partake.learn.warming` before.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import partake
from machine import describe
from marked import write_section
from partake.bots import parse_bot_spec
from partake.bots.readiness import answer
from partake.bots.worker import Worker
from partake.learn.encoding import DRAWS, MAX_POSITIONS
from partake.learn.network.batch_games import AFFORDABLE, scores_and_luck
from partake.learn.network.files import load_network, network_file
from partake.learn.network.inputs import MAX_ACTIVE, Inputs
from partake.learn.network.lookahead import active_features, new_scratch, one_ply_values, stage_of
from partake.learn.network.model import Network
from partake.learn.position import OPEN, POINTS, new_position, put, start, take, unput
from partake.learn.search_budget import ILLEGAL
from partake.rules.edition import HexagonEdition
from partake.rules.kernels import are_ready
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import decks, published_seed

BATCHES = (1, 16, 256)
"""Boards that are evaluated at once."""
GAMES = 6
"""Games that the boards come from."""
SECONDS = 0.6
"""For each measurement."""
EDITIONS = ("nexus", "orchid")
"""Those with a network of the kind that is measured."""
FIRST_MOVES = ("classic", "daffodil", "nexus", "orchid")
"""The editions whose first moves are timed."""


class Board(NamedTuple):
    """An afterstate: its active features, and the output of the network by our kernels."""

    features: NDArray[np.int64]
    output: float


Evaluate = Callable[[list[Board]], NDArray[np.float32]]


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--write", action="store_true", help="put the tables into results.md")
    args = parser.parse_args()
    speeds = [_told(_speeds(name)) for name in args.only or EDITIONS]
    moves = [_told(_first_moves(name)) for name in args.only or FIRST_MOVES]
    text = "\n".join(
        [
            f"## Inference of networks, {date.today()}",
            "",
            f"`python bench/inference.py` on {describe()}: placements evaluated a second, on one core.",
            "Ours, in whole one-ply games, find the features of each board and evaluate it; PyTorch and ONNX",
            "Runtime are given the features and evaluate batches of 1, 16 and 256 boards of the same games. The",
            "outputs agree within 0.001.",
            "",
            "| network | ours | PyTorch 1 | 16 | 256 | ONNX Runtime 1 | 16 | 256 | games/s of `value` | of `search` |",
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            *speeds,
            "",
            "Seconds from the start of a process to its first move, by the clock: on a machine without compiled",
            "kernels, which it runs uncompiled (the process that compiles them does not run here), and with kernels",
            "in the cache.",
            "",
            "| edition | `expert`, fresh machine | `master`, fresh machine | `expert`, cached | `master`, cached |",
            "|---|---:|---:|---:|---:|",
            *moves,
        ]
    )
    if args.write:
        write_section("inference", text)


def _told(row: str) -> str:
    print(row, flush=True)
    return row


def _speeds(name: str) -> str:
    made = _variant(name)
    path = network_file(made)
    assert path is not None
    inputs, network, scale = load_network(path, made)
    stage, boards, placements = _boards(made, inputs, network, scale)
    found = []
    for evaluate in (_pytorch(network, stage), _onnx_runtime(network, stage)):
        for size in BATCHES:
            batches = [boards[i : i + size] for i in range(0, len(boards) - size + 1, size)]
            for batch in batches:
                assert np.allclose(evaluate(batch), [board.output for board in batch], atol=1e-3)
            found.append(f"{size * len(batches) * _rate(partial(_all, evaluate, batches)):,.0f}")
    one_ply, value, search = (_games_a_second(made, *how) for how in ((1, 100), (AFFORDABLE, 40), (8, 2)))
    return f"| `{path.stem}` | {one_ply * placements:,.0f} | {' | '.join(found)} | {value:,.0f} | {search:.2f} |"


def _all(evaluate: Evaluate, batches: list[list[Board]]) -> None:
    for batch in batches:
        evaluate(batch)


def _boards(made: Variant, inputs: Inputs, network: Network, scale: float) -> tuple[int, list[Board], float]:
    """Afterstates of some games, all of one stage; the stage; and the placements that a game has to evaluate."""
    geo, scratch, values = inputs.geo, new_scratch(inputs, network.width), np.zeros(MAX_POSITIONS)
    state, out, stages = new_position(), np.zeros(MAX_ACTIVE, np.int64), defaultdict[int, list[Board]](list)
    for deck in decks(made, published_seed(made.edition.name), GAMES):
        start(state, geo)
        for tile in map(int, deck):
            take(state, geo, tile)
            best = one_ply_values(state, geo, inputs.arrays, network, scale, tile, scratch, values)
            if state[OPEN] > 2:
                for position in np.flatnonzero(values > ILLEGAL):
                    put(state, geo, int(position), tile, 0)
                    features = out[: active_features(state, geo, scratch, out)].copy()
                    stage = stage_of(int(state[OPEN]), int(geo[DRAWS]))
                    stages[stage].append(Board(features, (values[position] - float(state[POINTS])) / scale))
                    unput(state, geo, int(position), 0)
            put(state, geo, best, tile, 0)
    stage = max(stages, key=lambda stage: len(stages[stage]))
    chosen = np.random.default_rng(1).permutation(len(stages[stage]))[:512]
    return stage, [stages[stage][i] for i in chosen], sum(map(len, stages.values())) / GAMES


def _pytorch(network: Network, stage: int) -> Evaluate:
    import torch

    torch.set_num_threads(1)
    table = torch.tensor(np.hstack([network.rows, network.direct[:, None]]))
    rows = torch.nn.EmbeddingBag.from_pretrained(table, mode="sum")
    w2, b2, w3, b3, w4 = (torch.tensor(getattr(network, name)[stage]) for name in ("w2", "b2", "w3", "b3", "w4"))
    b4 = float(network.b4[stage])

    def evaluate(boards: list[Board]) -> NDArray[np.float32]:
        with torch.inference_mode():
            features = torch.from_numpy(np.concatenate([board.features for board in boards]))
            offsets = torch.from_numpy(np.cumsum([0, *(len(board.features) for board in boards[:-1])]))
            sums = rows(features, offsets)
            hidden = torch.relu(torch.addmm(b2, torch.relu(sums[:, :-1]), w2.T))
            hidden = torch.relu(torch.addmm(b3, hidden, w3.T))
            found: NDArray[np.float32] = (sums[:, -1] + hidden @ w4 + b4).numpy()
            return found

    return evaluate


def _onnx_runtime(network: Network, stage: int) -> Evaluate:
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    # Features of a batch are padded with a row of zeros: the operators of ONNX have no bags.
    rows = np.vstack([np.hstack([network.rows, network.direct[:, None]]), np.zeros((1, network.rows.shape[1] + 1))])
    width, padding = network.rows.shape[1], len(network.rows)
    weights = {
        "rows": rows.astype(np.float32), "axis": np.array([1]), "parts": np.array([width, 1]),
        "w2": network.w2[stage].T.copy(), "b2": network.b2[stage], "w3": network.w3[stage].T.copy(),
        "b3": network.b3[stage], "w4": network.w4[stage][:, None], "b4": network.b4[stage : stage + 1],
    }  # fmt: skip
    nodes = [
        helper.make_node("Gather", ["rows", "features"], ["gathered"]),
        helper.make_node("ReduceSum", ["gathered", "axis"], ["sums"], keepdims=0),
        helper.make_node("Split", ["sums", "parts"], ["first", "direct"], axis=1),
        helper.make_node("Relu", ["first"], ["one"]),
        helper.make_node("Gemm", ["one", "w2", "b2"], ["second"]),
        helper.make_node("Relu", ["second"], ["two"]),
        helper.make_node("Gemm", ["two", "w3", "b3"], ["third"]),
        helper.make_node("Relu", ["third"], ["three"]),
        helper.make_node("Gemm", ["three", "w4", "b4"], ["last"]),
        helper.make_node("Add", ["last", "direct"], ["value"]),
    ]
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("features", TensorProto.INT64, ["boards", "active"])],
        [helper.make_tensor_value_info("value", TensorProto.FLOAT, ["boards", 1])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])

    def evaluate(boards: list[Board]) -> NDArray[np.float32]:
        features = np.full((len(boards), max(len(board.features) for board in boards)), padding, np.int64)
        for row, board in zip(features, boards, strict=True):
            row[: len(board.features)] = board.features
        found: NDArray[np.float32] = session.run(None, {"features": features})[0][:, 0]
        return found

    return evaluate


def _games_a_second(made: Variant, candidates: int, games: int) -> float:
    path = network_file(made)
    assert path is not None
    inputs, network, scale = load_network(path, made)
    tiles = decks(made, published_seed(made.edition.name), games)
    scores_and_luck(inputs, network, scale, tiles[:1], candidates=candidates, has_luck=False)  # compiles
    return games * _rate(lambda: scores_and_luck(inputs, network, scale, tiles, candidates=candidates, has_luck=False))


def _rate(work: Callable[[], Any]) -> float:
    """How often a second of a processor it can be done: the best of some runs."""
    best, end = np.inf, time.process_time() + SECONDS
    while time.process_time() < end or best == np.inf:
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return float(1 / best)


def _first_moves(name: str) -> str:
    table = partake.start(_variant(name).edition, seats=1, seed="first", is_open=False, data=())
    table.deal()
    found = []
    with _fresh_machine():
        found += [_first_move(level, table) for level in ("expert", "master")]
    assert are_ready(), "run python -m partake.learn.warming first"
    found += [_first_move(level, table) for level in ("expert", "master")]
    return f"| {name} | {' | '.join(f'{seconds:.2f}' for seconds in found)} |"


def _first_move(level: str, table: partake.Table) -> float:
    """The best of three processes."""
    found, view, spec = [], table.view(1), parse_bot_spec(level)
    for _ in range(3):
        worker, begun = Worker(), time.monotonic()
        worker.ask(answer, spec, 1, view)
        found.append(time.monotonic() - begun)
        worker.rest()
    return min(found)


@contextmanager
def _fresh_machine() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as empty:
        os.environ["NUMBA_CACHE_DIR"] = empty
        try:
            yield
        finally:
            del os.environ["NUMBA_CACHE_DIR"]


def _variant(name: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, {})


if __name__ == "__main__":
    main()
