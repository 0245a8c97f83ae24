"""What tests of lessons share: answers to each step, right and wrong, and ways to give them on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, expect

from partake.engine.actions import Action, Deed, Done, GiveUp, Keep, Move, Piece, Place, Relocate, Return, Scrap
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.teach.attempt import Attempt
from partake.teach.lesson import Step

MOST_TABS, MOST_STEPS = 20, 40
IS_FOCUSED = "e => e === document.activeElement"
ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


def answers(step: Step) -> Iterator[Attempt]:
    """Everything that can be tried on the page of a step, legal or not."""
    view = step.view
    found: list[Action] = list(view.legal)
    if isinstance(view, HexagonView):
        names, reserve = view.variant.positions, [view.sheet.cells[i] for i in view.variant.reserve]
        found += [Place(tile, cell) for tile in view.hand for cell in names]
        found += [Relocate(tile, cell) for tile in reserve if tile and step.is_relocating for cell in names]
    if isinstance(view, FiveView) and not view.wait:
        found += [Move(piece, square, Deed.LOOK) for piece in Piece for square in view.squares]
    return (step.try_out(format_action(action)) for action in dict.fromkeys(found))


def wrong_answer(step: Step) -> Attempt:
    """An answer that is not right and that the page lets one give; rather one that the rules refuse."""
    wrong = [made for made in answers(step) if not step.is_right(made)]
    if isinstance(step.view, FiveView):  # another piece in the way is chosen by a tap, not moved to
        taken = {square for _, square in step.view.pieces}
        wrong = [made for made in wrong if not (isinstance(made.action, Move) and made.action.square in taken)]
    if step.is_relocating:
        wrong = [made for made in wrong if getattr(made.action, "cell", "").startswith("x") is False]
    return min(wrong, key=lambda made: made.is_legal)


def by_mouse(page: Page, target: Locator) -> None:
    """Click something."""
    target.click()


def by_touch(page: Page, target: Locator) -> None:
    """Tap something."""
    target.tap()


def by_keys(page: Page, target: Locator) -> None:
    """Reach something by Tab and, on a board, by arrows, and press Enter."""
    is_cell = target.get_attribute("role") == "gridcell"
    for _ in range(MOST_TABS):
        if page.locator("[role=gridcell]:focus").count() if is_cell else target.evaluate(IS_FOCUSED):
            break
        page.keyboard.press("Tab")
    if is_cell:
        _walk(page, target)
    expect(target).to_be_focused()
    page.keyboard.press("Enter")


def _walk(page: Page, target: Locator) -> None:
    """Follow the arrow that leads nearest to a cell, and another one where that leads nowhere new."""
    middle = "e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
    seen: set[tuple[str, str]] = set()
    for _ in range(MOST_STEPS):
        at = page.locator("[role=gridcell]:focus")
        name, wanted = at.get_attribute("data-cell") or "", target.get_attribute("data-cell")
        if name == wanted:
            return
        (x, y), (u, v) = at.evaluate(middle), target.evaluate(middle)
        keys = sorted(ARROWS, key=lambda key: -(ARROWS[key][0] * (u - x) + ARROWS[key][1] * (v - y)))
        key = next(key for key in keys if (name, key) not in seen)
        seen.add((name, key))
        page.keyboard.press(key)
    raise AssertionError("the arrow keys do not lead there")


Way = Callable[[Page, Locator], None]
WAYS: dict[str, Way] = {"mouse": by_mouse, "touch": by_touch, "keys": by_keys}


def give(page: Page, action: Action, way: Way) -> None:
    """Give an answer on the page of a step."""

    def cell(name: str) -> Locator:
        return page.locator(f'.lesson svg.live [data-cell="{name}"]')

    match action:
        case Place(tile, name, _):
            if page.locator(".lesson .tiles button").count() > 1:
                way(page, page.locator(f'.lesson .tiles [data-tile="{tile}"]'))
            way(page, cell(name))
        case Relocate(tile, name):
            way(page, page.locator(f'.lesson svg.reserve [data-tile="{tile}"]'))
            way(page, cell(name))
        case GiveUp(value, square):
            way(page, page.locator(f'.lesson [data-gift="{value}"]'))
            way(page, cell(square))
        case Move(piece, square, deed):
            way(page, page.locator(f'.lesson [data-piece="{piece}"]'))
            expect(page.locator(".lesson .cell.from")).to_have_attribute("data-piece", piece)
            way(page, cell(square))
            button = page.locator(f'.lesson [data-deed="{deed}"]')
            if deed and page.locator(".lesson [data-deed]").count():
                way(page, button)
        case Done() | Scrap() | Keep() | Return():
            way(page, page.locator(f'.lesson button[value="{format_action(action)}"]'))
