"""Stable-Baselines3 and sb3-contrib run on the environments as they are; with PyTorch, so in the longer check only."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

from partake.env import FIVE_ID, IDS

pytestmark = pytest.mark.slow
checker: Any = pytest.importorskip("stable_baselines3.common.env_checker")
contrib: Any = pytest.importorskip("sb3_contrib")

SETTINGS = [
    *((name, {"observation": kind}) for name in IDS.values() for kind in ("raw", "features")),
    (FIVE_ID, {"opponents": "random"}),
]


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_its_checker_finds_nothing_to_warn_of(name: str, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        checker.check_env(gymnasium.make(name, **settings).unwrapped)
        checker.check_env(gymnasium.make(name, **settings))


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_maskable_ppo_plays_legal_actions_only(name: str, settings: dict[str, Any]) -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env(name, n_envs=2, seed=1, env_kwargs={**settings, "illegal": "raise"})
    assert is_masking_supported(envs)
    assert is_masking_supported(gymnasium.make(name, **settings))
    policy = "MultiInputPolicy" if settings.get("observation") == "raw" else "MlpPolicy"
    model = contrib.MaskablePPO(policy, envs, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(256)
    seen = envs.reset()
    for _ in range(20):
        masks = get_action_masks(envs)
        assert masks.shape == (2, envs.action_space.n)
        assert masks.dtype == np.bool_
        actions, _ = model.predict(seen, action_masks=masks)
        seen, *_ = envs.step(actions)
