"""Opening the folder of a server: the lock, the key and the database, in this order, each problem one sentence."""

from __future__ import annotations

from partake.rules.catalogue import catalogue
from partake.store.backup import finish_restore
from partake.store.folder import FolderLock
from partake.store.store import Store
from partake.web.identity import Identity
from partake.web.settings import Settings


class OpenFolder:
    """A folder that is this process's until it is closed: nothing else can fail before people can play.

    `serve` opens it before it prints a link and hands it to the application; under another ASGI server the application
    opens it when it starts.
    """

    def __init__(self, settings: Settings) -> None:
        self.catalogue = catalogue(*settings.data)
        self.lock = FolderLock(settings.folder)
        try:
            finish_restore(settings.folder)
            self.identity = Identity(settings)
            self.store = Store(settings.location)
            self.lock.tell(link=settings.link)
        except BaseException:
            self.lock.close()
            raise
        self._is_open = True

    def close(self) -> None:
        """Finish all writes, then give the folder free."""
        if self._is_open:
            self._is_open = False
            self.store.close()
            self.lock.close()
