"""Taking a whole part out of the catalogue never narrows a result, and makes no new error."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from designer.catalog.kinds import kind_of
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.findings import Finding
from designer.engine.report import Report
from designer.model.design import Design, Device, Fabric, Loop, PowerNode, Rack, Room, Site
from designer.model.figures import Figure, exact
from designer.model.measured import Measured

SEEDS = (1, 5, 8)
LOST = "part-of-nobody"
SLACK = 1e-9

_CHOICES = {
    "node": ("dgx-h100", "dgx-a100", "dell-xe9680-h100"),
    "storage": ("ddn-es400nvx2", "weka-node"),
    "rear-door": ("rdhx", "rdhx-passive"),
    "rack-pdu": ("pdu-415v-60a-3ph", "pdu-400v-63a-3ph"),
    "cdu": ("cdu-row", "cdu-coolchip-600"),
    "in-rack cdu": ("cdu-in-rack-80", "cdu-in-rack-100"),
    "crah": ("crah",),
    "in-row": ("in-row-300", "in-row-crv-50"),
    "immersion": ("immersion-smartpodx", "immersion-datatank-48u"),
    "rack": ("rack-48u", "rack-52u"),
    "rack-system": ("gb200-nvl72",),
    "switch": ("qm9700",),
    "server": ("mgmt-server",),
    "appliance": ("ufm-appliance",),
    "power-shelf": ("power-shelf-hpr-33", "power-shelf-nvl72-110"),
    "rack-ups": ("ups-eaton-9px3000",),
    "dry-cooler": ("dry-cooler-bac-s8013",),
    "cooling-tower": ("tower-evapco-at-33", "tower-evapco-at-5141"),
    "chiller": ("chiller-carrier-30xw-p-1012", "chiller-carrier-30rb390"),
}
"""Parts of every sort that may stand in a hall, of which each takes one."""


def in_rack(rack: str, *stands: tuple[str, str, int], strips: str) -> list[Device]:
    """Return the devices of a rack, with a rack PDU on each of two feeds."""
    found = [
        Device(id=f"{rack}-{name}", name=name, part=part, rack=rack, half_u=half_u)
        for name, part, half_u in stands
    ]
    return found + [
        Device(id=f"{rack}-{feed}", name=feed, part=strips, rack=rack, face="zero-u", feed=feed)
        for feed in "AB"
    ]


@cache
def hall(seed: int) -> Design:
    """Return a hall with a part of every sort, and with rules of the site drawn by chance."""
    dice = Random(seed)
    one = {sort: dice.choice(parts) for sort, parts in _CHOICES.items()}
    on_floor = {
        "R": one["rack"], "D": one["rack"], "B": "rack-mgx-48u",
        "T": one["immersion"], "N": one["rack-system"],
        "C": one["cdu"], "H": one["crah"], "I": one["in-row"],
    }  # fmt: skip
    devices = [
        *in_rack("R", ("n", one["node"], 2), ("s", one["storage"], 24), ("x", one["switch"], 60),
                 ("f", "patch-fs-fhd-1u", 50),
                 ("c", one["in-rack cdu"], 70), strips=one["rack-pdu"]),
        *in_rack("D", ("n", one["node"], 2), ("r", "reserved-1u", 40), strips=one["rack-pdu"]),
        *in_rack("T", ("m", one["server"], 2), ("u", one["appliance"], 6), strips=one["rack-pdu"]),
        *in_rack("B", ("n", "dgx-b300-busbar", 40), ("b", "bbu-shelf-hpr-33", 30),
                 strips=one["rack-pdu"]),
        *(
            Device(id=f"B-s{f}", name=f, part=one["power-shelf"], rack="B", half_u=at, feed=f)
            for at, f in ((2, "A"), (10, "B"))
        ),
        Device(id="D-ups", name="ups", part=one["rack-ups"], rack="D", half_u=60, feed="A"),
        Device(id="D-door", name="door", part=one["rear-door"], rack="D", face="door"),
        Device(id="T-door", name="door", part=one["rear-door"], rack="T", face="door"),
    ]  # fmt: skip
    fabric = Fabric(id="f", name="Compute", nodes=(one["node"],), switch=one["switch"], rails=8,
                    rate_gbps=400)  # fmt: skip
    return Design(
        room=Room(
            outline=((0, 0), (40000, 0), (40000, 12000), (0, 12000)), floor_limit_kpa=20.0,
            containment=dice.choice(("none", "cold", "hot")),
        ),
        site=Site(
            feed_policy=dice.choice(("N+1", "2N")), supply_air_c=dice.choice((None, 24.0)),
            utilisation=dice.choice((0.3, 1.0)), design_dry_bulb_c=35.0, design_wet_bulb_c=22.0,
            heat_rejection=dice.choice(("", "dry-cooler", "cooling-tower")),
        ),
        power=tuple(PowerNode(id=feed, capacity_kw=dice.choice((120.0, 400.0))) for feed in "AB"),
        racks=tuple(
            Rack(id=key, name=key, part=part, x_mm=1200 + 4000 * at, y_mm=4000,
                 feeds=("A", "B") if key in "NCHI" else ())
            for at, (key, part) in enumerate(sorted(on_floor.items()))
        ) + tuple(
            Rack(id=f"Y{at}", name=f"Y{at}", part=one[kind], x_mm=-40_000 + 8000 * at, y_mm=0)
            for at, kind in enumerate(("dry-cooler", "cooling-tower", "chiller"))
        ),
        devices=tuple(sorted(devices, key=lambda device: device.id)),
        fabrics=(fabric,),
        loops=(Loop(id="L", units=("C",)),) if dice.random() < 0.5 else (),
    )  # fmt: skip


@cache
def shown(seed: int) -> Report:
    return evaluate(hall(seed), load_shipped())


def parts_of(design: Design) -> list[str]:
    return sorted({rack.part for rack in design.racks} | {one.part for one in design.devices})


def without(design: Design, part: str) -> Design:
    """Return a design that names a part of no catalogue wherever it named this one."""
    return design.evolve(
        racks=tuple(r.evolve(part=LOST) if r.part == part else r for r in design.racks),
        devices=tuple(d.evolve(part=LOST) if d.part == part else d for d in design.devices),
        fabrics=tuple(
            f.evolve(
                nodes=tuple(LOST if node == part else node for node in f.nodes),
                switch=LOST if f.switch == part else f.switch,
            )
            for f in design.fabrics
        ),
    )


def cases() -> Iterator[Any]:
    for seed in SEEDS:
        for part in parts_of(hall(seed)):
            yield pytest.param(seed, part, id=f"{seed}-{part}")


_NOT_FIGURES = {
    # Which of several limits binds, and the method that takes the air, may change.
    "stranded_kw", "cooling_capacity_kw", "unknown_figures",
    # A lack is as large as what is known to stand.
    "unpriced",
}  # fmt: skip


def records(report: Report) -> Iterator[tuple[str, Measured]]:
    yield from (
        ("totals", report.totals), ("facility", report.facility), ("storage", report.storage),
        ("cost", report.cost), ("cables", report.cables),
    )  # fmt: skip
    for kind, ones in (("rack", report.racks), ("fabric", report.fabrics)):
        yield from ((f"{kind} {one.id}", one) for one in ones)
    yield from ((f"feed {feed.id}", feed) for feed in report.power.feeds)
    yield from ((f"category {line.category}", line) for line in report.cost.by_category)


def figures(report: Report) -> dict[tuple[str, str], Figure]:
    """Return every number of a report that is known or has bounds, by where it stands."""
    found: dict[tuple[str, str], Figure] = {}
    for where, record in records(report):
        for name in type(record).model_fields:
            value = getattr(record, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if (number or record.bound(name) is not None) and name not in _NOT_FIGURES:
                found[where, name] = record.figure(name)
    return found


def encloses(new: Figure, old: Figure) -> bool:
    return new.low <= old.low + SLACK * abs(old.low) and new.high >= old.high * (1 - SLACK)


def errors(report: Report) -> list[Finding]:
    return [check for check in report.checks if check.severity == "error"]


def same(one: Finding, other: Finding) -> bool:
    """Return whether two findings are of one rule and may be about one place."""
    apart = one.where and other.where and set(one.where).isdisjoint(other.where)
    return one.rule == other.rule and not apart


def test_halls_hold_a_part_of_every_kind_that_is_placed() -> None:
    catalog = load_shipped()
    placed = {part.kind for part in catalog.parts if kind_of(part).placed_by_hand}
    # A panel uses no units; a part that no catalogue has is taken for one that does.
    placed.remove("blank")
    for seed in SEEDS:
        assert {catalog.require(part).kind for part in parts_of(hall(seed))} == placed


@pytest.mark.parametrize(("seed", "part"), list(cases()))
def test_hiding_a_part(seed: int, part: str) -> None:
    before, after = shown(seed), evaluate(without(hall(seed), part), load_shipped())
    hidden = dict(records(after))
    narrowed = [
        f"{where}: {name}: {old.low:g}–{old.high:g} became {new.low:g}–{new.high:g}"
        for (where, name), old in figures(before).items()
        # What a reader does not find is none.
        if not encloses(new := hidden[where].figure(name) if where in hidden else exact(0.0), old)
    ]
    assert narrowed == []
    new_errors = [
        check.message
        for check in errors(after)
        if check.rule != "D02" and not any(same(check, one) for one in errors(before))
    ]
    assert new_errors == []
