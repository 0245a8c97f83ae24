"""`partake train`: train the models that bots play by, resumable from a checkpoint."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from partake.cli.arguments import (
    INTERRUPTED,
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
)
from partake.cli.batch import has_signs
from partake.cli.interruption import Stop
from partake.rules.messages import Message, Plural, said
from partake.rules.variant import variant

if TYPE_CHECKING:
    from partake.learn.training import Report, Training

FOLDER = "weights"
"""The default folder of checkpoints and weights."""
MINUTES = 5.0
"""The default duration."""
LONGEST = 10_000.0
"""The longest duration that can be asked for, in minutes."""
MOST_SEED = 2**64 - 1
"""The largest seed."""
BARS = "▁▂▃▄▅▆▇█"
"""The levels of a sparkline."""
PLAIN_BARS = ".:-=+*#@"
"""The levels of a sparkline in ASCII."""
WIDTH = 16
"""The number of points in a sparkline."""
SUMMARY = Message(
    """\
Learn by playing: the value of every placement, from games against itself. The
files in the folder are what the bot 'value' plays by when PARTAKE_WEIGHTS names
the folder. Ctrl-C stops and keeps what was learned; --resume goes on with it,
also after a crash."""
)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "train",
        SUMMARY,
        [
            "partake train classic --minutes 2",
            "partake train nexus -o scrapyard=lowest --minutes 30 --seed 7 --out mine",
            "partake train nexus -o scrapyard=lowest --minutes 60 --seed 7 --out mine --resume",
            "PARTAKE_WEIGHTS=mine partake simulate nexus --bot value --bot value -o scrapyard=lowest",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    add_options(found)
    found.add_argument(
        "--minutes",
        metavar="M",
        default=f"{MINUTES:g}",
        help=Message("how long in all (default: {minutes:g})", minutes=MINUTES),
    )
    found.add_argument("--seed", metavar="N", default="1", help="a whole number that decides the games (default: 1)")
    found.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path(FOLDER),
        help=Message("the folder (default: {folder})", folder=FOLDER),
    )
    found.add_argument("--resume", action="store_true", help="go on with the training that the folder holds")
    found.add_argument("--warm", action="store_true", help="start from the nearest variant that the folder holds")
    found.add_argument("--model", metavar="KIND", help="the kind of model, like table (default: what suits the game)")
    return found


def run(args: argparse.Namespace) -> int:
    """Train for the time that was asked for, and show progress."""
    from partake.learn.training import Training, make_learner  # needs NumPy and Numba, which the help does not

    made = variant(find_hexagon(args, args.edition), chosen_options(args), seats=2)
    minutes, seed = _minutes(args.minutes), _seed(args.seed)
    learner = make_learner(made, args.model, seed=seed, warm=args.out if args.warm else None)
    training = Training(learner, args.out)
    if args.resume:
        training.resume()
    elif training.checkpoint.exists():
        raise UsageError(
            "{folder} holds such a training already: go on with --resume, or give another --out", folder=args.out
        )
    return _follow(training, minutes)


def _follow(training: Training, minutes: float) -> int:
    signs, is_terminal, shown = has_signs(), sys.stderr.isatty(), len(training.curve)
    if is_terminal:
        ready = Message("getting ready: the first training after an installation compiles for a while")
        print(said(ready), end="", file=sys.stderr, flush=True)
    stopping = Message("Stopping: waiting for the step under way; Ctrl-C again stops at once")
    with Stop(stopping) as stop:
        for report in training.run(60 * minutes, stop):
            if is_terminal:
                print(f"\r{_line(report, minutes, signs)}\033[K", end="", file=sys.stderr, flush=True)
            elif len(report.curve) > shown:
                print(_line(report, minutes, signs), file=sys.stderr, flush=True)
            shown = len(report.curve)
        was_stopped = stop()
    if is_terminal:
        print(file=sys.stderr)
    last, name = training.curve[-1], training.learner.name
    learned = Plural(
        "{name}: {mean:.1f} ± {margin:.1f} after {count:,} game, in {folder}",
        "{name}: {mean:.1f} ± {margin:.1f} after {count:,} games, in {folder}",
        count=training.games,
        name=name,
        mean=last.mean,
        margin=last.margin,
        folder=training.folder,
    )
    print(said(learned))
    if was_stopped:
        print(said(Message("stopped early; the same command with --resume goes on")))
        return INTERRUPTED
    play = Message("play by it: PARTAKE_WEIGHTS={folder} partake simulate … --bot value", folder=training.folder)
    print(said(play))
    return 0


def _line(report: Report, minutes: float, signs: bool) -> str:
    """Progress in one line, with a sparkline of the learning curve."""
    spent, all_time = _clock(report.seconds), _clock(60 * minutes)
    parts: list[object] = [
        Message("{spent} of {all_time}", spent=spent, all_time=all_time),
        Plural("{count:,} game", "{count:,} games", count=report.games),
        Message("{rate:,.0f}/s", rate=report.rate),
    ]
    if report.curve:
        last = report.curve[-1]
        parts.append(Message("{mean:.1f} ± {margin:.1f}", mean=last.mean, margin=last.margin))
        parts.append(_sparkline([point.mean for point in report.curve], signs))
    return "  ".join(map(said, parts))


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _sparkline(means: Sequence[float], signs: bool) -> str:
    """The latest points of a curve as a row of bars."""
    bars, latest = BARS if signs else PLAIN_BARS, means[-WIDTH:]
    low, high = min(latest), max(latest)
    step = (high - low) / (len(bars) - 1) or 1.0
    return "".join(bars[round((mean - low) / step)] for mean in latest)


def _minutes(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found <= LONGEST:
        raise UsageError(
            "--minutes must be a number above 0 and up to {longest:,.0f}, not {given!r}", longest=LONGEST, given=text
        )
    return found


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= MOST_SEED):
        raise UsageError("--seed must be a whole number from 0 to 2^64 - 1, not {given!r}", given=text)
    return int(text)
