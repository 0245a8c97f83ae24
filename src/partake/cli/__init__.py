"""The command `partake` and its subcommands."""

from __future__ import annotations


def partake_cli() -> None:
    """Stand in for the entry point of the other project `partake`, whose module `cli` this package shadows."""
    from partake.cli.installation import MIXED

    raise SystemExit(f"partake: {MIXED}")
