"""The catalogues of translations: finds every text for people, brings the PO files up to date and compiles them.

    script/languages           find texts, merge them into data/languages/*.po, compile to *.mo
    script/languages fr        the same for one language
    script/languages --check   change nothing; say what is missing, stale or broken, and end with 1 if anything is

A text is found where it is written: a literal that makes a `Message`, a `Plural` or an error, the help of a command,
an entry of a table of texts, a title or summary in the data files.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import string
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "partake"
FOLDER = SOURCE / "data" / "languages"
LANGUAGES = ("fr", "de", "ro")
PLURAL_FORMS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "ro": "nplurals=3; plural=(n==1 ? 0 : n==0 || (n!=1 && n%100>=1 && n%100<=19) ? 1 : 2);",
}
"""As in the Unicode CLDR, so that they agree with `Intl.PluralRules`."""
POSITIONS = {"Message": 0, "DataError": 2, "RecordError": 1, "fail": 1, "setting": 1, "described": 0}
"""Which argument of a call is a text, besides those of errors, where it is the first."""
NAMED = {
    "add_argument": ("help",),
    "add_parser": ("help", "description"),
    "add_argument_group": ("title", "description"),
    "setting": ("shown",),
    "described": ("shown",),
}
"""The calls that are given texts by name: those of a command's parser, and the settings of a server."""
BOTS = "src/partake/bots/"
"""Where classes have summaries that are shown to people."""
DATA_KEYS = ("title", "summary", "game")
"""The keys of data files whose values are shown to people."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is shown to people, and where it is written."""

    english: str | tuple[str, str]
    where: tuple[str, int]
    context: str | None = None


def texts() -> list[Text]:
    """All texts for people, by file and line."""
    found: list[Text] = []
    for path in sorted(SOURCE.rglob("*.py")):
        found += in_code(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    return [*found, *in_tables(), *in_data()]


def error_classes() -> frozenset[str]:
    """The names of all classes that derive from `PartakeError`, by the names of their bases."""
    bases: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
    found = {"PartakeError"}
    while new := {name for name, of in bases.items() if of & found} - found:
        found |= new
    return frozenset(found)


_errors = error_classes()


def in_code(source: str, path: str) -> Iterator[Text]:
    """The texts in a module. An f-string in the place of a text is found as an empty text: it cannot be translated."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and path.startswith(BOTS):
            yield from (Text(summary, (path, node.lineno)) for summary in _summaries(node))
        if not isinstance(node, ast.Call):
            continue
        name, where = _called(node), (path, node.lineno)
        if name == "Plural":
            if one := _literal(node.args[0]):  # what makes one of parts that are found elsewhere has none
                yield Text((one, _literal(node.args[1])), where)
            continue
        if name == "keyed" and all(isinstance(part, ast.Constant) for part in node.args[:2]):
            yield Text(_literal(node.args[1]), where, _literal(node.args[0]))
            continue
        for part in _places(node, name):
            if isinstance(part, ast.JoinedStr):
                yield Text("", where)
            elif isinstance(part, ast.Constant) and isinstance(part.value, str) and _has_words(part.value):
                yield Text(part.value, where)


def _places(node: ast.Call, name: str) -> list[ast.expr]:
    """The expressions of a call that must be texts."""
    found: list[ast.expr] = []
    if name in POSITIONS or name in _errors:
        at = POSITIONS.get(name, 0)
        found = node.args[at : at + 1]
    named = [keyword.value for keyword in node.keywords if keyword.arg in NAMED.get(name, ())]
    return [part for argument in (*found, *named) for part in _alternatives(argument)]


def _summaries(kind: ast.ClassDef) -> list[str]:
    """How a bot says in a few words that it plays."""
    assigned = [one for one in kind.body if isinstance(one, ast.Assign)]
    named = [one for one in assigned if any(isinstance(to, ast.Name) and to.id == "summary" for to in one.targets)]
    return [_literal(one.value) for one in named]


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _alternatives(node: ast.expr) -> list[ast.expr]:
    return [*_alternatives(node.body), *_alternatives(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _literal(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _has_words(text: str) -> bool:
    """Whether there is anything to translate beside the gaps: words, or marks that French sets off by a space."""
    return bool(re.search(r"[^\W\d_]|[:;!?%]", re.sub(r"\{[^{}]*\}", "", text)))


def in_tables() -> Iterator[Text]:
    """The texts of the pages and scripts, by key."""
    from partake.cli.terminal.typed import TYPED
    from partake.web.text import pages, review, scripts

    tables = {"page": pages.ENGLISH, "script": scripts.SCRIPT, "review": review.ENGLISH}
    for name, table in tables.items():
        for key, english in table.items():
            if _has_words(english if isinstance(english, str) else english[1]):
                yield Text(english, (f"src/partake/web/text/{name}", 1), f"{name}.{key}")
    for option, values in pages.VALUES.items():
        for value, english in values.items():
            yield Text(english, ("src/partake/web/text/value", 1), f"value.{option}.{value}")
    for key, english in TYPED.items():
        yield Text(english, ("src/partake/cli/terminal/typed.py", 1), f"typed.{key}")


def in_data() -> Iterator[Text]:
    """The titles and summaries of editions, boards and presets."""
    for path in sorted((SOURCE / "data").rglob("*.toml")):
        place = path.relative_to(ROOT).as_posix(), 1
        yield from _in_table(tomllib.loads(path.read_text(encoding="utf-8")), place)


def _in_table(table: object, place: tuple[str, int]) -> Iterator[Text]:
    if isinstance(table, dict):
        for key, value in table.items():
            if key in DATA_KEYS and isinstance(value, str):
                yield Text(value, place)
            else:
                yield from _in_table(value, place)
    elif isinstance(table, list):
        for one in table:
            yield from _in_table(one, place)


def untranslatable(found: list[Text]) -> list[str]:
    """The places where an f-string stands for a text."""
    return [
        f"{path}:{line}: an f-string cannot be translated" for path, line in (t.where for t in found if not t.english)
    ]


def template(found: list[Text]) -> Catalog:
    """All texts as a catalogue without translations."""
    catalog = Catalog(project="partake-games", charset="utf-8", fuzzy=False)
    for text in found:
        if text.english:
            catalog.add(text.english, locations=[text.where], context=text.context)
    return catalog


def path_of(language: str) -> Path:
    """The PO file of a language."""
    return FOLDER / f"{language}.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8")


def updated(language: str, all_texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly the texts that there are: new ones empty, old ones gone."""
    before = read(language)
    catalog = Catalog(locale=language, project="partake-games", charset="utf-8", fuzzy=False)
    for message in all_texts:
        if message.id:
            old = before.get(message.id if isinstance(message.id, str) else message.id[0], message.context)
            translated = old.string if old is not None and type(old.id) is type(message.id) else ""
            catalog.add(message.id, translated, message.locations, context=message.context)
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalogue as its PO file holds it: in the order of the texts, without dates."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, omit_header=True, sort_output=True, include_lineno=False)
    forms = PLURAL_FORMS[str(catalog.locale)]
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {catalog.locale}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {forms}\\n"\n\n'
    )
    return header.encode() + out.getvalue()


def compiled(language: str) -> bytes:
    """The PO file of a language as gettext reads it."""
    out = io.BytesIO()
    catalog = read(language)
    catalog.creation_date = datetime(2026, 1, 1, tzinfo=UTC)  # always the same, or the file would differ each minute
    write_mo(out, catalog)
    return out.getvalue()


def problems(language: str, all_texts: Catalog) -> Iterator[str]:
    """What is wrong with the catalogue of a language: missing, stale or fuzzy texts, lost gaps, a stale MO file."""
    catalog = read(language)
    known = {(message.id, message.context) for message in all_texts if message.id}
    for message in catalog:
        if message.id and (message.id, message.context) not in known:
            yield f"{language}: stale: {message.id!r}"
        if message.id and message.fuzzy:
            yield f"{language}: fuzzy: {message.id!r}"
    for message in all_texts:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found = catalog.get(key, message.context)
            yield from (f"{language}: {problem}: {message.id!r}" for problem in _wrong(message, found, language))
    path = FOLDER / f"{language}.mo"
    if not path.exists() or path.read_bytes() != compiled(language):
        yield f"{language}: the .mo file is stale: run script/languages"


def _wrong(message: Message, found: Message | None, language: str) -> Iterator[str]:
    told = "" if found is None else found.string or ""
    forms = [told] if isinstance(told, str) else list(told)
    needed = 1 if isinstance(message.id, str) else 3 if language == "ro" else 2
    if len(forms) != needed or not all(forms):
        yield "missing"
        return
    for form in forms:
        english = message.id if isinstance(message.id, str) else message.id[1]
        lost = _gaps(english) ^ _gaps(form)
        if lost - ({"count"} if not isinstance(message.id, str) else set()):
            yield f"gaps differ ({', '.join(sorted(lost))})"


def _gaps(text: str) -> set[str]:
    try:
        named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        return named | set(re.findall(r"%(?:\(\w+\))?[rs]", text))  # as argparse writes its gaps
    except ValueError:
        return {"?"}


def main() -> int:
    """Run `script/languages`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing, say what is wrong")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"some of {', '.join(LANGUAGES)}")
    args = parser.parse_args()
    check, languages = args.check, args.languages or LANGUAGES
    everything = texts()
    all_texts = template(everything)
    if not check:
        FOLDER.mkdir(exist_ok=True)
        for language in languages:
            path_of(language).write_bytes(written(updated(language, all_texts)))
            (FOLDER / f"{language}.mo").write_bytes(compiled(language))
    found = untranslatable(everything) + [one for language in languages for one in problems(language, all_texts)]
    for problem in found[:40]:
        print(problem)
    print(f"{sum(1 for message in all_texts if message.id)} texts, {len(found)} problems")
    return 1 if check and found else 0


if __name__ == "__main__":
    sys.exit(main())
