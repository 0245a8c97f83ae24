"""Charts: pictures of their numbers, within their frame, whatever the numbers are."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from partake.draw.svg.charts import Mark, bars, course, histogram, running_means
from partake.rules.languages import speaking

VALUES = st.lists(st.integers(-60, 700).map(float), min_size=1, max_size=40)


def test_charts_are_pictures_of_their_numbers() -> None:
    chart = bars([("100", 2), ("110", 0), ("120", 5)], title="Points")
    ElementTree.fromstring(chart)
    assert "100: 2; 110: 0; 120: 5" in chart
    assert "1, 2, 3" in course([1, 2, 3], title="Course")
    for empty in (bars([], title="Points"), course([], title="Course"), course([7], title="Course")):
        ElementTree.fromstring(empty)


def test_a_histogram_bins_its_values_and_points_some_out() -> None:
    chart = histogram([101, 105, 123], width=10, title="Points", marks=[Mark(152, "You: 152")])
    ElementTree.fromstring(chart)
    assert "100: 2; 110: 0; 120: 1; 130: 0; 140: 0; 150: 0; You: 152" in chart
    assert ">You: 152</text>" in chart
    assert "style" not in chart  # the pages' Content-Security-Policy forbids inline styles


def test_a_course_has_a_band_levels_and_what_stands_under_its_ends() -> None:
    chart = course(
        [1.25, 2, 0.5], title="Lost", band=[(1, 2), (1, 3), (0, 1)], levels=[Mark(0.8, "expert")],
        ends=("2026-11-01", "2026-11-17"), is_even=True,
    )  # fmt: skip
    ElementTree.fromstring(chart)
    assert "1.25, 2, 0.5; expert" in chart
    assert 'fill-opacity=".25"' in chart
    assert "2026-11-01" in chart
    with speaking("de"):
        assert "1,25, 2, 0,5" in course([1.25, 2, 0.5], title="Lost")


@given(VALUES, st.booleans())
def test_every_point_of_a_course_is_within_its_frame(values: list[float], is_even: bool) -> None:
    chart = course(
        values, title="Course", levels=[Mark(50, "level")], band=[(v - 3, v + 3) for v in values], is_even=is_even
    )
    for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', chart):
        assert 44 <= float(x) <= 460
        assert 43.9 <= float(y) <= 190.1


@given(VALUES, st.floats(-100, 800))
def test_every_mark_of_a_histogram_is_within_its_frame(values: list[float], mark: float) -> None:
    chart = histogram(values, width=10, title="Points", marks=[Mark(mark, "here")])
    ElementTree.fromstring(chart)
    (x,) = re.findall(r'<path d="M([\d.]+) [\d.]+V', chart)
    assert 44 <= float(x) <= 460


def test_a_running_mean_is_of_the_last_ten() -> None:
    assert running_means([1, 3]) == [1, 2]
    assert running_means([float(i) for i in range(20)])[-1] == 14.5
