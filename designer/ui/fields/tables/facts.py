"""What the cells of tables read: the design as it stands, and what the last report says of it."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind
from designer.catalog.part import Part
from designer.engine.network_report import FabricReport, TrayReport
from designer.engine.power_report import RoomFeed
from designer.engine.report import RackReport, Report
from designer.engine.row_report import RowReport
from designer.model.design import Design
from designer.model.figures import Figure
from designer.model.hall import Halls
from designer.model.layout import Layout
from designer.ui.state.cable_line import CableLine

_KILO = 1000


@dataclass(frozen=True, eq=False)
class Facts:
    """A design with its index, its parts and its report, asked for by id.

    Attributes
    ----------
    report
        The last one; None before the first.
    cables
        All that are known of the design's cables.
    """

    layout: Layout
    catalog: Catalog
    report: Report | None = None
    cables: tuple[CableLine, ...] = ()
    _figures: dict[tuple[str, str], Figure] = field(default_factory=dict, repr=False)
    _halls: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def design(self) -> Design:
        """The design."""
        return self.layout.design

    @cached_property
    def racks(self) -> dict[str, RackReport]:
        """What the report says of racks."""
        return {rack.id: rack for rack in self.report.racks} if self.report else {}

    @cached_property
    def rows(self) -> dict[str, RowReport]:
        """What the report says of rows."""
        return {row.id: row for row in self.report.rows} if self.report else {}

    @cached_property
    def feeds(self) -> dict[str, RoomFeed]:
        """What the report says of the room's power."""
        if self.report is None:
            return {}
        power = self.report.power
        return {node.id: node for node in (*power.feeds, *power.upstream)}

    @cached_property
    def fabrics(self) -> dict[str, FabricReport]:
        """What the report says of fabrics."""
        return {one.id: one for one in self.report.fabrics} if self.report else {}

    @cached_property
    def tray_fills(self) -> dict[str, float]:
        """How full trays are at least, in per cent, by name; none of which nothing is known."""
        fills = ((one.name, one.figure("fill_pct", "%")) for one in self.trays.values())
        return {name: fill.low for name, fill in fills if not fill.unknown}

    @cached_property
    def trays(self) -> dict[str, TrayReport]:
        """What the report says of trays."""
        return {one.id: one for one in self.report.cables.trays} if self.report else {}

    @cached_property
    def row_names(self) -> dict[str, str]:
        """What people call rows, by id."""
        return {row.id: row.name or row.id for row in self.design.rows}

    @cached_property
    def assembly_names(self) -> dict[str, str]:
        """What people call assemblies, by id."""
        return {one.id: one.name or one.id for one in self.design.assemblies}

    @cached_property
    def racks_of_rows(self) -> dict[str, tuple[str, ...]]:
        """Ids of the racks of each row."""
        found: dict[str, list[str]] = {}
        for rack in self.design.racks:
            found.setdefault(rack.row, []).append(rack.id)
        return {row: tuple(racks) for row, racks in found.items()}

    @cached_property
    def parts_called(self) -> dict[str, Part]:
        """Parts by their names without capitals; none of a name that several have."""
        named = Counter(part.name.casefold() for part in self.catalog.parts)
        parts = ((part.name.casefold(), part) for part in self.catalog.parts)
        return {name: part for name, part in parts if named[name] == 1}

    @cached_property
    def racks_of_assemblies(self) -> dict[str, tuple[str, ...]]:
        """Ids of the racks that each assembly fills."""
        found: dict[str, list[str]] = {}
        for rack in self.design.racks:
            found.setdefault(rack.assembly, []).append(rack.id)
        return {assembly: tuple(racks) for assembly, racks in found.items()}

    @cached_property
    def racks_called(self) -> dict[str, tuple[str, ...]]:
        """Ids of racks by their names without capitals."""
        found: dict[str, list[str]] = {}
        for rack in self.design.racks:
            found.setdefault(rack.name.casefold(), []).append(rack.id)
        return {name: tuple(keys) for name, keys in found.items()}

    @cached_property
    def devices_called(self) -> dict[str, tuple[str, ...]]:
        """Keys of devices by their names without capitals."""
        found: dict[str, list[str]] = {}
        for placed in self.layout.every():
            found.setdefault(placed.name.casefold(), []).append(placed.key)
        return {name: tuple(keys) for name, keys in found.items()}

    @cached_property
    def devices_of_parts(self) -> Counter[str]:
        """How many devices of each part stand in racks; no rack is unfolded for it."""
        found = Counter(device.part for device in self.design.devices)
        for assembly, copies in self.layout.copies.items():
            known = self.layout.assemblies.get(assembly)
            for slot in known.slots if known else ():
                found[slot.part] += copies
        return found

    @cached_property
    def findings(self) -> Counter[str]:
        """How many findings nobody accepted, by what they are at; also by the rack that it is in.

        A finding at several devices of a rack is one of that rack.
        """
        found: Counter[str] = Counter()
        for check in self.report.checks if self.report else ():
            if not check.waived:
                places = set(check.where)
                found.update(places | {self.layout.rack_of(place) for place in places} - {""})
        return found

    def part_name(self, part_id: str) -> str:
        """Return what people call a part, or its id where the catalogue does not have it."""
        part = self.catalog.get(part_id)
        return part.name if part else part_id

    def kind_of(self, part_id: str) -> Kind | None:
        """Return what a part is; None where the catalogue does not have it."""
        part = self.catalog.get(part_id)
        return part.traits if part else None

    def figure(self, part_id: str, name: str, unit: str = "") -> Figure:
        """Return a figure of a part; power in kW where that is asked for.

        It is the same object each time, by which a sum knows what is alike.
        """
        known = self._figures.get((part_id, name))
        if known is None:
            parts = self.catalog.figures(estimates=self.design.site.estimates)
            known = parts.of(part_id, name)
            if unit == "kW":
                known = known.times(1 / _KILO, unit)
            self._figures[part_id, name] = known
        return known

    def row_of(self, rack_id: str) -> str:
        """Return the name of the row that a rack is in; empty where it is in none."""
        rack = self.layout.racks.get(rack_id)
        return self.row_names.get(rack.row, rack.row) if rack else ""

    def hall_of(self, rack_id: str) -> str:
        """Return the name of the hall that a rack stands in; empty where it stands in none."""
        if not self._halls and self.design.halls:
            racks, halls = self.design.racks, self.design.halls
            names = {hall.id: hall.name or hall.id for hall in halls}
            found = zip(racks, Halls(halls).of(racks), strict=True)
            self._halls.update({rack.id: names.get(hall, "") for rack, hall in found})
        return self._halls.get(rack_id, "")
