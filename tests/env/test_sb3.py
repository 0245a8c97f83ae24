"""Stable-Baselines3 and MaskablePPO on the environments, in the environment that has PyTorch (`script/setup sb3`)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("edition", ["Classic", "Daffodil", "Nexus", "Orchid"])
def test_an_environment_passes_the_checks_of_stable_baselines(python: str, edition: str, tmp_path: Path) -> None:
    code = f"""
import warnings
warnings.simplefilter("error")
import gymnasium, partake.env
from stable_baselines3.common.env_checker import check_env
check_env(gymnasium.make("Partake/{edition}-v0", observation="features").unwrapped)
"""
    run(python, "-c", code, folder=tmp_path)


def test_maskable_ppo_learns_and_plays_by_the_rules(python: str, tmp_path: Path) -> None:
    printed = run(python, ROOT / "examples" / "maskable_ppo.py", "--steps", "30000", "--test", "60", folder=tmp_path)
    curve = [float(points) for points in re.findall(r"steps +\d+ s +([0-9.]+) points", printed)]
    learned, chance = re.findall(r"([0-9.]+) ± [0-9.]+", printed)
    assert len(curve) >= 9
    assert float(learned) > 2 * float(chance)
