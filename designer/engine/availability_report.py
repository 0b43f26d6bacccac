"""What the report says of availability: GPUs over a year, what takes the rest, what has no rate.

May import the figures of the model. The whole report stands in `report`.
"""

from pydantic import Field

from designer.model.measured import Measured


class Taking(Measured):
    """A kind of thing that fails, and the GPUs that it takes over a year.

    Attributes
    ----------
    kind
        The entry of the catalogue's failure rates.
    number
        How many stand, as far as they are drawn; None where that cannot be said.
    takes_gpus
        GPUs that are gone while one of them alone is down, at most of any.
    down_h_per_year
        Hours a year for which one is down; None where nobody publishes it.
    lost_gpus
        GPUs that all of them take on average over a year, with what they do together.
    source
        Where the rate is from, with its grade; where there is none, what was looked for.
    """

    kind: str
    name: str
    number: int | None = 0
    takes_gpus: float | None = None
    down_h_per_year: float | None = None
    lost_gpus: float | None = None
    source: str = ""


class Availability(Measured):
    """GPUs that are there over a year, by published failure and repair rates with their spread.

    Attributes
    ----------
    gpus_without_power
        GPUs that have no power path even with nothing lost, or hang on feeds that carry too much or
        do not exist: down all year. None where nobody states what feeds carry, and all have some.
    gpus_uncooled
        GPUs whose racks nothing cools even with nothing lost, likewise.
    gpus_available
        GPUs on average. Open below where something drawn has no published rate.
    gpus_of_known_layers
        The same of what has a published rate: an upper figure where something has none.
    gpus_lost
        What is missing to all of them.
    gpus_95
        GPUs that are there for 95 % of the time, of what has a published rate.
    enough_pct
        Share of the time for which as many are there as the site needs.
    assumes
        What is taken for granted of batteries and of the start of generators, in sentences.
    taking
        What takes GPUs and has a published rate, the worst first.
    not_rated
        What is drawn and has none, those first that alone take most.
    """

    gpus: float | None = Field(default=None, title="GPUs installed")
    gpus_without_power: float | None = Field(default=None, title="GPUs that no power reaches")
    gpus_uncooled: float | None = Field(default=None, title="GPUs that nothing cools")
    gpus_available: float | None = Field(default=None, title="GPUs there on average")
    gpus_of_known_layers: float | None = Field(
        default=None, title="Of what has a published failure rate"
    )
    gpus_lost: float | None = Field(default=None, title="GPUs lost on average, of the same")
    availability_pct: float | None = Field(default=None, title="Share of the GPUs, of the same")
    gpus_95: float | None = Field(default=None, title="GPUs there for 95 % of the time")
    gpus_needed: int | None = Field(default=None, title="GPUs that the site needs at once")
    enough_pct: float | None = Field(default=None, title="Time with as many as it needs")
    worst: str = Field(default="", title="Taken most by")
    without_rate: str = Field(default="", title="No failure rate is published of")
    assumes: str = Field(default="", title="Taken for granted")
    taking: tuple[Taking, ...] = ()
    not_rated: tuple[Taking, ...] = ()

    @property
    def is_computed(self) -> bool:
        """Whether the design has GPUs to lose."""
        return bool(self.taking or self.not_rated)
