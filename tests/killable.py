"""A Chromium with a profile of its own on the disk, which can be killed as a phone dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0",
)  # fmt: skip


@contextmanager
def living(playwright: Playwright, profile: Path, *flags: str) -> Iterator[BrowserContext]:
    """The browser of this profile; in the end it is killed without a word, with all its processes."""
    told = profile / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    program = shutil.which("chromium") or playwright.chromium.executable_path
    process = subprocess.Popen(
        [program, *FLAGS, *flags, f"--user-data-dir={profile}", "about:blank"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not (told.exists() and (lines := told.read_text().split("\n"))[1:]):
            assert process.poll() is None, "Chromium does not start"
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{lines[0]}")
        yield browser.contexts[0]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
