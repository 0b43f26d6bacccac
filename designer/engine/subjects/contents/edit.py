"""What an edit touched: records that went and came, found by identity and not by value."""

from dataclasses import dataclass

from designer.model.change import racks_with_ids, went_and_came
from designer.model.design import Assembly, Design, Device, Rack


@dataclass(frozen=True)
class Edit:
    """What differs between two designs in the collections that racks follow from."""

    devices: tuple[tuple[Device, ...], tuple[Device, ...]]
    racks: tuple[tuple[Rack, ...], tuple[Rack, ...]]
    assemblies: tuple[tuple[Assembly, ...], tuple[Assembly, ...]]

    @property
    def moves(self) -> bool:
        """Whether any rack came, went or changed."""
        return bool(self.racks[0] or self.racks[1])

    @property
    def rearranges(self) -> bool:
        """Whether any rack came or went, or belongs to another row than before."""
        went, came = self.racks
        return [(rack.id, rack.row) for rack in went] != [(rack.id, rack.row) for rack in came]


def edit_of(old: Design, new: Design) -> Edit:
    """Return the records that went and came. Shared records are recognised by identity."""
    return Edit(
        went_and_came(old.devices, new.devices),
        went_and_came(old.racks, new.racks),
        went_and_came(old.assemblies, new.assemblies),
    )


def moved(
    own: dict[str, dict[str, Device]], edit: Edit
) -> tuple[dict[str, dict[str, Device]], set[str]]:
    """Return drawn devices by rack after an edit, and the racks whose devices differ."""
    went, came = edit.devices
    if not went and not came:
        return own, set()
    racks = {device.rack for device in (*went, *came)}
    result = dict(own)
    for key in racks:
        result[key] = dict(own.get(key, {}))
    for device in went:
        result[device.rack].pop(device.id, None)
    for device in came:
        result[device.rack][device.id] = device
    return result, racks


def touched(design: Design, edit: Edit, racks: set[str]) -> list[Rack]:
    """Return the racks whose contents an edit may have altered."""
    keys = racks | {rack.id for rack in edit.racks[1]}
    changed = {assembly.id for side in edit.assemblies for assembly in side}
    if not changed:
        return racks_with_ids(design.racks, keys)
    return [rack for rack in design.racks if rack.id in keys or rack.assembly in changed]
