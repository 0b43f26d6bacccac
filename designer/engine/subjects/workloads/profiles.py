"""Which software profile a prediction takes, and how wide its band is."""

from collections.abc import Sequence
from typing import Final, TypeVar

from designer.catalog.software_profile import InferenceProfile, TrainingProfile
from designer.engine.calculation import CalcError
from designer.engine.subjects.workloads.shape import Shape

_SMALL: Final = 6.5e9
"""Parameters below which launches and small products weigh more than profiles know: "7B" is not."""

_P = TypeVar("_P", TrainingProfile, InferenceProfile)


def profile_named(name: str, known: Sequence[_P], what: str) -> _P:
    """Return a profile by its id.

    Raises
    ------
    CalcError
        If there is none; the message names those there are.
    """
    for profile in known:
        if profile.id == name:
            return profile
    raise CalcError(
        f"{what}: there is no profile {name!r}; there are {', '.join(one.id for one in known)}"
    )


def profile_for(gpu: str, fitting: Sequence[_P], known: Sequence[_P], what: str) -> _P:
    """Return the first profile that was measured on a GPU.

    Raises
    ------
    CalcError
        If none was: nothing is put in its place unless it is asked for.
    """
    for profile in fitting:
        if gpu in profile.gpus:
            return profile
    on = f"on {gpu}" if gpu else "on a GPU that is given by hand"
    raise CalcError(
        f"{what}: no software was measured {on}: name a profile to take in its place, with its "
        f"wider band: {', '.join(one.id for one in known) or 'there is none'}"
    )


def band(
    profile: TrainingProfile | InferenceProfile, gpu: str, precision: str, shape: Shape
) -> float:
    """Return the share of a prediction within which a measurement lies, as its profile claims.

    The narrow one where GPU and precision are those that were measured and the model is dense and
    not small.
    """
    same = gpu in profile.gpus and precision in profile.precisions
    if same and not shape.experts and shape.parameters >= _SMALL:
        return profile.band_pct / 100
    return profile.other_band_pct / 100


def why_wide(
    profile: TrainingProfile | InferenceProfile, gpu: str, precision: str, shape: Shape
) -> str:
    """Return in words why the band is the wide one; empty where it is not."""
    reasons = [
        f"measured on {', '.join(profile.gpus)}" if gpu not in profile.gpus else "",
        f"in {', '.join(profile.precisions)}" if precision not in profile.precisions else "",
        "experts were tried less" if shape.experts else "",
        "the model is small" if shape.parameters < _SMALL else "",
    ]
    return ", ".join(one for one in reasons if one)
