"""What the table of cooling says of units outdoors, which have no one capacity."""

import pytest

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.ui.views.catalogue.columns import cell_of, columns_of
from designer.ui.views.catalogue.entry_index import EntryIndex

CATALOG = load_shipped()
INDEX = EntryIndex(CATALOG, shipped_library())
OUTDOORS = [part for part in CATALOG.parts if part.rejection is not None]


def said(part: Part) -> dict[str, str]:
    return {one.title: cell_of(part, one, INDEX).text for one in columns_of("cooling")}


@pytest.mark.parametrize("part", OUTDOORS, ids=lambda part: part.id)
def test_every_unit_outdoors_says_what_it_takes_and_how(part: Part) -> None:
    """All six chillers had `—` under Removes, Method, At and Power."""
    row = said(part)
    assert row["Removes"]
    assert row["Method"]


def test_a_chiller_says_the_ends_of_its_table() -> None:
    part = CATALOG.require("chiller-carrier-30rb390")
    assert part.rejection is not None
    taken = [point.capacity_kw for point in part.rejection.points]
    row = said(part)
    assert row["Removes"] == f"{min(taken):,.0f}–{max(taken):,.0f}"
    assert row["Method"] == "gives off to air"
    assert row["At"].startswith("air ")
    assert "water" in row["At"]
    removes = next(one for one in columns_of("cooling") if one.title == "Removes")
    cell = cell_of(part, removes, INDEX)
    assert cell.order == pytest.approx(max(taken))
    assert "Gives off: " in cell.tip


def test_a_dry_cooler_without_a_table_says_its_law() -> None:
    row = said(CATALOG.require("dry-cooler-bac-s8013"))
    law = next(part for part in OUTDOORS if part.rejection and part.rejection.over_difference)
    assert said(law)["Removes"] == "10.25/K"
    assert said(law)["Power"] == "4.5"
    assert row["Method"] == "gives off to air"


def test_what_cools_indoors_says_what_it_did() -> None:
    row = said(CATALOG.require("cdu-row"))
    assert row["Removes"]
    assert "–" not in row["Removes"]
