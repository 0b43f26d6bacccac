"""What stands on the floor, in words: one by its name, several counted by their sorts."""

from collections.abc import Sequence

from designer.catalog.catalog import Catalog
from designer.model.design import Rack
from designer.model.plural import plural


def floor_words(catalog: Catalog, racks: Sequence[Rack]) -> str:
    """Return `A01`, `2 racks`, `6 floor units` or `38 racks and 6 floor units`.

    Parameters
    ----------
    catalog
        Tells which of them are CDUs or air units; what it does not have counts as a rack.
    """
    if len(racks) == 1:
        return racks[0].name
    found = (catalog.get(rack.part) for rack in racks)
    units = sum(part is not None and part.traits.is_cooling_unit for part in found)
    counts = ((len(racks) - units, "rack"), (units, "floor unit"))
    return " and ".join(plural(*count) for count in counts if count[0]) or plural(0, "rack")
