"""Several sections of fields below each other, kept in step with the design."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from designer.ui.fields.field_form import Editor, FieldForm
from designer.ui.fields.form import Write
from designer.ui.fields.sections import FieldSection
from designer.ui.kit.style import set_role


class SectionsForm(QWidget):
    """Headings and forms.

    Parameters
    ----------
    write
        Where new values go.
    sections
        Gives the sections as they stand; always the same ones.
    """

    def __init__(
        self,
        write: Write,
        sections: Callable[[], Sequence[FieldSection]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        set_role(self, "panel")
        self._sections = sections
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.forms: dict[str, FieldForm] = {}
        for section in sections():
            if self.forms:
                self._column.addSpacing(8)
            heading = QLabel(section.title, self)
            set_role(heading, "heading")
            form = FieldForm(write, self)
            form.setAccessibleName(section.title)
            self._column.addWidget(heading)
            self._column.addWidget(form)
            self.forms[section.title] = form
        self.refresh()

    @property
    def editors(self) -> dict[str, Editor]:
        """The editors of all sections by field."""
        return {name: box for form in self.forms.values() for name, box in form.editors.items()}

    def forget(self) -> None:
        """Let go of what was typed and refused: another design is open."""
        for form in self.forms.values():
            form.forget()

    def refresh(self) -> None:
        """Show the design as it stands; what is being typed stays."""
        for section in self._sections():
            self.forms[section.title].show_fields(section.fields, section.subject)
        widest = max((form.label_px() for form in self.forms.values()), default=0)
        for form in self.forms.values():
            form.align_labels(widest)
