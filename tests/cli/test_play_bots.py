"""Playing against bots: their seats play by themselves, tell what they did in time, and go on after a save."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.cli.opponents import bot_names, opponents
from partake.engine.actions import Deed, Move, TakeBack
from partake.engine.description import describe
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView

GAMES: list[tuple[str, list[str], dict[str, str]]] = [
    ("classic", ["Ann", "bot:casual"], {}),
    ("classic", ["bot:beginner", "Ann", "bot:greedy"], {"rays": "best", "draw": "2", "rounds": "2"}),
    ("daffodil", ["bot:skilled", "Ann"], {"stamens": "reserve"}),
    ("nexus", ["Ann", "bot:casual", "Bob"], {"scrapyard": "passed"}),
    ("orchid", ["bot:heuristic", "Ann"], {"symbols": "both"}),
    ("five", ["bot:greedy", "Ann"], {}),
    ("five", ["Ann", "bot:beginner", "Bob"], {}),
]


def keys(edition: str, names: list[str], seed: str, **options: str) -> tuple[list[str], partake.Table]:
    """What the people at a table would type, and the table at the end of their game."""
    table = partake.start(edition, seats=names, seed=seed, is_open=False, data=(), **options)
    bots, chance, typed = opponents(table), random.Random(seed), list[str]()
    while not table.is_over:
        people = [seat for seat in table.to_act if seat not in bots]
        if people:
            legal = [action for action in table.view(people[0]).legal if not isinstance(action, TakeBack)]
            takes = [action for action in legal if isinstance(action, Move) and action.deed is Deed.TAKE]
            action = chance.choice(takes if takes and chance.random() < 0.8 else legal)
            table.play(people[0], action)
            typed.append(partake.format_action(action) + "\n")
        elif table.to_act:
            table.play(table.to_act[0], bots[table.to_act[0]].choose(table.view(table.to_act[0])))
        else:
            view = table.view()
            if isinstance(view, FiveView) and view.wait is Wait.LOOK and view.turn not in bots:
                typed += ["\n", "\n"]
            table.deal()
    return typed, table


def words(options: dict[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


@pytest.mark.parametrize(("edition", "names", "options"), GAMES, ids=lambda value: str(value))
def test_a_whole_game_against_bots(
    cli: Any, tmp_path: Path, edition: str, names: list[str], options: dict[str, str]
) -> None:
    typed, table = keys(edition, names, "s", **options)
    argv = ("play", edition, *names, *words(options), "--seed", "s", "--record", "game.partake")
    result = cli(*argv, typed="".join(typed))
    assert result.code == 0
    assert partake.load(tmp_path / "game.partake") == table.record()
    assert str(table.outcome) in result.out
    for name in names:
        assert f"{name}, " in result.out or name.startswith("bot:")
    asked = [line for line in result.out.splitlines() if " > " in line]
    assert not [line for line in asked if line.startswith("bot:")], "a bot is never asked"


def test_what_bots_do_is_told_with_the_next_call(cli: Any, tmp_path: Path) -> None:
    """Nobody learns where a bot puts the tile that they still have to place."""
    out = cli("play", "classic", "bot:casual", "Ann", "--seed", "s", typed="c3\nc2\nquit\n").out
    moves = [move for move in partake.load(next(tmp_path.glob("*.partake"))).moves if move[0] == 1]
    setup = partake.load(next(tmp_path.glob("*.partake"))).setup
    told = str(describe(setup.names, *moves[0]))
    assert told in out
    assert out.index("Ann, ") < out.index(told) < out.index("tile 3 of 19")
    assert out.index("tile 2 of 19") < out.index(told)


def test_a_saved_game_goes_on_with_its_bots(cli: Any, tmp_path: Path) -> None:
    typed, table = keys("nexus", ["Ann", "bot:casual"], "s", scrapyard="passed")
    cli(
        "play",
        "nexus",
        "Ann",
        "bot:casual",
        "-o",
        "scrapyard=passed",
        "--seed",
        "s",
        typed="".join(typed[:9]) + "quit\n",
    )
    (saved,) = tmp_path.glob("state/partake/*.json")
    done = cli("play", "--resume", str(saved), "--record", "done.partake", typed="".join(typed[9:]) + "quit\n" * 3)
    assert done.code == 0
    found = partake.load(tmp_path / "done.partake")
    assert found.setup.names == ("Ann", "bot:casual")
    assert found.moves[:30] == table.record().moves[:30]


def test_bots_alone_play_to_the_end(cli: Any, tmp_path: Path) -> None:
    result = cli("play", "five", "bot:greedy", "bot:greedy", "--seed", "s", "--record", "g.partake")
    assert result.code == 0
    assert partake.load(tmp_path / "g.partake").setup.names == ("bot:greedy", "bot:greedy 2")


def test_names_of_bots() -> None:
    assert bot_names(["Ann", "bot:a", "bot:a", "bot:b@5", "bot:a"], None) == [
        "Ann", "bot:a", "bot:a 2", "bot:b@5", "bot:a 3",
    ]  # fmt: skip
    assert bot_names(["Ann", "bot:a", "bot:b@5"], "80ms") == ["Ann", "bot:a@80ms", "bot:b@5"]
    table = partake.start("classic", seats=["Ann", "bot:greedy@7 2"], seed="s")
    assert opponents(table)[2].spec.budget == partake_budget(7)
    assert opponents(partake.start("classic", seats=["Ann", "Bob"])) == {}


def partake_budget(steps: int) -> object:
    from partake.bots import Budget

    return Budget(steps=steps)


def test_a_look_by_a_bot_stays_its_secret(cli: Any) -> None:
    typed, _ = keys("five", ["bot:greedy", "Ann"], "s")
    out = cli("play", "five", "bot:greedy", "Ann", "--seed", "s", typed="".join(typed)).out
    assert "bot:greedy, are you alone" not in out
    assert "bot:greedy moves the" in out


def test_nobody_takes_back_for_a_bot(cli: Any) -> None:
    out = cli("play", "classic", "Ann", "bot:casual", "--seed", "s", typed="c3\nback bot:casual\nquit\n").out
    assert "A bot does not take back." in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["classic", "Ann", "bot:deep"], "there is no bot 'deep'"),
        (["classic", "Ann", "bot:"], "there is no bot ''"),
        (["five", "Ann", "bot:heuristic"], "the bot heuristic does not play five"),
        (["classic", "Ann", "bot:greedy@x"], "'x' is no thinking"),
        (["classic", "Ann", "bot:greedy", "--think", "x"], "--think: 'x' is no thinking"),
        (["classic", "Ann", "--think", "5"], "--think is for bots"),
        (["classic", "bot:greedy & Ann"], "a bot shares its seat with nobody"),
        (["classic", "Ann & bot:greedy"], "a bot shares its seat with nobody"),
        (["--resume", "x", "--think", "5"], "give only --resume FILE"),
    ],
)
def test_wrong_bots(cli: Any, argv: list[str], sentence: str) -> None:
    result = cli("play", *argv)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.problem


def test_a_bot_that_fails_ends_the_game_and_keeps_it(cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from partake.bots.baseline import GreedyBot

    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(GreedyBot, "choose", fail)
    result = cli("play", "classic", "Ann", "bot:greedy", "--seed", "s", typed="c3\n")
    assert result.code == 1
    assert "the bot greedy failed (test_play_bots.py, line " in result.problem
    assert list(tmp_path.glob("state/partake/*.json"))
