"""The DGX POD template against what is published of it.

NVIDIA DGX POD Data Center Reference Design, DG-09225-001 (October 2018), as summarised by XENON
(2019-05-08) and Delta Computer: one rack of 35 kW, or up to three of lower power; up to nine DGX-1
(3.5 kW each) or three DGX-2 (10 kW each); up to twelve storage servers; a rack for login and
management servers; tested with up to six PODs.
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import TemplateError, build


@cache
def pod(**arguments: str) -> Design:
    return build("dgx-pod", arguments, load_shipped())


@pytest.mark.parametrize("form", ["rack", "zones"])
@pytest.mark.parametrize("pods", [1, 2, 3, 4, 5, 6])
def test_no_size_has_an_error(pods: int, form: str) -> None:
    design = pod(pods=str(pods), form=form)
    report = evaluate(design, load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert {feed.state for feed in report.power.feeds} <= {"ok", "warning"}
    counts = Counter(placed.part for placed in Layout(design).every())
    assert counts["dgx-a100"] == 4 * pods
    assert counts["qumulo-quiver-1u"] == 4 * pods <= 12 * pods
    assert all(one.unconnected_cables == 0 for one in report.fabrics)


@pytest.mark.parametrize(("form", "most"), [("rack", 4), ("zones", 2)])
def test_both_published_forms(form: str, most: int) -> None:
    """All systems of a POD in a rack of at most 35 kW, or in racks of less."""
    design, catalog = pod(pods="6", form=form), load_shipped()
    kw = catalog.require("dgx-a100").power_max_w / 1000
    held = [sum(slot.part == "dgx-a100" for slot in a.slots) for a in design.assemblies]
    assert max(held) == most
    assert most * kw <= 35
    # No more than nine DGX-1 or three DGX-2 draw.
    assert 4 * kw <= min(9 * 3.5, 3 * 10.0)


def test_servers_stand_in_a_utility_rack() -> None:
    racks = [a for a in pod().assemblies if any(s.part == "mgmt-server" for s in a.slots)]
    (utility,) = racks
    held = Counter(slot.part for slot in utility.slots if slot.face != "zero-u")
    assert held == {"mgmt-server": 4, "rdhx": 1}


def test_storage_of_the_other_kind_and_rows_as_asked() -> None:
    design = pod(pods="3", storage="powerscale", racks_per_row="3")
    report = evaluate(design, load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert max(Counter(rack.row for rack in design.racks if rack.row).values()) <= 3


def test_the_note_says_what_is_published_and_what_is_ours() -> None:
    note = pod(pods="2").note
    assert note.startswith("NVIDIA DG-09225-001, as summarised: 2 PODs in racks of 4")
    assert "in place of nine DGX-1 or three DGX-2" in note
    assert "racks of lower power" in pod(form="zones").note


def test_more_than_were_tested_are_refused() -> None:
    with pytest.raises(TemplateError, match="a whole number from 1 to 6"):
        build("dgx-pod", {"pods": "7"}, load_shipped())
