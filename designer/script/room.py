"""Edits of a session: the room, its power and water, trays."""

from collections.abc import Mapping
from typing import Any

from designer.catalog.part import Part
from designer.document import edits
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.plant import replace_plant
from designer.document.edits.row_trays import draw_row_trays
from designer.document.edits.trays import Corner, draw_tray, move_corner, move_trays, remake_tray
from designer.document.edits.underlays import move_underlay, scale_underlay
from designer.document.upstream_plans import put_upstream
from designer.model import step_words
from designer.model.design import Loop, Obstacle, Passage, PowerNode
from designer.script.acting import Acting, Keys, many
from designer.script.errors import told


class RoomEdits(Acting):
    """The room and what stands upstream of its racks. Lengths are in mm."""

    def resize_room(self, width_mm: int | None = None, depth_mm: int | None = None) -> None:
        """Give a rectangular room another size; its corner nearest the origin stays.

        Raises
        ------
        ScriptError
            If the room is no rectangle or would have no size.
        """
        self._do("resize_room", "Resize the room", edits.resize_room(width_mm, depth_mm))

    def put_obstacle(self, obstacle: Obstacle | Mapping[str, Any]) -> None:
        """Add an obstacle by its fields, or replace the one of the same id.

        Raises
        ------
        ScriptError
            If it has no size, or a size or place that cannot be.
        """
        with told("put_obstacle"):
            record = self._as(Obstacle, obstacle)
            self._do("put_obstacle", f"Put {record.name or record.id}", edits.put_obstacle(record))

    def turn_obstacles(self, keys: Keys) -> None:
        """Turn columns, walls and zones by a quarter, each about its middle; by id.

        Raises
        ------
        ScriptError
            If there is no such element, or one is locked.
        """
        self._do("turn_obstacles", step_words.TURN, edits.turn_obstacles(many(keys)))

    def remove_obstacle(self, obstacle_id: str) -> None:
        """Remove an obstacle.

        Raises
        ------
        ScriptError
            If there is no such obstacle.
        """
        self._do("remove_obstacle", "Remove obstacle", edits.remove_obstacle(obstacle_id))

    def scale_underlay(
        self,
        underlay_id: str,
        first: tuple[float, float],
        second: tuple[float, float],
        distance_mm: float,
    ) -> None:
        """Set the scale of a building plan by two points of it and the distance between them.

        Parameters
        ----------
        first, second
            Where the two points lie on the floor now; the first stays there.

        Raises
        ------
        ScriptError
            If there is no such plan, it is locked, or the points are one.
        """
        edit = scale_underlay(underlay_id, first, second, distance_mm)
        self._do("scale_underlay", step_words.scale(underlay_id), edit)

    def move_underlay(self, underlay_id: str, dx_mm: int, dy_mm: int) -> None:
        """Move a building plan by a distance.

        Raises
        ------
        ScriptError
            If there is no such plan, or it is locked.
        """
        edit = move_underlay(underlay_id, dx_mm, dy_mm)
        self._do("move_underlay", step_words.move(underlay_id), edit)

    def put_passage(self, passage: Passage | Mapping[str, Any]) -> None:
        """Add a door, corridor, lift or ramp of the way in, or replace the one of the same id.

        Raises
        ------
        ScriptError
            If one of its figures cannot be.
        """
        with told("put_passage"):
            record = self._as(Passage, passage)
            self._do("put_passage", f"Put {record.name or record.id}", edits.put_passage(record))

    def remove_passage(self, passage_id: str) -> None:
        """Remove a step of the way in.

        Raises
        ------
        ScriptError
            If there is no such step.
        """
        self._do("remove_passage", "Remove passage", edits.remove_passage(passage_id))

    def add_feed(self, name: str, **fields: Any) -> str:  # noqa: ANN401 - validated by PowerNode
        """Add a feed of the room; return its id.

        Parameters
        ----------
        **fields
            Further fields of the record: `volts`, `capacity_kw`, `parents`.

        Raises
        ------
        ScriptError
            If the name is empty or taken, or a figure cannot be.
        """
        with told("add_feed"):
            taken = {node.id for node in self.design.power}
            key = name.strip() if name.strip() not in taken else fresh_id(taken, slug(name))
            node = PowerNode.model_validate({"id": key, "name": name.strip(), **fields})
            self._do("add_feed", f"Add feed {name}", edits.put_feed(node))
            return node.id

    def put_feed(self, feed: PowerNode | Mapping[str, Any]) -> None:
        """Add a record of the room's power by its fields, or replace the one of the same id.

        Raises
        ------
        ScriptError
            If one of its figures cannot be, or another is called by its new name.
        """
        with told("put_feed"):
            record = self._as(PowerNode, feed)
            self._do("put_feed", f"Put {record.name or record.id}", edits.put_feed(record))

    def remove_feed(self, feed_id: str) -> None:
        """Remove a feed, or what is upstream of one; what hangs on it is on no feed then.

        Raises
        ------
        ScriptError
            If there is no such feed.
        """
        self._do("remove_feed", f"Remove {feed_id}", edits.remove_feed(feed_id))

    def add_loop(self, name: str, **fields: Any) -> str:  # noqa: ANN401 - validated by Loop
        """Add a coolant loop; return its id.

        Parameters
        ----------
        **fields
            Further fields of the record: `units`, `racks`, `supply_c`, `fluid`.

        Raises
        ------
        ScriptError
            If a figure cannot be.
        """
        with told("add_loop"):
            taken, key = {loop.id for loop in self.design.loops}, slug(name)
            key = key if key not in taken else fresh_id(taken, key)
            loop = Loop.model_validate({"id": key, "name": name.strip(), **fields})
            self._do("add_loop", f"Add loop {name}", edits.put("loops", loop))
            return key

    def put_upstream(self, part_id: str, target: str) -> str:
        """Add a part of the room's power that feeds a record of it; return its id.

        Raises
        ------
        ScriptError
            If it may not stand there.
        """
        edit = put_upstream(self._catalog, part_id, target)
        return self._one("put_upstream", f"Add {self._name(part_id)}", edit, "power")

    def place_plant(self, part_id: str, **place: int) -> str:
        """Add a UPS, generator or busway with a place: `x_mm`, `y_mm`, of a run its end too.

        Raises
        ------
        ScriptError
            If it cannot stand there.
        """
        edit = edits.place_plant(self._catalog, part_id, **place)
        return self._one("place_plant", f"Place {self._name(part_id)}", edit, "power")

    def replace_plant(self, node_id: str, part_id: str) -> None:
        """Put another part where one stands upstream: what it feeds and its place stay.

        Raises
        ------
        ScriptError
            If the part has no room there.
        """
        edit = replace_plant(self._catalog, node_id, part_id)
        self._do("replace_plant", f"Put {self._name(part_id)} in place of {node_id}", edit)

    def move_plant(self, keys: Keys, dx_mm: int, dy_mm: int) -> None:
        """Move what of power and coolant has a place on the plan, by its keys there (`power:UPS`).

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        edit = edits.move_plant(self._catalog, many(keys), dx_mm, dy_mm)
        self._do("move_plant", "Move plant", edit)

    def set_plant(self, node_id: str, **place: int | None) -> None:
        """Give a record of the room's power another place, size or turn.

        Raises
        ------
        ScriptError
            If it cannot stand so.
        """
        edit = edits.set_plant(self._catalog, node_id, **place)
        self._do("set_plant", f"Place {node_id}", edit)

    def turn_plant(self, keys: Keys) -> None:
        """Turn what of the room's power is named by a quarter; runs stay as they are.

        Raises
        ------
        ScriptError
            If one of them cannot stand turned.
        """
        self._do("turn_plant", step_words.TURN, edits.turn_plant(self._catalog, many(keys)))

    def set_run(self, key: str, **place: int | None) -> None:
        """Give a busway, or the pipes of a loop, another begin or end.

        Raises
        ------
        ScriptError
            If it cannot run so.
        """
        self._do("set_run", "Place run", edits.set_run(self._catalog, key, **place))

    def place_pipe(self, loop_id: str, **place: int | None) -> None:
        """Draw the pipes of a loop, which is added where the design states none.

        Raises
        ------
        ScriptError
            If there is no such loop.
        """
        self._do("place_pipe", "Draw pipes", edits.place_pipe(loop_id, **place))

    def draw_tray(self, corners: tuple[Corner, ...], part: str | None = None) -> str:
        """Draw a tray through corners, made of a part or as the last one; return its id.

        Raises
        ------
        ScriptError
            If it is too short or outside the room.
        """
        with told("draw_tray"):
            made_of = None if part is None else self._tray_part(part)
            edit = draw_tray(tuple(corners), made_of)
            return self._one("draw_tray", "Draw tray", edit, "trays")

    def remake_tray(self, tray_id: str, part: str) -> None:
        """Make a tray that is drawn of a part.

        Raises
        ------
        ScriptError
            If there is no such tray or part.
        """
        with told("remake_tray"):
            edit = remake_tray(tray_id, self._tray_part(part))
            self._do("remake_tray", f"Make tray of {self._name(part)}", edit)

    def move_trays(self, ids: Keys, dx_mm: int, dy_mm: int) -> None:
        """Move trays by a distance.

        Raises
        ------
        ScriptError
            If there is no such tray, or it would leave the room.
        """
        self._do("move_trays", step_words.MOVE_TRAYS, move_trays(many(ids), dx_mm, dy_mm))

    def move_corner(self, tray_id: str, at: int, to: Corner) -> None:
        """Put a corner of a tray elsewhere; corners count from 0.

        Raises
        ------
        ScriptError
            If there is no such tray or corner.
        """
        self._do("move_corner", "Move a corner of a tray", move_corner(tray_id, at, to))

    def draw_row_trays(self) -> tuple[str, ...]:
        """Draw trays over all rows; return their ids.

        Raises
        ------
        ScriptError
            If there is no row to draw them over.
        """
        edit = draw_row_trays(self._catalog)
        return self._do("draw_row_trays", step_words.DRAW_ROW_TRAYS, edit)

    def _tray_part(self, part_id: str) -> Part:
        return self._catalog.require(part_id)
