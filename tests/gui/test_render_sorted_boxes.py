"""Boxes are found by place: the same ones as by asking each, in their order."""

from random import Random

from PySide6.QtCore import QRectF

from designer.render.sorted_boxes import SortedBoxes


def test_the_boxes_found_are_those_that_touch() -> None:
    dice = Random(1)
    boxes = [
        QRectF(
            dice.randrange(900), dice.randrange(900), 1 + dice.randrange(90), 1 + dice.random() * 60
        )
        for _ in range(300)
    ]
    found = SortedBoxes(boxes)
    for _ in range(200):
        part = QRectF(dice.randrange(-50, 950), dice.randrange(-50, 950), 64, 64)
        assert found.touching(part) == [n for n, box in enumerate(boxes) if part.intersects(box)]
    assert SortedBoxes([]).touching(QRectF(0, 0, 9, 9)) == []
