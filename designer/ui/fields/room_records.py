"""The lists of the room: feeds and obstacles."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import put_feed, put_obstacle, remove_feed, remove_obstacle
from designer.document.edits.naming import fresh_id, slug
from designer.document.errors import EditError
from designer.engine.report import Report
from designer.model.design import Design, Obstacle, PowerNode
from designer.model.feed_words import kind_in_words, names_in_power, words_in_power
from designer.model.figure_words import UNKNOWN
from designer.model.plural import plural
from designer.ui.fields.field import Field
from designer.ui.fields.power_fields import power_fields
from designer.ui.fields.record_kind import Lines, RecordKind


def feeds(catalog: Catalog) -> RecordKind:
    """Return the list of the room's feeds."""
    return RecordKind(
        title="Feeds",
        one="feed",
        lead="Feeds of the room and what is upstream of them. Each rack PDU names the feed it "
        "hangs on; what the rest carries after one is lost follows from that.",
        lines=lambda design: _feed_lines(design, catalog),
        fields=_feed_fields,
        remove=remove_feed,
        ask="Letter or short name",
        suggest=lambda design: next(
            (c for c in "ABCDEFGHJKLMNPQRSTUVWXYZ" if all(f.id != c for f in design.power)), ""
        ),
        add=_add_feed,
        explain=_feed_use,
        called=lambda design, key: words_in_power(design.power)[key],
    )


def _feed_lines(design: Design, catalog: Catalog) -> Lines:
    names = names_in_power(design.power)
    return [
        (node.id, " · ".join((names[node.id], *_kind(node), _capacity(node, catalog))))
        for node in (*design.feeds, *(n for n in design.power if n.kind != "feed"))
    ]


def _kind(node: PowerNode) -> tuple[str, ...]:
    """Return what a record upstream of the feeds is; nothing where its name says it."""
    said = (node.name or node.id).casefold().startswith(node.kind)
    return () if said or node.kind == "feed" else (kind_in_words(node.kind),)


def _capacity(feed: PowerNode, catalog: Catalog) -> str:
    """Return what a record carries: as it states it, else by its part."""
    if feed.capacity_kw is not None:
        return f"{feed.capacity_kw:,g} kW"
    if feed.capacity_kva is not None:
        return f"{feed.capacity_kva:,g} kVA"
    part = catalog.get(feed.part) if feed.part else None
    ups, generator = (part.ups, part.generator) if part else (None, None)
    rated = (ups.rated_kw if ups else None) or (generator.prime_kw if generator else None)
    if rated is None and generator is not None and generator.standby_kw is not None:
        return f"{generator.standby_kw * (feed.modules or 1):,g} kW standby by its part"
    if rated is None:
        return f"capacity {UNKNOWN}"
    return "by its part and modules" if feed.modules else f"{rated:,g} kW by its part"


def _feed_fields(design: Design, key: str) -> list[Field]:
    return power_fields(next(node for node in design.power if node.id == key))


def _add_feed(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
    if not text:
        raise EditError("a feed needs a letter or a short name")
    if any(node.id == text for node in design.power):
        raise EditError(f"there is a feed {text} already")
    return text, put_feed(PowerNode(id=text, name=f"Feed {text}"))


def _feed_use(design: Design, _report: Report | None, key: str) -> str:
    if all(feed.id != key for feed in design.feeds):
        names = names_in_power(design.power)
        fed = [names[node.id] for node in design.power if key in node.parents]
        return f"It feeds {', '.join(fed)}." if fed else "It feeds nothing."
    copies: dict[str, int] = {}
    for rack in design.racks:
        copies[rack.assembly] = copies.get(rack.assembly, 0) + 1
    number = sum(device.feed == key for device in design.devices) + sum(
        copies.get(assembly.id, 0) * sum(slot.feed == key for slot in assembly.slots)
        for assembly in design.assemblies
    )
    if not number:
        return "No rack PDU hangs on it."
    have = "hangs" if number == 1 else "hang"
    pdus = plural(number, "rack PDU")
    return f"{pdus} {have} on it; with the feed removed they are on none."


ELEMENT_KINDS: Final = (
    ("obstacle", "obstacle"), ("column", "column"), ("inner wall", "wall"), ("ramp", "ramp"),
    ("keep-out zone", "keep-out"), ("ceiling zone", "ceiling"),
)  # fmt: skip


def obstacles() -> RecordKind:
    """Return the list of the floor's obstacles."""
    return RecordKind(
        title="Obstacles",
        one="obstacle",
        lead="Parts of the floor where nothing can stand: columns, inner walls, ramps, zones that "
        "are kept free; and zones under a low ceiling, where racks are no higher than is clear.",
        lines=lambda design: [
            (o.id, f"{o.called} · {o.width_mm:,} × {o.depth_mm:,} mm")
            for o in design.room.obstacles
        ],
        fields=obstacle_fields,
        remove=remove_obstacle,
        ask="Name",
        suggest=lambda design: f"Column {len(design.room.obstacles) + 1}",
        add=_add_obstacle,
        called=lambda design, key: next(
            f"obstacle {one.name or key}" for one in design.room.obstacles if one.id == key
        ),
    )


def obstacle_fields(design: Design, key: str) -> list[Field]:
    """Return the fields of one obstacle."""
    obstacle = next(o for o in design.room.obstacles if o.id == key)

    def number(name: str, label: str, **more: Any) -> Field:  # noqa: ANN401 - Field checks them
        return Field(
            name, label, "integer", getattr(obstacle, name),
            lambda value: put_obstacle(obstacle.evolve(**{name: value})), unit="mm",
            record="Obstacle", **more,
        )  # fmt: skip

    more = []
    if obstacle.kind == "ceiling":
        more = [number("height_mm", "Clear below", optional=True, source="not checked without it")]
    elif obstacle.is_solid:
        more = [number("clearance_mm", "Kept free around", optional=True, source="nothing")]
    if obstacle.kind == "column":
        more.append(
            Field("round", "Shape", "choice", "yes" if obstacle.round else "",
                  lambda value: put_obstacle(obstacle.evolve(round=bool(value))),
                  choices=(("rectangle", ""), ("round", "yes")))
        )  # fmt: skip

    return [
        Field("obstacle_name", "Name", "text", obstacle.name,
              lambda value: put_obstacle(obstacle.evolve(name=value))),
        Field("element_kind", "Kind", "choice", obstacle.kind,
              lambda value: put_obstacle(obstacle.evolve(kind=value)), choices=ELEMENT_KINDS),
        number("x_mm", "From left"), number("y_mm", "From top"),
        number("width_mm", "Width"), number("depth_mm", "Depth"), *more,
    ]  # fmt: skip


def _add_obstacle(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
    if not text:
        raise EditError("an obstacle needs a name")
    taken = {o.id for o in design.room.obstacles}
    key = slug(text) if slug(text) not in taken else fresh_id(taken, slug(text))
    left = min((x for x, _ in design.room.outline), default=0)
    top = min((y for _, y in design.room.outline), default=0)
    size = design.room.tile_mm
    made = Obstacle(id=key, name=text, x_mm=left, y_mm=top, width_mm=size, depth_mm=size)
    return key, put_obstacle(made)
