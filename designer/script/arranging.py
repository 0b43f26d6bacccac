"""Edits of a session: locks, groups and layers; what stands on the floor aligned, distributed."""

from collections.abc import Mapping
from typing import Any

from designer.document import edits
from designer.document.edits.arranging import Axis, Side
from designer.model import step_words
from designer.script.acting import Acting, Keys, many


class ArrangeEdits(Acting):
    """Things by key: racks and devices by id, and `tray:ID`, `power:ID`, `pipe:ID`."""

    def lock(self, keys: Keys) -> None:
        """Lock things: none is moved, removed, replaced or renamed until it is unlocked.

        Raises
        ------
        ScriptError
            If a key names nothing that can be locked, as what an assembly brings.
        """
        self._do("lock", "Lock", edits.lock(many(keys), self.layout))

    def unlock(self, keys: Keys) -> None:
        """Unlock things.

        Raises
        ------
        ScriptError
            If a key names nothing that can be locked.
        """
        self._do("unlock", "Unlock", edits.unlock(many(keys), self.layout))

    def group(self, keys: Keys, name: str = "") -> str:
        """Group things, which are then chosen and moved as one; return the name of the group.

        Parameters
        ----------
        name
            Empty for the next free one; things that have that group already stay in it.

        Raises
        ------
        ScriptError
            If a key names nothing that can be grouped, or one thing alone has no group to join.
        """
        called = name.strip() or edits.free_name(self.design)
        self._do("group", step_words.group(called), edits.group(many(keys), called, self.layout))
        return called

    def ungroup(self, keys: Keys) -> None:
        """Take things out of their groups.

        Raises
        ------
        ScriptError
            If a key names nothing that can be grouped.
        """
        self._do("ungroup", "Ungroup", edits.ungroup(many(keys), self.layout))

    def put_on_layer(self, keys: Keys, layer: str = "") -> None:
        """Put things on a layer of their own name; with an empty one they are on none.

        Raises
        ------
        ScriptError
            If a key names nothing that can be on a layer.
        """
        label = f"Put on layer {layer}" if layer else "Put on no layer"
        self._do("put_on_layer", label, edits.put_on_layer(many(keys), layer, self.layout))

    def move_things(self, keys: Keys, dx_mm: int, dy_mm: int) -> None:
        """Move things of several kinds by a distance as one, all or none.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        edit = edits.move_things(self._catalog, many(keys), dx_mm, dy_mm, self.layout)
        self._do("move_things", "Move", edit)

    def give_properties(self, keys: Keys, values: Mapping[str, Any]) -> None:
        """Give things of one kind values of properties, all or none.

        Parameters
        ----------
        values
            By field; of racks also `door`, the part of a rear door, empty for none. A device takes
            only what its kind has.

        Raises
        ------
        ScriptError
            If things are of several kinds, have no such property, or one does not fit.
        """
        edit = edits.give_properties(self._catalog, many(keys), values)
        self._do("give_properties", f"Give {len(many(keys))} the same properties", edit)

    def align_racks(self, ids: Keys, side: Side) -> None:
        """Align what stands on the floor, all or none; groups that are named whole as one.

        Parameters
        ----------
        side
            `left`, `right`, `top`, `bottom`, `centre-x`, `centre-y` or `fronts`.

        Raises
        ------
        ScriptError
            If fewer than two are named, or one of them cannot stand there.
        """
        self._do("align_racks", "Align", edits.align_racks(self._catalog, many(ids), side))

    def distribute_racks(self, ids: Keys, axis: Axis) -> None:
        """Set what stands on the floor at equal gaps along `x` or `y`, all or none.

        Raises
        ------
        ScriptError
            If fewer than three are named, or they do not fit between the first and the last.
        """
        edit = edits.distribute_racks(self._catalog, many(ids), axis)
        self._do("distribute_racks", "Distribute", edit)

    def racks_to_tiles(self, ids: Keys) -> None:
        """Put the corner of each thing on the nearest lines between tiles, all or none.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        edit = edits.racks_to_tiles(self._catalog, many(ids))
        self._do("racks_to_tiles", "Put on tiles", edit)

    def align_devices(self, keys: Keys, half_u: int | None = None) -> None:
        """Put devices to one unit, each in its own rack, all or none.

        Parameters
        ----------
        half_u
            Lowest half unit, twice the unit: `u(22)` is 44; None for that of the first.

        Raises
        ------
        ScriptError
            If fewer than two are named, or one does not fit there.
        """
        edit = edits.align_devices(self._catalog, many(keys), half_u)
        self._do("align_devices", "Align devices", edit)
