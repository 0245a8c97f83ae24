"""What browsers are given to work without a network: a worker of this release, a manifest in each language, icons."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from partake.web import release as releases
from partake.web.middleware import POLICY
from partake.web.release import release
from served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def test_the_worker_is_of_this_release_and_asked_about_each_time(served: Served) -> None:
    answer = served.client().get("/sw.js")
    assert answer.text.startswith(f'const RELEASE="{release()}";')
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == POLICY
    again = served.client().get("/sw.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_page_says_in_which_release_language_and_look_it_is(served: Served) -> None:
    client = served.client()
    for headers, mark in (
        ({}, "en.system.usual.usual.usual"),
        ({"accept-language": "fr"}, "fr.system.usual.usual.usual"),
        ({"cookie": "partake-language=ro; partake-look=dark.contrast.strong.large"}, "ro.dark.contrast.strong.large"),
    ):
        text = client.get("/offline", headers=headers).text
        assert f'<meta name="kept" content="{release()}.{mark}">' in text


def test_the_manifest_is_in_the_visitors_language(served: Served) -> None:
    client = served.client()
    english, french = (client.get("/manifest.webmanifest", headers={"accept-language": one}) for one in ("en", "fr"))
    assert english.headers["content-type"] == "application/manifest+json"
    assert english.headers["vary"].lower().startswith("accept-language, cookie")
    assert (english.json()["lang"], french.json()["lang"]) == ("en", "fr")
    assert english.json()["description"] != french.json()["description"]
    assert english.json()["id"] == french.json()["id"]
    assert [one["url"] for one in french.json()["shortcuts"]] == ["/score", "/call"]
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">' in client.get("/").text


def test_icons_are_pictures_of_the_sizes_that_the_manifest_names(served: Served) -> None:
    client = served.client()
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {(one["sizes"], one["purpose"]) for one in icons} >= {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")
    }  # fmt: skip
    for one in icons:
        answer = client.get(one["src"])
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")
        wide, high = struct.unpack(">II", answer.content[16:24])
        assert f"{wide}x{high}" == one["sizes"]
    assert client.get("/icons/icon-7.png").status_code == 404


def test_whatever_pages_are_made_of_makes_another_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("web/app.py", "web/static/page.js", "web/templates/table/table.html", "data/languages/fr.mo"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one")
    own = tmp_path / "own.toml"
    own.write_text("one")
    monkeypatch.setattr(releases, "PACKAGE", tmp_path)

    def found() -> str:
        release.cache_clear()
        return release((str(own),))

    try:
        seen = {found()}
        assert found() in seen
        for path in sorted(tmp_path.rglob("*.*")):
            path.write_text("two")
            assert found() not in seen, path
            seen.add(found())
        (tmp_path / "web" / "docs").mkdir()
        (tmp_path / "web" / "docs" / "index.html").write_text("the documents are no part of it")
        assert found() in seen
    finally:
        monkeypatch.undo()
        release.cache_clear()
