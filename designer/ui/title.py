"""What the top bar says of the design: name, size in words, saved or not."""

from designer.runtime.design_session import DesignSession
from designer.ui import figures
from designer.ui.workspace import Workspace


def design_words(workspace: Workspace, session: DesignSession) -> tuple[str, str, str]:
    """Return name, subtitle and saved state."""
    design = workspace.document.design
    pieces = []
    if session.path is not None:
        pieces.append(session.path.name)
    units = max((fabric.su_nodes for fabric in design.fabrics), default=0)
    report = workspace.report_store.report
    if units and report and report.totals.nodes:
        number = -(-report.totals.nodes // units)
        pieces.append(figures.plural(number, "scalable unit"))
    if design.revisions:
        pieces.append(f"rev {design.revisions[-1].id}")
    if session.is_read_only:
        saved = "read only"
    elif session.path is None and not workspace.document.is_saved:
        saved = "not saved"
    elif session.path is None:
        saved = "new"
    else:
        saved = "saved" if workspace.document.is_saved else "edited"
    return design.name, " · ".join(pieces), saved
