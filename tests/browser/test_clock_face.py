"""The clock of a move, as it is seen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from browsing import Guest

Visit = Callable[..., Page]


def test_the_clock_never_shows_more_than_the_table_gives(visit: Visit) -> None:
    """A page that was long on its way has an old idea of what time it is at the server."""
    page = visit()
    table = Guest(page).create("classic", clock=30)

    def age(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=re.sub(r'data-now="[^"]*"', f'data-now="{time.time() - 60}"', answer.text())
        )

    page.route(f"**/tables/{table}", age)
    page.goto(f"/tables/{table}")
    expect(page.locator("[data-part=clock]")).to_have_text("30 s")
