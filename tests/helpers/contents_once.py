"""Evaluations of one design with one part after another altered: the racks without it are shared.

What follows from the contents of a rack follows from its parts and the decisions of the site
alone, and takes half of an evaluation. Tests that hide each figure of each part evaluate thousands
of catalogues that differ in one part, which one rack of ten holds.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.filling import Contents
from designer.engine.report import Report
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.contents import fillings
from designer.engine.subjects.contents.core import RackCore, core_by_order, core_of
from designer.model.design import Design


@dataclass
class SharedContents:
    """Evaluates with catalogues that differ from one in some parts.

    Attributes
    ----------
    base
        The catalogue: contents of which every part is the same object are computed once.
    """

    base: Catalog
    _known: dict[tuple[Any, ...], RackCore] = field(default_factory=dict)
    _of_site: tuple[Any, Any] = (None, None)

    def evaluate(self, design: Design, catalog: Catalog) -> Report:
        """Return what `evaluate` returns."""
        with self._shared():
            return evaluate(design, catalog)

    def report(
        self, design: Design, catalog: Catalog, subjects: Sequence[Subject] = SUBJECTS
    ) -> Report:
        """Return the report of a new evaluator, without what is worked out later."""
        with self._shared():
            return Evaluator(catalog, subjects).report(design)

    def _shared(self) -> ExitStack:
        replaced = ExitStack()
        replaced.enter_context(_instead("core_by_order", self._by_order))
        replaced.enter_context(_instead("core_of", self._whole))
        return replaced

    def _by_order(self, contents: Contents, facts: Facts) -> RackCore:
        return self._once(contents, facts, None, lambda: core_by_order(contents, facts))

    def _whole(self, contents: Contents, facts: Facts, ordered: RackCore | None = None) -> RackCore:
        return self._once(contents, facts, ordered, lambda: core_of(contents, facts, ordered))

    def _once(
        self,
        contents: Contents,
        facts: Facts,
        ordered: RackCore | None,
        make: Callable[[], RackCore],
    ) -> RackCore:
        named = {contents.rack_part, *(item.part for item in contents.items)}
        named.update(contents.coolant.units)
        if any(facts.catalog.get(part) is not self.base.get(part) for part in named):
            return make()
        key = (contents, ordered is None, facts.design.site, self._decisions(facts))
        core = self._known.get(key)
        if core is None:
            core = self._known[key] = make()
        # What rules say of them is asked anew: a rule sees the whole catalogue.
        return replace(core, ordered=ordered, finished={}, said={}, on_floor={}, units={}, seen={})

    def _decisions(self, facts: Facts) -> Any:
        """Return the site but for the figures of all parts, which differ in every catalogue."""
        site, known = self._of_site
        if site is not facts.site:
            known = replace(facts.site, figures=None)
            self._of_site = facts.site, known
        return known


def _instead(name: str, made: Callable[..., RackCore]) -> AbstractContextManager[object]:
    return patch.object(fillings, name, made)
