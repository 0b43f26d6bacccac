"""Two designs beside each other in the window: sides, differences, what follows, what is chosen.

Differences are found at once, what follows from them in slices as soon as both reports are there:
that of the open design is the window's own, others are made by a process of its own. A side that
cannot be read leaves the last comparison standing. Nothing of this is in the design but what is put
back, which is one step.

Differences are those of both designs whole, figures as of the stage that is looked at.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, SignalInstance

from designer.catalog.input_file import ReadError
from designer.document.change_places import ChangePlaces
from designer.document.change_words import ChangeWords
from designer.document.comparison import Comparison, Kind, compare_in_slices
from designer.engine.beside import Consequences, Slices, consequences_of
from designer.io.design_text import part_ids
from designer.io.merge.take_over import take_over
from designer.runtime.print_job import Earlier, parts_beside_shipped
from designer.ui.state.change_rows import ChangeRow, Filter, rows_of
from designer.ui.state.compared_sides import OPEN, Choice, Side, Sides, why_unread
from designer.ui.state.past_revisions import PastRevisions
from designer.ui.state.rack_powers import RackPowers

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from designer.document.document import Edit
    from designer.engine.report import Report
    from designer.runtime.aside_engine import AsideEngine
    from designer.runtime.design_session import DesignSession
    from designer.runtime.git_revisions import GitRevisions
    from designer.ui.state.variants import Variants
    from designer.ui.state.workspace import Workspace

_SLICE_MS: Final = 8
_AT_ONCE_MS: Final = 50
"""So long differences are looked for before the window is painted again."""
T = TypeVar("T")
NOT_OPEN: Final = "neither side is the open design"
_UNMEASURED: Final = "its figures could not be computed: {why}"


class Comparing(QObject):
    """The comparison of one window.

    Signals
    -------
    changed
        Other sides, or other differences.
    worked_out
        What follows is known, or is on its way.
    listed
        The filter lets others through.
    pointed
        Another row is chosen.
    refused
        Why a side is not shown, in a line; empty where the last one was.
    """

    changed = Signal()
    worked_out = Signal()
    listed = Signal()
    pointed = Signal()
    refused = Signal(str)

    def __init__(
        self, workspace: Workspace, session: DesignSession, variants: Variants,
        engine: AsideEngine, git: GitRevisions, parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._space, self._session, self._engine = workspace, session, engine
        self.sides = Sides(workspace, session, variants)
        self.past = PastRevisions(session, self.sides, git, self)
        self._side_read = True
        self.before: Side | None = None
        self.after: Side | None = None
        self.comparison: Comparison | None = None
        self.words: ChangeWords | None = None
        self.places: ChangePlaces | None = None
        self.found: Consequences | None = None
        self.powers: RackPowers | None = None
        self.filter = Filter()
        self.rows: tuple[ChangeRow, ...] = ()
        self._every: tuple[ChangeRow, ...] = ()
        self._chosen: ChangeRow | None = None
        self._besides: tuple[ChangeRow, ...] = ()
        self._shown = False
        self._late, self._unread = True, False
        self._measured: Side | None = None
        self._work: Slices | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._compare)
        self._as_of, self._restage = "", QTimer(self)
        self._restage.setSingleShot(True)
        self._restage.timeout.connect(self._look_as_of)
        self._differing: Generator[None, None, Comparison] | None = None
        self._differs_later, self._slices = QTimer(self), QTimer(self)
        self._differs_later.timeout.connect(self._go_on_differing)
        self._slices.timeout.connect(self._go_on)
        self.past.found.connect(lambda side: self.show_side(side, before=self._side_read))
        self.past.failed.connect(self.refused)
        engine.found.connect(self._take)
        engine.failed.connect(self._give_up)
        workspace.names.also(lambda: self.before.design if self.before else None)
        workspace.names.also(lambda: self.after.design if self.after else None)
        workspace.document_changed.connect(lambda _: self._follow())
        workspace.report_changed.connect(self._on_report)
        workspace.sizing_changed.connect(self._on_report)
        session.title_changed.connect(lambda _: self._on_saved())
        session.opened.connect(self._begin_anew)
        workspace.stage.changed.connect(self._on_stage)
        workspace.stage.redrawn.connect(self._on_stage)

    def close(self) -> None:
        """End what is under way: the window closes."""
        for timer in (self._slices, self._soon, self._differs_later, self._restage):
            timer.stop()
        self._measured = None
        self._engine.stop()
        self.past.close()

    # sides

    def look(self, *, shown: bool) -> None:
        """Follow the open design while somebody looks; nothing is worked out otherwise."""
        self._shown = shown
        if not shown:
            self._slices.stop()
            self._late = self._late or self._differs_later.isActive()
            self._differs_later.stop()
            return
        self.past.look()
        if self.after is None and self.before is None:
            self._begin()
        elif self._unread:
            self._on_saved()
        self._unread = False
        if self._late:
            self._compare()
        elif self._work is not None:
            self._slices.start()

    def show_before(self, choice: Choice) -> None:
        """Put something on the side that was."""
        self._show(choice, before=True)

    def show_after(self, choice: Choice) -> None:
        """Put something on the side that is."""
        self._show(choice, before=False)

    def show_side(self, side: Side, *, before: bool) -> None:
        """Put a design on a side."""
        if before:
            self.before = side
        else:
            self.after = side
        self.refused.emit("")
        self._compare()

    def swap(self) -> None:
        """Exchange both sides."""
        self.before, self.after = self.after, self.before
        self._compare()

    def _begin(self) -> None:
        """Begin with the open design beside its file, or beside the first variant."""
        self.after = self.sides.open_side()
        others = [one for one in self.sides.choices() if one.origin != "open"]
        for choice in others:
            try:
                self.before = self.sides.find(choice)
            except (ReadError, LookupError):
                continue
            return

    def _begin_anew(self) -> None:
        """Let go of all sides: they were beside another design."""
        self.before = self.after = None
        self._late = True
        self.refused.emit("")
        if self._shown:
            self._begin()
            self._soon.start(0)

    def _show(self, choice: Choice, *, before: bool) -> None:
        if choice.origin == "revision":
            self._side_read = before
            self.past.read(choice)
            return
        try:
            side = self.sides.find(choice)
        except (ReadError, LookupError) as error:
            self.refused.emit(why_unread(choice, error))
            return
        self.show_side(side, before=before)

    def _on_saved(self) -> None:
        """Read the file of the open design anew that was saved."""
        path = self._session.path
        if path is None or not self._space.document.is_saved:
            return
        if not self._shown:
            self._unread = True
            return
        for before, side in ((True, self.before), (False, self.after)):
            if side is not None and side.choice.origin == "saved":
                self._show(self.sides.saved() or side.choice, before=before)

    def _follow(self) -> None:
        if any(side is not None and side.is_open for side in (self.before, self.after)):
            self._late = True
            if self._shown:
                self._soon.start(0)

    def _on_stage(self) -> None:
        """Have figures as of another stage, once the engine was told of it as well."""
        if self._shown:
            self._restage.start(0)
        else:
            self._late = True

    def _look_as_of(self) -> None:
        """Take both sides as of the stage that is looked at; what differs stays as it is."""
        if self.sides.looked_at == self._as_of:
            return
        if not self._shown:
            self._late = True
        elif self._soon.isActive() or self.is_comparing:
            self._soon.start(0)
        else:
            self._renew_sides()
            self._work_out()

    def _renew_sides(self) -> None:
        """Take both sides as they are now; what was being measured of another stage is let go."""
        self._as_of, under_way = self.sides.looked_at, self._measured
        was = under_way.stage if under_way is not None else ""
        self.before, self.after = map(self._as_now, (self.before, self.after))
        if under_way is not None and under_way.stage != was:
            self._measured = None
            self._engine.stop()

    @property
    def as_of_words(self) -> str:
        """As of which stage figures are, and of which side they are not; empty for the whole."""
        stage = self._space.stage.stage
        if stage is None or not self._as_of:
            return ""
        sides = [one for one in (self.before, self.after) if one is not None]
        without = [one.choice.name for one in sides if not one.has_stage(self._as_of)]
        if len(without) == len(sides):
            return ""
        lacks = f" {without[0]} has no such stage: all of it counts." if without else ""
        return f"Figures as of {stage.called}.{lacks} Changes and floor are of all stages."

    # differences

    def _compare(self) -> None:
        if not self._shown:
            self._late = True
            return
        self._soon.stop()
        self._differs_later.stop()
        self._differing, self._late = None, False
        self._renew_sides()
        before, after = self.before, self.after
        if before is None or after is None:
            self.comparison = self.words = self.places = None
            self._every = ()
        else:
            catalogs = (before.catalog, after.catalog)
            self._differing = compare_in_slices(before.design, after.design, catalogs)
            self._go_on_differing(_AT_ONCE_MS)
            return
        self._show_found()

    def _go_on_differing(self, most_ms: int = _SLICE_MS) -> None:
        """Find differences, as long as that may take at once; few are there without a pause."""
        found = self._run(self._differing, most_ms)
        if found is None:
            if not self._differs_later.isActive():
                self._differs_later.start()
                self.worked_out.emit()
            return
        before, after = found.before, found.after
        catalogs = tuple(side.catalog for side in (self.before, self.after) if side is not None)
        self._differing = None
        self._differs_later.stop()
        self.comparison = found
        self.words = ChangeWords(before, after, (catalogs[0], catalogs[1]))
        self.places = ChangePlaces(found, (catalogs[0], catalogs[1]))
        self._every = rows_of(found, self.words, self.places)
        self._show_found()

    def _show_found(self) -> None:
        self._list(self.changed)
        self._work_out()

    @property
    def is_comparing(self) -> bool:
        """Whether differences are being found: those that are shown are of before."""
        return self._differing is not None

    def _run(self, slices: Generator[None, None, T] | None, most_ms: int) -> T | None:
        """Do slices for some time; return what came of them, or None while it goes on."""
        clock = QElapsedTimer()
        clock.start()
        while slices is not None and clock.elapsed() < most_ms:
            try:
                next(slices)
            except StopIteration as done:
                found: T = done.value
                return found
        return None

    def _as_now(self, side: Side | None) -> Side | None:
        if side is None or not side.is_open:
            if side is not None:
                side.look_as_of(self._as_of)
            return side
        now = self.sides.open_side()
        if now.report is None and side.sized is now.sized:
            now.report = side.report
        return now

    # what follows

    @property
    def is_pending(self) -> bool:
        """Whether what follows is on its way."""
        return self.found is None and self.comparison is not None and not self.why

    @property
    def why(self) -> str:
        """Why nothing can be said of what follows; empty where it can, or soon."""
        for side in (self.before, self.after):
            if side is not None and side.report is None and side.why:
                return f"{side.choice.name}: {_UNMEASURED.format(why=side.why)}"
        return ""

    @property
    def waits_for(self) -> str:
        """Whose report is awaited; empty where both are there."""
        sides = (self.before, self.after)
        return next((one.choice.name for one in sides if one and one.report is None), "")

    def _work_out(self) -> None:
        """Begin anew with what follows; ask for a report that is not there."""
        self._work, self.found, self.powers = None, None, None
        self._slices.stop()
        before, after = self.before, self.after
        if before is not None and after is not None:
            self._ask()
            if before.report is not None and after.report is not None:
                self._work = consequences_of(before.report, after.report)
                self.powers = RackPowers((before.sized, before.report), (after.sized, after.report))
                self._slices.start()
        self.worked_out.emit()

    def _ask(self) -> None:
        """Have the next side measured that nobody else measures."""
        sides = (self.before, self.after)
        if self._measured is not None and self._measured not in sides:
            self._measured = None
            self._engine.stop()
        if self._measured is not None:
            return
        wanted = (
            one for one in sides if one and not one.is_open and not one.report and not one.why
        )
        self._measured = next(wanted, None)
        if self._measured is not None:
            self._engine.measure(self._measured.sized, self._measured.parts)

    def _take(self, report: Report) -> None:
        side, self._measured = self._measured, None
        if side is not None:
            side.report = report
            self._work_out()

    def _give_up(self, why: str) -> None:
        side, self._measured = self._measured, None
        if side is not None:
            side.why = why
            self._work_out()

    def _on_report(self) -> None:
        """Take the report of the open design."""
        news = False
        for side in (self.before, self.after):
            if side is None or not side.is_open:
                continue
            now = self.sides.open_side()
            fresh = now.report is not None and now.report is not side.report
            if side.sized is now.sized and (fresh or now.why != side.why):
                side.report, side.why = now.report or side.report, now.why
                news = True
        if news and self._shown:
            self._work_out()
        self._late = self._late or (news and not self._shown)

    def _go_on(self) -> None:
        """Work a slice out, as long as a frame may take."""
        found = self._run(self._work, _SLICE_MS)
        if found is not None:
            self.found, self._work = found, None
            self._slices.stop()
            self.worked_out.emit()

    # rows

    @property
    def every(self) -> tuple[ChangeRow, ...]:
        """All rows, whatever the filter is."""
        return self._every

    @property
    def counts(self) -> Counter[Kind]:
        """How many changes of each kind all rows are about."""
        counted = Counter[Kind]()
        for row in self._every:
            counted[row.kind] += len(row.group.members)
        return counted

    @property
    def chosen(self) -> ChangeRow | None:
        """The row that is looked at."""
        return self._chosen

    def set_filter(self, wanted: Filter) -> None:
        """List other rows."""
        if wanted != self.filter:
            self.filter = wanted
            self._list(self.listed)

    @property
    def picked(self) -> tuple[ChangeRow, ...]:
        """The rows that would be put back: the one that is looked at, and others besides it."""
        chosen = self._chosen
        if chosen is None:
            return ()
        besides = [row for row in self._besides if row in self.rows and row is not chosen]
        return (chosen, *besides)

    def choose(self, row: ChangeRow | None, besides: Iterable[ChangeRow] = ()) -> None:
        """Look at a row; others may be picked besides it."""
        others = tuple(one for one in besides if one is not row)
        if row is not self._chosen or others != self._besides:
            self._chosen, self._besides = row, others
            self.pointed.emit()

    def step(self, by: int) -> None:
        """Look at the next row, or the one before; from the last on at the first."""
        if self.rows:
            at = self.rows.index(self._chosen) if self._chosen in self.rows else -1 if by > 0 else 0
            self.choose(self.rows[(at + by) % len(self.rows)])

    def choose_at(self, key: str) -> None:
        """Look at the row of something on the floor; at its next one, if that is looked at."""
        touching = [row for row in self.rows if key in row.keys]
        if touching:
            at = touching.index(self._chosen) + 1 if self._chosen in touching else 0
            self.choose(touching[at % len(touching)])

    def _list(self, news: SignalInstance) -> None:
        """List what the filter lets through; the row that is looked at stays where it is there.

        `news` comes before `pointed`: the new row may be about what was not drawn before.
        """
        chosen = self._chosen
        self.rows = tuple(row for row in self._every if self.filter.takes(row))
        if chosen is not None and chosen not in self.rows:
            self._chosen = next((row for row in self.rows if row.same_as(chosen)), None)
        news.emit()
        if self._chosen is not chosen:
            self.pointed.emit()

    # putting back

    @property
    def why_not_put_back(self) -> str:
        """Why no change can be put back; empty where one can."""
        sides = [one for one in (self.before, self.after) if one is not None]
        return "" if sum(one.is_open for one in sides) == 1 else NOT_OPEN

    @property
    def source(self) -> Side | None:
        """The side that is not the open design, where exactly one is."""
        if self.why_not_put_back or self.before is None:
            return None
        return self.after if self.before.is_open else self.before

    def earlier(self) -> Earlier | None:
        """Return what the open design is compared with, to be printed; None where it is not."""
        before, after = self.before, self.after
        if before is None or after is None or not after.is_open or before.is_open:
            return None
        if self._space.stage.narrows:
            return None  # What is printed has not what comes later: it would be called removed.
        if before.report is None:
            return None
        names = (before.choice.name, after.choice.name)
        return Earlier(names, before.design, parts_beside_shipped(before.catalog), before.report)

    def keys_now(self, row: ChangeRow) -> tuple[str, ...]:
        """Return what of the open design a row touches on its floor."""
        layout = self._space.layout()
        return tuple(key for key in sorted(row.keys) if key in layout.racks)

    def edit_of(self, rows: Iterable[ChangeRow], source: Side) -> Edit:
        """Return the edit that makes the open design say what the other side says in rows."""
        members = [one for row in rows for one in (*row.group.members, *row.group.along)]
        return take_over(self._space.catalog, source.design, members)

    def lacks_parts(self, source: Side) -> list[str]:
        """Return the parts of the other side that the open design's catalogue does not have."""
        known = self._space.catalog
        return [key for key in part_ids(source.design) if key and known.get(key) is None]

    def put_back(self, rows: Sequence[ChangeRow]) -> bool:
        """Make the open design say in some rows what the other side says, as one step."""
        source = self.source
        if source is None:
            self._space.message.emit(f"Not put back: {self.why_not_put_back}", "warning")
            return False
        if not rows:
            return False
        found = (source.catalog.get(key) for key in self.lacks_parts(source))
        self._session.take_parts([part for part in found if part is not None])
        first = rows[0]
        at = self.rows.index(first) if first in self.rows else 0
        what = first.what if len(rows) == 1 else f"{len(rows):,} rows of changes"
        done = self._space.apply(f"{self.verb} {what}", self.edit_of(rows, source))
        if done:
            self._compare()
        if done and not self.is_comparing:
            self.choose(self.rows[min(at, len(self.rows) - 1)] if self.rows else None)
        return done

    @property
    def verb(self) -> str:
        """What is done with a change: put back, or taken over where the other side is newer."""
        return "Take over" if self.before is not None and self.before.is_open else "Put back"


__all__ = ["NOT_OPEN", "OPEN", "Comparing"]
