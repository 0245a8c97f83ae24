"""Stable-Baselines3 and MaskablePPO on the environments, in the environment that has PyTorch (`script/setup sb3`)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from partake.env import FIVE_ID, IDS

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python() -> str:
    """The Python of that environment, made when it is first needed."""
    made = subprocess.run([ROOT / "script" / "setup", "sb3"], capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"PyTorch cannot be installed: {made.stderr.strip().splitlines()[-1]}")
    return made.stdout.strip()


def run(python: str, *arguments: str | Path, folder: Path) -> str:
    """What a script prints, started in an empty folder; it must not fail."""
    done = subprocess.run([python, *arguments], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


CHECK = """
import warnings
warnings.simplefilter("error")
import gymnasium, partake.env
from stable_baselines3.common.env_checker import check_env
check_env(gymnasium.make(NAME, **SETTINGS).unwrapped)
check_env(gymnasium.make(NAME, **SETTINGS))
"""
LEARN = """
import gymnasium, numpy, partake.env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
envs = make_vec_env(NAME, n_envs=2, seed=1, env_kwargs={**SETTINGS, "illegal": "raise"})
assert is_masking_supported(envs) and is_masking_supported(gymnasium.make(NAME, **SETTINGS))
policy = "MultiInputPolicy" if SETTINGS.get("observation") == "raw" else "MlpPolicy"
model = MaskablePPO(policy, envs, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
model.learn(256)
seen = envs.reset()
for _ in range(20):
    masks = get_action_masks(envs)
    assert masks.shape == (2, envs.action_space.n) and masks.dtype == numpy.bool_
    actions, _ = model.predict(seen, action_masks=masks)
    seen, *_ = envs.step(actions)
"""


@pytest.mark.parametrize("program", [CHECK, LEARN], ids=["its checker finds nothing", "MaskablePPO plays legally"])
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        *((name, {"observation": kind}) for name in IDS.values() for kind in ("raw", "features")),
        (FIVE_ID, {"opponents": "random"}),
    ],
)
def test_stable_baselines_takes_the_environments_as_they_are(
    python: str, name: str, settings: dict[str, str], program: str, tmp_path: Path
) -> None:
    run(python, "-c", f"NAME, SETTINGS = {name!r}, {settings!r}{program}", folder=tmp_path)


def test_maskable_ppo_learns_and_plays_by_the_rules(python: str, tmp_path: Path) -> None:
    printed = run(python, ROOT / "examples" / "maskable_ppo.py", "--steps", "30000", "--test", "60", folder=tmp_path)
    curve = [float(points) for points in re.findall(r"steps +\d+ s +([0-9.]+) points", printed)]
    learned, chance = re.findall(r"([0-9.]+) ± [0-9.]+", printed)
    assert len(curve) >= 9
    assert float(learned) > 2 * float(chance)
