"""The rule book of an edition as Markdown: the pages of the games among the documents, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from partake.rulebook.book import OptionPart, Rule, Section, whole_book
from partake.rulebook.examples import CountedExample
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.messages import Joined, Message, message_of, said

MADE = Message("The rules pages of a server show the same, with drawn examples and a search: {address}.")
COLUMNS = Message("option"), Message("values (the first is the default)")
FILES = Message("Files and commands")
CORRECT = Message("The numbers stand in data files, which [can be corrected]({guide}) if a box differs: {files}.")
EXAMPLE = Message("Example: {title}.")


def markdown(edition: Edition, *, root: str = "..") -> str:
    """The page of an edition; `root` is the way from its folder to that of the repository."""
    book = whole_book(edition)
    title, summary = (said(message_of(text)) for text in (edition.title, edition.summary))
    docs = "" if root == ".." else "../"
    parts = [
        f"# {title}",
        f"*{said(message_of(edition.game))}* {summary}",
        f"![{title}]({docs}pictures/{edition.name}.svg)",
    ]
    for section in book.sections:
        parts += [f"## {said(section.title)}", *_section(edition, section, docs)]
    parts += [f"## {said(FILES)}", _commands(edition), _files(edition, root, docs)]
    return "\n\n".join(parts) + "\n"


def _section(edition: Edition, section: Section, docs: str) -> Iterator[str]:
    if section.id == "tiles" and isinstance(edition, HexagonEdition):
        name = said(message_of(edition.tiles.title))
        yield f"![{name}]({docs}pictures/tiles-{edition.tiles.name}.svg)"
    if section.rules:
        yield _listed(section.rules)
    yield from map(_example, section.examples)
    if section.options:
        option, values = map(said, COLUMNS)
        rows = [f"| {option} | {values} |", "|---|---|", *map(_option, section.options)]
        yield "\n".join(rows)
        yield from (_example(one) for part in section.options for value in part.values for one in value.examples)
        yield "\n".join(f"- {said(refusal)}" for refusal in section.refusals)


def _listed(rules: tuple[Rule, ...]) -> str:
    return "\n".join(f"- **{rule.id}** {_plain(said(rule.text))}" for rule in rules)


def _plain(text: str) -> str:
    """A text whose asterisks stay asterisks."""
    return text.replace("*", "\\*")


def _option(part: OptionPart) -> str:
    told = []
    for value in part.values:
        named = "`1`" if value.value == "N" else f"`{value.value}`"
        rules = " ".join(_plain(said(rule.text)) for rule in value.rules)
        told.append(said(Message("{what}: {value}", what=named, value=rules)))
    own = [_plain(said(rule.text)) for rule in part.rules]
    return f"| `{part.option}` | {' · '.join([*told, *own])} |"


def _example(example: CountedExample) -> str:
    """What an example adds up to; a page without drawings has no more of it."""
    lines = [f"**{example.id}** {said(EXAMPLE.filled(title=example.title))}", ""]
    for board in example.boards:
        sums = said(Joined(board.sums, " · "))
        lines.append(f"- {said(board.caption)}: {sums}" if board.caption else f"- {sums}")
    return "\n".join(lines)


def _commands(edition: Edition) -> str:
    players = " Ann Bob" if edition.seats[0] > 1 else ""
    return f"`partake play {edition.name}{players}` · {said(MADE.filled(address=f'`/rules/{edition.name}`'))}"


def _files(edition: Edition, root: str, docs: str) -> str:
    names = [f"editions/{edition.name}.toml"]
    if isinstance(edition, HexagonEdition):
        names += [f"boards/{edition.board.name}.toml", f"tiles/{edition.tiles.name}.toml"]
    links = [f"[`{name}`]({PurePosixPath(root) / 'src/partake/data' / name})" for name in names]
    return said(CORRECT.filled(guide=f"{docs}data.md", files=Joined(links)))
