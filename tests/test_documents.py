"""Documents are held to the code: examples run, and every edition, option and command has its place."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

import partake
from partake.cli.main import COMMANDS
from partake.engine.actions import FiveAction, HexagonAction
from partake.engine.notation import parse_move
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import NotationError
from partake.rules.options import OPTIONS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
HEADINGS = ["Board", "Tiles", "A game", "Scoring", "Options", "Where the rulebooks are silent"]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", read(path), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", partake.editions())
def test_every_edition_has_a_page_with_the_same_headings(name: str) -> None:
    edition = partake.edition(name)
    page = read(DOCS / f"{name}.md")
    wanted = HEADINGS if isinstance(edition, HexagonEdition) else ["Pieces" if h == "Tiles" else h for h in HEADINGS]
    assert page.startswith(f"# {edition.title}\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE)[: len(wanted)] == wanted
    assert f"partake play {name}" in page


@pytest.mark.parametrize("name", partake.editions())
def test_every_option_and_value_is_on_the_page_of_its_edition(name: str) -> None:
    page = read(DOCS / f"{name}.md")
    rows = dict(re.findall(r"^\| `([a-z]+)` \|(.*)$", page, re.MULTILINE))
    offered = partake.edition(name).offer.values
    assert set(rows) == set(offered), "the table of options does not match those on offer"
    for option, values in offered.items():
        shown = re.findall(r"`([^`]+)`", rows[option])
        positions = [shown.index(value) for value in values if value in shown]
        assert len(positions) == len(values), f"{option} has the values {', '.join(values)}"
        assert positions[0] == min(positions), f"the first value of {option} must be its default, {values[0]}"


def test_every_option_is_documented_somewhere() -> None:
    everything = "".join(map(read, PAGES))
    for option in OPTIONS.values():
        for word in (option.name, *(value for value in option.values if value != "N")):
            assert f"`{word}`" in everything, word


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert any(f"partake {command}" in read(page) for page in PAGES)
    assert f"partake {command}" in read(README), f"the README does not speak of 'partake {command}'"


def test_every_public_name_is_explained() -> None:
    for name in partake.__all__:
        assert getattr(partake, name).__doc__, f"partake.{name} has no docstring"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", read(page)):
        if "://" not in target and not target.startswith("#"):
            assert (page.parent / target.partition("#")[0]).exists(), f"{page.name} links to {target}"


def test_the_page_of_records_shows_every_kind_of_action() -> None:
    shown = set()
    for word in re.findall(r"`([^`\s]+)`", read(DOCS / "records.md")):
        with suppress(NotationError):
            shown.add(type(parse_move(word)[1]))
    assert shown == set(get_args(HexagonAction) + get_args(FiveAction))


def test_the_sample_of_records_is_a_true_record() -> None:
    sample = blocks(DOCS / "records.md", "")[0]
    assert format_record(read_record(sample, catalogue())) == sample


def test_every_header_of_a_record_is_described() -> None:
    for header in ("Edition", "Rules", "Options", "Seat", "Open", "Commitment", "Result", "Seed"):
        assert f"`{header}" in read(DOCS / "records.md"), header


ARCHITECTURE = read(ROOT / "ARCHITECTURE.md")
SOURCES = ROOT / "src" / "partake"


def source(path: str) -> Path | None:
    """The file that the map of the code calls by this path: below the package, its pages' folder, or the checkout."""
    return next(
        (base / path for base in (SOURCES, SOURCES / "web", ROOT, ROOT / "src") if (base / path).is_file()), None
    )


def test_every_file_on_the_map_of_the_code_is_there() -> None:
    named = set(re.findall(r"`([\w/]+/[\w/]*\w\.(?:py|js|toml))`", ARCHITECTURE))
    assert len(named) > 80
    assert [path for path in sorted(named) if source(path) is None] == []


def test_every_name_on_the_map_of_the_code_is_in_its_file() -> None:
    named = re.findall(r"`([\w/]+/\w+\.(?:py|js))`(?:, | \()`#?([\w.]+)`", ARCHITECTURE)
    assert len(named) > 15
    for path, name in named:
        file = source(path)
        assert file is not None, path
        if not name.endswith((".py", ".js")):
            assert all(re.search(rf"\b{part}\b", read(file)) for part in name.split(".")), f"{path} has no {name}"


def test_every_package_is_on_the_map_of_the_code() -> None:
    packages = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert packages | {"data"} == set(re.findall(r"^  (\w+)/ ", ARCHITECTURE, re.MULTILINE))


@pytest.mark.parametrize(
    "name", [name for name, found in partake.editions().items() if "takeback" in found.offer.values]
)
def test_h17_each_page_says_that_take_back_is_a_decision_of_ours(name: str) -> None:
    assert partake.edition(name).offer.values["takeback"][0] == "yes"
    silent = read(DOCS / f"{name}.md").partition("## Where the rulebooks are silent")[2]
    assert re.search(r"printed (rules know no take-back|editions lets a placed tile be moved)", silent)
    assert "a slip of the finger" in silent
