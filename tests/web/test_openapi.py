"""The OpenAPI document tells the truth: every route names its statuses, every field its limits.

Besides, every answer that a test gets from a server is held to it (`Served.check_documented`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from partake.web.api.problems import AT_THE_DOOR
from partake.web.app import create_app
from partake.web.settings import Settings
from served import Served, new_table, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return create_app(Settings(folder=tmp_path_factory.mktemp("openapi"))).openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            yield path, method, about


def test_every_route_names_every_status_that_it_can_answer(document: dict[str, Any]) -> None:
    for path, method, about in operations(document):
        statuses = {int(status) for status in about["responses"]}
        wanted = {*AT_THE_DOOR}
        if method != "get":
            wanted |= {403, 413}
        if path not in ("/api/editions", "/api/bots", "/health", "/ready"):
            wanted |= {401, 422}
        if "{table}" in path:
            wanted |= {404, 409}
        assert wanted <= statuses, f"{method} {path} lacks {wanted - statuses}"
        assert any(status < 300 for status in statuses)
        for status, told in about["responses"].items():
            assert told["description"] not in ("", "Bad Request", "Forbidden"), f"{method} {path} {status}"


def unlimited(document: dict[str, Any], schema: dict[str, Any], where: str) -> Iterator[str]:
    """The texts, numbers, lists and objects of a request that have no limits."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from unlimited(document, document["components"]["schemas"][name], name)
        return
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from unlimited(document, part, where)
    if "enum" in schema or "const" in schema:
        return
    match schema.get("type"):
        case "string" if "maxLength" not in schema:
            yield where
        case "integer" if not {"minimum", "maximum"} <= set(schema) and not where.endswith(".options"):
            yield where
        case "number" if "minimum" not in schema:
            yield where
        case "array":
            if "maxItems" not in schema:
                yield where
            yield from unlimited(document, schema["items"], where)
        case "object":
            for name, part in schema.get("properties", {}).items():
                yield from unlimited(document, part, f"{where}.{name}")
            if "properties" not in schema and "maxProperties" not in schema:
                yield where
            if isinstance(schema.get("additionalProperties"), dict):
                yield from unlimited(document, schema["additionalProperties"], where)


def test_every_field_of_a_request_names_its_limits(document: dict[str, Any]) -> None:
    found = list[str]()
    for path, method, about in operations(document):
        for parameter in about.get("parameters", ()):
            found += unlimited(document, parameter["schema"], f"{method} {path} {parameter['name']}")
        body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        found += unlimited(document, body, f"{method} {path}")
    assert found == []


@pytest.mark.parametrize(
    ("method", "path", "good", "bad"),
    [
        ("post", "/api/guests", {"nickname": "x" * 40}, {"nickname": "x" * 41}),
        ("post", "/api/tokens", {"label": "x" * 60}, {"label": "x" * 61}),
        ("post", "/api/tables", {"edition": "classic", "clock": 1}, {"edition": "classic", "clock": 0.9}),
        ("post", "/api/tables", {"edition": "classic", "title": "x" * 60}, {"edition": "classic", "title": "x" * 61}),
        ("post", "/api/tables/{table}/go-on", {"expect": 10**9}, {"expect": 10**9 + 1}),
        ("post", "/api/tables/{table}/go-on", {"expect": 0}, {"expect": -1}),
    ],
)
def test_limits_are_what_the_document_says(
    served: Served, method: str, path: str, good: dict[str, Any], bad: dict[str, Any]
) -> None:
    ann = served.client("Ann")
    filled = path.format(table=new_table(ann))
    assert ann.request(method, filled, json=good).is_success
    assert ann.request(method, filled, json=bad).status_code == 422


def test_an_answer_that_is_not_documented_is_noticed(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        client = served.client("Ann")
        assert ("/api/guests", "post", 201) in served.seen
        served._operations = [
            (pattern, {method: known - {"200"} for method, known in methods.items()})
            for pattern, methods in served._operations
        ]
        with pytest.raises(AssertionError, match="get /api/me: 200"):
            client.get("/api/me")
