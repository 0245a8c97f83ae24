"""Files that commands write: checked before any work, and overwritten only with `--force`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from partake.cli.arguments import STDIN, UsageError
from partake.engine.record.files import cannot_write
from partake.rules.errors import PartakeError
from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message

PICTURES = (".png", ".svg")
"""The suffixes of picture files."""


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add the option `--force`, which every command has that writes files."""
    parser.add_argument("--force", action="store_true", help="overwrite files that are there already")


def check_output(name: str | Path | None, *, force: bool) -> None:
    """Refuse a file that is there already, or cannot be written, before a command does any work; None is no file."""
    if name is None or str(name) == STDIN:
        return
    path = Path(name)
    try:
        if path.is_dir():
            raise PartakeError("{path} cannot be written: it is a folder", path=path)
        if (path.is_file() or path.is_symlink()) and not force:
            raise PartakeError("{file} is there already: --force overwrites it", file=path)
        if not path.parent.is_dir():
            raise PartakeError(
                "{path} cannot be written: there is no directory {parent}", path=path, parent=path.parent
            )
    except OSError as problem:
        raise cannot_write(path, problem) from None
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PartakeError("{path} cannot be written: permission denied", path=path)


def check_picture(path: Path | None, *, force: bool) -> None:
    """The same for a picture, which is drawn by a package that must be installed."""
    if path is None:
        return
    if path.suffix.lower() not in PICTURES:
        raise UsageError("{file}: a picture is a .png or a .svg file", file=path)
    check_output(path, force=force)
    try:
        load("matplotlib", extra="plot", purpose=Message("a picture"))
    except MissingExtraError as problem:
        raise UsageError(problem) from None


def make_folder(path: Path) -> None:
    """Make a folder, for files that are written into it."""
    try:
        path.mkdir(parents=True)
    except OSError as problem:
        raise cannot_write(path, problem) from None


def write_output(name: str | Path, text: str, *, force: bool) -> None:
    """Write a file, or the standard output for `-`."""
    if str(name) == STDIN:
        sys.stdout.write(text)
        return
    check_output(name, force=force)
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise cannot_write(Path(name), problem) from None
