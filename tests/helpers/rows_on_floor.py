"""Rows of racks for tests of aisles and of what containment closes."""

from designer.catalog.aisles import aisles
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack, Room


def two_rows(upper: int, lower: int, gap_mm: int = 1200, **room: object) -> Design:
    racks = [
        Rack(
            id=f"{row}{i}", name=f"{row}{i}", part="rack-48u", row=row, rotation=rotation,
            x_mm=800 * i, y_mm=y,
        )
        for row, rotation, y in (("a", upper, 0), ("b", lower, 1200 + gap_mm))
        for i in range(3)
    ]  # fmt: skip
    return Design(racks=tuple(racks), room=Room(**room))


def rows_of(*rows: tuple[str, int, int, int, int]) -> Design:
    """Return rows of racks of 800 by 1,200 mm: name, facing, left edge, top edge, racks."""
    return Design(
        racks=tuple(
            Rack(
                id=f"{row}{n}", name="", part="rack-48u", row=row, rotation=rotation,
                x_mm=left + 800 * n, y_mm=top,
            )
            for row, rotation, left, top, count in rows
            for n in range(count)
        )
    )  # fmt: skip


def lying(design: Design, catalog: Catalog) -> list[tuple[str, int, int, int, int]]:
    return [
        (a.kind, a.x_mm, a.y_mm, a.x_mm + a.width_mm, a.y_mm + a.depth_mm)
        for a in aisles(design, catalog)
    ]


def hall_of_four(catalog: Catalog, **moved: tuple[int, int]) -> Design:
    """Four rows A to D of ten racks, two cold aisles of 1.2 m, and racks that stand elsewhere."""
    design = rows_of(("A", 180, 0, 0, 10), ("B", 0, 0, 2400, 10), ("C", 180, 0, 5400, 10),
                     ("D", 0, 0, 7800, 10))  # fmt: skip
    racks = (
        rack.evolve(x_mm=moved[rack.id][0], y_mm=moved[rack.id][1]) if rack.id in moved else rack
        for rack in design.racks
    )
    return design.evolve(racks=tuple(racks), room=Room(containment="cold"))
