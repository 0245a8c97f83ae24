"""Bots of files and classes: where they are found, what they are called, and how they reach other processes."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

import partake
from partake.bots import Bot, BotSpec, bot_spec, named, parse_bot_spec
from partake.bots.bot import FREE, Budget
from partake.bots.discovery import OFFERED, offer, registries
from partake.bots.source import FileSource
from partake.engine.actions import Action
from partake.engine.contract import View

ONE = """
from partake.bots import Bot

class First(Bot):
    def choose(self, view, budget=None):
        return view.legal[0]
"""
TWO = f"""{ONE}
class _Hidden(First):
    pass

class Last(First):
    def choose(self, view, budget=None):
        print("spoken")
        return view.legal[-1]
"""


class Mine(Bot):
    """A class that is handed over."""

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        return view.legal[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "one.py").write_text(ONE)
    (tmp_path / "two.py").write_text(TWO)
    return tmp_path


def test_a_file_with_one_bot_needs_no_class(folder: Path) -> None:
    spec = bot_spec("one.py")
    assert (spec.name, str(spec), spec.is_foreign) == ("First", "First", True)
    assert isinstance(spec.source, FileSource)
    assert spec.source.path == str(folder / "one.py")


def test_a_class_of_a_file_with_its_time(folder: Path) -> None:
    spec = bot_spec(f"{folder}/two.py:Last@0.1s")
    assert (str(spec), spec.budget, spec.kind.__name__) == ("Last@0.1s", Budget(seconds=0.1), "Last")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("two.py", "two.py has the bots First and Last: say which, like two.py:First"),
        ("two.py:Middle", "two.py has no bot 'Middle'; it has First and Last"),
        ("none.py", "none.py cannot be read: no such file or directory"),
        ("empty.py", "empty.py has no bot"),
        ("broken.py", r"broken.py, line 2: it cannot be loaded: SyntaxError"),
        ("raising.py", r"raising.py, line 3: it cannot be loaded: ZeroDivisionError"),
        ("one.py@much", "'much' is no thinking"),
        ("nowhere.py:No:Such", "there is no bot"),
    ],
)
def test_what_is_no_bot_is_told(folder: Path, text: str, sentence: str) -> None:
    (folder / "empty.py").write_text("from partake.bots import Bot\n")
    (folder / "broken.py").write_text("a = 1\nclass :\n")
    (folder / "raising.py").write_text("a = 1\n\nb = 1 / 0\n")
    with pytest.raises(partake.PartakeError, match=sentence):
        _ = bot_spec(text).kind


def test_a_class_is_called_by_its_name_and_reaches_other_processes(folder: Path) -> None:
    spec = bot_spec(Mine)
    assert (str(spec), spec.kind, Mine.name) == ("Mine", Mine, "Mine")
    again: BotSpec = pickle.loads(pickle.dumps(spec))
    assert again.kind is Mine


def test_a_class_of_a_function_goes_by_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    class Local(Mine):
        pass

    again: BotSpec = pickle.loads(pickle.dumps(bot_spec(Local)))
    assert again.kind.__name__ == "Local"
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(partake.PartakeError, match="play with one worker, save it in a file of its own"):
        pickle.dumps(bot_spec(Local))


def test_the_bytes_of_a_file_travel_and_not_its_path(folder: Path) -> None:
    spec = bot_spec("one.py")
    data = pickle.dumps(spec)
    (folder / "one.py").write_text("raise SystemExit")
    assert pickle.loads(data).kind(1).choose.__name__ == "choose"
    (folder / "one.py").unlink()
    assert pickle.loads(data) == spec


def test_a_file_imports_its_neighbours(folder: Path) -> None:
    (folder / "neighbour_of_a_bot.py").write_text("NUMBER = 7\n")
    (folder / "one.py").write_text(f"from neighbour_of_a_bot import NUMBER\n{ONE}\n    number = NUMBER\n")
    assert bot_spec("one.py").kind.number == 7  # type: ignore[attr-defined]


def test_what_a_bot_prints_is_not_in_the_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = partake.start("classic", seed="s")
    table.deal()
    bot_spec("two.py:Last").seat(1).choose(table.view(1))
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "spoken\n")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("        return helper(view)\n\ndef helper(view):\n    return {}[1]\n", 9),
        ("        return sorted([view, None])\n", 6),
    ],
)
def test_an_error_names_the_line_of_the_bots_own_code(folder: Path, code: str, line: int) -> None:
    (folder / "bad.py").write_text(ONE.replace("        return view.legal[0]\n", code))
    table = partake.start("classic", seed="s")
    table.deal()
    with pytest.raises(partake.PartakeError, match=rf"the bot First failed \(bad\.py, line {line}\): "):
        bot_spec("bad.py").seat(1).choose(table.view(1))


def test_a_method_with_too_few_arguments_is_pointed_at(folder: Path) -> None:
    (folder / "bad.py").write_text(ONE.replace(", budget=None", ""))
    table = partake.start("classic", seed="s")
    table.deal()
    with pytest.raises(partake.PartakeError, match=r"the bot First failed \(bad\.py, line 5\): TypeError"):
        bot_spec("bad.py").seat(1).choose(table.view(1))


def test_a_bot_that_returns_nothing_is_told_so(folder: Path) -> None:
    (folder / "bad.py").write_text(ONE.replace("return view.legal[0]", "pass"))
    table = partake.start("classic", seed="s")
    table.deal()
    with pytest.raises(partake.PartakeError, match="the bot First chose nothing: does choose return an action"):
        bot_spec("bad.py").seat(1).choose(table.view(1))


def test_a_name_that_may_come_over_a_network_never_opens_a_file(folder: Path) -> None:
    (folder / "one.py").write_text("raise SystemExit('this file was run')")
    for text in ("one.py", "one.py:First", f"{folder}/one.py:First"):
        with pytest.raises(partake.PartakeError, match="there is no bot"):
            _ = parse_bot_spec(text).kind
        with pytest.raises(partake.PartakeError, match="there is no bot"):
            named(text)


def test_an_offered_bot_is_known_by_its_class(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OFFERED, "entries", {})
    source = bot_spec("one.py").source
    assert isinstance(source, FileSource)
    assert (offer(source), offer(source)) == ("First", "First")
    assert OFFERED in registries()
    assert parse_bot_spec("First").source == source
    assert named("First").__name__ == "First"
    (folder / "one.py").write_text(ONE + "# another\n")
    other = bot_spec("one.py").source
    assert isinstance(other, FileSource)
    with pytest.raises(partake.PartakeError, match="there is a bot First already"):
        offer(other)
