"""A Chromium with a profile of its own on the disk, which can be killed as a phone dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from browsing import FLAGS


@contextmanager
def living(playwright: Playwright, profile: Path, *flags: str) -> Iterator[BrowserContext]:
    """The browser of this profile; in the end it is killed without a word, with all its processes."""
    told = profile / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    program = shutil.which("chromium") or playwright.chromium.executable_path
    process = subprocess.Popen(
        [program, *FLAGS, "--remote-debugging-port=0", *flags, f"--user-data-dir={profile}", "about:blank"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not (told.exists() and (lines := told.read_text().split("\n"))[1:]):
            assert process.poll() is None, "Chromium does not start"
            time.sleep(0.01)
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{lines[0]}")
        yield browser.contexts[0]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
