"""The mutants of the sources: small replacements in the bodies of functions, found in the syntax tree."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "partake"

COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Mutant:
    """A replacement of one piece of one source file, in a statement that begins in some line."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    statement: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{' '.join(self.old.split())}` became `{self.new}` in `{self.text}`"

    @property
    def package(self) -> str:
        """The package of the file."""
        return Path(self.path).parts[2]

    def rank(self, seed: str) -> bytes:
        """A pseudo-random sort key; a draw takes the smallest."""
        return hashlib.blake2b(f"{seed} {self.path} {self.text} {self.column} {self.old} {self.new}".encode()).digest()


class Collector(ast.NodeVisitor):
    """Finds every place in a module where a fault can be put, inside functions only."""

    def __init__(self, path: Path) -> None:
        self._path = str(path.relative_to(ROOT))
        self._bytes = path.read_bytes()
        self._lines = self._bytes.splitlines(keepends=True)
        self._starts = [0, *accumulate(map(len, self._lines))]
        self._depth = self._statement = 0
        self.found: list[Mutant] = []
        self.visit(ast.parse(self._bytes))

    def visit(self, node: ast.AST) -> None:
        """Remember the statement that a node is part of."""
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        super().visit(node)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None  # noqa: PT018
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _add(self, start: int, end: int, new: str) -> None:
        old = self._bytes[start:end].decode()
        if self._depth and old != new:
            line = self._bytes.count(b"\n", 0, start) + 1
            column, text = start - self._starts[line - 1], self._lines[line - 1].decode().strip()
            self.found.append(Mutant(self._path, line, start, end, old, new, self._statement, column, text))

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Replace an operator that stands between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        at = self._bytes[start:end].find(old.encode())
        if at >= 0:
            self._add(start + at, start + at + len(old), new)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Go into the body only: annotations, decorators and the docstring change no behaviour."""
        self._depth += 1
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        for statement in body:
            self.visit(statement)
        self._depth -= 1

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The value alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Boundaries and negations."""
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self._between(left, right, *COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """And, or."""
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        self._between(node.values[0], node.values[1], old, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Plus, minus."""
        if isinstance(node.op, ast.Add | ast.Sub):
            self._between(node.left, node.right, *("+-" if isinstance(node.op, ast.Add) else "-+"))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """A negation that is forgotten."""
        if isinstance(node.op, ast.Not):
            self._add(*self._span(node), f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Truth values and numbers."""
        if isinstance(node.value, bool):
            self._add(*self._span(node), str(not node.value))
        elif isinstance(node.value, int):
            self._add(*self._span(node), str(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        """A result that is lost; whether `False` or `None` is returned makes no difference."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and not node.value.value):
            self._add(*self._span(node.value), "None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call for its effect that is forgotten, unless it only writes to the log."""
        if isinstance(node.value, ast.Call | ast.Await) and not ast.unparse(node.value).startswith("log."):
            self._add(*self._span(node), "pass")
        self.generic_visit(node)

    def visit_Assert(self, node: ast.AST) -> None:
        """Left alone: assertions serve the type checker, refusals are judged by their conditions, texts not at all."""

    visit_Raise = visit_JoinedStr = visit_Assert  # noqa: N815


def candidates(packages: Iterable[str], only: str | None) -> list[Mutant]:
    """All mutants of some packages, or of one file."""
    paths = [ROOT / only] if only else [path for name in packages for path in sorted((SOURCES / name).rglob("*.py"))]
    return [one for path in paths if "migrations" not in path.parts for one in Collector(path).found]
