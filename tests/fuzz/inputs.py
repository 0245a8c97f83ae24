"""Coverage-guided fuzzing of everything that reads texts: libFuzzer through atheris, a process for each target.

script/fuzz inputs --runs 1000000
script/fuzz inputs --target toml --replay .fuzz/findings/toml-crash-…
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fuzz.progress import Progress

RUNS = 1_000_000
"""The inputs of the whole check."""
SLOWEST = 1.0
"""The seconds of processor time within which each input must be answered, however busy the machine is."""
TIMEOUT = 20
"""The seconds after which libFuzzer ends an input that waits for ever."""
WORK = Path(".fuzz")
"""Where corpora and findings are kept."""
_COVERAGE = re.compile(r"#(\d+)\s.*?cov: (\d+) ft: (\d+)(?: corp: (\d+))?.*?exec/s: (\d+)")
_EXECUTED = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_ARTIFACT = re.compile(r"Test unit written to (\S+)")


@dataclass
class Fuzzed:
    """What came out for one target."""

    target: str
    inputs: int = 0
    edges: int = 0
    corpus: int = 0
    seconds: float = 0.0
    finding: str = ""


def fuzz(target: str, runs: int, folder: Path) -> Fuzzed:
    """Fuzz one target in a process of its own, with its progress shown."""
    corpus, findings = folder / "corpus" / target, folder / "findings"
    for one in (corpus, findings):
        one.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable,
        "-m",
        "fuzz.inputs",
        "--worker",
        target,
        f"-runs={runs}",
        f"-timeout={TIMEOUT}",
        "-print_final_stats=1",
        "-rss_limit_mb=4096",
        f"-artifact_prefix={findings}/{target}-",
        str(corpus),
    ]
    found, progress, began, log = Fuzzed(target), Progress(), time.monotonic(), folder / f"{target}.log"
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    assert process.stdout is not None
    with log.open("w", encoding="utf-8") as kept:
        for line in process.stdout:
            kept.write(line)
            if told := _COVERAGE.match(line):
                found.edges, found.corpus = int(told[2]), int(told[4] or 0)
                progress.show(f"{target}: {int(told[1]):,} of {runs:,} inputs, {told[2]} edges, {told[5]} a second")
            elif told := _EXECUTED.match(line):
                found.inputs = int(told[1])
            elif told := _ARTIFACT.search(line):
                found.finding = told[1]
    found.seconds = time.monotonic() - began
    if process.wait() and not found.finding:
        found.finding = str(log)
    progress.end()
    return found


def work(target: str, arguments: Sequence[str]) -> None:
    """Be the fuzzer of one target: only our own modules are instrumented, and its seeds are in the corpus."""
    import atheris

    with atheris.instrument_imports(include=["partake"]):
        from fuzz.targets import TARGETS
    from fuzz.mutator import mutator
    from partake.rules.errors import PartakeError

    chosen, seeds = TARGETS[target], list(TARGETS[target].seeds())
    corpus = Path(arguments[-1])
    for seed in seeds:
        (corpus / sha256(seed).hexdigest()[:16]).write_bytes(seed)
    run = chosen.start()

    def one(data: bytes) -> None:
        began = time.process_time()
        try:
            run(data)
        except PartakeError as refused:
            if not str(refused).strip():
                raise AssertionError("a refusal is a sentence") from refused
        spent = time.process_time() - began
        if spent > SLOWEST and is_ready:
            raise AssertionError(f"this took {spent:.1f} s of processor time")

    is_ready = False
    for seed in seeds:
        one(seed)  # what is loaded or compiled once has no part in the time of an input
    is_ready = True

    def mutate_bytes(data: bytes, most: int) -> bytes:
        return bytes(atheris.Mutate(data, most))  # looked up late: atheris replaces it when fuzzing begins

    options = [f"-max_len={chosen.longest}", *arguments]
    atheris.Setup([target, *options], one, custom_mutator=mutator(seeds, mutate_bytes))
    atheris.Fuzz()


def replay(target: str, path: Path) -> None:
    """Give one input to a target, without any fuzzer, so that the traceback is Python's own."""
    from fuzz.targets import TARGETS
    from partake.rules.errors import PartakeError

    try:
        TARGETS[target].start()(path.read_bytes())
    except PartakeError as refused:
        print(f"refused: {refused}")


def told(found: Fuzzed) -> str:
    """One line about one target, with the way to see its finding again."""
    line = (
        f"{found.target:10} {found.inputs:>9,} inputs {found.edges:>6,} edges {found.corpus:>6,} in the corpus "
        f"{found.seconds:>6.0f} s"
    )
    if not found.finding:
        return line
    return f"{line}\n  FINDING: {found.finding}\n  script/fuzz inputs --target {found.target} --replay {found.finding}"


def main(arguments: Sequence[str]) -> int:
    """Fuzz all targets, or do what is asked; 1 if anything was found."""
    if arguments[:1] == ["--worker"]:
        work(arguments[1], arguments[2:])
        return 0
    from fuzz.targets import TARGETS  # not before: a fuzzer instruments what it imports

    parser = argparse.ArgumentParser(prog="script/fuzz inputs", description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=RUNS, help="inputs of all targets together")
    parser.add_argument("--target", action="append", choices=tuple(TARGETS), help="only this target; may be repeated")
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help="give this one input to the target and show what happens"
    )
    args = parser.parse_args(arguments)
    chosen = args.target or list(TARGETS)
    if args.replay:
        replay(chosen[0], args.replay)
        return 0
    whole = sum(TARGETS[name].part for name in chosen)
    results = [fuzz(name, round(args.runs * TARGETS[name].part / whole), WORK) for name in chosen]
    print("\n".join(told(found) for found in results))
    print(f"{'all':10} {sum(found.inputs for found in results):>9,} inputs")
    return int(any(found.finding for found in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
