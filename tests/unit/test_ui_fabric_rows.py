"""The dashboard's words for what a fabric carries."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricLoss, FabricReport, Failure
from designer.engine.report import RackReport, Report, Totals
from designer.model.design import Design, Device, Fabric, Rack
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.ui.fields.fabric_records import explanation
from designer.ui.views.dashboard.fabric_bars import fabric_rows, nodes_outside


def report(**fields: object) -> Report:
    base = {"id": "f", "name": "F", "purpose": "compute", "nodes": 8, "injection_gbps": 3200.0}
    return Report(fabrics=(FabricReport.model_validate({**base, **fields}),))


def of(low: float, high: float, half: float = 1600.0, **more: object) -> Report:
    """Return the report of a fabric, half of whose endpoints can send so much."""
    exact = low == high
    ratio = Figure(low / half, high / half, low / half if exact else None, "")
    return report(
        bisection_gbps=low if exact else None, bisection_lower_gbps=low,
        bisection_upper_gbps=high, exact=exact, **more, **fields_of({"bisection_ratio": ratio}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (of(0, 0, islands=4), "0: 4 islands"),
        (of(1600, 1600, islands=1), "200 GB/s · exact · 1:1"),
        (of(800, 1600, islands=1), "100–200 GB/s · 2:1"),
        (of(1, 1, half=1, islands=1, injection_gbps=3.0), "0.12 GB/s · exact · 1:1"),
    ],
)
def test_a_row_says_islands_exact_or_the_bounds(made: Report, words: str) -> None:
    assert fabric_rows(made)[0].words == words


def test_a_loss_whose_ratio_is_open_has_no_row() -> None:
    open_ratio = Failure(what="loss of a leaf")
    assert len(fabric_rows(of(1600, 1600, worst_failure=open_ratio))) == 1


def test_the_form_says_bounds_that_do_not_meet() -> None:
    text = explanation(Design(), of(800, 1600), "f")
    assert "Bisection 100 GB/s to 200 GB/s each way." in text


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.0, "100 % · loss of a spine"), (0.998, "99.8 % · loss of a spine"),
        (0.9999, "just under 100 % · loss of a spine"), (0.75, "75 % · loss of a spine"),
    ],
)  # fmt: skip
def test_a_loss_that_takes_a_little_is_not_rounded_to_nothing(ratio: float, words: str) -> None:
    loss = Failure(what="loss of a spine", bisection_ratio=ratio)
    row = fabric_rows(of(1600, 1600, worst_failure=loss))[1]
    assert (row.name, row.words) == ("F, worst loss of a switch", words)
    assert "racks, feeds and cables are being worked out" in row.tip


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (FabricLoss(what="rack", ids=("b03",), bisection_ratio=0.0), "0 % · loss of rack B03"),
        (FabricLoss(what="rack", ids=("a", "b"), number=2, bisection_ratio=0.5),
         "50 % · loss of any of 2 racks"),
        (FabricLoss(what="feed", ids=("A",), bisection_ratio=0.2), "20 % · loss of A"),
        (FabricLoss(what="switch", tier="leaf", bisection_ratio=0.93),
         "93 % · loss of a leaf switch"),
    ],
)  # fmt: skip
def test_the_worst_of_all_single_losses_is_told_once_worked_out(
    loss: FabricLoss, words: str
) -> None:
    """The loss of a spine leaves 94 %, that of the rack with all spines nothing."""
    spine = Failure(what="loss of a spine", bisection_ratio=0.94)
    milder = FabricLoss(what="switch", tier="spine", bisection_ratio=0.94)
    made = of(1600, 1600, worst_failure=spine, worked_out=True, losses=(milder, loss))
    made = made.model_copy(update={"racks": (RackReport(id="b03", name="B03"),)})
    row = fabric_rows(made)[1]
    assert (row.name, row.words) == ("F, worst single loss", words)


def test_a_bisection_of_nothing_is_said_without_an_empty_ratio() -> None:
    assert "Bisection 0 GB/s each way." in explanation(Design(), of(0, 0), "f")


def test_nodes_in_no_fabric_are_said_before_bars_that_look_whole() -> None:
    made = of(1600, 1600)
    members = made.fabrics[0].nodes
    assert members is not None
    short = made.model_copy(update={"totals": Totals(nodes=members + 124)})
    rows = fabric_rows(short)
    assert rows[0].words == f"124 of {members + 124} nodes in no fabric"
    assert all(row.problem for row in rows[:2])
    assert (rows[0].lower, rows[0].upper) == (None, None)
    whole = made.model_copy(update={"totals": Totals(nodes=members)})
    assert fabric_rows(whole) == fabric_rows(made)
    unknown = made.model_copy(update={"totals": Totals(nodes=None)})
    assert "no fabric" not in fabric_rows(unknown)[0].words


def test_nodes_of_several_compute_fabrics_are_not_counted_twice() -> None:
    """Two fabrics of 10 nodes may share them: of 25 nodes 5 or 15 are left, and nobody is told."""
    made = of(1600, 1600)
    one = made.fabrics[0].model_copy(update={"nodes": 10})
    other = one.model_copy(update={"id": "g"})
    both = made.model_copy(update={"fabrics": (one, other), "totals": Totals(nodes=25)})
    assert both.nodes_in_no_fabric() is None
    assert nodes_outside(both) == ""
    alone = both.model_copy(update={"fabrics": (one,)})
    assert alone.nodes_in_no_fabric() == 15
    whole = both.model_copy(update={"totals": Totals(nodes=10)})
    assert whole.nodes_in_no_fabric() == 0


@pytest.mark.parametrize("nodes", [2, 3])
def test_the_ratio_of_an_odd_number_of_ends_is_that_of_the_report(nodes: int) -> None:
    """Half of three is one: a leaf that joins them all is full, and the report says so."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", x_mm=700 * n, y_mm=0) for n in range(nodes)
    )
    devices = (
        Device(
            id="leaf", name="leaf", rack="r0", part="qm9700", half_u=80, fabric="c", tier="leaf"
        ),
        *(Device(id=f"n{n}", name=f"n{n}", rack=f"r{n}", part="dgx-h100", half_u=2)
          for n in range(nodes)),
    )  # fmt: skip
    fabric = Fabric(
        id="c",
        nodes=("dgx-h100",),
        switch="qm9700",
        rails=1,
    )
    found = evaluate(Design(racks=racks, devices=devices, fabrics=(fabric,)), load_shipped())
    row = fabric_rows(found)[0]
    assert found.fabrics[0].bisection_ratio == 1.0
    assert (row.words, row.lower, row.upper) == ("50 GB/s · exact · 1:1", 1.0, 1.0)


def test_what_is_left_over_nvlink_says_so_where_the_network_is_islands() -> None:
    loss = FabricLoss(what="rack", ids=("b06",), bisection_ratio=0.33)
    made = of(0, 0, islands=4, worked_out=True, losses=(loss,))
    assert fabric_rows(made)[1].words == "33 % with NVLink · loss of rack b06"
