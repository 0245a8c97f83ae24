"""Codes in links that people read out or type: nobody can guess one."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What codes are made of: nothing that looks like something else."""
LENGTH = 10
"""The letters of a code: 2^49 of them, so that none is found by trying."""


def new_code() -> str:
    """A code that nobody can guess, and everybody can read out."""
    number = int(secrets.token_hex(16), 16)
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH))


def read_code(text: str) -> str:
    """A code as somebody typed it: in capitals, or with spaces and hyphens in between."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
