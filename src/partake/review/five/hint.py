"""What to do now in a game of Take Five that is not over."""

from __future__ import annotations

from partake.engine.five.view import FiveView
from partake.engine.record.model import Record
from partake.review.five.description import advice
from partake.review.five.evaluator import chances, known_to
from partake.review.five.model import FiveHint
from partake.review.to_move import must_act


def hint_five(record: Record, seat: int | None) -> FiveHint:
    """The best takes and looks for whoever is on turn.

    A published record leaves out what looks have shown: then only what everybody saw is known.
    """
    view = must_act(record, seat)[0]
    if not isinstance(view, FiveView):
        raise TypeError("this is no game of Take Five")
    own, setup = view.turn, record.setup
    options, known = chances(view), known_to(view)
    return FiveHint(
        setup.edition.name, setup.edition.title, own, setup.names[own - 1], view.phase, view.hands[own - 1], options,
        known, advice(options[0], known),
    )  # fmt: skip
