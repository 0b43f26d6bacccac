"""A design that a script edits, measures, checks, saves and exports as a person does."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.document.document import Document
from designer.document.drop_plans import DropPlan, part_into_rack, part_onto_floor
from designer.engine.evaluate import Evaluator
from designer.engine.plugin_checks import PlugInChecks
from designer.engine.preview import Preview
from designer.engine.report import Check, Report
from designer.io.atomic_file import WriteError
from designer.io.comments_file import take_along
from designer.io.design_file import Opened, ReadError, load, save
from designer.io.export import EXPORT_FORMATS, OF_ONE_FABRIC, REPORT_FORMATS
from designer.io.output_file import write_output
from designer.io.plugin_exports import exported
from designer.model import step_words
from designer.model.change import diff
from designer.model.design import Design
from designer.model.problem import Problem
from designer.model.stages import in_order
from designer.planning.plugin_templates import build_any
from designer.planning.remedies import Building, RemedyPlan, plan_for
from designer.planning.templates import TemplateError
from designer.plugins.registry import PlugInError, PlugIns
from designer.script.arranging import ArrangeEdits
from designer.script.comments import CommentCalls
from designer.script.devices import DeviceEdits
from designer.script.errors import ScriptError, told
from designer.script.racks import RackEdits
from designer.script.records import RecordEdits
from designer.script.room import RoomEdits

FilePath = str | os.PathLike[str]


class Session(RackEdits, DeviceEdits, RoomEdits, ArrangeEdits, RecordEdits, CommentCalls):
    """A design with everything that the window does to it.

    Every edit is one step that `undo` takes back, or happens not at all and raises `ScriptError`.
    Figures come from `report`, findings from `check`; both are of the design as it stands.

    Parameters
    ----------
    design
        What to begin with.
    catalog
        The parts; None for those that ship with the program.
    path
        The file that `save` writes; None where there is none yet.
    plugins
        Those whose checks are asked and whose formats are known; None for what is installed.
    """

    def __init__(
        self,
        design: Design,
        catalog: Catalog | None = None,
        *,
        path: Path | None = None,
        label: str = "New design",
        opened: Opened | None = None,
        plugins: PlugIns | None = None,
    ) -> None:
        super().__init__(Document(design, label), catalog or load_shipped())
        self.path = path
        self.problems: tuple[Problem, ...] = opened.problems if opened else ()
        self._digest = opened.digest if opened else ""
        self._engine = Evaluator(self.catalog)
        self.plugins = plugins or PlugIns()
        self._checks = PlugInChecks(self.plugins)
        self._report: tuple[Design, Report] | None = None
        self._previews = 0

    @property
    def is_saved(self) -> bool:
        """Whether the design is the one that was opened, or saved last."""
        return self.path is not None and self._document.is_saved

    def report(self, stage: str = "") -> Report:
        """Return everything that follows from the design, computed once for each state of it.

        With the id of a stage, what follows from the design as of that stage, computed anew.

        Figures are attributes; `report.totals.figure("power_max_kw")` has the bounds (`low`,
        `high`), what it rests on and what nobody states. Unknown is None, never 0.

        Raises
        ------
        ScriptError
            If there is no such stage.
        """
        if stage:
            return self._report_as_of(stage)
        design = self.design
        if self._report is None or self._report[0] is not design:
            report = self._engine.whole(design)
            self._report = design, self._checks.added(design, self.catalog, report)
        return self._report[1]

    def _report_as_of(self, stage: str) -> Report:
        there = ", ".join(one.id for one in in_order(self.design.stages)) or "none"
        if stage not in {one.id for one in self.design.stages}:
            raise ScriptError("report", f"there is no stage {stage!r}", f"the design has {there}")
        design = as_of(self.design, stage)
        return self._checks.added(design, self.catalog, Evaluator(self.catalog).whole(design))

    def check(self) -> tuple[Check, ...]:
        """Return the findings of the design rules, errors first; waived ones are marked."""
        return self.report().checks

    def build(self, finding: Check | str) -> tuple[str, ...]:
        """Build what a finding asks for, as *Build* beside it in the window does, as one step.

        Parameters
        ----------
        finding
            One of `check`, or its key.

        Returns
        -------
        tuple of str
            Ids of what was placed.

        Raises
        ------
        ScriptError
            If there is no such finding, it asks for nothing that can be placed, or nothing fits.
        """
        key = finding if isinstance(finding, str) else finding.key
        found = next((check for check in self.check() if check.key == key), None)
        if found is None:
            raise ScriptError("build", f"no finding has the key {key!r}", "take one of check()")
        if found.remedy is None:
            raise ScriptError("build", f"{key} asks for nothing that can be placed")
        with told("build"):
            plan = self._plan_of(found)
        if plan is None or plan.edit is None:
            raise ScriptError("build", f"{plan.label}: {plan.reason}" if plan else key)
        return self._do("build", plan.label, plan.edit)

    def build_all(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Build what all findings ask for, as the command of the window does, as one step.

        One after the other, each by the findings of the design as it is by then.

        Returns
        -------
        tuple of tuple of str
            What was built, and what was given up and why, in sentences.
        """
        work = Building(self._plan_of)
        with self.step(step_words.BUILD_NEEDED):
            while (found := work.next(self.check())) is not None:
                check, label, edit = found
                try:
                    self._do("build_all", label, edit)
                except ScriptError as refusal:
                    work.give_up(check, refusal.what)
                else:
                    work.done(check, label)
        return tuple(work.built), tuple(work.left.values())

    def _plan_of(self, check: Check) -> RemedyPlan | None:
        earlier, feeds = self._document.history.earlier(), self.report().power.feeds
        return plan_for(check, self.design, self.catalog, earlier, feeds)

    def waive(self, finding: Check | str, reason: str, author: str = "", date: str = "") -> None:
        """Accept a finding for a reason, which is kept in the design and printed.

        Raises
        ------
        ScriptError
            If there is no such finding.
        """
        key = finding if isinstance(finding, str) else finding.key
        if all(check.key != key for check in self.check()):
            raise ScriptError("waive", f"no finding has the key {key!r}", "take one of check()")
        self.put("waivers", {"id": key, "reason": reason, "author": author, "date": date})

    def plan_device(self, part_id: str, rack_id: str, half_u: int | None = None) -> DropPlan:
        """Return what a drop of a part into a rack would do; nothing happens.

        `verdict.ok` says whether it may go there and `verdict.reason` why not; `do` does it.
        """
        with told("plan_device"):
            return part_into_rack(self.layout, self.catalog, part_id, rack_id, half_u)

    def plan_rack(self, part_id: str, x_mm: float, y_mm: float, *, free: bool = False) -> DropPlan:
        """Return what a drop of a part onto the floor would do, its middle at a point.

        Parameters
        ----------
        free
            Whether it stands just there; else it snaps to racks and tiles as in the window.
        """
        with told("plan_rack"):
            return part_onto_floor(self.layout, self.catalog, part_id, x_mm, y_mm, free=free)

    def foresee(self, plan: DropPlan) -> Preview:
        """Return what a plan would change: findings gained and lost, limits before and after.

        Raises
        ------
        ScriptError
            If the plan is refused.
        """
        with told("foresee"):
            after = self._edit_of("foresee", plan)(self.design)
            self.report()
            self._previews += 1
            change = diff(self.design, after)
            return self._engine.preview(self._previews, self.design, change, plan.rack_ids)

    def do(self, plan: DropPlan) -> tuple[str, ...]:
        """Do what a plan says, in one step; return the ids of what it placed.

        Raises
        ------
        ScriptError
            If the plan is refused.
        """
        return self._do("do", plan.label, self._edit_of("do", plan))

    def save(self, path: FilePath | None = None, *, replace: bool = False) -> Path:
        """Save the design; the file that was there is kept as `NAME.bak`.

        Parameters
        ----------
        path
            Where to; None for the file that was opened.
        replace
            Whether another file of that name may be replaced.

        Returns
        -------
        Path
            The file, which later calls without a path write again.

        Raises
        ------
        ScriptError
            If there is no file to write to, it was changed by somebody else, it is another one
            and `replace` is not set, or it cannot be written. The old file is untouched then.
        """
        self._refuse_within("save")
        target = Path(path) if path is not None else self.path
        if target is None:
            raise ScriptError("save", "the design has no file yet", "name one: save('hall.toml')")
        own = self.path is not None and target == self.path
        if not own and target.exists() and not replace:
            mend = "choose another name, or save(…, replace=True)"
            raise ScriptError(str(target), "there is a file already", mend)
        expected = self._digest if own and not replace else None
        try:
            self._digest = save(target, self.design, self.catalog, expected)
        except WriteError as error:
            raise ScriptError.of(error.problem) from error
        before, self.path = self.path, target
        self._document.mark_saved()
        try:
            take_along(before, target)
        except WriteError as error:
            raise ScriptError.of(error.problem) from error
        return target

    def export(self, form: str, path: FilePath | None = None, *, fabric: str = "") -> str | bytes:
        """Return the text of a list or report, and write it to a file if one is named.

        Parameters
        ----------
        form
            As `export --to` and `report --format` have it: `bom.csv`, `cables.csv`, `json`, `md`;
            or the name of an exporter of a plug-in.
        fabric
            Id or name, for what is of one fabric; the first where it is empty.

        Returns
        -------
        str or bytes
            What it holds; bytes are of plug-ins alone.

        Raises
        ------
        ScriptError
            If there is no such format, a plug-in failed, or the file cannot be written.
        """
        with told("export"):
            data = self._exported(form, fabric)
        if path is not None:
            try:
                write_output(path, data, inputs=[self.path] if self.path else [])
            except WriteError as error:
                raise ScriptError.of(error.problem) from error
        return data

    def _exported(self, form: str, fabric: str) -> str | bytes:
        known = {**REPORT_FORMATS, **EXPORT_FORMATS}
        what = (self.design, self.catalog, self.report())
        if form in OF_ONE_FABRIC:
            return OF_ONE_FABRIC[form](*what, fabric)
        if form in known:
            return known[form](*what)
        plugin = self.plugins.named("exporters", form)
        if plugin is None:
            mend = f"one of {', '.join((*known, *OF_ONE_FABRIC))}; pictures: the command `export`"
            raise ScriptError("export", f"no format {form!r}", mend)
        try:
            return exported(plugin, *what)
        except PlugInError as error:
            self._report = None  # its findings tell that one more is off
            raise ScriptError("export", str(error)) from error

    def _edit_of(self, name: str, plan: DropPlan) -> Any:  # noqa: ANN401 - an Edit
        if plan.edit is None:
            raise ScriptError(name, f"{plan.verdict.title}: {plan.verdict.reason}")
        return plan.edit


def open_session(path: FilePath) -> Session:
    """Return a session on a design file.

    Raises
    ------
    ScriptError
        If it cannot be read, or something of it would be lost.
    """
    try:
        opened = load(path)
    except ReadError as error:
        raise ScriptError.of(error.problem) from error
    lost = [problem for problem in opened.problems if problem.severity == "error"]
    if lost:
        raise ScriptError(f"{path}: {lost[0].where}", lost[0].what, lost[0].mend)
    catalog = load_shipped().overlay(opened.parts)
    label = f"Open {Path(path).name}"
    return Session(opened.design, catalog, path=Path(path), label=label, opened=opened)


def new_session(
    template: str = "empty-room", arguments: Mapping[str, Any] | None = None
) -> Session:
    """Return a session on a reference design.

    Raises
    ------
    ScriptError
        If there is no such template or parameter, or the design cannot be built.
    """
    catalog = load_shipped()
    given = {name: str(value) for name, value in (arguments or {}).items()}
    plugins = PlugIns()
    try:
        design = build_any(template, given, catalog, plugins)
    except TemplateError as error:
        raise ScriptError.of(error.problem) from error
    return Session(design, catalog, label=f"New {template}", plugins=plugins)
