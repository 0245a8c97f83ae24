"""How many entries and seconds a full Nexus board with its scrapyard takes on the scorekeeper, typed as people type.

    python bench/scorekeeper.py                 entry by entry, and column by column
    python bench/scorekeeper.py --keys 4        keystrokes a second (a practised typist has 5 or more)
    python bench/scorekeeper.py --look 1.2      seconds to look from the board to the next tile

A real server and a real Chromium: the keys are pressed one after the other at that speed, and the clock runs until the
last entry is counted and shown.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from boards import variant_of
from machine import describe
from scorekeeping import Scorekeeper, columns, drawn_boards
from served import serving

MOST_ENTRIES, MOST_SECONDS = 44, 180.0
"""What was promised."""


def typed(page: Page, lines: list[str], *, keys: float, look: float) -> float:
    """Seconds until all lines are entered; before each tile one looks at the cardboard for `look` seconds."""
    began = due = time.perf_counter()
    for line in lines:
        due += look * max(1, len(line.split()) - 1)
        for key in f"{line}\n":
            time.sleep(max(0.0, due - time.perf_counter()))
            page.keyboard.press("Enter" if key == "\n" else key)
            due += 1 / keys
    return time.perf_counter() - began


def ways(cells: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The board as lines, cell by cell and column by column."""
    short = {cell: tile.replace("-", "") for cell, tile in cells.items()}
    yield "cell by cell, `c3 978`", [f"{cell} {tile}" for cell, tile in short.items()]
    yield "a cell once, then tiles, `978`", ["a1", *short.values()]
    yield "column by column, `c 927 …`", list(columns(variant_of("nexus"), cells))


def main() -> int:
    """Print a table; the status is 1 if the promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=float, default=4.0)
    parser.add_argument("--look", type=float, default=1.2)
    args = parser.parse_args()
    (cells,) = drawn_boards(variant_of("nexus"), 1, "bench")
    is_kept = True
    with serving(Path(tempfile.mkdtemp()), pages=True) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        print(f"{describe()}\n")
        print("| way | entries | keystrokes | seconds |\n|---|---:|---:|---:|")
        for name, lines in ways(cells):
            page = browser.new_context(base_url=served.link).new_page()
            keeper = Scorekeeper(page)
            keeper.begin("nexus", "Ana")
            page.keyboard.press("/")
            seconds = typed(page, lines, keys=args.keys, look=args.look)
            assert keeper.cells == cells
            print(f"| {name} | {len(lines)} | {sum(len(line) + 1 for line in lines)} | {seconds:.0f} |", flush=True)
            is_kept &= seconds < MOST_SECONDS and (len(lines) <= MOST_ENTRIES or lines[0] == "a1")
        browser.close()
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
