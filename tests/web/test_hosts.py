"""Where a request was sent to and where it comes from: names, rebinding, other sites, proxies, malformed headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from partake.web.hosts import Hosts
from served import new_table
from served_process import ServedProcess, answer_to, serving_process

LINK = "https://games.example.org"
GUEST = b'{"nickname": "Ann"}'


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedProcess]:
    with serving_process(tmp_path_factory.mktemp("plain")) as found:
        yield found
        assert found.stop() == [], "nothing of this is the server's fault"


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedProcess]:
    with serving_process(tmp_path_factory.mktemp("linked"), "--link", LINK) as found:
        yield found
        assert found.stop() == [], "nothing of this is the server's fault"


def ask(
    served: ServedProcess, *headers: bytes, method: bytes = b"GET", path: bytes = b"/api/me"
) -> tuple[int, dict[str, str], str]:
    """The answer to a request with exactly these headers; one that changes something makes a guest."""
    body = GUEST if method == b"POST" else b""
    sent = [b"content-type: application/json", b"content-length: %d" % len(body)] if body else []
    with served.connect() as line:
        return answer_to(line, b"\r\n".join([b"%b %b HTTP/1.1" % (method, path), *headers, *sent, b"", body]))


def post(served: ServedProcess, *headers: bytes) -> int:
    return ask(served, *headers, method=b"POST", path=b"/api/guests")[0]


MALFORMED = {
    "a long host": [b"host: " + b"x" * 3500],
    "no host at all": [b"host: [x"],
    "a host with a path": [b"host: games.example.org/api"],
    "a host with a name before it": [b"host: me@games.example.org"],
    "a port that is none": [b"host: games.example.org:x"],
    "a space": [b"host: games.example.org evil.example"],
    "a tab": [b"host: games\texample.org"],
    "not ASCII": [b"host: g\xe4mes.example.org"],
    "two hosts": [b"host: games.example.org", b"host: games.example.org"],
    "two hosts in one": [b"host: games.example.org, evil.example"],
    "half an origin": [b"host: localhost", b"origin: http://[x"],
    "an origin of words": [b"host: localhost", b"origin: the other page"],
    "an origin with a strange host": [b"host: localhost", b"origin: http://a b"],
    "two origins": [b"host: localhost", b"origin: http://localhost", b"origin: http://localhost"],
}


@pytest.mark.parametrize("name", MALFORMED)
@pytest.mark.parametrize("which", ["plain", "linked"])
def test_malformed_headers_are_refused_with_a_sentence(name: str, which: str, request: pytest.FixtureRequest) -> None:
    served: ServedProcess = request.getfixturevalue(which)
    for method, path in ((b"GET", b"/"), (b"GET", b"/api/me"), (b"POST", b"/tables"), (b"POST", b"/api/guests")):
        status, headers, text = ask(served, *MALFORMED[name], method=method, path=path)
        assert (status, "This request does not say in one word" in text) == (400, True), (method, path, text)
        assert headers["content-type"] == ("application/json" if b"api" in path else "text/html; charset=utf-8")


@pytest.mark.parametrize("character", [b"\x00", b"\x01", b"\x0b", b"\x1f", b"\x7f"])
def test_control_characters_are_refused_with_a_sentence(character: bytes, plain: ServedProcess) -> None:
    for name in (b"host", b"origin"):
        status, _, text = ask(plain, b"host: localhost", b"%b: local%bhost" % (name, character))
        assert status == 400
        assert "This request" in text


def test_with_a_link_the_host_is_the_link_or_this_machine(linked: ServedProcess) -> None:
    here = linked.link.removeprefix("http://").encode()
    for host in (
        b"games.example.org",
        b"GAMES.example.org:443",
        b"games.example.org.",
        here,
        b"localhost",
        b"[::1]:80",
    ):
        assert ask(linked, b"host: " + host)[0] == 401, host
    for host in (
        b"evil.example",
        b"games.example.org.evil.example",
        b"192.0.2.7",
        b"xgames.example.org",
        b"localhost.x",
    ):
        status, _, text = ask(linked, b"host: " + host)
        assert (status, LINK in text) == (421, True), host
        assert host.decode() not in text
        assert post(linked, b"host: " + host) == 421
        assert post(linked, b"host: " + host, b"origin: http://" + host) == 421, "DNS rebinding"


def test_with_a_link_pages_must_come_from_it_whatever_the_proxy_makes_of_the_host(linked: ServedProcess) -> None:
    here = linked.link.removeprefix("http://").encode()
    for host in (b"host: games.example.org", b"host: " + here, b"host: localhost"):
        assert post(linked, host, b"origin: https://games.example.org") == 201
        assert post(linked, host, b"origin: https://games.example.org:443") == 201
        assert post(linked, host) == 201, "a program"
        for origin in (b"http://games.example.org", b"https://evil.example", b"http://" + here, b"null"):
            assert post(linked, host, b"origin: " + origin) == 403, origin
        assert post(linked, host, b"sec-fetch-site: cross-site") == 403


def test_without_a_link_page_and_host_must_agree(plain: ServedProcess) -> None:
    for host in (b"anything.example", b"192.168.1.20:8765", b"[2001:db8::1]:8765"):
        assert ask(plain, b"host: " + host)[0] == 401
        assert post(plain, b"host: " + host, b"origin: http://" + host) == 201
        assert post(plain, b"host: " + host, b"origin: https://" + host) == 201, "a proxy speaks https"
        for origin in (b"http://other.example", b"http://" + host + b"1", b"null", b"moz-extension://0f-1"):
            assert post(plain, b"host: " + host, b"origin: " + origin) == 403
            assert ask(plain, b"host: " + host, b"origin: " + origin)[0] == 401, "which changes nothing"
    assert post(plain, b"host: games.example", b"origin: http://games.example:80") == 201


def test_no_answer_repeats_another_host_than_the_link(linked: ServedProcess) -> None:
    """Not even that of this machine, which a proxy may have put there."""
    ann = linked.client("Ann")
    cookie = {"cookie": f"partake={ann.cookies['partake']}"}
    seats = [{"kind": "host"}, {"kind": "person"}]
    for host in ("localhost:1234", "127.0.0.1:8765", linked.link.removeprefix("http://"), "games.example.org"):
        with httpx.Client(base_url=linked.link, headers={**cookie, "host": host}, timeout=60) as client:
            table = new_table(client, seats=seats)
            carry = client.post("/api/me/carry", json={}).json()["link"]
            assert carry.startswith(f"{LINK}/carry/")
            page = client.get(f"/tables/{table}").text
            assert f"{LINK}/tables/{table}" in page
            slash = client.get("/docs")
            assert slash.headers.get("location", LINK).startswith((LINK, "/"))
            for text in (page, client.get("/").text, client.get("/me").text):
                assert host == "games.example.org" or host not in text


@pytest.mark.parametrize(
    ("link", "host", "origin"),
    [
        ("http://partake.local:8765", b"partake.local:8765", b"http://partake.local:8765"),
        ("https://example.org/partake", b"example.org", b"https://example.org"),
        ("https://spiele-köln.example", b"xn--spiele-kln-lcb.example", b"https://xn--spiele-kln-lcb.example"),
        ("http://[2001:db8::7]:80", b"[2001:db8::7]", b"http://[2001:db8::7]"),
    ],
)
def test_links_of_every_kind(link: str, host: bytes, origin: bytes) -> None:
    hosts = Hosts(link)
    headers = {b"host": host, b"origin": origin}
    scope = {"headers": list(headers.items()), "server": ("10.0.0.5", 8765), "scheme": "http"}
    assert hosts.refusal(scope, headers, is_safe=False) is None
    by_proxy = {**headers, b"host": b"10.0.0.5:8765"}
    assert hosts.refusal({**scope, "headers": list(by_proxy.items())}, by_proxy, is_safe=False) is None
    told = dict(hosts.as_linked({**scope, "headers": list(by_proxy.items())}, by_proxy)["headers"])
    assert told[b"host"].startswith(host)
    other = {**headers, b"host": b"10.0.0.6:8765"}
    assert (hosts.refusal({**scope, "headers": list(other.items())}, other, is_safe=False) or (0,))[0] == 421


def test_a_link_without_a_host_is_refused_at_the_start(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match="--link must name a host"),
        serving_process(tmp_path, "--link", "http://["),
    ):
        pass
