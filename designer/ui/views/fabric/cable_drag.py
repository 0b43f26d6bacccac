"""A cable drawn in the drawing of a fabric: from one device to another, at their first free ports.

The engine says which ports are free: it knows what the rule and other hands have laid. What a
cable may join, and the edit that lays it, are the document's plan, as in an elevation.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from designer.document.cable_plans import cable_to_free
from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.engine.fabric_map import PairAsked, PairRows, PortRow, PortRows
from designer.model.figure_words import number
from designer.model.network_keys import cable_key
from designer.render.fabric_things import FabricIndex, Thing
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.fabric_state import FabricState
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.state.workspace import Workspace
from designer.wiring.hand_cables import FreePorts

AIM: Final = "let go on another switch, or on a node"
READING: Final = "its free ports are being read"
_ONE_RAIL: Final = "its port of rail {} has a link"
_ALL_TAKEN: Final = "all {} ports carry links"
_NO_PORTS: Final = "it has no port for this fabric"


class CableDrag(QObject):
    """The cable that is drawn, from the press to its end.

    Signals
    -------
    changed
        Another plan is on show, or the engine said more of it.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, state: FabricState, parent: QObject) -> None:
        super().__init__(parent)
        self._space, self._state = workspace, state
        self.preview = DropPreview(workspace, self)
        self.preview.lines_changed.connect(self.changed)
        # Both devices in one question: of two of one sort only the newer is answered.
        self._ports = LiveAnswer(
            workspace.client, workspace.report_store, "fabrics", "pair", PairRows, self
        )
        self._ports.changed.connect(self._on_ports)
        self.begins: Thing | None = None
        self.over: Thing | None = None
        self._let_go = False

    @property
    def fits(self) -> bool | None:
        """Whether letting go here lays a cable; None where no device is under the hand."""
        plan = self.preview.plan
        if plan is None or self.over is None or _is_reading(plan):
            return None
        return plan.verdict.ok

    def begin(self, thing: Thing) -> bool:
        """Take a cable at a device; return whether there may be one."""
        if not self._key(thing):
            return False
        self.begins, self.over, self._let_go = thing, None, False
        self._plan()
        return True

    def move(self, thing: Thing | None) -> None:
        """Hold its other end over something."""
        if self.begins is None or self._let_go or thing == self.over:
            return
        self.over = thing
        keys = self._key(self.begins), self._key(thing) if thing is not None else ""
        asked = PairAsked(fabric=self._state.fabric, keys=keys) if all(keys) else None
        self._ports.look_at(asked)
        self._plan()

    def let_go(self) -> None:
        """Lay it where it is held; where the ports are not read yet, as soon as they are."""
        plan = self.preview.plan
        if plan is None:
            return
        if _is_reading(plan):
            self._let_go = True
            return
        space, known = self._space, {one.id for one in self._space.document.design.cables}
        plan = self.preview.dropped() or plan
        self.end()
        if plan.edit is None:
            space.message.emit(f"{plan.verdict.title}: {plan.verdict.reason}", "warning")
        elif space.apply(plan.label, plan.edit):
            cables = space.document.design.cables
            space.select([cable_key(one.id) for one in cables if one.id not in known])
            space.message.emit(f"{plan.label} · {plan.about}", "info")

    def end(self) -> bool:
        """Hold no cable; return whether one was held."""
        held, self.begins, self.over, self._let_go = self.begins is not None, None, None, False
        self._ports.look_at(None)
        self.preview.clear()
        if held:
            self.changed.emit()
        return held

    def _key(self, thing: Thing) -> str:
        index = self._state.index
        return index.key(thing) if index is not None else ""

    def _on_ports(self) -> None:
        if self.begins is not None:
            self._plan()
            if self._let_go:
                self._let_go = False
                self.let_go()

    def _plan(self) -> None:
        if self.preview.show(self._planned()):
            self.changed.emit()

    def _planned(self) -> DropPlan:
        index, begins = self._state.index, self.begins
        layout, catalog = self._space.layout(), self._space.catalog
        name = index.title(begins) if index is not None and begins is not None else ""
        title = f"Cable from {name}"
        over = self.over
        if index is None or begins is None or over is None or over == begins:
            return _refused(("none",), title, AIM)
        if not self._key(over):
            words = "unfold it with a click: a cable ends at one switch or node"
            return _refused(("several", over), f"{title} to {index.title(over)}", words)
        found = self._ports.found
        if found is None:
            return _refused(("reading", over), f"{title} to {index.title(over)}", READING)
        ends = [
            _free(rows, thing, index)
            for rows, thing in zip(found.each, (begins, over), strict=True)
        ]
        return cable_to_free(layout, catalog, self._state.fabric, *ends)


def _refused(key: tuple[object, ...], title: str, reason: str) -> DropPlan:
    return DropPlan(key, Verdict(ok=False, reason=reason, title=title), "")


def _is_reading(plan: DropPlan) -> bool:
    return plan.verdict.reason == READING


def _free(rows: PortRows, thing: Thing, index: FabricIndex) -> FreePorts:
    """Return the ports of a device that carry nothing; of a node's cell that of its rail."""
    each = list(rows.rows)
    if thing.what == "node" and thing.rail >= 0 and len(each) == index.map.rails:
        each = each[thing.rail : thing.rail + 1]
        why = _ONE_RAIL.format(thing.rail + 1)
    else:
        why = _ALL_TAKEN.format(number(len(each), 0)) if each else _NO_PORTS
    return FreePorts(rows.key, tuple(row.port for row in each if _is_free(row)), why)


def _is_free(row: PortRow) -> bool:
    return not row.to or bool(row.fault)
