"""C02 along each contained aisle: in-row units serve the aisle that they stand along."""

import pytest

from designer.catalog.entry import Provenance
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PowerNode, Rack, Room, Row, Site

ROOM = ((0, 0), (30_000, 0), (30_000, 20_000), (0, 20_000))
UNIT = "in-row-300"
SEEN = (Provenance(fields=("*",), source="invented", kind="assumed"),)


def hall(
    units: tuple[int, ...], part: str = UNIT, containment: str = "cold", loads: int = 4,
    others: tuple[str, ...] = (), node: str = "dgx-h100", **site: object,
) -> Design:  # fmt: skip
    """Two cold aisles, each between two rows of racks with a node; `units` stand along each."""
    racks: list[Rack] = []
    devices: list[Device] = []
    for aisle, number in enumerate(units):
        for side, rotation in enumerate((180, 0)):
            y = 2000 + aisle * 8000 + side * 2400
            row = f"{'ABCD'[aisle * 2 + side]}"
            for at in range(loads):
                key = f"{row}{at}"
                racks.append(
                    Rack(id=key, name=key, part="rack-48u", row=row, rotation=rotation,
                         x_mm=2000 + 600 * at, y_mm=y)  # type: ignore[arg-type]  # one of four
                )  # fmt: skip
                devices.append(Device(id=f"n-{key}", name=key, part=node, rack=key, half_u=6))
            if side == 0:
                racks += [
                    Rack(id=f"{row}u{at}", name=f"{row}u{at}", part=part, row=row, rotation=180,
                         x_mm=2000 + 600 * loads + 300 * at, y_mm=y)
                    for at in range(number)
                ]  # fmt: skip
    for at, other in enumerate(others):
        racks.append(
            Rack(id=f"o{at}", name=f"o{at}", part=other, x_mm=20_000, y_mm=2000 + at * 3000)
        )
    return Design(
        site=Site(**site),  # type: ignore[arg-type]  # fields by name
        room=Room(outline=ROOM, containment=containment),  # type: ignore[arg-type]  # one of three
        rows=tuple(Row(id=row, name=row) for row in "ABCD"[: 2 * len(units)]),
        racks=tuple(sorted(racks, key=lambda rack: rack.id)),
        devices=tuple(sorted(devices, key=lambda device: device.id)),
    )


def said(design: Design, *parts: Part) -> tuple[Report, set[str]]:
    report = evaluate(design, load_shipped().overlay(parts))
    keys = {check.key for check in report.checks if check.rule == "C02"}
    return report, {key for key in keys if "aisle:" in key}


def test_units_along_one_aisle_do_nothing_for_another() -> None:
    """8 nodes draw 15,016 m³/h along each aisle; a unit moves 4,500, and one may be lost."""
    report, keys = said(hall((5, 5)))
    assert keys == set()
    report, keys = said(hall((8, 2)))
    assert keys == {"C02:aisle:C0"}
    (told,) = [check for check in report.checks if check.key == "C02:aisle:C0"]
    assert told.severity == "error"
    assert "racks draw 15,016 m³/h, 2 in-row units less one move 4,500 m³/h" in told.message
    assert set(told.where) == {*(f"C{i}" for i in range(4)), *(f"D{i}" for i in range(4)),
                               "Cu0", "Cu1"}  # fmt: skip


def test_an_aisle_without_a_unit_is_told() -> None:
    report, keys = said(hall((10, 0)))
    assert keys == {"C02:aisle:C0"}
    (told,) = [check for check in report.checks if check.key == "C02:aisle:C0"]
    assert "no in-row unit stands along it" in told.message


@pytest.mark.parametrize(
    "changes", [{"containment": "none"}, {"others": ("crah",)}, {"part": "crah"}]
)
def test_where_the_air_of_the_room_is_one_no_aisle_is_judged(changes: dict[str, object]) -> None:
    _, keys = said(hall((10, 0), **changes))  # type: ignore[arg-type]  # by name
    assert keys == set()


def test_a_bypass_and_a_unit_that_is_removed_never_help() -> None:
    assert said(hall((5, 5)))[1] == set()
    assert said(hall((5, 5), air_bypass=0.5))[1] >= {"C02:aisle:A0", "C02:aisle:C0"}
    for number in range(5):
        assert "C02:aisle:C0" in said(hall((5, number)))[1]


def test_air_that_nobody_states_leaves_it_open() -> None:
    silent = Part(
        id="silent", kind="node", name="Silent", height_half_u=10, power_max_w=10_000,
        liquid_fraction=0, provenance=SEEN,
    )  # fmt: skip
    _, keys = said(hall((5, 5), node="silent"), silent)
    assert "C02:open:aisle:C0" in keys


def on_feeds(design: Design, *turns: tuple[str, ...]) -> Design:
    """Return a hall of feeds A and B of which one may be lost, with its units by turns on some."""
    units = [rack for rack in design.racks if rack.part == UNIT]
    feeds = {rack.id: turns[at % len(turns)] for at, rack in enumerate(units)}
    return design.evolve(
        power=(PowerNode(id="A", volts=415), PowerNode(id="B", volts=415)),
        racks=tuple(r.evolve(feeds=feeds.get(r.id, ())) for r in design.racks),
        site=design.site.evolve(feed_policy="N+1"),
    )


def after_a_feed(design: Design, *parts: Part) -> dict[str, str]:
    report = evaluate(design, load_shipped().overlay(parts))
    assert not report.not_computed
    return {check.key: check.message for check in report.checks if "aisle-feed" in check.key}


def test_the_units_along_an_aisle_outlive_a_feed() -> None:
    """Five units move 22,500 m³/h for 15,016; of three on A and two on B, A leaves 9,000."""
    assert after_a_feed(on_feeds(hall((5, 5)), ("A", "B"))) == {}
    found = after_a_feed(on_feeds(hall((5,)), ("A",), ("B",)))
    assert set(found) == {"C02:aisle-feed:A0"}
    assert (
        "losing feed A leaves in-row units that move 9,000 m³/h for 15,016 m³/h"
        in (found["C02:aisle-feed:A0"])
    )


def test_air_of_racks_whose_doors_lose_their_power_is_asked_of_the_aisle() -> None:
    """Doors give the air back; without power nobody says how much: up to 15,016 m³/h for 13,500."""
    rdhx = load_shipped().require("rdhx")
    one_cord = rdhx.evolve(
        id="door-one", name="Door", psu=Psu(count=1, rating_w=2000, inlet="C14"), provenance=SEEN
    )
    design = on_feeds(hall((3,)), ("A", "B"))
    racks = [rack.id for rack in design.racks if rack.part == "rack-48u"]
    doors = [Device(id=f"d-{r}", name=r, part="door-one", rack=r, face="door") for r in racks]
    strips = [
        Device(id=f"p-{r}-{f}", name=r, part="pdu-415v-60a-3ph", rack=r, face="zero-u", feed=f)
        for r in racks for f in "AB"
    ]  # fmt: skip
    made = design.evolve(devices=tuple(
        sorted((*design.devices, *doors, *strips), key=lambda one: one.id)
    ))  # fmt: skip
    found = after_a_feed(made, one_cord)
    assert set(found) == {"C02:open:aisle-feed:A0"}
    (text,) = found.values()
    assert "13,500 m³/h for ≤ 15,016 m³/h that racks draw, as the rear doors of" in text
    enough = after_a_feed(made.evolve(site=made.site.evolve(feed_policy="N")), one_cord)
    assert enough == {}
