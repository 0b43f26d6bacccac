"""Crooked halls with cables by hand, trays of all heights and racks of no known height."""

import random
from collections import Counter
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, RackFigures
from designer.model.design import Cable, Design, Device, Fabric, Rack, Tray
from tests.helpers.crooked_halls import crooked_hall

SILENT = Part(
    id="rack-silent", kind="rack", name="Rack of no known height", width_mm=600,
    rack=RackFigures(units=42),
)  # fmt: skip
CATALOG = load_shipped().overlay([SILENT])
Mode = Literal["overhead", "both", "one height"]
_AIR_UNITS: Final = ("crah", "crac-dx-30")
_FABRIC = Fabric(
    id="ib", name="IB", nodes=("dgx-h100",), rails=8, rate_gbps=400.0, switch="qm9700",
    topology="hand-drawn",
)  # fmt: skip


def crooked_cables(seed: int, mode: Mode, catalog: Catalog = CATALOG) -> Design:
    """Return a hall whose nodes and switches hands have joined at random ports.

    Parameters
    ----------
    mode
        Trays overhead, there and under the floor, or all at one height that is stated.
    """
    chance = random.Random(seed)
    base = crooked_hall(seed, catalog)
    parts = [chance.choice((rack.part,) * 6 + ("rack-silent",)) for rack in base.racks]
    racks = [rack.evolve(part=part, row="") for rack, part in zip(base.racks, parts, strict=True)]
    devices = _devices(chance, [rack for rack in racks if rack.part not in _AIR_UNITS])
    room = base.room.evolve(
        rack_entry=chance.choice(("", "", "", "top", "bottom")),
        cable_loop_m=chance.choice((None, 1.0)), cable_slack_pct=chance.choice((None, 7.0)),
    )  # fmt: skip
    return base.evolve(
        racks=tuple(sorted(racks, key=lambda rack: rack.id)),
        devices=tuple(sorted(devices, key=lambda device: device.id)),
        cables=tuple(_cables(chance, devices)), trays=_trays(chance, racks, mode),
        fabrics=(_FABRIC,), room=room,
    )  # fmt: skip


def _devices(chance: random.Random, racks: list[Rack]) -> list[Device]:
    found = []
    for number, rack in enumerate(racks):
        if number % 2:
            units = 2 * chance.randint(1, 20) + chance.choice((0, 0, 1))
            found.append(
                Device(id=f"node-{rack.id}", name="N", part="dgx-h100", rack=rack.id, half_u=units)
            )
            continue
        for at in range(chance.randint(1, 3)):
            found.append(
                Device(id=f"switch-{rack.id}-{at}", name="S", part="qm9700", rack=rack.id,
                       half_u=2 * (2 + 3 * at), fabric="ib",
                       tier=chance.choice(("leaf", "spine")))
            )  # fmt: skip
    return found


def _cables(chance: random.Random, devices: list[Device]) -> list[Cable]:
    """Return cables between ports that are taken once each; some pinned, some of stated length."""
    nodes = [device.id for device in devices if not device.fabric]
    switches = [device.id for device in devices if device.fabric]
    free = {key: [f"{cage}.{place}" for cage in range(1, 5) for place in (1, 2)] for key in nodes}
    free |= {
        key: [f"{cage}.{place}" for cage in range(1, 33) for place in (1, 2)] for key in switches
    }
    for ports in free.values():
        chance.shuffle(ports)
        if chance.random() < 0.5:
            ports.sort()  # both links of a cage are taken before the next
    pairs = [(node, chance.choice(switches)) for node in nodes for _ in range(chance.randint(1, 5))]
    pairs += [
        (one, two)
        for one in switches
        for two in chance.sample(switches, min(len(switches), 3))
        if one != two
        for _ in range(chance.randint(1, 2))
    ]
    return [
        Cable(
            id=f"k{at:03}", fabric="ib", a=a, b=b, a_port=free[a].pop(0), b_port=free[b].pop(0),
            length_m=chance.choice((None,) * 9 + (7.5,)),
            part=chance.choice(("",) * 12 + ("fiber-mpo12-smf", "aoc-osfp-2x200g")),
        )
        for at, (a, b) in enumerate(pairs)
    ]  # fmt: skip


def _trays(chance: random.Random, racks: list[Rack], mode: Mode) -> tuple[Tray, ...]:
    left, right = min(r.x_mm for r in racks) - 500, max(r.x_mm for r in racks) + 1500
    top, bottom = min(r.y_mm for r in racks) - 800, max(r.y_mm for r in racks) + 2000
    found = []
    for number in range(chance.randint(2, 6)):
        under = mode == "both" and chance.random() < 0.5
        height = chance.choice((None, 400) if under else (None, None, 2600, 3000))
        if mode == "one height":
            height = 2700
        x, y = chance.randrange(left, right, 100), chance.randrange(top, bottom, 100)
        corners = chance.choice((
            ((left, y), (right, y)), ((x, top), (x, bottom)), ((left, y), (right, y)),
            ((x, top), (x, bottom)), ((left, top), (right, top), (right, bottom)),
            ((left, top), (right, bottom)),
        ))  # fmt: skip
        found.append(
            Tray(id=f"t{number}", kind="underfloor" if under else "overhead", corners=corners,
                 height_mm=height)
        )  # fmt: skip
    return tuple(found)


def two_rails(seed: int) -> Design:
    """Return such a hall with trays overhead, of nodes with two links at most."""
    design = crooked_cables(seed, "overhead")
    kept: list[Cable] = []
    laid: Counter[str] = Counter()
    for cable in design.cables:
        laid[cable.a] += 1
        if not cable.a.startswith("node"):
            kept.append(cable)
        elif laid[cable.a] <= 2:
            kept.append(cable.evolve(a_port=f"1.{laid[cable.a]}"))
    fabric = _FABRIC.evolve(rails=2)
    return design.evolve(cables=tuple(kept), fabrics=(fabric,))
