"""Two reports beside each other: figures, limits and findings that are not the same.

Taken from the reports as they stand; nothing is computed anew. What only the subjects of the engine
or the bill can tell is given by who has them: the window has the reports alone. May import the
report, its findings and the words for open inputs.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from designer.engine.limit_report import Limit, LimitState, is_of_one_device
from designer.engine.new_findings import brought
from designer.engine.preview import Foreseen
from designer.engine.reasons import STANDINGS, is_open
from designer.engine.report import Report
from designer.model.feed_words import feed_called
from designer.model.figure_words import beyond_rounding, change, percent, pue_words, quantity
from designer.model.figures import Figure, alike, missing

UNSAID: Final = "cannot be computed"
UNSTATED: Final = "not known"
_AT_ONCE: Final = 40
"""Racks whose limits are looked at without a pause."""
Slices = Generator[None, None, "Consequences"]
"""Work in small pieces; what it returns is the whole."""


@dataclass(frozen=True)
class FigureBeside:
    """A figure of the whole design on both sides.

    Attributes
    ----------
    what
        What it is in words.
    section, name
        Where the report holds it; the name is empty for what has none of its own there.
    before, after
        None where it cannot be computed, or is not there on that side.
    """

    what: str
    section: str
    name: str
    before: Figure | None
    after: Figure | None

    @property
    def differs(self) -> bool:
        """Whether it is not the same on both sides."""
        if self.before is None or self.after is None:
            return self.before is not self.after
        return self.before.unit != self.after.unit or not alike(self.before, self.after)

    @property
    def reads_other(self) -> bool:
        """Whether a reader sees that it is not the same."""
        return self.differs and self.words != self.side_words[1]

    @property
    def words(self) -> str:
        """Both sides: `1,362 → 1,434 kW`; one alone where they are the same.

        Where only rounding makes them read the same the difference stands beside it.
        """
        if (
            self.before is None
            or self.after is None
            or self.before.unit != self.after.unit
            or self._is_pue
        ):
            was, now = self.side_words
            return was if was == now else f"{was} → {now}"
        if beside := change(self.before, self.after):
            return beside
        if self.differs:
            return beyond_rounding(self.before, self.after)
        return quantity(self.after)

    @property
    def side_words(self) -> tuple[str, str]:
        """Each side in its own unit."""
        printed = pue_words if self._is_pue else quantity
        was, now = (
            UNSAID if figure is None else printed(figure) for figure in (self.before, self.after)
        )
        return was, now

    @property
    def _is_pue(self) -> bool:
        return self.name == "pue"


@dataclass(frozen=True)
class LimitBeside:
    """A limit on both sides: where it is not kept, and where it is fullest.

    Attributes
    ----------
    was_over, now_over
        Racks, or feeds of the room, in which it is not kept.
    was_open, now_open
        Those of which that cannot be said.
    was_fullest, now_fullest
        Share of it that is used where most is; None where there is no such limit.
    was_where, now_where
        What people call the rack, or the feed, where that is.
    label
        Of the side after.
    was_label
        What the limit is called where it was fullest before; empty where it is called the same.
    was_told, now_told
        What is said of the one device that is worst off, of a limit of one device.
    """

    name: str
    label: str
    was_over: int = 0
    now_over: int = 0
    was_open: int = 0
    now_open: int = 0
    was_fullest: Figure | None = None
    now_fullest: Figure | None = None
    was_where: str = ""
    now_where: str = ""
    was_label: str = ""
    was_told: str = ""
    now_told: str = ""

    @property
    def called(self) -> str:
        """What it is called; on both sides where another rack bears it under another name."""
        return f"{self.was_label} → {self.label}" if self.was_label else self.label

    @property
    def has_other_bearer(self) -> bool:
        """Whether another rack or feed is worst off after it, or another device may be."""
        if self.was_fullest is None or self.now_fullest is None:
            return False
        was, now = ((self.was_where, self.was_told), (self.now_where, self.now_told))
        return was != now or bool(self.was_label or self.now_told)

    @property
    def differs(self) -> bool:
        """Whether anything of it moved."""
        if (self.was_over, self.was_open) != (self.now_over, self.now_open):
            return True
        was, now = self.was_fullest, self.now_fullest
        return was is not now and (was is None or now is None or not alike(was, now))

    @property
    def fullest_words(self) -> tuple[str, str]:
        """How full it is at most on either side, and where; of one device what is said of it."""
        sides = (
            (self.was_fullest, self.was_where, self.was_told),
            (self.now_fullest, self.now_where, self.now_told),
        )
        was, now = (
            "no such limit" if share is None
            else f"{where}: {told}" if told
            else f"{_share_words(share)} in {where}"
            for share, where, told in sides
        )  # fmt: skip
        return was, now


@dataclass(frozen=True)
class PartBeside:
    """A part of the bill on both sides, in pieces."""

    part: str
    name: str
    was: int
    now: int


@dataclass(frozen=True)
class Consequences:
    """What follows from the differences of two designs.

    Attributes
    ----------
    key
        The figures that are always told.
    others
        Further figures of the whole design that differ.
    limits
        Limits of racks that moved.
    gained, gone
        Findings that only one side has, the gravest first; waived ones are none.
    parts
        Lines of the bill of which another number is bought.
    not_computed
        What could not be computed on either side, in sentences.
    """

    key: tuple[FigureBeside, ...] = ()
    others: tuple[FigureBeside, ...] = ()
    limits: tuple[LimitBeside, ...] = ()
    gained: tuple[Foreseen, ...] = ()
    gone: tuple[Foreseen, ...] = ()
    parts: tuple[PartBeside, ...] = ()
    not_computed: tuple[str, ...] = ()

    def figure(self, name: str) -> FigureBeside | None:
        """Return a key figure by its name in the report."""
        return next((one for one in self.key if one.name == name), None)


_KEY: Final[tuple[tuple[str, str, str], ...]] = (
    ("GPUs", "totals", "gpus"),
    ("nodes", "totals", "nodes"),
    ("racks", "totals", "racks"),
    ("highest power", "totals", "power_max_kw"),
    ("typical power", "totals", "power_typical_kw"),
    ("mass", "totals", "weight_kg"),
    ("facility power", "facility", "facility_kw"),
    ("PUE", "facility", "pue"),
    ("capital", "cost", "capex"),
    ("energy cost a year", "cost", "opex_per_year"),
    ("GPU-hour, owned", "ownership", "gpu_hour"),
)
"""The figures that are always told: words, section and name in the report."""
_OF_MONEY: Final = frozenset({"cost", "ownership"})
TOLD: Final = frozenset(what for what, _, _ in _KEY)
"""What the figures are called that are always told."""


def consequences_of(was: Report, now: Report) -> Slices:
    """Work out in slices what follows, as far as the reports of both sides tell it."""
    counted: tuple[dict[str, _Counted], dict[str, _Counted]] = ({}, {})
    for report, found in zip((was, now), counted, strict=True):
        yield from _count(report, found)
    gained = gravest_first(brought(was.checks, now.checks))
    yield
    gone = gravest_first(brought(now.checks, was.checks))
    yield
    lost = dict.fromkeys(one.words for one in (*was.not_computed, *now.not_computed))
    return Consequences(
        key=tuple(_key_figures(was, now)),
        limits=tuple(one for one in _limits(*counted) if one.differs),
        gained=gained,
        gone=gone,
        not_computed=tuple(lost),
    )


def at_once(slices: Slices) -> Consequences:
    """Work all slices out without a pause."""
    while True:
        try:
            next(slices)
        except StopIteration as done:
            found: Consequences = done.value
            return found


def gravest_first(found: Iterable[Foreseen]) -> tuple[Foreseen, ...]:
    """Return findings with the gravest first; those of one gravity keep their order."""
    return tuple(sorted(found, key=lambda one: STANDINGS.index(standing_of(one))))


def standing_of(found: Foreseen) -> str:
    """Return what a finding counts as: its severity, or `open` where nobody can tell."""
    return "open" if is_open(found.key) else found.severity


def _key_figures(was: Report, now: Report) -> Iterator[FigureBeside]:
    for what, section, name in _KEY:
        sides = [_figure_of(report, section, name) for report in (was, now)]
        yield FigureBeside(what, section, name, *sides)


def _figure_of(report: Report, section: str, name: str) -> Figure | None:
    """Return a figure of a report; None where its subject could not be computed."""
    if report.lost(section):
        return None
    record = getattr(report, section)
    if section == "ownership" and not record.is_computed:
        return missing(f"ownership.{name}", record.currency)
    unit = record.currency if section in _OF_MONEY else ""
    figure: Figure = record.figure(name, unit)
    return figure


@dataclass
class _Counted:
    """What racks, or feeds, say of one limit on one side."""

    label: str = ""
    states: Counter[str] = field(default_factory=Counter)
    fullest: Figure | None = None
    where: str = ""
    told: str = ""

    def take(
        self, state: LimitState, share: Figure, where: str, limit: Limit | None = None
    ) -> None:
        """Count one; the name and the words are those of the fullest."""
        self.states[state] += 1
        if self.fullest is None or _fullness(share) > _fullness(self.fullest):
            self.fullest, self.where = share, where
            if limit is not None:
                self.label = limit.label
                self.told = limit.text if is_of_one_device(limit) else ""


def _fullness(share: Figure) -> tuple[float, float]:
    return share.low, share.likely


def _share_words(share: Figure) -> str:
    return UNSTATED if share.unknown else percent(share)


def _limits(was: dict[str, _Counted], now: dict[str, _Counted]) -> Iterator[LimitBeside]:
    nothing = _Counted()
    for name in dict.fromkeys((*was, *now)):
        old, new = (side.get(name, nothing) for side in (was, now))
        yield LimitBeside(
            name, new.label or old.label, old.states["error"], new.states["error"],
            old.states["unknown"], new.states["unknown"], old.fullest, new.fullest,
            old.where, new.where, old.label if new.label not in ("", old.label) else "",
            old.told, new.told,
        )  # fmt: skip


_FEEDS: Final = "room-feeds"


def _count(report: Report, found: dict[str, _Counted]) -> Iterator[None]:
    """Count what feeds of the room and racks say of each limit, some racks at a time."""
    for feed in report.power.feeds:
        load = feed.figure("load_after_loss_kw")
        load = feed.figure("load_kw") if load.unknown else load
        called = feed_called(feed.name or feed.id)
        counted = found.setdefault(_FEEDS, _Counted("Feeds of the room, at worst"))
        counted.take(feed.state, load.per(feed.figure("capacity_kw")), called)
    for at, rack in enumerate(report.racks):
        if at % _AT_ONCE == 0:
            yield
        for limit in rack.limits:
            share = limit.figure("used", limit.unit).per(limit.figure("limit", limit.unit))
            counted = found.setdefault(limit.name, _Counted(limit.label))
            counted.take(limit.state, share, rack.name or rack.id, limit)


def signed(number: int) -> str:
    """Return a number with its sign: `+56`, `−8`."""
    return f"+{number:,}" if number >= 0 else f"−{-number:,}"
