"""The page of the environments is held to the code, and its example learns."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from partake.env import FIVE_ID, IDS, HexagonEnv
from partake.env.features import HexagonFeatures
from partake.env.five import raw_env
from partake.env.rendering import RENDER_MODES
from partake.env.table import REWARDS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def test_every_id_reward_and_field_is_described() -> None:
    features = HexagonFeatures(HexagonEnv("orchid").layout.variant, others=1).fields
    for word in (*IDS.values(), FIVE_ID, *RENDER_MODES, *features, *REWARDS, "game", "round", *raw_env().layout.fields):
        assert f"`{word}`" in PAGE, word


def test_the_table_of_sizes_is_right() -> None:
    rows = re.findall(r"^\| `([a-z]+)`(?:, `(\w+)=(\w+)`)? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert {row[0] for row in rows} == set(IDS)
    for name, option, value, *sizes in rows:
        layout = HexagonEnv(name, **({option: value} if option else {})).layout
        assert list(map(int, sizes)) == [layout.positions, layout.tiles, layout.actions, layout.steps]


def test_the_table_of_fields_is_right() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| ((?:seats)?(?: × )?\d*) \|", PAGE, re.MULTILINE)
    for seats in (2, 3, 4):
        sizes = {name: eval(size.replace("×", "*"), {"seats": seats}) for name, size in rows}
        fields = raw_env(seats).layout.fields
        assert {name: sizes[name] for name in fields} == {name: part.stop - part.start for name, part in fields.items()}


def test_the_example_learns() -> None:
    main = runpy.run_path(str(ROOT / "examples" / "train_small.py"))["main"]
    learned, chance = main(["--games", "6000", "--batch", "300", "--test", "1000"])
    assert 8 < chance < 14
    assert learned > 100


NO_PYGAME = "this render_mode needs pygame, which is not installed: pip install 'partake-games[render]'"
NO_RESVG = NO_PYGAME.replace("pygame", "resvg_py")


@pytest.mark.parametrize(
    ("missing", "module", "reason"),
    [
        ("gymnasium", "partake.env", "partake.env needs Gymnasium: pip install 'partake-games[env]'"),
        ("pettingzoo", "partake.env.five", "tables as environments need PettingZoo: pip install 'partake-games[env]'"),
        ("pygame", "partake.env; partake.env.HexagonEnv(render_mode='human')", NO_PYGAME),
        ("resvg_py", "partake.env; partake.env.HexagonEnv(render_mode='human')", NO_RESVG),
        (
            "pygame",
            "partake.env; e = partake.env.HexagonEnv(render_mode='rgb_array'); e.reset(); e.render()",
            NO_PYGAME,
        ),
        ("numba", "partake.env.vector", "partake.fast needs NumPy and Numba: pip install 'partake-games[fast]'"),
    ],
)
def test_a_missing_library_is_named(missing: str, module: str, reason: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\ntry: import {module}\nexcept ValueError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == reason
