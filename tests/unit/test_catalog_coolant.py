"""Coolant couplings, liquids and pressure of parts: what is asked, what is told, what meets."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.completeness import ASPECTS
from designer.catalog.coolant_figures import CoolantFigures, Coupling
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.search import parse
from designer.wiring.fits import coolant_joins, fits_of


def part(key: str, kind: str = "node", liquids: tuple[str, ...] = (), **connection: object) -> Part:
    couplings = (Coupling.model_validate({"name": "supply", **connection}),)
    return Part(
        id=key, name=key, kind=kind, liquid_fraction=0.8, couplings=couplings,
        coolant=CoolantFigures(liquids=liquids) if liquids else None,
    )  # fmt: skip


TRAY = part("tray", connector="UQDB04", mating="blind")
RACK = part("rack", "rack", connector="UQDB04", mating="blind", gives=True)


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({}, True),
        ({"connector": "uqdb-04", "mating": ""}, True),
        ({"connector": "UQD04"}, False),
        ({"mating": "hose"}, False),
        ({"loop": "facility"}, False),
        ({"gives": True}, False),
        ({"connector": ""}, False),
    ],
)
def test_couplings_meet_that_are_called_and_joined_alike(
    change: dict[str, object], answer: bool
) -> None:
    fields = {"connector": "UQDB04", "mating": "blind", **change}
    assert coolant_joins(RACK, part("other", **fields)) is answer


def test_a_liquid_that_one_does_not_take_joins_nothing() -> None:
    water = part("water", liquids=("DI water",), connector="UQDB04")
    glycol = part("glycol", "rack", liquids=("PG25",), connector="UQDB04", gives=True)
    both = part("both", "rack", liquids=("PG25", "DI water"), connector="UQDB04", gives=True)
    assert coolant_joins(glycol, water) is False
    assert coolant_joins(both, water) is True
    assert coolant_joins(RACK, water) is True, "the rack does not say which it takes"
    assert coolant_joins(RACK, Part(id="x", name="X", kind="node")) is False


def test_fits_tells_both_sides_of_a_coupling() -> None:
    hose = part("hose", connector="UQD04", mating="hose")
    catalog = Catalog((TRAY, RACK, hose))
    told = {fit.title: [one.id for one in fit.parts] for fit in fits_of(TRAY, catalog)}
    assert told["Manifolds and units for its coolant couplings"] == ["rack"]
    told = {fit.title: [one.id for one in fit.parts] for fit in fits_of(RACK, catalog)}
    assert told["What its coolant couplings take"] == ["tray"]
    titles = [fit.title for fit in fits_of(hose, catalog)]
    assert "Manifolds and units for its coolant couplings" not in titles


def test_trays_of_gb300_meet_the_manifolds_of_its_frame() -> None:
    """Lenovo Press LP2357, table 18: UQDB04 at each tray, FD83 of 1 inch to the unit."""
    catalog = load_shipped()
    rack, frame = catalog.require("gb300-nvl72"), catalog.require("rack-mgx-48u")
    for tray in ("gb300-nvl72-compute-tray", "nvlink5-switch-tray"):
        assert coolant_joins(frame, catalog.require(tray)) is True
        assert coolant_joins(rack, catalog.require(tray)) is True
    assert coolant_joins(frame, catalog.require("sn6810-ld")) is False
    assert rack.coolant is not None
    assert [one.connector for one in rack.couplings] == ["FD83 of 1 inch", "UQDB04"]
    manifold = catalog.require("manifold-lenovo-gb300")
    assert coolant_joins(manifold, catalog.require("gb300-nvl72-compute-tray")) is True
    assert rack.coolant.liquids == ("PG25", "DI water")


@pytest.mark.parametrize(
    ("kind", "fields", "state"),
    [
        ("node", {"liquid_fraction": 0}, "stated"),
        ("node", {"liquid_fraction": 0.8}, "open"),
        ("node", {"liquid_fraction": 0.8, "couplings": TRAY.couplings}, "stated"),
        ("cdu", {}, "open"),
        ("rear-door", {}, "open"),
        ("cdu", {"couplings": RACK.couplings}, "stated"),
    ],
)
def test_a_connection_is_asked_of_what_a_liquid_cools(
    kind: str, fields: dict[str, object], state: str
) -> None:
    (asked,) = [one for one in ASPECTS if one.title == "coolant connection" and kind in one.kinds]
    assert (
        asked.state(Part.model_validate({"id": "x", "name": "X", "kind": kind, **fields})) == state
    )


def test_couplings_are_facts_that_are_found() -> None:
    assert TRAY.facts()["couplings.supply.connector"] == "UQDB04"
    assert parse("couplings.connector:uqdb04") is not None
