"""A room in which copies of racks stand far away, for tests of what the drawing then shows."""

from PySide6.QtWidgets import QApplication

from designer.model.design import Design, Rack, Room


def settle() -> None:
    """Let layouts and what waits for the event loop happen."""
    for _ in range(5):
        QApplication.processEvents()


def crowded() -> Design:
    """A row from wall to wall at the top of a long room: a copy of its racks stands far below."""
    room = Room(outline=((0, 0), (8_000, 0), (8_000, 40_000), (0, 40_000)))
    lines = (1200, *range(3600, 30_000, 2400))
    racks = tuple(
        Rack(
            id=f"R{line}-{column}", name=f"R{line}-{column}", part="rack-48u",
            x_mm=800 * column, y_mm=line, row="",
        )
        for line in lines
        for column in range(10)
    )  # fmt: skip
    return Design(name="crowded", room=room, racks=racks)
