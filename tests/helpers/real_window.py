"""The real window with its real engine, on a display of the test's; tells where things are.

`python -m tests.helpers.real_window [FILE]` opens a design, or the start page. It answers a JSON
line on its standard input (`{"part": ID}`, `{"rack": ID}`, `{"device": KEY}`, `{"floor": [X, Y]}`
in mm, `{"u": HALF_U}`, `{"socket": [DEVICE, PORTS, NUMBER]}`, `{"named": WORDS}` for a widget,
`{"item": [LIST, WORDS]}` for a line of a list that begins so, `{"grip": NAME}` for a grip of the
row that is selected, `{"devices": true}`, `{"cables": true}`, `{"plant": true}`,
`{"lost": true}` for what is lost in thought, `{"state": true}`,
`{"catalogue": ID}` for a row of the catalogue's window, `{"undo": true}`, `{"quit": true}`) with
one on its standard output, and tells by itself what happens: `power` with the figure on the
dashboard, `preview` with the words of the card, `message` with what the status bar says. The hand
is not here: the test moves the mouse of the display.
"""

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListWidget, QWidget

from designer.app.composition import Studio
from designer.ui.kit.line_card import LineCard
from designer.ui.views.parts.panel import PartList
from designer.ui.window.centre import LEAST_ELEVATION_PX

SIZE = (1600, 1000)
CATALOGUE = (740, 500, 860, 480)
"""Where the catalogue's window stands: at the lower right, off the racks that the tests draw."""


class Teller(QObject):
    """Answers where things are and tells what happens.

    Parameters
    ----------
    studio
        The window with its services.
    """

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        space = studio.workspace
        space.preview_changed.connect(lambda _: QTimer.singleShot(0, self._tell_card))
        space.message.connect(lambda text, _: self.say(message=text))
        self._shown = ""
        # The dashboard repaints when it likes: what a person sees is looked at, not deduced.
        self._eye = QTimer(self)
        self._eye.timeout.connect(self._look)
        self._eye.start(20)
        self._input = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._input.activated.connect(self._answer)

    def say(self, **words: object) -> None:
        """Print a line."""
        print(json.dumps(words), flush=True)

    def _look(self) -> None:
        """Tell the dashboard's power figure when it is another one than before."""
        shown = self._studio.window.dashboard.findChildren(QWidget)
        names = (widget.accessibleName() for widget in shown)
        power = next((name for name in names if name.startswith("IT power, maximum: ")), "")
        report = self._studio.store.report
        if report is not None and power != self._shown:
            self._shown = power
            self.say(power=power.partition(": ")[2])

    def _tell_card(self) -> None:
        cards = self._studio.window.findChildren(LineCard)
        self.say(preview=next((card.words() for card in cards if card.isVisible()), ""))

    def _answer(self) -> None:
        asked: dict[str, Any] = json.loads(sys.stdin.readline() or '{"quit": true}')
        if "quit" in asked:
            QApplication.exit(0)  # not quit(): that asks about unsaved work
        elif "undo" in asked:
            self._studio.session.document.undo()
            self.say(undone=True)
        elif "devices" in asked:
            found = self._studio.session.document.design.devices
            self.say(devices=[(device.id, device.rack, device.half_u) for device in found])
        elif "cables" in asked:
            cables = self._studio.session.document.design.cables
            self.say(cables=[(cable.a, cable.b) for cable in cables])
        elif "plant" in asked:
            power = self._studio.session.document.design.power
            self.say(plant=[(one.id, one.x_mm, one.y_mm) for one in power if one.x_mm is not None])
        elif "lost" in asked:
            shown = self._studio.workspace.what_if.shown
            self.say(lost=shown.title if shown else "")
        elif "state" in asked:
            self.say(state=state_of(self._studio))
        elif "named" in asked:
            self._tell_widget(asked["named"])
        else:
            at = self._point(asked)
            self.say(**({"absent": True} if at is None else {"x": at.x(), "y": at.y()}))

    def _tell_widget(self, words: str) -> None:
        """Tell where the button or field is that carries these words, or that there is none."""
        for widget in reversed(QApplication.allWidgets()):
            if not isinstance(widget, QAbstractButton | QLineEdit):
                continue
            said = (widget.accessibleName(), widget.objectName(), widget.text())
            if words in said and widget.isVisible() and widget.isEnabled():
                at = widget.mapToGlobal(widget.rect().center())
                self.say(x=at.x(), y=at.y())
                return
        self.say(absent=words)

    def _point(self, asked: dict[str, Any]) -> QPoint | None:
        window = self._studio.window
        if "item" in asked:
            return _item(*asked["item"])
        if "grip" in asked:
            view = window.floor.view
            box = view.grips.places(view.viewportTransform()).get(asked["grip"])
            return None if box is None else view.viewport().mapToGlobal(box.center().toPoint())
        if "catalogue" in asked:
            browser = window.catalogue.browse(asked["catalogue"])
            browser.setGeometry(*CATALOGUE)
            QApplication.processEvents()
            table = browser.page.table
            return table.viewport().mapToGlobal(table.visualRect(table.currentIndex()).center())
        if "part" in asked:
            parts = window.findChild(PartList)
            assert parts is not None
            index = parts.model().index(parts.model().row_of(asked["part"]), 0)
            parts.scrollTo(index)
            return parts.viewport().mapToGlobal(parts.visualRect(index).center())
        if "rack" in asked:
            view = window.floor.view
            box = window.floor.floor.racks[asked["rack"]].sceneBoundingRect()
            return view.viewport().mapToGlobal(view.mapFromScene(box.center()))
        if "floor" in asked:
            view = window.floor.view
            return view.viewport().mapToGlobal(view.mapFromScene(QPointF(*asked["floor"])))
        elevation = window.elevation.view
        drawing = elevation.faces.drawing
        if drawing is None or window.elevation.height() < LEAST_ELEVATION_PX:
            return None  # the panel opens a moment after the first click on a rack
        from designer.render.elevation_frame import frame_in
        from designer.render.rack_painter import device_rect

        if "u" in asked:
            frame = frame_in(elevation.faces.boxes["front"], drawing)
            span = frame.span(asked["u"], asked["u"] + 1)
            return elevation.mapToGlobal(span.center().toPoint())

        if "socket" in asked:
            from designer.wiring.hand_cables import Socket

            socket = elevation.cabling.box_of(Socket(*asked["socket"]))
            return None if socket is None else elevation.mapToGlobal(socket.center().toPoint())
        device = next(d for d in drawing.devices if d.key == asked["device"])
        box = device_rect(elevation.faces.boxes["front"], drawing, device, "front")
        return elevation.mapToGlobal(QPointF(box.center()).toPoint())


def _item(title: str, begins: str) -> QPoint | None:
    """Return where a line of a list is that begins with words; None while there is none."""
    for one in QApplication.allWidgets():
        if isinstance(one, QListWidget) and one.isVisible() and one.accessibleName() == title:
            for row in range(one.count()):
                if one.item(row).text().startswith(begins):
                    place = one.visualItemRect(one.item(row)).center()
                    return one.viewport().mapToGlobal(place)
    return None


def state_of(studio: Studio) -> dict[str, Any]:
    """Return what a person sees of a design in the window."""
    window, document = studio.window, studio.session.document
    design, store = document.design, studio.store
    totals = window.dashboard.totals
    bars = window.dashboard.power.bars
    return {
        "totals": {
            "gpus": totals.gpus.value.text(),
            "power": totals.power.value.text(),
            "racks": totals.racks.value.text(),
            "capital": totals.capital.value.text(),
        },
        "current": store.is_current(document.revision),
        "bars": list(bars.kw) if bars else [],
        "checks": window.dashboard.checks.note.text(),
        "message": window.status.message.full_text(),
        "title": window.windowTitle(),
        "saved": document.is_saved,
        "racks": [rack.name for rack in design.racks],
        "devices": [[device.name, device.part, device.half_u] for device in design.devices],
        "steps": [step.label for step in document.history.steps],
        "position": document.history.position,
        "notices": window.centre.banners.texts(),
        "start_page": window.centre.on_start_page(),
        "menu": QApplication.activePopupWidget() is not None,
    }


def main() -> int:
    """Open the window and run until told to quit."""
    app = QApplication(["real-window"])
    studio = Studio(app)
    studio.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    studio.window.setGeometry(0, 0, *SIZE)
    teller = Teller(studio)
    studio.show(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    code = app.exec()
    del teller
    studio.close()
    return code


if __name__ == "__main__":
    sys.exit(main())
