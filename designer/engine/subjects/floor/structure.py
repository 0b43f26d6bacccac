"""What stands on the floor presses on it. Formulas only; masses in kg, lengths in mm."""

STANDARD_GRAVITY = 9.80665
"""m/s², by definition (CGPM 1901)."""


def pressure_kpa(mass_kg: float, width_mm: float, depth_mm: float) -> float:
    """Return the load of a mass on an area: `m·g / A`."""
    return mass_kg * STANDARD_GRAVITY / (width_mm * depth_mm / 1e6) / 1000


def tributary_kpa(
    mass_kg: float, width_mm: float, depth_mm: float, front_mm: float, rear_mm: float
) -> float:
    """Return the load on a rack's share of the floor: its footprint and half of each aisle."""
    return pressure_kpa(mass_kg, width_mm, depth_mm + front_mm / 2 + rear_mm / 2)


def pitch_mm(depth_mm: float, front_mm: float, rear_mm: float) -> float:
    """Return the distance after which rows repeat, of two back to back with both aisles."""
    return 2 * depth_mm + front_mm + rear_mm
