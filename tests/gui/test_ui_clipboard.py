"""Copy, cut and paste by command: every format, where things go, and what is said."""

from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.edits import FloorInView
from designer.io.clip_table import clip_rows
from designer.io.design_file import loads
from designer.model.design import Design
from designer.model.layout import Layout
from designer.ui.commands.clipboard import NOTHING_TO_COPY, NOTHING_TO_PASTE, ClipboardCommands
from designer.ui.state import clip_formats
from designer.ui.state.actions import ActionSet
from designer.ui.state.clip_formats import CLIP, PNG, SVG, TOML, TSV, clip_in
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import PARTS, small_design, space_of
from tests.helpers.ui_commands import Commands


class Pointed:
    """Stands for a floor that the pointer rests on."""

    def __init__(self) -> None:
        self.at: tuple[int, int] | None = None

    def in_view(self) -> FloorInView | None:
        return None

    def pointed_at(self) -> tuple[int, int] | None:
        return self.at


class Taker:
    """Stands for the session, which keeps what parts a design brings."""

    def __init__(self, space: Workspace) -> None:
        self._space = space

    def take_parts(self, parts: Iterable[Part]) -> None:
        new = [part for part in parts if self._space.catalog.get(part.id) is None]
        self._space.catalog = self._space.catalog.overlay(new)


class Made:
    """The commands of one window."""

    def __init__(self, qtbot: QtBot, design: Design, parts: tuple[Part, ...] = PARTS) -> None:
        QGuiApplication.clipboard().clear()
        self.space = space_of(design, parts)
        self.commands = Commands(self.space)
        qtbot.addWidget(self.commands.window)
        self.floor = Pointed()
        self.clipboard = ClipboardCommands(
            self.space, self.actions, self.commands.window, self.floor, Taker(self.space)
        )

    @property
    def actions(self) -> ActionSet:
        return self.commands.actions

    @property
    def design(self) -> Design:
        return self.space.document.design


@pytest.fixture
def made(qtbot: QtBot) -> Iterator[Made]:
    one = Made(qtbot, small_design())
    yield one
    one.space.close()
    QGuiApplication.clipboard().clear()


def parts_in(design: Design, rack: str) -> list[tuple[str, int]]:
    return sorted((one.part, one.half_u) for one in Layout(design).in_rack(rack))


def held() -> QMimeData:
    return QGuiApplication.clipboard().mimeData()


def test_what_can_be_done_follows_selection_and_clipboard(made: Made) -> None:
    ids = ("edit.copy", "edit.cut", "edit.paste")
    assert made.commands.reasons(*ids) == [NOTHING_TO_COPY, NOTHING_TO_COPY, NOTHING_TO_PASTE]
    made.space.select(("A01",))
    assert made.commands.reasons(*ids) == ["", "", NOTHING_TO_PASTE]
    made.commands.do("edit.copy")
    assert made.commands.reasons(*ids) == ["", "", ""]
    QGuiApplication.clipboard().setText("some other text")
    assert made.commands.reasons("edit.paste") == [NOTHING_TO_PASTE]


def test_a_copy_speaks_every_format(made: Made) -> None:
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    mime = held()
    assert {CLIP, TOML, TSV, SVG, PNG, "text/plain", "text/html"} <= set(mime.formats())
    text = mime.text()
    assert loads(text, "clipboard").design.racks[0].id == "A01"
    assert bytes(mime.data(CLIP).data()).decode() == text
    lines = bytes(mime.data(TSV).data()).decode().splitlines()
    assert lines[0].split("\t") == [
        "rack", "device", "part", "place", "highest power", "mass",
    ]  # fmt: skip
    assert [line.split("\t")[1] for line in lines[1:]] == ["", "leaf-1", "node-2", "node-1"]
    assert "<td>node-1</td>" in mime.html()
    svg = bytes(mime.data(SVG).data()).decode()
    assert svg.startswith("<?xml")
    assert "A01" in svg
    image = QImage.fromData(mime.data(PNG))
    assert image.width() > 400
    assert image.height() > 1000


def test_tables_are_made_when_somebody_asks_and_once(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_of: list[Design] = []

    def rows(clip: Design, catalog: Catalog) -> Iterator[tuple[str, ...]]:
        made_of.append(clip)
        return clip_rows(clip, catalog)

    monkeypatch.setattr(clip_formats, "clip_rows", rows)
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    made.commands.do("edit.paste")
    assert made_of == []
    mime = held()
    for _ in range(2):
        assert "node-1" in mime.html()
        assert b"node-1" in bytes(mime.data(TSV).data())
    assert len(made_of) == 2


def test_what_was_copied_is_read_before_it_is_pasted(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    made.clipboard.read_ahead()
    monkeypatch.setattr(clip_formats, "loads", lambda *_: pytest.fail("read while it is pasted"))
    made.commands.do("edit.paste")
    QGuiApplication.clipboard().setText("schema_version of some other text")
    made.clipboard.read_ahead()


def test_a_clip_that_is_pasted_again_is_not_read_again(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    made.commands.do("edit.paste")
    monkeypatch.setattr(clip_formats, "loads", lambda *_: pytest.fail("read again"))
    before = len(made.design.racks)
    made.commands.do("edit.paste")
    assert len(made.design.racks) == before + 1


def test_a_rack_is_pasted_at_the_pointer(made: Made) -> None:
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    made.floor.at = (9000, 4000)
    made.commands.do("edit.paste")
    (new,) = made.space.selection
    rack = Layout(made.design).racks[new]
    assert (rack.x_mm + 300, rack.y_mm + 600) == pytest.approx((9000, 4000), abs=650)
    assert parts_in(made.design, new) == parts_in(made.design, "A01")
    assert len(made.commands.steps()) == 1
    made.commands.do("edit.undo")
    assert new not in Layout(made.design).racks


def test_cut_and_paste_moves_a_device_to_another_rack(made: Made) -> None:
    made.space.select(("node-1",))
    made.commands.do("edit.cut")
    assert ("node", 2) not in parts_in(made.design, "A01")
    made.space.select(("A02", "A03"))
    made.commands.do("edit.paste")
    for rack in ("A02", "A03"):
        assert parts_in(made.design, rack) == [("node", 2)]
    assert made.commands.steps() == ["Cut node-1", "Paste 1 device"]


def test_devices_without_a_rack_to_go_to_say_so(made: Made) -> None:
    made.space.select(("node-1",))
    made.commands.do("edit.copy")
    made.space.select(())
    made.commands.do("edit.paste")
    assert made.commands.told[-1] == (
        "1 device to paste: select the rack that takes them first", "warning",
    )  # fmt: skip
    assert made.commands.steps() == []


def test_a_device_of_an_assembly_is_copied_too(made: Made) -> None:
    made.space.select(("B01/n1",))
    made.commands.do("edit.copy")
    made.space.select(("A03",))
    made.commands.do("edit.paste")
    assert parts_in(made.design, "A03") == [("node", 2)]
    placed = Layout(made.design).in_rack("A03")[0]
    assert placed.name == "A03-n1"


def test_another_window_takes_what_one_copies(made: Made, qtbot: QtBot) -> None:
    made.space.select(("B01", "B02"))
    made.commands.do("edit.copy")
    text = held().text()
    other = Made(qtbot, Design(name="other"))
    # What a text carries is pasted as well as what the other window put there.
    QGuiApplication.clipboard().setText(text)
    other.commands.do("edit.paste")
    assert {rack.name for rack in other.design.racks} == {"B01", "B02"}
    assert parts_in(other.design, "B01") == parts_in(made.design, "B01")
    other.space.close()


def test_parts_of_ones_own_come_along(made: Made, qtbot: QtBot) -> None:
    """They were lost: the other design had a device of a part that nobody knew."""
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    text = held().text()
    few = tuple(part for part in PARTS if part.id != "node")
    other = Made(qtbot, Design(name="other"), few)
    QGuiApplication.clipboard().setText(text)
    other.commands.do("edit.paste")
    node = other.space.catalog.get("node")
    assert node == made.space.catalog.get("node")
    assert other.commands.told[-1][1] == "info"
    other.space.close()


def test_a_part_with_other_figures_here_is_told(made: Made, qtbot: QtBot) -> None:
    made.space.select(("A01",))
    made.commands.do("edit.copy")
    text = held().text()
    here = tuple(p.evolve(power_max_w=1.0) if p.id == "node" else p for p in PARTS)
    other = Made(qtbot, Design(name="other"), here)
    QGuiApplication.clipboard().setText(text)
    other.commands.do("edit.paste")
    words, severity = other.commands.told[-1]
    assert severity == "warning"
    name = next(part.name for part in PARTS if part.id == "node")
    assert f"{name} has this design's figures" in words
    other.space.close()


@pytest.mark.parametrize("text", ["", "qqq zzz", "schema_version = 1", "schema_version = ["])
def test_what_is_no_clip_is_not_pasted(made: Made, text: str) -> None:
    mime = QMimeData()
    mime.setText(text)
    assert clip_in(mime) is None
    QGuiApplication.clipboard().setText(text)
    made.clipboard.paste()
    assert made.commands.told[-1][1] == "warning"
    assert made.commands.steps() == []
