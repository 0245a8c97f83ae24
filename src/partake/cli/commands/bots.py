"""`partake bots`: the registered bots, how well they play, and the conformance check of one."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator
from typing import Any

from partake.bots.conformance import checklist
from partake.bots.discovery import BOTS, HOME, LEVELS, BotRegistry, Entry, installed, named
from partake.bots.strength import strength_of
from partake.cli.arguments import Parser, UsageError, command_parser
from partake.cli.batch import has_signs
from partake.rules.errors import PartakeError, printable
from partake.rules.messages import SEMICOLON, Joined, Listed, Message, said

BROKEN = 1
"""The exit code when a bot does not pass its check."""
WIDTH = 100
"""The width of the list, in columns."""
FAMILIES = {"hexagon": Message("hexagon games"), "five": Message("Take Five")}
"""What each family is called in the list."""
SUMMARY = Message(
    """\
List the bots and levels with what they play and how well, those of installed
packages included; or check whether one of them keeps what a bot promises."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser("bots", SUMMARY, ["partake bots", "partake bots --json", "partake bots --check greedy"])
    found.add_argument("--check", metavar="NAME", help="check a bot: legal moves, secrets, time, …")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def run(args: argparse.Namespace) -> int:
    """List the bots, or check one."""
    if args.check is not None:
        return _check(args)
    registries = {Message("Bots"): BOTS, Message("Levels"): LEVELS, Message("From other packages"): installed()}
    if args.json:
        found = [_facts(entry) for registry in registries.values() for entry in registry.entries.values()]
        print(json.dumps({"bots": found}, ensure_ascii=False, indent=1, default=str))
    else:
        print("\n\n".join("\n".join(_listed(title, registry)) for title, registry in registries.items() if registry))
        end = Message("A name is understood wherever a bot is: partake play classic Ann bot:casual")
        print(f"\n{said(end)}")
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


def _check(args: argparse.Namespace) -> int:
    try:
        kind = named(args.check)
    except PartakeError as problem:
        raise UsageError(problem) from None
    good, bad = ("✓", "✗") if has_signs() else ("ok", "NO")
    found = []
    for line in checklist(kind):
        found.append(line)
        if not args.json:
            print(f"{bad if line.problem else good} {said(line.promise)}", flush=True)
            if line.problem:
                print(textwrap.indent(printable(said(line.problem)), "    "), flush=True)
    if args.json:
        print(json.dumps({"bot": kind.name, "checks": [_line(line.promise, line.problem) for line in found]}, indent=1))
    return BROKEN if any(line.problem for line in found) else 0


def _line(promise: Message, problem: Message | None) -> dict[str, Any]:
    return {"promise": str(promise), "kept": not problem, **({"problem": str(problem)} if problem else {})}
