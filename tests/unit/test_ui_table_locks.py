"""Locks, groups and layers in tables: filtered by tokens, set in bulk, and kept to by all else."""

import pytest

from designer.document.document import Document
from designer.document.errors import EditError
from designer.model.layout import Layout
from designer.ui.fields.tables.devices import NODES
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.racks import RACKS
from tests.unit.test_ui_table_changes import CATALOG, HALL, after, change, lines


def test_locks_are_set_in_bulk_filtered_by_and_hold_the_other_columns():
    made = after(change(RACKS, "locked", "yes", "row:A"))
    facts = Facts(Layout(made), CATALOG)
    locked = {rack.id for rack in lines(RACKS, "locked:yes", facts)}
    assert locked == {rack.id for rack in HALL.racks if rack.row == "A"}
    moved = change(RACKS, "name", "Z{n}", "locked:yes", facts)
    with pytest.raises(EditError, match="are locked and are not renamed"):
        Document(made).apply("Rename", moved.edit)
    free = after(change(RACKS, "locked", "no", "locked:yes", facts), made)
    assert not any(rack.locked for rack in free.racks)


def test_groups_and_layers_are_named_in_bulk():
    grouped = after(change(RACKS, "group", "Row", "row:A"))
    made = after(change(RACKS, "layer", "Phase 2", "row:A"), grouped)
    said = {(rack.group, rack.layer) for rack in made.racks if rack.row == "A"}
    assert said == {("Row", "Phase 2")}


def test_what_an_assembly_brings_says_why_it_has_no_lock():
    result = change(NODES, "locked", "yes", "row:A")
    assert result.refused
    assert "assembly" in next(iter(result.refused)).why
