"""Widths of aisles and the length of rows, for rules that check them and edits that keep them."""

from typing import Final

COLD_AISLE_MM: Final = 1200
"""TIA-942-A as quoted: cold aisle of 1.2 m, two tiles."""
HOT_AISLE_MM: Final = 900
"""Rear access of at least 0.9 m (planning rule; NEC 110.26 asks it before live panels)."""
NARROWEST_MM: Final = 300
"""Rows less far apart stand back to back, or in one line: what lies between is no aisle."""
WIDEST_AISLE_MM: Final = 3600
"""Rows further apart than six 600 mm tiles do not share an aisle."""
LONGEST_CLOSED_MM: Final = 3600
"""The longest opening that panels of a contained aisle close, between racks of a row or beyond its
end: six 600 mm tiles, the widest aisle across. Racks of a row further apart are rows of their own.
"""
LONGEST_ROW: Final = 20
"""Racks of a row: at most 20 (TIA-942-A as quoted)."""
DEAD_END_RACKS: Final = 10
"""Racks along an aisle that is closed at one end: at most 10 (TIA-942-A as quoted)."""
CIRCULATION_MM: Final = 1200
"""Ways of people: at least 1.2 m wide (TIA-942-A as quoted)."""
CLEAR_HEIGHT_MM: Final = 2400
"""Clear height of such ways: at least 2.4 m (TIA-942-A as quoted)."""
CDU_HEADROOM_MM: Final = 1500
"""Above a coolant distribution unit (planning rule; one source)."""
