"""Menus of a menu, beside the table of menus in `actions.py`."""

from typing import Final

SUBMENUS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "navigation": (
        "Navigation",
        ("view.navigation_tools", "view.navigation_maps", "view.navigation_touchpad"),
    ),
    "language": ("Language (Sprache)", ("view.language_en", "view.language_de")),
    "letters": (
        "Size of letters and controls",
        ("view.letters_100", "view.letters_125", "view.letters_150"),
    ),
}
"""Menus of a menu: one of their commands is chosen at a time."""
