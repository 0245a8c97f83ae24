"""The locked lists of packages: small ones for serving and checking, with the versions of the large one."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def named_in(name: str) -> set[str]:
    """The packages that a list asks for."""
    lines = (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
    return {line.partition("[")[0] for line in lines if line and not line.startswith(("#", "-r"))}


def locked_in(name: str) -> dict[str, str]:
    """The version of each package of a locked list."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+) \\$", text, re.MULTILINE))


def packages_of(extra: str) -> set[str]:
    """The packages that an extra names."""
    return {re.split(r"[^a-z0-9-]", word)[0] for word in EXTRAS[extra] if not word.startswith("partake-games")}


def test_the_server_has_what_serving_and_strong_bots_need() -> None:
    assert named_in("server") == packages_of("web") | packages_of("fast") | packages_of("postgresql")


def test_everything_is_in_the_list_of_development() -> None:
    text = (ROOT / "requirements" / "dev.in").read_text()
    assert {"-r check.in", "-r server.in"} <= set(text.splitlines())
    assert set().union(*map(packages_of, EXTRAS)) <= named_in("dev") | named_in("server")


def test_the_fuzzers_have_the_server_of_the_tests_and_are_not_among_their_packages() -> None:
    assert "-r server.in" in (ROOT / "requirements" / "fuzz.in").read_text().splitlines()
    assert named_in("fuzz") <= locked_in("fuzz").keys() - locked_in("dev").keys()
    shared = locked_in("fuzz").keys() & locked_in("dev").keys()
    assert {name: locked_in("fuzz")[name] for name in shared} == {name: locked_in("dev")[name] for name in shared}


@pytest.mark.parametrize("name", ["server", "check"])
def test_a_small_list_has_the_versions_of_the_large_one(name: str) -> None:
    assert named_in(name) <= locked_in(name).keys()
    assert locked_in(name).items() <= locked_in("dev").items()


def test_the_audit_has_a_list_and_an_environment_of_its_own() -> None:
    assert named_in("audit") <= locked_in("audit").keys()
    assert "pip-audit" not in locked_in("dev"), "what asks about packages is not among them"
    for script in ("audit", "postgresql", "proxy", "lock", "setup"):
        assert subprocess.run(["bash", "-n", ROOT / "script" / script], check=False).returncode == 0


@pytest.mark.parametrize("name", ["sb3", "inference"])
def test_lists_with_pytorch_are_pinned_to_the_versions_of_the_tests(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+)$", text, re.MULTILINE))
    assert len(pinned) == len(text.splitlines())
    assert {each.partition("==")[0] for each in named_in(name)} <= pinned.keys()
    shared = pinned.keys() & locked_in("dev").keys()
    assert {each: pinned[each] for each in shared} == {each: locked_in("dev")[each] for each in shared}
    assert "torch" not in locked_in("dev")


def test_the_package_has_a_name_of_its_own() -> None:
    from partake.rules.extras import DISTRIBUTION

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (project["name"], *project["scripts"]) == (DISTRIBUTION, "partake")
    every = set(EXTRAS) - {"all"}
    assert EXTRAS["all"] == [f"{DISTRIBUTION}[{','.join(name for name in EXTRAS if name in every)}]"]


def test_no_document_says_to_install_the_other_project() -> None:
    paths = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/**/*.py"), *ROOT.glob("src/**/*.html")]
    wrong = [path for path in paths if re.search(r"pip install '?partake(?!-games)", path.read_text(encoding="utf-8"))]
    assert wrong == []
