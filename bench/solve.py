"""How long the best board of a draw takes to find and prove, edition by edition.

    python bench/solve.py [--draws 30] [--seconds 60] [--only nexus] [--write]

Seconds are those of one core, compiling not included. What is not proven in time is counted with its gap.
"""

from __future__ import annotations

import argparse
from datetime import date
from statistics import median

from machine import describe
from marked import write_section
from partake.bench.solver import VARIANTS
from partake.bench.solver import solutions as solved


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=30, help="how many draws of each variant")
    parser.add_argument("--seconds", type=float, default=60, help="the time limit for each draw")
    parser.add_argument("--only", help="only this edition")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    rows = []
    for name, options in VARIANTS:
        if args.only in (None, name):
            rows.append(_row(name, options, args.draws, args.seconds))
            print(rows[-1], flush=True)
    text = "\n".join(
        [
            f"## Best boards, {date.today()}",
            "",
            f"`python bench/solve.py --draws {args.draws} --seconds {args.seconds:g}` on {describe()}:",
            "seconds of one core for the best board of a draw and its proof; what is not proven in time has a gap.",
            "",
            "| edition | options | median s | longest s | proven | median gap | longest gap | mean score |",
            "|---|---|---:|---:|---:|---:|---:|---:|",
            *rows,
        ]
    )
    print(f"\n{text}")
    if args.write:
        write_section("solve", text)


def _row(name: str, options: dict[str, str], draws: int, seconds: float) -> str:
    spent, solutions = zip(*solved(name, options, draws, seconds), strict=True)
    shown = " ".join(f"{option}={value}" for option, value in options.items())
    gaps = [100 * solution.gap for solution in solutions]
    proven = sum(solution.proven for solution in solutions)
    mean = sum(solution.score for solution in solutions) / draws
    return (
        f"| {name} | {shown} | {median(spent):.3f} | {max(spent):.3f} | {proven} of {draws}"
        f" | {median(gaps):.1f} % | {max(gaps):.1f} % | {mean:.1f} |"
    )


if __name__ == "__main__":
    main()
