"""Network addresses as they are counted, and host names as requests give them."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

NOWHERE = "nowhere"
"""The address of everything that has none, or one that cannot be read."""
PREFIX_6 = 64
"""Bits of an IPv6 address by which it is counted: providers give each household the remaining 64 to choose from."""
LONGEST = 64
"""Characters of the longest text that can be an address; longer ones are not even parsed."""
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::([0-9]{1,5}))?", re.ASCII | re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{0,30}", re.ASCII | re.IGNORECASE)
_PORTS = {"http": "80", "https": "443"}
_MAPPED = "::ffff:"


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """The network for which an address counts wherever addresses are counted.

    IPv4 counts by itself, also when it is mapped into IPv6; IPv6 counts by its /64.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0]) if len(address) <= LONGEST else None
    except ValueError:
        found = None
    if found is None:
        return NOWHERE
    if isinstance(found, ipaddress.IPv6Address):
        if found.is_loopback:
            return str(found)
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, PREFIX_6), strict=False))
        found = found.ipv4_mapped
    return str(found)


class Proxies:
    """The proxies in front of the server: what they say of a client's address is believed.

    All people come from a proxy's address, so that it is never counted itself.
    """

    def __init__(self, addresses: str) -> None:
        """`addresses` are separated by commas; networks like 10.0.0.0/8 are possible, and `*` for any."""
        self.addresses = tuple(part.strip() for part in addresses.split(",") if part.strip())
        self._is_any = "*" in self.addresses
        self._networks = [ipaddress.ip_network(part) for part in self.addresses if part != "*"]
        self._counted = {counted_as(part) for part in self.addresses} - {NOWHERE}

    @property
    def as_seen(self) -> list[str] | str:
        """The same for Uvicorn: a socket that listens on IPv6 shows IPv4 addresses as mapped ones."""
        if self._is_any:
            return "*"
        networks = [one for one in self._networks if isinstance(one, ipaddress.IPv4Network)]
        mapped = [f"{_MAPPED}{one.network_address}/{96 + one.prefixlen}" for one in networks]
        return [*self.addresses, *mapped]

    def __contains__(self, address: object) -> bool:
        """Whether an address, or what it is counted as, is one of a proxy."""
        if self._is_any or address in self._counted:
            return True
        try:
            found = ipaddress.ip_address(str(address).partition("%")[0].removeprefix(_MAPPED))
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def is_proxies(addresses: str) -> bool:
    """Whether a text names proxies."""
    try:
        return bool(Proxies(addresses).addresses)
    except ValueError:
        return False


def split_host(text: str) -> tuple[str, str] | None:
    """Name and port of a `Host` header, in lower case and without a final dot; None if it is none."""
    found = _HOST.fullmatch(text)
    return (found[1].lower().rstrip("."), found[2] or "") if found else None


def origin_of(text: str) -> tuple[str, str, str] | None:
    """Scheme, name and port of an origin, the port always told if the scheme has one; None if it is none."""
    scheme, _, rest = text.partition("://")
    found = split_host(rest)
    if found is None or not _SCHEME.fullmatch(scheme):
        return None
    return scheme.lower(), found[0], found[1] or default_port(scheme)


def default_port(scheme: str) -> str:
    """The port of an origin that names none."""
    return _PORTS.get(scheme.lower(), "")


def host_of_link(link: str) -> str:
    """The host and port of a link as a browser names them; empty if it cannot be one."""
    host = link.partition("://")[2].partition("/")[0]
    try:
        return host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:
        return ""


def is_loopback(name: str) -> bool:
    """Whether a host name, as `split_host` gives it, means the same machine; no other site can have such a name."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
