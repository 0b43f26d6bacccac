"""The starter of 32 GPUs: ours, so what holds it is that it works, not a published count."""

from collections import Counter
from itertools import product

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.starter import STARTER, SYSTEMS
from designer.planning.templates import build

CHOICES = {p.name: p.choices for p in STARTER.parameters}


def starter(**arguments: str) -> Design:
    return build("starter-32", arguments, load_shipped())


@pytest.mark.parametrize(
    ("system", "leaves", "cooling"),
    list(product(CHOICES["system"], CHOICES["leaves"], CHOICES["cooling"])),
)
def test_every_choice_is_without_an_error(system: str, leaves: str, cooling: str) -> None:
    design = starter(system=system, leaves=leaves, cooling=cooling)
    report = evaluate(design, load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert {feed.state for feed in report.power.feeds} == {"ok"}
    drawn = Counter(p.part for p in Layout(design).every())
    assert drawn[SYSTEMS[system]] == 4
    assert sum(p.tier == "leaf" and p.fabric == "compute" for p in Layout(design).every()) == int(
        leaves
    )


@pytest.mark.parametrize("cooling", CHOICES["cooling"])
@pytest.mark.parametrize("system", ["dgx-h100", "dgx-h200"])
def test_no_rule_finds_a_fault_where_makers_state_what_it_asks(system: str, cooling: str) -> None:
    report = evaluate(starter(system=system, cooling=cooling), load_shipped())
    assert [c.key for c in report.checks if c.severity != "info"] == []


@pytest.mark.parametrize("storage", CHOICES["storage"])
def test_every_node_server_and_store_is_connected(storage: str) -> None:
    """Eight links of each node; two of nodes, servers and storage; one of all that is managed."""
    report = evaluate(starter(storage=storage), load_shipped())
    stores = {"qumulo": 4, "powerscale": 3}[storage]
    cables = {one.id: one.connected_cables for one in report.fabrics}
    assert cables["compute"] == 4 * 8
    assert cables["front-end"] == 2 * (4 + 2 + stores)
    assert [c.id for c in starter(storage=storage).cables] == [
        "front-end-peer-1-01", "front-end-peer-1-02"
    ]  # fmt: skip
    # Nodes, servers, storage, the leaf, two front-end leaves, six PDUs of nodes with a port each
    # where the part states one.
    assert cables["out-of-band"] >= 4 + 2 + stores + 3
    assert report.fabrics[0].id == "compute"


def test_two_leaves_are_planes_of_half_of_the_links() -> None:
    """A lost leaf leaves every node half of its links; with one leaf it takes all.

    Half of the 16 links of a leaf's nodes join the two.
    """
    one, two = (starter(leaves=n).fabrics[0] for n in ("1", "2"))
    assert (one.rails, one.planes) == (8, 1)
    assert (two.rails, two.planes) == (4, 2)
    assert sum(c.fabric == "compute" for c in starter(leaves="2").cables) == 8


@pytest.mark.parametrize(
    ("cooling", "rows", "containment"), [("rear-door", 1, "none"), ("air", 2, "cold")]
)
def test_doors_stand_in_one_row_and_air_in_a_contained_aisle(
    cooling: str, rows: int, containment: str
) -> None:
    design = starter(cooling=cooling)
    assert len(design.rows) == rows
    assert design.room.containment == containment
    doors = [p for p in Layout(design).every() if p.face == "door"]
    assert len(doors) == (3 if cooling == "rear-door" else 0)
    assert design.site.building_water_kw == (50 if cooling == "rear-door" else None)


def test_the_note_says_that_it_is_ours() -> None:
    note = starter(leaves="2").note
    assert note.startswith("Ours, not a published reference")
    assert "Assumed: 2 management servers" in note
    assert "two leaves that are joined" in note
