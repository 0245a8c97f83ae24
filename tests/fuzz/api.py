"""Fuzzing the API: cases that schemathesis makes from the OpenAPI document, valid and not, sent to a real server.

    script/fuzz api --cases 100000

Every answer must be below 500 and have a status, a content type and a body as the document says; afterwards the server
must still answer, and its log must hold no traceback.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import FailureGroup

from fuzz.progress import Progress
from fuzz.visitors import PATIENCE, Memory, Visitor

CASES = 100_000
"""The cases of the longer check."""
TOGETHER = 40
"""How many cases of one operation are sent before the next operation's turn."""
VARIED = 3
"""How many cases each generated one gives: itself, and those with tables, keys and moves in it that exist."""
FINDINGS = Path(".fuzz") / "findings"
WANTED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
"""The checks of each answer."""
STRICT = ("negative_data_rejection",)
"""The check of cases that are sent as they were generated: what the document forbids is refused."""
STREAM = "/events"


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Path]]:
    """A real server without rate limits on a fresh folder: its link, and the file with all it logs."""
    log = folder / "server.log"
    command = [
        sys.executable,
        "-m",
        "partake",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--folder",
        str(folder / "games"),
        "--guests-per-minute",
        "0",
        "--tables-per-minute",
        "0",
    ]
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.match(r"Play at (http\S+)", line)
            assert found, f"the server does not start: {line}{log.read_text()}"
            yield found[1], log
            assert process.poll() is None, f"the server has ended by itself: {log.read_text()[-2000:]}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


class ApiFuzzer:
    """Sends cases as several visitors, and counts what comes back."""

    def __init__(self, link: str) -> None:
        load_all_checks()
        self._link, self._memory = link, Memory()
        self._checks, self._strict = (CHECKS.get_by_names(list(names)) for names in (WANTED, (*WANTED, *STRICT)))
        schema = schemathesis.openapi.from_url(f"{link}/api/openapi.json")
        self.operations = [found.ok() for found in schema.get_all_operations()]
        self._visitors = [Visitor(link, kind) for kind in ("guest", "other", "token", "unknown")]
        self.statuses: Counter[int] = Counter()
        self.by_operation: Counter[str] = Counter()
        self.findings: dict[str, str] = {}

    @property
    def cases(self) -> int:
        """The number of cases that were sent."""
        return self.statuses.total()

    def run(self, cases: int) -> None:
        """Send so many cases, all operations in turn, each case by one of the visitors."""
        began, turn, progress = time.monotonic(), 0, Progress()
        while self.cases < cases:
            for operation in self.operations:
                turn += 1
                self._turn(operation, turn, min(TOGETHER, max(1, (cases - self.cases) // VARIED + 1)))
                pace = self.cases / (time.monotonic() - began)
                progress.show(f"{self.cases:,} of {cases:,} cases, {pace:.0f} a second, {len(self.findings)} findings")
        progress.end()

    def _turn(self, operation: Any, turn: int, most: int) -> None:
        made = (
            st.one_of(
                operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
                operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
            )
            if _can_be_wrong(operation)
            else operation.as_strategy()
        )

        @seed(turn)
        @settings(
            max_examples=most,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=made, dice=st.integers(0, 2**32 - 1))
        def send(case: Any, dice: int) -> None:
            self._vary(case, random.Random(dice))

        send()

    def _vary(self, made: Any, chance: random.Random) -> None:
        """Send a generated case as it is, and others made of it by what is known, each as another visitor."""
        for number, visitor in enumerate(chance.sample(self._visitors, VARIED)):
            case = made.derive()
            if number:
                self._memory.put_into(case, chance)
            self._send(case, visitor, self._checks if number else self._strict)

    def _send(self, case: Any, visitor: Visitor, checks: Any) -> None:
        operation = case.operation
        try:
            if operation.path.endswith(STREAM):
                self._listen(case, visitor)
                return
            response = case.call(base_url=self._link, session=visitor.session, timeout=PATIENCE)
        except requests.RequestException as problem:
            self._find(case, f"no answer: {type(problem).__name__}", str(problem))
            return
        self._count(operation, response.status_code, visitor)
        try:
            case.validate_response(response, checks=checks)
        except FailureGroup as group:
            for failure in group.exceptions:
                self._find(
                    case,
                    f"{response.status_code} {getattr(failure, 'title', type(failure).__name__)}",
                    f"{failure}\n{group}",
                )
        if response.status_code < 300 and response.content[:1] == b"{":
            self._memory.note(operation.path, response.json())

    def _listen(self, case: Any, visitor: Visitor) -> None:
        """Open a stream, read what it begins with, and close it: it would not end by itself."""
        asked = case.as_transport_kwargs(base_url=self._link)
        with visitor.session.request(**asked, stream=True, timeout=PATIENCE) as response:
            first = next(response.iter_content(None), b"")
        self._count(case.operation, response.status_code, visitor)
        kind = response.headers.get("content-type", "")
        is_right = kind.startswith("text/event-stream") and first if response.ok else kind == "application/json"
        if response.status_code >= 500 or not is_right:
            self._find(case, f"{response.status_code} {kind} in a stream", first.decode("utf-8", "replace"))

    def _count(self, operation: Any, status: int, visitor: Visitor) -> None:
        self.statuses[status] += 1
        self.by_operation[operation.label] += 1
        visitor.has_answered(status)

    def _find(self, case: Any, what: str, details: str) -> None:
        """Keep the first case of each kind of finding, as a command that repeats it."""
        name = f"{case.operation.label}: {what}"
        if name not in self.findings:
            self.findings[name] = f"{name}\n{case.as_curl_command(base_url=self._link)}\n{details}\n"


def _can_be_wrong(operation: Any) -> bool:
    """Whether there is anything in a request that could be wrong."""
    return bool(list(operation.path_parameters) or list(operation.query) or list(operation.body))


def check_afterwards(link: str, log: Path) -> Iterator[str]:
    """What is wrong with a server after all of it: it must answer, start a game, and have noted no mistake."""
    session = requests.Session()
    made = session.post(f"{link}/api/tables", json={"edition": "classic", "nickname": "After"}, timeout=PATIENCE)
    if made.status_code != 201:
        yield f"afterwards a table is answered with {made.status_code}: {made.text}"
    logged = log.read_text(encoding="utf-8", errors="replace")
    if "Traceback" in logged or "reference" in logged:
        yield f"the server's log has a traceback:\n{logged[:4000]}"


def main(arguments: Sequence[str]) -> int:
    """Fuzz a server of our own; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="script/fuzz api", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=CASES, help="requests to send")
    args = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="partake-fuzz-") as folder, served(Path(folder)) as (link, log):
        fuzzer = ApiFuzzer(link)
        fuzzer.run(args.cases)
        findings = [*fuzzer.findings.values(), *check_afterwards(link, log)]
    seconds = time.monotonic() - began
    statuses = ", ".join(f"{count:,} x {status}" for status, count in sorted(fuzzer.statuses.items()))
    print(f"{fuzzer.cases:,} cases of {len(fuzzer.by_operation)} operations in {seconds:.0f} s: {statuses}")
    if findings:
        FINDINGS.mkdir(parents=True, exist_ok=True)
        kept = FINDINGS / "api.txt"
        kept.write_text("\n".join(findings), encoding="utf-8")
        print(f"{len(findings)} FINDINGS, in {kept}:")
        print("\n".join(found.partition("\n")[0] for found in findings))
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
