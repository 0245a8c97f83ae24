"""`partake editions`: every game with its boards, tiles, seats and options."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator, Sequence

from partake.cli.arguments import Parser, command_parser, find_edition, known
from partake.cli.edition_facts import ONE_PLAYER, edition_facts
from partake.rules.edition import Edition, meaning, summary
from partake.rules.messages import Message, said
from partake.rules.options import OPTIONS

SUMMARY = Message("List the games with their boards, tile sets, players and options; with a name, explain one of them.")

LABELS = {
    "board": Message("board"),
    "scrapyard": Message("scrapyard"),
    "reserve": Message("reserve"),
    "tiles": Message("tiles"),
    "players": Message("players"),
    "draws": Message("draws"),
}
"""What stands before the parts of an edition."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "editions",
        SUMMARY,
        ["partake editions", "partake editions nexus", "partake editions --json", "partake -d mine.toml editions"],
    )
    found.add_argument("name", metavar="NAME", nargs="?", help="one edition, like orchid")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def run(args: argparse.Namespace) -> int:
    """List the editions, or explain one."""
    chosen = [find_edition(args, args.name)] if args.name else list(known(args).editions.values())
    if args.json:
        print(
            json.dumps(
                {"editions": [edition_facts(edition) for edition in chosen]}, ensure_ascii=False, indent=1, default=str
            )
        )
        return 0
    print("\n\n".join("\n".join(_edition(edition)) for edition in chosen))
    print("\n" + "\n".join(_options(chosen)))
    chosen_with = Message("The first value of an option is its default. Others are chosen with -o:")
    print(f"\n{said(chosen_with)}")
    print("  partake play classic Ann Bob -o rays=best")
    return 0


def _edition(edition: Edition) -> Iterator[str]:
    facts = edition_facts(edition)
    title, game = Message(edition.title), Message(edition.game)
    yield said(Message("{name}: {title}, of the game {game}", name=edition.name, title=title, game=game))
    yield from _wrapped(said(facts["summary"]))
    for name, label in LABELS.items():
        if facts.get(name):
            yield from _wrapped(said(facts[name]["text"]), said(label))
    for option in facts["options"]:
        moved = [
            Message("(first: {value}, with {when})", value=value, when=when)
            for when, value in option.get("defaults_when", {}).items()
        ]
        values = f"{option['name']} = {' | '.join(option['values'])}"
        yield from _wrapped(" ".join([values, *map(said, moved)]), said(Message("option")))
    for preset in edition.presets:
        chosen = ", ".join(f"{name}={value}" for name, value in preset.options.items())
        words = Message("{what}: {value}", what=Message(preset.title), value=Message(preset.summary))
        yield from _wrapped(f"{said(words)} ({chosen})" if chosen else said(words), said(Message("way")))
    for conflict in facts["excluded"]:
        one, other = conflict["options"]
        if other == ONE_PLAYER:
            refused = Message("{option} with one player: {reason}", option=one, reason=conflict["reason"])
        else:
            refused = Message("{one} with {other}: {reason}", one=one, other=other, reason=conflict["reason"])
        yield from _wrapped(said(refused), said(Message("not")))


def _options(chosen: Sequence[Edition]) -> Iterator[str]:
    """The meaning of the options of these editions."""
    offered = {name for edition in chosen for name in edition.offer.values}
    if offered:
        yield said(Message("Options"))
    for name, option in OPTIONS.items():
        if name not in offered:
            continue
        offering = [edition for edition in chosen if name in edition.offer.values]
        yield from _wrapped(said(Message("{name}: {told}", name=name, told=summary(offering[0], name))))
        for value in option.values:
            told: dict[str, list[str]] = {}
            for edition in offering:
                if value in (*edition.offer.values[name], "N"):
                    told.setdefault(said(meaning(edition, name, value)), []).append(said(Message(edition.title)))
            for text, titles in told.items():
                where = f" ({', '.join(titles)})" if len(told) > 1 else ""
                yield from _wrapped(f"{text}{where}", value, indent=4)


def _wrapped(words: str, label: str = "", *, indent: int = 2) -> list[str]:
    start = " " * indent + (f"{label:<11} " if label else "")
    return textwrap.wrap(words, 100, initial_indent=start, subsequent_indent=" " * len(start))
