"""Write what shells and `man` know of the command: completion for bash, zsh and fish, and the manual page.

Everything is made from the parsers of the commands, with shtab and argparse-manpage, and kept in the package: nobody
who plays needs either. `script/shell` runs this; a test fails when a file is not what this makes.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from partake.bots.discovery import BOTS, LEVELS
from partake.cli.arguments import add_data, add_language
from partake.cli.commands.completion import FILES, FOLDER
from partake.cli.main import COMMANDS, DESCRIPTION, EXIT_CODES
from partake.rules.catalogue import catalogue
from partake.rules.options import OPTIONS

MANUAL = "partake.1"
"""The manual page."""
ENVIRONMENT = {
    "PARTAKE_DATA": "TOML files with boards, tile sets and editions of your own, as for --data",
    "PARTAKE_LANGUAGE": "the language to speak, as for --language; else that of LC_ALL, LC_MESSAGES or LANG",
    "NO_COLOR": "if set, nothing is coloured",
    "COLORTERM": "with truecolor or 24bit, colours are those of the tiles themselves",
    "XDG_STATE_HOME": "where games that were left are kept, in the directory partake",
}
"""The variables that the command reads."""
PLACES = {
    "~/.local/state/partake": "games that were left, readable by their owner alone; partake play --resume goes on "
    "with one, partake play --tidy puts old ones away",
}
"""The files that the command keeps."""


def command_tree() -> argparse.ArgumentParser:
    """The whole command line as one parser: every command with its options."""
    tree = argparse.ArgumentParser(
        prog="partake", description=str(DESCRIPTION), formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tree.add_argument("--version", action="store_true", help="show program's version number and exit")
    add_data(tree)
    add_language(tree)
    commands = tree.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, summary in COMMANDS.items():
        own = importlib.import_module(f"partake.cli.commands.{name}").parser()
        commands.add_parser(
            name,
            help=str(summary),
            description=own.description,
            epilog=own.epilog,
            parents=[own],
            conflict_handler="resolve",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    return tree


def parsers(tree: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """A parser and those of its commands, with their names."""
    yield tree.prog, tree
    for action in tree._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def words() -> Mapping[str, list[str]]:
    """What can stand where a parser asks for something, by how the parser calls it."""
    editions = catalogue().editions
    values = {name: option.values for name, option in OPTIONS.items()}
    bots = [*LEVELS, *BOTS.entries]
    return {
        "EDITION": list(editions),
        "NAME=VALUE": [f"{name}={value}" for name in values for value in values[name] if value != "N"],
        "BOT": bots,
        "NAME": [f"bot:{level}" for level in LEVELS],
    }


def completion(shell: str) -> str:
    """The completion script of a shell: commands, options, editions, values, bots and files."""
    tree, known = command_tree(), words()
    for name, parser in parsers(tree):
        for action in parser._actions:
            metavar = str(action.metavar or "")
            if metavar in ("FILE", "RECORD", "OUT"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif metavar == "NAME" and name == "editions":
                action.choices = known["EDITION"]
            elif metavar in known and action.choices is None:
                action.choices = known[metavar]
    return str(shtab.complete(tree, shell)).rstrip() + "\n"


def manual() -> str:
    """The manual page, without a date: it changes with the command alone."""
    tree = command_tree()
    page = Manpage(tree, format="single-commands-section")
    page.date, page.source, page.manual = "", "partake", "Partake"
    page.description = "play, count and study Take it Easy!, Take it to the Limit! and Take Five"
    for heading, content in _sections(tree):
        page.add_section(heading, ">", content)
    text = re.sub(r"[ \t]+$", "", str(page), flags=re.MULTILINE)
    text = re.sub(r"^usage: (.*?)\n\n", r".nf\n\1\n.fi\n\n", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def _sections(tree: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """What the parsers do not say by themselves, and the examples that they end with."""
    examples = [line.strip() for _, parser in parsers(tree) for line in (parser.epilog or "").splitlines()[1:]]
    yield "examples", "\n".join([".nf", *(line.replace("\\", "\\e").replace("-", "\\-") for line in examples), ".fi"])
    codes = str(EXIT_CODES).removeprefix("exit codes: ").split("; ")
    yield "exit status", "\n".join(f".TP\n{code.partition(' ')[0]}\n{code.partition(' ')[2]}" for code in codes)
    for heading, named in (("environment", ENVIRONMENT), ("files", PLACES)):
        yield heading, "\n".join(f".TP\n.B {name}\n{meaning}" for name, meaning in named.items())


def files() -> dict[str, str]:
    """Every file that is made here, by its name."""
    return {**{name: completion(shell) for shell, name in FILES.items()}, MANUAL: manual()}


def main() -> int:
    """Write the files; say which of them have changed."""
    for name, text in files().items():
        path = Path(str(FOLDER)) / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} is new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
