"""Where a request says it was sent (`Host`) and from which page (`Origin`): DNS rebinding and cross-site requests.

With a link, the server has one name. A request must have been sent to that name, to this machine, or to the address at
which it arrived, as by a proxy that changes `Host`: a page of another site whose name is made to lead here (DNS
rebinding) has none of these. Browsers must come from a page under the link. Without a link, page and request must
agree.
"""

from __future__ import annotations

from functools import lru_cache

from starlette.types import Scope

from partake.rules.messages import Message
from partake.web.addresses import NOWHERE, counted_as, default_port, host_of_link, is_loopback, origin_of, split_host

Headers = dict[bytes, bytes]
Refusal = tuple[int, Message]

OWN = (b"same-origin", b"none")
"""What a browser says of a request that no page of another site has made (`Sec-Fetch-Site`)."""
SINGLE = (b"host", b"origin")
"""Headers of which a request has one at most."""
NO_HOST = (400, Message("this request does not say in one word to which host it was sent"))
"""The refusal of a malformed or repeated `Host`."""
NO_ORIGIN = (400, Message("this request does not say in one word from which page it comes"))
"""The refusal of a malformed or repeated `Origin`."""


class Hosts:
    """Checks where requests were sent to and where they come from."""

    def __init__(self, link: str) -> None:
        host = host_of_link(link)
        self._own = origin_of(f"{link.partition(':')[0]}://{host}")
        """Scheme, name and port under which people know the server; None without a link."""
        self._host = host.encode()
        elsewhere = Message("this request comes from a page of another site")
        if link:
            elsewhere = Message("this request comes from a page of another site: play at {link}", link=link)
        self._elsewhere = (403, elsewhere)
        self._misdirected = (421, Message("this server is not known under that name: play at {link}", link=link))
        self._checked = lru_cache(maxsize=1024)(self._check)

    def refusal(self, scope: Scope, headers: Headers, *, is_safe: bool) -> Refusal | None:
        """Why a request is refused, if it is; `is_safe` if it changes nothing and so may come from anywhere."""
        if len(headers) != len(scope["headers"]):
            for name, refusal in zip(SINGLE, (NO_HOST, NO_ORIGIN), strict=True):
                if sum(given == name for given, _ in scope["headers"]) > 1:
                    return refusal
        host, origin = headers.get(b"host"), headers.get(b"origin")
        server = scope.get("server")
        found = self._checked(host, origin, str(server[0]) if server else "")
        if found is not None:
            return None if is_safe and found is self._elsewhere else found
        if origin is None and not is_safe and headers.get(b"sec-fetch-site", OWN[0]) not in OWN:
            return self._elsewhere
        return None

    def _check(self, host: bytes | None, origin: bytes | None, server: str) -> Refusal | None:
        """What is wrong with these two headers of a request that arrived at this address, if anything."""
        sent = split_host(host.decode("latin-1")) if host else ("", "")
        if sent is None:
            return NO_HOST
        if host and self._own is not None and not self._is_ours(sent[0], server):
            return self._misdirected
        if origin is None:
            return None
        if origin == b"null":
            return self._elsewhere
        page = origin_of(origin.decode("latin-1"))
        if page is None:
            return NO_ORIGIN
        if self._own is not None:
            return None if page == self._own else self._elsewhere
        return None if page[1:] == (sent[0], sent[1] or default_port(page[0])) else self._elsewhere

    def _is_ours(self, name: str, server: str) -> bool:
        """Whether a name is the link's, this machine's, or the address at which the request arrived."""
        assert self._own is not None
        return (
            name == self._own[1] or is_loopback(name) or counted_as(name.strip("[]")) == counted_as(server) != NOWHERE
        )

    def as_linked(self, scope: Scope, headers: Headers) -> Scope:
        """The request as if it had been sent to the link, so that no answer says another name."""
        if self._own is None or (headers.get(b"host") == self._host and scope["scheme"] == self._own[0]):
            return scope
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        return {**scope, "headers": [(b"host", self._host), *others], "scheme": self._own[0]}
