"""The ways of cables on the plan: bundles on trays, drops, and straight ways without trays."""

from functools import cache

from designer.catalog.load import load_shipped
from designer.engine.cable_ways import CableWays
from designer.engine.evaluate import Evaluator
from designer.model.design import Design, Tray
from designer.planning.templates import build

SHIPPED = load_shipped()
RING = Tray(
    id="ring", name="Ring", width_mm=300, depth_mm=100,
    corners=((3000, 1500), (9000, 1500), (9000, 5700), (3000, 5700), (3000, 1500)),
)  # fmt: skip


@cache
def pod(*trays: Tray) -> Design:
    """Return the template's hall with these trays in place of those that it hangs itself."""
    plain = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    return plain.evolve(trays=trays)


@cache
def asked(design: Design, *fabrics: str) -> CableWays:
    found = Evaluator(SHIPPED).answer(design, "cables", "ways", {"fabrics": fabrics})
    assert isinstance(found, CableWays)
    return found


def test_without_trays_all_that_leaves_a_rack_goes_straight() -> None:
    ways = asked(pod())
    assert ways.bundles == ()
    assert ways.drops == ()
    assert ways.left_out == 0
    counts = {one.fabric: one.cables for one in ways.fabrics}
    assert ways.cables == sum(counts.values())
    assert 0 < sum(one.cables for one in ways.straight) <= ways.cables
    assert [one.cables for one in ways.straight] == sorted(
        (one.cables for one in ways.straight), reverse=True
    )
    racks = {rack.id for rack in pod().racks}
    assert all({one.a, one.b} <= racks for one in ways.straight)


def test_on_trays_each_cable_drops_at_both_its_racks() -> None:
    ways = asked(pod(RING))
    assert ways.straight == ()
    between = sum(one.cables for one in asked(pod()).straight)
    assert sum(one.cables for one in ways.drops) == 2 * between
    assert all(one.cables == one.of_all for one in ways.bundles)
    assert max(one.cables for one in ways.bundles) < between
    assert {one.tray for one in ways.bundles} == {"ring"}


def test_one_fabric_is_shown_beside_what_all_take() -> None:
    every, compute = asked(pod(RING)), asked(pod(RING), "compute")
    assert compute.cables == next(o.cables for o in every.fabrics if o.fabric == "compute")
    assert compute.fabrics == every.fabrics
    pairs = list(zip(compute.bundles, every.bundles, strict=True))
    assert all(some.cables <= all_.cables == some.of_all for some, all_ in pairs)
    assert any(some.cables < all_.cables for some, all_ in pairs)
    assert asked(pod(RING), "-").cables == 0
    parts = [asked(pod(RING), one.fabric).cables for one in every.fabrics]
    assert sum(parts) == every.cables


def test_a_design_without_fabrics_has_no_ways() -> None:
    assert asked(Design(name="empty")) == CableWays()
