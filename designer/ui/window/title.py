"""What the top bar says of the design: name, size in words, saved or not."""

from designer.model.plural import plural
from designer.model.revisions import newest
from designer.runtime.design_session import DesignSession
from designer.ui.state.workspace import Workspace


def design_words(workspace: Workspace, session: DesignSession) -> tuple[str, str, str]:
    """Return name, subtitle and saved state."""
    design = workspace.document.design
    pieces = []
    if session.path is not None:
        pieces.append(session.path.name)
    units = next((f.su_nodes for f in design.fabrics if f.purpose == "compute" and f.su_nodes), 0)
    report = workspace.report_store.report
    if units and report and report.totals.nodes:
        # Rounded up: the fabric manager takes the place of a node in the last unit.
        number = -(-report.totals.nodes // units)
        pieces.append(plural(number, "scalable unit"))
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
