"""What a comment is about is named with its kind, as everywhere."""

import pytest

from designer.catalog.comment_words import thing_in_words
from designer.catalog.load import load_shipped
from designer.model.comments import Comment
from designer.model.design import Design, Device, Obstacle, Rack, Room
from designer.model.layout import Layout

HALL = Design(
    room=Room(obstacles=(
        Obstacle(id="k1", name="North", kind="column", x_mm=0, y_mm=0, width_mm=1, depth_mm=1),
        Obstacle(id="k2", name="Door", kind="keep-out", x_mm=0, y_mm=0, width_mm=1, depth_mm=1),
        Obstacle(id="k3", name="Wall 3", kind="wall", x_mm=0, y_mm=0, width_mm=1, depth_mm=1),
    )),
    racks=(
        Rack(id="cdu-2", name="CDU-02", part="cdu-row", x_mm=0, y_mm=0),
        Rack(id="loop", name="Loop west", part="cdu-row", x_mm=2000, y_mm=0),
        Rack(id="r1", name="A01", part="rack-48u", x_mm=4000, y_mm=0),
        Rack(id="r2", name="A02", part="qqq-zzz", x_mm=6000, y_mm=0),
    ),
    devices=(
        Device(id="d1", name="n1", part="dgx-h100", rack="r1", half_u=4),
        Device(id="d2", name="own", part="qqq-zzz", rack="r1", half_u=40),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("about", "target", "words"),
    [
        ("rack", "cdu-2", "CDU-02"), ("rack", "loop", "CDU Loop west"), ("rack", "r1", "Rack A01"),
        ("rack", "r2", "Rack A02"), ("rack", "gone", "Rack gone (gone)"),
        ("device", "d1", "Compute node n1"), ("device", "d2", "Device own"),
        ("design", "", "The design"), ("element", "k1", "Column North"),
        ("element", "k2", "Keep-out zone Door"), ("element", "k3", "Wall 3"),
        ("element", "k4", "Part of the room k4 (gone)"),
    ],
)  # fmt: skip
def test_a_comment_names_the_kind_of_its_thing(about: str, target: str, words: str) -> None:
    comment = Comment.model_validate(
        {"id": "c", "number": 1, "about": about, "target": target, "text": "x"}
    )
    assert thing_in_words(comment, Layout(HALL), load_shipped()) == words
