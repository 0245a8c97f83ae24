"""What `partake bots new` writes: a bot that plays from the first moment, as a file or as a package to publish."""

from __future__ import annotations

import re
from pathlib import Path

from partake.cli.arguments import UsageError
from partake.rules.errors import quoted

CODE = '''\
"""A bot for Partake. Change `worth`, and see whether it gets better:

    {check}
    {arena}
    {play}
"""

from __future__ import annotations

from partake.bots import FREE, Bot, Budget
from partake.engine.actions import Action, Place, TakeBack
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView


class {kind}(Bot):
    """Goes on with lines that can still be completed."""

    name = "{name}"
    summary = "goes on with lines that can still be completed"
    families = frozenset({{"hexagon"}})  # Classic, Daffodil, Nexus and Orchid; Take Five is "five"

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """One of the legal actions: all that a bot must do.

        `view` is all that this seat may see; it must stay as it is. `budget` says how long to think: `budget.steps` or
        `budget.seconds`, None if nobody said. A new object plays each game, and the same seed must give the same
        game: take lots from `self.dice` and not from `random`.
        """
        assert isinstance(view, HexagonView)
        moves = [move for move in view.legal if not isinstance(move, TakeBack)]
        return self.best(moves, lambda move: self.worth(view, move))  # of equal ones any, by self.dice

    def worth(self, view: HexagonView, move: Action) -> float:
        """How good a move is: for each line through its cell what the line promises, or what the tile spoils.

        `view.sheet.cells` are the tiles on the board (None where there is none), `view.variant.board.lines` its lines,
        `view.bag` the tiles that may still come, `view.sheet.score.total` the points so far.
        """
        if not isinstance(move, Place) or move.owner:
            return 0.0
        value, position = 0.0, view.variant.index[move.cell]
        for line in view.variant.board.lines:
            if position in line.cells:
                number = move.tile[line.direction]
                there = [tile[line.direction] for cell in line.cells if (tile := view.sheet.cells[cell])]
                fits = all(other == number for other in there)
                value += number * (len(there) + 1) if fits else -sum(there)
        return value
'''
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "partake-{slug}"
version = "0.1"
description = "A bot for Partake that goes on with lines that can still be completed"
requires-python = ">=3.11"
dependencies = ["partake-games"]

[project.entry-points."partake.bots"]
{name} = "partake_{name}:{kind}"

[tool.hatch.build.targets.wheel]
packages = ["partake_{name}.py"]
"""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}", re.ASCII)


def new_files(name: str, *, is_package: bool) -> tuple[dict[Path, str], list[str]]:
    """The files of a new bot, and the commands to type next."""
    stem = name.removesuffix(".py")
    if not _NAME.fullmatch(stem):
        raise UsageError(
            "{name} cannot be the name of a bot: use letters from a to z, digits and _, beginning with a letter, at "
            "most 30",
            name=quoted(name),
        )
    lower = stem.lower()
    kind = "".join(part[:1].upper() + part[1:] for part in stem.split("_"))
    spelled = lower if is_package else f"{stem}.py"
    commands = [
        *([f"pip install -e {stem}"] if is_package else []),
        f"partake bots check {spelled}",
        f"partake arena classic {spelled} casual --games 200",
        f"partake play classic Ann bot:{spelled}",
    ]
    check, arena, play = commands[-3:]
    code = CODE.format(kind=kind, name=lower, check=check, arena=arena, play=play)
    if not is_package:
        return {Path(f"{stem}.py"): code}, commands
    project = PROJECT.format(slug=lower.replace("_", "-"), name=lower, kind=kind)
    return {Path(stem) / "pyproject.toml": project, Path(stem) / f"partake_{lower}.py": code}, commands
