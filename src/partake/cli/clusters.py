"""The option `--cluster` of all commands that spread their work: what it is called, how it is checked and opened."""

from __future__ import annotations

import argparse

from partake.cli.arguments import Parser, UsageError
from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message


def add_cluster(parser: Parser) -> None:
    """Add the option."""
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on the Dask cluster with this scheduler")


def check_cluster(args: argparse.Namespace) -> None:
    """Check before any work that the address can be one, and that Dask is installed."""
    if not args.cluster:
        return
    from partake.simulate.dask_cluster import AddressError, parse_address

    try:
        parse_address(args.cluster)
        load("distributed", extra="cluster", purpose=Message("a cluster"))
    except (AddressError, MissingExtraError) as problem:
        raise UsageError(problem) from None
