"""The text form of a record: headers, moves, result. docs/records.md describes it."""

from __future__ import annotations

from collections.abc import Iterator

from partake.engine.actions import DEALER, Action, Move, Reveal
from partake.engine.notation import format_move, parse_move
from partake.engine.record.fields import read_hex, read_points, read_seed, read_setup, settings
from partake.engine.record.model import CALLED, SEVERAL, VERSION, Record, at_line, verified
from partake.rules.catalogue import Catalogue
from partake.rules.errors import NotationError, RecordError, quoted
from partake.rules.messages import Message

FIRST_WORDS = "Partake record "
"""What the first line of a record in any version of its text form begins with, and no other line."""
FIRST_LINE = f"{FIRST_WORDS}{VERSION}"
"""What every record in its text form begins with."""
WIDTH = 100
"""The characters after which a line of moves is wrapped."""
_ONCE = ("Edition", "Rules", "Options", "Open", "Private", "Commitment", "Draws", "Given")
_LAST = ("Result", "Seed")
_CALLED = "called"
"""What the header `Draws` says where tiles were called from a real bag: then there is no commitment and no seed."""


def format_record(record: Record) -> str:
    """A record as text."""
    setup = record.setup
    lines = [FIRST_LINE, "", f"Edition: {setup.edition.name}", f"Rules: {setup.edition.digest}"]
    if setup.edition.offer.values:
        lines.append("Options: " + " ".join(f"{name}={value}" for name, value in settings(setup).items()))
    lines += [f"Seat {seat}: {name}" for seat, name in enumerate(setup.names, start=1)]
    lines += ["Open: yes"] if setup.is_open else []
    lines += ["Private: yes"] if record.is_private else []
    lines += [f"Draws: {_CALLED}" if record.is_called else f"Commitment: {record.commitment}"]
    lines += [f"Given: {record.given}"] if record.given else []
    lines += ["", *_move_lines(record), ""]
    lines.append("Result: " + (" ".join(map(str, record.outcome.totals)) if record.outcome else "*"))
    lines += [f"Seed: {record.seed}"] if record.seed else []
    return "\n".join(lines) + "\n"


def _move_lines(record: Record) -> Iterator[str]:
    """A line for each turn, wrapped when there are many seats."""
    line, before = "", DEALER
    for actor, action in record.moves:
        word = format_move(actor, action)
        if line and (_starts_line(actor, action, before) or len(line) + 2 + len(word) > WIDTH):
            yield line
            line = ""
        line += f"  {word}" if line else word
        before = before if isinstance(action, Reveal) else actor
    if line:
        yield line


def _starts_line(actor: int, action: Action, before: int) -> bool:
    return (actor == DEALER and not isinstance(action, Reveal)) or (isinstance(action, Move) and actor != before)


class _Lines:
    """A record's text taken apart: headers with their lines, moves with theirs."""

    def __init__(self, text: str) -> None:
        self.headers: dict[str, str] = {}
        self.at: dict[str, int] = {}
        self.seats: list[str] = []
        self.moves: list[tuple[int, Action]] = []
        self.move_lines: list[int] = []
        self.last = 1
        for number, line in enumerate(text.splitlines(), start=1):
            self.last = number
            if number == 1:
                self._first(line)
            elif line.startswith(FIRST_WORDS):
                raise RecordError(at_line(number), SEVERAL)
            elif line.strip() and not line.lstrip().startswith("#"):
                name, colon, value = line.partition(": ")
                known = name in _ONCE or name in _LAST or name.startswith("Seat ")
                if colon and known:
                    self._header(name, value.strip(), number)
                else:
                    self._moves(line, number)
        if not text.strip():
            raise RecordError(at_line(1), "the file is empty")

    @staticmethod
    def _first(line: str) -> None:
        if not line.startswith(FIRST_WORDS):
            raise RecordError(
                at_line(1), "this is not a record: it must begin with '{first_line}'", first_line=FIRST_LINE
            )
        if line.rstrip() != FIRST_LINE:
            raise RecordError(
                at_line(1),
                "this version of Partake reads version {version} of the format, not {line}",
                version=VERSION,
                line=line[len(FIRST_WORDS) :],
            )

    def _header(self, name: str, value: str, number: int) -> None:
        if name in self.headers:
            raise RecordError(at_line(number), "{name} was given before, on line {at}", name=name, at=self.at[name])
        if self.moves and name not in _LAST:
            raise RecordError(at_line(number), "{name} must stand before the first move", name=name)
        if name.startswith("Seat "):
            self.seats.append(value)
            if name != f"Seat {len(self.seats)}":
                raise RecordError(
                    at_line(number), "Seat {number_of_seats} must come here", number_of_seats=len(self.seats)
                )
        if name == "Seed" and "Result" not in self.headers:
            raise RecordError(at_line(number), "the seed must stand after the result")
        self.headers[name], self.at[name] = value, number

    def _moves(self, line: str, number: int) -> None:
        if "Result" in self.headers:
            raise RecordError(at_line(number), "there is something after the result")
        for word in line.partition("#")[0].split():
            try:
                self.moves.append(parse_move(word))
            except NotationError as problem:
                raise RecordError(at_line(number), problem) from None
            self.move_lines.append(number)

    def need(self, name: str) -> str:
        if name not in self.headers:
            raise RecordError(
                at_line(self.last),
                "there is no {name}: the file seems to be cut" if name in _LAST else "there is no {name}",
                name=name,
            )
        return self.headers[name]

    def locate(self, field: str, number: int = 0) -> Message:
        if field == "moves":
            return at_line(self.move_lines[number])
        return at_line(self.at.get(field.capitalize(), self.last))


def parse_record(text: str, catalogue: Catalogue) -> Record:
    """Read and verify a record's text."""
    lines = _Lines(text)
    edition, rules = lines.need("Edition"), lines.need("Rules")
    setup = read_setup(
        catalogue,
        lines.locate,
        edition=edition,
        rules=rules,
        options=_options(lines),
        seats=[name.split(" & ") for name in lines.seats],
        is_open=_is_yes(lines, "Open"),
    )
    commitment = _commitment(lines)
    result = lines.need("Result")
    seed = lines.headers.get("Seed")
    is_private = _is_yes(lines, "Private")
    if seed is None and (result != "*" or is_private) and commitment != CALLED:
        lines.need("Seed")
    if is_private and result != "*":
        raise RecordError(lines.locate("private"), "a finished record is not private")
    return verified(
        setup,
        commitment,
        lines.moves,
        seed=None if seed is None else read_seed(seed, lines.locate("seed")),
        result=None if result == "*" else [read_points(total, lines.locate("result")) for total in result.split()],
        given=_given(lines),
        locate=lines.locate,
    )


def _given(lines: _Lines) -> int:
    """The number of given moves."""
    text = lines.headers.get("Given", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 7 and (text == "0") == ("Given" not in lines.headers)):
        raise RecordError(lines.locate("given"), "the number of given moves cannot be {given}", given=quoted(text))
    return int(text)


def _commitment(lines: _Lines) -> str:
    """The commitment to the draws; `CALLED` where the tiles were called."""
    draws = lines.headers.get("Draws")
    if draws is None:
        return read_hex(lines.need("Commitment"), lines.locate("commitment"), "commitment")
    if draws != _CALLED:
        raise RecordError(
            lines.locate("draws"), "draws can be {called}, not {draws}", called=_CALLED, draws=quoted(draws)
        )
    wrong = next((name for name in ("Commitment", "Seed", "Private") if name in lines.headers), None)
    if wrong is not None:
        raise RecordError(lines.locate(wrong), "where tiles were called there is no {name}", name=wrong)
    return CALLED


def _is_yes(lines: _Lines, name: str) -> bool:
    value = lines.headers.get(name, "no")
    if value not in ("yes", "no"):
        raise RecordError(lines.locate(name), "{name} is yes or no, not {value}", name=name, value=quoted(value))
    return value == "yes"


def _options(lines: _Lines) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in lines.headers.get("Options", "").split():
        name, equals, value = word.partition("=")
        if not equals or name in found:
            raise RecordError(lines.locate("options"), "{word} is not an option, or is given twice", word=quoted(word))
        found[name] = value
    return found
