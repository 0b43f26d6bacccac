"""A design that is changed takes over what stays as the same objects, and checks what is new."""

import pytest
from pydantic import ValidationError

from designer.model.change import COLLECTIONS, Change, apply, renames
from designer.model.design import Design, Fabric, Rack

RACKS = tuple(Rack(id=f"A{n:02d}", name=f"A{n}", part="rack", x_mm=0, y_mm=0) for n in range(3))
DESIGN = Design(name="hall", racks=RACKS, fabrics=(Fabric(id="f", name="F"),))


def test_collections_that_stay_are_the_same_objects() -> None:
    changed = apply(DESIGN, Change(put=(("racks", (RACKS[1].evolve(name="other"),)),)))
    stay = [name for name in COLLECTIONS if getattr(changed, name) is getattr(DESIGN, name)]
    assert stay == [name for name in COLLECTIONS if name != "racks"]
    assert changed.racks[0] is RACKS[0]
    assert changed.site is DESIGN.site


def test_what_is_put_in_is_checked() -> None:
    with pytest.raises(ValidationError, match="racks"):
        DESIGN.evolve(racks=(*RACKS, DESIGN.fabrics[0]))
    with pytest.raises(ValidationError, match="racks"):
        DESIGN.evolve(racks=7)
    with pytest.raises(ValidationError, match="rakcs"):
        DESIGN.evolve(rakcs=())
    with pytest.raises(ValidationError, match="name"):
        DESIGN.evolve(name=3)


def test_a_changed_design_reads_back_as_itself() -> None:
    changed = DESIGN.evolve(name="other")
    assert Design.model_validate(changed.model_dump()) == changed
    assert Design.model_validate_json(changed.model_dump_json()) == changed


@pytest.mark.parametrize(
    ("rack", "told"),
    [
        (RACKS[1].evolve(name="other"), True),
        (RACKS[1].evolve(x_mm=600), False),
        (RACKS[1].evolve(id="A01b", name="new"), False),
    ],
)
def test_a_name_is_new_where_its_record_was_called_otherwise(rack: Rack, told: bool) -> None:
    assert renames(DESIGN, Change(put=(("racks", (rack,)),))) is told
    moved = tuple(one.evolve(y_mm=9) for one in RACKS if one.id != rack.id)
    assert renames(DESIGN, Change(put=(("racks", (*moved, rack)),))) is told
    wide = DESIGN.evolve(
        racks=(
            *RACKS,
            *(Rack(id=f"Z{n}", name="z", part="rack-48u", x_mm=0, y_mm=0) for n in range(30)),
        )
    )
    assert renames(wide, Change(put=(("racks", (rack,)),))) is told
    assert not renames(DESIGN, Change(drop=(("racks", (rack.id,)),)))
