"""Edits of what the room has: its size and obstacles, and of the feeds upstream."""

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeVar

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.feeds import with_feeds_told
from designer.document.errors import EditError
from designer.document.figure_check import check_record
from designer.model.change import Change, apply
from designer.model.design import Design, Obstacle, Passage, PowerNode, Room
from designer.model.feed_words import feed_short
from designer.model.network_keys import element_of
from designer.model.ranges import problem

_Kept = TypeVar("_Kept", bound=Obstacle | Passage)
"""What a room keeps by its id."""


@named
def resize_room(width_mm: int | None = None, depth_mm: int | None = None) -> Edit:
    """Give a rectangular room another size; its corner nearest the origin stays.

    Raises
    ------
    EditError
        From the edit, if the room is no rectangle or would have no size.
    """

    def edit(design: Design) -> Design:
        outline = design.room.outline
        xs, ys = sorted({x for x, _ in outline}), sorted({y for _, y in outline})
        if len(outline) != 4 or len(xs) != 2 or len(ys) != 2:
            raise EditError("only a rectangular room is resized here; edit the outline in the file")
        right = xs[1] if width_mm is None else xs[0] + width_mm
        bottom = ys[1] if depth_mm is None else ys[0] + depth_mm
        wrong = problem("Room", "width_mm", right - xs[0])
        wrong = wrong or problem("Room", "depth_mm", bottom - ys[0])
        if wrong:
            raise EditError(wrong)
        corners = ((xs[0], ys[0]), (right, ys[0]), (right, bottom), (xs[0], bottom))
        return _with_room(design, design.room.evolve(outline=corners))

    return edit


@named
def put_feed(feed: PowerNode) -> Edit:
    """Add a feed, or replace the one of the same id.

    Raises
    ------
    EditError
        From the edit, if one of its figures cannot be, or another is called by its new name.
    """

    def edit(design: Design) -> Design:
        check_record(feed, feed.name or feed.id)
        said = {one.id: feed_short(one.name or one.id) for one in design.power}
        new = feed_short(feed.name or feed.id)
        if said.pop(feed.id, None) != new and new in said.values():
            raise EditError(f"the name {feed.name or feed.id} is taken")
        return with_feeds_told(design, apply(design, Change(put=(("power", (feed,)),))))

    return edit


@named
def remove_feed(feed_id: str) -> Edit:
    """Remove a feed, or what is upstream of one; what hangs on it is on no feed then.

    Raises
    ------
    EditError
        From the edit, if there is no such feed.
    """

    def edit(design: Design) -> Design:
        if all(node.id != feed_id for node in design.power):
            raise EditError(f"no feed {feed_id!r}")
        devices = tuple(d.evolve(feed="") for d in design.devices if d.feed == feed_id)
        assemblies = tuple(
            assembly.evolve(
                slots=tuple(s.evolve(feed="") if s.feed == feed_id else s for s in assembly.slots)
            )
            for assembly in design.assemblies
            if any(slot.feed == feed_id for slot in assembly.slots)
        )
        racks = tuple(
            rack.evolve(feeds=tuple(f for f in rack.feeds if f != feed_id))
            for rack in design.racks
            if feed_id in rack.feeds
        )
        power = tuple(
            node.evolve(parents=tuple(p for p in node.parents if p != feed_id))
            for node in design.power
            if feed_id in node.parents
        )
        changed = (
            ("power", power), ("racks", racks), ("devices", devices), ("assemblies", assemblies)
        )  # fmt: skip
        put = tuple(pair for pair in changed if pair[1])
        return with_feeds_told(
            design, apply(design, Change(put=put, drop=(("power", (feed_id,)),)))
        )

    return edit


@named
def put_obstacle(obstacle: Obstacle) -> Edit:
    """Add an obstacle, or replace the one of the same id.

    Raises
    ------
    EditError
        From the edit, if it has no size, or a size or place that cannot be.
    """

    def edit(design: Design) -> Design:
        check_record(obstacle, obstacle.name or obstacle.id)
        return _with_room(
            design, design.room.evolve(obstacles=_put(design.room.obstacles, obstacle))
        )

    return edit


@named
def remove_obstacle(obstacle_id: str) -> Edit:
    """Remove an obstacle.

    Raises
    ------
    EditError
        From the edit, if there is no such obstacle.
    """

    def edit(design: Design) -> Design:
        kept = _removed(design.room.obstacles, obstacle_id, "obstacle")
        return _with_room(design, design.room.evolve(obstacles=kept))

    return edit


@named
def turn_obstacles(keys: tuple[str, ...]) -> Edit:
    """Turn columns, walls and zones by a quarter, each about its middle.

    Parameters
    ----------
    keys
        Their ids, or `room:ID`.

    Raises
    ------
    EditError
        From the edit, if there is no such element, or one is locked.
    """

    def edit(design: Design) -> Design:
        wanted = {element_of(key) or key for key in keys}
        known = {one.id for one in design.room.obstacles}
        if odd := sorted(wanted - known):
            raise EditError(f"the room has no {odd[0]!r}")
        turned = tuple(_turned(one) if one.id in wanted else one for one in design.room.obstacles)
        return _with_room(design, design.room.evolve(obstacles=turned))

    return edit


def _turned(one: Obstacle) -> Obstacle:
    x, y = one.x_mm + (one.width_mm - one.depth_mm) // 2, one.y_mm
    y += (one.depth_mm - one.width_mm) // 2
    return one.evolve(x_mm=x, y_mm=y, width_mm=one.depth_mm, depth_mm=one.width_mm)


@named
def put_passage(passage: Passage) -> Edit:
    """Add a step of the way in, or replace the one of the same id.

    Raises
    ------
    EditError
        From the edit, if one of its figures cannot be, or it is no door and has a place in a wall.
    """

    def edit(design: Design) -> Design:
        check_record(passage, passage.name or passage.id)
        if passage.wall and passage.kind != "door":
            raise EditError(f"only a door has a place in a wall, not a {passage.kind}")
        return _with_room(design, design.room.evolve(passages=_put(design.room.passages, passage)))

    return edit


@named
def remove_passage(passage_id: str) -> Edit:
    """Remove a step of the way in.

    Raises
    ------
    EditError
        From the edit, if there is no such step.
    """

    def edit(design: Design) -> Design:
        kept = _removed(design.room.passages, passage_id, "door or lift")
        return _with_room(design, design.room.evolve(passages=kept))

    return edit


def _put(records: Sequence[_Kept], one: _Kept) -> tuple[_Kept, ...]:
    """Return records with one added, or in place of that of its id."""
    others = [known for known in records if known.id != one.id]
    return tuple(sorted((*others, one), key=attrgetter("id")))


def _removed(records: Sequence[_Kept], key: str, called: str) -> tuple[_Kept, ...]:
    """Return records without one.

    Raises
    ------
    EditError
        If there is no such record.
    """
    kept = tuple(known for known in records if known.id != key)
    if len(kept) == len(records):
        raise EditError(f"no {called} {key!r}")
    return kept


def _with_room(design: Design, room: Room) -> Design:
    return apply(design, Change(single=(("room", room),)))
