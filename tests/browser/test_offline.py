"""The scorekeeper and the caller work without a network after one visit to either, and new versions come quietly."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, expect

from browsing import PHONE
from cuttable import Mode, cuttable
from killable import living
from partake.web.middleware import POLICY
from partake.web.release import release
from releases import other_release
from served import serving
from served_process import eventually, serving_process

PAGES = ("/score", "/call")
BOTH = pytest.mark.parametrize(("visited", "other"), [PAGES, PAGES[::-1]], ids=["score", "call"])
READY = "This page is on your device now: it works without a network."
SECOND = {
    "web/templates/base.html": ('<main id="content">', '<main id="content" data-release="second">'),
    "web/static/page.js": ("export function toast", "document.documentElement.id = 'second';\nexport function toast"),
}
"""A page and a script of the next release."""
BROKEN = {**SECOND, "web/static/sw.js": ('"/offline"]', '"/offline", "/nowhere"]')}
"""A release whose worker cannot be installed."""


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A new visitor with a phone; no script may fail, with a network or without."""
    problems: list[str] = []
    with chromium.new_context(viewport=PHONE) as found:
        found.on("weberror", lambda problem: problems.append(str(problem.error)))
        yield found
    assert problems == []


def line(page: Page) -> Any:
    """Where new versions are told."""
    return page.locator("p.install[role=status]")


def arrive(page: Page, address: str) -> None:
    """Visit a page for the first time, until it is kept."""
    page.goto(address)
    expect(line(page)).to_have_text(READY)


def is_whole(page: Page, path: str) -> None:
    """The page is shown, in its colours, and its scripts run."""
    assert page.evaluate("() => location.pathname") == path
    expect(page.locator("main h1:visible")).to_have_count(1)
    expect(line(page)).to_be_attached()
    sheets = page.evaluate("() => [...document.styleSheets].map((sheet) => sheet.cssRules.length)")
    assert len(sheets) >= 2
    assert all(sheets)


def is_kept_as(page: Page, mark: str) -> bool:
    """Whether all that the worker keeps has this language and look, in this release."""
    found: list[str] = page.evaluate(
        """async () => {
          const [name] = await caches.keys();
          const kept = (path) => caches.match(path, { cacheName: name }).then((answer) => answer.text());
          const texts = await Promise.all(["/score", "/call", "/offline"].map(kept));
          return texts.map((text) => text.match(/name="kept" content="([^"]+)"/)[1]);
        }"""
    )
    return set(found) == {f"{release()}.{mark}"}


def look_again(page: Page) -> None:
    """The page is seen again after a while: the browser asks whether there is a new worker."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


@BOTH
def test_one_visit_to_either_page_keeps_both(context: BrowserContext, tmp_path: Path, visited: str, other: str) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        arrive(page, served.link + visited)
    answer = page.reload()
    is_whole(page, visited)
    expect(line(page)).to_be_empty()
    assert answer is not None
    assert answer.headers["content-security-policy"] == POLICY
    page.goto(f"{served.link}{other}?evening=1#2")
    is_whole(page, other)
    page.close()
    page = context.new_page()
    page.goto(served.link + visited)
    is_whole(page, visited)


def test_other_pages_say_that_there_is_no_network_and_lead_to_those_that_work(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        arrive(page, f"{served.link}/score")
        port = int(served.link.rpartition(":")[2])
    for path in ("/", "/me", "/tables/nothing"):
        page.goto(served.link + path)
        expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.get_by_role("link", name="Caller", exact=True).click()
    is_whole(page, "/call")
    page.goto(f"{served.link}/settings?saved")
    with serving(tmp_path, pages=True, at=port):
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
        assert page.url.endswith("/settings?saved")


def test_only_pages_and_their_files_pass_through_the_worker(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    answers: list[Response] = []
    with serving(tmp_path, pages=True) as served:
        arrive(page, f"{served.link}/score")
        page.on("response", lambda answer: answers.append(answer))
        page.reload()
        page.evaluate(
            """async () => {
              await fetch("/api/editions");
              const headers = { "content-type": "application/json" };
              await fetch("/api/guests", { method: "POST", headers, body: '{"nickname": "Ann"}' });
              await fetch("/manifest.webmanifest");
            }"""
        )
        page.goto(f"{served.link}/api/editions")
        page.goto(f"{served.link}/settings")
    passed = {one.url.removeprefix(served.link).partition("?")[0]: one.from_service_worker for one in answers}
    untouched = ("/api/editions", "/api/guests", "/manifest.webmanifest")
    assert {path: passed[path] for path in (*untouched, "/score", "/settings")} == {
        **dict.fromkeys(untouched, False),
        "/score": True,
        "/settings": True,
    }
    files = {path: is_kept for path, is_kept in passed.items() if path.startswith("/static/page.")}
    assert len(files) == 2
    assert all(files.values())


def test_the_home_page_fetches_nothing_for_later_by_itself(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        page.goto(f"{served.link}/", wait_until="networkidle")
        assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
        assert page.evaluate("async () => (await caches.keys()).length") == 0


@contextmanager
def gateway(port: int, status: int, text: str) -> Iterator[None]:
    """Something that answers everything for a server which is away."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(("status", "text"), [(502, "<h1>Bad Gateway</h1>"), (200, "<h1>Log in to this network</h1>")])
def test_what_others_answer_for_the_server_is_neither_shown_nor_kept(
    context: BrowserContext, tmp_path: Path, status: int, text: str
) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        arrive(page, f"{served.link}/score")
        port = int(served.link.rpartition(":")[2])
    with gateway(port, status, text):
        for path in PAGES:
            page.goto(served.link + path)
            is_whole(page, path)
    page.reload()
    is_whole(page, "/call")


def test_a_page_whose_files_are_those_of_another_release_is_not_kept(context: BrowserContext, tmp_path: Path) -> None:
    """The page came from one release, and under the names of its files another one answers."""
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        arrive(page, f"{served.link}/score")
        port = int(served.link.rpartition(":")[2])
    mixed = '<meta name="kept" content="0123456789.en.look"><link rel="stylesheet" href="/static/old.0123456789.css">'
    with gateway(port, 200, f"{mixed}<h1>Half of it</h1>"):
        page.goto(f"{served.link}/score")
        expect(page.get_by_role("heading", name="Half of it")).to_be_visible()
        page.goto(f"{served.link}/call")
        expect(page.get_by_role("heading", name="Half of it")).to_be_visible()
    for path in PAGES:
        page.goto(served.link + path)
        is_whole(page, path)


def test_a_network_that_does_not_answer_is_not_waited_for(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served, cuttable(served.link) as wire:
        arrive(page, f"{wire.link}/score")
        wire.switch(Mode.STALLED)
        page.goto(f"{wire.link}/call")
        is_whole(page, "/call")


def test_what_is_kept_follows_the_language_and_the_look(context: BrowserContext, tmp_path: Path) -> None:
    page = context.new_page()
    with serving(tmp_path, pages=True) as served:
        arrive(page, f"{served.link}/score")
        for code in ("de", "ro"):
            page.locator("form.language select").select_option(code)
            expect(page.locator(f"html[lang={code}]")).to_be_attached()
            eventually(partial(is_kept_as, page, f"{code}.system.usual.usual.usual"))
        page.goto(f"{served.link}/settings")
        with page.expect_response("**/settings"):
            page.locator("[name=theme][value=dark]").check()
        page.goto(f"{served.link}/")
        eventually(partial(is_kept_as, page, "ro.dark.usual.usual.usual"))
    for path in PAGES:
        page.goto(served.link + path)
        is_whole(page, path)
        expect(page.locator("html[lang=ro]")).to_be_attached()
        assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.goto(f"{served.link}/me")
    expect(page.locator("html[lang=ro] a[href='/score']")).to_be_visible()


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the next release."""
    return other_release(tmp_path_factory.mktemp("second"), SECOND)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of a release whose worker cannot be installed."""
    return other_release(tmp_path_factory.mktemp("broken"), BROKEN)


def is_second(page: Page, is_so: bool = True) -> None:
    """The page and its script are of the next release, or both are not."""
    found = page.locator("html#second > body > main[data-release=second]")
    expect(found).to_have_count(1 if is_so else 0)
    expect(page.locator("html#second, main[data-release=second]")).to_have_count(2 if is_so else 0)


def test_a_new_version_waits_until_it_is_asked_for(context: BrowserContext, tmp_path: Path, second: Path) -> None:
    page, aside = context.new_page(), context.new_page()
    with serving_process(tmp_path) as served:
        link, port = served.link, served.port
        arrive(page, f"{link}/score")
        aside.goto(f"{link}/call")
    with serving_process(tmp_path, port=port, source=second):
        look_again(page)
        expect(line(page)).to_have_text("A new version is ready. Reload")
        expect(line(aside)).to_have_text("A new version is ready. Reload")
        is_second(page, False)
        aside.evaluate("() => { window.untouched = true; }")
    aside.reload()  # nobody has asked for it: without a network there is what there was
    is_second(aside, False)
    aside.evaluate("() => { window.untouched = true; }")
    line(page).get_by_role("button", name="Reload").click()
    is_second(page)
    is_whole(page, "/score")
    assert aside.evaluate("() => window.untouched"), "another page is not reloaded"
    assert page.evaluate("async () => (await caches.keys()).length") == 1
    line(aside).get_by_role("button", name="Reload").click()
    is_second(aside)
    is_whole(aside, "/call")
    with serving_process(tmp_path, port=port):  # back to the release of before
        look_again(page)
        line(page).get_by_role("button", name="Reload").click()
        is_second(page, False)
    page.goto(f"{link}/call")
    is_second(page, False)
    is_whole(page, "/call")


def test_whoever_comes_with_a_network_has_the_new_version_at_once(
    context: BrowserContext, tmp_path: Path, second: Path
) -> None:
    page = context.new_page()
    with serving_process(tmp_path) as served:
        arrive(page, f"{served.link}/score")
        first = page.evaluate("async () => (await caches.keys())[0]")
    with serving_process(tmp_path, port=served.port, source=second):
        page.goto(f"{served.link}/score")
        is_second(page)
        eventually(lambda: first not in page.evaluate("async () => caches.keys()"))
        expect(line(page)).to_be_empty()
    for path in PAGES:
        page.goto(served.link + path)
        is_second(page)
        is_whole(page, path)


def test_a_worker_that_cannot_be_installed_changes_nothing(
    context: BrowserContext, tmp_path: Path, broken: Path
) -> None:
    page = context.new_page()
    with serving_process(tmp_path) as served:
        arrive(page, f"{served.link}/score")
        before = page.evaluate("async () => (await caches.keys())[0]")
    with serving_process(tmp_path, port=served.port, source=broken):
        with pytest.raises(Exception, match="Failed to update"):
            page.evaluate(
                """async () => {
                  const registration = await navigator.serviceWorker.getRegistration();
                  const { installing } = await registration.update();
                  await new Promise((done) => installing.addEventListener("statechange", done));
                  if (installing.state === "redundant") throw new Error("Failed to update");
                }"""
            )
        expect(line(page)).to_have_text(READY)
    for path in PAGES:
        page.goto(served.link + path)
        is_second(page, False)
        is_whole(page, path)
    assert before in page.evaluate("async () => caches.keys()")


def test_a_phone_that_dies_has_all_when_it_is_on_again(playwright: Playwright, tmp_path: Path, second: Path) -> None:
    profile = tmp_path / "profile"
    with serving_process(tmp_path) as served, living(playwright, profile) as phone:
        arrive(phone.new_page(), f"{served.link}/call")
    for path in PAGES:
        with living(playwright, profile) as phone:
            page = phone.new_page()
            page.goto(served.link + path)
            is_whole(page, path)
            is_second(page, False)
    with serving_process(tmp_path, port=served.port, source=second), living(playwright, profile) as phone:
        page = phone.new_page()
        page.goto(f"{served.link}/score")
        is_second(page)
    with living(playwright, profile) as phone:
        page = phone.new_page()
        page.goto(f"{served.link}/score")
        is_whole(page, "/score")


def test_chromium_finds_nothing_that_keeps_it_from_being_installed(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, pages=True) as served, chromium.new_context(locale="fr") as context:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        for path in ("/", *PAGES):
            page.goto(served.link + path, wait_until="networkidle")
            found = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
            assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []
            manifest = wire.send("Page.getAppManifest")
            assert manifest["errors"] == []
            assert '"lang":"fr"' in manifest["data"]
