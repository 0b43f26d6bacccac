"""What the legend names of racks: what those lack whose heat no method takes, and their signs."""

from collections.abc import Iterable

from designer.catalog.kinds import kind_of
from designer.engine.report import RackReport
from designer.model.cooling_words import open_cooling_words
from designer.render.drawing import floor_state, worst_state
from designer.render.rack_top import STATE_WORDS, share_of
from designer.render.theme import METHOD_COLOURS
from designer.ui.state.workspace import Workspace


def is_open(report: RackReport) -> bool:
    """Return whether a rack gives heat and no method takes it."""
    if report.cooling_shown in METHOD_COLOURS or kind_of(report).is_cooling_unit:
        return False
    return report.figure("power_max_kw").high > 0


def _may_use_more(report: RackReport) -> bool:
    used = next((one.figure("used", "kW") for one in report.limits_of("cooling")), None)
    heat = report.figure("power_max_kw") if used is None else used
    low, high = share_of(heat, report.figure("cooling_capacity_kw"))
    return low < high


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
        self._signs: dict[str, str] = {}
        self._possible: set[str] = set()
        self._worst: dict[int, tuple[object, str]] = {}
        """Limits and the worst of their states, by identity: racks that are alike share them."""

    def look_at(self, rack_ids: Iterable[str]) -> None:
        """Look at the newest figures of racks."""
        faulty = self._workspace.faulty_racks()
        self._worst.clear()
        for rack_id in rack_ids:
            report = self._workspace.rack_report(rack_id)
            if report is not None and is_open(report):
                self._lacking[rack_id] = report.cooling_shown
            else:
                self._lacking.pop(rack_id, None)
            if report is not None and _may_use_more(report):
                self._possible.add(rack_id)
            else:
                self._possible.discard(rack_id)
            worst = self._worst_of(report) if report is not None else ""
            self._signs[rack_id] = floor_state(worst, faulty=rack_id in faulty)

    def _worst_of(self, report: RackReport) -> str:
        known = self._worst.get(id(report.limits))
        if known is None:
            worst = worst_state(limit.state for limit in report.limits)
            known = self._worst[id(report.limits)] = report.limits, worst
        return known[1]

    def forget(self, rack_ids: Iterable[str]) -> None:
        """Forget racks that are gone."""
        for rack_id in rack_ids:
            self._lacking.pop(rack_id, None)
            self._signs.pop(rack_id, None)
            self._possible.discard(rack_id)

    def has_possible(self) -> bool:
        """Return whether the bar of a rack is hatched as far as more of it may be used."""
        return bool(self._possible)

    def signs(self) -> tuple[str, ...]:
        """Return the states of which racks bear the sign, the worst first."""
        borne = set(self._signs.values())
        return tuple(state for state, _ in STATE_WORDS if state in borne)

    def words(self) -> str:
        """Return what those racks lack, for a legend; empty if nothing does."""
        return open_cooling_words(set(self._lacking.values()))
