"""The fields of a device's supplies: where each hangs, and the edit that hangs it elsewhere."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits.cords import lay_cord, leave_to_rule
from designer.model.design import Design
from designer.model.layout import Layout, Placed
from designer.model.marked_names import with_names
from designer.ui.fields.field import Field

if TYPE_CHECKING:
    from designer.wiring.rack_cords import Outlet, Supply

BY_RULE: Final = ""
UNPLUGGED: Final = "-"


def cord_fields(design: Design, catalog: Catalog, placed: Placed) -> list[Field]:
    """Return a field for each supply of a device that rack PDUs may feed."""
    part = catalog.get(placed.part)
    if part is None or part.psu is None or part.traits.names_feed:
        return []
    from designer.wiring.rack_cords import cords_of_device  # numpy: only for what has supplies

    layout = Layout(design)
    found = cords_of_device(layout, catalog, placed)
    if not found.free:
        return []
    return [_field(layout, placed.key, supply, found.free) for supply in found.supplies]


def _field(layout: Layout, key: str, supply: "Supply", free: tuple["Outlet", ...]) -> Field:
    by_rule = "by rule"
    value, offered = BY_RULE, list(free)
    nowhere: tuple[tuple[str, str], ...] = ()
    if supply.by_hand and supply.outlet is not None:
        value = supply.outlet.end
        if supply.outlet not in offered:
            offered.insert(0, supply.outlet)
    elif supply.by_hand:
        written = next((c.outlet for c in layout.design.cords if c.supply == supply.end(key)), "")
        value = written or UNPLUGGED
        if written:
            why = with_names(supply.why_not, layout.name_of)
            nowhere = ((f"not laid: {why}", written),)
    elif supply.outlet is not None:
        by_rule = f"rule: {_words(layout, supply.outlet)}"
    elif supply.why_not:
        by_rule = f"rule: none, {with_names(supply.why_not, layout.name_of)}"
    choices = (
        (by_rule, BY_RULE), ("unplugged", UNPLUGGED), *nowhere,
        *((_words(layout, one), one.end) for one in offered),
    )  # fmt: skip
    return Field(
        f"supply-{supply.number}", f"Supply {supply.number}", "choice", value,
        _laid(supply.end(key)), choices=choices,
        hint="the outlet of its cord; by rule the design finds one and deals the others around it",
    )  # fmt: skip


def _words(layout: Layout, outlet: "Outlet") -> str:
    """Return what people call an outlet: `A 25, breaker 1, L1`; its PDU if it is one of several."""
    letter = layout.feed_letter(outlet.feed) if outlet.feed else "no feed"
    number = f" {outlet.number}" if outlet.number else ""
    strip = f" of {layout.name_of(outlet.pdu)}" if outlet.one_of_several else ""
    return ", ".join(filter(None, (f"{letter}{number}{strip}", outlet.breaker)))


def _laid(supply: str) -> Callable[[str], Edit]:
    def make(outlet: str) -> Edit:
        if outlet == BY_RULE:
            return leave_to_rule(supply)
        return lay_cord(supply, "" if outlet == UNPLUGGED else outlet)

    return make
