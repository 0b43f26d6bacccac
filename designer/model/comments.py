"""Comments of a design review: pinned to things or places, answered, open or resolved.

They are no part of a design: no figure rests on them, and they stand in a file beside it. May
import the records and units of this room.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Final, Literal

from designer.model.layout import Layout
from designer.model.record import Record

About = Literal[
    "rack", "device", "power", "row", "fabric", "loop", "tray", "cable", "element",
    "finding", "place", "cloud", "design",
]  # fmt: skip
Spot = tuple[int, int]

WORDS: Final[dict[str, str]] = {
    "rack": "Rack", "device": "Device", "power": "Power", "row": "Row", "fabric": "Fabric",
    "loop": "Loop", "tray": "Cable tray", "cable": "Cable", "element": "Part of the room",
    "finding": "Finding", "place": "Place", "cloud": "Cloud", "design": "The design",
}  # fmt: skip
"""What kinds of things are called in front of their names."""
_COLLECTIONS: Final = {
    "power": "power", "row": "rows", "fabric": "fabrics", "loop": "loops", "tray": "trays",
    "cable": "cables",
}  # fmt: skip
"""Where records of these kinds stand in a design, in order of id."""
UNPINNED: Final = ("place", "cloud", "design")
"""Kinds that no record of the design is meant by, and that cannot go."""
LONGEST_TEXT: Final = 4_000
"""Letters of a comment: what is longer is a document of its own."""
ID_LETTERS: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Reply(Record):
    """An answer. `date` is an ISO 8601 time in UTC."""

    id: str
    author: str = ""
    date: str = ""
    text: str


class Comment(Record):
    """A comment with what it is about.

    Attributes
    ----------
    id
        Its own for ever, and unlike that of any other branch or reviewer.
    number
        What people call it, from 1; never given a second time.
    about, target
        The kind of thing, and its id (a finding's key); no id of a place, a cloud, the design.
    name
        What the thing was called when it was there last.
    x_mm, y_mm
        Where on the floor it is, or was last: of a cloud its left upper corner. None of nowhere.
    width_mm, depth_mm
        Of a cloud.
    author, date, text
        Who wrote it when: an ISO 8601 time in UTC.
    changed
        When its text was changed last; empty for never.
    resolved_by, resolved
        Who settled it when; empty while it is open.
    """

    id: str
    number: int
    about: About = "design"
    target: str = ""
    name: str = ""
    x_mm: int | None = None
    y_mm: int | None = None
    width_mm: int | None = None
    depth_mm: int | None = None
    author: str = ""
    date: str = ""
    text: str
    changed: str = ""
    resolved_by: str = ""
    resolved: str = ""
    replies: tuple[Reply, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nobody has settled it."""
        return not self.resolved

    @property
    def spot(self) -> Spot | None:
        """Where it is, or was last, in mm; None of nowhere."""
        return None if self.x_mm is None or self.y_mm is None else (self.x_mm, self.y_mm)

    @property
    def cloud(self) -> tuple[int, int, int, int] | None:
        """Left, top, width and depth of a cloud, in mm; None of what is none, or states no size."""
        x, y, wide, deep = self.x_mm, self.y_mm, self.width_mm, self.depth_mm
        if self.about != "cloud" or x is None or y is None or wide is None or deep is None:
            return None
        return x, y, wide, deep

    @property
    def day(self) -> str:
        """On which day it was written."""
        return self.date[:10]

    @property
    def state(self) -> str:
        """Whether it is open, else who settled it when: `resolved by Ann, 2026-05-04`."""
        if self.is_open:
            return "open"
        by = f" by {self.resolved_by}" if self.resolved_by else ""
        return f"resolved{by}, {self.resolved[:10]}"


Comments = tuple[Comment, ...]
"""In order of id, as the file has them."""


def by_number(comments: Iterable[Comment]) -> Comments:
    """Return comments in the order in which people count them."""
    return tuple(sorted(comments, key=attrgetter("number", "id")))


def next_number(comments: Iterable[Comment]) -> int:
    """Return the number of a comment that is added: none is given a second time."""
    return max((comment.number for comment in comments), default=0) + 1


def put(comments: Comments, comment: Comment) -> Comments:
    """Return comments with one that is new, or another than it was."""
    others = (one for one in comments if one.id != comment.id)
    return tuple(sorted((*others, comment), key=attrgetter("id")))


def numbered(comments: Iterable[Comment]) -> tuple[Comments, tuple[str, ...]]:
    """Return comments of which no two have one number, and words on each that got another.

    Two branches count on from the same number. The one that was written first keeps it; the other
    is given the next free one, whichever side looks.
    """
    kept: dict[int, Comment] = {}
    later: list[Comment] = []
    for comment in sorted(comments, key=attrgetter("date", "id")):
        if kept.setdefault(comment.number, comment) is not comment:
            later.append(comment)
    told = []
    for comment in later:
        number = next_number(kept.values())
        kept[number] = comment.evolve(number=number)
        by = f", by {comment.author}," if comment.author else ""
        told.append(f"two comments have the number {comment.number}; the later one{by} is {number}")
    return tuple(sorted(kept.values(), key=attrgetter("id"))), tuple(told)


def merged(base: Comments, ours: Comments, theirs: Comments) -> Comments:
    """Return what both sides made of comments: all of both, answers and settlements united.

    A text that both changed is the one that was changed last; nobody's comment or answer is lost,
    and what one side no longer has is kept where the other has it.
    """
    was = {comment.id: comment for comment in base}
    mine = {comment.id: comment for comment in ours}
    found = dict(mine)
    for comment in theirs:
        own = mine.get(comment.id)
        found[comment.id] = _both(was.get(comment.id), own, comment) if own else comment
    return numbered(found.values())[0]


def follow(
    comments: Comments, layout: Layout, spot_of: Callable[[Comment], Spot | None] | None = None
) -> Comments:
    """Return comments with names and places of what they are about as these are now.

    What is gone keeps its last. The same object where nothing differs.
    """
    made = tuple(_following(comment, layout, spot_of) for comment in comments)
    same = all(one is other for one, other in zip(made, comments, strict=True))
    return comments if same else made


def remembered(there: Comments, known: Comments) -> Comments:
    """Return comments with the names and places that are known of what they are about.

    A thing may have been renamed and removed since they were written last.
    """
    last = {comment.id: comment for comment in known if comment.name}
    return tuple(
        comment.evolve(name=seen.name, x_mm=seen.x_mm, y_mm=seen.y_mm)
        if (seen := last.get(comment.id)) is not None
        else comment
        for comment in there
    )


def is_gone(comment: Comment, layout: Layout, findings: Collection[str] | None = None) -> bool:
    """Return whether what a comment is about is no longer there.

    Parameters
    ----------
    findings
        Keys of the findings; None where nobody knows them, and then none is gone.
    """
    if comment.about in UNPINNED:
        return False
    if comment.about == "finding":
        return findings is not None and comment.target not in findings
    return not _is_there(comment, layout)


def thing_words(
    comment: Comment, layout: Layout, findings: Collection[str] | None = None, *, noun: str = ""
) -> str:
    """Return what a comment is about, in words: `Rack A01`, `Rack A01 (gone)`.

    Parameters
    ----------
    noun
        What its kind is called where that is known more exactly than by `about`: a floor unit
        stands among racks and is none.
    """
    words = WORDS[comment.about]
    if comment.about in ("place", "cloud"):
        spot = comment.spot
        where = ", ".join(f"{mm / 1000:.1f} m".replace("-", "−") for mm in spot or ())
        return f"{words} at {where}" if where else words
    if comment.about == "design":
        return words
    name = name_of(comment, layout) or comment.name or comment.target
    # People write the kind into many names: `Row A`, `Feed A`.
    noun = noun or words
    is_said = comment.about in ("finding", "power") or name.casefold().startswith(noun.casefold())
    said = name if is_said else f"{noun} {name}"
    if not is_gone(comment, layout, findings):
        return said
    return f"{said} ({'settled' if comment.about == 'finding' else 'gone'})"


def name_of(comment: Comment, layout: Layout) -> str:
    """Return what people call the thing that a comment is about now; empty where it is gone."""
    if comment.about in UNPINNED or comment.about == "finding" or not _is_there(comment, layout):
        return ""
    record = _record(comment, layout)
    if record is not None:
        return str(getattr(record, "name", "") or comment.target)
    return layout.name_of(comment.target)


def _record(comment: Comment, layout: Layout) -> Record | None:
    """Return what a comment is about where that is a record of the design, or of its room."""
    if comment.about == "element":
        every = layout.design.room.obstacles
        return next((one for one in every if one.id == comment.target), None)
    name = _COLLECTIONS.get(comment.about)
    if name is None:
        return None
    records = getattr(layout.design, name)
    at = bisect_left(records, comment.target, key=attrgetter("id"))
    found: Record | None = records[at] if at < len(records) else None
    return found if getattr(found, "id", "") == comment.target else None


def _is_there(comment: Comment, layout: Layout) -> bool:
    if comment.about == "rack":
        return comment.target in layout.racks
    if comment.about == "device":
        return layout.find(comment.target) is not None
    return _record(comment, layout) is not None


def spot_in(comment: Comment, layout: Layout) -> Spot | None:
    """Return where the thing that a comment is about stands by the design; None of no place."""
    if comment.about in ("rack", "device"):
        rack = layout.racks.get(layout.rack_of(comment.target))
        return None if rack is None else (rack.x_mm, rack.y_mm)
    record = _record(comment, layout)
    x, y = getattr(record, "x_mm", None), getattr(record, "y_mm", None)
    if isinstance(x, int) and isinstance(y, int):
        return x, y
    corners = getattr(record, "corners", ())
    return (corners[0][0], corners[0][1]) if corners else None


def _following(
    comment: Comment, layout: Layout, spot_of: Callable[[Comment], Spot | None] | None
) -> Comment:
    name = name_of(comment, layout)
    if not name:
        return comment
    spot = (spot_of(comment) if spot_of else None) or spot_in(comment, layout)
    x, y = spot or (comment.x_mm, comment.y_mm)
    if (name, x, y) == (comment.name, comment.x_mm, comment.y_mm):
        return comment
    return comment.evolve(name=name, x_mm=x, y_mm=y)


def _both(base: Comment | None, ours: Comment, theirs: Comment) -> Comment:
    """Return one comment as two sides have made it."""
    if ours == theirs:
        return ours
    replies = {one.id: one for one in (*theirs.replies, *ours.replies)}
    text = theirs if theirs.changed > ours.changed else ours
    place = theirs if base is not None and _place(ours) == _place(base) else ours
    settled = _settled(base, ours, theirs)
    return ours.evolve(
        number=min(ours.number, theirs.number), text=text.text, changed=text.changed,
        name=place.name, x_mm=place.x_mm, y_mm=place.y_mm,
        width_mm=place.width_mm, depth_mm=place.depth_mm,
        resolved_by=settled.resolved_by, resolved=settled.resolved,
        replies=in_time(replies.values()),
    )  # fmt: skip


def in_time(replies: Iterable[Reply]) -> tuple[Reply, ...]:
    """Return answers in the order in which they were written."""
    return tuple(sorted(replies, key=attrgetter("date", "id")))


def _settled(base: Comment | None, ours: Comment, theirs: Comment) -> Comment:
    """Return the side that says whether it is settled: the one that changed that, else the last."""
    if base is not None and _state(ours) == _state(base):
        return theirs
    if base is not None and _state(theirs) == _state(base):
        return ours
    return max(ours, theirs, key=attrgetter("resolved"))


def _state(comment: Comment) -> tuple[str, str]:
    return comment.resolved_by, comment.resolved


def _place(comment: Comment) -> tuple[object, ...]:
    return comment.name, comment.spot, comment.width_mm, comment.depth_mm
