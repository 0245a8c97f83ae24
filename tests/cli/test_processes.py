"""The command as a process of its own: pipes, signals, a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "partake"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "xterm-256color", "COLUMNS": "100"}


def run(*argv: str, environment: dict[str, str], cwd: Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *argv], input=typed, capture_output=True, env=environment, cwd=cwd, timeout=60)


def test_module_and_exit_codes(environment: dict[str, str], tmp_path: Path) -> None:
    assert run("--version", environment=environment, cwd=tmp_path).stdout.startswith(b"partake ")
    wrong = run("fly", environment=environment, cwd=tmp_path)
    assert (wrong.returncode, wrong.stderr.count(b"\n")) == (2, 1)


def test_boards_that_are_not_text(environment: dict[str, str], tmp_path: Path) -> None:
    wrong = run("score", "classic", typed=b"\xff\xfe", environment=environment, cwd=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (1, b"partake: The standard input is not text in UTF-8\n")


def test_typing_what_is_not_text_only_asks_again(environment: dict[str, str], tmp_path: Path) -> None:
    played = run("play", "classic", typed=b"\xff\xfe\na1\nquit\n", environment=environment, cwd=tmp_path)
    assert played.returncode == 0
    assert b"Type a cell" in played.stdout
    assert b"\x1b" not in played.stdout


def test_a_terminal_without_signs_is_drawn_in_ascii(environment: dict[str, str], tmp_path: Path) -> None:
    plain = {**environment, "PYTHONIOENCODING": "ascii"}
    played = run("play", "nexus", typed=b"a1\nbag\n", environment=plain, cwd=tmp_path)
    assert played.returncode == 0
    assert played.stdout.isascii()
    assert b"?" not in played.stdout


def test_a_closed_pipe_is_no_error(environment: dict[str, str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "editions"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(environment: dict[str, str], tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [*COMMAND, "editions"], stdout=full, stderr=subprocess.PIPE, env=environment, cwd=tmp_path, timeout=60
        )
    assert (process.returncode, process.stderr.count(b"\n")) == (1, 1)
    assert process.stderr.startswith(b"partake: The output cannot be written")


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, *argv: str, environment: dict[str, str], cwd: Path) -> None:
        self.control, screen = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *argv], stdin=screen, stdout=screen, stderr=screen, env=environment, cwd=cwd,
            start_new_session=True,
        )  # fmt: skip
        os.close(screen)

    def until(self, words: str) -> str:
        """Read until these words stand on the screen."""
        found, end = b"", time.monotonic() + 30
        while words.encode() not in found and time.monotonic() < end:
            if select.select([self.control], [], [], 0.1)[0]:
                try:
                    found += os.read(self.control, 65536)
                except OSError:  # the other side has closed
                    break
        assert words in found.decode(), found.decode()
        return found.decode()

    def type(self, line: str) -> None:
        self.press(line + "\r")

    def press(self, keys: str) -> None:
        """Press keys without Enter."""
        os.write(self.control, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, and tell the process."""
        fcntl.ioctl(self.control, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def resize_until(self, size: tuple[int, int], words: str) -> str:
        """Change the size until these words are drawn: a signal amid a keystroke is heeded with the next."""
        found, end = "", time.monotonic() + 30
        while words not in found and time.monotonic() < end:
            self.resize(*size)
            while select.select([self.control], [], [], 0.3)[0]:
                found += plain(os.read(self.control, 65536).decode())
        assert words in found, found
        return found

    def end(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.control)
        return code


def test_a_game_on_a_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "Ann", "--seed", "s", environment=environment, cwd=tmp_path)
    first = terminal.until(" > ")
    assert "\x1b[H\x1b[2J" in first
    assert "\x1b[1;38;5;" in first
    terminal.type("c3")
    assert "Enter calls the next tile; back takes it back" in terminal.until(" > ")
    terminal.type("back")
    assert "tile 1 of 19" in terminal.until("Ann, ")
    terminal.type("c4")
    terminal.until("Enter or back > ")
    terminal.type("")
    assert "tile 2 of 19" in terminal.until("Free: ")
    terminal.type("quit")
    terminal.until("To go on with this game")
    assert terminal.end() == 0
    (record,) = tmp_path.glob("*.partake")
    assert "1:back" in record.read_text()


def test_a_look_is_wiped_from_the_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("play", "five", "Ann", "Bob", "--seed", "q", environment=environment, cwd=tmp_path)
    terminal.until("first piece > ")
    terminal.type("W?e2")
    terminal.until("Press Enter to look at e2 > ")
    terminal.type("")
    terminal.until("The pawn on e2 is a 6. Press Enter to hide it.")
    terminal.type("")
    assert "\x1b[1A\x1b[2K" in terminal.until("second piece > ")
    time.sleep(0.5)  # until the prompt waits for a key
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("To go on with this game")
    assert terminal.end() == 130


def test_colours_can_be_refused(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("show", "classic", environment={**environment, "NO_COLOR": "1"}, cwd=tmp_path)
    assert "\x1b[" not in terminal.until("c5")
    terminal.end()
    terminal = Terminal("play", "classic", environment={**environment, "TERM": "dumb"}, cwd=tmp_path)
    assert "\x1b" not in terminal.until(" > ")
    terminal.type("quit")
    terminal.end()


@pytest.fixture
def sizeable(environment: dict[str, str]) -> dict[str, str]:
    """An environment that leaves the size to the terminal."""
    return {name: value for name, value in environment.items() if name not in ("COLUMNS", "LINES")}


def test_a_page_is_drawn_anew_when_the_terminal_changes_its_size(sizeable: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "Ann", "--seed", "s", environment=sizeable, cwd=tmp_path)
    terminal.resize(120, 50)
    terminal.until("Ann, 5-7-8 > ")
    terminal.press("c")
    terminal.until("c")
    for size, drawn in (((60, 24), "/[a1] \\"), ((120, 50), "/ [a1]  \\")):
        assert "Ann, 5-7-8 > c" in terminal.resize_until(size, drawn).partition(drawn)[2]
    terminal.type("3")
    assert "> 5 <" in plain(terminal.until("Enter or back > ")), "what was typed stays"
    terminal.type("quit")
    assert terminal.end() == 0


def plain(text: str) -> str:
    return re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", text)


def test_the_tab_key_completes_moves_and_words_and_arrows_tell_nothing(
    environment: dict[str, str], tmp_path: Path
) -> None:
    terminal = Terminal("play", "five", "Ann", "Bob", "--seed", "q", environment=environment, cwd=tmp_path)
    terminal.until("first piece > ")
    terminal.press("ru\t")
    terminal.until("rules")
    terminal.type("")
    terminal.until("Enter turns the page, q goes back to the game > ")
    terminal.type("q")
    terminal.until("first piece > ")
    terminal.press("w?e\t")
    terminal.until("W?e2")
    terminal.type("")
    terminal.until("Press Enter to look at e2 > ")
    terminal.type("")
    terminal.until("Press Enter to hide it. ")
    terminal.press("\x1b[A\x1b[A\r")  # up, up: there is no history
    after = terminal.until("second piece > ")
    assert "W?e2" not in plain(after).replace("type N?d4", "")
    terminal.press("\x04")
    terminal.until("To go on with this game")
    assert terminal.end() == 0


def test_a_game_has_the_second_screen_and_gives_it_back(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal("play", "classic", "Ann", "--seed", "s", environment=environment, cwd=tmp_path)
    assert "\x1b[?1049h" in terminal.until("Ann, 5-7-8 > ")
    terminal.type("quit")
    after = terminal.until("To go on with this game")
    assert after.index("\x1b[?1049l") < after.index("The record is in")
    assert terminal.end() == 0
