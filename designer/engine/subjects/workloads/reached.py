"""What nodes write to and read of the storage that is drawn, over its network."""

from designer.engine.advice import STORAGE_NETWORK
from designer.engine.report import StorageReport
from designer.model.figures import Figure, Gap


def reaches_nodes(storage: StorageReport) -> bool:
    """Return whether a fabric of storage that is drawn joins systems and nodes."""
    return storage.network_gb_s is not None or storage.bound("network_gb_s") is not None


def reaching(storage: StorageReport) -> tuple[Figure, Figure]:
    """Return what nodes read of storage, and write: over the fabrics of storage that are drawn.

    Where nobody can say what these carry, or none is drawn, it may be nothing.
    """
    if reaches_nodes(storage):
        return storage.figure("sent_gb_s"), storage.figure("taken_gb_s")
    read, write = (storage.figure(name) for name in ("read_gb_s", "write_gb_s"))
    return _perhaps(read), _perhaps(write)


def _perhaps(most: Figure) -> Figure:
    gaps = (Gap(STORAGE_NETWORK, most.high), *most.gaps)
    return Figure(0.0, most.high, None, most.unit, 0.0, (*most.basis, STORAGE_NETWORK), gaps)
