"""`partake records`: the highest possible scores, with boards that reach them and their proofs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from partake.cli.arguments import (
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
    known,
)  # fmt: skip
from partake.cli.clusters import add_cluster, check_cluster
from partake.cli.commands.solve import ProgressLine, announce_compilation, asked_seconds, verdict
from partake.cli.outputs import add_force, check_output, write_output
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command
from partake.rules.messages import Message, Plural, said
from partake.rules.variant import variant
from partake.solve.maxima import Highest, OrderedMap, count_boards, highest, record_variants

if TYPE_CHECKING:
    from partake.solve.compiled.census import Census

SUMMARY = Message(
    """\
The highest score that each board and variant can have, over all choices of
tiles, with a board that reaches it, and a proof or the best bound. With
--all-draws: the best possible score of every draw of an edition, its exact mean
and distribution; the count can be stopped and goes on where its notes end."""
)

Wanted = tuple[HexagonEdition, dict[str, str]]
"""An edition and the options whose record is wanted."""
SHARES = (0, 0.01, 0.25, 0.5, 0.75, 0.99, 1)
"""The quantiles of a report."""


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "records",
        SUMMARY,
        [
            "partake records classic",
            "partake records nexus -o rays=none --seconds 600",
            "partake records classic --all-draws --chart draws.svg --json > draws.json",
            "partake records --seconds 600 --cluster tcp://192.168.1.5:8786",
        ],
    )
    found.add_argument("edition", metavar="EDITION", nargs="?", help="one game (default: all)")
    add_options(found)
    found.add_argument("--seconds", metavar="S", default="60", help="the time for each record (default: 60)")
    found.add_argument("--json", action="store_true", help="print JSON")
    found.add_argument("--all-draws", action="store_true", help="solve every draw of the edition instead")
    found.add_argument("--notes", metavar="FILE", type=Path, help="the file of notes (default: EDITION-draws.notes)")
    found.add_argument("--chart", metavar="FILE", help="draw how many draws have which best score, as SVG")
    add_cluster(found)
    add_force(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Compute and print the records."""
    seconds = asked_seconds(args.seconds)
    check_cluster(args)
    if args.all_draws:
        return _all_draws(args)
    if args.edition is None:
        editions = [found for found in known(args).editions.values() if isinstance(found, HexagonEdition)]
    else:
        editions = [find_hexagon(args, args.edition)]
    chosen = chosen_options(args)
    for edition in editions:
        variant(edition, chosen, seats=2)  # a wrong option is refused before any work
    wanted = [
        (edition, options)
        for edition in editions
        for options, _ in record_variants(edition)
        if chosen.items() <= options.items()
    ]
    found: list[Highest] = []
    for record in _found_elsewhere(args.cluster, wanted, seconds) if args.cluster else _found_here(wanted, seconds):
        found.append(record)
        if not args.json:
            _print(record)
    if args.json:
        print(json.dumps({"records": [record.to_json() for record in found]}, indent=1))
    return 0


def _found_here(wanted: Sequence[Wanted], seconds: float | None) -> Iterator[Highest]:
    for edition, options in wanted:
        announce_compilation(variant(edition, options, seats=2))
        with ProgressLine() as watch:
            found = highest(edition, options, seconds=seconds, progress=watch)
        yield found


def _found_elsewhere(address: str, wanted: Sequence[Wanted], seconds: float | None) -> Iterator[Highest]:
    """The records in the same order, each solved by one worker of a cluster."""
    from partake.simulate.dask_cluster import cluster

    with cluster(address, same_weights=False) as pool:
        yield from pool.map(partial(highest, seconds=seconds), wanted)


def _print(record: Highest) -> None:
    name = " ".join([record.edition.name, *(f"{option}={value}" for option, value in record.options.items())])
    print(said(Message("{name}: {told}", name=name, told=verdict(record.solution))), flush=True)
    plain = not (record.edition.tiles.bonuses or any(tile.is_wild for tile in record.edition.tiles.tiles))
    if plain and record.solution.proven and record.options.get("rays", "none") == "none":
        count = count_boards(record.solution.variant, record.solution.score)
        reached = Plural(
            "{count} board reaches it, made of {draws} different draws",
            "{count} boards reach it, made of {draws} different draws",
            count=count.boards,
            draws=count.draws,
        )
        print(f"  {said(reached)}")
    print("  " + " ".join(f"{tile}@{cell}" for cell, tile in record.solution.board), flush=True)


def _all_draws(args: argparse.Namespace) -> int:
    if args.edition is None:
        raise UsageError("name the edition whose draws are to be solved, like classic")
    edition = find_hexagon(args, args.edition)
    found = variant(edition, chosen_options(args), seats=2)
    check_output(args.chart, force=args.force)
    from partake.simulate.progress import Progress

    try:
        from partake.solve.compiled.census import CensusError, count_draws, draws_of
    except (ImportError, PartakeError):
        raise PartakeError(
            "solving every draw needs NumPy and Numba: {install_command}", install_command=install_command("fast")
        ) from None
    notes = args.notes or Path(f"{edition.name}-draws.notes")
    try:
        with _mapped(args.cluster) as mapped, Progress(draws_of(found)) as progress:
            census = count_draws(found, notes, progress=progress.add, mapped=mapped)
    except CensusError as problem:
        raise UsageError(problem) from None
    if args.chart:
        write_output(args.chart, _chart(census), force=args.force)
    if args.json:
        print(json.dumps(census.to_json(), indent=1))
        return 0
    done = Plural("{edition}: {count:,} draw", "{edition}: {count:,} draws", count=census.done, edition=edition.name)
    scores = Message(
        "best possible score: mean {mean:.6f}, standard deviation {deviation:.6f}",
        mean=census.mean,
        deviation=census.deviation,
    )
    print(f"{said(done)}\n  {said(scores)}")
    shares = [Message("{share:g} %: {score}", share=100 * share, score=census.quantile(share)) for share in SHARES]
    print("  " + ", ".join(map(said, shares)))
    return 0


@contextmanager
def _mapped(address: str | None) -> Iterator[OrderedMap]:
    """Where the pieces of a count are solved."""
    if not address:
        yield starmap
        return
    from partake.simulate.dask_cluster import cluster

    with cluster(address, same_weights=False) as pool:
        yield pool.map


def _chart(census: Census) -> str:
    """A bar chart of the scores of 10,000 draws, as a standalone SVG with its style sheet."""
    from partake.draw.svg.charts import bars, standalone

    scores = range(min(census.counts), max(census.counts) + 1)
    values = [(str(score), round(10_000 * census.counts.get(score, 0) / census.done)) for score in scores]
    return standalone(bars(values, title=said(Message("How many of 10,000 draws have which best score"))))
