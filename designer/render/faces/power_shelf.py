"""Panels of power shelves: the supplies in front, and behind the feed that each hangs on.

Batteries of a rack look alike.
"""

from designer.render.faces.panel import Panel, grid, name_and_rest, paint_header, paint_marks
from designer.render.faces.sockets import paint_feed, paint_supplies

_MODULES = 6
"""Of a shelf that nobody counts: the shelves of OCP have so many."""


def shelf_front(panel: Panel) -> None:
    """Paint as many supplies, or batteries, side by side."""
    left, right = name_and_rest(panel, 0.4)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    number = panel.device.look.psu_count or _MODULES
    paint_marks(panel, grid(right, number, 1), panel.theme.dim, "supply", filled=False)


def shelf_rear(panel: Panel) -> None:
    """Paint the supplies with the letter of their feed, or it alone where they have no room."""
    left, right = name_and_rest(panel, 0.4)
    if not paint_supplies(panel, right):
        left = paint_feed(panel, left)
    paint_header(panel, left, with_power=False)
