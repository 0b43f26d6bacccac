"""What sheets say: listed figures add up, bounds are printed, nothing open looks known."""

import re
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.power_report import FeedReport
from designer.engine.reasons import names_of
from designer.engine.report import RackReport, Report
from designer.model.design import Design, Device, Rack
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.figures import Figure, Gap, exact, missing, total
from designer.model.layout import Layout
from designer.model.measured import fields_of
from designer.render.drawing import rack_drawing
from designer.render.sheets import rack_facts
from designer.render.sheets.floor_lists import schedule_rows
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.rack_facts import (
    contents_rows,
    grouped_rows,
    limit_rows,
    notes_of,
    open_notes,
    summary_rows,
)
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, rack_groups
from tests.helpers.printed import printed

pytestmark = pytest.mark.usefixtures("qapp")


def test_tables_repeat_the_report_and_know_what_is_unknown(
    catalog: Catalog, drawn: Design, drawn_report: Report
) -> None:
    layout = Layout(drawn)
    sized = next(r for r in drawn_report.racks if r.id == "b08")
    drawing = rack_drawing(layout, catalog, layout.racks["b08"], sized)
    summary = {label: value for label, value, _ in summary_rows(sized)}
    assert summary["Power, maximum"] == f"{sized.power_max_kw:,.1f} kW"
    assert {"Feed A", "Feed B", "Feed C"} <= set(summary)
    assert len(limit_rows(sized)) == len(sized.limits)
    rows = contents_rows(drawing, sized)
    assert len(rows) == len(drawing.devices) + 3
    assert rows[-2][1] == "Cables in it"
    assert rows[-3][1:3] == ("the rack itself", drawing.part_name)
    assert rows[0][:3] == ("46", "oob-B08", "SN2201")
    assert rows[1][0] == "30–37"
    assert rows[-1][3] == f"{sized.power_max_kw:,.2f}"
    assert summary_rows(None)[0][1] == "—"
    assert contents_rows(drawing, None)[-1][3] == "—"


def test_the_listed_power_of_a_rack_with_a_cdu_adds_up_to_its_total(catalog: Catalog) -> None:
    cdu = next(
        p for p in catalog.parts if p.traits.cools_loop and p.height_half_u and p.power_max_w
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    devices = tuple(
        Device(id=part, name=part, part=part, rack="r", half_u=half_u)
        for part, half_u in (("dgx-h100", 20), (cdu.id, 2), ("gone", 60))
    )
    design = Design(racks=(rack,), devices=devices)
    layout, report = Layout(design), evaluate(design, catalog).racks[0]
    drawing = rack_drawing(layout, catalog, rack, report)
    power = {row[1]: row[3] for row in contents_rows(drawing, report)}
    assert power == {
        "dgx-h100": "10.20", cdu.id: "", "gone": "—", "the rack itself": "", "Cables in it": "",
        "with the rack": "≥ 10.20",
    }  # fmt: skip
    group = RackGroup((rack,), report)
    drawn = quantity(exact(cdu.power_max_w / 1000, "kW"))
    said = f"Power of the CDU, {drawn}, belongs to the building (PUE)."
    assert said in notes_of(group, drawing, layout, names_of(catalog))


def test_series_of_one_part_share_a_line_where_room_is_short(catalog: Catalog) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    devices = tuple(
        Device(id=f"leaf-{i:02d}", name=f"leaf-{i:02d}", part="qm9700", rack="r", half_u=2 * i)
        for i in range(1, 41)
    )
    drawing = rack_drawing(Layout(Design(racks=(rack,), devices=devices)), catalog, rack)
    first, _, total = grouped_rows(drawing, None)
    assert first[:3] == ("1–40", "leaf-40…01", "40 × QM9700")
    assert total[2] == "40 devices"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_rack_of_48_devices_loses_no_row(tmp_path: Path, catalog: Catalog, paper: str) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    parts = ("qm9700", "sn2201")
    devices = tuple(
        Device(
            id=f"d{i:02d}", name=f"mixed-{i:02d}", part=parts[i % 2], rack="r", half_u=2 * i,
        )
        for i in range(1, 49)
    )  # fmt: skip
    design = Design(racks=(rack,), devices=devices)
    report = evaluate(design, catalog)
    text = " ".join(printed(tmp_path, design, catalog, report, sheets=("racks",), paper=paper))
    listed = " ".join(re.split("FINDINGS", part)[0] for part in text.split("CONTENTS")[1:])
    assert all(f"mixed-{i:02d}" in listed for i in range(1, 49))
    assert "48 devices" in listed
    assert "more rows" not in text
    assert "see the report" not in text


@pytest.mark.parametrize("paper", PAPERS)
def test_a_figure_is_never_shortened(tmp_path: Path, catalog: Catalog, paper: str) -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    heavy = catalog.require("dgx-h100").evolve(
        id="heavy", name="Heavy", mass_kg=123_456.7, power_max_w=98_765_430
    )
    node = Device(id="n", name="n", part="heavy", rack="r", half_u=6)
    design, more = Design(racks=(rack,), devices=(node,)), catalog.overlay([heavy])
    report = evaluate(design, more)
    text = " ".join(printed(tmp_path, design, more, report, sheets=("racks",), paper=paper))
    assert "123,456.7" in text
    assert "98,765.43" in text


OPEN_PARTS = ("q3200-ra", "qm8700", "sn4600", "cisco-n9364e-sg2", "dgx-h200", "gone")
"""Parts of which the catalogue knows no power, an upper bound, a lower bound, no mass, no typical
power; and one that it does not have. Bounds that nobody computes, but an entry tells, are left out.
"""


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The shipped parts, of which an open one says nothing of what it leaves open."""
    shipped = load_shipped()
    parts = [part for name in OPEN_PARTS if (part := shipped.get(name)) is not None]
    return shipped.overlay([part.evolve(unpublished=()) for part in parts])


def open_design(*, second: str = "dgx-h200") -> Design:
    """Return two racks: one of parts with open figures, one of a single part."""
    racks = tuple(
        Rack(id=i, name=i.upper(), part="rack-48u", x_mm=x, y_mm=1200)
        for i, x in (("r1", 1200), ("r2", 2000))
    )
    found = [
        Device(id=f"d{n}", name=f"d{n}", part=part, rack="r1", half_u=4 + 12 * n)
        for n, part in enumerate(OPEN_PARTS)
    ]
    found.append(Device(id="e", name="e", part=second, rack="r2", half_u=6))
    return Design(name="open", racks=racks, devices=tuple(found))


def sheet_of(design: Design, catalog: Catalog, paper: str = "A3") -> SheetContext:
    report = evaluate(design, catalog)
    return SheetContext(design, Layout(design), catalog, report, PAPERS[paper], "open.toml", "ab")


@pytest.mark.parametrize("parts", [(part,) for part in OPEN_PARTS] + [OPEN_PARTS])
def test_the_listed_figures_add_up_to_the_total_bounds_included(
    catalog: Catalog, parts: tuple[str, ...]
) -> None:
    whole = open_design()
    design = whole.evolve(
        devices=tuple(d for d in whole.devices if d.rack == "r1" and d.part in parts)
    )
    report = next(r for r in evaluate(design, catalog).racks if r.id == "r1")
    layout = Layout(design)
    drawing = rack_drawing(layout, catalog, layout.racks["r1"], report)
    looks = (drawing.look, *(device.look for device in drawing.devices))
    power = total((rack_facts._it_power(look) for look in looks), "kW")
    added = (report.figure(name) for name in ("cables_kg", "coolant_kg"))
    mass = total((*(look.mass for look in looks), *added), "kg")
    for listed, name in ((power, "power_max_kw"), (mass, "weight_kg")):
        said = report.figure(name)
        assert (listed.low, listed.high) == pytest.approx((said.low, said.high))
        assert (listed.value is None) == (said.value is None)


def test_a_rack_sheet_prints_bounds_and_names_what_leaves_them_open(
    tmp_path: Path, catalog: Catalog
) -> None:
    design = open_design()
    for paper in ("A4", "A3"):
        report = evaluate(design, catalog)
        of = {"sheets": ("racks",), "racks": ("r1",), "paper": paper}
        text = " ".join(printed(tmp_path, design, catalog, report, **of))
        assert "No source states: " in text
        assert "highest power of Quantum-X800 Q3200-RA" in text
        assert "≥ at least" in text
        assert "cannot be said" in text
    rows = {row[1]: row for row in contents_rows(*_first(design, catalog))}
    assert rows["d0"][3].startswith("≥ "), "its highest power is at least that with passive cables"
    assert rows["d1"][3].startswith("≤ "), "its supplies bound it"
    assert rows["d3"][4] == UNKNOWN
    assert rows["with the rack"][3].startswith("≥ ")


def _first(design: Design, catalog: Catalog) -> tuple[object, RackReport]:
    report = evaluate(design, catalog).racks[0]
    layout = Layout(design)
    return rack_drawing(layout, catalog, layout.racks["r1"], report), report


def test_an_estimate_is_printed_with_its_bounds_and_its_rule(catalog: Catalog) -> None:
    design = open_design()
    report = next(r for r in evaluate(design, catalog).racks if r.id == "r2")
    typical = {label: value for label, value, _ in summary_rows(report)}["Power, typical"]
    assert typical.startswith("~")
    assert "(" in typical
    notes = " ".join(open_notes([report.figure("power_typical_kw")], names_of(catalog)))
    assert "No source states: typical power of DGX H200." in notes
    assert "Estimated by the rule typical = " in notes
    assert "~ estimated" in notes
    assert open_notes([exact(1.0, "kW")], names_of(catalog)) == []


def test_a_long_list_of_open_inputs_says_how_many_more_there_are() -> None:
    gaps = tuple(Gap(f"part-{n}.mass_kg", 1.0) for n in range(6))
    more = missing("other.mass_kg", "kg")
    notes = open_notes([Figure(1, 2, None, "kg", 0.5, (), gaps), more], str)
    assert "mass of part-5 and 1 more, which the report names." in notes[0]
    (just,) = open_notes([Figure(1, 2, None, "kg", 0.5, (), gaps)], str)
    assert "mass of part-5. " in just
    assert "more" not in just


def test_a_limit_that_cannot_be_said_does_not_look_kept() -> None:
    def row(state: str, used: Figure, most: Figure) -> tuple[str, object, str]:
        limit = Limit(
            name="mass", group="mass", label="Mass", unit="kg", state=state,
            **fields_of({"used": used, "limit": most}),
        )  # fmt: skip
        (made,) = limit_rows(RackReport(id="r", limits=(limit,)))
        return made.text, made.shares, made.state

    least = Figure(500, float("inf"), None, "kg")
    rating = exact(1000, "kg")
    assert row("unknown", least, rating) == (
        "≥ 500 of 1,000 kg · cannot be said", (0.5, 1.0), "unknown"
    )  # fmt: skip
    assert row("ok", exact(500, "kg"), rating) == ("500 of 1,000 kg", (0.5, 0.5), "ok")
    assert row("unknown", exact(500, "kg"), missing("rating", "kg")) == (
        "500 kg · cannot be said", None, "unknown"
    )  # fmt: skip
    # What nobody states is no limit that does not exist.
    assert row("ok", exact(500, "kg"), missing("a.rating", "kg"))[0] == (
        "500 kg · not known (rating of a)"
    )
    assert limit_rows(RackReport(id="r", limits=(
        Limit(name="c", label="C", unit="kW", state="ok", used=9.0),
    )))[0].text == "9.0 kW · no fixed limit"  # fmt: skip
    assert row("error", exact(1500, "kg"), rating)[0] == "1,500 of 1,000 kg · OVER"
    assert row("error", exact(500, "kg"), rating)[0] == "500 of 1,000 kg · fault"


def test_the_limits_that_may_bind_say_so_where_that_is_open() -> None:
    floor, mass, units = (
        Limit(name=name, label=name, unit=used.unit, state=state,
              **fields_of({"used": used, "limit": most}))
        for name, state, used, most in (
            ("floor", "ok", exact(9.8, "kPa"), exact(12.0, "kPa")),
            ("mass", "unknown", exact(1360.0, "kg"), missing("rating", "kg")),
            ("units", "ok", exact(8.0, "U"), exact(48.0, "U")),
        )
    )  # fmt: skip
    limits = (floor, mass, units)
    rack = RackReport(id="r", limits=limits, binding_open=("floor", "mass"))
    assert [row.text for row in limit_rows(rack)] == [
        "9.8 of 12.0 kPa · may bind", "1,360 kg · cannot be said, may bind", "8 of 48 U",
    ]  # fmt: skip
    sure = RackReport(id="r", limits=limits, binding_constraint="floor")
    assert [row.text for row in limit_rows(sure)][:2] == [
        "9.8 of 12.0 kPa · binding", "1,360 kg · cannot be said",
    ]  # fmt: skip


def test_a_limit_of_one_device_says_whose_it_is() -> None:
    def text(limit: Figure, said: str, *parts: str) -> str:
        made = Limit(
            name="psu", group="device", label="Supplies", unit="kW", state="ok", text=said,
            **fields_of({"used": exact(9.6, "kW"), "limit": limit}),
        )  # fmt: skip
        (row,) = limit_rows(RackReport(id="r", limits=(made,)), parts=parts, name_of=str.upper)
        return row.text

    said = "DGX H100 stays up: 2+2+2 supplies"
    rated = exact(13.2, "kW")
    assert text(rated, said, "QM9700", "DGX", "DGX H100") == "DGX H100: 9.6 of 13.2 kW"
    assert text(rated, said, "DGX H10") == "9.6 of 13.2 kW"
    assert text(missing("door.psu.rating_w", "kW"), "Door stays up: 1+1", "Door") == (
        "not known (rating of the power supplies of DOOR)"
    )


def test_feeds_of_unknown_load_are_no_feeds_without_load() -> None:
    feeds = tuple(
        FeedReport(id=side, side=side.upper(), **fields_of({
            "load_kw": Figure(2.0, float("inf"), None, "kW"), "capacity_kw": exact(10.0, "kW"),
            "load_after_loss_kw": missing("x", "kW"),
        }))
        for side in "ab"
    )  # fmt: skip
    rows = summary_rows(RackReport(id="r", feeds=feeds))
    assert ("Feed A / B", "≥ 2.0 kW each", "of 10.0 kW") in rows
    assert ("After losing one", "— each", "of 10.0 kW") in rows


def test_the_schedule_of_racks_sums_with_bounds_and_names_its_scope(
    tmp_path: Path, catalog: Catalog
) -> None:
    design = open_design()
    context = sheet_of(design, catalog)
    rows, powers, masses = schedule_rows(context)
    assert len(rows) == len(powers) == len(masses) == 2
    assert context.report is not None
    whole = context.report.totals.figure("power_max_kw")
    assert sum(f.low for f in powers) == pytest.approx(whole.low)
    assert rows[0][5].startswith("≥ ")
    # Errors would give the racks another sign.
    racks = tuple(
        rack.evolve(limits=tuple(one for one in rack.limits if one.state != "error"))
        for rack in context.report.racks
    )
    limits_only = context.report.evolve(checks=(), racks=racks)
    text = " ".join(printed(tmp_path, design, catalog, limits_only, sheets=("floor",)))
    assert f"≥ {whole.low // 0.1 / 10:,.1f}" in text
    assert "no cooling units, UPS, generators, building" in text
    assert "No source states: " in text
    assert "highest power of Quantum-X800 Q3200-RA" in text
    assert "a limit cannot be said" in text


def test_racks_that_differ_in_bounds_alone_share_no_sheet(catalog: Catalog) -> None:
    """Their values are both unknown: only what bounds them tells them apart."""
    racks = tuple(
        Rack(id=i, name=i, part="rack-48u", x_mm=0, y_mm=0, assembly="same") for i in ("a", "b")
    )
    layout = Layout(Design(racks=racks))

    def groups(low: float) -> int:
        made = tuple(
            RackReport(id=i, **fields_of({"power_max_kw": Figure(least, 9.0, None, "kW")}))
            for i, least in (("a", 1.0), ("b", low))
        )
        return len(rack_groups(layout, catalog, Report(racks=made)))

    assert groups(1.0) == 1
    assert groups(2.0) == 2


@pytest.mark.parametrize("paper", PAPERS)
def test_notes_that_do_not_fit_go_on_on_a_further_sheet(
    tmp_path: Path, catalog: Catalog, paper: str
) -> None:
    design = open_design()
    racks = tuple(rack.evolve(note="a long remark " * 60) for rack in design.racks)
    of = {"sheets": ("racks",), "racks": ("r1",), "paper": paper}
    text = " ".join(printed(tmp_path, design.evolve(racks=racks), catalog, None, **of))
    assert text.count("a long remark") == 60
    assert "more in the report" not in text


@pytest.mark.parametrize("paper", PAPERS)
def test_notes_do_not_cost_the_contents_their_rows(
    tmp_path: Path, catalog: Catalog, paper: str
) -> None:
    """Seven groups of devices and twice as many lines of notes: both find room."""
    names = ("sn4600c", "sn2201", "mgmt-server", "ufm-appliance", "qm9700", "weka-node", "sn5600")
    devices = tuple(
        Device(
            id=f"{part}-{n}", name=f"{part}-{n}", part=part, rack="r", half_u=2 * (6 * at + 2 * n)
        )
        for at, part in enumerate(names)
        for n in range(1, 4)
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, note="to be read " * 40)
    design = Design(racks=(rack,), devices=devices)
    report = evaluate(design, catalog)
    text = " ".join(printed(tmp_path, design, catalog, report, sheets=("racks",), paper=paper))
    assert "more rows" not in text
    assert text.count("to be read") == 40
    assert all(f"{part}-{n}" in text for part in names for n in range(1, 4))
