"""What the top bar says of the design: name, size in words, saved or not."""

from designer.engine.report import Report
from designer.model.design import Design
from designer.model.plural import plural
from designer.model.revisions import newest
from designer.runtime.design_session import DesignSession
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.fabric_bars import nodes_outside


def design_words(workspace: Workspace, session: DesignSession) -> tuple[str, str, str]:
    """Return name, subtitle and saved state."""
    design = workspace.document.design
    pieces = []
    if session.path is not None:
        pieces.append(session.path.name)
    report = workspace.report_store.report
    if report:
        pieces.extend(size_words(design, report))
    last = newest(design.revisions)
    if last is not None:
        pieces.append(f"rev {last.id}")
    if session.is_read_only:
        saved = "read only"
    elif session.path is None and not workspace.document.is_saved:
        saved = "not saved"
    elif session.path is None:
        saved = "new"
    else:
        saved = "saved" if workspace.document.is_saved else "edited"
    return design.name, " · ".join(pieces), saved


def size_words(design: Design, report: Report) -> list[str]:
    """Return how many scalable units a compute fabric joins, and how many nodes it leaves out.

    Nothing where several compute fabrics have units of their own, or the nodes are not counted.
    """
    sizes = {f.id: f.su_nodes for f in design.fabrics if f.purpose == "compute" and f.su_nodes}
    members = [(sizes[f.id], f.nodes) for f in report.fabrics if f.id in sizes]
    if len(members) != 1 or report.totals.nodes is None:
        return []
    unit, nodes = members[0]
    if not nodes:
        return []
    # Rounded up: the fabric manager takes the place of a node in the last unit.
    words = [plural(-(-nodes // unit), "scalable unit")]
    outside = nodes_outside(report)
    return [*words, outside] if outside else words
