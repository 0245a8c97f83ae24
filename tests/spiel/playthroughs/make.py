"""Record the playthroughs anew: `python tests/spiel/playthroughs/make.py`.

They are what OpenSpiel's own tool writes, which shows some states of each game, in fewer bytes: bits are `.` and `1`,
and equal lines that follow each other, rows of tensors, stand there once.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import partake.spiel  # registers the games

FOLDER = Path(__file__).parent
GAMES = {
    "classic": "partake_classic()",
    "classic-two-players": "partake_classic(players=2,utility=win,draw=2)",
    "daffodil": "partake_daffodil(stamens=reserve,rays=each)",
    "nexus": "partake_nexus()",
    "orchid": "partake_orchid(symbols=both)",
    "five": "partake_five(turns=8,deals=2,markers=1)",
    "five-three-players": "partake_five(players=3,turns=6,deals=1,phase=3)",
}
"""The game of each file; Take Five with few turns, because its tensors of perfect recall have a row for each action."""


def recorded(game: str) -> str:
    """A playthrough of a game by random actions, always the same."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["make"])
    lines: list[str] = generate_playthrough.playthrough_lines(game, seed=1)
    found = []
    for line, equal in groupby(line.replace("◯", ".").replace("◉", "1") for line in lines):
        number = len(list(equal))
        found.append(f"{line}  ({number} times)" if number > 1 else line)
    return "\n".join(found) + "\n"


if __name__ == "__main__":
    assert partake.spiel.NAMES
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(recorded(game), encoding="utf-8")
