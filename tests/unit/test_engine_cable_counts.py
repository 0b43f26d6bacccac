"""How many cables there are: the report, its fabrics and the schedule of cables say one number."""

from math import ceil, inf

from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.cables.questions import table_of
from designer.engine.subjects.cables.writing import written as cables_written
from designer.engine.subjects.fabrics.writing import written
from designer.io.export.open_figures import open_figures
from designer.model.design import Cable, Design, Device, Fabric, Rack

PARTS = load_shipped()
TOPOLOGIES = (
    "fat-tree", "hand-drawn", "torus", "mesh", "hyperx", "hypercube", "dragonfly",
    "dragonfly-plus", "rail-only",
)  # fmt: skip


def hall(
    tiers: tuple[int, int, int], nodes: int, cables: tuple[Cable, ...], **more: object
) -> Design:
    """Return nodes and the switches of each tier of one fabric, with cables by hand."""
    racks = tuple(
        Rack(id=f"r{at}", name=f"R{at}", part="rack-48u", x_mm=1000 * at, y_mm=0) for at in range(3)
    )
    devices = [
        Device(id=f"n{at}", name=f"n{at}", part="dgx-h100", rack=f"r{at % 2}", half_u=half_u)
        for at in range(nodes)
        for half_u in (2 + 20 * (at // 2),)
    ]
    for tier, count in zip(("leaf", "spine", "core"), tiers, strict=True):
        devices += [
            Device(id=f"{tier}{at}", name=f"{tier}{at}", part="qm9700", rack="r2", fabric="f",
                   tier=tier, half_u=2 * (1 + len(devices) + at))
            for at in range(count)
        ]  # fmt: skip
    fabric = Fabric(
        id="f", name="F", nodes=("dgx-h100",), rails=2, switch="qm9700", spine_switch="qm9700",
        core_switch="qm9700",
    ).evolve(**more)  # fmt: skip
    return Design(
        racks=racks, devices=tuple(sorted(devices, key=lambda one: one.id)), fabrics=(fabric,),
        cables=cables,
    )  # fmt: skip


@st.composite
def halls(draw: st.DrawFn) -> Design:
    """Nodes and switches of all tiers, of which some may have no cable at all, on any topology."""
    tiers = draw(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2)))
    nodes = draw(st.integers(1, 4))
    keys = [f"n{at}" for at in range(nodes)]
    for tier, count in zip(("leaf", "spine", "core"), tiers, strict=True):
        keys += [f"{tier}{at}" for at in range(count)]
    ends = st.sampled_from([*keys, "nobody"])
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=8))
    cables = tuple(Cable(id=f"c{at}", a=a, b=b, fabric="f") for at, (a, b) in enumerate(pairs))
    topology = draw(st.sampled_from(TOPOLOGIES))
    breakout, rate = draw(st.sampled_from(((1, 400.0), (2, 200.0))))
    return hall(tiers, nodes, cables, topology=topology, breakout=breakout, rate_gbps=rate)


def said(report: Report) -> str:
    """Return what the table of fabrics says of cables that have both ends."""
    table = next(section.table for section in written(report) if section.title == "Fabrics")
    assert table is not None
    assert table.columns[-1][0] == "Cables"
    return table.rows[0][-1].split(" of ")[0]


@settings(max_examples=60, deadline=None)
@given(halls())
def test_report_fabrics_and_schedule_count_the_same_cables(made: Design) -> None:
    report = evaluate(made, PARTS)
    assert report.not_computed == ()
    rows = list(table_of(made, PARTS).rows())
    by_hand = sum(bool(row.by_hand) for row in rows)
    (fabric,) = report.fabrics
    split = made.fabrics[0].breakout
    links = len(rows) - by_hand
    if split == 1:
        assert report.cables.count == len(rows)
    assert report.cables.by_hand == fabric.hand_cables == by_hand
    assert report.cables.by_rule is not None
    assert ceil(links / split) <= report.cables.by_rule <= links
    assert said(report) == str(report.cables.count)


def test_a_fabric_by_hand_counts_its_cables_once() -> None:
    pairs = [("n0", "leaf0"), ("n1", "leaf1"), ("leaf0", "spine0"), ("leaf1", "spine0")]
    cables = tuple(Cable(id=f"c{at}", a=a, b=b, fabric="f") for at, (a, b) in enumerate(pairs))
    report = evaluate(hall((2, 2, 1), 2, cables, topology="hand-drawn"), PARTS)
    assert (report.cables.count, report.cables.by_rule, report.cables.by_hand) == (4, 0, 4)
    assert said(report) == "4"
    assert not [entry for entry in report.cost.unpriced if "cables" in entry]


def test_a_split_port_by_hand_is_one_cable() -> None:
    """Its medium has as many cables as the report counts, whatever the fabric splits."""
    cables = (Cable(id="c0", a="n0", b="leaf0", fabric="f"),)
    made = hall((1, 0, 0), 1, cables, topology="hand-drawn", breakout=2, rate_gbps=200.0)
    report = evaluate(made, PARTS)
    assert report.cables.count == 1
    assert dict(report.cables.by_medium) == {report.cables.media[0].medium: 1}


def test_cables_out_of_reach_are_in_no_sum_that_has_an_upper_end() -> None:
    pairs = [("n0", "leaf0"), ("n1", "leaf1")]
    cables = tuple(
        Cable(id=f"c{at}", a=a, b=b, fabric="f", length_m=10) for at, (a, b) in enumerate(pairs)
    )
    near = hall((2, 0, 0), 2, cables, topology="hand-drawn")
    far = near.evolve(cables=(cables[0].evolve(length_m=5000), cables[1]))
    whole, found = evaluate(near, PARTS), evaluate(far, PARTS)
    assert whole.cables.figure("price").high < inf
    assert (found.cables.too_far, found.cables.unpriced) == (1, 1)
    for name in ("price", "optics_w"):
        figure = found.cables.figure(name)
        assert (figure.value, figure.high) == (None, inf)
        assert 0 < figure.low < whole.cables.figure(name).high
        assert figure.gaps[0].ref == "media of cables"
    facts = dict(next(cables_written(found)).facts)
    assert "They draw at both ends, at most" not in facts
    assert facts["They draw at both ends"].startswith("≥")
    assert facts["Cables and modules cost"].startswith("≥")
    assert "They draw at both ends, at most" in dict(next(cables_written(whole)).facts)


def test_a_ratio_that_is_not_exact_is_written_as_one() -> None:
    """The worst pairing of a ring lies between 0.50 and 1.00 of what endpoints can send."""
    pairs = [("n0", "leaf0"), ("n1", "leaf1"), ("n2", "leaf2"), ("n3", "leaf3")]
    pairs += [(f"leaf{at}", f"leaf{(at + 1) % 4}") for at in range(4)]
    cables = tuple(Cable(id=f"c{at}", a=a, b=b, fabric="f") for at, (a, b) in enumerate(pairs))
    report = evaluate(hall((4, 0, 0), 4, cables, topology="hand-drawn", rails=1), PARTS)
    figure = report.fabrics[0].figure("permutation_ratio")
    assert (figure.low, figure.high) == (0.5, 1.0)
    table = open_figures(report, PARTS).table
    assert table is not None
    (row,) = [row for row in table.rows if row[0] == "permutation ratio"]
    assert row[2] == "0.50–1.00"
