"""The findings of the design rules: what, where, why; shown on a click, accepted by a waiver."""

import datetime
import os
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QMenu, QSizePolicy, QToolTip, QWidget

from designer.document.document import DocumentChange
from designer.document.edits import put, remove
from designer.engine.report import Check, Report
from designer.model.change import renames
from designer.model.design import Waiver
from designer.planning.remedies import RemedyPlan
from designer.ui.kit.style import set_role
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.state.build_all import BuildAll, plan_now
from designer.ui.state.build_news import BuildNews
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.build_strip import BuildStrip
from designer.ui.views.dashboard.check_cards import ROW_PX, CheckDelegate
from designer.ui.views.dashboard.check_model import BUILD, CheckModel, Index, can_build
from designer.ui.views.dashboard.check_words import count_words, nothing_words
from designer.ui.views.dashboard.released_checks import ReleasedChecks, counts_beside
from designer.ui.views.dashboard.section import Section

HEADING_PX: Final = 64
"""What the heading takes beside the counts."""
TIP_NEAR_PX: Final = (16, 8)
"""How far a pointer may go from where the tip of *build* came before that is gone."""


class CheckList(QListView):
    """The list: a click shows the place, `why` (or Space) the advice, the menu waives.

    Signals
    -------
    guide_asked
        The rule whose page in the guide is wanted.
    comment_asked
        The finding on which a comment is to be written.
    """

    guide_asked = Signal(str)
    comment_asked = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.checks = CheckModel(lambda ref: workspace.layout().name_of(ref), self)
        self.prompt: TextPrompt | None = None
        self._news = BuildNews(workspace, self)
        self.setModel(self.checks)
        self._cards = CheckDelegate(workspace, self.checks, self)
        self.setItemDelegate(self._cards)
        # Another height, once advice is shown or hidden.
        self.checks.dataChanged.connect(lambda *_: self.scheduleDelayedItemsLayout())
        # A place may be renamed while all findings stay as they are.
        workspace.document_changed.connect(self._on_document)
        self.setAccessibleName("Checks")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMinimumHeight(ROW_PX * 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def lay_out_rows(self) -> None:
        """Lay out rows that are due: else they are painted as they stood, and once again."""
        self.executeDelayedItemsLayout()

    def _on_document(self, told: DocumentChange) -> None:
        if told.whole or renames(told.before, told.change):
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the advice when `why` is hit, the rule's page on `guide`, else show the place."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        check = self.checks.check_at(index)
        link = self.link_at(index, event.position()) if check is not None else "why"
        if link == "guide" and check is not None:
            self.guide_asked.emit(check.rule)
        elif link == BUILD and check is not None:
            self.build(check)
        elif link in ("why", "less"):
            self.checks.toggle(index)
        else:
            self.show_place(index)

    def link_at(self, index: Index, at: QPointF) -> str:
        """Return the word that is hit beside a finding's title, empty for none."""
        check = self.checks.check_at(index)
        return "" if check is None else self._cards.link_at(self.visualRect(index), check, at)

    def event(self, event: QEvent) -> bool:
        """Take F1 from the window while a finding is current: it has a page of its own."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_F1
            and self._current() is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell beside *build* what it would do."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().viewportEvent(event)
        index, at = self.indexAt(event.pos()), event.globalPos()
        check = self.checks.check_at(index) if index.isValid() else None
        if check is None or self.link_at(index, event.pos().toPointF()) != BUILD:
            self._news.forget()
            return super().viewportEvent(event)
        near = QRect(event.pos() - QPoint(*TIP_NEAR_PX), event.pos() + QPoint(*TIP_NEAR_PX))
        shown = False

        def tell(words: str) -> None:
            nonlocal shown
            if not shown or QToolTip.isVisible():
                QToolTip.showText(at, words, self.viewport(), near)
            shown = True

        self.foretell(check, tell)
        return True

    def _current(self) -> Check | None:
        index = self.currentIndex()
        return self.checks.check_at(index) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the place with Enter, the advice with Space, the rule's page with F1.

        W waives, C comments, B builds what would meet the rule.
        """
        index, current = self.currentIndex(), self._current()
        if index.isValid() and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.show_place(index)
        elif index.isValid() and event.key() == Qt.Key.Key_Space:
            self.checks.toggle(index)
        elif current is not None and event.key() == Qt.Key.Key_F1:
            self.guide_asked.emit(current.rule)
        elif current is not None and event.key() == Qt.Key.Key_W:
            self.ask_waiver(current)
        elif current is not None and event.key() == Qt.Key.Key_C:
            self.comment_asked.emit(current)
        elif current is not None and event.key() == Qt.Key.Key_B and can_build(current):
            self.build(current)
        else:
            super().keyPressEvent(event)

    def show_place(self, index: Index) -> None:
        """Select and zoom to where a finding is; open the fold on its line."""
        check = self.checks.check_at(index)
        if check is None:
            self.checks.toggle(index)
            return
        layout = self._workspace.layout()
        known = [key for key in check.where if key in layout.racks or layout.find(key)]
        if known:
            self._workspace.focus(known)
        else:
            self._workspace.message.emit(f"{check.rule}: {check.message}", check.severity)

    def plan_of(self, check: Check) -> RemedyPlan | None:
        """Return what building what a finding asks for would do; None where it asks for nothing."""
        return plan_now(self._workspace, check)

    def foretell(self, check: Check, tell: Callable[[str], None]) -> None:
        """Tell what *build* would do: its plan at once, what it brings once the engine has said.

        Parameters
        ----------
        tell
            Gets all words that are known, again when there are more.
        """
        plan, early = self.plan_of(check), self._workspace.stage.why_no_building()
        if plan is None:
            return
        if early:
            tell(f"{plan.label}: {early}")
            return
        if plan.edit is None:
            tell(f"{plan.label}: {plan.reason}")
            return
        said = f"{plan.label}\n{plan.note}" if plan.note else plan.label
        refusal = self._news.ask(plan.edit, lambda words: tell(f"{said}\n{words}"))
        tell(f"{plan.label}: {refusal}" if refusal else said)

    def build(self, check: Check) -> bool:
        """Build what would meet a finding's rule, as one step; return whether that was possible.

        Not by figures of an earlier edit: what they ask for may stand already.
        """
        plan, workspace = self.plan_of(check), self._workspace
        if plan is None:
            return False
        if workspace.is_sizing or workspace.engine_failure:
            workspace.message.emit(f"{plan.label}: the figures are of an earlier edit", "warning")
            return False
        if early := workspace.stage.why_no_building():
            workspace.message.emit(f"{plan.label}: {early}", "warning")
            return False
        if plan.edit is None:
            workspace.message.emit(f"{plan.label}: {plan.reason}", "warning")
            return False
        before = set(workspace.layout().racks)
        report = workspace.report_store.report
        if not workspace.apply(plan.label, plan.edit):
            return False
        layout = workspace.layout()
        stand = [rack for rack in layout.racks if rack not in before]
        named = dict.fromkeys(rack for ref in check.where if (rack := layout.rack_of(ref)))
        remedy = check.remedy.action if check.remedy else ""
        hang_in = named if remedy.startswith("hang") or not stand else ()
        # The drawing scrolls to what is out of view, and back when the step is undone.
        workspace.select((*hang_in, *stand))
        workspace.message.emit(f"{plan.label}: done, as one step that can be undone", "info")
        self._news.follow(plan.label, report.checks if report else ())
        return True

    def ask_waiver(self, check: Check) -> None:
        """Ask for the reason to accept a finding, then write the waiver into the design."""
        if check.waived:
            self._workspace.apply(f"Take back waiver of {check.rule}", remove((check.key,)))
            return
        self.prompt = TextPrompt(
            "Waive this finding",
            f"{check.rule}: {check.message}",
            "Reason, kept in the design and printed",
            "Waive",
            self.window(),
        )
        self.prompt.given.connect(lambda reason: self.waive(check, reason))
        self.prompt.open()

    def waive(self, check: Check, reason: str) -> bool:
        """Accept a finding for a reason."""
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        waiver = Waiver(id=check.key, reason=reason, author=os.environ.get("USER", ""), date=today)
        return self._workspace.apply(f"Waive {check.rule}", put("waivers", waiver))

    def _open_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        check = self.checks.check_at(index) if index.isValid() else None
        if check is None:
            return
        menu = QMenu(self)
        menu.addAction("Show the place", lambda: self.show_place(index))
        menu.addAction("Why", lambda: self.checks.toggle(index))
        menu.addAction(f"{check.rule} in the guide", lambda: self.guide_asked.emit(check.rule))
        plan = self.plan_of(check)
        if plan is not None:
            why = f" ({plan.reason})" if plan.reason else ""
            build = menu.addAction(f"{plan.label}{why}", lambda: self.build(check))
            build.setEnabled(plan.edit is not None)
            if plan.edit is not None:
                # One line of a menu: what more the first finding says is in the tip of *build*.
                self.foretell(check, lambda words: build.setText(_in_a_menu(words)))
                menu.aboutToHide.connect(self._news.forget)
        menu.addAction("Comment…", lambda: self.comment_asked.emit(check))
        waive = "Take back the waiver" if check.waived else "Waive…"
        action = menu.addAction(waive, lambda: self.ask_waiver(check))
        action.setEnabled(check.can_be_waived)
        menu.popup(self.viewport().mapToGlobal(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out anew: findings wrap with the width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
        self.lay_out_rows()


def _in_a_menu(words: str) -> str:
    """Return the plan, what it brings and costs, without what the findings say."""
    plan, *more = words.splitlines()
    brings = [line for line in more if line.startswith(("brings ", "capital: "))]
    return " · ".join((plan, *brings))


class ChecksView(Section):
    """The section with counts and list."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__("Checks", parent)
        self.list = CheckList(workspace)
        self.none = WrappedLabel("")
        set_role(self.none, "dim")
        self.body.addWidget(self.none)
        self.body.addWidget(self.list, 1)
        self.changed = ReleasedChecks()
        self.body.addWidget(self.changed, 1)
        self._released = workspace.released
        self._released.changed.connect(self._show_released)
        self.build_all = BuildAll(workspace, self)
        self.strip = BuildStrip(self.build_all)
        self.body.addWidget(self.strip)
        self._counts = ""

    def show_report(self, report: Report | None) -> None:
        """Show a report."""
        checks = report.checks if report else ()
        self.list.checks.show(checks)
        self.list.lay_out_rows()
        self._counts = count_words(checks) if report else ""
        self.none.setText(nothing_words(report) if report and not checks else "")
        self._show_released()

    def _show_released(self) -> None:
        """Show while something is dragged only what changes of the checks, and their counts."""
        preview = self._released.preview
        if preview is not None and not self._released.is_stale:
            self.changed.show_preview(preview)
        self.changed.setVisible(preview is not None)
        self.list.setVisible(preview is None)
        self.none.setVisible(preview is None and bool(self.none.text()))
        self._fit_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the counts where they do not fit beside the heading."""
        super().resizeEvent(event)
        self._fit_note()

    def _fit_note(self) -> None:
        """Show the counts on one line, or on two: a number cut off would be a wrong one."""
        preview, words = self._released.preview, self._counts
        if preview is not None:
            words = counts_beside(preview.counts)
        room = self.width() - HEADING_PX
        if self.note.fontMetrics().horizontalAdvance(words) > room:
            parts = words.split(" · ")
            words = "\n".join(" · ".join(line) for line in (parts[:2], parts[2:]))
        self.set_note(words)
