"""Small edits of the signed halls: an expander that follows them wires as one from nothing."""

import pytest

from designer.wiring.network import NetworkExpander, expand_network
from designer.wiring.power import PowerExpander, expand_power
from tests.helpers.edits import neighbours
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.helpers.signed_wirings import told_of_network, told_of_power


@pytest.mark.parametrize("name", DESIGNS)
def test_a_wiring_that_follows_an_edit_is_that_of_the_design(name: str) -> None:
    design = DESIGNS[name]()
    power, network = PowerExpander(CATALOG), NetworkExpander(CATALOG)
    power.expand(design)
    first = network.expand(design)
    for what, after in neighbours(design):
        for one in (after, design):
            went, fresh = power.expand(one), expand_power(one, CATALOG)
            assert list(told_of_power(went)) == list(told_of_power(fresh)), what
            tried = list(told_of_network(network.fork().expand(one)))
            cabled = list(told_of_network(expand_network(one, CATALOG)))
            assert tried == cabled, what
            assert list(told_of_network(network.expand(one))) == cabled, what
        assert power.wired == 0, what
    assert list(told_of_network(first)) == list(told_of_network(expand_network(design, CATALOG)))


def test_a_network_that_an_edit_leaves_alone_is_the_same_object() -> None:
    design, network = DESIGNS["cables by hand"](), NetworkExpander(CATALOG)
    first = network.expand(design)
    assert network.expanded == 2
    assert network.expand(design) is first
    one, *others = design.devices
    renamed = design.evolve(devices=(one.evolve(name="renamed"), *others))
    assert network.expand(renamed) is first
    assert network.expanded == 0
    for name in ("cables", "fabrics"):
        less = design.evolve(**{name: getattr(design, name)[1:]})
        assert network.expand(less) is not first, name
    cables = design.cables
    loose = next(c for c in cables if c.fabric == "lost")
    other = loose.evolve(fabric="found")
    went = network.expand(design.evolve(cables=tuple(other if c is loose else c for c in cables)))
    assert went.loose != first.loose


def test_each_plane_has_pods_of_its_own() -> None:
    """Planes share no switch: what stands in the first pod of one stands in no other's."""
    design = DESIGNS["two planes of split ports"]()
    (fabric,) = design.fabrics
    many = design.evolve(fabrics=(fabric.evolve(planned_nodes=60),))
    places = expand_network(many, CATALOG).fabrics[0].places
    ruled = places.plane >= 0
    pairs = set(zip(places.plane[ruled].tolist(), places.unit[ruled].tolist(), strict=True))
    assert pairs == {(0, 0), (1, 1)}
    assert set(places.tier[ruled].tolist()) == {0, 1}
