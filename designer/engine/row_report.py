"""What the report says of rows and of the hall: what their racks hold and strand together."""

from designer.model.measured import Measured


class Stranding(Measured):
    """What one limit strands in racks: feed power that they cannot use once it is full.

    Attributes
    ----------
    limit
        Name of the limit that binds in these racks.
    racks
        In how many. One of which several limits may bind counts perhaps with each.
    full_racks
        In how many of them it is so full that no more of the same devices fits.
    """

    limit: str
    label: str = ""
    racks: int | None = 0
    full_racks: int | None = 0
    stranded_kw: float | None = None


class RowReport(Measured):
    """One row of racks, or the hall: what its racks hold together; `name` may be empty.

    Attributes
    ----------
    racks
        That hold IT, or may.
    power_limit_kw
        What their feeds carry after the loss that the site must survive.
    air_kw, liquid_kw
        Heat to the room, and to liquids.
    stranded_kw
        Feed power that they could not use if each were filled up with more of the same devices.
    stranded_full_kw
        That of racks that are full: nothing more goes in, so it is stranded as the row stands.
    stranded_pct
        The same as a share of what the feeds of racks carry into which devices go.
    binding_constraint
        The limit that strands most of it; where nothing is stranded, the one that binds in most.
    stranded_by
        By the limit that binds, what strands most first.
    """

    id: str
    name: str = ""
    racks: int | None = 0
    gpus: float | None = None
    power_max_kw: float | None = None
    power_limit_kw: float | None = None
    air_kw: float | None = None
    liquid_kw: float | None = None
    weight_kg: float | None = None
    u_used: float | None = None
    u_total: float | None = None
    stranded_kw: float | None = None
    stranded_full_kw: float | None = None
    stranded_pct: float | None = None
    binding_constraint: str = ""
    stranded_by: tuple[Stranding, ...] = ()
