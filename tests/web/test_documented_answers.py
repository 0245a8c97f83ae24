"""The documents say what is really answered: the walk of docs/api.md, and in OpenAPI statuses and content types."""

from __future__ import annotations

from typing import Any

import pytest

from api_walk import documented, walk
from served import Served, new_table, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("openapi")) as found:
        yield found


def described(served: Served, method: str, path: str) -> dict[str, Any]:
    """What the document says of one operation's answers."""
    paths: Any = served.client().get("/api/openapi.json").json()["paths"]
    found: dict[str, Any] = paths[path][method]["responses"]
    return found


@pytest.mark.parametrize(
    ("method", "path"),
    [("post", "/api/guests"), ("post", "/api/tables"), ("patch", "/api/me"), ("post", "/api/tokens")],
)
def test_a_body_that_is_not_utf_8_is_not_understood_and_the_document_says_so(
    served: Served, method: str, path: str
) -> None:
    answer = served.client("Ann").request(method, path, content=b"\xff", headers={"content-type": "application/json"})
    assert (answer.status_code, list(answer.json())) == (400, ["error"])
    assert "400" in described(served, method, path)


@pytest.mark.parametrize(("form", "kind"), [("text", "text/plain"), ("json", "application/json")])
def test_a_record_is_described_in_both_forms_and_its_refusals_as_json(served: Served, form: str, kind: str) -> None:
    host = served.client("Ann")
    path, table = "/api/tables/{table}/record", new_table(host)
    answers = described(served, "get", path)
    answer = host.get(path.format(table=table), params={"form": form})
    assert answer.headers["content-type"].startswith(kind)
    assert set(answers["200"]["content"]) == {"text/plain", "application/json"}
    assert host.get(path.format(table="nowhere")).headers["content-type"] == "application/json"
    assert list(answers["404"]["content"]) == ["application/json"]


def test_the_requests_and_answers_of_the_document_are_those_of_a_server(served: Served) -> None:
    """Byte for byte, but for addresses, identities and times; `python tests/api_walk.py` writes them anew."""
    assert walk(served) == documented()
