"""The partner's own link: a key by which the second of two who share a seat is known."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from partake.store.rows import SeatRow

KEY_BYTES = 16
"""The bytes of a key: far more than can be guessed."""


class PartnerKeys:
    """Message authentication codes of seats: whoever has one was given it by the person who sits there.

    A key holds for one table and one first person, so that it is useless when others sit down at the same seat.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        """Keys by this secret; without one, keys that are forgotten with the process."""
        self._secret = secret or secrets.token_bytes(32)

    def key(self, table: str, seat: SeatRow) -> str:
        """The key of a seat at which one of two people sits."""
        message = f"{table}/{seat.people[0]}".encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:KEY_BYTES]).decode().rstrip("=")

    def seat(self, table: str, seats: tuple[SeatRow, ...], key: str) -> SeatRow | None:
        """The seat that awaits the person who has this key."""
        awaiting = (row for row in seats if row.awaits_partner)
        given = key.encode("utf-8", "replace")
        return next((row for row in awaiting if hmac.compare_digest(self.key(table, row).encode(), given)), None)
