"""A real server behind a real proxy, with the files of `examples/operate` and TLS: nginx, and Caddy.

Only names, ports and certificates are replaced, because a test has others than a machine on the internet.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from page_line import page_line
from partake.web.settings import read_settings
from served import events, new_table
from served_process import PATIENCE, ServedProcess, eventually, serving_process

FILES = Path(__file__).parents[2] / "examples" / "operate"
NAME = "games.example.org"
WRAPPED = """\
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
"""What stands around a site in `/etc/nginx/nginx.conf`, with folders of the test's own."""


@dataclass(frozen=True)
class Place:
    """Where a proxy works: its folder with the certificate, its port, and the server's."""

    folder: Path
    port: int
    plain_port: int
    server_port: int

    @property
    def link(self) -> str:
        """What people see."""
        return f"https://{NAME}:{self.port}"


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """A file of the examples with the names of a test; each of them must be there."""
    for old, new in changes:
        assert old in text, f"there is no {old!r}"
        text = text.replace(old, new)
    return text


def nginx(place: Place) -> list[str]:
    """The command that starts nginx with our file."""
    site = replaced(
        (FILES / "nginx.conf").read_text(),
        ("127.0.0.1:8765", f"127.0.0.1:{place.server_port}"),
        ("listen 80;", f"listen 127.0.0.1:{place.plain_port};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{place.port} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(place.folder / "certificate.pem")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(place.folder / "key.pem")),
    )
    (place.folder / "site.conf").write_text(site)
    (place.folder / "nginx.conf").write_text(WRAPPED.format(folder=place.folder))
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin") or ""
    return [found, "-e", "stderr", "-p", str(place.folder), "-c", str(place.folder / "nginx.conf"), "-g", "daemon off;"]


def caddy(place: Place) -> list[str]:
    """The command that starts Caddy with our file."""
    certificate = f"tls {place.folder / 'certificate.pem'} {place.folder / 'key.pem'}"
    site = replaced(
        (FILES / "Caddyfile").read_text(),
        ("127.0.0.1:8765", f"127.0.0.1:{place.server_port}"),
        ("\n{\n", f"\n{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {place.plain_port}\n"),
        (f"{NAME} {{", f"{place.link} {{\n\tbind 127.0.0.1\n\t{certificate}"),
    )
    (place.folder / "Caddyfile").write_text(site)
    return [shutil.which("caddy") or "", "run", "--adapter", "caddyfile", "--config", str(place.folder / "Caddyfile")]


COMMANDS: dict[str, Callable[[Place], list[str]]] = {"nginx": nginx, "caddy": caddy}


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens at."""
    found = [socket.socket() for _ in range(number)]
    for one in found:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in found]
    for one in found:
        one.close()
    return ports


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def proxied(name: str, place: Place) -> Iterator[None]:
    """A proxy in front of the server, as long as it is needed."""
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    key: list[str | Path] = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-keyout",
        place.folder / "key.pem",
    ]
    made: list[str | Path] = [
        "openssl",
        "req",
        "-x509",
        *key,
        "-out",
        place.folder / "certificate.pem",
        "-days",
        "2",
        *subject,
    ]
    subprocess.run(made, check=True, capture_output=True)
    command, log = COMMANDS[name](place), place.folder / "proxy.log"
    environment = {"HOME": str(place.folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with log.open("w") as said, subprocess.Popen(command, stdout=said, stderr=said, env=environment) as process:
        try:
            eventually(lambda: answers(place.port) or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@dataclass
class Site:
    """A server with its proxy, as a visitor sees it."""

    server: ServedProcess
    place: Place

    def visitor(self, nickname: str | None = None, *, at: str = "127.0.0.1") -> httpx.Client:
        """A browser that comes from this address."""
        found = httpx.Client(
            base_url=self.place.link, timeout=PATIENCE, transport=httpx.HTTPTransport(verify=False, local_address=at)
        )
        self.server.clients.append(found)
        if nickname is not None:
            assert found.post("/api/guests", json={"nickname": nickname}).status_code == 201
        return found


@pytest.fixture(params=COMMANDS)
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that is known under the proxy's link, as in `docs/operate.md`."""
    if not (shutil.which(request.param, path="/usr/sbin:/usr/bin:/usr/local/bin") and shutil.which("openssl")):
        pytest.skip(f"{request.param} is not installed: script/proxy installs it where it can")
    found = socket.getaddrinfo

    def leads_here(host: str, *args: object, **options: object) -> object:
        return found("127.0.0.1" if host == NAME else host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", leads_here)
    folder = tmp_path / "proxy"
    folder.mkdir()
    place = Place(folder, *free_ports(3))
    limits = ["--guests-per-minute", "2", "--access-log", "yes"]
    with (
        serving_process(tmp_path / "folder", "--link", place.link, *limits, port=place.server_port) as server,
        proxied(request.param, place),
    ):
        yield Site(server, place)


def test_a_server_behind_the_proxy_of_the_document(site: Site) -> None:
    """One server for all of it: starting two programs costs seconds."""
    play_a_game(site)
    refuse_what_is_too_big(site)
    check_hosts_and_origins(site)
    count_forwarded_addresses(site)
    site.server.stop()
    assert site.visitor().get("/").status_code == 502


def test_the_document_shows_the_files_that_are_tested() -> None:
    page = (FILES.parents[1] / "docs" / "operate.md").read_text(encoding="utf-8")
    for name in ("server.toml", "partake.service", "Caddyfile", "nginx.conf"):
        assert f"\n{(FILES / name).read_text(encoding='utf-8')}```\n" in page, name


def test_the_settings_of_the_document_are_settings(tmp_path: Path) -> None:
    found = read_settings({"config": str(FILES / "server.toml")}, {}).settings
    assert (found.host, found.link, found.log, found.metrics) == (
        "127.0.0.1", f"https://{NAME}", "json", "127.0.0.1:9464",
    )  # fmt: skip


def play_a_game(site: Site) -> None:
    """A whole game, each move of which arrives on streams and lines that are open: nothing is buffered."""
    ann, bob = site.visitor("Ann"), site.visitor("Bob")
    assert ann.get("/ready").json() == {"status": "ok"}
    table = new_table(ann, bob)
    own = {"Origin": site.place.link}
    with (
        ann.stream("GET", f"/api/tables/{table}/events") as stream,
        page_line(ann, table, headers=own) as first,
        page_line(bob, table, headers=own) as second,
    ):
        told = events(stream)
        assert next(told)[1] == first.event()[1] == second.event()[1] == "view"
        for _ in range(19):
            for player, line in ((ann, first), (bob, second)):
                state = player.get(f"/api/tables/{table}").json()
                assert "error" not in line.ask(action=state["view"]["legal"][0], expect=state["number"])
                assert next(one for one in told if one[1] in ("moves", "acted"))
        assert next(data for _, kind, data in told if kind == "table")["status"] == "over"
    for route in ("/api/tables/{table}/events", "socket"):
        eventually(lambda: f"route={route} " in site.server.log)  # noqa: B023
    with pytest.raises(InvalidStatus), page_line(ann, table, headers={"Origin": "https://evil.example"}):
        pass


def refuse_what_is_too_big(site: Site) -> None:
    """A body or a header of a megabyte ends at the proxy."""
    visitor = site.visitor()
    try:
        assert visitor.post("/api/guests", content=b"x" * 1_000_000).status_code in (413, 502)
    except httpx.TransportError:  # Caddy before 2.7 gives the connection up, or says 502
        assert "request_body" in (FILES / "Caddyfile").read_text()
    assert visitor.get("/", headers={"X-Long": "x" * 1_000_000}).status_code in (400, 431, 494)


def check_hosts_and_origins(site: Site) -> None:
    """The link is the one name of the server, also for requests that come through the proxy."""
    visitor, link = site.visitor(), site.place.link
    page = visitor.get("/")
    assert page.status_code == 200
    posted = {"json": {"edition": "classic"}}
    assert visitor.post("/api/tables", headers={"Origin": link}, **posted).status_code == 401  # type: ignore[arg-type]
    foreign = visitor.post("/api/tables", headers={"Origin": "https://evil.example"}, **posted)  # type: ignore[arg-type]
    assert foreign.status_code == 403
    direct = site.server.client()
    assert direct.get("/", headers={"Host": "evil.example"}).status_code == 421
    moved = httpx.get(f"http://{NAME}:{site.place.plain_port}/lobby")
    assert (moved.status_code, moved.headers["location"].partition("//")[0]) == (308, "https:")


def count_forwarded_addresses(site: Site) -> None:
    """Limits are those of the visitor's address, which no header of theirs can change."""
    guest = {"json": {"nickname": "Cleo"}}
    window = time.monotonic()
    for at in ("127.0.0.2", "127.0.0.3"):
        visitor = site.visitor(at=at)
        statuses = []
        for number in range(3):
            forged = {"X-Forwarded-For": f"10.0.0.{number}"}
            statuses.append(visitor.post("/api/guests", headers=forged, **guest).status_code)  # type: ignore[arg-type]
            visitor.cookies.clear()
        assert statuses == [201, 201, 429] or time.monotonic() - window > 50, "a minute has begun anew"
