"""A player who sees nothing: keys are pressed, and all that is known comes from roles, names and what is read out."""

from __future__ import annotations

import re

from playwright.sync_api import Page

MOST_KEYS = 60
"""How many keys lead to anything on a page."""
HEARD = """
    window.heard = [];
    new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
      const found = target.nodeType === 1 ? target : target.parentElement;
      const live = found?.closest("[aria-live], [role=status], [role=log], [role=alert]");
      if (!live || live.closest("[hidden]")) return;
      addedNodes.forEach((node) => node.textContent.trim() && window.heard.push(node.textContent.trim()));
    })).observe(document, { childList: true, subtree: true });
"""
"""What a screen reader would read out by itself, in the order in which it came."""


class Blind:
    """A player who hears: the names of what has the focus, and the news."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(HEARD)

    def press(self, key: str) -> str:
        """Press a key; what is heard of the place where it leads."""
        self.page.keyboard.press(key)
        return self.here()

    def here(self) -> str:
        """Role and name of what has the focus."""
        found = self.page.locator(":focus")
        lines = found.aria_snapshot().splitlines() if found.count() else []
        return lines[0].removeprefix("- ").strip("'") if lines else ""  # it may have gone meanwhile

    def heard(self) -> list[str]:
        """All that was read out."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    def listen(self, words: str, after: int = 0) -> list[str]:
        """Wait until something with these words is read out; all that was since."""
        self.page.wait_for_function(
            "([words, after]) => window.heard.slice(after).some((one) => one.includes(words))", arg=[words, after]
        )
        return self.heard()[after:]

    def tab_to(self, *starts: str, key: str = "Tab") -> str:
        """Press Tab until something has the focus whose role and name begin so."""
        for _ in range(MOST_KEYS):
            if (here := self.press(key)).startswith(starts):
                return here
        raise AssertionError(f"the Tab key does not lead to {starts}")

    def cells(self, board: str) -> list[str]:
        """The names of all cells of a board."""
        tree = self.page.get_by_role("grid", name=board, exact=True).aria_snapshot()
        return re.findall(r'- gridcell "([^"]*)"', tree)

    def squares(self, end: str) -> list[str]:
        """The squares of the board of Take Five whose names end so."""
        return [name.partition(",")[0] for name in self.cells("Board") if name.endswith(end)]

    def buttons(self) -> list[str]:
        """The names of all buttons."""
        return re.findall(r'- button "([^"]*)"', self.page.locator("main").aria_snapshot())

    def walk(self, cell: str, *, up: str = "ArrowUp") -> None:
        """Go to a cell of the board with the arrow keys, by the names on the way."""
        down = "ArrowDown" if up == "ArrowUp" else "ArrowUp"
        for _ in range(MOST_KEYS):
            at = self.here().partition('"')[2].partition(",")[0]
            if at == cell:
                return
            if at[0] != cell[0]:
                self.press("ArrowRight" if at[0] < cell[0] else "ArrowLeft")
            else:
                self.press(down if int(at[1:]) < int(cell[1:]) else up)
        raise AssertionError(f"the arrow keys do not lead to {cell}")

    def type(self, line: str) -> None:
        """Type a move."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
