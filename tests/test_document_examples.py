"""What documents show is run: every block of Python, and every command line as far as its arguments go."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from partake.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
GAME = ROOT / "tests" / "golden" / "classic-rays.partake"
"""The record that documents call `game.partake`."""


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def command_lines(page: Path) -> list[str]:
    """The commands of a page: what follows `$ `, each part of a pipe for itself; continued lines are joined."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
    parts = [part.strip() for line in lines for part in re.split(r" (?:\||&&) ", line.partition(" #")[0])]
    return [part for part in parts if part.startswith("partake ")]


def folder_of_a_reader(folder: Path) -> Path:
    """An empty folder but for the files that documents take for granted."""
    (folder / "game.partake").write_bytes(GAME.read_bytes())
    return folder


WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_the_python_of_a_document_runs_as_it_stands(page: Path, tmp_path: Path) -> None:
    """All blocks of a document, one after another, as one program in a folder of its own."""
    found = blocks(page, "python")
    program = folder_of_a_reader(tmp_path) / "example.py"
    sessions = [block for block in found if ">>>" in block]
    program.write_text("\n".join(block for block in found if ">>>" not in block), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program], cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, f"{page.name}:\n{done.stderr}"
    if sessions:
        text = "\n".join(sessions)
        test = doctest.DocTestParser().get_doctest(text, {"__name__": page.stem}, page.name, str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        assert runner.run(test).failed == 0


def test_every_python_in_a_document_is_marked_as_such() -> None:
    """A block without a language that imports from the package would not be run."""
    for page in PAGES:
        for block in blocks(page, ""):
            assert not re.search(r"^(from partake|import partake)", block, re.MULTILINE), f"{page.name}:\n{block}"


@pytest.mark.parametrize(
    ("page", "line"), [pytest.param(page, line, id=line) for page in PAGES for line in command_lines(page)]
)
def test_the_commands_of_a_document_can_be_typed(page: Path, line: str) -> None:
    """Each option exists and takes such a value."""
    words = shlex.split(re.sub(r" [<>]+ ?\S+", "", line.removesuffix(" &")))[1:]
    if words[0].startswith("-"):
        return
    assert words[0] in COMMANDS, page.name
    module = importlib.import_module(f"partake.cli.commands.{words[0]}")
    if "--help" not in words:
        module.parser().parse_intermixed_args(words[1:])
