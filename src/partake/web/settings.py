"""The settings of a server: declared once, read from flags, environment variables and a file, each with a default."""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from partake.rules.errors import PartakeError, system_reason
from partake.rules.fields import TOO_MUCH, shortened
from partake.rules.messages import Listed, Message
from partake.store.folder import DATABASE
from partake.store.location import Location, is_url, shown
from partake.table.limits import Limits, described, setting
from partake.web.addresses import host_of_link, is_proxies, split_host

PREFIX = "PARTAKE_"
"""The beginning of the name of every environment variable."""
CONFIG = "config"
"""The one thing that is no setting itself: the file with the others."""
PORT = 8765
"""The port that is tried first when none is asked for."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class SettingError(PartakeError):
    """A setting has a value that it cannot have; the sentence says where it was given."""


def default_folder() -> Path:
    """Where games are kept unless the operator says otherwise."""
    return Path.home() / ".partake"


@dataclass(frozen=True, kw_only=True)
class Settings(Limits):
    """The settings of one server, those of its tables included."""

    host: str = setting("0.0.0.0", "the address to listen at", metavar="ADDRESS", shown="everywhere")
    port: int | None = setting(
        None,
        "the port; 0 for any that is free",
        most=65535,
        shown=Message("{port}, or the next that is free", port=PORT),
    )
    folder: Path = field(
        default_factory=default_folder,
        metadata=described("where games are kept", metavar="PATH", shown=".partake in your home"),
    )
    database: str = setting(
        "", "the PostgreSQL where games are kept instead, which several servers can share",
        metavar="URL", shown="a file in the folder",
    )  # fmt: skip
    processes: int = setting(
        1, "processes that answer requests at the same port; several need a PostgreSQL", least=1, most=64
    )
    link: str = setting(
        "", "the address people see, behind a proxy; with https:// cookies are sent over https only", metavar="URL",
        shown="where a request came to",
    )  # fmt: skip
    data: tuple[str, ...] = setting(
        (), "TOML files with boards, tiles and editions of your own", metavar="FILE", shown="none"
    )
    guests_per_minute: int = setting(600, "new guests from one address in a minute; 0 for any number")
    tables_per_minute: int = setting(
        300, "new tables, tokens and reviews from one address in a minute; 0 for any number"
    )
    moves_per_second: float = setting(
        50.0, "moves that one person may send in a second, and twice as many at once; 0 for any number", metavar="N"
    )
    streams: int = setting(50, "event streams that one person may have open, or one address without a name", least=1)
    connections: int = setting(
        1000, "connections from one address, event streams included, unless it is a proxy; 0 for any number"
    )
    proxies: str = setting(
        "127.0.0.1,::1", "the proxies whose word is taken for the addresses of people (X-Forwarded-For)",
        metavar="ADDRESSES", shown="those on this machine",
    )  # fmt: skip
    largest_head: int = setting(32 * 1024, "bytes of the address and the headers of a request together", least=1024)
    most_headers: int = setting(100, "headers of a request", least=10)
    largest_body: int = setting(64 * 1024, "bytes of a request", least=1024)
    silence_seconds: float = setting(10.0, "seconds until the first byte on a new connection", least=0.1)
    head_seconds: float = setting(10.0, "seconds from the first byte of a request to the end of its headers", least=0.1)
    body_seconds: float = setting(30.0, "seconds from there to the end of the request", least=0.1)
    keep_alive: int = setting(75, "seconds that a connection is kept for a player who thinks about the next move")
    backlog: int = setting(2048, "connections that may wait to be accepted", least=1, most=65535)
    stop_seconds: int = setting(3, "seconds that requests under way have to end when the server stops", most=3600)
    cookie_days: int = setting(365, "days that a browser remembers who its player is", least=1, most=3650)
    carry_seconds: int = setting(3600, "seconds that a link which carries a player to another device can be used")
    metrics: str = setting(
        "", "where programs read measurements, by a listener of its own, like 127.0.0.1:9464", metavar="ADDRESS:PORT",
        shown="nowhere",
    )  # fmt: skip
    calendar: str = setting(
        "", "the server whose daily deals are dealt here too, with the token that its operator has given you",
        metavar="URL#TOKEN", shown="none: a calendar of its own",
    )  # fmt: skip
    log: str = setting("text", "how the log is written, to the standard error", values=("text", "json"))
    leaderboards: str = setting(
        "yes", "whether there are leaderboards, for those who want to be seen", values=("yes", "no")
    )
    access_log: str = setting("no", "whether the log has a line for each request", values=("no", "yes"))

    @property
    def location(self) -> Location:
        """Where the database is: the URL that was given, or the file in the folder."""
        return self.database or self.folder / DATABASE


def declared() -> tuple[Field[Any], ...]:
    """Every setting: first what a server is told most often, then the limits."""
    found = {one.name: one for one in fields(Settings)}
    names = ("host", "port", "folder", "database", "processes", "link", "data", "workers")
    return (*(found.pop(name) for name in names), *found.values())


def flag(name: str) -> str:
    """The flag of a setting on the command line."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def default_text(one: Field[Any]) -> str:
    """The default of a setting in words."""
    return str(one.metadata["shown"] or _toml(one.default))


def metavar(one: Field[Any]) -> str:
    """What stands for the value of a setting in a text about it."""
    return str(one.metadata["metavar"] or ("SECONDS" if isinstance(one.default, float) else "N"))


@dataclass(frozen=True, slots=True)
class Chosen:
    """Settings with the origin of each value: `default`, the flag, the variable or the file."""

    settings: Settings
    origins: Mapping[str, str]


def read_settings(flags: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Chosen:
    """The settings of a command line: a flag goes before a variable, a variable before the file, the file before the
    default. Lists, which only `data` is, are joined."""
    known = os.environ if environment is None else environment
    path = flags.get(CONFIG) or known.get(variable(CONFIG)) or ""
    kept = _read_file(Path(path)) if path else {}
    values: dict[str, Any] = {}
    origins = {one.name: "default" for one in declared()}
    for one in declared():
        name = one.name
        given = (
            (kept.get(name), f"{name} in {path}", path),
            (known.get(variable(name)), variable(name), variable(name)),
            (flags.get(name), flag(name), flag(name)),
        )
        for value, where, origin in given:
            if value not in (None, "", []):
                found = _checked(one, value, where)
                values[name] = (*values.get(name, ()), *found) if isinstance(found, tuple) else found
                origins[name] = origin
    return Chosen(Settings(**values), origins)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise SettingError("{path} cannot be read: {reason}", path=path, reason=system_reason(problem)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise SettingError("{path} is not TOML: {problem}", path=path, problem=problem) from None
    except (ValueError, RecursionError):
        raise SettingError("{path} has {too_much}", path=path, too_much=TOO_MUCH) from None
    for name in found:
        if name not in {one.name for one in declared()}:
            raise SettingError(
                "{path}: there is no setting {name!r}; 'partake serve --settings' prints all there are",
                path=path,
                name=name,
            )
    return found


def _checked(one: Field[Any], value: Any, where: str) -> Any:
    """A value as its setting needs it, from the text of a flag or a variable or from the plain data of a file."""
    if isinstance(one.default, tuple):
        parts = value.split(os.pathsep) if isinstance(value, str) else value
        is_texts = isinstance(parts, Sequence) and all(isinstance(part, str) for part in parts)
        if not is_texts or any(map(_CONTROL.search, parts)):
            raise SettingError("{where} must be a list of files, not {value}", where=where, value=shortened(value))
        return tuple(part for part in parts if part)
    if one.default is MISSING or isinstance(one.default, str):
        if not isinstance(value, str):
            raise SettingError("{where} must be a text, not {value}", where=where, value=shortened(value))
        if one.name == "database" and not is_url(value):  # before anything that would repeat a password
            raise SettingError(
                "{where} must be like postgresql://user:password@host/name, with %40 for an @ in the password and the "
                "like",
                where=where,
            )
        if _CONTROL.search(value):
            raise SettingError(
                "{where} must be a text without control characters, not {value}", where=where, value=shortened(value)
            )
        if one.name == "link" and not value.startswith(("http://", "https://")):
            raise SettingError("{where} must begin with http:// or https://", where=where)
        if one.name == "calendar" and not re.fullmatch(r"https?://[^\s/#@]+[^\s#@]*#[\w-]{20,}", value):
            raise SettingError(
                "{where} must be the address of a server and a token, like https://games.example.org#TOKEN", where=where
            )
        if one.name == "metrics" and not re.fullmatch(r".+:[0-9]{1,5}", value):
            raise SettingError(
                "{where} must be an address and a port, like 127.0.0.1:9464, not {value!r}", where=where, value=value
            )
        if (values := one.metadata["values"]) and value not in values:
            raise SettingError(
                "{where} must be {values}, not {value!r}", where=where, values=Listed(values, choice=True), value=value
            )
        if one.name == "link" and split_host(host_of_link(value)) is None:
            raise SettingError(
                "{where} must name a host, like https://games.example.org, not {value!r}", where=where, value=value
            )
        if one.name == "proxies" and not is_proxies(value):
            raise SettingError(
                "{where} must be addresses like 127.0.0.1 or 10.0.0.0/8, with commas, not {value!r}",
                where=where,
                value=value,
            )
        return Path(value) if one.default is MISSING else value.rstrip("/") if one.name == "link" else value
    return _number(one, value, where)


def _number(one: Field[Any], value: Any, where: str) -> float:
    is_whole, least, most = not isinstance(one.default, float), one.metadata["least"], one.metadata["most"]
    is_possible = isinstance(value, (str, int) if is_whole else (str, int, float)) and not isinstance(value, bool)
    try:
        found = (int if is_whole else float)(value) if is_possible else math.nan
    except (ValueError, OverflowError):
        found = math.nan
    if not least <= found <= most:  # which nothing that is no number does
        told = (
            Message("{where} must be a whole number from {least:g} to {most}, not {value}")
            if is_whole
            else Message("{where} must be a number from {least:g} to {most}, not {value}")
        )
        raise SettingError(told.filled(where=where, least=least, most=most, value=shortened(value)))
    return found


def settings_file(chosen: Chosen) -> Iterator[str]:
    """All settings as the lines of a settings file, each with its meaning, its flag and variable, its default and where
    its value comes from."""
    for one in declared():
        value = getattr(chosen.settings, one.name)
        yield f"# {one.name}: {one.metadata['meaning']}"
        yield f"# {flag(one.name)} {metavar(one)}, {variable(one.name)}; default: {default_text(one)}"
        yield f"# this value: {chosen.origins[one.name]}"
        if one.name == "database" and value:
            value = shown(value)  # whatever is printed may be read by others, so that the password is left out
        yield f"# {one.name} =" if value is None else f"{one.name} = {_toml(value)}"
        yield ""


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(part) for part in value)}]"
    if isinstance(value, (int, float)):
        return f"{value:g}" if isinstance(value, float) else str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
