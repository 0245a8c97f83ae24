"""Bots as people write them, with how hard they may think."""

from __future__ import annotations

import pytest

import partake
from partake.bots import FREE, Bot, Budget, SeatedBot, parse_bot_spec, parse_budget
from partake.bots.specifier import ThinkingError, with_thinking
from partake.engine.actions import Action, Done
from partake.engine.contract import View


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("200", Budget(steps=200)),
        ("1", Budget(steps=1)),
        ("0.5s", Budget(seconds=0.5)),
        ("2s", Budget(seconds=2.0)),
        ("80ms", Budget(seconds=0.08)),
        ("1.5ms", Budget(seconds=0.0015)),
    ],
)
def test_thinking(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget
    assert parse_bot_spec(f"greedy@{text}").budget == budget


@pytest.mark.parametrize("text", ["", "0", "-1", "0s", "s", "0.5", "1e3", "5m", "3601s", "٣", "1" * 13, "10 s", "nans"])
def test_what_is_no_thinking(text: str) -> None:
    with pytest.raises(ThinkingError, match=r"is no thinking: write steps, like 200, or a time, like 0\.5s or 80ms"):
        parse_budget(text)
    with pytest.raises(ThinkingError):
        parse_bot_spec(f"greedy@{text}")


def test_a_bot_without_thinking_is_free() -> None:
    assert parse_bot_spec("greedy").budget == FREE
    assert parse_bot_spec("greedy").kind.name == "greedy"
    with pytest.raises(partake.PartakeError, match="there is no bot 'deep'"):
        _ = parse_bot_spec("deep@5").kind


def test_thinking_for_all_spares_those_with_their_own() -> None:
    assert list(map(str, with_thinking(["a", "b@5"], "80ms"))) == ["a@80ms", "b@5"]
    assert list(map(str, with_thinking(["a"], None))) == ["a"]
    with pytest.raises(ThinkingError):
        with_thinking(["b@5"], "much")


class Echo(Bot):
    name = "echo"
    summary = "does what the test says"
    answer: Action | Exception = Done()

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        self.budget = budget
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_the_budget_reaches_the_bot_and_its_mistakes_are_told() -> None:
    table = partake.start("classic", seed="s")
    table.deal()
    bot = Echo()
    seated = SeatedBot(bot, Budget(steps=7))
    with pytest.raises(partake.PartakeError, match="the bot echo chose done, which is not legal here"):
        seated.choose(table.view(1))
    assert bot.budget == Budget(steps=7)
    bot.answer = "c3"  # type: ignore[assignment]
    with pytest.raises(partake.PartakeError, match=r"the bot echo chose .*c3.*, which is not legal here"):
        seated.choose(table.view(1))
    bot.answer = KeyError("x")
    with pytest.raises(
        partake.PartakeError, match=r"the bot echo failed \(test_bot_specs\.py, line \d+\): KeyError: 'x'"
    ):
        seated.choose(table.view(1))
    bot.answer = table.view(1).legal[3]
    assert seated.choose(table.view(1)) == bot.answer
