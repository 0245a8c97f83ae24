"""Mutation testing: how many small faults, put into the sources one at a time, the tests notice.

    script/mutate                                  150 mutants of engine, table, store and web, drawn with a fixed seed
    script/mutate --packages store --mutants 30 --seed another
    script/mutate --only src/partake/store/writer.py

Statement coverage with one context for each test says which tests run a line; a mutant of that line is judged by those
tests alone. Each mutant lives in a copy of the tree, so that the checkout is never changed. A survivor is a missing
test, or a change that makes no difference; the list at the end says which are left.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "partake"
PACKAGES = ("engine", "table", "store", "web")
"""The packages that hold the rules and the server: what a fault would cost most."""
TESTS = ("tests/rules", "tests/engine", "tests/properties", "tests/table", "tests/store", "tests/web")
"""The tests that run in this process, so that coverage sees what they run."""
SECONDS = 180
"""After this time a mutant counts as noticed: it hangs."""
MOST_TESTS = 150
"""The number of tests that judge one mutant at most, spread evenly over those that run its line."""

COMPARISONS: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Mutant:
    """A replacement of one piece of one source file."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.old}` became `{self.new}`"


class Collector(ast.NodeVisitor):
    """Finds every place in a module where a fault can be put, inside functions only."""

    def __init__(self, path: Path) -> None:
        self._path = str(path.relative_to(ROOT))
        self._text = path.read_text(encoding="utf-8")
        self._starts = [0]
        for line in self._text.encode().splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._bytes = self._text.encode()
        self._depth = 0
        self.found: list[Mutant] = []
        self.visit(ast.parse(self._text))

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _add(self, node: ast.expr | ast.stmt, start: int, end: int, new: str) -> None:
        old = self._bytes[start:end].decode()
        if self._depth and old != new:
            self.found.append(Mutant(self._path, node.lineno, start, end, old, new))

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Replace an operator that stands between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        at = self._bytes[start:end].find(old.encode())
        if at >= 0:
            self._add(left, start + at, start + at + len(old), new)

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
            self._add(node, *self._span(node), ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Truth values and numbers."""
        if isinstance(node.value, bool):
            self._add(node, *self._span(node), str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, *self._span(node), str(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not judged."""

    def visit_Return(self, node: ast.Return) -> None:
        """A result that is lost."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._add(node, *self._span(node.value), "None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call for its effect that is forgotten, unless it only writes to the log."""
        if isinstance(node.value, ast.Call | ast.Await):
            text = ast.unparse(node.value)
            if not text.startswith("log."):
                self._add(node, *self._span(node), "pass")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Refusals are judged by the condition that leads to them."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions are there for the type checker."""


def contexts(data: CoverageData, path: str) -> Mapping[int, list[str]]:
    """The tests that run each line of a file."""
    found = data.contexts_by_lineno(str(ROOT / path))
    return {line: sorted({name.partition("|")[0] for name in names if name}) for line, names in found.items()}


def measure(folder: Path) -> CoverageData:
    """Run the tests once, noting which of them run which lines."""
    file = folder / "coverage"
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--cov=partake", "--cov-report=",
               "--cov-context=test", *TESTS]  # fmt: skip
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "COVERAGE_FILE": str(file)})
    data = CoverageData(str(file))
    data.read()
    return data


def candidates(packages: list[str], only: str | None) -> Iterator[Mutant]:
    """All mutants of some packages, or of one file."""
    paths = [ROOT / only] if only else [path for name in packages for path in sorted((SOURCES / name).rglob("*.py"))]
    for path in paths:
        if "migrations" not in path.parts:
            yield from Collector(path).found


def judge(mutant: Mutant, tests: list[str], copy: Path) -> bool:
    """Whether a test notices the mutant."""
    path = copy / mutant.path
    whole = path.read_bytes()
    path.write_bytes(whole[: mutant.start] + mutant.new.encode() + whole[mutant.end :])
    chosen = tests[:: -(-len(tests) // MOST_TESTS)]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *chosen]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False)
        return done.returncode == 1
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_bytes(whole)


def main() -> None:
    """Draw mutants, let the tests judge them, print the survivors and the share that was noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", nargs="+", default=list(PACKAGES))
    parser.add_argument("--only", help="one file instead of packages")
    parser.add_argument("--mutants", type=int, default=150)
    parser.add_argument("--seed", default="partake")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="partake-mutants-") as name:
        folder = Path(name)
        data = measure(folder)
        known = {path: contexts(data, path) for path in {one.path for one in candidates(args.packages, args.only)}}
        reached = [one for one in candidates(args.packages, args.only) if known[one.path].get(one.line)]
        chosen = sorted(random.Random(args.seed).sample(reached, min(args.mutants, len(reached))))
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(args.workers):
            copies.put(_copied(folder / str(number)))

        def judged(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return judge(mutant, known[mutant.path][mutant.line], copy)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(args.workers) as pool:
            results = list(tqdm(pool.map(judged, chosen), total=len(chosen), unit="mutant"))
    survivors = [mutant for mutant, is_noticed in zip(chosen, results, strict=True) if not is_noticed]
    for mutant in survivors:
        print(f"survived  {mutant}")
    print(
        f"{len(chosen) - len(survivors)} of {len(chosen)} mutants noticed, {len(reached)} possible; seed {args.seed!r}"
    )


def _copied(place: Path) -> Path:
    for part in ("src", "tests", "docs", "examples", "bench"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / part, place / part)
    return place


if __name__ == "__main__":
    main()
