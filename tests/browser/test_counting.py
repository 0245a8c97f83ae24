"""The script that counts boards on the page is made from the engine's own module, and counts as it does."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import partake
from partake.engine.hexagon.counting import Rules, count
from partake.engine.hexagon.counting_rules import counting_rules, indices
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, combinations, variant
from partake.web.assets import STATIC

ROOT = Path(__file__).parents[2]
SEATS = (1, 2, 3, 8)
COUNT = """async (text) => {
  const { count } = await import("https://counting.test/counting.js");
  const { rules, tables } = JSON.parse(text);
  return JSON.stringify(tables.map(([known, sheets]) => count(rules[known], sheets)));
}"""
Items = list[dict[str, Any]]
Board = list[Tile | None]


@pytest.fixture(scope="module")
def counter(chromium: Browser) -> Iterator[Page]:
    """A page that can load the scripts as they are shipped."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name:
            route.fulfill(path=STATIC / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>counting</title>", content_type="text/html")

    page = chromium.new_page()
    page.route("https://counting.test/**", answer)
    page.goto("https://counting.test/")
    yield page
    page.close()


def test_the_scripts_are_current() -> None:
    found = subprocess.run(
        [sys.executable, ROOT / "tools/page_scripts.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.returncode) == ("", 0)


def test_a_changed_module_makes_its_script_stale(tmp_path: Path) -> None:
    tool = (ROOT / "tools/page_scripts.py").read_text(encoding="utf-8")
    changed = tmp_path / "src/partake/engine/hexagon"
    changed.mkdir(parents=True)
    for name in ("line_rule", "counting"):
        text = (ROOT / f"src/partake/engine/hexagon/{name}.py").read_text(encoding="utf-8")
        (changed / f"{name}.py").write_text(text.replace("filled < 1", "filled < 2"), encoding="utf-8")
    (tmp_path / "src/partake/web").mkdir()
    (tmp_path / "src/partake/web/static").symlink_to(STATIC)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/page_scripts.py").write_text(tool, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, tmp_path / "tools/page_scripts.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.returncode) == ("line_rule.js is stale\n", 1)


def test_every_kind_of_item_is_counted_alike(counter: Page) -> None:
    assert kinds_of(compared(counter, boards=5_000)) == {"line", "ray", "bonus", "best-ray", "scrapyard", "penalty"}


@pytest.mark.slow
def test_a_hundred_thousand_boards_are_counted_alike(counter: Page) -> None:
    assert len(kinds_of(compared(counter, boards=100_000))) == 6


def test_worked_examples_are_counted_on_the_page(counter: Page) -> None:
    """H28: a ray of moons is worth six a tile besides the line; H23: wild stripes alone count as the highest number."""
    assert totals(counter, "daffodil", {"rays": "each"}, ["a1 *-*-*", "b1 1-*-*"]) == [
        partake.sheet("daffodil", {"a1": "*-*-*", "b1": "1-*-*"}, rays="each").score.total
    ]


def totals(counter: Page, edition: str, options: dict[str, str], lines: list[str]) -> list[int]:
    found = catalogue().edition(edition)
    assert isinstance(found, HexagonEdition)
    made = variant(found, options)
    sheet = partake.sheet(edition, dict(line.split() for line in lines), **options)
    [[items]] = on_the_page(counter, [counting_rules(made)], [(0, [indices(made, sheet.cells)])])
    return [sum(item["points"] for item in items)]


def compared(counter: Page, *, boards: int) -> Items:
    """Boards of every edition and combination of options, in turn, counted by the page and by the engine."""
    chance = random.Random(17)
    rules: list[Rules] = []
    ways: list[tuple[int, Variant, int]] = []
    for seats in SEATS:
        for made in variants(seats):
            if (counted := counting_rules(made)) not in rules:
                rules.append(counted)
            ways.append((rules.index(counted), made, seats))
    seen: Items = []
    left = boards
    while left > 0:
        tables = [(known, [indices(made, likely(made, chance)) for _ in range(seats)]) for known, made, seats in ways]
        left -= sum(len(sheets) for _, sheets in tables)
        for (known, sheets), found in zip(tables, on_the_page(counter, rules, tables), strict=True):
            assert found == count(rules[known], sheets), (rules[known]["rays"], rules[known]["scrapyard"], sheets)
            seen += [item for items in found for item in items]
    return seen


def on_the_page(counter: Page, rules: list[Rules], tables: list[tuple[int, list[list[int]]]]) -> list[list[Items]]:
    answer: str = counter.evaluate(COUNT, json.dumps({"rules": rules, "tables": tables}))
    found: list[list[Items]] = json.loads(answer)
    return found


def kinds_of(items: Items) -> set[str]:
    return {item["kind"] for item in items}


def variants(seats: int) -> list[Variant]:
    """Every combination of options of every edition that so many can play and that counts differently."""
    found: dict[str, Variant] = {}
    for edition in catalogue().editions.values():
        if isinstance(edition, HexagonEdition):
            for chosen in combinations(edition, seats=seats):
                made = variant(edition, chosen, seats=seats)
                found.setdefault(str((edition.name, counting_rules(made), made.tiles.name)), made)
    return list(found.values())


def likely(made: Variant, chance: random.Random) -> Board:
    """A board on which much scores: most lines of one direction have one number, and some cells may be empty."""
    tiles = list(made.tiles.tiles)
    chance.shuffle(tiles)
    order: Callable[[Tile], Any] | None = chance.choice(
        [None, lambda tile: tile[0], lambda tile: (made.tiles.symbols.get(tile, ""), tile[0]), made.tiles.bonus]
    )
    if order is not None:
        tiles.sort(key=order)
        swapped = chance.randrange(0, 6)
        for _ in range(swapped):
            a, b = chance.randrange(len(tiles)), chance.randrange(len(tiles))
            tiles[a], tiles[b] = tiles[b], tiles[a]
    gaps = chance.choice([0.0, 0.0, 0.1, 0.4])
    return [tiles.pop() if chance.random() >= gaps else None for _ in made.positions]
