"""The scripts of the pages that are made from the engine's own Python: `script/page-scripts [--check]`.

PScript compiles the functions and constants of a module; imports of other such modules become imports of their
scripts, and what only describes types is left out. The result is the same on every machine, and a test compares it with
the files.
"""

from __future__ import annotations

import argparse
import ast
import sys
import warnings
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "partake"
STATIC = SOURCES / "web" / "static"
MODULES = {"line_rule": SOURCES / "engine/hexagon/line_rule.py", "counting": SOURCES / "engine/hexagon/counting.py"}
"""Each script with the module that it is made from."""


def compiled(path: Path) -> str:
    """The JavaScript of a module: every function and constant, the public ones exported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is older than the latest Python, and says so
        from pscript import py2js
    module = ast.parse(path.read_text(encoding="utf-8"))
    kept = [_plain(node) for node in module.body if isinstance(node, ast.FunctionDef) or _is_constant(node)]
    names = [node.name if isinstance(node, ast.FunctionDef) else node.targets[0].id for node in kept]  # type: ignore[attr-defined]
    code = ast.unparse(ast.Module(body=kept, type_ignores=[]))
    public = [name for name in names if not name.startswith("_")]
    head = f"// Made from {path.relative_to(SOURCES.parent).as_posix()} by script/page-scripts: change that.\n\n"
    return f"{head}{_imports(module)}{py2js(code, inline_stdlib=True).strip()}\n\nexport {{ {', '.join(public)} }};\n"


def _imports(module: ast.Module) -> str:
    found = ""
    for node in module.body:
        if isinstance(node, ast.ImportFrom) and (stem := (node.module or "").rpartition(".")[2]) in MODULES:
            found += f'import {{ {", ".join(alias.name for alias in node.names)} }} from "./{stem}.js";\n'
    return found + "\n" if found else ""


def _is_constant(node: ast.stmt) -> bool:
    """Whether a statement gives a number a name; types that have names are no constants."""
    return isinstance(node, ast.Assign) and isinstance(node.value, (ast.Constant, ast.UnaryOp))


class _Plain(ast.NodeTransformer):
    """A function without types and docstrings; declared variables become plain assignments."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        value = node.value or ast.Constant(None)
        return ast.copy_location(ast.Assign([node.target], value, lineno=node.lineno), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        bare = [ast.arg(one.arg) for one in node.args.args]
        node.args.args, node.returns, node.body = bare, None, body
        self.generic_visit(node)
        return node


def _plain(node: ast.stmt) -> ast.stmt:
    found: ast.stmt = _Plain().visit(node)
    return ast.fix_missing_locations(found)


def main() -> int:
    """Write the scripts, or check that they are current."""
    parser = argparse.ArgumentParser(description="Make the scripts of the pages that come from the engine's Python.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a script is stale")
    is_check = parser.parse_args().check
    stale = False
    for name, path in MODULES.items():
        target, text = STATIC / f"{name}.js", compiled(path)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            stale = True
            print(f"{target.name} is stale" if is_check else f"{target.name} is written")
            if not is_check:
                target.write_text(text, encoding="utf-8")
    return int(is_check and stale)


if __name__ == "__main__":
    sys.exit(main())
