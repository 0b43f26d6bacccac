"""Edits of a session: what stands on the floor, rows, what racks share."""

from collections.abc import Mapping
from typing import Any

from designer.document import edits
from designer.document.edits.copy_places import FloorInView
from designer.document.edits.leaf_racks import place_leaves
from designer.document.edits.mirrors import Across
from designer.document.edits.paste import PasteTarget, paste
from designer.document.edits.racks import Place
from designer.document.edits.row_names import USUAL_PATTERN
from designer.model import step_words
from designer.model.design import Design, Rotation, Slot
from designer.script.acting import Acting, Keys, many
from designer.script.errors import told


class RackEdits(Acting):
    """Racks and floor units, rows, copies and assemblies. Lengths are in mm."""

    def place_rack(
        self,
        part_id: str,
        x_mm: int,
        y_mm: int,
        rotation: Rotation = 0,
        name: str = "",
        row: str = "",
        assembly: str = "",
    ) -> str:
        """Place a rack or floor unit with its corner nearest the origin at a point; return its id.

        Raises
        ------
        ScriptError
            If it cannot stand there; the message says why.
        """
        edit = edits.place_rack(
            self._catalog, part_id, x_mm, y_mm, rotation, name=name, row=row, assembly=assembly
        )
        return self._one("place_rack", f"Place {self._name(part_id)}", edit, "racks")

    def move_racks(self, ids: Keys, dx_mm: int, dy_mm: int) -> None:
        """Move racks by a distance, all or none; a row of which every rack moves goes with them.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        edit = edits.move_racks(self._catalog, many(ids), dx_mm, dy_mm, self.layout)
        self._do("move_racks", "Move racks", edit)

    def exchange_places(self, places: Mapping[str, Place]) -> None:
        """Put racks to the places of others: x, y, rotation and row by rack id.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        self._do("exchange_places", "Move racks", edits.exchange_places(self._catalog, places))

    def place_leaves(self, places: Mapping[str, Place]) -> None:
        """Let racks of leaf switches exchange their places; places in order of racks follow.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        self._do("place_leaves", "Place leaves", place_leaves(self._catalog, places))

    def rotate_racks(self, ids: Keys, quarters: int = 1) -> None:
        """Turn racks as one clockwise about the centre of the box around them.

        Raises
        ------
        ScriptError
            If one of them cannot stand turned.
        """
        edit = edits.rotate_racks(self._catalog, many(ids), quarters)
        self._do("rotate_racks", f"Turn by {90 * quarters}°", edit)

    def add_row(
        self,
        rack_part: str,
        count: int,
        x_mm: int,
        y_mm: int,
        pitch_mm: int = 0,
        name: str = "",
        rotation: Rotation = 0,
        assembly: str = "",
    ) -> tuple[str, ...]:
        """Add a row of equal racks, named after it as A01 and A02; return the ids of the racks.

        Raises
        ------
        ScriptError
            If a rack cannot stand there or the name is taken.
        """
        edit = edits.add_row(
            self._catalog, rack_part, count, x_mm, y_mm, pitch_mm, name, rotation, assembly
        )
        before = {rack.id for rack in self.design.racks}
        self._do("add_row", f"Add row of {count} racks", edit)
        return tuple(rack.id for rack in self.design.racks if rack.id not in before)

    def begin_row(self, rack_id: str, count: int) -> tuple[str, ...]:
        """Make a row of a rack that stands in none, all filled as it is; return the ids of the new.

        Raises
        ------
        ScriptError
            If there is no such rack, it is in a row, or a rack cannot stand there.
        """
        before = {rack.id for rack in self.design.racks}
        edit = edits.begin_row(self._catalog, rack_id, count)
        self._do("begin_row", f"Make a row of {count} racks", edit)
        return tuple(rack.id for rack in self.design.racks if rack.id not in before)

    def shape_row(
        self,
        row_id: str,
        count: int | None = None,
        pitch_mm: int | None = None,
        assembly: str | None = None,
    ) -> None:
        """Give a row another number of racks, pitch or filling; what is None stays as it is.

        Raises
        ------
        ScriptError
            If there is no such row, its racks stand in no line, or one cannot stand there or take
            the filling.
        """
        edit = edits.shape_row(self._catalog, row_id, count, pitch_mm, assembly)
        self._do("shape_row", f"Shape row {row_id}", edit)

    def follow_row(self, rack_ids: Keys) -> None:
        """Fill racks as most of their rows are; what they hold of their own goes.

        Raises
        ------
        ScriptError
            If a rack is in no row that is filled alike, or another part than its racks.
        """
        edit = edits.follow_row(self._catalog, many(rack_ids))
        self._do("follow_row", "Follow the row", edit)

    def put_in_line(self, rack_ids: Keys) -> None:
        """Put racks that stand out of the line of their rows back into it.

        Raises
        ------
        ScriptError
            If a rack stands in no row, or its row has no free place for it.
        """
        edit = edits.put_in_line(self._catalog, many(rack_ids))
        self._do("put_in_line", "Put back into the row", edit)

    def number_row(
        self,
        row_id: str,
        pattern: str = USUAL_PATTERN,
        first: int = 1,
        step: int = 1,
        *,
        from_end: bool = False,
    ) -> None:
        """Name the racks of a row by a pattern: `{row}{n:02}` gives B01, B02 and so on.

        Raises
        ------
        ScriptError
            If there is no such row, or the pattern gives names that are taken.
        """
        edit = edits.number_row(row_id, pattern, first, step, from_end=from_end)
        self._do("number_row", f"Name racks of row {row_id}", edit)

    def mirror_racks(self, ids: Keys, across: Across = "y") -> None:
        """Mirror racks as one: `y` exchanges above and below, `x` left and right.

        Raises
        ------
        ScriptError
            If one of them cannot stand there.
        """
        edit = edits.mirror_racks(self._catalog, many(ids), across)
        self._do("mirror_racks", "Mirror", edit)

    def move_row(self, row_id: str, dx_mm: int, dy_mm: int) -> None:
        """Move a row with its racks.

        Raises
        ------
        ScriptError
            If there is no such row or a rack cannot stand there.
        """
        edit = edits.move_row(self._catalog, row_id, dx_mm, dy_mm)
        self._do("move_row", f"Move row {row_id}", edit)

    def rename_row(self, row_id: str, name: str, *, renumber: bool = False) -> None:
        """Give a row another name; with `renumber` its racks are named after it, from one end on.

        Raises
        ------
        ScriptError
            If there is no such row, or a name is taken.
        """
        edit = edits.rename_row(row_id, name, renumber=renumber)
        self._do("rename_row", f"Rename row {row_id}", edit)

    def detach_row(self, row_id: str) -> None:
        """Let the racks of a row stand alone, with what they hold as their own devices.

        Raises
        ------
        ScriptError
            If there is no such row.
        """
        self._do("detach_row", step_words.detach_row(row_id), edits.detach_row(row_id))

    def detach_pod(self, name: str) -> None:
        """Take a pod (a group) apart; what its racks hold becomes their own devices.

        Raises
        ------
        ScriptError
            If no group is called so.
        """
        self._do("detach_pod", f"Detach pod {name}", edits.detach_pod(name))

    def remove_row(self, row_id: str) -> None:
        """Remove a row with its racks and what is in them.

        Raises
        ------
        ScriptError
            If there is no such row.
        """
        self._do("remove_row", f"Remove row {row_id}", edits.remove_row(row_id))

    def duplicate(
        self, keys: Keys, seen: FloorInView | Mapping[str, Any] | None = None
    ) -> tuple[str, ...]:
        """Copy devices to the first free position of their rack, racks to the next free place.

        Parameters
        ----------
        seen
            The part of the floor that a copy is to stand in, as the window gives it; None: any.

        Returns
        -------
        tuple of str
            Ids of what was made: devices, racks, rows.

        Raises
        ------
        ScriptError
            If there is no place.
        """
        with told("duplicate"):
            view = _view(seen)
            edit = edits.duplicate(self._catalog, many(keys), view)
            return self._do("duplicate", "Duplicate", edit)

    def paste(
        self,
        clip: Design | Mapping[str, Any],
        target: PasteTarget | Mapping[str, Any],
    ) -> tuple[str, ...]:
        """Put copies of what a clip holds into the design; return the ids of what was made.

        Parameters
        ----------
        clip
            A design with nothing but what was copied.
        target
            Where to: fields of `PasteTarget`, as the window gives it.

        Raises
        ------
        ScriptError
            If there is no room for it.
        """
        with told("paste"):
            given = self._as(Design, clip)
            place = target if isinstance(target, PasteTarget) else _target(target)
            return self._do("paste", "Paste", paste(self._catalog, given, place))

    def make_assembly(self, rack_id: str, name: str = "") -> str:
        """Make an assembly of what a rack holds, which becomes its first copy; return its id.

        Raises
        ------
        ScriptError
            If the rack holds nothing, or is a copy.
        """
        edit = edits.make_assembly(self._catalog, rack_id, name)
        return self._one("make_assembly", "Make assembly", edit, "assemblies")

    def copy_assembly(self, assembly_id: str, rack_ids: Keys) -> None:
        """Fill racks with an assembly. What they hold of their own stays, and must leave room.

        Raises
        ------
        ScriptError
            If something of it has no room.
        """
        edit = edits.copy_assembly(self._catalog, assembly_id, many(rack_ids))
        self._do("copy_assembly", "Fill with assembly", edit)

    def apply_to_copies(self, rack_id: str, assembly_id: str) -> None:
        """Give what one rack holds to an assembly and to every copy of it.

        Raises
        ------
        ScriptError
            If a copy has no room for it.
        """
        edit = edits.apply_to_copies(self._catalog, rack_id, assembly_id)
        self._do("apply_to_copies", "Apply to all copies", edit)

    def edit_assembly(self, assembly_id: str, slots: tuple[Slot | Mapping[str, Any], ...]) -> None:
        """Give an assembly other slots: every rack that copies it follows.

        Raises
        ------
        ScriptError
            If something of it has no room.
        """
        with told("edit_assembly"):
            given = tuple(self._as(Slot, slot) for slot in slots)
            edit = edits.edit_assembly(self._catalog, assembly_id, given)
            self._do("edit_assembly", "Edit assembly", edit)

    def detach_assembly(self, rack_id: str) -> tuple[str, ...]:
        """Turn what an assembly brings to a rack into devices of its own; return their ids.

        Raises
        ------
        ScriptError
            If there is no such rack.
        """
        edit = edits.detach_assembly(rack_id)
        return self._do("detach_assembly", step_words.DETACH_ASSEMBLY, edit)

    def remove_assembly(self, assembly_id: str) -> None:
        """Remove an assembly that no rack copies.

        Raises
        ------
        ScriptError
            If there is none, or racks copy it.
        """
        self._do("remove_assembly", "Remove assembly", edits.remove_assembly(assembly_id))


def _view(seen: FloorInView | Mapping[str, Any] | None) -> FloorInView | None:
    return FloorInView(**seen) if isinstance(seen, Mapping) else seen


def _target(fields: Mapping[str, Any]) -> PasteTarget:
    return PasteTarget(**{**fields, "seen": _view(fields.get("seen"))})
