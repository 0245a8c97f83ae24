"""Opening what a server keeps: the lock, the key and the database, in this order, each problem one sentence.

Games in a folder are one process's. Where they are in a PostgreSQL, several processes may use it: the key is there too,
and the folder has only what belongs to this machine, among it where `partake admin` finds a server.
"""

from __future__ import annotations

from partake.rules.catalogue import catalogue
from partake.store.backup import finish_restore
from partake.store.folder import FolderLock
from partake.store.store import Store
from partake.web.identity import Identity
from partake.web.settings import Settings


class OpenFolder:
    """Games that this process may use until they are closed: nothing else can fail before people can play.

    `serve` opens them before it prints a link and hands them to the application; under another ASGI server the
    application opens them when it starts.
    """

    def __init__(self, settings: Settings, *, is_held: bool = False) -> None:
        """With `is_held` the parent of this process has the lock of the folder, for all of its processes."""
        self.catalogue = catalogue(*settings.data)
        self._lock = None if is_held else FolderLock(settings.folder, is_needed=not settings.database)
        try:
            if not settings.database:
                finish_restore(settings.folder)
            self.identity = Identity(settings)
            self.store = Store(settings.location)
            self.tell(link=settings.link)
        except BaseException:
            self._unlock()
            raise
        self._is_open = True

    def tell(self, **values: str) -> None:
        """Let the commands that find the folder in use know where its server is."""
        if self._lock is not None:
            self._lock.tell(**values)

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()

    def close(self) -> None:
        """Finish all writes, then give the folder free."""
        if self._is_open:
            self._is_open = False
            self.store.close()
            self._unlock()
