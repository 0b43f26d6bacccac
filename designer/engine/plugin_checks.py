"""Findings of plug-ins beside those of the design rules, in the same report.

A plug-in of `cluster_designer.checks` is called with `(design, catalog, report)`, which it cannot
change, and gives findings. Their rule is `plug-in/NAME`. One that is off has a line in the report.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.findings import Finding, see_that_it_fits
from designer.engine.report import Check, Report
from designer.engine.waivers import Groups, check_order
from designer.model.design import Design
from designer.plugins.registry import PlugIn, PlugInError, PlugIns, UnfitError

RULE: Final = "plug-in/"
"""Begins the rule of a plug-in's findings; the name of the plug-in follows."""
IS_OFF: Final = "off"
"""Cause of the finding that a plug-in is off."""
MOST: Final = 1_000
"""Most findings of one plug-in: more are a fault of it."""
_NO_EFFECT: Final = f"W01:{RULE}"


class PlugInChecks:
    """Asks the plug-ins that check, each alone.

    Parameters
    ----------
    plugins
        Those of this run.
    """

    def __init__(self, plugins: PlugIns) -> None:
        self._plugins = plugins
        self._groups = Groups()

    def are_there(self) -> bool:
        """Return whether any is installed; they are looked for now."""
        return bool(self._plugins.of("checks"))

    def added(self, design: Design, catalog: Catalog, report: Report) -> Report:
        """Return a report with the findings of plug-ins, and which of these are off."""
        found: list[Finding] = []
        for one in self._plugins.of("checks"):
            with suppress(PlugInError):  # told below, with those that were off before
                found += one.use(partial(_asked, one.name, design, catalog, report))
        found += map(_off, self._plugins.off())
        waived = tuple(one for one in design.waivers if one.id.startswith(RULE))
        if not (found or waived):
            return report
        keys = {f"{finding.rule}:{finding.cause}" for finding in found}
        mine = self._groups.waived(found, tuple(one for one in waived if one.id in keys))
        # Whether a waiver of a finding that nobody looked for here fits one cannot be said.
        asked = {f"{RULE}{one.name}" for one in self._plugins.of("checks") if not one.is_off}
        others = [
            check
            for check in report.checks
            if not check.key.startswith(_NO_EFFECT) or _is_idle(check, keys, asked)
        ]
        return report.evolve(checks=tuple(sorted((*others, *mine), key=check_order)))


def _asked(
    name: str,
    design: Design,
    catalog: Catalog,
    report: Report,
    check: Any,  # noqa: ANN401 - of others
) -> list[Finding]:
    """Return what a plug-in finds, under its name; findings of plug-ins build nothing.

    Raises
    ------
    UnfitError
        If it cannot be called, or gives anything but findings that can be told.
    """
    if not callable(check):
        raise UnfitError(f"it is {_a(check)}, and not a function of design, catalogue and report")
    given = check(design, catalog, report)
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise UnfitError(f"it returned {_a(given)}, and not findings")
    found = list(islice(given, MOST + 1))
    if len(found) > MOST:
        raise UnfitError(f"it gives more than {MOST:,} findings")
    for finding in found:
        if not isinstance(finding, Finding):
            raise UnfitError(f"it returned {_a(finding)} among its findings")
        try:
            see_that_it_fits(finding)
        except (TypeError, ValueError) as error:
            raise UnfitError(str(error)) from error
        if not finding.message.strip():
            raise UnfitError("one of its findings has no message")
    # Made anew: what is told outside of here runs no code of the plug-in.
    return [
        Finding(
            f"{RULE}{name}", it.severity, it.cause or "finding", it.where, it.message, it.advice,
            float(it.weight),
        )
        for it in found
    ]  # fmt: skip


def _is_idle(check: Check, keys: set[str], asked: set[str]) -> bool:
    """Return whether the waiver that a check is of fits nothing that a plug-in which ran found."""
    waived = check.key.removeprefix("W01:")
    return waived not in keys and waived.partition(":")[0] in asked


def _off(plugin: PlugIn) -> Finding:
    """Return the line that a plug-in is off."""
    return Finding(
        f"{RULE}{plugin.name}", "info", IS_OFF, (), plugin.words,
        "What it would have said is missing. Tell its author, or uninstall it.",
    )  # fmt: skip


def _a(value: object) -> str:
    name = type(value).__name__
    return "nothing" if value is None else f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
