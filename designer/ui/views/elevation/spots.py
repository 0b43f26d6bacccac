"""Places of a plan in a rack: snapped, on which face, in words."""

from designer.document.drop_plans import DropPlan, Spot
from designer.model.design import Face
from designer.model.units import place_text


def snapped(half_u: int, *, free: bool) -> int:
    """Return a half unit as it is, or the whole unit below it."""
    return half_u if free else half_u - half_u % 2


def face_of(spot: Spot) -> Face:
    """Return the face on which a place is seen."""
    return "rear" if spot.face in ("rear", "door", "zero-u") else "front"


def spot_words(plan: DropPlan, spot: Spot) -> str:
    """Return what a ghost says at its place: its units, or why it may not be there."""
    if not plan.verdict.ok:
        return plan.verdict.reason
    if not spot.height_half_u:
        return plan.verdict.title
    return place_text(spot.half_u, spot.height_half_u, spot.side)
