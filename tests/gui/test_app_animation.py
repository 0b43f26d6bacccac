"""The animation of a drag in the README, as it was made by `packaging/pictures.py`."""

import itertools

import numpy as np
from PySide6.QtGui import QColor, QImage, QImageReader

from designer.catalog.data_files import data_folder
from designer.catalog.load import load_shipped
from designer.render.theme import DARK
from tests.helpers.scripts import load_script

SMALLEST_MS = 4000
NEAR = 25
"""Less than half of what tells the colour of errors from that of warnings."""
FILE = data_folder("resources") / "guide/pictures/drag.gif"


def frames() -> tuple[list[QImage], int]:
    """Return the pictures, and how long the last but one rests."""
    reader, found, rests = QImageReader(str(FILE)), [], []
    while reader.canRead():
        found.append(reader.read())
        rests.append(reader.nextImageDelay())
    return found, sum(rests)


def test_it_moves_and_ends_with_something_changed() -> None:
    found, shown_ms = frames()
    assert len(found) >= 12
    assert shown_ms >= SMALLEST_MS
    assert all(image.size() == found[0].size() for image in found)
    assert found[0] != found[-1]


def test_it_shows_a_card_that_warns_and_one_that_agrees() -> None:
    """Both colours of the card are there: no palette that lost them."""
    found, _ = frames()
    for name in ("error", "ok"):
        assert any(_near(image, QColor(getattr(DARK, name))) for image in found), name


def test_what_is_dragged_is_still_in_the_catalogue() -> None:
    script = load_script("packaging/drag_animation.py")
    part = load_shipped().get(script.PART)
    assert part is not None
    assert part.traits.counts_as_node


def test_the_pointer_goes_all_the_way_and_never_back() -> None:
    from PySide6.QtCore import QPoint

    script = load_script("packaging/drag_animation.py")
    places = list(script._between(QPoint(10, 100), QPoint(90, 20)))
    assert len(places) == script.STEPS
    assert places[-1] == QPoint(90, 20)
    assert all(a.x() < b.x() and a.y() > b.y() for a, b in itertools.pairwise(places))


def _near(image: QImage, colour: QColor) -> bool:
    """Return whether a picture holds a colour, as thin letters of it still do when scaled."""
    flat = image.convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), -1, 4)
    wanted = np.array((colour.red(), colour.green(), colour.blue()))
    return bool((np.abs(pixels[..., :3].astype(int) - wanted).max(axis=2) < NEAR).any())
