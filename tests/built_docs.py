"""The documents as `script/docs` builds them, for the tests that look at them; built once for all that run together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "src" / "partake" / "web" / "docs"


def build(root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Build the documents of a checkout, unless they are up to date."""
    return subprocess.run([sys.executable, root / "docs" / "site" / "build.py"], capture_output=True, text=True)
