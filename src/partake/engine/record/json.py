"""The JSON form of a record: the same fields as the text."""

from __future__ import annotations

from typing import Any

from partake.engine.notation import format_move, parse_move
from partake.engine.record.fields import read_hex, read_points, read_seed, read_setup, settings
from partake.engine.record.model import CALLED, SEVERAL, VERSION, Record, at_line, at_move, verified
from partake.rules.catalogue import Catalogue
from partake.rules.errors import NotationError, RecordError, quoted

_FIELDS: dict[str, type | tuple[type, ...]] = {
    "partake-record": int,
    "edition": str,
    "rules": str,
    "options": dict,
    "seats": list,
    "open": bool,
    "commitment": (str, type(None)),
    "moves": list,
    "result": (list, type(None)),
    "seed": (str, type(None)),
}
GIVEN = "given"
"""The field that only a game has which was played on from a position: the number of the first moves that were given."""


def record_to_json(record: Record) -> dict[str, Any]:
    """A record as plain data."""
    return {
        "partake-record": VERSION,
        "edition": record.setup.edition.name,
        "rules": record.setup.edition.digest,
        "options": settings(record.setup),
        "seats": [list(people) for people in record.setup.seats],
        "open": record.setup.is_open,
        "commitment": None if record.is_called else record.commitment,
        "moves": [format_move(actor, action) for actor, action in record.moves],
        "result": [str(total) for total in record.outcome.totals] if record.outcome else None,
        "seed": str(record.seed) if record.seed else None,
        **({GIVEN: record.given} if record.given else {}),
    }


def format_record_json(record: Record) -> str:
    """A record as JSON text."""
    import json  # slow to import, and most programs never write JSON

    return json.dumps(record_to_json(record), ensure_ascii=False, indent=1) + "\n"


def format_record_line(record: Record) -> str:
    """A record as a line of JSON Lines."""
    import json

    return json.dumps(record_to_json(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def parse_record_json(text: str, catalogue: Catalogue) -> Record:
    """Read and verify a record's JSON text."""
    import json

    try:
        data = json.loads(text, object_pairs_hook=_once)
    except RecordError:
        raise
    except (ValueError, RecursionError) as problem:
        number = problem.lineno if isinstance(problem, json.JSONDecodeError) else 1
        if (
            isinstance(problem, json.JSONDecodeError)
            and text.startswith("{", problem.pos)
            and problem.msg == "Extra data"
        ):
            raise RecordError(at_line(number), SEVERAL) from None
        raise RecordError(at_line(number), "this is not JSON, or it was cut") from None
    return record_from_json(data, catalogue)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object none of whose keys comes twice: programs differ in which of the two they would believe."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(quoted(twice)[1:-1], "is there twice")
    return found


def record_from_json(data: object, catalogue: Catalogue) -> Record:
    """Verify a record given as plain data."""
    fields = _checked(data)
    setup = read_setup(
        catalogue,
        str,
        edition=fields["edition"],
        rules=fields["rules"],
        options=fields["options"],
        seats=fields["seats"],
        is_open=fields["open"],
    )
    moves = []
    for number, word in enumerate(fields["moves"], start=1):
        try:
            moves.append(parse_move(word))
        except NotationError as problem:
            raise RecordError(at_move(number), problem) from None
    result, seed, commitment = fields["result"], fields["seed"], fields["commitment"]
    if commitment is None and seed is not None:
        raise RecordError("seed", "where tiles were called there is no seed")
    return verified(
        setup,
        CALLED if commitment is None else read_hex(commitment, "commitment", "commitment"),
        moves,
        seed=None if seed is None else read_seed(seed, "seed"),
        result=None if result is None else [read_points(total, "result") for total in result],
        given=fields.get(GIVEN, 0),
    )


def _checked(data: object) -> dict[str, Any]:
    if not isinstance(data, dict) or "partake-record" not in data:
        raise RecordError("record", "this is not a record: it must have a field 'partake-record'")
    for name, kind in _FIELDS.items():
        if name not in data:
            raise RecordError(name, "is missing")
        if not isinstance(data[name], kind):
            raise RecordError(name, "is not of the right type")
    for name in data:
        if name not in _FIELDS and name != GIVEN:
            raise RecordError(str(name), "is not a field of a record")
    if data["partake-record"] != VERSION or isinstance(data["partake-record"], bool):
        raise RecordError(
            "partake-record", "this version of Partake reads version {version} of the format", version=VERSION
        )
    if GIVEN in data and (type(data[GIVEN]) is not int or data[GIVEN] < 1):
        raise RecordError(GIVEN, "is not a number of moves")
    texts = [*data["moves"], *data["options"].values(), *(data["result"] or ())]
    seats = data["seats"]
    if not all(isinstance(people, list) for people in seats):
        raise RecordError("seats", "must be lists of names")
    if not all(isinstance(text, str) for text in [*texts, *(name for people in seats for name in people)]):
        raise RecordError("record", "moves, option values, results and names must be texts")
    return data
