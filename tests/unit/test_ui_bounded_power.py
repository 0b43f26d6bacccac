"""What the list of parts says of a draw that nobody states, and which nodes come first. No Qt."""

from designer.catalog.load import load_shipped, shipped_library
from designer.ui.views.catalogue.columns import Cell, cell_of, columns_of
from designer.ui.views.catalogue.entry_index import EntryIndex


def _power(part_id: str) -> Cell:
    catalog = load_shipped()
    (column,) = (one for one in columns_of("nodes") if one.key == "@kw")
    return cell_of(catalog.require(part_id), column, EntryIndex(catalog, shipped_library()))


def test_a_draw_that_is_bounded_is_told_as_a_span_and_sorted_by_its_end() -> None:
    cell = _power("hgx-h200-8u")
    assert cell.text == "6.3–12.8"
    assert cell.order == 12.8
    assert "nobody states it" in cell.tip


def test_a_draw_that_is_stated_is_told_as_it_is() -> None:
    assert _power("dgx-h100").text == "10.2"


def test_nodes_of_nvidia_come_before_those_of_makers() -> None:
    nodes = [part.id for part in load_shipped().parts if part.kind == "node"]
    assert nodes[0] == "dgx-h100"
    assert nodes.index("dgx-b300") < nodes.index("dell-xe9680l-b200")


def test_no_two_parts_of_a_kind_read_alike() -> None:
    named = [(part.kind, part.name) for part in load_shipped().parts]
    assert len(named) == len(set(named))
