"""The settings of Sphinx for the documents; `build.py` says where its sources come from.

Why Sphinx: one tool makes the documents and the reference, several people have kept it since 2008, Python itself is
documented with it, and its search needs no service. All parts are its own but MyST, which reads Markdown. The theme is
a small one over Sphinx's `basic`, without inline script and inline style, so that the server's Content-Security-Policy
holds for the documents as for every page.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.domains.python import ObjectEntry, PythonDomain

import partake

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SITE = Path(__file__).resolve().parent
STATIC = SITE.parents[1] / "build" / "docs" / "source" / "_static"

SPECIAL = re.compile(r"`[^`]*`|[*|]|_(?=\W|$)")
"""Code in backticks, and what would be a mark to reStructuredText but is a sign in docstrings."""

project = "Partake"
author = "The Partake team"
version = release = partake.__version__
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_static"]

default_role = "py:obj"
"""Docstrings write names in single backticks: a link where the name is known, code in any case."""
add_module_names = False
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

myst_heading_anchors = 4
highlight_language = "none"
"""A block of code says its language; others are commands, boards and formats."""
suppress_warnings = ["misc.highlighting_failure"]
"""Examples may leave something out with an ellipsis, which no language knows."""

html_theme = "theme"
html_theme_path = [str(SITE)]
html_static_path = [str(STATIC)]
html_favicon = str(STATIC / "icon.svg")
html_title = "Partake"
html_js_files = ["documents.js"]
html_search_scorer = str(SITE / "scorer.js")
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
html_use_index = False
html_permalinks_icon = "#"


class SureLinks(PythonDomain):
    """Links of names: only those that can mean one thing, as two modules may each have a class of the same name."""

    def find_obj(
        self,
        env: BuildEnvironment,
        modname: str,
        classname: str,
        name: str,
        type: str | None,  # noqa: A002 - Sphinx calls it so
        searchmode: int = 0,
    ) -> list[tuple[str, ObjectEntry]]:
        """What a name may mean; nothing if that is not certain."""
        found = super().find_obj(env, modname, classname, name, type, searchmode)
        return found if len(found) == 1 else []


def setup(app: Sphinx) -> None:
    """Read docstrings as they are written."""
    app.add_domain(SureLinks, override=True)
    app.connect("autodoc-process-docstring", _plain)


def _plain(app: object, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """A docstring knows code in backticks, lists, and examples, which are indented; all else stands for itself."""
    found: list[str] = []
    for is_example, group in groupby(_blocks(lines), key=lambda block: block.startswith("    ")):
        text = "\n\n".join(group)
        found += ["::", "", text, ""] if is_example else [SPECIAL.sub(_escaped, text), ""]
    lines[:] = "\n".join(found).split("\n")


def _blocks(lines: list[str]) -> list[str]:
    """The paragraphs of a docstring."""
    return [block.strip("\n") for block in re.split(r"\n\s*\n", "\n".join(lines)) if block.strip()]


def _escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("`") else f"\\{found[0]}"
