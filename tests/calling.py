"""What the tests of the caller share: a page whose clock stands still, its set-up, taps, what is kept, and a voice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition

Visit = Callable[..., Page]
MOMENT = 1_000
"""Milliseconds after which a tap is no slip of the finger any more."""
VOICE = """
window.said = [];
const voice = (lang, name, localService) => ({ lang, name, voiceURI: lang, localService });
const near = ["en-GB", "fr-FR", "de-DE", "ro-RO"].map((lang) => voice(lang, lang, true));
const voices = [voice("en-US", "Another voice", false), ...near];
const speak = ({ text, lang, rate, volume, voice }) =>
  volume && window.said.push({ text, lang, rate, voice: voice.name });
const value = { getVoices: () => voices, speak, cancel() {}, addEventListener() {} };
Object.defineProperty(window, "speechSynthesis", { value });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
"""A browser's voice that writes down what it says."""


def opened(page: Page, *, voice: bool = False) -> Page:
    """The set-up, with a clock that stands still."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    if voice:
        page.add_init_script(VOICE)
    page.goto("/call")
    expect(page.locator("#setup")).to_be_visible()
    return page


def chosen(page: Page, edition: str, way: str = "", *names: str) -> None:
    """An edition, a way to play it, and players."""
    page.locator(f".pick:has([value={edition}])").click()
    if way:
        page.locator(".ways label", has_text=way).click()
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Name of player {number}").fill(name)


def unfolded(page: Page) -> None:
    """What is behind the fold."""
    page.locator("[data-part=calling] > summary").click()


def started(page: Page, edition: str = "classic", way: str = "", *names: str) -> Page:
    """A game about to be called."""
    chosen(page, edition, way, *names)
    begin(page)
    return page


def begin(page: Page) -> None:
    page.locator(".start button").click()
    expect(page.locator(".stage:visible")).to_be_visible()


def tiles(page: Page) -> Locator:
    return page.locator("#stage .tiles")


def count(page: Page) -> Locator:
    return page.locator("#stage [data-part=count]")


def called(page: Page) -> list[str]:
    """What is called at this moment."""
    return page.locator("#stage .tiles figcaption").all_text_contents()


def tap(page: Page, number: int) -> list[str]:
    """A tap on the tile, which makes this number of tiles called."""
    page.clock.run_for(MOMENT)
    tiles(page).click()
    expect(count(page)).to_have_text(re.compile(rf"^{number} of "))
    return called(page)


def kept(page: Page, prefix: str) -> Any:
    """The one thing that is kept under names with this beginning."""
    return page.evaluate(
        "async (prefix) => { const keep = await import('/static/keep.js');"
        " const [name] = await keep.names(prefix); return name ? keep.load(name) : null }",
        prefix,
    )


def keep(page: Page, name: str, value: Any) -> None:
    """Have something kept."""
    page.evaluate(
        "async ([name, value]) => { const keep = await import('/static/keep.js'); await keep.save(name, value) }",
        [name, value],
    )


def hexagon(name: str) -> HexagonEdition:
    found = catalogue().edition(name)
    assert isinstance(found, HexagonEdition)
    return found


def hidden(page: Page, is_hidden: bool) -> None:
    """As if the page were behind a phone call, or before it again."""
    page.evaluate(
        "is => { Object.defineProperty(document, 'hidden', { value: is, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }",
        is_hidden,
    )


def tap_any(page: Page, times: int) -> None:
    """Some tiles, in any language."""
    for number in range(1, times + 1):
        page.clock.run_for(MOMENT)
        tiles(page).click()
        expect(page.locator("#stage .history li")).to_have_count(number)


def caller(page: Page) -> None:
    """The set-up of the caller, without a game that waits, for a page that is looked at in many states."""
    page.evaluate("async () => { const { remove } = await import('/static/keep.js'); await remove('current/call') }")
    page.reload()
    unfolded(page)


def calling(page: Page) -> None:
    """A tile that is called, and one before it."""
    caller(page)
    begin(page)
    for number in (1, 2):
        page.locator("#stage [data-part=next]").click(delay=700)
        expect(page.locator("#stage .history li")).to_have_count(number)


def own_bag(page: Page) -> None:
    """A tile from the players' own bag."""
    caller(page)
    page.locator("input[name=own][value=true]").check()
    begin(page)
    page.locator("#stage .picker .bag button").first.click()
    expect(page.locator("#stage .history li")).to_have_count(1)


def called_out(page: Page) -> None:
    """The end of a game."""
    own_bag(page)
    for number in range(2, 20):
        page.locator("#stage .picker .bag button:enabled").first.click()
        expect(page.locator("#stage .history li")).to_have_count(number)
    page.locator("#stage [data-part=next]").click(delay=700)
    expect(page.locator("#end")).to_be_visible()


def keeping(page: Page) -> None:
    """Markers of Take Five."""
    caller(page)
    page.locator(".pick:has([value=five])").click()
    begin(page)
    page.locator("#five [data-seat='1']").click()
    expect(page.locator("#five li")).to_have_count(1)


def caller_keys(page: Page) -> None:
    """The dialogue with the keys."""
    caller(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
