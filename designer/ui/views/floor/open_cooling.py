"""Which racks give heat that no method takes: the legend names what they lack."""

from collections.abc import Iterable

from designer.catalog.kinds import kind_of
from designer.engine.report import RackReport
from designer.model.cooling_words import open_cooling_words
from designer.render.theme import METHOD_COLOURS
from designer.ui.state.workspace import Workspace


def is_open(report: RackReport) -> bool:
    """Return whether a rack gives heat and no method takes it."""
    if report.cooling_shown in METHOD_COLOURS or kind_of(report).is_cooling_unit:
        return False
    return report.figure("power_max_kw").high > 0


class OpenCooling:
    """Keeps what racks lack, and looks again only at those of which something else is said.

    Parameters
    ----------
    workspace
        Where reports come from.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lacking: dict[str, str] = {}

    def look_at(self, rack_ids: Iterable[str]) -> None:
        """Look at the newest figures of racks."""
        for rack_id in rack_ids:
            report = self._workspace.rack_report(rack_id)
            if report is not None and is_open(report):
                self._lacking[rack_id] = report.cooling_shown
            else:
                self._lacking.pop(rack_id, None)

    def forget(self, rack_ids: Iterable[str]) -> None:
        """Forget racks that are gone."""
        for rack_id in rack_ids:
            self._lacking.pop(rack_id, None)

    def words(self) -> str:
        """Return what those racks lack, for a legend; empty if nothing does."""
        return open_cooling_words(set(self._lacking.values()))
