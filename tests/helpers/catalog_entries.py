"""A few entries of several families that refer to each other, for tests of the browser."""

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.entry import Price, Provenance
from designer.catalog.library import Library
from designer.catalog.part import Part
from designer.catalog.records.guidance import Conflict, Guideline, Topic, Variant
from designer.ui.views.catalogue.entry_index import EntryIndex


def price(cents: int | None, as_of: str, **more: object) -> Price:
    return Price(amount_cents=cents, as_of=as_of, source="list", kind="guide", **more)  # type: ignore[arg-type]  # options by name


NODE = Part(
    id="node-a", name="Node A", kind="node", vendor="Acme", power_max_w=10_200, mass_kg=130,
    height_half_u=16, width_mm=482, depth_mm=897, gpus=8, gpu="Chip", nodes=1,
    compute=ComputeFigures(gpu="chip-a"),
    prices=(price(32_000_000, "2026-06"), price(30_000_000, "2024")),
    provenance=(
        Provenance(fields=("power_max_w",), source="Guide 1", kind="vendor", note="with fans",
                   other="11.3 kW in the appendix", conflict="c-001"),
        Provenance(fields=("*",), source="Guide 2", kind="guide"),
    ),
)  # fmt: skip
OTHER = Part(
    id="node-b", name="Node B", kind="node", vendor="Acme", power_max_w=14_300, gpus=8, nodes=1,
    replaces="node-a", prices=(price(48_000_000, "2026-06"),),
    provenance=(Provenance(fields=("*",), source="Guide 3", kind="vendor"),),
)  # fmt: skip
CHIP = Part(
    id="chip-a", name="Chip A", kind="gpu", vendor="Acme",
    provenance=(Provenance(fields=("*",), source="Guide 2", kind="guide"),),
)  # fmt: skip
CONFLICT = Conflict(
    id="c-001", name="Power of node A", weight="must", claims=("10.2 kW", "11.3 kW"),
    decision="The rating plate counts.", settled=("part/node-a power_max_w = 10200",),
)  # fmt: skip
RULE = Guideline(
    id="r", name="Rule", subject="power", statement="Keep a fifth free.", value=20, unit="%",
    variants=(Variant(name="strict", value=30, source="Guide 4", kind="vendor"),),
    provenance=(Provenance(fields=("*",), source="Guide 5", kind="guide"),),
)  # fmt: skip
TOPIC = Topic(
    id="t", name="Racks", subject="hardware", body="First.\n\nSecond.", see=("part/node-a",)
)
SHELF = EntryIndex(
    Catalog([NODE, OTHER, CHIP]),
    Library({"conflict": [CONFLICT], "guideline": [RULE], "topic": [TOPIC]}),
)
