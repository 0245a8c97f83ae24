"""What goes into the log: events with named fields, and crash reports, tracebacks of exceptions without any value.

An exception's message and the local variables of its frames can hold hidden tiles, tokens or a seed. A report
therefore names only files, lines and functions, the exception's type, and a short reference under which the same
report can be found again.
"""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The characters of a reference: none that is mistaken for another when it is read out."""
INSTALLED = "site-packages"
"""The folder below which the files of installed packages lie; a report leaves out where that folder is."""

FIELDS = "fields"
"""The attribute of a log record that holds its named fields."""


def note(log: logging.Logger, message: str, **fields: str | int | float) -> None:
    """Log an event with named fields: ids, counts and durations, never a name, a token, a title or anything hidden."""
    log.info(message, extra={FIELDS: fields})


class RemoteError(Exception):
    """An exception that another process has raised, as its report, `lines`, describes it."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(" ".join((*lines[:1], *lines[-1:])))
        self.lines = tuple(lines)


def report(log: logging.Logger, problem: BaseException) -> str:
    """Log an unexpected exception with its traceback, and return the reference of the report, like `K7QX-3M`."""
    drawn = "".join(ALPHABET[byte % len(ALPHABET)] for byte in os.urandom(6))
    reference = f"{drawn[:4]}-{drawn[4:]}"
    log.error("report %s: %s", reference, "\n".join(described(problem)), extra={FIELDS: {"reference": reference}})
    return reference


def described(problem: BaseException) -> tuple[str, ...]:
    """The exception's type and its frames, the innermost last; then the same for what caused it."""
    return tuple(_lines(problem))


def _lines(problem: BaseException) -> Iterator[str]:
    if isinstance(problem, RemoteError):
        yield from problem.lines
        return
    yield _name(problem)
    for frame in traceback.extract_tb(problem.__traceback__):
        yield f"  {_short(frame.filename)}:{frame.lineno} in {frame.name}"
    cause = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    if cause is not None:
        yield "caused by"
        yield from _lines(cause)


def kinds_of(problem: BaseException) -> set[str]:
    """The names of the types of an exception and of all that caused it, in this process or another."""
    lines = (line for line in described(problem) if not line.startswith(" "))
    return {type(problem).__name__, *(line.rpartition(".")[2] for line in lines)}


def _name(problem: BaseException) -> str:
    kind = type(problem)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _short(filename: str) -> str:
    """A file within its package: `partake/table/runner.py`."""
    parts = Path(filename).parts
    for root in (INSTALLED, "src"):
        if root in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(root) :])
    return "/".join(parts[-2:])
