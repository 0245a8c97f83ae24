"""Structured logs: each record is a line with time, level, logger, message and named fields, as text or as JSON.

What libraries log is not trusted to be free of values: of their messages only the first line is written, without
arguments that are no numbers, and of exceptions, theirs and ours, the frames and types (`partake.rules.diagnostics`).
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from partake.rules.diagnostics import FIELDS, described

OWN = "partake"
"""The logger above all of ours."""


class TextFormatter(logging.Formatter):
    """Lines for people: `2026-01-31T12:00:00.000Z INFO partake.web: server started version=1.0`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line; further lines of its message, which only reports have, are indented below it."""
        line = f"{_moment(record)} {record.levelname} {record.name}: {_message(record)}"
        fields = "".join(f" {name}={_word(value)}" for name, value in _fields(record).items())
        head, *more = line.splitlines()
        return "\n    ".join([head + fields, *more])


class JsonFormatter(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        own = {"time": _moment(record), "level": record.levelname, "logger": record.name, "message": _message(record)}
        return json.dumps({**own, **_fields(record), **own}, default=str)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}
"""The forms in which a server can log."""


def log_to_stderr(form: str) -> None:
    """Write the log to the standard error in this form: events of ours, and what libraries warn of."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[form]())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger(OWN).setLevel(logging.INFO)


def _moment(record: logging.LogRecord) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{whole}.{int(record.msecs):03}Z"


def _word(value: Any) -> str:
    """A field's value in a line of text: quoted where it would be taken for more than one word."""
    text = str(value)
    return text if text.isprintable() and text and not set(text) & {" ", '"', "="} else json.dumps(text)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return dict(getattr(record, FIELDS, {}))


def _message(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] == OWN:
        said = record.getMessage()
    else:
        numbers = isinstance(record.args, tuple) and all(isinstance(one, (int, float)) for one in record.args)
        said = (record.getMessage() if numbers else str(record.msg)).strip().partition("\n")[0]
    problem = record.exc_info[1] if record.exc_info else None
    return said if problem is None else "\n".join([said, *described(problem)])
