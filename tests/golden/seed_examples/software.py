"""Worked examples of software."""

from collections.abc import Callable

from designer.catalog.load import shipped_library
from designer.catalog.records.software import KernelParameter


def _setting(parameter_id: str) -> int:
    """Return what the catalogue would write for a kernel parameter, as a number."""
    parameter = shipped_library().get("kernel_parameter", parameter_id)
    assert isinstance(parameter, KernelParameter)
    return int(parameter.value)


COMPUTED: dict[str, Callable[[], float]] = {
    "W-075": lambda: _setting("net-core-rmem-max") / 2**20,
    "W-076": lambda: _setting("vm-max-map-count"),
}
LATER: dict[str, str] = {}
