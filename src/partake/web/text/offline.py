"""The texts of what works without a network: what is kept in the browser, the installed program, new versions."""

from __future__ import annotations

OFFLINE: dict[str, str] = {
    "offline_title": "No network",
    "offline_told": "This page is not on your device, and the server cannot be reached.",
    "offline_again": "Try again",
    "offline_works": "These work without a network:",
}
"""What pages say, by key."""

OFFLINE_SCRIPT: dict[str, str] = {
    "keep_full": "This device has no room left: your last change is not saved.",
    "keep_denied": "This browser saves nothing for this page, as in a private window: "
    "what you enter is lost when you close it.",
    "install_ready": "This page is on your device now: it works without a network.",
    "install_new": "A new version is ready.",
    "install_reload": "Reload",
}
"""What scripts say, by key."""
