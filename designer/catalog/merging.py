"""Two records of one thing become one part: which figure is kept, and what the other source says.

A figure that only one of them states is taken from there with its source. Where both state one and
they differ, one is kept and the other stands beside it as what another source says: nothing that a
source says is lost, and nothing is averaged. What a part is (its id, kind, name, note, prices, what
is inside) is never merged.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from designer.catalog.entry import Provenance
from designer.catalog.fact_words import label_of, unit_of, value_text
from designer.catalog.figures import PortGroup
from designer.catalog.part import Part
from designer.catalog.unpublished import Unpublished
from designer.model.record import Record

Choice = Literal["keep", "theirs"]
"""Whose figure is kept where both state one: that of the part, or that of the other record."""

Kept = Literal["same", "ours", "theirs", "filled"]
"""`filled`: only the other record states it."""

_PLAIN: Final = (
    "height_half_u", "width_mm", "height_mm", "depth_mm", "mass_kg", "power_max_w", "airflow",
    "gpus",
)  # fmt: skip
_ANCHORS: Final[dict[str, tuple[str, ...]]] = {
    "psu": ("count",),
    "pdu": ("volts", "amps", "phases"),
    "rack": ("units",),
    "ups": ("rated_kva",),
}
"""Groups of figures, and those in which two records must agree before one fills in the other: a
rating of two supplies says nothing of six."""

_WORDS: Final = frozenset({"pdu.plug"})
"""What sources spell in many ways: filled in, and never disputed."""

_SAME: Final = 0.01
"""Figures that differ by no more are one, rounded in other units."""

_DEPTH: Final = "full_depth"


@dataclass(frozen=True, slots=True)
class MergedFigure:
    """One figure of a merge.

    Attributes
    ----------
    ours, theirs
        Values as people read them with their units; empty where unknown.
    ours_source, theirs_source
        Sources in a sentence; empty where unknown.
    """

    field: str
    ours: str
    theirs: str
    kept: Kept
    ours_source: str = ""
    theirs_source: str = ""

    @property
    def label(self) -> str:
        """What the figure is called."""
        return "Ports" if self.field == "ports" else label_of(self.field)


@dataclass(frozen=True, slots=True)
class Merge:
    """A part with what another record says of it.

    Attributes
    ----------
    figures
        Every figure that the other record states, in the order of the schema.
    """

    part: Part
    figures: tuple[MergedFigure, ...]

    @property
    def changed(self) -> bool:
        """Whether the part is another one now."""
        return any(figure.kept != "same" for figure in self.figures)

    def counted(self, kept: Kept) -> int:
        """Return how many figures were kept so."""
        return sum(figure.kept == kept for figure in self.figures)


def merged(ours: Part, theirs: Part, choice: Choice) -> Merge:
    """Return a part with the figures of another record of the same thing.

    Parameters
    ----------
    ours
        The part: its id, kind, name and all that is no figure are kept.
    theirs
        The other record.
    """
    work = _Work(ours, theirs, choice)
    work.plain()
    for group, anchors in _ANCHORS.items():
        work.group(group, anchors)
    work.depth()
    work.ports()
    if not any(figure.kept != "same" for figure in work.figures):
        return Merge(ours, tuple(work.figures))
    return Merge(work.part(), tuple(work.figures))


class _Work:
    """A merge under way."""

    def __init__(self, ours: Part, theirs: Part, choice: Choice) -> None:
        self._ours, self._theirs, self._choice = ours, theirs, choice
        self.figures: list[MergedFigure] = []
        self._changes: dict[str, Any] = {}
        self._filled: list[str] = []
        self._disputed: dict[str, Provenance] = {}

    def plain(self) -> None:
        """Merge the figures of the part itself."""
        for name in _PLAIN:
            self._merge(name, getattr(self._ours, name), getattr(self._theirs, name), self._changes)

    def group(self, name: str, anchors: tuple[str, ...]) -> None:
        """Merge a group of figures, if both mean the same supplies, inlet or rails by it."""
        ours, theirs = getattr(self._ours, name), getattr(self._theirs, name)
        if theirs is None:
            return
        if ours is None:
            self._changes[name] = theirs
            for field, value in _stated(theirs):
                self._add(f"{name}.{field}", None, value, "filled")
            return
        differ = any(
            not _same(getattr(ours, field), getattr(theirs, field))
            for field in anchors
            if _known(getattr(ours, field)) and _known(getattr(theirs, field))
        )
        changes: dict[str, Any] = {}
        for field, value in _stated(theirs):
            mine = getattr(ours, field)
            if differ and not _known(mine) and self._choice == "keep":
                continue
            self._merge(f"{name}.{field}", mine, value, changes, field)
        if "count" in changes and "redundancy" not in changes and name == "psu":
            changes["redundancy"] = ""
        if changes:
            self._changes[name] = ours.evolve(**changes)

    def depth(self) -> None:
        """Take over whether a device takes the full depth, which has no value for unknown."""
        stated = _DEPTH in self._theirs.model_fields_set
        if stated and _DEPTH not in self._ours.model_fields_set and self._ours.full_depth:
            if not self._theirs.full_depth:
                self._changes[_DEPTH] = False
                self._add(_DEPTH, None, False, "filled")
        elif stated:
            self._merge(_DEPTH, self._ours.full_depth, self._theirs.full_depth, self._changes)

    def ports(self) -> None:
        """Take over all ports where the part has none; what ports are for is not averaged."""
        ours, theirs = self._ours.ports, self._theirs.ports
        if not theirs:
            return
        if not ours:
            self._changes["ports"] = theirs
            self._add("ports", None, ports_text(theirs), "filled")
            for group in theirs:
                self._filled.append(f"ports.{group.name}")
        elif _rates(ours) == _rates(theirs):
            self._add("ports", ports_text(ours), ports_text(theirs), "same")
        else:
            self._add("ports", ports_text(ours), ports_text(theirs), "ours")

    def part(self) -> Part:
        """Return the merged part with its sources."""
        known = {*self._filled, *self._disputed}
        records = [_without(record, known) for record in self._ours.provenance]
        names = (self._theirs.name, *self._theirs.aliases)
        spoken = {name.casefold() for name in (self._ours.name, *self._ours.aliases)}
        stated = {name: getattr(self._ours, name) for name in self._ours.model_fields_set}
        changes = {
            "aliases": (*self._ours.aliases, *(n for n in names if n.casefold() not in spoken)),
            "provenance": (
                *self._disputed.values(),
                *_by_source(self._filled, self._theirs),
                *(record for record in records if record is not None),
            ),
            "unpublished": tuple(_still_unpublished(self._ours, self._filled)),
        }
        return Part.model_validate(stated | self._changes | changes)

    def _merge(
        self,
        name: str,
        mine: Any,  # noqa: ANN401 - any figure
        other: Any,  # noqa: ANN401 - any figure
        changes: dict[str, Any],
        field: str = "",
    ) -> None:
        if not _known(other):
            return
        if not _known(mine):
            changes[field or name] = other
            self._add(name, None, other, "filled")
        elif _same(mine, other) or name in _WORDS:
            self._add(name, mine, other, "same")
        else:
            kept: Kept = "ours" if self._choice == "keep" else "theirs"
            if kept == "theirs":
                changes[field or name] = other
            self._add(name, mine, other, kept)

    def _add(self, name: str, mine: Any, other: Any, kept: Kept) -> None:  # noqa: ANN401 - any figure
        ours, theirs = self._ours.source_of(name), self._theirs.source_of(name)
        figure = MergedFigure(
            name,
            "" if mine is None else figure_text(name, mine),
            "" if other is None else figure_text(name, other),
            kept,
            ours.source if ours and mine is not None else "",
            theirs.source if theirs else "",
        )
        self.figures.append(figure)
        if kept == "filled" and name != "ports":
            self._filled.append(name)
        elif kept in ("ours", "theirs"):
            self._dispute(figure, ours if kept == "ours" else theirs)

    def _dispute(self, figure: MergedFigure, record: Provenance | None) -> None:
        """Write beside the figure that is kept what the other source says."""
        ours_kept = figure.kept == "ours"
        value = figure.theirs if ours_kept else figure.ours
        source = figure.theirs_source if ours_kept else figure.ours_source
        said = f"{value} by {source}" if source else value
        if record is None:
            record = Provenance(fields=(), source="not stated", kind="assumed")
        if said in record.other:
            other = record.other
        else:
            other = f"{record.other}; {said}" if record.other else said
        self._disputed[figure.field] = record.evolve(fields=(figure.field,), other=other)


def figure_text(name: str, value: Any) -> str:  # noqa: ANN401 - any figure
    """Return a figure with its unit, as people read it."""
    if isinstance(value, str):
        return value
    return f"{value_text(name, value)} {unit_of(name)}".strip()


def ports_text(ports: Iterable[PortGroup]) -> str:
    """Return ports in short: `64 x 400 Gb/s, 1 x 1 Gb/s`."""
    counted = _rates(ports)
    return ", ".join(f"{counted[rate]} x {rate:g} Gb/s" for rate in sorted(counted, reverse=True))


def _rates(ports: Iterable[PortGroup]) -> Mapping[float, int]:
    counted: dict[float, int] = {}
    for group in ports:
        counted[group.rate_gbps] = counted.get(group.rate_gbps, 0) + group.count
    return counted


def _known(value: Any) -> bool:  # noqa: ANN401 - any figure
    """Return whether a figure is stated: 0 rack units, as an empty word, are what nobody said."""
    if value is None or value in ("", ()):
        return False
    return not (value == 0 and value is not False)


def _same(one: Any, other: Any) -> bool:  # noqa: ANN401 - any figure
    if isinstance(one, str) or isinstance(other, str):
        first, second = str(one).casefold(), str(other).casefold()
        return first in second or second in first
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one == other)
    if not (isinstance(one, int | float) and isinstance(other, int | float)):
        return bool(one == other)  # groups, such as the domains of supplies
    return bool(abs(one - other) <= _SAME * max(abs(one), abs(other)))


def _stated(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield the figures that a group states."""
    for name in type(record).model_fields:
        value = getattr(record, name)
        if _known(value):
            yield name, value


def _without(record: Provenance, names: set[str]) -> Provenance | None:
    """Return a source without figures that another record names; None if it names nothing else."""
    left = tuple(name for name in record.fields if name not in names)
    if left == record.fields:
        return record
    return record.evolve(fields=left) if left else None


def _still_unpublished(part: Part, filled: list[str]) -> Iterator[Unpublished]:
    """Yield what a part says that nobody publishes, without figures that are stated now."""
    for one in part.unpublished:
        left = tuple(name for name in one.fields if name not in filled)
        if left:
            yield one.evolve(fields=left)


def _by_source(names: list[str], part: Part) -> Iterator[Provenance]:
    """Yield the sources of a part for some of its figures, each source once."""
    by_record: dict[int, tuple[Provenance, list[str]]] = {}
    for name in names:
        record = part.source_of(name)
        if record is not None:
            by_record.setdefault(id(record), (record, []))[1].append(name)
    for record, found in by_record.values():
        yield record.evolve(fields=tuple(found))
