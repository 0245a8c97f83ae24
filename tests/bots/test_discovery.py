"""Bots are found by name: built in, as levels, and from installed packages; what is wrong with one harms no other."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import partake
from partake import bots
from partake.bots import discovery
from partake.bots.discovery import Entry, installed, named

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bot_package"
GOOD = """
from partake.bots import FREE, Bot

class {kind}(Bot):
    name = "{name}"
    summary = "the first legal move"

    def choose(self, view, budget=FREE):
        return view.legal[0]
"""


def make_package(folder: Path, package: str, name: str, target: str, code: str) -> None:
    """A package that brings one bot."""
    module = target.partition(":")[0]
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[partake.bots]\n{name} = {target}\n", encoding="utf-8")


def good(name: str, kind: str = "Good") -> str:
    """The code of a bot of this name that takes the first legal move."""
    return GOOD.format(name=name, kind=kind)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that this process can import."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    installed.cache_clear()
    before = set(sys.modules)
    yield folder
    installed.cache_clear()
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(folder) in str(sys.modules[name].__file__):
            del sys.modules[name]


def test_a_package_brings_a_bot(site: Path) -> None:
    make_package(site, "some-bots", "eager", "some_eager:Eager", good("eager", "Eager"))
    assert installed().entries["eager"].origin == "some-bots 1.0"
    assert "some_eager" not in sys.modules, "nothing is imported before it is asked for"
    assert named("eager").summary == "the first legal move"
    assert "some_eager" in sys.modules


BROKEN = [
    ("sick", "some_sick:Sick", "raise RuntimeError('no')", "of bad 1.0 cannot be loaded: RuntimeError: no"),
    ("sick", "some_sick:Sick", "import nothing_like_it", "cannot be loaded: ModuleNotFoundError"),
    ("sick", "some_sick:Sick", "Fit = 1", "cannot be loaded: AttributeError"),
    ("sick", "some_sick:Sick", "Sick = 7", "is no bot: some_sick:Sick is not a class of partake.bots.Bot"),
    ("sick", "some_sick:Sick", "class Sick: pass", "is not a class of partake.bots.Bot"),
    ("sick", "some_sick:Sick", good("well", "Sick"), "calls itself 'well': the names must agree"),
    ("sick", "some_sick:Sick", good("sick", "Sick").replace("the first legal move", ""), "has no summary"),
    ("sick", "some_sick:Sick", good("sick", "Sick") + "    families = frozenset({'chess'})\n", "plays no family"),
    ("sick", "some_sick:Sick", good("sick", "Sick").replace("choose", "chose"), "is unfinished: it lacks choose"),
    ("si@ck", "some_sick:Sick", good("si@ck", "Sick"), "'si@ck' of bad 1.0 cannot be the name of a bot"),
]


@pytest.mark.parametrize(("name", "target", "code", "sentence"), BROKEN)
def test_a_broken_package_is_told_in_a_sentence(site: Path, name: str, target: str, code: str, sentence: str) -> None:
    make_package(site, "bad", name, target, code)
    make_package(site, "fine", "fine", "some_fine:Fine", good("fine", "Fine"))
    with pytest.raises(partake.PartakeError) as told:
        named(name)
    assert sentence in str(told.value)
    assert "\n" not in str(told.value)
    assert named("fine").name == "fine"
    assert named("greedy").name == "greedy"


def test_nobody_takes_a_name_of_ours(site: Path) -> None:
    make_package(site, "thief", "greedy", "some_thief:Thief", good("greedy", "Thief"))
    make_package(site, "thief-too", "master", "some_master:Master", good("master", "Master"))
    assert named("greedy").__module__ == "partake.bots.baseline"
    assert named("master").__module__ == "partake.bots.levels"
    told = [str(entry.problem) for entry in installed().entries.values()]
    assert "the bot greedy of thief 1.0 cannot be used: partake has a bot of that name" in told
    assert len(told) == 2


def test_two_packages_cannot_share_a_name(site: Path) -> None:
    make_package(site, "one", "same", "some_one:One", good("same", "One"))
    make_package(site, "two", "same", "some_two:Two", good("same", "Two"))
    with pytest.raises(partake.PartakeError, match=r"brought by one 1\.0 and by two 1\.0: remove all"):
        named("same")


def test_unknown_names_are_answered_with_those_there_are(site: Path) -> None:
    make_package(site, "fine", "fine", "some_fine:Fine", good("fine", "Fine"))
    make_package(site, "thief", "greedy", "some_thief:Thief", good("greedy", "Thief"))
    with pytest.raises(partake.PartakeError) as told:
        named("deep")
    words = str(told.value)
    assert words.startswith("there is no bot 'deep'; there are random, greedy, heuristic")
    assert words.endswith("beginner, casual, skilled, expert, master, fine")


def test_a_missing_extra_is_named() -> None:
    entry = Entry("deep", "partake.nothing:Deep", extra="fast")
    sentence = "the bot deep needs the extra fast: pip install 'partake-games[fast]'"
    with pytest.raises(partake.PartakeError, match=f"^{re.escape(sentence)}$"):
        entry.load()


def test_every_bot_of_the_package_is_one() -> None:
    for registry in (bots.BOTS, bots.LEVELS):
        for name, kind in registry.items():
            assert (kind.name, named(name)) == (name, kind)
    assert len(bots.BOTS) == len(list(bots.BOTS))


def test_bots_are_imported_when_they_are_asked_for() -> None:
    code = """
import sys, partake.bots
assert not {"partake.bots.baseline", "partake.bots.levels", "numpy", "importlib.metadata"} & set(sys.modules)
partake.bots.named("greedy")
assert "partake.bots.baseline" in sys.modules
assert not {"partake.bots.hexagon.heuristic", "numpy", "importlib.metadata"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_example_package_installs_and_plays(tmp_path: Path) -> None:
    """`pip install` is enough: the command lists, checks by name and plays with the bot."""
    assert sum(len(path.read_text().splitlines()) for path in EXAMPLE.iterdir() if path.is_file()) < 60
    pytest.importorskip("hatchling")
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "--disable-pip-version-check", "--target", str(site), str(EXAMPLE)], check=True, capture_output=True
    )

    def run(*argv: str) -> str:
        code = f"import sys; sys.path.insert(0, {str(site)!r}); from partake.cli.main import main; sys.exit(main())"
        words = [sys.executable, "-c", code, *argv]
        return subprocess.run(words, check=True, capture_output=True, text=True, cwd=tmp_path).stdout

    assert "hexagon games; from partake-corners 1.0" in run("bots")
    assert "corners" in run("arena", "classic", "corners", "random", "--games", "3", "--seed", "s")
    assert "bot:corners" in run("play", "classic", "bot:corners", "--seed", "s")


def test_the_group_is_the_documented_one() -> None:
    assert f'[project.entry-points."{discovery.GROUP}"]' in (EXAMPLE / "pyproject.toml").read_text()
