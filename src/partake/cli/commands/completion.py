"""`partake completion`: the script that teaches a shell to complete the command with the Tab key."""

from __future__ import annotations

import argparse
from importlib.resources import files

from partake.cli.arguments import Parser, command_parser
from partake.rules.messages import Message

SUMMARY = Message(
    """\
Print the script with which a shell completes partake on the Tab key: commands,
options, editions, bots and files. Put it where your shell looks for it."""
)
FILES = {"bash": "partake.bash", "zsh": "_partake", "fish": "partake.fish"}
"""The script of each shell."""
FOLDER = files("partake.cli") / "shell"
"""Where the scripts are, made from the parsers of all commands."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "completion",
        SUMMARY,
        [
            "partake completion bash > ~/.local/share/bash-completion/completions/partake",
            Message("partake completion zsh > ~/.zfunc/_partake       (with fpath+=~/.zfunc before compinit)"),
            "partake completion fish > ~/.config/fish/completions/partake.fish",
        ],
    )
    found.add_argument(
        "shell", metavar="SHELL", choices=tuple(FILES), help=Message("one of {shells}", shells=", ".join(FILES))
    )
    return found


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print((FOLDER / FILES[args.shell]).read_text(encoding="utf-8"), end="")
    return 0
