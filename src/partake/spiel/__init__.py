"""OpenSpiel: every edition as a game `partake_…`, for its algorithms and tools.

Needs the extra `spiel`. Importing this package registers `partake_classic`, `partake_daffodil`, `partake_nexus`,
`partake_orchid` and `partake_five`; `register` does so for an edition of your own.
"""

from __future__ import annotations

from partake.rules.extras import MissingExtraError, install_command

try:
    import pyspiel  # noqa: F401
except ImportError:  # pragma: no cover - seen only without the extra
    raise MissingExtraError(
        "partake.spiel needs OpenSpiel: {install_command}", install_command=install_command("spiel")
    ) from None

from partake.rules.catalogue import catalogue
from partake.spiel.registration import name_of, register

__all__ = ["NAMES", "name_of", "register"]

NAMES = {name: register(edition) for name, edition in catalogue().editions.items()}
"""The name under which OpenSpiel knows each edition of the package."""
