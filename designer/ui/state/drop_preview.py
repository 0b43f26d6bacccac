"""What a drop would do, as lines: the words of a plan, and the preview that fills them in.

`DropPreview` asks the engine, at once but at most every `ASK_MS`, and only when the plan changed;
an answer to an older plan is ignored. What the engine tells at once is shown while the rest is
computed. The document is never touched.

A plan that may not be knows the nearest free place. While Shift is held that is what a release
makes, so that is what is asked, told and drawn: `plan` is always what letting go now does.

Where a drop would put pinned cables out of reach it unpins them, unless Alt is held. Which ones is
known from the plan as it is; then the engine is asked once more, for the plan that unpins them.

With Shift a drop also builds what it needs. So while that is held the engine is asked of one thing
built after another (`BuiltDrop`), and card and panels tell of all of it before it is let go.
"""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from designer.document.drop_plans import DropPlan, unpinning
from designer.document.errors import EditError
from designer.document.placement import Box
from designer.engine.preview import Preview
from designer.model.change import diff
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.plural import plural
from designer.planning.remedies.every import ORDER
from designer.ui.kit.line_card import Line
from designer.ui.state.apply_plan import as_it_may_be, nearest_free, say_refusal
from designer.ui.state.built_drop import BuiltDrop
from designer.ui.state.drop_findings import is_doubtful
from designer.ui.state.drop_words import card_lines, pin_lines
from designer.ui.state.workspace import Workspace

ASK_MS: Final = 40
"""Least time between two questions to the engine: eyes do not follow faster."""
MOST_PREVIEWED: Final = 12
"""Racks whose figures are asked for; the card has no room for more."""

REST_MS: Final = 90
"""How long the pointer rests over a place that is refused until the nearest free one is sought."""

_MOST_NAMED: Final = 4
"""Things built that the card names."""

_UNPINNED, _BUILT = "unpinned", "built"
_RELEASE: Final = {
    "Move": "Release moves", "Draw": "Release draws", "Set": "Release sets",
    "Copy": "Release copies", "Row": "Release changes the row", "": "Release places",
}  # fmt: skip
_ENTER: Final = {
    "Move": "Enter moves", "Draw": "Enter draws", "Set": "Enter sets", "Copy": "Enter copies",
    "Row": "Enter changes the row", "": "Enter places",
}  # fmt: skip
_THERE: Final = {
    "Move": "{shift} moves it there and builds what it needs",
    "Draw": "{shift} draws it there and builds what it needs",
    "Set": "{shift} sets it there and builds what it needs",
    "Copy": "{shift} copies it there and builds what it needs",
    "Row": "{shift} changes the row and builds what it needs",
    "": "{shift} places it there and builds what it needs",
}
_ONLY_THERE: Final = {
    "Move": "{shift} moves it there", "Draw": "{shift} draws it there",
    "Set": "{shift} sets it there", "Copy": "{shift} copies it there",
    "Row": "{shift} changes the row", "": "{shift} places it there",
}  # fmt: skip
"""What a release, Enter and Shift do, by the first word of the step; they place all else.

Each is a sentence of its own, so that other languages have it whole.
"""


class DropPreview(QObject):
    """Keeps the question to the engine in step with the pointer.

    Parameters
    ----------
    workspace
        Through which the question goes.
    parent
        Qt owner.
    """

    lines_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._under: DropPlan | None = None
        self._plan: DropPlan | None = None
        self._as_it_is: Preview | None = None
        self._unpinned: Preview | None = None
        self._built: BuiltDrop | None = None
        self._keeps_pins = self._elsewhere = self._shift_means = False
        self._with_asks: object = None
        """The question of which the answer says what could be built."""
        self.by_keys = False
        """Whether the plan follows keys: then Enter does it, and no release."""
        self._asked_for: object = None
        self._refused = False
        self._failed = self._builds_blindly = False
        self._nearest: DropPlan | None = None
        self._sought = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._seek)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._pause_ms = ASK_MS
        self._racks: tuple[str, ...] = ()
        self._asked = QElapsedTimer()
        self._timer.timeout.connect(self._ask)
        workspace.preview_begun.connect(self._on_answer)
        workspace.preview_changed.connect(self._on_answer)
        workspace.preview_failed.connect(self._on_failure)

    @property
    def plan(self) -> DropPlan | None:
        """What dropping now would do; None when nothing is dragged.

        With Shift that is the nearest free place to one that is refused, as soon as it is known.
        """
        return self._plan

    def show(
        self, plan: DropPlan, *, keeps_pins: bool = False, elsewhere: bool | None = None
    ) -> bool:
        """Follow the pointer to another plan; return whether the words differ.

        What may not be released now is shown as the same plan, refused.

        Parameters
        ----------
        keeps_pins
            Letting go now leaves pins as they are (`Alt`).
        elsewhere
            What may not be here is done at the nearest free place (`Shift`), if there is one, and
            what it needs is built; None where Shift means nothing of that.
        """
        plan = as_it_may_be(self._workspace, plan)
        self._shift_means = elsewhere is not None or self.by_keys
        elsewhere = bool(elsewhere)
        stays = self._under is not None and self._under.key == plan.key
        turned = (self._keeps_pins, self._elsewhere) != (keeps_pins, elsewhere)
        if self._keeps_pins != keeps_pins:
            self._built = None
        self._keeps_pins, self._elsewhere = keeps_pins, elsewhere
        if stays and not turned:
            return False
        if not stays:
            self._under, self._nearest, self._sought = plan, None, False
            if plan.verdict.ok or plan.elsewhere is None:
                self._rest.stop()
            else:
                self._rest.start()
        self._mean()
        return True

    def turn(self, *, elsewhere: bool) -> bool:
        """Mean the nearest free place or no more, `Shift` having turned; return whether it did."""
        if self._under is None or elsewhere == self._elsewhere:
            return False
        self._elsewhere = elsewhere
        self._mean()
        self.lines_changed.emit()
        return True

    def _mean(self) -> None:
        """Ask what a release does now, if that is another plan than the one before."""
        plan = self._nearest if self.is_elsewhere else self._under
        if plan is None:
            return
        if self._plan is not None and self._plan.key == plan.key:
            if self._built is not None and not self._built.is_done:
                self._built = None
            self._go_on()
            return
        self._plan, self._as_it_is, self._unpinned, self._built = plan, None, None, None
        self._failed = self._builds_blindly = False
        self._workspace.cancel_preview()
        if plan.edit is None:
            self._workspace.released.clear()
        else:
            self._workspace.released.wait()
        self._tell(plan)
        if plan.edit is not None and not self._timer.isActive():
            since = self._asked.elapsed() if self._asked.isValid() else self._pause_ms
            if since < self._pause_ms:
                self._timer.start(self._pause_ms - since)
            else:  # at once: the engine computes while the window paints
                self._ask()

    def clear(self) -> None:
        """Stop asking: nothing is dragged any more."""
        self._plan = self._as_it_is = self._unpinned = self._nearest = self._under = None
        self._built = None
        self._keeps_pins = self._elsewhere = self._shift_means = False
        self._tell(None)
        self._timer.stop()
        self._rest.stop()
        self._workspace.released.clear()
        self._workspace.end_preview()

    @property
    def pins(self) -> tuple[str, ...]:
        """Pinned cables that reach no more after the plan as it is."""
        told = self._as_it_is
        return told.cables.pins if told is not None and told.cables is not None else ()

    @property
    def nearest(self) -> DropPlan | None:
        """The plan of the nearest free place beside one that is refused; None until known."""
        return self._nearest

    @property
    def is_elsewhere(self) -> bool:
        """Whether the plan on show is that of the nearest free place, for Shift is held."""
        return self._elsewhere and self._nearest is not None

    def dropped(self) -> DropPlan | None:
        """Return what letting go now does: the plan on show, and what it unpins in the same step.

        With Shift the nearest free place is looked for now, if that was not done yet.
        """
        if self._elsewhere:
            self._seek()
        built = self._foreseen
        if built is not None:
            return built.plan
        return self._plan if self._plan is None else self._alone(self._plan)

    @property
    def boxes_built(self) -> tuple[Box, ...]:
        """The footprints of what a release builds on the floor besides, as far as it is known."""
        built = self._foreseen
        return built.boxes() if built is not None else ()

    @property
    def answer(self) -> Preview | None:
        """What the engine says of what a drop does, the rest of which may follow; None before."""
        built = self._foreseen
        return built.answer if built is not None else self._of_it_alone

    @property
    def _foreseen(self) -> BuiltDrop | None:
        """The drop with all that is built for it, where a release builds and that is known."""
        built = self._built
        return built if built is not None and self._elsewhere and built.is_done else None

    @property
    def _of_it_alone(self) -> Preview | None:
        """What the engine says of the drop alone."""
        if self._as_it_is is None or self._keeps_pins or not self.pins:
            return self._as_it_is
        return self._unpinned or self._as_it_is.evolve(rest_follows=True)

    def _alone(self, plan: DropPlan) -> DropPlan:
        """Return a plan with what it unpins in the same step."""
        return plan if self._keeps_pins else unpinning(plan, self.pins)

    @property
    def is_answered(self) -> bool:
        """Whether the engine has said all of what the plan on show does."""
        return self.answer is not None and not self.answer.rest_follows

    @property
    def is_doubtful(self) -> bool:
        """Whether the engine foresees errors of the plan on show."""
        return self.answer is not None and is_doubtful(self.answer)

    def lines(self) -> tuple[Line, ...]:
        """Return the card's words as they stand."""
        if self._plan is None:
            return ()
        fabrics = {f.id: f.name or f.id for f in self._workspace.document.design.fabrics}
        report = self._workspace.report_store.report
        first, *lines = card_lines(
            self._plan, self.answer, SHOWN_NAMES, fabrics, failed=self._failed,
            power=report.power if report else None, about_pins=self._pin_lines(),
        )  # fmt: skip
        if self.is_elsewhere and self._under is not None:
            why = f"nearest free place: here {self._under.verdict.reason}"
            lines.insert(0, Line(why, "dim", kept=True))
        above, below = self._building_lines()
        return (first, *above, *lines, *self._offer_lines(), *self._release_lines(), *below)

    def _offer_lines(self) -> list[Line]:
        """Return where the nearest free place is, or that there is none near."""
        plan = self._plan
        if plan is None or plan.verdict.ok or not (self._sought and self._shift_means):
            return []
        if self._nearest is None:
            return [Line("no free place near", "dim", kept=True)]
        does, shift = ("Enter", "Shift+Enter") if self.by_keys else ("Release", "Shift")
        early = self._workspace.stage.why_no_building()
        there = (_ONLY_THERE if early else _THERE)[_step(plan)].format(shift=shift)
        return [
            Line(f"nearest free place: {self._nearest.verdict.title}", "ok"),
            Line(f"{does} does nothing · {there} · Esc cancels", "dim", kept=True),
        ]

    def _release_lines(self) -> list[Line]:
        """Return what a release does, once that is known."""
        plan = self._plan
        if plan is None or plan.edit is None or not self.is_answered:
            return []
        does = (_ENTER if self.by_keys else _RELEASE)[_step(plan)]
        return [Line(f"{does} · Esc cancels", "dim", kept=True)]

    def _building_lines(self) -> tuple[list[Line], list[Line]]:
        """Return what a release builds, and what it would with Shift: above and below the rest."""
        plan, answer, built = self._plan, self.answer, self._foreseen
        if built is not None:
            return _words_of(built), []
        if plan is None or plan.edit is None or answer is None or not self._shift_means:
            return [], []
        builds = "Shift+Enter" if self.by_keys else "Shift"
        if answer.rest_follows or (self._built is not None and self._builds):
            return self._pending_lines(answer, builds), []
        asks = [one for one in (*answer.comes, *answer.alters) if one.remedy in ORDER]
        if not asks:
            return [], []
        if early := self._workspace.stage.why_no_building():
            return [], [Line(f"{builds} builds nothing: {early}", "dim", kept=True)]
        many = plural(len(asks), "finding")
        words = f"{builds} also builds for {many}; figures here are without it"
        if not self._elsewhere:
            return [], [Line(words, "dim", kept=True)]
        # That is what a release does now, and no figure may seem to be of it: no small print.
        return [Line(words, "warning", kept=True)], []

    def _pending_lines(self, answer: Preview, builds: str) -> list[Line]:
        """Return that more is built than the card tells of by now."""
        if not self._builds:
            return []
        if answer.rest_follows or self._built is None:
            words = f"{builds} also builds what it needs; figures here are without it"
            return [Line(words, "warning", kept=True)]
        asks = [one for one in (*answer.comes, *answer.alters) if one.remedy in ORDER]
        many, done = plural(len(asks), "finding"), len(self._built.work.built)
        so_far = f", {done} so far" if done else ""
        words = f"working out what is built for {many}{so_far}…; figures here are without it"
        return [Line(words, "warning", kept=True)]

    def _seek(self) -> None:
        """Look for the nearest free place, once for each plan that is refused."""
        plan = self._under
        if plan is None or plan.verdict.ok or plan.elsewhere is None or self._sought:
            return
        self._nearest, self._sought = nearest_free(self._workspace, plan), True
        self._mean()
        self.lines_changed.emit()

    def _pin_lines(self) -> list[Line]:
        """Return what becomes of pins that reach no more, and what the other way would do."""
        told = self._as_it_is
        return pin_lines(self.pins, told, kept=self._keeps_pins) if told is not None else []

    def _tell(self, plan: DropPlan | None) -> None:
        """Say in the status bar why a drop is refused, for as long as it would be."""
        self._workspace.is_planning = plan is not None
        if plan is not None and not plan.verdict.ok:
            self._refused = True
            say_refusal(self._workspace, plan)
        elif self._refused:
            self._refused = False
            self._workspace.message.emit("", "info")

    def _ask(self) -> None:
        plan = self._plan
        if plan is None or plan.edit is None:
            return
        self._request(plan, self._questions(plan)[0])

    def _go_on(self) -> None:
        """Ask what is to be known next of the plan on show; panels show what is known of it.

        With the unpinning, once all of it as it is is known; then with what is built for it.
        """
        plan, told = self._plan, self._as_it_is
        if plan is None or told is None:
            return
        if not told.rest_follows:
            if self._unpinned is None and self.pins and not self._keeps_pins:
                self._request(unpinning(plan, self.pins), self._questions(plan)[1])
            elif self._of_it_alone is not None and not self._of_it_alone.rest_follows:
                self._build_for(plan, self._of_it_alone)
        released = self._workspace.released
        if self.answer is not None and self.is_answered:
            released.show(self.answer)
        if not self.is_answered or (self._built is not None and not self._built.is_done):
            released.wait()

    def _build_for(self, plan: DropPlan, told: Preview) -> None:
        """Begin to look for what a release builds for the plan, of which all else is known."""
        space = self._workspace
        current = space.report_store.is_current(space.document.revision)
        if not (self._builds and current) or self._built is not None or self._builds_blindly:
            return
        alone = self._alone(plan)
        try:
            self._built = BuiltDrop(space, alone)
        except EditError:
            return
        if self._with_asks == self._questions(plan)[alone is not plan]:
            self._take_built(self._built, told)
        else:
            self._request(alone, self._questions(plan)[2])

    def _take_built(self, built: BuiltDrop, answer: Preview) -> None:
        """Take what the engine says of what is built so far, and ask of one thing more."""
        if built.take(answer) and built.change is not None and self._plan is not None:
            self._asked_for = self._with_asks = self._questions(self._plan)[2]
            self._workspace.request_preview(built.change, self._racks, asks=True)

    @property
    def _builds(self) -> bool:
        """Whether a release builds as well."""
        means = self._elsewhere and self._shift_means
        return means and not self._workspace.stage.why_no_building()

    def _request(self, plan: DropPlan, question: object) -> None:
        if plan.edit is None:
            return
        self._asked.start()
        document = self._workspace.document
        try:
            edit = self._workspace.stage.staged(plan.edit)
            change = diff(document.design, document.made(edit))
        except EditError:
            # The design changed under the pointer; the next move plans anew.
            return
        self._asked_for = question
        racks = plan.rack_ids or tuple(rack.id for rack in change.put_in("racks"))
        self._racks = racks[:MOST_PREVIEWED]
        if self._builds:
            self._with_asks = question
        self._workspace.request_preview(change, self._racks, asks=self._builds)
        # Asking applies the edit to a copy: in a huge design that takes longer than a frame, and
        # the drag may wait for it one moment in eight at most.
        self._pause_ms = max(ASK_MS, 8 * self._asked.elapsed())

    def _on_failure(self) -> None:
        """Say of the plan on show that no figures will come."""
        if self._plan is None:
            return
        *alone, built = self._questions(self._plan)
        if self._asked_for == built:
            # A release builds none the less, as it finds it then.
            self._built, self._builds_blindly = None, True
            self.lines_changed.emit()
        elif self._asked_for in alone:
            self._failed = True
            # What was foreseen of another place must not go on standing beside the drawing.
            self._workspace.released.clear()
            self.lines_changed.emit()

    def _on_answer(self, preview: object) -> None:
        """Take an answer that belongs to the plan under the pointer."""
        plan = self._plan
        if plan is None or not isinstance(preview, Preview):
            return
        as_it_is, unpinned, built = self._questions(plan)
        if self._asked_for == as_it_is:
            self._as_it_is = preview
        elif self._asked_for == unpinned:
            self._unpinned = preview
        elif self._asked_for != built or self._built is None or preview.rest_follows:
            return
        else:
            self._take_built(self._built, preview)
        self._go_on()
        self.lines_changed.emit()

    def _questions(self, plan: DropPlan) -> tuple[object, object, object]:
        """Return what tells the questions of a plan apart: as it is, unpinning, and building."""
        return plan.key, (plan.key, _UNPINNED), (plan.key, _BUILT)


def _words_of(built: BuiltDrop) -> list[Line]:
    """Return what is built with a drop, and for what nothing is."""
    made, left = built.work.built, list(built.work.left.values())
    lines = [Line(f"also builds: {one}", "plain", kept=True) for one in made[:_MOST_NAMED]]
    if made[_MOST_NAMED:]:
        more = f"and {plural(len(made) - _MOST_NAMED, 'thing')} more"
        lines.append(Line(more, "plain", kept=True))
    if left:
        more = f" (and {plural(len(left) - 1, 'finding')} more)" if left[1:] else ""
        lines.append(Line(f"not built: {left[0]}{more}", "warning", kept=True))
    return lines


def _step(plan: DropPlan) -> str:
    """Return the first word of a step, of those that are told; empty for all others."""
    first = plan.label.partition(" ")[0]
    return first if first in _RELEASE else ""
