"""A fabric as `ibnetdiscover` prints it: every link from both ends, by names and numbers."""

import re

import pytest

from designer.catalog.load import load_shipped
from designer.io.export.ibnetdiscover import ibnetdiscover_text, speed_words, topology_text
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from tests.helpers import small_radix
from tests.helpers.opensm import adapters_of, links_of

SHOP = load_shipped()


def test_every_link_is_told_from_both_ends() -> None:
    design = small_radix.drawn(12, 4)
    text = ibnetdiscover_text(design, small_radix.catalog(4))
    links = links_of(text)
    wiring = small_radix.wiring(design, 4)
    assert len(links) == 2 * len(list(wiring.cables()))
    assert all(links[there] == here for here, there in links.items())
    assert len(adapters_of(text)) == 12


def test_ports_and_names_are_those_of_the_design() -> None:
    text = ibnetdiscover_text(small_radix.drawn(4, 4), small_radix.catalog(4))
    assert re.search(r'^Switch\t4 "S-10[0-9a-f]{14}"\t\t# "leaf-0" base port 0', text, re.MULTILINE)
    assert re.search(
        r'^\[1\]\t"H-20[0-9a-f]{14}"\[1\].*# "host-0 HCA-1" lid 0 4xNDR', text, re.MULTILINE
    )


def test_numbers_are_those_of_the_thing_whatever_stands_beside_it() -> None:
    def number_of(design: Design) -> str:
        text = ibnetdiscover_text(design, small_radix.catalog(8))
        found = re.search(r'"(H-[0-9a-f]+)"\t\t# "host-3 HCA-1"', text)
        assert found is not None
        return found[1]

    assert number_of(small_radix.drawn(8, 8)) == number_of(small_radix.drawn(20, 8))


def test_each_rail_is_an_adapter_with_a_port_in_each_plane() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHOP)
    text = ibnetdiscover_text(design, SHOP)
    assert len(adapters_of(text)) == 31 * 8
    assert '# "dgx-A01-1 HCA-8"' in text


def test_a_cable_by_hand_is_told_as_any_other() -> None:
    design = small_radix.drawn(3, 8)
    laid = design.evolve(cables=(Cable(id="c", a="host-00000", b="leaf-0000", b_port="8"),))
    wiring = expand_network(laid, small_radix.catalog(8)).fabrics[0]
    assert len(links_of(topology_text(wiring))) == 2 * len(list(wiring.cables()))


@pytest.mark.parametrize(
    ("rate", "split", "words"),
    [(400, 1, "4xNDR"), (200, 2, "2xNDR"), (200, 1, "4xHDR"), (800, 1, "4xXDR"), (100, 1, "4xEDR"),
     (123, 1, "123Gbps")],
)  # fmt: skip
def test_speeds_are_told_as_the_field_does(rate: float, split: int, words: str) -> None:
    assert speed_words(rate, split) == words


@pytest.mark.parametrize(
    ("fabric", "why"),
    [("nobody", "there is no fabric 'nobody'; fabrics are"), ("in-band", "no InfiniBand fabric")],
)
def test_a_fabric_that_cannot_be_told_is_refused(fabric: str, why: str) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHOP)
    with pytest.raises(ValueError, match=why):
        ibnetdiscover_text(design, SHOP, fabric=fabric)


def test_a_design_without_a_link_has_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="no InfiniBand fabric with a link"):
        ibnetdiscover_text(Design(), SHOP)
