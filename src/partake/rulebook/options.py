"""What the rule book says of options: which rule each value is, and what its meaning leaves out."""

from __future__ import annotations

from collections.abc import Mapping

from partake.rulebook.model import Statement
from partake.rules.messages import Message

TITLES: Mapping[str, Message] = {
    "placement": Message("Placement"),
    "draw": Message("Tiles at a time"),
    "rays": Message("Rays"),
    "stamens": Message("Stamens"),
    "scrapyard": Message("Scrapyard"),
    "symbols": Message("Tiles in the bag"),
    "takeback": Message("Take-back"),
    "rounds": Message("Games of a match"),
}
"""What the sections of options are called."""
RULES: Mapping[tuple[str, str], str] = {
    ("placement", "free"): "H16b",
    ("placement", "adjacent"): "H25",
    ("placement", "symbol"): "H26",
    ("draw", "1"): "H15b",
    ("draw", "2"): "H27a",
    ("rays", "none"): "H28a",
    ("rays", "each"): "H28",
    ("rays", "best"): "H29",
    ("rays", "longest"): "H35",
    ("stamens", "open"): "H30",
    ("stamens", "first"): "H30a",
    ("stamens", "last"): "H30b",
    ("stamens", "reserve"): "H31",
    ("scrapyard", "threshold"): "H36",
    ("scrapyard", "lowest"): "H37",
    ("scrapyard", "passed"): "H38",
    ("scrapyard", "none"): "H39",
    ("symbols", "sun"): "H40b",
    ("symbols", "moon"): "H40c",
    ("symbols", "both"): "H44",
    ("takeback", "yes"): "H17",
    ("takeback", "no"): "H17a",
    ("rounds", "N"): "H20b",
}
"""The rule that each value of an option is."""
OF_OPTIONS: tuple[Statement, ...] = (
    Statement(
        "H32",
        Message("The first tiles, which go on the {special_count} stamens, are not bound by this."),
        "placement",
        lambda case: case.has("stamens", "first") and not case.has("placement", "free"),
    ),
    Statement(
        "H29a",
        Message(
            "Of equally long rays the one on the line with more points counts; players who are still equal share the "
            "points evenly. Without such a ray nobody gets them."
        ),
        "rays-best",
        lambda case: case.has("rays", "best"),
    ),
    Statement(
        "H35a",
        Message("It counts once, sun or moon; of several equally long rays only one."),
        "rays-longest",
        lambda case: case.has("rays", "longest"),
    ),
    Statement(
        "H38a",
        Message(
            "Whoever scraps a tile hands it to the holder of their scrapyard. At the end the scrapyards go back to "
            "their players; equals share the loss."
        ),
        "scrapyard-passed",
        lambda case: case.has("scrapyard", "passed"),
    ),
    Statement(
        "H38b",
        Message(
            "In later games of a match the leader's scrapyard goes to the second, the second's to the third and so on, "
            "the last one's to the leader."
        ),
        "scrapyard-passed",
        lambda case: case.has("scrapyard", "passed"),
    ),
    Statement(
        "H39a",
        Message("{draws} of {tiles} are called then."),
        "scrapyard-none",
        lambda case: "scrapyard" in case.edition.offer.values and case.has("scrapyard", "none"),
    ),
    Statement(
        "H44a",
        Message("{draws} of {tiles} are called then."),
        "symbols-both",
        lambda case: "symbols" in case.edition.offer.values and case.has("symbols", "both"),
    ),
    Statement(
        "H44b",
        Message("Rays may count too, over all the tiles that lie in a row."),
        "symbols-both",
        lambda case: (
            "symbols" in case.edition.offer.values and case.has("symbols", "both") and case.has("rays", "longest")
        ),
    ),
)
"""What meanings of options leave out."""
