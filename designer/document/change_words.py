"""Changes between two designs in words, with the names that people know things by.

May import `model`, `catalog` and the comparison of this room.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import Kind as PartKind
from designer.catalog.kinds import kind_of
from designer.document.change_groups import Group
from designer.document.comparison import OF_DESIGN, PARTS, RecordChange
from designer.document.field_changes import FieldChange
from designer.model.design import Assembly, Design, Device, KeptPlace, Rack
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.model.record import Record
from designer.model.section_words import without_unit
from designer.model.some_names import some
from designer.model.units import u_of, unit_of

SIGNS: Final = {"added": "+", "removed": "−", "moved": "→", "changed": "~"}
"""What stands before a change of each kind."""
UNSTATED: Final = "not stated"
NOTHING: Final = "none"
_TOLD: Final = 6
"""Fields that are told of one change in a row; the others are counted."""
_UNTOLD: Final = ("id", "name", "note", "slots", "digest")
"""Fields that say nothing in a row, or too much."""
_BEFORE: Final = 12
"""Letters before the first that differs of two long texts."""
_LONGEST: Final = 60
"""Letters of a value in a row."""
_NAMED: Final[dict[str, tuple[str, str]]] = {
    "revisions": ("revision", "revisions"),
    "stages": ("stage", "stages"),
    "halls": ("hall", "halls"),
    "underlays": ("building plan", "building plans"),
    "power": ("power record", "power records"),
    "rows": ("row", "rows"),
    "assemblies": ("assembly", "assemblies"),
    "racks": ("rack", "racks"),
    "devices": ("device", "devices"),
    "fabrics": ("fabric", "fabrics"),
    "places": ("kept place", "kept places"),
    "cables": ("cable by hand", "cables by hand"),
    "trays": ("tray", "trays"),
    "cords": ("cord by hand", "cords by hand"),
    "loops": ("coolant loop", "coolant loops"),
    "weather_years": ("weather year", "weather years"),
    "grid_years": ("grid year", "grid years"),
    "workloads": ("workload", "workloads"),
    "prices": ("own price", "own prices"),
    "spares": ("rule of spares", "rules of spares"),
    "waivers": ("waiver", "waivers"),
    "notes": ("note", "notes"),
    PARTS: ("part", "parts"),
}
_SINGLE: Final = {
    OF_DESIGN: "design", "site": "site", "title_block": "title block", "room": "room",
    "platform": "platform",
}  # fmt: skip
_OF_PARTS: Final = frozenset(
    {
        "part", "rack_part", "switch", "spine_switch", "core_switch", "nodes", "rejection_part",
    }
)  # fmt: skip
"""Fields that name parts, where they are no number."""
_OF_RECORDS: Final = frozenset(
    {
        "rack", "racks", "row", "assembly", "feed", "feeds", "fabric", "nodes_of", "hall", "units",
        "parents", "target", "taken_by", "a", "b", "stage",
    }
)  # fmt: skip
"""Fields that name records of the design."""
_FIELDS: Final = {
    "x_mm": "from the left", "y_mm": "from the top", "half_u": "position", "nodes": "nodes",
    "amount_cents": "price", "u_total": "rack units", "pue": "PUE",
}  # fmt: skip
"""Words for fields whose names say too little; all others are told by their names."""


@dataclass(frozen=True)
class _Side:
    """One of the two designs, to be asked what things are called in it."""

    design: Design
    catalog: Catalog

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.design)

    def part_name(self, part_id: str) -> str:
        part = self.catalog.get(part_id)
        return (part.name if part else "") or part_id

    def kind(self, part_id: str) -> PartKind | None:
        part = self.catalog.get(part_id)
        return kind_of(part) if part else None


class ChangeWords:
    """Says what changed between two designs."""

    def __init__(self, before: Design, after: Design, catalogs: tuple[Catalog, Catalog]) -> None:
        self._before = _Side(before, catalogs[0])
        self._after = _Side(after, catalogs[1])

    def what(self, group: Group) -> str:
        """Return what a row is about: `64 racks`, `Rack A01`, `fabric Compute`, `site`."""
        if group.collection in _SINGLE:
            return _SINGLE[group.collection]
        one, many = self._noun(group.first)
        if len(group.members) == 1:
            return f"{one} {self.name(group.first)}"
        return plural(len(group.members), one, many)

    def names(self, group: Group, shown: int = 4) -> str:
        """Return the names of several things in a row; nothing where there is but one."""
        if len(group.members) == 1:
            return ""
        return some(map(self.name, group.members), shown)

    def name(self, change: RecordChange) -> str:
        """Return what people call the record of a change, and its id where that tells it apart."""
        record, side = change.record, self._side(change)
        if isinstance(record, Device):
            where = side.layout.name_of(record.rack)
            return f"{record.name or record.id} in {where}"
        name = getattr(record, "name", "")
        if isinstance(record, KeptPlace) and not name:
            return side.layout.name_of(record.taken_by or record.id)
        if change.collection in ("prices", PARTS):
            name = side.part_name(change.id)
        return name or change.id

    def rack_name(self, rack: str) -> str:
        """Return what a rack is called in the later design."""
        return self._after.layout.name_of(rack)

    def how(self, group: Group) -> str:
        """Return what came, went or differs: `assembly: DGX rack → Storage`, `DGX H100 at U12`."""
        along = plural(len(group.along), *_NAMED["places"]) if group.along else ""
        return "; ".join(filter(None, (self._how(group), along and f"with {along}")))

    def _how(self, group: Group) -> str:
        first = group.first
        if first.kind in ("added", "removed"):
            return self._of_whole(group)
        told = [self.field(one, group) for one in first.fields[:_TOLD]]
        more = len(first.fields) - len(told)
        return "; ".join([*told, *([f"{more} more fields"] if more else [])])

    def field(self, field: FieldChange, group: Group | None = None) -> str:
        """Return one field that differs; of several records that differ in it, how they do."""
        label = field_words(field.path)
        if group is not None and group.differ(field):
            if field.path == "name":
                return f"{label}: {self.value(field, 'old')} → {self.value(field, 'new')}, …"
            step = field.new - field.old
            return f"{label}: {_signed(step, field.path)}"
        if field.old is None and isinstance(field.new, Record):
            return f"{label} added: {self.value(field, 'new')}"
        if field.new is None and isinstance(field.old, Record):
            return f"{label} removed: {self.value(field, 'old')}"
        return f"{label}: {self.value(field, 'old')} → {self.value(field, 'new')}"

    def value(self, field: FieldChange, when: str) -> str:
        """Return the value of a field on one side in words.

        Parameters
        ----------
        when
            `old` or `new`.
        """
        side = self._before if when == "old" else self._after
        value = field.old if when == "old" else field.new
        said = _in_words(_Asked(field.field, side), value)
        other = field.new if when == "old" else field.old
        return _cut_where(said, other) if isinstance(other, str) else _cut(said)

    def _side(self, change: RecordChange) -> _Side:
        return self._before if change.new is None else self._after

    def _noun(self, change: RecordChange) -> tuple[str, str]:
        """Return what a thing is called, and many of it: a CRAH stands among racks and is none."""
        record = change.record
        if isinstance(record, Rack | Device):
            kind = self._side(change).kind(record.part)
            if kind is not None and not kind.is_rack:
                return kind.singular, kind.plural
        return _NAMED[change.collection]

    def _of_whole(self, group: Group) -> str:
        """Return what a record is that came or went."""
        change = group.first
        record, side = change.record, self._side(change)
        said = []
        if isinstance(record, Rack):
            said = [side.part_name(record.part)]
            if record.assembly:
                said.append(side.layout.name_of(record.assembly))
        elif isinstance(record, Device):
            at = [f"at U{u_of(record.half_u):g}"] if record.half_u else []
            said = [side.part_name(record.part), *(at if len(group.members) == 1 else [])]
        elif isinstance(record, Assembly):
            said = [side.part_name(record.rack_part), plural(len(record.slots), "slot")]
        elif record is not None:
            said = [self._brief(record, side)]
        return ", ".join(word for word in said if word)

    def _brief(self, record: Record, side: _Side) -> str:
        """Return the first fields that a record says, without its id and name."""
        said = record.model_dump(exclude_defaults=True)
        names = [name for name in type(record).model_fields if name in said]
        told = [name for name in names if name not in _UNTOLD][:3]
        return ", ".join(
            f"{field_words(name)} {_cut(_in_words(_Asked(name, side), getattr(record, name)))}"
            for name in told
        )


@dataclass(frozen=True)
class _Asked:
    """A field whose value is to be said, and by which of the two designs."""

    field: str
    side: _Side

    @property
    def name_of(self) -> Callable[[str], str] | None:
        """What gives the names of what the field names; None where it names nothing."""
        if self.field in _OF_PARTS:
            return self.side.part_name
        return self.side.layout.name_of if self.field in _OF_RECORDS else None


def counted(records: Iterable[tuple[str, int]]) -> str:
    """Return how many records of each collection: `3 devices, 1 cable by hand`."""
    return ", ".join(plural(number, *_NAMED[name]) for name, number in records)


def field_words(path: str) -> str:
    """Return what a field is called: `supply air`, `slot dgx-1, position`."""
    steps = path.split(".")
    said = [_FIELDS.get(step, without_unit(step).replace("_", " ")) for step in steps[::2]]
    named = [
        f"{word.removesuffix('s')} {key}" for word, key in zip(said, steps[1::2], strict=False)
    ]
    return ", ".join([*named, *(said[len(named) :])])


def titled(text: str) -> str:
    """Return words that begin a row with a capital."""
    return f"{text[:1].upper()}{text[1:]}"


def _in_words(asked: _Asked, value: Any) -> str:  # noqa: ANN401 - the value of any field
    if value is None:
        return UNSTATED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Record):
        part = getattr(value, "part", "")
        return asked.side.part_name(part) if part else _first_words(asked.side, value)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return " ".join("/".join(_in_words(asked, one) for one in pair) for pair in value)
    if isinstance(value, tuple):
        return ", ".join(_in_words(asked, one) for one in value) or NOTHING
    if isinstance(value, str):
        named = asked.name_of
        return (named(value) if named else value) or NOTHING
    return _number(asked.field, value)


def _first_words(side: _Side, record: Record) -> str:
    """Return the name of a record within another; of one without, the first fields it says."""
    if name := getattr(record, "name", ""):
        return str(name)
    said = record.model_dump(exclude_defaults=True)
    told = [name for name in said if name not in _UNTOLD][:3]
    return ", ".join(
        f"{field_words(name)} {_in_words(_Asked(name, side), getattr(record, name))}"
        for name in told
    )


def _number(field: str, value: float) -> str:
    if field == "half_u":
        return f"U{u_of(int(value)):g}"
    if field == "amount_cents":
        return f"{value / 100:,.2f}"
    unit = unit_of(field)
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"
    text = text.replace("-", "−", 1) if value < 0 else text
    return f"{text} {unit}" if unit else text


def _signed(step: int, field: str) -> str:
    sign = "+" if step >= 0 else "−"
    if field == "half_u":
        return f"{sign}{u_of(abs(step)):g} U"
    return f"{sign}{abs(step):,} {unit_of(field)}".rstrip()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _cut_where(text: str, other: str) -> str:
    """Return a long text from where it begins to differ from another."""
    if len(text) <= _LONGEST:
        return text
    pairs = enumerate(zip(text, other, strict=False))
    same = next((at for at, (one, its) in pairs if one != its), min(len(text), len(other)))
    begin = max(0, same - _BEFORE)
    return _cut(f"…{text[begin:]}" if begin else text)
