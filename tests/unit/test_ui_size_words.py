"""The size of a design in the title: scalable units of the compute fabric, and what is in none."""

import pytest

from designer.engine.network_report import FabricReport
from designer.engine.report import Report, Totals
from designer.model.design import Design, Fabric
from designer.ui.window.title import size_words


def words(members: int | None, total: int | None, fabrics: int = 1) -> list[str]:
    """Return the words for compute fabrics of units of 32 nodes, each with as many members."""
    ids = [f"compute-{number}" for number in range(fabrics)]
    drawn = tuple(Fabric(id=key, purpose="compute", su_nodes=32) for key in ids)
    reported = tuple(FabricReport(id=key, purpose="compute", nodes=members) for key in ids)
    return size_words(Design(fabrics=drawn), Report(totals=Totals(nodes=total), fabrics=reported))


@pytest.mark.parametrize(
    ("members", "total", "said"),
    [
        # DGX SuperPOD H100 RA-11333-001, Table 3: 127 nodes are 4 SU, 31 nodes are 1.
        (127, 127, ["4 scalable units"]),
        (31, 31, ["1 scalable unit"]),
        (127, 131, ["4 scalable units", "4 of 131 nodes in no fabric"]),
        (None, 127, []),
        (127, None, []),
        (0, 0, []),
    ],
)
def test_units_are_those_that_the_fabric_joins(
    members: int | None, total: int | None, said: list[str]
) -> None:
    assert words(members, total) == said


def test_nothing_is_said_where_several_fabrics_have_units() -> None:
    assert words(127, 254, fabrics=2) == []
