"""A hall for whole reports whose fabric hands have laid: crooked ways, off trays, unknown watts.

Nodes and switches have twin cages. Fibre on multimode ends at 30 m; beyond it goes single-mode,
whose modules state no watts. One rack stands off all trays and one has no known height; trays hang
at a stated height and at none. Cages hold a link up beside a link down, a part by hand and its
neighbour; one part by hand does not fit, one is too short, one length is stated; a node and a
switch have no link.
"""

from typing import Final

from designer.catalog.cable_figures import CableFigures
from designer.catalog.figures import PortGroup, Psu
from designer.catalog.part import Part, Price
from designer.model.design import Cable, Design, Fabric, Room, Site, Tray
from tests.helpers.signed_designs import TWO, hall, stand
from tests.helpers.signed_parts import CATALOG as PLAIN

_OSFP: Final = {"rate_gbps": 400.0, "connector": "OSFP"}


def _price(dollars: int) -> tuple[Price, ...]:
    return (Price(amount_cents=dollars * 100, as_of="2026-06", source="t", kind="assumed"),)


def _ports(name: str, purpose: str, count: int) -> tuple[PortGroup, ...]:
    return (
        PortGroup(name=name, purpose=purpose, kind="infiniband", count=count, cages=count // 2,
                  **_OSFP),
    )  # type: ignore[arg-type]  # words of a port  # fmt: skip


def _module(key: str, medium: str, optics: str, watts: float | None, dollars: int) -> Part:
    cable = CableFigures(
        medium=medium, links=2, length_max_m=500.0, optics=optics, fibre="MPO-12", **_OSFP
    )  # type: ignore[arg-type]  # words of a cable
    return Part(id=key, kind="transceiver", name=key, power_max_w=watts, power_typical_w=watts,
                cable=cable, prices=_price(dollars))  # fmt: skip


PARTS: Final = (
    Part(
        id="twin-node", kind="node", name="Node", height_half_u=8, depth_mm=900, mass_kg=60,
        power_max_w=6_000, power_typical_w=4_000, gpus=8, nodes=1, liquid_fraction=0,
        psu=Psu(count=4, rating_w=2_500, inlet="C20"), ports=_ports("c", "compute", 8),
    ),
    Part(
        id="twin-switch", kind="switch", name="Switch", height_half_u=2, depth_mm=600, mass_kg=12,
        power_max_w=1_700, power_typical_w=1_000, power_passive_w=700,
        psu=Psu(count=2, rating_w=2_000, inlet="C14"), ports=_ports("f", "fabric", 16),
    ),
    _module("sr4", "MMF", "SR4", 17.0, 800),
    _module("dr4", "SMF", "DR4", None, 1_500),
    Part(
        id="om4", kind="cable", name="OM4", prices=_price(100),
        cable=CableFigures(medium="MMF", rate_gbps=400.0, length_max_m=30.0, fibre="MPO-12",
                           lengths_m=(3.0, 5.0, 10.0, 20.0, 30.0), grade="OM4", diameter_mm=3.0,
                           kg_per_m=0.009),
    ),
    Part(
        id="os2", kind="cable", name="OS2", prices=_price(120),
        cable=CableFigures(medium="SMF", rate_gbps=400.0, length_max_m=500.0, fibre="MPO-12",
                           grade="OS2"),
    ),
    Part(
        id="dac", kind="cable", name="DAC", power_max_w=0.1, prices=_price(400),
        cable=CableFigures(medium="DAC", length_max_m=3.0, lengths_m=(1.0, 2.0, 3.0), links=2,
                           diameter_mm=9.4, kg_per_m=0.045, **_OSFP),
    ),
)  # type: ignore[arg-type]  # words of a cable  # fmt: skip
CATALOG: Final = PLAIN.overlay(PARTS)

_FABRIC: Final = Fabric(
    id="ib", name="By hand", nodes=("twin-node",), rails=4, rate_gbps=400.0, switch="twin-switch",
    topology="hand-drawn",
)  # fmt: skip
_CABLES: Final = (
    # a, its port, b, its port, part, stated length
    ("a-0", "1.1", "s-0", "1.1", "", None), ("a-0", "1.2", "s-0", "1.2", "", None),
    ("a-0", "2.1", "s-1", "1.1", "", None), ("a-0", "2.2", "s-1", "2.1", "", None),
    ("b-0", "1.1", "s-0", "2.1", "dr4", None), ("b-0", "1.2", "s-1", "1.2", "", None),
    ("b-0", "2.1", "s-2", "1.1", "", 12.5),
    ("far-0", "1.1", "s-0", "3.1", "", None), ("far-0", "1.2", "s-1", "3.1", "", None),
    ("far-0", "2.1", "s-2", "2.1", "om4", None),
    ("low-0", "1.1", "s-2", "3.1", "dac", None), ("low-0", "1.2", "s-0", "4.1", "", None),
    ("s-0", "5.1", "s-1", "5.1", "", None), ("s-1", "5.2", "s-0", "5.2", "", None),
    ("s-0", "6.1", "s-2", "5.1", "", None), ("s-2", "5.2", "s-1", "6.1", "", None),
)  # fmt: skip


def by_hand() -> Design:
    """Return the hall."""
    switches = tuple(f"twin-switch@{1 + 2 * n}#ib.leaf" for n in range(4))
    return hall(
        stand("a", "twin-node@3", *TWO, x=3000), stand("b", "twin-node@20", *TWO, x=4200),
        stand("far", "twin-node@3", *TWO, x=42_000, y_mm=9000),
        stand("idle", "twin-node@3", *TWO, x=7200),
        stand("low", "twin-node@5", f"{TWO[0]}", part="rack-silent", x=9000, y_mm=20_000),
        stand("s", *switches, *TWO, x=6000),
        fabrics=(_FABRIC,),
        cables=tuple(
            Cable(id=f"k{at:02}", fabric="ib", a=a, b=b, a_port=ap, b_port=bp, part=part,
                  length_m=long)
            for at, (a, ap, b, bp, part, long) in enumerate(_CABLES)
        ),
        trays=(
            Tray(id="t1", name="Along", corners=((2000, 4600), (45_000, 4600)), width_mm=300,
                 depth_mm=54),
            Tray(id="t2", name="Across", corners=((42_300, 4600), (42_300, 12_000)),
                 height_mm=3000),
        ),
        room=Room(outline=((0, 0), (48_000, 0), (48_000, 24_000), (0, 24_000)), patch_panels=1,
                  floor_limit_kpa=12.0),
        site=Site(switch_power="as-cabled", currency="USD"),
    )  # fmt: skip
