"""Every page in every state says nothing that a translator was not given, scripts included."""

from __future__ import annotations

from brackets import french_in_brackets, outside
from browsing import PHONE
from page_states import State, Visitors, closed, opened

SAID = """() => {
  const found = [document.title];
  const names = ["title", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "alt"];
  for (const part of document.querySelectorAll("body, body *")) {
    if (part.closest("script, style, template, noscript")) continue;
    found.push(...names.map((name) => part.getAttribute(name)).filter(Boolean));
    for (const node of part.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data.trim());
  }
  return [...new Set(found.filter(Boolean))];
}"""
"""What people see or hear of a page."""


def test_every_word_of_every_state_is_offered_to_translators(visitors: Visitors, states: dict[str, State]) -> None:
    with french_in_brackets():
        pages = visitors.looking(locale="fr", viewport=PHONE)
        found = [
            f"{name}: {told}"
            for name, state in states.items()
            for told in opened(pages, name, state).evaluate(SAID)
            if outside(told)
        ]
        closed(pages)
    assert not found, "\n".join(found)
