"""A part is replaced wherever it is mounted, or nowhere."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import replace_part
from designer.document.errors import EditError
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


def test_names_places_and_feeds_stay() -> None:
    document = Document(unfolded(HALL))
    before = document.design.devices
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-h200"))
    after = document.design.devices
    assert [d.evolve(part="x") for d in after] == [d.evolve(part="x") for d in before]


@pytest.mark.parametrize("hall", [HALL, unfolded(HALL)], ids=["folded", "unfolded"])
def test_what_has_no_room_is_refused_and_nothing_is_replaced(hall) -> None:
    """Nodes of 8U stand at U3 and U11: one of 10U has no room below the other."""
    document = Document(hall)
    with pytest.raises(EditError, match=r"DGX B200 into .* U3–U12: U11–U20 held by"):
        document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-b200"))
    assert document.design is hall
    document.apply("Replace", replace_part(CATALOG, "dgx-h100", "dgx-a100"))


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
