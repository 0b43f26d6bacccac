"""A network whose rails meet inside nodes alone: the report says which figures count NVLink."""

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.subjects.fabrics.writing import written
from designer.planning.templates import build

_LOSSES = (
    "What fabrics carry", "Single losses of switches", "Single losses of racks, feeds and cables",
)  # fmt: skip


def test_figures_with_nvlink_are_told_from_those_of_the_network() -> None:
    """GB200, one scalable unit: 4 rails that no core joins, 144 × 400 Gb/s × 4 over the nodes."""
    catalog = load_shipped()
    report = evaluate(build("dgx-superpod-gb200", {}, catalog), catalog)
    compute = next(one for one in report.fabrics if one.id == "compute")
    assert compute.bisection_gbps == 0
    assert compute.meets_over_nvlink
    sections = {section.title: section for section in written(report)}
    (said,) = (line for line in sections["Fabrics"].lines if "over NVLink inside nodes" in line)
    assert "network alone, which is 4 islands" in said
    assert "14.4 TB/s each way (1.00)" in said
    for title in _LOSSES:
        table = sections[title].table
        assert table is not None
        names = {row[0] for row in table.rows if row[0].startswith("Compute")}
        assert names == {"Compute, with NVLink"}


def test_one_network_says_nothing_of_nvlink() -> None:
    catalog = load_shipped()
    report = evaluate(build("dgx-superpod-h100", {"scalable_units": "1"}, catalog), catalog)
    assert not any(one.meets_over_nvlink for one in report.fabrics if one.kind != "nvlink")
    assert not any("with NVLink" in str(section) for section in written(report))
