"""The client is held to the OpenAPI document: operations, bodies of requests, parameters and fields of answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import partake.client
from partake.client import activities, models
from partake.client.decoding import field_name
from partake.web.app import create_app
from partake.web.settings import Settings

SOURCES = sorted(Path(partake.client.__file__).parent.glob("*.py"))
NOT_FOR_PROGRAMS = {
    "GET /health", "GET /ready",  # what watches over a server asks these
    "GET /api/me/friends",  # friends at one device are known by the cookie of its browser alone
    "POST /api/me/carry", "POST /api/carry",  # links from one browser to another
    "POST /api/paper", "POST /api/paper/best",  # the pages for the cardboard table
    "POST /api/evenings", "GET /api/evenings/{code}", "PUT /api/evenings/{code}",
    "PUT /api/evenings/{code}/games/{game}/boards/{seat}",
}  # fmt: skip
"""What a program reaches by `Server.request` alone."""
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})
Json = dict[str, Any]


class Call:
    """A request in the source of the client."""

    def __init__(self, node: ast.Call) -> None:
        texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        self.path = next(text for text in texts if text.startswith("/"))
        named = [text for text in texts if text in METHODS]
        self.method = named[0] if named else _DEFAULTS[ast.unparse(node.func).rpartition(".")[2]]
        kinds = [one.id for one in node.args if isinstance(one, ast.Name) and one.id[0].isupper()]
        self.kind = kinds[0] if kinds else None
        self.operation = f"{self.method} {self.path}"


_DEFAULTS = {"_do": "POST", "_another": "POST", "text": "GET", "stream": "GET"}


def calls() -> Iterator[Call]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and any(
                isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.startswith("/api/")
                for one in node.args
            ):
                yield Call(node)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Json:
    app = create_app(Settings(folder=tmp_path_factory.mktemp("openapi"), workers=0), pages=False)
    found: Json = app.openapi()
    return found


def test_each_operation_is_covered_or_not_for_programs(document: Json) -> None:
    described = {f"{method.upper()} {path}" for path, found in document["paths"].items() for method in found}
    covered = {call.operation for call in calls()}
    assert covered | NOT_FOR_PROGRAMS == described
    assert covered & NOT_FOR_PROGRAMS == set()


def answer_schema(document: Json, call: Call) -> Json:
    answers = document["paths"][call.path][call.method.lower()]["responses"]
    content = next(answers[status] for status in ("200", "201", "202") if status in answers)["content"]
    schema: Json = content["application/json"]["schema"]
    return resolved(document, schema.get("items", schema))


def resolved(document: Json, schema: Json) -> Json:
    if "$ref" in schema:
        found: Json = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return found
    return schema


def differences(document: Json, kind: Any, schema: Json, where: str) -> Iterator[str]:
    """Where a dataclass and a schema do not have the same fields, at any depth."""
    told, hints = schema["properties"], get_type_hints(kind)
    names = {field_name(one.name) for one in fields(kind)}
    if names != set(told):
        yield f"{where}: {sorted(names ^ set(told))}"
    for one in fields(kind):
        inner = next((found for found in _parts(hints[one.name]) if is_dataclass(found)), None)
        below = [resolved(document, part) for part in _schemas(told.get(field_name(one.name), {}))]
        objects = [part for part in below if "properties" in part]
        if (inner is None) != (not objects):
            yield f"{where}.{one.name} is an object on one side only"
        elif inner is not None:
            yield from differences(document, inner, objects[0], f"{where}.{one.name}")


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in get_args(hint):
        yield from _parts(inner)


def _schemas(schema: Mapping[str, Any]) -> Iterator[Json]:
    yield dict(schema)
    for inner in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        yield from _schemas(inner)


def test_each_answer_has_the_fields_that_the_document_names(document: Json) -> None:
    found = [call for call in calls() if call.kind is not None]
    assert len(found) > 30
    for call in found:
        kind = getattr(models, call.kind or "", None) or getattr(activities, call.kind or "")
        assert list(differences(document, kind, answer_schema(document, call), call.operation)) == []
    for call in calls():
        if call.kind is None and call.method != "DELETE" and call.path.startswith("/api/tables/{table}/"):
            assert (
                call.path.endswith(("record", "replay/{number}", "events"))
                or answer_schema(document, call) == (document["components"]["schemas"]["TableInfo"])
            )


def literal_keys(node: ast.AST) -> set[str]:
    return {str(one.value) for one in getattr(node, "keys", ()) if isinstance(one, ast.Constant)}


def test_each_field_that_is_sent_is_one_that_the_document_knows(document: Json) -> None:
    """Bodies and parameters are written as dictionaries in the method that sends them."""
    checked = 0
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.AsyncFunctionDef):
                continue
            sent = [one for one in ast.walk(node) if isinstance(one, ast.Dict)]
            made = [Call(one) for one in ast.walk(node) if isinstance(one, ast.Call) and _is_request(one)]
            if len(made) != 1 or not sent:
                continue
            about = document["paths"][made[0].path][made[0].method.lower()]
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            known = set(resolved(document, body).get("properties", {}))
            known |= {one["name"] for one in about.get("parameters", ())}
            assert set().union(*map(literal_keys, sent)) <= known, made[0].operation
            checked += 1
    assert checked > 15


def _is_request(node: ast.Call) -> bool:
    return any(isinstance(one, ast.Constant) and str(one.value).startswith("/api/") for one in node.args)
