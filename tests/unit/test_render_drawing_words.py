"""What a drawing says of devices: letters of feeds, supplies, summaries, gaps, looks of parts."""

import pytest

from designer.engine.limit_report import Limit
from designer.engine.report import RackReport
from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Slot
from designer.model.figures import exact
from designer.model.layout import Layout
from designer.render.drawing import (
    Cages,
    look_of,
    rack_drawing,
    summary_of,
    with_report,
)
from designer.render.rack_top import legend_methods, used_share
from tests.helpers import drawn_racks
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.drawn_racks import device, look, rack


@pytest.mark.parametrize(
    ("supplies", "feeds", "letters"),
    [
        (4, ("a", "b"), "ABAB"),
        (2, ("a",), "AA"),
        (3, ("a", "b"), "ABA"),
        (5, ("a", "b", "c"), "ABCAB"),
        (0, ("a",), ""),
        (1, ("a", "b"), "A"),
    ],
)
def test_supplies_are_drawn_on_the_feeds_that_the_wiring_deals_them_to(
    supplies: int, feeds: tuple[str, ...], letters: str
) -> None:
    psu = {"count": supplies} if supplies else None
    node = CATALOG.require("node").evolve(id="n", psu=psu)
    made = tuple(
        Device(id=f"p{f}", name=f, part="pdu", rack="r", face="zero-u", feed=f) for f in feeds
    )
    design = Design(
        racks=(Rack(id="r", name="R", part="rack", x_mm=0, y_mm=0),),
        devices=(Device(id="n", name="n", part="n", rack="r", half_u=2), *made),
        power=tuple(PowerNode(id=f) for f in feeds),
    )
    drawing = rack_drawing(Layout(design), CATALOG.overlay([node]), design.racks[0])
    assert "".join(drawing.mounted[0].feeds) == letters
    assert [d.feeds for d in drawing.zero_u] == [(f.upper(),) for f in feeds]


def test_a_summary_counts_the_most_common_of_the_kind_that_matters_most() -> None:
    node, other = look("node", name="A"), look("node", name="B")
    found = [device("1", node), device("2", other), device("3", other), device("4", look("switch"))]
    assert summary_of(found) == "2 × B"
    assert summary_of([device("1", look("switch", name="S"))]) == "1 × S"
    assert summary_of([device("1", look("blank"))]) == "1 device"
    assert summary_of([device("1", look("blank")), device("2", look("blank"))]) == "2 devices"
    beside = device("p", drawn_racks.PDU, 0, face="zero-u")
    assert summary_of([beside]) == summary_of([]) == "empty"


def test_free_spans_lie_between_devices_and_know_their_neighbours() -> None:
    node, switch = look("node", height_half_u=4), look("switch")
    between = rack(device("a", node, 2), device("b", node, 6), device("s", switch, 10), units=12)
    assert between.gaps == ((2, 4, False), (8, 12, True), (16, 20, False), (22, 26, False))
    full = rack(device("a", look("node", height_half_u=24), 1), units=12)
    assert full.gaps == ()
    over = rack(device("a", node, 2), device("b", switch, 2.5), device("c", node, 4), units=5)
    assert over.gaps == ((2, 4, False),), "devices in one place leave no gap between"


def test_runs_join_what_touches_or_overlaps() -> None:
    switch = look("switch")
    drawing = rack(*(device(f"s{u}", switch, u) for u in (3, 1, 2, 5, 5.5, 8)))
    assert drawing.spans_by_kind["switch"] == ((6, 8), (2, 4), (4, 6), (10, 12), (11, 13), (16, 18))
    assert drawing.runs_by_kind["switch"] == ((2, 8), (10, 13), (16, 18))


def test_the_look_of_a_part_is_what_its_maker_states() -> None:
    switch = look_of(CATALOG, "switch")
    assert switch.cages == (Cages("f", 8, "OSFP"),), "cages, not logical ports"
    node = look_of(CATALOG, "node")
    assert node.cages == (Cages("c", 4, "OSFP"),), "the connector without its form"
    assert (node.gpus, node.psu_count, node.known) == (4, 2, True)
    assert (node.power.value, node.power.unit, node.mass.value) == (4.0, "kW", 50)
    part = CATALOG.require("node")
    nvlink = part.ports[0].evolve(name="nv", purpose="nvlink", kind="nvlink")
    more = CATALOG.overlay([part.evolve(id="n2", ports=(nvlink, *part.ports), psu=None, gpus=None)])
    bare = look_of(more, "n2")
    assert [group.name for group in bare.cages] == ["c"]
    assert (bare.gpus, bare.psu_count) == (0, 0)
    gone = look_of(CATALOG, "gone")
    assert (gone.name, gone.known, gone.full_depth, gone.height_half_u) == ("gone", False, True, 2)
    assert (gone.gpus, gone.psu_count, gone.cages) == (0, 0, ())


def test_a_rack_that_nobody_knows_has_the_usual_footprint() -> None:
    design = Design(racks=(Rack(id="r", name="R", part="gone", x_mm=0, y_mm=0),))
    drawing = rack_drawing(Layout(design), CATALOG, design.racks[0])
    assert (drawing.width_mm, drawing.depth_mm, drawing.height_mm) == (600, 1200, None)
    assert (drawing.known, drawing.units, drawing.gpus, drawing.copies) == (False, 0, 0, 1)
    assert (drawing.part_name, drawing.kind) == ("gone", "rack")
    layout = Layout(hall())
    crah = rack_drawing(layout, CATALOG, layout.racks["c1"])
    assert (crah.width_mm, crah.depth_mm, crah.units, crah.kind) == (900, 800, 0, "crah")
    assert crah.traits.is_cooling_unit


def test_copies_are_those_of_the_assembly() -> None:
    assembly = Assembly(id="x", name="x", rack_part="rack",
                        slots=(Slot(id="n", part="node", half_u=2, name="n"),))  # fmt: skip
    racks = tuple(Rack(id=f"r{n}", name="R", part="rack", x_mm=n * 600, y_mm=0,
                       assembly="x" if n else "") for n in range(4))  # fmt: skip
    layout = Layout(Design(racks=racks, assemblies=(assembly,)))
    assert [rack_drawing(layout, CATALOG, r).copies for r in racks] == [1, 3, 3, 3]


def test_a_report_gives_words_and_the_heat_that_its_capacity_is_for() -> None:
    bare = rack()
    assert with_report(bare, None) is bare
    limits = (
        Limit(
            name="power", group="power", label="", used=9.0, limit=10.0, unit="kW", state="error"
        ),
        Limit(
            name="cooling", group="cooling", label="", used=5.0, limit=10.0, unit="kW", state="ok"
        ),
    )
    report = RackReport(id="r", power_max_kw=9.0, cooling_capacity_kw=10.0, limits=limits,
                        cooling_method="in-row", summary="as the report says")  # fmt: skip
    made = with_report(bare, report)
    assert (made.heat, made.power) == (exact(5.0, "kW"), exact(9.0, "kW"))
    assert (made.state, made.method, made.summary) == ("error", "in-row", "as the report says")
    assert used_share(made) == (0.5, 0.5)
    silent = with_report(bare, report.evolve(limits=(), summary=""))
    assert (silent.heat, silent.state) == (None, "")
    assert silent.summary == "empty", "what it holds, and not what an older report said"
    assert used_share(silent) == (0.9, 0.9)
    assert used_share(with_report(bare, report.evolve(power_max_kw=0.0, limits=()))) == (0.0, 0.0)


def test_a_legend_has_the_methods_that_occur_in_the_order_of_the_table() -> None:
    drawings = [rack(method=method) for method in ("rear-door", "room-air", "rear-door", "")]
    assert legend_methods(drawings) == ("room-air", "rear-door")
    assert legend_methods([]) == ()
