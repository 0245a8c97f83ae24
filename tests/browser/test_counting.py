"""The script that counts boards on the page is made from the engine's own module, and counts as it does."""

from __future__ import annotations

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
COUNT = """async (tables) => {
  const { count } = await import("https://counting.test/counting.js");
  return tables.map(([rules, sheets]) => count(rules, sheets));
}"""
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
    [[items]] = counter.evaluate(COUNT, [[counting_rules(made), [indices(made, sheet.cells)]]])
    return [sum(item["points"] for item in items)]


def compared(counter: Page, *, boards: int) -> list[object]:
    """Boards of every edition and combination of options, in turn, counted by the page and by the engine."""
    chance = random.Random(17)
    kinds: list[object] = []
    ways = [(made, seats) for seats in SEATS for made in variants(seats)]
    left, batch = boards, list[tuple[Rules, list[list[int]]]]()
    while left > 0:
        chance.shuffle(ways)
        for made, seats in ways:
            batch.append((counting_rules(made), [indices(made, likely(made, chance)) for _ in range(seats)]))
            left -= seats
        kinds += [item for table in agreed(counter, batch) for items in table for item in items]
        batch.clear()
    return kinds


def agreed(counter: Page, batch: list[tuple[Rules, list[list[int]]]]) -> list[list[list[dict[str, object]]]]:
    on_the_page: list[list[list[dict[str, object]]]] = counter.evaluate(COUNT, [list(table) for table in batch])
    for (rules, sheets), found in zip(batch, on_the_page, strict=True):
        assert found == count(rules, sheets), (rules["rays"], rules["scrapyard"], sheets)
    return on_the_page


def kinds_of(items: list[object]) -> set[object]:
    return {item["kind"] for item in items if isinstance(item, dict)}


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
