"""The fields of a cable by hand: its ports, its medium where one is pinned, its length."""

from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import set_fields
from designer.model.design import Cable, Design
from designer.model.layout import Layout
from designer.ui.fields.field import Field


def cable_fields(design: Design, catalog: Catalog, cable: Cable) -> list[Field]:
    """Return the fields of a cable by hand."""

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("cables", cable.id, **{name: value})

    layout = Layout(design)
    a, b = layout.name_of(cable.a), layout.name_of(cable.b)
    fabrics = (
        ("by its ends", ""),
        *((fabric.name or fabric.id, fabric.id) for fabric in design.fabrics),
    )
    parts = (
        ("chosen by length", ""),
        *(
            (part.name, part.id)
            for part in catalog.parts
            if part.traits.is_cable and part.cable is not None
        ),
    )
    hint = "cage, and port in it: 17.2; empty takes a free one"
    return [
        Field("cable_a_port", f"Port at {a}", "text", cable.a_port, setter("a_port"), hint=hint),
        Field("cable_b_port", f"Port at {b}", "text", cable.b_port, setter("b_port"), hint=hint),
        Field("cable_fabric", "Fabric", "choice", cable.fabric, setter("fabric"), choices=fabrics),
        Field("cable_part", "Cable", "choice", cable.part, setter("part"), choices=parts,
              hint="a cable that is chosen here is pinned: it stays when its ends move"),
        Field("length_m", "Length", "number", cable.length_m, setter("length_m"), unit="m",
              record="Cable", optional=True, source="by its way", hint="stated, it goes before"),
        Field("cable_note", "Note", "text", cable.note, setter("note")),
    ]  # fmt: skip
