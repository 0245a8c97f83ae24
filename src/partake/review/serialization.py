"""Reviews and hints as plain data."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

DIGITS = 4


def to_json(value: object) -> Any:
    """Anything that a review or a hint is made of, as what JSON knows; numbers are rounded, not their sums."""
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (tuple, list)):
        return [to_json(part) for part in value]
    if isinstance(value, dict):
        return {str(key): to_json(part) for key, part in value.items()}
    if isinstance(value, Enum):
        return value.value
    return round(value, DIGITS) if isinstance(value, float) else value
