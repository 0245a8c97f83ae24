"""`partake bots`: the registered bots, how well they play, and the conformance check of one."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from partake.bots.conformance import checklist
from partake.bots.discovery import BOTS, HOME, LEVELS, BotRegistry, Entry, installed
from partake.bots.specifier import bot_spec
from partake.bots.strength import strength_of
from partake.cli.arguments import Parser, UsageError, add_traceback, command_parser
from partake.cli.batch import has_signs
from partake.cli.bot_template import new_files
from partake.cli.outputs import add_force, check_output, make_folder, write_output
from partake.rules.errors import PartakeError, printable
from partake.rules.messages import SEMICOLON, Joined, Listed, Message, said

ACTIONS = ("new", "check")
"""What can be done besides listing."""
BROKEN = 1
"""The exit code when a bot does not pass its check."""
WIDTH = 100
"""The width of the list, in columns."""
FAMILIES = {"hexagon": Message("hexagon games"), "five": Message("Take Five")}
"""What each family is called in the list."""
SUMMARY = Message(
    """\
List the bots and levels with what they play and how well, those of installed
packages included; write a new one to begin with; or check whether one keeps
what a bot promises."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "bots",
        SUMMARY,
        [
            "partake bots",
            "partake bots new mybot",
            "partake bots check mybot.py",
            "partake bots check greedy",
            "partake bots new mybot --package",
        ],
    )
    found.add_argument("action", metavar="ACTION", nargs="?", choices=ACTIONS, help="new or check; default: list them")
    found.add_argument("name", metavar="BOT", nargs="?", help="new: its name; check: a name, or FILE.py:CLASS")
    found.add_argument("--check", metavar="BOT", help="the same as: check BOT")
    found.add_argument("--package", action="store_true", help="new: write a package to install and publish")
    add_force(found)
    add_traceback(found)
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def run(args: argparse.Namespace) -> int:
    """List the bots, or check one."""
    if args.action and args.name is None:
        raise UsageError("{action} needs one more word: the bot", action=args.action)
    if args.action == "new":
        return _new(args)
    if args.action == "check" or args.check is not None:
        return _check(args, args.name if args.check is None else args.check)
    registries = {Message("Bots"): BOTS, Message("Levels"): LEVELS, Message("From other packages"): installed()}
    if args.json:
        found = [_facts(entry) for registry in registries.values() for entry in registry.entries.values()]
        print(json.dumps({"bots": found}, ensure_ascii=False, indent=1, default=str))
    else:
        print("\n\n".join("\n".join(_listed(title, registry)) for title, registry in registries.items() if registry))
        end = Message("A name is understood wherever a bot is: partake play classic Ann bot:casual")
        own = Message("A bot of your own, in a file: partake bots new mybot")
        print(f"\n{said(end)}\n{said(own)}")
    return 0


def _facts(entry: Entry) -> dict[str, Any]:
    """A bot as plain data; of one that cannot be loaded, the reason."""
    known: dict[str, Any] = {"name": entry.name, "origin": entry.origin}
    try:
        kind = entry.load()
    except PartakeError as problem:
        return {**known, "problem": problem}
    strength = [found.to_json() for found in strength_of(entry.name)]
    return {**known, "summary": kind.summary, "families": sorted(kind.families), "measured": strength}


def _listed(title: Message, registry: BotRegistry) -> Iterator[str]:
    yield said(title)
    for entry in registry.entries.values():
        facts = _facts(entry)
        if "problem" in facts:
            yield from _wrapped(entry.name, printable(said(facts["problem"])))
            continue
        yield from _wrapped(entry.name, printable(said(Message(facts["summary"]))))
        plays = Listed(words for family, words in FAMILIES.items() if family in facts["families"])
        foreign = Message("{plays}; from {origin}", plays=plays, origin=printable(entry.origin))
        yield from _wrapped("", said(plays if entry.origin == HOME else foreign))
        if strength := strength_of(entry.name):
            yield from _wrapped("", said(Joined(strength, SEMICOLON)))


def _wrapped(name: str, words: str) -> list[str]:
    start = f"  {name:<12}"
    return textwrap.wrap(words, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _new(args: argparse.Namespace) -> int:
    """Write the files of a new bot, and say what to type next."""
    files, commands = new_files(args.name, is_package=args.package)
    for path in files:
        if not path.parent.exists():
            make_folder(path.parent)
        check_output(path, force=args.force)
    for path, text in files.items():
        write_output(path, text, force=args.force)
        print(said(Message("{file} is written.", file=path)))
    print(f"{said(Message('Next:'))}\n" + "\n".join(f"  {command}" for command in commands))
    return 0


def _check(args: argparse.Namespace, name: str) -> int:
    try:
        kind = bot_spec(name).kind
    except PartakeError as problem:
        raise UsageError(problem) from None
    good, bad = ("✓", "✗") if has_signs() else ("ok", "NO")
    found = []
    for line in checklist(kind):
        found.append(line)
        if args.traceback and line.trace:
            print("\n".join(line.trace), file=sys.stderr, flush=True)
        if not args.json:
            print(f"{bad if line.problem else good} {said(line.promise)}", flush=True)
            if line.problem:
                print(textwrap.indent(printable(said(line.problem)), "    "), flush=True)
    if args.json:
        print(json.dumps({"bot": kind.name, "checks": [_line(line.promise, line.problem) for line in found]}, indent=1))
    return BROKEN if any(line.problem for line in found) else 0


def _line(promise: Message, problem: Message | None) -> dict[str, Any]:
    return {"promise": str(promise), "kept": not problem, **({"problem": str(problem)} if problem else {})}
