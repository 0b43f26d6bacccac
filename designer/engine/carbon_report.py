"""What the report says of carbon: that of a year's energy.

May import the figures of the model. The whole report stands in `report`.
"""

from designer.model.measured import Measured


class Carbon(Measured):
    """Carbon of the energy that the building draws in a year, by the grid that the site states.

    Nothing is computed where the site states none: `grid_g_per_kwh` is None then, without bounds.

    Attributes
    ----------
    scope
        What it is of, and what it leaves out.
    grid_g_per_kwh
        Of the grid, g CO2e.
    operational_t_per_year
        Tonnes CO2e of the energy of a year, location-based.
    per_gpu_t_per_year
        The same for each GPU; nothing where there is none.
    """

    scope: str = ""
    grid_g_per_kwh: float | None = None
    operational_t_per_year: float | None = None
    per_gpu_t_per_year: float | None = None

    @property
    def is_computed(self) -> bool:
        """Whether the site states the carbon of its grid."""
        return self.grid_g_per_kwh is not None
