"""Take Five as one seat sees it: the chequered board, all open pawns, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from partake.draw.svg.canvas import Block, Canvas, fitted, n, row, stack
from partake.draw.svg.frame import header, titled
from partake.draw.svg.names import EMPTY, access, rows
from partake.draw.svg.pieces import draw_back, draw_pawn, draw_piece
from partake.engine.actions import GiveUp, Move, Piece
from partake.engine.description import piece_name
from partake.engine.five.board import is_dark
from partake.engine.five.view import FiveView
from partake.engine.outcome import phase_name
from partake.rules.messages import Joined, Message, said
from partake.rules.names import shown_name

SQUARE = 74.0
"""The side of a square."""
RIM = 30.0
"""The width of the frame around the squares."""
_SHADES = ("grey", "pale pink", "magenta", "light blue", "teal", "red", "lime", "orange", "yellow")
_PHASES = {"score": Message.keyed("phase", "Score", {}), "quinte": Message.keyed("phase", "Quinte", {})}


def draw_five(canvas: Canvas, view: FiveView, *, remembers: bool, is_tall: bool, is_alone: bool = False) -> Block:
    """The board with its pieces, and the players with what they hold and have won; or the board alone."""
    board = draw_board(canvas, view, remembers=remembers)
    if is_alone:
        return board
    wide = board.width if is_tall else 350.0
    players = [_player(canvas, view, seat, wide) for seat in range(1, len(view.hands) + 1)]
    side = stack([_phases(canvas, view, wide), *players], gap=14)
    main = stack([board, side], gap=18) if is_tall else row([board, side], gap=26)
    head = header(
        canvas,
        main.width,
        over=said(Message("round {round}", round=view.round)),
        title=titled(view.edition),
        note=said(_state(view)),
    )
    return stack([head, main], gap=14)


def five_words(view: FiveView, *, remembers: bool) -> str:
    """The phase, the turn, the pieces, the pawns on the board and all hands, in words."""
    found = [
        Message("Round {round}, phase {phase}.", round=view.round, phase=phase_name(view.phase)),
        Message("{state}.", state=_state(view)),
    ]
    if view.pieces:
        pieces = Joined(Message("{piece} {at}", piece=piece_name(piece), at=at) for piece, at in view.pieces)
        found.append(Message("Pieces: {pieces}.", pieces=pieces))
        empty = [name for name, pawn in zip(view.squares, view.pawns, strict=True) if pawn is None]
        found.append(Message("Squares without a pawn: {squares}.", squares=Joined(empty or [Message("none")])))
    if (up := _turned_up(view)) is not None:
        found.append(Message("Turned up: {value} on {square}.", value=up[1], square=up[0]))
    if remembers and (known := _remembered(view)):
        pawns = Joined(f"{square} {value}" for square, value in known.items())
        found.append(Message("Remembered: {pawns}.", pawns=pawns))
    found += [_held(view, seat) for seat in range(1, len(view.hands) + 1)]
    return " ".join(map(said, found))


_HELD = {
    (True, False): Message("{name} holds {hand}, has won {won} of {all} markers."),
    (False, False): Message("{name} holds nothing, has won {won} of {all} markers."),
    (True, True): Message("{name} holds {hand}, is out of the round, has won {won} of {all} markers."),
    (False, True): Message("{name} holds nothing, is out of the round, has won {won} of {all} markers."),
}
"""What is told of a player who holds pawns or not, and is out of the round or not; three markers win."""


def _held(view: FiveView, seat: int) -> Message:
    """What a player holds and has won."""
    hand = view.hands[seat - 1]
    values: dict[str, Any] = {
        "name": shown_name(view.setup.names[seat - 1]),
        "hand": Joined(hand),
        "won": view.markers[seat - 1],
        "all": view.edition.markers,
    }
    return Message(_HELD[bool(hand), seat in view.out].text, **values)


def _state(view: FiveView) -> Message:
    """What the game waits for, in a few words."""
    if view.outcome:
        return view.outcome.verdict
    if not view.turn:
        return Message("Before the first deal")
    name = shown_name(view.setup.names[view.turn - 1])
    match view.wait:
        case "deal":
            return Message("{name} begins after the deal", name=name)
        case "look" | "take":
            return Message("{name} turns up {square}", name=name, square=view.square)
        case "choice":
            return Message("{name} keeps or returns the pawn", name=name)
        case "give up":
            return Message("{name} gives up a pawn", name=name)
    if view.moved:
        return Message("{name} moves the second piece", name=name)
    return Message("{name} moves the first piece", name=name)


def _turned_up(view: FiveView) -> tuple[str, int] | None:
    """The pawn on the board that lies open to this seat's eye, if any."""
    shown = view.shown
    if shown is None or shown.value is None or view.pawns[view.squares.index(shown.square)] is None:
        return None
    return shown.square, shown.value


def _remembered(view: FiveView) -> dict[str, int]:
    return {name: pawn.known for name, pawn in zip(view.squares, view.pawns, strict=False) if pawn and pawn.known}


def draw_board(canvas: Canvas, view: FiveView, *, remembers: bool, names: Mapping[str, str] | None = None) -> Block:
    """The board alone, in its frame; with the names of its squares, the rows of a grid that can be walked."""
    size = view.edition.size
    whole = size * SQUARE + 2 * RIM
    known = _remembered(view) if remembers else {}
    legal = {action.square for action in view.legal if isinstance(action, (Move, GiveUp))}
    drawn = [
        (name[1:], _square(canvas, view, i, known.get(name), name in legal, names.get(name, name) if names else ""))
        for i, name in enumerate(view.squares)
    ]
    frame = draw_frame(canvas, size)
    if names is None:
        return Block(frame + "".join(square for _, square in drawn), whole, whole)
    return Block(f'<g aria-hidden="true">{frame}</g>{rows(drawn)}', whole, whole)


def square_names(view: FiveView, *, remembers: bool) -> dict[str, str]:
    """Every square with what is there: a piece, a pawn, or nothing; and the values that this seat has seen or sees."""
    known, up = (_remembered(view), dict(filter(None, [_turned_up(view)]))) if remembers else ({}, {})
    standing = {square: piece for piece, square in view.pieces}
    found = {}
    for index, square in enumerate(view.squares):
        held: list[Message] = []
        if piece := standing.get(square):
            held.append(_moved(piece) if piece in view.moved else piece_name(piece))
        if view.pawns and view.pawns[index] is not None:
            if square in up:
                held.append(Message("pawn of {value} face up", value=up[square]))
            elif square in known:
                held.append(Message("pawn of {value} face down", value=known[square]))
            else:
                held.append(Message("pawn"))
        found[square] = ", ".join((square, *map(said, held or [EMPTY])))
    return found


def _moved(piece: Piece) -> Message:
    return Message("{piece} that has moved", piece=piece_name(piece))


def draw_frame(canvas: Canvas, size: int) -> str:
    """The frame around the squares, with their letters and numbers."""
    side = size * SQUARE
    whole = side + 2 * RIM
    labels = "".join(
        canvas.text(RIM + (i + 0.5) * SQUARE, y, chr(ord("a") + i), 16, fill=canvas.paint("on-frame"), weight=600,
                    anchor="middle")
        for i in range(size) for y in (RIM - 9, whole - 9)
    )  # fmt: skip
    labels += "".join(
        canvas.text(x, whole - RIM - (i + 0.5) * SQUARE + 5, i + 1, 16, fill=canvas.paint("on-frame"), weight=600,
                    anchor="middle")
        for i in range(size) for x in (RIM / 2, whole - RIM / 2)
    )  # fmt: skip
    frame = (
        f'<rect width="{n(whole)}" height="{n(whole)}" rx="12" fill="{canvas.paint("frame")}"/>'
        f'<rect x="{n(RIM - 3)}" y="{n(RIM - 3)}" width="{n(side + 6)}" height="{n(side + 6)}" rx="3"'
        f' fill="{canvas.paint("frame-edge")}"/>'
    )
    return frame + labels


def _square(canvas: Canvas, view: FiveView, index: int, known: int | None, is_legal: bool, label: str) -> str:
    name, size = view.squares[index], view.edition.size
    line, column = divmod(index, size)
    pawn = view.pawns[index] if view.pawns else None
    piece = next((piece for piece, at in view.pieces if at == name), None)
    up = _turned_up(view)
    shade = "square-dark" if is_dark(size, index) else "square-light"
    half = SQUARE / 2
    body = (
        f'<rect x="{n(-half)}" y="{n(-half)}" width="{n(SQUARE)}" height="{n(SQUARE)}" fill="{canvas.paint(shade)}"/>'
    )
    if view.square == name:
        body += (
            f'<rect x="{n(2.5 - half)}" y="{n(2.5 - half)}" width="{n(SQUARE - 5)}" height="{n(SQUARE - 5)}" rx="4"'
            f' fill="none" stroke="{canvas.paint("last")}" stroke-width="5"/>'
        )
    face_up = up[1] if up and up[0] == name else None
    if pawn is not None:
        body += pawn_face(canvas, face_up) if face_up and not piece else draw_back(canvas)
    if piece is not None:
        body += _piece(canvas, piece, has_moved=piece in view.moved)
    if face_up and piece:
        body += f'<g class="shown" transform="translate(19 17) scale(.68)">{pawn_face(canvas, face_up)}</g>'
    elif known is not None:
        body += _memo(canvas, known)
    names = ["cell", "pawn" if pawn else "empty", *(["legal"] if is_legal else [])]
    held = f' data-piece="{piece}"' if piece else ""
    walked = access(label, is_first=index == 0) if label else ""
    x, y = RIM + (column + 0.5) * SQUARE, RIM + (size - line - 0.5) * SQUARE
    shown = f'class="{" ".join(names)}" data-cell="{name}"{held}{walked}'
    return f'<g {shown} transform="translate({n(x)} {n(y)})">{body}</g>'


def pawn_face(canvas: Canvas, value: int) -> str:
    """A pawn lying face up."""
    return draw_pawn(canvas, value, _SHADES[(value - 1) % len(_SHADES)])


def _piece(canvas: Canvas, piece: Piece, *, has_moved: bool) -> str:
    """A piece on its square; a tick shows that it has moved in this turn."""
    tick = (
        f'<g transform="translate(-23 -23)"><circle r="9" fill="{canvas.paint("turn")}"/>'
        f'<path d="M-4 0l3 3.5 5.5-6.5" fill="none" stroke="{canvas.paint("paper")}" stroke-width="2.5"/></g>'
        if has_moved
        else ""
    )
    return f'<g class="piece">{draw_piece(canvas, piece)}</g>{tick}'


def _memo(canvas: Canvas, value: int) -> str:
    """What this seat remembers of a pawn, small."""
    return (
        f'<g class="memory" transform="translate(20 20)"><circle r="11" fill="#fffaf0" stroke="#3a2a1c"/>'
        f"{canvas.text(0, 5.5, value, 15, fill='#14161b', weight=700, anchor='middle')}</g>"
    )


def _phases(canvas: Canvas, view: FiveView, width: float) -> Block:
    """The phases in their order, the one being played filled."""
    phases = view.edition.phases
    each = (width - 10 * (len(phases) - 1)) / len(phases)
    body = ""
    for i, phase in enumerate(phases):
        is_now = phase == view.phase
        fill = canvas.paint("ink") if is_now else "none"
        ink = canvas.paint("paper") if is_now else canvas.paint("muted")
        x = i * (each + 10)
        body += (
            f'<rect x="{n(x + 1)}" y="1" width="{n(each - 2)}" height="32" rx="16" fill="{fill}"'
            f' stroke="{canvas.paint("ink" if is_now else "slot")}" stroke-width="2"/>'
        )
        shown = said(_PHASES.get(phase, phase))
        body += canvas.text(x + each / 2, 23, shown, 17, fill=ink, weight=700 if is_now else 500, anchor="middle")
    return Block(f'<g class="phases">{body}</g>', width, 34)


def _player(canvas: Canvas, view: FiveView, seat: int, width: float) -> Block:
    """A player's name, markers and pawns."""
    hand, is_on = view.hands[seat - 1], view.turn == seat and not view.outcome
    won, most = view.markers[seat - 1], view.edition.markers
    shown = fitted(said(shown_name(view.setup.names[seat - 1])), 19, width - 28 * most - 46)
    body = (
        f'<rect x="1" y="1" width="{n(width - 2)}" height="100" rx="14" fill="none"'
        f' stroke="{canvas.paint("turn" if is_on else "slot")}" stroke-width="{3 if is_on else 2}"/>'
    )
    body += f'<path d="M14 17l10 7-10 7z" fill="{canvas.paint("turn")}"/>' if is_on else ""
    body += canvas.text(30 if is_on else 16, 30, shown, 19, weight=700 if is_on else 500)
    for i in range(most):
        body += _star(canvas, width - 22 - 27 * (most - 1 - i), 24, is_won=i < won)
    pitch = 46.0
    for i in range(max(view.edition.hand, len(hand))):
        x = 36 + i * pitch
        if i < len(hand):
            body += f'<g class="held" transform="translate({n(x)} 68) scale(.78)">{pawn_face(canvas, hand[i])}</g>'
        else:
            body += (
                f'<circle cx="{n(x)}" cy="68" r="19" fill="none" stroke="{canvas.paint("slot")}" stroke-width="2"'
                f' stroke-dasharray="4 4"/>'
            )
    note = said(Message("out")) if seat in view.out else str(sum(hand)) if hand else ""
    fill = canvas.paint("loss" if seat in view.out else "ink")
    body += canvas.text(width - 18, 77, note, 26, fill=fill, weight=800, anchor="end") if note else ""
    return Block(f'<g class="player" data-seat="{seat}">{body}</g>', width, 102)


def _star(canvas: Canvas, x: float, y: float, *, is_won: bool) -> str:
    """A marker, won or still to win."""
    fill, line = (canvas.paint("gold"), canvas.paint("gold-edge")) if is_won else ("none", canvas.paint("slot"))
    points = "M0-11L3.2-3.5 10.5-3.4 4.7 1.5 6.8 9 0 4.6-6.8 9-4.7 1.5-10.5-3.4-3.2-3.5z"
    return (
        f'<path class="marker{" won" if is_won else ""}" d="{points}" transform="translate({n(x)} {n(y)})"'
        f' fill="{fill}" stroke="{line}" stroke-width="2" stroke-linejoin="round"/>'
    )
