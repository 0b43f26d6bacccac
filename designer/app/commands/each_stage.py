"""The stages of a design, each evaluated, for commands that tell all of them."""

from dataclasses import dataclass
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_input import named, open_design
from designer.catalog.catalog import Catalog
from designer.document.as_of import each_stage
from designer.engine.evaluate import Evaluator
from designer.engine.plugin_checks import PlugInChecks
from designer.engine.preview import CapitalChange
from designer.engine.report import Report
from designer.engine.stage_lines import StageLine, stage_lines
from designer.model.change import diff
from designer.model.design import Design
from designer.model.stages import Stage
from designer.plugins.registry import PlugIns


@dataclass(frozen=True)
class Staged:
    """A stage with the design as of it, the report on that, and by how much the capital grew."""

    stage: Stage
    design: Design
    report: Report
    raised: CapitalChange | None = None


def open_stages(path: Path) -> tuple[Catalog, tuple[Staged, ...]]:
    """Return the catalogue of a file, and its stages in order.

    Raises
    ------
    CommandError
        If the file cannot be read, or its design has no stages.
    """
    design, catalog = open_design(path)
    if not design.stages:
        mend = 'add them under [stages], as day-2 = {name = "Day 2", order = 2}'
        raise CommandError(f"--all-stages: {named(path)} has no stages; {mend}")
    engine, checks = Evaluator(catalog), PlugInChecks(PlugIns())
    found: list[Staged] = []
    for stage, then in each_stage(design):
        raised = None
        if found:
            raised = engine.preview(0, found[-1].design, diff(found[-1].design, then), ()).capital
        report = checks.added(then, catalog, engine.whole(then))
        found.append(Staged(stage, then, report, raised))
    return catalog, tuple(found)


def lines_of(found: tuple[Staged, ...]) -> tuple[StageLine, ...]:
    """Return what the stages come to, beside each other."""
    return stage_lines([(one.stage, one.report) for one in found], [one.raised for one in found])
