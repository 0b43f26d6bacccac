"""Rack PDUs: volts, amps and phases as far as the inlet's type and the text fix them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def pdu(inlet: str, legs: str, outlets: int = 6, head: str = "", inlets: int = 1) -> str:
    text = HEAD + head + BODY.replace("u_height: 1", "u_height: 0")
    text += "power-ports:\n" + ports(inlets, inlet, "Inlet {}") + "power-outlets:\n"
    for n in range(outlets):
        leg = f"    feed_leg: {legs[n % len(legs)]}\n" if legs else ""
        text += f"  - name: '{n:02}'\n    type: iec-60320-{'c19' if n % 3 == 0 else 'c13'}\n{leg}"
    return text


def test_a_pdu_of_which_the_type_fixes_everything(read):
    found = read(pdu("nema-l21-30p", "ABC"))
    part = found.only
    assert part.kind == "rack-pdu"
    assert part.psu is None
    figures = part.pdu
    assert figures is not None
    assert (figures.volts, figures.amps, figures.phases) == (208, 30, 3)
    assert (figures.standard, figures.plug) == ("nec", "NEMA L21-30P")
    assert (figures.outlets_c13, figures.outlets_c19) == (4, 2)
    assert part.power_max_w is None
    source = part.source_of("pdu.volts")
    assert source is not None
    assert source.kind == "derived"
    assert "ANSI/NEMA WD 6" in source.source


@pytest.mark.parametrize(
    ("inlet", "text", "amps", "standard"),
    [
        ("iec-60309-3p-n-e-6h", "description: 0U, 400V 32A\n", 32, "iec"),
        ("iec-60309-3p-n-e-6h", "description: 415 V, 60 A input\n", 60, "nec"),
        ("iec-60309-3p-n-e-6h", "description: 400V 23kVA\n", None, ""),
        ("iec-60309-3p-n-e-6h", "description: 16A or 32A\n", None, ""),
        ("iec-60320-c20", "description: 16A\n", None, ""),
        ("nema-l6-30p", "", 30, "nec"),
        ("cs8365c", "", 50, "nec"),
        ("hardwired", "", None, ""),
    ],
)
def test_a_pdu_as_far_as_type_and_text_fix_it(
    read, inlet: str, text: str, amps: float | None, standard: str
):
    found = read(pdu(inlet, "", head=text))
    if amps is None:
        assert found.only.pdu is None
        found.one("pdu-unrated")
    else:
        assert found.only.pdu is not None
        assert (found.only.pdu.amps, found.only.pdu.standard) == (amps, standard)
    assert "2 x C19" in found.only.note


def test_a_pdu_whose_watts_are_a_standard_current(read):
    text = pdu("iec-60309-p-n-e-6h", "").replace(
        "power-outlets", "    maximum_draw: 7360\npower-outlets"
    )
    figures = read(text).only.pdu
    assert figures is not None
    assert (figures.volts, figures.amps, figures.phases) == (230, 32, 1)


def test_a_pdu_with_two_inlets_is_not_rated(read):
    found = read(pdu("nema-l6-30p", "", inlets=2) + "    power_port: Inlet 2\n")
    assert found.only.pdu is None
    assert "2 inlets" in found.one("pdu-unrated").what


def test_quirk_12_legs_of_one_phase_are_banks(read):
    found = read(pdu("nema-l6-30p", "AB"))
    assert "breaker banks" in found.one("legs-are-banks").what
    assert found.only.pdu is not None
    assert found.only.pdu.phases == 1


def test_quirk_12_all_outlets_of_three_phases_on_one_leg(read):
    assert "all 42 outlets on leg A" in read(pdu("nema-l21-30p", "A", 42)).one("one-leg").what


def test_quirk_13_a_delta_pdu_has_no_legs_of_its_own(read):
    found = read(pdu("nema-l15-30p", "ABC"))
    assert "between two lines" in found.one("delta").what
    assert not found.said("legs-are-banks")


def test_a_ups_with_outlets_is_no_rack_pdu(read):
    part = read(pdu("iec-60320-c20", "", head="description: Smart-UPS 3000\n")).only
    assert (part.kind, part.pdu, part.psu) == ("ups", None, None)


def strip(inlet: str, draw: float | None = None, comments: str = "") -> str:
    """Return a PDU with one inlet, six C13 and C19 outlets, watts and comments if given."""
    text = pdu(inlet, "", head=f"comments: {comments}\n" if comments else "")
    return text if draw is None else text.replace(
        "power-outlets", f"    maximum_draw: {draw}\npower-outlets"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("inlet", "draw", "comments", "most"),
    [
        ("nema-l6-30p", 7725, "", None),
        ("nema-l6-30p", 7726, "", "maximum_draw 7,726 W, but NEMA L6-30P carries at most 7,500 W"),
        # Watts of the text's amps at the inlet's volts: 230 V · 32 A.
        ("iec-60309-p-n-e-6h", 7580, "32A", None),
        ("iec-60309-p-n-e-6h", 7581, "32A",
         "maximum_draw 7,581 W, but IEC 60309 P+N+E 6h carries at most 7,360 W"),
        # √3 · 208 V · 30 A.
        ("iec-60309-3p-e-9h", 11_200, "30A",
         "maximum_draw 11,200 W, but IEC 60309 3P+E 9h carries at most 10,808 W"),
        ("iec-60309-p-n-e-6h", 99_999, "", None),
    ],
)  # fmt: skip
def test_three_per_cent_above_what_an_inlet_carries_is_rounding(
    read, inlet: str, draw: int, comments: str, most: str | None
):
    found = read(strip(inlet, draw, comments)).said("pdu-differs")
    assert [(f.what, f.mend) for f in found] == (
        [(most, "check the inlet against the maker's sheet")] if most else []
    )


@pytest.mark.parametrize(
    ("draw", "amps"),
    [(7360, 32), (7433, 32), (7287, 32), (7434, None), (7286, None), (3680, 16), (14_490, 63)],
)
def test_watts_within_a_hundredth_of_a_plug_are_its_amps(read, draw: int, amps: float | None):
    """230 V · 32 A = 7,360 W; 230 V · 16 A = 3,680 W; 230 V · 63 A = 14,490 W."""
    found = read(strip("iec-60309-p-n-e-6h", draw))
    label = "IEC 60309 P+N+E 6h"
    if amps is None:
        assert found.only.pdu is None
        assert found.one("pdu-unrated").what == (
            f"the inlet {label} does not fix the amps, and its text names none; {draw} W at 230 V "
            "are no size of plug"
        )
        assert found.only.note.endswith(f"Inlet {label}; volts and amps are not filed.")
    else:
        assert found.only.pdu is not None
        assert found.only.pdu.amps == amps
        assert found.one("pdu-derived").what == (
            f"230 V {amps} A, 1-phase follow from {label} and its {draw} W"
        )


@pytest.mark.parametrize(
    ("comments", "amps"),
    [
        ("7.36kW", 32),
        ("7.4 kVA", 32),
        ("3.7kVA", 16),
        ("7.4kVA or 3.7kVA", None),
        ("7.0kVA", None),
        ("32A or 16A", None),
        ("31A", None),
    ],
)
def test_a_text_names_one_size_or_none(read, comments: str, amps: float | None):
    figures = read(strip("iec-60309-p-n-e-6h", comments=comments)).only.pdu
    assert (figures and figures.amps) == amps


@pytest.mark.parametrize(
    ("amps", "standard"),
    [(15, "nec"), (16, "iec"), (20, "nec"), (30, "nec"), (32, "iec"), (60, "nec"), (63, "iec"),
     (100, "nec"), (125, "iec")],
)  # fmt: skip
def test_sizes_of_north_america_are_derated(read, amps: int, standard: str):
    """NEC 210.20: 80 % continuously of 15, 20, 30, 50, 60 and 100 A."""
    figures = read(strip("iec-60309-p-n-e-6h", comments=f"{amps}A")).only.pdu
    assert figures is not None
    assert (figures.amps, figures.standard, figures.plug) == (amps, standard, "IEC 60309 P+N+E 6h")


@pytest.mark.parametrize(
    ("comments", "volts"), [("230V 16A", 230), ("16A 229V", None), ("230V, 240V, 16A", None)]
)
def test_volts_of_an_open_inlet_are_one_mains_voltage(read, comments: str, volts: float | None):
    found = read(strip("iec-60320-c20", comments=comments))
    assert (found.only.pdu and found.only.pdu.volts) == volts
    missing = "the inlet C20 does not fix the volts, and its text names none"
    assert [f.what for f in found.said("pdu-unrated")] == ([] if volts else [missing])


@pytest.mark.parametrize(
    ("inlet", "comments", "said"),
    [
        ("nema-l6-30p", "30A", None),
        ("nema-l6-30p", "24A", None),
        ("nema-l6-30p", "24A, 20A", "its text names 20 A, its inlet NEMA L6-30P carries 30 A"),
        ("nema-l6-30p", "20A", "its text names 20 A, its inlet NEMA L6-30P carries 30 A"),
        ("nema-l6-30p", "20A, 16A",
         "its text names 16 A and 20 A, its inlet NEMA L6-30P carries 30 A"),
        ("nema-l6-20p", "16A", None),
    ],
)  # fmt: skip
def test_a_text_may_name_the_plug_or_what_may_flow_continuously(
    read, inlet: str, comments: str, said: str | None
):
    """80 % of a North American plug (NEC 210.20). 24 A is no size, so it is not read at all."""
    found = [f.what for f in read(strip(inlet, comments=comments)).said("pdu-differs")]
    assert found == ([said] if said else [])


@pytest.mark.parametrize(
    ("inlet", "legs", "outlets", "said"),
    [
        ("nema-l6-30p", "A", 6, {}),
        ("nema-l6-30p", "ABC", 6, {
            "legs-are-banks": "feed legs A/B/C behind the single-phase NEMA L6-30P: breaker banks, "
            "no phases"}),
        ("nema-l21-30p", "ABC", 6, {}),
        ("nema-l21-30p", "AB", 6, {}),
        ("nema-l21-30p", "B", 2, {}),
        ("nema-l21-30p", "B", 3, {
            "one-leg": "all 3 outlets on leg B of the three-phase NEMA L21-30P: legs cannot be "
            "right"}),
        ("nema-l15-30p", "AC", 6, {
            "delta": "NEMA L15-30P has no neutral: outlets sit between two lines, legs A/B/C name "
            "pairs"}),
        ("nema-l15-30p", "", 6, {}),
        ("nema-l21-30p", "D", 6, {"bad-value": "feed_leg 'D' is none of A, B, C"}),
        ("iec-60309-p-n-e-6h", "AB", 6, {
            "legs-are-banks": "feed legs A/B behind the single-phase IEC 60309 P+N+E 6h: breaker "
            "banks, no phases"}),
        ("dc-terminal", "AB", 6, {}),
    ],
)  # fmt: skip
def test_what_legs_can_mean(read, inlet: str, legs: str, outlets: int, said: dict[str, str]):
    found = read(pdu(inlet, legs, outlets))
    codes = ("legs-are-banks", "one-leg", "delta", "bad-value")
    assert {f.code: f.what for code in codes for f in found.said(code)} == said


@pytest.mark.parametrize(
    ("inlet", "inlets", "said"),
    [
        ("dc-terminal", 1, "1 inlet (dc-terminal)"),
        ("nema-l6-30p", 2, "2 inlets (nema-l6-30p)"),
    ],
)
def test_an_inlet_that_fixes_nothing_is_named(read, inlet: str, inlets: int, said: str):
    found = read(pdu(inlet, "", head="", inlets=inlets) + "    power_port: Inlet 1\n")
    assert found.one("pdu-unrated").what == f"{said}: volts, amps and phases are not fixed"
    assert found.only.pdu is None
    assert found.only.note == "Outlets: 2 x C19, 4 x C13."


def test_a_pdu_without_an_inlet_is_unrated(read):
    text = pdu("nema-l6-30p", "", inlets=0).replace("power-ports:\n", "")
    found = read(text)
    assert found.one("pdu-unrated").what == "no inlet: volts, amps and phases are not fixed"


def test_inlets_of_two_types_are_both_named(read):
    text = pdu("nema-l6-30p", "").replace(
        "power-outlets:", "  - name: B\n    type: nema-l5-20p\npower-outlets:"
    )
    found = read(text + "    power_port: B\n")
    assert found.one("pdu-unrated").what.startswith("2 inlets (nema-l5-20p, nema-l6-30p): volts")


def test_where_figures_of_a_pdu_are_from(read):
    first, rest = read(strip("iec-60320-c20", comments="230V 16A")).only.provenance
    assert first.fields == ("pdu.volts", "pdu.amps", "pdu.phases", "pdu.standard")
    assert first.source == "IEC 60320-1, by the inlet C20 and its own text"
    assert (first.kind, first.note) == ("derived", "the file has no fields for volts and amps")
    assert rest.fields == ("*",)


def test_watts_that_nobody_files_are_no_size_of_plug(read):
    found = read(strip("iec-60309-p-n-e-6h"))
    assert found.one("pdu-unrated").what == (
        "the inlet IEC 60309 P+N+E 6h does not fix the amps, and its text names none"
    )
    assert not found.said("pdu-differs")
