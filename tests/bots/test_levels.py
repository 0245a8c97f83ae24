"""Five levels for every game, from one that sees little to the best there is."""

from __future__ import annotations

import pytest

import partake
from partake.bots import FREE, LEVELS, Bot, Budget, named
from partake.bots.discovery import BOTS, Entry
from partake.bots.hexagon.heuristic import HeuristicBot
from partake.bots.levels import Expert, Level, Master, Skilled
from partake.bots.strength import format_measurements, measured, strength_of
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.simulate import arena


def test_the_levels_and_their_order() -> None:
    assert list(LEVELS) == ["beginner", "casual", "skilled", "expert", "master"]
    for kind in LEVELS.values():
        assert issubclass(kind, Level)
        assert kind.families == {"hexagon", "five"}
        assert kind.seconds == (2.0 if kind is Master else 0.3)


def test_each_level_sees_more_than_the_one_before() -> None:
    """On the same 120 decks, by margins that leave no doubt for the lower three."""
    found = arena("classic", ["beginner", "casual", "skilled"], games=120, seed="ladder")
    beginner, casual, skilled = (scores.mean for scores in found.seats)
    assert beginner + 15 < casual
    assert casual + 2 < skilled
    ahead = found.differences[0, 1]
    assert ahead.interval is not None
    assert ahead.interval[1] < 0


def moves(kind: type[Bot], edition: str, seats: int) -> list[Action]:
    table, found = partake.start(edition, seats=seats, seed="level"), list[Action]()
    bots = [kind(seat) for seat in range(seats)]
    while not table.is_over and len(found) < 40:
        if table.to_act:
            seat = table.to_act[0]
            found.append(bots[seat - 1].choose(table.view(seat)))
            table.play(seat, found[-1])
        else:
            table.deal()
    return found


def test_a_level_plays_as_the_bot_behind_it() -> None:
    assert moves(Skilled, "classic", 1) == moves(named("heuristic"), "classic", 1)
    assert moves(Expert, "five", 2) == moves(named("reader"), "five", 2)


def test_between_two_levels_moves_are_those_of_either() -> None:
    """As many tenths of them are the upper one's as its name says, by lot; the same seed plays the same game."""
    table = partake.start("daffodil", seed="between")
    for _ in range(4):
        table.deal()
        table.play(1, LEVELS["skilled"]().choose(table.view(1)))
    table.deal()
    view = table.view(1)
    below, above = ({LEVELS[level](seed).choose(view) for seed in range(20)} for level in ("casual", "skilled"))
    assert not below & above
    for tenths in (1, 4, 9):
        found = [named(f"casual+{tenths}")(seed).choose(view) for seed in range(500)]
        assert set(found) <= below | above
        assert sum(action in above for action in found) == pytest.approx(50 * tenths, abs=40)
    assert moves(named("casual+4"), "classic", 1) == moves(named("casual+4"), "classic", 1)
    assert moves(named("casual+4"), "five", 2) == moves(named("casual+4"), "five", 2)


@pytest.mark.parametrize("name", ["casual+0", "casual+10", "casual+", "master+1", "random+3", "casual+4+4", "casual+x"])
def test_what_is_not_between_two_levels_is_no_bot(name: str) -> None:
    with pytest.raises(partake.PartakeError, match="there is no bot"):
        named(name)


@pytest.mark.parametrize("problem", ["missing", "broken"])
def test_without_the_best_players_the_next_best_play(monkeypatch: pytest.MonkeyPatch, problem: str) -> None:
    entries = {name: entry for name, entry in BOTS.entries.items() if name not in ("value", "search")}
    if problem == "broken":
        entries |= {name: Entry(name, "partake.nothing:Nobody", extra="fast") for name in ("value", "search")}
    monkeypatch.setattr(BOTS, "entries", entries)
    table = partake.start("classic", seed="s")
    table.deal()
    for kind in (Expert, Master):
        level = kind(3)
        assert level.choose(table.view(1)) == named("heuristic")(3).choose(table.view(1))
        assert isinstance(level.player, HeuristicBot)
        assert "as skilled where there are none" in kind.summary


def test_a_player_who_does_not_know_the_variant_lets_the_next_one_play(monkeypatch: pytest.MonkeyPatch) -> None:
    class Untaught(HeuristicBot):
        def choose(self, view: View, budget: Budget = FREE) -> Action:
            raise partake.PartakeError("nobody taught me this")

    monkeypatch.setattr(Expert, "hexagon", (Untaught, "heuristic"))
    assert moves(Expert, "nexus", 1) == moves(HeuristicBot, "nexus", 1)


def test_what_was_measured_is_well_formed() -> None:
    for found in measured():
        assert found.bot in {*BOTS, *LEVELS}
        assert found.edition in partake.editions()
        assert found.low <= found.value <= found.high
        assert found.games > 0
        assert str(found).startswith(found.edition)
        assert found in strength_of(found.bot)


def test_measurements_are_written_as_they_are_read() -> None:
    import tomllib

    rows = tomllib.loads(format_measurements(measured())).get("measured", [])
    assert [found.to_json() for found in measured()] == rows
