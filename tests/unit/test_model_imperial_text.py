"""Quantities in texts turned into units of the United States, and what is typed turned back."""

import ast
import re
from pathlib import Path

import pytest

from designer.model.imperial_text import (
    TURNED,
    cell_shown,
    heading_shown,
    in_imperial,
    metric_text,
)

DATA = Path(__file__).parents[1] / "golden" / "data"
METRIC_LEFT = re.compile(
    r"(?<![\w.,/])[0-9][0-9,.]*(?: \([^)]*\))? "
    r"(?:mm|m|kg|kPa|m²|m³|m³/h|L/min|L/kWh|L|K|°C)(?![\w²³/])"
)
NUMBER = re.compile(r"(?<![\w.,])[−-]?[0-9][0-9,]*(?:\.[0-9]+)?")

OF = re.compile(r"([0-9][0-9,.]*)(?: \([^)]*\))? of ([1-9][0-9,.]*) (?:kg|kPa|m|mm|L/min|m³/h)\b")
OF_TURNED = re.compile(
    r"([0-9][0-9,.]*)(?: \([^)]*\))? of ([1-9][0-9,.]*) (?:lb|psf|ft|in|gpm|cfm)"
)


def value(number: str) -> float:
    return float(number.replace(",", ""))


def sentences() -> list[str]:
    """Every line of the signed reports, once, in the pieces that a reader sees as one text."""
    found: dict[str, None] = {}
    for file in sorted((DATA / "reports").glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if "bounds=" not in line:
                found.update(dict.fromkeys(re.split(r"; | \| ", line.strip())))
    return list(found)


@pytest.mark.parametrize(
    ("metric", "imperial"),
    [
        # Published pairs: ASHRAE TC 9.9 (2021) recommended envelope, in both units.
        ("18–27 °C", "64.4–80.6 °F"),
        # ANSI/TIA-942-B (2017), distributed floor load: 7.2 kPa (150 lbf/ft²), 12 kPa (250).
        ("7.2 kPa", "150 psf"),
        ("12.0 kPa", "251 psf"),
        # NVIDIA DGX H100 user guide (2023): 287.6 lb (130.45 kg), 14 in (356 mm), 19 in (482.2).
        ("130.45 kg", "287.59 lb"),
        ("356 mm", "14.0 in"),
        ("482.2 mm", "18.98 in"),
        ("7,508 m³/h", "4,419 cfm"),
        ("45 L/min", "11.9 gpm"),
        ("40.8 of 43.0 kW", "40.8 of 43.0 kW"),
    ],
)
def test_quantity_is_as_its_publisher_states_it_in_both_units(metric: str, imperial: str) -> None:
    assert in_imperial(metric) == imperial


@pytest.mark.parametrize(
    ("metric", "imperial"),
    [
        ("441 of 1,500 kg", "972 of 3,307 lb"),
        ("2.03 of 2.00 m", "6.66 of 6.56 ft"),
        ("812 of 813 mm", "31.97 of 32.01 in"),
        ("600 × 1,200 mm", "23.6 × 47.2 in"),
        ("4 × 600 mm", "4 × 23.6 in"),
        ("~4.0 m", "~13.1 ft"),
        ("~930 (790–1,060) of 1,701 kg", "~2,050 (1,740–2,340) of 3,750 lb"),
        ("~4.8 (4.0–5.4) of 12.0 kPa", "~100 (83–113) of 251 psf"),
        ("~1,200 (≥ 900) → ~1,400 (≥ 1,000) kg", "~2,600 (≥ 1,900) → ~3,100 (≥ 2,200) lb"),
        ("~130 m (≥ 130)", "~430 ft (≥ 420)"),
        ("~1,020 m³/h (990–1,050)", "~600 cfm (582–619)"),
        ("≥ 20 L/min", "≥ 5.2 gpm"),
        ("≤ 20 L/min", "≤ 5.3 gpm"),
        ("air warms by 10.0 K", "air warms by 18.0 °F"),
        ("3 °C warmer", "5 °F warmer"),
        ("−5.0 °C", "23.0 °F"),
        ("~1.4 L/kWh (1.1–2.8)", "~0.37 gal/kWh (0.29–0.74)"),
        ("a drop of 35 kPa", "a drop of 5.1 psi"),
        ("stands 0.00 m behind A, at least 0.9 m", "stands 0.00 ft behind A, at least 3.0 ft"),
        ("MPO-12 at v1.2 m", "MPO-12 at v1.2 m"),
        ("3 min, 5 ms, 2 MW, 4 U", "3 min, 5 ms, 2 MW, 4 U"),
    ],
)
def test_figures_of_one_text_belong_together(metric: str, imperial: str) -> None:
    assert in_imperial(metric) == imperial


def test_no_sentence_of_the_signed_reports_keeps_a_metric_unit_or_is_turned_twice() -> None:
    turned = 0
    for text in sentences():
        shown = in_imperial(text)
        turned += shown != text
        assert not METRIC_LEFT.search(shown), (text, shown)
        assert in_imperial(shown) == shown, text
        assert len(NUMBER.findall(shown)) == len(NUMBER.findall(text)), (text, shown)
    assert turned > 300


def test_no_two_figures_of_a_signed_sentence_become_equal() -> None:
    for text in sentences():
        shown = in_imperial(text)
        if shown != text:
            pairs = {
                (before, after)
                for before, after in zip(NUMBER.findall(text), NUMBER.findall(shown), strict=True)
            }
            values = {float(before.replace(",", "").replace("−", "-")) for before, _ in pairs}
            after = {float(after.replace(",", "").replace("−", "-")) for _, after in pairs}
            assert len(after) >= len(values) or "(" in text, (text, shown)


def test_what_is_used_keeps_its_share_of_the_limit() -> None:
    shares = 0
    for text in sentences():
        for found in OF.finditer(text):
            turned = OF_TURNED.search(in_imperial(found[0]))
            assert turned, (found[0], in_imperial(found[0]))
            before, after = (value(pair[1]) / value(pair[2]) for pair in (found, turned))
            assert after == pytest.approx(before, abs=0.06), (found[0], turned[0])
            shares += 1
    assert shares > 30


def test_headings_and_their_cells_turn_together() -> None:
    assert heading_shown("Mass kg") == "Mass lb"
    assert heading_shown("Width, mm") == "Width, in"
    assert heading_shown("Maximum kW") == "Maximum kW"
    assert cell_shown("~130 (≥ 120)", "m") == "~430 (≥ 390)"
    assert cell_shown("—", "kg") == "—"
    assert cell_shown("441", "kW") == "441"


@pytest.mark.parametrize(
    ("typed", "unit", "metric"),
    [
        ("24 in", "mm", "609.6"),
        ("24in", "mm", "609.6"),
        ("2'", "mm", "609.6"),
        ("2' 6\"", "mm", "762"),
        ("2'6\"", "mm", "762"),
        ("2'-6\"", "mm", "762"),
        ("2' 6 1/2\"", "mm", "774.7"),
        ("2'-6 1/2\"", "m", "0.7747"),
        ("2′ 6½″", "mm", "774.7"),
        ("2 ft 6 1/2 in", "mm", "774.7"),
        ('6 1/2"', "mm", "165.1"),
        ("1/2 in", "mm", "12.7"),
        ("30in", "mm", "762"),
        ("2' 6 1/0\"", "mm", "2' 6 1/0\""),
        ("2 ft 6 in", "mm", "762"),
        ("0.6 m", "mm", "600"),
        ("600 mm", "mm", "600"),
        ("66 ft", "m", "20.1168"),
        ("59 °F", "°C", "15"),
        ("18 °F", "K", "10"),
        ("100 lb", "kg", "45.3592"),
        ("12 gpm", "L/min", "45.4249"),
        ("150 psf", "kPa", "7.18204"),
        ("1,200", "mm", "1,200"),
        ("5 kW", "mm", "5 kW"),
        ("24 lb", "mm", "24 lb"),
        ("1,5 in", "mm", "1,5 in"),
        ("1.5 x", "", "1.5 x"),
        ("1.5 in", "", "1.5 in"),
    ],
)
def test_either_systems_units_are_typed(typed: str, unit: str, metric: str) -> None:
    assert metric_text(typed, unit) == metric


def figures_and_words(text: ast.JoinedStr) -> str:
    """A text with a letter for what is filled in: `#` for a figure, which has a format, or `?`."""
    return "".join(
        str(one.value) if isinstance(one, ast.Constant)
        else "#" if isinstance(one, ast.FormattedValue) and one.format_spec else "?"
        for one in text.values
    )  # fmt: skip


def test_of_a_pair_of_figures_in_a_text_each_has_its_unit():
    units = "|".join(map(re.escape, TURNED))
    bare = re.compile(rf"#(?:, ?|; ?| / )#[ \u00a0\u202f](?:{units})(?!\w)")
    assert bare.search(figures_and_words(ast.parse('f"{x:.2f}, {y:+.2f} m"', mode="eval").body))
    code = Path(__file__).parents[2] / "designer"
    left = [
        f"{file.relative_to(code)}:{node.lineno}"
        for file in sorted(code.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr) and bare.search(figures_and_words(node))
    ]
    assert left == []


def test_both_ways_of_a_move_are_turned():
    turned = in_imperial("A03 by +1.20 m, -0.60 m: stands in the way")
    assert turned == "A03 by +3.94 ft, −1.97 ft: stands in the way"
    assert not METRIC_LEFT.search(turned)
