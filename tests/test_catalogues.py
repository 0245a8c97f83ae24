"""Every text for people can be translated, and every catalogue is complete, current and true to the gaps."""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "partake"


@functools.cache
def catalogues() -> ModuleType:
    """`tools/catalogues.py`."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogues"] = module
    spec.loader.exec_module(module)
    return module


@functools.cache
def found() -> list[object]:
    """All texts."""
    return list(catalogues().texts())


def test_texts_are_found_where_they_are_written() -> None:
    texts = {text.english for text in found()}  # type: ignore[attr-defined]
    assert {
        "there is no cell {cell}",
        "vertical line {first} to {last}, {length} x {number}",
        "Every tile goes on any empty cell.",
        ("{ranked} points", "{ranked} points"),
        "any legal move, each as likely as the others",
    } <= texts


def test_no_f_string_stands_where_a_message_belongs() -> None:
    assert catalogues().untranslatable(found()) == []


@pytest.mark.parametrize(
    "source",
    [
        'Message(f"{name} wins")',
        'raise PartakeError(f"there is no {name}")',
        'fields.fail("size", f"is {size}")',
        'parser.add_argument("--x", help=f"up to {most}")',
        'Message("a" if b else f"c {d}")',
    ],
)
def test_an_f_string_is_noticed(source: str) -> None:
    assert catalogues().untranslatable(list(catalogues().in_code(source, "some.py")))


def test_no_message_is_put_together_from_pieces() -> None:
    """A text with `+`, `%`, `.format` or `.join` cannot be found in a catalogue."""
    glued = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("Message", "Plural")
        and node.args
        and (
            isinstance(node.args[0], ast.BinOp)
            or (
                isinstance(node.args[0], ast.Call)
                and isinstance(node.args[0].func, ast.Attribute)
                and node.args[0].func.attr in ("format", "join")
            )
        )
    ]
    assert glued == []


@pytest.mark.parametrize("language", ["fr", "de", "ro"])
def test_a_catalogue_lacks_nothing(language: str) -> None:
    """No text is missing, fuzzy or stale, no gap is lost, and the compiled file is current: `script/languages`."""
    tools = catalogues()
    assert list(tools.problems(language, tools.template(found()))) == []
