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
import compileall
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from coverage import CoverageData
from tqdm import tqdm

from mutants import ROOT, Mutant, candidates

PACKAGES = ("engine", "table", "store", "web")
"""The packages that hold the rules and the server: what a fault would cost most."""
TESTS = ("tests/rules", "tests/engine", "tests/properties", "tests/table", "tests/store", "tests/web")
"""The tests that run in this process, so that coverage sees what they run."""
SECONDS = 120
"""After this time the tests of a mutant count as hanging, and the mutant as noticed; it is printed all the same."""
FIRST_TESTS = 24
"""The number of tests, the narrowest first, that judge a mutant at once; if it survives them, others judge it too."""
MOST_TESTS = 240
"""The number of those others at most, spread evenly over all that run its line."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "node_modules", "build", "dist")
"""What tests do not need in a copy of the tree. Compiled files stay: they are valid as long as their sources are."""
PROCESSES = multiprocessing.get_context("forkserver")
"""The tests of each mutant have a process of their own, forked from one that has loaded what they import."""
PRELOADED = ("fastapi", "hypothesis", "httpx", "numba", "pytest", "sqlalchemy", "uvicorn")
"""What tests import from other projects; loading it for each mutant would take most of the time."""


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
        return sorted(names, key=lambda name: (self._width[name], name))


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
                tests = coverage.judges(mutant)
                first, others = tests[:FIRST_TESTS], tests[FIRST_TESTS :: 1 + len(tests) // MOST_TESTS]
                verdict = judge(mutant, first, copy)
                return judge(mutant, others, copy) if verdict == "survived" and others else verdict
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
