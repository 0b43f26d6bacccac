"""Edits of a session: devices in racks, their cords, cables and fabrics."""

from collections.abc import Collection, Sequence
from typing import Any

from designer.document import edits
from designer.document.edits.cords import lay_cord, leave_to_rule
from designer.document.edits.fabrics import close_places, unpin
from designer.model.design import Face, Side
from designer.script.acting import Acting, Keys, many


class DeviceEdits(Acting):
    """Devices, by key: an id, or `rack/slot` of an assembly. Heights are in half units."""

    def place_device(
        self,
        part_id: str,
        rack_id: str,
        half_u: int | None = None,
        face: Face | None = None,
        name: str = "",
        *,
        key: str = "",
        side: Side | None = None,
        **fields: Any,  # noqa: ANN401 - fields of Device, validated by it
    ) -> str:
        """Place a device of a part in a rack; return its id.

        Parameters
        ----------
        half_u
            Lowest half unit, twice the unit: `u(22)` is 44; None for the first fit.
        face
            `front`, `rear`, `zero-u` or `door`; None for where the part usually hangs.
        key
            Its id; empty for the next of its rack and part.
        side
            `left` or `right` for a part of half a rack's width, empty for the whole width; None
            for the half that is free.
        **fields
            Further fields of a device: `fabric`, `tier`, `feed`, `note`.

        Raises
        ------
        ScriptError
            If it does not fit; the message says why.
        """
        edit = edits.place_device(
            self._catalog, part_id, rack_id, half_u, face=face, name=name, known=self.layout,
            key=key, side=side, **fields,
        )  # fmt: skip
        return self._one("place_device", f"Place {self._name(part_id)}", edit, "devices")

    def move_devices(
        self, keys: Keys, rack_id: str, half_u: int, *, side: Side | None = None
    ) -> tuple[str, ...]:
        """Move devices into a rack, the first to a position, the others keeping their distance.

        Parameters
        ----------
        side
            The half of the width that the first goes to, empty for all of it; None: all keep
            theirs.

        Returns
        -------
        tuple of str
            Ids of devices that a rack which leaves its assembly got for what it had of it.

        Raises
        ------
        ScriptError
            If one of them does not fit; then none moves.
        """
        edit = edits.move_devices(
            self._catalog, many(keys), rack_id, half_u, known=self.layout, side=side
        )
        return self._do("move_devices", "Move devices", edit)

    def replace_part(
        self,
        part_id: str,
        by: str,
        only: Collection[str] | None = None,
        ports: Sequence[tuple[str, str]] = (),
    ) -> tuple[str, ...]:
        """Put another part in place of one: names, feeds and, where there is room, places stay.

        Parameters
        ----------
        only
            Keys of the racks or devices that are meant; None: wherever it is mounted.
        ports
            Ports on which something hangs by hand, each with that of the other part which takes it:
            `("compute:1", "compute:3")`; an empty one takes away what hangs there.

        Returns
        -------
        tuple of str
            Ids of new records, such as assemblies of which only some copies follow.

        Raises
        ------
        ScriptError
            If it does not fit everywhere that is meant, or what hangs on it by hand does not fit.
        """
        edit = edits.replace_part(self._catalog, part_id, by, only, tuple(ports))
        label = f"Replace {self._name(part_id)} by {self._name(by)}"
        return self._do("replace_part", label, edit)

    def replace_fewer(
        self,
        part_id: str,
        by: str,
        stay: Sequence[tuple[str, int]],
        only: Collection[str] | None = None,
        ports: Sequence[tuple[str, str]] = (),
        free: Sequence[tuple[str, int]] = (),
    ) -> tuple[str, ...]:
        """Put another part in place of one of which not all have room: the highest of a rack leave.

        Parameters
        ----------
        stay
            Racks, each with how many stay in it: `("A01", 3)`; in the others all stay.
        only, ports
            As of `replace_part`.
        free
            Racks for those that leave, each with how many it takes; the rest is removed.

        Returns
        -------
        tuple of str
            Ids of new records, such as assemblies of which only some copies lose nodes.

        Raises
        ------
        ScriptError
            If the others have no room even so, or as `replace_part` does.
        """
        edit = edits.replace_fewer(
            self._catalog, part_id, by, tuple(stay), only, tuple(ports), tuple(free)
        )
        label = f"Replace {self._name(part_id)} by {self._name(by)}, fewer in a rack"
        return self._do("replace_fewer", label, edit)

    def lay_cord(self, supply: str, outlet: str) -> None:
        """Hang a supply in an outlet by hand: `dgx-1:psu3` in `pdu-A:24`; an empty one unplugs it.

        Raises
        ------
        ScriptError
            If an end of it is none.
        """
        self._do("lay_cord", "Lay cord", lay_cord(supply, outlet))

    def leave_to_rule(self, supply: str) -> None:
        """Take away the cords by hand of a supply, so that the rule of its rack finds an outlet."""
        self._do("leave_to_rule", "Leave cord to the rule", leave_to_rule(supply))

    def add_fabric(self, name: str) -> str:
        """Add a fabric without nodes and switches; return its id. `set_fields` gives it these.

        Raises
        ------
        ScriptError
            If the name is empty or taken.
        """
        return self._one("add_fabric", f"Add fabric {name}", edits.add_fabric(name), "fabrics")

    def remove_fabric(self, fabric_id: str) -> None:
        """Remove a fabric; its switches stay where they are and belong to none.

        Raises
        ------
        ScriptError
            If there is no such fabric.
        """
        self._do("remove_fabric", f"Remove fabric {fabric_id}", edits.remove_fabric(fabric_id))

    def close_places(self, fabric_id: str) -> None:
        """Give up the places that a fabric keeps free or out of order; cables end elsewhere then.

        Raises
        ------
        ScriptError
            If it keeps none.
        """
        self._do("close_places", "Give up free places", close_places(fabric_id))

    def unpin(self, cables: Keys) -> None:
        """Leave the medium of cables by hand to their way again.

        Raises
        ------
        ScriptError
            If there is no such cable.
        """
        self._do("unpin", "Unpin cables", unpin(many(cables)))
