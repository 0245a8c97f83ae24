"""How the store refuses."""

from __future__ import annotations

from partake.rules.errors import PartakeError


class StoreError(PartakeError):
    """The database did not answer or did not take it; nothing has happened."""
