"""The packages import one way only, their modules are neither large nor tiny, and the core needs nothing but Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import partake

PACKAGE = Path(partake.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
CORE = ("rules", "engine", "draw")
LIBRARY = (
    *CORE,
    "rulebook",
    "fast",
    "solve",
    "learn",
    "bots",
    "review",
    "puzzles",
    "simulate",
    "env",
    "spiel",
    "teach",
    "client",
)
PACKAGES = (*LIBRARY, "bench", "store", "table", "web", "cli")
"""From the bottom up: a package imports from itself and from those before it; not all of them need exist."""
EXTRAS = {
    "fast": {"numpy", "numba", "llvmlite"},
    "learn": {"numpy", "numba"},
    "solve": {"numpy", "numba"},
    "puzzles": {"numpy", "numba"},
    "env": {"numpy", "gymnasium", "pettingzoo"},
    "spiel": {"numpy", "pyspiel"},
    "client": {"httpx2"},
    "bench": {"numpy"},
    "store": {"sqlalchemy", "alembic", "orjson"},
    "table": {"orjson"},
    "web": {
        "fastapi",
        "starlette",
        "pydantic",
        "jinja2",
        "markupsafe",
        "itsdangerous",
        "segno",
        "resvg_py",
        "rjsmin",
        "orjson",
        "uvicorn",
        "prometheus_client",
        "httptools",
        "websockets",
    },
}
"""What a package may need besides Python; none of them is loaded without being asked for."""
LONGEST = 400
"""The most lines of a module."""
SHORTEST = 20
"""The fewest lines of a module: anything less belongs to a neighbour."""


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """The full name of everything a module imports, at its top or anywhere inside."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def package_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "partake" and len(parts) > 1 and parts[1] in PACKAGES else None


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_flow_one_way(path: Path) -> None:
    package = package_of(name_of(path))
    for imported in imports_of(path):
        top = imported.partition(".")[0]
        known = {"partake", *sys.stdlib_module_names, *EXTRAS.get(package or "", ())}
        assert top in known, f"{imported} is not part of Python"
        if package is not None and top == "partake":
            other = package_of(imported)
            assert other is not None or package not in CORE, f"{package} imports the whole package: {imported}"
            if other is not None:
                assert PACKAGES.index(other) <= PACKAGES.index(package), f"{package} must not import {imported}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_neither_large_nor_tiny(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST, f"{lines} lines"
    assert lines >= SHORTEST or path.stem.startswith("__") or "migrations" in path.parts, f"{lines} lines"


def test_no_two_classes_of_a_package_have_one_name() -> None:
    """Nor of the core and the bots together, which are read together."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in MODULES:
        package = package_of(name_of(path)) or ""
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                where = "core" if package in (*CORE, "bots") else package
                found.setdefault((where, node.name), []).append(name_of(path))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_every_package_is_known() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {*CORE, "cli", "data"} <= folders <= {*PACKAGES, "data"}


def test_only_the_top_level_may_import_every_package() -> None:
    outside = {name_of(path) for path in MODULES if package_of(name_of(path)) is None}
    assert outside <= {"partake", "partake.__main__"}


def _loaded_by(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh interpreter."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_partake_needs_nothing_but_python() -> None:
    loaded = _loaded_by("import partake")
    strange = {name for name in loaded if name.partition(".")[0] not in {"partake", *sys.stdlib_module_names}}
    assert strange == set()


def test_importing_partake_draws_nothing_and_opens_no_terminal() -> None:
    packages = {package_of(name) for name in _loaded_by("import partake")}
    assert packages <= {"rules", "engine", None}


def test_the_engine_knows_no_other_chance_than_its_own() -> None:
    """Nothing in rules, engine or drawings draws lots, or asks for the time."""
    for path in MODULES:
        if package_of(name_of(path)) in CORE:
            tops = {name.partition(".")[0] for name in imports_of(path)}
            assert not tops & {"random", "secrets", "uuid", "time", "datetime"}, path


def test_no_module_is_left_unfinished() -> None:
    marks = ("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented")
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert not [mark for mark in marks if mark in text], path
