"""Designs that differ from a given one by a small edit of every sort."""

from collections.abc import Iterator

from designer.model.design import Design, Waiver

COLLECTIONS = (
    "racks", "devices", "rows", "power", "cords", "loops", "fabrics", "cables", "trays",
    "prices", "spares", "waivers",
)  # fmt: skip


def neighbours(design: Design) -> Iterator[tuple[str, Design]]:
    """Yield neighbours of a design: one record less of each sort, others moved or decided anew."""
    for name in COLLECTIONS:
        records = getattr(design, name)
        if records:
            yield f"a record of {name} less", design.evolve(**{name: records[:-1]})
            yield f"the first of {name} less", design.evolve(**{name: records[1:]})
    site, room = design.site, design.room
    yield (
        "policy",
        design.evolve(site=site.evolve(feed_policy="2N" if site.feed_policy != "2N" else "N")),
    )
    yield "air", design.evolve(site=site.evolve(supply_air_c=31.0))
    yield "floor", design.evolve(room=room.evolve(floor_limit_kpa=3.0))
    if design.racks:
        first, *others = design.racks
        moved = first.evolve(x_mm=first.x_mm + 20_000, cooling="in-row")
        yield "a rack moved", design.evolve(racks=(moved, *others))
        yield (
            "an accepted finding",
            design.evolve(
                waivers=tuple(
                    Waiver(id=key, reason="known")
                    for key in sorted({"D01:dgx-h100", "C23:no-crah"})
                )
            ),
        )
    if design.fabrics:
        one, *rest = design.fabrics
        yield "a fabric of no nodes", design.evolve(fabrics=(one.evolve(nodes=()), *rest))
        other = one.evolve(nodes=(*one.nodes, "store"), rails=one.rails + 1)
        yield "a fabric of more nodes", design.evolve(fabrics=(other, *rest))
    if design.devices:
        last = design.devices[-1]
        yield (
            "a device elsewhere",
            design.evolve(devices=(*design.devices[:-1], last.evolve(rack=design.racks[0].id))),
        )
