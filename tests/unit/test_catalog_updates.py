"""Differences between a design's parts and the catalogue of today."""

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price, Provenance
from designer.catalog.part import Part, Psu
from designer.catalog.updates import differences, updates

SAID = Provenance(fields=("*",), source="sheet", kind="vendor")
OLD = Part(id="box", kind="node", name="Box", power_max_w=100, provenance=(SAID,))


def test_every_changed_fact_is_named_with_its_source():
    new = OLD.evolve(power_max_w=120, mass_kg=9, psu=Psu(count=2))
    found = {d.field: (d.old, d.new, d.source) for d in differences(OLD, new)}
    assert found == {
        "power_max_w": (100, 120, SAID),
        "mass_kg": (None, 9, SAID),
        "psu.count": (None, 2, SAID),
    }


def test_what_is_no_longer_known_is_a_difference():
    (difference,) = differences(OLD, OLD.evolve(power_max_w=None))
    assert (difference.field, difference.old, difference.new) == ("power_max_w", 100, None)


def test_prices_and_names_count():
    price = Price(amount_cents=500, as_of="2026-06", source="shop", kind="guide")
    found = {d.field: d.new for d in differences(OLD, OLD.evolve(name="Crate", prices=(price,)))}
    assert found == {"name": "Crate", "prices": (price,)}


def test_another_source_alone_is_one_difference():
    new = OLD.evolve(provenance=(SAID.evolve(source="other sheet"),))
    assert [d.field for d in differences(OLD, new)] == ["provenance"]


def test_only_used_parts_that_differ_are_updates():
    same = Part(id="same", kind="rack", name="Same")
    gone = Part(id="gone", kind="rack", name="Gone")
    newer = OLD.evolve(power_max_w=120)
    found = updates([OLD, same, gone], Catalog([newer, same]))
    assert [(u.old, u.new) for u in found] == [(OLD, newer)]
    assert updates([newer], Catalog([newer])) == ()
