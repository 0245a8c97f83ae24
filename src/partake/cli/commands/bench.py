"""`partake bench`: run the published benchmarks again on this machine, beside the published results."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import partake
from partake.bench import Benchmark, Comparison, Published, compare, published, scripts
from partake.bench.catalogue import BENCHMARKS
from partake.cli.arguments import INTERRUPTED, Parser, UsageError, command_parser
from partake.cli.interruption import Stop
from partake.rules.machine import describe, is_busy
from partake.rules.messages import Message, said

SOURCES = Path(partake.__file__).parents[2] / "bench"
"""The scripts of the sources, where this package is one of a checkout."""
QUICK = 0.1
"""The effort of `--quick`."""
SUMMARY = Message(
    """\
Measure speed and strength on this machine, and put the numbers beside the
published ones. Without a name it lists what can be measured; with words after
the name only the rows that have them, like 'partake bench playouts classic'.
Numbers of speed need a machine with nothing else to do."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "bench",
        SUMMARY,
        [
            "partake bench",
            "partake bench playouts",
            "partake bench playouts classic",
            "partake bench bots nexus value --quick",
            "partake bench classic --list",
        ],
    )
    found.add_argument("name", metavar="NAME", nargs="?", help="the benchmark")
    found.add_argument("words", metavar="WORD", nargs="*", help="only the row of this name, or rows with these words")
    found.add_argument("--list", action="store_true", help="list the rows and their published numbers, measure nothing")
    found.add_argument("--quick", action="store_true", help="about a tenth of the time, and less exact")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def run(args: argparse.Namespace) -> int:
    """List the benchmarks, or run one."""
    if args.name is None:
        print("\n".join(_listing()))
        return 0
    if args.name in BENCHMARKS:
        return _run(args, BENCHMARKS[args.name])
    if args.name in scripts():
        return _run_script(args)
    raise UsageError(
        "there is no benchmark {name!r}; there are {names}", name=args.name, names=", ".join([*BENCHMARKS, *scripts()])
    )


def _listing() -> Iterator[str]:
    """What can be measured, and about how long it takes."""
    yield said(Message("Wherever Partake is installed:"))
    for benchmark in BENCHMARKS.values():
        long = Message("about {minutes:g} min", minutes=benchmark.minutes)
        if benchmark.minutes < 1:
            long = Message("about {seconds:.0f} s", seconds=60 * benchmark.minutes)
        yield f"  {benchmark.name:<14}{said(benchmark.about)} ({said(long)})"
    yield ""
    yield said(Message("With the sources, by their own scripts and tools:"))
    for name, about in scripts().items():
        yield f"  {name:<14}{about}"
    yield ""
    yield said(Message("'partake bench NAME' measures, and shows the published numbers beside; --quick takes a tenth."))


def _run(args: argparse.Namespace, benchmark: Benchmark) -> int:
    rows, known = benchmark.find(args.words), published(benchmark.name)
    if args.list:
        for row in rows:
            print(f"{row.name:<36}{_text(known.get(row.name)):>24} {row.unit}")
        return 0
    effort, found = QUICK if args.quick else 1.0, list[Comparison]()
    with Stop(Message("Stopping: waiting for the row under way; Ctrl-C again stops at once")) as stop:
        for number, row in enumerate(rows, start=1):
            if stop():
                break
            _progress(Message("{number} of {rows}: {row}", number=number, rows=len(rows), row=row.name))
            found.append(compare(row, known.get(row.name), effort=effort))
        _progress(None)
    if args.json:
        print(json.dumps(_as_json(benchmark, found), ensure_ascii=False, indent=1))
    else:
        print("\n".join(_table(benchmark, found)))
    return 0 if len(found) == len(rows) else INTERRUPTED


def _table(benchmark: Benchmark, found: Sequence[Comparison]) -> Iterator[str]:
    """Here, published and the ratio, row by row."""
    lines = [(said(Message("row")), said(Message("here")), said(Message("published")), "", said(Message("ratio")))]
    for one in found:
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        lines.append((one.row.name, _number(one.here), _text(one.published), one.row.unit, ratio))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    for line in lines:
        cells = zip(line, "<>><>", widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()
    yield ""
    yield said(Message("here: {machine}", machine=describe()))
    if is_busy():
        yield said(Message("other programs kept this machine busy: alone it may be faster"))
    for date, machine in sorted({(one.published.date, one.published.machine) for one in found if one.published}):
        yield said(
            Message(
                "published: {machine}, {date}, by bench/{script}", machine=machine, date=date, script=_file(benchmark)
            )
        )


def _as_json(benchmark: Benchmark, found: Sequence[Comparison]) -> dict[str, Any]:
    rows = [
        {
            "row": one.row.name,
            "unit": one.row.unit,
            "here": one.here,
            "published": None if one.published is None else one.published.value,
            "published_text": _text(one.published),
            "date": None if one.published is None else one.published.date,
            "machine": None if one.published is None else one.published.machine,
            "ratio": one.ratio,
        }
        for one in found
    ]
    return {"benchmark": benchmark.name, "machine": describe(), "partake": partake.__version__, "rows": rows}


def _run_script(args: argparse.Namespace) -> int:
    """Run a script of the sources, where this package is one of a checkout."""
    path = SOURCES / f"{args.name}.py"
    if not path.exists():
        raise UsageError(
            "{name} needs the sources and their tools: get them with git, run script/setup there, then "
            "'.venv/bin/python bench/{name}.py'",
            name=args.name,
        )
    if args.list or args.quick or args.json:
        raise UsageError("{name} is a script with options of its own: python {path} --help", name=args.name, path=path)
    return subprocess.run([sys.executable, str(path), *args.words], check=False).returncode


def _progress(words: Message | None) -> None:
    """What is measured now, on a terminal; nothing clears the line."""
    if sys.stderr.isatty():
        print(f"\r{said(words) if words else ''}\033[K", end="", file=sys.stderr, flush=True)


def _number(value: float) -> str:
    """A number with as many digits as it deserves."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def _text(known: Published | None) -> str:
    return "" if known is None else known.text


def _file(benchmark: Benchmark) -> str:
    script, *options = benchmark.script.split()
    return " ".join([f"{script}.py", *options])
