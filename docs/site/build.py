"""Build the documents and the Python reference as static pages; `script/docs` runs it.

Sphinx reads one folder. This script assembles it under `build/docs/source`: the pages of `docs/`, the documents of the
project, and one page for each public module, found in the package tree. What Sphinx makes of it goes to
`src/partake/web/docs`, where the server and the wheel find it; a build that fails changes nothing there.
"""

from __future__ import annotations

import ast
import fcntl
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

SITE = Path(__file__).resolve().parent
ROOT = SITE.parents[1]
PACKAGE = ROOT / "src" / "partake"
PAGES = PACKAGE / "web" / "docs"
"""Where the built pages are served and packed from; git ignores it."""
WORK = ROOT / "build" / "docs"
SOURCE = WORK / "source"
STAMP = "inputs.sha256"
"""A file among the built pages: the digest of everything that they were made from."""
APPLICATIONS = frozenset({"cli", "store", "table", "web"})
"""The packages that are the command and the server, not the library; every other package is in the reference."""
PROJECT = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/results.md")
"""The documents outside `docs/` that are pages too."""
ELSEWHERE = {
    "docs/README.md": "index.md",
    "docs/python.md": "python/index.md",
    **{name: f"project/{Path(name).name.lower()}" for name in PROJECT},
}
"""Where a document stands on the site, unless it is where `docs/` has it."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
ENTRY = re.compile(r"^- \[([^\]]+)\]\(([^)\s#]+\.md)\)", re.MULTILINE)


def main() -> int:
    """Build the pages unless they are up to date; the status of Sphinx, whose warnings are errors."""
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests that run side by side build once
        stamp = PAGES / STAMP
        digest = digest_of_inputs()
        if stamp.exists() and stamp.read_text() == digest:
            print(f"{PAGES.relative_to(ROOT)} is up to date")
            return 0
        for folder in ("source", "doctrees", "html"):
            shutil.rmtree(WORK / folder, ignore_errors=True)
        write_documents()
        write_reference()
        write_look()
        status = run_sphinx()
        if status == 0:
            (WORK / "html" / STAMP).write_text(digest)
            shutil.rmtree(PAGES, ignore_errors=True)
            shutil.move(WORK / "html", PAGES)
            print(f"{PAGES.relative_to(ROOT)}: {sum(1 for _ in PAGES.rglob('*.html'))} pages")
        return status


def run_sphinx() -> int:
    """Run Sphinx on the assembled sources."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels stay plain functions, and nothing is compiled
    sys.path.insert(0, str(PACKAGE.parent))
    from sphinx.cmd.build import main as sphinx  # only an assembled source needs the generator

    folders = [f"--doctree-dir={WORK / 'doctrees'}", f"--conf-dir={SITE}", str(SOURCE), str(WORK / "html")]
    return sphinx(["--quiet", "--fail-on-warning", "--jobs=auto", *folders])


def digest_of_inputs() -> str:
    """A digest of every file that the pages are made from."""
    digest = hashlib.sha256()
    for path in sorted({*documents(), *_files(ROOT / "docs"), *_files(PACKAGE), ROOT / "requirements" / "dev.txt"}):
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and PAGES not in path.parents:
            yield path


def documents() -> list[Path]:
    """Every document that becomes a page; those of other languages are in folders with the code of the language."""
    docs = ROOT / "docs"
    return [*sorted([*docs.glob("*.md"), *docs.glob("??/*.md")]), *(ROOT / name for name in PROJECT)]


def position_of(path: Path) -> Path | None:
    """The position on the site of a file of the repository; None if it is not there."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if name in ELSEWHERE:
        return Path(ELSEWHERE[name])
    return path.relative_to(ROOT / "docs") if name.startswith("docs/") and path.is_file() else None


def write_documents() -> None:
    """Put the documents where they stand on the site, their links following; the front page gets the navigation."""
    for path in documents():
        target = position_of(path)
        assert target is not None
        text = LINK.sub(partial(_moved, path, target), _text(path))
        if target == Path("index.md"):
            text += "".join(_toctree(entries, title) for title, entries in navigation())
        _write(target, text)


def _moved(path: Path, target: Path, found: re.Match[str]) -> str:
    """A link as it must be on the site: only its words, if it leads to a file that the site has not.

    A link that leads nowhere stays as it is, for Sphinx to complain of.
    """
    image, words, link, anchor = found.groups()
    pointed = Path(os.path.normpath(path.parent / link))
    position = position_of(pointed)
    if position is None:
        return words if pointed.exists() else found[0]
    if pointed.suffix != ".md":
        (SOURCE / position).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(pointed, SOURCE / position)
    return f"{image}[{words}]({os.path.relpath(position, target.parent)}{anchor or ''})"


def navigation() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The headings of the front page, each with its pages: their titles and positions."""
    for part in _text(ROOT / "docs" / "README.md").split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        found = [
            (title, position_of(Path(os.path.normpath(ROOT / "docs" / link)))) for title, link in ENTRY.findall(body)
        ]
        yield heading, [(title, str(position.with_suffix(""))) for title, position in found if position]


def _toctree(entries: list[tuple[str, str]], caption: str = "") -> str:
    lines = "\n".join(f"{title} <{position}>" for title, position in entries)
    heading = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n{heading}\n{lines}\n```\n"


def write_reference() -> None:
    """A page for each public module; the front page of the reference lists the packages with what they promise."""
    entries = list(members_of(PACKAGE))
    front = SOURCE / "python" / "index.md"
    listed = [(PACKAGE, "partake"), *entries]
    promises = "".join(f"- [`{name_of(path)}`]({page}.rst): {promise_of(path)}\n" for path, page in listed)
    contents = _toctree([(path.stem, page) for path, page in listed])
    front.write_text(f"{_text(front)}\n## Packages\n\n{promises}{contents}", encoding="utf-8")
    _write(Path("python/partake.rst"), _module_page(PACKAGE, []))
    for path, page in entries:
        write_module(path, Path("python") / page)


def write_module(path: Path, page: Path) -> None:
    """The page of a module, or of a package with the pages of all that is in it."""
    entries = list(members_of(path))
    _write(page.with_suffix(".rst"), _module_page(path, entries))
    for inner, name in entries:
        write_module(inner, page.parent / name)


def members_of(package: Path) -> Iterator[tuple[Path, str]]:
    """The public modules and packages in a package, with their pages; kernels are read in the source, not here."""
    if not package.is_dir():
        return
    for path in sorted(package.iterdir(), key=lambda path: path.stem):
        if path.name.startswith("_") or (path.name in APPLICATIONS and package == PACKAGE):
            continue
        if (path / "__init__.py").exists():
            yield path, f"{path.name}/index"
        elif path.suffix == ".py" and not is_kernel(path):
            yield path, path.stem


def is_kernel(path: Path) -> bool:
    """Whether a module holds compiled kernels: numeric code for its own package."""
    return re.search(r"^(from|import) numba\b", _text(path), re.MULTILINE) is not None


def name_of(path: Path) -> str:
    """The name of a module or package, as Python imports it."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def promise_of(path: Path) -> str:
    """The first sentence of a module's docstring."""
    docstring = ast.get_docstring(_tree(path))
    if not docstring:
        raise SystemExit(f"{name_of(path)} has no docstring: the reference lists each module with its first sentence")
    return re.split(r"(?<=\.)\s", " ".join(docstring.split("\n\n")[0].split()))[0]


def exports_of(path: Path) -> list[str]:
    """What a package offers by its own name but defines elsewhere, by its full names."""
    tree = _tree(path)
    listed: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            listed = ast.literal_eval(node.value)
    return [origin for name in listed if (origin := origin_of(path, name))]


def origin_of(path: Path, name: str) -> str | None:
    """The full name of what a module imports by this name, followed to where it is defined; None if it is no import."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            source = PACKAGE.parent.joinpath(*(node.module or "").split("."))
            source = source if source.is_dir() else source.with_suffix(".py")
            return (origin_of(source, name) if source != path else None) or f"{node.module}.{name}"
    return None


def _module_page(path: Path, entries: list[tuple[Path, str]]) -> str:
    """The page of a module or package in reStructuredText."""
    name = name_of(path)
    parts = [f"{name}\n{'=' * len(name)}\n"]
    parts.append(f".. automodule:: {name}\n   :members:\n   :ignore-module-all:\n")
    exports = exports_of(path) if path.is_dir() else []
    if exports:
        listed = "\n".join(f"* :py:obj:`{full.rpartition('.')[2]} <{full}>`" for full in exports)
        parts.append(f".. rubric:: Offered here, defined elsewhere\n\n.. rst-class:: names\n\n{listed}\n")
    if entries:
        listed = "\n".join(f"* :doc:`{inner.stem} <{page}>`: {promise_of(inner)}" for inner, page in entries)
        tree = "\n".join(f"   {inner.stem} <{page}>" for inner, page in entries)
        parts.append(f".. rubric:: Modules\n\n{listed}\n\n.. toctree::\n   :hidden:\n\n{tree}\n")
    return "\n".join(parts)


def write_look() -> None:
    """The style of the game's own pages, their colours and their picture: the documents look the same."""
    static = SOURCE / "_static"
    static.mkdir()
    for name in ("page.css", "icon.svg"):
        shutil.copyfile(PACKAGE / "web" / "static" / name, static / name)
    sys.path.insert(0, str(PACKAGE.parent))
    from partake.draw.svg import stylesheet  # from this checkout, not from an installation

    (static / "boards.css").write_text(stylesheet(selector=":root"), encoding="utf-8")


def _tree(path: Path) -> ast.Module:
    return ast.parse(_text(path / "__init__.py" if path.is_dir() else path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _write(position: Path, text: str) -> None:
    target = SOURCE / position
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
