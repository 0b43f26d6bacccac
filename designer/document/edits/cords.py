"""Edits of cords by hand: where one supply hangs, as an exception to its rack's rule."""

from itertools import count

from designer.document.calls import named
from designer.document.document import Edit
from designer.model.change import Change, apply
from designer.model.design import Cord, Design


@named
def lay_cord(supply: str, outlet: str) -> Edit:
    """Hang a supply in an outlet by hand, in place of any cord that it has.

    Parameters
    ----------
    supply
        Its address: `dgx-B08-1:psu3`.
    outlet
        That of the outlet, `pdu-B08-A:24`; empty leaves the supply unplugged.
    """

    def edit(design: Design) -> Design:
        before = next((cord for cord in design.cords if cord.supply == supply), None)
        if before is not None:
            laid = before.evolve(outlet=outlet)
            more = tuple(c.id for c in design.cords if c.supply == supply and c.id != before.id)
            drop = (("cords", more),) if more else ()
            return apply(design, Change(put=(("cords", (laid,)),), drop=drop))
        known = {cord.id for cord in design.cords}
        key = next(name for n in count(1) if (name := f"cord-{n}") not in known)
        laid = Cord(id=key, supply=supply, outlet=outlet)
        return apply(design, Change(put=(("cords", (laid,)),)))

    return edit


@named
def leave_to_rule(supply: str) -> Edit:
    """Take away the cords by hand of a supply, so that the rule of its rack finds it an outlet."""

    def edit(design: Design) -> Design:
        gone = tuple(cord.id for cord in design.cords if cord.supply == supply)
        return apply(design, Change(drop=(("cords", gone),))) if gone else design

    return edit
