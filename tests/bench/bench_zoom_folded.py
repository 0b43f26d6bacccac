"""The floor at every zoom, with racks that copy one assembly: the rows of `bench_zoom`."""

from tests.bench import bench_zoom
from tests.bench.row import Row


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on folded floors of all sizes."""
    return bench_zoom.rows(tiny, folded=True)
