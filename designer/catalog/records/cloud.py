"""Who rents accelerators out, what one can rent, and for how much when."""

from typing import ClassVar, Literal

from designer.catalog.entry import Entry


class CloudProvider(Entry):
    """A company that rents accelerators out, or a column of a price survey that names several.

    Attributes
    ----------
    kind
        `group` stands for the providers of a survey's column, or for a market without names.
    tier
        1 hyperscaler, 2 GPU cloud, 3 marketplace: how one of the sources sorts them.
    accelerators
        What it is known to offer, in words.
    """

    kind: Literal["hyperscaler", "gpu-cloud", "marketplace", "decentralized", "api", "group"]
    tier: int | None = None
    accelerators: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    strengths: str = ""
    weaknesses: str = ""


class CloudOffer(Entry):
    """An instance type, or a chip by the hour. `prices` say per `instance-hour` or `gpu-hour`.

    Attributes
    ----------
    accelerator
        Id of the GPU or AI chip.
    accelerators
        How many one instance has; None for what is sold by the chip, or of unknown size.
    memory_gb, accelerator_memory_gb
        Of the whole instance.
    network_gbps
        Between instances, of the whole instance.
    """

    references: ClassVar[dict[str, str]] = {
        "provider": "cloud_provider",
        "accelerator": "part",
        "replaces": "cloud_offer",
    }

    provider: str
    accelerator: str
    accelerators: int | None = None
    accelerator_memory_gb: float | None = None
    vcpus: int | None = None
    memory_gb: float | None = None
    nvme_tb: float | None = None
    network_gbps: float | None = None
    network: str = ""

    @property
    def counted(self) -> int | None:
        """How many its totals are of: one where it is sold by the chip; None if nobody says."""
        if self.accelerators is not None:
            return self.accelerators
        whole = any(price.per == "instance-hour" for price in self.prices)
        return None if whole else 1
