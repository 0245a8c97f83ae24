"""What shells and `man` know of the command is made from its parsers, and is right."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.cli.commands.completion import FILES
from partake.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent.parent
SHELL = ROOT / "src" / "partake" / "cli" / "shell"


@pytest.fixture(scope="module")
def built() -> Any:
    """The module that makes the files."""
    spec = importlib.util.spec_from_file_location("shell_build", ROOT / "docs" / "shell" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_what_the_parsers_say(built: Any) -> None:
    made = built.files()
    assert {path.name for path in SHELL.iterdir()} == set(made)
    old = [name for name, text in made.items() if (SHELL / name).read_text(encoding="utf-8") != text]
    assert old == [], "run script/shell"


@pytest.mark.parametrize("shell", FILES)
def test_the_command_prints_the_script_of_a_shell(cli: Any, shell: str) -> None:
    result = cli("completion", shell)
    assert (result.code, result.out) == (0, (SHELL / FILES[shell]).read_text(encoding="utf-8"))


def test_other_shells_are_refused(cli: Any) -> None:
    result = cli("completion", "basic")
    assert result.code == 2
    assert "invalid choice: 'basic'" in result.err


def completed(*words: str) -> list[str]:
    """What bash offers for the last of these words."""
    line = " ".join(f"'{word}'" for word in words)
    code = (
        f"source {SHELL / 'partake.bash'}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
        '_shtab_partake partake "${COMP_WORDS[COMP_CWORD]}"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)
    return sorted(done.stdout.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["partake", "re"], ["records", "replay", "restore", "review"]),
        (["partake", "play", "cl"], ["classic"]),
        (["partake", "play", "--re"], ["--record", "--resume"]),
        (["partake", "play", "classic", "-o", "rays="], ["rays=best", "rays=each", "rays=longest", "rays=none"]),
        (["partake", "play", "classic", "bot:s"], ["bot:skilled"]),
        (["partake", "arena", "classic", "expert", "ma"], ["master"]),
        (["partake", "editions", "orc"], ["orchid"]),
        (["partake", "completion", "z"], ["zsh"]),
    ],
)
def test_bash_completes(words: list[str], offered: list[str]) -> None:
    assert completed(*words) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evening.partake").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("partake", "replay", "eve") == ["evening.partake"]


@pytest.mark.parametrize(("shell", "option"), [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
def test_the_scripts_can_be_read_by_their_shells(shell: str, option: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    done = subprocess.run([shell, option, str(SHELL / FILES[shell])], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_speaks_of_every_command_and_option(built: Any) -> None:
    text = (SHELL / built.MANUAL).read_text(encoding="utf-8").replace("\\-", "-")
    assert text.startswith('.TH PARTAKE "1"')
    for command in COMMANDS:
        assert f".SS \\fBpartake {command}\\fR" in text
    for _, parser in built.parsers(built.command_tree()):
        for action in parser._actions:
            for option in set(action.option_strings) - {"-h", "--help"}:
                assert f"\\fB{option}\\fR" in text


@pytest.mark.skipif(shutil.which("man") is None, reason="needs man")
def test_man_can_show_the_manual(built: Any) -> None:
    done = subprocess.run(
        ["man", "--warnings", "-P", "cat", "-l", str(SHELL / built.MANUAL)],
        capture_output=True, text=True, env={"MANWIDTH": "80", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for words in ("EXIT STATUS", "partake play --resume", "PARTAKE_DATA"):
        assert words in done.stdout


def test_the_wheel_puts_them_where_shells_and_man_look() -> None:
    shared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    found = {Path(source).name: target for source, target in shared["shared-data"].items()}
    assert set(found) == {path.name for path in SHELL.iterdir()}
    assert found["partake.1"] == "share/man/man1/partake.1"
    assert all((ROOT / source).is_file() for source in shared["shared-data"])


def test_nothing_of_it_is_needed_to_play() -> None:
    code = "import sys, partake.cli.main as m; m.main(['completion', 'bash']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"shtab", "argparse_manpage"} & set(done.stderr.split())
    assert partake.__version__
