"""A subject that the engine does not have: how loud the racks are.

What proves that adding a subject touches nothing else is added with `WITH_TOY` in place of the
engine's list.
"""

from collections.abc import Iterator, Sequence

from pydantic import Field

from designer.engine.calculation import Calculation, Parameter
from designer.engine.findings import Finding
from designer.engine.limit import limit_of
from designer.engine.limit_report import Limit
from designer.engine.results import Key
from designer.engine.subject import ContentsWork, Facts, Filling, PreviewWork, Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import exact, missing
from designer.model.measured import Measured, fields_of


class Noise(Measured):
    """Toy result: loudness of the racks, unknown where all are empty, and the fans' open power."""

    loudest_db: float | None = Field(default=60.0, title="Loudest, dB")
    racks: int = 0
    fans_kw: float | None = None


NOISE: Key[Noise] = Key("noise")
RACK_NOISE: Key[float | None] = Key("rack-noise")


def noise(loudest_db: float | None, racks: int) -> Noise:
    """Return the result of racks so loud; nobody states the power of their fans."""
    fans = {"fans_kw": missing("fan.power_w", "kW", 10.0, 20.0)}
    return Noise(loudest_db=loudest_db, racks=racks, **fields_of(fans))


def _noise(facts: Facts) -> Noise:
    cores = facts[CONTENTS].cores.values()
    loud = [db for core in cores if (db := core[RACK_NOISE]) is not None]
    return noise(max(loud, default=None), facts[TOTALS].racks)


def _of_rack(filling: Filling) -> float | None:
    devices = len(filling.filled.powered)
    return 60.0 + devices if devices else None


def _limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack makes of the noise that people bear: most of all, and never binding."""
    db = filling[RACK_NOISE]
    used = missing("fan.noise_db", "dB") if db is None else exact(db, "dB")
    yield limit_of("noise", "Noise", used, exact(63.0, "dB"), filling.name_of, source="toy")


def too_loud(facts: Facts) -> Iterator[Finding]:
    """T01: no rack is louder than 63 dB."""
    loudest = facts[NOISE].loudest_db
    if loudest is not None and loudest > 63:
        yield Finding("T01", "warning", "loud", (), f"{loudest:g} dB")


def _preview(before: Noise | None, after: Noise | None, _: Sequence[str]) -> Noise:
    assert before is not None
    assert after is not None
    return after


TOY = Subject(
    key=NOISE, title="Noise", reads=(CONTENTS, TOTALS, RACK_NOISE), compute=_noise,
    section="noise", record=Noise, checks=(too_loud,),
    preview=PreviewWork(_preview),
    calc=(
        Calculation(
            "two-sources", "two sources", (Parameter("db"),), (("both_db", "dB"),), "+ 3 dB",
            ("toy",),
            lambda values, _: {"both_db": values["db"] + 3},
        ),
    ),
)  # fmt: skip
TOY_OF_RACKS = Subject(
    key=RACK_NOISE,
    title="Noise of racks",
    of_contents=ContentsWork(_of_rack, limits=_limits, limit_names=("noise",)),
)
WITH_TOY = (*SUBJECTS, TOY_OF_RACKS, TOY)
