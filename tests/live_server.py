"""A real server in a thread, for tests that speak HTTP with it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from partake.web.app import create_app
from partake.web.settings import Settings


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[str]:
    """The address of a server whose database is in this folder."""
    app = create_app(Settings(folder=folder, workers=0, guests_per_minute=0, tables_per_minute=0, **settings))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        running = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not running.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join(10)
