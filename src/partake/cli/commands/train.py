"""`partake train`: train the models that bots play by, reproducible, and resumable from a checkpoint."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from partake.cli.arguments import (
    INTERRUPTED,
    Parser,
    UsageError,
    add_options,
    chosen_options,
    command_parser,
    find_hexagon,
)
from partake.cli.batch import has_signs, whole_number
from partake.cli.clusters import add_cluster, check_cluster
from partake.cli.interruption import Stop
from partake.cli.outputs import add_force, check_picture
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command
from partake.rules.messages import Message, Plural, said
from partake.rules.variant import variant

if TYPE_CHECKING:
    from partake.learn.network.learner import NetworkLearner
    from partake.learn.training import Report, Training

FOLDER = "weights"
"""The default folder of checkpoints and weights."""
MINUTES = 5.0
"""The default duration."""
WIDEST = 1024
"""The widest network that can be asked for."""
LONGEST = 10_000.0
"""The longest duration that can be asked for, in minutes."""
MOST_GAMES = 10**12
"""The largest number of games that can be asked for."""
MOST_SEED = 2**64 - 1
"""The largest seed."""
BARS = "▁▂▃▄▅▆▇█"
"""The levels of a sparkline."""
PLAIN_BARS = ".:-=+*#@"
"""The levels of a sparkline in ASCII."""
POINTS = 16
"""The number of points in a sparkline."""
BAR = 20
"""The length of the progress bar."""
SUMMARY = Message(
    """\
Learn by playing: the value of every placement, from games against itself. The
files in the folder are what the bots 'value' and 'search' play by when
PARTAKE_WEIGHTS names the folder, with the recipe (.toml) and the learning curve
(.csv) beside them. The same number of games by the same seed gives the same
weights, byte for byte. Ctrl-C stops and keeps what was learned; --resume goes on
with it, also after a crash, as if nothing had happened."""
)


class Goal(NamedTuple):
    """How far a training goes: a number of games, or seconds."""

    games: int | None
    seconds: float | None

    def share(self, report: Report) -> float:
        """How much of it is done, from 0 to 1."""
        done = report.games / self.games if self.games else report.seconds / (self.seconds or 1.0)
        return min(done, 1.0)


def parser() -> Parser:
    """The argument parser of this subcommand."""
    found = command_parser(
        "train",
        SUMMARY,
        [
            "partake train classic --minutes 2",
            "partake train nexus -o scrapyard=lowest --games 20000 --seed 7 --out mine --plot curve.svg",
            "partake train nexus -o scrapyard=lowest --games 40000 --seed 7 --out mine --resume",
            "partake train mine --data mine.toml --games 100000",
            "partake train classic --games 2000000 --out strong --cluster tcp://192.168.1.5:8786",
            "PARTAKE_WEIGHTS=mine partake simulate nexus --bot value --bot value -o scrapyard=lowest",
        ],
    )
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    add_options(found)
    found.add_argument("--games", metavar="N", help="how many games in all, those of earlier runs included")
    found.add_argument(
        "--minutes",
        metavar="M",
        help=Message("how long in all, instead of --games (default: {minutes:g})", minutes=MINUTES),
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
    found.add_argument(
        "--warm", action="store_true", help="start from the nearest variant that the folder holds, or the package"
    )
    found.add_argument(
        "--start", metavar="NAME", default="", help="start from the file of this name in the folder or the package"
    )
    found.add_argument("--width", metavar="N", help="how many numbers a network has for each feature (default: 64)")
    found.add_argument("--plot", metavar="FILE", type=Path, help="draw the learning curve to a .png or .svg file")
    add_cluster(found)
    add_force(found)
    return found


def run(args: argparse.Namespace) -> int:
    """Train for the games or the time that were asked for, and show progress."""
    goal, seed = _goal(args), _seed(args.seed)
    check_cluster(args)
    made = variant(find_hexagon(args, args.edition), chosen_options(args), seats=2)
    check_picture(args.plot, force=args.force or args.resume)
    from partake.learn.training import Training, make_learner  # needs NumPy and Numba, which the help does not

    is_warm, start = args.warm or bool(args.start), args.start.removesuffix(".npz")
    width = None if args.width is None else whole_number(args.width, "width", WIDEST)
    learner = make_learner(made, seed=seed, warm=args.out if is_warm else None, start=start, width=width)
    training = Training(learner, args.out, command=_command(args))
    if args.resume:
        training.resume()
        if goal.games is not None and training.whole(goal.games) < training.games:
            raise UsageError(
                "the training in {folder} has {games:,} games already: --games says how many in all",
                folder=args.out,
                games=training.games,
            )
    elif training.checkpoint.exists():
        raise UsageError(
            "{folder} holds such a training already: go on with --resume, or give another --out", folder=args.out
        )
    if goal.games is not None and training.whole(goal.games) != goal.games:
        whole = Message(
            "This model learns from {batch} games at a time: {games:,} games it is",
            batch=learner.batch,
            games=training.whole(goal.games),
        )
        print(said(whole), file=sys.stderr)
        goal = Goal(training.whole(goal.games), None)
    with _players(learner, args.cluster):
        was_stopped = _follow(training, goal)
    if args.plot:
        from partake.learn.curve import write_curve_plot

        write_curve_plot(args.plot, learner.name, training.curve)
    return _report(training, args, was_stopped=was_stopped)


@contextmanager
def _players(learner: NetworkLearner, address: str | None) -> Iterator[None]:
    """Let the workers of a cluster play a learner's games, if there is one."""
    if not address:
        yield
        return
    from partake.simulate.dask_cluster import cluster

    with cluster(address, same_weights=False, same_processor=True) as pool:
        if not pool.has_fast():
            raise PartakeError("the workers at {address} need NumPy and Numba: {install_command}", address=address,
                               install_command=install_command("fast"))  # fmt: skip
        learner.players = pool
        yield


def _follow(training: Training, goal: Goal) -> bool:
    """Train with a line of progress on a terminal, else a line for each evaluation; whether it was stopped early."""
    signs, is_terminal, shown = has_signs(), sys.stderr.isatty(), len(training.curve)
    if is_terminal:
        ready = Message("getting ready: the first training after an installation compiles for a while")
        print(said(ready), end="", file=sys.stderr, flush=True)
    stopping = Message("Stopping: waiting for the step under way; Ctrl-C again stops at once")
    with Stop(stopping) as stop:
        for report in training.run(games=goal.games, seconds=goal.seconds, stop=stop):
            if is_terminal:
                print(f"\r{_line(report, goal, signs)}\033[K", end="", file=sys.stderr, flush=True)
            elif len(report.curve) > shown:
                print(_line(report, goal, signs), file=sys.stderr, flush=True)
            shown = len(report.curve)
        was_stopped = stop() and goal.share(report) < 1
    if is_terminal:
        print(file=sys.stderr)
    return was_stopped


def _report(training: Training, args: argparse.Namespace, *, was_stopped: bool) -> int:
    """The learning curve as a table, and what can be done now."""
    print(f"{said(Message('games')):>12}  {said(Message('mean score')):>16}  {said(Message('seconds')):>10}")
    for point in training.curve:
        print(f"{point.games:>12,}  {point.mean:>9.2f} ± {point.margin:<4.2f}  {point.seconds:>10.1f}")
    learned = Plural(
        "{name}: {mean:.1f} ± {margin:.1f} after {count:,} game, in {folder}",
        "{name}: {mean:.1f} ± {margin:.1f} after {count:,} games, in {folder}",
        count=training.games,
        name=training.learner.name,
        mean=training.curve[-1].mean,
        margin=training.curve[-1].margin,
        folder=training.folder,
    )
    print(said(learned))
    if was_stopped:
        print(said(Message("stopped early; the same command with --resume goes on")))
        return INTERRUPTED
    again = Message(
        "the same again, to the byte, into another folder: {command} --out again",
        command=f"{training.command} --games {training.games}",
    )
    print(said(again))
    data = "".join(f" --data {shlex.quote(name)}" for name in args.data)
    play = Message(
        "play by it: PARTAKE_WEIGHTS={folder} partake simulate {edition}{data} --bot value",
        folder=shlex.quote(str(training.folder)),
        edition=args.edition,
        data=data + "".join(f" -o {shlex.quote(word)}" for word in args.option),
    )
    print(said(play))
    return 0


def _line(report: Report, goal: Goal, signs: bool) -> str:
    """Progress in one line: a bar, the time, the current mean, and a sparkline of the learning curve."""
    share = goal.share(report)
    full, empty = ("█", "░") if signs else ("#", "-")
    left = (1 - share) * report.seconds / share if share else 0.0
    parts: list[object] = [
        (full * round(BAR * share)).ljust(BAR, empty),
        f"{100 * share:3.0f} %",
        Message("{spent}, {left} left", spent=_clock(report.seconds), left=_clock(left)),
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
    bars, latest = BARS if signs else PLAIN_BARS, means[-POINTS:]
    low, high = min(latest), max(latest)
    step = (high - low) / (len(bars) - 1) or 1.0
    return "".join(bars[round((mean - low) / step)] for mean in latest)


def _goal(args: argparse.Namespace) -> Goal:
    if args.games is None:
        return Goal(None, 60 * _minutes(args.minutes or f"{MINUTES:g}"))
    if args.minutes is not None:
        raise UsageError("give --games or --minutes, not both")
    return Goal(whole_number(args.games, "games", MOST_GAMES), None)


def _command(args: argparse.Namespace) -> str:
    """The command line of a training, without how long it goes on and where it is kept."""
    words = ["partake", "train", args.edition]
    for name, values in (("--data", args.data), ("-o", args.option)):
        words += [word for value in values for word in (name, value)]
    words += ["--width", args.width] if args.width else []
    words += ["--start", args.start] if args.start else ["--warm"] if args.warm else []
    return shlex.join([*words, "--seed", args.seed])


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
