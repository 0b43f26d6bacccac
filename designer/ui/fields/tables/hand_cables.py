"""The table of cables that are laid by hand: exceptions to the rules of their fabrics."""

from collections.abc import Callable
from typing import Final

from designer.document.new_things import new_cable
from designer.model.design import Cable
from designer.model.network_keys import cable_key
from designer.ui.fields.tables.column import Adding, Choices, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import find_end
from designer.ui.fields.tables.makers import (
    id_of,
    makes,
    many_of,
    note,
    optional_number,
    records,
    stored,
    words,
)

BY_ITS_ENDS: Final = "by its ends"


def _fabric(facts: Facts, cable: Cable) -> str:
    return facts.layout.fabric_name(cable.fabric) if cable.fabric else BY_ITS_ENDS


def _fabric_choices(facts: Facts) -> Choices:
    return ((BY_ITS_ENDS, ""), *((one.name or one.id, one.id) for one in facts.design.fabrics))


def _end(which: str) -> Callable[[Facts, Cable], str]:
    def read(facts: Facts, cable: Cable) -> str:
        port = getattr(cable, f"{which}_port")
        name = facts.layout.name_of(getattr(cable, which))
        return f"{name} port {port}" if port else name

    return read


BY_HAND: Final = Table(
    "by-hand", "Cables by hand", "cable by hand", "cables by hand", "cable",
    (
        words("id", "Id", stored("id"), 110),
        words("from", "From", _end("a"), 170, also=("a",), new=Editing("text", "a", find=find_end)),
        words("to", "To", _end("b"), 170, also=("b",), new=Editing("text", "b", find=find_end)),
        words("fabric", "Fabric", _fabric, 120,
              edit=Editing("choice", "fabric", choices=_fabric_choices)),
        words("part", "Cable", lambda facts, it: facts.part_name(it.part) if it.part else "", 170),
        optional_number("m", "Length", "m", "length_m", "Cable", also=("length",), sums=True),
        note(),
    ),
    records("cables"), many_of("cables"), id_of, lambda _facts, cable: (cable_key(cable.id),),
    "No cable is laid by hand: all follow the rules of their fabrics, and the table Cables lists "
    "them.", "cables", adds=Adding(makes(new_cable), ("from", "to"), unnamed=True),
)  # fmt: skip
