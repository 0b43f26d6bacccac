"""What the contents of racks are computed from, without the rest of an evaluation."""

from designer.catalog.catalog import Catalog
from designer.engine.assumptions import assumptions_of
from designer.engine.optics import OPTICS, RackOptics
from designer.engine.subject import Facts
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design

WORK = tuple((one.name, one.of_contents) for one in SUBJECTS if one.of_contents is not None)


def facts_of_contents(design: Design, catalog: Catalog) -> Facts:
    """Return what contents read of a design, with switches at their maximum, as limits are."""
    site = assumptions_of(design, catalog)
    return Facts(design, catalog, site, {OPTICS.name: RackOptics()}, contents_work=WORK)
