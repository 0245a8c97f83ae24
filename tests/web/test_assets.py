"""What is sent is small: texts are compressed, static files have names for ever, streams are left alone."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from partake.web.assets import FOR_EVER, TEXTS, Assets, slim
from partake.web.compression import accepts_gzip
from partake.web.middleware import POLICY
from partake.web.text.pages import PAIR
from partake.web.text.scripts import SCRIPT
from served import Served, new_table, serving

PLAIN = {"accept-encoding": "identity"}
ADDRESS = re.compile(r'(?:href|src)="((?:/static/|/boards)[^"]+)"')
PAGES = ("/", "/me", "/nowhere")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def raw(client: httpx.Client, method: str, path: str, **sent: object) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they came over the wire."""
    with client.stream(method, path, **sent) as answer:  # type: ignore[arg-type]
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", [*PAGES, "/api/tables/{table}", "/tables/{table}", "/tables/{table}/qr.svg"])
def test_texts_are_compressed_for_those_who_understand_it(served: Served, path: str) -> None:
    ann = served.client("Ann")
    path = path.format(table=new_table(ann))
    plain, body = raw(ann, "GET", path, headers=PLAIN)
    packed, sent = raw(ann, "GET", path)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-length"] == str(len(sent))
    assert len(sent) < len(body)
    for answer in (plain, packed):
        assert answer.headers["vary"].lower() == "accept-encoding"
    same = re.compile(rb'data-now="[^"]*"')  # the one thing that is another at every moment
    assert same.sub(b"", zlib.decompress(sent, wbits=31)) == same.sub(b"", body)


def test_the_answer_to_a_move_is_compressed(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann, edition="nexus")
    for cell in ("d1", "d2", "d3", "d4"):
        tile = ann.get(f"/api/tables/{table}").json()["view"]["hand"][0]
        answer, sent = raw(ann, "POST", f"/api/tables/{table}/moves", json={"action": f"{tile}@{cell}", "view": True})
        assert answer.headers["content-encoding"] == "gzip"
        assert len(zlib.decompress(sent, wbits=31)) > len(sent)


def test_what_is_tiny_secret_or_a_stream_is_not(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    for method, path, sent in (
        ("GET", "/api/me", {}),
        ("POST", f"/api/tables/{table}/moves", {"json": {"action": "nonsense"}}),
        ("POST", "/api/me/carry", {}),
        ("POST", "/me/carry", {}),
        ("POST", "/api/tokens", {"json": {"label": "bot"}}),
    ):
        answer, _ = raw(ann, method, path, **sent)
        assert "content-encoding" not in answer.headers, path
    with ann.stream("GET", f"/api/tables/{table}/events") as stream:
        assert "content-encoding" not in stream.headers
        assert next(stream.iter_raw()).startswith(b"id: ")


@pytest.mark.parametrize(
    ("header", "accepts"),
    [
        ("gzip, deflate, br", True), ("br;q=1.0, gzip;q=0.8", True), ("*", True), ("gzip;q=0.001", True),
        ("", False), ("identity", False), ("gzip;q=0", False), ("br, gzip; q=0.000", False), ("xgzipped", False),
    ],
)  # fmt: skip
def test_who_understands_gzip(header: str, accepts: bool) -> None:
    assert accepts_gzip({"headers": [(b"accept-encoding", header.encode())]}) is accepts


@pytest.mark.parametrize("path", [*PAGES, "/tables/{table}"])
def test_all_that_pages_load_may_be_kept_for_ever(served: Served, path: str) -> None:
    ann = served.client("Ann")
    found = set(ADDRESS.findall(ann.get(path.format(table=new_table(ann))).text))
    assert len(found) >= 4
    while found:
        address = found.pop()
        answer = ann.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == FOR_EVER, address
        for name in re.findall(r'(?:from|import) ?\(?"\./([^"]+)"', answer.text):
            assert re.fullmatch(r"[\w-]+\.[0-9a-f]{10}\.js", name), "imports have such names too"
            found.add(f"/static/{name}")


@pytest.mark.parametrize("edition", [None, "nexus", "five"])
def test_a_page_has_the_words_that_its_scripts_say_and_no_others(served: Served, edition: str | None) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    page = ann.get(f"/tables/{new_table(ann, bob, edition=edition)}" if edition else "/").text
    ahead, seen, said = [one for one in ADDRESS.findall(page) if one.endswith(".js")], set[str](), set[str]()
    while ahead:
        text = ann.get(address := ahead.pop()).text
        seen.add(address)
        said |= set(re.findall(r'say\("(\w+)"', text))
        ahead += {f"/static/{name}" for name in re.findall(r'(?:from |import |import\()"\./([^"]+)"', text)} - seen
    [words] = re.findall(r'id="words">(.*?)</script>', page)
    assert said
    given = set(json.loads(words))
    assert said | {f"{key}{PAIR}" for key in said if f"{key}{PAIR}" in SCRIPT} <= given
    assert ("handed" in given, "you_took_out" in given) == (edition == "nexus", edition == "five")


def test_a_refused_file_is_a_page_with_its_policy(served: Served) -> None:
    for path in ("/static/icon.svg", "/static/page.css", "/boards.css"):
        assert "content-security-policy" not in served.client().get(path).headers
    for path in ("/static/nothing.svg", "/static/nothing.js", "/nothing.css"):
        assert served.client().get(path).headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("name", ["/static/table.js", "/static/table.0123456789.js", "/boards.css", "/boards.0.css"])
def test_under_another_name_a_file_is_asked_about_each_time(served: Served, name: str) -> None:
    ann = served.client()
    answer = ann.get(name)
    assert answer.headers["cache-control"] == "no-cache"
    tag = answer.headers["etag"]
    again, body = raw(ann, "GET", name, headers={"if-none-match": tag})
    assert (again.status_code, body) == (304, b"")


@pytest.mark.parametrize("name", ["nothing.js", "../assets.py", "%2e%2e/assets.py", "", "page.py"])
def test_there_is_nothing_else(served: Served, name: str) -> None:
    assert served.client().get(f"/static/{name}").status_code == 404


def test_a_name_changes_with_the_contents_of_all_that_is_imported(tmp_path: Path) -> None:
    scripts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { c } from "./c.js";\n', "c.js": "let c = 1;\n"}
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
    before = Assets(tmp_path)
    (tmp_path / "c.js").write_text("let c = 2;\n")
    after = Assets(tmp_path)
    for name in scripts:
        assert before.address(name) != after.address(name)
    (tmp_path / "c.js").write_text("// a comment\nlet c = 2;\n")
    assert Assets(tmp_path).address("a.js") == after.address("a.js"), "a comment is not sent"


def test_scripts_that_import_each_other_have_names_too(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import "./b.js";\n')
    (tmp_path / "b.js").write_text('import "./a.js";\n')
    assert Assets(tmp_path).address("a.js") == Assets(tmp_path).address("b.js").replace("/b.", "/a.")


def test_what_is_slimmed_says_the_same() -> None:
    assert slim("a {\n  b: c, d; /* e */\n}\n\n@media (f: g) {\n  h :is(i) { j: k; }\n}\n", ".css") == (
        "a{b: c,d;}@media (f: g){h :is(i){j: k;}}"
    )
    assert slim('a::before { content: " , {" }', ".css") == 'a::before{content: " , {"}'
    assert slim('// a\nif (b) {\n  // c\n  d("//e"); // f\n}\n\n', ".js") == 'if(b){d("//e");}'
    for kept in ('a("b // c");', "a('b // c');", "a(`b  // ${c}  d`);", "a(/b\\//);"):
        assert slim(kept, ".js") == kept
    assert set(TEXTS) == {".css", ".js", ".svg"}
