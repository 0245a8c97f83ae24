"""The texts of what works without a network: what is kept in the browser, the installed program, new versions."""

from __future__ import annotations

OFFLINE_SCRIPT: dict[str, str] = {
    "keep_full": "This device has no room left: your last change is not saved.",
    "keep_denied": "This browser saves nothing for this page, as in a private window: "
    "what you enter is lost when you close it.",
}
"""What scripts say, by key."""
