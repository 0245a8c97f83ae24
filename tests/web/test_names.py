"""The name that a person gives in a form is theirs from then on."""

from __future__ import annotations

from pathlib import Path

from served import serving


def test_a_form_with_another_name_renames_and_one_without_keeps_the_name(tmp_path: Path) -> None:
    with serving(tmp_path, pages=True) as served:
        browser = served.client()
        for given, name in (("Ann", "Ann"), ("", "Ann"), ("Anna", "Anna"), ("Anna", "Anna")):
            form = {"edition": "classic", "players": "1", "nickname": given}
            assert browser.post("/tables", data=form).status_code == 303
            assert browser.get("/api/me").json()["nickname"] == name
