"""Write the pages of the games among the documents, in every language, from the rule book; `script/rules` runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from partake.rulebook.document import markdown
from partake.rules.catalogue import catalogue
from partake.rules.languages import NAMES, speaking

DOCS = Path(__file__).resolve().parents[1]


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with the text that it must have; English ones stand in `docs/` itself."""
    for language in NAMES:
        is_english = language == "en"
        for name, edition in catalogue().editions.items():
            path = DOCS / f"{name}.md" if is_english else DOCS / language / f"{name}.md"
            with speaking(language):
                yield path, markdown(edition, root=".." if is_english else "../..")


if __name__ == "__main__":
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))
