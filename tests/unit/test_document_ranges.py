"""Edits refuse figures that cannot be, by the table of ranges; nothing happens then."""

import pytest

from designer.document.document import Document
from designer.document.edits import records, room
from designer.document.errors import EditError
from designer.model.design import (
    Assembly,
    Design,
    Fabric,
    Obstacle,
    PowerNode,
    Rack,
    Room,
    Site,
    Slot,
)

DESIGN = Design(
    racks=(Rack(id="A", name="A", part="p", x_mm=0, y_mm=0),),
    fabrics=(Fabric(id="ib"),),
)


@pytest.mark.parametrize(
    ("collection", "key", "fields"),
    [
        ("site", "", {"pue": 0.6}),
        ("site", "", {"power_factor": 1.3}),
        ("site", "", {"utilisation": 2}),
        ("site", "", {"utilisation": 1e308}),
        ("site", "", {"altitude_m": 12_000}),
        ("racks", "A", {"x_mm": 10**30}),
        ("fabrics", "ib", {"oversubscription": 0.005}),
        ("fabrics", "ib", {"rails": 0}),
    ],
)
def test_a_field_that_cannot_be_is_refused(collection, key, fields):
    (name,) = fields
    with pytest.raises(EditError, match=f"{name} cannot be .*give"):
        records.set_fields(collection, key, **fields)(DESIGN)


def test_a_field_that_can_be_is_set():
    assert records.set_fields("site", pue=1.2)(DESIGN).site.pue == 1.2


def test_records_with_figures_that_cannot_be_are_not_put_in():
    wide = Obstacle(id="o", x_mm=0, y_mm=0, width_mm=10**30, depth_mm=1)
    with pytest.raises(EditError, match="o: width_mm cannot be 1e\\+30"):
        room.put_obstacle(wide)(DESIGN)
    with pytest.raises(EditError, match="Feed: capacity_kw cannot be -1"):
        room.put_feed(PowerNode(id="f", name="Feed", capacity_kw=-1))(DESIGN)
    with pytest.raises(EditError, match="ib: planes cannot be 0"):
        records.put("fabrics", Fabric(id="ib", planes=0))(DESIGN)
    with pytest.raises(EditError, match="width_mm cannot be"):
        room.resize_room(width_mm=10**9)(DESIGN)


def test_a_document_takes_no_such_figure_from_any_edit():
    document = Document(DESIGN)
    slots = (Slot(id="n", part="p", half_u=999),)
    for edit in (
        lambda d: d.evolve(site=Site(pue=0.5)),
        lambda d: d.evolve(assemblies=(Assembly(id="x", rack_part="p", slots=slots),)),
        lambda d: d.evolve(room=Room(outline=((0, 0), (10**30, 0), (0, 5)))),
    ):
        with pytest.raises(EditError, match="cannot be"):
            document.apply("Edit", edit)
        assert document.design is DESIGN
        assert not document.can_undo
    document.apply("Edit", lambda d: d.evolve(site=Site(pue=1.5)))
    with pytest.raises(EditError, match="cannot be"):
        document.amend("More", lambda d: d.evolve(site=Site(pue=0.5)))
    assert document.design.site.pue == 1.5


def test_a_figure_that_was_there_already_does_not_stop_other_edits():
    old = DESIGN.evolve(site=Site(pue=0.5))
    document = Document(old)
    document.apply("Note", lambda d: d.evolve(note="x"))
    assert document.design.note == "x"
