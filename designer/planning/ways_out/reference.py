"""As many in a rack as the published reference design has."""

from typing import Final

from designer.document.errors import EditError
from designer.planning.ways_out.asked import Alike, Question, Replacement, Steps, told
from designer.planning.ways_out.fewer import Room
from designer.planning.ways_out.published import PUBLISHED
from designer.planning.ways_out.way import WayOut

TITLE: Final = "As the published reference"


def published(asked: Replacement) -> Steps[WayOut]:
    """Find what the published density does; none where nobody publishes one."""
    part, found = asked.catalog.require(asked.by), PUBLISHED.get(asked.by)
    if found is None:
        why = f"no reference design is known that says how many {part.name} stand in a rack"
        return WayOut("published", TITLE, reason=why)
    source = f"{found.publisher} {found.source}"
    if all(group.number <= found.nodes for group in asked.alike):
        why = f"{source} has {found.nodes} in a rack, and no rack here holds more"
        return WayOut("published", TITLE, reason=why)
    most = {one.first: min(one.number, found.nodes) for one in (*asked.alike, *asked.free)}
    groups: list[Alike] = [*asked.alike, *asked.free]
    room = Room(asked, groups, most)
    stay = room.stay()
    free = room.free(stay)
    edit = asked.edit(stay, free)
    try:
        after = yield from asked.made(edit)
    except EditError as refusal:
        return WayOut("published", TITLE, reason=str(refusal) or "not possible")
    numbers = {**stay, **dict(free)}
    looked = room.looked(numbers.items())
    answer = yield from told(Question(after, looked))
    about = f"{source}: {found.beside}" if found.beside else source
    moved, nodes = sum(number for _, number in free), sum(numbers.values())
    return WayOut(
        "published", f"{found.nodes} in each rack, as {found.publisher} publishes", about, edit,
        after, answer, nodes=nodes, removed=asked.total - nodes, moved=moved,
        numbers=tuple(numbers.items()), looked=looked,
    )  # fmt: skip
