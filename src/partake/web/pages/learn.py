"""Learn: the list of lessons, and each step of a lesson as a page that asks, checks and explains.

Nothing about a learner is stored here: the address names the step, a form carries the answer, and how far somebody came
is kept by the page's script in the browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.canvas import slug
from partake.draw.svg.live import LivePictures
from partake.draw.svg.live_five import live_pawn
from partake.draw.svg.names import tile_name
from partake.draw.svg.sheet import Marks
from partake.engine.actions import Done, GiveUp, Keep, Place, Relocate, Return, Scrap
from partake.engine.contract import View
from partake.engine.description import describe
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.outcome import Item
from partake.rules.errors import capitalised
from partake.rules.languages import current
from partake.rules.messages import said
from partake.teach.attempt import Attempt
from partake.teach.facts import facts, facts_of
from partake.teach.lesson import Lesson, NoLessonError, Step, lessons
from partake.teach.position import LEARNER
from partake.web.context import context_of
from partake.web.pages.common import form_of, page
from partake.web.pages.five import FivePage, five_page
from partake.web.pages.home import edition_emblem
from partake.web.pages.result import Scored, scored
from partake.web.text.pages import say
from partake.web.text.phrases import titled

router = APIRouter(include_in_schema=False)
END = "done"
"""The address of the end of a lesson, where a step has its name."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """A hexagon position as a page shows it."""

    sprite: Markup
    set_name: str
    stripes: str
    faces: str
    pictures: Mapping[str, Markup]
    called: tuple[tuple[str, str, Markup], ...]
    """Each tile on call: as it is written, as it is named, and its picture."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said about an answer."""

    is_right: bool
    told: str
    remarks: tuple[str, ...]
    gained: tuple[Scored, ...]
    lost: tuple[Scored, ...]
    cell: str
    """Where it happened."""


@router.get("/learn")
async def learn(request: Request) -> Response:
    """All lessons, with the pictures of their games."""
    return page(
        "learn/learn.html",
        await context_of(request).who(request),
        lessons=_listed(await asyncio.to_thread(lessons)),
        hint=say("learn_lead"),
    )


@router.get("/learn/{edition}")
async def first(request: Request, edition: str) -> Response:
    """The first step of a lesson; the page's script goes on where the reader was."""
    lesson = await _lesson(edition)
    return await _shown(request, lesson, lesson.steps[0], is_named=False)


@router.get("/learn/{edition}/{name}")
async def step(request: Request, edition: str, name: str) -> Response:
    """A step of a lesson, or its end."""
    lesson = await _lesson(edition)
    return await (_ended(request, lesson) if name == END else _shown(request, lesson, lesson.step(name)))


@router.post("/learn/{edition}/{name}")
async def answer(request: Request, edition: str, name: str) -> Response:
    """A step with what the engine says about an answer: the text form of an action."""
    lesson = await _lesson(edition)
    asked = lesson.step(name)
    return await _shown(request, lesson, asked, asked.try_out((await form_of(request)).get("answer", "")))


async def _lesson(edition: str) -> Lesson:
    found = (await asyncio.to_thread(lessons)).get(edition)  # reading and checking them all takes a second, once
    if found is None:
        raise NoLessonError("there is no lesson for this game")
    return found


def _listed(known: Mapping[str, Lesson]) -> list[tuple[Lesson, Markup]]:
    return [(lesson, edition_emblem(lesson.edition, current().code)) for lesson in known.values()]


async def _shown(
    request: Request, lesson: Lesson, asked: Step, made: Attempt | None = None, *, is_named: bool = True
) -> Response:
    is_right = made is not None and asked.is_right(made)
    view = made.after if made is not None and is_right else asked.view
    number = lesson.number(asked.name)
    names = (*lesson.names, END)
    return page(
        "learn/step.html",
        await context_of(request).who(request),
        lesson=lesson,
        game=titled(lesson.edition),
        step=asked,
        title=say(f"learn_{asked.text}", **facts(asked)),
        titles=[(one, say(f"learn_{one.text}", **facts(one))) for one in lesson.steps],
        ask=say(f"learn_{asked.text}_ask", **facts(asked)),
        number=number,
        before=lesson.names[number - 2] if number > 1 else None,
        following=names[number],
        is_named=is_named,
        feedback=_feedback(asked, made, is_right=is_right) if made else None,
        sheets=_sheets(view, made if is_right else None, is_asked=not is_right)
        if isinstance(view, HexagonView)
        else None,
        five=_five(view) if isinstance(view, FiveView) else None,
        legal=[format_action(action) for action in asked.view.legal],
        listed=_in_words(asked),
        buttons=() if is_right else _buttons(asked.view),
        gifts=() if is_right else _gifts(asked.view),
    )


def _feedback(asked: Step, made: Attempt, *, is_right: bool) -> Feedback:
    remarks = [*made.remarks, *filter(None, [asked.miss(made)])] if not is_right or asked.goal == "ruins" else []
    return Feedback(
        is_right,
        say(f"learn_{asked.text}_told", **facts_of(asked, made)) if is_right else say("learn_again"),
        tuple(capitalised(said(remark)) for remark in remarks),
        scored(_counted(made.gained)) if is_right else (),
        scored(tuple(item for item in made.lost if item.points)) if is_right else (),
        getattr(made.action, "cell", getattr(made.action, "square", "")),
    )


def _counted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What is listed with its points; a marker is told in the text."""
    return tuple(item for item in items if item.kind != "marker")


def _sheets(view: HexagonView, made: Attempt | None, *, is_asked: bool) -> Sheets:
    """The learner's boards; after a right answer with what it did."""
    pictures = LivePictures(view.variant)
    latest = [made.action.cell] if made is not None and isinstance(made.action, Place | Relocate) else []
    sheet = Sheet(view.variant, view.sheet.cells)
    drawn = pictures.sheet(sheet, Marks(items=view.items, latest=latest), seat=LEARNER)
    stripes, faces = pictures.names
    called = tuple(
        (str(tile), tile_name(view.variant, tile), Markup(pictures.tile(tile)))
        for tile in (view.called if is_asked else view.hand)
    )
    return Sheets(
        Markup(pictures.sprite()),
        slug(view.variant.edition.tiles.name),
        stripes,
        faces,
        {zone: Markup(svg) for zone, svg in drawn.items()},
        called,
    )


def _five(view: FiveView) -> FivePage:
    shown = five_page(view, remembers=True)
    names = (say("learn_you"), say("learn_other"))
    players = tuple(replace(player, name=name) for player, name in zip(shown.players, names, strict=True))
    return replace(shown, players=players)


def _buttons(view: View) -> list[tuple[str, str]]:
    """The actions that are no matter of a cell: as they are written, and what their buttons say."""
    found = []
    for action in view.legal:
        match action:
            case Done():
                found.append(("done", say("done")))
            case Scrap():
                found.append((format_action(action), say("scrap")))
            case Keep():
                found.append(("keep", say("learn_keep")))
            case Return():
                found.append(("return", say("learn_return")))
    return found


def _gifts(view: View) -> list[tuple[int, str, Markup]]:
    """The pawns that may be given up, each with its name and picture."""
    values = sorted({action.value for action in view.legal if isinstance(action, GiveUp)})
    return [(value, say("learn_pawn", value=value), Markup(live_pawn(value))) for value in values]


def _in_words(asked: Step) -> list[tuple[str, str]]:
    """Everything that may be done, for pages without a script."""
    view = asked.view
    return [(format_action(action), said(describe(view.setup.names, LEARNER, action))) for action in view.legal]


async def _ended(request: Request, lesson: Lesson) -> Response:
    order: Sequence[Lesson] = list(lessons().values())
    at = order.index(lesson)
    return page(
        "learn/done.html",
        await context_of(request).who(request),
        lesson=lesson,
        game=titled(lesson.edition),
        picture=edition_emblem(lesson.edition, current().code),
        following=order[at + 1] if at + 1 < len(order) else None,
        elsewhere=_elsewhere(lesson),
    )


def _elsewhere(lesson: Lesson) -> list[tuple[Lesson, Step, str]]:
    """Steps of other lessons about options that this game has and its own lesson does not show."""
    shown = {step.text for step in lesson.steps}
    offered = lesson.edition.offer.values
    found: dict[str, tuple[Lesson, Step, str]] = {}
    for other in lessons().values():
        for step in other.steps:
            chosen = {name: value for name, value in step.options.items() if value in offered.get(name, ())}
            if chosen and chosen == step.options and step.text not in shown | found.keys():
                found[step.text] = other, step, say(f"learn_{step.text}", **facts(step))
    return list(found.values())
