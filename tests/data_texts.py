"""Small TOML files for the tests of data of one's own: a board, its tiles, an edition."""

from __future__ import annotations

from pathlib import Path

from boards import DATA

BOARD = """
kind = "board"
name = "tiny"
title = "Tiny"
columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 0]]
"""
TILES = """
kind = "tiles"
name = "eight"
title = "Eight tiles"
vertical = [1, 5]
rising = [2, 6]
falling = [3, 4]
suns = ["1-2-3", "5-6-4"]
[colours]
1 = "grey"
2 = "pink"
3 = "magenta"
4 = "light blue"
5 = "teal"
6 = "red"
"""
EDITION = """
kind = "edition"
family = "hexagon"
name = "tiny"
title = "Tiny"
board = "tiny"
tiles = "eight"
seats = [1, 8]
[options]
placement = ["free", "adjacent", "symbol"]
rays = ["none", "each"]
takeback = ["yes", "no"]
rounds = ["1"]
[points]
sunray = 3
moonray = 2
"""


def packaged(path: str) -> str:
    return (DATA / path).read_text(encoding="utf-8")


def write(folder: Path, **texts: str) -> list[Path]:
    """Files of these names and texts."""
    paths = [folder / f"{name}.toml" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths
