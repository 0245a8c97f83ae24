"""Pictures of environments: pixels of one size, and a window that is opened, shown and closed."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest

from partake.env import FIVE_ID, IDS, rendering
from partake.env.hexagon import HexagonEnv
from partake.env.rendering import FPS, HEIGHT, RENDER_MODES, WIDTH
from partake.env.vector import HexagonVectorEnv

pygame = pytest.importorskip("pygame")
pytest.importorskip("resvg_py")


@pytest.mark.parametrize("name", [*IDS.values(), FIVE_ID])
def test_frames_are_pixels_of_one_size_and_change_with_the_game(name: str) -> None:
    env = gymnasium.make(name, render_mode="rgb_array")
    assert env.metadata["render_modes"] == list(RENDER_MODES)
    assert env.metadata["render_fps"] == FPS
    env.reset(seed=1)
    before: Any = env.render()
    env.step(env.action_space.sample())
    after: Any = env.render()
    for frame in (before, after):
        assert frame.shape == (HEIGHT, WIDTH, 3)
        assert frame.dtype == np.uint8
    assert (before != after).any()
    env.close()


def test_the_colours_are_those_of_the_svg() -> None:
    """A yellow nine is yellow: red, green and blue are in this order, rows before columns."""
    env = HexagonEnv("classic", render_mode="rgb_array")
    env.reset(seed=1)
    for cell in range(19):
        env.step(cell)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    red, green, blue = (frame[..., i].astype(int) for i in range(3))
    assert ((red > 200) & (green > 180) & (blue < 80)).sum() > 500
    assert frame[0, 0].tolist() == frame[-1, -1].tolist()


def test_every_game_of_a_vector_has_a_frame() -> None:
    envs = HexagonVectorEnv(2, "classic", render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert [np.shape(frame) for frame in frames] == [(HEIGHT, WIDTH, 3)] * 2


def test_a_window_shows_every_step_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "FPS", 0)
    env = HexagonEnv("classic", render_mode="human")
    assert env.reset(seed=1)
    first = pygame.surfarray.array3d(pygame.display.get_surface())
    env.step(0)
    assert (pygame.surfarray.array3d(pygame.display.get_surface()) != first).any()
    assert env.render() is None
    other = copy.deepcopy(env)
    env.close()
    env.close()
    assert not pygame.display.get_init()
    other.step(1)
    assert pygame.display.get_init()
    other.close()


def test_closing_the_window_by_hand_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "FPS", 0)
    env = HexagonEnv("classic", render_mode="human")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(0)
    assert not pygame.display.get_init()
    env.step(1)
    assert not pygame.display.get_init()
