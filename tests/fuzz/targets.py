"""Fuzz targets: everything that reads what a stranger wrote, each as a function of bytes, with seeds for its corpus.

A target returns, or the input was refused with a `PartakeError`; every other exception is a finding. What is accepted
must survive the way back: what is written again is read as the same.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fuzz.requests_target import Requests
from fuzz.requests_target import seeds as request_seeds
from partake.bots.specifier import parse_bot_spec
from partake.engine.hexagon.sheet_text import read_boards, read_evening
from partake.engine.notation import format_action, format_move, parse_action, parse_move
from partake.engine.reading import read_action, read_cell, read_tile
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json
from partake.engine.record.text import format_record
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError
from partake.rules.fields import read_toml
from partake.rules.loader import load_board, load_edition, load_tiles
from partake.web.api.moves import read_move
from partake.web.settings import read_settings, settings_file

ROOT = Path(__file__).parent.parent.parent
KNOWN = catalogue()
HEXAGON = [edition for edition in KNOWN.editions.values() if isinstance(edition, HexagonEdition)]
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"rays": "each"},
    {"placement": "symbol"},
    {"scrapyard": "passed"},
    {"draw": "2"},
)
"""The options under which boards are read; an edition that does not offer them says so."""
LONGEST_PAUSE = 60.0
"""The longest pause of a move, as a server has it."""


Run = Callable[[bytes], object]
"""Reads one input."""


@dataclass(frozen=True)
class Target:
    """A function to fuzz: how it is made ready, its inputs to begin with, the longest one, and its part of all runs."""

    start: Callable[[], Run]
    seeds: Callable[[], Iterator[bytes]]
    longest: int
    part: float


def text_of(data: bytes) -> str:
    """Bytes as text, as a file is read: what is not UTF-8 would be refused before."""
    return data.decode("utf-8", "replace")


@contextmanager
def no_refusal() -> Iterator[None]:
    """What we have written ourselves must not be refused."""
    try:
        yield
    except PartakeError as problem:
        raise AssertionError("what was written is refused when it is read again") from problem


def records(data: bytes) -> None:
    """A record, text or JSON: what verifies is written and read again, in both forms."""
    record = read_record(text_of(data), KNOWN)
    for written in (format_record(record), format_record_json(record)):
        with no_refusal():
            assert read_record(written, KNOWN) == record


def actions(data: bytes) -> None:
    """An action, alone and in a record: what is read is written as it was."""
    text = text_of(data)
    try:
        assert format_action(parse_action(text)) == text
    except PartakeError:
        assert format_move(*parse_move(text)) == text


def typed(data: bytes) -> None:
    """A tile, a cell, an action and a bot as people type them; an action read by its set is read so again."""
    text = text_of(data)
    read_cell(text)
    with suppress(PartakeError):
        parse_bot_spec(text)
    for edition in HEXAGON:
        with suppress(PartakeError):
            read_tile(edition.tiles, text)
    action = read_action(HEXAGON[-1].tiles, parse_action(text))
    assert read_action(HEXAGON[-1].tiles, parse_action(format_action(action))) == action


def boards(data: bytes) -> None:
    """Boards as text, scored: the first two bytes choose edition and options."""
    if len(data) < 2:
        return
    edition, given = HEXAGON[data[0] % len(HEXAGON)], OPTIONS[data[1] % len(OPTIONS)]
    read = read_boards(edition, given, text_of(data[2:]))
    for score in read.scores:
        assert score.total == sum(item.points for item in score.items)


def evening(data: bytes) -> None:
    """An evening as text; what is read is written, and read as the same."""
    found = read_evening(KNOWN.editions, text_of(data))
    assert read_evening(KNOWN.editions, str(found)).standings.totals == found.standings.totals


def toml(data: bytes) -> None:
    """A data file of one's own: a board, a tile set or an edition over those of the package."""
    fields = read_toml(_file("own.toml", data))
    match fields.text("kind"):
        case "board":
            assert load_board(fields).lines
        case "tiles":
            load_tiles(fields, KNOWN.tile_sets)
        case "edition":
            load_edition(fields, KNOWN.boards, KNOWN.tile_sets)


def settings(data: bytes) -> None:
    """A settings file; what is accepted is printed, and read as the same."""
    chosen = read_settings({"config": str(_file("settings.toml", data))}, {})
    printed = "\n".join(settings_file(chosen)).encode()
    with no_refusal():
        assert read_settings({"config": str(_file("printed.toml", printed))}, {}).settings == chosen.settings


def moves(data: bytes) -> None:
    """The body of a move; its action is then read."""
    wanted = read_move(data, LONGEST_PAUSE)
    assert wanted.pause is None or wanted.pause >= 0
    parse_action(wanted.action)


_FOLDER = tempfile.TemporaryDirectory(prefix="partake-fuzz-")


def _file(name: str, data: bytes) -> Path:
    path = Path(_FOLDER.name) / name
    path.write_bytes(data)
    return path


def _golden() -> list[Path]:
    return sorted((ROOT / "tests" / "golden").glob("*.partake"))


def _records() -> Iterator[bytes]:
    for path in _golden():
        yield path.read_bytes()
        record = read_record(path.read_text(encoding="utf-8"), KNOWN)
        yield format_record_json(record).encode()
        lines = path.read_text(encoding="utf-8").splitlines()
        cut = next(i for i, line in enumerate(lines) if line.startswith("Result"))
        yield "\n".join([*lines[: cut // 2], "Result: *", ""]).encode()


def _words() -> Iterator[bytes]:
    """Each different form of an entry in the golden games, digits aside, and what people type."""
    forms: dict[str, str] = {}
    for path in _golden():
        for actor, action in read_record(path.read_text(encoding="utf-8"), KNOWN).moves:
            entry = format_move(actor, action)
            forms.setdefault(re.sub(r"\d+", "1", entry), entry)
    yield from (word.encode() for word in forms.values())
    for word in list(forms.values()):
        yield word.rpartition(":")[2].encode()
    yield from (b"9-7-8", b"*-*-*", b"C3", b"master@200ms", b"search@1000", b"9-7-8@s4/2", b"7>d4", b"9-7-8>c2", b"=?")


def _boards() -> Iterator[bytes]:
    for number, edition in enumerate(HEXAGON):
        cells, tiles = edition.board.cells, edition.tiles.tiles
        lines = [f"{cell.name} {tile}" for cell, tile in zip(cells, tiles, strict=False)]
        for options in range(len(OPTIONS)):
            yield bytes([number, options]) + "\n".join(lines).encode()
        yield bytes([number, 0]) + "\n".join(["player Ann", *lines[:9], "player Bob # second", *lines[5:]]).encode()


def _evenings() -> Iterator[bytes]:
    for edition, (_, options) in zip(HEXAGON, enumerate(OPTIONS), strict=False):
        tiles = edition.tiles.tiles
        lines = [f"{cell.name} {tile}" for cell, tile in zip(edition.board.cells, tiles, strict=False)]
        first = [f"edition {edition.name}", *(f"option {name}={value}" for name, value in options.items())]
        called = "called " + " ".join(map(str, tiles[:9]))
        boards = ["player Ann", *lines[:9], "player Bob & Cleo", *lines[:5]]
        yield "\n".join([*first, "game 1", called, *boards, "game 2", *boards]).encode()


def _toml() -> Iterator[bytes]:
    for path in sorted((ROOT / "src" / "partake" / "data").rglob("*.toml")):
        yield path.read_bytes()
    for page in ("data.md", "bots.md", "server.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        yield from (block.encode() for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL))


def _settings() -> Iterator[bytes]:
    lines = [line for line in settings_file(read_settings({}, {})) if line and not line.startswith("#")]
    yield "\n".join(lines).encode()
    yield from (line.encode() for line in lines)
    yield b'folder = "/tmp/x"\nlink = "https://example.org"\ndata = ["a.toml", "b.toml"]\nport = 0\nbot_seconds = 0.5'


def _moves() -> Iterator[bytes]:
    yield b'{"action": "9-7-8@c3", "expect": 7, "key": "anything unique", "view": true, "pause": 0.4}'
    yield b'{"action": "back", "pause": "go-on", "expect": null, "key": null}'
    yield b'{"action": "\\u00e9\\ud83d\\ude00", "expect": -1, "pause": 1e400, "view": 0}'
    yield b'[{"action": {}}, 1E5, -0.0, "", null, true]'


TARGETS: Mapping[str, Target] = {
    "records": Target(lambda: records, _records, 20_000, 0.05),
    "actions": Target(lambda: actions, _words, 60, 0.3),
    "typed": Target(lambda: typed, _words, 60, 0.1),
    "boards": Target(lambda: boards, _boards, 2_000, 0.08),
    "evening": Target(lambda: evening, _evenings, 2_000, 0.05),
    "toml": Target(lambda: toml, _toml, 4_000, 0.08),
    "settings": Target(lambda: settings, _settings, 4_000, 0.05),
    "moves": Target(lambda: moves, _moves, 300, 0.25),
    "requests": Target(Requests, request_seeds, 1_000, 0.04),
}
"""Every target by its name."""
