"""Comments in the window: written by key, menu and cloud, found on the floor, answered, settled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from designer.document import edits
from designer.io.comments_file import comments_path, read_comments, updated
from designer.model import comment_edits
from designer.model.comments import Comment
from designer.model.design import Obstacle
from designer.render.theme import DARK, LIGHT
from designer.ui.state.actions import ActionSet
from designer.ui.window.main_window import MainWindow
from designer.ui.window.parts import WindowParts
from tests.helpers.sent_mouse import move
from tests.helpers.ui_desk import Desk, small_report

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def file(desk: Desk, tmp_path: Path) -> Iterator[Path]:
    """The design's file; comments are written as Ann."""
    path = tmp_path / "hall.cluster.toml"
    desk.session.save_as(path)
    desk.settings.set_author("Ann")
    yield path
    desk.session.new(desk.design)


def parts(window: MainWindow) -> WindowParts:
    return window._parts


def on_disk(path: Path) -> tuple[Comment, ...]:
    return read_comments(comments_path(path)).comments


def write(window: MainWindow, text: str) -> None:
    prompt = parts(window).comments.prompt
    assert prompt is not None
    prompt.edit.setPlainText(text)
    QTest.keyClick(prompt.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not prompt.isVisible()


def comment_on(window: MainWindow, desk: Desk, *keys: str, text: str = "Too close") -> Comment:
    desk.workspace.select(keys)
    window.actions_by_id["review.comment"].trigger()
    write(window, text)
    chosen = desk.workspace.comments.chosen
    assert chosen is not None
    return chosen


def balloon_at(window: MainWindow, number: int) -> QPoint:
    """Return where on the viewport the balloon of a comment is."""
    view = window.floor.view
    found = next(one for one in view.floor.comments.pinned if one.comment.number == number)
    return view.mapFromScene(found.spot) + QPoint(6, -12)


def actions(window: MainWindow) -> ActionSet:
    return window.actions_by_id


def test_without_a_file_a_comment_says_what_to_do_first(window: MainWindow, desk: Desk) -> None:
    assert "save the design first" in actions(window).reason("review.comment")
    assert not actions(window)["review.cloud"].isEnabled()
    assert "Ctrl+M" in parts(window).comments_panel.none.text()
    QTest.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert window.left.page() == "Comments"


def test_a_comment_is_on_the_disk_when_it_is_shown(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    before, steps = file.read_bytes(), len(desk.session.document.history.steps)
    made = comment_on(window, desk, "A01", text="Too close\nto the wall")
    assert on_disk(file) == (made,)
    assert (made.number, made.about, made.target, made.author) == (1, "rack", "A01", "Ann")
    assert file.read_bytes() == before
    assert desk.session.document.is_saved
    assert len(desk.session.document.history.steps) == steps, "no step of the design"
    assert window.left.page() == "Comments"
    panel = parts(window).comments_panel
    assert panel.title.text() == "1 · Rack A01"
    assert panel.text.text() == "Too close\nto the wall"


@pytest.mark.parametrize(
    ("keys", "about", "target"),
    [((), "design", ""), (("n1",), "device", "n1"), (("A01", "A02"), "row", "A"),
     (("power:A",), "power", "A"), (("room:k1",), "element", "k1")],
)  # fmt: skip
def test_what_is_selected_is_what_a_comment_is_about(
    window: MainWindow, desk: Desk, file: Path, keys: tuple[str, ...], about: str, target: str
) -> None:
    column = Obstacle(
        id="k1", name="North", kind="column", x_mm=600, y_mm=900, width_mm=400, depth_mm=400
    )
    desk.workspace.document.apply("Draw", lambda design: design.evolve(
        room=design.room.evolve(obstacles=(column,))
    ))  # fmt: skip
    made = comment_on(window, desk, *keys)
    assert (made.about, made.target) == (about, target)
    if about == "element":
        assert parts(window).comments_panel.title.text() == "1 · Column North"
        (pinned,) = window.floor.floor.comments.pinned
        assert (pinned.spot.x(), pinned.spot.y()) == (600, 900), "a balloon stands at its corner"


def test_in_a_review_comments_are_written_and_nothing_else(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    desk.workspace.set_reviewing(True)
    assert comment_on(window, desk, "A01").number == 1
    desk.workspace.comments.resolve()
    assert not on_disk(file)[0].is_open


def test_a_balloon_is_pointed_at_and_pressed(window: MainWindow, desk: Desk, file: Path) -> None:
    comment_on(window, desk, "A02", text="Move it")
    desk.workspace.comments.choose("")
    desk.workspace.select(())
    window.left.show_page("Parts")
    window.floor.fit_standing()
    view = window.floor.view
    at = balloon_at(window, 1)
    move(view.viewport(), at)
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert view.floor.note_at(view.mapToScene(at)).splitlines()[:2] == [
        "1 · Rack A02 · open",
        "Move it",
    ]
    QTest.mouseClick(view.viewport(), LEFT, NONE, at)
    assert desk.workspace.comments.chosen == on_disk(file)[0]
    assert window.left.page() == "Parts", "a click looks at it and opens nothing"
    assert desk.workspace.selection == (), "the rack below is not taken"
    QTest.mouseDClick(view.viewport(), LEFT, NONE, at)
    assert window.left.page() == "Comments"
    assert window.centre.view == "Floor", "and is not opened"


def test_a_cloud_is_drawn_or_stands_around_racks(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    view = window.floor.view
    window.floor.fit_standing()
    actions(window)["review.cloud"].trigger()
    begin, end = QPoint(40, 60), QPoint(180, 160)
    QTest.mousePress(view.viewport(), LEFT, NONE, begin)
    move(view.viewport(), QPoint(100, 100), pressed=True)
    QTest.mouseRelease(view.viewport(), LEFT, NONE, end)
    write(window, "Keep free")
    drawn = on_disk(file)[0]
    box = QRectF(view.mapToScene(begin), view.mapToScene(end))
    assert drawn.about == "cloud"
    assert (drawn.x_mm, drawn.width_mm) == (round(box.x()), round(box.width()))
    edge = view.mapFromScene(QPointF(box.left(), box.center().y()))
    middle = view.mapFromScene(box.center())
    assert view.comment_hand.at(edge) == drawn.id
    assert view.comment_hand.at(middle) == "", "what is in a cloud is pressed as ever"
    desk.workspace.comments.choose("")
    window.left.show_page("Parts")
    QTest.mouseClick(view.viewport(), LEFT, NONE, edge)
    assert (desk.workspace.comments.chosen, window.left.page()) == (drawn, "Parts")
    QTest.mouseDClick(view.viewport(), LEFT, NONE, edge)
    assert window.left.page() == "Comments"
    desk.workspace.select(("A01",))
    actions(window)["review.cloud"].trigger()
    write(window, "Around")
    around = next(one for one in on_disk(file) if one.number == 2)
    assert (around.x_mm, around.y_mm) == (900, 900)


def test_a_cloud_is_given_up_by_esc_and_a_click_draws_none(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    view = window.floor.view
    actions(window)["review.cloud"].trigger()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.comment_hand.draws
    actions(window)["review.cloud"].trigger()
    QTest.mouseClick(view.viewport(), LEFT, NONE, QPoint(50, 50))
    assert parts(window).comments.prompt is None
    assert "Too small for a cloud: press, drag" in desk.messages[-1][0]
    assert view.comment_hand.draws


def test_a_finding_is_commented_from_its_list(window: MainWindow, desk: Desk, file: Path) -> None:
    listed = window.dashboard.checks.list
    listed.checks.show(small_report().checks)
    check = listed.checks.check_at(listed.checks.index(0))
    assert check is not None
    listed.setCurrentIndex(listed.checks.index(0))
    QTest.keyClick(listed, Qt.Key.Key_C)
    write(window, "Accept it?")
    made = on_disk(file)[0]
    assert (made.about, made.target) == ("finding", check.key)
    assert made.name.startswith(check.rule)


def test_the_list_is_filtered_answered_and_settled(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    panel, state = parts(window).comments_panel, desk.workspace.comments
    comment_on(window, desk, "A01")
    comment_on(window, desk, "A02")
    assert [panel.choice.itemText(at) for at in range(3)] == ["Open (2)", "Resolved (0)", "All (2)"]
    panel.list.setCurrentIndex(panel.model.index(0))
    panel.reply.setText("Agreed")
    QTest.keyClick(panel.reply, Qt.Key.Key_Return)
    assert panel.answers.text().endswith(":\nAgreed")
    panel.settle.click()
    assert state.chosen is not None
    assert state.chosen.resolved_by == "Ann"
    assert panel.settle.text() == "Open again"
    assert [one.number for one in state.listed] == [2], "resolved ones are not among the open"
    state.choose("")
    state.choose(next(one.id for one in state.all if one.number == 1))
    assert state.shown == "all", "what is looked at is in the list"
    panel.settle.click()
    assert state.chosen.is_open
    assert len(state.chosen.replies) == 2


def test_open_and_resolved_look_different_without_colour(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    comment_on(window, desk, "A01")
    state = desk.workspace.comments
    view = window.floor.view
    window.floor.fit_standing()
    looks = []
    for theme in (DARK, LIGHT):
        desk.workspace.set_theme(theme)
        state.show("all")
        at = balloon_at(window, 1)
        for settled in (False, True):
            (state.resolve if settled else state.reopen)()
            image = (
                view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            )
            looks.append([image.pixelColor(at + QPoint(x, -6)).lightness() for x in range(-4, 14)])
    for opened, settled in (looks[:2], looks[2:]):
        differing = sum(abs(one - two) > 60 for one, two in zip(opened, settled, strict=True))
        assert differing > 6


def test_two_windows_see_each_other(window: MainWindow, desk: Desk, file: Path) -> None:
    comment_on(window, desk, "A01")
    theirs = Comment(id="theirs", number=0, about="rack", target="A02", text="From elsewhere")
    updated(comments_path(file), comment_edits.add(theirs), 0.0)
    made = comment_on(window, desk, "A02")
    assert sorted(one.number for one in on_disk(file)) == [1, 2, 3]
    assert made.number == 3
    assert {one.text for one in on_disk(file)} == {"Too close", "From elsewhere"}
    comments_path(file).write_text("comments_version = 1\n[comments.a]\nnumber = 1\n")
    parts(window).workspace.comments._store.reread()  # type: ignore[union-attr] # what the watch calls
    assert "comments.a.text" in actions(window).reason("review.comment")
    before = comments_path(file).read_bytes()
    assert not desk.workspace.comments.add("lost?", "design")
    assert comments_path(file).read_bytes() == before
    assert "comments.a.text" in desk.messages[-1][0]


def test_what_is_removed_keeps_its_comment_with_its_last_name(
    window: MainWindow, desk: Desk, file: Path
) -> None:
    comment_on(window, desk, "A02")
    desk.workspace.apply("Rename", edits.rename("A02", "Z9"))
    desk.workspace.apply("Remove", edits.remove(("A02",)))
    panel = parts(window).comments_panel
    assert panel.title.text() == "1 · Rack Z9 (gone)"
    pinned = window.floor.floor.comments.pinned
    assert [(one.balloon.is_gone, one.spot) for one in pinned] == [(True, QPointF(2000, 1200))]
    desk.session.save()
    assert on_disk(file)[0].name == "Z9"


def test_go_to_shows_what_a_comment_is_about(window: MainWindow, desk: Desk, file: Path) -> None:
    comment_on(window, desk, "A02")
    comment_on(window, desk)
    panel, state = parts(window).comments_panel, desk.workspace.comments
    desk.workspace.select(())
    panel.go.click()
    assert "has no place" in desk.messages[-1][0]
    panel.list.setCurrentIndex(panel.model.index(0))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert desk.workspace.selection == ("A02",)
    assert state.chosen is not None
    words = panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == "Comment 1, open, Rack A02: Too close, 0 answers"


def test_the_elevation_shows_and_takes_balloons(window: MainWindow, desk: Desk, file: Path) -> None:
    made = comment_on(window, desk, "n1")
    comment_on(window, desk, "A01")
    desk.workspace.comments.choose("")
    view = window.elevation.view
    view.resize(440, 320)
    view.grab()
    placed = {one.id: tip for one, tip in view.balloons._placed()}
    assert len(placed) == 2
    at = (placed[made.id] + QPointF(6, -12)).toPoint()
    assert view.balloons.tip_at(QPointF(at)).startswith("1 · Compute node node 1 · open")
    window.left.show_page("Parts")
    QTest.mouseClick(view, LEFT, NONE, at)
    assert desk.workspace.comments.chosen == made
    assert window.left.page() == "Parts"
    QTest.mouseDClick(view, LEFT, NONE, at)
    assert window.left.page() == "Comments"
    desk.workspace.select(("A02",))
    assert view.balloons._placed() == []


def test_save_as_takes_comments_along_and_recovery_finds_them(
    window: MainWindow, desk: Desk, file: Path, tmp_path: Path
) -> None:
    comment_on(window, desk, "A01")
    desk.session.save_as(tmp_path / "copy.cluster.toml")
    assert [one.text for one in on_disk(tmp_path / "copy.cluster.toml")] == ["Too close"]
    assert [one.text for one in desk.workspace.comments.all] == ["Too close"]
    desk.session.new(desk.design)
    assert desk.workspace.comments.all == ()
    desk.session.open(file)
    assert [one.text for one in desk.workspace.comments.all] == ["Too close"]
