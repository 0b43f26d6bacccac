"""The program for scripts: the same undoable edits as in the window, figures, checks and exports.

No Qt is imported. `open` and `new` give a `Session`; its methods are named after the edits that the
window makes, and the history of the window tells its steps as calls of them. What goes wrong is a
`ScriptError`, and nothing of the call has happened then.

    from designer import script

    session = script.new("empty-room")
    rack = session.place_rack("rack-48u", 1200, 2400)
    session.place_device("dgx-h100", rack)
    print(session.report().totals.power_max_kw)
"""

from typing import Any

from designer.document.drop_plans import DropPlan
from designer.engine.report import Check, Report
from designer.model.design import Design
from designer.model.units import half_u_of as u
from designer.script.errors import ScriptError
from designer.script.session import FilePath, Session, new_session, open_session

__all__ = [
    "Check",
    "Design",
    "DropPlan",
    "Report",
    "ScriptError",
    "Session",
    "new",
    "open",
    "u",
]


def open(path: FilePath) -> Session:
    """Return a session on a design file.

    Raises
    ------
    ScriptError
        If it cannot be read, or something of it would be lost.
    """
    return open_session(path)


def new(template: str = "empty-room", **arguments: Any) -> Session:  # noqa: ANN401 - text or number
    """Return a session on a reference design, as `templates` lists them with their parameters.

    Raises
    ------
    ScriptError
        If there is no such template or parameter, or the design cannot be built.
    """
    return new_session(template, arguments)
