"""Installed beside the other project named `partake`, the command says what is wrong and what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import partake

PACKAGE = Path(partake.__file__).parent
SENTENCE = (
    "partake: Another project named partake is installed in the same place, and the two overwrite each other's files: "
    "pip uninstall partake partake-games, then pip install partake-games\n"
)
THEIR_FILES = {
    "__init__.py": "from .splitter import LineSplitter\n",
    "__main__.py": "from .cli import partake_cli\n\nif __name__ == '__main__':\n    partake_cli()\n",
    "cli.py": "def partake_cli():\n    print('theirs')\n",
    "splitter.py": "LineSplitter = object\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages with ours in it."""
    (tmp_path / "partake").mkdir()
    for path in PACKAGE.iterdir():
        (tmp_path / "partake" / path.name).symlink_to(path)
    return tmp_path


def install_theirs(site: Path, *, is_last: bool) -> None:
    """The other project's files: all of them if it is installed last, else those that ours did not overwrite."""
    for name, code in THEIR_FILES.items():
        path = site / "partake" / name
        if is_last:
            path.unlink(missing_ok=True)
        if not path.exists():
            path.write_text(code)
    about = site / "partake-0.5.3.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: partake\nVersion: 0.5.3\n")


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, cwd=site)


def test_alone_it_says_nothing(site: Path) -> None:
    for word in ("--version", "bots"):
        found = run(site, "-m", "partake", word)
        assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("word", ["--version", "editions"])
def test_installed_after_the_other_it_warns_and_works(site: Path, word: str) -> None:
    install_theirs(site, is_last=False)
    found = run(site, "-m", "partake", word)
    assert (found.returncode, found.stderr) == (0, SENTENCE)
    assert found.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("-c", "from partake.cli import partake_cli; partake_cli()"),  # the other's console script
        ("-c", "from partake.cli.main import run; run()", "--version"),  # ours
        ("-m", "partake"),
    ],
)
def test_installed_before_the_other_it_says_what_is_wrong(site: Path, words: tuple[str, ...]) -> None:
    install_theirs(site, is_last=True)
    found = run(site, *words)
    assert (found.returncode, found.stderr) == (1, SENTENCE)


def test_a_distribution_of_that_name_elsewhere_is_no_matter(site: Path, tmp_path: Path) -> None:
    about = tmp_path / "elsewhere" / "partake-0.5.3.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: partake\nVersion: 0.5.3\n")
    code = f"import sys; sys.path.insert(0, {str(about.parent)!r}); from partake.cli.main import run; run()"
    assert run(site, "-c", code, "--version").stderr == ""
