"""Sections of results.md that a program writes, each between its markers."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"


def write_section(name: str, text: str, *, program: str = "") -> None:
    """Put a section between its markers, at the end if it has none yet."""
    begin, end = f"<!-- {name}: written by bench/{program or name}.py -->", f"<!-- {name}: end -->"
    results = RESULTS.read_text(encoding="utf-8")
    section = f"{begin}\n{text}\n{end}"
    if begin in results:
        before, rest = results.split(begin, 1)
        results = before + section + rest.split(end, 1)[1]
    else:
        results = f"{results.rstrip()}\n\n{section}\n"
    RESULTS.write_text(results, encoding="utf-8")
