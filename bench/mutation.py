"""Mutation testing: how many small faults, put into the sources one at a time, the tests notice.

    script/mutate                                  40 mutants of each of engine, table, store and web
    script/mutate --packages store --mutants 80 --seed another
    script/mutate --only src/partake/store/writer.py --coverage build/coverage

Statement coverage with one context for each test says which tests run a line; a mutant of that line is judged by those
tests alone, narrow ones first. Each mutant lives in a copy of the tree, so that the checkout is never changed. Which
mutants are drawn depends on the seed and on their own lines: a change elsewhere leaves the draw as it is. A survivor is
a missing test, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import hashlib
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue

import pytest
from coverage import CoverageData
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "partake"
PACKAGES = ("engine", "table", "store", "web")
"""The packages that hold the rules and the server: what a fault would cost most."""
TESTS = ("tests/rules", "tests/engine", "tests/properties", "tests/table", "tests/store", "tests/web")
"""The tests that run in this process, so that coverage sees what they run."""
SECONDS = 240
"""After this time a mutant counts as noticed, and as hanging."""
MOST_TESTS = 24
"""The number of tests that judge one mutant at most: half of them the narrowest, half spread evenly over the others."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "node_modules", "build", "dist")
"""What tests do not need in a copy of the tree. Compiled files stay: they are valid as long as their sources are."""

PROCESSES = multiprocessing.get_context("forkserver")
"""The tests of each mutant have a process of their own; it begins with other projects loaded."""
PRELOADED = ("fastapi", "hypothesis", "httpx", "numba", "pytest", "sqlalchemy", "uvicorn")

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
        return f"{self.path}:{self.line}: `{self.old}` became `{self.new}` in `{self.text}`"

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
        """A result that is lost."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
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


def measure(folder: Path) -> Path:
    """Run the tests once, noting which of them run which lines."""
    file = folder / "coverage"
    command = [sys.executable, "-m", "pytest", "-n", str(os.cpu_count() or 1), "--cov=partake", "--cov-report=",
               "--cov-context=test", *TESTS]  # fmt: skip
    environment = {**os.environ, "COVERAGE_FILE": str(file), "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    return file


class Coverage:
    """The tests that run each line, as measured."""

    def __init__(self, file: Path) -> None:
        data = CoverageData(str(file))
        data.read()
        self._width: Counter[str] = Counter()
        self._tests: dict[str, dict[int, set[str]]] = {}
        for path in data.measured_files():
            found = data.contexts_by_lineno(path)
            tests = {line: {name.rpartition("|")[0] for name in names if name} for line, names in found.items()}
            self._width.update(name for names in tests.values() for name in names)
            self._tests[str(Path(path).relative_to(ROOT))] = tests

    def judges(self, mutant: Mutant) -> list[str]:
        """The tests that run a mutant's line, those first that run the fewest lines in all."""
        lines = self._tests.get(mutant.path, {})
        names = lines.get(mutant.line) or lines.get(mutant.statement, set())
        tests = sorted(names, key=lambda name: (self._width[name], name))
        half = MOST_TESTS // 2
        return tests[:half] + tests[half :: -(-len(tests[half:]) // half) or 1]


def candidates(packages: Iterable[str], only: str | None) -> list[Mutant]:
    """All mutants of some packages, or of one file."""
    paths = [ROOT / only] if only else [path for name in packages for path in sorted((SOURCES / name).rglob("*.py"))]
    return [one for path in paths if "migrations" not in path.parts for one in Collector(path).found]


def run(tests: list[str], copy: Path) -> None:
    """Run tests in a copy of the tree until one fails; this process ends with their exit code."""
    os.chdir(copy)
    os.environ["PYTHONPATH"] = str(copy / "src")
    sys.path[:0] = [str(copy / "src"), str(copy)]
    sys.dont_write_bytecode = True
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # about plugins that are loaded already
    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *quiet, *tests]))


def judge(mutant: Mutant, tests: list[str], copy: Path) -> str:
    """What the tests make of the mutant in the copy: it is noticed, hangs, or survives."""
    path = copy / mutant.path
    whole, times = path.read_bytes(), path.stat()
    path.write_bytes(whole[: mutant.start] + mutant.new.encode() + whole[mutant.end :])
    process = PROCESSES.Process(target=run, args=(tests, copy))
    process.start()
    process.join(SECONDS)
    verdict = "hung" if process.is_alive() else "noticed" if process.exitcode else "survived"
    process.kill()
    process.join()
    path.write_bytes(whole)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return verdict


def main() -> None:
    """Draw mutants, let the tests judge them, print the survivors and the share that was noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", nargs="+", default=list(PACKAGES))
    parser.add_argument("--only", help="one file instead of packages")
    parser.add_argument("--mutants", type=int, default=40, help="the number of mutants of each package")
    parser.add_argument("--seed", default="partake")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--coverage", type=Path, help="keep the measured coverage in this file, or use what it holds")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="partake-mutants-") as name:
        folder = Path(name)
        kept = args.coverage or folder / "kept"
        if not kept.exists():
            shutil.move(measure(folder), kept)
        coverage = Coverage(kept)
        possible: dict[str, list[Mutant]] = {}
        for mutant in sorted(candidates(args.packages, args.only), key=lambda mutant: mutant.rank(args.seed)):
            possible.setdefault(mutant.package, []).append(mutant)
        reached = {name: [one for one in found if coverage.judges(one)] for name, found in possible.items()}
        drawn = [one for found in reached.values() for one in sorted(found[: args.mutants])]
        PROCESSES.set_forkserver_preload(["__main__", *PRELOADED])
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(args.workers):
            copies.put(copied(folder / str(number)))

        def judged(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return judge(mutant, coverage.judges(mutant), copy)
            finally:
                copies.put(copy)

        narrowest = sorted({coverage.judges(mutant)[0] for mutant in drawn})
        if judge(replace(drawn[0], new=drawn[0].old), narrowest, folder / "0") != "survived":
            sys.exit("tests fail without a mutant: measure the coverage again")
        verdicts: Counter[tuple[str, str]] = Counter()
        with ThreadPoolExecutor(args.workers) as pool:
            for mutant, verdict in zip(drawn, tqdm(pool.map(judged, drawn), total=len(drawn)), strict=True):
                verdicts[mutant.package, verdict] += 1
                if verdict != "noticed":
                    tqdm.write(f"{verdict}  {mutant}")
    for package, found in reached.items():
        survived, hung = verdicts[package, "survived"], verdicts[package, "hung"]
        count, others = min(args.mutants, len(found)), len(possible[package]) - len(found)
        print(f"{package}: {count - survived} of {count} mutants noticed ({hung} hung), seed {args.seed!r};", end=" ")
        print(f"{len(found)} could be drawn, {others} more are in lines that these tests do not run")


def copied(folder: Path) -> Path:
    """A copy of the tree; nothing is compiled there that is compiled already, except the mutant."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    compileall.compile_dir(folder / "src", quiet=2)
    return folder


if __name__ == "__main__":
    main()
