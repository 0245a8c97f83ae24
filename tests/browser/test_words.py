"""Every page in every state says nothing that a translator was not given, scripts included."""

from __future__ import annotations

import re

from brackets import french_in_brackets, outside
from browsing import PHONE
from page_states import State, Visitors, closed, opened

SAID = """() => {
  const found = [document.title];
  for (const part of document.querySelectorAll(".kept, mark")) part.replaceWith(part.textContent);
  document.body.normalize();
  const names = ["title", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "alt"];
  for (const part of document.querySelectorAll("body, body *")) {
    if (part.closest("script, style, template, noscript")) continue;
    found.push(...names.map((name) => part.getAttribute(name)).filter(Boolean));
    for (const node of part.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data.trim());
  }
  return [...new Set(found.filter(Boolean))];
}"""
"""What people see or hear of a page; a text with a tile kept together or a word marked is one text."""
GIVEN = re.compile(
    r"Sunday|Laptop|Telephone|Dan|Eve|[0-9a-f]{64}"
    r"|[\w.:]+/tournaments|^[a-z2-9]{10}$"
    r"|\b\d\d? \S+ \d{4}, \d\d:\d\d|(?<=[\w⟧]) et (?=[\w⟦])"
)
"""What people have named, a commitment, the address and code of a tournament, and the browser's own French: dates and
lists of names."""
KEY = re.compile(r"\b[a-z]+_[A-Za-z]\w*")
"""The key of a text that a page does not have, which is shown in its place."""


def test_every_word_of_every_state_is_offered_to_translators(visitors: Visitors, states: dict[str, State]) -> None:
    with french_in_brackets():
        pages = visitors.looking(locale="fr", viewport=PHONE)
        found = [
            f"{name}: {told}"
            for name, state in states.items()
            for told in opened(pages, name, state).evaluate(SAID)
            if outside(GIVEN.sub("", told)) or KEY.search(told)
        ]
        closed(pages)
    assert not found, "\n".join(found)
