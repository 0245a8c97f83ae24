"""Bots without a package: a class of a Python file, `mine.py:MyBot`, or a class that a program hands over.

A file is read once, where it is named. Its bytes travel with the games, so that every worker process, also one of a
cluster on another machine, plays the same code, whatever becomes of the file meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import inspect
import pickle
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from partake.bots.bot import FAMILIES, Bot
from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Listed, Message

_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<kind>[^:@]*))?(?:@(?P<think>[^@]*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FileSource:
    """A class of a Python file, with the bytes of the file."""

    path: str
    """Where the file is, from the root."""
    kind: str
    """The name of the class."""
    code: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        return hashlib.sha256(self.code).hexdigest()

    def load(self) -> type[Bot]:
        """The class; the code is run once in each process."""
        return _checked(_bots_of(_module(self.path, self.code))[self.kind], self.path)


@dataclass(frozen=True, slots=True)
class ClassSource:
    """A class of the running program."""

    kind: type[Bot]

    def load(self) -> type[Bot]:
        """The class."""
        return self.kind

    def __reduce__(self) -> tuple[Callable[[bytes], ClassSource], tuple[bytes]]:
        return _again, (_pickled(self.kind),)


Source = FileSource | ClassSource
"""Where the class of a bot without a package comes from."""


def split_file(text: str) -> tuple[str, str, str | None] | None:
    """The path, the class and the thinking of `mine.py:MyBot@0.1s`; None if the text names no Python file."""
    found = _FILE.fullmatch(text)
    return None if found is None else (found["path"], found["kind"] or "", found["think"])


def file_source(path: str, kind: str = "") -> FileSource:
    """A class of a file, which is run for it; without a name the one bot that it has."""
    try:
        where = Path(path).absolute()
        code = where.read_bytes()
    except (OSError, ValueError) as problem:
        reason = system_reason(problem) if isinstance(problem, OSError) else str(problem)
        raise PartakeError("{path} cannot be read: {reason}", path=path, reason=reason) from None
    bots = _bots_of(_module(str(where), code))
    if not bots:
        raise PartakeError("{path} has no bot: write a class of partake.bots.Bot with a method choose", path=path)
    if not kind and len(bots) > 1:
        raise PartakeError(
            "{path} has the bots {bots}: say which, like {path}:{first}",
            path=path, bots=Listed(bots), first=next(iter(bots)),
        )  # fmt: skip
    if kind and kind not in bots:
        raise PartakeError("{path} has no bot {kind!r}; it has {bots}", path=path, kind=kind, bots=Listed(bots))
    chosen = kind or next(iter(bots))
    _checked(bots[chosen], path)
    return FileSource(str(where), chosen, code)


def class_source(kind: type[Bot]) -> ClassSource:
    """A class that a program hands over."""
    return ClassSource(_checked(kind, kind.__name__))


@cache
def _module(path: str, code: bytes) -> ModuleType:
    """The module that the bytes of a file make; what it prints goes to the standard error.

    Modules beside the file can be imported: its folder is searched last, so that it hides nothing.
    """
    name = f"partake_bot_{hashlib.sha256(path.encode() + code).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(compile(code, path, "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as problem:  # a file may do anything
        del sys.modules[name]
        raise PartakeError(
            "{path}, line {line}: it cannot be loaded: {kind}: {problem}",
            path=path,
            line=problem.lineno if isinstance(problem, SyntaxError) else _last_line(problem, name) or 1,
            kind=type(problem).__name__,
            problem=problem.msg if isinstance(problem, SyntaxError) else problem,
        ) from problem
    return module


def _bots_of(module: ModuleType) -> dict[str, type[Bot]]:
    """The bots that a module defines, not those that it imports, nor what only others build on."""
    found = {name: value for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, Bot)}
    return {
        name: kind
        for name, kind in found.items()
        if kind.__module__ == module.__name__ and not inspect.isabstract(kind) and not name.startswith("_")
    }


def _checked(kind: type[Bot], where: str) -> type[Bot]:
    if inspect.isabstract(kind):
        missing = Listed(sorted(kind.__abstractmethods__))
        raise PartakeError("{where}: {kind} is unfinished: it lacks {missing}", where=where, kind=kind.__name__,
                           missing=missing)  # fmt: skip
    if not kind.families or not kind.families <= set(FAMILIES):
        raise PartakeError(
            "{where}: {kind} plays no family of games: families are {families}",
            where=where,
            kind=kind.__name__,
            families=Listed(sorted(FAMILIES)),
        )
    return kind


def where_failed(problem: BaseException, kind: type[Bot]) -> Message:
    """The file and the line of a bot's own code at which an exception left it."""
    module = sys.modules.get(kind.__module__)
    line, code = _last_line(problem, kind.__module__), getattr(kind.choose, "__code__", None)
    file = getattr(module, "__file__", None)
    if line is None and code is not None:  # it was not even called, as with a wrong number of arguments
        line, file = code.co_firstlineno, code.co_filename
    if line is None:
        return Message("{kind}", kind=kind.__name__)
    return Message("{file}, line {line}", file=Path(file).name if file else kind.__name__, line=line)


def _last_line(problem: BaseException, module: str) -> int | None:
    """The line of the innermost frame that runs code of a module."""
    found, trace = None, problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == module:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def _pickled(kind: type[Bot]) -> bytes:
    """A class as bytes: by its name where others can import it, else its code, if cloudpickle is installed."""
    is_importable = kind.__module__ != "__main__" and "<locals>" not in kind.__qualname__
    try:
        if is_importable:
            return pickle.dumps(kind)
        found: bytes = importlib.import_module("cloudpickle").dumps(kind)
        return found
    except Exception:
        raise PartakeError(
            "other processes cannot import {kind}, which is defined in a notebook, a prompt or a function: play with "
            "one worker, save it in a file of its own, or install cloudpickle",
            kind=kind.__qualname__,
        ) from None


def _again(data: bytes) -> ClassSource:
    kind: Any = pickle.loads(data)
    return ClassSource(kind)
