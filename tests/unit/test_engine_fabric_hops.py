"""What the report says of the longest way through a fabric: its switches, and their delay."""

from functools import cache

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics.writing import written
from designer.planning.templates import build

SHIPPED = load_shipped()


@cache
def fabrics(units: int) -> dict[str, FabricReport]:
    design = build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED)
    return {one.id: one for one in evaluate(design, SHIPPED).fabrics}


def test_a_leaf_a_spine_and_a_leaf_are_three_times_130_ns() -> None:
    """QM9700 states 130 ns; five switches stand on the way where there is a core."""
    two, three = (fabrics(units)["compute"] for units in (1, 16))
    assert (two.most_switches, two.switches_ns) == (3, 390)
    assert (three.most_switches, three.switches_ns) == (5, 650)


def test_a_switch_that_states_no_delay_leaves_it_open() -> None:
    in_band = fabrics(1)["in-band"]
    figure = in_band.figure("switches_ns")
    assert (in_band.most_switches, figure.value, figure.low) == (3, None, 0)
    assert figure.gaps[0].ref.endswith(".switch.latency_ns")


def test_the_written_report_has_both() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    tables = [section.table for section in written(evaluate(design, SHIPPED)) if section.table]
    table = next(one for one in tables if any("ns" in str(head) for head in one.columns))
    assert any("390" in row for row in table.rows)
