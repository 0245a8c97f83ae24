"""A package of somebody else's bots that do what no bot should, for tests that install it into a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

CODE = '''
import os, sys, time
from partake.bots import FREE, Bot


class Stranger(Bot):
    summary = "harms nobody but itself"

    def choose(self, view, budget=FREE):
        self.misbehave()
        return view.legal[0]

    def misbehave(self):
        pass


class Hang(Stranger):
    name = "hang"

    def misbehave(self):
        while True:
            time.sleep(60)


class Crash(Stranger):
    name = "crash"

    def misbehave(self):
        return {}["something secret"]


class Illegal(Stranger):
    name = "illegal"

    def choose(self, view, budget=FREE):
        return "something secret"


class Exit(Stranger):
    name = "exit"

    def misbehave(self):
        os._exit(3)


class Quit(Stranger):
    name = "quit"

    def misbehave(self):
        sys.exit("something secret")


class Print(Stranger):
    name = "print"

    def misbehave(self):
        print("printed by Python", sys.stdin.read())
        os.system("echo printed by the shell")


class Memory(Stranger):
    name = "memory"

    def misbehave(self):
        held = bytearray(2**32)


class Late(Stranger):
    """Plays a few games and hangs then."""

    name = "late"
    moves = 0

    def misbehave(self):
        Late.moves += 1
        while Late.moves > 100:
            time.sleep(60)


class Moody(Stranger):
    """Fails at every second move, the first one too."""

    name = "moody"
    moves = 0

    def misbehave(self):
        Moody.moves += 1
        if Moody.moves % 2:
            return {}["something secret"]


class Tell(Stranger):
    name = "tell"

    def misbehave(self):
        print("about to hang", file=sys.stderr, flush=True)
        time.sleep(600)


class Good(Stranger):
    name = "good"
'''
NAMES = ("hang", "crash", "illegal", "exit", "quit", "print", "memory", "late", "moody", "tell", "good")
BAD_IMPORT = "import os; os._exit(3)"


def install(folder: Path) -> Path:
    """Put the package into a folder; whoever has the folder on the path has its bots."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "strange_bots.py").write_text(CODE, encoding="utf-8")
    (folder / "strange_import.py").write_text(BAD_IMPORT, encoding="utf-8")
    about = folder / "strange_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1.0\n", encoding="utf-8")
    points = [f"{name} = strange_bots:{name.capitalize()}" for name in NAMES]
    points.append("unimportable = strange_import:Unimportable")
    (about / "entry_points.txt").write_text("[partake.bots]\n" + "\n".join(points) + "\n", encoding="utf-8")
    return folder


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that has the package in this folder."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def children(process: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    found = set[int]()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == process:
                found |= {int(entry.name), *children(int(entry.name))}
    return found


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


ON_LINUX = sys.platform == "linux"
