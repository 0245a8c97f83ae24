"""The incremental episode of one player: step by step what the readable engine says, in every variant."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from gymnasium.utils.env_checker import check_env

import partake
from partake.engine.chance import Seed
from partake.engine.setup import arrange
from partake.env import HexagonEnv
from partake.env.hexagon_episode import HexagonEpisode
from partake.env.solo_episode import SoloEpisode
from partake.rules.edition import Edition
from partake.rules.errors import IllegalActionError


def refusal(episode: SoloEpisode | HexagonEpisode, number: int) -> str:
    """In which words an episode refuses an action."""
    try:
        episode.step(number) if isinstance(episode, SoloEpisode) else episode.step({1: number})
    except IllegalActionError as problem:
        return str(problem)
    return ""


def compare_games(edition: Edition, options: dict[str, Any], seed: int) -> None:
    """Play a random game in both; legal and illegal actions alike."""
    lots, setup = random.Random(seed), arrange(edition, options)
    solo, readable = SoloEpisode(setup), HexagonEpisode(setup)
    for episode in (solo, readable):
        episode.restart(Seed.of(str(seed)))
    while True:
        expected = readable.layout.observe(readable.view(1))
        found = solo.observe()
        for name, values in expected.items():
            assert (found[name] == values).all(), name
            assert found[name].dtype == values.dtype
        assert (solo.score, solo.is_over) == (readable.score(1), readable.is_over)
        if solo.is_over:
            return
        mask = expected["action_mask"]
        illegal = [number for number in range(len(mask)) if not mask[number]]
        for number in lots.sample(illegal, min(2, len(illegal))):
            assert refusal(solo, number) == refusal(readable, number) != ""
        number = lots.choice([number for number in range(len(mask)) if mask[number]])
        solo.step(number)
        readable.step({1: number})


def test_every_step_is_that_of_the_readable_engine(alone: tuple[str, dict[str, Any]]) -> None:
    name, options = alone
    for seed in range(2):
        compare_games(partake.edition(name), options, seed)


def test_boards_that_are_too_large_for_the_compiled_engine_are_played_too(tmp_path: Path) -> None:
    columns = ", ".join(f"[{q}, 0, 9]" for q in range(7))
    numbers = "[1, 2, 3, 4, 5, 6]"
    board = f'kind = "board"\nname = "field"\ntitle = "Field"\ncolumns = [{columns}]\n'
    tiles = 'kind = "tiles"\nname = "many"\ntitle = "Many"\n'
    tiles += "".join(f"{direction} = {numbers}\n" for direction in ("vertical", "rising", "falling"))
    tiles += "[colours]\n" + "".join(f'{n} = "red"\n' for n in range(1, 7))
    edition = 'kind = "edition"\nfamily = "hexagon"\nname = "field"\ntitle = "Field"\nboard = "field"\n'
    edition += 'tiles = "many"\nseats = [1, 1]\n'
    files = []
    for name, text in (("board", board), ("tiles", tiles), ("edition", edition)):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(text)
    field = partake.edition("field", data=files)
    compare_games(field, {}, 1)
    check_env(HexagonEnv(field), skip_render_check=True)
    check_env(HexagonEnv(field, observation="features"), skip_render_check=True)


def test_observations_of_earlier_steps_never_change() -> None:
    env = HexagonEnv("orchid")
    seen, info = env.reset(seed=1)
    kept = []
    for _ in range(env.layout.steps):
        assert isinstance(seen, dict)
        arrays = [*seen.values(), info["action_mask"], env.action_masks()]
        kept.append((arrays, [array.copy() for array in arrays]))
        seen, _, _, _, info = env.step(env.action_space.sample())
    for arrays, copies in kept:
        assert all((array == copy).all() for array, copy in zip(arrays, copies, strict=True))


def test_the_readable_game_is_replayed_to_the_same_step() -> None:
    env = HexagonEnv("nexus", render_mode="ansi")
    for seed in (1, 2):
        env.reset(seed=seed)
        for step in range(6):
            env.step(env.action_space.sample())
            if step % 2:
                view = env._episode.readable().view(1)
                assert env.layout.observe(view)["board"].tolist() == env._episode.observe()["board"].tolist()
                assert len(view.drawn) == step + 2
