"""What the report says of carbon: that of a year's energy, and that in the making of GPUs.

May import the figures of the model. The whole report stands in `report`.
"""

from designer.model.measured import Measured


class Carbon(Measured):
    """Carbon of the energy that the building draws in a year, by the grid that the site states.

    Nothing is computed where it states none: `grid_g_per_kwh` is None then, without bounds. With
    the hours of a grid it is the sum over them, without them energy times a mean.

    Attributes
    ----------
    scope
        What it is of, and what it leaves out.
    grid_g_per_kwh
        Of the grid, g CO2e; with hours their mean.
    operational_t_per_year
        Tonnes CO2e of the energy of a year, location-based; with hours the sum over them.
    by_mean_t_per_year
        The energy times the mean of those hours, to compare; nothing without hours.
    taken
        `by the hour` or `by annual mean`.
    per_gpu_t_per_year
        The same for each GPU; nothing where there is none.
    grid_source
        Region and year that the figure of the grid is of, as the site says.
    embodied_t
        Tonnes CO2e in the making of GPUs, between the sources that say it; nothing where none does.
    embodied_scope
        Of which GPUs it is, and by which sources; what is left out.
    embodied_sources
        How many sources the GPU with the fewest has.
    """

    scope: str = ""
    grid_g_per_kwh: float | None = None
    operational_t_per_year: float | None = None
    by_mean_t_per_year: float | None = None
    taken: str = ""
    per_gpu_t_per_year: float | None = None
    grid_source: str = ""
    embodied_t: float | None = None
    embodied_scope: str = ""
    embodied_sources: int = 0

    @property
    def is_computed(self) -> bool:
        """Whether the site states the carbon of its grid."""
        return self.grid_g_per_kwh is not None

    @property
    def has_embodied(self) -> bool:
        """Whether some source says what the making of its GPUs takes."""
        return bool(self.embodied_sources)
