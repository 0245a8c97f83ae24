"""Teach a network Take it Easy! with MaskablePPO: `pip install sb3-contrib`, then `python examples/train_ppo.py`.

The environment runs as it is: `observation="features"` is a flat vector for `MlpPolicy`, and MaskablePPO finds the
legal actions by `action_masks()`. Rewards are scaled (`VecNormalize`), since lines are worth tens of points, and
nothing is discounted, since a game has a fixed number of steps.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecNormalize

import partake.env


def main() -> None:
    """Learn, then play games that were not learned from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=list(partake.env.IDS), default="classic")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--test", type=int, default=500, help="how many games decide how good it is")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)  # a small network is slower on many
    name = partake.env.IDS[given.edition]
    envs = make_vec_env(name, n_envs=8, seed=given.seed, env_kwargs={"observation": "features"})
    model = MaskablePPO(
        "MlpPolicy",
        VecNormalize(envs, norm_obs=False, gamma=1.0),
        n_steps=256,
        batch_size=256,
        gamma=1.0,
        learning_rate=0.001,
        policy_kwargs={"net_arch": [256, 256]},
        device="cpu",
        seed=given.seed,
        verbose=1,
    )
    model.learn(given.steps)
    env, scores = gymnasium.make(name, observation="features"), []
    for game in range(given.test):
        seen, info = env.reset(seed=10_000 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"] == 1, deterministic=True)
            seen, _, over, _, info = env.step(int(action))
        scores.append(info["score"])
    print(f"{np.mean(scores):.1f} ± {np.std(scores) / len(scores) ** 0.5:.1f} points over {given.test} games")


if __name__ == "__main__":
    main()
