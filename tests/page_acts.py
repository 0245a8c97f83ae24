"""What is done on a page before it is looked at, in any language: by the parts of pages, never by their words."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browsing import COMPILING, Guest


def playing(page: Page) -> None:
    """Wait until the tile can be placed."""
    expect(page.locator(".mine .cell.legal").first).to_be_visible()


def told(page: Page) -> None:
    """Wait until the page says what happens."""
    expect(page.locator("[data-part=told]")).not_to_be_empty()


def keys(page: Page) -> None:
    """The dialogue with the keys."""
    playing(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def five_keys(page: Page) -> None:
    told(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def focused(page: Page) -> None:
    """A cell, with the tile as it would lie there."""
    playing(page)
    page.locator(".mine .cell.legal").first.focus()


def mistaken(page: Page) -> None:
    """Something typed that is no move."""
    playing(page)
    page.keyboard.press("/")
    page.keyboard.type("z9")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=mistake]")).not_to_be_empty()


def unfair(page: Page) -> None:
    """How a day can be checked."""
    page.locator(".fair > summary").click()
    expect(page.locator(".fair code").first).to_be_visible()


def enlarged(page: Page) -> None:
    """Another player's board, larger."""
    playing(page)
    page.locator("[data-enlarge]").first.click()
    expect(page.locator(".other.large")).to_be_visible()


def unfolded(page: Page) -> None:
    """All that can be unfolded on a table."""
    playing(page)
    page.locator("main details:not([open])").evaluate_all("all => all.forEach(one => one.open = true)")


def offline(page: Page) -> None:
    """The notice that the server is not reached, and a move that waits for it."""
    playing(page)
    page.context.set_offline(True)
    page.locator(".mine .cell.legal").first.click()
    expect(page.locator("[data-part=offline]")).to_be_visible()


def between(page: Page) -> None:
    """The result of the first of two games, which is shown to those who were there."""
    guest = Guest(page)
    table = guest.create("classic", options={"rounds": 2, "takeback": "no"})
    page.goto(f"/tables/{table}")
    expect(page.locator(".mine .cell.legal")).to_have_count(19)
    while guest.act(table):
        pass
    expect(page.locator(".outcome")).to_be_visible()


def chosen(page: Page) -> None:
    """A piece and a square, with what can be done there."""
    page.locator(".cell.movable").first.click()
    page.locator(".cell.legal").first.click()
    expect(page.locator("[data-part=choices] button").first).to_be_visible()


def name_taken(page: Page) -> None:
    """A name that somebody has at the table."""
    page.locator("[name=nickname]").fill("Ann")
    page.locator(".sit > .main").click()
    expect(page.locator("#taken")).to_be_visible()


def noticed(page: Page) -> None:
    """The notice of an invitation, on any page after the result."""
    expect(page.locator("[data-notice]")).to_be_visible()
    page.goto("/me")
    expect(page.locator("[data-notice]")).to_be_visible()


def waited(page: Page) -> None:
    """The notice that the game waits for somebody who is away."""
    expect(page.locator("[data-part=absence]")).to_be_visible()


def passing(page: Page) -> None:
    """The button to pass the device on."""
    expect(page.locator(".pass:visible")).to_be_visible()


def curtained(page: Page) -> None:
    """What hides the table between two players."""
    page.locator(".pass:visible a").click()
    expect(page.locator(".curtain:visible")).to_be_visible()


def carry(page: Page) -> None:
    """The link for another device."""
    page.locator("form[action='/me/carry'] button").click()
    expect(page.locator("#link")).to_be_visible()


def carried(page: Page) -> None:
    """What the other device is asked."""
    carry(page)
    page.goto(page.locator("#link").input_value())
    expect(page.locator("form[action^='/carry']")).to_be_visible()


def token(page: Page) -> None:
    """A new token, which is shown once; the one before it is dropped, because there may not be many."""
    drops = page.locator(".tokens form.end button")
    if drops.count() > 1:
        drops.first.click()
    page.locator("[name=label]").fill("Telephone")
    page.locator("form[action='/me/tokens'] button").click()
    expect(page.locator("#link")).to_be_visible()


def saved(page: Page) -> None:
    """What is said after a choice: the one that is chosen already, so that nothing else changes."""
    page.locator("#look input[type=radio]:checked").first.dispatch_event("change")
    expect(page.locator("[data-part=saved]")).not_to_be_empty()


def hinted(page: Page) -> None:
    """A hint was asked for, and what it is about."""
    expect(page.locator(".mine .cell.legal").first).to_be_visible()
    for _ in range(2):
        page.locator("[data-part=hint]").click()
        expect(page.locator("[data-part=hint][aria-busy=true]")).to_have_count(0, timeout=COMPILING)
        expect(page.locator(".mine .cell.hinted").first).to_be_visible(timeout=COMPILING)


def exercised(page: Page) -> None:
    """An exercise waits for an answer."""
    expect(page.locator(".exercise .cell.legal").first).to_be_visible()


def retried(page: Page) -> None:
    """An exercise was answered."""
    exercised(page)
    page.locator(".exercise .cell.legal").first.click()
    expect(page.locator(".answered")).to_be_visible()


def retried_all(page: Page) -> None:
    """All exercises were answered."""
    retried(page)
    while page.locator(".answered").count():
        page.locator(".answered a.main").click()
        expect(page.locator(".exercise .cell.legal, .exercise-end").first).to_be_visible()
        if page.locator(".exercise-end").count() == 0:
            retried(page)


def lesson_answer(cell: str, verdict: str) -> Callable[[Page], None]:
    """Answers a step of a lesson by a cell, and waits for what is said about it."""

    def act(page: Page) -> None:
        page.locator(f'.lesson svg.live [data-cell="{cell}"]').click()
        expect(page.locator(f".verdict.{verdict}")).to_be_visible()

    return act


def lesson_move(page: Page) -> None:
    """Choose a piece and a square of a lesson in Take Five: look or take?"""
    page.locator('.lesson [data-cell="a1"]').click()
    page.locator('.lesson [data-cell="c3"]').click()
    expect(page.locator(".lesson [data-deed]")).to_have_count(2)
