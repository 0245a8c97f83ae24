"""The texts of the caller, and of the form by which a game at the cardboard table is chosen."""

from __future__ import annotations

from collections.abc import Mapping

CALL: Mapping[str, str | tuple[str, str]] = {
    "choosing_details": "Options",
}
"""What stands on the page."""
CALL_SCRIPT: Mapping[str, str | tuple[str, str]] = {
    "choosing_own_way": "your own mixture",
    "choosing_player": "Player {n}",
    "choosing_name": "Name of player {n}",
}
"""What its scripts say."""
