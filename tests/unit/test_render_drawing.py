"""What a drawing says of a rack, before anything is painted."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.model.design import Design, Device, Rack
from designer.model.figures import exact
from designer.model.layout import Layout
from designer.render.drawing import RackDrawing, rack_drawing, summary_of, with_report
from designer.render.rack_top import used_share
from tests.helpers.drawn_design import drawn_design


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def drawn(catalog: Catalog, *devices: Device) -> RackDrawing:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    design = Design(racks=(rack,), devices=devices)
    return rack_drawing(Layout(design), catalog, rack)


def device(key: str, part: str, u: float = 0, **fields: object) -> Device:
    return Device(id=key, name=key, part=part, rack="r", half_u=round(2 * u), **fields)


def test_a_reference_rack_has_its_devices_and_words(catalog: Catalog) -> None:
    layout = Layout(drawn_design())
    drawing = rack_drawing(layout, catalog, layout.racks["b08"])
    assert drawing.units == 48
    assert drawing.summary == "4 × DGX H100"
    assert [d.name for d in drawing.mounted][:2] == ["dgx-B08-1", "dgx-B08-2"]
    assert [d.feeds for d in drawing.zero_u] == [("A",), ("B",), ("C",)]
    assert drawing.copies == 38


def test_gaps_tell_airflow_between_nodes_from_the_rest(catalog: Catalog) -> None:
    layout = Layout(drawn_design())
    drawing = rack_drawing(layout, catalog, layout.racks["b08"])
    spans = [(low / 2, (high - 2) / 2, nodes) for low, high, nodes in drawing.gaps]
    assert spans == [(1, 2, False), (19, 21, True), (38, 45, False), (47, 48, False)]


def test_an_empty_rack_is_one_gap_and_says_empty(catalog: Catalog) -> None:
    drawing = drawn(catalog)
    assert drawing.gaps == ((2, 98, False),)
    assert drawing.summary == "empty"


def test_touching_devices_of_a_kind_join_in_small_pictures(catalog: Catalog) -> None:
    drawing = drawn(
        catalog, device("a", "qm9700", 10), device("b", "qm9700", 11), device("c", "qm9700", 20)
    )
    assert drawing.spans_by_kind["switch"] == ((20, 22), (22, 24), (40, 42))
    assert drawing.runs_by_kind["switch"] == ((20, 24), (40, 42))


def test_a_missing_part_is_drawn_as_missing(catalog: Catalog) -> None:
    (placeholder,) = drawn(catalog, device("x", "no-such-part", 5)).mounted
    assert not placeholder.look.known
    assert placeholder.look.power.unknown
    assert placeholder.look.mass.unknown


def test_figures_come_from_the_report_and_stay_unknown_without(catalog: Catalog) -> None:
    drawing = drawn(catalog, device("n", "dgx-h100", 3))
    assert drawing.power is None
    assert drawing.state == ""
    report = RackReport(
        id="r",
        power_max_kw=10.2,
        cooling_method="rear-door",
        limits=(
            Limit(name="power", group="power", label="", state="ok"),
            Limit(name="mass", group="mass", label="", state="warning"),
        ),
    )
    sized = with_report(drawing, report)
    assert sized.power == exact(10.2, "kW")
    assert sized.capacity is not None
    assert sized.capacity.unknown
    assert (sized.method, sized.state) == ("rear-door", "warning")
    assert sized.devices is drawing.devices


def test_a_rack_that_was_emptied_is_told_of_nothing_that_an_older_report_named(
    catalog: Catalog,
) -> None:
    before = RackReport(id="r", summary="1 × DGX H100")
    stale = with_report(drawn(catalog), before)
    assert with_report(stale, RackReport(id="r")).summary == "empty"
    assert with_report(drawn(catalog), before).summary == "1 × DGX H100", "it may name more"


def test_a_summary_names_what_matters_most(catalog: Catalog) -> None:
    drawing = drawn(catalog, device("s", "sn2201", 40), device("n", "dgx-h100", 3))
    assert summary_of(drawing.devices) == "1 × DGX H100"


def test_the_bar_measures_the_heat_that_its_capacity_is_there_for(catalog: Catalog) -> None:
    hybrid = RackReport(
        id="r", power_max_kw=132.0, cooling_method="direct-to-chip", cooling_capacity_kw=34.0,
        limits=(Limit(name="cooling", group="cooling",
                      label="Cooling, air", used=17.0, limit=34.0, unit="kW"),),
    )  # fmt: skip
    layout = Layout(drawn_design())
    rack = next(iter(layout.racks.values()))
    bare = rack_drawing(layout, catalog, rack)
    assert used_share(with_report(bare, hybrid)) == (0.5, 0.5)
    assert used_share(with_report(bare, hybrid.evolve(limits=()))) == (1.0, 1.0)
