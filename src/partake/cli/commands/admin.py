"""`partake admin`: what an operator does about people, tables and the database, while the server runs or not."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from partake.cli.arguments import Parser, UsageError, command_parser
from partake.cli.terminal.typed import initial, is_typed
from partake.rules.errors import printable
from partake.rules.extras import load
from partake.rules.languages import current, speaking
from partake.rules.messages import Message, Plural, said
from partake.web.settings import CONFIG, SettingError, flag, read_settings

PURPOSE = Message("administering a server")
PACKAGES = ("fastapi", "sqlalchemy", "alembic", "itsdangerous", "orjson")
"""What administering needs besides Python, so that whatever is missing can be named."""
BROKEN = 1
"""The exit code when the database is damaged."""
SHOWN_ID = 8
"""The characters of a person's id in the list."""
STATUSES = {
    "waiting": Message("waiting"),
    "playing": Message("playing"),
    "over": Message("over"),
    "closed": Message("closed"),
}
"""The statuses by which tables can be listed."""
CARDBOARD = Message("over (cardboard)")
"""The status of a game that was kept at a cardboard table, and sent when it was over."""
PEOPLE = (
    Message("id"), Message("nickname"), Message("since"), Message("tables"), Message("tokens"), "",
)  # fmt: skip
"""The columns of the list of people."""
TABLES = (
    Message("id"), Message("edition"), Message("status"), Message("since"), Message("people"), Message("moves"),
    Message("title"),
)  # fmt: skip
"""The columns of the list of tables."""
SHARES = (Message("server"), Message("since"))
"""The columns of the list of servers that share the calendar."""
TOURNAMENTS = (
    Message("code"), Message("edition"), Message("status"), Message("since"), Message("players"), Message("deals"),
    Message("title"),
)  # fmt: skip
"""The columns of the list of tournaments."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "people": (),
    "tables": (),
    "tournaments": (),
    "ban": ("person",),
    "unban": ("person",),
    "close": ("table",),
    "remove": ("table", "seat"),
    "end-tournament": ("code",),
    "end-sessions": ("person",),
    "calendar": (),
    "check": (),
    "clean-up": (),
}
"""The actions, each with what it is about."""
CHANGES = {
    "ban": Message("{nickname} may change nothing here any more"),
    "unban": Message("{nickname} may do again what everybody may"),
    "close": Message("The table {table} is closed"),
    "end-tournament": Message("The tournament {code} is over"),
    "remove": Message("Seat {seat} of the table {table} is cleared"),
    "end-sessions": Message("{nickname} is signed out everywhere, and has no tokens any more"),
    "clean-up": Message("Dropped: {guests}, {tables}, {links}, {evenings}"),
}
"""What is said when an action that changes something is done."""
SUMMARY = Message(
    """\
See and decide about the people and tables of a server: as its operator, which is
whoever can read the key in its folder. While the server runs it is asked to do
it; while it does not, the database is opened directly.

actions:
  people                list the people, the newest first; --name looks for one
  tables                list the tables, the newest first; --status only some
  tournaments           list the tournaments, the newest first
  ban PERSON            let a person change nothing any more (unban PERSON)
  end-sessions PERSON   sign a person out everywhere, tokens included
  close TABLE           close a table that waits or is being played, for good
  remove TABLE SEAT     take the people off a seat; a bot plays on there
  calendar              show the calendar of daily deals and who shares it
  calendar share NAME   let another server deal the same; prints its token
  calendar revoke NAME  let it ask for no more days
  end-tournament CODE   end a tournament; games that go on count as they stand
  check                 check the database: pages, indexes, logs of games
  clean-up              drop guests who never played and tables that never began

A person is named by the beginning of the id that 'people' shows."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "admin",
        SUMMARY,
        [
            "partake admin people --name ann",
            "partake admin ban 3f9a02c1",
            "partake admin tables --status playing --json",
            "partake admin remove Xy7pQ2 3 --yes",
            "partake admin calendar share games.example.org --yes",
            "partake admin check --folder /srv/partake",
        ],
    )
    found.add_argument("action", metavar="ACTION", choices=tuple(ARGUMENTS), help="one of the actions above")
    found.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help="the person, the tournament, the table and its seat, or what about the calendar",
    )
    found.add_argument("--name", metavar="TEXT", default="", help="list the people whose nickname has this in it")
    found.add_argument(
        "--status",
        metavar="STATUS",
        choices=tuple(STATUSES),
        help=Message("list tables of one: {statuses}", statuses=", ".join(STATUSES)),
    )
    found.add_argument("--limit", metavar="N", type=int, default=100, help="the most rows of a list (default: 100)")
    found.add_argument("--json", action="store_true", help="print JSON")
    found.add_argument("-y", "--yes", action="store_true", help="do not ask before something is changed")
    found.add_argument(flag("folder"), metavar="PATH", help="the server's folder (default: .partake in your home)")
    found.add_argument(flag("database"), metavar="URL", help="the server's PostgreSQL, if its games are in one")
    found.add_argument(flag(CONFIG), metavar="FILE", help="the server's file of settings (also: PARTAKE_CONFIG)")
    return found


def run(args: argparse.Namespace) -> int:
    """Perform an action and print what came of it."""
    arguments = _arguments(args)
    try:
        settings = read_settings(vars(args) | {"limit": None, "name": None}).settings
    except SettingError as problem:
        raise UsageError(problem) from None
    for package in PACKAGES:
        load(package, extra="web", purpose=PURPOSE)
    administrator = load("partake.web.administrator", extra="web", purpose=PURPOSE)
    if (args.action in CHANGES or arguments.get("verb")) and not args.yes and not _is_confirmed(args):
        print(said(Message("Nothing was changed.")))
        return 0
    with speaking("en" if args.json else current().code):
        found = administrator.perform(settings, args.action, arguments)
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        for line in _told(args.action, found):
            print(printable(line))
    return BROKEN if found.get("complaints") else 0


def _arguments(args: argparse.Namespace) -> dict[str, Any]:
    """What an action is about, as its plain arguments."""
    if args.action == "calendar":
        if len(args.what) not in (0, 2) or args.what[:1] not in ([], ["share"], ["revoke"]):
            raise UsageError("the calendar is shared like this: partake admin calendar share NAME (or revoke NAME)")
        return dict(zip(("verb", "name"), args.what, strict=False))
    names = ARGUMENTS[args.action]
    if len(args.what) != len(names):
        needed = " ".join([args.action, *map(str.upper, names)])
        raise UsageError(
            "the action {action} is written like this: partake admin {needed}", action=args.action, needed=needed
        )
    found: dict[str, Any] = dict(zip(names, args.what, strict=True))
    if "seat" in found:
        if not found["seat"].isdecimal():
            raise UsageError("{found!r} is not the number of a seat", found=found["seat"])
        found["seat"] = int(found["seat"])
    if args.action == "people":
        found |= {"name": args.name, "limit": args.limit}
    if args.action == "tournaments":
        found |= {"limit": args.limit}
    if args.action == "tables":
        found |= {"status": args.status, "limit": args.limit}
    return found


def _is_confirmed(args: argparse.Namespace) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("{action} changes something: confirm it with --yes", action=args.action)
    sure = Message("{what}: are you sure? [{yes}/N] ", what=" ".join([args.action, *args.what]), yes=initial("yes"))
    return is_typed("yes", input(said(sure)))


def _told(action: str, found: dict[str, Any]) -> Iterator[str]:
    if action == "people":
        yield from _rows(PEOPLE, found["people"], _person)
    elif action == "tables":
        yield from _rows(TABLES, found["tables"], _table)
    elif action == "calendar":
        yield from _calendar(found)
    elif action == "tournaments":
        yield from _rows(TOURNAMENTS, found["tournaments"], _tournament)
    elif action == "check":
        yield from found["complaints"] or [said(Message("The database is sound."))]
    elif action == "clean-up":
        dropped = {
            "guests": Plural(
                "{count} guest who never played", "{count} guests who never played", count=found["guests"]
            ),
            "tables": Plural(
                "{count} table that never began", "{count} tables that never began", count=found["tables"]
            ),
            "links": Plural("{count} used link", "{count} used links", count=found["links"]),
            "evenings": Plural("{count} old evening", "{count} old evenings", count=found["evenings"]),
        }
        yield f"{said(Message(CHANGES[action].text, **dropped))}."
    else:
        yield f"{said(Message(CHANGES[action].text, **found))}."


def _calendar(found: dict[str, Any]) -> Iterator[str]:
    if "token" in found:
        yield said(
            Message("{name} shares the calendar. Its server is started with this, shown once:", name=found["name"])
        )
        yield f"  --calendar https://…#{found['token']}"
    elif "name" in found:
        yield said(Message("{name} shares the calendar no more.", name=found["name"]))
    else:
        none = Message("There is no calendar yet: a server makes it when it first starts.")
        known = Message("Fingerprint of the calendar: {fingerprint}", fingerprint=found["fingerprint"])
        yield said(none if found["fingerprint"] is None else known)
        yield from _rows(SHARES, found["shares"], lambda one: [one["name"], _day(one["created"])])


def _rows(
    head: Sequence[Message | str], found: list[dict[str, Any]], row: Callable[[dict[str, Any]], list[str]]
) -> Iterator[str]:
    """A table in columns that are as wide as they must be."""
    lines = [list(map(said, head)), *(row(one) for one in found)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        yield "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()


def _person(one: dict[str, Any]) -> list[str]:
    marks = [Message("banned since {day}", day=_day(one["banned"]))] if one["banned"] else []
    marks += [Message("at the device of {person}", person=one["guardian"][:SHOWN_ID])] if one["guardian"] else []
    return [
        one["id"][:SHOWN_ID], one["nickname"], _day(one["created"]), str(one["seats"]), str(one["tokens"]),
        ", ".join(map(said, marks)),
    ]  # fmt: skip


def _table(one: dict[str, Any]) -> list[str]:
    return [
        one["id"], one["edition"], said(CARDBOARD if one["paper"] else STATUSES[one["status"]]), _day(one["created"]),
        said(Message("{people} of {seats}", people=one["people"], seats=one["seats"])),
        str(one["moves"]), one["title"],
    ]  # fmt: skip


def _tournament(one: dict[str, Any]) -> list[str]:
    status = STATUSES["playing" if one["stage"] == "between" else one["stage"]]
    return [
        one["code"], one["edition"], said(status), _day(one["created"]), str(one["players"]), str(one["deals"]),
        one["title"],
    ]  # fmt: skip


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
