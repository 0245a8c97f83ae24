"""Many tables at once are light: what does not differ between them is there only once."""

from __future__ import annotations

from typing import Any

import partake
from partake.engine.contract import View
from partake.engine.table import Table


def table(edition: str, **options: Any) -> Table:
    found = partake.start(edition, seats=1, seed="shared", **options)
    found.deal()
    return found


def legal(found: Table) -> tuple[object, ...]:
    view: View = found.view(1)
    return view.legal


def test_tables_with_the_same_tiles_and_cells_share_their_placements() -> None:
    first, second, other = table("classic"), table("classic", rays="each"), table("daffodil")
    assert len(legal(first)) == 19
    assert all(mine is yours for mine, yours in zip(legal(first), legal(second), strict=True))
    assert legal(other) != legal(first)
