"""Asks which copied properties the selection takes; says what does not fit before it is done."""

from PySide6.QtWidgets import QWidget

from designer.document.copied_properties import (
    CALLED,
    TITLES,
    Copied,
    copied_of,
    takers,
    value_words,
    why_not_of,
)
from designer.document.document import Edit
from designer.document.edits import give_properties
from designer.document.errors import EditError
from designer.document.locks import refuse_locked
from designer.model.change import diff
from designer.model.plural import plural
from designer.ui.kit.check_list import CheckList
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.state.removing import words_for
from designer.ui.state.workspace import Workspace

_UNTICKED = frozenset({"note", "part", "assembly"})
"""Properties that are given only when somebody says so."""


class PropertiesDialog(FormDialog):
    """A list of the copied properties to tick; giving them is one step."""

    def __init__(self, workspace: Workspace, copied: Copied, parent: QWidget | None) -> None:
        layout = workspace.layout()
        self._keys = takers(layout, copied, workspace.selection)
        words = words_for(workspace, self._keys)
        super().__init__(
            "Paste properties", "Give them", parent, done=self._give,
            heading=f"Give {words} properties of {copied.name}",
        )  # fmt: skip
        self._workspace, self._copied, self._subject = workspace, copied, words
        self.list = CheckList()
        self.list.setAccessibleName("Properties to give")
        values = dict(copied.values)
        now = [copied_of(layout, workspace.catalog, key) for key in self._keys]
        self._fitting: dict[str, int] = {}
        choices: list[tuple[str, str]] = []
        ticked: list[str] = []
        for name, title in TITLES[copied.collection]:
            fit = [
                one for key, one in zip(self._keys, now, strict=True)
                if one is not None and not why_not_of(layout, workspace.catalog, key, name)
            ]  # fmt: skip
            self._fitting[name] = len(fit)
            if not fit:
                continue
            said = value_words(layout, workspace.catalog, name, values[name])
            differ = sum(dict(one.values)[name] != values[name] for one in fit)
            tail = "" if differ else "  (as it is)" if len(fit) == 1 else "  (as they are)"
            some = f"  ({len(fit)} of {len(now)})" if len(fit) < len(now) else ""
            choices.append((f"{title}: {said}{some}{tail}", name))
            if differ and name not in _UNTICKED:
                ticked.append(name)
        self.list.show_choices(choices, ticked)
        self.list.ticked.connect(self.judge)
        self.lay_out([self.list])
        self.judge()

    def edit(self) -> Edit:
        """Return what gives what is ticked."""
        values = dict(self._copied.values)
        chosen = {str(name): values[str(name)] for name in self.list.chosen()}
        return give_properties(self._workspace.catalog, self._keys, chosen)

    def judge(self) -> None:
        """Say what would happen, and allow it where it may be."""
        chosen = [str(name) for name in self.list.chosen()]
        refusal = "Tick what is to be given" if not chosen else self._refusal()
        self.accept_button.setEnabled(not refusal)
        if refusal:
            self.say(refusal, "error" if chosen else "dim")
            return
        out = len(self._workspace.selection) - len(self._keys)
        left = f" {plural(out, 'other thing')} that is selected takes none." if out == 1 else ""
        if out > 1:
            left = f" {plural(out, 'other thing')} that are selected take none."
        what = CALLED[self._copied.collection]
        self.say(f"One step for {plural(len(self._keys), what, _many(what))}.{left}")

    def _refusal(self) -> str:
        document = self._workspace.document
        try:
            change = diff(document.design, document.made(self.edit()))
            refuse_locked(document.layout, change)
        except EditError as why:
            return str(why)
        return "" if not change.is_empty() else "They have all of it already"

    def _give(self) -> None:
        label = f"Give {self._subject} properties of {self._copied.name}"
        refusal = self._workspace.attempt(label, self.edit())
        if refusal:
            self.say(refusal, "error")
            return
        self._workspace.message.emit(label, "info")
        self.accept()


def _many(what: str) -> str:
    return "things of power" if what == "thing of power" else f"{what}s"
