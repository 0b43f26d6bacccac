"""A part is replaced wherever it is mounted, or nowhere."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import replace_part
from designer.document.errors import EditError
from designer.document.placement import can_place
from designer.engine.evaluate import evaluate
from designer.model.layout import Layout
from designer.planning.templates import build
from tests.bench.designs import unfolded

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)


def parts(document: Document) -> list[str]:
    return [placed.part for placed in Layout(document.design).every()]


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_every_node_is_replaced_and_one_undo_takes_it_back(hall) -> None:
    document = Document(hall)
    before = parts(document)
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-h200"))
    assert parts(document) == [p.replace("dgx-h100", "dgx-h200") for p in before]
    assert not any("dgx-h100" in fabric.nodes for fabric in document.design.fabrics)
    compute = next(f for f in document.design.fabrics if f.id == "compute")
    assert compute.nodes == ("dgx-h200",)
    was, now = evaluate(hall, CATALOG), evaluate(document.design, CATALOG)
    assert now.totals.figure("gpus") == was.totals.figure("gpus")
    assert [fabric.node_leaf_cables for fabric in now.fabrics] == [
        fabric.node_leaf_cables for fabric in was.fabrics
    ]
    document.undo()
    assert document.design == hall


def test_a_fabric_names_the_switch_that_stands_there_now() -> None:
    document = Document(HALL)
    named = {f.id: f.switch for f in HALL.fabrics}
    assert named["in-band"] == "sn4600c"
    rack = next(p.rack for p in Layout(HALL).every() if p.part == "qm9700")
    document.apply("Replace", replace_part(CATALOG, "sn4600c", "sn5600"))
    now = {f.id: f.switch for f in document.design.fabrics}
    assert now == named | {"in-band": "sn5600"}
    document.undo()
    document.apply("Replace", replace_part(CATALOG, "qm9700", "q3400-ra", (rack,)))
    assert {f.id: f.switch for f in document.design.fabrics} == named, "others are left"


def test_names_places_and_feeds_stay() -> None:
    document = Document(unfolded(HALL))
    before = document.design.devices
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-h200"))
    after = document.design.devices
    assert [d.evolve(part="x") for d in after] == [d.evolve(part="x") for d in before]


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_higher_nodes_make_room_for_each_other(hall) -> None:
    """Four nodes of 8U stand at U3, U11, U22 and U30 of 48: of 10U they need 40 of 46 units."""
    document = Document(hall)
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-b200"))
    layout = Layout(document.design)
    rack = next(r for r in document.design.racks if r.name == "A01")
    held = [one for one in layout.in_rack(rack.id) if one.part == "dgx-b200"]
    assert [one.half_u / 2 for one in held] == [3, 13, 23, 33]
    assert not any(
        not can_place(layout, CATALOG, one.part, rack.id, one.half_u, one.face, {one.key}).ok
        for rack in document.design.racks
        for one in layout.in_rack(rack.id)
    )
    document.undo()
    assert document.design is hall


def test_what_is_too_high_for_the_rack_is_refused_and_nothing_is_replaced() -> None:
    """Six nodes of 8U fill 48 units: of 10U they have no room."""
    slots = [s for one in HALL.assemblies if one.id == "dgx-x4" for s in one.slots]
    node = next(s for s in slots if s.part == "dgx-h100")
    more = [node.evolve(id=f"more-{at}", half_u=2 + 16 * at) for at in range(6)]
    others = [s for s in slots if s.part != "dgx-h100"]
    full = HALL.evolve(
        assemblies=tuple(
            one.evolve(slots=(*others, *more)) if one.id == "dgx-x4" else one
            for one in HALL.assemblies
        )
    )
    document = Document(full)
    with pytest.raises(EditError, match=r"DGX B200 into .*: .* held by"):
        document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-b200"))
    assert document.design is full
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-a100"))


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_only_in_the_racks_that_are_meant(hall) -> None:
    document = Document(hall)
    rack = next(r for r in hall.racks if r.name == "A02")
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-h200", (rack.id,)))
    layout = Layout(document.design)
    here = {one.rack for one in layout.every() if one.part == "dgx-h200"}
    assert here == {rack.id}
    assert parts(document).count("dgx-h200") == 4
    assert parts(document).count("dgx-h100") == 27
    compute = next(f for f in document.design.fabrics if f.id == "compute")
    assert compute.nodes == ("dgx-h100", "dgx-h200")
    names = [assembly.name for assembly in document.design.assemblies]
    assert len(set(names)) == len(names)
    if hall is HALL:
        held = next(r for r in document.design.racks if r.id == rack.id).assembly
        named = next(one.name for one in document.design.assemblies if one.id == held)
        assert named == "4 × DGX H200, feeds A+B+C"


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_only_one_device(hall) -> None:
    document = Document(hall)
    one = next(p for p in Layout(hall).every() if p.part == "dgx-h100")
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-h200", (one.key,)))
    found = [p for p in Layout(document.design).every() if p.part == "dgx-h200"]
    assert [(p.rack, p.half_u, p.name) for p in found] == [(one.rack, one.half_u, one.name)]


@pytest.mark.parametrize(
    ("part", "by", "words"),
    [
        ("dgx-a100", "dgx-h200", "no DGX A100 640 GB to replace"),
        ("nothing", "dgx-h200", "no nothing to replace"),
        ("dgx-h100", "nothing", "nothing is not in the catalogue"),
        ("dgx-h100", "dgx-h100", "to replace"),
        ("dgx-h100", "rack-48u", "stands on the floor"),
    ],
)
def test_what_cannot_be_replaced_is_told(part: str, by: str, words: str) -> None:
    with pytest.raises(EditError, match=words):
        replace_part(CATALOG, part, by)(HALL)
