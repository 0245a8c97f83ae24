"""The results as data of the package: makes src/partake/bench/published.toml from results.md.

    python bench/published.py [--check]

Whoever changes a table of results.md runs it; a test, and `--check`, compare the two.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from marked import RESULTS
from partake.bench.catalogue import BENCHMARKS
from partake.bench.published import FILE
from partake.bench.strength import PLAIN

HEADING = re.compile(r"^## (.+), (\d{4}-\d\d-\d\d)$", re.MULTILINE)
MACHINE = r"((?:Intel|AMD|Apple|ARM)\b[^,.:;(|]*(?:\([^)]*\))?)"
"""The processor, which each section names."""
Cells = dict[str, str]


def tables(text: str) -> Iterator[list[Cells]]:
    """The tables of a text: for each row its cells, by the names of the columns."""
    for block in re.findall(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in block.splitlines()]
        yield [dict(zip(head, row, strict=True)) for row in rows]


def table(text: str, column: str) -> list[Cells]:
    """The first table of a text that has this column."""
    return next((rows for rows in tables(text) if column in rows[0]), [])


def _variant(row: Cells) -> str:
    seats = row.get("seats", "1")
    return " ".join(filter(None, [row["edition"], row["options"], f"seats={seats}" if seats != "1" else ""]))


def _prose(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise SystemExit(f"results.md does not say {pattern!r} any more")
    return found.group(1)


def _engine(text: str) -> Cells:
    found = {_variant(row): row["games/s"] for row in table(text, "games/s")}
    return {**found, "import": _prose(text, r"`import partake`: ([\d.]+) ms")}


def _tables(text: str) -> Cells:
    found: Cells = {}
    for row in table(text, "classic"):
        what, *cells = row.items()
        if not what[1].startswith("*"):
            found |= {f"{name} {what[1]}": cell for name, cell in cells}
    ordered = sorted(found, key=lambda name: list(table(text, "classic")[0]).index(_table_of(name)))
    files = {row["games of Classic in a file"]: row["games/s"] for row in table(text, "games of Classic in a file")}
    return {**{name: found[name] for name in ordered}, **files}


def _table_of(row: str) -> str:
    words = row.split()
    return " ".join(words[: 2 if "=" in words[1] else 1])


def _playouts(text: str) -> Cells:
    found = {_variant(row): row["games/s, one core"] for row in table(text, "games/s, one core")}
    return {
        **found,
        "all cores": _prose(text, r"All \d+ cores: ([\d,]+) Classic games/s"),
        "first result": _prose(text, r"First result in a fresh process[^:]*: ([\d.]+) s"),
    }


def _batches(text: str) -> Cells:
    rows = table(text, "games in a batch")
    columns = {"Batch": "games/s in step (Batch)", "score_boards": "boards/s scored (score_boards)"}
    return {
        f"{what} {row['games in a batch'].replace(',', '')}": row[column]
        for what, column in columns.items()
        for row in rows
    }


def _environments(text: str) -> Cells:
    found: Cells = {}
    for rows in tables(text):
        for row in rows:
            first, *rest = row.items()
            name = first[1].removeprefix("Partake/").removesuffix("-v0").lower()
            for column, cell in rest:
                kind = "one game" if column in ("one game", "`make`") else column.removeprefix("vector of ")
                size = kind.replace(",", "")
                if kind == "one game" or size.isdigit():
                    found[f"{name} {kind}" if kind == "one game" else f"{name} vector {size}"] = cell
    order = sorted(found, key=lambda name: (name.split()[0], "one game" not in name))
    five = _prose(text, r"Take Five: ([\d,]+) actions")
    return {**{name: found[name] for name in order}, "five": five}


def _solve(text: str) -> Cells:
    return {_variant(row): row["median s"] for row in table(text, "median s")}


def _classic(text: str) -> Cells:
    found: Cells = {}
    for row in table(text, "bot"):
        name = row["bot"].strip("`")
        if name == PLAIN:  # no bot
            continue
        found |= {f"{name} mean": f"{row['mean']} ({row['decks']})", f"{name} ms": row["ms"]}
    return found


def _bots(text: str) -> Cells:
    return {
        f"{_variant(row)} {bot}": cell
        for row in table(text, "edition")
        for bot, cell in row.items()
        if cell and bot not in ("edition", "options")
    }


SECTIONS: dict[str, tuple[str, Callable[[str], Cells]]] = {
    "engine": ("The readable engine", _engine),
    "tables": ("Tables", _tables),
    "playouts": ("The compiled engine", _playouts),
    "batches": ("The compiled engine", _batches),
    "environments": ("Learning environments", _environments),
    "solve": ("Best boards", _solve),
    "classic": ("Classic", _classic),
    "bots": ("Bots", _bots),
    "levels": ("Levels", _bots),
}
"""The section of results.md that each benchmark is published in, and how its rows are read."""


def made() -> str:
    """The text of the file."""
    results = RESULTS.read_text(encoding="utf-8")
    parts = HEADING.split(results)
    sections = {title: (date, text) for title, date, text in zip(*[iter(parts[1:])] * 3, strict=True)}
    lines = ["# The published results, made from bench/results.md by bench/published.py."]
    for name, (title, read) in SECTIONS.items():
        date, text = sections[title]
        lines += ["", f"[results.{name}]", f"date = {json.dumps(date)}"]
        lines += [f"machine = {json.dumps(_one_line(_prose(text, MACHINE)))}", f"[results.{name}.rows]"]
        lines += [f"{json.dumps(row)} = {json.dumps(cell, ensure_ascii=False)}" for row, cell in read(text).items()]
    lines += ["", "[scripts]", *(f"{name} = {json.dumps(about)}" for name, about in scripts().items())]
    return "\n".join(lines) + "\n"


def scripts() -> dict[str, str]:
    """The scripts that can be run here and are no benchmark of the package, with the first sentence of each."""
    packaged = {*BENCHMARKS, *(one.script.split()[0] for one in BENCHMARKS.values()), Path(__file__).stem, "machine"}
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.stem not in packaged and '__name__ == "__main__"' in text:
            about = _one_line((ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0])
            found[path.stem] = about.split(". ")[0].rstrip(".")
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(FILE.read_text(encoding="utf-8") != made() and f"{FILE} is not what results.md says")
    FILE.write_text(made(), encoding="utf-8")
