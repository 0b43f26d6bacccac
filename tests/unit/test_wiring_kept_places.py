"""A switch that is taken away leaves its place empty, and no other cable runs elsewhere."""

import csv
import io
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import place_device, remove, set_fields
from designer.io.export.cable_list import cables_csv
from designer.model.design import Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from tests.helpers.made_design import made

SHIPPED = load_shipped()


@cache
def pod() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)


def schedule(design: Design) -> set[tuple[str, ...]]:
    """Return the compute cables but for the ids of devices, which detaching changes."""
    rows = csv.DictReader(io.StringIO(cables_csv(design, SHIPPED).lstrip("\ufeff")))
    return {
        tuple(cell for name, cell in row.items() if name not in ("from end", "to end"))
        for row in rows
        if row["fabric"] == "Compute"
    }


def empty(design: Design) -> list[int]:
    wiring = expand_network(design, SHIPPED).find("compute")
    assert wiring is not None
    return [int(at) for at in (wiring.places.switch < 0).nonzero()[0]]


@pytest.mark.parametrize(
    ("gone", "places"),
    [
        (("A09/cleaf06",), [5]),
        (("A09/cleaf01",), [0]),
        (("A09/cleaf16",), [15]),
        (("C10/cleaf01",), [16]),
        (("C10/cleaf16",), [31]),
        (("B03/cspine04",), [32 + 3]),
        (("A09/cleaf03", "A09/cleaf04", "C10/cleaf05"), [2, 3, 20]),
    ],
)
def test_only_cables_of_what_is_gone_are_gone(gone: tuple[str, ...], places: list[int]) -> None:
    lacking = made(pod(), remove(gone))
    assert empty(lacking) == places
    before, after = schedule(pod()), schedule(lacking)
    assert after < before
    names = {key.replace("/cleaf", "-").replace("/cspine", "-") for key in gone}
    lost = [cells for cells in before - after]
    assert all(any(name in cell for cell in cells for name in names) for cells in lost)


def test_leaves_of_a_rail_stay_together_where_one_is_gone() -> None:
    turned = set_fields("fabrics", "compute", leaf_order="by-rail")(pod())
    lacking = made(turned, remove(("A09/cleaf06",)))
    assert len(empty(lacking)) == 1
    assert schedule(lacking) < schedule(turned)


def test_one_under_the_number_that_is_free_takes_the_place_again() -> None:
    lacking = made(pod(), remove(("A09/cleaf06",)))
    again = place_device(
        SHIPPED, "qm9700", "A09", 54, "rear", "c-leaf-A09-06", key="A09-cleaf06",
        fabric="compute", tier="leaf",
    )  # fmt: skip
    back = made(lacking, again)
    assert schedule(back) == schedule(pod())


def test_as_many_as_the_rule_has_fill_all_places_whatever_their_numbers_are() -> None:
    lacking = made(pod(), remove(("A09/cleaf06",)))
    other = made(lacking, place_device(SHIPPED, "qm9700", "C10", fabric="compute", tier="leaf"))
    assert empty(other) == []
