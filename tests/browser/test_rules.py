"""The rules pages in a real browser: search, links from options and tables, narrow and wide, on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE, WIDE, Guest

Visit = Callable[..., Page]
DEVICES = pytest.mark.parametrize(
    "device", [{"viewport": PHONE, "has_touch": True}, {"viewport": WIDE}], ids=["phone", "wide"]
)
FITS = "document.documentElement.scrollWidth <= innerWidth"


@DEVICES
def test_what_is_typed_is_found_in_all_games_at_once(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/rules")
    page.get_by_label("Search in the rules").press_sequentially("reserve wild")
    found = page.locator("#found")
    expect(found.get_by_role("heading")).to_have_text("One rule found")
    expect(page.get_by_role("status").first).to_have_text("One rule found")
    expect(found.locator("mark").first).to_be_visible()
    page.get_by_label("Search in the rules").fill("longest sunray")
    expect(found.get_by_role("link", name="Classic").first).to_be_visible()
    found.get_by_role("link", name="Daffodil").first.click()
    expect(page).to_have_url(re.compile(r"/rules/daffodil\?q=longest%20sunray#h29$"))
    expect(page.locator("#h29 mark").first).to_have_text("longest")
    expect(page.locator("#h29")).to_be_in_viewport()
    assert page.evaluate(FITS)


def test_an_empty_search_finds_nothing(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto("/rules/classic?q=ray")
    field = page.get_by_label("Search in the rules")
    expect(field).to_have_value("ray")
    field.fill("castling")
    expect(page.locator("#found")).to_contain_text("No rule has all of these words.")
    field.fill("")
    expect(page.locator("#found")).not_to_contain_text("No rule")
    field.fill("quinte")
    field.press("Enter")
    expect(page.locator("#found").get_by_role("link", name="Take Five").first).to_be_visible()


def test_without_script_the_search_is_a_form(visit: Visit) -> None:
    page = visit(viewport=PHONE, java_script_enabled=False)
    page.goto("/rules/nexus")
    page.get_by_label("Search in the rules").fill("moonray")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"/rules\?q=moonray$"))
    expect(page.locator("#found mark").first).to_be_visible()


@DEVICES
def test_an_option_of_the_home_page_leads_to_its_rule(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    page.goto("/?who=bots&edition=classic")
    with page.expect_response("**/options?*"):
        page.get_by_label("Every ray counts").last.check()
    link = page.get_by_role("link", name="Rules: Rays")
    expect(link).to_have_attribute("href", "/rules/classic#rays-each")
    box = link.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    with page.expect_popup() as opened:
        link.click()
    rules = opened.value
    expect(rules.locator("#rays-each")).to_be_in_viewport()
    expect(rules.locator("#rays-each")).to_contain_text("Every sunray brings 7 points")
    expect(page.locator("#options")).to_have_attribute("open", "")


@DEVICES
def test_a_table_leads_to_its_own_rules_and_back(visit: Visit, device: dict[str, Any]) -> None:
    page = visit(**device)
    table = Guest(page).create("nexus", options={"scrapyard": "none", "draw": 2})
    page.goto(f"/tables/{table}")
    page.get_by_text("Rules of this table").click()
    page.get_by_role("link", name="Read all rules in force").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: Nexus")
    expect(page.get_by_role("list", name="Played with")).to_contain_text("Tiles at a time: Two at a time")
    expect(page.locator("#h27")).to_contain_text("37 of 64 tiles are called.")
    expect(page.locator("#scrapyard-none")).to_be_visible()
    expect(page.locator("#scrapyard-threshold, #h6, #h15")).to_have_count(0)
    assert page.evaluate(FITS)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".mine .cell.legal").first).to_be_visible()


def test_examples_are_drawn_and_every_point_is_explained(visit: Visit) -> None:
    page = visit()
    page.goto("/rules/nexus#scrapyard-threshold")
    example = page.locator("#scrapyard-threshold .example").first
    expect(example).to_contain_text("Lines: 498")
    expect(example).to_contain_text("Total: 628")
    expect(example.locator("svg").first).to_be_visible()
    example.get_by_text("Every point explained").click()
    points = example.locator(".scores b")
    total = sum(int(text.replace("−", "-")) for text in points.all_inner_texts())
    assert total == 628


def test_printed_it_is_a_sheet_without_anything_to_click(visit: Visit) -> None:
    page = visit(color_scheme="dark")
    page.goto("/rules/classic?rays=each")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for gone in (".top", ".foot", ".rules-search", ".contents", ".leave"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator("#h28")).to_be_visible()
    expect(page.locator("#rays-each svg").first).to_be_visible()
    colours = page.locator("#h28 > div").evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(document.documentElement).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    drawn = "getComputedStyle(document.documentElement).getPropertyValue('--pk-ink')"
    printed = page.evaluate(drawn)
    page.emulate_media(media="print", color_scheme="light")
    assert page.evaluate(drawn) == printed, "what is drawn is printed in light colours, whatever the screen has"
    assert page.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid", "five"])
def test_nothing_is_wider_than_the_narrowest_screen(visit: Visit, edition: str) -> None:
    page = visit(viewport={"width": 320, "height": 640})
    page.goto(f"/rules/{edition}")
    assert page.evaluate(FITS)
