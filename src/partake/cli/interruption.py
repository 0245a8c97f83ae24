"""Graceful interruption: the first Ctrl-C asks to stop and says what is waited for, the second stops at once."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from types import FrameType

from partake.cli.arguments import INTERRUPTED, complain
from partake.rules.messages import Message, said

STOPPING = Message("Stopping: waiting for the games under way; Ctrl-C again stops at once")
"""What is said after the first Ctrl-C."""
ENDS = b"\0"
"""What wakes the watching thread up when there is nothing to watch any more."""


class Stop:
    """Whether to stop, told by signals, for as long as it is entered.

    A thread hears the signals, because the main thread may not for a while: it compiles, or a bot never answers. The
    second signal ends the process there and then; worker processes end with it.
    """

    def __init__(self, stopping: Message = STOPPING) -> None:
        self._asked, self._words = False, said(stopping)  # now: a thread has no language of its own

    def __call__(self) -> bool:
        """Whether a signal has come."""
        return self._asked

    def __enter__(self) -> Stop:
        self._end, heard = socket.socketpair()
        self._end.setblocking(False)
        self._thread = threading.Thread(target=self._listen, args=(heard,), name="interrupts", daemon=True)
        self._thread.start()
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        self._fd = signal.set_wakeup_fd(self._end.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, _heard) for number in numbers}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._fd)
        self._end.send(ENDS)
        self._thread.join()
        self._end.close()

    def _listen(self, heard: socket.socket) -> None:
        with heard:
            while (word := heard.recv(1)) not in (ENDS, b""):
                if word[0] in self._before:
                    self._ask()

    def _ask(self) -> None:
        if self._asked:
            os._exit(INTERRUPTED)
        self._asked = True
        if sys.stderr.isatty():
            print(file=sys.stderr)  # below the progress bar
        complain(self._words)


def _heard(number: int, frame: FrameType | None) -> None:
    """Nothing: the system has written the signal to where it is heard."""
