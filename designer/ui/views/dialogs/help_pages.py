"""The sheet of keys, made from the table of actions, and the page about the program."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from designer import __version__
from designer.ui.kit.style import set_role
from designer.ui.state.actions import MENUS, ActionSet

ON_THE_FLOOR = (
    ("Space or middle button, drag", "pan"),
    ("Wheel", "zoom at the pointer"),
    ("Left to right", "select what is enclosed"),
    ("Right to left", "select what is touched"),
    ("Drag the name of a row", "move the row with its racks"),
    ("Right click", "what can be done with a rack, a row, a note, a place"),
    ("Alt while dragging", "free placement, no snap"),
    ("Esc", "cancel a drag, select nothing"),
    ("Arrow keys", "move by a tile or a rack unit"),
    ("Enter in the parts list", "place at the first fit"),
)
IN_THE_CATALOGUE = (
    ("Enter, or double click", "place at the first fit"),
    ("F", "make a favourite, or no longer one"),
    ("C", "add to the comparison, or take out of it"),
    ("Ctrl+F", "search"),
    ("Alt+Left, Alt+Right", "back and forward among the entries shown"),
    ("Ctrl+C", "copy the rows, or the comparison, for a spreadsheet"),
    ("2, 3, 4 in a comparison", "compare the others with that entry"),
    ("Esc", "clear the search; leave the comparison"),
)


class KeysDialog(QDialog):
    """Keyboard and mouse, in one table."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard and mouse")
        self.setAccessibleName("Keyboard and mouse")
        self.resize(520, 560)
        rows = []
        for title, ids in MENUS:
            rows.append(f"<tr><td colspan=2><b>{escape(title.replace('&', ''))}</b></td></tr>")
            for action_id in ids:
                if action_id in actions.specs and actions.shortcut_text(action_id):
                    keys = escape(actions.shortcut_text(action_id))
                    words = escape(actions.plain_text(action_id))
                    rows.append(f"<tr><td>{keys}&nbsp;&nbsp;&nbsp;</td><td>{words}</td></tr>")
        for title, keys_there in (
            ("On the floor", ON_THE_FLOOR), ("In the catalogue", IN_THE_CATALOGUE),
        ):  # fmt: skip
            rows.append(f"<tr><td colspan=2><b>{title}</b></td></tr>")
            rows.extend(
                f"<tr><td>{k}&nbsp;&nbsp;&nbsp;</td><td>{w}</td></tr>" for k, w in keys_there
            )
        table = QLabel(f"<table cellpadding=3>{''.join(rows)}</table>")
        table.setContentsMargins(16, 16, 16, 16)
        # Long lines go on below: a table that is only scrolled sideways hides half of each.
        table.setWordWrap(True)
        scroll = QScrollArea()
        scroll.setAccessibleName("Keys")
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(table)
        scroll.setWidgetResizable(True)
        _finish(self, scroll)


class AboutDialog(QDialog):
    """Name, version, what it is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Cluster Designer")
        self.setAccessibleName("About Cluster Designer")
        self.setMinimumWidth(420)
        name = QLabel(f"Cluster Designer {__version__}")
        set_role(name, "heading")
        words = QLabel(
            "Draw an AI cluster and see it sized live: power, cooling, fabric, cost.\n"
            "Figures come from the catalogue; hover over one to see its source."
        )
        words.setWordWrap(True)
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(name)
        column.addWidget(words)
        _finish(self, page)


def _finish(dialog: QDialog, body: QWidget) -> None:
    close = QPushButton("Close")
    close.setDefault(True)
    close.clicked.connect(dialog.accept)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 16, 16, 16)
    column.addWidget(body, 1)
    column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
