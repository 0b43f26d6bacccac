"""What the report says of rows and of the hall: what their racks hold and strand together."""

from collections.abc import Iterable, Iterator

from designer.model.figure_words import amount, how_many, quantity
from designer.model.measured import Measured


class StrandedOf(Measured):
    """What cannot be used of one capacity once the limit that binds is full.

    Attributes
    ----------
    limit
        Name of the limit whose capacity it is; `power` for what feeds carry after the loss.
    unit
        Of both figures; the floor's are kg on the share of floor of each rack.
    racks
        How many racks are counted: those that have such a limit.
    stranded, capacity
        What is left of the capacity when racks are filled up with more of the same until a limit
        is full, and the capacity.
    """

    limit: str
    label: str = ""
    unit: str = ""
    racks: int | None = 1
    stranded: float | None = None
    capacity: float | None = None

    @property
    def words(self) -> str:
        """How much of how much: `12.4 kW of 32.8 kW`."""
        left, whole = (self.figure(name, self.unit) for name in ("stranded", "capacity"))
        if left.unknown:
            return "not known"
        return quantity(left, whole) if whole.unknown else f"{quantity(left)} of {quantity(whole)}"

    @property
    def amounts(self) -> str:
        """How much of how much without the unit, for a column: `12.4 of 32.8`."""
        left, whole = (self.figure(name, self.unit) for name in ("stranded", "capacity"))
        decimals = 1 if self.unit == "kW" else 0
        return f"{amount(left, decimals)} of {amount(whole, decimals)}"


def strands_in_words(strands: Iterable[StrandedOf]) -> str:
    """Return what is stranded of each capacity: `Rack units 8 U of 48 U; Mass 400 kg of 1,360 kg`.

    What is used to the last is left out.
    """
    left = (one for one in strands if one.figure("stranded", one.unit).high > 0)
    return "; ".join(f"{one.label} {one.words}" for one in left)


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
    strands
        What it strands of each of the other capacities of these racks.
    """

    limit: str
    label: str = ""
    racks: int | None = 0
    full_racks: int | None = 0
    stranded_kw: float | None = None
    strands: tuple[StrandedOf, ...] = ()


class RowReport(Measured):
    """One row of racks, or the hall: what its racks hold together; `name` may be empty.

    Attributes
    ----------
    racks
        That hold IT, or may.
    power_cabled_kw
        Their highest power, but of switches what they draw in use with the modules of their cables;
        left out where it is the same.
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
    strands
        What is stranded of each capacity, whatever strands it, over the racks that have it.
    """

    id: str
    name: str = ""
    racks: int | None = 0
    gpus: float | None = None
    power_max_kw: float | None = None
    power_cabled_kw: float | None = None
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
    strands: tuple[StrandedOf, ...] = ()

    @property
    def binds_first(self) -> str:
        """The limit that strands most, by the first words of its label; empty where none binds."""
        return self.stranded_by[0].label.partition(",")[0] if self.stranded_by else ""


def stranded_rows(row: RowReport) -> Iterator[tuple[str, str, str]]:
    """Yield name, words and tip: the limits that bind, what of each capacity is stranded by them.

    Of racks of which no limit binds nothing is told.
    """
    if not row.stranded_by:
        return
    racks = [how_many(one.figure("racks"), "rack") for one in row.stranded_by]
    by = [f"{one.label} in {many}" for one, many in zip(row.stranded_by, racks, strict=True)]
    yield "Binds first", f"{row.binds_first} in {racks[0]}", "\n".join(by)
    for one in row.strands:
        left = one.figure("stranded", one.unit)
        yield f"{one.label} stranded", quantity(left), _tip(row, one)


def _tip(row: RowReport, capacity: StrandedOf) -> str:
    """Return over how many racks a capacity is summed, and what each limit strands of it."""
    number = how_many(capacity.figure("racks"), "rack")
    whole = quantity(capacity.figure("capacity", capacity.unit))
    lines = [
        f"of {whole} in {number}, if each is filled up with more of the same until a limit is full"
    ]
    for limit in row.stranded_by:
        for one in limit.strands:
            if (one.limit, one.unit) == (capacity.limit, capacity.unit):
                lines.append(f"by {limit.label}: {one.words}")
    return "\n".join(lines)
