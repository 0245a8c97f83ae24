"""The documents and the Python reference: complete, served under the policy of every page, and shipped in the wheel."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient, Client, Response

import partake
from built_docs import BUILT, ROOT, build
from partake.web.middleware import POLICY
from partake.web.pages.docs import Documents
from served import serving

PACKAGE = Path(partake.__file__).parent
APPLICATIONS = {"cli", "store", "table", "web"}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    done = build()
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with (
        serving(tmp_path_factory.mktemp("server"), pages=True) as served,
        Client(base_url=served.link, follow_redirects=True) as client,
    ):
        yield client


def public_modules() -> Iterator[str]:
    """Every module of the library but private ones and compiled kernels."""
    for path in PACKAGE.rglob("*.py"):
        inner = path.relative_to(PACKAGE)
        is_package = path.name == "__init__.py"
        is_kernel = not is_package and re.search(r"^(from|import) numba", text_of(path), re.MULTILINE)
        parts = inner.parent.parts if is_package else inner.with_suffix("").parts
        if not (is_kernel or APPLICATIONS & {*parts[:1]} or any(part.startswith("_") for part in parts)):
            yield ".".join(("partake", *parts))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_every_public_module_is_in_the_reference() -> None:
    described = set()
    for page in (BUILT / "python").rglob("*.html"):
        described |= set(re.findall(r'id="module-([a-z_.0-9]+)"', text_of(page)))
    assert described == set(public_modules())


def test_the_front_page_of_the_reference_lists_every_package_with_its_promise() -> None:
    text = text_of(BUILT / "python" / "index.html")
    for name in public_modules():
        if name.count(".") == 1 and (PACKAGE / name.partition(".")[2]).is_dir():
            assert re.search(rf"{re.escape(name)}</span></code></span></a>: \w", text), name


def test_every_document_is_in_the_navigation() -> None:
    contents = text_of(BUILT / "index.html").partition('id="contents"')[2].partition("</nav>")[0]
    for document in (ROOT / "docs").glob("*.md"):
        page = {"README": None, "python": "python/index.html"}.get(document.stem, f"{document.stem}.html")
        assert page is None or f'href="{page}"' in contents, document.name


def test_pages_have_no_inline_code_and_nothing_from_elsewhere() -> None:
    for page in BUILT.rglob("*.html"):
        text = text_of(page)
        assert not re.search(r"<style|<[^>]+\sstyle=|<[^>]+\son[a-z]+=|javascript:", text), page
        assert not re.findall(r"<script(?![^>]*src=)", text), page
        assert not re.findall(r'<(?:script|img|link)[^>]+(?:src|href)="(?:https?:)?//', text), page


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/classic.html", "/docs/python", "/docs/search.html"])
def test_documents_are_served_under_the_policy_of_every_page(browser: Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert '<nav id="contents"' in answer.text


def test_a_page_that_is_not_there_is_a_page_in_plain_words(browser: Client) -> None:
    answer = browser.get("/docs/nothing.html")
    assert answer.status_code == 404
    assert 'class="problem"' in answer.text


def test_home_leads_to_the_documents(browser: Client) -> None:
    assert 'href="/docs/"' in browser.get("/").text


def test_without_built_pages_the_server_says_how_to_build_them(tmp_path: Path) -> None:
    async def ask() -> Response:
        transport = ASGITransport(Documents(tmp_path / "docs"))
        async with AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/")

    answer = asyncio.run(ask())
    assert answer.status_code == 404
    assert "script/docs" in answer.text


def test_the_wheel_holds_the_built_pages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    assert {f"partake/web/docs/{name}" for name in ("index.html", "python/index.html", "searchindex.js")} <= names


@pytest.mark.slow
def test_whatever_is_broken_fails_the_build_and_is_named(tmp_path: Path) -> None:
    for name in ("docs", "src", "bench", "examples", "requirements"):
        ignored = shutil.ignore_patterns("__pycache__", "*.npz", "*.html")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    for document in ROOT.glob("*.md"):
        shutil.copy(document, tmp_path)
    pages = tmp_path / "src" / "partake" / "web" / "docs"
    shutil.rmtree(pages, ignore_errors=True)
    broken = (
        ("docs/classic.md", "\n[nowhere](nowhere.md)\n", "nowhere.md"),
        ("docs/classic.md", "\n[no such heading](nexus.md#nothing)\n", "'nothing'"),
        ("docs/alone.md", "# Alone\n\nNo page leads here.\n", "alone.md"),
        (
            "src/partake/rules/tiles.py",
            '\n\ndef odd() -> None:\n    """Odd `docstring."""\n',
            "partake.rules.tiles.odd",
        ),
    )
    for name, added, _ in broken:
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(added)
    done = build(tmp_path)
    assert done.returncode != 0
    assert not pages.exists()
    for _, _, named in broken:
        assert named in done.stderr
